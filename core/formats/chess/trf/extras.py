"""What other records of a tournament report file tell of its players: teams, membership numbers, byes."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.event_file import FilePlayer
from core.formats.chess.trf.cells import RoundCell, is_blank, set_cell
from core.formats.chess.trf.players import PlayerLine
from core.formats.chess.trf.records import FEDERATION, FIDE_ID, MOST_ROUNDS, NUMBER, RATING, FileLine, numbers, whole
from core.formats.common.warnings import ParseWarnings, clean

_TEAM_NAME = {"013": slice(4, 36), "310": slice(8, 40)}
_TEAM_PLAYERS = {"013": 36, "310": 73}
_SLOT = 5


def fill_byes(players: Mapping[int, PlayerLine], records: Mapping[str, list[FileLine]], doubts: ParseWarnings) -> None:
    """Put the byes of record 240 into blank rounds; doubt those that a round contradicts.

    In a file with teams they are the byes of teams, whose players' rounds tell them.
    """
    if "013" in records or "310" in records:
        return
    for line in records.get("240", ()):
        code, round_number = line.text[4:5].upper(), whole(line.text[6:9])
        if code not in ("F", "H", "Z") or not round_number or round_number > MOST_ROUNDS:
            doubts.add(line.number, "unreadable byes", "the byes need a letter F, H or Z and a round: left out")
            continue
        for number in numbers(line.text[9:]):
            if number not in players:
                doubts.add(line.number, "unknown players", f"there is no player {number} in this file: left out")
                continue
            cells = players[number].cells
            if is_blank(cells, round_number - 1):
                set_cell(cells, round_number - 1, RoundCell(0, "", code))
                continue
            cell = cells[round_number - 1]
            if cell is not None and cell.code != code:
                text = f"player {number} has something else in round {round_number}: the bye is left out"
                doubts.add(line.number, "byes that a round contradicts", text)


def with_extras(
    players: Mapping[int, PlayerLine], records: Mapping[str, list[FileLine]], doubts: ParseWarnings
) -> tuple[FilePlayer, ...]:
    """Return the players with their teams, and with what the US Chess national records tell."""
    teams = _teams(players, records, doubts)
    members = _members(players, records.get("NRS", ()), doubts)
    found = []
    for number, mine in players.items():
        player = mine.player
        if number in teams:
            player = replace(player, team=teams[number])
        if number in members:
            uschess_id, state = members[number]
            player = replace(player, uschess_id=uschess_id, state=state)
        found.append(player)
    return tuple(found)


def _teams(
    players: Mapping[int, PlayerLine], records: Mapping[str, list[FileLine]], doubts: ParseWarnings
) -> dict[int, str]:
    """Return each player's team, by record 310, or 013, which it replaces."""
    teams: dict[int, str] = {}
    for tag in ("310", "013"):
        for line in records.get(tag, ()):
            name = clean(line.text[_TEAM_NAME[tag]])
            start = _TEAM_PLAYERS[tag]
            slots = [line.text[place : place + 4] for place in range(start, len(line.text), _SLOT)]
            for number in [whole(slot) for slot in slots if slot.strip()]:
                if number is None or number not in players:
                    text = f"the team has a player who is not in this file ({number or 'no number'}): left out"
                    doubts.add(line.number, "unknown players", text)
                elif name and teams.setdefault(number, name) != name:
                    text = f'player {number} is in another team too: "{teams[number]}" counts'
                    doubts.add(line.number, "players of two teams", text)
    return teams


def _members(
    players: Mapping[int, PlayerLine], lines: Sequence[FileLine], doubts: ParseWarnings
) -> dict[int, tuple[str | None, str | None]]:
    """Return US Chess number and state by national records; their ratings are left out, the FIDE rating counts."""
    members: dict[int, tuple[str | None, str | None]] = {}
    left_out: set[str] = set()
    for line in lines:
        number, country = whole(line.text[NUMBER]), line.text[:3]
        if number not in players or number is None:
            doubts.add(line.number, "unknown players", f"there is no player {number} in this file: left out")
            continue
        if country == "USA":
            uschess_id = line.text[FIDE_ID].strip()
            state = line.text[FEDERATION].strip().upper()
            members[number] = (
                uschess_id if re.fullmatch(r"[0-9]{6,8}", uschess_id) else None,
                state if re.fullmatch(r"[A-Z]{2}", state) else None,
            )
        if whole(line.text[RATING]) and country not in left_out:
            left_out.add(country)
            doubts.add(
                line.number,
                "national ratings",
                f"national ratings ({country}) are left out, those of the 001 lines count",
            )
    return members
