"""The cells of a tournament report file made into games and byes.

Every game stands there twice, once for each player. The two must agree: here they are held against each other.
"""

from collections.abc import Mapping

from core.crosstable import Bye, ByeKind, Game
from core.formats.chess.trf.cells import RoundCell
from core.formats.chess.trf.players import PlayerLine
from core.formats.chess.trf.records import BYE_CODES, FIRST_ROUND, GAME_CODES, ROUND_WIDTH
from core.formats.common.warnings import ParseWarnings, fault

_OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "W": "L", "L": "W", "D": "D"}


def facts_of(players: Mapping[int, PlayerLine], doubts: ParseWarnings) -> tuple[list[Game], list[Bye]]:
    """Return the games and byes by round; raise InputError with the line where the two sides of a game differ."""
    games, byes = [], []
    for number, mine in players.items():
        for round_number, cell in enumerate(mine.cells, start=1):
            if cell is None:
                continue
            theirs = _theirs(players, number, mine, round_number, cell) if cell.opponent else None
            if cell.code in BYE_CODES:
                if cell.opponent:
                    _check_forfeit(players, number, mine, round_number, cell, theirs, doubts)
                byes.append(Bye(round_number, number, BYE_CODES[cell.code], cell.opponent or None))
            elif not cell.opponent:
                byes.append(Bye(round_number, number, ByeKind.UNPLAYED))
            else:
                _check_mutual(players, number, mine, round_number, cell, theirs)
                if not cell.code:
                    text = f"round {round_number}: the game against player {cell.opponent} has no result: left out"
                    doubts.add(mine.line, "games without a result", text)
                elif number < cell.opponent:
                    score, rated = GAME_CODES[cell.code]
                    assert theirs is not None
                    began = _first_began(mine, round_number, cell, theirs, doubts)
                    games.append(Game(round_number, number, cell.opponent, score, began, rated=rated))
    games.sort(key=lambda game: (game.round, game.first))
    byes.sort(key=lambda bye: (bye.round, bye.entrant))
    return games, byes


def _theirs(
    players: Mapping[int, PlayerLine], number: int, mine: PlayerLine, round_number: int, cell: RoundCell
) -> RoundCell | None:
    """Return the opponent's cell of the round; raise InputError where there is no such opponent."""
    start = FIRST_ROUND + ROUND_WIDTH * (round_number - 1)
    correct = f"correct the opponent's number in columns {start + 1} to {start + 4}."
    if cell.opponent == number:
        raise fault(mine.line, f"round {round_number}: player {number} cannot play against themselves: {correct}")
    if cell.opponent not in players:
        raise fault(mine.line, f"round {round_number}: there is no player {cell.opponent} in this file: {correct}")
    cells = players[cell.opponent].cells
    return cells[round_number - 1] if round_number <= len(cells) else None


def _check_mutual(
    players: Mapping[int, PlayerLine],
    number: int,
    mine: PlayerLine,
    round_number: int,
    cell: RoundCell,
    theirs: RoundCell | None,
) -> None:
    """Raise InputError unless the opponent's own cell says the same game."""
    if theirs is None or theirs.opponent != number or theirs.code != _OTHER_SIDE.get(cell.code, ""):
        raise _contradiction(players, number, mine, round_number, cell, theirs)


def _check_forfeit(
    players: Mapping[int, PlayerLine],
    number: int,
    mine: PlayerLine,
    round_number: int,
    cell: RoundCell,
    theirs: RoundCell | None,
    doubts: ParseWarnings,
) -> None:
    """Doubt a forfeit that the opponent's cell does not tell; raise InputError where that tells something else."""
    if theirs is None or theirs.opponent != number:
        text = f"round {round_number}: the forfeit against player {cell.opponent} does not stand in that player's line"
        doubts.add(mine.line, "forfeits that stand on one side alone", text)
    elif theirs.code not in "+-" or not theirs.code or cell.code == theirs.code == "+":
        raise _contradiction(players, number, mine, round_number, cell, theirs)


def _contradiction(
    players: Mapping[int, PlayerLine],
    number: int,
    mine: PlayerLine,
    round_number: int,
    cell: RoundCell,
    theirs: RoundCell | None,
) -> Exception:
    other = players[cell.opponent]
    return fault(
        mine.line,
        f"round {round_number}: player {number} has {_words(cell)}, but player {cell.opponent} has {_words(theirs)} "
        f"(line {other.line}): correct one of the two lines.",
    )


def _words(cell: RoundCell | None) -> str:
    if cell is None or not (cell.opponent or cell.code):
        return "nothing there"
    against = f" against {cell.opponent}" if cell.opponent else ""
    return f'"{cell.code}"{against}' if cell.code else f"no result{against}"


def _first_began(
    mine: PlayerLine, round_number: int, cell: RoundCell, theirs: RoundCell, doubts: ParseWarnings
) -> bool | None:
    """Return whether the first had White, as either side tells it."""
    if cell.colour and cell.colour == theirs.colour:
        text = f"round {round_number}: both players have the colour {cell.colour}: taken as unknown"
        doubts.add(mine.line, "equal colours", text)
        return None
    if cell.colour:
        return cell.colour == "w"
    return theirs.colour == "b" if theirs.colour else None
