"""Published sections against ours: who agrees to the hundredth, and which planted cause explains the others."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from published_events import PublishedSection, published_section

from core.event.crosstable import Bye, ByeKind, Game
from core.event.published import Cause, Comparison, Explanation, PublishedRating, RatedNear
from core.rating.uschess.rules import edition_named
from tests.depth import examples

OF_U600 = 406.0
"""The initial rating that the source found for the unrated player: it makes every other row match."""


def twenty() -> PublishedSection:
    """Return both sections as one of twenty, in which nothing differs but for the unrated player's initial rating."""
    return published_section("novice", "u600")


def causes(found: Comparison) -> set[tuple[Cause, tuple[int, ...]]]:
    return {(one.cause, one.numbers) for one in found.causes}


def cause_of(found: Comparison, cause: Cause) -> Explanation:
    return next(one for one in found.causes if one.cause is cause)


INITIAL = (Cause.INITIAL, (19,))


@pytest.mark.parametrize("of", ["regular", "quick"])
def test_a_section_of_rated_players_agrees_whole(of: str) -> None:
    found = published_section("novice", of=of).compared()
    assert (found.agree, found.players, found.differences) == (6, 6, ())


@pytest.mark.parametrize("of", ["regular", "quick"])
def test_a_newcomers_initial_rating_explains_all_differences(of: str) -> None:
    found = published_section("u600", of=of).compared()
    assert found.players == 14
    assert found.explained == len(found.differences) > 0
    assert causes(found) == {(Cause.INITIAL, (13,))}
    there = cause_of(found, Cause.INITIAL).there
    assert there == pytest.approx(OF_U600, abs=5)  # that near, all rows match


def test_three_planted_causes_in_a_section_of_20_are_found() -> None:
    section = twenty()
    section.before[2] = section.before[2]._replace(rating=470.0)
    section.before[11] = section.before[11]._replace(games=2)
    section = _read_as_game(section, 3, 15, 20)
    section.before[15] = section.before[15]._replace(games=5)  # 9 after the section less four games
    found = section.compared()
    assert causes(found) == {
        INITIAL,
        (Cause.RATING, (2,)),
        (Cause.GAMES, (11,)),
        (Cause.FORFEIT, (15, 20)),
    }
    assert found.explained == len(found.differences)
    assert cause_of(found, Cause.RATING)[2:4] == (470.0, 445.28)
    assert cause_of(found, Cause.GAMES)[2:4] == (2, 50)
    assert cause_of(found, Cause.FORFEIT).round == 3


def _read_as_game(section: PublishedSection, round_number: int, first: int, second: int) -> PublishedSection:
    table = section.crosstable
    byes = tuple(
        bye for bye in table.byes if (bye.round, bye.entrant) not in {(round_number, first), (round_number, second)}
    )
    games = (*table.games, Game(round_number, first, second, 1.0))
    return replace(section, crosstable=replace(table, byes=byes, games=games))


def test_a_game_that_was_published_but_stands_here_as_a_forfeit_is_found() -> None:
    section = published_section("novice")
    table = section.crosstable
    games = tuple(game for game in table.games if (game.round, game.first) != (2, 1))
    byes = (Bye(2, 1, ByeKind.FORFEIT_WIN, 2), Bye(2, 2, ByeKind.FORFEIT_LOSS, 1))
    section.crosstable = replace(table, games=games, byes=(*table.byes, *byes))
    found = section.compared()
    assert causes(found) == {(Cause.PLAYED, (1, 2))}
    assert found.explained == len(found.differences)


def test_another_edition_explains_every_bonus() -> None:
    section = published_section("novice")
    section.edition = edition_named("uschess-2017-06-01")
    found = section.compared()
    assert causes(found) == {(Cause.EDITION, ())}
    assert found.explained == len(found.differences)


def test_games_before_are_found_where_none_were_published() -> None:
    section = published_section("novice")
    section.published = {number: one._replace(games=None) for number, one in section.published.items()}
    section.before[4] = section.before[4]._replace(games=4)
    found = section.compared()
    assert causes(found) == {(Cause.GAMES, (4,))}


def test_a_rating_from_another_event_is_an_event_in_another_order() -> None:
    section = published_section("novice")
    section.before[4] = section.before[4]._replace(rating=601.0)
    section.near = {4: [RatedNear("Tuesday Rapid", 572.53), RatedNear("Autumn Open", 601.0)]}
    found = section.compared()
    assert causes(found) == {(Cause.ORDER, (4,))}
    assert cause_of(found, Cause.ORDER).subject == "Tuesday Rapid"


def test_a_player_who_was_unrated_there_is_found() -> None:
    section = published_section("u600")
    section.before[13] = section.before[13]._replace(rating=700.0, games=12)
    found = section.compared()
    assert {one.cause for one in found.causes} <= {Cause.RATING, Cause.INITIAL}
    assert cause_of(found, Cause.RATING)[2:4] == (700.0, None)


def test_a_difference_without_a_cause_is_not_explained() -> None:
    section = published_section("novice")
    section.published[3] = section.published[3]._replace(after=139.0)
    found = section.compared()
    assert [(one.number, one.causes) for one in found.differences] == [(3, ())]
    assert found.agree == 5


def test_one_without_a_cause_does_not_hide_the_others() -> None:
    section = twenty()
    section.published[3] = section.published[3]._replace(after=139.0)
    section.before[7] = section.before[7]._replace(rating=450.0)
    found = section.compared()
    assert causes(found) == {INITIAL, (Cause.RATING, (7,))}
    assert [one.number for one in found.differences if not one.causes] == [3]


def test_whole_numbers_are_compared_as_whole_numbers() -> None:
    section = published_section("novice")
    section.published = {
        number: PublishedRating(round(one.before or 0), round(one.after), one.games)
        for number, one in section.published.items()
    }
    found = section.compared()
    assert not found.exact
    assert (found.agree, found.players) == (6, 6)
    section.published[6] = section.published[6]._replace(after=148.0)
    assert causes(section.compared()) == {(Cause.ROUNDED, (6,))}


def test_facts_that_cannot_be_rated_do_not_end_the_search() -> None:
    section = published_section("novice")
    section.before[1] = section.before[1]._replace(rating=3000.0)
    section.published[1] = section.published[1]._replace(before=99999.0)
    assert section.compared().differences


def test_nothing_is_compared_where_nothing_was_published() -> None:
    section = published_section("novice")
    section.published = {}
    assert section.compared() == Comparison(0, ())


@examples(0.3)
@given(number=st.integers(1, 6), rating=st.integers(100, 1500))
def test_any_rating_before_is_found(number: int, rating: int) -> None:
    section = published_section("novice")
    section.before[number] = section.before[number]._replace(rating=float(rating))
    found = section.compared()
    assert causes(found) == {(Cause.RATING, (number,))}
    assert found.explained == len(found.differences)
