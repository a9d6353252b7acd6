"""Pool matches: both sides are rated once the opponent or time confirms."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from bot.services.events.newcomers import settle_events
from bot.services.events.report import EventSource, find_reported, recalculate_event
from bot.services.events.void import void
from bot.services.framework.confirmation import Confirm
from bot.services.framework.context import Actor, Services
from bot.services.framework.find_player import player_meant
from bot.services.framework.recalculation.lists import ListChange, RatingChange
from bot.services.framework.transaction import Read, Write, read, read_for, use_case
from bot.services.framework.whole_clubs import bring_up_to_date, count, count_due
from bot.services.ratings.oracle.pools import ParsedSide, PoolPlayer, config_of, ensure_side, in_pool, known_side
from bot.store.club import clubs
from bot.store.database.rows import Club, EventFact, FactKind, FactPosition, NewEvent, Player, ReportStanding
from bot.store.database.transactions import Connection
from bot.store.events import facts, unconfirmed
from bot.store.people import oracle, players
from bot.store.people.oracle import CONFIRMED, Confirmation
from core.errors import InputError, NotAllowedError, NotFoundError, RatingError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.files.common.text import parse_day, shorten
from core.files.typed.opponents import ParsedOpponent, ParsedOpponents, parse_results
from core.lists import RatingList, Sets
from core.rating.club_rules import ClubRules
from core.rating.compared_systems import ComparedSystems, compare_systems
from core.rating.oracle.batch import Probabilities
from core.rating.oracle.config import Draws, OracleConfig, PlayerKind
from core.rating.oracle.event import PlayerResult, rate_crosstable
from core.rating.oracle.formula import (
    cautious_win_probability,
    check_counts,
    likelihood_of_superiority,
    log_strength_of,
    win_probability,
)
from core.rating.oracle.reports import win_matrix
from core.rating.oracle.state import PlayerState, records_of
from core.rating.oracle.system import calibrate
from core.rating.outcome import Outcome
from core.rating.systems import is_pool

MOST_GAMES = 1000
FIRST, SECOND = 1, 2


@dataclass(frozen=True, slots=True)
class MatchSubmission:
    """A submitted match; None for missing options.

    wins, losses, draws, results: of `member` (default: the actor). kind: of a new opponent. sets: points of
    each, if written.
    """

    opponent: ParsedSide
    wins: int | None = None
    losses: int | None = None
    draws: int | None = None
    results: tuple[float, ...] | None = None
    member: ParsedSide | None = None
    kind: PlayerKind | None = None
    pool: RatingList = RatingList.ORACLE
    sets: tuple[tuple[int, int], ...] = ()
    day: date | None = None

    @property
    def scores(self) -> tuple[float, ...]:
        """Return every game's score, wins first without an order; raise InputError for no match."""
        counts = (self.wins, self.losses, self.draws)
        check_counts(*(count or 0 for count in counts))
        wins, losses, draws = (count or 0 for count in counts)
        scores = (1.0,) * wins + (0.0,) * losses + (0.5,) * draws
        if self.results is None:
            if not scores:
                raise InputError("The result is missing. Add wins and losses, or results, for example WWLDW.")
        elif scores and sorted(scores) != sorted(self.results):
            raise InputError("The results disagree with the numbers of wins, losses and draws. Remove one of the two.")
        scores = scores if self.results is None else self.results
        if len(scores) > MOST_GAMES:
            raise InputError(f"A match has at most {MOST_GAMES} games. Report several matches.")
        return scores


@dataclass(frozen=True, slots=True)
class MatchSide:
    """One side of a match. result: None if no game counts."""

    player: Player
    kind: PlayerKind
    result: PlayerResult | None


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A stored match. sides: reporter's first.

    scores: the first's, in order of play if in_order. confirmations: by whom. confirm: who may. waits_until: None
    once it counts. later: later events whose ratings moved.
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
    """Store a match, rated at once or waiting; a director's counts at once."""
    count_due(write)
    report = _record(write, written)
    write.note(report.event_id)
    return report


CORRECTED = "correct-match"


@use_case(CORRECTED)
def correct_match(write: Write, event_id: int, results: str, day: str) -> MatchReport:
    """Replace a match by other results or another day, for those who may undo it. results, day: empty to keep."""
    count_due(write)
    report = match_report(write.connection, write.club, event_id)
    event = find_reported(write.connection, write.club, event_id)
    first, second = (ParsedSide(f"#{side.player.id}") for side in report.sides)
    wins, losses, draws = (report.scores.count(score) for score in (1.0, 0.0, 0.5))
    void(write, event)
    played_in_order = parse_results(results) if results else report.scores if report.in_order else None
    on = parse_day(day, write.today) if day else report.day
    stored = _record(
        write, MatchSubmission(second, wins, losses, draws, played_in_order, first, pool=report.pool, day=on)
    )
    write.note(stored.event_id)
    return stored


