"""Charts of ratings over time: one player's, or several compared."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import pairwise
from math import floor, inf

from bot.services.ratings.history import Axis, HistoryReport, Point, Track
from bot.ui.pictures.axes import RATING_STEPS, Scale, count_ticks, date_ticks, is_free, label_place
from bot.ui.pictures.fonts import Box, box_of, fitted, text_width
from bot.ui.pictures.parts import drawn_name, fitted_name, title_lines
from bot.ui.pictures.scene import (
    BLUE,
    FAINT,
    FALL,
    FOOTER_SIZE,
    GROUND,
    HEIGHT,
    INK,
    LINES,
    ORANGE,
    RULE,
    SOFT,
    TEAL,
    YELLOW,
    Area,
    Dot,
    Item,
    Line,
    Mark,
    Polyline,
    Scene,
    Text,
)
from bot.ui.pictures.scene import Point as Place
from bot.ui.wording.histories import (
    alternative,
    cause_of_change,
    compared_subtitle,
    compared_title,
    day_words,
    events_words,
    rating_words,
    track_name,
)
from bot.ui.wording.shared_lines import short_day
from core.rating.outcome import Award
from core.rating.rating_system import Bounds
from core.rating.systems import system_of
from core.words import displayed

MARGIN, RIGHT = 48, 1032
LEFT, TOP, BOTTOM = 144, 206, 556
MOST_POINTS = 400

_LEAST_LINES, _MOST_LINES, _HEADROOM = 4, 6, 0.08
_STEPS_WITHIN_ENDS = (2, 5, 10, 20)
_WIDE = 0.4

_LEAST_TICKS, _BETWEEN_LABELS = 2, 12
_BEFORE_ONE_DAY = 30


@dataclass(frozen=True, slots=True)
class Plot:
    """A plotting area. first, last: values at both ends of the horizontal axis."""

    report: HistoryReport
    scale: Scale
    start: float
    end: float
    first: int
    last: int

    def x(self, point: Point) -> float:
        return self._pixel(max(self.first, _value(self.report.axis, point)))

    def place(self, point: Point) -> Place:
        return self.x(point), self.scale.place(point.rating)

    def places(self, track: Track) -> tuple[Place, ...]:
        """Return a track's points in pixels, thinned."""
        places = thinned([self.place(point) for point in track.line])
        return stairs(places) if track.steps else tuple(places)

    def frame(self, line_end: float) -> list[Item]:
        items: list[Item] = []
        for value in self.scale.ticks:
            y = self.scale.place(value)
            items.append(Line(LEFT, y, line_end, y, RULE, 2))
            items.append(Text(LEFT - 18, y + 11, str(displayed(value)), 32, 500, FAINT, "right", tabular=True))
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
    """Return the plot between two pixels. also: ratings to include."""
    points = [point for track in report.tracks for point in track.line]
    is_one_day = len({point.day for point in points}) == 1
    if is_one_day and len(report.tracks) == 1:
        report = replace(report, axis=Axis.GAME)  # one day has no width: by games
    values = [_value(report.axis, point) for point in points]
    if is_one_day and report.axis is Axis.DATE:
        values.append(values[0] - _BEFORE_ONE_DAY)
    ratings = [*(point.rating for point in points), *also]
    ends = system_of(report.tracks[0].rating_list).scale.ends
    return Plot(report, scale_of(min(ratings), max(ratings), ends), start, end, min(values), max(values))


def scale_of(low: float, high: float, ends: Bounds | None) -> Scale:
    """Return a scale of ratings in whole steps, with room above the highest.

    Only a mostly used scale with ends begins at its lowest value.
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
    while (top - bottom) / step < _LEAST_LINES - 1:
        if (is_below and bottom - step >= lowest) or top + step > highest:
            bottom -= step
        else:
            top += step
        is_below = not is_below
    return Scale(bottom, min(top, highest), step, BOTTOM, TOP)


def thinned(places: Sequence[Place]) -> list[Place]:
    """Return a line's points; per column at most first, highest, lowest and last."""
    if len(places) <= MOST_POINTS:
        return list(places)
    columns: dict[int, list[Place]] = {}
    for place in places:
        columns.setdefault(round(place[0]), []).append(place)
    chosen_places: list[Place] = []
    for column in columns.values():
        by_height = sorted(range(len(column)), key=lambda at: column[at][1])
        chosen = sorted({0, by_height[0], by_height[-1], len(column) - 1})
        chosen_places += [column[at] for at in chosen]
    return chosen_places


