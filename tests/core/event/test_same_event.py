"""Whether a report is likely to tell an event again that is stored."""

from datetime import date
from typing import Any

import pytest

from core.event.crosstable import Crosstable, Entrant, Game
from core.event.similarity import event_and_day, is_duplicate_report

DAY = date(2026, 11, 20)
OWN = 7


def told(
    *opponents: float | str, day: date = DAY, began: date | None = None, rated: tuple[str, ...] = ()
) -> Crosstable:
    """Return a report: numbers are ratings that were typed, words are players; `rated` are moved by it too."""
    lines = [Entrant(1, player=OWN, rated=True)]
    for number, one in enumerate(opponents, start=2):
        who: dict[str, Any] = {"rating": one} if isinstance(one, float) else {"player": one, "rated": one in rated}
        lines.append(Entrant(number, **who))
    games = tuple(Game(number - 1, 1, number, 1.0) for number in range(2, len(lines) + 1))
    return Crosstable(day, tuple(lines), games, began=began)


@pytest.mark.parametrize(
    ("stored", "stored_name", "again", "name", "is_same"),
    [
        (told(2400.0, 2300.0), None, told(2300.0, 2400.0), None, True),
        (told(2400.0, 2300.0), None, told(2400.0), None, False),
        (told(2400.0), "Kitchen Open", told(2000.0), "kitchen open", True),
        (told(2400.0), "Kitchen Open", told(2000.0), "Cellar Open", False),
        (told(2400.0), "Kitchen Open", told(2400.0), "Cellar Open", True),
        (told("Eli"), None, told("Eli"), None, True),
        (told("Eli"), None, told("Fay"), None, False),
        (told("Eli", rated=("Eli",)), "Open", told(1500.0), None, True),
        (told("Eli", rated=("Eli",)), "Open", told("Eli", 1500.0), "Cup", True),
        (told("Eli", rated=("Eli",)), "Open", told(1500.0), "Cup", True),
        (told(2400.0), "Kitchen Open", told(2400.0, day=date(2026, 11, 21)), "Kitchen Open", False),
        (told("Eli", began=date(2026, 11, 18), rated=("Eli",)), None, told(1500.0, day=date(2026, 11, 19)), None, True),
    ],
    ids=[
        "the same opponents in another order",
        "fewer opponents",
        "the same name",
        "another name and other opponents",
        "another name and the same opponents",
        "the same player",
        "another player",
        "inside an event that has rated several",
        "against somebody of an event that has rated several",
        "under another name than an event that has rated several",
        "another day",
        "a day of an event of several",
    ],
)
def test_it_is_the_same_by_its_name_its_opponents_or_the_event_that_has_it(
    stored: Crosstable, stored_name: str | None, again: Crosstable, name: str | None, is_same: bool
) -> None:
    assert is_duplicate_report(stored, stored_name, again, name, OWN) is is_same


def test_whoever_was_only_an_opponent_has_told_nothing_yet() -> None:
    theirs = Crosstable(DAY, (Entrant(1, player="Eli", rated=True), Entrant(2, 1500.0, OWN)), (Game(1, 1, 2, 0.0),))
    assert not is_duplicate_report(theirs, "Open", told("Eli"), "Open", OWN)


def test_an_event_without_a_name_tells_its_day_once() -> None:
    day = date(2026, 11, 22)
    assert event_and_day(None, day) == "Event of 2026-11-22"
    assert event_and_day("Kitchen Open", day) == "Kitchen Open of 2026-11-22"
