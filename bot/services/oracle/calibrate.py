"""Set a pool's ratings anew from all its matches: a look first, then a fact that can be taken back."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.fold.change_codec import changes_from_json, changes_to_json
from bot.services.fold.changes import RatingChange, changes
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.oracle.due import count_due
from bot.services.oracle.pools import config_of
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import list_facts
from bot.store.kept import audits
from bot.store.people import oracle, players
from bot.store.rows import Club, FactKind, FactRef, ListFact, ListFactKind, Place, Player
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.oracle.reports import Comparison, compare
from core.oracle.state import PlayerState


@dataclass(frozen=True, slots=True)
class CalibrationLine:
    """A player before and after a batch; the Keeper stays where they are."""

    player: Player
    compared: Comparison


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """A batch over all matches of a pool, the strongest first.

    place: among the facts; while it is only looked at, the one that it would have.
    unknown: how many of the players have games of which no results are stored, and which no batch can take in.
    list_fact_id: None while it is only looked at.
    """

    pool: RatingList
    place: Place
    lines: tuple[CalibrationLine, ...]
    unknown: int
    list_fact_id: int | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A calibration that no longer counts, and what that changed."""

    pool: RatingList
    day: date
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


async def preview_calibration(services: Services, actor: Actor, pool: RatingList) -> CalibrationReport:
    """Return what a calibration would do; directors only.

    It is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def work(connection: Connection) -> CalibrationReport:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        return _calibrate(connection, services, actor, club, pool, Place(services.today(), seq))

    return replace(await services.database.try_out(work, club=actor.club_id), list_fact_id=None)


async def store_calibration(
    services: Services, actor: Actor, pool: RatingList, looked_at: int | None = None, looked_on: date | None = None
) -> CalibrationReport:
    """Calibrate a pool as of today; directors only.

    looked_at: the number of the place that the calibration had when it was looked at: of two clicks one counts.
    looked_on: the day of that, for what was looked at holds for that day alone.
    """

    def work(connection: Connection) -> CalibrationReport:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None:
            require_director(club, actor, "calibrate a pool")
            found = list_facts.find(connection, club.id, seen.subject_id or 0)
            if found is None:
                raise NotFoundError("That calibration is taken back already: start anew with /oracle calibrate.")
            return _report(connection, club, *found)
        if looked_at is not None and oracle.is_calibrated_since(connection, club.id, pool, looked_at):
            raise InputError("This pool has been calibrated since: look again with /oracle calibrate.")
        if looked_on is not None and looked_on != services.today():
            raise InputError("That was a look at another day's ratings: look again with /oracle calibrate.")
        report = _calibrate(connection, services, actor, club, pool, Place(services.today(), seq))
        note(connection, services, actor, "calibrate", report.list_fact_id or 0, {"list": pool.value})
        return report

    return await services.database.write(work, club=actor.club_id)


async def undo_calibration(services: Services, actor: Actor, list_fact_id: int) -> TakenBack:
    """Take a calibration back; directors only."""

    def work(connection: Connection) -> TakenBack:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "take a calibration back")
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None and seen.details is not None:
            return _taken_back(connection, club, seen.details)
        found = list_facts.find(connection, club.id, list_fact_id)
        if found is None or found[0].kind is not ListFactKind.CALIBRATION:
            raise NotFoundError("That calibration is taken back already: the ratings are those of match by match.")
        fact, pool = found
        list_facts.void(connection, list_fact_id)
        moved = list_facts.players_before(connection, club.id, pool, fact.place)
        gone = FactRef(fact.place, FactKind.CALIBRATION, list_fact_id, moved)
        done = fold_lists(connection, club, services.today(), {pool: ListChange(removed=(gone,))})
        different = [change for folded in done.values() for change in changes(folded)]
        day, moves = fact.place.date.isoformat(), changes_to_json(different)
        details = {"list": pool.value, "day": day, "changes": moves}
        note(connection, services, actor, "undo-calibration", list_fact_id, details)
        return _taken_back(connection, club, details)

    return await services.database.write(work, club=actor.club_id)


def _taken_back(connection: Connection, club: Club, data: Mapping[str, Any]) -> TakenBack:
    different = changes_from_json(data["changes"])
    people = players.by_ids(connection, club.id, {change.player_id for change in different})
    return TakenBack(RatingList(data["list"]), date.fromisoformat(data["day"]), different, people)


def _calibrate(
    connection: Connection, services: Services, actor: Actor, club: Club, pool: RatingList, place: Place
) -> CalibrationReport:
    require_director(club, actor, "calibrate a pool")
    config_of(club, pool)
    count_due(connection, services, club)
    known = list_facts.players_before(connection, club.id, pool, place)
    new = ListFact(place, 0, ListFactKind.CALIBRATION, place.date, known)
    user_id, now = actor.member.user_id, services.now()
    fact = list_facts.add(connection, club.id, pool, new, user_id, actor.interaction_id, now)
    fold_lists(connection, club, services.today(), {pool: ListChange(added=(fact,))})
    report = _report(connection, club, fact, pool)
    if not report.lines:
        raise InputError("There are no matches to calibrate from: record some first.")
    return report


def _report(connection: Connection, club: Club, fact: ListFact, pool: RatingList) -> CalibrationReport:
    """Return what a stored calibration did, from the journal."""
    known = list_facts.players_before(connection, club.id, pool, fact.place)
    stored = oracle.states_at(connection, pool, fact.place, known)
    after: dict[Hashable, float] = {key: PlayerState.from_json(data).log_strength for key, data in stored.items()}
    states = {key: _state_before(connection, pool, key, fact.place) for key in stored}
    before: dict[Hashable, float] = {key: state.log_strength for key, state in states.items()}
    people, lines = players.by_ids(connection, club.id, stored), []
    for line in compare(before, after):
        assert isinstance(line.player, int)
        lines.append(CalibrationLine(people[line.player], line))
    unknown = sum(state.games > state.wins + state.losses + state.draws for state in states.values())
    return CalibrationReport(pool, fact.place, tuple(lines), unknown, fact.list_fact_id)


def _state_before(connection: Connection, pool: RatingList, player_id: int, place: Place) -> PlayerState:
    data = journals.state_before(connection, player_id, pool, place)
    return PlayerState() if data is None else PlayerState.from_json(data)
