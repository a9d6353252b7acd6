"""A match: one side reports it, the other side, a director or time confirms it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any

from bot.services.events.consent import recompute_changes, standing_of_report
from bot.services.events.newcomers import settle_events
from bot.services.events.report import EventSource, find_reported, recalculate_event
from bot.services.events.same_games import find_event_of_match
from bot.services.events.void import void
from bot.services.framework.actions import report_action
from bot.services.framework.context import Actor
from bot.services.framework.find_player import player_meant
from bot.services.framework.identity import check_identity
from bot.services.framework.recalculation.lists import ListChange, RatingChange
from bot.services.framework.recalculation.states import backgrounds, states_at
from bot.services.framework.transaction import Read, Write, read, repeatable, use_case
from bot.services.framework.whole_clubs import count, count_due
from bot.services.ratings.oracle.calibrate import ensure_keeper, set_config
from bot.services.ratings.oracle.pools import ParsedSide, ensure_side
from bot.store.database.club_choices import Confirm
from bot.store.database.rows import Club, EventFact, NewEvent, Player, ReportStanding
from bot.store.database.transactions import Connection
from bot.store.events import challenges, facts, matches, unconfirmed
from bot.store.events.matches import CONFIRMED, RECORDED, Confirmation
from bot.store.people import oracle, players
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.sides import LEAST, MOST, sides_of
from core.event.similarity import event_and_day
from core.files.common.dates import parse_day
from core.files.typed.matches import SET_FROM
from core.files.typed.opponents import parse_results
from core.lists import RatingList, Sets, set_results
from core.rating.oracle.config import OracleConfig, PlayerKind
from core.rating.oracle.formula import check_counts
from core.rating.outcome import Outcome
from core.rating.systems import is_pool, system_of
from core.words import counted

MOST_GAMES, MOST_OF_POOL = 20, 1000

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class MatchSubmission:
    """A submitted match; None for missing options.

    member: the first side's player (default: the actor), with partners; wins, losses, draws and results are theirs.
    opponent: the other side's, with others. kinds: of new players, by name. sets: points of each, if written.
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
    partners: tuple[ParsedSide, ...] = ()
    others: tuple[ParsedSide, ...] = ()
    kinds: Mapping[str, PlayerKind] = field(default_factory=dict)

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
        return scores if self.results is None else self.results

    @property
    def has_sides(self) -> bool:
        return bool(self.partners or self.others)


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match between known players. scores: of the first side's games. white_first: of the first side."""

    sides: tuple[Sequence[Player], Sequence[Player]]
    rating_list: RatingList
    scores: tuple[float, ...]
    in_order: bool
    sets: tuple[tuple[int, int], ...] = ()
    white_first: bool = True
    day: date | None = None

    @property
    def everybody(self) -> tuple[Player, ...]:
        return (*self.sides[0], *self.sides[1])


