"""A match between two players of a pool: it counts for both sides once the other one, or time, has confirmed it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from bot.services.confirmation import Confirm
from bot.services.events.report import find_reported, rated_again
from bot.services.events.sources import EventSource
from bot.services.fold.changes import RatingChange
from bot.services.fold.lists import ListChange
from bot.services.oracle.pools import ParsedSide, config_of, ensure_side
from bot.services.transaction import Read, Write, read, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.people import oracle, players
from bot.store.people.oracle import Confirmation
from bot.store.rows import Club, EventFact, NewEvent, Player, ReportStanding
from core.crosstable import Crosstable, Entrant, EventKind, Game
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.lists import RatingList
from core.oracle.config import OracleConfig
from core.oracle.event import PlayerResult
from core.oracle.kinds import PlayerKind
from core.oracle.system import LISTS as POOLS
from core.oracle.update import check_counts
from core.outcome import Outcome

MOST_GAMES = 1000
FIRST, SECOND = 1, 2


@dataclass(frozen=True, slots=True)
class MatchSubmission:
    """A match as written; None where an option was left out.

    wins, losses, draws: of `member`, who is whoever asks when left out. results: theirs, in the order of play.
    kind: of an opponent whose name is new.
    """

    opponent: ParsedSide
    wins: int | None = None
    losses: int | None = None
    draws: int | None = None
    results: tuple[float, ...] | None = None
    member: ParsedSide | None = None
    kind: PlayerKind | None = None
    pool: RatingList = RatingList.ORACLE
    day: date | None = None

    @property
    def scores(self) -> tuple[float, ...]:
        """Return every game's score, wins first where the order is not told; raise InputError for no match."""
        counts = (self.wins, self.losses, self.draws)
        check_counts(*(count or 0 for count in counts))
        wins, losses, draws = (count or 0 for count in counts)
        scores = (1.0,) * wins + (0.0,) * losses + (0.5,) * draws
        if self.results is None:
            if not scores:
                raise InputError("How did it end? Add wins and losses, or results such as WWLDW.")
        elif scores and sorted(scores) != sorted(self.results):
            raise InputError("The results and the numbers of wins, losses and draws differ: leave one of them out.")
        scores = scores if self.results is None else self.results
        if len(scores) > MOST_GAMES:
            raise InputError(f"That is more than {MOST_GAMES} games: report them as several matches.")
        return scores


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One side of a match. kind: what the player is; result: None where no game counts."""

    player: Player
    kind: PlayerKind
    result: PlayerResult | None


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A stored match, as both sides see it.

    sides: the one who was named first, or reported it, and the opponent.
    scores: the first one's, in the order of play where in_order says that it is told.
    confirmations: who said that it was so. confirm: who may, None where nobody has to.
    waits_until: when it counts by itself, while it waits; None once it counts.
    later: later events whose ratings moved because this one was reported after them; people: those named in them.
    """

    event_id: int
    pool: RatingList
    day: date
    sides: tuple[MatchSide, MatchSide]
    scores: tuple[float, ...]
    in_order: bool
    config: OracleConfig
    reported_by: int
    confirmations: Sequence[Confirmation]
    confirm: Confirm | None
    waits_until: datetime | None = None
    later: tuple[RatingChange, ...] = ()
    people: dict[int, Player] | None = None


@use_case("record-match")
def record_match(write: Write, written: MatchSubmission) -> MatchReport:
    """Store a match, which waits or is rated at once; the same interaction is answered again and stored once.

    A director's report counts at once, and everybody's where the club asks for no confirmation.
    """
    connection, club = write.connection, write.club
    count_due(write)
    scores, config = written.scores, config_of(club, written.pool)
    if not config.counts_draws and set(scores) == {0.5}:
        raise RuleError("Draws do not count in this pool: report a match with a win or a loss.")
    first = _first(write, written)
    _check_keeper_is_named(config, written.opponent)
    second = ensure_side(write, written.opponent, written.kind)
    if first.id == second.id:
        raise InputError("That is a match against oneself: choose another opponent.")
    place, waits_until = write.place(written.day), _waits_until(write)
    crosstable = match_crosstable(place.date, first, second, scores, in_order=written.results is not None)
    new = NewEvent(
        club_id=club.id,
        place=place,
        name=f"{first.name} – {second.name}"[:100],
        rating_lists=(written.pool,),
        rules=None,
        source=EventSource.MATCH,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        waits_until=waits_until,
        standing=ReportStanding.CONFIRMED if waits_until is None else ReportStanding.REPORTED,
    )
    event_id = facts.add_event(connection, new, crosstable)
    if new.waits_until is not None:
        report = match_report(connection, club, event_id)
        write.note(event_id)
        return report
    fact = EventFact(new.place, event_id, crosstable, None)
    done = write.fold({written.pool: ListChange(added=(fact,))})
    report = match_report(connection, club, event_id, done.later)
    write.note(event_id)
    return report


