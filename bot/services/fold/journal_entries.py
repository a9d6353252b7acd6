"""What the fold writes down of each fact and player."""

import json
import re
from collections.abc import Iterable
from typing import Any

from pydantic_core import to_json

from bot.store.rows import DemotionFact, EventFact, JournalEntry, ListFact, OpeningFact
from core.explain import Step
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
        steps=None,
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
        steps=_steps_json(published.steps),
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


_WITH_EXPONENT = re.compile(rb"e-?[0-9]").search


def _steps_json(steps: Iterable[Step]) -> str:
    """Return steps as `json.dumps` writes them.

    A rating has fifty figures, which pydantic writes in 4 microseconds and `json` in 32. They write the same, but for
    figures that are so small or great that one of them takes an exponent, and for letters beyond ASCII.
    """
    told = [[clause, str(reason), value, *inputs] for clause, reason, value, inputs in steps]
    written = to_json(told)
    if b"0.0000" in written or _WITH_EXPONENT(written) or not written.isascii() or b"\x7f" in written:
        return json.dumps(told, separators=(",", ":"))
    return written.decode()


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
        steps=_steps_json(outcome.steps),
        state=state,
    )
