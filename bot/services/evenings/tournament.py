"""A paired evening, computed from its rows and the time."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property

from bot.services.evenings.lifecycle import evening_by_id, find_open, lists_of
from bot.services.events.report import section_of, table_to_rank
from bot.services.framework.clock import day_of
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import Write
from bot.store.club import clubs
from bot.store.database.evening_rows import (
    AskedBye,
    Evening,
    EveningStatus,
    GameResult,
    LiveEventEntrant,
    Pairing,
    PairingKind,
    Part,
    Report,
    ReportState,
    Round,
    RoundStatus,
)
from bot.store.database.rows import Club
from bot.store.database.transactions import Connection
from bot.store.evenings import evening_rounds, evenings
from bot.store.events import facts
from core.errors import NotFoundError, RuleError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game, GameType, Ranking, renumbered
from core.event.dated import A_MONTH
from core.event.teams import team_event
from core.event.withdrawals import Scheduled, out_of_the_table, with_withdrawals
from core.lists import RatingList, Sets
from core.rating.systems import system_of
from core.tournament.pairing.methods import Method, method_named
from core.tournament.pairing.scrabble import rounds_of_games, schedule_of_round
from core.tournament.pairing.snapshot import LAST_RENUMBERING, ForbiddenPair, Seed, Snapshot, pairing_numbers
from core.tournament.tiebreaks.standings import DEFAULT_ORDER, chosen, parse_order, ranked
from core.tournament.tiebreaks.teams import ROUND_ROBIN_ORDER, SWISS_ORDER, USCHESS_ORDER, parse_team_order

BYES = {
    PairingKind.PAIRED_BYE: ByeKind.FULL_POINT,
    PairingKind.FULL_BYE: ByeKind.FULL_POINT,
    PairingKind.HALF_BYE: ByeKind.HALF_POINT,
    PairingKind.ZERO_BYE: ByeKind.ZERO_POINT,
    PairingKind.UNOPPOSED: ByeKind.FORFEIT_WIN,
}


@dataclass(frozen=True)
class Tournament:
    """A paired evening. lists: main one first.

    entrants: by number, waiting ones too. reports: all versions by pairing. now: the moment of computation. parts:
    its sections, which hold players and games. stored: the event that a closed one became, by card number.
    """

    club: Club
    evening: Evening
    lists: tuple[RatingList, ...]
    entrants: Sequence[LiveEventEntrant]
    byes: Sequence[AskedBye]
    rounds: Sequence[Round]
    pairings: Sequence[Pairing]
    reports: Sequence[Report]
    now: datetime
    parts: Sequence[Part] = ()
    stored: Crosstable | None = None

    @property
    def method(self) -> Method:
        return method_named(self.evening.method)

    @property
    def game(self) -> GameType:
        return self.method.game or system_of(self.lists[0]).board or GameType.CHESS

    @property
    def needs_points(self) -> bool:
        """Return whether a result is the points of both: in Scrabble, and where a list rates their share."""
        rated = (self.club.house_rules.sets_of(one) for one in self.lists)
        return self.game is GameType.SCRABBLE or Sets.POINTS in rated

    @cached_property
    def by_number(self) -> Mapping[int, LiveEventEntrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def seats_in_teams(self) -> Mapping[int, tuple[str, int]]:
        teams = (self.evening.teams or {}).get("teams", [])
        return {number: (name, place) for name, members in teams for place, number in enumerate(members, start=1)}

    @cached_property
    def boards_by_number(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Return the rounds and boards of everybody who sat at one."""
        found: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for one in self.pairings:
            for number in one.numbers if one.is_game or one.kind is PairingKind.UNOPPOSED else ():
                found[number].append((one.round, one.board or BELOW))
        return found

    @cached_property
    def by_pairing(self) -> Mapping[int, Sequence[Report]]:
        """Return each pairing's reports, oldest first, without those taken back."""
        found: dict[int, list[Report]] = defaultdict(list)
        for report in self.reports:
            if report.state is not ReportState.WITHDRAWN:
                found[report.pairing_id].append(report)
        return found

    @property
    def last(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def is_free(self) -> bool:
        """Return whether waiting players are paired at once, without rounds."""
        return not self.method.in_rounds

    @property
    def games(self) -> Sequence[Pairing]:
        return sorted(self.pairings, key=lambda one: one.board)

    def unfinished(self, number: int) -> Pairing | None:
        return next((one for one in self.games if number in one.numbers and self.report_of(one) is None), None)

    def place(self, pairing: Pairing) -> str:
        return f"game {pairing.board}" if self.is_free else f"round {pairing.round}, board {pairing.board}"

    @property
    def open_round(self) -> Round | None:
        """Return the round being played; None in free pairing."""
        if self.is_free:
            return None
        return next((one for one in self.rounds if one.status is RoundStatus.PUBLISHED), None)

    @property
    def draft(self) -> Round | None:
        return self.last if self.last is not None and self.last.status is RoundStatus.DRAFT else None

    @property
    def has_begun(self) -> bool:
        return self.next_round > 1

    @property
    def next_round(self) -> int:
        return sum(one.status is not RoundStatus.DRAFT for one in self.rounds) + 1

    def pairings_of(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings if one.round == round_number]

    def name_of(self, number: int) -> str:
        return self.by_number[number].player.name

    def report_of(self, pairing: Pairing) -> Report | None:
        reports = self.by_pairing.get(pairing.id)
        return reports[-1] if reports else None

    def state_of(self, pairing: Pairing) -> ReportState | None:
        """Return a result's state, after the time for disputes too; None while open."""
        report = self.report_of(pairing)
        if report is None:
            return None
        if report.state is ReportState.REPORTED and self.now >= self.due_at(report):
            return ReportState.CONFIRMED
        return report.state

    def due_at(self, report: Report) -> datetime:
        since = max(report.reported_at, report.state_at or report.reported_at)
        return since + timedelta(minutes=self.evening.confirm_minutes)

    def result_of(self, pairing: Pairing) -> Report | None:
        """Return the report that counts now; disputed ones do not."""
        return None if self.state_of(pairing) is ReportState.DISPUTED else self.report_of(pairing)

    def open_boards(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings_of(round_number) if one.is_game and self.report_of(one) is None]

    def disputed(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings_of(round_number) if self.state_of(one) is ReportState.DISPUTED]

    def undecided(self, round_number: int) -> Sequence[Pairing]:
        """Return a knockout round's games without a known winner."""
        drawn = self.to_decide(round_number)
        return [one for one in drawn if one.goes_on is None and self._is_drawn(one)]

    def to_decide(self, round_number: int) -> Sequence[Pairing]:
        """Return the knockout games that a director decides: drawn or unplayed."""
        if not self.method.is_knockout:
            return []
        return [one for one in self.pairings_of(round_number) if self.needs_advance_decision(one)]

    def needs_advance_decision(self, pairing: Pairing) -> bool:
        report = self.result_of(pairing)
        return report is not None and report.result in (GameResult.DRAW, GameResult.NOBODY)

    def _is_drawn(self, pairing: Pairing) -> bool:
        report = self.result_of(pairing)
        return report is not None and report.result is GameResult.DRAW

    def unconfirmed(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings_of(round_number) if self.state_of(one) is ReportState.REPORTED]

    def pairing_of(self, number: int, round_number: int) -> Pairing | None:
        return next((one for one in self.pairings_of(round_number) if number in one.numbers), None)

    @cached_property
    def points(self) -> Mapping[int, float]:
        # The facts are computed from this class.

        return points_of(self)

    def bye_of(self, pairing: Pairing) -> ByeKind:
        """Return a pairing's bye; a schedule's bye scores 0 (C.05), except in Scrabble."""
        scheduled = pairing.kind is PairingKind.PAIRED_BYE and self.method.at_once and self.method.game is None
        return ByeKind.ZERO_POINT if scheduled else BYES[pairing.kind]

    def number_of(self, actor: Actor) -> int | None:
        mine = (one.number for one in self.entrants if one.player.user_id == actor.member.user_id)
        return next(mine, None)

    def describe(self, pairing: Pairing, report: Report | None) -> str:
        if pairing.second is None:
            return f"{self.name_of(pairing.first)} bye"
        between = "–" if report is None else points_or_sign(report)
        return f"{self.name_of(pairing.first)} {between} {self.name_of(pairing.second)}"


def points_or_sign(report: Report) -> str:
    if report.first_points is not None and report.second_points is not None:
        return f"{report.first_points}:{report.second_points}"
    return report.result.sign


def tournament_in(write: Write, evening: Evening) -> Tournament:
    return read_tournament(write.connection, write.club, evening, write.now)


def open_tournament(write: Write, evening_id: int | None) -> Tournament:
    return read_open(write.connection, write.club, evening_id, write.now)


def any_tournament(write: Write, evening_id: int) -> Tournament:
    """Return an open or closed paired evening; raise otherwise."""
    evening = evening_by_id(write.connection, write.club, evening_id)
    if not evening.is_paired or evening.status is EveningStatus.CANCELLED:
        raise RuleError(f"{evening.name} has no prizes: the evening was cancelled, or the bot did not pair it.")
    return tournament_in(write, evening)


def read_open(connection: Connection, club: Club, evening_id: int | None, now: datetime) -> Tournament:
    """Return an open paired evening at a moment; raise otherwise."""
    evening = find_open(connection, club, evening_id)
    if not evening.is_paired:
        raise RuleError(f"The bot does not pair {evening.name}. Members report what they played.")
    return read_tournament(connection, club, evening, now)


async def tournament_of(services: Services, club_id: int, evening_id: int) -> Tournament:
    def work(connection: Connection) -> Tournament:
        club = clubs.find(connection, club_id)
        return read_tournament(connection, club, evening_by_id(connection, club, evening_id), services.now())

    return await services.database.read(work, club=club_id)


def read_tournament(connection: Connection, club: Club, evening: Evening, now: datetime) -> Tournament:
    lists = lists_of(club, evening)
    entrants = evenings.entrants(connection, club.id, evening.id, lists[0])
    return Tournament(
        club=club,
        evening=evening,
        lists=lists,
        entrants=entrants,
        byes=evening_rounds.byes(connection, evening.id),
        rounds=evening_rounds.rounds(connection, evening.id),
        pairings=evening_rounds.pairings(connection, evening.id),
        reports=evening_rounds.reports(connection, evening.id),
        now=now,
        parts=evenings.sections_of(connection, evening.id) if evening.status is EveningStatus.DIVIDED else (),
        stored=None if evening.event_id is None else _stored(connection, club, evening.event_id, entrants),
    )


def _stored(
    connection: Connection, club: Club, event_id: int, entrants: Sequence[LiveEventEntrant]
) -> Crosstable | None:
    """Return a closed evening's event by card number; None if it is voided or has other players by now."""
    event = facts.find_event(connection, club.id, event_id)
    if event is None or event.voided:
        return None
    table = facts.crosstables(connection, [event_id])[event_id]
    cards: dict[Hashable, int] = {one.player.id: one.number for one in entrants}
    numbers = {one.number: cards[one.player] for one in table.entrants if one.player in cards}
    if len(numbers) < len(table.entrants):
        return None
    order = () if table.ranking is None else table.ranking.order
    if any(chosen(code).tie_break.by_rating for code in order):
        table = table_to_rank(section_of(connection, club, event_id))
    return renumbered(table, numbers)


def pairing_by_id(tournament: Tournament, pairing_id: int) -> Pairing:
    """Return a pairing; raise NotFoundError if the round was paired again."""
    for pairing in tournament.pairings:
        if pairing.id == pairing_id:
            return pairing
    raise NotFoundError("This pairing no longer exists. The round was paired again; see the card.")


# Teams, and what decides after the points.


def order_of(tournament: Tournament) -> Sequence[str]:
    """Return an evening's tie-break codes, points first."""
    if tournament.evening.tie_breaks is not None and tournament.evening.teams is None:
        return parse_order(tournament.evening.tie_breaks)
    method, system = tournament.method, system_of(tournament.lists[0])
    if method.swiss and method.game is None and system.key in DEFAULT_ORDER:
        return DEFAULT_ORDER[system.key]
    return DEFAULT_ORDER.get(method.key, ())


def order_of_teams(tournament: Tournament) -> tuple[str, ...]:
    if tournament.evening.tie_breaks is not None:
        return parse_team_order(tournament.evening.tie_breaks)
    if counts_as_us_chess(tournament.lists):
        return USCHESS_ORDER
    return ROUND_ROBIN_ORDER if tournament.method.cycles else SWISS_ORDER


def counts_as_us_chess(lists: Sequence[RatingList]) -> bool:
    """Return whether a match won counts 1, as at US Chess."""
    return system_of(lists[0]).key in DEFAULT_ORDER


def teams_of(tournament: Tournament) -> dict[str, list[int]]:
    listed = (tournament.evening.teams or {}).get("teams", [])
    return {name: [one for one in members if one in tournament.by_number] for name, members in listed}


def boards_of(tournament: Tournament) -> int:
    return int((tournament.evening.teams or {}).get("boards", 1))


def teams_in_order(tournament: Tournament) -> list[str]:
    """Return the teams by their boards' mean rating; by lot in a schedule."""
    teams = teams_of(tournament)
    if tournament.method.at_once:
        return sorted(teams, key=lambda name: digest_number(tournament.evening.lot, name))
    return sorted(teams, key=lambda name: (-strength(tournament, teams[name]), name))


def strength(tournament: Tournament, members: Sequence[int]) -> float:
    """Return the mean rating of as many members as a match has boards; 0 if all are unrated."""
    shown = [tournament.by_number[number].displayed for number in members[: boards_of(tournament)]]
    rated = [one for one in shown if one is not None]
    return sum(rated) / len(rated) if rated else 0.0


# A paired evening as crosstable and pairing input.


BELOW = 10_000
"""Board of a member against an empty seat, below all."""

BYE_SPREAD = 50
"""A bye's or forfeit's spread, as in tsh."""


NIGHT = timedelta(hours=12)
"""A round that is over within this time is of the day on which it began."""


def rounds_over(tournament: Tournament) -> Sequence[Round]:
    return [one for one in tournament.rounds if one.status is RoundStatus.CLOSED]


def days_of(tournament: Tournament) -> tuple[date | None, ...]:
    """Return the day of each round or free game, by the first reports of its results, in the club's time zone."""
    if tournament.is_free:
        moments = [_played_at(tournament, [game], game.paired_at, None) for game in tournament.games]
    else:
        begun = [one for one in tournament.rounds if one.status is not RoundStatus.DRAFT]
        moments = [
            _played_at(tournament, tournament.pairings_of(one.number), one.published_at, one.closed_at) for one in begun
        ]
    return days_from(tournament.club, tournament.evening, moments)


def _played_at(
    tournament: Tournament, pairings: Sequence[Pairing], began: datetime | None, ended: datetime | None
) -> datetime | None:
    reports = [tournament.by_pairing[one.id][0].reported_at for one in pairings if tournament.by_pairing.get(one.id)]
    last = max(reports, default=ended or began)
    return began if began is not None and last is not None and last - began < NIGHT else last


def days_from(club: Club, evening: Evening, moments: Sequence[datetime | None]) -> tuple[date | None, ...]:
    """Return the days of moments; those of a planned evening that was entered later begin on its day."""
    days = [None if moment is None else day_of(club, moment) for moment in moments]
    first = min((day for day in days if day is not None), default=evening.day)
    is_planned = evening.day != day_of(club, evening.created_at)
    back = first - evening.day if is_planned and evening.day < first else timedelta()
    return tuple(None if day is None else day - back for day in days)


def dated(table: Crosstable, days: Sequence[date | None], *, by_round: bool = True) -> Crosstable:
    """Return a table with its last and first day. by_round: whether the days are those of its rounds."""
    known = [day for day in days if day is not None]
    if not known:
        return table
    first, last = min(known), max(known)
    return replace(table, date=last, began=first if first < last else None, days=tuple(days) if by_round else ())


def crosstable_of(
    tournament: Tournament, *, numbers: Mapping[int, int] | None = None, is_open: bool = False
) -> Crosstable:
    """Return what was played, counting results so far; absences are zero-point byes.

    numbers: of entrants (default: card numbers). is_open: with the games that have no result yet, as standings need.
    """
    if tournament.stored is not None and numbers is None:
        return tournament.stored
    called = numbers or {one.number: one.number for one in tournament.entrants if one.is_in}
    is_scrabble = tournament.game is GameType.SCRABBLE
    games: list[Game] = []
    byes: list[Bye] = []
    free, by_round = _free_games(tournament) if tournament.is_free else ((), days_of(tournament))
    for pairing in free:
        _add(tournament, pairing, called, games, byes, is_scrabble=is_scrabble, is_open=False)
    for one in () if tournament.is_free else tournament.rounds:
        if one.status is RoundStatus.DRAFT:
            continue
        seated: set[int] = set()
        for pairing in tournament.pairings_of(one.number):
            seated.update(pairing.numbers)
            _add(tournament, pairing, called, games, byes, is_scrabble=is_scrabble, is_open=is_open)
        byes += [Bye(one.number, called[number], ByeKind.ZERO_POINT) for number in called if number not in seated]
    table = Crosstable(
        date=tournament.evening.day,
        entrants=tuple(
            _entrant(tournament, number, called[number]) for number in sorted(called, key=called.__getitem__)
        ),
        games=tuple(games),
        byes=tuple(byes),
        time_control=tournament.evening.time_control,
        ranking=_ranking(tournament),
    )
    table = dated(table, by_round or days_of(tournament), by_round=bool(by_round))
    return _with_withdrawals(tournament, table, called) if tournament.method.cycles else table


def _ranking(tournament: Tournament) -> Ranking:
    players, cycles = sum(one.is_in for one in tournament.entrants), tournament.method.cycles
    found = Ranking(tuple(order_of(tournament)), planned_rounds(tournament, players), cycles)
    if tournament.evening.teams is None:
        return found
    return replace(found, teams=tuple(teams_in_order(tournament)), team_order=order_of_teams(tournament))


def _with_withdrawals(tournament: Tournament, table: Crosstable, called: Mapping[int, int]) -> Crosstable:
    """Return a round robin as C.05 counts the games of those who left it."""
    cycles, teams = tournament.method.cycles, team_event(table, teams_in_order(tournament))
    withdrawn = {called[one.number] for one in tournament.entrants if one.has_withdrawn and one.number in called}
    sides: dict[int, tuple[int, ...]]
    if teams is None:
        sides = {number: (number,) for number in called.values()}
        by_seed = {one.seed: called[one.number] for one in tournament.entrants if one.number in called}
        amount, matches = sum(one.seed is not None for one in tournament.entrants), table
    else:
        sides = {team.number: team.members for team in teams.teams}
        by_seed = {number: number for number in sides}
        amount, matches = len(sides), teams.match_table
    schedule = [
        Scheduled(one.number, by_seed[first], by_seed[second])
        for one in tournament.rounds
        if one.status is not RoundStatus.DRAFT
        for first, second in schedule_of_round(amount, one.number, double=cycles > 1)
        if first in by_seed and second in by_seed
    ]
    came = {
        (one.round, called[one.first])
        for one in tournament.pairings
        if one.kind is PairingKind.PAIRED_BYE and one.first in called
    }
    left = {number for number, members in sides.items() if withdrawn.issuperset(members)}
    spread = BYE_SPREAD if tournament.game is GameType.SCRABBLE else None
    return with_withdrawals(table, schedule, sides, came, out_of_the_table(matches, left, cycles), spread)


def _free_games(tournament: Tournament) -> tuple[Sequence[Pairing], Sequence[date | None]]:
    """Return the games with their rounds, and the rounds' days where more than a month was played: none has two."""
    months: dict[date | None, list[tuple[Pairing, tuple[int, int], date | None]]] = defaultdict(list)
    days = days_of(tournament)
    known = [day for day in days if day is not None]
    is_long = len(known) == len(days) and max(known) - min(known) >= A_MONTH if known else False
    for pairing, day in zip(tournament.games, days, strict=True):
        report = tournament.result_of(pairing)
        if report is not None and report.result is not GameResult.NOBODY and pairing.second is not None:
            month = day.replace(day=1) if is_long and day is not None else None
            months[month].append((pairing, (pairing.first, pairing.second), day))
    games: list[Pairing] = []
    by_round: dict[int, date | None] = {}
    for month in sorted(months, key=lambda month: month or date.min):
        before = len(by_round)
        rounds = rounds_of_games(pair for _, pair, _ in months[month])
        for (pairing, _, day), number in zip(months[month], rounds, strict=True):
            games.append(replace(pairing, round=before + number))
            by_round[before + number] = day
    return games, list(by_round.values()) if is_long else ()


def _entrant(tournament: Tournament, on_card: int, number: int) -> Entrant:
    entrant = tournament.by_number[on_card]
    player, (team, board) = entrant.player, tournament.seats_in_teams.get(on_card, (None, None))
    boards = tournament.boards_by_number.get(on_card, ())
    return Entrant(
        number,
        rating=entrant.displayed,
        player=player.id,
        name=player.name,
        rated=True,
        team=team,
        board=board,
        seats=() if team is None else tuple(boards),
    )


def _add(
    tournament: Tournament,
    pairing: Pairing,
    called: Mapping[int, int],
    games: list[Game],
    byes: list[Bye],
    *,
    is_scrabble: bool,
    is_open: bool,
) -> None:
    first = called[pairing.first]
    if pairing.second is None:
        kind = tournament.bye_of(pairing)
        points = BYE_SPREAD if is_scrabble and kind is ByeKind.FULL_POINT else None
        byes.append(Bye(pairing.round, first, kind, points=points))
        return
    second, report = called[pairing.second], tournament.result_of(pairing)
    if report is None:
        if is_open:
            games.append(Game(pairing.round, first, second, None, True, rated=False))
        return
    if report.result.is_played:
        on_board = (report.first_points, report.second_points)
        games.append(Game(pairing.round, first, second, report.result.score, True, *on_board))
        return
    for mine, theirs, wins in (
        (first, second, report.result is GameResult.FORFEIT_WIN),
        (second, first, report.result is GameResult.FORFEIT_LOSS),
    ):
        kind = ByeKind.FORFEIT_WIN if wins else ByeKind.FORFEIT_LOSS
        spread = (BYE_SPREAD if wins else -BYE_SPREAD) if is_scrabble else None
        byes.append(Bye(pairing.round, mine, kind, theirs, spread))


def seeds_for(tournament: Tournament, round_number: int) -> dict[int, int]:
    """Return pairing numbers for a round by card number: by rating, or by lot for a schedule.

    Numbers in a schedule stay.
    """
    playing = [one for one in tournament.entrants if one.is_in]
    given: dict[Hashable, int] = {one.number: one.seed for one in playing if one.seed is not None}
    if tournament.method.closed and round_number > 1:
        return {one.number: one.seed for one in playing if one.seed is not None}
    if tournament.method.at_once:
        playing.sort(key=lambda one: digest_number(tournament.evening.lot, one.number))
        return {one.number: place for place, one in enumerate(playing, start=1)}
    seeds = [Seed(one.number, one.displayed, name=one.player.name) for one in playing]
    if tournament.is_free:
        round_number = LAST_RENUMBERING + 1  # later entrants are placed below
    return {int(str(who)): number for who, number in pairing_numbers(seeds, round_number, given).items()}


def digest_number(lot: int, number: int | str) -> str:
    return hashlib.sha256(f"{lot}:{number}".encode()).hexdigest()


def planned_rounds(tournament: Tournament, players: int) -> int:
    usual = tournament.method.set_rounds
    if tournament.evening.teams is not None:
        players = len(tournament.evening.teams["teams"])
    return tournament.evening.rounds or (usual(players) if usual is not None else tournament.next_round)


def is_over(tournament: Tournament) -> bool:
    playing = sum(one.is_in for one in tournament.entrants)
    over = tournament.next_round > max(1, planned_rounds(tournament, playing))
    return tournament.open_round is None and over


def points_of(tournament: Tournament) -> dict[int, float]:
    """Return current points by card number, without waiting or removed entrants."""
    table = crosstable_of(tournament)
    points = dict.fromkeys(tournament.by_number, 0.0)
    return points | {row.number: float(row.points) for row in ranked(replace(table, ranking=Ranking())).rows}


def snapshot_for(tournament: Tournament, round_number: int, seeds: Mapping[int, int]) -> Snapshot:
    absent = {number for number in seeds if not tournament.by_number[number].plays_in(round_number)}
    asked = {
        seeds[one.number]: BYES[one.kind]
        for one in tournament.byes
        if one.round == round_number and one.number in seeds and one.number not in absent
    }
    given = {
        (one.round, seeds[one.first])
        for one in tournament.pairings
        if one.kind is PairingKind.PAIRED_BYE and one.first in seeds
    }
    return Snapshot(
        crosstable=crosstable_of(tournament, numbers=seeds),
        round=round_number,
        rounds=planned_rounds(tournament, len(seeds)),
        asked=asked,
        absent=frozenset(seeds[number] for number in absent),
        late=frozenset(seed for number, seed in seeds.items() if tournament.by_number[number].from_round > 1),
        white_first=tournament.evening.lot % 2 == 0,
        allocated=frozenset(given),
        forbidden=_forbidden(tournament, round_number, seeds),
        fixed={seeds[number]: board for number, board in tournament.evening.fixed or () if number in seeds},
        accelerated=tournament.evening.accelerated,
        lot=tournament.evening.lot,
        sent_on=frozenset(
            (one.round, seeds[one.goes_on])
            for one in tournament.pairings
            if one.goes_on is not None
            and one.goes_on in seeds
            and one.round < round_number
            and tournament.needs_advance_decision(one)
        ),
    )


def _forbidden(tournament: Tournament, round_number: int, seeds: Mapping[int, int]) -> tuple[ForbiddenPair, ...]:
    if tournament.evening.all_meet_in == round_number:
        return ()
    return tuple(
        ForbiddenPair(seeds[one], seeds[other], until)
        for one, other, until in tournament.evening.forbidden or ()
        if {one, other} <= seeds.keys()
    )


def digest_of(snapshot: Snapshot) -> str:
    table = snapshot.crosstable
    content = {
        "rounds": snapshot.rounds,
        "entrants": sorted((one.number, one.player, one.rating) for one in table.entrants),
        "absent": sorted(snapshot.absent),
        "asked": sorted(snapshot.asked.items()),
        "games": sorted(repr(one) for one in table.games if one.round < snapshot.round),
        "unplayed": sorted(repr(one) for one in table.byes if one.round < snapshot.round),
    }
    if snapshot.sent_on:
        content["advances"] = sorted(snapshot.sent_on)
    in_teams = sorted((one.number, one.team, one.board) for one in table.entrants if one.team is not None)
    asked = {
        "teams": in_teams,
        "forbidden": sorted(map(sorted, snapshot.forbidden_now)),
        "fixed": sorted(snapshot.fixed.items()),
        "accelerated": snapshot.accelerated,
    }
    # Missing rules are omitted, so that older drafts stay valid.
    content |= {name: value for name, value in asked.items() if value}
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def is_stale(tournament: Tournament, drafted: Round) -> bool:
    """Return whether entries or results changed since a round was paired."""
    seeds = seeds_for(tournament, drafted.number)
    return digest_of(snapshot_for(tournament, drafted.number, seeds)) != drafted.facts
