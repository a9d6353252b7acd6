"""A club for the benches."""

import random
from collections.abc import Sequence
from datetime import timedelta

from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import recalculate_club
from bot.store.club import clubs
from bot.store.database.rows import FactPosition, NewEnteredRating, NewEvent, Player
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts
from bot.store.people import players
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from tests.bench.databases import TODAY

LIST = RatingList.USCHESS_REGULAR
SECTION, ROUNDS = 8, 5
GAMES = SECTION * ROUNDS // 2
"""Games of a section."""

YEAR = 360
NAMES = ("Marvin", "Elke", "Rosun", "Dario", "Julia", "Wenona", "Olfa", "Tamar", "Kelor", "Vita")


async def fill_club(
    services: Services, club: int, members: int, events: int, lists: Sequence[RatingList] = (LIST,)
) -> Player:
    """Store a club whose events move some lists, and whose members were rated on the first; return the busiest."""

    def work(connection: Connection) -> Player:
        return _store(connection, services, club, members, events, lists)

    busiest = await services.database.write(work, club=club)
    await recalculate_club(services, club)
    return busiest


def _store(
    connection: Connection, services: Services, club: int, members: int, events: int, lists: Sequence[RatingList]
) -> Player:
    chance = random.Random(1)
    now, first_day = services.now(), TODAY - timedelta(YEAR + 1)
    clubs.lock_club(connection, club, now)
    people = [
        players.add_unlinked(connection, club, f"{chance.choice(NAMES)} {chance.choice(NAMES)}son {number}", now)
        for number in range(members)
    ]
    seqs = iter(clubs.reserve_positions(connection, club, members + events))
    for one in people:
        rating, games = float(chance.randint(1400, 2200)), chance.choice([5, 30, 100])
        place = FactPosition(first_day, next(seqs))
        entered = NewEnteredRating(club, one.id, lists[0], place, rating, games, None, None, None, 1, None, now)
        corrections.add_entered_rating(connection, entered)
    busiest, ids = people[0], [one.id for one in people[1:]]
    often = max(1, min(100, events // 10))
    for number in range(events):
        place = FactPosition(first_day + timedelta(1 + number * YEAR // events), next(seqs))
        seated = chance.sample(ids, SECTION)
        if number % often == 0:
            seated[0] = busiest.id
        new = NewEvent(club, place, f"Event {number}", tuple(lists), None, "file", 1, None, now)
        facts.add_event(connection, new, _section(chance, place, seated))
    return busiest


def _section(chance: random.Random, place: FactPosition, ids: list[int]) -> Crosstable:
    entrants = tuple(Entrant(number, player=one, rated=True) for number, one in enumerate(ids, start=1))
    games = []
    for played in range(1, ROUNDS + 1):
        order = chance.sample(range(1, SECTION + 1), SECTION)
        pairs = zip(order[::2], order[1::2], strict=True)
        games += [Game(played, one, other, chance.choice([0.0, 0.5, 1.0])) for one, other in pairs]
    return Crosstable(place.date, entrants, tuple(games))
