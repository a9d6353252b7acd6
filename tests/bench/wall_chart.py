"""A wall chart as pictures: one of sixty players and nine rounds, a page at a time and as a file."""

import time
from collections.abc import Callable

from bot.services.events.section import SectionReport
from bot.store.rows import Player
from bot.ui.pictures.draw import draw
from bot.ui.pictures.drawn.wall_chart import ChartPictures
from bot.ui.pictures.scene import Scene
from bot.ui.wall_chart.rows import wall_chart_of
from core.club_rules import DEFAULT_RULES
from core.uschess.system import SYSTEM
from tests.bench.drawn_section import LIST, draw_section
from tests.bench.measure import Figure, ms, settle_memory, show

EVENT = (60, 9)
GOAL_SECONDS, GOAL_BYTES = 0.150, 250_000
NAMES = ("Nora Quill", "Castellan Prado-Valera, Emilia", "अनिल कुमार", "Łukasz Żółć", "Tobias Arbor")


async def run(*, quick: bool) -> None:
    drawn = draw_section(*EVENT)
    outcomes = SYSTEM.rate_event(drawn.crosstable, LIST, drawn.states)
    people = {number: Player(number, None, f"{NAMES[number % len(NAMES)]} {number}") for number in drawn.states}
    section = SectionReport(7, "Open", drawn.crosstable, (LIST,), people, {LIST: outcomes}, DEFAULT_RULES)
    work: dict[str, Callable[[], Scene]] = {
        "summary": lambda: ChartPictures(wall_chart_of(section)).page(0),
        "page": lambda: ChartPictures(wall_chart_of(section)).page(1),
        "file": lambda: ChartPictures(wall_chart_of(section)).sheets()[0],
    }
    settle_memory()
    figures = []
    for name, make in work.items():
        taken = min(_taken(make) for _ in range(3 if quick else 21))
        size, goal = len(draw(make())), "<= 1" if name != "file" else ""
        figures += [
            Figure(f"{name}: laid out and drawn", ms(taken), taken / GOAL_SECONDS, goal),
            Figure(f"{name}: bytes", f"{size:,}", size / GOAL_BYTES, goal),
        ]
    show(
        f"wall_chart: {EVENT[0]} players and {EVENT[1]} rounds as pictures; ratio = to {ms(GOAL_SECONDS)} and 250 kB",
        figures,
        "The best of several, in time of their own thread, fonts loaded. The summary is what /event crosstable answers",
        "with, the page what a button turns to; the file has all sixty in one.",
    )


def _taken(make: Callable[[], Scene]) -> float:
    start = time.thread_time()
    draw(make())
    return time.thread_time() - start
