"""Recalculate a pool's ratings from all its matches: a look first, then a fact that can be taken back."""

from collections.abc import Hashable
from dataclasses import dataclass, replace
from datetime import date

from bot.services.fold.benchmark import states_at
from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange
from bot.services.oracle.pools import config_of
from bot.services.transaction import Read, Write, preview, read, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.database import Connection
from bot.store.events import list_facts
from bot.store.people import oracle, players
from bot.store.rows import Club, FactKind, FactPosition, FactRef, ListFact, ListFactKind, Player
from core.errors import InputError, NotFoundError
from core.lists import RatingList
from core.oracle.reports import Comparison, compare
from core.oracle.state import PlayerState

CALIBRATE = "calibrate a pool"
"""What only directors may, as the end of a sentence."""


@dataclass(frozen=True, slots=True)
class CalibrationLine:
    """A player before and after a batch; the Keeper stays where they are."""

    player: Player
    compared: Comparison


@dataclass(frozen=True, slots=True)
class CalibrationReport:
    """A batch over all matches of a pool, the strongest first.

    place: among the facts; while it is only looked at, the one that it would have.
    unknown: how many of the players have games of which no match is stored, and which no batch can take in.
    list_fact_id: None while it is only looked at.
    """

    pool: RatingList
    place: FactPosition
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


@preview(director_to=CALIBRATE)
def preview_calibration(write: Write, pool: RatingList) -> CalibrationReport:
    """Return what a calibration would do; directors only."""
    return replace(_calibrate(write, pool), list_fact_id=None)


@use_case("calibrate", director_to=CALIBRATE)
def store_calibration(
    write: Write, pool: RatingList, looked_at: int | None = None, looked_on: date | None = None
) -> CalibrationReport:
    """Calibrate a pool as of today; directors only.

    looked_at: the number of the place that the calibration had when it was looked at: of two clicks one counts.
    looked_on: the day of that, for what was looked at holds for that day alone.
    """
    if looked_at is not None and oracle.is_calibrated_since(write.connection, write.club.id, pool, looked_at):
        raise InputError("This pool has been calibrated since: look again with /oracle calibrate.")
    if looked_on is not None and looked_on != write.today:
        raise InputError("That was a look at another day's ratings: look again with /oracle calibrate.")
    report = _calibrate(write, pool)
    write.note(report.list_fact_id or 0, {"list": pool.value})
    return report


@read(director_to=CALIBRATE)
def stored_calibration(look: Read, list_fact_id: int) -> CalibrationReport:
    """Return what a stored calibration did; directors only."""
    connection, club = look.connection, look.club
    found = list_facts.find(connection, club.id, list_fact_id)
    if found is None or found[0].kind is not ListFactKind.CALIBRATION:
        raise NotFoundError("That calibration is taken back already: start again with /oracle calibrate.")
    return _report(connection, club, *found)


@use_case("undo-calibration", director_to="take a calibration back")
def undo_calibration(write: Write, list_fact_id: int) -> TakenBack:
    """Take a calibration back; directors only."""
    connection, club = write.connection, write.club
    found = list_facts.find(connection, club.id, list_fact_id)
    if found is None or found[0].kind is not ListFactKind.CALIBRATION:
        raise NotFoundError("That calibration is taken back already: the ratings are those of match by match.")
    fact, pool = found
    list_facts.void(connection, list_fact_id)
    moved = list_facts.players_before(connection, club.id, pool, fact.place)
    gone = FactRef(fact.place, FactKind.CALIBRATION, list_fact_id, moved)
    different = write.fold({pool: ListChange(removed=(gone,))}).changes
    people = players.by_ids(connection, club.id, {change.player_id for change in different})
    report = TakenBack(pool, fact.place.date, different, people)
    write.note(list_fact_id)
    return report


def _calibrate(write: Write, pool: RatingList) -> CalibrationReport:
    connection, club, place = write.connection, write.club, write.place()
    config_of(club, pool)
    count_due(write)
    known = list_facts.players_before(connection, club.id, pool, place)
    new = ListFact(place, 0, ListFactKind.CALIBRATION, place.date, known)
    user_id, interaction_id = write.actor.member.user_id, write.actor.interaction_id
    fact = list_facts.add(connection, club.id, pool, new, user_id, interaction_id, write.now)
    write.fold({pool: ListChange(added=(fact,))})
    report = _report(connection, club, fact, pool)
    if not report.lines:
        raise InputError("There are no matches to calibrate from: record some first.")
    return report


def _report(connection: Connection, club: Club, fact: ListFact, pool: RatingList) -> CalibrationReport:
    """Return what a stored calibration did, from the journal."""
    known = list_facts.players_before(connection, club.id, pool, fact.place)
    stored = oracle.states_at(connection, pool, fact.place, known)
    after: dict[Hashable, float] = {key: PlayerState.from_json(data).log_strength for key, data in stored.items()}
    states: dict[int, PlayerState] = states_at(connection, club, pool, stored, fact.place)
    before: dict[Hashable, float] = {key: state.log_strength for key, state in states.items()}
    people, lines = players.by_ids(connection, club.id, stored), []
    for line in compare(before, after):
        assert isinstance(line.player, int)
        lines.append(CalibrationLine(people[line.player], line))
    unknown = sum(state.entered > 0 for state in states.values())
    return CalibrationReport(pool, fact.place, tuple(lines), unknown, fact.list_fact_id)
