"""Rate an event and store nothing."""

from dataclasses import replace
from datetime import date
from typing import Any

from bot.services.context import Actor, Services
from bot.services.opponents import crosstable_of, known_opponents
from bot.services.own_event import OwnEvent
from bot.services.reports import EventReport
from bot.services.states import state_before
from bot.services.systems import SYSTEMS
from bot.store import clubs, facts, players, standings
from bot.store.database import Connection
from bot.store.rows import Player
from core.crosstable import Crosstable
from core.lists import RatingList


async def estimate(services: Services, actor: Actor | None, written: OwnEvent) -> EventReport:
    """Rate an event and store nothing.

    actor: None outside a club, where rating and games must be given and opponents are ratings.
    """
    day = written.day or services.today()
    if actor is None:
        rating_list = written.list_in(None)
        crosstable = crosstable_of(None, 0, None, written, rating_list, day)
        state = _supposed_state(rating_list, written, None)
        return _estimated(written, day, rating_list, Player(0, None, "You"), crosstable, state, {})

    def work(connection: Connection) -> EventReport:
        club = clubs.find(connection, actor.club_id)
        rating_list = written.list_in(club)
        subject = written.member or actor.member
        own = players.by_user(connection, club.id, subject.user_id)
        crosstable = crosstable_of(connection, club.id, own, written, rating_list, day)
        standing = None if own is None else standings.find(connection, club.id, rating_list, own.id)
        stored = state_before(connection, rating_list, standing, facts.end_of(day))
        state = _supposed_state(rating_list, written, stored)
        names = known_opponents(connection, club.id, crosstable)
        player = own or Player(0, subject.user_id, subject.name)
        return _estimated(written, day, rating_list, player, crosstable, state, names)

    return await services.database.read(work)


def _estimated(
    written: OwnEvent,
    day: date,
    rating_list: RatingList,
    player: Player,
    crosstable: Crosstable,
    state: Any,
    names: dict[int, Player],
) -> EventReport:
    outcome = SYSTEMS[rating_list].rate_event(crosstable, rating_list, {player.id: state}, written.rules)[player.id]
    return EventReport(
        event_id=None,
        name=written.name,
        day=day,
        rating_list=rating_list,
        player=player,
        crosstable=crosstable,
        outcome=outcome,
        opponents=names,
        reported_by=None,
        later=(),
    )


def _supposed_state(rating_list: RatingList, written: OwnEvent, stored: dict[str, Any] | None) -> Any:
    """Return the state that an estimate starts from: the stored one, or what the options suppose."""
    system = SYSTEMS[rating_list]
    if stored is not None and not written.brings_a_rating:
        return system.load(stored)
    supposed = written
    rank = None if stored is None else system.rank(system.load(stored))
    if rank is not None and written.rating is None and written.games != 0:
        supposed = replace(written, rating=rank.rating)
    elif rank is not None and written.games is None:
        supposed = replace(written, games=rank.games)
    opening = supposed.opening(rating_list)
    return system.unrated() if opening is None else system.apply_opening(system.unrated(), opening)
