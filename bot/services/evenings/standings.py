"""Standings, tie-breaks and prizes of a paired evening."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Any

from bot.services.evenings.announcements import change_evening, number_of_name
from bot.services.evenings.free_pairing import LADDER, knockout_rows, ladder_rows
from bot.services.evenings.lifecycle import evening_by_id
from bot.services.evenings.teams import standings_of_teams
from bot.services.evenings.tournament import (
    Tournament,
    crosstable_of,
    is_over,
    open_tournament,
    read_tournament,
    tournament_of,
)
from bot.services.events.report import EventSource, for_rating, section_of
from bot.services.events.sections import NewSection, store_section
from bot.services.framework.actions import evening_action
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.recalculation.states import backgrounds, states_at
from bot.services.framework.transaction import Read, Write, preview, read, use_case
from bot.store.club import clubs
from bot.store.database.evening_rows import EveningStatus, RoundStatus
from bot.store.database.rows import Player
from bot.store.database.transactions import Connection
from bot.store.evenings import evenings
from bot.store.events import facts
from core.errors import InputError, NotFoundError, RatingError, RuleError
from core.event.crosstable import Crosstable
from core.event.teams import seats_of, team_event
from core.event.withdrawals import without
from core.files.typed.results import ParsedName
from core.lists import RatingList
from core.rating.outcome import DisplayedRating
from core.rating.systems import system_of
from core.tournament.best_for_rating import ForRating, best_for_rating, compared_in
from core.tournament.prizes import Contestant, Distribution, Prize, PrizeFund, Sharing, distribute, money, upsets_in
from core.tournament.tiebreaks.field import Contribution, Terms, Value
from core.tournament.tiebreaks.standings import Chosen, Ranked, StandingRow, chosen, explain, ranked
from core.tournament.tiebreaks.teams import TeamStandings

LONGEST_REASON = 200


def as_its_lists_rate(write: Write, section: NewSection) -> NewSection:
    refused = {moved: _refusal(write, section, moved) for moved in section.lists}
    accepting = tuple(moved for moved, why in refused.items() if why is None)
    if accepting:
        return replace(section, lists=accepting)
    games = tuple(replace(game, rated=False) for game in section.crosstable.games)
    why = refused[section.lists[0]] or ""
    return replace(section, crosstable=replace(section.crosstable, games=games, overruled=why[:LONGEST_REASON]))


def _refusal(write: Write, section: NewSection, moved: RatingList) -> str | None:
    table, place = section.crosstable, facts.end_of(section.crosstable.date)
    states = states_at(write.connection, write.club, moved, [one.id for one in section.people.values()], place)
    known = backgrounds(write.connection, moved, place, table, states)
    try:
        system_of(moved).rate_event(table, moved, states, section.rules, known, write.club.house_rules)
    except RatingError as error:
        return error.message
    return None


# Live standings: points, tie-breaks and ratings.


NOBODY = Member(0, "")


@dataclass(frozen=True, slots=True)
class LiveStandings:
    """Current standings by card number.

    order: tie-break codes. changes: displayed ratings before and after. is_final: whether all rounds are over.
    for_rating: of an open evening, each rated player's score and expected score.
    teams: as they are ranked, in an event of teams. edition: of FIDE's tie-breaks, or empty.
    """

    tournament: Tournament
    rows: Sequence[StandingRow]
    order: Sequence[str]
    changes: Mapping[int, tuple[DisplayedRating | None, DisplayedRating]]
    is_final: bool
    for_rating: Sequence[ForRating] = ()
    teams: TeamStandings | None = None
    edition: str = ""


def rank(tournament: Tournament) -> Ranked:
    """Rank an evening by card number: those who sat in a round, those who have yet to play, those out of the table."""
    table = crosstable_of(tournament, is_open=True)
    seated = seated_in(tournament)
    waiting = [one.number for one in table.entrants if one.number not in seated] if seated else []
    if not waiting or places_are_given(tournament):
        return rank_in(tournament, table)
    found = rank_in(tournament, without(table, waiting))
    nothing = (None,) * len(found.order)
    inside = [row for row in found.rows if not row.out]
    later = [StandingRow(len(inside) + 1, number, Fraction(0), nothing) for number in waiting]
    return found._replace(rows=(*inside, *later, *(row for row in found.rows if row.out)))


def seated_in(tournament: Tournament) -> set[int]:
    """Return the card numbers of those who have been in a published round."""
    drafts = {one.number for one in tournament.rounds if one.status is RoundStatus.DRAFT}
    return {number for one in tournament.pairings if one.round not in drafts for number in one.numbers}


def rank_in(tournament: Tournament, crosstable: Crosstable) -> Ranked:
    if not crosstable.entrants:
        return Ranked(())
    if tournament.method.is_knockout:
        return Ranked(knockout_rows(tournament, crosstable))
    if tournament.method.key == LADDER:
        return Ranked(ladder_rows(tournament, crosstable))
    seed_of: dict[Hashable, int | None] = {one.player.id: one.seed for one in tournament.entrants}
    seeds = {one.number: seed for one in crosstable.entrants if (seed := seed_of.get(one.player)) is not None}
    found = ranked(crosstable, seeds)
    # A stored event has the places itself.
    if tournament.evening.event_id is not None:
        return found
    return found._replace(rows=_played_off(tournament, found.rows))


def _decided(tournament: Tournament) -> list[dict[str, Any]]:
    """Return the play-offs and lots that are for the standings of now, not of an earlier round."""
    return [one for one in tournament.evening.play_off or () if one["after"] == tournament.next_round - 1]


def _played_off(tournament: Tournament, rows: Sequence[StandingRow]) -> Sequence[StandingRow]:
    """Return the rows in the order of play-offs and lots among players who are still tied."""
    for decided in _decided(tournament):
        places = {number: place for place, number in enumerate(decided["numbers"])}
        tied = [row for row in rows if row.number in places]
        if len(tied) < len(places) or len({row.rank for row in tied}) > 1:
            continue
        # Others with the same rank come after those who played off.
        after = {row.number: places.get(row.number, len(places)) for row in rows if row.rank == tied[0].rank}
        moved = (replace(row, rank=row.rank + after.get(row.number, 0)) for row in rows)
        rows = sorted(moved, key=lambda row: (row.out, row.rank))
    return rows


def by_play_off(tournament: Tournament, rows: Sequence[StandingRow]) -> list[str]:
    """Return which places a play-off or a lot decided."""
    ranks, words = {row.number: row.rank for row in rows}, []
    for decided in _decided(tournament):
        places = [ranks.get(number, 0) for number in decided["numbers"]]
        if places == [*range(places[0], places[0] + len(places))]:
            words.append(f"places {places[0]}–{places[-1]} by {decided['by']}")
    return words


def tied_groups(tournament: Tournament, rows: Sequence[StandingRow]) -> list[list[int]]:
    """Return the numbers of players who share a rank that a play-off may decide, best first."""
    by_rank: dict[int, list[int]] = {}
    if places_are_given(tournament) or tournament.evening.teams is not None:
        return []
    seated = seated_in(tournament)
    for row in rows:
        if not row.out and row.number in seated:
            by_rank.setdefault(row.rank, []).append(row.number)
    return [numbers for _, numbers in sorted(by_rank.items()) if len(numbers) > 1]


PLAYED_OFF = evening_action("set-play-off", "entered a play-off of")


@use_case(PLAYED_OFF, director_to="enter a play-off")
def set_play_off(write: Write, evening_id: int, names: Sequence[ParsedName], by: str) -> Tournament:
    """Store the order of players who are tied, best first; directors only. by: play-off or lot."""
    tournament = open_tournament(write, evening_id)
    if places_are_given(tournament) or tournament.evening.teams is not None:
        raise RuleError(f"The standings of {tournament.evening.name} take no play-off.")
    numbers = [number_of_name(write.connection, write.club.id, tournament.entrants, name) for name in names]
    others = [one for one in _decided(tournament) if not {*one["numbers"]} & {*numbers}]
    before = replace(tournament, evening=replace(tournament.evening, play_off=others))
    ranks = {row.number: row.rank for row in rank(before).rows}
    if len({*numbers}) < len(numbers) or len(numbers) < 2 or len({ranks.get(number) for number in numbers}) > 1:
        raise InputError("Only players who share a place are put in order. Write each once, the best first.")
    return change_evening(
        write,
        tournament,
        {"play_off": [*others, {"by": by, "numbers": numbers, "after": tournament.next_round - 1}]},
        None,
    )


def places_are_given(tournament: Tournament) -> bool:
    """Return whether the method itself gives the places."""
    return tournament.method.is_knockout or tournament.method.key == LADDER


def section_of_tournament(tournament: Tournament, interaction_id: int | None, *, is_open: bool = False) -> NewSection:
    """Return a paired evening as an event, numbered by rank, without unpaired entrants.

    is_open: with the games that have no result yet.
    """
    seated = seated_in(tournament)
    rows = [row for row in rank(tournament).rows if row.number in seated]
    numbers = {row.number: place for place, row in enumerate(rows, start=1)}
    is_given = places_are_given(tournament) or by_play_off(tournament, rows)
    given = {numbers[row.number]: row.rank for row in rows} if is_given else {}
    crosstable = crosstable_of(tournament, numbers=numbers, is_open=is_open)
    teams = team_event(crosstable)
    seats = {} if teams is None else seats_of(teams)
    # Rated by what the club knows, not by what was written beside the name.
    entrants = tuple(
        replace(entrant, rating=None, seats=seats.get(entrant.number, ()), place=given.get(entrant.number))
        for entrant in crosstable.entrants
    )
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
    tournament = await tournament_of(services, club_id, evening_id)
    rows, order, _, edition = rank(tournament)
    is_open = tournament.evening.status is EveningStatus.OPEN
    changes: Mapping[int, tuple[DisplayedRating | None, DisplayedRating]] = {}
    section = section_of_tournament(tournament, None) if is_open else None
    if section is not None and any(game.rated for game in section.crosstable.games):
        nobody = Actor(club_id, NOBODY, 0)
        changes = await _changes(services, nobody, tournament, section)
    so_far = await services.database.read(partial(_so_far, tournament), club=club_id) if is_open else None
    found = () if so_far is None else so_far.for_rating
    return LiveStandings(
        tournament, rows, order, changes, is_over(tournament), found, standings_of_teams(tournament), edition
    )


@preview()
def _changes(
    write: Write, tournament: Tournament, section: NewSection
) -> dict[int, tuple[DisplayedRating | None, DisplayedRating]]:
    report, _ = store_section(write, as_its_lists_rate(write, section))
    on_main = report.outcomes.get(tournament.lists[0], {})
    by_player = {entrant.player.id: entrant.number for entrant in tournament.entrants}
    return {
        by_player[player_id]: (outcome.before, outcome.after)
        for player_id, outcome in on_main.items()
        if outcome.after is not None and player_id in by_player
    }


# Explanations of tie-breaks.


@dataclass(frozen=True, slots=True)
class Explained:
    """A tie-break value with its parts. at, pages: its place among all."""

    tournament: Tournament
    row: StandingRow
    tie_break: Chosen
    value: Value | None
    contributions: Sequence[Contribution]
    at: int
    pages: int


@dataclass(frozen=True, slots=True)
class TieBreaks:
    """All tie-break values, by standings and order."""

    tournament: Tournament
    rows: Sequence[StandingRow]
    order: Sequence[str]
    terms: Terms

    def explained(self, at: int) -> Explained:
        pages = len(self.rows) * len(self.order)
        at = max(0, min(at, pages - 1))
        row, place = self.rows[at // len(self.order)], at % len(self.order)
        table = crosstable_of(self.tournament, is_open=True)
        parts = explain(table, row.number, self.order[place], self.order, self.terms)
        return Explained(self.tournament, row, chosen(self.order[place]), row.values[place], parts, at, pages)

    def first_of(self, number: int | None) -> int | None:
        places = (place for place, row in enumerate(self.rows) if row.number == number)
        return next((place * len(self.order) for place in places), None)

    def mine(self, actor: Actor) -> int | None:
        return self.first_of(self.tournament.number_of(actor))


async def tie_breaks_of(services: Services, club_id: int, evening_id: int) -> TieBreaks:
    tournament = await tournament_of(services, club_id, evening_id)
    rows, order, terms, _ = rank(tournament)
    rows = [row for row in rows if not row.out and row.values]
    if not rows:
        raise NotFoundError("Nobody has joined yet.")
    if not order:
        raise NotFoundError("This event has no tie-breaks. Players with the same points share the rank.")
    return TieBreaks(tournament, rows, order, terms)


@dataclass(frozen=True, slots=True)
class Prizes:
    """An evening's prizes, paid by the number of entries.

    distribution: by the numbers of `contestants` and `players`; None before a game is played.
    """

    tournament: Tournament
    fund: PrizeFund | None
    prizes: tuple[Prize, ...]
    distribution: Distribution | None
    contestants: Mapping[int, Contestant]
    players: Mapping[int, Player]

    @property
    def sharing(self) -> Sharing:
        return Sharing(self.tournament.evening.prize_sharing or Sharing.USCHESS)

    def amount(self, cents: int) -> str:
        from core.files.typed.prizes import currency_of

        sign = currency_of(self.tournament.evening.prizes or "")
        return f"{money(cents)} {sign}" if sign.isalpha() else f"{sign}{money(cents)}"

    def worth(self, prize: Prize) -> str:
        return prize.thing or "" if prize.cents is None else self.amount(prize.cents)


@dataclass(frozen=True, slots=True)
class _Facts:
    crosstable: Crosstable
    ratings: Mapping[int, tuple[int, bool]]
    players: Mapping[int, Player]
    numbers: Mapping[int, int]
    for_rating: Sequence[ForRating]


async def prizes_of(services: Services, club_id: int, evening_id: int) -> Prizes:
    """Return a paired evening's prizes; raise RuleError for one the bot does not pair."""
    found = await prizes_if_paired(services, club_id, evening_id)
    if found is None:
        raise RuleError("The bot did not pair that event, so it has no prizes.")
    return found


