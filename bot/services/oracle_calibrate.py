"""Set a pool's ratings anew from all its matches: a look first, then a fact that can be taken back."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import date

from bot.services.audit import note
from bot.services.context import Actor, Services, require_director
from bot.services.fold_lists import ListChange, fold_lists
from bot.services.oracle_pools import config_of
from bot.services.rating_changes import RatingChange, changes
from bot.store import audits, clubs, journals, list_facts, oracle, players
from bot.store.database import Connection
from bot.store.rows import Club, FactKind, FactRef, ListFact, ListFactKind, Place, Player
from core.errors import NotFoundError
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

    list_fact_id: None while it is only looked at.
    """

    pool: RatingList
    day: date
    lines: tuple[CalibrationLine, ...]
    list_fact_id: int | None = None


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A calibration that no longer counts, and what that changed."""

    pool: RatingList
    day: date
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


class _DryRun(Exception):
    """Carries a report out of a transaction that is then rolled back."""

    def __init__(self, report: CalibrationReport) -> None:
        self.report = report


async def preview_calibration(services: Services, actor: Actor, pool: RatingList) -> CalibrationReport:
    """Return what a calibration would do; directors only.

    It is done and rolled back, so that what is shown is what a confirmation stores.
    """

    def work(connection: Connection) -> None:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        raise _DryRun(_calibrate(connection, services, actor, club, pool, Place(services.today(), seq)))

    try:
        await services.database.write(work)
    except _DryRun as done:
        return replace(done.report, list_fact_id=None)
    raise AssertionError("a dry run ends by being rolled back")


async def store_calibration(services: Services, actor: Actor, pool: RatingList) -> CalibrationReport:
    """Calibrate a pool as of today; directors only."""

    def work(connection: Connection) -> CalibrationReport:
        club, _, seq = clubs.enter(connection, actor.club_id, services.now())
        seen = audits.by_interaction(connection, club.id, actor.interaction_id)
        if seen is not None:
            found = list_facts.find(connection, club.id, seen.subject_id or 0)
            if found is None:
                raise NotFoundError("That calibration is taken back already: start anew with /oracle calibrate.")
            return _report(connection, club, *found)
        report = _calibrate(connection, services, actor, club, pool, Place(services.today(), seq))
        note(connection, services, actor, "calibrate", report.list_fact_id or 0, {"list": pool.value})
        return report

    return await services.database.write(work)


async def undo_calibration(services: Services, actor: Actor, list_fact_id: int) -> TakenBack:
    """Take a calibration back; directors only."""

    def work(connection: Connection) -> TakenBack:
        club, *_ = clubs.enter(connection, actor.club_id, services.now())
        require_director(club, actor, "take a calibration back")
        found = list_facts.find(connection, club.id, list_fact_id)
        if found is None or found[0].kind is not ListFactKind.CALIBRATION:
            raise NotFoundError("That calibration is taken back already: the ratings are those of match by match.")
        fact, pool = found
        list_facts.void(connection, list_fact_id)
        moved = list_facts.players_before(connection, club.id, pool, fact.place)
        gone = FactRef(fact.place, FactKind.CALIBRATION, list_fact_id, moved)
        done = fold_lists(connection, club, services.today(), {pool: ListChange(removed=(gone,))})
        note(connection, services, actor, "undo-calibration", list_fact_id, {"list": pool.value})
        different = tuple(change for folded in done.values() for change in changes(folded))
        people = players.by_ids(connection, club.id, {change.player_id for change in different})
        return TakenBack(pool, fact.place.date, different, people)

    return await services.database.write(work)


def _calibrate(
    connection: Connection, services: Services, actor: Actor, club: Club, pool: RatingList, place: Place
) -> CalibrationReport:
    require_director(club, actor, "calibrate a pool")
    config_of(club, pool)
    known = list_facts.players_before(connection, club.id, pool, place)
    new = ListFact(place, 0, ListFactKind.CALIBRATION, place.date, known)
    user_id, now = actor.member.user_id, services.now()
    fact = list_facts.add(connection, club.id, pool, new, user_id, actor.interaction_id, now)
    fold_lists(connection, club, services.today(), {pool: ListChange(added=(fact,))})
    return _report(connection, club, fact, pool)


def _report(connection: Connection, club: Club, fact: ListFact, pool: RatingList) -> CalibrationReport:
    """Return what a stored calibration did, from the journal."""
    known = list_facts.players_before(connection, club.id, pool, fact.place)
    stored = oracle.states_at(connection, pool, fact.place, known)
    after: dict[Hashable, float] = {key: PlayerState.from_json(data).log_strength for key, data in stored.items()}
    before: dict[Hashable, float] = {key: _strength_before(connection, pool, key, fact.place) for key in stored}
    people, lines = players.by_ids(connection, club.id, stored), []
    for line in compare(before, after):
        assert isinstance(line.player, int)
        lines.append(CalibrationLine(people[line.player], line))
    return CalibrationReport(pool, fact.place.date, tuple(lines), fact.list_fact_id)


def _strength_before(connection: Connection, pool: RatingList, player_id: int, place: Place) -> float:
    data = journals.state_before(connection, player_id, pool, place)
    return 0.0 if data is None else PlayerState.from_json(data).log_strength
