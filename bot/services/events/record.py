"""Rate a member's own event and store it."""

from collections.abc import Callable, Sequence

from bot.services.context import Actor
from bot.services.events.consent import UnconfirmedReport, standing_of_report, told_before, unconfirmed_report
from bot.services.events.opponents import crosstable_of, known_opponents
from bot.services.events.other_ratings import check_official_events_stay, check_others_stay
from bot.services.events.report import EventReport, ListReport, is_highest, may_be_peak
from bot.services.events.sources import EventSource
from bot.services.events.submission import EventSubmission
from bot.services.fold.first_ratings import rate_first_again
from bot.services.fold.lists import ListChange, ListChanges
from bot.services.fold.states import state_before
from bot.services.someone import Someone, find_someone
from bot.services.transaction import Read, Write, read, use_case
from bot.store.database import Connection
from bot.store.derived import journals, standings
from bot.store.events import corrections, facts
from bot.store.events.unconfirmed import moving_from
from bot.store.people import players
from bot.store.rows import (
    Club,
    EventFact,
    FactPosition,
    NewEvent,
    NewOpening,
    OpeningFact,
    Player,
    ReportStanding,
)
from core.crosstable import Crosstable
from core.errors import InputError, NotAllowedError, RuleError
from core.formats.typed.newcomers import Age
from core.lists import RatingList
from core.rating_system import ClubPool
from core.systems import SYSTEMS


class ToldBefore(RuleError):
    """What is reported looks like an event that is stored already; `twice` stores it all the same."""


@use_case("record-event")
def record_own_event(
    write: Write,
    written: EventSubmission,
    *,
    twice: bool = False,
    first: Callable[[Connection, Player, bool], None] | None = None,
) -> EventReport | UnconfirmedReport:
    """Rate an event and store it.

    Where the club has every report confirmed, it is stored and waits. Raise ToldBefore for one that looks like an
    event of that day with the same player, unless it is meant to be stored `twice`.
    first: what may yet raise of a player who may report, told whether they are rated on a list of the event.
    """
    connection, club = write.connection, write.club
    subject = written.member or write.actor.member
    why_not = _why_not(club, write.actor, subject)
    if why_not is not None:
        raise NotAllowedError(why_not)

    day = written.day or write.today
    lists = written.lists_in(club, day)
    main = lists[0]
    system = SYSTEMS[main]
    if isinstance(system, ClubPool):
        raise RuleError(system.why_not_report(main))
    own = write.ensure(subject)
    end = facts.end_of(day)
    before = {moved: standings.find(connection, club.id, moved, own.id) for moved in lists}
    if first is not None:
        first(connection, own, any(standing is not None for standing in before.values()))
    crosstable = crosstable_of(connection, club.id, own, written, lists, day)
    stored = state_before(connection, main, own.id, before[main], end)
    standing, waits_until = standing_of_report(write)
    opening = None
    if stored is None:
        opening = _opening(write, own, main, FactPosition(day, write.opening_seq), written)
    elif written.brings_a_rating:
        raise InputError(
            f"{written.has} a stored {main.label} rating: leave rating, games and elsewhere out; "
            "a TD can correct it with /rating set."
        )
    if not twice:
        _check_is_new(write, own, crosstable, written.name, lists)
    new = NewEvent(
        club_id=club.id,
        place=write.place(day),
        name=written.name,
        rating_lists=lists,
        rules=written.rules,
        source=EventSource.REPORT,
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        standing=standing,
        waits_until=waits_until,
    )
    event_id = facts.add_event(connection, new, crosstable)
    if waits_until is not None:
        further: ListChanges = {}
        if written.age is not None and _keep_age(connection, own, written.age, further):
            check_official_events_stay(connection, club, write.actor, own.id, write.fold(further).lists.values())
        write.note(event_id)
        return unconfirmed_report(connection, club, event_id)
    fact = EventFact(new.place, event_id, crosstable, new.rules, standing is ReportStanding.CONFIRMED)
    changed: ListChanges = {moved: ListChange(added=(fact,)) for moved in lists}
    if opening is not None:
        changed[main] = ListChange(added=(opening, fact))
    is_age_new = written.age is not None and _keep_age(connection, own, written.age, changed)
    done = write.fold(changed)
    if is_age_new:
        check_official_events_stay(connection, club, write.actor, own.id, done.lists.values())
    check_others_stay(club, write.actor, own.id, done.lists.values(), "report it for you")
    outcomes = [(moved, done.lists[moved].outcomes[event_id, own.id]) for moved in lists]
    highest = {moved: journals.highest_before(connection, own.id, moved, new.place) for moved in lists}
    report = EventReport(
        event_id=event_id,
        name=written.name,
        day=day,
        player=own,
        crosstable=crosstable,
        lists=tuple(
            ListReport(
                moved,
                SYSTEMS[moved].as_shown(outcome, club.house_rules),
                is_peak=may_be_peak(moved, outcome) and is_highest(outcome, highest[moved]),
            )
            for moved, outcome in outcomes
        ),
        opponents=known_opponents(connection, club.id, crosstable),
        reported_by=write.actor.member.user_id,
        house_rules=club.house_rules,
        later=done.later,
        standing=standing,
    )
    write.note(event_id)
    return report


