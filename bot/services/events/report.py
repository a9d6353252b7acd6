"""The report of a rated event: what every answer about it is drawn from."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.services.recalculation.lists import RatingChange, list_of
from bot.services.recalculation.states import backgrounds, states_at
from bot.services.transaction import Read, Write, read, repeatable
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import facts, list_facts
from bot.store.people import players
from bot.store.rows import Club, Event, MessagePlace, Player, ReportStanding
from core.club_rules import ClubRules
from core.crosstable import Crosstable
from core.errors import NotFoundError, RatingError
from core.lists import RatingList
from core.outcome import Outcome
from core.systems import PUBLISHED, SYSTEMS


@dataclass(frozen=True, slots=True)
class ListReport:
    """What an event did to one player's rating on one list.

    is_peak: whether the rating after it is higher than any before, and established.
    """

    rating_list: RatingList
    outcome: Outcome
    is_peak: bool = False


@dataclass(frozen=True, slots=True)
class EventReport:
    """One player's rated event.

    event_id, reported_by: None for an estimate, which is stored nowhere.
    lists: the lists that it moved, its main one first.
    opponents: the opponents whom the club knows, by player id.
    house_rules: the club's.
    later: later events whose ratings moved because this one was reported after them.
    standing: how far it can be relied on.
    """

    event_id: int | None
    name: str | None
    day: date
    player: Player
    crosstable: Crosstable
    lists: tuple[ListReport, ...]
    opponents: dict[int, Player]
    reported_by: int | None
    house_rules: ClubRules
    later: tuple[RatingChange, ...] = ()
    standing: ReportStanding = ReportStanding.CONFIRMED

    @property
    def rating_list(self) -> RatingList:
        """Return the main list."""
        return self.lists[0].rating_list

    @property
    def outcome(self) -> Outcome:
        """Return what it did on the main list."""
        return self.lists[0].outcome


def report_of(connection: Connection, club: Club, event_id: int, player_id: int | None = None) -> EventReport:
    """Return the report of a stored event, evaluated again from the facts; raise NotFoundError without one.

    player_id: whose report, where the event rates several; None for the first.
    """
    event, crosstable, outcomes = outcomes_of(connection, club, event_id)
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    if player_id is not None and player_id not in rated:
        # An old message may name somebody who has turned out to be another player.
        kept = players.resolve_merged(connection, club.id, [player_id]).get(player_id)
        player_id = player_id if kept is None else kept.id
    if player_id is not None and player_id not in rated:
        raise NotFoundError("That player has no rating from this event: choose one of their own events.")
    whose = rated[0] if player_id is None else player_id
    reports = []
    for rating_list, on_list in outcomes.items():
        outcome = on_list.get(whose)
        if outcome is None:
            raise NotFoundError("That player played no game in this event: choose one of their own events.")
        is_peak = may_be_peak(rating_list, outcome) and is_highest(
            outcome, journals.highest_before(connection, whose, rating_list, event.place)
        )
        shown = SYSTEMS[rating_list].as_shown(outcome, club.house_rules)
        reports.append(ListReport(rating_list, shown, is_peak))
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int)]
    people = players.by_ids(connection, club.id, known)
    return EventReport(
        event_id=event_id,
        name=event.name,
        day=event.place.date,
        player=people[whose],
        crosstable=crosstable,
        lists=tuple(reports),
        opponents=people,
        reported_by=event.reported_by,
        house_rules=club.house_rules,
        standing=event.standing,
    )


def may_be_peak(rating_list: RatingList, outcome: Outcome) -> bool:
    """Tell whether an event may have led to a new peak: an established rating, and a gain that a list has at once."""
    system, after = SYSTEMS[rating_list], outcome.after
    if system.waits_for_list or outcome.before is None or after is None or after.provisional:
        return False
    if after.displayed <= outcome.before.displayed:
        return False
    known = system.peak_of(outcome.detail.before)
    return known is None or after.rating > known


def is_highest(outcome: Outcome, highest: float | None) -> bool:
    """Tell whether the rating after an event is above the highest before it, of whoever had one."""
    return outcome.after is not None and (highest is None or outcome.after.rating > highest)


def outcomes_of(
    connection: Connection, club: Club, event_id: int
) -> tuple[Event, Crosstable, dict[RatingList, dict[int, Outcome]]]:
    """Return a stored event, evaluated again for everybody on every list; raise NotFoundError without one."""
    event = find_reported(connection, club, event_id)
    if event.waits_until is not None:
        raise NotFoundError("That event waits for its confirmation: its figures are there as soon as it counts.")
    return event, *recalculate_event(connection, club, event)


def recalculate_event(
    connection: Connection, club: Club, event: Event
) -> tuple[Crosstable, dict[RatingList, dict[int, Outcome]]]:
    """Return what a stored event did to everybody on every list, or would do where it waits."""
    crosstable = facts.crosstables(connection, [event.id])[event.id]
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    outcomes = {moved: _outcomes(connection, club, event, moved, crosstable, rated) for moved in event.rating_lists}
    return crosstable, outcomes


def rates_without_error(connection: Connection, club: Club, event: Event, crosstable: Crosstable) -> bool:
    """Tell whether a stored event can be rated as another crosstable, on all its lists."""
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    try:
        for moved in event.rating_lists:
            _outcomes(connection, club, event, moved, crosstable, rated)
    except RatingError:
        return False
    return True


def find_reported(connection: Connection, club: Club, event_id: int) -> Event:
    """Return an event that counts or waits; raise NotFoundError without one."""
    event = facts.find_event(connection, club.id, event_id)
    if event is None:
        raise NotFoundError("There is no such event in this club: choose one that is offered as you type.")
    if event.voided and event.waits_until is None:
        raise NotFoundError("That event has been undone: report it again if it should count.")
    return event


def _outcomes(
    connection: Connection,
    club: Club,
    event: Event,
    rating_list: RatingList,
    crosstable: Crosstable,
    rated: list[int],
) -> dict[int, Outcome]:
    """Rate a stored event on a list again, from the states just before it."""
    system = SYSTEMS[rating_list]
    states = states_at(connection, club, rating_list, rated, event.place)
    known = backgrounds(connection, rating_list, event.place, crosstable, states)
    rate = system.rate_event if event.is_confirmed else system.rate_reported
    return rate(crosstable, rating_list, states, event.rules, known, club.house_rules)


@read()
def stored_report(look: Read, event_id: int, player_id: int | None = None) -> EventReport:
    """Return the report of a stored event for whoever asks in the club; the first player's if none is named."""
    return report_of(look.connection, look.club, event_id, player_id)


