"""Who plays at an evening: joins and leaves, is added by a director, withdraws, waits for a place."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.services.live_events.lifecycle import card_in, evening_by_id, lists_of
from bot.services.live_events.pairing_rules import forget_number
from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import (
    Tournament,
    open_tournament,
    read_tournament,
    tournament_in,
)
from bot.services.live_events.which_section import evening_to_join, evening_to_leave, require_in_no_other
from bot.services.someone import Someone
from bot.services.transaction import ClubWrite, Write, use_case
from bot.store.events import evening_rounds, evenings
from bot.store.events.evening_round_rows import AskedBye, PairingKind, RoundStatus
from bot.store.events.evening_rows import Evening, LiveEventEntrant
from bot.store.rows import Player
from core.errors import InputError, NotFoundError, RuleError
from core.words import counted

ADDED, WITHDRAWN, BACK = "add-entrants", "withdraw", "come-back"
"""The audit's names for it."""

MOST_ENTRANTS = 100
MOST_PAIRED = 200


@use_case("join-evening")
def join_evening(write: Write, evening_id: int) -> bool:
    """Enter whoever asks, who becomes a player of the club; return whether they play, or wait for a place."""
    own = write.ensure(write.actor.member)
    evening = evening_to_join(write, evening_id, own.id)
    joined = evenings.entrants(write.connection, write.club.id, evening.id, lists_of(write.club, evening)[0])
    for entrant in joined:
        if entrant.player.id != own.id:
            continue
        if entrant.until_round is not None:
            _come_back(write, evening, entrant)
            write.note(evening.id)
            return True
        raise InputError(f"You have joined already, with the number {entrant.number}: Leave takes you out.")
    report = enter(write, evening, joined, own)
    write.note(evening.id)
    return report


def come_in(write: Write, evening: Evening) -> Evening:
    """Enter whoever asks where they have not entered, or have withdrawn; return the evening."""
    own = write.ensure(write.actor.member)
    joined = evenings.entrants(write.connection, write.club.id, evening.id, lists_of(write.club, evening)[0])
    entrant = next((one for one in joined if one.player.id == own.id), None)
    if entrant is None:
        enter(write, evening, joined, own)
    elif entrant.until_round is not None:
        _come_back(write, evening, entrant)
    return evening


def enter(write: Write, evening: Evening, joined: Sequence[LiveEventEntrant], player: Player) -> bool:
    """Enter a player for the rounds that are not drafted yet; return whether there was a place for them."""
    most = MOST_PAIRED if evening.is_paired else MOST_ENTRANTS
    if len(joined) >= most:
        raise RuleError(f"With {counted(most, 'player')} there are as many as an evening holds: ask a TD.")
    if not evening.is_paired:
        evenings.enter(write.connection, evening.id, player.id)
        return True
    require_in_no_other(write, evening, player.id, player.name)
    tournament = tournament_in(write, evening)
    _require_still_open(tournament)
    waits = evening.most is not None and _playing(joined) >= evening.most
    more: dict[str, Any] = {
        "from_round": tournament.next_round,
        "waits": waits,
        "entered_by": write.actor.member.user_id,
        "entered_at": write.now,
    }
    evenings.enter(write.connection, evening.id, player.id, **more)
    show_changes(write, evening.id)
    return not waits


def _playing(joined: Sequence[LiveEventEntrant]) -> int:
    return sum(not one.waits and one.until_round is None for one in joined)


def _is_full(tournament: Tournament) -> bool:
    """Tell whether nobody can come in any more."""
    return tournament.method.closed and any(one.status is not RoundStatus.DRAFT for one in tournament.rounds)


def _require_still_open(tournament: Tournament) -> None:
    if _is_full(tournament):
        raise RuleError(f"{tournament.method.label} has begun: nobody can come in any more.")


@use_case("leave-evening")
def leave_evening(write: Write, evening_id: int) -> None:
    """Take whoever asks out: where they have been paired, from the next round on."""
    evening = evening_to_leave(write, evening_id)
    if evening.is_paired:
        tournament = tournament_in(write, evening)
        number = tournament.number_of(write.actor)
        if number is None:
            raise InputError("You have not joined: Join enters you.")
        take_out(write, tournament, number, write.actor.member.user_id)
        write.note(evening.id)
        return
    card = card_in(write, evening)
    mine = next((one for one in card.entrants if one.player.user_id == write.actor.member.user_id), None)
    if mine is None:
        raise InputError("You have not joined: Join enters you.")
    for result in card.results:
        if mine.number in result.numbers:
            raise RuleError(
                f"You have a result in round {result.round}, {card.describe(result)}: "
                "ask a TD to take it back before you leave."
            )
    evenings.leave(write.connection, evening.id, mine.number)
    write.note(evening.id)


