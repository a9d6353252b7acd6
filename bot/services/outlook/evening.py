"""A paired evening as a section that is being played: what it may still bring everybody, and how it may end."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.services.context import Services
from bot.services.forecast.live_section import LiveSection, live_section_in
from bot.services.live_events.tournament import Tournament, read_open
from bot.services.live_events.tournament_facts import crosstable_of, planned_rounds, seeds_for
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events.evening_round_rows import PairingKind
from bot.store.people import players
from core.crosstable import Bye, ByeKind
from core.errors import RuleError
from core.odds.schedule import Method, Schedule

METHODS: Mapping[str, Method] = {
    "swiss": Method.SWISS,
    "round-robin": Method.ROUND_ROBIN,
    "double-round-robin": Method.ROUND_ROBIN,
    "scrabble-koth": Method.KING_OF_THE_HILL,
    "scrabble-swiss": Method.SWISS,
    "scrabble-round-robin": Method.ROUND_ROBIN,
    "fontes": Method.SWISS,
}
"""How the rounds to come are supposed to be paired, by the evening's method; of the others nothing is foreseen."""

_BYES = {
    PairingKind.FULL_BYE: ByeKind.FULL_POINT,
    PairingKind.HALF_BYE: ByeKind.HALF_POINT,
    PairingKind.ZERO_BYE: ByeKind.ZERO_POINT,
}


@dataclass(frozen=True, slots=True)
class EveningSection:
    """A paired evening, and what its games to come may bring.

    numbers: those in the section by the numbers on the card. hidden: ids of players who are shown to directors alone.
    """

    tournament: Tournament
    section: LiveSection
    numbers: Mapping[int, int]
    hidden: frozenset[int]

    @property
    def round_number(self) -> int:
        """Return the last round that is published, be it over."""
        return self.tournament.next_round - 1


def schedule_of(tournament: Tournament, seeds: Mapping[int, int]) -> Schedule:
    """Return what of an evening is played and still to play, everybody under their pairing number.

    Raise RuleError where the method has nothing to be foreseen, or nobody is in it.
    """
    method = METHODS.get(tournament.method.key)
    if method is None:
        raise RuleError(f"{tournament.method.label} is not foreseen: look at the standings.")
    if not seeds:
        raise RuleError("Nobody is in this event yet: press Join on its card.")
    coming = tournament.next_round
    published, rounds = coming - 1, planned_rounds(tournament, len(seeds))
    playing = tournament.open_round
    open_boards = () if playing is None else tuple(
        (seeds[one.first], seeds[one.second])
        for one in tournament.pairings_of(playing.number)
        if one.is_game and one.second is not None and tournament.result_of(one) is None
    )  # fmt: skip
    absent = frozenset(seeds[number] for number in seeds if not tournament.by_number[number].plays_in(coming))
    crosstable = crosstable_of(tournament, numbers=seeds)
    # Everybody is rated by what the club knows of them, not by what stood beside their name.
    entrants = tuple(replace(entrant, rating=None) for entrant in crosstable.entrants)
    if method is Method.ROUND_ROBIN:
        # Who meets the empty place scores nothing by it that the others do not score in another round.
        byes = tuple(one for one in crosstable.byes if one.opponent is not None)
    else:
        asked = [one for one in tournament.byes if one.round >= coming and one.number in seeds]
        granted = (Bye(one.round, seeds[one.number], _BYES[one.kind]) for one in asked)
        byes = (*crosstable.byes, *(one for one in granted if one.entrant not in absent))
    crosstable = replace(crosstable, entrants=entrants, byes=byes)
    return Schedule(crosstable, method, rounds, published, open_boards, absent, max(tournament.method.cycles, 1))


async def evening_section(services: Services, club_id: int, evening_id: int) -> EveningSection:
    """Return an open, paired evening for what is worked out of it off the event loop."""

    def work(connection: Connection) -> EveningSection:
        club = clubs.find(connection, club_id)
        tournament = read_open(connection, club, evening_id, services.now())
        seeds = seeds_for(tournament, tournament.next_round)
        section = live_section_in(connection, club, schedule_of(tournament, seeds), tournament.lists)
        hidden = players.hidden_among(connection, [one.player.id for one in tournament.entrants])
        return EveningSection(tournament, section, seeds, hidden)

    return await services.database.read(work, club=club_id)