# A section as it was rated: everybody's outcome on every list that it moved.


SectionOutcomes = dict[RatingList, dict[int, Outcome]]
"""By list and player id."""


@dataclass(frozen=True, slots=True)
class SectionReport:
    """A section with its outcomes.

    lists: those that it moved, the main one first.
    players: those whom the club knows, by pairing number.
    outcomes: by list and player id; whoever had only byes has none.
    standing: how far it can be relied on.
    listed_on: the list that took the event, where its main list is published; None where it has just been stored.
    """

    event_id: int
    name: str | None
    crosstable: Crosstable
    lists: tuple[RatingList, ...]
    players: dict[int, Player]
    outcomes: SectionOutcomes
    house_rules: ClubRules
    listed_on: date | None = None
    standing: ReportStanding = ReportStanding.CONFIRMED

    def name_of(self, number: int) -> str:
        """Return what an entrant is called."""
        if number in self.players:
            return self.players[number].name
        entrant = self.crosstable.entrant(number)
        return entrant.name or (f"rated {entrant.rating:g}" if entrant.rating is not None else f"player {number}")


def section_of(connection: Connection, club: Club, event_id: int) -> SectionReport:
    """Return a stored event, evaluated again from the facts; raise NotFoundError without one."""
    event, crosstable, outcomes = outcomes_of(connection, club, event_id)
    ids = {entrant.number: entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int)}
    people = players.by_ids(connection, club.id, list(ids.values()))
    known = {number: people[player_id] for number, player_id in ids.items()}
    main, listed_on = event.rating_lists[0], None
    if main in PUBLISHED:
        listed_on = list_of(main, list_facts.publications(connection, club.id, main), event.place)
    return SectionReport(
        event_id,
        event.name,
        crosstable,
        event.rating_lists,
        known,
        shown(outcomes, club.house_rules),
        club.house_rules,
        listed_on,
        event.standing,
    )


def shown(outcomes: SectionOutcomes, rules: ClubRules) -> SectionOutcomes:
    """Return what an event did to everybody without what the club does not show."""
    return {
        moved: {player: SYSTEMS[moved].as_shown(outcome, rules) for player, outcome in on_list.items()}
        for moved, on_list in outcomes.items()
    }


@read()
def stored_section(look: Read, event_id: int) -> SectionReport:
    """Return a stored event for whoever asks in the club."""
    return section_of(look.connection, look.club, event_id)


class EventSource(StrEnum):
    """What `Event.source` says.

    REPORT: typed by a member; it moves nobody but its player. FILE: imported. LIVE: kept in Discord as an evening.
    MATCH: of two players of a pool, or who challenged each other.
    """

    REPORT = "report"
    FILE = "file"
    LIVE = "evening"
    MATCH = "match"


@repeatable()
def save_message_location(write: Write, event_ids: Collection[int], place: MessagePlace) -> None:
    """Keep which message shows events of the club."""
    facts.save_message_location(write.connection, write.club.id, event_ids, place)


def link_to(event: Event, club_id: int) -> str | None:
    """Return the address of the message that shows an event; None where it is not known."""
    if event.message is None:
        return None
    return f"https://discord.com/channels/{club_id}/{event.message.channel_id}/{event.message.message_id}"
