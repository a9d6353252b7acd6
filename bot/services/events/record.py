"""Rate and store a member's own event."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from bot.services.events.consent import (
    UnconfirmedReport,
    check_official_events_stay,
    check_others_stay,
    standing_of_report,
    unconfirmed_report,
)
from bot.services.events.report import (
    EventReport,
    EventSource,
    ListReport,
    draws_between_equals,
    is_highest,
    may_be_peak,
)
from bot.services.events.same_games import find_duplicate_report
from bot.services.events.submission import EventSubmission, MissingRatingError, crosstable_of, known_opponents
from bot.services.framework.actions import report_action
from bot.services.framework.context import Actor
from bot.services.framework.identity import check_identity
from bot.services.framework.recalculation.lists import ListChange, ListChanges, add_age_dependent
from bot.services.framework.recalculation.states import state_before
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Question, Read, Recalculated, Write, read, use_case
from bot.services.framework.waiting import Waiting
from bot.store.database.rows import (
    Club,
    EnteredRatingFact,
    EventFact,
    FactPosition,
    NewEnteredRating,
    NewEvent,
    Player,
    ReportStanding,
)
from bot.store.database.transactions import Connection
from bot.store.events import corrections, facts
from bot.store.people import claims, players
from bot.store.ratings import journals, standings
from core.errors import InputError, NotAllowedError, RuleError
from core.event.crosstable import Crosstable
from core.files.typed.persons import Age
from core.lists import RatingList
from core.rating.rating_system import ClubPool
from core.rating.systems import system_of
from core.words import counted


class DuplicateReport(Question):
    """Raised for a report that looks like a stored event; `twice` stores it all the same."""

    def __init__(self, message: str, submission: EventSubmission) -> None:
        super().__init__(message)
        self.submission = submission


class FirstReport(Question):
    """Raised for a report that only lacks the rating before it. what: is missing."""

    def __init__(self, missing: MissingRatingError, submission: EventSubmission, rating_list: RatingList) -> None:
        super().__init__(missing.message)
        self.what, self.submission, self.rating_list = missing.what, submission, rating_list


FIRST_REPORT = Waiting(
    "report",
    EventSubmission,
    None,
    "That report is stored already, or was not completed within two days. See /rating show.",
)

RECORDED = report_action("record-event", "reported")


@use_case(RECORDED)
def record_own_event(
    write: Write, submission: EventSubmission, *, twice: bool = False
) -> EventReport | UnconfirmedReport:
    return store_own_event(write, submission, twice=twice)


@use_case(RECORDED)
def record_first_event(
    write: Write, number: int, rating: float | None, games: int | None
) -> EventReport | UnconfirmedReport:
    """Store a waiting report with the rating before it, unless the club knows one by now. None, 0: never rated."""
    submission = FIRST_REPORT.take(write, number).options
    day = submission.day or write.today
    main, is_rated = _known(write, submission, day)
    if not is_rated:
        if rating is not None:
            system_of(main).check_typed(rating, day, submission.rules)
        submission = replace(submission, rating=rating, games=games)
    return store_own_event(write, submission)


def store_own_event(
    write: Write, submission: EventSubmission, *, twice: bool = False, place: FactPosition | None = None
) -> EventReport | UnconfirmedReport:
    """Rate and store an event; it waits if the club confirms reports.

    Raise MayBeKnown, or DuplicateReport unless `twice`. place: of an event that it replaces.
    """
    connection, club = write.connection, write.club
    day = submission.day or write.today
    own, lists = _reporter(write, submission, day)
    before = {rating_list: standings.find(connection, club.id, rating_list, own.id) for rating_list in lists}
    if place is None:
        is_rated = any(standing is not None for standing in before.values())
        check_identity(write, submission.member, own, is_rated=is_rated, entered=submission.typed_rating)
    crosstable = crosstable_of(connection, club.id, own, submission, lists, day)
    stored = state_before(connection, lists[0], own.id, before[lists[0]], facts.end_of(day))
    standing, waits_until = standing_of_report(write)
    entered = None
    if stored is None:
        entered = _entered_rating(write, own, lists[0], FactPosition(day, write.entered_seq), submission)
    elif (why_not := _why_not_typed(submission, lists[0], stored)) is not None:
        raise InputError(why_not)
    if not twice:
        _check_is_new(write, own, crosstable, submission, lists)
    new = NewEvent(
        club_id=club.id,
        place=place or write.place(day),
        name=submission.name,
        rating_lists=lists,
        rules=submission.rules,
        source=EventSource.REPORT,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        standing=standing,
        waits_until=waits_until,
    )
    event_id = facts.add_event(connection, new, crosstable)
    may_be_listed = (
        submission.member is None
        and submission.brings_a_rating
        and bool(claims.unlinked_people(connection, club.id, 1))
    )
    if waits_until is not None:
        further: ListChanges = {}
        if _keep_age(connection, own, submission.age, further):
            check_official_events_stay(connection, club, write.actor, own.id, write.recalculate(further).lists.values())
        write.note(event_id)
        return replace(unconfirmed_report(connection, club, event_id), may_be_listed=may_be_listed)
    fact = EventFact(new.place, event_id, crosstable, new.rules, standing is ReportStanding.CONFIRMED)
    changed: ListChanges = {rating_list: ListChange(added=(fact,)) for rating_list in lists}
    if entered is not None:
        changed[lists[0]] = ListChange(added=(entered, fact))
    is_age_new = _keep_age(connection, own, submission.age, changed)
    done = write.recalculate(changed)
    if is_age_new:
        check_official_events_stay(connection, club, write.actor, own.id, done.lists.values())
    check_others_stay(club, write.actor, own.id, done.lists.values(), "report it for you")
    write.note(event_id)
    return EventReport(
        event_id=event_id,
        name=submission.name,
        day=day,
        player=own,
        crosstable=crosstable,
        lists=tuple(_list_report(write, own, rating_list, event_id, new.place, done) for rating_list in lists),
        opponents=known_opponents(connection, club.id, crosstable),
        reported_by=write.actor.member.user_id,
        house_rules=club.house_rules,
        later=done.later,
        standing=standing,
        may_be_listed=may_be_listed,
        draws=draws_between_equals(connection, club, lists[0], crosstable),
    )


def _reporter(write: Write, submission: EventSubmission, day: date) -> tuple[Player, tuple[RatingList, ...]]:
    """Return whose event it is and its lists; raise an error if it cannot be reported."""
    subject = submission.member or write.actor.member
    why_not = _why_not(write.club, write.actor, subject)
    if why_not is not None:
        raise NotAllowedError(why_not)
    lists = submission.lists_in(write.club, day)
    system = system_of(lists[0])
    if isinstance(system, ClubPool):
        raise RuleError(system.why_not_report(lists[0]))
    own = write.ensure(subject)
    write.club.house_rules.check_open(*lists)
    return own, lists


def _list_report(
    write: Write, own: Player, rating_list: RatingList, event_id: int, place: FactPosition, done: Recalculated
) -> ListReport:
    outcome = done.lists[rating_list].outcomes[event_id, own.id]
    highest = journals.highest_before(write.connection, own.id, rating_list, place)
    return ListReport(
        rating_list,
        system_of(rating_list).as_shown(outcome, write.club.house_rules),
        is_peak=may_be_peak(rating_list, outcome) and is_highest(outcome, highest),
    )


@read()
def may_record(look: Read, submission: EventSubmission) -> bool:
    connection, club = look.connection, look.club
    main = submission.lists_in(club, submission.day or look.today)[0]
    own = find_someone(connection, club.id, submission.member or look.actor.member)
    if _why_not(club, look.actor, submission.member or look.actor.member) is not None:
        return False
    system = system_of(main)
    standing = None if own is None else standings.find(connection, club.id, main, own.id)
    if isinstance(system, ClubPool) or own is None or standing is None:
        return not isinstance(system, ClubPool)
    stored = state_before(connection, main, own.id, standing, facts.end_of(submission.day or look.today))
    return stored is None or _why_not_typed(submission, main, stored) is None


@read()
def is_first_report(look: Read) -> bool:
    """Return whether a member has no rating on the club's list; raise NotAllowedError if they may not report."""
    why_not = _why_not(look.club, look.actor, look.actor.member)
    if why_not is not None:
        raise NotAllowedError(why_not)
    main, own = look.club.default_list, find_someone(look.connection, look.club.id, look.actor.member)
    return own is None or standings.find(look.connection, look.club.id, main, own.id) is None


