"""A rating over time as an SVG picture, in the colours of the page."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

from bot.services.ratings.history import Point, Track

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 360, 160, 40, 10, 24
STEPS = (10, 20, 50, 100, 200, 500)


def chart_svg(track: Track) -> str:
    """Return a track's line with its axes; empty with fewer than two points. It holds figures and dates only."""
    line = track.line
    if len(line) < 2 or line[0].day == line[-1].day:
        return ""
    low, high, step = _scale([point.displayed for point in line])
    first, days = line[0].day, (line[-1].day - line[0].day).days

    def x(day: date) -> float:
        return LEFT + (WIDTH - LEFT - 8) * (day - first).days / days

    def y(rating: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - rating) / (high - low)

    grid = "".join(
        f'<line x1="{LEFT}" x2="{WIDTH}" y1="{y(level):.1f}" y2="{y(level):.1f}" class="grid"/>'
        f'<text x="{LEFT - 6}" y="{y(level) + 4:.1f}" text-anchor="end">{level}</text>'
        for level in range(low, high + 1, step)
    )
    ends = ((first, "start"), (line[-1].day, "end"))
    dates = "".join(
        f'<text x="{x(day):.1f}" y="{HEIGHT - 6}" text-anchor="{anchor}">{day:%b %Y}</text>' for day, anchor in ends
    )
    path = " ".join(f"{x(point.day):.1f},{y(point.displayed):.1f}" for point in _corners(line, steps=track.steps))
    label = f"From {line[0].displayed} to {line[-1].displayed}"
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">'
        f'{grid}{dates}<polyline points="{path}"/></svg>'
    )


def _scale(ratings: Sequence[int]) -> tuple[int, int, int]:
    """Return the lowest and the highest level of the axis, and the step between levels."""
    spread = max(ratings) - min(ratings)
    step = next((one for one in STEPS if spread / one <= 4), STEPS[-1])
    low = min(ratings) // step * step
    return low, max(-(-max(ratings) // step) * step, low + step), step


def _corners(line: Sequence[Point], *, steps: bool) -> Sequence[Point]:
    """Return the points to join; a list's rating stays level until its next list."""
    if not steps:
        return line
    level = [replace(before, day=after.day) for before, after in pairwise(line)]
    return [line[0], *(point for pair in zip(level, line[1:], strict=True) for point in pair)]
