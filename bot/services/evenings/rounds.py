"""Pair a round by any method or by hand, publish and close it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.services.evenings.announcements import number_of_name
from bot.services.evenings.lifecycle import STANDINGS, announce, announce_board, show_changes, withdraw_announcements
from bot.services.evenings.no_shows import REMINDED, TIME_UP, missing, start_clock
from bot.services.evenings.teams import pair_teams
from bot.services.evenings.tournament import (
    Tournament,
    digest_of,
    is_stale,
    open_tournament,
    planned_rounds,
    read_open,
    seeds_for,
    snapshot_for,
    tournament_in,
)
from bot.services.framework.actions import evening_action
from bot.services.framework.context import Actor, Services
from bot.services.framework.pairing.engine import pair_round
from bot.services.framework.transaction import ClubWrite, Read, Write, read, use_case
from bot.store.database.evening_rows import GameResult, Pairing, PairingKind, Report, ReportState, Round, RoundStatus
from bot.store.database.rows import AuditEntry
from bot.store.evenings import evening_rounds, evenings
from bot.store.messages import outbox
from bot.store.people import profiles
from core.errors import InputError, NotFoundError, RuleError
from core.event.crosstable import ByeKind
from core.files.common.text import shorten
from core.files.typed.results import ParsedName
from core.tournament.pairing.by_hand import doubts_about, require_boards
from core.tournament.pairing.snapshot import Pairing as Pair
from core.tournament.pairing.snapshot import Snapshot, who_begins
from core.words import counted

# A round before it is played.


LEAST = 2

DIGEST_CHARACTERS = 8

_ASKED = {
    ByeKind.HALF_POINT: PairingKind.HALF_BYE,
    ByeKind.FULL_POINT: PairingKind.FULL_BYE,
    ByeKind.ZERO_POINT: PairingKind.ZERO_BYE,
}


async def draft_round(
    services: Services, actor: Actor, evening_id: int, *, everybody_meets: bool = False
) -> Tournament:
    """Pair the next round or its draft; directors only.

    everybody_meets: ignore forbidden pairs this time. Swiss rounds are paired outside the transaction and stored if
    nothing has changed.
    """
    before = await _read_open(services, actor, evening_id)
    all_meet_in = before.next_round if everybody_meets else None
    before = _with_all(before, all_meet_in)
    snapshot, seeds = _snapshot(before)
    numbers = {seed: number for number, seed in seeds.items()}
    if before.evening.teams is not None:
        pairings = await pair_teams(services.engine, before, snapshot, seeds)
    else:
        pairings = [
            Pairing(
                snapshot.round,
                board.number or 0,
                numbers[board.first],
                None if board.second is None else numbers[board.second],
                PairingKind.PAIRED_BYE if board.second is None else PairingKind.GAME,
            )
            for board in await pair_round(services.engine, before.method, snapshot)
        ]
    pairings += [
        Pairing(snapshot.round, 0, numbers[seed], None, _ASKED[kind]) for seed, kind in sorted(snapshot.asked.items())
    ]
    return await _store_draft(services, actor, evening_id, all_meet_in, snapshot, seeds, pairings)


@read(director_to="pair a round")
def _read_open(look: Read, evening_id: int) -> Tournament:
    return read_open(look.connection, look.club, evening_id, look.now)


@use_case(evening_action("draft-round", "paired a round of"), director_to="pair a round")
def _store_draft(
    write: Write,
    evening_id: int,
    all_meet_in: int | None,
    snapshot: Snapshot,
    seeds: dict[int, int],
    pairings: Sequence[Pairing],
) -> Tournament:
    facts = digest_of(snapshot)
    tournament = _with_all(open_tournament(write, evening_id), all_meet_in)
    now, _ = _snapshot(tournament)
    if now.round != snapshot.round or digest_of(now) != facts:
        raise RuleError("Entries or results changed while this round was paired. Press Pair again.")
    evenings.change(write.connection, evening_id, all_meet_in=all_meet_in)
    _number(write, tournament, seeds)
    old = tournament.pairings_of(snapshot.round)
    if tournament.draft is not None and tournament.draft.facts == facts and same_boards(old, pairings):
        return tournament
    who = write.actor.member.user_id
    evening_rounds.put_draft(write.connection, evening_id, snapshot.round, facts, pairings, who, write.now)
    write.note(evening_id, {"round": snapshot.round})
    return tournament_in(write, tournament.evening)


def _number(write: Write, tournament: Tournament, seeds: Mapping[int, int]) -> None:
    for number, seed in seeds.items():
        if tournament.by_number[number].seed != seed:
            evenings.change_entrant(write.connection, tournament.evening.id, number, seed=seed)


def _with_all(tournament: Tournament, all_meet_in: int | None) -> Tournament:
    return replace(tournament, evening=replace(tournament.evening, all_meet_in=all_meet_in))


def _snapshot(tournament: Tournament) -> tuple[Snapshot, dict[int, int]]:
    playing, number = tournament.open_round, tournament.next_round
    if playing is not None:
        raise RuleError(f"Round {playing.number} is still being played. Close it first.")
    if number == 1 and tournament.evening.sections is not None:
        raise RuleError("This event is played in sections. Press Make sections first, or undo the sections.")
    seeds = seeds_for(tournament, number)
    planned = planned_rounds(tournament, len(seeds))
    if number > 1 and number > planned:
        raise RuleError("All rounds have been played. Close the evening.")
    if number == 1:
        absent = missing(tournament)
        if absent and len(seeds) < LEAST:
            raise RuleError(
                f"{counted(len(absent), 'player')} must check in before round 1 is paired. Check them in under "
                "Directors, or turn the check-in off with No-shows."
            )
        teams = tournament.evening.teams
        entrants, noun = (len(seeds), "player") if teams is None else (len(teams["teams"]), "team")
        tournament.method.require(entrants, tournament.evening.rounds, noun)
    return snapshot_for(tournament, number, seeds), seeds


def same_boards(one: Sequence[Pairing], other: Sequence[Pairing]) -> bool:
    return {(each.board, each.numbers) for each in one} == {(each.board, each.numbers) for each in other}


@use_case(evening_action("drop-draft", "dropped a draft of"), director_to="delete a draft")
def drop_draft(write: Write, evening_id: int) -> Tournament:
    tournament = open_tournament(write, evening_id)
    draft = the_draft(tournament)
    evening_rounds.drop_round(write.connection, evening_id, draft.number)
    write.note(evening_id, {"round": draft.number})
    return tournament_in(write, tournament.evening)


@use_case(evening_action("publish-round", "published a round of"), director_to="publish a round")
def publish_round(write: Write, evening_id: int, round_number: int, digest: str, *, anyway: bool) -> Tournament:
    """Publish a draft; directors only. digest: of the draft shown. anyway: despite broken rules."""
    tournament = open_tournament(write, evening_id)
    draft = next((one for one in tournament.rounds if one.number == round_number), None)
    if draft is None:
        raise NotFoundError(f"Round {round_number} no longer has a draft. Press Pair.")
    if draft.status is not RoundStatus.DRAFT:
        raise RuleError(f"Round {round_number} is already published. See the card.")
    if pairing_digest(tournament, draft) != digest:
        raise RuleError("Another director has changed this draft. Open it again under Directors.")
    if is_stale(tournament, draft):
        raise RuleError("Players or results have changed since this round was paired. Press Pair again.")
    if not anyway and doubts(tournament, round_number):
        raise RuleError("This draft has warnings. Check them, then press Publish anyway to keep it.")
    now, who = write.now, write.actor.member.user_id
    values = {"status": RoundStatus.PUBLISHED.value, "published_by": who, "published_at": now}
    evening_rounds.change_round(write.connection, evening_id, round_number, **values)
    announce(write, evening_id, round_number)
    if tournament.evening.forfeit_minutes:
        start_clock(write, evening_id, round_number)
    write.note(evening_id, {"round": round_number})
    return tournament_in(write, tournament.evening)


@use_case(evening_action("unpublish-round", "withdrew a round of"), director_to="make a round a draft again")
def unpublish_round(write: Write, evening_id: int) -> Tournament:
    """Make a published round without reports a draft again."""
    tournament = open_tournament(write, evening_id)
    playing = tournament.open_round
    if playing is None:
        raise NotFoundError("No round is being played, so there is nothing to undo.")
    reported = [one for one in tournament.pairings_of(playing.number) if tournament.report_of(one) is not None]
    if reported:
        raise RuleError(f"Board {reported[0].board} already has a result. Take it back first, or close the round.")
    values = {"status": RoundStatus.DRAFT.value, "published_by": None, "published_at": None}
    evening_rounds.change_round(write.connection, evening_id, playing.number, **values)
    withdraw_announcements(write, evening_id, playing.number)
    for kind in (REMINDED, TIME_UP):
        evening_rounds.drop_announcement(write.connection, evening_id, playing.number, kind)
    write.note(evening_id, {"round": playing.number})
    return tournament_in(write, tournament.evening)


def doubts(tournament: Tournament, round_number: int) -> list[str]:
    """Return warnings about a round: boards by hand, players who left the server."""
    seeds = seeds_for(tournament, round_number)
    by_hand = [one for one in tournament.pairings_of(round_number) if one.by_hand and {*one.numbers} <= seeds.keys()]
    names = {seed: tournament.name_of(number) for number, seed in seeds.items()}
    found = doubts_about(snapshot_for(tournament, round_number, seeds), [as_pair(one, seeds) for one in by_hand])
    seated = {number for one in tournament.pairings_of(round_number) for number in one.numbers}
    departed = [one.player.name for one in tournament.entrants if one.mark_departed and one.number in seated]
    left = [
        f"{name} has left the server. Withdraw them with Byes, withdrawals, or keep the pairing." for name in departed
    ]
    return [*left, *(doubt.sentence(names) for doubt in found)]


def as_pair(pairing: Pairing, seeds: Mapping[int, int]) -> Pair:
    return Pair(seeds[pairing.first], None if pairing.second is None else seeds[pairing.second])


def pairing_digest(tournament: Tournament, draft: Round) -> str:
    boards = [(one.board, one.first, one.second) for one in tournament.pairings_of(draft.number)]
    return hashlib.sha256(f"{draft.facts}{boards}".encode()).hexdigest()[:DIGEST_CHARACTERS]


def the_draft(tournament: Tournament) -> Round:
    if tournament.draft is None:
        raise NotFoundError("No round is drafted. Press Pair first.")
    return tournament.draft


# Boards made by hand: of a draft, or of a round without reports.


async def swap_players(
    services: Services, actor: Actor, evening_id: int, one: ParsedName, other: ParsedName
) -> Tournament:
    """Swap two players on boards without reports; byes too."""

    def change(tournament: Tournament, pairings: Sequence[Pairing], numbers: Sequence[int]) -> list[Pairing]:
        places = dict(zip(numbers, reversed(numbers), strict=True))
        return [
            replace(
                pairing,
                first=places.get(pairing.first, pairing.first),
                second=None if pairing.second is None else places.get(pairing.second, pairing.second),
                by_hand=pairing.by_hand or bool({*pairing.numbers} & {*numbers}),
            )
            for pairing in pairings
        ]

    return await _by_hand(services, actor, evening_id, [one, other], change)


async def turn_colours(services: Services, actor: Actor, evening_id: int, who: ParsedName) -> Tournament:
    def change(tournament: Tournament, pairings: Sequence[Pairing], numbers: Sequence[int]) -> list[Pairing]:
        return [
            replace(one, first=one.second, second=one.first, by_hand=True)
            if one.second is not None and numbers[0] in one.numbers
            else one
            for one in pairings
        ]

    return await _by_hand(services, actor, evening_id, [who], change, colours=True)


async def pair_by_hand(
    services: Services, actor: Actor, evening_id: int, boards: Sequence[tuple[ParsedName, ParsedName | None]]
) -> Tournament:
    """Replace a round's boards; players on none are not paired."""

    def change(tournament: Tournament, pairings: Sequence[Pairing], numbers: Sequence[int]) -> list[Pairing]:
        before = {one.numbers: one for one in pairings}
        left, made, board = iter(numbers), [], 0
        for _, opponent in boards:
            first, second = next(left), None if opponent is None else next(left)
            board += second is not None
            old = before.get((first,) if second is None else (first, second))
            kind = PairingKind.GAME if second is not None else PairingKind.PAIRED_BYE if old is None else old.kind
            at = board if second is not None else 0
            made.append(Pairing(tournament.next_round, at, first, second, kind, by_hand=old is None or old.by_hand))
        return made

    words = [name for board in boards for name in board if name is not None]
    return await _by_hand(services, actor, evening_id, words, change, draft=True)


