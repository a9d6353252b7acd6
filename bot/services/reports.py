"""The report of a rated event: what every answer about it is drawn from."""

import json
from dataclasses import dataclass, replace
from datetime import date

from bot.services.context import Actor, Services
from bot.services.folding import RatingChange
from bot.services.systems import SYSTEMS
from bot.store import facts, journals, players
from bot.store.database import Connection
from bot.store.rows import Player
from core.crosstable import Crosstable
from core.errors import NotFoundError
from core.explain import Step
from core.lists import RatingList
from core.outcome import Outcome


@dataclass(frozen=True, slots=True)
class EventReport:
    """One player's rated event.

    event_id, reported_by: None for an estimate, which is stored nowhere.
    opponents: the opponents whom the club knows, by player id.
    later: later events whose ratings moved because this one was reported after them.
    """

    event_id: int | None
    name: str | None
    day: date
    rating_list: RatingList
    player: Player
    crosstable: Crosstable
    outcome: Outcome
    opponents: dict[int, Player]
    reported_by: int | None
    later: tuple[RatingChange, ...] = ()


def report_of(connection: Connection, club_id: int, event_id: int, player_id: int | None = None) -> EventReport:
    """Return the report of a stored event, evaluated again from the facts; raise NotFoundError without one.

    player_id: whose report, where the event rates several; None for the first.
    """
    event = facts.find_event(connection, club_id, event_id)
    if event is None:
        raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
    if event.voided:
        raise NotFoundError("That event has been undone: report it again if it should count.")
    crosstable = (facts.crosstables(connection, [event_id]))[event_id]
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    if player_id is not None and player_id not in rated:
        raise NotFoundError("That player has no rating from this event: choose one of their own events.")
    system = SYSTEMS[event.rating_list]
    states = {}
    for key in rated:
        data = journals.state_before(connection, key, event.rating_list, event.place)
        states[key] = system.unrated() if data is None else system.load(data)
    whose = rated[0] if player_id is None else player_id
    outcome = system.rate_event(crosstable, event.rating_list, states, event.rules)[whose]
    entry = journals.of_event(connection, event_id, whose)
    if entry is not None and entry.steps is not None:
        # The steps that were kept with the rating, so that the explanation is the one of that day.
        outcome = replace(outcome, steps=tuple(Step.from_json(step) for step in json.loads(entry.steps)))
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int)]
    people = players.by_ids(connection, club_id, known)
    return EventReport(
        event_id=event_id,
        name=event.name,
        day=event.place.date,
        rating_list=event.rating_list,
        player=people[whose],
        crosstable=crosstable,
        outcome=outcome,
        opponents=people,
        reported_by=event.reported_by,
    )


async def stored_report(services: Services, actor: Actor, event_id: int) -> EventReport:
    """Return the report of a stored event for whoever asks in the club."""

    def work(connection: Connection) -> EventReport:
        return report_of(connection, actor.club_id, event_id)

    return await services.database.read(work)
