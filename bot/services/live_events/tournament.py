"""A paired evening as it stands: everything is worked out from its rows and the time."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from bot.services.context import Actor, Services
from bot.services.live_events.lifecycle import evening_by_id, find_open, lists_of
from bot.services.transaction import Write
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import evening_rounds, evening_sections, evenings
from bot.store.events.evening_round_rows import (
    AskedBye,
    GameResult,
    Pairing,
    PairingKind,
    Report,
    ReportState,
    Round,
    RoundStatus,
)
from bot.store.events.evening_rows import Evening, EveningStatus, LiveEventEntrant, Part
from bot.store.rows import Club
from core.crosstable import ByeKind, GameType
from core.errors import NotFoundError, RuleError
from core.lists import RatingList
from core.pairing.methods import Method, method_named
from core.systems import SYSTEMS

BYES = {
    PairingKind.PAIRED_BYE: ByeKind.FULL_POINT,
    PairingKind.FULL_BYE: ByeKind.FULL_POINT,
    PairingKind.HALF_BYE: ByeKind.HALF_POINT,
    PairingKind.ZERO_BYE: ByeKind.ZERO_POINT,
}


@dataclass(frozen=True)
class Tournament:
    """A paired evening.

    lists: those that it will move, the main one first. entrants: by number, those on the waiting list too.
    reports: all versions, of each pairing in order. now: the moment for which it is worked out.
    parts: its sections, where it is divided; who plays and what is played stands in these alone.
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

    @property
    def method(self) -> Method:
        return method_named(self.evening.method)

    @property
    def game(self) -> GameType:
        """Return what is played."""
        return self.method.game or SYSTEMS[self.lists[0]].board or GameType.CHESS

    @cached_property
    def by_number(self) -> Mapping[int, LiveEventEntrant]:
        return {entrant.number: entrant for entrant in self.entrants}

    @cached_property
    def by_pairing(self) -> Mapping[int, Sequence[Report]]:
        """Return what stands of each pairing's reports, oldest first; those taken back are left out."""
        found: dict[int, list[Report]] = defaultdict(list)
        for report in self.reports:
            if report.state is not ReportState.WITHDRAWN:
                found[report.pairing_id].append(report)
        return found

    @property
    def last(self) -> Round | None:
        """Return the latest round, be it a draft."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_free(self) -> bool:
        """Tell whether those who wait are paired at once, without rounds of everybody's."""
        return not self.method.in_rounds

    @property
    def games(self) -> Sequence[Pairing]:
        """Return the games of free pairing in the order in which they were paired."""
        return sorted(self.pairings, key=lambda one: one.board)

    def unfinished(self, number: int) -> Pairing | None:
        """Return the game of free pairing that an entrant plays now."""
        return next((one for one in self.games if number in one.numbers and self.report_of(one) is None), None)

    def place(self, pairing: Pairing) -> str:
        """Return where a pairing is, in words."""
        return f"game {pairing.board}" if self.is_free else f"round {pairing.round}, board {pairing.board}"

    @property
    def open_round(self) -> Round | None:
        """Return the round that is being played; None in free pairing."""
        if self.is_free:
            return None
        return next((one for one in self.rounds if one.status is RoundStatus.PUBLISHED), None)

    @property
    def draft(self) -> Round | None:
        return self.last if self.last is not None and self.last.status is RoundStatus.DRAFT else None

    @property
    def next_round(self) -> int:
        """Return the round that is drafted next, or that the draft is of."""
        return sum(one.status is not RoundStatus.DRAFT for one in self.rounds) + 1

    def pairings_of(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings if one.round == round_number]

    def name_of(self, number: int) -> str:
        return self.by_number[number].player.name

    def report_of(self, pairing: Pairing) -> Report | None:
        """Return what stands of a pairing."""
        told = self.by_pairing.get(pairing.id)
        return told[-1] if told else None

    def state_of(self, pairing: Pairing) -> ReportState | None:
        """Return how far a pairing's result can be relied on: the time confirms it too. None while it is open."""
        report = self.report_of(pairing)
        if report is None:
            return None
        if report.state is ReportState.REPORTED and self.now >= self.due_at(report):
            return ReportState.CONFIRMED
        return report.state

    def due_at(self, report: Report) -> datetime:
        """Return when a report confirms itself."""
        since = max(report.reported_at, report.state_at or report.reported_at)
        return since + timedelta(minutes=self.evening.confirm_minutes)

    def result_of(self, pairing: Pairing) -> Report | None:
        """Return the report that counts as far as it is known now; what is disputed does not."""
        return None if self.state_of(pairing) is ReportState.DISPUTED else self.report_of(pairing)

    def open_boards(self, round_number: int) -> Sequence[Pairing]:
        """Return the games of a round of which nothing has been reported."""
        return [one for one in self.pairings_of(round_number) if one.is_game and self.report_of(one) is None]

    def disputed(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings_of(round_number) if self.state_of(one) is ReportState.DISPUTED]

    def undecided(self, round_number: int) -> Sequence[Pairing]:
        """Return the games of a knockout's round that do not tell who goes on, where nobody has said it yet."""
        drawn = self.to_decide(round_number)
        return [one for one in drawn if one.goes_on is None and self._is_drawn(one)]

    def to_decide(self, round_number: int) -> Sequence[Pairing]:
        """Return the games of a knockout's round of which a director says who goes on: drawn, or played by nobody."""
        if not self.method.is_knockout:
            return []
        return [one for one in self.pairings_of(round_number) if self.is_told_who_goes_on(one)]

    def is_told_who_goes_on(self, pairing: Pairing) -> bool:
        """Tell whether a game's result does not say who goes on."""
        report = self.result_of(pairing)
        return report is not None and report.result in (GameResult.DRAW, GameResult.NOBODY)

    def _is_drawn(self, pairing: Pairing) -> bool:
        report = self.result_of(pairing)
        return report is not None and report.result is GameResult.DRAW

    def unconfirmed(self, round_number: int) -> Sequence[Pairing]:
        return [one for one in self.pairings_of(round_number) if self.state_of(one) is ReportState.REPORTED]

    def pairing_of(self, number: int, round_number: int) -> Pairing | None:
        """Return what an entrant has in a round."""
        return next((one for one in self.pairings_of(round_number) if number in one.numbers), None)

    @cached_property
    def points(self) -> Mapping[int, float]:
        """Return everybody's points so far, by number: rounds that are played or over."""
        # The facts are worked out from this class.
        from bot.services.live_events.tournament_facts import points_of

        return points_of(self)

    def bye_of(self, pairing: Pairing) -> ByeKind:
        """Return what a pairing without a game is: the bye of a schedule scores nothing (C.05), but in Scrabble."""
        scheduled = pairing.kind is PairingKind.PAIRED_BYE and self.method.at_once and self.method.game is None
        return ByeKind.ZERO_POINT if scheduled else BYES[pairing.kind]

    def number_of(self, actor: Actor) -> int | None:
        """Return the number under which somebody has entered."""
        mine = (one.number for one in self.entrants if one.player.user_id == actor.member.user_id)
        return next(mine, None)

    def describe(self, pairing: Pairing, report: Report | None) -> str:
        """Return a pairing with its result in words for a sentence."""
        if pairing.second is None:
            return f"{self.name_of(pairing.first)} bye"
        between = "–" if report is None else points_or_sign(report)
        return f"{self.name_of(pairing.first)} {between} {self.name_of(pairing.second)}"


