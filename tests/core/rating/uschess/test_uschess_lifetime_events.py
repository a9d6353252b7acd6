"""Lifetime titles through a player's event, a section and the system."""

import json
from typing import Any

import pytest
from uschess_factories import BLITZ, DAY_2026, established, event

from core.errors import RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.outcome import Award
from core.rating.uschess.lifetime import LifetimeBlock, LifetimeEvent, LifetimeTitle
from core.rating.uschess.player import PlayerResult, rate_player
from core.rating.uschess.rules import INFORMAL_2020, edition_for
from core.rating.uschess.state import PlayerState, demote_title, enter_rating
from core.rating.uschess.system import SYSTEM as system
from core.rating.uschess.system import rate_section

REGULAR, QUICK, BLITZ_LIST = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ
RULES = edition_for(DAY_2026)
B0 = LifetimeTitle(1700)
BISHOP = (1720, 1750, 1800, 1770, 1600)


def played(state: PlayerState, opponents: list[int], score: float, **more: Any) -> PlayerResult:
    return rate_player(state, event(opponents, score, **more), RULES)


def title_of(result: PlayerResult) -> LifetimeEvent:
    assert result.lifetime is not None
    return result.lifetime


def bishop(**more: Any) -> Crosstable:
    """Return the document's example as one member reports it: 3 of 5, against people whom the event does not move."""
    entrants = (Entrant(1, player="barry", rated=True, score=3), *map(Entrant, range(2, 7), BISHOP))
    return Crosstable(DAY_2026, entrants, tuple(Game(number, 1, number + 1) for number in range(1, 6)), **more)


def rated(state: PlayerState, rating_list: RatingList = REGULAR, **more: Any) -> Any:
    return system.rate_event(bishop(), rating_list, {"barry": state}, **more)["barry"]


def lifetime_awards(awards: tuple[Award, ...]) -> list[tuple[int, str]]:
    return [(award.level, award.code) for award in awards if award.scheme == "lifetime"]


def section(others: float, fixed: float, score_against_fixed: float, own_score: float = 0.5) -> dict[int, PlayerResult]:
    """Rate four rounds: a B0 of 1700 meets four players of four games, each of whom meets three of a fixed rating.

    others, fixed: ratings before the event. score_against_fixed, own_score: of each of those games.
    """
    entrants = (
        Entrant(1, player="me", rated=True),
        *(Entrant(number, player=number, rated=True) for number in range(2, 6)),
        *(Entrant(number, fixed) for number in range(6, 9)),
    )
    games = []
    for number in range(1, 5):
        games.append(Game(number, 1, number + 1, own_score))
        rest = [other for other in range(2, 6) if other != number + 1]
        games += [Game(number, other, place, score_against_fixed) for place, other in enumerate(rest, start=6)]
    states = {number: PlayerState(rating=others, games=4) for number in range(2, 6)}
    states |= {"me": established(1700, lifetime=B0)}  # type: ignore[dict-item]
    return rate_section(Crosstable(DAY_2026, entrants, tuple(games)), REGULAR, states, RULES)


def test_a_norm_counts_what_the_opponents_have_after_the_event() -> None:
    # Before: 2 of 4 against 1700 is what a 1700 is expected to score, and makes no norm.
    # After, by the special formula: four games at 1700 with 2 points, and 3.5 of 4 against 1700s (the fourth is our
    # player, whose 2 of 4 against 1700s leave 1700): 8 (0.5 + (M - 1700)/800) = 5.5, so M = 1850.
    # -150: .297, 4 x .297 = 1.188, 0.812 above. At 1800, -50: .429, 1.716, 0.284 above, below 0.3.
    result = section(others=1700, fixed=1700, score_against_fixed=1)[1]
    title = title_of(result)
    assert title.opponents == (1850,) * 4
    assert [(test.expected, test.made) for test in title.tests] == [(1188, True), (1716, False)]
    assert result.after.lifetime == LifetimeTitle(1700, 2)


