"""A round before it is played: drafted, seen by directors alone, changed by hand, published, taken back."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.services.context import Actor, Services
from bot.services.live_events.told.announce import announce, take_down
from bot.services.live_events.tournament import Tournament, open_tournament, read_open, tournament_in
from bot.services.live_events.tournament_facts import digest_of, is_stale, planned_rounds, seeds_for, snapshot_for
from bot.services.pairing.pair import pair_round
from bot.services.transaction import Read, Write, read, use_case
from bot.store.events import evening_rounds, evenings
from bot.store.events.evening_round_rows import Pairing, PairingKind, Round, RoundStatus
from core.crosstable import ByeKind
from core.errors import NotFoundError, RuleError
from core.pairing.by_hand import doubts_about
from core.pairing.snapshot import Pairing as Pair
from core.pairing.snapshot import Snapshot

DRAFTED, PUBLISHED, UNPUBLISHED = "draft-round", "publish-round", "unpublish-round"
"""The audit's names for it."""

DIGEST_CHARACTERS = 8
"""As many of a draft's digest are in a button's id."""

_ASKED = {
    ByeKind.HALF_POINT: PairingKind.HALF_BYE,
    ByeKind.FULL_POINT: PairingKind.FULL_BYE,
    ByeKind.ZERO_POINT: PairingKind.ZERO_BYE,
}


async def draft_round(
    services: Services, actor: Actor, evening_id: int, *, everybody_meets: bool = False
) -> Tournament:
    """Pair the next round, or its draft anew; directors only.

    everybody_meets: those too who shall not, in this round.

    Swiss rounds take a while: they are paired outside the transaction, which then stores them if nothing has changed.
    """

    before = await _read_open(services, actor, evening_id)
    all_meet_in = before.next_round if everybody_meets else None
    before = _with_all(before, all_meet_in)
    snapshot, seeds = _snapshot(before)
    numbers = {seed: number for number, seed in seeds.items()}
    boards = await pair_round(services.engine, before.method, snapshot)
    pairings = [
        Pairing(
            snapshot.round,
            board.number or 0,
            numbers[board.first],
            None if board.second is None else numbers[board.second],
            PairingKind.PAIRED_BYE if board.second is None else PairingKind.GAME,
        )
        for board in boards
    ]
    pairings += [
        Pairing(snapshot.round, 0, numbers[seed], None, _ASKED[kind]) for seed, kind in sorted(snapshot.asked.items())
    ]
    return await _store_draft(services, actor, evening_id, all_meet_in, snapshot, seeds, pairings)


@read(director_to="pair a round")
def _read_open(look: Read, evening_id: int) -> Tournament:
    return read_open(look.connection, look.club, evening_id, look.now)


@use_case(DRAFTED, director_to="pair a round")
def _store_draft(
    write: Write,
    evening_id: int,
    all_meet_in: int | None,
    snapshot: Snapshot,
    seeds: dict[int, int],
    pairings: Sequence[Pairing],
) -> Tournament:
    """Store a round that was paired from a snapshot, unless something has changed since."""
    facts = digest_of(snapshot)
    tournament = _with_all(open_tournament(write, evening_id), all_meet_in)
    now, _ = _snapshot(tournament)
    if now.round != snapshot.round or digest_of(now) != facts:
        raise RuleError("Entries or results changed while this round was paired: press Pair once more.")
    evenings.change(write.connection, evening_id, all_meet_in=all_meet_in)
    for number, seed in seeds.items():
        if tournament.by_number[number].seed != seed:
            evenings.change_entrant(write.connection, evening_id, number, seed=seed)
    old = tournament.pairings_of(snapshot.round)
    if tournament.draft is not None and tournament.draft.facts == facts and same_boards(old, pairings):
        return tournament
    who = write.actor.member.user_id
    evening_rounds.put_draft(write.connection, evening_id, snapshot.round, facts, pairings, who, write.now)
    write.note(evening_id, {"round": snapshot.round})
    return tournament_in(write, tournament.evening)


def _with_all(tournament: Tournament, all_meet_in: int | None) -> Tournament:
    """Return an evening of which a round is paired as if everybody might meet."""
    return replace(tournament, evening=replace(tournament.evening, all_meet_in=all_meet_in))


def _snapshot(tournament: Tournament) -> tuple[Snapshot, dict[int, int]]:
    """Return what the next round is paired from, and the pairing numbers; raise a sentence where it cannot be."""
    playing, number = tournament.open_round, tournament.next_round
    if playing is not None:
        raise RuleError(f"Round {playing.number} is still being played: close it first.")
    if number == 1 and tournament.evening.sections is not None:
        raise RuleError("It is played in sections: press Make sections first, or take the sections back.")
    seeds = seeds_for(tournament, number)
    planned = planned_rounds(tournament, len(seeds))
    if number > 1 and number > planned:
        raise RuleError("All of its rounds have been played: close the evening.")
    if number == 1:
        tournament.method.require(len(seeds), tournament.evening.rounds)
    return snapshot_for(tournament, number, seeds), seeds


