"""Writes a section as a crosstable, by the template of `csv_table`, which reads it back.

The template has no place for colours, points on the board, or ratings outside 100 to 3000: they are left out.
"""

from collections.abc import Sequence
from datetime import date

from core.crosstable import Bye, Crosstable, Entrant, Game
from core.errors import InputError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.chess.csv_table import MOST_PLAYERS, MOST_ROUNDS
from core.formats.common.cells import Value, plain, table_bytes

_LETTERS = {1.0: ("W", "L"), 0.5: ("D", "D"), 0.0: ("L", "W")}
_FORFEITS = ("X", "F")
_LEAST_RATING, _MOST_RATING = 100, 3000
_OTHERWISE = "export the event as a table of pairings."


def write_crosstable_csv(event: FileEvent) -> bytes:
    """Write an event of one section; raise InputError for what the template cannot hold."""
    if len(event.sections) != 1:
        raise InputError(f"A crosstable has one section, this event has {len(event.sections)}: {_OTHERWISE}")
    (section,) = event.sections
    if section.rounds > MOST_ROUNDS or len(section.players) > MOST_PLAYERS:
        raise InputError(f"A crosstable has up to {MOST_PLAYERS} players and {MOST_ROUNDS} rounds: {_OTHERWISE}")
    entrants = tuple(Entrant(player.number) for player in section.players)
    Crosstable(date.min, entrants, section.games, section.byes)  # raises InputError for a contradiction
    rounds = range(1, max(section.rounds, 1) + 1)
    chart = _chart(section)
    rows: list[Sequence[Value]] = [["number", "name", "rating", "games", "id", "born", *map(str, rounds)]]
    for player in section.players:
        cells = chart[player.number]
        rows.append([*_player_cells(player), *(cells.get(index) for index in rounds)])
    return table_bytes(rows)


def _player_cells(player: FilePlayer) -> list[Value]:
    rating = player.rating
    if rating is not None and not _LEAST_RATING <= rating <= _MOST_RATING:
        rating = None
    return [
        *(player.number, plain(player.name) or "?", None if rating is None else round(rating, 9), player.games),
        *(player.uschess_id, player.born.isoformat() if player.born else None),
    ]


def _chart(section: FileSection) -> dict[int, dict[int, str]]:
    """Return everybody's cells by round."""
    chart: dict[int, dict[int, str]] = {player.number: {} for player in section.players}
    for game in section.games:
        first, second = _letters(game)
        chart[game.first][game.round] = f"{first}{game.second}"
        chart[game.second][game.round] = f"{second}{game.first}"
    for bye in section.byes:
        chart[bye.entrant][bye.round] = _bye_text(bye, chart)
    return chart


def _letters(game: Game) -> tuple[str, str]:
    if game.score is None or not game.rated:
        what = "has no result" if game.score is None else "is not rated"
        raise InputError(
            f"Round {game.round}: the game between players {game.first} and {game.second} {what}, which a crosstable "
            f"cannot say: {_OTHERWISE}"
        )
    return _LETTERS[game.score]


def _bye_text(bye: Bye, chart: dict[int, dict[int, str]]) -> str:
    named = bye.kind.value in _FORFEITS and bye.opponent in chart and bye.opponent != bye.entrant
    return f"{bye.kind.value}{bye.opponent}" if named else bye.kind.value