def test_a_norm_counts_the_final_ratings_and_not_the_intermediate_ones() -> None:
    # Our player wins all four. Step 4: N*(1700) = 20.0, K = 800/24 = 33.3; two points above 2 of 4 are 66.7, and the
    # bonus 66.7 - 10 x 2 = 46.7: 1813.3. The others: (4 x 1700 + 3 x 2100 + 1700 - 400)/8 = 1800.
    # Step 5, from 1813.3: (6800 + 6300 + 1413.3)/8 = 1814.2.
    result = section(others=1700, fixed=1700, score_against_fixed=1, own_score=1)
    assert [game.rating for game in result[1].event.games] == pytest.approx([1800] * 4, abs=0.1)
    assert title_of(result[1]).opponents == (1814,) * 4


def test_a_norm_against_the_ratings_before_the_event_is_none() -> None:
    # Before: 1700 - 1760 = -60: .415, 4 x .415 = 1.66, 0.34 above, a norm. Three losses to 1760s and a draw take the
    # others far below 1700, where a 1700 is expected to score more than two.
    result = section(others=1760, fixed=1760, score_against_fixed=0)[1]
    title = title_of(result)
    assert max(title.opponents) < 1700
    assert (title.highest, result.after.lifetime) == (None, B0)
    # The same games against people whom the event does not move.
    assert title_of(played(established(1700, lifetime=B0), [1760] * 4, 2)).highest == 1700


def test_opponents_count_with_the_rating_as_displayed() -> None:
    # 1752.4 shows as 1752, -52: .426, 4 x .426 = 1.704, 0.296 above; 1752.5 as 1753, -53: .424, 1.696, 0.304.
    for rating, highest in ((1752.4, None), (1752.5, 1700)):
        state = established(1700, lifetime=B0)
        assert title_of(rate_player(state, event([rating] * 4, 2), RULES)).highest == highest


# The initial title


def test_who_becomes_established_gets_the_initial_title_and_no_norm() -> None:
    # 2 of 4 against 1830s leave 1830, so B0 by rule g. A B0 would have made a norm: -130: .321, 4 x .321 = 1.284.
    newcomer = PlayerState(rating=1830, games=22)
    result = played(newcomer, [1830] * 4, 2)
    assert result.after.games == 26
    assert (title_of(result).blocked, title_of(result).highest) == (LifetimeBlock.NO_TITLE, None)
    assert not title_of(result).title_earned
    assert result.after.lifetime == B0
    assert played(established(1830, lifetime=B0), [1830] * 4, 2).after.lifetime == LifetimeTitle(1700, 2)


def test_with_25_games_the_code_is_still_blank() -> None:
    result = played(PlayerState(rating=1830, games=21), [1830] * 4, 2)
    assert result.after.games == 25
    assert title_of(result).blocked is LifetimeBlock.PROVISIONAL
    assert result.after.lifetime is None


def test_the_initial_title_follows_the_rating_after_the_event() -> None:
    # 1090 with N* = 50/sqrt(0.662 + 0.00000739 x 1479^2) = 12.19 wins four games against equals: K = 800/16.19 =
    # 49.4, 2K = 98.8, and the bonus 98.8 - 10 x 2 = 78.8 make 1267.6; rule g: 1100. From 1090 it would be blank.
    result = played(PlayerState(rating=1090, games=24), [1090] * 4, 4)
    assert result.rating == pytest.approx(1267.6, abs=0.5)
    assert result.after.lifetime == LifetimeTitle(1100)


def test_below_1100_the_code_is_blank_until_the_rating_is_there() -> None:
    low = established(1050)
    blank = played(low, [1050] * 4, 2)  # an even score against equals: 1050
    assert (blank.after.lifetime, title_of(blank).blocked) == (None, LifetimeBlock.NO_TITLE)
    # The arithmetic of the test above, for somebody who has long been established.
    later = played(established(1090), [1090] * 4, 4)
    assert later.after.lifetime == LifetimeTitle(1100)
    assert not title_of(later).title_earned
    assert lifetime_awards(system.titles(later.after, REGULAR)) == []


def test_a_title_stays_when_the_rating_falls_below_1100() -> None:
    result = played(established(1090, lifetime=LifetimeTitle(1000, 4)), [1090] * 4, 0)
    assert result.rating < 1090
    assert result.after.lifetime == LifetimeTitle(1000, 4)


