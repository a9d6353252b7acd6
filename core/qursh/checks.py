"""What is wrong with an event that cannot be ranked, in a sentence, and what of it seems to be missing."""

from collections.abc import Sequence
from string import ascii_uppercase

from core.crosstable import are_spreads
from core.errors import InputError
from core.qursh.field import Division


def check_divisions(divisions: Sequence[Division]) -> None:
    """Raise InputError where there are no games, no points, spreads instead of scores, or no ratings."""
    games = [game for division in divisions for game in division.games]
    if not games:
        raise InputError("There are no games in it: upload the tsh file of each division, or the archive of them all.")
    with_points = [game for game in games if game.first_points is not None and game.second_points is not None]
    if not with_points:
        raise InputError(
            "The games have results but no scores: QURSH compares points, upload a file with both scores of each game."
        )
    if are_spreads(with_points):
        raise InputError("The games have spreads instead of scores: upload a file with both scores of each game.")
    if not any(player.rating for division in divisions for player in division.players):
        raise InputError(
            "Nobody in it has a rating: write each player's rating into the file, or upload one that has them."
        )


def missing_divisions(divisions: Sequence[Division]) -> tuple[str, ...]:
    """Return the names of divisions that are left out of a series of letters, or have no game with scores."""
    names = [division.name for division in divisions if division.name is not None]
    letters = {name.upper() for name in names if len(name) == 1 and name.upper() in ascii_uppercase}
    missing = []
    if letters and len(letters) == len(names):
        last = ascii_uppercase.index(max(letters))
        missing += [letter for letter in ascii_uppercase[:last] if letter not in letters]
    for division in divisions:
        if division.name is not None and not any(game.first_points is not None for game in division.games):
            missing.append(division.name)
    return tuple(missing)
