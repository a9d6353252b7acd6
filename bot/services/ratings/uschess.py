"""US Chess: norms, and lowered lifetime titles."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum

from bot.services.events.report import EventReport, report_of
from bot.services.framework.actions import rating_action
from bot.services.framework.identity import Candidate, check_known, possible_players
from bot.services.framework.recalculation.lists import ListChange
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.store.club.audit_log import Subject
from bot.store.database.rows import (
    Club,
    DemotionFact,
    EarnedNorm,
    FactPosition,
    NewDemotion,
    Player,
    ReportStanding,
)
from bot.store.database.transactions import Connection
from bot.store.events import corrections
from bot.store.people import players
from bot.store.ratings import journals, standings
from bot.store.ratings.standings import ListedPlayer
from core.errors import NotFoundError, NothingYetError, RuleError
from core.lists import RatingList
from core.rating.club_rules import ClubRules, Codes
from core.rating.systems import system_of
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.norms import TitleProgress, norms_with, title_progress
from core.rating.uschess.player import PlayerResult
from core.rating.uschess.system import LISTS, TITLE_SYSTEM
from core.words import last_name_first, search_key

# Lifetime titles lowered by 100 points, on the player's request.


ASKED_ONCE = timedelta(days=1)
"""A repeated reason lowers a title once within this time."""


@dataclass(frozen=True, slots=True)
class DemotionReport:
    """A lifetime title before and after; `undone` if given back."""

    demotion_id: int
    player: Player
    rating_list: RatingList
    before: LifetimeTitle | None
    after: LifetimeTitle | None
    reason: str
    undone: bool = False


DEMOTED = rating_action("demote-title", "lowered the title of", Subject.DEMOTION)


@use_case(DEMOTED, director_to="lower a title")
def demote_title(write: Write, member: Someone, rating_list: RatingList | None, reason: str) -> DemotionReport:
    """Lower a member's lifetime title by 100 points from today."""
    connection, club = write.connection, write.club
    which = rating_list or club.default_list
    own = find_someone(connection, club.id, member)
    if own is None:
        raise NotFoundError(f"{member.name} has no {which.label} rating here yet. Choose a rated member.")
    repeated = corrections.same_demotion(connection, own.id, which, reason, write.now - ASKED_ONCE)
    if repeated:
        raise RuleError(
            f"The lifetime title of {own.name} was lowered for that reason less than a day ago. Give "
            "another reason to lower it once more."
        )
    return lower(write, own, which, reason, write.actor.interaction_id)


def require_codes(club: Club) -> None:
    """Raise RuleError if the club hides the titles."""
    if club.house_rules.codes is Codes.NONE:
        raise RuleError(
            "The lifetime titles of the 1990s are turned off here. A director shows them again with /td settings."
        )


def lower(write: Write, own: Player, which: RatingList, reason: str, interaction_id: int) -> DemotionReport:
    """Lower a player's title from today. interaction_id: of the request, granted once."""
    connection, club = write.connection, write.club
    require_codes(club)
    new = NewDemotion(
        club_id=club.id,
        player_id=own.id,
        rating_list=which,
        place=write.place(),
        reason=reason,
        reported_by=write.actor.member.user_id,
        interaction_id=interaction_id,
        at=write.now,
    )
    fact = corrections.add_demotion(connection, new)
    # Refuses a list without lifetime titles.
    write.recalculate({which: ListChange(added=(fact,))})
    before = title_at(connection, own, which, new.place)
    after = title_at(connection, own, which, _later_changes(fact))
    write.note(fact.demotion_id, {"reason": reason})
    return DemotionReport(fact.demotion_id, own, which, before, after, reason)


@use_case(rating_action("undo-demotion", "restored the title of", Subject.DEMOTION), director_to="restore a title")
def undo_demotion(write: Write, demotion_id: int) -> DemotionReport:
    connection, club = write.connection, write.club
    stored = corrections.find_demotion(connection, club.id, demotion_id)
    if stored is None:
        raise NotFoundError("That title has already been restored. Lower it again on the page of /td player.")
    fact, which, reason = stored
    own = players.by_ids(connection, club.id, [fact.player_id])[fact.player_id]
    before = title_at(connection, own, which, _later_changes(fact))
    corrections.void_demotion(connection, demotion_id)
    write.recalculate({which: ListChange(removed=(fact.ref,))})
    after = title_at(connection, own, which, _later_changes(fact))
    report = DemotionReport(demotion_id, own, which, before, after, reason, undone=True)
    write.note(demotion_id, {"reason": reason})
    return report


def _later_changes(fact: DemotionFact) -> FactPosition:
    return FactPosition(fact.place.date, fact.place.seq + 1)


def title_at(connection: Connection, own: Player, rating_list: RatingList, place: FactPosition) -> LifetimeTitle | None:
    data = journals.state_before(connection, own.id, rating_list, place)
    title: LifetimeTitle | None = None if data is None else system_of(rating_list).load(data).lifetime
    return title


# Norms of an event, and the way to the titles.


NORMS_ON_A_CARD = 50


@dataclass(frozen=True, slots=True)
class NormsReport:
    """An event's norms and the way to titles.

    progress: on the event's Regular list, or None. once_confirmed: if all were confirmed. title_above: whether the
    title may be lowered. earned: counting norms with events, latest first. may_be: unlinked players whom the actor may
    be.
    """

    event: EventReport
    progress: Sequence[TitleProgress] | None
    earned: Sequence[EarnedNorm]
    once_confirmed: Sequence[TitleProgress] = ()
    title_above: bool = False
    may_be: Sequence[Candidate] = ()


