"""An event of games that are listed one by one, as in PGN: its players, sections and rounds."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection, Remark
from core.files.common.people import one_spelling
from core.files.common.tables import TableRow
from core.files.common.text import ParseWarnings, fault, shorten
from core.files.games.results import RowResult
from core.files.games.rounds import MOST_ROUNDS, ReportedRow, in_rounds, round_days

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

    unplayed: byes of both instead of a game, such as a forfeit. key: equal for the same game, None if nothing tells.
    moves: as far as they are known.
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
    key: Hashable = None
    moves: str = ""


def check_amount(games: int) -> None:
    """Raise InputError for more games than an event has."""
    if games > MOST_GAMES:
        raise InputError(f"The file has more than {MOST_GAMES} games. Upload one event at a time.")


def event_of_games(form: str, games: Sequence[ListedGame], site: str | None, remarks: Sequence[Remark]) -> FileEvent:
    """Return an event with a section for each named one.

    form: the format's name. Raise InputError without games.
    """
    doubts = ParseWarnings()
    games = _once_each(games, doubts)
    if not games:
        raise InputError("The file has no finished chess game. Upload games that have a result.")
    by_name: dict[str, list[ListedGame]] = {}
    for game in games:
        by_name.setdefault(game.section, []).append(game)
    days = [game.day for game in games if game.day is not None]
    return FileEvent(
        form,
        tuple(_section(name if len(by_name) > 1 else "", listed, doubts) for name, listed in by_name.items()),
        name=games[0].section or None if len(by_name) == 1 else None,
        began=None if not days or min(days) == max(days) else min(days),
        day=max(days, default=None),
        site=site,
        remarks=(*remarks, *doubts.remarks()),
    )


def _once_each(games: Sequence[ListedGame], doubts: ParseWarnings) -> list[ListedGame]:
    """Return every game once, and none that has two results: players' exports put together hold a game twice."""
    kept: dict[int, ListedGame] = {}
    told: dict[Hashable, list[int]] = {}
    for place, game in enumerate(games):
        alike = [] if game.key is None else told.setdefault(game.key, [])
        first = next((one for one in alike if _is_same(games[one], game)), None)
        if first is None:
            alike.append(place)
            kept[place] = game
            continue
        same = games[first]
        who = f"{shorten(same.white.name)} – {shorten(same.black.name)}"
        if first in kept and (same.score, same.unplayed) == (game.score, game.unplayed):
            doubts.add(game.line, "games listed twice", f"{who} is the game of line {same.line} again. Counted once")
        elif kept.pop(first, None) is not None:
            text = f"{who} has another result than in line {same.line}. Skipped"
            doubts.add(game.line, "games with two results", text)
    return list(kept.values())


def _is_same(one: ListedGame, other: ListedGame) -> bool:
    return one.moves.startswith(other.moves) or other.moves.startswith(one.moves)


def _section(name: str, games: Sequence[ListedGame], doubts: ParseWarnings) -> FileSection:
    identities = _Identities(games, doubts)
    players: dict[Hashable, FilePlayer] = {}
    for game in games:
        for one in (game.white, game.black):
            written, rating, title, fide_id = one
            new = FilePlayer(len(players) + 1, written, rating, fide_id=fide_id, title=title, line=game.line)
            players.setdefault(identities.of(one, game.line), new)
    if len(players) > MOST_PLAYERS:
        raise InputError(f"There are more than {MOST_PLAYERS} players. Upload one event at a time.")
    numbers = {key: player.number for key, player in players.items()}
    controls = {game.control for game in games}
    reported = _reported(games, numbers, identities)
    listed = not _have_rounds(reported)
    reported = in_rounds(reported) if listed else reported
    played = (one for one in reported if one.outcome.is_played)
    byes = [bye for one in reported if not one.outcome.is_played for bye in _byes(one)]
    return FileSection(
        tuple(replace(player, name=identities.name_of(player.name)) for player in players.values()),
        tuple(Game(one.round, one.first, one.second or 0, one.outcome.score, True) for one in played),
        tuple(byes),
        name=name or None,
        conduct=round_days(reported),
        listed=listed,
        time_control=controls.pop() if len(controls) == 1 else None,
    )


class _Identities:
    """Who is who among the players of games: by FIDE id, else by name."""

    def __init__(self, games: Sequence[ListedGame], doubts: ParseWarnings) -> None:
        sittings = (
            (game.line, [("game", place), game.round or ("game", place)], [game.white.name, game.black.name])
            for place, game in enumerate(games)
        )
        self._spelt = one_spelling(sittings, doubts)
        self._ids: dict[str, set[str]] = {}
        for game in games:
            for one in (game.white, game.black):
                if one.fide_id is not None:
                    self._ids.setdefault(self.name_of(one.name).casefold(), set()).add(one.fide_id)

    def name_of(self, name: str) -> str:
        return self._spelt.get(name, name)

    def of(self, one: ListedPlayer, line: int) -> Hashable:
        """Return what tells a player apart; raise InputError for a name of two ids without one."""
        key = self.name_of(one.name).casefold()
        ids = self._ids.get(key, set()) if one.fide_id is None else {one.fide_id}
        if len(ids) > 1:
            raise fault(
                line, f'two players are called "{shorten(one.name)}", with different FIDE ids. Add the id to this game.'
            )
        return ("id", *ids) if ids else key


def _reported(
    games: Sequence[ListedGame], numbers: Mapping[Hashable, int], identities: _Identities
) -> list[ReportedRow]:
    reported = []
    for game in games:
        first, second = (numbers[identities.of(one, game.line)] for one in (game.white, game.black))
        if first == second:
            raise fault(game.line, f'"{shorten(game.white.name)}" cannot play against themselves. Correct a name.')
        row, result = TableRow(game.line, []), RowResult(game.score, game.unplayed)
        reported.append(ReportedRow(row, "", game.round, first, second, result, None, None, game.day))
    return reported


def _byes(reported: ReportedRow) -> Iterator[Bye]:
    sides = (reported.first, reported.second), (reported.second, reported.first)
    for kind, (number, opponent) in zip(reported.outcome.byes, sides, strict=True):
        if kind is not None and number is not None:
            yield Bye(reported.round, number, kind, opponent if kind in FORFEITS else None)


def _have_rounds(reported: Sequence[ReportedRow]) -> bool:
    seats = [(one.round, number) for one in reported for number in (one.first, one.second)]
    return all(1 <= one.round <= MOST_ROUNDS for one in reported) and len(set(seats)) == len(seats)
