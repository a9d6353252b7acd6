"""An event as read from a file."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from core.event.background import ExternalSystem
from core.event.crosstable import Bye, EventKind, Game, GameType, Ranking, TimeControl
from core.event.published import Published

MOST_TEAM_CHARACTERS = 60
"""Longest stored name of a team."""


LOOK_AT = "look at"
"""A remark to act on before the file is stored."""
UNREAD = 'the column "{}" looks like results and is not read. Rename it, for example to {}'
"""Of a table's column, with the name that is read."""


class Remark(NamedTuple):
    """A doubt about what was read; line: from 1, None for the whole file.

    kind: name of similar remarks. lines: how many lines it is about.
    """

    line: int | None
    text: str
    kind: str = ""
    lines: int = 1

    def __str__(self) -> str:
        return self.text if self.line is None else f"Line {self.line}: {self.text}"


class UnsureDay(NamedTuple):
    """A date that may be another. day: with the day first. other: with the month first; None for a month alone."""

    text: str
    day: date
    other: date | None = None


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """A player of the file.

    games: behind the rating. born_year: where only the year is given. federation: three letters. sex: "m" or "w".
    title, state: as written. rating_class: of a Scrabble division. board: place in the team's order, from 1.
    published: by the federation, with this section. out: left a round robin early (C.05).
    """

    number: int
    name: str
    rating: float | None = None
    games: int | None = None
    uschess_id: str | None = None
    fide_id: str | None = None
    naspa_id: str | None = None
    born: date | None = None
    born_year: int | None = None
    federation: str | None = None
    sex: str | None = None
    title: str | None = None
    state: str | None = None
    team: str | None = None
    rating_class: str | None = None
    board: int | None = None
    published: Published = ()
    line: int | None = None
    out: bool = False


class Accelerated(NamedTuple):
    """Virtual points for a range of rounds and pairing numbers."""

    points: float
    first_round: int
    last_round: int
    first: int
    last: int


class Forbidden(NamedTuple):
    """Pairing numbers that must not meet in a range of rounds."""

    first_round: int
    last_round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a section was paired and ranked, where known.

    arbiters: chief first. days: of the rounds. system: FIDE's code; method: else as text.
    white_first: whether player 1 had White in round 1. given_byes: (round, number) of allocated byes.
    tie_breaks: FIDE's codes. ranks: final, by number. boards: by (round, number). bye_spread: of Scrabble.
    teams: names by pairing number.
    """

    arbiters: tuple[str, ...] = ()
    days: tuple[date | None, ...] = ()
    system: str | None = None
    method: str | None = None
    white_first: bool | None = None
    given_byes: frozenset[tuple[int, int]] = frozenset()
    half_point_bye: bool = False
    tie_breaks: tuple[str, ...] = ()
    ranks: Mapping[int, int] = field(default_factory=dict)
    accelerated: tuple[Accelerated, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    boards: Mapping[tuple[int, int], int] = field(default_factory=dict)
    bye_spread: int | None = None
    teams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileSection:
    """A section.

    written_control: an unparsed time control. conduct: None if unknown. listed: of a list of
    games, whether its reader made the rounds. ranking: of a stored or running event, and byes of teams.
    """

    players: tuple[FilePlayer, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    name: str | None = None
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    written_control: str | None = None
    rounds_planned: int | None = None
    conduct: Conduct | None = None
    ranking: Ranking | None = None
    listed: bool | None = field(default=None, compare=False)

    @property
    def rounds(self) -> int:
        rounds = [game.round for game in self.games] + [bye.round for bye in self.byes]
        return max(rounds, default=0)


@dataclass(frozen=True, slots=True)
class FileEvent:
    """A whole file.

    format: its name. began, day: first and last day. without_games: why this kind of file has none.
    ratings_of: the organisation; None for the target list's. of_any_game: scores such as 11-7 of any game.
    site: where it was played online. unsure: a date that may be another.
    played: the games won in a match that is rated as one game, only written.
    """

    format: str
    sections: tuple[FileSection, ...]
    name: str | None = None
    began: date | None = None
    day: date | None = None
    board: GameType = GameType.CHESS
    city: str | None = None
    federation: str | None = None
    ratings_of: ExternalSystem | None = None
    remarks: tuple[Remark, ...] = ()
    without_games: str | None = None
    of_any_game: bool = False
    site: str | None = None
    unsure: UnsureDay | None = None
    played: str | None = None


class FileKind(StrEnum):
    """What a file may be imported as."""

    EVENT = "event"
    ROSTER = "roster"
    ORACLE = "oracle"
    HISTORY = "history"
    CLUB = "club"
