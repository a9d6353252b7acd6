"""The same games told twice: by a member, as matches, by a director's file or evening."""

from datetime import date, timedelta

import pytest

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.similarity import games_told, is_duplicate_report, is_same_event, same_games

FRIDAY = date(2026, 11, 20)
ADA, BO, CY, DI = 1, 2, 3, 4
RATINGS = {ADA: 1500.0, BO: 1480.0, CY: 1320.0, DI: 1400.0}
WIN, DRAW, LOSS = 1.0, 0.5, 0.0

Line = tuple[int, int, int, float | None]


def event(*games: Line, later: int = 0, days: int = 1, **more: object) -> Crosstable:
    """Return an event of rated people on that Friday, or so many days later."""
    day = FRIDAY + timedelta(days=later)
    who = sorted({number for _, *both, _ in games for number in both})
    entrants = tuple(Entrant(number, RATINGS[number], number, rated=True) for number in who)
    began = None if days == 1 else day - timedelta(days=days - 1)
    return Crosstable(day, entrants, tuple(Game(*game) for game in games), began=began, **more)  # type: ignore[arg-type]


def report(*opponents: tuple[float | str, float | None], later: int = 0, score: float | None = None) -> Crosstable:
    """Return Ada's report: numbers are typed ratings, words are the names of players."""
    named = {"Bo": BO, "Cy": CY, "Di": DI}
    lines = [Entrant(1, player=ADA, rated=True, score=score)]
    for number, (who, _) in enumerate(opponents, start=2):
        known = named.get(who) if isinstance(who, str) else None
        rating = None if isinstance(who, str) else float(who)
        lines.append(Entrant(number, rating, known))
    games = tuple(Game(number - 1, 1, number, result) for number, (_, result) in enumerate(opponents, start=2))
    return Crosstable(FRIDAY + timedelta(days=later), tuple(lines), games)


SWISS = (
    (1, ADA, DI, WIN),
    (1, BO, CY, WIN),
    (2, ADA, BO, DRAW),
    (2, CY, DI, WIN),
    (3, CY, ADA, WIN),
    (3, DI, BO, LOSS),
)
"""Ada beat Di (1400), drew with Bo (1480), and lost to Cy (1320)."""
PERSONS = (("Di", WIN), ("Bo", DRAW), ("Cy", LOSS))
TYPED = ((1400, WIN), (1480, DRAW), (1320, LOSS))


@pytest.mark.parametrize(
    ("games", "later", "is_same"),
    [
        (PERSONS, 0, True),
        (PERSONS, 10, True),
        (PERSONS, -10, True),
        (PERSONS, 11, False),
        ((("Di", LOSS), ("Bo", DRAW), ("Cy", LOSS)), 0, True),
        ((("Di", LOSS), ("Bo", WIN), ("Cy", WIN)), 7, False),
        ((("Di", WIN),), 0, True),
        ((("Di", WIN),), 1, True),
        ((("Di", LOSS),), 1, False),
        ((("Di", WIN),), 7, False),
        (TYPED, 0, True),
        (TYPED, 1, True),
        (TYPED, 7, True),
        (TYPED, 11, False),
        (((1430, WIN), (1450, DRAW), (1350, LOSS)), 0, True),
        (((1400, WIN), (1480, DRAW)), 1, True),
        (((1400, WIN), (1480, DRAW)), 2, False),
        (((1400, WIN), (1480, WIN)), 1, False),
        (((1400, WIN), (1480, DRAW), (1700, LOSS)), 7, False),
        (((1900, WIN), (1850, DRAW), (1320, LOSS)), 0, False),
    ],
    ids=[
        "persons", "ten days later", "ten days before", "eleven days later", "one result another",
        "a week on, other results",
        "one game", "one game a day later", "one game a day later with another result", "one game a week later",
        "ratings", "ratings a day later", "three ratings a week later", "three ratings eleven days later",
        "ratings that are near", "two ratings a day later", "two ratings two days later", "another result a day later",
        "two of three ratings a week later", "other opponents",
    ],
)  # fmt: skip
@pytest.mark.parametrize("name", [None, "Riverton", "Kitchen Open"])
def test_a_report_is_the_directors_event_whatever_its_name(
    games: tuple[tuple[float | str, float], ...], later: int, is_same: bool, name: str | None
) -> None:
    assert is_duplicate_report(event(*SWISS), "Riverton", report(*games, later=later), name, ADA) is is_same


