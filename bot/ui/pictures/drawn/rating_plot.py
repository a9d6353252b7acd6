"""The plot that charts of ratings share: scale, ticks, what a line runs through."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from math import floor, inf

from bot.services.history.report import HistoryReport, Point, Track
from bot.services.history.window import Axis
from bot.ui.pictures.axes import RATING_STEPS, Scale, count_ticks, date_ticks
from bot.ui.pictures.fonts import box_of, fitted, text_width
from bot.ui.pictures.names import drawn_name
from bot.ui.pictures.scene import FOOTER_SIZE, HEIGHT, Dot, Item, Line, Mark, Text
from bot.ui.pictures.scene import Point as Place
from bot.ui.pictures.theme import FAINT, FALL, RULE, SOFT, TEAL
from bot.ui.wording.dates import short_day
from bot.ui.wording.histories import day_words
from core.rating_system import Bounds
from core.systems import SYSTEMS

MARGIN, RIGHT = 48, 1032
LEFT, TOP, BOTTOM = 144, 206, 556
MOST_POINTS = 400

_LEAST_LINES, _MOST_LINES, _HEADROOM = 4, 6, 0.08
_STEPS_WITHIN_ENDS = (2, 5, 10, 20)
_WIDE = 0.4
"""Of a scale that has ends: a span beyond this part of it is shown on all of it."""

_LEAST_TICKS, _BETWEEN_LABELS = 2, 12


@dataclass(frozen=True, slots=True)
class Plot:
    """Where points lie; first, last: the values at both ends of the axis below."""

    report: HistoryReport
    scale: Scale
    start: float
    end: float
    first: int
    last: int

    def x(self, point: Point) -> float:
        """Return the pixel of a point's day or games; what lies before the axis stands at its start."""
        return self._pixel(max(self.first, _value(self.report.axis, point)))

    def place(self, point: Point) -> Place:
        """Return where a point lies."""
        return self.x(point), self.scale.place(point.rating)

    def places(self, track: Track) -> tuple[Place, ...]:
        """Return what a track's line runs through: not many more points than a picture has columns."""
        places = thinned([self.place(point) for point in track.line])
        return stairs(places) if track.steps else tuple(places)

    def frame(self, line_end: float) -> list[Item]:
        """Return grid and ticks with their labels. line_end: how far the grid runs."""
        items: list[Item] = []
        for value in self.scale.ticks:
            y = self.scale.place(value)
            items.append(Line(LEFT, y, line_end, y, RULE, 2))
            items.append(Text(LEFT - 18, y + 11, f"{value:.0f}", 32, 500, FAINT, "right", tabular=True))
        ticks = [
            (x, Text(min(x, RIGHT - text_width(label, 32, 500) / 2), BOTTOM + 48, label, 32, 500, FAINT, "center"))
            for x, label in self._ticks()
        ]
        while any(box_of(one).meets(box_of(other), _BETWEEN_LABELS) for (_, one), (_, other) in pairwise(ticks)):
            ticks = ticks[::2]
        for x, text in ticks:
            items += [Line(x, BOTTOM, x, BOTTOM + 12, RULE, 3), text]
        return items

    def _ticks(self) -> list[tuple[float, str]]:
        if self.report.axis is Axis.GAME:
            return [(self._pixel(value), str(value)) for value in count_ticks(self.last, lowest=self.first)]
        first, last = date.fromordinal(self.first), date.fromordinal(self.last)
        ticks = date_ticks(first, last)
        if len(ticks) < _LEAST_TICKS:
            ends = dict.fromkeys((first, last))
            ticks = [(day, short_day(day, day)) for day in ends]
        return [(self._pixel(day.toordinal()), label) for day, label in ticks]

    def _pixel(self, value: int) -> float:
        share = (value - self.first) / (self.last - self.first) if self.last > self.first else 1.0
        return self.start + share * (self.end - self.start)


