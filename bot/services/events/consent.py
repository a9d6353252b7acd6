"""Answers to a member's report.

A director confirms it, or all other players together. A disputed one goes to a director. Players whose own rating
is unconfirmed vouch for nobody, or a second account could earn titles.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime

from bot.services.events.report import EventSource, find_reported, rates_without_error
from bot.services.events.same_games import find_duplicate_report
from bot.services.framework.actions import report_action
from bot.services.framework.context import Actor
from bot.services.framework.recalculation.lists import ListChange, ListChanges
from bot.services.framework.recalculation.replay import ListResult
from bot.services.framework.transaction import ClubWrite, Read, Write, read, use_case
from bot.store.database.club_choices import ConfirmReports
from bot.store.database.rows import BareEntry, Club, Event, FactKind, FactRef, Player, ReportStanding
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts, unconfirmed
from bot.store.events.unconfirmed import CONFIRMED, DISPUTED, UNTIL_CONFIRMED, Statement
from bot.store.people import players
from core.errors import InputError, NotAllowedError, NotFoundError
from core.event.crosstable import Crosstable, Entrant
from core.lists import RatingList

# Members may only move their own ratings by their reports; directors move everybody's.


def check_others_stay(
    club: Club,
    actor: Actor,
    player_id: int,
    done: Iterable[ListResult],
    action: str,
    *,
    also: Collection[int] = (),
) -> None:
    """Raise NotAllowedError if a member's action moved another player's rating.

    action: the end of the sentence ("undo it"). also: players it may move.
    """
    if not actor.is_director(club) and any(entry.player_id not in (player_id, *also) for _, entry in _moved(done)):
        raise NotAllowedError(
            f"The change would alter other players' ratings in an event that a director rated. Ask a TD to {action}."
        )


def check_official_events_stay(
    connection: Connection, club: Club, actor: Actor, player_id: int, done: Iterable[ListResult]
) -> None:
    """Raise NotAllowedError if a member's own details moved ratings in a director's event."""
    if actor.is_director(club):
        return
    for folded, entry in _moved(done):
        if entry.player_id != player_id or _is_official(connection, club, actor, folded, entry):
            raise NotAllowedError(
                "A director rated an event with your age. Ask a TD to correct your age with /td player."
            )


def _moved(done: Iterable[ListResult]) -> Iterable[tuple[ListResult, BareEntry]]:
    for folded in done:
        recalculated = {(entry.player_id, entry.place): entry for entry in folded.new}
        for entry in folded.old:
            new = recalculated.get((entry.player_id, entry.place))
            if new is None or (new.after, new.games_after) != (entry.after, entry.games_after):
                yield folded, entry


def _is_official(connection: Connection, club: Club, actor: Actor, folded: ListResult, entry: BareEntry) -> bool:
    if entry.event_id is not None:
        event = facts.find_event(connection, club.id, entry.event_id)
        return event is None or event.source != EventSource.REPORT or event.reported_by != actor.member.user_id
    if entry.list_fact_id is None:
        return False
    played = facts.events_of(connection, club.id, entry.player_id, MOST_LOOKED_AT, folded.rating_list)
    return any(event.source != EventSource.REPORT or event.reported_by != actor.member.user_id for event in played)


MOST_LOOKED_AT = 500


@dataclass(frozen=True, slots=True)
class ReportedGame:
    """A reported game. opponent: the player, or the typed rating."""

    opponent: Player | float | None
    score: float | None


@dataclass(frozen=True, slots=True)
class UnconfirmedReport:
    """A report and its answers.

    until: when it counts by itself, or None. asked: players who have not answered. needs_director: whether their
    answers are not enough. looks_like: name and day of a possible duplicate. may_be_listed: as an event's report.
    """

    event_id: int
    name: str | None
    day: date
    lists: tuple[RatingList, ...]
    player: Player
    games: tuple[ReportedGame, ...]
    score: float | None
    reported_by: int
    standing: ReportStanding
    counts: bool
    until: datetime | None
    is_match: bool
    asked: tuple[Player, ...]
    needs_director: bool
    words: tuple[Statement, ...]
    looks_like: tuple[str | None, date] | None = None
    may_be_listed: bool = False


def standing_of_report(write: Write) -> tuple[ReportStanding, datetime | None]:
    """Return a new report's standing, and until when it waits (None: it counts at once)."""
    if write.is_director or write.club.confirm_reports == ConfirmReports.NOTHING:
        return ReportStanding.CONFIRMED, None
    waits = write.club.confirm_reports == ConfirmReports.EVERYTHING
    return ReportStanding.REPORTED, UNTIL_CONFIRMED if waits else None


def unconfirmed_report(connection: Connection, club: Club, event_id: int) -> UnconfirmedReport:
    """Return a counting or waiting report; raise NotFoundError without one."""
    report = _find_report(connection, club, event_id)
    event, crosstable = report.event, report.crosstable
    words = unconfirmed.statements(connection, club.id, event_id)
    same = find_duplicate_report(connection, club, report.own, crosstable, event.name, event.rating_lists, event_id)
    answered = {word.user_id for word in words}
    number = crosstable.number_of(report.own.id)
    played = crosstable.games_of(number)
    return UnconfirmedReport(
        event_id=event_id,
        name=event.name,
        day=event.place.date,
        lists=event.rating_lists,
        player=report.own,
        games=tuple(ReportedGame(report.who(game.opponent), game.score) for game in played),
        score=crosstable.entrant(number).score,
        reported_by=event.reported_by,
        standing=event.standing,
        counts=event.waits_until is None,
        until=None if event.waits_until == UNTIL_CONFIRMED else event.waits_until,
        is_match=event.source != EventSource.REPORT,
        asked=tuple(one for one in report.others if one is not None and one.user_id and one.user_id not in answered),
        needs_director=not _can_vouch(connection, club, report),
        words=tuple(words),
        looks_like=None if same is None else (same.name, same.place.date),
    )