def stairs(places: Sequence[Place]) -> tuple[Place, ...]:
    steps = list(places[:1])
    for x, y in places[1:]:
        if y != steps[-1][1]:
            steps += [(x, steps[-1][1]), (x, y)]
        else:
            steps.append((x, y))
    return tuple(steps)


def signed_change(change: int, x: float, y: float) -> Text:
    if change == 0:
        return Text(x, y, "=", 32, 600, SOFT)
    sign, colour = ("▲", TEAL) if change > 0 else ("▼", FALL)
    return Text(x, y, f"{sign}\u2009{abs(change)}", 32, 600, colour)


def foot(report: HistoryReport, club: str, legend: Iterable[tuple[str, Mark | Dot]]) -> list[Item]:
    y, x = HEIGHT - 28, float(MARGIN)
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


END = 1003

MOST_DOTS = 60
_BESIDE, _FARTHER = 26, 60
_JUMP_WIDTH = 400
_GAP = 28
_LEAST_NAME = 80
_ROOM = Box(LEFT, 160, RIGHT, BOTTOM - 2)


def history_scene(report: HistoryReport, club: str, names: Mapping[Award, str]) -> Scene:
    """Return the chart of one track with at least two points. names: of titles."""
    (track,) = report.tracks
    plot = plot_of(report, LEFT, END, _floor_in_sight(track))
    report = plot.report
    places = [plot.place(point) for point in track.points]
    line = plot.places(track)
    items: list[Item] = plot.frame(RIGHT)
    items.append(Area(line, BOTTOM, BLUE))
    labels = _Labels(line)
    items += _floor(plot, track, labels)
    items += _line(plot, track, line)
    items += _signs(track, places)
    peak = _peak_at(track)
    if peak is not None:
        items += _ring(*places[peak])
    items += [Dot(*places[-1], 20, BLUE, opacity=0.3), Dot(*places[-1], 11, INK, BLUE, 5)]
    labels.reserve(places[-1], 20)
    items += _labels(report, places, labels, names, peak)
    name = drawn_name(track.player.name, number=track.player.id)
    items += _head(report, track, name.text)
    items += foot(plot.report, club, _legend(track))
    titles = [names[mark.award] for mark in track.marks if mark.is_title]
    return Scene(tuple(items), alternative(report, titles), in_full=() if name.whole else (track.player.name,))


def _floor_in_sight(track: Track) -> tuple[float, ...]:
    if track.floor is None:
        return ()
    ratings = [point.rating for point in track.line]
    near = min(ratings) - max(0.5 * (max(ratings) - min(ratings)), 50)
    return (track.floor.rating,) if track.floor.rating >= near else ()


class _Labels:
    """Finds free places for labels."""

    def __init__(self, line: Sequence[Place]) -> None:
        self.line, self.taken = line, list[Box]()

    def reserve(self, at: Place, radius: float) -> None:
        self.taken.append(Box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius))

    def put(self, label: Text, at: Place, away: float = _BESIDE, clear_of: Sequence[Box] = ()) -> Text | None:
        """Return a label at a free place beside a point; None if there is none."""
        found = label_place(label, at, away, _ROOM, [*self.taken, *clear_of], [self.line])
        if found is not None:
            self.taken.append(box_of(found))
        return found

    def place_label(self, label: Text) -> bool:
        free = is_free(box_of(label), _ROOM, self.taken, [self.line])
        if free:
            self.taken.append(box_of(label))
        return free


def _line(plot: Plot, track: Track, line: tuple[Place, ...]) -> Iterator[Item]:
    settled = next((at for at, point in enumerate(track.line) if not point.provisional), len(track.line) - 1)
    turn = plot.place(track.line[settled])
    dotted = [place for place in line if place[0] < turn[0]]
    if settled and dotted:
        yield Polyline((*dotted, turn), BLUE, 5, dash=(0.5, 13.5))
    solid = [place for place in line if place[0] >= turn[0]] if settled else list(line)
    if len(solid) > 1:
        yield Polyline(tuple(solid), BLUE, 6 if len(track.points) <= MOST_POINTS else 4)
    if len(track.points) > MOST_DOTS:
        return
    for point in track.points:
        x, y = plot.place(point)
        yield Dot(x, y, 7, GROUND, BLUE, 4) if point.provisional else Dot(x, y, 5.5, BLUE)