@read()
def is_new_name(look: Read, pool: RatingList, side: ParsedSide) -> bool:
    keeper = config_of(look.club, pool).keeper_name
    if side.member is not None or side.text[:1] in "#<" or side.text.casefold() == keeper.casefold():
        return False
    return player_meant(look.connection, look.club.id, side.text) is None


def new_match(write: Write, rating_list: RatingList, place: FactPosition, until: datetime | None) -> NewEvent:
    """Return a match as it is stored, without a name: it is called by its players.

    until: when a waiting one counts, None for one that counts at once.
    """
    return NewEvent(
        club_id=write.club.id,
        place=place,
        name=None,
        rating_lists=(rating_list,),
        rules=None,
        source=EventSource.MATCH,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        waits_until=until,
        standing=ReportStanding.CONFIRMED if until is None else ReportStanding.REPORTED,
    )


def _record(write: Write, written: MatchSubmission) -> MatchReport:
    connection, club = write.connection, write.club
    club.house_rules.check_open(written.pool)
    scores, config = written.scores, config_of(club, written.pool)
    sets = club.house_rules.sets_of(written.pool)
    scores, _ = sets.rated(scores)
    if not config.counts_draws and set(scores) == {0.5}:
        raise RuleError("Draws do not count in this pool. Report a match with a win or a loss.")
    first = _first(write, written)
    _check_keeper_is_named(config, written.opponent)
    second = ensure_side(write, written.opponent, written.kind)
    if first.id == second.id:
        raise InputError("A player cannot play against themselves. Choose another opponent.")
    place, until = write.place(written.day), waits_until(write)
    crosstable = match_crosstable(
        place.date, first, second, scores, in_order=written.results is not None or sets is not Sets.GAME
    )
    new = new_match(write, written.pool, place, until)
    event_id = facts.add_event(connection, new, crosstable)
    if new.waits_until is not None:
        return match_report(connection, club, event_id)
    fact = EventFact(new.place, event_id, crosstable, None)
    done = write.recalculate({written.pool: ListChange(added=(fact,))})
    return match_report(connection, club, event_id, done.later)


def waits_until(write: Write) -> datetime | None:
    """Return until when a new match waits; None where it counts at once."""
    if write.club.confirm_results == Confirm.NONE or write.is_director:
        return None
    return write.now + timedelta(hours=write.club.confirm_hours)


def match_crosstable(
    day: date, first: Player, second: Player, scores: Sequence[float], *, in_order: bool
) -> Crosstable:
    """Return a match as an event; totals show that the order of play is unknown."""
    # The order of a clean sweep is known.
    played_in_order = in_order or len(set(scores)) == 1
    points = sum(scores)
    entrants = (
        Entrant(FIRST, player=first.id, name=first.name, rated=True, score=None if played_in_order else points),
        Entrant(
            SECOND,
            player=second.id,
            name=second.name,
            rated=True,
            score=None if played_in_order else len(scores) - points,
        ),
    )
    games = tuple(Game(number, FIRST, SECOND, score) for number, score in enumerate(scores, start=1))
    return Crosstable(day, entrants, games, kind=EventKind.MATCH)


def _first(write: Write, written: MatchSubmission) -> Player:
    me = write.actor.member
    if written.member is not None:
        first = ensure_side(write, written.member, None)
        if first.user_id != me.user_id and not write.is_director:
            raise NotAllowedError(
                "Only a tournament director (TD) can report for somebody else. Remove the option member, "
                "or ask one of them."
            )
        if first.user_id != me.user_id:
            return first
    if not write.actor.may_self_report(write.club):
        raise NotAllowedError("You cannot report your own matches in this club. Ask a tournament director (TD).")
    return write.ensure(me)


def _check_keeper_is_named(config: OracleConfig, opponent: ParsedSide) -> None:
    if config.keeper_player is None and opponent.text.casefold() == config.keeper_name.casefold():
        raise NotFoundError("This pool has no Keeper yet. A TD names one with /td settings, page Oracle.")


@read()
def stored_match(look: Read, event_id: int) -> MatchReport:
    return match_report(look.connection, look.club, event_id)


def match_report(connection: Connection, club: Club, event_id: int, later: Sequence[RatingChange] = ()) -> MatchReport:
    """Return a counting or waiting match, recalculated; raise NotFoundError without one."""
    event = find_reported(connection, club, event_id)
    crosstable, outcomes = recalculate_event(connection, club, event)
    pool = event.rating_lists[0]
    if event.source != EventSource.MATCH or not is_pool(pool):
        raise NotFoundError("That event is not a match. See it with /events.")
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


# Waiting matches: confirm or dispute. A match counts from its reported place.


OBJECTED = "object-match"


