"""An event as a file tells it, whatever its format: who played, what happened, and what was unclear."""

from dataclasses import dataclass
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
    born: birth date; born_year where only that is told. federation: three letters. sex: "m" or "w".
    title: as written, such as GM. state: two letters. team: name. rating_class: rating class of a Scrabble division.
    line: where the player stands in the file.
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


@dataclass(frozen=True, slots=True)
class FileSection:
    """A section: players who met each other, rated together."""

    players: tuple[FilePlayer, ...]
    games: tuple[Game, ...]
    byes: tuple[Bye, ...] = ()
    name: str | None = None
    kind: EventKind = EventKind.TOURNAMENT
    time_control: TimeControl | None = None
    rounds_planned: int | None = None

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
    site: str | None = None
