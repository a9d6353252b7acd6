"""Scrabble events as tsh's division files."""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import select

from bot.store.database.tables import event
from tests.conftest import SimulatedClub, rows

GOLDEN = Path(__file__).parents[1] / "golden" / "naspa" / "division.toml"
DIVISION: dict[str, Any] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"][0]
"""A real division of 24 players and 23 rounds, with the ratings after it that tsh computed; without names."""


def name_of(number: int) -> str:
    """Return what a player of the published division is called here."""
    return f"Player, Number{number:02}"


def division_of_24(names: Mapping[int, str] | None = None) -> str:
    """Return the published division as tsh keeps it."""
    lines = []
    for player in DIVISION["players"]:
        name = (names or {}).get(player["number"], name_of(player["number"]))
        lines.append(line(name, player["rating"], player["opponents"], player["points"], player["career_games"]))
    return "".join(lines)


def line(name: str, rating: int, opponents: Sequence[int], points: Sequence[int], games: int | None = None) -> str:
    known = "" if games is None else f"; lifeg {games}"
    return f"{name:<22} {rating:4} {' '.join(map(str, opponents))}; {' '.join(map(str, points))}{known}\n"


SEED = line("Fenn, Rosa", 1800, [2, 2], [420, 410]) + line("Quill, Ada", 1675, [1, 1], [400, 400])
"""Twice 1800 against 1675: won by 20 and by 10, the two games of the seed's own example."""


async def event_ids(club: SimulatedClub) -> list[str]:
    found = await rows(club.services.database, select(event.c.id).order_by(event.c.seq))
    return [str(row.id) for row in found]
