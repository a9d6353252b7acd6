"""QURSH: a large history is loaded, stored and read back; a game is placed, and a long event ranked."""

import gzip
import random
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from functools import partial
from statistics import median
from time import perf_counter

import numpy as np

from core.event.crosstable import Game
from core.files.scrabble.game_history import GameHistory, read_game_history
from core.rating.qursh.cells import bin_of, cell_of, group_of
from core.rating.qursh.history import History, from_bytes, to_bytes
from core.rating.qursh.ranking import Contestant, Division, quantile, rank_event
from tests.bench.measure import Figure, ms, ratio_of, settle_memory, show, side_by_side, us

GAMES, QUICK_GAMES = 1_500_000, 20_000
LOAD_SECONDS, LOAD_MIB, STORED_BYTES = 3.0, 600, 100_000
PLAYERS, ROUNDS = 100, 20
RANK_SECONDS, QUANTILE_SECONDS = 0.050, 0.000_005
DAY = date(2026, 11, 21)
_HEADER = (
    "gameid,tourneyid,tie,winnerid,winnername,winnerscore,winneroldrating,winnernewrating,winnerpos,loserid,losername,"
    "loserscore,loseroldrating,losernewrating,loserpos,round,division,date,lexicon"
)
_MEMORY = """
import re, sys
from datetime import date
from core.files.scrabble.game_history import read_game_history
read_game_history(sys.stdin.buffer.read(), "drawn games", date(2026, 11, 21))
print(re.search(r"VmHWM:\\s+([0-9]+) kB", open("/proc/self/status").read())[1])
"""
"""What getrusage tells is at least what the parent had when it started the process; this is not."""


async def run(*, quick: bool) -> None:
    count = QUICK_GAMES if quick else GAMES
    data = draw_games(count)
    packed = gzip.compress(data, 1)
    settle_memory()
    plain_seconds, history = _timed(partial(read_game_history, data, "drawn games", DAY))
    packed_seconds, _ = _timed(partial(read_game_history, packed, "drawn games", DAY))
    stored = to_bytes(history.history)
    memory = _memory(data)
    show(
        f"qursh: a history of {count:,} games with all columns, {len(data) / 2**20:.0f} MiB; ratio = to the goal",
        [
            Figure("loaded from CSV", f"{plain_seconds:.2f} s", plain_seconds / LOAD_SECONDS, "<= 1"),
            Figure("loaded from gzip", f"{packed_seconds:.2f} s", packed_seconds / LOAD_SECONDS, "<= 1"),
            Figure("memory at its most, the file included", f"{memory:.0f} MiB", memory / LOAD_MIB, "<= 1"),
            Figure("stored", f"{len(stored):,} bytes", len(stored) / STORED_BYTES, "<= 1"),
        ],
        "Every game counts, which is more work than the real file makes: half of its games have no score.",
    )
    _show_questions(history.history, stored, 5 if quick else 41)


def _show_questions(history: History, stored: bytes, rounds: int) -> None:
    division = draw_division()
    naive = _NaiveHistory(history)
    game = (1800.0, 1675.0, 431, 402)
    assert abs(naive.percent(*game) - quantile(history, *game).first) < 1e-9
    # Read back once more here: from_bytes is what the bot does first.
    times = side_by_side(rounds, 1, ranked=partial(rank_event, [division], history), read=partial(from_bytes, stored))
    placed = side_by_side(
        rounds,
        200,
        ours=partial(quantile, history, *game),
        equals=partial(quantile, history, 1700.0, 1700.0, 431, 402),
        naive=partial(naive.percent, *game),
    )
    show(
        "qursh: questions to that history; ratio = to the goal, or naive / ours",
        [
            Figure("a game placed", us(median(placed["ours"])), median(placed["ours"]) / QUANTILE_SECONDS, "<= 1"),
            Figure("  between equals", us(median(placed["equals"]))),
            Figure("  by counting an array with numpy", us(median(placed["naive"]))),
            Figure("  ours beside that", "", ratio_of(placed["naive"], placed["ours"]), ">= 10"),
            Figure(
                f"an event of {PLAYERS} players and {ROUNDS} rounds ranked",
                ms(median(times["ranked"])),
                median(times["ranked"]) / RANK_SECONDS,
                "<= 1",
            ),
            Figure("the stored history read back", ms(median(times["read"]))),
        ],
        f"Medians of {rounds} rounds, the kinds of work taking turns.",
    )


class _NaiveHistory:
    """The margins of each cell as an array, counted anew for every game."""

    def __init__(self, history: History) -> None:
        self._cells = [
            np.repeat(np.array(cell.values), [count // 2 for count in cell.counts().values()]) for cell in history.cells
        ]

    def percent(self, rating_a: float, rating_b: float, points_a: int, points_b: int) -> float:
        margins = self._cells[cell_of(group_of(max(rating_a, rating_b)), bin_of(abs(rating_a - rating_b)))]
        margin = points_a - points_b
        return float(100 * (np.mean(margins < margin) + np.mean(margins == margin) / 2))


def draw_games(count: int) -> bytes:
    """Draw a file in the columns of FiveThirtyEight's."""
    chance = random.Random(count)
    lines = [_HEADER]
    for number in range(1, count + 1):
        rating = chance.randint(400, 2000)
        other = max(100, rating - int(chance.gauss(0, 180)))
        points = chance.randint(300, 520)
        theirs = max(100, points - int(chance.gauss(0.16 * (rating - other), 103)))
        person, another = number % 9000, (number * 7) % 9000
        day = f"{2007 + number % 10}-{number % 12 + 1:02d}-{number % 27 + 2:02d}"
        lines.append(
            f"{number},{number // 300},False,{person},Player {person},{points},{rating},{rating + 3},7,{another},"
            f"Player {another},{theirs},{other},{other - 3},9,{number % 20 + 1},1,{day},False"
        )
    return "\n".join(lines).encode()


def draw_division() -> Division:
    """Draw a division in which everybody plays in every round."""
    chance = random.Random(PLAYERS)
    numbers = range(1, PLAYERS + 1)
    players = tuple(Contestant(number, f"Player {number}", chance.randint(500, 2000)) for number in numbers)
    games = []
    for round_number in range(1, ROUNDS + 1):
        seats = chance.sample(numbers, PLAYERS)
        for first, second in zip(seats[::2], seats[1::2], strict=True):
            points, theirs = chance.randint(280, 520), chance.randint(280, 520)
            games.append(Game(round_number, first, second, float(points > theirs), None, points, theirs))
    return Division("A", players, tuple(games), rounds=ROUNDS)


def _timed(work: Callable[[], GameHistory]) -> tuple[float, GameHistory]:
    start = perf_counter()
    answer = work()
    return perf_counter() - start, answer


def _memory(data: bytes) -> float:
    done = subprocess.run([sys.executable, "-c", _MEMORY], input=data, check=True, capture_output=True)
    return int(done.stdout) / 1024