@dataclass(frozen=True, slots=True)
class MatchPlayer:
    """A player of a side. outcome: None while the match waits, or if no game counts."""

    player: Player
    kind: PlayerKind
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A stored match.

    scores: of the first side as played, in order of play if in_order. rated: as how many games they count. sets:
    points of each, if written. confirmations: by whom. confirm: who may. waits_until: None once it counts. later:
    later events whose ratings moved.
    """

    event_id: int
    rating_list: RatingList
    day: date
    sides: tuple[tuple[MatchPlayer, ...], tuple[MatchPlayer, ...]]
    scores: tuple[float, ...]
    in_order: bool
    config: OracleConfig
    reported_by: int
    confirmations: Sequence[Confirmation]
    confirm: Confirm | None
    waits_until: datetime | None = None
    sets: tuple[tuple[int, int], ...] = ()
    standing: ReportStanding = ReportStanding.CONFIRMED
    later: tuple[RatingChange, ...] = ()
    people: dict[int, Player] | None = None
    rated: int = 1

    @property
    def others(self) -> tuple[Player, ...]:
        """Return the side that the reporter is not in; the second one for a director in neither."""
        first, second = (tuple(one.player for one in side) for side in self.sides)
        return first if any(one.user_id == self.reported_by for one in second) else second

    @property
    def asked(self) -> list[int]:
        """Return the members who may confirm it."""
        if self.waits_until is None or self.confirm is Confirm.DIRECTOR:
            return []
        return [one.user_id for one in self.others if one.user_id not in (None, self.reported_by)]

    @property
    def other_side(self) -> str:
        return "the other side" if len(self.others) > 1 else "the opponent"


@dataclass(frozen=True, slots=True)
class DisputedMatch:
    """A disputed match, which does not count. challenge_id: of the challenge that it answered."""

    report: MatchReport
    by: int
    challenge_id: int | None

    @property
    def recipients(self) -> list[int]:
        asked = (self.report.reported_by, *(one.user_id for one in self.report.others))
        return [user_id for user_id in dict.fromkeys(asked) if user_id is not None and user_id != self.by]


class SameMatchError(RuleError):
    """Raised for a match that is stored already, or waits with another result.

    waiting: somebody's report that waits. may_confirm, may_dispute: whether the actor may answer it.
    """

    def __init__(
        self,
        message: str,
        waiting: MatchReport | None = None,
        *,
        may_confirm: bool = False,
        may_dispute: bool = False,
    ) -> None:
        super().__init__(message)
        self.waiting, self.may_confirm, self.may_dispute = waiting, may_confirm, may_dispute


@read()
def match_limits(look: Read, rating_list: RatingList) -> tuple[int, int | None]:
    """Return the most games of a match on a list, and from how many points one pair is a set (None: never)."""
    if not system_of(rating_list).rates_sides:
        return _most_games(rating_list), None
    by_points = look.club.house_rules.sets_of(rating_list) is Sets.POINTS
    return MOST_GAMES, 1 if by_points else SET_FROM


def _most_games(rating_list: RatingList) -> int:
    return MOST_OF_POOL if is_pool(rating_list) else MOST_GAMES


MATCH_RECORDED = report_action(RECORDED, "reported the match")


@use_case(MATCH_RECORDED)
def record_match(write: Write, written: MatchSubmission, *, another: bool = False) -> MatchReport:
    """Store a match, rated at once or waiting; a director's counts at once.

    another: although somebody else has reported the same result; else raise SameMatchError.
    """
    count_due(write)
    rating_list, scores = written.pool, written.scores
    if is_pool(rating_list):
        write = with_keeper(write, rating_list)
    _check_reporter(write, written)
    played = PlayedMatch(
        (_players(write, written, written.member, written.partners), _others(write, written)),
        rating_list,
        scores,
        written.results is not None,
        written.sets,
        day=written.day,
    )
    _check_is_played_by_reporter(write, played)
    return store_match(write, played, another=another)


@use_case(report_action("correct-match", "added details to a match of"))
def correct_match(write: Write, event_id: int, results: str, day: str) -> MatchReport:
    """Replace a match by other results or another day, for those who may undo it. results, day: empty to keep."""
    count_due(write)
    report = match_report(write.connection, write.club, event_id)
    void(write, find_reported(write.connection, write.club, event_id))
    scores = parse_results(results) if results else report.scores
    if sorted(scores) != sorted(report.scores):
        raise InputError("The results disagree with the numbers of wins, losses and draws. Remove one of the two.")
    first, second = (tuple(one.player for one in side) for side in report.sides)
    on = parse_day(day, write.today) if day else report.day
    in_order = bool(results) or report.in_order
    return store_match(write, PlayedMatch((first, second), report.rating_list, scores, in_order, day=on), another=True)


# The players.


@read()
def new_names(look: Read, pool: RatingList, sides: Iterable[ParsedSide]) -> list[str]:
    """Return the names of sides that are not players of the club yet."""
    keeper = look.club.house_rules.oracle_for(pool).keeper_name.casefold()
    names = [one.text for one in sides if not one.is_known and one.text.casefold() != keeper]
    return [name for name in names if player_meant(look.connection, look.club.id, name) is None]


@repeatable()
def open_pool(write: Write, pool: RatingList) -> None:
    """Add the Keeper of a pool that has none yet."""
    with_keeper(write, pool)


def with_keeper(write: Write, pool: RatingList) -> Write:
    """Return the write to continue with, once a pool has its Keeper."""
    config = write.club.house_rules.oracle_for(pool)
    if config.keeper_player is not None:
        return write
    named = players.named(write.connection, write.club.id, config.keeper_name)
    unlinked = next((one for one in named if one.user_id is None), None)
    side = ParsedSide(config.keeper_name if unlinked is None else f"#{unlinked.id}")
    keeper = ensure_keeper(write, side, is_new=unlinked is None)
    changed = replace(config, keeper_player=keeper.id, keeper_name=keeper.name)
    return set_config(write, pool, changed)[0]


def _players(
    write: Write, written: MatchSubmission, one: ParsedSide | None, more: Sequence[ParsedSide]
) -> tuple[Player, ...]:
    first = write.ensure(write.actor.member) if one is None else _player(write, written, one)
    return first, *(_player(write, written, other) for other in more)


def _others(write: Write, written: MatchSubmission) -> tuple[Player, ...]:
    return tuple(_player(write, written, one, written.kind) for one in (written.opponent, *written.others))


def _player(write: Write, written: MatchSubmission, side: ParsedSide, kind: PlayerKind | None = None) -> Player:
    config = write.club.house_rules.oracle_for(written.pool)
    if is_pool(written.pool) and config.keeper_name.casefold() in (side.text.casefold(), side.written.casefold()):
        side = ParsedSide(f"#{config.keeper_player}")
    return ensure_side(write, side, written.kinds.get(side.text, kind))


def _check_reporter(write: Write, written: MatchSubmission) -> None:
    if not write.actor.may_self_report(write.club):
        raise NotAllowedError("You cannot report your own matches in this club. Ask a tournament director (TD).")
    if written.has_sides:
        system_of(written.pool).check_kind(EventKind.SIDES)


def _check_is_played_by_reporter(write: Write, played: PlayedMatch) -> None:
    first = played.sides[0]
    own = played.everybody if len(first) > 1 else first
    if write.is_director or any(one.user_id == write.actor.member.user_id for one in own):
        return
    hint = "Name yourself in one of the sides" if len(first) > 1 else "Name the opponent alone"
    raise NotAllowedError(f"Only a tournament director (TD) can report for somebody else. {hint}, or ask one of them.")


# Storing.


def store_match(write: Write, played: PlayedMatch, *, another: bool) -> MatchReport:
    """Store a match, rated at once or waiting, and audit it. Raise MayBeKnown or SameMatchError unless `another`."""
    connection, club, rating_list = write.connection, write.club, played.rating_list
    rules, config = club.house_rules, club.house_rules.oracle_for(rating_list)
    rules.check_open(rating_list)
    if len(played.scores) > _most_games(rating_list):
        raise InputError(f"A match has at most {_most_games(rating_list)} games. Report several matches.")
    _check_sides(*played.sides)
    rules.check_points(rating_list, played.sets)
    sets = rules.sets_of(rating_list)
    scores, points = sets.rated(played.scores, played.sets)
    if is_pool(rating_list) and not config.counts_draws and set(scores) == {0.5}:
        raise RuleError("Draws do not count in this pool. Report a match with a win or a loss.")
    place = write.place(played.day)
    in_order = played.in_order or sets is not Sets.GAME or not is_pool(rating_list)
    table = _crosstable(place.date, played, scores, points, in_order=in_order)
    check_rateable(write, rating_list, table)
    if not another:
        _check_identity(write, played)
        _check_is_new(write, played, table)
    standing, until = _standing(write, played)
    new = NewEvent(
        club_id=club.id,
        place=place,
        name=None,
        rating_lists=(rating_list,),
        rules=None,
        source=EventSource.MATCH,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        waits_until=until,
        standing=standing,
    )
    event_id = facts.add_event(connection, new, table)
    later: tuple[RatingChange, ...] = ()
    if until is None:
        fact = EventFact(place, event_id, table, None, standing is ReportStanding.CONFIRMED)
        later = write.recalculate({rating_list: ListChange(added=(fact,))}).later
    results = {} if scores == played.scores else {"results": played.scores}
    write.note(event_id, {"sets": played.sets} if played.sets else results or None)
    return match_report(connection, club, event_id, later)


def name_of(side: Iterable[Player]) -> str:
    return " + ".join(one.name for one in side)


def _check_sides(first: Sequence[Player], second: Sequence[Player]) -> None:
    named = Counter(one.id for one in (*first, *second))
    twice = next((one for one in (*first, *second) if named[one.id] > 1), None)
    if len(first) == len(second) == 1:
        if twice is not None:
            raise InputError("A player cannot play against themselves. Choose another opponent.")
        return
    if twice is not None:
        raise InputError(f"{twice.name} is named twice. Name every player once.")
    if len(first) != len(second) or not LEAST <= len(first) <= MOST:
        raise InputError(
            f"One side has {counted(len(first), 'player')} and the other {len(second)}. "
            f"Name {LEAST} to {MOST} players for each side, the same number for both, for example Ann + Bo, Cy + Di."
        )


def check_rateable(write: Write, rating_list: RatingList, table: Crosstable) -> None:
    """Raise RuleError if a list would not rate a match."""
    ids = [one.player for one in table.entrants if isinstance(one.player, int)]
    place = write.place(table.date)
    states = states_at(write.connection, write.club, rating_list, ids, place)
    known = backgrounds(write.connection, rating_list, place, table, states)
    people = players.by_ids(write.connection, write.club.id, ids)
    named = tuple(replace(one, name=people[key].name) for key, one in zip(ids, table.entrants, strict=True))
    try:
        rate = system_of(rating_list).rate_event
        rate(replace(table, entrants=named), rating_list, states, None, known, write.club.house_rules)
    except RuleError as error:
        raise RuleError(
            f"{error.message} Choose another list with the option list if the match should count there."
        ) from error


def _standing(write: Write, played: PlayedMatch) -> tuple[ReportStanding, datetime | None]:
    """Return how far a new match is confirmed, and until when it waits (None: it counts at once)."""
    club, me = write.club, write.actor.member.user_id
    if club.confirm_results == Confirm.NONE or write.is_director:
        return ReportStanding.CONFIRMED, None
    first, second = played.sides
    others = first if any(one.user_id == me for one in second) else second
    kinds = oracle.kinds(write.connection, club.id, [one.id for one in others])
    keeper = club.house_rules.oracle_for(played.rating_list).keeper_player
    if all(one.user_id is None and (kinds[one.id] is not None or one.id == keeper) for one in others):
        return standing_of_report(write)  # nobody confirms for an engine
    return ReportStanding.REPORTED, write.now + timedelta(hours=club.confirm_hours)


def _crosstable(
    day: date, played: PlayedMatch, scores: Sequence[float], points: tuple[int, int] | None, *, in_order: bool
) -> Crosstable:
    """Return a match as an event: a game of each player of a side with one of the other, all with one result.

    Colours alternate between two; totals show that the order of play is unknown.
    """
    own, size = sum(scores), len(played.sides[0])
    # The order of a clean sweep is known.
    has_colours = size == 1 and not is_pool(played.rating_list)
    totals = (None, None) if in_order or len(set(scores)) == 1 else (own, len(scores) - own)
    entrants = tuple(
        Entrant(number, player=one.id, rated=True, score=totals[number > size])
        for number, one in enumerate(played.everybody, start=1)
    )
    games = tuple(
        Game(
            round_number,
            number,
            number + size,
            score,
            played.white_first == (round_number % 2 == 1) if has_colours else None,
            *(points or ()),
        )
        for round_number, score in enumerate(scores, start=1)
        for number in range(1, size + 1)
    )
    return Crosstable(day, entrants, games, kind=EventKind.MATCH if size == 1 else EventKind.SIDES)


def match_crosstable(
    day: date, first: Player, second: Player, scores: Sequence[float], *, in_order: bool
) -> Crosstable:
    """Return a pool's match of two as an event."""
    played = PlayedMatch(((first,), (second,)), RatingList.ORACLE, tuple(scores), in_order)
    return _crosstable(day, played, scores, None, in_order=in_order)


