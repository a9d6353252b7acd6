"""A dated list of games as events of its days, months or matches."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from core.event.crosstable import Bye, EventKind, Game
from core.event.event_file import Conduct, FileSection

A_MONTH = timedelta(days=30)
"""A longer event may be rated by the day of each game."""
MOST_ROUNDS = 99
"""Of one event."""


class Span(StrEnum):
    """What one event of a dated list is."""

    EVENT = "event"
    DAY = "day"
    MONTH = "month"
    MATCH = "match"


class Part(NamedTuple):
    """An event of a dated list. began: None for one day. numbers: of the whole list, by the part's."""

    section: FileSection
    began: date | None
    day: date
    numbers: Mapping[int, int]


def days_by_round(section: FileSection) -> dict[int, date]:
    days = () if section.conduct is None else section.conduct.days
    return {number: day for number, day in enumerate(days, start=1) if day is not None}


def span_days(sections: Sequence[FileSection]) -> set[date]:
    """Return the days of games; none unless every round has its day."""
    found: set[date] = set()
    for section in sections:
        days = days_by_round(section)
        if any(game.round not in days for game in section.games):
            return set()
        found |= {days[game.round] for game in section.games}
    return found


def parts_of(section: FileSection, span: Span) -> list[Part]:
    """Return a section's events in order, each numbered from 1."""
    days = days_by_round(section)

    def key(one: Game | Bye) -> tuple[date, Hashable]:
        day = days[one.round]
        if span is not Span.MATCH:
            return day if span is Span.DAY else day.replace(day=1), 0
        people = (one.first, one.second) if isinstance(one, Game) else (one.entrant, one.opponent or 0)
        return day, (min(people), max(people))

    games: dict[tuple[date, Hashable], list[Game]] = {}
    byes: dict[tuple[date, Hashable], list[Bye]] = {}
    for game in section.games:
        games.setdefault(key(game), []).append(game)
    for bye in section.byes:
        if bye.round in days:
            byes.setdefault(key(bye), []).append(bye)
    first = {one: min(game.round for game in played) for one, played in games.items()}
    order = sorted(games, key=lambda one: (one[0], first[one]))
    return [_part(section, days, games[one], byes.get(one, ()), is_match=span is Span.MATCH) for one in order]


def _part(
    section: FileSection, days: Mapping[int, date], games: Sequence[Game], byes: Sequence[Bye], *, is_match: bool
) -> Part:
    seats = {number for game in games for number in (game.first, game.second)}
    seats |= {number for bye in byes for number in (bye.entrant, bye.opponent) if number is not None}
    players = [player for player in section.players if player.number in seats]
    numbers = {player.number: number for number, player in enumerate(players, start=1)}
    old_rounds = sorted({*(game.round for game in games), *(bye.round for bye in byes)})
    rounds = {old: number for number, old in enumerate(old_rounds, start=1)}
    played = [days[old] for old in old_rounds]
    part = replace(
        section,
        players=tuple(replace(player, number=numbers[player.number]) for player in players),
        games=tuple(
            replace(game, round=rounds[game.round], first=numbers[game.first], second=numbers[game.second])
            for game in sorted(games, key=attrgetter("round", "first"))
        ),
        byes=tuple(
            replace(
                bye,
                round=rounds[bye.round],
                entrant=numbers[bye.entrant],
                opponent=None if bye.opponent is None else numbers[bye.opponent],
            )
            for bye in byes
        ),
        kind=EventKind.MATCH if is_match else section.kind,
        conduct=Conduct(days=tuple(played)),
        ranking=None,
    )
    began = min(played)
    return Part(part, None if began == max(played) else began, max(played), {new: old for old, new in numbers.items()})
