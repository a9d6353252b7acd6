"""How the tie-breaks of a paired evening come about: one of one player at a time."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.context import Actor, Services
from bot.services.live_events.ranked.live_standings import rank
from bot.services.live_events.tournament import Tournament, tournament_of
from bot.services.live_events.tournament_facts import crosstable_of, terms_of
from core.errors import NotFoundError
from core.tiebreaks.parts import Contribution, Value
from core.tiebreaks.registry import Chosen, chosen
from core.tiebreaks.standings import StandingRow, explain


@dataclass(frozen=True, slots=True)
class Explained:
    """A player's value of a tie-break, with what adds to it. at, pages: where it stands among all of these."""

    tournament: Tournament
    row: StandingRow
    tie_break: Chosen
    value: Value | None
    contributions: Sequence[Contribution]
    at: int
    pages: int


@dataclass(frozen=True, slots=True)
class TieBreaks:
    """All the values of an evening's tie-breaks, by the standings, each player's in the event's order."""

    tournament: Tournament
    rows: Sequence[StandingRow]
    order: Sequence[str]

    def explained(self, at: int) -> Explained:
        """Return how one of them comes about; of a place that there is not, the nearest."""
        pages = len(self.rows) * len(self.order)
        at = max(0, min(at, pages - 1))
        row, place = self.rows[at // len(self.order)], at % len(self.order)
        table = crosstable_of(self.tournament)
        terms = terms_of(self.tournament, table)
        parts = explain(table, row.number, self.order[place], self.order, terms)
        return Explained(self.tournament, row, chosen(self.order[place]), row.values[place], parts, at, pages)

    def first_of(self, number: int | None) -> int | None:
        """Return where an entrant's begin; None for who does not stand there."""
        places = (place for place, row in enumerate(self.rows) if row.number == number)
        return next((place * len(self.order) for place in places), None)

    def mine(self, actor: Actor) -> int | None:
        """Return where those of whoever asks begin."""
        return self.first_of(self.tournament.number_of(actor))


async def tie_breaks_of(services: Services, club_id: int, evening_id: int) -> TieBreaks:
    """Return the tie-breaks of an evening; raise a sentence where there are none."""
    tournament = await tournament_of(services, club_id, evening_id)
    rows, order = rank(tournament)
    rows = [row for row in rows if not row.out]
    if not rows:
        raise NotFoundError("Nobody has joined yet.")
    if not order:
        raise NotFoundError("This event has no tie-breaks: who has the same points shares the rank.")
    return TieBreaks(tournament, rows, order)
