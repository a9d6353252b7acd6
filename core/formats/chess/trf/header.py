"""The header of a tournament report file: the event, its days, its time control, its points for a result."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from core.crosstable import TimeControl
from core.errors import InputError
from core.formats.chess.trf.records import FIRST_ROUND, ROUND_WIDTH, FileLine, whole
from core.formats.common.names import shorten
from core.formats.common.online import SOME_SITE, site_as_federation, site_of
from core.formats.common.warnings import ParseWarnings, clean
from core.formats.common.written_days import WrittenDay, parse_written_day, says_nothing
from core.formats.typed.time_controls import parse_time_control, speed_of
from core.words import counted

_FEDERATION = re.compile(r"(?:.*\()?([A-Za-z]{3})\)?")
_PERIOD = re.compile(r"(?:\d{1,3}/)?(\d{1,5})(?:\+(\d{1,3}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Header:
    """What the header tells.

    slashed: whether a day is written YYYY/MM/DD. site: where it was played online, by what the header says.
    """

    name: str | None
    city: str | None
    federation: str | None
    began: date | None
    day: date | None
    time_control: TimeControl | None
    written_control: str | None
    rounds_planned: int | None
    is_match: bool
    slashed: bool
    site: str | None


def read_header(records: Mapping[str, list[FileLine]], names: Sequence[str], doubts: ParseWarnings) -> Header:
    """Read the header; whatever is not understood is a doubt and left out. names: those of the players."""
    began, day = _days(records, doubts)
    rounds = [day for day in round_days(records) if day is not None]
    began, day = began or min(rounds, default=None), day or max(rounds, default=None)
    if began is not None and day is not None and day < began:
        line = _first(records, "052") or _first(records, "042")
        doubts.add(line.number if line else 1, "days", f"the event ends on {day}, before it begins on {began}")
    control = _coded_control(records, doubts) or _written_control(records, doubts)
    return Header(
        name=_text(records, "012"),
        city=_text(records, "022"),
        federation=_federation(records, doubts),
        began=began,
        day=day,
        time_control=control,
        written_control=None if control else _text(records, "122") or _text(records, "222"),
        rounds_planned=_planned(records, doubts),
        is_match="match" in (_text(records, "092") or "").casefold(),
        slashed=any(re.match(r"\d{4}/", _text(records, tag) or "") for tag in ("042", "052")),
        site=_site(records, names),
    )


def check_counts(records: Mapping[str, list[FileLine]], players: int, rated: int, doubts: ParseWarnings) -> None:
    """Doubt where the header counts other players than there are: records 062 and 072."""
    for tag, count, what in (("062", players, "players"), ("072", rated, "rated players")):
        line = _first(records, tag)
        match = re.match(r"\d{1,6}", line.text[4:].strip(), re.ASCII) if line else None
        if line and match and int(match[0]) != count:
            doubts.add(line.number, "counts", f"the header counts {match[0]} {what}, the file has {count}")


def _site(records: Mapping[str, list[FileLine]], names: Sequence[str]) -> str | None:
    """Return where the event was played online: an address, a site as federation, or how sites write days."""
    found = site_of(_text(records, tag) for tag in ("012", "022", "102", "112", "122"))
    federation = _text(records, "032")
    if found is None and (federation is None or _FEDERATION.fullmatch(federation) is None):
        found = site_as_federation(federation, names)
    months = any(re.match(r"[A-Za-z]{3}", _text(records, tag) or "") for tag in ("042", "052"))
    if found is None and months and ("XXC" in records or "XXP" in records):
        found = SOME_SITE
    return found


def _first(records: Mapping[str, list[FileLine]], tag: str) -> FileLine | None:
    return records[tag][0] if tag in records else None


def _text(records: Mapping[str, list[FileLine]], tag: str) -> str | None:
    line = _first(records, tag)
    return clean(line.text[4:]) or None if line else None


def _federation(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> str | None:
    text = _text(records, "032")
    if text is None:
        return None
    match = _FEDERATION.fullmatch(text)
    if match is None:
        doubts.add(
            records["032"][0].number, "federations", f'"{shorten(text)}" is no federation of three letters: left out'
        )
        return None
    return match[1].upper()


def _days(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> tuple[date | None, date | None]:
    """Return the days on which the event began and ended, records 042 and 052.

    Where they can be read in several ways, in the one that makes the event short.
    """
    written = {tag: _day(records, tag, doubts) for tag in ("042", "052")}
    began, ended = ([day.day, day.other or day.day] if day else [None, None] for day in written.values())
    pairs = list(zip(began, ended, strict=True))

    def length(pair: tuple[date | None, date | None]) -> int:
        first, last = pair
        days = (last - first).days if first and last else 0
        return days if days >= 0 else 100_000 - days

    best = min(pairs, key=length)  # of equals the first, the usual one
    for (tag, day), chosen in zip(written.items(), best, strict=True):
        if day is not None and not day.sure:
            doubts.add(records[tag][0].number, "dates", f'"{_text(records, tag)}" is taken as {chosen}')
    return best


def _day(records: Mapping[str, list[FileLine]], tag: str, doubts: ParseWarnings) -> WrittenDay | None:
    text = _text(records, tag)
    if text is None or says_nothing(text):
        return None
    line = records[tag][0].number
    written = parse_written_day(text)
    if written is None or written.day is None:
        doubts.add(line, "dates", f'"{shorten(text)}" is no date: left out, write YYYY/MM/DD')
        return None
    return written


def round_days(records: Mapping[str, list[FileLine]]) -> list[date | None]:
    """Return the round dates of record 132, in the form YY/MM/DD of the regulations alone; None for another."""
    line = _first(records, "132")
    found: list[date | None] = []
    for start in range(FIRST_ROUND, len(line.text) if line else 0, ROUND_WIDTH):
        assert line is not None
        match = re.fullmatch(r"(\d\d)/(\d\d)/(\d\d)", line.text[start : start + ROUND_WIDTH].strip(), re.ASCII)
        written = parse_written_day(f"20{match[0]}") if match else None
        found.append(written.day if written is not None and written.sure else None)
    return found


def check_rounds(
    records: Mapping[str, list[FileLine]], planned: int | None, rounds: int, doubts: ParseWarnings
) -> None:
    """Doubt an event that is not over, or has more rounds than were planned: records 142 and XXR."""
    line = _first(records, "142") or _first(records, "XXR")
    if line and planned is not None and planned != rounds:
        doubts.add(line.number, "counts", f"the plan is {counted(planned, 'round')}, the file has {rounds}")


def _planned(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> int | None:
    line = _first(records, "142") or _first(records, "XXR")
    if line is None or not line.text[4:].strip():
        return None
    rounds = whole(line.text[4:])
    if rounds is None:
        doubts.add(line.number, "numbers", f'"{shorten(line.text[4:100])}" is no number of rounds: left out')
    return rounds or None


def _coded_control(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> TimeControl | None:
    """Read record 222, in seconds: 5400+30, or periods such as 40/6000+30:900+30, which are added up."""
    text = _text(records, "222")
    if text is None:
        return None
    periods = [_PERIOD.fullmatch(period) for period in text.replace(" ", "").split(":")]
    main = sum(int(period[1]) for period in periods if period)
    increments = {int(period[2] or 0) for period in periods if period}
    if not all(periods) or main % 60 or not 0 < main // 60 < 1000 or len(increments) != 1:
        doubts.add(
            records["222"][0].number,
            "time controls",
            f'"{shorten(text)}" is no time control in seconds that is alike for all moves: left out',
        )
        return None
    return TimeControl(main // 60, increments.pop())


def _written_control(records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> TimeControl | None:
    """Read record 122, free text."""
    text = _text(records, "122")
    if text is None:
        return None
    try:
        return parse_time_control(text)
    except InputError:
        if speed_of(text) is None:
            text = f'the time control "{shorten(text)}" is not understood'
            doubts.add(records["122"][0].number, "time controls", text)
        return None