def _signs(track: Track, places: Sequence[Place]) -> Iterator[Item]:
    """Return diamonds of titles and norms; of touching ones the earlier."""
    titles = [mark for mark in track.marks if mark.is_title]
    shown = [places[mark.at] for mark in titles]
    for mark in track.marks:
        x, y = places[mark.at]
        if not mark.is_title and all(abs(x - other) + abs(y - height) > 30 for other, height in shown):
            shown.append((x, y))
            yield Mark(x, y, 14, "diamond", YELLOW, rim=GROUND, rim_width=4, hole=8)
    for mark in titles:
        yield Mark(*places[mark.at], 14, "diamond", YELLOW, rim=GROUND, rim_width=4)


def _peak_at(track: Track) -> int | None:
    if track.peak is None or track.peak.at is None:
        return None
    return next((at for at, point in enumerate(track.points) if point is track.peak.at), None)


def _ring(x: float, y: float) -> list[Item]:
    return [Dot(x, y, 15, GROUND), Dot(x, y, 15, None, INK, 5), Dot(x, y, 6, INK)]


def _labels(
    report: HistoryReport, places: Sequence[Place], labels: _Labels, names: Mapping[Award, str], peak: int | None
) -> Iterator[Item]:
    (track,), today = report.tracks, report.today
    found: Text | None = None
    if peak is not None and track.peak is not None:
        labels.reserve(places[peak], 15)
        label = Text(0, 0, f"{track.peak.name} {track.peak.rating}", 34, 700, INK, halo=5)
        found = labels.put(label, places[peak])
        if found is not None:
            yield found
    titles = [mark for mark in track.marks if mark.is_title]
    signs = [Box(x - 14, y - 14, x + 14, y + 14) for x, y in (places[mark.at] for mark in titles)]
    for mark in titles:
        label = Text(0, 0, fitted(names[mark.award], _JUMP_WIDTH, 32, 600), 32, 600, YELLOW, halo=5)
        box = box_of(replace(label, x=places[mark.at][0], y=places[mark.at][1]))
        others = [sign for sign in signs if not sign.left <= box.left <= sign.right]
        title = labels.put(label, places[mark.at], clear_of=others) or labels.put(
            label, places[mark.at], _FARTHER, clear_of=others
        )
        if title is not None:
            yield title
    for at in track.jumps:
        point = track.points[at]
        if point.change is None or at == len(places) - 1:  # the last label is in the corner
            continue
        label = _change(point, today, 0, 0, _JUMP_WIDTH)
        if at == peak and found is not None and found.align == "left":
            beside = replace(label, x=box_of(found).right + 18, y=found.y, size=30)
            if labels.place_label(beside):
                yield beside
                continue
        jump = labels.put(replace(label, halo=5), places[at], clear_of=signs)
        if jump is not None:
            yield jump


def _change(point: Point, today: date, x: float, y: float, most: float) -> Text:
    change = signed_change(point.change or 0, x, y)
    space = most - text_width(f"{change.text} ", change.size, change.weight)
    words = (
        fitted(drawn_name(cause_of_change(point, today)).text, space, change.size, change.weight)
        if space > _LEAST_NAME
        else ""
    )
    return replace(change, text=f"{change.text} {words}".rstrip())


def _head(report: HistoryReport, track: Track, name: str) -> list[Item]:
    rating, last = rating_words(track), track.line[-1]
    wide = RIGHT - MARGIN - _GAP
    least = 0.0 if last.change is None else text_width(signed_change(last.change, 0, 0).text, 32, 600)
    subtitle = fitted(f"{track.rating_list.label} · {events_words(report, track)}", wide - least, 32, 500)
    name = fitted_name(name, wide - text_width(rating, 80, 800), 56, 700)
    items: list[Item] = [*title_lines(name, subtitle), Text(RIGHT, 104, rating, 80, 800, INK, "right")]
    if last.change is not None:
        moved = _change(last, report.today, RIGHT, 146, wide - text_width(subtitle, 32, 500))
        items.append(replace(moved, align="right"))
    return items


def _floor(plot: Plot, track: Track, labels: _Labels) -> Iterator[Item]:
    if track.floor is None or not plot.scale.low <= track.floor.rating <= plot.scale.high:
        return
    y = plot.scale.place(track.floor.rating)
    yield Line(plot.x(track.floor.since), y, RIGHT, y, ORANGE, 4, dash=(4, 10))
    label = Text(RIGHT, y + 40, f"floor {displayed(track.floor.rating)}", 32, 600, ORANGE, "right")
    for tried in (label, replace(label, y=y - 14)):
        if labels.place_label(tried):
            yield tried
            return


