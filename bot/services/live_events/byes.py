"""Byes that are asked before a round is paired: half a point once, none as often as wanted; a director gives any."""

from bot.services.live_events.entries import entered
from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import Tournament, open_tournament, tournament_in
from bot.services.transaction import Write, use_case
from bot.store.events import evening_rounds
from bot.store.events.evening_round_rows import AskedBye, PairingKind
from bot.store.events.evening_rows import LiveEventEntrant
from core.errors import InputError, NotAllowedError, RuleError
from core.words import counted

BYE = "ask-bye"
"""The audit's name for it."""

USUAL_BYES = 1
"""How many half-point byes a player may ask; a director gives more."""


@use_case(BYE)
def ask_bye(
    write: Write, evening_id: int, number: int | None, round_number: int, kind: PairingKind | None
) -> Tournament:
    """Let an entrant not play in a round that is not paired yet, or take that back.

    number: of whom; None for whoever asks. kind: None to take it back. Members ask for half a point once, and not for
    the last round; for no point as often as they like. A director gives any.
    """
    tournament = open_tournament(write, evening_id)
    if tournament.method.closed and not tournament.method.is_knockout and kind is not None:
        raise RuleError(
            f"{tournament.method.label} has no byes to ask for, as everybody meets everybody: play the game on another "
            "day, or a TD enters a forfeit."
        )
    if tournament.method.is_knockout or tournament.is_free:
        raise RuleError(f"{tournament.method.label} has no byes to ask for: whoever cannot play withdraws.")
    who = tournament.number_of(write.actor) if number is None else number
    if who is None:
        raise NotAllowedError("You are not in this event: press Join on its card first.")
    if who != tournament.number_of(write.actor):
        write.require_director("give somebody a bye")
    entrant = entered(tournament, who)
    if round_number < tournament.next_round:
        raise RuleError(f"Round {round_number} is paired already: ask a TD.")
    planned = tournament.evening.rounds
    if planned is not None and round_number > planned:
        raise InputError(f"The evening has {counted(planned, 'round')}: choose one that is still to come.")
    if kind is None:
        evening_rounds.take_bye(write.connection, evening_id, who, round_number)
    else:
        if not write.is_director:
            _require_modest(tournament, entrant, round_number, kind)
        bye = AskedBye(who, round_number, kind, write.actor.member.user_id)
        evening_rounds.put_bye(write.connection, evening_id, bye, write.now)
    show_changes(write, evening_id)
    kept = {"number": who, "round": round_number, "kind": kind}
    write.note(evening_id, kept)
    return tournament_in(write, tournament.evening)


def _require_modest(tournament: Tournament, entrant: LiveEventEntrant, round_number: int, kind: PairingKind) -> None:
    if kind is PairingKind.FULL_BYE:
        raise NotAllowedError("A bye for a full point is a TD's to give: ask for half a point.")
    if kind is not PairingKind.HALF_BYE:
        return
    if round_number == tournament.evening.rounds:
        raise RuleError("In the last round there is no bye for half a point: ask for one without, or a TD.")
    others = [one for one in tournament.byes if one.number == entrant.number and one.round != round_number]
    if sum(one.kind is PairingKind.HALF_BYE for one in others) >= USUAL_BYES:
        raise RuleError("You have a bye for half a point already: ask for one without, or a TD.")
