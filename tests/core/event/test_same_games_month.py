"""A true month of a club, in which nothing is told twice: at most one question in twenty is needless."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

import pytest

from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.similarity import games_told, is_duplicate_report, is_same_event

BEGIN = date(2026, 11, 2)
"""A Monday."""
FRIDAYS = (4, 11, 18, 25)
MEMBERS = 24
MOST = 1 / 20


class Told(NamedTuple):
    """What somebody brings. own: the reporter, None for a director's event or a match."""

    table: Crosstable
    name: str | None
    own: int | None = None


class Month:
    """A club of members by number, with one evening a week, ladder matches, casual games and events elsewhere."""

    def __init__(self, seed: int, rounds: int) -> None:
        self.draw, self.rounds = random.Random(seed), rounds
        self.ratings = [float(round(self.draw.gauss(1550, 200))) for _ in range(MEMBERS)]

    def all(self) -> list[Told]:
        """Return everything in the order of days, each reported up to two days later."""
        weekly = self.draw.sample(range(MEMBERS), 3)  # of another club's league on Fridays
        told = [(day, self.evening(day, [one for one in range(MEMBERS) if one not in weekly])) for day in FRIDAYS]
        for own in range(MEMBERS):
            told += [(day, self.away(own, day)) for day in (5, 12, 19, 26) if self.draw.random() < 0.3]
            told += [(day, self.casual(own, day)) for day in range(28) if self.draw.random() < 0.06]
        told += [(day, self.away(member, day, games=2)) for member in weekly for day in FRIDAYS]
        told += [(day, self.match(day)) for day in range(28) for _ in range(self.draw.randint(0, 2))]
        return [one for _, one in sorted(told, key=lambda each: each[0] + self.draw.randint(0, 2))]

    def score(self, own: float, other: float) -> float:
        expected = 1 / (1 + 10 ** ((other - own) / 400))
        return self.draw.choices((1.0, 0.5, 0.0), (0.8 * expected + 0.02, 0.18, 0.8 * (1 - expected) + 0.02))[0]

    def evening(self, day: int, members: Sequence[int]) -> Told:
        """Return a Swiss of those who came: equal points meet."""
        came = self.draw.sample(members, self.draw.choice((12, 14, 16)))
        points = dict.fromkeys(came, 0.0)
        games = []
        for number in range(1, self.rounds + 1):
            order = sorted(came, key=lambda one: (-points[one], self.draw.random()))
            for first, second in zip(order[::2], order[1::2], strict=True):
                score = self.score(self.ratings[first], self.ratings[second])
                points[first] += score
                points[second] += 1 - score
                games.append(Game(number, first + 1, second + 1, score))
        people = tuple(Entrant(one + 1, self.ratings[one], one, rated=True) for one in came)
        return Told(Crosstable(BEGIN + timedelta(days=day), people, tuple(games)), "Friday")

    def reported(self, own: int, day: int, opponents: Sequence[tuple[float, int | None]]) -> Told:
        people = [Entrant(1, player=own, rated=True)]
        people += [Entrant(number, *one) for number, one in enumerate(opponents, start=2)]
        scores = [self.score(self.ratings[own], rating) for rating, _ in opponents]
        games = tuple(Game(number, 1, number + 1, score) for number, score in enumerate(scores, start=1))
        name = self.draw.choice((None, "Open", f"Event {day}"))
        return Told(Crosstable(BEGIN + timedelta(days=day), tuple(people), games), name, own)

    def away(self, own: int, day: int, games: int | None = None) -> Told:
        played = self.draw.randint(3, 5) if games is None else games
        return self.reported(
            own, day, [(float(round(self.draw.gauss(self.ratings[own], 150))), None) for _ in range(played)]
        )

    def casual(self, own: int, day: int) -> Told:
        other = self.draw.choice([one for one in range(MEMBERS) if one != own])
        return self.reported(own, day, [(self.ratings[other], other)] * self.draw.randint(1, 2))

    def match(self, day: int) -> Told:
        first, second = self.draw.sample(range(MEMBERS), 2)
        people = tuple(Entrant(one + 1, self.ratings[one], one, rated=True) for one in (first, second))
        scores = [self.score(self.ratings[first], self.ratings[second]) for _ in range(self.draw.choice((1, 1, 2)))]
        games = tuple(Game(number, first + 1, second + 1, score) for number, score in enumerate(scores, start=1))
        return Told(Crosstable(BEGIN + timedelta(days=day), people, games, kind=EventKind.MATCH), None)


def is_asked(new: Told, stored: Sequence[Told]) -> bool:
    """Return whether somebody is asked, as the use cases do: the member, or the director."""
    if new.own is not None:
        with_own = [one for one in stored if any(who.player == new.own and who.rated for who in one.table.entrants)]
        return any(is_duplicate_report(one.table, one.name, new.table, new.name, new.own) for one in with_own)
    if new.table.kind is EventKind.MATCH:
        return False  # compared with other matches elsewhere
    reports = [one for one in stored if one.own is not None]
    matches = [one.table for one in stored if one.table.kind is EventKind.MATCH]
    events = [one for one in stored if one.own is None and one.table.kind is not EventKind.MATCH]
    return (
        any(is_same_event(one.table, one.name, new.table, new.name) for one in events)
        or any(games_told(new.table, matches))
        or any(
            is_duplicate_report(new.table, new.name, one.table, one.name, one.own)
            for one in reports
            if any(who.player == one.own for who in new.table.entrants)
        )
    )


def needless(months: int, rounds: int) -> tuple[int, int]:
    """Return the questions, and the reports and events brought, over so many months. Matches ask nobody here."""
    asked = brought = 0
    for seed in range(months):
        stored: list[Told] = []
        for new in Month(seed, rounds).all():
            asked += is_asked(new, stored)
            brought += new.table.kind is not EventKind.MATCH
            stored.append(new)
    return asked, brought


@pytest.mark.parametrize("rounds", [1, 4], ids=["one long game a Friday", "four rounds a Friday"])
def test_at_most_one_in_twenty_is_asked_needlessly(rounds: int) -> None:
    asked, brought = needless(8, rounds)
    assert brought > 600
    assert asked <= MOST * brought