Change = Callable[[Tournament, Sequence[Pairing], Sequence[int]], list[Pairing]]


@use_case(evening_action("pair-by-hand", "changed pairings of"), director_to="change the pairings")
def _by_hand(
    write: Write,
    evening_id: int,
    words: Sequence[ParsedName],
    change: Change,
    *,
    draft: bool = False,
    colours: bool = False,
) -> Tournament:
    tournament = open_tournament(write, evening_id)
    if tournament.method.is_knockout and not colours:
        raise RuleError("The bracket of a knockout decides who meets. Withdraw players who cannot play.")
    playing = tournament.open_round
    changed = the_draft(tournament) if playing is None or draft else playing
    club_id = write.club.id
    numbers = [number_of_name(write.connection, club_id, tournament.entrants, word) for word in words]
    for number in numbers:
        if numbers.count(number) > 1:
            raise InputError(f"{tournament.name_of(number)} is listed twice. Give every player one board.")
        if tournament.by_number[number].seed is None:
            pair, what = late_pair(tournament), "Press Pair again first."
            if playing is not None and not draft:
                later = f"The others play from round {playing.number + 1}."
                what = later if pair is None else f"Press {late_label(tournament, pair)}, or Add a board."
            raise RuleError(f"{tournament.name_of(number)} joined after this round was paired. {what}")
    old = tournament.pairings_of(changed.number)
    pairings = change(tournament, old, numbers)
    seeds = seeds_for(tournament, changed.number)
    given = [one for one in pairings if one.is_game or one.kind is PairingKind.PAIRED_BYE]
    require_boards(snapshot_for(tournament, changed.number, seeds), [as_pair(one, seeds) for one in given])
    before = [[one.board, *one.numbers] for one in old]
    _store(write, tournament, changed, old, pairings)
    write.note(evening_id, {"round": changed.number, "before": before})
    return tournament_in(write, tournament.evening)


