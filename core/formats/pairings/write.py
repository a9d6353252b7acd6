"""Writes an event as a table of pairings, with two more tables below for the players and the event.

`pairings_tables` says which columns they have; `pairings_read` reads all of it back.
"""

from collections.abc import Sequence
from datetime import date

from core.crosstable import Bye, Crosstable, Entrant, Game
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.common.cells import Value, plain, table_bytes
from core.formats.pairings.details import details_rows
from core.formats.pairings.results import result_text
from core.formats.pairings.tables import KEYS, PAIRINGS, PLAYER_FIELDS, PLAYERS

_BEGAN = {True: 1, False: 2, None: None}


def write_pairings_csv(event: FileEvent) -> bytes:
    """Write all facts of an event; raise InputError for facts that contradict each other."""
    divisions = _divisions(event.sections)
    pairings: list[Sequence[Value]] = [PAIRINGS]
    players: list[Sequence[Value]] = [PLAYERS]
    for section, division in zip(event.sections, divisions, strict=True):
        entrants = tuple(Entrant(player.number) for player in section.players)
        Crosstable(date.min, entrants, section.games, section.byes)  # raises InputError for a contradiction
        names = {player.number: _name(player) for player in section.players}
        facts: list[Game | Bye] = [*section.games, *section.byes]
        for fact in sorted(facts, key=lambda fact: fact.round):
            row = _game_row(fact, names) if isinstance(fact, Game) else _bye_row(fact, names)
            pairings.append([division, fact.round, *row])
        players += ([division, *_player_row(player)] for player in section.players)
    return table_bytes([*pairings, [], *players, [], KEYS, *details_rows(event, divisions)])


def _divisions(sections: Sequence[FileSection]) -> list[str]:
    """Return what each section is called, no two alike."""
    names: list[str] = []
    for place, section in enumerate(sections, start=1):
        name = plain(section.name or "")
        while name in names:
            name = f"{name} ({place})".strip()
        names.append(name)
    return names


def _name(player: FilePlayer) -> str:
    return plain(player.name) or "?"


def _game_row(game: Game, names: dict[int, str]) -> list[Value]:
    return [
        *(game.first, names[game.first], game.second, names[game.second]),
        *(result_text(game.score), game.first_points, game.second_points),
        *(_BEGAN[game.first_began], None if game.rated else "no"),
    ]


def _bye_row(bye: Bye, names: dict[int, str]) -> list[Value]:
    opponent = bye.opponent if bye.opponent in names else None
    name = None if opponent is None else names[opponent]
    return [bye.entrant, names[bye.entrant], opponent, name, bye.kind.value, bye.points, None, None, None]


def _player_row(player: FilePlayer) -> list[Value]:
    row: list[Value] = []
    for field in PLAYER_FIELDS.values():
        value = _name(player) if field == "name" else getattr(player, field)
        row.append(value.isoformat() if isinstance(value, date) else value)
    return row