def take_out(write: ClubWrite, tournament: Tournament, number: int, by: int | None) -> None:
    """Let an entrant be paired no more; who was never paired goes altogether. Whoever waits longest gets the place."""
    entrant, evening = tournament.by_number[number], tournament.evening
    if entrant.until_round is not None:
        raise InputError(f"{entrant.player.name} has withdrawn already: Join brings them back.")
    shown = {one.number for one in tournament.rounds if one.status is not RoundStatus.DRAFT}
    if any(number in one.numbers for one in tournament.pairings if one.round in shown):
        values = {
            "until_round": tournament.next_round - 1,
            "withdrawn_by": by,
            "withdrawn_at": write.now,
            "ready_at": None,
        }
        evenings.change_entrant(write.connection, evening.id, number, **values)
    else:
        # A draft may name them: nobody but directors has seen it, and it has to be paired again.
        if tournament.draft is not None:
            evening_rounds.drop_round(write.connection, evening.id, tournament.draft.number)
        evening_rounds.take_bye(write.connection, evening.id, number)
        evenings.leave(write.connection, evening.id, number)
        forget_number(write, tournament, number)
    if not entrant.waits:
        _let_in(write, tournament, number)
    show_changes(write, evening.id)


def withdraw_everywhere(write: ClubWrite, player_id: int) -> None:
    """Take a player who is forgotten out of the rounds to come of every paired evening."""
    for evening_id in evenings.played_by(write.connection, player_id):
        tournament = read_tournament(
            write.connection, write.club, evening_by_id(write.connection, write.club, evening_id), write.now
        )
        entrant = next(one for one in tournament.entrants if one.player.id == player_id)
        if entrant.until_round is None:
            take_out(write, tournament, entrant.number, None)


def _let_in(write: ClubWrite, tournament: Tournament, gone: int) -> None:
    """Give a place that is free to whoever has waited longest."""
    most = tournament.evening.most
    left = [one for one in tournament.entrants if one.number != gone]
    waiting = [one for one in left if one.waits]
    if most is not None and waiting and _playing(left) < most and not _is_full(tournament):
        values = {"waits": False, "from_round": tournament.next_round}
        evenings.change_entrant(write.connection, tournament.evening.id, waiting[0].number, **values)


def _come_back(write: Write, evening: Evening, entrant: LiveEventEntrant) -> None:
    """Let an entrant who withdrew be paired again from the next round on; the rounds between are absences."""
    tournament = tournament_in(write, evening)
    missed = range((entrant.until_round or 0) + 1, tournament.next_round)
    for number in () if tournament.is_free else missed:
        bye = AskedBye(entrant.number, number, PairingKind.ZERO_BYE, write.actor.member.user_id)
        evening_rounds.put_bye(write.connection, evening.id, bye, write.now)
    values = {"until_round": None, "withdrawn_by": None, "withdrawn_at": None}
    evenings.change_entrant(write.connection, evening.id, entrant.number, **values)
    show_changes(write, evening.id)


@dataclass(frozen=True, slots=True)
class Entries:
    """Who was added by a director, by name. known: who was in already; waiting: for whom there was no place."""

    tournament: Tournament
    added: Sequence[str]
    known: Sequence[str]
    waiting: Sequence[str]


@use_case(ADDED, director_to="add players")
def add_entrants(write: Write, evening_id: int | None, people: Sequence[Someone]) -> Entries:
    """Enter members and players who are not on Discord; directors only."""
    tournament = open_tournament(write, evening_id)
    added: list[str] = []
    known: list[str] = []
    waiting: list[str] = []
    for who in people:
        player = write.ensure(who)
        joined = tournament_in(write, tournament.evening).entrants
        entrant = next((one for one in joined if one.player.id == player.id), None)
        if entrant is not None and entrant.until_round is not None:
            _come_back(write, tournament.evening, entrant)
            added.append(player.name)
        elif entrant is not None:
            known.append(player.name)
        else:
            (added if enter(write, tournament.evening, joined, player) else waiting).append(player.name)
    after = tournament_in(write, tournament.evening)
    if added or waiting:
        write.note(tournament.evening.id, {"added": added, "waiting": waiting})
    return Entries(after, added, known, waiting)


@use_case(WITHDRAWN, director_to="withdraw a player")
def withdraw(write: Write, evening_id: int, number: int) -> Tournament:
    """Take an entrant out of the rounds to come; directors only."""
    tournament = open_tournament(write, evening_id)
    entered(tournament, number)
    take_out(write, tournament, number, write.actor.member.user_id)
    write.note(evening_id, {"number": number})
    return tournament_in(write, tournament.evening)


@use_case(BACK, director_to="bring a player back")
def come_back(write: Write, evening_id: int, number: int) -> Tournament:
    """Let an entrant who withdrew be paired again; directors only."""
    tournament = open_tournament(write, evening_id)
    entrant = entered(tournament, number)
    if entrant.until_round is None:
        raise InputError(f"{entrant.player.name} has not withdrawn: they are paired in the next round.")
    _come_back(write, tournament.evening, entrant)
    write.note(evening_id, {"number": number})
    return tournament_in(write, tournament.evening)


def entered(tournament: Tournament, number: int) -> LiveEventEntrant:
    entrant = tournament.by_number.get(number)
    if entrant is None:
        raise NotFoundError(f"There is no #{number} in this event: the card shows who is.")
    return entrant
