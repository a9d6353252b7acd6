"""Write pairings with tables of players and event; see `columns`."""

from collections.abc import Sequence
from datetime import date

from core.errors import InputError
from core.event.crosstable import Bye, Crosstable, Entrant, Game
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.csv_table import MOST_PLAYERS, MOST_ROUNDS
from core.files.common.tables import Value, plain, table_bytes
from core.files.games.columns import KEYS, PAIRINGS, PLAYER_FIELDS, PLAYERS
from core.files.games.read import details_rows
from core.files.games.results import result_text

_BEGAN = {True: 1, False: 2, None: None}


def write_pairings_csv(event: FileEvent) -> bytes:
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


# Without colours, Scrabble scores and ratings outside 100 to 3000.


_LETTERS = {1.0: ("W", "L"), 0.5: ("D", "D"), 0.0: ("L", "W")}
_FORFEITS = ("X", "F")
_LEAST_RATING, _MOST_RATING = 100, 3000
_OTHERWISE = "Export a table of pairings."


def write_crosstable_csv(event: FileEvent) -> bytes:
    if len(event.sections) != 1:
        raise InputError(f"A crosstable has one section. This event has {len(event.sections)}. {_OTHERWISE}")
    (section,) = event.sections
    if section.rounds > MOST_ROUNDS or len(section.players) > MOST_PLAYERS:
        raise InputError(f"A crosstable has at most {MOST_PLAYERS} players and {MOST_ROUNDS} rounds. {_OTHERWISE}")
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
        problem = "has no result" if game.score is None else "is not rated"
        raise InputError(
            f"Round {game.round}: the game between players {game.first} and {game.second} {problem}. A crosstable "
            f"cannot show that. {_OTHERWISE}"
        )
    return _LETTERS[game.score]


def _bye_text(bye: Bye, chart: dict[int, dict[int, str]]) -> str:
    named = bye.kind.value in _FORFEITS and bye.opponent in chart and bye.opponent != bye.entrant
    return f"{bye.kind.value}{bye.opponent}" if named else bye.kind.value
