"""What the fold writes down of each fact and player. How it came about is worked out again when somebody asks."""

from typing import Any

from bot.store.rows import DemotionFact, EventFact, JournalEntry, ListFact, OpeningFact
from core.outcome import DisplayedRating, ListOutcome, Outcome


def correction_entry(
    fact: OpeningFact | DemotionFact,
    before: DisplayedRating | None,
    after: DisplayedRating | None,
    state: dict[str, Any],
) -> JournalEntry:
    return JournalEntry(
        player_id=fact.player_id,
        place=fact.place,
        event_id=None,
        opening_id=fact.opening_id if isinstance(fact, OpeningFact) else None,
        **_moved(before, after),
        expected=None,
        score=None,
        performance=None,
        rules=None,
        state=state,
    )


def list_entry(fact: ListFact, player_id: int, published: ListOutcome, state: dict[str, Any]) -> JournalEntry:
    return JournalEntry(
        player_id=player_id,
        place=fact.place,
        event_id=None,
        opening_id=None,
        list_fact_id=fact.list_fact_id,
        **_moved(published.before, published.after),
        expected=None,
        score=None,
        performance=None,
        rules=published.rules,
        state=state,
    )


def _moved(before: DisplayedRating | None, after: DisplayedRating | None) -> dict[str, Any]:
    """Return what a fact did to a rating, as the journal's columns."""
    return {
        "before": None if before is None else before.rating,
        "after": None if after is None else after.rating,
        "games_before": 0 if before is None else before.games,
        "games_after": 0 if after is None else after.games,
    }


def event_entry(fact: EventFact, player_id: int, outcome: Outcome, state: dict[str, Any]) -> JournalEntry:
    return JournalEntry(
        player_id=player_id,
        place=fact.place,
        event_id=fact.event_id,
        opening_id=None,
        **_moved(outcome.before, outcome.after),
        expected=outcome.expected,
        score=outcome.score,
        performance=outcome.performance,
        rules=outcome.rules,
        state=state,
    )
