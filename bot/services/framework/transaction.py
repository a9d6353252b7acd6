"""The one way to write: lock the club, check for repeats and permission, act and audit, in one transaction.

No other service locks a club or checks for directors.
"""

from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import wraps
from typing import Any, ClassVar, Concatenate, ParamSpec, Self, TypeVar

from bot.services.framework.actions import Action
from bot.services.framework.clock import day_of
from bot.services.framework.context import Actor, Services, require_director
from bot.services.framework.outbox import check_all_roles, put_moved, put_shown_otherwise
from bot.services.framework.recalculation.ahead import Ahead, CalculateFirstError, Recalculations
from bot.services.framework.recalculation.lists import (
    ListChange,
    RatingChange,
    changes,
    is_long,
    recalculate_lists,
    with_due_lists,
)
from bot.services.framework.recalculation.replay import ListResult
from bot.services.framework.recalculation.whole import Calculated, Progress, in_turn, results_of
from bot.services.framework.season_figures import note_corrections
from bot.services.framework.subject import Someone, find_someone
from bot.store.club import audits, clubs, personal_data
from bot.store.database import club_rows
from bot.store.database.names import read_as
from bot.store.database.rows import AuditEntry, Club, FactPosition, Player
from bot.store.database.transactions import Connection
from bot.store.people import players
from core.errors import NotFoundError, RatingError, RuleError
from core.lists import RatingList

Arguments = ParamSpec("Arguments")
Report = TypeVar("Report")

Asked = Callable[Concatenate[Services, Actor, Arguments], Coroutine[Any, Any, Report]]


@dataclass(frozen=True, slots=True)
class Recalculated:
    """What a fold did to each list."""

    lists: Mapping[RatingList, ListResult]

    @property
    def changes(self) -> tuple[RatingChange, ...]:
        return tuple(change for folded in self.lists.values() for change in changes(folded))

    @property
    def later(self) -> tuple[RatingChange, ...]:
        return tuple(change for change in self.changes if change.day is not None)


@dataclass(frozen=True, slots=True)
class ClubWrite:
    """A transaction with the club's lock.

    now: its moment. entered_seq, seq: positions for new facts. today: the club's day. recalculations: those so far,
    and what was calculated ahead for them.
    """

    connection: Connection
    club: Club
    now: datetime
    today: date
    entered_seq: int
    seq: int
    recalculations: Recalculations

    FROM_SERVER: ClassVar[bool] = False
    """Whether somebody on the server asks, so that the bot is there."""

    @classmethod
    def of(
        cls, connection: Connection, club_id: int, now: datetime, recalculations: Recalculations, *more: Any
    ) -> Self:
        club, entered_seq, seq = clubs.lock_club(connection, club_id, now, is_there=cls.FROM_SERVER)
        return cls(connection, club, now, day_of(club, now), entered_seq, seq, recalculations, *more)

    def place(self, day: date | None = None) -> FactPosition:
        return FactPosition(day or self.today, self.seq)

    def recalculate(self, changed: Mapping[RatingList, ListChange], progress: Progress | None = None) -> Recalculated:
        """Recalculate what changed facts change; where much rests on them, whole lists ahead of the lock."""
        connection, club, today = self.connection, self.club, self.today
        changed = with_due_lists(connection, club.id, changed, today)
        self.recalculations.add(connection, club, list(changed), changed, progress)
        found = self.recalculations.result(self.entered_seq - 1, today)
        if found is None and not is_long(connection, club, changed, today):
            return self._follow(recalculate_lists(connection, club, today, changed))
        return self._store(found, list(changed))

    def recalculate_fully(self, lists: Iterable[RatingList] | None = None) -> Recalculated:
        """Calculate whole lists (default: all) from all facts, ahead of the lock; store what differs."""
        lists = list(self.club.house_rules.all_lists if lists is None else lists)
        self.recalculations.add(self.connection, self.club, lists, {})
        return self._store(self.recalculations.result(self.entered_seq - 1, self.today), lists)

    def _store(self, found: Calculated | None, lists: Sequence[RatingList]) -> Recalculated:
        connection, known = self.connection, self.recalculations
        if found is None:
            known.look_first(connection, self.today)
            (found,) = in_turn(connection, known.steps[-1:], self.today)
        for name, rows in found.different.items():
            club_rows.store(connection, name, self.club.id, rows)
        return self._follow({moved: ListResult(moved) for moved in lists} | results_of(connection, found))

    def _follow(self, done: Mapping[RatingList, ListResult]) -> Recalculated:
        note_corrections(self.connection, self.club, self.today, done.values())
        put_moved(self.connection, self.club, done, self._by, self.now)
        return Recalculated(done)

    def is_shown_otherwise(self, player_id: int) -> None:
        """Queue updates after a player's name or visibility changed."""
        put_shown_otherwise(self.connection, self.club, player_id, self._by, self.now)

    @property
    def _by(self) -> int | None:
        return None

    def ensure(self, who: Someone) -> Player:
        """Return somebody's player, creating a new member's."""
        if isinstance(who, Player):
            known = find_someone(self.connection, self.club.id, who)
            if known is None:
                raise NotFoundError(f"{who.name} is no longer a player of this club. Pick one from the list.")
            return known
        return players.ensure(self.connection, self.club.id, who.user_id, who.name, self.now)

    def entry(self, interaction_id: int) -> AuditEntry | None:
        return audits.by_interaction(self.connection, self.club.id, interaction_id)