def _legend(track: Track) -> Iterator[tuple[str, Mark | Dot]]:
    if any(mark.is_title for mark in track.marks):
        yield "title", Mark(0, 0, 12, "diamond", FAINT)
    if any(not mark.is_title for mark in track.marks):
        yield "norm", Mark(0, 0, 12, "diamond", FAINT, rim=GROUND, hole=8)
    if any(point.provisional for point in track.points):
        yield "provisional", Dot(0, 0, 9, None, FAINT, 3)


_END, _EARLIEST_END, _NAMES_AFTER = 752, 672, 44
"""Lines' ends, farther left for long names; the gap before names."""

_FIRST_NAME, _LAST_NAME, _APART = 182, 518, 84
_NAME_ABOVE_END, _FIGURES_BELOW_NAME = 10, 38
_EVERY, _MOST_MARKS = 3, 10
_MARK = {"circle": 10, "square": 11, "triangle": 13, "diamond": 13, "down": 13}


def compare_scene(report: HistoryReport, club: str) -> Scene:
    names = [drawn_name(track_name(report, track), number=track.player.id) for track in report.tracks]
    widest = max(text_width(name.text, 32, 600) for name in names)
    end = min(_END, max(_EARLIEST_END, RIGHT - widest - _NAMES_AFTER))
    plot = plot_of(report, LEFT, end)
    items: list[Item] = plot.frame(end)
    ends: list[Place] = []
    for track, (colour, _) in zip(report.tracks, LINES, strict=False):
        line = plot.places(track)
        items.append(Polyline(line, colour, 6))
        if line[-1][0] < end:
            items.append(Line(*line[-1], end, line[-1][1], colour, 3, dash=(2, 8)))
        ends.append((end, line[-1][1]))
    for track, (colour, shape) in zip(report.tracks, LINES, strict=False):
        for x, y in _marked(plot, track):
            items.append(Mark(x, y, _MARK[shape], shape, colour, rim=GROUND, rim_width=3))
    left = end + _NAMES_AFTER
    for number, (y, track) in enumerate(zip(name_places([y for _, y in ends]), report.tracks, strict=True)):
        colour = LINES[number][0]
        items += _joined(ends[number], left - 12, y, colour)
        items += _name(report, track, names[number].text, left, y, colour)
    title = drawn_name(compared_title(report)).text
    title = title if report.compares else fitted_name(title, RIGHT - MARGIN, 56, 700)
    items += title_lines(title, compared_subtitle(report))
    items += foot(plot.report, club, [])
    in_full = tuple(
        track.player.name
        for track, name in zip(report.tracks, names, strict=True)
        if report.compares and not name.whole
    )
    return Scene(tuple(items), alternative(report), in_full=in_full)


def name_places(ends: Sequence[float]) -> list[float]:
    """Return baselines of names at the lines' ends, without overlaps."""
    found: list[float] = []
    for y in ends:
        wanted = max(y - _NAME_ABOVE_END, _FIRST_NAME)
        found.append(max(wanted, found[-1] + _APART) if found else wanted)
    limit = float(_LAST_NAME)
    for at in range(len(found) - 1, -1, -1):
        found[at] = min(found[at], limit)
        limit = found[at] - _APART
    return found


def _marked(plot: Plot, track: Track) -> Iterator[Place]:
    """Return marked points: every third event or fewer, and the last."""
    line = track.line
    step = max(_EVERY, -(-len(line) // _MOST_MARKS))
    yield from (plot.place(point) for point in line[:-1:step])
    yield plot.place(line[-1])


def _joined(end: Place, x: float, y: float, colour: str) -> list[Item]:
    return [Line(end[0] + 14, end[1], x, y - _NAME_ABOVE_END + 8, colour, 3, opacity=0.7)]


def _name(report: HistoryReport, track: Track, name: str, x: float, y: float, colour: str) -> list[Item]:
    fit = fitted_name if report.compares else fitted
    figures = rating_words(track)
    change = signed_change(track.change, x + text_width(figures, 32, 700) + 14, y + _FIGURES_BELOW_NAME)
    return [
        Text(x, y, fit(name, RIGHT - x, 32, 600), 32, 600, colour),
        Text(x, y + _FIGURES_BELOW_NAME, figures, 32, 700, INK),
        change,
    ]
