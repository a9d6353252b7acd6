"""A player's card: the code behind the rating, and the way to the next lifetime title."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import check_fits, drawn_events, house_rules, hundredths, names, person_card, player_states

from bot.services.ratings.rating_card import PlayerCard
from bot.store.database.rows import FactPosition, JournalEntry, Player, Standing
from bot.ui.cards.players import player_card_lines
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import Award
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.state import PlayerState

DAY = date(2026, 11, 20)
# John Chess of the document of 1998: 1575*c2.
JOHN = PlayerState(rating=1574.63, games=90, peak=1650.5, wins=20, draws=10, losses=15, lifetime=LifetimeTitle(1400, 2))


def entry(**more: Any) -> JournalEntry:
    figures = dict.fromkeys(("expected", "score", "performance", "rules"))
    fields = {"event_id": 1, "entered_rating_id": None, "before": 1500.0, "after": 1574.63, "event_name": "Open"} | more
    return JournalEntry(
        player_id=1, place=FactPosition(DAY, 1), games_before=1, games_after=2, state={}, **(figures | fields)
    )


def card_of(state: PlayerState, *entries: JournalEntry, shown: int = 1575, **more: Any) -> PlayerCard:
    provisional = state.games <= 25
    assert state.rating is not None
    standing = Standing(
        1, state.rating, shown, state.games, provisional, active=True, place=FactPosition(DAY, 1), state={}
    )
    fields: dict[str, Any] = {
        "player": Player(1, 11, "Chess, John"), "rating_list": RatingList.USCHESS_REGULAR, "standing": standing,
        "rank": 3, "ranked": 40, "state": state, "floor": 1400.0, "titles": (), "house_rules": DEFAULT_RULES,
        "entries": entries or (entry(),),
    }  # fmt: skip
    return PlayerCard(**(fields | more))


def text_of(card: PlayerCard) -> str:
    return "\n".join(player_card_lines(card))


def test_the_rating_is_printed_with_its_code_escaped_for_markdown() -> None:
    text = text_of(card_of(JOHN))
    assert text.startswith("## 1575\\*c2\n1574.63 exactly · established, 90 rated games\nRank **3** of 40\n")
    assert "Record +20 =10 −15 (of 45 games with a known result)" in text
    assert "Peak 1650.50 · floor 1400" in text


def test_the_lifetime_title_stands_with_the_points_that_the_next_one_takes() -> None:
    text = text_of(card_of(JOHN))
    assert "Lifetime title **Certified Class C (1400)**: 8 points to **Advanced Class C (1500)**" in text
    assert "reconstructed" not in text


def test_the_highest_title_has_no_next_one() -> None:
    text = text_of(card_of(JOHN._replace(lifetime=LifetimeTitle(2900, 2))))
    assert "Lifetime title **5-Star Master (2900)**: the highest title\n" in text
    assert "reconstructed" not in text


def test_a_provisional_players_code_is_blank() -> None:
    text = text_of(card_of(JOHN._replace(games=12, peak=None)))
    assert text.startswith("## 1575P12\n")
    assert "Lifetime" not in text


@pytest.mark.parametrize(
    ("fact", "line"),
    [
        (entry(), "- 2026-11-20 Open: 1500 → **1574.63** (+74.63)"),
        (entry(event_name=None), "- 2026-11-20 Event of 2026-11-20: 1500 → **1574.63** (+74.63)"),
        (entry(before=None), "- 2026-11-20 Open: unrated → **1574.63**"),
        (entry(event_id=None, entered_rating_id=3), "- 2026-11-20 rating set: **1574.63**"),
        (entry(event_id=None), "- 2026-11-20 lifetime title lowered by 100, as requested"),
    ],
    ids=["event", "nameless", "first", "set", "demotion"],
)
def test_what_moved_the_rating_is_a_line(fact: JournalEntry, line: str) -> None:
    assert text_of(card_of(JOHN, fact)).split("\n")[-1] == line


AWARDS = [Award("uschess", level, "1") for level in range(1200, 2600, 200)]
AWARDS += [Award("national-master", 2200, "NM"), Award("original-life-master", 2200, "OLM")]
entries = st.builds(
    entry,
    event_id=st.none() | st.just(1),
    entered_rating_id=st.none() | st.just(1),
    before=st.none() | hundredths,
    after=hundredths,
    event_name=st.none() | names,
)


@drawn_events
@given(
    player_states().filter(lambda state: state.rating is not None),
    names,
    st.lists(entries, min_size=1, max_size=6),
    st.lists(st.sampled_from(AWARDS), unique=True),
    st.none() | st.integers(1, 30_000_000),
    house_rules(),
)
def test_any_card_fits(
    state: PlayerState, name: str, latest: list[JournalEntry], titles: list[Award], rank: int | None, rules: ClubRules
) -> None:
    player = Player(1, 11, name)
    card = card_of(state, *latest, player=player, titles=titles, rank=rank, ranked=30_000_000, house_rules=rules)
    everything = [(one, card.standing) for one in RatingList]
    check_fits(person_card(name, player_card_lines(card), *everything))