def same_boards(one: Sequence[Pairing], other: Sequence[Pairing]) -> bool:
    """Tell whether the same players meet on the same boards, first those who begin."""
    return {(each.board, each.numbers) for each in one} == {(each.board, each.numbers) for each in other}


@use_case("drop-draft", director_to="drop a draft")
def drop_draft(write: Write, evening_id: int) -> Tournament:
    """Drop a draft, which nobody but directors has seen; directors only."""
    tournament = open_tournament(write, evening_id)
    draft = the_draft(tournament)
    evening_rounds.drop_round(write.connection, evening_id, draft.number)
    write.note(evening_id, {"round": draft.number})
    return tournament_in(write, tournament.evening)


@use_case(PUBLISHED, director_to="publish a round")
def publish_round(write: Write, evening_id: int, round_number: int, digest: str, *, anyway: bool) -> Tournament:
    """Let everybody see a draft; directors only.

    digest: the beginning of that of the draft that was looked at. anyway: though a board by hand breaks a rule.
    """
    tournament = open_tournament(write, evening_id)
    draft = next((one for one in tournament.rounds if one.number == round_number), None)
    if draft is None:
        raise NotFoundError(f"There is no draft of round {round_number} any more: press Pair.")
    if draft.status is not RoundStatus.DRAFT:
        raise RuleError(f"Round {round_number} is published already: the card shows it.")
    if pairing_digest(tournament, draft) != digest:
        raise RuleError("Another director has changed this draft: look at it again under Directors.")
    if is_stale(tournament, draft):
        raise RuleError("Somebody came, went or was corrected since this was paired: press Pair again.")
    if not anyway and doubts(tournament, round_number):
        raise RuleError("Something stands against this draft: look at it, and press Publish anyway if it is meant.")
    now, who = write.now, write.actor.member.user_id
    values = {"status": RoundStatus.PUBLISHED.value, "published_by": who, "published_at": now}
    evening_rounds.change_round(write.connection, evening_id, round_number, **values)
    announce(write, evening_id, round_number)
    write.note(evening_id, {"round": round_number})
    return tournament_in(write, tournament.evening)


@use_case(UNPUBLISHED, director_to="take a round back")
def unpublish_round(write: Write, evening_id: int) -> Tournament:
    """Make a published round a draft again, as long as nobody has reported of it; directors only."""
    tournament = open_tournament(write, evening_id)
    playing = tournament.open_round
    if playing is None:
        raise NotFoundError("No round is being played: there is nothing to take back.")
    reported = [one for one in tournament.pairings_of(playing.number) if tournament.report_of(one) is not None]
    if reported:
        raise RuleError(f"Board {reported[0].board} has a result already: take it back first, or close the round.")
    values = {"status": RoundStatus.DRAFT.value, "published_by": None, "published_at": None}
    evening_rounds.change_round(write.connection, evening_id, playing.number, **values)
    take_down(write, evening_id, playing.number)
    write.note(evening_id, {"round": playing.number})
    return tournament_in(write, tournament.evening)


def doubts(tournament: Tournament, round_number: int) -> list[str]:
    """Return what stands against a round, a sentence each: boards made by hand, and who has left the server."""
    seeds = seeds_for(tournament, round_number)
    by_hand = [one for one in tournament.pairings_of(round_number) if one.by_hand and {*one.numbers} <= seeds.keys()]
    names = {seed: tournament.name_of(number) for number, seed in seeds.items()}
    found = doubts_about(snapshot_for(tournament, round_number, seeds), [as_pair(one, seeds) for one in by_hand])
    seated = {number for one in tournament.pairings_of(round_number) for number in one.numbers}
    gone = [one.player.name for one in tournament.entrants if one.is_gone and one.number in seated]
    left = [f"{name} has left the server: withdraw them with Byes, withdrawals, or let them play." for name in gone]
    return [*left, *(doubt.sentence(names) for doubt in found)]


def as_pair(pairing: Pairing, seeds: Mapping[int, int]) -> Pair:
    return Pair(seeds[pairing.first], None if pairing.second is None else seeds[pairing.second])


def pairing_digest(tournament: Tournament, draft: Round) -> str:
    """Return what a button says of the draft that it is about: facts and boards."""
    boards = [(one.board, one.first, one.second) for one in tournament.pairings_of(draft.number)]
    return hashlib.sha256(f"{draft.facts}{boards}".encode()).hexdigest()[:DIGEST_CHARACTERS]


def the_draft(tournament: Tournament) -> Round:
    if tournament.draft is None:
        raise NotFoundError("No round is drafted: press Pair first.")
    return tournament.draft
