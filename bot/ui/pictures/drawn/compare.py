"""Several ratings over time in one picture: two to five people, or one player's lists of a scale."""

from collections.abc import Iterator, Sequence

from bot.services.history.report import HistoryReport, Track
from bot.ui.pictures.drawn.rating_plot import LEFT, MARGIN, RIGHT, Plot, foot, plot_of, signed_change
from bot.ui.pictures.fonts import fitted, text_width
from bot.ui.pictures.names import drawn_name, fitted_name
from bot.ui.pictures.parts import title_lines
from bot.ui.pictures.scene import Item, Line, Mark, Polyline, Scene, Text
from bot.ui.pictures.scene import Point as Place
from bot.ui.pictures.theme import GROUND, INK, LINES
from bot.ui.wording.histories import alternative, compared_subtitle, compared_title, rating_words, track_name

_END, _EARLIEST_END, _NAMES_AFTER = 752, 672, 44
"""Where the lines end: farther left where names are long; and how far behind that the names begin."""

_FIRST_NAME, _LAST_NAME, _APART = 182, 518, 84
_NAME_ABOVE_END, _FIGURES_BELOW_NAME = 10, 38
_EVERY, _MOST_MARKS = 3, 10
_MARK = {"circle": 10, "square": 11, "triangle": 13, "diamond": 13, "down": 13}


def compare_scene(report: HistoryReport, club: str) -> Scene:
    """Return the picture of a report with two to five tracks, highest first."""
    names = [drawn_name(track_name(report, track), number=track.player.id) for track in report.tracks]
    widest = max(text_width(name.text, 32, 600) for name in names)
    end = min(_END, max(_EARLIEST_END, RIGHT - widest - _NAMES_AFTER))
    plot = plot_of(report, LEFT, end)
    items: list[Item] = plot.frame(end)
    ends: list[Place] = []
    for track, (colour, _) in zip(report.tracks, LINES, strict=False):
        line = plot.places(track)
        items.append(Polyline(line, colour, 6))
        if line[-1][0] < end:  # nothing has happened since
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
    """Return the baselines of names beside the ends of their lines, from above down, that far apart that none covers
    another.
    """
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
    """Return where a line's mark stands: every third event, less often where there are many, and at its end."""
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