def _check_identity(write: Write, played: PlayedMatch) -> None:
    """Raise MayBeKnown if the reporter, or a player for whom a director reports, may be on the roster."""
    own = [one for one in played.everybody if one.user_id == write.actor.member.user_id]
    for who in own or played.everybody:
        check_identity(write, who, who, is_rated=False)


def _check_is_new(write: Write, played: PlayedMatch, table: Crosstable) -> None:
    """Raise SameMatchError if somebody else has reported the match, or an event or report has its games."""
    connection, club = write.connection, write.club
    ids, me = [one.id for one in played.everybody], write.actor.member.user_id
    found = matches.between(connection, club.id, played.rating_list, ids, table.date - _DAY)
    stored = [one for one in facts.crosstables(connection, found).items() if _people(one[1]) == _people(table)]
    # The same result first; of others the latest.
    for event_id, other in sorted(stored, key=lambda one: (_result(one[1]) == _result(table), one[0]), reverse=True):
        event, is_same = find_reported(connection, club, event_id), _result(other) == _result(table)
        waits = event.waits_until is not None
        if event.reported_by == me or not (is_same or (waits and abs(other.date - table.date) <= _DAY)):
            continue
        report = match_report(connection, club, event_id)
        people = {one.user_id: one.name for one in report.others} | {one.user_id: one.name for one in played.everybody}
        who = people.get(event.reported_by, "A director")
        result = "this result" if is_same else "another result"
        state = "The match waits to be confirmed" if waits else "The match counts already"
        raise SameMatchError(
            f"{who} has already reported a match with {result} for {event.place.date.isoformat()}. {state}.",
            report if waits else None,
            may_confirm=waits and (write.is_director or me in report.asked),
            may_dispute=not is_same and (write.is_director or _is_other_side(report, write.actor)),
        )
    event_of_it = find_event_of_match(connection, club, table, [played.rating_list])
    if event_of_it is not None:
        told = event_and_day(event_of_it.name, event_of_it.place.date)
        raise SameMatchError(f"{told} has this match already, which would count twice.")