def _waits_until(write: Write) -> datetime | None:
    """Return when a match counts by itself; None where it counts at once."""
    if write.club.confirm_results == Confirm.NONE or write.is_director:
        return None
    return write.now + timedelta(hours=write.club.confirm_hours)


def match_crosstable(
    day: date, first: Player, second: Player, scores: Sequence[float], *, in_order: bool
) -> Crosstable:
    """Return a match as facts. Where the order of play is not told, totals say so beside the results."""
    # Of a clean sweep the order is known anyway.
    told = in_order or len(set(scores)) == 1
    points = sum(scores)
    entrants = (
        Entrant(FIRST, player=first.id, name=first.name, rated=True, score=None if told else points),
        Entrant(SECOND, player=second.id, name=second.name, rated=True, score=None if told else len(scores) - points),
    )
    games = tuple(Game(number, FIRST, SECOND, score) for number, score in enumerate(scores, start=1))
    return Crosstable(day, entrants, games, kind=EventKind.MATCH)


def _first(write: Write, written: MatchSubmission) -> Player:
    """Return whose results these are; raise NotAllowedError unless the actor may report them."""
    me = write.actor.member
    if written.member is not None:
        first = ensure_side(write, written.member, None)
        if first.user_id != me.user_id and not write.is_director:
            raise NotAllowedError(
                "Only a tournament director (TD) can report for somebody else: leave member out, or ask a TD."
            )
        if first.user_id != me.user_id:
            return first
    if not write.actor.may_self_report(write.club):
        raise NotAllowedError("In this club you cannot report your own matches: ask a tournament director (TD).")
    return write.ensure(me)


def _check_keeper_is_named(config: OracleConfig, opponent: ParsedSide) -> None:
    if config.keeper_player is None and opponent.text.casefold() == config.keeper_name.casefold():
        raise NotFoundError(
            f"This pool has no Keeper yet: a TD names one with /oracle settings keeper: {config.keeper_name}."
        )


@read()
def stored_match(look: Read, event_id: int) -> MatchReport:
    """Return a stored match for whoever asks in the club."""
    return match_report(look.connection, look.club, event_id)


def match_report(connection: Connection, club: Club, event_id: int, later: Sequence[RatingChange] = ()) -> MatchReport:
    """Return a stored match that counts or waits, rated again from the facts; raise NotFoundError without one."""
    event = find_reported(connection, club, event_id)
    crosstable, outcomes = rated_again(connection, club, event)
    pool = event.rating_lists[0]
    if event.source != EventSource.MATCH or pool not in POOLS:
        raise NotFoundError("That event is no match: see it with /event show.")
    ids = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int)]
    people = players.by_ids(connection, club.id, {*ids, *(change.player_id for change in later)})
    config, kinds = club.house_rules.oracle_for(pool), oracle.kinds(connection, club.id, ids)
    first, second = (_side(people[key], kinds[key], config, outcomes[pool].get(key)) for key in ids)
    return MatchReport(
        event_id=event_id,
        pool=pool,
        day=event.place.date,
        sides=(first, second),
        scores=tuple(
            game.score if game.first == FIRST else 1 - game.score for game in crosstable.games if game.score is not None
        ),
        in_order=crosstable.entrants[0].score is None,
        config=config,
        reported_by=event.reported_by,
        confirmations=oracle.confirmations(connection, club.id, event_id),
        confirm=None if club.confirm_results == Confirm.NONE else Confirm(club.confirm_results),
        waits_until=event.waits_until,
        later=tuple(later),
        people=people,
    )


def _side(player: Player, kind: str | None, config: OracleConfig, outcome: Outcome | None) -> MatchSide:
    known = PlayerKind.HUMAN if kind is None else PlayerKind(kind)
    known = PlayerKind.AI_KEEPER if player.id == config.keeper_player else known
    return MatchSide(player, known, None if outcome is None else outcome.detail)
