"""Time controls and rating systems as rating reports have them (section 5)."""

import re

from core.crosstable import TimeControl
from core.errors import InputError, RuleError
from core.formats.typed.time_controls import parse_time_control
from core.lists import RatingList
from core.uschess.speeds import is_dual_rated, lists_for

SYSTEMS = {"R": "regular", "D": "dual", "Q": "quick", "B": "blitz"}
_LONGEST_WRITTEN = 60
_MOST_MINUTES, _MOST_SECONDS = 999, 999
_PART = re.compile(
    r"""(?:\d{1,3}/|(?:game|g|sd)(?:in|/)?)(?P<minutes>\d{1,3})(?:min(?:ute)?s?)?  # 40/90, SD/30, Game in 60
    | (?:\+|delay|d|inc(?:rement)?|i)/?(?P<seconds>\d{1,3})(?:sec(?:ond)?s?)?      # d5, +30, inc 30
    | (?P<spoken>\d{1,3})(?:-?sec(?:ond)?s?)(?:-?(?:delay|inc(?:rement)?))?        # 5 second delay
    """,
    re.ASCII | re.VERBOSE,
)


def read_control(text: str) -> TimeControl | None:
    """Read a time control of one or more periods, their minutes summed; None for what cannot be read."""
    if len(text) > _LONGEST_WRITTEN:
        return None
    try:
        control = parse_time_control(text)
    except InputError:
        return _periods("".join(text.lower().split()))
    return control if control.minutes else None


def _periods(written: str) -> TimeControl | None:
    minutes = seconds = position = 0
    while position < len(written):
        match = _PART.match(written, position)
        if match is None:
            return None
        minutes += int(match["minutes"] or 0)
        seconds = max(seconds, int(match["seconds"] or match["spoken"] or 0))
        position = match.end()
        while position < len(written) and written[position] in ",;":
            position += 1
    if not minutes or minutes > _MOST_MINUTES or seconds > _MOST_SECONDS:
        return None
    return TimeControl(minutes, seconds)


def spelled(control: TimeControl) -> str:
    """Return a time control as US Chess stores it; up to 5 seconds count as delay, more as increment."""
    return f"G/{control.minutes};{'d' if control.seconds <= 5 else '+'}{control.seconds}"


def rating_system(control: TimeControl) -> str:
    """Return the letter of the rating system that follows from a time control; raise RuleError for one too fast."""
    lists = lists_for(control)
    if is_dual_rated(control):
        return "D"
    return {RatingList.USCHESS_REGULAR: "R", RatingList.USCHESS_QUICK: "Q"}.get(lists[0], "B")


def conflict(control: TimeControl, letter: str) -> str:
    """Return in words what is wrong between a time control and the letter beside it; nothing where they agree."""
    try:
        system = rating_system(control)
    except RuleError as error:
        return error.message
    # D is the letter with which blitz is known to be accepted.
    if letter in ("", system) or (system == "B" and letter == "D"):
        return ""
    said = SYSTEMS.get(letter, f'"{letter}"')
    return f"the report says {said}, but by the time control {control} it is {SYSTEMS[system]}: that counts."