def points_or_sign(report: Report) -> str:
    """Return a result as it stands between two names: points on the board where there are some."""
    if report.first_points is not None and report.second_points is not None:
        return f"{report.first_points}:{report.second_points}"
    return report.result.sign


def tournament_in(write: Write, evening: Evening) -> Tournament:
    """Return an evening as it stands within a transaction."""
    return read_tournament(write.connection, write.club, evening, write.now)


def open_tournament(write: Write, evening_id: int | None) -> Tournament:
    """Return an open, paired evening; raise a sentence for one that is not."""
    return read_open(write.connection, write.club, evening_id, write.now)


def any_tournament(write: Write, evening_id: int) -> Tournament:
    """Return a paired evening that is open or closed; raise a sentence for another."""
    evening = evening_by_id(write.connection, write.club, evening_id)
    if not evening.is_paired or evening.status is EveningStatus.CANCELLED:
        raise RuleError(f"{evening.name} is not paired by the bot, or was cancelled: it has no prizes.")
    return tournament_in(write, evening)


def read_open(connection: Connection, club: Club, evening_id: int | None, now: datetime) -> Tournament:
    """Return an open, paired evening as it stands at a moment; raise a sentence for one that is not."""
    evening = find_open(connection, club, evening_id)
    if not evening.is_paired:
        raise RuleError(f"{evening.name} is not paired by the bot: members report what they played.")
    return read_tournament(connection, club, evening, now)


async def tournament_of(services: Services, club_id: int, evening_id: int) -> Tournament:
    """Return a paired evening as it stands, open or not."""

    def work(connection: Connection) -> Tournament:
        club = clubs.find(connection, club_id)
        return read_tournament(connection, club, evening_by_id(connection, club, evening_id), services.now())

    return await services.database.read(work, club=club_id)


def read_tournament(connection: Connection, club: Club, evening: Evening, now: datetime) -> Tournament:
    """Return an evening as it stands at a moment."""
    lists = lists_of(club, evening)
    return Tournament(
        club=club,
        evening=evening,
        lists=lists,
        entrants=evenings.entrants(connection, club.id, evening.id, lists[0]),
        byes=evening_rounds.byes(connection, evening.id),
        rounds=evening_rounds.rounds(connection, evening.id),
        pairings=evening_rounds.pairings(connection, evening.id),
        reports=evening_rounds.reports(connection, evening.id),
        now=now,
        parts=evening_sections.parts(connection, evening.id) if evening.status is EveningStatus.DIVIDED else (),
    )


def pairing_by_id(tournament: Tournament, pairing_id: int) -> Pairing:
    """Return a pairing of an evening; raise NotFoundError where it was paired anew."""
    for pairing in tournament.pairings:
        if pairing.id == pairing_id:
            return pairing
    raise NotFoundError("That pairing is no more: the round was paired anew, and the card shows it.")