@read()
def stored_words(look: Read, event_id: int) -> UnconfirmedReport:
    return unconfirmed_report(look.connection, look.club, event_id)


@use_case(report_action(CONFIRMED, "confirmed the report"))
def confirm_report(write: Write, event_id: int) -> UnconfirmedReport:
    report = _answerable(write, event_id)
    write.note(event_id)
    standing = _standing(write, report)
    also = _rate_confirmer(write, report)
    unconfirmed.set_standing(write.connection, event_id, standing)
    is_confirmed, waited = standing is ReportStanding.CONFIRMED, report.event.waits_until is not None
    if is_confirmed and waited:
        unconfirmed.count_now(write.connection, event_id)
    if is_confirmed or (also and not waited):
        done = write.recalculate(recompute_changes(write, report.event))
        movers = facts.rated_players(write.connection, event_id)
        check_others_stay(write.club, write.actor, report.own.id, done.lists.values(), "confirm it", also=movers)
    return unconfirmed_report(write.connection, write.club, event_id)


@use_case(report_action(DISPUTED, "disputed the report"))
def dispute_report(write: Write, event_id: int, version: str) -> UnconfirmedReport:
    _answerable(write, event_id)
    unconfirmed.set_standing(write.connection, event_id, ReportStanding.DISPUTED)
    write.note(event_id, {"version": version})
    return unconfirmed_report(write.connection, write.club, event_id)


def recompute_changes(write: ClubWrite, event: Event) -> ListChanges:
    ref = FactRef(event.place, FactKind.EVENT, event.id, facts.rated_players(write.connection, event.id))
    changed = {moved: ListChange(recompute=(ref,)) for moved in event.rating_lists}
    for moved, entered in corrections.entered_ratings_of_event(write.connection, write.club.id, event.id):
        given = entered.ref
        changed[moved] = ListChange(recompute=(given, *changed.get(moved, ListChange()).recompute))
    return changed


@dataclass(frozen=True, slots=True)
class _Report:
    event: Event
    crosstable: Crosstable
    own: Player
    others: tuple[Player | None, ...]

    def who(self, entrant: Entrant) -> Player | float | None:
        return next((one for one in self.others if one is not None and one.id == entrant.player), entrant.rating)


def _find_report(connection: Connection, club: Club, event_id: int) -> _Report:
    event = find_reported(connection, club, event_id)
    crosstable = facts.crosstables(connection, [event_id])[event_id]
    ids = [one.player for one in crosstable.entrants if isinstance(one.player, int)]
    known = players.by_ids(connection, club.id, ids)
    people = [known[one.player] if isinstance(one.player, int) else None for one in crosstable.entrants]
    # The first rated entrant is the reporter's player.
    own = next(who for who, one in zip(people, crosstable.entrants, strict=True) if who is not None and one.rated)
    return _Report(event, crosstable, own, tuple(who for who in people if who is not own))


def _answerable(write: Write, event_id: int) -> _Report:
    report = _find_report(write.connection, write.club, event_id)
    if report.event.source != EventSource.REPORT:
        raise NotFoundError("That event is not a member's report. Choose a report.")
    if report.event.is_confirmed:
        raise InputError("This report is already confirmed. Ask a TD to correct it if it is wrong.")
    me = write.actor.member.user_id
    is_in_it = any(one is not None and one.user_id == me for one in report.others)
    if not write.is_director and (not is_in_it or me == report.event.reported_by):
        raise NotAllowedError(
            "You reported this yourself. Your opponents or a tournament director (TD) must confirm it."
            if me == report.event.reported_by
            else ("Only the other players in it or a tournament director (TD) can answer this report. Ask one of them.")
        )
    return report


def _standing(write: Write, report: _Report) -> ReportStanding:
    if write.is_director:
        return ReportStanding.CONFIRMED
    answers = {one.user_id: one for one in unconfirmed.statements(write.connection, write.club.id, report.event.id)}
    if any(one.objects for one in answers.values()):
        return ReportStanding.DISPUTED
    everybody = all(one is not None and one.user_id in answers for one in report.others)
    is_enough = everybody and _can_vouch(write.connection, write.club, report)
    return ReportStanding.CONFIRMED if is_enough else ReportStanding.REPORTED


def _can_vouch(connection: Connection, club: Club, report: _Report) -> bool:
    if report.event.source != EventSource.REPORT:
        return True
    known = [one.id for one in report.others if one is not None and one.user_id is not None]
    if len(known) < len(report.others):
        return False
    return not unconfirmed.resting_on_reports(connection, club.id, report.event.rating_lists[0], known)


def _rate_confirmer(write: Write, report: _Report) -> bool:
    me, connection, event = write.actor.member.user_id, write.connection, report.event
    speaker = next((one for one in report.others if one is not None and one.user_id == me), None)
    if not write.club.rate_opponents or speaker is None:
        return False
    entrants = tuple(replace(one, rated=one.rated or one.player == speaker.id) for one in report.crosstable.entrants)
    both = replace(report.crosstable, entrants=entrants)
    theirs = unconfirmed.moving_between(connection, write.club.id, speaker.id, event.rating_lists, both.date, both.date)
    tables = facts.crosstables(connection, theirs) if theirs else {}
    if any(report.own.id in {one.player for one in table.entrants} for table in tables.values()):
        return False
    if not rates_without_error(connection, write.club, event, both):
        return False
    facts.replace_event(connection, event.id, both, event.given_name, event.rating_lists, event.rules)
    return True