@dataclass(frozen=True, slots=True)
class Write(ClubWrite):
    """An actor's transaction.

    noted: audited actions.
    """

    actor: Actor
    action: Action | None = None
    noted: list[Action] = field(default_factory=list)

    FROM_SERVER: ClassVar[bool] = True

    @property
    def _by(self) -> int | None:
        return self.actor.member.user_id

    @property
    def is_director(self) -> bool:
        return self.actor.is_director(self.club)

    def require_director(self, action: str) -> None:
        require_director(self.club, self.actor, action)

    def note(
        self, subject_id: int, details: Any = None, *, action: Action | None = None, nameless: bool = False
    ) -> None:
        """Audit this interaction; a repeated delivery then changes nothing.

        subject_id: event, player or club. action: if not the use case's. nameless: without the actor.
        """
        done = action or self.action
        assert done is not None
        audits.add(
            self.connection,
            club_id=self.club.id,
            at=self.now,
            actor_id=personal_data.NOBODY if nameless else self.actor.member.user_id,
            action=done.name,
            subject_id=subject_id,
            details=details,
            interaction_id=self.actor.interaction_id,
        )
        self.noted.append(done)

    def latest(self, action: Action, subject_id: int) -> AuditEntry | None:
        return audits.latest(self.connection, self.club.id, action.name, subject_id)

    def done_before(self) -> AuditEntry | None:
        return self.entry(self.actor.interaction_id)

    def ensure(self, who: Someone) -> Player:
        player = ClubWrite.ensure(self, who)
        if player.user_id is not None and self.is_director:
            players.know(self.connection, player.id)
        return player


@dataclass(frozen=True, slots=True)
class Read:
    """An actor's read-only transaction. today: the club's day."""

    connection: Connection
    club: Club
    actor: Actor
    now: datetime
    today: date

    @property
    def is_director(self) -> bool:
        return self.actor.is_director(self.club)

    def require_director(self, action: str) -> None:
        """Raise NotAllowedError for anybody but a director. action: what only directors may do."""
        require_director(self.club, self.actor, action)


class AlreadyDoneError(RatingError):
    """The interaction was delivered twice. entry: what the first stored."""

    def __init__(self, entry: AuditEntry) -> None:
        super().__init__("This command was carried out already. Nothing was changed.")
        self.entry = entry


class Question(RuleError):
    """Raised by a use case that has to ask before it stores; the frame of answers asks it."""


def use_case(
    action: Action, *, director_to: str | None = None
) -> Callable[[Callable[Concatenate[Write, Arguments], Report]], Asked[Arguments, Report]]:
    """Make a function of a Write a use case: one transaction, once per interaction.

    It must audit (`Write.note`); a repeat raises AlreadyDoneError. director_to: what only directors may do ("void an
    event").
    """

    def decorate(work: Callable[Concatenate[Write, Arguments], Report]) -> Asked[Arguments, Report]:
        @wraps(work)
        async def carry_out(
            services: Services, actor: Actor, /, *arguments: Arguments.args, **named: Arguments.kwargs
        ) -> Report:
            def once(write: Write) -> Report:
                seen = write.done_before()
                if seen is not None:
                    raise AlreadyDoneError(seen)
                report = work(write, *arguments, **named)
                if any(done.about_who for done in write.noted):
                    check_all_roles(write.connection, write.club, write.now)
                return report

            transaction = _transaction(services, actor, once, director_to, action)
            return await _written(services, actor.club_id, transaction)

        return carry_out

    return decorate


def repeatable(
    *, director_to: str | None = None, tries_out: bool = False
) -> Callable[[Callable[Concatenate[Write, Arguments], Report]], Asked[Arguments, Report]]:
    """Make a function of a Write one that may run twice and is not audited. tries_out: it is rolled back."""

    def decorate(work: Callable[Concatenate[Write, Arguments], Report]) -> Asked[Arguments, Report]:
        @wraps(work)
        async def carry_out(
            services: Services, actor: Actor, /, *arguments: Arguments.args, **named: Arguments.kwargs
        ) -> Report:
            transaction = _transaction(services, actor, lambda write: work(write, *arguments, **named), director_to)
            return await _written(services, actor.club_id, transaction, tries_out=tries_out)

        return carry_out

    return decorate