# Boards added to a round that is being played.


ADDED_BOARD = evening_action("add-board", "added a board to")


def idle(tournament: Tournament) -> list[int]:
    """Return who could still play in the running round: latecomers, then those with a bye."""
    playing = tournament.open_round
    if playing is None or tournament.method.closed or tournament.evening.teams is not None:
        return []
    there = [one.number for one in tournament.entrants if one.is_in and not one.has_withdrawn]
    seats = {number: tournament.pairing_of(number, playing.number) for number in there}
    late = [number for number in there if seats[number] is None]
    return [*late, *(number for number in there if (seat := seats[number]) is not None and not seat.is_game)]


def late_pair(tournament: Tournament) -> tuple[int, int] | None:
    """Return who would play the first latecomer: the player with the bye, or another latecomer."""
    free, playing = idle(tournament), tournament.open_round
    if len(free) < 2 or playing is None or tournament.pairing_of(free[0], playing.number) is not None:
        return None
    seats = {number: tournament.pairing_of(number, playing.number) for number in free[1:]}
    byes = [number for number, seat in seats.items() if seat is not None and seat.kind is PairingKind.PAIRED_BYE]
    others = [*byes, *(number for number, seat in seats.items() if seat is None)]
    return (others[0], free[0]) if others else None


def late_label(tournament: Tournament, pair: tuple[int, int]) -> str:
    """Return the words of the button that pairs a latecomer."""
    one, other = (shorten(tournament.name_of(number), 25) for number in pair)
    playing = tournament.open_round
    has_bye = playing is not None and tournament.pairing_of(pair[0], playing.number) is not None
    return f"{'Play the bye' if has_bye else 'Play'}: {one} – {other}"


