"""The fold: 200 events of one player folded again from the first day, and fifty reports at once."""

import asyncio
import time
from collections.abc import Iterator
from datetime import timedelta
from itertools import count
from statistics import median

from bot.services.context import Actor, Member, Services
from bot.services.events.record import EventSubmission, record_own_event
from bot.services.events.void import undo_event
from bot.services.players.rating_card import player_card
from bot.services.players.set_rating import SetRatingRequest, set_rating
from core.formats.typed.opponents import parse_opponents
from tests.bench.databases import CLUB, KINDS, TODAY, databases
from tests.bench.measure import Figure, ms, ratio_of, settle_memory, show

MEMBERS = [Member(1000 + number, f"Member {number}") for number in range(50)]
PLAYER = Member(1, "Dana")
RATING, GAMES = 1470, 25
OPPONENTS = parse_opponents("W974 L2471 D1585 W1490")


async def run(*, quick: bool) -> None:
    events, undone, rounds = (20, 3, 1) if quick else (200, 9, 7)
    async with databases() as maker:
        for kind in KINDS:
            services = await maker.new(kind)
            interactions = count(1)
            undo = await _undo_first(services, interactions, events, undone)
            singly, together = await _record_fifty(services, interactions, rounds)
            show(
                f"fold on {kind}",
                [
                    Figure(f"undo of the first of {events} events, all later ones folded again", ms(median(undo))),
                    Figure("  for each event folded", ms(median(undo) / (events - undone / 2))),
                    Figure(f"{len(MEMBERS)} reports one after another, in all", ms(median(singly))),
                    Figure(f"{len(MEMBERS)} reports at once, in all", ms(median(together)), ratio_of(together, singly)),
                    Figure("  for each report", ms(median(together) / len(MEMBERS))),
                ],
                f"Medians of {undone} undone events and of {rounds} rounds of reports, one from each member of a club.",
            )


async def _undo_first(services: Services, interactions: Iterator[int], events: int, undone: int) -> list[float]:
    """Report events day after day, then undo the first one, and the one that is first then, and so on."""
    first_day = TODAY - timedelta(days=events)
    director = Actor(CLUB, Member(2, "Tess"), next(interactions), manager=True)
    await set_rating(services, director, SetRatingRequest(PLAYER, RATING, GAMES, day=first_day))
    event_ids = []
    for number in range(events):
        written = EventSubmission(OPPONENTS, day=first_day + timedelta(days=number))
        report = await record_own_event(services, Actor(CLUB, PLAYER, next(interactions)), written, twice=True)
        event_ids.append(report.event_id or 0)
    settle_memory()
    times = []
    for number, event_id in enumerate(event_ids[:undone], start=1):
        actor = Actor(CLUB, PLAYER, next(interactions))
        start = time.perf_counter()
        undo = await undo_event(services, actor, event_id)
        times.append(time.perf_counter() - start)
        if len(undo.changes) < events - number:
            raise ValueError(f"only {len(undo.changes)} ratings changed")
    return times


async def _record_fifty(
    services: Services, interactions: Iterator[int], rounds: int
) -> tuple[list[float], list[float]]:
    """Let every member report an event: in turn, then all at once, and again."""
    for member in MEMBERS:
        director = Actor(CLUB, Member(2, "Tess"), next(interactions), manager=True)
        await set_rating(services, director, SetRatingRequest(member, RATING, GAMES))
    written = EventSubmission(OPPONENTS)
    singly, together = [], []
    for _ in range(-1, rounds):  # the first warms up
        actors = [Actor(CLUB, member, next(interactions)) for member in MEMBERS]
        start = time.perf_counter()
        for actor in actors:
            await record_own_event(services, actor, written, twice=True)
        singly.append(time.perf_counter() - start)
        actors = [Actor(CLUB, member, next(interactions)) for member in MEMBERS]
        start = time.perf_counter()
        await asyncio.gather(*(record_own_event(services, actor, written, twice=True) for actor in actors))
        together.append(time.perf_counter() - start)
    for member in MEMBERS:
        card = await player_card(services, Actor(CLUB, member, next(interactions)), None, None)
        if card.standing.games != GAMES + 2 * (rounds + 1) * len(OPPONENTS.games):
            raise ValueError(f"{member.name} has {card.standing.games} games: a report was lost")
    return singly[1:], together[1:]