def preview(
    *, director_to: str | None = None
) -> Callable[[Callable[Concatenate[Write, Arguments], Report]], Asked[Arguments, Report]]:
    return repeatable(director_to=director_to, tries_out=True)


def read(
    *, director_to: str | None = None
) -> Callable[[Callable[Concatenate[Read, Arguments], Report]], Asked[Arguments, Report]]:
    """Make a function of a Read one for an actor. director_to: what only directors may see."""

    def decorate(work: Callable[Concatenate[Read, Arguments], Report]) -> Asked[Arguments, Report]:
        @wraps(work)
        async def look(
            services: Services, actor: Actor, /, *arguments: Arguments.args, **named: Arguments.kwargs
        ) -> Report:
            def transaction(connection: Connection) -> Report:
                club, now = _club_as_seen_by(actor, connection), services.now()
                if director_to is not None:
                    require_director(club, actor, director_to)
                return work(Read(connection, club, actor, now, day_of(club, now)), *arguments, **named)

            return await services.database.read(transaction, club=actor.club_id)

        return look

    return decorate


async def read_for(services: Services, actor: Actor, work: Callable[[Connection], Report]) -> Report:
    """Run reading work as `Database.read` does, with the names that an actor may see."""

    def transaction(connection: Connection) -> Report:
        _club_as_seen_by(actor, connection)
        return work(connection)

    return await services.database.read(transaction, club=actor.club_id)


def _club_as_seen_by(actor: Actor, connection: Connection) -> Club:
    club = clubs.find(connection, actor.club_id)
    read_as(connection, actor.member.user_id, is_director=actor.is_director(club))
    return club


def club_job(
    work: Callable[Concatenate[ClubWrite, Arguments], Report],
) -> Callable[Concatenate[Services, int, Arguments], Coroutine[Any, Any, Report]]:
    @wraps(work)
    async def carry_out(
        services: Services, club_id: int, /, *arguments: Arguments.args, **named: Arguments.kwargs
    ) -> Report:
        return await write_for_club(services, club_id, lambda write: work(write, *arguments, **named))

    return carry_out


async def write_for_club(services: Services, club_id: int, work: Callable[[ClubWrite], Report]) -> Report:
    def transaction(connection: Connection, recalculations: Recalculations) -> Report:
        return work(ClubWrite.of(connection, club_id, services.now(), recalculations))

    return await _written(services, club_id, transaction)


LOOKS = 4
"""How often a write waits for what others change, before the club waits for it."""


async def _written(
    services: Services,
    club_id: int,
    transaction: Callable[[Connection, Recalculations], Report],
    *,
    tries_out: bool = False,
) -> Report:
    """Run a transaction; what much rests on is calculated before it, without the club's lock."""
    database, ahead = services.database, None
    run = database.try_out if tries_out else database.write

    def once(known: Recalculations) -> Awaitable[Report]:
        return run(lambda connection: transaction(connection, known), club=club_id)

    for _ in range(LOOKS):
        try:
            return await once(Recalculations(ahead))
        except CalculateFirstError as error:
            look = error.look
        ahead = await database.read(look, club=club_id)
    if tries_out:
        return await once(Recalculations(ahead, may_look_first=False))

    def last(connection: Connection, found: Ahead) -> Report:
        return transaction(connection, Recalculations(found, may_look_first=False))

    return await database.look_and_write(look, last, club=club_id)


async def stored_by(services: Services, club_id: int, interaction_id: int) -> AuditEntry | None:
    return await services.database.read(
        lambda connection: audits.by_interaction(connection, club_id, interaction_id), club=club_id
    )


@read()
def check_director(look: Read, action: str) -> Club:
    """Return the club; raise NotAllowedError for non-directors."""
    require_director(look.club, look.actor, action)
    return look.club


def _transaction(
    services: Services,
    actor: Actor,
    work: Callable[[Write], Report],
    director_to: str | None,
    action: Action | None = None,
) -> Callable[[Connection, Recalculations], Report]:
    def transaction(connection: Connection, recalculations: Recalculations) -> Report:
        write = Write.of(connection, actor.club_id, services.now(), recalculations, actor, action)
        read_as(connection, actor.member.user_id, is_director=write.is_director)
        if director_to is not None:
            write.require_director(director_to)
        return work(write)

    return transaction