@read()
def may_record(look: Read, written: EventSubmission) -> bool:
    """Tell whether somebody may store what they wrote; what else is wrong with it is said when they do."""
    connection, club = look.connection, look.club
    main = written.lists_in(club, written.day or look.today)[0]
    own = find_someone(connection, club.id, written.member or look.actor.member)
    rated = own is not None and standings.find(connection, club.id, main, own.id) is not None
    if _why_not(club, look.actor, written.member or look.actor.member) is not None:
        return False
    return not isinstance(SYSTEMS[main], ClubPool) and not (rated and written.brings_a_rating)


def _keep_age(connection: Connection, own: Player, age: Age, changed: ListChanges) -> bool:
    """Keep what was told of a player's age, and tell whether it is new; what it decided is rated again."""
    is_new = players.set_background(connection, own.id, age.born, adult=age.adult)
    if is_new:
        rate_first_again(connection, own.id, changed)
    return is_new


def _check_is_new(
    write: Write,
    own: Player,
    crosstable: Crosstable,
    name: str | None,
    lists: Sequence[RatingList],
) -> None:
    moving = moving_from(write.connection, write.club.id, own.id, crosstable.date)
    same = told_before(write.connection, write.club, own, crosstable, name, lists, moving)
    if same is not None:
        raise ToldBefore(
            f"That looks like {same.name or 'the event'} of {same.place.date.isoformat()}, which is stored: where it "
            "is another event, press Store it all the same."
        )


def _why_not(club: Club, actor: Actor, subject: Someone) -> str | None:
    """Return why somebody may not report an event of a player; None where they may."""
    if subject.user_id != actor.member.user_id:
        if actor.is_director(club):
            return None
        return "Only a tournament director (TD) can report for somebody else: leave member out, or ask a TD."
    if actor.may_self_report(club):
        return None
    return "In this club you cannot report your own events: ask a tournament director (TD)."


def _opening(
    write: Write, own: Player, rating_list: RatingList, place: FactPosition, written: EventSubmission
) -> OpeningFact | None:
    """Store the rating that a member brings along, which waits with its event; None for one who was never rated."""
    standing, waits_until = standing_of_report(write)
    opening = written.opening(rating_list)
    if opening is None:
        return None
    new = NewOpening(
        club_id=write.club.id,
        player_id=own.id,
        rating_list=rating_list,
        place=place,
        rating=opening.rating,
        games=opening.games,
        peak=None,
        floor=None,
        reason="reported with an event",
        reported_by=write.actor.member.user_id,
        interaction_id=write.actor.interaction_id,
        at=write.now,
        is_confirmed=standing is ReportStanding.CONFIRMED,
        waits=waits_until is not None,
    )
    return corrections.add_opening(write.connection, new)