def test_an_event_too_short_for_a_norm_still_brings_the_initial_title() -> None:
    # A draw with an equal leaves 1830.
    assert played(PlayerState(rating=1830, games=25), [1830], 0.5).after.lifetime == B0


def test_an_unrated_newcomer_has_no_title() -> None:
    assert played(PlayerState(), [1500] * 6, 5).after.lifetime is None


# Where there is none


def test_a_match_gives_no_norm() -> None:
    result = played(established(1700, lifetime=B0), [1900] * 6, 6, who=["the same"] * 6, kind=EventKind.MATCH)
    assert (title_of(result).blocked, title_of(result).tests) == (LifetimeBlock.MATCH, ())
    assert result.after.lifetime == B0


@pytest.mark.parametrize("kind", [EventKind.ABROAD, EventKind.YOUTH_ABROAD])
def test_an_event_that_the_federation_did_not_rate_gives_no_norm(kind: EventKind) -> None:
    result = played(established(1700, lifetime=B0), [1900] * 6, 6, kind=kind)
    assert result.lifetime is None
    assert result.after.lifetime == B0


def test_the_blitz_list_gives_no_norm() -> None:
    state = established(1700)
    result = played(state, [1900] * 6, 6, rating_list=BLITZ_LIST, time_control=BLITZ)
    assert result.lifetime is None


def test_the_blitz_list_has_no_titles() -> None:
    # "both the regular and Quick over-the-board rating systems": there is no third.
    result = played(PlayerState(rating=1830, games=60), [1830] * 4, 2, rating_list=BLITZ_LIST, time_control=BLITZ)
    assert result.after.lifetime is None
    outcome = rated(established(1700), BLITZ_LIST)
    assert (outcome.after.title_level, outcome.after.title_points) == (None, None)
    assert lifetime_awards(outcome.norms) == lifetime_awards(outcome.titles) == []


@pytest.mark.parametrize("rating_list", [REGULAR, QUICK])
def test_regular_and_quick_have_titles(rating_list: RatingList) -> None:
    outcome = rated(established(1720, lifetime=B0), rating_list)
    assert outcome.state.lifetime == LifetimeTitle(1700, 2)
    assert lifetime_awards(outcome.norms) == [(1700, "B")]


def test_the_rules_of_the_informal_calculator_give_no_norm() -> None:
    result = rate_player(established(1700, lifetime=B0), event([1900] * 6, 6), INFORMAL_2020)
    assert result.lifetime is None
    assert result.after.lifetime == B0
    outcome = rated(established(1720, lifetime=B0), rules="informal-2020")
    assert lifetime_awards(outcome.norms) == lifetime_awards(outcome.titles) == []
    assert outcome.state.lifetime == B0


@pytest.mark.parametrize("kind", [ByeKind.FULL_POINT, ByeKind.FORFEIT_WIN])
def test_unplayed_games_count_neither_as_games_nor_as_points(kind: ByeKind) -> None:
    # Three games and a fourth round without one; then four games with 1.5 points, and a point without a game.
    for games, score, blocked in ((3, 3, LifetimeBlock.FEW_GAMES), (4, 1.5, LifetimeBlock.FEW_POINTS)):
        entrants = (Entrant(1, player="me", rated=True, score=score), *(Entrant(n, 2100) for n in range(2, 2 + games)))
        crosstable = Crosstable(
            DAY_2026,
            entrants,
            tuple(Game(number, 1, number + 1) for number in range(1, games + 1)),
            byes=(Bye(games + 1, 1, kind),),
        )
        result = rate_section(crosstable, REGULAR, {"me": established(1700, lifetime=B0)}, RULES)[1]
        assert title_of(result).blocked is blocked
        assert result.after.lifetime == B0


# Starting ratings, corrections and demotions