@read()
def first_is_unrated(look: Read, submission: EventSubmission) -> EventSubmission:
    """Return a submission as that of an unrated player, if the club knows no rating."""
    _, is_rated = _known(look, submission, submission.day or look.today)
    return submission if is_rated else replace(submission, games=0)


def _known(look: Read | Write, submission: EventSubmission, day: date) -> tuple[RatingList, bool]:
    """Return a submission's main list, and whether the club knows a rating on it."""
    main = submission.lists_in(look.club, day)[0]
    own = find_someone(look.connection, look.club.id, submission.member or look.actor.member)
    standing = None if own is None else standings.find(look.connection, look.club.id, main, own.id)
    return main, own is not None and (
        state_before(look.connection, main, own.id, standing, facts.end_of(day)) is not None
    )


def _why_not_typed(submission: EventSubmission, main: RatingList, state: dict[str, Any]) -> str | None:
    """Return why a rating typed beside a stored one cannot be meant, or None."""
    if not submission.brings_a_rating:
        return None
    system = system_of(main)
    stored = system.rank(system.load(state))
    if submission.external_ratings:
        return f"A {main.label} rating is stored already. Remove the option elsewhere."
    rating, games = (None, 0) if stored is None else (stored.displayed, stored.games)
    same_rating = submission.rating in (None, rating) or (
        stored is not None and submission.rating == round(stored.rating, 2)
    )
    if same_rating and submission.games in (None, games):
        return None
    typed = [f"rating: {submission.rating:g}"] if submission.rating is not None else []
    typed += [f"games: {submission.games}"] if submission.games is not None else []
    hint = "Remove rating and games, or ask a director to correct it with /td rating."
    if rating is None:
        return f'"{" ".join(typed)}" does not fit: no {main.label} rating is stored. {hint}'
    known = f"{main.label} {rating} after {counted(games, 'game')}"
    return f'"{" ".join(typed)}" does not fit: {known} is stored. {hint}'