@read()
def norms_of(look: Read, member: Someone | None, event_id: int | None) -> NormsReport:
    connection, club = look.connection, look.club
    subject = member or look.actor.member
    player = find_someone(connection, club.id, subject)
    if event_id is None:
        latest = None if player is None else journals.last_event(connection, player.id, LISTS)
        if player is None or latest is None:
            check_known(look, member)
            if member is None:
                raise NothingYetError("You have no event on a US Chess list here yet. Report one with /rating update.")
            raise NotFoundError(f"{subject.name} has no event on a US Chess list here yet.")
        report = report_of(connection, club, latest, player.id)
    else:
        player_id = None if member is None or player is None else player.id
        report = report_of(connection, club, event_id, player_id)
    norms = _norms(connection, club, report)
    return norms if member is not None else replace(norms, may_be=possible_players(look))


@read()
def event_norms(look: Read, event_id: int, player_id: int | None) -> NormsReport:
    report = report_of(look.connection, look.club, event_id, player_id)
    return _norms(look.connection, look.club, report)


def _norms(connection: Connection, club: Club, report: EventReport) -> NormsReport:
    if report.rating_list not in LISTS:
        raise RuleError(f"{report.rating_list.label} has no US Chess norms. Choose another event.")
    above = club.house_rules.codes is not Codes.NONE and _is_title_above(connection, club, report)
    on_list = next((moved for moved in report.lists if moved.rating_list is RatingList.USCHESS_REGULAR), None)
    if on_list is None:
        return NormsReport(report, None, (), title_above=above)
    standing = standings.find(connection, club.id, on_list.rating_list, report.player.id)
    state = on_list.outcome.state if standing is None else system_of(on_list.rating_list).load(standing.state)
    norms = journals.norms_of(connection, report.player.id, on_list.rating_list, NORMS_ON_A_CARD)
    earned = [norm for norm in norms if norm.scheme == TITLE_SYSTEM]
    would_have = state.norms
    if report.standing is not ReportStanding.CONFIRMED:
        result: PlayerResult = on_list.outcome.detail
        would_have = norms_with(would_have, result.norms)
    once_confirmed = title_progress(would_have, state.peak)
    return NormsReport(report, title_progress(state.norms, state.for_life.peak), earned, once_confirmed, above)


def _is_title_above(connection: Connection, club: Club, report: EventReport) -> bool:
    standing = standings.find(connection, club.id, report.rating_list, report.player.id)
    if standing is None:
        return False
    state = system_of(report.rating_list).load(standing.state)
    rank = system_of(report.rating_list).rank(state)
    return state.lifetime is not None and rank is not None and state.lifetime.level > rank.displayed


# The rating list, as US Chess printed its own.


PRINTED = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)


class ListOrder(StrEnum):
    """The order of a printed rating list."""

    NAME = "name"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class PrintedList:
    """Everybody with a Regular or Quick rating, with ids. day: of the list."""

    day: date
    order: ListOrder
    players: Sequence[ListedPlayer]
    house_rules: ClubRules


@read(director_to="export the rating list")
def printed_list(look: Read, order: ListOrder) -> PrintedList:
    players = standings.printed_list(look.connection, look.club.id, PRINTED)
    if not players:
        raise NothingYetError("Nobody has a US Chess Regular or Quick rating here yet. Start with /rating update.")
    players.sort(key=lambda player: search_key(last_name_first(player.name)))
    if order is ListOrder.RATING:
        players.sort(key=_strength, reverse=True)
    return PrintedList(look.today, order, players, look.club.house_rules)


def _strength(player: ListedPlayer) -> tuple[float, ...]:
    return tuple(0.0 if rating is None else rating.rating for rating in player.ratings)


# Requests to lower one's title. The grant is stored under the request's interaction, so it lowers the title once.


REQUESTED = rating_action("request-demotion", "requested a lower title:", Subject.PLAYER)


@dataclass(frozen=True, slots=True)
class DemotionRequest:
    """A request to lower a title.

    would: the result, demotion_id 0. asked: its interaction. td_role_id: the directors' role or None.
    """

    would: DemotionReport
    asked: int
    td_role_id: int | None


@use_case(REQUESTED)
def request_demotion(write: Write, rating_list: RatingList | None, reason: str) -> DemotionRequest:
    """Request to lower one's own title; a director grants it."""
    connection, club = write.connection, write.club
    require_codes(club)
    which = rating_list or club.default_list
    own = players.by_user(connection, club.id, write.actor.member.user_id)
    data = None if own is None else journals.state_before(connection, own.id, which, write.place())
    if own is None or data is None:
        raise NothingYetError(f"You have no {which.label} rating here yet. Start with /rating update.")
    system = system_of(which)
    state = system.load(data)
    after = system.demote(state).lifetime  # refuses a list without titles, and the lowest one
    would = DemotionReport(0, own, which, state.lifetime, after, reason)
    report = DemotionRequest(would, write.actor.interaction_id, club.td_role_id)
    write.note(own.id, {"list": which.value, "reason": reason})
    return report


@use_case(DEMOTED, director_to="lower a title")
def grant_demotion(write: Write, asked: int) -> DemotionReport:
    """Lower the title of a requesting member; directors only. asked: the request's interaction."""
    entry = write.entry(asked)
    if entry is None or entry.action != REQUESTED.name:
        raise NotFoundError("There is no such request in this club. Lower a title on the page of /td player.")
    if corrections.is_granted(write.connection, write.club.id, asked):
        raise RuleError("That request has already been granted. Lower the title once more on the page of /td player.")
    # The requester may have been merged.
    player_id, details = entry.subject_id or 0, entry.details
    own = players.resolve_merged(write.connection, write.club.id, [player_id])[player_id]
    return lower(write, own, RatingList(details["list"]), details["reason"], asked)
