"""The top ten of a year as a short animation of bars."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise

from bot.services.ratings.year_race import TOP, Race, RaceDay
from bot.ui.pictures.parts import LEFT, drawn_name, fitted_name, footer, title_lines
from bot.ui.pictures.scene import HEIGHT, INK, LEAST_SIZE, LINES, SOFT, Item, Rect, Scene, Text
from bot.ui.wording.shared_lines import long_day
from core.words import displayed

FRAMES_PER_STEP = 5
MILLISECONDS, LAST_MILLISECONDS = 100, 3000

_FIRST_ROW, _ROW, _BAR = 166, 46, 38
_BARS = LEFT + 400

_LEAST_BAR, _MOST_BAR = 40.0, 440.0
_COLOURS = tuple(colour for colour, _ in LINES)


@dataclass(frozen=True, slots=True)
class _Bar:
    """A player's bar in a frame. place: from 0, fractional in motion."""

    player_id: int
    place: float
    rating: float


def race_scenes(race: Race, club: str) -> list[Scene]:
    """Return the frames of the animation, 1,080 x 680. club: the server's name."""
    frames = [
        _frame(race, club, before, after, at / FRAMES_PER_STEP)
        for before, after in pairwise(race.days)
        for at in range(FRAMES_PER_STEP)
    ]
    return [*frames, _frame(race, club, race.days[-1], race.days[-1], 0)]


def _frame(race: Race, club: str, before: RaceDay, after: RaceDay, share: float) -> Scene:
    day = before.day + timedelta(days=round(share * (after.day - before.day).days))
    items: list[Item] = [*title_lines("Top ten", f"{race.rating_list.label} · {long_day(day)}")]
    for bar in _bars(before, after, share):
        items += _bar_items(race, bar)
    items += footer(HEIGHT, club, race.stretch.name)
    return Scene(tuple(items), race_words(race))


def _bars(before: RaceDay, after: RaceDay, share: float) -> Iterator[_Bar]:
    """Yield a frame's bars; who enters or leaves moves below the last place."""
    was = {player_id: (place, rating) for place, (player_id, rating) in enumerate(before.lines)}
    comes = {player_id: (place, rating) for place, (player_id, rating) in enumerate(after.lines)}
    for player_id in dict.fromkeys((*was, *comes)):
        place, rating = was.get(player_id, (TOP, comes.get(player_id, (0, 0))[1]))
        next_place, next_rating = comes.get(player_id, (TOP, rating))
        now = place + share * (next_place - place)
        if now <= TOP - 0.5:
            yield _Bar(player_id, now, rating + share * (next_rating - rating))


def _bar_items(race: Race, bar: _Bar) -> Iterator[Item]:
    ratings = [rating for day in race.days for _, rating in day.lines]
    low, high = min(ratings), max(ratings)
    top = round(_FIRST_ROW + bar.place * _ROW)
    part = (bar.rating - low) / (high - low) if high > low else 1.0
    wide = round(_LEAST_BAR + part * (_MOST_BAR - _LEAST_BAR))
    name = drawn_name(race.names[bar.player_id], number=bar.player_id).text
    baseline = top + 31
    colour = _COLOURS[sorted(race.names).index(bar.player_id) % len(_COLOURS)]
    yield Rect(_BARS, top, wide, _BAR, fill=colour, radius=8)
    yield Text(LEFT, baseline, fitted_name(name, _BARS - LEFT - 24, LEAST_SIZE, 600), LEAST_SIZE, 600, INK)
    figure = str(displayed(bar.rating))
    yield Text(_BARS + wide + 16, baseline, figure, LEAST_SIZE, 700, SOFT, tabular=True)


def race_words(race: Race) -> str:
    lines = [f"{place}. {race.names[one]} {rating}" for place, (one, rating) in enumerate(race.days[-1].lines, start=1)]
    return f"The top ten of {race.rating_list.label} in {race.stretch.name}. At the end: {', '.join(lines)}."
