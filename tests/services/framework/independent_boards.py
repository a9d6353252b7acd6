"""The boards by gain and by peak, worked out from the journal's rows one after the other, without any of the store."""

import math
from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import select

from bot.services.ratings.leaderboard import PEAK_DAYS
from bot.store.database.tables import journal, standing
from bot.store.database.transactions import Connection
from bot.store.ratings import standings
from bot.store.ratings.standings import Figure, Gains, Peaks
from core.lists import RatingList

PAGE = 3


class Line(NamedTuple):
    figure: Any
    rating: int
    player_id: int


def boards_that_differ(connection: Connection, club_id: int, days: Iterable[date]) -> list[str]:
    """Return where the pages, the places and the numbers of lines are others than what the journal gives."""
    of_club = connection.execute(select(standing).where(standing.c.club_id == club_id)).all()
    entries = defaultdict(list)
    for row in connection.execute(select(journal).where(journal.c.club_id == club_id)).all():
        entries[row.list, row.player_id].append(row)
    said = []
    for day in days:
        for name in sorted({row.list for row in of_club}):
            known = [(row, sorted(entries[name, row.player_id], key=_place)) for row in of_club if row.list == name]
            month, since = day.replace(day=1), date.fromordinal(day.toordinal() - PEAK_DAYS)
            gains = [_gain(row, theirs, month) for row, theirs in known]
            peaks = [_peak(theirs, since) for _, theirs in known]
            boards = ((Gains(RatingList(name), month), gains), (Peaks(RatingList(name), since), peaks))
            for board, lines in boards:
                expected = _ranked(line for line in lines if line is not None)
                if _read(connection, club_id, board, expected) != expected:
                    said.append(f"{board}: {expected}")
    return said


def _read(connection: Connection, club_id: int, board: Gains | Peaks, expected: list[Figure]) -> list[Figure]:
    where = (connection, club_id, board)
    pages = range(0, len(expected) + PAGE, PAGE)
    found = [one for first in pages for one in standings.page_in_order(*where, first, PAGE)]
    places = [standings.place_in_order(*where, one.player_id) for one in expected]
    nobody = max([one.player_id for one in expected], default=0) + 1
    is_right = places == expected and standings.count_in_order(*where) == len(expected)
    return found if is_right and standings.place_in_order(*where, nobody) is None else []


def _ranked(lines: Iterable[Line]) -> list[Figure]:
    by_player = sorted(lines, key=lambda one: one.player_id)
    ordered = sorted(by_player, key=lambda one: (one.figure, one.rating), reverse=True)
    return [
        Figure(one.player_id, one.figure, one.rating, 1 + sum(other.figure > one.figure for other in ordered), before)
        for before, one in enumerate(ordered)
    ]


def _gain(row: Any, entries: list[Any], month: date) -> Line | None:
    moved = [
        _shown(one.after) - _shown(one.before)
        for one in entries
        if one.date >= month and one.entered_rating_id is None and None not in (one.before, one.after)
    ]
    return Line(sum(moved), row.shown, row.player_id) if moved else None


def _peak(entries: list[Any], since: date) -> Line | None:
    highest, reached = None, None
    for one in entries:
        if one.after is not None and (highest is None or _shown(one.after) > highest):
            highest, reached = _shown(one.after), one
    if highest is None or reached is None or reached.date < since:
        return None
    is_first = reached.before is None or reached.entered_rating_id is not None
    return None if is_first else Line(reached.date, highest, reached.player_id)


def _shown(rating: float) -> int:
    return math.floor(rating + 0.5)


def _place(row: Any) -> tuple[date, int]:
    return row.date, row.seq