def test_a_report_of_points_alone_is_the_same_with_the_same_points() -> None:
    opponents = ((1400, None), (1480, None), (1320, None))
    for later in (0, 1):
        assert is_duplicate_report(event(*SWISS), None, report(*opponents, score=1.5, later=later), "Swiss", ADA)
        assert not is_duplicate_report(event(*SWISS), None, report(*opponents, score=3.0, later=later), "Swiss", ADA)


def test_one_round_of_an_event_of_weeks_is_the_same() -> None:
    month = event(*SWISS, later=14, days=22)
    assert is_duplicate_report(month, "League", report(("Bo", DRAW)), None, ADA)


@pytest.mark.parametrize(
    ("games", "names", "later", "is_same"),
    [
        (((1500, WIN), (1600, LOSS)), (None, None), 7, False),
        (((1500, WIN), (1600, LOSS), (1400, WIN)), (None, None), 7, False),
        (((1500, WIN), (1600, LOSS), (1400, WIN)), (None, None), 1, True),
        (((1500, WIN), (1600, LOSS), (1400, WIN)), ("Friday", "Saturday"), 1, False),
        (PERSONS, (None, None), 7, True),
        (PERSONS, ("Week 1", "Week 2"), 7, False),
        ((("Bo", WIN),), (None, None), 7, False),
        (PERSONS, ("Week 1", "Week 2"), 0, True),
    ],
    ids=[
        "two a week",
        "three a week",
        "a day on",
        "named otherwise",
        "persons",
        "persons named otherwise",
        "one game",
        "one day",
    ],
)
def test_a_weekly_player_tells_another_event(
    games: tuple[tuple[float | str, float], ...], names: tuple[str | None, str | None], later: int, is_same: bool
) -> None:
    first, second = report(*games), report(*games, later=later)
    assert is_duplicate_report(first, names[0], second, names[1], ADA) is is_same


@pytest.mark.parametrize(("later", "is_same"), [(0, True), (1, True), (7, True), (11, False)])
def test_a_directors_event_under_another_name_is_the_same_by_all_its_games(later: int, is_same: bool) -> None:
    stored, again = event(*SWISS), event(*SWISS, later=later)
    assert is_same_event(stored, "Friday", again, "Riverton Open") is is_same
    assert is_same_event(stored, None, again, None) is is_same


def test_the_same_people_a_week_later_with_one_other_result_play_another_event() -> None:
    games = ((1, ADA, DI, DRAW), *SWISS[1:])
    assert not is_same_event(event(*SWISS), "Friday", event(*games, later=7), "Riverton")


def match(first: int, second: int, *scores: float, later: int = 0) -> Crosstable:
    lines = ((number, first, second, score) for number, score in enumerate(scores, start=1))
    return event(*lines, later=later, kind=EventKind.MATCH)


class TestMatches:
    def test_each_has_games_of_its_own(self) -> None:
        twice = (*SWISS, (4, ADA, DI, WIN))
        matches = [match(DI, ADA, LOSS), match(ADA, DI, WIN), match(ADA, DI, WIN)]
        first, second, third = games_told(event(*twice), matches)
        assert (first | second, third) == ({0, 6}, frozenset())

    def test_a_match_of_several_games_is_told_whole(self) -> None:
        twice = (*SWISS, (4, ADA, DI, LOSS))
        assert games_told(event(*twice), [match(ADA, DI, LOSS, WIN)]) == [{0, 6}]
        assert games_told(event(*SWISS), [match(ADA, DI, WIN, WIN)]) == [frozenset()]

    def test_another_result_of_the_very_day_is_the_game_corrected(self) -> None:
        assert games_told(event(*SWISS), [match(ADA, DI, LOSS)]) == [{0}]
        assert games_told(event(*SWISS), [match(ADA, DI, LOSS, later=1)]) == [frozenset()]

    def test_days_on_they_are_the_same_where_they_are_most_of_the_file(self) -> None:
        matches = [match(first, second, score, later=-4) for _, first, second, score in SWISS]
        assert games_told(event(*SWISS), matches) == [{place} for place in range(6)]
        assert games_told(event(*SWISS), matches[:4]) == [frozenset()] * 4

    def test_games_of_the_same_people_are_counted_in_whatever_round(self) -> None:
        assert same_games(event(*SWISS), event((7, DI, ADA, LOSS), (8, ADA, BO, WIN))) == 1
