"""Export events, with their pairings if paired by the bot."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any, NamedTuple

from bot.services.evenings.sections import own_name
from bot.services.evenings.standings import rank_in
from bot.services.evenings.tournament import (
    BYE_SPREAD,
    Tournament,
    days_of,
    planned_rounds,
    read_open,
    read_tournament,
    rounds_over,
    seeds_for,
    snapshot_for,
)
from bot.services.events.listing import ExportedFile, ExportFormat, ReportPlace, file_event, file_player, written
from bot.services.events.report import SectionReport, section_of
from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import Read, read
from bot.store.database.evening_rows import EveningStatus
from bot.store.evenings import evenings, played_games
from bot.store.events import facts
from bot.store.people import players, profiles
from bot.store.people.profiles import PlayerDetails
from core.errors import InputError, RuleError
from core.event.background import ExternalSystem
from core.event.crosstable import Crosstable, GameType
from core.event.event_file import Conduct, FileEvent, FileSection
from core.event.similarity import event_name
from core.rating.systems import system_of
from core.tournament.tiebreaks.standings import Family, chosen
from core.words import last_name_first

# Pairings and rankings for files.


_SYSTEMS = {"swiss": "FIDE_DUTCH", "round-robin": "FIDE_ROUNDROBIN"}
"""FIDE's code of a method; only those that two programs accept."""


def conduct_of(tournament: Tournament, table: Crosstable, numbers: Mapping[int, int], arbiter: str) -> Conduct:
    """Return how finished rounds were paired and ranked.

    table: their facts. numbers: the table's numbers by card number.
    """
    from core.tournament.pairing.trf26 import conduct_before

    over = rounds_over(tournament)
    snapshot = snapshot_for(tournament, len(over) + 1, numbers)
    rows, order, *_ = rank_in(tournament, table)
    system = _SYSTEMS.get(tournament.method.key)
    if system == "FIDE_DUTCH" and snapshot.accelerated:
        system = "FIDE_DUTCH_BAKU"
    words = [] if system else [tournament.method.label]
    if any(chosen(code).tie_break.family is not Family.FIDE for code in order):
        # Record 202 has FIDE's codes alone.
        words, order = [*words, f"tie-breaks {', '.join(order)}"], ()
    played = {one.number for one in over}
    return replace(
        conduct_before(snapshot),
        arbiters=(arbiter,) if arbiter else (),
        days=days_of(tournament)[: len(over)],
        system=system,
        method=", ".join(words) or None,
        tie_breaks=tuple(order),
        ranks={row.number: row.rank for row in rows},
        boards={
            (one.round, numbers[number]): one.board
            for one in tournament.pairings
            if one.round in played and one.is_game
            for number in one.numbers
        },
        bye_spread=BYE_SPREAD if tournament.game is GameType.SCRABBLE else None,
    )


# Export a stored event or a running evening.


WHO = "export an event"
CHANGED = "The players were changed after the event was closed. The file does not say how it was paired and ranked."


async def export_event(
    services: Services,
    actor: Actor,
    event_id: int,
    which: ExportFormat,
    place: ReportPlace | None = None,
    arbiter: str | None = None,
) -> ExportedFile:
    """Export a stored event with ids and birth dates; directors only.

    A US Chess report has all closed sections. place: for that report. arbiter: chief arbiter (default: who closed
    the evening, else the actor).
    """
    from core.files.chess.trf_write import given_byes

    found = await _read_event(services, actor, event_id, which)
    section, tournament, others = found.section, found.tournament, found.others
    arbiters = [arbiter] if arbiter else found.header.get("arbiters") or []
    chief = arbiters[0] if arbiters else found.closer or ("" if tournament is None else actor.member.name)

    def make() -> ExportedFile:
        event = file_event(section, found.known, which)
        event = replace(
            event, city=found.header.get("city"), federation=found.header.get("federation"), played=found.played
        )
        remarks: tuple[str, ...] = ()
        if others:
            event, remarks = _whole(others, which, chief)
            remarks += tuple(f"{name} is not closed yet, so it is not in the report." for name in found.missing)
        elif tournament is not None and not tournament.is_free:
            event, remarks = _with_its_conduct(event, section, tournament, which, chief)
        elif chief:
            (part,) = event.sections
            conduct = replace(
                part.conduct or Conduct(), arbiters=tuple(arbiters) or (chief,), given_byes=given_byes(part)
            )
            event = replace(event, sections=(replace(part, conduct=conduct),))
        file = written(event, f"event-{event_id}", which, found.today, place)
        return replace(file, remarks=(*remarks, *file.remarks))

    return await asyncio.to_thread(make)


