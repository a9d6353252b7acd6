"""A whole section: the five steps, what norms and titles add, and the informal calculator's way."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from statistics import median

from core.rating.uschess.player import PlayerResult
from core.rating.uschess.rated import RatedPlayer
from core.rating.uschess.rules import INFORMAL_2020, Edition, edition_for
from core.rating.uschess.system import rate_ratings, rate_section
from tests.bench import seed_agreement, seed_way
from tests.bench.databases import TODAY
from tests.bench.drawn_section import LIST, Section, draw_section
from tests.bench.measure import Figure, Times, ms, ratio_of, settle_memory, show, side_by_side, us
from tests.bench.numpy_rules import rate
from tests.bench.seed_agreement import Asked

CLUB_EVENT, LARGE_EVENT = (64, 7), (1000, 9)
GOALS = {CLUB_EVENT: 0.002, LARGE_EVENT: 0.030}
"""Seconds that the five steps may take."""

AIM = ">= 10"


async def run(*, quick: bool) -> None:
    rounds = 3 if quick else 41
    small, large = draw_section(*CLUB_EVENT), draw_section(*LARGE_EVENT)
    settle_memory()
    _show_parts([small, large], rounds)
    _show_against_seed(small, 2 if quick else 21)


def _ratings(section: Section, edition: Edition) -> Mapping[int, RatedPlayer]:
    return rate_ratings(section.crosstable, LIST, section.states, edition)


def _everything(section: Section, edition: Edition) -> Mapping[int, PlayerResult]:
    return rate_section(section.crosstable, LIST, section.states, edition)


def _with_performances(section: Section, edition: Edition) -> object:
    return [(result, result.performance) for result in _everything(section, edition).values()]


def _explained(section: Section, edition: Edition) -> object:
    return [(result, result.steps) for result in _everything(section, edition).values()]


def _show_parts(sections: list[Section], rounds: int) -> None:
    edition = edition_for(TODAY)
    figures = []
    for section in sections:
        where, goal = f"{section.players:,} players", GOALS[section.players, section.rounds]
        with _collector_off():
            times = side_by_side(
                rounds,
                max(1, 500 // section.players),
                ratings=partial(_ratings, section, edition),
                everything=partial(_everything, section, edition),
                explained=partial(_explained, section, edition),
            )
        ratings = median(times["ratings"])
        figures += [
            Figure(f"{where}, {section.rounds} rounds: five steps, floors, states", ms(ratings)),
            Figure(f"{where}: as a share of the goal of {ms(goal)}", "", ratings / goal, "<= 1"),
            Figure(f"{where}: the fastest round, likewise", ms(min(times["ratings"])), min(times["ratings"]) / goal),
            _beside(f"{where}: with norms, titles, lifetime titles", times, "everything"),
            _beside(f"{where}: and every step of everybody explained", times, "explained"),
        ]
    show(
        "section: a whole section by the current rules; ratio = to the five steps alone",
        figures,
        f"Medians of {rounds} rounds, the kinds of work taking turns. A section in twenty players is unrated and three",
        "in twenty are provisional; everybody's opponents are different people, results as likely as ratings have it.",
        "The garbage collector rests, as it does while a command rates a large section on SQLite.",
    )


def _beside(what: str, times: Mapping[str, Times], name: str) -> Figure:
    return Figure(what, ms(median(times[name])), ratio_of(times[name], times["ratings"]))


@contextmanager
def _collector_off() -> Iterator[None]:
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _show_against_seed(section: Section, rounds: int) -> None:
    asked = seed_agreement.questions(_ratings(section, INFORMAL_2020))
    agreement = seed_agreement.check(_everything(section, INFORMAL_2020))
    descents = [seed_way.descend(one.start, one.opponents, one.score)[1] for one in asked]
    figures = []
    for label, edition in (("current rules", edition_for(TODAY)), ("informal-2020", INFORMAL_2020)):
        times = side_by_side(
            rounds,
            1,
            theirs=partial(_one_by_one, asked),
            numpy=partial(_by_numpy, asked, edition),
            ours=partial(_with_performances, section, edition),
            explained=partial(_explained, section, edition),
        )
        each = {name: [seconds / section.players for seconds in taken] for name, taken in times.items()}
        figures += [
            Figure(f"{label}: theirs, numpy and pandas, one pass", us(median(each["theirs"]))),
            Figure(f"{label}: ours, two passes", us(median(each["ours"])), ratio_of(each["theirs"], each["ours"]), AIM),
            Figure(
                f"{label}: ours, every step explained as well",
                us(median(each["explained"])),
                ratio_of(each["theirs"], each["explained"]),
            ),
            Figure(
                f"{label}: numpy without pandas, one pass",
                us(median(each["numpy"])),
                ratio_of(each["theirs"], each["numpy"]),
            ),
        ]
    show(
        f"section: per player of {section.players} in {section.rounds} rounds; ratio = theirs / the line's own",
        figures,
        "Theirs, as the README of the informal calculator has it, for one player after another: one pass against the",
        "ratings before the event; rating, expected score, performance by gradient descent, table of norms; by its own",
        "rules of 2020 both times. Its start, its printing and the reading of its arguments are not counted.",
        "Ours: the same for the whole section, performances too, from intermediate ratings; besides, initial ratings,",
        "special formula, floors and records; by the current rules also norms on post-event ratings, titles, lifetime",
        "titles. Numpy without pandas: those figures of theirs, both performances, by halving (numpy_rules).",
        f"The descent took {median(descents):.0f} steps in the median, {max(descents)} at most.",
        *agreement,
        f"Medians of {rounds} rounds, the programs taking turns.",
    )


def _one_by_one(asked: list[Asked]) -> object:
    return [seed_way.calculate(one.rating, one.games, one.opponents, one.score) for one in asked]


def _by_numpy(asked: list[Asked], edition: Edition) -> object:
    return [rate(one.rating, one.games, one.opponents, one.score, edition) for one in asked]
