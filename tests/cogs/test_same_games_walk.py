"""A month's games arrive by random doors, in random order, partly twice, partly corrected: each counts once."""

import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.services.framework.whole_clubs import verify_club
from tests.cogs.test_same_games import RATINGS, games_of, labels, people
from tests.conftest import SimulatedClub, by_names
from tests.flows import close_evening, report_results

DAYS = ("2026-11-06", "2026-11-13", "2026-11-21")
ROUNDS = (((0, 3), (1, 2)), ((0, 1), (2, 3)), ((2, 0), (3, 1)))
NAMES = tuple(RATINGS)
RESULTS = ("1-0", "1/2-1/2", "0-1")
BEFORE = 40
"""Games of everybody before the month."""

Game = tuple[int, str, str, str]
Door = Callable[["Walk", int], Awaitable[None]]


@dataclass
class Walk:
    """official: the events that a director stored. told: who reported which. asked: how many questions."""

    club: SimulatedClub
    draw: random.Random
    events: list[list[Game]] = field(default_factory=list)
    official: set[int] = field(default_factory=set)
    told: set[tuple[int, str]] = field(default_factory=set)
    asked: int = 0

    def played(self) -> list[Game]:
        order = self.draw.sample(NAMES, 4)
        return [
            (number, order[first], order[second], self.draw.choice(RESULTS))
            for number, pairs in enumerate(ROUNDS, start=1)
            for first, second in pairs
        ]

    def corrected(self, number: int) -> list[Game]:
        games = list(self.events[number])
        place = self.draw.randrange(len(games))
        round_number, first, second, result = games[place]
        games[place] = round_number, first, second, self.draw.choice([one for one in RESULTS if one != result])
        return games

    async def decide(self, number: int, answer: Any) -> None:
        """Store what a director brought; where it is asked, replace what is stored."""
        if answer.response is not None and answer.response.embeds:
            looked = await by_names(self.club.td, answer)
            is_asked = "Replace" in labels(looked)
            self.asked += is_asked
            await self.club.td.click(looked.response, label="Replace" if is_asked else "Store it")
        else:
            assert "already stored" in (answer.response or answer.followups[0]).content
            self.asked += 1
        self.official.add(number)


def csv_of(games: list[Game]) -> str:
    return "round,white,black,result\n" + "".join(f"{number},{a},{b},{score}\n" for number, a, b, score in games)


def pgn_of(games: list[Game], day: str) -> str:
    tags = f'[Event "Open"]\n[Date "{day.replace("-", ".")}"]\n'
    return "".join(
        f'{tags}[Round "{number}"]\n[White "{a}"]\n[Black "{b}"]\n[Result "{score}"]\n\n{score}\n\n'
        for number, a, b, score in games
    )


async def _file(walk: Walk, number: int, file: str, text: str, **options: str) -> None:
    looked = await walk.club.td.slash(walk.club.channel, "td import", file=(file, text.encode()), **options)
    await walk.decide(number, looked)


async def by_file(walk: Walk, number: int) -> None:
    name = walk.draw.choice(("Friday", "Riverton Open"))
    await _file(walk, number, "e.csv", csv_of(walk.events[number]), name=name, date=DAYS[number])


async def by_corrected_file(walk: Walk, number: int) -> None:
    await _file(walk, number, "e.csv", csv_of(walk.corrected(number)), name="Friday", date=DAYS[number])


async def by_pgn(walk: Walk, number: int) -> None:
    games = walk.events[number] * walk.draw.choice((1, 2))
    await _file(walk, number, "e.pgn", pgn_of(games, DAYS[number]))


async def by_evening(walk: Walk, number: int) -> None:
    card = await walk.club.td.slash(walk.club.channel, "td evening", name="Club night")
    for member in walk.club.people.values():  # type: ignore[attr-defined]
        await member.click(card.response, label="Join")
    lines = (f"{round_number}: {a} {score} {b}" for round_number, a, b, score in walk.events[number])
    await report_results(walk.club, walk.club.td, results="\n".join(lines).replace("1/2-1/2", "½-½"))
    closed = await close_evening(walk.club)
    if "Replace" in labels(closed):
        walk.asked += 1
        await walk.club.td.click(closed.response or closed.followups[0], label="Replace")
    walk.official.add(number)


async def by_report(walk: Walk, number: int) -> None:
    own = walk.draw.choice(NAMES)
    known = walk.draw.random() < 0.5
    words = []
    for _, first, second, score in walk.events[number]:
        if own in (first, second):
            other = second if own == first else first
            letter = "WDL"[RESULTS.index(score)] if own == first else "LDW"[RESULTS.index(score)]
            member = walk.club.people[other]  # type: ignore[attr-defined]
            words.append(f"{letter}{member.mention if known else format(RATINGS[other], 'g')}")
    options = {"event": "My Friday"} if walk.draw.random() < 0.5 else {}
    day = DAYS[number] if known or number == 2 or walk.draw.random() < 0.5 else DAYS[number].replace("06", "07")
    member = walk.club.people[own]  # type: ignore[attr-defined]
    answer = await member.slash(walk.club.channel, "rating update", opponents=" ".join(words), date=day, **options)
    if "Store it anyway" in labels(answer):
        walk.asked += 1
    elif "Ask a TD" not in (answer.response.content or ""):
        walk.told.add((number, own))


def arrivals(walk: Walk) -> Iterator[tuple[Door, int]]:
    for number in range(len(DAYS)):
        official: list[Door] = [by_file, by_pgn, by_corrected_file]
        doors = walk.draw.choices(official, k=2) + [by_report] * walk.draw.randint(1, 3)
        if number == 2:
            doors.append(by_evening)
        yield from ((door, number) for door in doors)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
async def test_each_game_of_a_month_counts_once(club: SimulatedClub, seed: int) -> None:
    walk = Walk(club, random.Random(seed))
    club.people = await people(club)  # type: ignore[attr-defined]
    walk.events = [walk.played() for _ in DAYS]
    order = list(arrivals(walk))
    walk.draw.shuffle(order)
    for door, number in order:
        await door(walk, number)
        counted = {name: await games_of(club, name) - BEFORE for name in NAMES}
        expected = {
            name: sum(
                name in (first, second)
                for place, games in enumerate(walk.events)
                if place in walk.official or (place, name) in walk.told
                for _, first, second, _ in games
            )
            for name in NAMES
        }
        assert counted == expected, (door.__name__, number)
    assert walk.official == {0, 1, 2}
    assert walk.asked >= 3
    assert await verify_club(club.services, club.guild.id) == []