class _Stored(NamedTuple):
    section: SectionReport
    known: Mapping[int, PlayerDetails]
    tournament: Tournament


class _Found(NamedTuple):
    today: date
    section: SectionReport
    known: Mapping[int, PlayerDetails]
    tournament: Tournament | None
    closer: str
    others: Sequence[_Stored]
    missing: Sequence[str]
    header: Mapping[str, Any]
    played: str | None


@read(director_to=WHO)
def _read_event(look: Read, event_id: int, which: ExportFormat) -> _Found:
    connection, club = look.connection, look.club
    section = section_of(connection, club, event_id)
    known = profiles.details_of(connection, club.id, [player.id for player in section.players.values()])
    evening = evenings.find_by_event(connection, club.id, event_id)
    closer = None if evening is None else evenings.closed_by(connection, club.id, event_id)
    director = None if closer is None else players.by_user(connection, club.id, closer)
    tournament = None
    if evening is not None and evening.is_paired:
        tournament = read_tournament(connection, club, evening, look.now)
    others: Sequence[_Stored] = ()
    missing: Sequence[str] = ()
    if evening is not None and evening.part_of is not None and which is ExportFormat.USCHESS:
        others, missing = _sections(look, evening.part_of)
    name = "" if director is None else director.name
    header = facts.header_of(connection, event_id)
    score = played_games.scores_of(connection, club.id, [event_id]).get(event_id)
    played = None if score is None else "-".join(f"{one:g}" for one in score)
    return _Found(look.today, section, known, tournament, name, others, missing, header, played)


def _sections(look: Read, evening_id: int) -> tuple[Sequence[_Stored], Sequence[str]]:
    connection, club = look.connection, look.club
    found, missing = [], []
    for part in evenings.sections_of(connection, evening_id):
        evening = evenings.find(connection, club.id, part.id)
        if evening is None or evening.event_id is None:
            missing += [part.name] if part.status is EveningStatus.OPEN else []
            continue
        section = section_of(connection, club, evening.event_id)
        known = profiles.details_of(connection, club.id, [player.id for player in section.players.values()])
        found.append(_Stored(section, known, read_tournament(connection, club, evening, look.now)))
    return found, missing


def _whole(parts: Sequence[_Stored], which: ExportFormat, chief: str) -> tuple[FileEvent, tuple[str, ...]]:
    sections: list[FileSection] = []
    remarks: tuple[str, ...] = ()
    events = []
    for part in parts:
        event, more = _with_its_conduct(
            file_event(part.section, part.known, which), part.section, part.tournament, which, chief
        )
        name = own_name(part.tournament.evening)
        sections += [replace(one, name=name) for one in event.sections]
        events.append(event)
        remarks += tuple(f"{name}: {remark}" for remark in more)
    first = events[0]
    name = (first.name or "").removesuffix(f" · {sections[0].name}")
    began = min((one.began for one in events if one.began is not None), default=None)
    return replace(first, name=name, began=began, sections=tuple(sections)), remarks


def _with_its_conduct(
    event: FileEvent, section: SectionReport, tournament: Tournament, which: ExportFormat, chief: str
) -> tuple[FileEvent, tuple[str, ...]]:
    by_player = {player.id: number for number, player in section.players.items()}
    entered = {one.player.id: one for one in tournament.entrants}
    if not by_player.keys() <= entered.keys() or len(by_player) < len(section.crosstable.entrants):
        return event, (CHANGED,)
    numbers = {entered[player].number: number for player, number in by_player.items()}
    if any(number not in numbers for one in tournament.pairings if one.is_game for number in one.numbers):
        return event, (CHANGED,)
    in_file = {number: number for number in by_player.values()}
    if which is ExportFormat.TRF:
        drawn = sorted(by_player, key=lambda player: entered[player].seed or 0)
        in_file = {by_player[player]: place for place, player in enumerate(drawn, start=1)}
    part = _renumbered(event.sections[0], in_file)
    table = replace(
        section.crosstable,
        entrants=tuple(replace(one, number=in_file[one.number]) for one in section.crosstable.entrants),
        games=part.games,
        byes=part.byes,
    )
    numbers = {number: in_file[in_event] for number, in_event in numbers.items()}
    conduct = conduct_of(tournament, table, numbers, chief)
    part = replace(part, conduct=conduct, rounds_planned=len(rounds_over(tournament)))
    return replace(event, began=event.began or _first_day(tournament), sections=(part,)), ()


