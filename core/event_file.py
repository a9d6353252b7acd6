"""An event as a file gives it, whatever its format: who played, what happened, and what was unclear."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from core.background import ExternalSystem
from core.crosstable import Bye, EventKind, Game, GameType, TimeControl


class Remark(NamedTuple):
    """Something that was read with a doubt, or left out; the line counts from 1, None for the whole file.

    kind: of those that are alike, a name. lines: how many lines it is about.
    """

    line: int | None
    text: str
    kind: str = ""
    lines: int = 1

    def __str__(self) -> str:
        return self.text if self.line is None else f"Line {self.line}: {self.text}"


@dataclass(frozen=True, slots=True)
class FilePlayer:
    """A player of the file.

    number: pairing number, unique in the section.
    rating, games: as the file gives them, with the rated games behind the rating.
    uschess_id, fide_id, naspa_id: membership numbers as text.
    born: birth date; born_year where only that is given. federation: three letters. sex: "m" or "w".
    title: as written, such as GM. state: two letters. team: name. rating_class: rating class of a Scrabble division.
    line: the player's line in the file.
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
    line: int | None = None


class Accelerated(NamedTuple):
    """Points that are added for pairing alone, in rounds and to pairing numbers from the first to the last."""

    points: float
    first_round: int
    last_round: int
    first: int
    last: int


class Forbidden(NamedTuple):
    """Pairing numbers that must not meet, in rounds from the first to the last."""

    first_round: int
    last_round: int
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a section was paired and ranked, where that is known.

    arbiters: the chief arbiter, then the deputies. days: of the rounds in their order, None for an unknown one.
    system: coded as FIDE does, such as FIDE_DUTCH. method: in words, where no code gives it.
    white_first: whether the lot gave White to the first player of round 1.
    given_byes: by round and number, the byes that the pairing gave; half_point_bye: whether these count half a point.
    tie_breaks: FIDE's codes in their order, such as BH/C1, without the points. ranks: final ones, by pairing number.
    boards: by round and number. bye_spread: what a bye counts in games that have points.
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


@dataclass(frozen=True, slots=True)
class FileSection:
    """A section: players who met each other, rated together.

    written_control: a time control as it is written, where that is not understood or tells no more than a speed.
    conduct: None where it is unknown how it was paired and ranked.
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

    @property
    def rounds(self) -> int:
        rounds = [game.round for game in self.games] + [bye.round for bye in self.byes]
        return max(rounds, default=0)


@dataclass(frozen=True, slots=True)
class FileEvent:
    """A whole file.

    format: what it was recognised as, in words.
    began, day: the days on which the event began and ended, None where the file does not say.
    city, federation: where it was.
    without_games: of a kind of file that never has games, why, and what to upload instead.
    ratings_of: whose ratings the file gives; None for those of the list that it is imported into.
    of_any_game: whether its scores, such as 11-7, may be those of any game.
    site: where it was played online, such as lichess; None where nothing in the file tells so.
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
