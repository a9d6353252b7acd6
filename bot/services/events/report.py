"""The report of a rated event, from which every answer is drawn."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from bot.services.framework.recalculation.lists import RatingChange, list_of
from bot.services.framework.recalculation.states import backgrounds, states_at
from bot.services.framework.transaction import Read, Write, read, repeatable
from bot.store.database.rows import Club, Event, MessagePlace, Player, ReportStanding
from bot.store.database.transactions import Connection
from bot.store.evenings import played_games
from bot.store.events import facts, list_facts
from bot.store.people import players
from bot.store.ratings import journals
from core.errors import NotFoundError, RatingError
from core.event.crosstable import Crosstable
from core.event.published import RatedNear
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.outcome import Compared, Outcome
from core.rating.systems import PUBLISHED, system_of
from core.tournament.best_for_rating import ForRating, with_compared
from core.tournament.odds.open_event import draw_share
from core.tournament.rarity import Rarity, chance_of, rarity_of


@dataclass(frozen=True, slots=True)
class ListReport:
    """What an event did to a rating on one list. is_peak: whether it is a new established peak."""

    rating_list: RatingList
    outcome: Outcome
    is_peak: bool = False


@dataclass(frozen=True, slots=True)
class EventReport:
    """A player's rated event.

    event_id, reported_by: None for an estimate. lists: main one first. opponents: club players by id. later: later
    events whose ratings moved. standing: how far it is confirmed. may_be_listed: whether a newcomer may be on the
    roster under another name. draws: the share of draws between equals on the main list, or None.
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
    may_be_listed: bool = False
    draws: float | None = None

    @property
    def rarity(self) -> Rarity | None:
        """Return how rare the score is; None unless everybody was rated before the event."""
        compared = self._compared
        return None if compared is None else rarity_of(compared.scored, compared.expectancies, self.draws)

    def chance_of(self, score: float) -> float | None:
        """Return the chance that there was of at least so many points; None if unknown."""
        compared = self._compared
        if compared is None or self.draws is None:
            return None
        return chance_of(score, compared.expectancies, self.draws)

    @property
    def _compared(self) -> Compared | None:
        compared, number = self.outcome.compared, self.crosstable.number_of(self.player.id)
        if compared is None or len(compared.expectancies) < len(self.crosstable.played()[number]):
            return None
        return compared if compared.scored == self.outcome.score else None

    @property
    def rating_list(self) -> RatingList:
        return self.lists[0].rating_list

    @property
    def outcome(self) -> Outcome:
        return self.lists[0].outcome


def report_of(connection: Connection, club: Club, event_id: int, player_id: int | None = None) -> EventReport:
    """Return a stored event's report, recalculated from the facts; raise NotFoundError without one.

    player_id: default the first rated.
    """
    event, crosstable, outcomes = outcomes_of(connection, club, event_id)
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    if player_id is not None and player_id not in rated:
        # An old message may name a merged player.
        merged = players.resolve_merged(connection, club.id, [player_id]).get(player_id)
        player_id = player_id if merged is None else merged.id
    if player_id is not None and player_id not in rated:
        raise NotFoundError("That player has no rating from this event. Choose one of their own events.")
    subject = rated[0] if player_id is None else player_id
    reports = []
    for rating_list, on_list in outcomes.items():
        outcome = on_list.get(subject)
        if outcome is None:
            raise NotFoundError("That player played no game in this event. Choose one of their own events.")
        is_peak = may_be_peak(rating_list, outcome) and is_highest(
            outcome, journals.highest_before(connection, subject, rating_list, event.place)
        )
        shown = system_of(rating_list).as_shown(outcome, club.house_rules)
        reports.append(ListReport(rating_list, shown, is_peak))
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int)]
    people = players.by_ids(connection, club.id, known)
    return EventReport(
        event_id=event_id,
        name=event.name,
        day=event.place.date,
        player=people[subject],
        crosstable=crosstable,
        lists=tuple(reports),
        opponents=people,
        reported_by=event.reported_by,
        house_rules=club.house_rules,
        standing=event.standing,
        draws=draws_between_equals(connection, club, event.rating_lists[0], crosstable),
    )


def draws_between_equals(connection: Connection, club: Club, rating_list: RatingList, crosstable: Crosstable) -> float:
    """Return the share of draws between equals in the club's games of a list; 0 where only points or wins count."""
    if crosstable.has_points or not system_of(rating_list).counts_draws(rating_list, club.house_rules):
        return 0.0
    return draw_share(*played_games.draws(connection, club.id, rating_list))


def may_be_peak(rating_list: RatingList, outcome: Outcome) -> bool:
    """Return whether an event may be a peak: established, with an immediate gain."""
    system, after = system_of(rating_list), outcome.after
    if system.waits_for_list or outcome.before is None or after is None or after.provisional:
        return False
    if after.displayed <= outcome.before.displayed:
        return False
    known = system.peak_of(outcome.detail.before)
    return known is None or after.rating > known


def is_highest(outcome: Outcome, highest: float | None) -> bool:
    return outcome.after is not None and (highest is None or outcome.after.rating > highest)