@use_case(ADDED_BOARD, director_to="change the pairings")
def add_boards(write: Write, evening_id: int, boards: Sequence[tuple[ParsedName, ParsedName | None]]) -> Tournament:
    """Pair latecomers and players with a bye in the running round; directors only."""
    tournament, names = open_tournament(write, evening_id), [name for board in boards for name in board]
    playing = tournament.open_round
    if playing is None:
        raise RuleError("No round is being played. Press Pair for the next one.")
    numbers = [
        number_of_name(write.connection, write.club.id, tournament.entrants, name) for name in names if name is not None
    ]
    free = idle(tournament)
    for number in numbers:
        if number not in free or numbers.count(number) > 1 or len(numbers) != 2 * len(boards):
            could = ", ".join(tournament.name_of(one) for one in free) or "nobody"
            raise RuleError(
                f"{tournament.name_of(number)} cannot be on a new board of round {playing.number} so. "
                f"Write two players for each board of those without a game: {could}."
            )
    removed = [one for one in tournament.pairings_of(playing.number) if {*one.numbers} & {*numbers}]
    was = [[one.first, one.kind.value] for one in removed]
    late = [[one, tournament.by_number[one].from_round] for one in numbers]
    for number in numbers:
        evening_rounds.take_bye(write.connection, evening_id, number, playing.number)
        values = {"from_round": min(tournament.by_number[number].from_round, playing.number)}
        evenings.change_entrant(write.connection, evening_id, number, here_in=playing.number, **values)
    tournament = tournament_in(write, tournament.evening)
    seeds = seeds_for(tournament, playing.number)
    _number(write, tournament, seeds)
    snapshot, of_seed = snapshot_for(tournament, playing.number, seeds), {seed: one for one, seed in seeds.items()}
    last = max((one.board for one in tournament.pairings_of(playing.number)), default=0)
    new = []
    for board, (one, other) in enumerate(zip(numbers[::2], numbers[1::2], strict=True), start=last + 1):
        first, second = who_begins(snapshot, seeds[one], seeds[other])
        assert second is not None
        new.append(Pairing(playing.number, board, of_seed[first], of_seed[second], PairingKind.GAME, by_hand=True))
    added = evening_rounds.replace_boards(write.connection, evening_id, removed, new)
    for pairing_id in added:
        announce_board(write, evening_id, playing.number, pairing_id)
    write.note(evening_id, {"round": playing.number, "boards": list(added), "byes": was, "late": late})
    return tournament_in(write, tournament.evening)