def _keep_age(connection: Connection, own: Player, age: Age | None, changed: ListChanges) -> bool:
    is_new = age is not None and players.set_background(connection, own.id, age.born, adult=age.adult)
    if is_new:
        add_age_dependent(connection, own.id, changed)
    return is_new


def _check_is_new(
    write: Write, own: Player, crosstable: Crosstable, submission: EventSubmission, lists: Sequence[RatingList]
) -> None:
    same = find_duplicate_report(write.connection, write.club, own, crosstable, submission.name, lists)
    if same is not None:
        raise DuplicateReport(
            f"This event looks like {same.name or 'the event'} of {same.place.date.isoformat()}, which is "
            "already stored. If it is another event, press Store it anyway.",
            submission,
        )


def _why_not(club: Club, actor: Actor, subject: Someone) -> str | None:
    if subject.user_id != actor.member.user_id:
        if actor.is_director(club):
            return None
        return "Only a tournament director (TD) can report for somebody else. Ask one of them."
    if actor.may_self_report(club):
        return None
    return "You cannot report your own events in this club. Ask a tournament director (TD)."


def _entered_rating(
    write: Write, own: Player, rating_list: RatingList, place: FactPosition, submission: EventSubmission
) -> EnteredRatingFact | None:
    standing, waits_until = standing_of_report(write)
    try:
        entered = submission.entered(rating_list)
    except MissingRatingError as error:
        raise FirstReport(error, submission, rating_list) from error
    if entered is None:
        return None
    new = NewEnteredRating(
        club_id=write.club.id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=entered.rating,
        games=entered.games,
        peak=None,
        floor=None,
        reason="reported with an event",
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        is_confirmed=standing is ReportStanding.CONFIRMED,
        waits=waits_until is not None,
    )
    return corrections.add_entered_rating(write.connection, new)
