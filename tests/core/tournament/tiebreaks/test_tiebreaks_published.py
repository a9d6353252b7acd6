"""Every column that FIDE's Technical Commission and others print, and the examples of US Chess on clubs' pages."""

from fractions import Fraction
from typing import Any

import pytest
from tiebreaks_events import column, event, points, published, ranks

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.tournament.tiebreaks.field import Edition
from core.tournament.tiebreaks.standings import standings
from tests.core.golden_cases import golden

_EDITIONS = {"2024": Edition.SINCE_2024, "2026": Edition.SINCE_2026}


@pytest.mark.parametrize("case", golden("tiebreaks/columns"))
def test_a_published_column(case: dict[str, Any]) -> None:
    crosstable, code = published(case["event"]), case["code"]
    terms: dict[str, Any] = {"preset": "-rr-" in case["event"], "edition": _EDITIONS[case["edition"]]}
    ours: dict[int, Any]
    if code == "PTS":
        ours = {row.number: row.points for row in standings(crosstable)}
    elif code == "RANK by DE":
        ours = ranks(crosstable, "DE", **terms)
    else:
        ours = column(crosstable, code, **terms)
    expected = {int(number): points(value) for number, value in case["expected"].items()}
    if code == "AOB":
        assert all(abs(ours[number] - value) <= Fraction(1, 200) for number, value in expected.items())
    else:
        assert {number: ours[number] for number in expected} == expected


@pytest.mark.parametrize("case", golden("tiebreaks/uschess"))
def test_an_example_of_us_chess(case: dict[str, Any]) -> None:
    crosstable = _player_of_results(case["results"]) if "results" in case else _player_against(case)
    assert column(crosstable, case["code"])[1] == points(case["expected"])


def _player_of_results(results: list[str]) -> Crosstable:
    """Return a crosstable in which player 1 has these results, each against somebody else; F is a full-point bye."""
    games, byes = [], []
    for round_number, result in enumerate(results, start=1):
        if result in "WDL":
            games.append(Game(round_number, 1, round_number + 1, {"W": 1.0, "D": 0.5, "L": 0.0}[result]))
        elif result == "F":
            byes.append(Bye(round_number, 1, ByeKind.FULL_POINT))
    entrants = tuple(Entrant(number) for number in range(1, len(results) + 2))
    return Crosstable(event("U").date, entrants, tuple(games), tuple(byes))


def _player_against(case: dict[str, Any]) -> Crosstable:
    """Return a crosstable in which player 1's opponents 2, 3 ... play every round and make these scores."""
    wanted = dict(enumerate(case["opponents"], start=2))
    rounds = len(wanted)
    lost = rounds - case.get("score", 0)
    games, stranger = [], 100
    for number in sorted(wanted, key=lambda one: -wanted[one]):
        from_player = min(1.0, lost, wanted[number])
        lost -= from_player
        games.append(Game(number - 1, number, 1, from_player))
        left = wanted[number] - from_player
        for round_number in range(1, rounds + 1):
            if round_number != number - 1:
                scored = min(1.0, left)
                left -= scored
                games.append(Game(round_number, number, stranger, scored))
                stranger += 1
        assert left == 0
    numbers = {1, *wanted, *range(100, stranger)}
    return Crosstable(event("U").date, tuple(Entrant(number) for number in sorted(numbers)), tuple(games))
