"""How an event was paired and ranked: the records of TRF26 beside its players and results, read."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date

from core.crosstable import Bye, ByeKind
from core.event_file import Accelerated, Conduct, Forbidden
from core.formats.chess.trf.players import PlayerLine
from core.formats.chess.trf.records import FileLine, numbers, whole
from core.formats.common.warnings import ParseWarnings, clean

_TELLING = ("102", "112", "132", "152", "162", "192", "202", "212", "250", "260")
_HALF_POINT_BYE = re.compile(r"P {1,3}0?[.,]50?(?![0-9])")
_CODE = re.compile(r"[A-Z][A-Z0-9_]{2,39}")
_TIE_BREAK = re.compile(r"[A-Z][A-Z0-9/:_-]{1,19}")
_POINTS = "PTS"


def read_conduct(
    records: Mapping[str, list[FileLine]],
    players: Mapping[int, PlayerLine],
    days: Iterable[date | None],
    doubts: ParseWarnings,
) -> Conduct | None:
    """Read how the event was paired and ranked; None where no record tells anything of it.

    days: of the rounds. What is not understood is a doubt and left out.
    """
    if not any(tag in records for tag in _TELLING):
        return None
    colour = _text(records, "152").upper()
    return Conduct(
        arbiters=tuple(
            name for tag in ("102", "112") for line in records.get(tag, ()) if (name := clean(line.text[4:]))
        ),
        days=tuple(days),
        system=_system(records, doubts),
        white_first={"W": True, "B": False}.get(colour[:1]),
        given_byes=frozenset(
            (round_number, number)
            for number, mine in players.items()
            for round_number, cell in enumerate(mine.cells, start=1)
            if cell is not None and cell.code == "U"
        ),
        half_point_bye=_HALF_POINT_BYE.search(_text(records, "162")) is not None,
        tie_breaks=_tie_breaks(records, doubts),
        ranks={number: mine.rank for number, mine in players.items() if mine.rank is not None},
        accelerated=_accelerated(records, players, doubts),
        forbidden=_forbidden(records, players, doubts),
    )


def with_their_points(byes: Iterable[Bye], conduct: Conduct | None) -> tuple[Bye, ...]:
    """Return byes, those that the pairing gave as half a point where the event says so."""
    if conduct is None or not conduct.half_point_bye:
        return tuple(byes)
    return tuple(
        replace(bye, kind=ByeKind.HALF_POINT) if (bye.round, bye.entrant) in conduct.given_byes else bye for bye in byes
    )


def _text(records: Mapping[str, list[FileLine]], tag: str) -> str:
    return clean(records[tag][0].text[4:]) if tag in records else ""


def _system(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> str | None:
    text = _text(records, "192").upper()
    if text and not _CODE.fullmatch(text):
        doubts.add(records["192"][0].number, "pairing systems", "the pairing system is no code: left out")
        return None
    return text or None


def _tie_breaks(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> tuple[str, ...]:
    """Return the codes of record 212, or 202, that stand behind the points."""
    tag = "212" if "212" in records else "202"
    codes = re.split(r"[,;\s]+", _text(records, tag).upper())
    known = [code for code in codes if _TIE_BREAK.fullmatch(code)]
    if len(known) < sum(map(bool, codes)):
        doubts.add(records[tag][0].number, "tie-breaks", "a tie-break is no code: left out")
    return tuple(code for code in dict.fromkeys(known) if code != _POINTS)


def _accelerated(
    records: Mapping[str, list[FileLine]], players: Mapping[int, PlayerLine], doubts: ParseWarnings
) -> tuple[Accelerated, ...]:
    found = []
    for line in records.get("250", ()):
        text = line.text
        points = re.fullmatch(r"(\d{1,2})[.,](\d)", text[9:13].strip(), re.ASCII)
        first, last = whole(text[14:17]), whole(text[18:21])
        one, other = whole(text[22:26]), whole(text[27:31])
        if points is None or not first or one not in players:
            doubts.add(line.number, "acceleration", "it names no points, rounds and players: left out")
            continue
        found.append(Accelerated(float(f"{points[1]}.{points[2]}"), first, last or first, one or 0, other or one or 0))
    return tuple(found)


def _forbidden(
    records: Mapping[str, list[FileLine]], players: Mapping[int, PlayerLine], doubts: ParseWarnings
) -> tuple[Forbidden, ...]:
    found = []
    for line in records.get("260", ()):
        first, last, who = whole(line.text[4:7]), whole(line.text[8:11]), numbers(line.text[12:])
        if not first or len(who) < 2 or any(number not in players for number in who):
            doubts.add(line.number, "forbidden pairs", "it names no rounds and players of this file: left out")
            continue
        found.append(Forbidden(first, last or first, tuple(who)))
    return tuple(found)