@pytest.mark.parametrize(
    ("rating", "games", "title"),
    [
        (1830, 26, B0),
        (1830, 25, None),
        (1830, None, None),
        (1099.4, 26, None),
        (1099.5, 26, LifetimeTitle(1000)),  # shown as 1100
        (2950, 100, LifetimeTitle(2800)),
    ],
)
def test_an_entered_rating_of_over_25_games_gives_the_initial_title(
    rating: float, games: int | None, title: LifetimeTitle | None
) -> None:
    assert enter_rating(PlayerState(), EnteredRating(rating, games=games), RatingList.USCHESS_REGULAR).lifetime == title


@pytest.mark.parametrize(
    "entered", [EnteredRating(1750), EnteredRating(1640), EnteredRating(1750, games=90), EnteredRating(2100, games=40)]
)
def test_a_correction_keeps_the_title(entered: EnteredRating) -> None:
    state = established(1700, lifetime=LifetimeTitle(1700, 5, 2))
    assert enter_rating(state, entered, RatingList.USCHESS_REGULAR).lifetime == LifetimeTitle(1700, 5, 2)


def test_a_correction_to_provisional_keeps_the_title_without_a_code() -> None:
    after = enter_rating(established(1700, lifetime=B0), EnteredRating(1700, games=20), RatingList.USCHESS_REGULAR)
    assert after.lifetime == B0
    rank = system.rank(after)
    assert rank is not None
    assert (rank.provisional, rank.title_level, rank.title_points) == (True, None, None)


def test_a_correction_brings_the_title_that_was_not_there() -> None:
    assert enter_rating(established(1050), EnteredRating(1250), RatingList.USCHESS_REGULAR).lifetime == LifetimeTitle(
        1100
    )


def test_a_title_may_be_lowered_by_100_points() -> None:
    state = established(1500, lifetime=LifetimeTitle(1800, 7, 2))
    after = system.demote(state)
    assert after == demote_title(state)
    assert after.lifetime == LifetimeTitle(1700)


UNTITLED = [PlayerState(), PlayerState(rating=1500, games=12), PlayerState(rating=900, games=90)]


@pytest.mark.parametrize("state", UNTITLED)
def test_without_a_title_there_is_nothing_to_lower(state: PlayerState) -> None:
    with pytest.raises(RuleError, match="no lifetime title to lower"):
        demote_title(state)


def test_lowering_the_lowest_title_never_ends_in_a_higher_one() -> None:
    # Whether it is refused or leaves a blank code: a player of 1500 with the title of 1000 must not come out of it,
    # one event later, with the initial title of 1400.
    state = established(1500, lifetime=LifetimeTitle(1000, 2))
    try:
        lowered = demote_title(state)
    except RuleError:
        return
    after = played(lowered, [1500] * 4, 2).after
    assert after.lifetime is None or after.lifetime.level <= 1000


# Rank, outcome and storage


def test_a_rank_has_the_title_of_an_established_player() -> None:
    title = LifetimeTitle(1400, 2)
    for games, code in ((26, (1400, 2)), (25, (None, None))):
        rank = system.rank(PlayerState(rating=1575, games=games, lifetime=title))
        assert rank is not None
        assert (rank.title_level, rank.title_points) == code


def test_an_outcome_names_the_norm_and_the_title_it_brought() -> None:
    # B8 and Bishop's norm of 1700: a0.
    outcome = rated(established(1720, lifetime=LifetimeTitle(1700, 8)))
    assert lifetime_awards(outcome.norms) == [(1700, "B")]
    assert lifetime_awards(outcome.titles) == [(1800, "a")]
    assert (outcome.before.title_level, outcome.before.title_points) == (1700, 8)
    assert (outcome.after.title_level, outcome.after.title_points) == (1800, 0)


def test_an_initial_title_is_no_award() -> None:
    outcome = rated(PlayerState(rating=1720, games=23))
    assert outcome.after.title_level is not None
    assert lifetime_awards(outcome.norms) == lifetime_awards(outcome.titles) == []


@pytest.mark.parametrize("title", [LifetimeTitle(1700), LifetimeTitle(1700, 5, 2)])
def test_a_title_survives_the_database(title: LifetimeTitle) -> None:
    state = established(1720, lifetime=title)
    assert system.load(json.loads(json.dumps(system.dump(state)))) == state
