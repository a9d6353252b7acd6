"""A player's card of a FIDE list."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import check_fits, drawn_events, hundredths, names, person_card
from ui_fide_factories import DAY, RAPID, STANDARD, backgrounds, fide_event, fide_states, on_list

from bot.services.ratings.rating_card import PlayerCard
from bot.store.database.rows import FactPosition, JournalEntry, Player, Standing
from bot.ui.cards.players import player_card_lines
from core.event.background import Background, ExternalRating, ExternalSystem
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.fide.state import PendingEvent, PlayerState, PoolEvent
from core.rating.fide.system import SYSTEM as system
from core.rating.outcome import Award

TODAY, NOW = date(2026, 11, 21), "fide-2025-10-01"
FIDE_1800 = Background(ratings=(ExternalRating(ExternalSystem.FIDE, 1800, DAY),))


def entry(**more: Any) -> JournalEntry:
    fields: dict[str, Any] = dict.fromkeys(
        ("event_id", "entered_rating_id", "before", "after", "expected", "score", "performance", "rules")
    )
    fields |= {"place": FactPosition(DAY, 1), "games_before": 200, "games_after": 200, "state": {}}
    return JournalEntry(player_id=1, **(fields | more))


def event_entry(
    state: PlayerState, opponents: list[float], results: list[float], rating_list: RatingList = STANDARD, **more: Any
) -> JournalEntry:
    background = more.pop("background", Background())
    moved = on_list(fide_event(opponents, results), state, rating_list, background=background)
    rating = None if state.rating is None else float(state.rating)
    dumped = system.dump(moved.outcome.state)
    figures = {"before": rating, "after": rating, "expected": moved.outcome.expected}
    return entry(**({"event_id": 1, "state": dumped} | figures | more))


def card_of(state: PlayerState, *entries: JournalEntry, **more: Any) -> PlayerCard:
    rank = state.rank
    assert rank is not None
    standing = Standing(1, rank.rating, rank.displayed, rank.games, rank.provisional, True, FactPosition(DAY, 1), {})
    fields: dict[str, Any] = {
        "player": Player(1, 11, "Dana"), "rating_list": STANDARD, "standing": standing, "rank": 3, "ranked": 40,
        "state": state, "floor": 1400.0, "titles": (), "house_rules": DEFAULT_RULES, "day": TODAY,
        "entries": entries or (event_entry(PlayerState(1800, 200, 1800), [1800], [1]),),
    }  # fmt: skip
    return PlayerCard(**(fields | more))


def text_of(card: PlayerCard) -> str:
    return "\n".join(player_card_lines(card))


def test_the_rating_stands_with_rank_k_and_peak() -> None:
    text = text_of(card_of(PlayerState(1800, 200, 1850)))
    assert text.startswith(
        "## 1800\nRank **3** of 40\nK **20**: 200 rated games, never rated 2400; until 2400 is reached\n"
        "200 rated games · peak 1850 · unrated below 1400\n"
        "Next by rating alone: CM 2200 (350 points to go); by norms: /norms\n\n**Latest**\n"
    )


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (PlayerState(2199, 27, 2199), "CM 2200 (1 point, 3 games to go)"),
        (PlayerState(2150, 29, 2250), "CM 2200 (1 game to go)"),
        (PlayerState(2150, 200, 2250), "FM 2300 (50 points to go)"),
    ],
)
def test_the_next_title_by_rating_is_named(state: PlayerState, line: str) -> None:
    """CM takes 2200 once, FM 2300, both 30 rated games (0.6)."""
    assert f"Next by rating alone: {line}; by norms: /norms" in text_of(card_of(state)).split("\n")


def test_who_has_them_all_has_no_next_title_nor_has_rapid() -> None:
    assert "Next by rating" not in text_of(card_of(PlayerState(2310, 200, 2310)))
    assert "Next by rating" not in text_of(card_of(PlayerState(1800, 200, 1800), rating_list=RAPID))


@pytest.mark.parametrize(
    ("state", "born", "line"),
    [
        (PlayerState(1800, 18, 1850), None, "K **40**: 18 rated games, fewer than 30; 12 more to another K"),
        (PlayerState(2390, 18, 2400), None, "K **10**: rated 2400: 2400 or more; for good"),
        (
            PlayerState(1800, 200, 1850),
            2010,
            "K **40**: a junior of 16 never rated 2300; until the end of the year of 18, or 2300",
        ),
        # 2026 - 2007 = 19.
        (
            PlayerState(1800, 200, 1850),
            2007,
            "K **20**: 200 rated games, never rated 2400; until 2400 is reached",
        ),
    ],
)
def test_k_says_why_and_until_when(state: PlayerState, born: int | None, line: str) -> None:
    assert line in text_of(card_of(state, background=Background(born_year=born))).split("\n")


def test_what_waits_stands_by_its_list() -> None:
    """K 20: +0.50 and -0.13 make 7.40, so 7; an event that ends on the 29th counts a month later: -0.30, -6."""
    pending = (
        PendingEvent(date(2026, 11, 8), 1, 1.0, 50, NOW),
        PendingEvent(date(2026, 11, 28), 5, 2.0, -13, NOW),
        PendingEvent(date(2026, 11, 29), 5, 2.0, -30, NOW),
    )
    lines = text_of(card_of(PlayerState(1800, 200, 1850, pending=pending))).split("\n")
    assert "List of 2026-12-01: 1800 → **1807** so far (2 events, +7.40)" in lines
    assert "List of 2027-01-01: 1807 → **1801** so far (1 event, -6.00)" in lines


def test_a_juniors_k_counts_for_what_waits() -> None:
    pending = (PendingEvent(DAY, 1, 1.0, 50, NOW),)
    state = PlayerState(1800, 200, 1850, pending=pending)
    assert "1800 → **1820** so far (1 event, +20.00)" in text_of(card_of(state, background=Background(born_year=2012)))


def test_titles_by_rating_are_named_highest_first() -> None:
    titles = (Award("fide", 2200, "CM"), Award("fide", 2300, "FM"))
    text = text_of(card_of(PlayerState(2250, 200, 2310), titles=titles))
    assert "🏅 By rating: FIDE Master (FM), Candidate Master (CM)\n" in text


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        # K 20, .50 expected.
        (
            event_entry(PlayerState(1800, 200, 1800), [1800], [1], event_name="Open"),
            "2026-11-20 Open: **+10.00**, list of 2026-12-01",
        ),
        (
            event_entry(
                PlayerState(1800, 200, 1800, pending=(PendingEvent(DAY, 2, 2.0, 99, NOW),)), [1800, 1800], [0, 0]
            ),
            "2026-11-20 Event of 2026-11-20: **-20.00**, list of 2026-12-01",
        ),
        (
            event_entry(PlayerState(), [1800, 1700, 1600], [1, 1, 0.5]),
            "2026-11-20 Event of 2026-11-20: **2½ of 3 games toward a first rating**, list of 2026-12-01",
        ),
        (
            event_entry(
                PlayerState(), [1800], [1], RAPID, background=FIDE_1800
            ),
            "2026-11-20 Event of 2026-11-20: **+20.00**, list of 2026-12-01",
        ),
        (entry(event_id=1), "2026-11-20 Event of 2026-11-20: **no change**, list of 2026-12-01"),
        (
            entry(list_fact_id=4, before=1800.0, after=1807.0, place=FactPosition(date(2026, 12, 1), -4)),
            "2026-12-01 list: 1800 → **1807** (+7)",
        ),
        (
            entry(list_fact_id=4, before=None, after=1922.0, place=FactPosition(date(2026, 12, 1), -4)),
            "2026-12-01 list: unrated → **1922**",
        ),
        (
            entry(list_fact_id=4, before=1420.0, after=None, place=FactPosition(date(2026, 12, 1), -4)),
            "2026-12-01 list: 1420 → **unrated**",
        ),
        (entry(entered_rating_id=2, after=1800.0), "2026-11-20 rating set: **1800**"),
    ],
    ids=["event", "second", "pool", "rapid", "nothing", "list", "first", "below-floor", "set"],
)  # fmt: skip
def test_what_happened_is_a_line(fact: JournalEntry, line: str) -> None:
    assert text_of(card_of(PlayerState(1800, 200, 1800), fact)).split("\n")[-1] == f"- {line}"


lists_published = st.builds(
    lambda before, after: entry(list_fact_id=3, before=before, after=after), st.none() | hundredths, hundredths
)
pool_entries = st.builds(
    lambda name, opponents, half: entry(
        event_id=1, event_name=name, state=system.dump(PlayerState(pool=(PoolEvent(DAY, opponents, half / 2, NOW),)))
    ),
    st.none() | names,
    st.lists(st.integers(1400, 3000), min_size=1, max_size=60).map(tuple),
    st.integers(0, 2),
)
rated_entries = st.builds(
    lambda name, rating, half: event_entry(PlayerState(rating, 200, rating), [1800], [half / 2], event_name=name),
    st.none() | names,
    st.integers(1400, 3500),
    st.integers(0, 2),
)


@drawn_events
@given(
    fide_states().filter(lambda state: state.rating is not None),
    names,
    st.lists(lists_published | pool_entries | rated_entries, min_size=1, max_size=6),
    backgrounds,
    st.sampled_from(system.lists),
    st.none() | st.integers(1, 30_000_000),
)
def test_any_card_fits(
    state: PlayerState,
    name: str,
    latest: list[JournalEntry],
    known: Background,
    rating_list: RatingList,
    rank: int | None,
) -> None:
    titles = system.titles(state, rating_list)
    card = card_of(
        state, *latest, player=Player(1, 11, name), background=known, rating_list=rating_list, titles=titles,
        rank=rank, ranked=30_000_000,
    )  # fmt: skip
    check_fits(person_card(name, player_card_lines(card), (rating_list, card.standing)))
