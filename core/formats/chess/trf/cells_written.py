"""The rounds of a section as cells of a tournament report file, and the points they make."""

from collections import Counter

from core.crosstable import ByeKind, Game
from core.errors import InputError
from core.event_file import FileSection
from core.formats.chess.trf.records import MOST_ROUNDS, ROUND_WIDTH

_RATED = {1.0: "1", 0.5: "=", 0.0: "0", None: " "}
_NOT_RATED = {1.0: "W", 0.5: "D", 0.0: "L", None: " "}
_COLOURS = {True: ("w", "b"), False: ("b", "w"), None: ("-", "-")}
_BYES = {
    ByeKind.FULL_POINT: "F",
    ByeKind.HALF_POINT: "H",
    ByeKind.ZERO_POINT: "Z",
    ByeKind.FORFEIT_WIN: "+",
    ByeKind.FORFEIT_LOSS: "-",
    ByeKind.UNPLAYED: " ",
}
_GIVEN = (ByeKind.FULL_POINT, ByeKind.HALF_POINT)
"""What the bye of an odd round can be worth."""

_BYE_POINTS = {ByeKind.FULL_POINT: 1.0, ByeKind.FORFEIT_WIN: 1.0, ByeKind.HALF_POINT: 0.5}


def written_cells(section: FileSection) -> dict[int, list[str]]:
    """Return each player's cells, ten columns a round; raise InputError where a player is twice in a round."""
    rounds = section.rounds
    if rounds > MOST_ROUNDS:
        raise InputError(f"Round {rounds}: a tournament report holds {MOST_ROUNDS} rounds at most.")
    cells = {player.number: [" " * ROUND_WIDTH] * rounds for player in section.players}
    for game in section.games:
        mine, theirs = _results(game)
        colour, other = _COLOURS[game.first_began]
        _put(cells, game.round, game.first, game.second, colour, mine)
        _put(cells, game.round, game.second, game.first, other, theirs)
    given = given_byes(section)
    for bye in section.byes:
        is_given = (bye.round, bye.entrant) in given
        opponent = (bye.opponent or 0) if bye.kind in (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS) else 0
        _put(cells, bye.round, bye.entrant, opponent, "-", "U" if is_given and bye.kind in _GIVEN else _BYES[bye.kind])
    return cells


def given_byes(section: FileSection) -> frozenset[tuple[int, int]]:
    """Return round and number of the byes by pairing; where nothing tells them, the only full one of a round."""
    if section.conduct is not None:
        return section.conduct.given_byes
    # TRF26: at most one player of a round has the bye that the pairing allocates, U.
    full = [bye for bye in section.byes if bye.kind is ByeKind.FULL_POINT]
    count = Counter(bye.round for bye in full)
    return frozenset((bye.round, bye.entrant) for bye in full if count[bye.round] == 1)


def points_of(section: FileSection) -> dict[int, float]:
    """Return each player's points, those of byes and forfeits too."""
    points = {player.number: 0.0 for player in section.players}
    for game in section.games:
        if game.score is not None:
            points[game.first] += game.score
            points[game.second] += 1 - game.score
    for bye in section.byes:
        points[bye.entrant] += _BYE_POINTS.get(bye.kind, 0.0)
    return points


def _results(game: Game) -> tuple[str, str]:
    codes = _RATED if game.rated else _NOT_RATED
    if game.score not in codes:
        raise InputError(f"Round {game.round}: a game scores 0, 0.5 or 1, not {game.score:g}.")
    return codes[game.score], codes[None if game.score is None else 1 - game.score]


def _put(cells: dict[int, list[str]], round_number: int, number: int, opponent: int, colour: str, code: str) -> None:
    missing = next((one for one in (number, opponent) if one and one not in cells), None)
    if missing is not None or number == opponent or round_number < 1:
        raise InputError(f"Round {round_number}: player {number} against {opponent} is no pairing: correct it.")
    mine = cells[number]
    if mine[round_number - 1].strip():
        raise InputError(f"Round {round_number}: player {number} stands there twice.")
    mine[round_number - 1] = f"{f'{opponent:4d}' if opponent else '0000'} {colour} {code}  "