async def prizes_if_paired(services: Services, club_id: int, evening_id: int) -> Prizes | None:
    def work(connection: Connection) -> Prizes | None:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        if not evening.is_paired:
            return None
        tournament = read_tournament(connection, club, evening, services.now())
        known = _stored(connection, tournament) if evening.event_id is not None else _so_far(tournament, connection)
        return _divided(tournament, known)

    return await services.database.read(work, club=club_id)


@read()
def paired_evening_of(look: Read, event_id: int) -> int | None:
    found = evenings.find_by_event(look.connection, look.club.id, event_id)
    return found.id if found is not None and found.is_paired else None


def _so_far(tournament: Tournament, connection: Connection) -> _Facts:
    playing = [one for one in tournament.entrants if one.is_in]
    table = crosstable_of(tournament, is_open=True)
    ratings = {one.number: (one.displayed, one.provisional) for one in playing if one.displayed is not None}
    club, main, place = tournament.club, tournament.lists[0], facts.end_of(table.date)
    states = states_at(connection, club, main, [one.player.id for one in playing], place)
    compared = compared_in(table, main, states, club.house_rules)
    return _Facts(
        table,
        ratings,
        {one.number: one.player for one in playing},
        {one.number: one.number for one in playing},
        [ForRating.of(one.number, compared[one.player.id]) for one in playing if one.player.id in compared],
    )


