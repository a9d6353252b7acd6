"""The five steps of a section, plain and slow: an oracle that imports nothing of ours.

Written from the rule text alone (docs of US Chess 2025; sections 1.2 to 1.7 of our specification), with the document's
own search for the special rating, in exact fractions. Matches and ratings given by other federations are left out.
"""

from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from math import ceil, exp, floor, sqrt

# Section 8: B by the day of the event, since the present N* came into force.
BONUS_MULTIPLIERS = [
    (date(2013, 5, 1), 8),
    (date(2014, 3, 20), 10),
    (date(2015, 6, 1), 12),
    (date(2017, 6, 1), 14),
    (date(2023, 2, 1), 12),
    (date(2025, 1, 1), 10),
]


@dataclass
class PlainSource:
    """A rating elsewhere: X, the most games that it counts for (G), and the days since its date (D)."""

    converted: float
    game_factor: int
    days: int


@dataclass
class PlainPlayer:
    """A player; `results` are (place of the opponent in the section, score).

    rating: None for a newcomer. moved: whether the event rates the player.
    record: "wins" or "losses" when all earlier games, and at least one, ended so.
    age: in years at the end of the event, None when unknown.
    points, events, peak: what floors need, before the event.
    """

    rating: float | None = None
    games: int = 0
    record: str | None = None
    moved: bool = True
    age: float | None = None
    adult: bool = True
    sources: list[PlainSource] = field(default_factory=list)
    points: float = 0.0
    events: int = 0
    peak: float | None = None
    results: list[tuple[int, float]] = field(default_factory=list)


@dataclass
class PlainSection:
    """What each step gave, by place: step 1 is the own rating R0, step 3 what the opponents have in step 4."""

    step_1: list[float]
    step_3: list[float]
    step_4: list[float]
    step_5: list[float]
    final: list[float]


def plain_bonus_multiplier(day: date) -> float:
    return [multiplier for since, multiplier in BONUS_MULTIPLIERS if since <= day][-1]


def plain_initial(player: PlainPlayer) -> tuple[float, int]:
    """Return R0 and N of a newcomer (section 2)."""
    weights = []
    for source in player.sources:
        by_age = 1300.0 if player.adult else 750.0
        if player.age is not None:
            then = player.age - source.days / 365.25
            by_age = 100.0 if then < 2 else 1300.0 if then > 26 else 50 * then
        z = min(6, (source.converted - by_age) / 350)
        weights.append(source.game_factor * exp(0.06 * (z - 6) * source.days / 365.25))
    if sum(weights) > 0:
        blend = sum(w * source.converted for w, source in zip(weights, player.sources, strict=True)) / sum(weights)
        return floor(blend + 0.5), min(10, ceil(sum(weights)))
    if player.age is None or player.age < 3:
        return (1300.0 if player.adult else 750.0), 0
    return min(50 * player.age, 1300.0), 0


def plain_effective(rating: float, games: int) -> float:
    """Return N' (section 3)."""
    cap = 50.0 if rating > 2355 else 50 / sqrt(0.662 + 0.00000739 * (2569 - rating) ** 2)
    return min(games, cap)


def plain_special(rating: float, effective: float, opponents: list[float], score: float, record: str | None) -> float:
    """Return the special rating (section 4.1), found by walking from R0' over the knots; fractions need no epsilon."""
    n, prior, adjusted = Fraction(effective), Fraction(rating), Fraction(score) + Fraction(effective) / 2
    if record == "wins":
        prior, adjusted = Fraction(rating) - 400, Fraction(score) + n
    if record == "losses":
        prior, adjusted = Fraction(rating) + 400, Fraction(score)
    others = [Fraction(opponent) for opponent in opponents]

    def pwe(one: Fraction, other: Fraction) -> Fraction:
        return max(Fraction(0), min(Fraction(1), Fraction(1, 2) + (one - other) / 800))

    def f(at: Fraction) -> Fraction:
        return n * pwe(at, prior) + sum((pwe(at, other) for other in others), Fraction(0)) - adjusted

    knots = sorted({centre + side for centre in [prior, *others] for side in (-400, 400)})
    at, value = prior, f(prior)
    while value != 0:
        down = value > 0
        knot = max(k for k in knots if k < at) if down else min(k for k in knots if k > at)
        there = f(knot)
        if (there >= 0) if down else (there <= 0):
            at, value = knot, there
        else:
            at, value = at - value * (at - knot) / (value - there), Fraction(0)
    return min(float(at), 2700.0)


def plain_standard(
    rating: float,
    effective: float,
    opponents: list[tuple[int, float]],
    score: float,
    multiplier: float,
    dual_regular: bool,
) -> float:
    """Return Rs (section 4.2); the opponents are (place, rating)."""
    m = len(opponents)
    expected = sum(1 / (1 + 10 ** (-(rating - other) / 400)) for _, other in opponents)
    k = 800 / (effective + m)
    if dual_regular and rating > 2200:
        k = 800 * (6.5 - 0.0025 * rating) / (effective + m) if rating < 2500 else 200 / (effective + m)
    places = [place for place, _ in opponents]
    most = max(places.count(place) for place in places)
    bonus = 0.0
    if m >= 3 and most <= 2 and not (m == 3 and most > 1):
        bonus = max(0.0, k * (score - expected) - multiplier * sqrt(max(m, 4)))
    return rating + k * (score - expected) + bonus


def plain_floor(player: PlainPlayer) -> float:
    if player.peak is not None:
        hundreds = floor((floor(player.peak + 0.5) - 200) / 100) * 100
        if hundreds >= 1200:
            return min(hundreds, 2100)
    points = player.points + sum(score for _, score in player.results)
    return min(150, 100 + 4 * points + player.events + (len(player.results) >= 3))


def plain_section(players: list[PlainPlayer], multiplier: float, dual_regular: bool) -> PlainSection:
    """Take the five steps; who has no game, or is not moved, keeps the rating of step 1 throughout."""
    own, games = [], []
    for player in players:  # steps 1 and 2
        rating, count = (player.rating, player.games) if player.rating is not None else plain_initial(player)
        own.append(float(rating))
        games.append(count)
    active = [place for place, player in enumerate(players) if player.moved and player.results]
    scores = [sum(score for _, score in player.results) for player in players]

    def pass_over(known: list[float]) -> list[float]:
        found = list(known)
        for place in active:
            player = players[place]
            opponents = [(other, known[other]) for other, _ in player.results]
            effective = plain_effective(own[place], games[place])
            if games[place] <= 8 or player.record is not None:
                only = [rating for _, rating in opponents]
                rating = plain_special(own[place], effective, only, scores[place], player.record)
            else:
                rating = plain_standard(own[place], effective, opponents, scores[place], multiplier, dual_regular)
            found[place] = max(100.0, rating)
        return found

    step_3 = list(own)
    for place in active:
        if players[place].rating is None and games[place] == 0:
            opponents = [own[other] for other, _ in players[place].results]
            step_3[place] = max(100.0, plain_special(own[place], 1.0, opponents, scores[place], None))
    step_4 = pass_over(step_3)
    step_5 = pass_over(step_4)  # from the own rating before the event again
    final = [
        max(rating, plain_floor(players[place])) if place in active else rating for place, rating in enumerate(step_5)
    ]
    return PlainSection(own, step_3, step_4, step_5, final)
