"""tsh's settings: config.tsh, or the lines around the files of an archive.

Only lines of two kinds are read, `division NAME FILE` and `config key = value`. The values are Perl in tsh; here a text
in quotes or a number is read, and nothing is evaluated.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from core.formats.common.text_lines import TextLine
from core.formats.common.warnings import ParseWarnings, clean, fault
from core.formats.common.written_days import parse_written_day
from core.formats.scrabble.tsh.lines import MOST_ROUNDS

BYE_SPREAD = 50
"""What a bye counts where the settings do not say."""

SPREADS = "the files hold spreads instead of scores: upload one that was kept with config entry = 'scores'."

_DIVISION = re.compile(r"division[ \t]+([^ \t]{1,200})[ \t]+([^ \t]{1,200})")
_CONFIG = re.compile(r"config[ \t]+([A-Za-z0-9_]{1,50})[ \t]*=[ \t]*(.*)")
_VALUE = re.compile(r"""'(?P<single>(?:[^'\\]++|\\.)*+)'|"(?P<double>(?:[^"\\]++|\\.)*+)"|(?P<bare>-?[A-Za-z0-9_.]+)""")
_COMMENT = re.compile(r"#(event_name|event_date|max_rounds|bye_spread|division)[ \t]+(.+)")
_KINDS = re.compile(
    r"(?:division[ \t]+[^ \t,;]+[ \t]+[^ \t;]*[^ \t0-9.+;]|config[ \t]+[A-Za-z0-9_]+[^=;,]*=|autopair[ \t]|prize[ \t])"
)
_LONGEST = 2_000
_MONTH_FIRST = re.compile(
    r"([A-Za-z]{3,9})\.? ([0-9]{1,2}) ?[-–] ?(?:([A-Za-z]{3,9})\.? )?([0-9]{1,2}),? ([0-9]{4})", re.ASCII
)
_DAY_FIRST = re.compile(
    r"([0-9]{1,2})\.?(?: ([A-Za-z]{3,9})\.?)? ?[-–] ?([0-9]{1,2})\.? ([A-Za-z]{3,9})\.?,? ([0-9]{4})", re.ASCII
)
_SPAN = re.compile(r"(.+?) (?:-|–|to)(?: (.+))?")


@dataclass(frozen=True, slots=True)
class TshConfig:
    """The settings that an event is made of.

    divisions: the name of a division by that of its file. division: that of a file which tells its own.
    bye_spread: what a bye counts. began, day: the days on which the event began and ended.
    """

    divisions: dict[str, str] = field(default_factory=dict)
    event_name: str | None = None
    began: date | None = None
    day: date | None = None
    rounds: int | None = None
    bye_spread: int = BYE_SPREAD
    division: str | None = None


def is_config_line(text: str) -> bool:
    """Tell whether a line is a setting of tsh."""
    return _KINDS.match(text) is not None


def read_config(lines: Iterable[TextLine], doubts: ParseWarnings) -> TshConfig:
    """Read the settings among lines; raise InputError for those that say that the files hold spreads."""
    divisions: dict[str, str] = {}
    values: dict[str, tuple[int, str]] = {}
    for number, whole in lines:
        text = whole[:_LONGEST].strip()
        if match := _DIVISION.match(text):
            divisions[match[2]] = clean(match[1])
        elif match := _CONFIG.match(text):
            value = _value(match[2])
            if value is not None:
                values[match[1]] = (number, value)
        elif match := _COMMENT.fullmatch(text):
            values.setdefault(match[1], (number, match[2]))
    return config_of(values, divisions, doubts)


def config_of(values: Mapping[str, tuple[int, str]], divisions: dict[str, str], doubts: ParseWarnings) -> TshConfig:
    """Return the settings, given with their lines; raise InputError for those that say that the files hold spreads."""
    if values.get("entry", (0, ""))[1] == "spread":
        raise fault(values["entry"][0], SPREADS)
    began, day = _days(values.get("event_date"), doubts)
    return TshConfig(
        divisions,
        event_name=clean(values["event_name"][1]) or None if "event_name" in values else None,
        began=began,
        day=day,
        rounds=_whole(values.get("max_rounds"), 1, MOST_ROUNDS),
        bye_spread=_whole(values.get("bye_spread"), 1, 999_999) or BYE_SPREAD,
        division=clean(values["division"][1]) if "division" in values else None,
    )


def _value(text: str) -> str | None:
    """Return a text in quotes or a number, None for other Perl."""
    match = _VALUE.match(text)
    if match is None:
        return None
    if match["single"] is not None:
        return re.sub(r"\\([\\'])", r"\1", match["single"])
    return match["bare"] if match["double"] is None else re.sub(r"\\(.)", r"\1", match["double"])


def _whole(value: tuple[int, str] | None, least: int, most: int) -> int | None:
    if value is None or not re.fullmatch(r"[0-9]{1,6}", value[1]):
        return None
    return int(value[1]) if least <= int(value[1]) <= most else None


def _days(value: tuple[int, str] | None, doubts: ParseWarnings) -> tuple[date | None, date | None]:
    """Return the days on which the event began and ended; the first is None where only one is told."""
    if value is None or not value[1].strip():
        return None, None
    line, text = value
    began, day = days_of(text)
    if began is None and day is None:
        doubts.add(line, "dates", f'"{clean(text, 40)}" is no date that can be read: left out')
    return began, day


def days_of(text: str) -> tuple[date | None, date | None]:
    """Read one day, or a first and a last one; return None for what is not told.

    March 5, 2023; March 3-5, 2023; 3-5 March 2023; Dec 29-Jan 1, 2025, which began in 2024; 2023-03-03 - 2023-03-05;
    2023-03-03~2023-03-05; 2023-03-03 - with an open end.
    """
    written = " ".join(text.replace("~", " - ").split())
    began: date | None
    single = _day(written)
    if single is not None:
        return None, single
    if match := _MONTH_FIRST.fullmatch(written):
        began, day = _within_a_year(match[5], (match[1], match[2]), (match[3] or match[1], match[4]))
    elif match := _DAY_FIRST.fullmatch(written):
        began, day = _within_a_year(match[5], (match[2] or match[4], match[1]), (match[4], match[3]))
    elif match := _SPAN.fullmatch(written):
        began, day = _day(match[1]), _day(match[2] or "")
        if match[2] and day is None:
            return None, None
    else:
        return None, None
    return (None, None) if began is None or (day is not None and day < began) else (began, day)


def _within_a_year(year: str, first: tuple[str, str], last: tuple[str, str]) -> tuple[date | None, date | None]:
    """Return two days, given as month and day, of which the last is in that year and the first in it or before."""
    began, day = (_day(f"{month} {number}, {year}") for month, number in (first, last))
    if began is not None and day is not None and day < began and first[0] != last[0]:
        began = _day(f"{first[0]} {first[1]}, {int(year) - 1}")
    return began, day


def _day(text: str) -> date | None:
    found = parse_written_day(text)
    return found.day if found is not None else None
