"""What a round has made of one player's norms and titles: their event before it and after it."""

from dataclasses import dataclass, replace

from bot.services.context import Services
from bot.services.forecast.live_section import LiveSection, live_section_in
from bot.services.live_events.lifecycle import evening_by_id
from bot.services.live_events.tournament import Tournament, read_tournament
from bot.services.live_events.tournament_facts import seeds_for
from bot.services.outlook.evening import METHODS, schedule_of
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events.evening_round_rows import RoundStatus
from bot.store.events.evening_rows import EveningStatus
from bot.store.people import notices


@dataclass(frozen=True, slots=True)
class Turned:
    """An evening before and after a round, and one player in both. user_id: whom to tell."""

    name: str
    before: LiveSection
    after: LiveSection
    number: int
    user_id: int


async def turned(services: Services, club_id: int, evening_id: int, round_number: int, player_id: int) -> Turned | None:
    """Return what a round may have turned for a player; None for one who is not to be told, or where nothing is."""

    def work(connection: Connection) -> Turned | None:
        to = next((one for one in notices.addressees(connection, [player_id]) if one.notices == notices.EACH), None)
        club = clubs.find(connection, club_id)
        tournament = read_tournament(connection, club, evening_by_id(connection, club, evening_id), services.now())
        number = next((one.number for one in tournament.entrants if one.player.id == player_id), None)
        closed = [one.number for one in tournament.rounds if one.status is RoundStatus.CLOSED]
        is_open = tournament.evening.status is EveningStatus.OPEN and tournament.method.key in METHODS
        seeds = seeds_for(tournament, tournament.next_round)
        if to is None or not is_open or round_number not in closed or number not in seeds:
            return None
        before, after = (
            live_section_in(connection, club, schedule_of(_after(tournament, last), seeds), tournament.lists)
            for last in (round_number - 1, round_number)
        )
        return Turned(tournament.evening.name, before, after, seeds[number], to.user_id)

    return await services.database.read(work, club=club_id)


def _after(tournament: Tournament, last: int) -> Tournament:
    """Return an evening as it stood after a round."""
    return replace(
        tournament,
        rounds=[one for one in tournament.rounds if one.number <= last],
        pairings=[one for one in tournament.pairings if one.round <= last],
    )
