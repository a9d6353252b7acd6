"""Sections: an event divided into evenings of their own."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.services.evenings.announcements import change_evening, number_of_name
from bot.services.evenings.lifecycle import check_capacity, evening_by_id, show_changes
from bot.services.evenings.tournament import Tournament, open_tournament, seeds_for, tournament_in
from bot.services.framework.actions import evening_action
from bot.services.framework.outbox import refresh_panel
from bot.services.framework.transaction import ClubWrite, Write, use_case
from bot.store.database.evening_rows import Evening, EveningStatus, LiveEventEntrant, Part, RoundStatus
from bot.store.evenings import evening_rounds, evenings
from core.errors import InputError, RuleError
from core.files.typed.results import ParsedName
from core.files.typed.rules import TypedPair, parse_fixed, parse_forbidden
from core.tournament.pairing.methods import QUAD, QUAD_ROUNDS, quads_of
from core.tournament.pairing.snapshot import section_names, section_of_rating

LONGEST_NAME = 100
OF_A_SECTION = " · "
"""Between an event's name and a section's own."""


def own_name(section: Part | Evening) -> str:
    """Return a section's own name, for example U1600 or Quad 2."""
    return section.name.rpartition(OF_A_SECTION)[2]


@use_case(evening_action("make-sections", "divided into sections"), director_to="divide an event into sections")
def make_sections(write: Write, evening_id: int) -> Tournament:
    tournament = open_tournament(write, evening_id)
    _require_whole(tournament)
    evening = tournament.evening
    if tournament.method.in_groups:
        groups = _quads(tournament)
    elif evening.bounds is None:
        raise RuleError("No sections are set. Press Plan under Directors and write the ratings to divide at.")
    else:
        groups = _groups(tournament, evening.bounds)
    check_capacity(write, more=len(groups) - 1)
    if tournament.draft is not None:
        evening_rounds.drop_round(write.connection, evening_id, tournament.draft.number)
    for group in groups:
        _make(write, tournament, group)
    evenings.end(write.connection, evening_id, EveningStatus.DIVIDED)
    refresh_panel(write.connection, write.club.id, write.now)
    show_changes(write, evening_id)
    details = {"values": {"sections": [group.name for group in groups]}}
    write.note(evening_id, details)
    return divided(write, evening_id)


@use_case(evening_action("undo-sections", "merged the sections of"), director_to="merge sections into one event")
def undo_sections(write: Write, evening_id: int) -> Tournament:
    connection, tournament = write.connection, divided(write, evening_id)
    for part in tournament.parts:
        require_before_round_1(part)
    seen: set[int] = set()
    for part in tournament.parts:
        entrants = entrants_of(write, tournament, part)
        twice = next((one.player.name for one in entrants if one.player.id in seen), None)
        if twice is not None:
            raise RuleError(f"{twice} is in two sections. Remove them from one first.")
        seen |= {one.player.id for one in entrants}
        drop_draft(write, part.id)
        evenings.move_to_section(connection, [one.number for one in entrants], part.id, evening_id)
        evenings.end(connection, part.id, EveningStatus.CANCELLED)
        evenings.change(connection, part.id, part_of=None)
        show_changes(write, part.id)
    evenings.end(connection, evening_id, EveningStatus.OPEN)
    refresh_panel(connection, write.club.id, write.now)
    show_changes(write, evening_id)
    write.note(evening_id)
    return tournament_in(write, evening_by_id(connection, write.club, evening_id))


@dataclass(frozen=True, slots=True)
class _Group:
    name: str
    under: int | None
    entrants: Sequence[LiveEventEntrant]


def _quads(tournament: Tournament) -> Sequence[_Group]:
    seeds = seeds_for(tournament, 1)
    tournament.method.require(len(seeds))
    quads = [
        [tournament.by_number[number] for number in quad] for quad in quads_of(sorted(seeds, key=seeds.__getitem__))
    ]
    quads[-1] += [one for one in tournament.entrants if not one.is_in]
    return [_Group(f"Quad {place}", None, quad) for place, quad in enumerate(quads, start=1)]


def _how_it_is_played(tournament: Tournament, group: _Group) -> dict[str, Any]:
    evening = tournament.evening
    if not tournament.method.in_groups:
        return {"method": evening.method, "rounds": evening.rounds}
    is_whole = sum(one.is_in for one in group.entrants) == QUAD
    return {
        "method": "round-robin" if is_whole else "swiss",
        "rounds": None if is_whole else QUAD_ROUNDS,
        "prizes": evening.prizes,
        "prize_sharing": evening.prize_sharing,
    }


def _groups(tournament: Tournament, bounds: tuple[int, ...]) -> Sequence[_Group]:
    names, unders = section_names(bounds), (None, *bounds)
    members: list[list[LiveEventEntrant]] = [[] for _ in names]
    for entrant in tournament.entrants:
        members[section_of_rating(entrant.displayed, bounds)].append(entrant)
    groups = [_Group(*each) for each in zip(names, unders, members, strict=True) if each[2]]
    for group in groups:
        playing = [one for one in group.entrants if not one.waits]
        if len(playing) < 2:
            who, *_ = playing or group.entrants
            shown = "unrated" if who.displayed is None else str(who.displayed)
            raise RuleError(
                f"{group.name} would have only {who.player.name} ({shown}). Press Sections under "
                "Directors and write other ratings to divide at, or let more players join."
            )
    if len(groups) < 2:
        only = groups[0].name if groups else names[0]
        raise RuleError(f"Everybody is in {only}. Press Sections and write other ratings to divide at, or none.")
    return groups


