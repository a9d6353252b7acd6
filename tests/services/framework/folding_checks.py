"""What the tests of the fold share."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from sqlalchemy import select

from bot.services.events.record import FirstReport, record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Actor, Services
from bot.services.framework.identity import MayBeKnown
from bot.services.framework.recalculation.lists import ListChange, recalculate_lists
from bot.services.people.claims import deny_player
from bot.store.club import clubs
from bot.store.database.rows import EventFact, FactPosition, NewEvent
from bot.store.database.tables import journal, metadata, norm, player, standing, title
from bot.store.database.transactions import Connection, Database
from bot.store.events import facts
from bot.store.people import players
from core.errors import InputError
from core.event.background import ExternalRating
from core.event.crosstable import Bye, Crosstable, Entrant, Game, TimeControl
from core.files.typed.opponents import parse_opponents
from core.lists import RatingList
from tests.conftest import TODAY, person, rows

CLUB = 500
BOTH = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)

# Keys that count up with every report, and say nothing of what came out.
LEFT_OUT = {"id", "event_id", "entered_rating_id", "list_fact_id", "seq", "swept_on"}


def event(opponents: str, day: date = TODAY, **options: Any) -> EventSubmission:
    return EventSubmission(parse_opponents(opponents), day=day, **options)


async def report(services: Services, actor: Actor, written: str, day: date, **options: Any) -> int:
    """Report an event, of somebody never rated where the club knows no rating; return its id."""
    actor = replace(actor, manager=True)
    try:
        stored = await record_own_event(services, actor, event(written, day, **options), twice=True)
    except (InputError, FirstReport):
        return await report(services, actor, written, day, games=0, **options)
    except MayBeKnown as asked:
        for number, candidate in enumerate(asked.candidates):
            once = replace(actor, interaction_id=(actor.interaction_id or 0) + 10**12 + number)
            await deny_player(services, once, candidate.player.id)
        return await report(services, actor, written, day, **options)
    return stored.event_id or 0


def record_section(
    connection: Connection,
    services: Services,
    names: Sequence[str],
    games: Sequence[tuple[int, int, int, float | None]],
    byes: Sequence[Bye] = (),
    *,
    day: date = TODAY,
    lists: tuple[RatingList, ...] = (RatingList.USCHESS_REGULAR,),
    control: TimeControl | None = None,
    strangers: Sequence[float] = (),
    external_ratings: dict[str, tuple[ExternalRating, ...]] | None = None,
) -> tuple[int, dict[str, int]]:
    """Store a crosstable whose entrants the event moves, and fold it; return its id and the players' ids by name.

    names: members, with pairing numbers from 1. strangers: ratings of further entrants, whom it does not move.
    games: round, pairing numbers, and the score of the first.
    """
    club, _, seq = clubs.lock_club(connection, CLUB, services.now())
    known = {name: players.ensure(connection, CLUB, person(name).user_id, name, services.now()).id for name in names}
    more = external_ratings or {}
    entrants = [
        Entrant(number, player=known[name], name=name, rated=True, external_ratings=more.get(name, ()))
        for number, name in enumerate(names, start=1)
    ]
    entrants += [Entrant(number, rating) for number, rating in enumerate(strangers, start=len(names) + 1)]
    crosstable = Crosstable(
        day, tuple(entrants), tuple(Game(*game) for game in games), tuple(byes), time_control=control
    )
    new = NewEvent(
        club_id=CLUB,
        place=FactPosition(day, seq),
        name="Section",
        rating_lists=lists,
        rules=None,
        source="test",
        reported_by=7,
        interaction_id=900_000 + seq,
        at=services.now(),
    )
    event_id = facts.add_event(connection, new, crosstable)
    fact = EventFact(new.place, event_id, crosstable, None)
    recalculate_lists(connection, club, services.today(club), {moved: ListChange(added=(fact,)) for moved in lists})
    return event_id, known


async def derived(database: Database) -> dict[str, list[str]]:
    """Return everything derived, with players by name, without keys that only count up."""
    found = {}
    names = {row.id: row.name for row in await rows(database, select(player.c.id, player.c.name))}
    for table in (journal, standing, norm, title):
        columns = [column for column in table.columns if column.name not in LEFT_OUT]
        lines = [row._asdict() for row in await rows(database, select(*columns))]
        for line in lines:
            if "player_id" in line:
                line["player_id"] = names[line["player_id"]]
        found[table.name] = sorted(json.dumps(line, sort_keys=True, default=str) for line in lines)
    return found


async def wipe(database: Database) -> None:
    def work(connection: Connection) -> None:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())

    await database.write(work, club=CLUB)
