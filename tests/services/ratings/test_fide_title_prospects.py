"""Title norms of an event that is being played, by FIDE's own tables (B.01)."""

from datetime import date

import pytest

from bot.services.ratings.fide.norms import title_prospects
from bot.services.ratings.forecast import LiveSection
from bot.ui.cards.evening_chances import prospect_lines, prospects_by_list
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.systems import system_of
from core.tournament.odds.open_event import Method, Schedule

STANDARD = RatingList.FIDE_STANDARD
FIDE = system_of(STANDARD)
COUNTRIES = ("GER", "NED", "FRA", "POL", "ESP", "ITA", "NOR", "SWE", "DEN", "AUT")


def section_of(
    scores: list[float],
    *,
    rounds: int = 9,
    rating: float = 2400.0,
    title: str | None = "IM",
    paired: bool = False,
    method: Method = Method.SWISS,
    byes: tuple[Bye, ...] = (),
) -> LiveSection:
    """Return a section of eleven in which 1, of 2300, has met 2, 3, ..., who are all rated and titled alike."""
    others = [
        Entrant(number, player=number, rated=True, federation=COUNTRIES[number - 2], title=title)
        for number in range(2, 12)
    ]
    games = tuple(Game(index, 1, index + 1, score) for index, score in enumerate(scores, start=1))
    crosstable = Crosstable(
        date(2026, 11, 22), (Entrant(1, player=1, rated=True, federation="BEL"), *others), games, byes
    )
    boards = ((1, len(scores) + 2),) if paired else ()
    schedule = Schedule(crosstable, method, rounds, paired=len(scores) + paired, boards=boards)
    held = {number: EnteredRating(2300.0 if number == 1 else rating, 200) for number in schedule.numbers}
    states = {
        number: FIDE.apply_entered(FIDE.unrated(), entered, STANDARD, DEFAULT_RULES) for number, entered in held.items()
    }
    return LiveSection(schedule, (STANDARD,), {STANDARD: states}, {STANDARD: {}}, DEFAULT_RULES, 0.25)


@pytest.mark.parametrize("paired", [False, True])
def test_an_im_norm_takes_a_performance_of_2450(paired: bool) -> None:
    """Against an average of 2400 in 9 games: 5 are 56 %, dp 43, 2443; 5½ are 61 %, dp 80, 2480: 5½ it takes.

    A GM norm takes 2600: 77 %, dp 211, which 7 points of 9 give (78 %, dp 220); but a third of the opponents are GMs.
    """
    section = section_of([1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0], paired=paired)
    (norm,) = (one for one in title_prospects(section, 1) if one.award.code == "IM")
    assert norm.needed == 1.0
    assert not norm.is_title
    lines = prospect_lines(section, 1, prospects_by_list(section, 1))
    assert lines[0].startswith("A win in round 9 earns the IM norm")


def test_two_rounds_are_told_together() -> None:
    section = section_of([1, 1, 0.5, 0.5, 0.5, 0.5, 0])
    lines = prospect_lines(section, 1, prospects_by_list(section, 1))
    assert lines[0].startswith("1½ from the last 2 rounds earns the IM norm")
    assert lines[-1] == "Opponents not paired yet are assumed to be rated 2400, your average so far."


def test_a_round_robin_knows_the_opponents_to_come() -> None:
    """Eleven players meet in ten rounds of eleven: 5½ of 10 are 55 %, dp 36; 6 are 60 %, dp 72: 6 it takes."""
    byes = (Bye(11, 1, ByeKind.ZERO_POINT),)
    section = section_of([1, 1, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5], rounds=11, method=Method.ROUND_ROBIN, byes=byes)
    (norm,) = (one for one in title_prospects(section, 1) if one.award.code == "IM")
    assert norm.needed == 0.5
    assert norm.holders == 0


def test_what_cannot_be_made_any_more_is_left_out() -> None:
    assert title_prospects(section_of([0.5, 0.5, 0.5, 0.5, 0, 0, 0.5, 0]), 1) == ()


@pytest.mark.parametrize(
    "section",
    [
        section_of([1.0] * 8, title=None),
        section_of([1.0] * 5, rounds=6),
        section_of([1.0] * 9),
    ],
    ids=["no titles", "few rounds", "all played"],
)
def test_a_field_that_gives_no_norms_promises_none(section: LiveSection) -> None:
    assert title_prospects(section, 1) == ()