def _make(write: Write, tournament: Tournament, group: _Group) -> None:
    evening, suffix = tournament.evening, f"{OF_A_SECTION}{group.name}"
    numbers = [one.number for one in group.entrants]
    more: dict[str, Any] = {
        **_how_it_is_played(tournament, group),
        # The first on the waiting list gets the place.
        "most": None if evening.most is None else sum(not one.waits for one in group.entrants),
        "confirm_minutes": evening.confirm_minutes,
        "check_in": evening.check_in,
        "forfeit_minutes": evening.forfeit_minutes,
        "lot": secrets.randbelow(2**31),
        "tie_breaks": evening.tie_breaks,
        # Moved players keep their numbers, which sections share.
        "forbidden": evening.forbidden,
        "fixed": evening.fixed,
        "accelerated": evening.accelerated,
        "part_of": evening.id,
        "under": group.under,
    }
    part = evenings.add(
        write.connection,
        club_id=write.club.id,
        name=evening.name[: LONGEST_NAME - len(suffix)] + suffix,
        day=evening.day,
        rating_list=evening.rating_list,
        time_control=evening.time_control,
        created_by=write.actor.member.user_id,
        interaction_id=None,
        now=write.now,
        **more,
    )
    evenings.move_to_section(write.connection, numbers, evening.id, part)
    show_changes(write, part)


def divided(write: Write, evening_id: int) -> Tournament:
    evening = evening_by_id(write.connection, write.club, evening_id)
    if evening.status is not EveningStatus.DIVIDED:
        raise RuleError(f"{evening.name} is not divided into sections. Press Sections under Directors first.")
    return tournament_in(write, evening)


def require_before_round_1(part: Part) -> None:
    if part.status is not EveningStatus.OPEN:
        raise RuleError(f"{part.name} is already {part.status.value}. Reopen it first.")
    if part.round:
        raise RuleError(f"Round 1 of {part.name} is published. Take it back first, or keep the sections.")


def _require_whole(tournament: Tournament) -> None:
    if tournament.evening.part_of is not None:
        raise RuleError(f"{tournament.evening.name} is already a section.")
    if tournament.is_free:
        raise RuleError(f"{tournament.method.label} has no sections. Choose a method that is paired in rounds.")
    if any(one.status is not RoundStatus.DRAFT for one in tournament.rounds):
        raise RuleError("Round 1 is already published. Sections are made before it.")


def entrants_of(write: Write, tournament: Tournament, part: Part) -> Sequence[LiveEventEntrant]:
    return evenings.entrants(write.connection, write.club.id, part.id, tournament.lists[0])


def drop_draft(write: Write, evening_id: int) -> None:
    for one in evening_rounds.rounds(write.connection, evening_id):
        if one.status is RoundStatus.DRAFT:
            evening_rounds.drop_round(write.connection, evening_id, one.number)


def seat_in(write: Write, tournament: Tournament, player_id: int) -> tuple[Part, LiveEventEntrant] | None:
    for part in tournament.parts:
        for entrant in entrants_of(write, tournament, part):
            if entrant.player.id == player_id:
                return part, entrant
    return None


# Forbidden pairs, acceleration and fixed boards.


SET_PAIRING_RULES = evening_action("set-pairing-rules", "changed the pairing rules of")


@use_case(SET_PAIRING_RULES, director_to="change how an event is paired")
def set_pairing_rules(write: Write, evening_id: int, forbidden: str, fixed: str, *, accelerated: bool) -> Tournament:
    """Set the rules of future pairings; directors only. forbidden, fixed: for `core.files.typed.rules`."""
    pairs, boards = parse_forbidden(forbidden), parse_fixed(fixed)
    tournament = open_tournament(write, evening_id)
    if tournament.method.closed or tournament.is_free:
        raise RuleError(f"{tournament.method.label} is paired only by its schedule. Choose a Swiss for this.")
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
        raise RuleError("Acceleration needs a Swiss by FIDE's rules (C.04.5.1). Remove the acceleration.")
    if any(one.status is not RoundStatus.DRAFT for one in tournament.rounds):
        raise RuleError("Round 1 is already published. Acceleration is decided before it (C.04.5.1).")


def _pair(write: Write, tournament: Tournament, pair: TypedPair) -> list[int | None]:
    first, second = (_number(write, tournament, who) for who in (pair.first, pair.second))
    if first == second:
        raise InputError(f"{pair.first.text} cannot meet themselves. Write two players.")
    return [*sorted((first, second)), pair.until]


def _boards(write: Write, tournament: Tournament, boards: tuple[tuple[ParsedName, int], ...]) -> list[list[int]]:
    found = [[_number(write, tournament, who), board] for who, board in boards]
    for place, ((who, board), (number, _)) in enumerate(zip(boards, found, strict=True)):
        if any(number == other for other, _ in found[:place]):
            raise InputError(f"{who.text} has two fixed boards. Remove one of the two lines.")
        if any(board == other for _, other in found[:place]):
            raise InputError(f"Board {board} is fixed for two pairs. Remove one of the two lines.")
    return sorted(found)


def forget_number(write: ClubWrite, tournament: Tournament, number: int) -> None:
    """Drop questions and rules of a removed entrant's number."""
    evening = tournament.evening
    pairs = [pair for pair in evening.forbidden or () if number not in pair[:2]]
    boards = [board for board in evening.fixed or () if board[0] != number]
    if (pairs or None, boards or None) != (evening.forbidden, evening.fixed):
        evenings.change(write.connection, evening.id, forbidden=pairs or None, fixed=boards or None)
    if evening.teams is not None:
        kept = [[name, [one for one in members if one != number]] for name, members in evening.teams["teams"]]
        evenings.change(write.connection, evening.id, teams={**evening.teams, "teams": kept})


def _number(write: Write, tournament: Tournament, who: ParsedName) -> int:
    return number_of_name(write.connection, write.club.id, tournament.entrants, who)
