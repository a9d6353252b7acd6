"""One rating over time: the line, and on it the peak, titles and norms, the greatest jumps, the floor, now."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date

from bot.services.history.report import HistoryReport, Point, Track
from bot.ui.pictures.axes import is_free, label_place
from bot.ui.pictures.drawn.rating_plot import (
    BOTTOM,
    LEFT,
    MARGIN,
    MOST_POINTS,
    RIGHT,
    Plot,
    foot,
    plot_of,
    signed_change,
)
from bot.ui.pictures.fonts import Box, box_of, fitted, text_width
from bot.ui.pictures.names import drawn_name, fitted_name
from bot.ui.pictures.parts import title_lines
from bot.ui.pictures.scene import Area, Dot, Item, Line, Mark, Polyline, Scene, Text
from bot.ui.pictures.scene import Point as Place
from bot.ui.pictures.theme import BLUE, FAINT, GROUND, INK, ORANGE, YELLOW
from bot.ui.wording.histories import alternative, events_words, rating_words, what_moved
from core.outcome import Award

END = 1003
"""Where the line ends: there is room for the dot of now."""

MOST_DOTS = 60
_BESIDE, _FARTHER = 26, 60
_JUMP_WIDTH = 400
_GAP = 28
_LEAST_NAME = 80
_ROOM = Box(LEFT, 160, RIGHT, BOTTOM - 2)


def history_scene(report: HistoryReport, club: str, names: Mapping[Award, str]) -> Scene:
    """Return the picture of a report with one track of two points or more. names: of the titles on it."""
    (track,) = report.tracks
    plot = plot_of(report, LEFT, END, _floor_in_sight(track))
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
    labels.keep_clear(places[-1], 20)
    items += _labels(report, places, labels, names, peak)
    name = drawn_name(track.player.name, number=track.player.id)
    items += _head(report, track, name.text)
    items += foot(plot.report, club, _legend(track))
    titles = [names[mark.award] for mark in track.marks if mark.is_title]
    return Scene(tuple(items), alternative(report, titles), in_full=() if name.whole else (track.player.name,))


def _floor_in_sight(track: Track) -> tuple[float, ...]:
    """Return the floor where it lies so near that the scale can reach down to it."""
    if track.floor is None:
        return ()
    ratings = [point.rating for point in track.line]
    near = min(ratings) - max(0.5 * (max(ratings) - min(ratings)), 50)
    return (track.floor.rating,) if track.floor.rating >= near else ()


class _Labels:
    """Finds places for labels that cover neither the line nor each other."""

    def __init__(self, line: Sequence[Place]) -> None:
        self.line, self.taken = line, list[Box]()

    def keep_clear(self, at: Place, radius: float) -> None:
        """Let no label cover a sign."""
        self.taken.append(Box(at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius))

    def put(self, label: Text, at: Place, away: float = _BESIDE, clear_of: Sequence[Box] = ()) -> Text | None:
        """Return a label at a free place beside a point; None where there is none."""
        found = label_place(label, at, away, _ROOM, [*self.taken, *clear_of], [self.line])
        if found is not None:
            self.taken.append(box_of(found))
        return found

    def put_here(self, label: Text) -> bool:
        """Tell whether a label can stay where it is."""
        free = is_free(box_of(label), _ROOM, self.taken, [self.line])
        if free:
            self.taken.append(box_of(label))
        return free


def _line(plot: Plot, track: Track, line: tuple[Place, ...]) -> Iterator[Item]:
    """Return the stroke, dotted while the rating was provisional, and a dot for each event."""
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
    """Return the diamonds of titles and norms; of norms that would touch another sign the later one goes."""
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
    """Return the names of peak, titles and jumps, those that find room."""
    (track,), today = report.tracks, report.today
    found: Text | None = None
    if peak is not None and track.peak is not None:
        labels.keep_clear(places[peak], 15)
        label = Text(0, 0, f"{track.peak.name} {track.peak.rating}", 34, 700, INK, halo=5)
        found = labels.put(label, places[peak])
        if found is not None:
            yield found
    titles = [mark for mark in track.marks if mark.is_title]
    signs = [Box(x - 14, y - 14, x + 14, y + 14) for x, y in (places[mark.at] for mark in titles)]
    for mark in titles:
        label = Text(0, 0, fitted(names[mark.award], _JUMP_WIDTH, 32, 600), 32, 600, YELLOW, halo=5)
        here = box_of(replace(label, x=places[mark.at][0], y=places[mark.at][1]))
        others = [sign for sign in signs if not sign.left <= here.left <= sign.right]
        title = labels.put(label, places[mark.at], clear_of=others) or labels.put(
            label, places[mark.at], _FARTHER, clear_of=others
        )
        if title is not None:
            yield title
    for at in track.jumps:
        point = track.points[at]
        if point.change is None or at == len(places) - 1:  # the last one stands in the corner
            continue
        label = _change(point, today, 0, 0, _JUMP_WIDTH)
        if at == peak and found is not None and found.align == "left":
            beside = replace(label, x=box_of(found).right + 18, y=found.y, size=30)
            if labels.put_here(beside):
                yield beside
                continue
        jump = labels.put(replace(label, halo=5), places[at], clear_of=signs)
        if jump is not None:
            yield jump


def _change(point: Point, today: date, x: float, y: float, most: float) -> Text:
    """Return a change with what made it, that name shortened first."""
    change = signed_change(point.change or 0, x, y)
    room = most - text_width(f"{change.text} ", change.size, change.weight)
    words = (
        fitted(drawn_name(what_moved(point, today)).text, room, change.size, change.weight)
        if room > _LEAST_NAME
        else ""
    )
    return replace(change, text=f"{change.text} {words}".rstrip())


def _head(report: HistoryReport, track: Track, name: str) -> list[Item]:
    """Return name, list, the rating of now, and what moved it last."""
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
    """Return the floor from where it began, and its label below or above."""
    if track.floor is None or not plot.scale.low <= track.floor.rating <= plot.scale.high:
        return
    y = plot.scale.place(track.floor.rating)
    yield Line(plot.x(track.floor.since), y, RIGHT, y, ORANGE, 4, dash=(4, 10))
    label = Text(RIGHT, y + 40, f"floor {track.floor.rating:.0f}", 32, 600, ORANGE, "right")
    for tried in (label, replace(label, y=y - 14)):
        if labels.put_here(tried):
            yield tried
            return


def _legend(track: Track) -> Iterator[tuple[str, Mark | Dot]]:
    """Return what the signs mean, of those that there are."""
    if any(mark.is_title for mark in track.marks):
        yield "title", Mark(0, 0, 12, "diamond", FAINT)
    if any(not mark.is_title for mark in track.marks):
        yield "norm", Mark(0, 0, 12, "diamond", FAINT, rim=GROUND, hole=8)
    if any(point.provisional for point in track.points):
        yield "provisional", Dot(0, 0, 9, None, FAINT, 3)
