"""Papi's JSON, the French federation's pairing program, as Sharly Chess converts it.

Contact data are never read.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.chess.csv_table import PrintedCell, games_of_chart
from core.files.chess.uschess_report import read_control
from core.files.common.dates import Calendar, DayOrder, day_in
from core.files.common.text import clean, shorten

FORMAT = "Papi (JSON)"
MOST_ROUNDS, MOST_PLAYERS = 24, 2_000
_BEGINS = re.compile(r'\s*+\{\s*+"(?:variables|players)"\s*+:')
_PLAYED = {1: "L", 2: "D", 3: "W", 11: "L", 12: "D", 13: "W"}
_BYES = {"W": "B", "D": "H", "L": "Z"}
"""A result without an opponent."""
_UNRATED = {11, 12, 13}
_NOT_PLAYED = {4: "F", 5: "F", 6: "X", 7: "Z", 8: "H", 9: "B", 10: "B", 14: "Z"}
_FORFEITS = {4, 5, 6}
_RATINGS = {"rapid": "rapidElo", "blitz": "blitzElo"}
_FRENCH = Calendar(DayOrder.DAY)

Record = Mapping[str, Any]


def is_papi(text: str) -> bool:
    return _BEGINS.match(text) is not None and '"rounds"' in text and '"lastName"' in text


def read_papi(data: bytes) -> FileEvent:
    try:
        root = json.loads(data)
        variables, records = root.get("variables") or {}, root["players"]
    except (ValueError, RecursionError, KeyError):
        raise InputError("The Papi file is damaged or has no players. Convert it again.") from None
    if not isinstance(variables, dict) or not isinstance(records, list) or not records:
        raise InputError("The Papi file has no players. Convert it again.")
    if len(records) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one event at a time.")
    players = [record if isinstance(record, dict) else {} for record in records]
    speed = _text(variables, "ratingClass", "ClassElo").casefold()
    rating = next((key for word, key in _RATINGS.items() if speed.startswith(word)), "elo")
    return _event(variables, players, rating)


def _event(variables: Record, players: Sequence[Record], rating: str) -> FileEvent:
    listed = [_player(number, player, rating) for number, player in enumerate(players, start=1)]
    results = {number: _results(number, player) for number, player in enumerate(players, start=1)}
    games, byes = games_of_chart({number: [one[0] for one in row] for number, row in results.items()})
    games = tuple(replace(game, rated=False) if results[game.first][game.round - 1][1] else game for game in games)
    written = _text(variables, "timeControl", "Cadence")
    control, planned = read_control(written), _text(variables, "rounds", "NbrRondes")
    section = FileSection(
        tuple(listed),
        games,
        byes,
        time_control=control,
        written_control=None if control else written or None,
        rounds_planned=int(planned) if re.fullmatch(r"[1-9][0-9]?", planned) else None,
    )
    others = sum(_is_rated_elsewhere(player) for player in players)
    told = f"{others} ratings are not FIDE's but national or estimated. Ignored"
    return FileEvent(
        FORMAT,
        (section,),
        name=_text(variables, "name", "Nom") or None,
        began=day_in(_text(variables, "startDate", "DateDebut"), _FRENCH),
        day=day_in(_text(variables, "endDate", "DateFin"), _FRENCH),
        city=_text(variables, "venue", "Lieu")[:60] or None,
        ratings_of=ExternalSystem.FIDE,
        remarks=(Remark(None, told),) if others else (),
    )


def _player(number: int, player: Record, rating_key: str) -> FilePlayer:
    name = ", ".join(part for part in (_text(player, "lastName"), _text(player, "firstName")) if part)
    rating, code, born = player.get(rating_key), _text(player, "fideCode"), day_in(_text(player, "birthDate"), _FRENCH)
    federation = _text(player, "federation").upper()
    has_rating = isinstance(rating, int) and 0 < rating < 4000 and not _is_rated_elsewhere(player)
    return FilePlayer(
        number,
        name or f"Player {number}",
        float(rating) if has_rating and isinstance(rating, int) else None,
        fide_id=code if re.fullmatch(r"[1-9][0-9]{3,11}", code) else None,
        born=born,
        federation=federation if re.fullmatch("[A-Z]{3}", federation) else None,
        sex={"M": "m", "F": "w"}.get(_text(player, "gender").upper()),
        title=_text(player, "fideTitle")[:10] or None,
    )


def _is_rated_elsewhere(player: Record) -> bool:
    """Return whether the letter of the rating says national (N) or estimated (E), and not FIDE (F)."""
    return _text(player, "fideElo").upper() in ("N", "E")


def _results(number: int, player: Record) -> list[tuple[PrintedCell | None, bool]]:
    """Return a player's cells, and whether each game is not rated. rounds: by number, or a list."""
    rounds = player.get("rounds") or {}
    if isinstance(rounds, list):
        rounds = {str(at): one for at, one in enumerate(rounds, start=1)}
    if not isinstance(rounds, dict):
        raise InputError(f"Player {number}: the rounds cannot be read. Convert the Papi file again.")
    cells: list[tuple[PrintedCell | None, bool]] = [(None, False)] * MOST_ROUNDS
    for key, one in rounds.items():
        if not re.fullmatch(r"[1-9][0-9]?", key) or int(key) > MOST_ROUNDS or not isinstance(one, dict):
            raise InputError(f'Player {number}: "{shorten(key)}" is not a round. Papi has {MOST_ROUNDS} at most.')
        cells[int(key) - 1] = _cell(number, key, one)
    return cells


def _cell(number: int, key: str, one: Record) -> tuple[PrintedCell | None, bool]:
    result, opponent = one.get("result", 0), one.get("opponent")
    # counted from 0
    met = opponent + 1 if isinstance(opponent, int) and not isinstance(opponent, bool) and opponent >= 0 else None
    if result in _PLAYED and met is None:
        return PrintedCell(_BYES[_PLAYED[result]]), False
    if result in _PLAYED:
        return PrintedCell(_PLAYED[result], met, {"B": True, "N": False}.get(_text(one, "color"))), result in _UNRATED
    if result == 6 and met is None:
        return PrintedCell("B"), False
    if result in _NOT_PLAYED:
        return PrintedCell(_NOT_PLAYED[result], met if result in _FORFEITS else None), False
    if result:
        raise InputError(f'Player {number}, round {key}: "{shorten(str(result))}" is not a result from 0 to 14.')
    return None, False


def _text(record: Record, *keys: str) -> str:
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return clean(value)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**12:
            return str(value)
    return ""
