"""FIDE: a month of a federation rated and published, and one perfect performance."""

import random
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from functools import partial
from statistics import median

from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.fide.rules import BAND_ENDS
from core.rating.fide.state import PlayerState, perfect_performance
from core.rating.fide.system import SYSTEM as system
from tests.bench.measure import Figure, ms, ratio_of, settle_memory, show, side_by_side, us

PLAYERS, GAMES = 10_000, 60_000
FIELD, ROUNDS = 100, 6
"""Players of an event, each with a game a round: two events for every player of a month make the games."""

MONTH_GOAL, PERFORMANCE_GOAL = 0.5, 50e-6
"""Seconds."""

ENDED, LIST = date(2026, 11, 20), date(2026, 12, 1)
STANDARD = RatingList.FIDE_STANDARD
States = Mapping[int, PlayerState]


async def run(*, quick: bool) -> None:
    players = PLAYERS // 20 if quick else PLAYERS
    rounds = 2 if quick else 7
    states, events = draw_month(players)
    opponents, score = [state.rating or 0 for state in list(states.values())[:11]], 6.5
    settle_memory()
    _show_month(states, events, rounds)
    _show_performance(opponents, score, 5 if quick else 40)


def draw_month(players: int) -> tuple[dict[int, PlayerState], list[Crosstable]]:
    """Return rated players and their events of a month."""
    source = random.Random(1)
    ratings = [max(1400, round(source.gauss(1900, 200))) for _ in range(players)]
    states = {
        number: PlayerState(rating, source.randint(5, 900), rating) for number, rating in enumerate(ratings, start=1)
    }
    events = []
    for time in range(2 * GAMES // (PLAYERS * ROUNDS)):
        order = list(states)
        source.shuffle(order)
        for first in range(0, players, FIELD):
            events.append(_draw_event(order[first : first + FIELD], ENDED - timedelta(days=7 * time), source))
    return states, events


def _draw_event(people: Sequence[int], ended: date, source: random.Random) -> Crosstable:
    entrants = tuple(Entrant(number, player=player, rated=True) for number, player in enumerate(people, start=1))
    half, games = len(people) // 2, []
    for number in range(ROUNDS):
        for board in range(half):
            second = half + (board + number) % half
            games.append(Game(number + 1, board + 1, second + 1, source.choice((0.0, 0.5, 1.0))))
    return Crosstable(ended, entrants, tuple(games), began=ended - timedelta(days=5))


def month(states: States, events: Sequence[Crosstable]) -> dict[int, PlayerState]:
    """Rate all events, then publish the list for everybody."""
    now = dict(states)
    for event in events:
        for player, outcome in system.rate_event(event, STANDARD, now).items():
            now[player] = outcome.state
    through = LIST - timedelta(days=3)
    for player, state in now.items():
        published = system.publish(state, STANDARD, LIST, through)
        if published is not None:
            now[player] = published.state
    return now


_DECIMAL_BANDS = [(Decimal(50 + band) / 100, end) for band, end in enumerate((*BAND_ENDS, 10_000))]


def _decimal_expectancy(difference: int) -> Decimal:
    higher = next(expected for expected, end in _DECIMAL_BANDS if abs(difference) <= end)
    return higher if difference >= 0 else 1 - higher


def plain_month(states: States, events: Sequence[Crosstable]) -> dict[int, int]:
    """Return the ratings after the month in the plain way."""
    changes = dict.fromkeys(states, Decimal(0))
    games = dict.fromkeys(states, 0)
    for event in events:
        people = {entrant.number: entrant.player for entrant in event.entrants}
        for game in event.games:
            score = Decimal(str(game.score))
            for mine, theirs, points in ((game.first, game.second, score), (game.second, game.first, 1 - score)):
                player, opponent = people[mine], people[theirs]
                own, other = states[player].rating, states[opponent].rating  # type: ignore[index]
                difference = own - other  # type: ignore[operator]
                if own < 2650:  # type: ignore[operator]
                    difference = max(-400, min(400, difference))
                changes[player] += points - _decimal_expectancy(difference)  # type: ignore[index]
                games[player] += 1  # type: ignore[index]
    after = {}
    for player, state in states.items():
        k = 10 if (state.peak or 0) >= 2400 else 40 if state.games < 30 else 20
        if k * games[player] > 700:
            k = 700 // games[player]
        after[player] = (state.rating or 0) + int((k * changes[player]).quantize(Decimal(1), rounding="ROUND_HALF_UP"))
    return after


def plain_performance(opponents: Sequence[int], score: float) -> int:
    rating = min(opponents) - 800
    while sum(_hundredths(rating - opponent) for opponent in opponents) < 100 * score:
        rating += 1
    return rating


def _hundredths(difference: int) -> int:
    expected = 50 + bisect_left(BAND_ENDS, abs(difference))
    return expected if difference >= 0 else 100 - expected


def _show_month(states: dict[int, PlayerState], events: list[Crosstable], rounds: int) -> None:
    ours = {player: state.rating for player, state in month(states, events).items()}
    theirs = plain_month(states, events)
    # Whoever falls below 1400 is unrated, which the plain way does not look at.
    differing = sum(rating != theirs[player] for player, rating in ours.items() if theirs[player] >= 1400)
    if differing:
        raise ValueError(f"the two ways differ for {differing} players")
    times = side_by_side(rounds, 1, ours=partial(month, states, events), plain=partial(plain_month, states, events))
    seconds, games = median(times["ours"]), sum(len(event.games) for event in events)
    goal = MONTH_GOAL * games / GAMES
    show(
        f"fide: a month of {len(states):,} players and {games:,} games, rated and published",
        [
            Figure("ours: states, rows for every game, the list", ms(seconds)),
            Figure(f"ours: as a share of the goal of {ms(goal)}", "", seconds / goal, "<= 1"),
            Figure("ours: for each player and game", us(seconds / (2 * games))),
            Figure(
                "plain: decimals, bands from the first; ratio = plain / ours",
                ms(median(times["plain"])),
                ratio_of(times["plain"], times["ours"]),
            ),
        ],
        "Both give the same ratings for everybody. The plain way keeps nothing: no rows, no explanation, no state.",
        f"Medians of {rounds} rounds, the two taking turns.",
    )


def _show_performance(opponents: list[int], score: float, rounds: int) -> None:
    if perfect_performance(opponents, score) != plain_performance(opponents, score):
        raise ValueError("the two performances differ")
    times = side_by_side(
        rounds,
        20,
        ours=partial(perfect_performance, opponents, score),
        plain=partial(plain_performance, opponents, score),
    )
    seconds = median(times["ours"])
    show(
        f"fide: one perfect performance, {score:g} of {len(opponents)}",
        [
            Figure("ours: halving, whole hundredths", us(seconds)),
            Figure(f"ours: as a share of the goal of {us(PERFORMANCE_GOAL)}", "", seconds / PERFORMANCE_GOAL, "<= 1"),
            Figure(
                "plain: every rating from the lowest on; ratio = plain / ours",
                us(median(times["plain"])),
                ratio_of(times["plain"], times["ours"]),
                ">= 10",
            ),
        ],
        f"Medians of {rounds} rounds, the two taking turns.",
    )