def _people(table: Crosstable) -> set[frozenset[Any]]:
    return {frozenset(one.player for one in table.entrants if one.number in side) for side in _sides_of(table)}


def _result(table: Crosstable) -> list[tuple[float, int, int]]:
    """Return the games of a match, each as the side of the player with the lowest number scored."""
    first, second = (
        [one.player for one in table.entrants if one.number in side and isinstance(one.player, int)]
        for side in _sides_of(table)
    )
    turned = min(second) < min(first)
    games = [
        (game.score or 0.0, game.first_points or 0, game.second_points or 0) for game in table.games if game.first == 1
    ]
    return sorted((1 - score, theirs, own) if turned else (score, own, theirs) for score, own, theirs in games)


def _sides_of(table: Crosstable) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return sides_of(table) if table.kind is EventKind.SIDES else ((1,), (2,))


def match_report(connection: Connection, club: Club, event_id: int, later: Sequence[RatingChange] = ()) -> MatchReport:
    """Return a counting or waiting match, recalculated; raise NotFoundError without one."""
    event = find_reported(connection, club, event_id)
    if event.source != EventSource.MATCH:
        raise NotFoundError("That event is not a match. See it with /events.")
    crosstable, outcomes = recalculate_event(connection, club, event)
    rating_list = event.rating_lists[0]
    ids = {one.number: one.player for one in crosstable.entrants if isinstance(one.player, int)}
    people = players.by_ids(connection, club.id, {*ids.values(), *(change.player_id for change in later)})
    config, kinds = club.house_rules.oracle_for(rating_list), oracle.kinds(connection, club.id, ids.values())

    def player(number: int) -> MatchPlayer:
        key = ids[number]
        kind = PlayerKind(kinds[key] or PlayerKind.HUMAN)
        kind = PlayerKind.AI_KEEPER if is_pool(rating_list) and key == config.keeper_player else kind
        return MatchPlayer(people[key], kind, outcomes[rating_list].get(key))

    first, second = (tuple(player(number) for number in side) for side in _sides_of(crosstable))
    rated = tuple(game.score for game in crosstable.games if game.first == 1 and game.score is not None)
    written = matches.written_as(connection, club.id, event_id)
    sets = tuple((own, other) for own, other in written.get("sets", ()))
    return MatchReport(
        event_id=event_id,
        rating_list=rating_list,
        day=event.place.date,
        sides=(first, second),
        scores=set_results(sets) or tuple(written.get("results", rated)),
        rated=len(rated),
        in_order=crosstable.entrants[0].score is None,
        config=config,
        reported_by=event.reported_by,
        confirmations=matches.confirmations(connection, club.id, event_id),
        confirm=None if club.confirm_results == Confirm.NONE else club.confirm_results,
        waits_until=event.waits_until,
        sets=sets,
        standing=event.standing,
        later=tuple(later),
        people=people,
    )