def outcomes_of(
    connection: Connection, club: Club, event_id: int
) -> tuple[Event, Crosstable, dict[RatingList, dict[int, Outcome]]]:
    """Return a stored event, recalculated for all players on all lists; raise NotFoundError without one."""
    event = find_reported(connection, club, event_id)
    if event.waits_until is not None:
        raise NotFoundError("That event is not confirmed yet. Its figures are shown once it counts.")
    return event, *recalculate_event(connection, club, event)


def recalculate_event(
    connection: Connection, club: Club, event: Event
) -> tuple[Crosstable, dict[RatingList, dict[int, Outcome]]]:
    crosstable = facts.crosstables(connection, [event.id])[event.id]
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    outcomes = {moved: _outcomes(connection, club, event, moved, crosstable, rated) for moved in event.rating_lists}
    return crosstable, outcomes


def rates_without_error(connection: Connection, club: Club, event: Event, crosstable: Crosstable) -> bool:
    rated = [entrant.player for entrant in crosstable.entrants if entrant.rated and isinstance(entrant.player, int)]
    try:
        for moved in event.rating_lists:
            _outcomes(connection, club, event, moved, crosstable, rated)
    except RatingError:
        return False
    return True


def find_reported(connection: Connection, club: Club, event_id: int) -> Event:
    """Return a counting or waiting event; raise NotFoundError without one."""
    event = facts.find_event(connection, club.id, event_id)
    if event is None:
        raise NotFoundError("There is no such event in this club. Pick one from the list.")
    if event.voided and event.waits_until is None:
        raise NotFoundError("That event has been undone. Report it again if it should count.")
    return event


def _outcomes(
    connection: Connection,
    club: Club,
    event: Event,
    rating_list: RatingList,
    crosstable: Crosstable,
    rated: list[int],
) -> dict[int, Outcome]:
    system = system_of(rating_list)
    states = states_at(connection, club, rating_list, rated, event.place)
    known = backgrounds(connection, rating_list, event.place, crosstable, states)
    rate = system.rate_event if event.is_confirmed else system.rate_reported
    outcomes = rate(crosstable, rating_list, states, event.rules, known, club.house_rules)
    return with_compared(outcomes, crosstable, rating_list, states, club.house_rules)


@read()
def stored_report(look: Read, event_id: int, player_id: int | None = None) -> EventReport:
    return report_of(look.connection, look.club, event_id, player_id)


# Reports of whole sections.


SectionOutcomes = dict[RatingList, dict[int, Outcome]]


@dataclass(frozen=True, slots=True)
class SectionReport:
    """A section with its outcomes by list and player id.

    lists: main one first. players: by pairing number. standing: how far it is confirmed. listed_on: the published
    list that took it, or None. near: players' ratings around other events, where published ones differ.
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
    near: Mapping[RatingList, Mapping[int, Sequence[RatedNear]]] = field(default_factory=dict)

    def name_of(self, number: int) -> str:
        if number in self.players:
            return self.players[number].name
        entrant = self.crosstable.entrant(number)
        return entrant.name or (f"rated {entrant.rating:g}" if entrant.rating is not None else f"player {number}")


def for_rating(section: SectionReport) -> list[ForRating]:
    """Return scores against expected scores on the main list, of those rated before."""
    outcomes = section.outcomes[section.lists[0]] if section.lists else {}
    by_number = {number: outcomes.get(player.id) for number, player in section.players.items()}
    return [
        ForRating.of(number, outcome.compared)
        for number, outcome in by_number.items()
        if outcome is not None and outcome.compared is not None
    ]


def table_to_rank(section: SectionReport) -> Crosstable:
    """Return a section's crosstable with the ratings before it, which some tie-breaks need."""
    outcomes = section.outcomes[section.lists[0]] if section.lists else {}
    before = {
        number: outcome.before.displayed
        for number, player in section.players.items()
        if (outcome := outcomes.get(player.id)) is not None and outcome.before is not None
    }
    entrants = (
        replace(one, rating=before.get(one.number)) if one.rating is None else one
        for one in section.crosstable.entrants
    )
    return replace(section.crosstable, entrants=tuple(entrants))


def section_of(connection: Connection, club: Club, event_id: int) -> SectionReport:
    """Return a stored section, recalculated; raise NotFoundError without one."""
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
    return {
        moved: {player: system_of(moved).as_shown(outcome, rules) for player, outcome in on_list.items()}
        for moved, on_list in outcomes.items()
    }


@read()
def stored_section(look: Read, event_id: int) -> SectionReport:
    return section_of(look.connection, look.club, event_id)


class EventSource(StrEnum):
    """The value of `Event.source`.

    REPORT: by a member, moves only them. FILE: imported. LIVE: an evening. MATCH: of two players.
    """

    REPORT = "report"
    FILE = "file"
    LIVE = "evening"
    MATCH = "match"


@repeatable()
def save_message_location(write: Write, event_ids: Collection[int], place: MessagePlace) -> None:
    facts.save_message_location(write.connection, write.club.id, event_ids, place)


def link_to(event: Event, club_id: int) -> str | None:
    if event.message is None:
        return None
    return f"https://discord.com/channels/{club_id}/{event.message.channel_id}/{event.message.message_id}"
