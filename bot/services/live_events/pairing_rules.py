"""What a director asks of the pairings of an evening: who shall not meet, acceleration, boards that are kept."""

from typing import Any

from bot.services.live_events.names import number_of_name
from bot.services.live_events.told.announced import change_evening
from bot.services.live_events.tournament import Tournament, open_tournament
from bot.services.transaction import ClubWrite, Write, use_case
from bot.store.events import evenings
from bot.store.events.evening_round_rows import RoundStatus
from core.errors import InputError, RuleError
from core.formats.typed.pairing_rules import TypedPair, parse_fixed, parse_forbidden
from core.formats.typed.results_list import ParsedName

SET = "set-pairing-rules"
"""The audit's name for it."""


@use_case(SET, director_to="say how an event is paired")
def set_pairing_rules(write: Write, evening_id: int, forbidden: str, fixed: str, *, accelerated: bool) -> Tournament:
    """Set what the rounds to come are paired by; directors only.

    forbidden, fixed: as `core.formats.typed.pairing_rules` reads them; empty for none.
    """
    pairs, boards = parse_forbidden(forbidden), parse_fixed(fixed)
    tournament = open_tournament(write, evening_id)
    if tournament.method.closed or tournament.is_free:
        raise RuleError(f"{tournament.method.label} is paired by its schedule alone: choose a Swiss for this.")
    if accelerated != tournament.evening.accelerated:
        _require_may_accelerate(tournament)
    values: dict[str, Any] = {
        "forbidden": [_pair(write, tournament, pair) for pair in pairs] or None,
        "fixed": _boards(write, tournament, boards) or None,
        "accelerated": accelerated,
    }
    return change_evening(write, tournament, values, None)


def _require_may_accelerate(tournament: Tournament) -> None:
    if not (tournament.method.swiss and tournament.method.by_engine):
        raise RuleError("Acceleration is for a Swiss by FIDE's rules (C.04.5.1): leave it out.")
    if any(one.status is not RoundStatus.DRAFT for one in tournament.rounds):
        raise RuleError("Round 1 is published: acceleration is decided before it (C.04.5.1).")


def _pair(write: Write, tournament: Tournament, pair: TypedPair) -> list[int | None]:
    first, second = (_number(write, tournament, who) for who in (pair.first, pair.second))
    if first == second:
        raise InputError(f"{pair.first.text} cannot meet themselves: write two players.")
    return [*sorted((first, second)), pair.until]


def _boards(write: Write, tournament: Tournament, boards: tuple[tuple[ParsedName, int], ...]) -> list[list[int]]:
    found = [[_number(write, tournament, who), board] for who, board in boards]
    for column, what in ((0, "has two boards"), (1, "is kept for two")):
        values = [each[column] for each in found]
        twice = next((place for place, value in enumerate(values) if value in values[:place]), None)
        if twice is not None:
            who = boards[twice][0].text if column == 0 else f"Board {boards[twice][1]}"
            raise InputError(f"{who} {what}: write one.")
    return sorted(found)


def forget_number(write: ClubWrite, tournament: Tournament, number: int) -> None:
    """Let nothing be asked of an entrant who is gone, whose number somebody else may get."""
    evening = tournament.evening
    pairs = [pair for pair in evening.forbidden or () if number not in pair[:2]]
    boards = [board for board in evening.fixed or () if board[0] != number]
    if (pairs or None, boards or None) != (evening.forbidden, evening.fixed):
        evenings.change(write.connection, evening.id, forbidden=pairs or None, fixed=boards or None)


def _number(write: Write, tournament: Tournament, who: ParsedName) -> int:
    return number_of_name(write.connection, write.club.id, tournament.entrants, who)
