"""A section as it was rated: everybody's outcome on every list that it moved."""

from dataclasses import dataclass
from datetime import date

from bot.services.events.report import outcomes_of
from bot.services.fold.publications import list_of
from bot.services.transaction import Read, read
from bot.store.database import Connection
from bot.store.events import list_facts
from bot.store.people import players
from bot.store.rows import Club, Player, ReportStanding
from core.club_rules import ClubRules
from core.crosstable import Crosstable
from core.lists import RatingList
from core.outcome import Outcome
from core.systems import PUBLISHED, SYSTEMS

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
