"""The standings of a paired evening while it is played: points, tie-breaks, and ratings as if it ended now."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from bot.services.context import Actor, Member, Services
from bot.services.events.sources import EventSource
from bot.services.events.store_section import NewSection, store_section
from bot.services.live_events.not_rated import as_its_lists_rate
from bot.services.live_events.rounds.knockout import knockout_rows
from bot.services.live_events.rounds.queue import LADDER, ladder_rows
from bot.services.live_events.tournament import Tournament, tournament_of
from bot.services.live_events.tournament_facts import crosstable_of, is_over, terms_of
from bot.services.transaction import Write, preview
from bot.store.events.evening_round_rows import RoundStatus
from bot.store.events.evening_rows import EveningStatus
from core.crosstable import Crosstable
from core.outcome import DisplayedRating
from core.systems import SYSTEMS
from core.tiebreaks.registry import DEFAULT_ORDER, parse_order
from core.tiebreaks.standings import StandingRow, notes, standings

NOBODY = Member(0, "")


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """The standings so far. rows: by the number on the card. order: codes of the tie-breaks, one a value.

    changes: displayed ratings before and after by number, if it ended now; empty before a game is played.
    is_final: whether all rounds are over.
    """

    tournament: Tournament
    rows: Sequence[StandingRow]
    order: Sequence[str]
    changes: Mapping[int, tuple[DisplayedRating | None, DisplayedRating]]
    is_final: bool


def order_of(tournament: Tournament) -> Sequence[str]:
    """Return the codes of an evening's tie-breaks, points before all."""
    if tournament.evening.tie_breaks is not None:
        return parse_order(tournament.evening.tie_breaks)
    method, system = tournament.method, SYSTEMS[tournament.lists[0]]
    if method.swiss and method.game is None and system.key in DEFAULT_ORDER:
        return DEFAULT_ORDER[system.key]
    return DEFAULT_ORDER.get(method.key, ())


def rank(tournament: Tournament) -> tuple[Sequence[StandingRow], Sequence[str]]:
    """Return the standings so far by number on the card, and the tie-breaks that say something."""
    return rank_in(tournament, crosstable_of(tournament))


def rank_in(tournament: Tournament, crosstable: Crosstable) -> tuple[Sequence[StandingRow], Sequence[str]]:
    """Return the standings of an evening's facts, by their own numbers, and the tie-breaks that say something."""
    if not crosstable.entrants:
        return (), ()
    if tournament.method.is_knockout:
        return knockout_rows(tournament, crosstable), ()
    if tournament.method.key == LADDER:
        return ladder_rows(tournament, crosstable), ()
    terms = terms_of(tournament, crosstable)
    left_out = notes(crosstable, order_of(tournament), terms)
    order = [code for code in order_of(tournament) if code not in left_out]
    return standings(crosstable, order, terms), order


def section_of_tournament(tournament: Tournament, interaction_id: int | None) -> NewSection:
    """Return a paired evening as an event, numbered by its standings; who was never paired does not stand in it."""
    drafts = {one.number for one in tournament.rounds if one.status is RoundStatus.DRAFT}
    seated = {number for one in tournament.pairings if one.round not in drafts for number in one.numbers}
    rows = [row for row in rank(tournament)[0] if row.number in seated]
    numbers = {row.number: place for place, row in enumerate(rows, start=1)}
    crosstable = crosstable_of(tournament, numbers=numbers)
    # Everybody is rated by what the club knows of them, not by what stood beside their name.
    entrants = tuple(replace(entrant, rating=None) for entrant in crosstable.entrants)
    return NewSection(
        name=tournament.evening.name,
        crosstable=replace(crosstable, entrants=entrants),
        lists=tournament.lists,
        people={place: tournament.by_number[number].player for number, place in numbers.items()},
        source=EventSource.LIVE,
        brought={},
        interaction_id=interaction_id,
    )


async def live_standings(services: Services, club_id: int, evening_id: int) -> LiveStandings:
    """Return the standings so far, with the ratings that the list's own calculator gives if it ended now."""
    tournament = await tournament_of(services, club_id, evening_id)
    rows, order = rank(tournament)
    section = section_of_tournament(tournament, None)
    is_open = tournament.evening.status is EveningStatus.OPEN
    changes: Mapping[int, tuple[DisplayedRating | None, DisplayedRating]] = {}
    if is_open and any(game.rated for game in section.crosstable.games):
        nobody = Actor(club_id, NOBODY, 0)
        changes = await _changes(services, nobody, tournament, section)
    return LiveStandings(tournament, rows, order, changes, is_over(tournament))


@preview()
def _changes(
    write: Write, tournament: Tournament, section: NewSection
) -> dict[int, tuple[DisplayedRating | None, DisplayedRating]]:
    """Return everybody's displayed rating before and after, as the fold gives it."""
    report, _ = store_section(write, as_its_lists_rate(write, section))
    on_main = report.outcomes.get(tournament.lists[0], {})
    by_player = {entrant.player.id: entrant.number for entrant in tournament.entrants}
    return {
        by_player[player_id]: (outcome.before, outcome.after)
        for player_id, outcome in on_main.items()
        if outcome.after is not None and player_id in by_player
    }