@dataclass(frozen=True, slots=True)
class Objection:
    """A disputed match. reported_by, by: Discord users."""

    first: Player
    second: Player
    day: date
    pool: RatingList
    reported_by: int
    by: int

    @property
    def name(self) -> str:
        return f"{self.first.name} – {self.second.name}"

    @property
    def recipients(self) -> list[int]:
        return [
            user_id for user_id in (self.reported_by, self.second.user_id) if user_id is not None and user_id != self.by
        ]


@use_case(CONFIRMED)
def confirm_match(write: Write, event_id: int) -> MatchReport:
    connection, club = write.connection, write.club
    count_due(write)
    report = match_report(connection, club, event_id)
    if report.waits_until is None:
        raise InputError("This match already counts.")
    if not write.is_director and not (_is_other_side(report, write.actor) and report.confirm is not Confirm.DIRECTOR):
        raise NotAllowedError(
            "Only a tournament director (TD) can confirm matches in this club. Ask one of them."
            if report.confirm is Confirm.DIRECTOR
            else (
                "Only the opponent or a tournament director (TD) can confirm this match. Ask one of them to "
                "press Confirm."
            )
        )
    later = count(write, [event_id]).later
    # The confirmation is in the audit only after this.
    confirmed = Confirmation(write.actor.member.user_id, write.now)
    stored = match_report(connection, club, event_id, later)
    report = replace(stored, confirmations=[*stored.confirmations, confirmed])
    write.note(event_id)
    return report


@use_case(OBJECTED)
def object_to_match(write: Write, event_id: int) -> Objection:
    count_due(write)
    report = match_report(write.connection, write.club, event_id)
    if not _is_other_side(report, write.actor) and not write.is_director:
        raise NotAllowedError(
            "You reported this match yourself. Press Undo to remove it."
            if report.reported_by == write.actor.member.user_id
            else "Only the opponent or a tournament director (TD) can dispute this match."
        )
    if report.waits_until is None:
        raise NotAllowedError("This match already counts. Ask a tournament director (TD) to void it with /td void.")
    unconfirmed.drop_waiting_match(write.connection, event_id)
    settle_events(write, [event_id])
    objection = Objection(
        first=report.sides[0].player,
        second=report.sides[1].player,
        day=report.day,
        pool=report.pool,
        reported_by=report.reported_by,
        by=write.actor.member.user_id,
    )
    write.note(event_id)
    return objection


def _is_other_side(report: MatchReport, actor: Actor) -> bool:
    me = actor.member.user_id
    return me != report.reported_by and report.sides[1].player.user_id == me


# Forecasts of one game, or of a group.


MOST_IN_A_GROUP, EVENTS_AT_ONCE = 20, 50
RESULTS = (1.0, 0.5, 0.0)


@dataclass(frozen=True, slots=True)
class PoolPrediction:
    """One game from the first's side.

    chance: of winning, draws as halves. cautious: with both deviations. superiority: chance of being stronger.
    davidson: win, draw, loss or None. outcomes: by the first's score.
    """

    pool: RatingList
    sides: tuple[PoolPlayer, PoolPlayer]
    chance: float
    cautious: float
    superiority: float
    davidson: Probabilities | None
    outcomes: Mapping[float, tuple[PlayerResult, PlayerResult]]


@dataclass(frozen=True, slots=True)
class PoolMatrix:
    """Chances within a group: rows beat columns."""

    pool: RatingList
    players: tuple[PoolPlayer, ...]
    chances: tuple[tuple[float, ...], ...]
    counts_draws: bool