def undo_boards(write: Write, entry: AuditEntry) -> Tournament:
    """Take added boards back, unless they have a result."""
    tournament, details = open_tournament(write, entry.subject_id or 0), entry.details
    boards = [one for one in tournament.pairings if one.id in details["boards"]]
    reported = [one for one in boards if tournament.report_of(one) is not None]
    playing, evening_id = tournament.open_round, tournament.evening.id
    if reported:
        raise RuleError(f"Board {reported[0].board} already has a result. Take it back first.")
    if playing is None or playing.number != details["round"] or len(boards) < len(details["boards"]):
        raise RuleError("The boards have been changed in the meantime. Use Swap.")
    byes = [Pairing(playing.number, 0, number, None, PairingKind(kind)) for number, kind in details["byes"]]
    evening_rounds.replace_boards(write.connection, evening_id, boards, byes)
    for number, from_round in details["late"]:
        evenings.change_entrant(write.connection, evening_id, number, from_round=from_round)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, tournament.evening)


def _store(
    write: Write, tournament: Tournament, changed: Round, old: Sequence[Pairing], pairings: Sequence[Pairing]
) -> None:
    evening_id, who = tournament.evening.id, write.actor.member.user_id
    if changed.status is RoundStatus.DRAFT:
        evening_rounds.put_draft(
            write.connection, evening_id, changed.number, changed.facts, pairings, who, write.now, RoundStatus.DRAFT
        )
        return
    removed = [one for one in old if one not in pairings]
    for one in removed:
        if tournament.report_of(one) is not None:
            raise RuleError(f"Board {one.board} already has a result. Take it back first.")
    for pairing_id in evening_rounds.replace_boards(
        write.connection, evening_id, removed, [one for one in pairings if one not in old]
    ):
        announce_board(write, evening_id, changed.number, pairing_id)


