"""An event of games that are listed one by one, as in PGN: its players, sections and rounds."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.common.tables import TableRow
from core.files.common.text import fault, shorten
from core.files.games.results import RowResult
from core.files.games.rounds import MOST_ROUNDS, ReportedRow, in_rounds

MOST_GAMES, MOST_PLAYERS = 5_000, 2_000
FORFEITS = (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS)


class ListedPlayer(NamedTuple):
    """A player beside a game."""

    name: str
    rating: float | None = None
    title: str | None = None
    fide_id: str | None = None


class ListedGame(NamedTuple):
    """A finished game. line: from 1. section: the name of its event. score: White's. round: 0 if unknown.

    unplayed: byes of both instead of a game, such as a forfeit.
    """

    line: int
    section: str
    white: ListedPlayer
    black: ListedPlayer
    score: float | None
    day: date | None = None
    round: int = 0
    control: TimeControl | None = None
    unplayed: tuple[ByeKind | None, ByeKind | None] = (None, None)


def check_amount(games: int) -> None:
    """Raise InputError for more games than an event has."""
    if games > MOST_GAMES:
        raise InputError(f"The file has more than {MOST_GAMES} games. Upload one event at a time.")


def event_of_games(form: str, games: Sequence[ListedGame], site: str | None, remarks: Sequence[Remark]) -> FileEvent:
    """Return an event with a section for each named one.

    form: the format's name. Raise InputError without games.
    """
    if not games:
        raise InputError("The file has no finished chess game. Upload games that have a result.")
    by_name: dict[str, list[ListedGame]] = {}
    for game in games:
        by_name.setdefault(game.section, []).append(game)
    days = [game.day for game in games if game.day is not None]
    return FileEvent(
        form,
        tuple(_section(name if len(by_name) > 1 else "", listed) for name, listed in by_name.items()),
        name=games[0].section or None if len(by_name) == 1 else None,
        began=None if not days or min(days) == max(days) else min(days),
        day=max(days, default=None),
        site=site,
        remarks=tuple(remarks),
    )


def _section(name: str, games: Sequence[ListedGame]) -> FileSection:
    players: dict[str, FilePlayer] = {}
    for game in games:
        for one in (game.white, game.black):
            new = FilePlayer(
                len(players) + 1, one.name, one.rating, fide_id=one.fide_id, title=one.title, line=game.line
            )
            players.setdefault(one.name.casefold(), new)
    if len(players) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one event at a time.")
    numbers = {key: player.number for key, player in players.items()}
    controls = {game.control for game in games}
    played, byes = _facts_of(games, numbers)
    return FileSection(
        tuple(players.values()),
        played,
        byes,
        name=name or None,
        time_control=controls.pop() if len(controls) == 1 else None,
    )


def _facts_of(games: Sequence[ListedGame], numbers: Mapping[str, int]) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    reported = []
    for game in games:
        first, second = (numbers[one.name.casefold()] for one in (game.white, game.black))
        if first == second:
            raise fault(game.line, f'"{shorten(game.white.name)}" cannot play against themselves. Correct a name.')
        row, result = TableRow(game.line, []), RowResult(game.score, game.unplayed)
        reported.append(ReportedRow(row, "", game.round, first, second, result, None, None, game.day))
    if not _have_rounds(reported):
        reported = in_rounds(reported)
    played = (one for one in reported if one.outcome.is_played)
    byes = [bye for one in reported if not one.outcome.is_played for bye in _byes(one)]
    return tuple(Game(one.round, one.first, one.second or 0, one.outcome.score, True) for one in played), tuple(byes)


def _byes(reported: ReportedRow) -> Iterator[Bye]:
    sides = (reported.first, reported.second), (reported.second, reported.first)
    for kind, (number, opponent) in zip(reported.outcome.byes, sides, strict=True):
        if kind is not None and number is not None:
            yield Bye(reported.round, number, kind, opponent if kind in FORFEITS else None)


def _have_rounds(reported: Sequence[ReportedRow]) -> bool:
    seats = [(one.round, number) for one in reported for number in (one.first, one.second)]
    return all(1 <= one.round <= MOST_ROUNDS for one in reported) and len(set(seats)) == len(seats)
