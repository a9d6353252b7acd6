"""Player autocomplete at a thousand, a hundred thousand and a million players, by the letters that are typed."""

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from statistics import median

import numpy as np

from bot.services.context import Actor, Member, Services
from bot.services.players.identity.find import known_players
from tests.bench.board import LIST, Standings, fill, user_of
from tests.bench.databases import CLUB, KINDS, databases
from tests.bench.measure import Figure, Times, ms, ratio_of, settle_memory, show, spread

FULL, QUICK = (1_000, 100_000, 1_000_000), (500, 2_000, 10_000)
LETTERS = (0, 1, 2, 3, 4, 5, 6, 7, 9)
WORDS = 12
"""Of each length, from names of the smallest club, which all of them have."""

MOST = 25
"""As many as Discord shows."""

AIM = "<= 2"
SYLLABLES = (
    "an",
    "el",
    "mar",
    "ro",
    "vi",
    "ta",
    "ke",
    "lo",
    "sun",
    "dar",
    "is",
    "be",
    "ju",
    "wen",
    "ol",
    "fa",
    "ri",
    "no",
    "ga",
)


@dataclass(frozen=True, slots=True)
class Named(Standings):
    """Standings of people with invented names, some of which are many times as frequent as others."""

    @classmethod
    def draw(cls, players: int) -> "Named":
        """Draw as many games as people have played: few have played many."""
        drawn = Standings.draw(players)
        games = 1 + np.random.default_rng(players).exponential(60, players).astype(int)
        return cls(players, drawn.ratings, games, drawn.gains, drawn.middle, drawn.on_every_board)

    def names(self) -> Iterator[str]:
        draw = random.Random(1)
        first, last = _frequent(draw, 2_000, (2, 3)), _frequent(draw, 40_000, (2, 4))
        for _ in range(self.players):
            yield f"{next(first)} {next(last)}"


def _frequent(draw: random.Random, names: int, syllables: tuple[int, int]) -> Iterator[str]:
    """Yield names, the n-th most frequent of which comes a n-th as often."""
    made = ["".join(draw.choices(SYLLABLES, k=draw.randint(*syllables))).capitalize() for _ in range(names)]
    weights = list(accumulate(1 / place for place in range(1, names + 1)))
    while True:
        yield from draw.choices(made, cum_weights=weights, k=1_000)


def words_of(names: list[str]) -> dict[int, list[str]]:
    """Return letters as somebody types them who looks for one of these names, by how many."""
    draw = random.Random(2)
    found: dict[int, list[str]] = {0: [""]}
    for letters in LETTERS[1:]:
        long_enough = [name.lower() for name in names if len(name) >= letters]
        named = draw.choices(long_enough, k=WORDS)
        found[letters] = [name[at : at + letters] for name in named for at in [draw.randint(0, len(name) - letters)]]
    return found


async def run(*, quick: bool) -> None:
    rounds, sizes = (2, QUICK) if quick else (5, FULL)
    async with databases() as maker:
        for kind in KINDS:
            # PostgreSQL works in processes of its own, which the wall's time has in it.
            clock = time.process_time if kind == "sqlite" else time.perf_counter
            clubs = {size: await fill(maker, kind, Named.draw(size)) for size in sizes}
            words = words_of(list(Named.draw(sizes[0]).names()))
            settle_memory()
            times: dict[tuple[int, int], dict[str, list[float]]] = {}
            for turn in range(-1, rounds):  # the first warms up
                for letters, typed in words.items():
                    for size, services in clubs.items():
                        for one in typed:
                            start = clock()
                            await _typed(services, one)
                            if turn >= 0:
                                of = times.setdefault((size, letters), {})
                                of.setdefault(one, []).append(clock() - start)
            show(
                f"search on {kind}: players offered while somebody types, by letters; ratio = to {sizes[0]:,}",
                _figures(times, sizes),
                f"(medians of {WORDS} words of each length, {rounds} times; "
                f"{'CPU' if kind == 'sqlite' else 'with the time of the server'})",
            )


def _figures(times: dict[tuple[int, int], dict[str, list[float]]], sizes: tuple[int, ...]) -> list[Figure]:
    figures = []
    for letters in LETTERS:
        smallest: Times = ()
        for size in sizes:
            taken = [median(each) for each in times[size, letters].values()]
            smallest = smallest or taken
            compared, aim = (None, "") if smallest is taken else (ratio_of(taken, smallest), AIM)
            aim = aim if size == sizes[-1] else ""
            figures.append(Figure(f"{letters} letters, {size:,}", ms(median(taken)), compared, aim, spread(taken)))
            if size == sizes[-1]:
                worst = max(taken)
                figures.append(Figure("  the worst of them", ms(worst), worst / median(smallest), aim))
    return figures


async def _typed(services: Services, words: str) -> None:
    actor = Actor(CLUB, Member(user_of(1), "Dana"), interaction_id=1)
    found = await known_players(services, actor, LIST, words, MOST)
    if not found:
        raise ValueError(f"nobody is found by {words!r}")