def _renumbered(section: FileSection, numbers: Mapping[int, int]) -> FileSection:
    return replace(
        section,
        players=tuple(replace(one, number=numbers[one.number]) for one in section.players),
        games=tuple(replace(one, first=numbers[one.first], second=numbers[one.second]) for one in section.games),
        byes=tuple(
            replace(one, entrant=numbers[one.entrant], opponent=None if one.opponent is None else numbers[one.opponent])
            for one in section.byes
        ),
    )


def _first_day(tournament: Tournament) -> date | None:
    return min((day for day in days_of(tournament) if day is not None), default=None)


async def export_running(
    services: Services, actor: Actor, evening_id: int, which: ExportFormat, arbiter: str | None = None
) -> ExportedFile:
    """Export a paired evening after its last finished round; directors only.

    Imported again, it pairs the same next round; requested byes are included.
    """
    if which is ExportFormat.USCHESS:
        raise RuleError("A US Chess report needs a finished event. Close the evening first.")

    today, tournament, known = await _read_running(services, actor, evening_id)
    if tournament.is_free:
        raise RuleError(
            f"{tournament.method.label} has no rounds to export while it is played. Close the evening first."
        )
    over, playing = len(rounds_over(tournament)), tournament.open_round
    event = running_event(tournament, known, which, arbiter or actor.member.name)
    file = await asyncio.to_thread(written, event, f"evening-{evening_id}-round-{over}", which, today)
    so_far = f"As it stood after round {over}" if over else "As it stands before round 1"
    not_yet = "." if playing is None else f". Round {playing.number} is being played and is not included."
    return replace(file, remarks=(so_far + not_yet, *file.remarks))


@read(director_to=WHO)
def _read_running(look: Read, evening_id: int) -> tuple[date, Tournament, dict[int, PlayerDetails]]:
    tournament = read_open(look.connection, look.club, evening_id, look.now)
    ids = [one.player.id for one in tournament.entrants]
    return look.today, tournament, profiles.details_of(look.connection, look.club.id, ids)


def running_event(
    tournament: Tournament, known: Mapping[int, PlayerDetails], which: ExportFormat, arbiter: str
) -> FileEvent:
    """Return a paired evening after its last finished round."""
    from core.tournament.pairing.trf26 import facts_before

    evening, number = tournament.evening, len(rounds_over(tournament)) + 1
    seeds = seeds_for(tournament, number)
    if tournament.open_round is not None:
        # Entrants since the draft have no number yet.
        seeds = {one.number: one.seed for one in tournament.entrants if one.seed is not None and one.is_in}
    if not seeds:
        raise InputError("Nobody has joined yet, so there is nothing to export.")
    snapshot = snapshot_for(tournament, number, seeds)
    games, byes = facts_before(snapshot)
    moves_fide = system_of(tournament.lists[0]).in_files is ExternalSystem.FIDE
    shown = which is not ExportFormat.TRF or moves_fide
    entrants = sorted((tournament.by_number[entrant] for entrant in seeds), key=lambda one: seeds[one.number])
    table = replace(snapshot.crosstable, games=games, byes=tuple(bye for bye in byes if bye.round < snapshot.round))
    section = FileSection(
        tuple(
            replace(
                file_player(
                    seeds[one.number],
                    last_name_first(one.player.name) if which is ExportFormat.TRF else one.player.name,
                    one.displayed if shown else None,
                    known.get(one.player.id, PlayerDetails()),
                ),
                team=team,
                board=board,
                out=seeds[one.number] in table.out,
            )
            for one in entrants
            for team, board in [tournament.seats_in_teams.get(one.number, (None, None))]
        ),
        games,
        byes,
        time_control=evening.time_control,
        rounds_planned=planned_rounds(tournament, len(seeds)),
        conduct=conduct_of(tournament, table, seeds, arbiter),
        ranking=table.ranking,
    )
    return FileEvent(
        "running evening",
        (section,),
        event_name(evening.name, evening.day),
        began=_first_day(tournament),
        day=max((day for day in days_of(tournament)[: number - 1] if day is not None), default=evening.day),
        board=tournament.game,
        ratings_of=ExternalSystem.FIDE if which is ExportFormat.TRF else None,
    )