async def predict_game(
    services: Services, actor: Actor, pool: RatingList, opponent: ParsedSide | float, side: ParsedSide | None
) -> PoolPrediction:
    """Return a game's chances. opponent: or a typed Oracle rating."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolPrediction:
        club = clubs.find(connection, actor.club_id)
        config = config_of(club, pool)
        mine = players.by_user(connection, club.id, actor.member.user_id) if side is None else None
        if side is None and mine is None:
            own = Player(0, actor.member.user_id, actor.member.name)
            first = PoolPlayer(own, PlayerKind.HUMAN, PlayerState())
        else:
            own = known_side(connection, club, actor, side)
            first = in_pool(connection, club, pool, own)
        if isinstance(opponent, float):
            second = _as_rated(opponent)
        else:
            other = known_side(connection, club, actor, opponent)
            if own.id == other.id:
                raise InputError("Those are the same player. Name two different ones.")
            second = in_pool(connection, club, pool, other)
        difference = first.state.log_strength - second.state.log_strength
        variance = sum(one.state.standard_error(config) ** 2 for one in (first, second))
        return PoolPrediction(
            pool=pool,
            sides=(first, second),
            chance=win_probability(difference),
            cautious=cautious_win_probability(difference, variance),
            superiority=likelihood_of_superiority(difference, variance),
            davidson=_davidson(connection, club, pool, config, (own, second.player)),
            outcomes=_outcomes(services.today(club), config, (first, second)),
        )

    return await read_for(services, actor, work)


async def predict_group(services: Services, actor: Actor, pool: RatingList, group: ParsedOpponents) -> PoolMatrix:
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolMatrix:
        club = clubs.find(connection, actor.club_id)
        config = config_of(club, pool)
        typed = [_as_rated(entry.rating) for entry in group.games if entry.rating is not None]
        entries = [entry for entry in group.games if entry.rating is None]
        named = {player.id: player for player in (_of_group(connection, club, entry) for entry in entries)}
        if not 2 <= len(named) + len(typed) <= MOST_IN_A_GROUP:
            raise InputError(f"A group has 2 to {MOST_IN_A_GROUP} players. Name them, for example @Dana, @Eli, @Fay.")
        found = [*typed, *(in_pool(connection, club, pool, player) for player in named.values())]
        found.sort(key=lambda one: (-one.state.log_strength, one.player.name))
        chances = win_matrix([one.state.log_strength for one in found])
        return PoolMatrix(pool, tuple(found), chances, config.counts_draws)

    return await read_for(services, actor, work)


def _as_rated(rating: float) -> PoolPlayer:
    """Return somebody of a typed Oracle rating."""
    state = PlayerState(log_strength=log_strength_of(rating), opened=True, provisional=False)
    return PoolPlayer(Player(-1, None, f"rated {rating:g}"), PlayerKind.HUMAN, state)


def _of_group(connection: Connection, club: Club, entry: ParsedOpponent) -> Player:
    number, user = entry.player, entry.user
    written = f"#{number}" if number is not None else f"<@{user}>" if user is not None else entry.name
    found = None if written is None else player_meant(connection, club.id, written, partly=True)
    if found is None:
        raise NotFoundError(
            f'"{shorten(entry.text)}" is not a player of this club. Pick players from the list, or write '
            '@"Deep Blue" if a name has spaces.'
        )
    return found


def _outcomes(
    day: date, config: OracleConfig, sides: tuple[PoolPlayer, PoolPlayer]
) -> dict[float, tuple[PlayerResult, PlayerResult]]:
    first, second = sides
    states = {one.player.id: one.state for one in sides}
    outcomes = {}
    for score in RESULTS if config.counts_draws else (1.0, 0.0):
        game = match_crosstable(day, first.player, second.player, [score], in_order=True)
        results = rate_crosstable(game, states, config)
        outcomes[score] = (results[1], results[2])
    return outcomes


def _davidson(
    connection: Connection, club: Club, pool: RatingList, config: OracleConfig, sides: Sequence[Player]
) -> Probabilities | None:
    if config.draws is not Draws.DAVIDSON or not config.counts_draws:
        return None
    records = (
        record for crosstable in crosstables_of(connection, club, pool) for record in records_of(crosstable, config)
    )
    try:
        calibration = calibrate(records, config)
    except RatingError:  # no match, no winner, or no best fit without a prior: the other figures remain
        return None
    if calibration.fit.nu is None:
        return None
    first, second = (calibration.numbers.get(player.id) for player in sides)
    return None if first is None or second is None else calibration.fit.probabilities(first, second)


def crosstables_of(connection: Connection, club: Club, pool: RatingList) -> Iterable[Crosstable]:
    """Return a pool's counting events in order, read in parts."""
    refs = facts.refs_from(connection, club.id, pool, facts.BEGINNING)
    ids = [ref.id for ref in refs if ref.kind is FactKind.EVENT]
    for start in range(0, len(ids), EVENTS_AT_ONCE):
        yield from facts.crosstables(connection, ids[start : start + EVENTS_AT_ONCE]).values()


# A pool's matches rated by Oracle, Elo and Glicko-2.


@dataclass(frozen=True, slots=True)
class PoolComparison:
    """Three systems on a pool's matches; people: by id. rules: the pool's own."""

    pool: RatingList
    compared: ComparedSystems
    people: Mapping[int, Player]
    rules: ClubRules


async def pool_comparison(services: Services, actor: Actor, pool: RatingList) -> PoolComparison:
    """Return a pool's players and forecasts by three systems; raise NotFoundError without a match."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolComparison:
        club = clubs.find(connection, actor.club_id)
        config_of(club, pool)
        compared = compare_systems(crosstables_of(connection, club, pool), pool, club.house_rules)
        if not compared.matches:
            raise NotFoundError(f"No match counts in {pool.label} yet. Report one with /match.")
        people = players.by_ids(connection, club.id, {one.player for one in compared.players})
        return PoolComparison(pool, compared, people, club.house_rules)

    return await read_for(services, actor, work)
