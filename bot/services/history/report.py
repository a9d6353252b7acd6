"""What a chart is drawn from: data, no words."""

from dataclasses import dataclass
from datetime import date

from bot.services.history.window import Axis, Window
from bot.store.rows import Player
from core.club_rules import ClubRules
from core.lists import RatingList
from core.outcome import Award


@dataclass(frozen=True, slots=True)
class Point:
    """A rating as one fact left it.

    game: rated games played by then. displayed: the rating as it is shown.
    change: of the displayed rating; None for the first.
    events: what the events behind it are called, with their days; several for a list that was published.
    entered: whether somebody set it. Neither is so where everybody was rated anew.
    """

    day: date
    game: int
    rating: float
    displayed: int
    provisional: bool
    change: int | None = None
    events: tuple[tuple[str | None, date], ...] = ()
    entered: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A title or a norm, at one of the points."""

    at: int
    award: Award
    is_title: bool


@dataclass(frozen=True, slots=True)
class Peak:
    """The highest established rating.

    at: the point that brought it; None where it was entered. name: what it is called where a provisional rating was
    higher, and where none was.
    """

    rating: int
    at: Point | None
    name: str = "peak"


@dataclass(frozen=True, slots=True)
class Floor:
    """The rating below which a player cannot fall now, and the point at which that began."""

    rating: float
    since: Point


@dataclass(frozen=True, slots=True)
class Track:
    """One player's rating on one list, in a window.

    points: earliest first. before: how it stood when the window began; None where there was no rating yet.
    events: how many of the player's events are in the window.
    steps: whether the rating moves on the days of its lists alone, and stays level between them.
    shown: the rating of now, as displayed. provisional: whether it is.
    peak: of all the time, in the window or not; None before the first established rating.
    marks: titles, and the norms that led to one which was not held yet. jumps: points with the greatest changes.
    """

    player: Player
    rating_list: RatingList
    points: tuple[Point, ...]
    before: Point | None
    events: int
    steps: bool
    shown: int
    provisional: bool
    peak: Peak | None = None
    floor: Floor | None = None
    marks: tuple[Mark, ...] = ()
    jumps: tuple[int, ...] = ()

    @property
    def line(self) -> tuple[Point, ...]:
        """Return what the line runs through: how it stood when the window began, and the points."""
        return self.points if self.before is None else (self.before, *self.points)

    @property
    def change(self) -> int:
        """Return by how much the displayed rating moved within the window."""
        return self.shown - self.line[0].displayed


@dataclass(frozen=True, slots=True)
class HistoryReport:
    """One rating over time, or several of one scale: highest first.

    compares: whether it is people who are compared, and not one player's lists.
    """

    tracks: tuple[Track, ...]
    axis: Axis
    window: Window
    today: date
    house_rules: ClubRules
    compares: bool = False