TURN = "evening-turn"


def put_round_notices(write: ClubWrite, tournament: Tournament, round_number: int) -> None:
    """Queue notices of what a closed round decided, once."""
    evening_id, connection = tournament.evening.id, write.connection
    if evening_rounds.find_announcement(connection, evening_id, round_number, TURN) is not None:
        return
    playing = [one.player.id for one in tournament.entrants if one.is_in]
    notified = [to for to in profiles.addressees(connection, playing) if to.notices == profiles.EACH]
    if notified:
        evening_rounds.add_announcement(connection, evening_id, round_number, TURN, write.now)
    for to in notified:
        outbox.put(connection, write.club.id, TURN, f"{evening_id}:{round_number}:{to.player_id}", write.now)


# The end of a round: closed, reopened.


NAMED = 5


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A closed round. asked: number of boards without a result, if confirmation is needed."""

    tournament: Tournament
    number: int
    asked: int = 0


@use_case(evening_action("close-round", "closed a round of"), director_to="close a round")
def close_round(write: Write, evening_id: int, *, forfeits: bool = False) -> RoundEnd:
    """Close the current round and confirm its reports; directors only.

    forfeits: score missing results as double forfeits.
    """
    tournament = open_tournament(write, evening_id)
    playing = tournament.open_round
    if playing is None:
        raise NotFoundError("No round is being played. Press Pair for the next one.")
    number, who = playing.number, write.actor.member.user_id
    disputed = tournament.disputed(number)
    if disputed:
        raise RuleError(f"Disputed results: {_boards(tournament, disputed)}. Decide them first.")
    undecided = tournament.undecided(number)
    if undecided:
        raise RuleError(f"Undecided: {_boards(tournament, undecided)}. Decide who advances first.")
    open_boards = tournament.open_boards(number)
    if open_boards and not forfeits:
        return RoundEnd(tournament, number, len(open_boards))
    for pairing in open_boards:
        version = 1 + max((one.version for one in tournament.reports if one.pairing_id == pairing.id), default=0)
        nobody = Report(pairing.id, version, GameResult.NOBODY, who, write.now, ReportState.DECIDED, who, write.now)
        evening_rounds.add_report(write.connection, evening_id, nobody)
    for pairing in tournament.pairings_of(number):
        report = tournament.report_of(pairing)
        if report is not None and report.state is ReportState.REPORTED:
            evening_rounds.set_state(write.connection, report.id, ReportState.CONFIRMED, who, write.now)
    values = {"status": RoundStatus.CLOSED.value, "closed_by": who, "closed_at": write.now}
    evening_rounds.change_round(write.connection, evening_id, number, **values)
    announce(write, evening_id, number, STANDINGS)
    put_round_notices(write, tournament, number)
    write.note(evening_id, {"round": number})
    return RoundEnd(tournament_in(write, tournament.evening), number)


@use_case(evening_action("reopen-round", "reopened a round of"), director_to="reopen a round")
def reopen_round(write: Write, evening_id: int) -> Tournament:
    tournament = open_tournament(write, evening_id)
    if tournament.open_round is not None:
        raise RuleError(f"Round {tournament.open_round.number} is being played, so there is nothing to reopen.")
    number = tournament.next_round - 1
    if number < 1:
        raise NotFoundError("No round has been played yet, so there is nothing to reopen.")
    if tournament.draft is not None:
        evening_rounds.drop_round(write.connection, evening_id, tournament.draft.number)
    values = {"status": RoundStatus.PUBLISHED.value, "closed_by": None, "closed_at": None}
    evening_rounds.change_round(write.connection, evening_id, number, **values)
    show_changes(write, evening_id)
    write.note(evening_id, {"round": number})
    return tournament_in(write, tournament.evening)


def _boards(tournament: Tournament, pairings: Sequence[Pairing]) -> str:
    named = "; ".join(
        f"board {one.board}, {tournament.name_of(one.first)} – {tournament.name_of(one.second or 0)}"
        for one in pairings[:NAMED]
    )
    return named + (f" and {len(pairings) - NAMED} more" if len(pairings) > NAMED else "")