def plot_of(report: HistoryReport, start: float, end: float, also: Sequence[float] = ()) -> Plot:
    """Return the plot of all lines between two pixels. also: ratings that must lie on its scale."""
    points = [point for track in report.tracks for point in track.line]
    if len({point.day for point in points}) == 1:
        report = replace(report, axis=Axis.GAME)  # one day has no width
    values = [_value(report.axis, point) for point in points]
    ratings = [*(point.rating for point in points), *also]
    ends = SYSTEMS[report.tracks[0].rating_list].scale.ends
    return Plot(report, scale_of(min(ratings), max(ratings), ends), start, end, min(values), max(values))


def scale_of(low: float, high: float, ends: Bounds | None) -> Scale:
    """Return the scale of ratings: from a whole step on, with room above the highest.

    It does not begin at zero, but for one with ends of which much is shown.
    """
    steps: tuple[float, ...] = RATING_STEPS
    if ends is not None:
        if high - low > _WIDE * (ends.highest - ends.lowest):
            return Scale(ends.lowest, ends.highest, (ends.highest - ends.lowest) / 5, BOTTOM, TOP)
        steps = _STEPS_WITHIN_ENDS
    lowest, highest = ends or (0.0, inf)
    for step in (*steps, *(step * 10**power for power in (1, 2) for step in steps)):
        bottom = floor(low / step) * step
        top = bottom + (high - bottom) / (1 - _HEADROOM)
        if (top - bottom) / step < _MOST_LINES:
            break
    is_below = True
    while (top - bottom) / step < _LEAST_LINES - 1:  # few values stand in the middle
        if (is_below and bottom - step >= lowest) or top + step > highest:
            bottom -= step
        else:
            top += step
        is_below = not is_below
    return Scale(bottom, min(top, highest), step, BOTTOM, TOP)


def thinned(places: Sequence[Place]) -> list[Place]:
    """Return places along a line; of many, the first, highest, lowest and last of each column of pixels."""
    if len(places) <= MOST_POINTS:
        return list(places)
    columns: dict[int, list[Place]] = {}
    for place in places:
        columns.setdefault(round(place[0]), []).append(place)
    kept: list[Place] = []
    for column in columns.values():
        by_height = sorted(range(len(column)), key=lambda at: column[at][1])
        chosen = sorted({0, by_height[0], by_height[-1], len(column) - 1})
        kept += [column[at] for at in chosen]
    return kept


def stairs(places: Sequence[Place]) -> tuple[Place, ...]:
    """Return a line that stays level until it moves."""
    steps = list(places[:1])
    for x, y in places[1:]:
        if y != steps[-1][1]:
            steps += [(x, steps[-1][1]), (x, y)]
        else:
            steps.append((x, y))
    return tuple(steps)


def signed_change(change: int, x: float, y: float) -> Text:
    """Return a change with its arrow, in its colour."""
    if change == 0:
        return Text(x, y, "=", 32, 600, SOFT)
    sign, colour = ("▲", TEAL) if change > 0 else ("▼", FALL)
    return Text(x, y, f"{sign}\u2009{abs(change)}", 32, 600, colour)


def foot(report: HistoryReport, club: str, legend: Iterable[tuple[str, Mark | Dot]]) -> list[Item]:
    """Return the last line: what the signs mean, club and day."""
    y, x = HEIGHT - FOOTER_SIZE, float(MARGIN)
    items: list[Item] = []
    for word, sign in legend:
        items += [replace(sign, x=x + 13, y=y - 10), Text(x + 37, y, word, FOOTER_SIZE, 500, FAINT)]
        x += 37 + text_width(word, FOOTER_SIZE, 500) + 24
    if report.axis is Axis.GAME:
        items.append(Text(x, y, "by rated games", FOOTER_SIZE, 500, FAINT))
        x += text_width("by rated games", FOOTER_SIZE, 500) + 24
    day = f" · {day_words(report.today)}"
    where = fitted(drawn_name(club).text, RIGHT - x - text_width(day, FOOTER_SIZE, 500), FOOTER_SIZE, 500)
    return [*items, Text(RIGHT, y, f"{where}{day}", FOOTER_SIZE, 500, FAINT, "right")]


def _value(axis: Axis, point: Point) -> int:
    return point.day.toordinal() if axis is Axis.DATE else point.game