def _stored(connection: Connection, tournament: Tournament) -> _Facts:
    section = section_of(connection, tournament.club, tournament.evening.event_id or 0)
    outcomes = section.outcomes[section.lists[0]]
    ratings: dict[int, tuple[int, bool]] = {}
    for number, player in section.players.items():
        outcome = outcomes.get(player.id)
        before: DisplayedRating | None = None if outcome is None else outcome.before
        if before is not None:
            ratings[number] = before.displayed, before.provisional
    entered = {one.player.id: one.number for one in tournament.entrants}
    numbers = {number: entered[one.id] for number, one in section.players.items() if one.id in entered}
    return _Facts(section.crosstable, ratings, section.players, numbers, for_rating(section))


def _divided(tournament: Tournament, facts: _Facts) -> Prizes:
    from core.files.typed.prizes import parse_prizes

    text, named = tournament.evening.prizes, tournament.evening.prize_people or {}
    if text is None:
        return Prizes(tournament, None, (), None, {}, {})
    fund = parse_prizes(text)
    prizes = fund.for_entries(len(facts.crosstable.entrants))
    if all(game.score is None for game in facts.crosstable.games):
        return Prizes(tournament, fund, prizes, None, {}, {})
    table = replace(
        facts.crosstable,
        entrants=tuple(
            replace(one, rating=facts.ratings.get(one.number, (None,))[0]) for one in facts.crosstable.entrants
        ),
    )
    table = without(table, table.out)
    # Who has played no game wins nothing.
    played = {number for game in table.games if game.score is not None for number in (game.first, game.second)}
    groups: dict[int, set[str]] = {}
    by_hand: dict[str, int] = {}
    on_card = {card: number for number, card in facts.numbers.items()}
    for prize, listed in named.items():
        for card in listed:
            if card in on_card:
                groups.setdefault(on_card[card], set()).add(prize)
                by_hand[prize] = on_card[card]
    contestants = {
        row.number: Contestant(
            row.number,
            row.rank,
            row.points,
            facts.ratings.get(row.number, (None,))[0],
            frozenset(groups.get(row.number, ())),
        )
        for row in rank_in(tournament, table).rows
        if row.number in played and row.number in facts.players
    }
    established = [number for number, (_, provisional) in facts.ratings.items() if not provisional]
    sharing = Sharing(tournament.evening.prize_sharing or Sharing.USCHESS)
    distribution = distribute(
        prizes,
        contestants.values(),
        upsets=upsets_in(table, established),
        for_rating=best_for_rating(one for one in facts.for_rating if one.number in contestants),
        by_hand=by_hand,
        sharing=sharing,
    )
    return Prizes(tournament, fund, prizes, distribution, contestants, facts.players)