# Waiting matches: confirm or dispute. A match counts from its reported place.


@use_case(report_action(CONFIRMED, "confirmed the match"))
def confirm_match(write: Write, event_id: int) -> MatchReport:
    connection, club = write.connection, write.club
    count_due(write)
    report = match_report(connection, club, event_id)
    is_own_report = report.waits_until is None and report.standing is not ReportStanding.CONFIRMED
    if report.waits_until is None and not is_own_report:
        raise InputError("This match already counts.")
    if not write.is_director and write.actor.member.user_id not in report.asked:
        raise NotAllowedError(
            "Only a tournament director (TD) can confirm matches in this club. Ask one of them."
            if report.confirm is Confirm.DIRECTOR
            else f"Only {report.other_side} or a tournament director (TD) can confirm this match. Ask one of them."
        )
    if is_own_report:
        unconfirmed.set_standing(connection, event_id, ReportStanding.CONFIRMED)
        later = write.recalculate(recompute_changes(write, find_reported(connection, club, event_id))).later
    else:
        later = count(write, [event_id]).later
    # The confirmation is in the audit only after this.
    confirmed = Confirmation(write.actor.member.user_id, write.now)
    stored = match_report(connection, club, event_id, later)
    write.note(event_id)
    return replace(stored, confirmations=[*stored.confirmations, confirmed])


@use_case(report_action("object-match", "disputed the match", shown_by="/events"))
def object_to_match(write: Write, event_id: int) -> DisputedMatch:
    """Dispute a waiting match, as a player of the other side or a director: it does not count."""
    count_due(write)
    report, me = match_report(write.connection, write.club, event_id), write.actor.member.user_id
    if not write.is_director and not _is_other_side(report, write.actor):
        raise NotAllowedError(
            "You reported this match yourself. Press Undo to remove it."
            if report.reported_by == me
            else f"Only {report.other_side} or a tournament director (TD) can dispute this match."
        )
    if report.waits_until is None:
        raise NotAllowedError("This match already counts. Ask a tournament director (TD) to void it with /td void.")
    unconfirmed.drop_waiting_match(write.connection, event_id)
    settle_events(write, [event_id])
    write.note(event_id)
    return DisputedMatch(report, me, challenges.of_event(write.connection, write.club.id, event_id))


def _is_other_side(report: MatchReport, actor: Actor) -> bool:
    me = actor.member.user_id
    return me != report.reported_by and any(one.user_id == me for one in report.others)
