"""The rounds of a tsh division made into games and byes.

Every game stands there twice, once for each player. The two must agree: here they are held against each other.

Without an opponent a score above 0 is a bye, or a win by forfeit, which tsh writes alike; one below 0 is a loss by
forfeit; 0 is a round that was not played. With an opponent it is a forfeit where one side has 0 or minus what a bye
counts: nobody plays for that.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import TypeVar

from core.crosstable import Bye, ByeKind, Game, is_forfeited
from core.errors import InputError
from core.formats.common.warnings import ParseWarnings, fault
from core.formats.scrabble.tsh.lines import GAP, PlayerLine

_FIRST, _SECOND = "1", "2"
_Entry = TypeVar("_Entry")


def facts_of(
    players: Sequence[PlayerLine], bye_spread: int, doubts: ParseWarnings
) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return the games and byes by round; raise InputError with the line where the two sides of a game differ."""
    games: list[Game] = []
    byes: list[Bye] = []
    # All rows are as long as the longest: up to 200,000 cells are looked at, each from both sides.
    rounds = max((max(len(player.opponents), len(player.scores)) for player in players), default=0)
    opponents = [_filled(player.opponents, rounds) for player in players]
    scores = [_filled(player.scores, rounds) for player in players]
    turns = [_filled(_turns(player), rounds) for player in players]
    for number, mine in enumerate(players, start=1):
        for index, (opponent, score) in enumerate(zip(opponents[number - 1], scores[number - 1], strict=True)):
            if opponent is None:
                if score:
                    raise fault(
                        mine.line,
                        f"round {index + 1}: player {number} has the score {score} without an opponent: "
                        "write the number, 0 for a bye.",
                    )
            elif opponent == 0:
                if score is not None:
                    byes.append(Bye(index + 1, number, _kind(score), points=score))
            else:
                if opponent == number or opponent > len(players) or opponents[opponent - 1][index] != number:
                    raise _wrong_opponent(players, number, mine, index, opponent)
                theirs = scores[opponent - 1][index]
                if score is None or theirs is None:
                    _check_pending(players, number, index, opponent, score, theirs, doubts)
                elif is_forfeit(score, theirs, bye_spread):
                    if number < opponent:
                        text = f"round {index + 1}: {score} to {theirs} against player {opponent} is taken as a forfeit"
                        doubts.add(mine.line, "forfeits against an opponent", text)
                    kind = ByeKind.FORFEIT_WIN if score > theirs else ByeKind.FORFEIT_LOSS
                    byes.append(Bye(index + 1, number, kind, opponent, score))
                elif number < opponent:
                    began = _first_began(turns[number - 1][index], turns[opponent - 1][index])
                    result = 0.5 if score == theirs else float(score > theirs)
                    games.append(Game(index + 1, number, opponent, result, began, score, theirs))
    games.sort(key=attrgetter("round", "first"))
    byes.sort(key=attrgetter("round", "entrant"))
    return tuple(games), tuple(byes)


def is_forfeit(score: int, theirs: int, bye_spread: int) -> bool:
    """Tell whether two scores stand for a game that was not played."""
    least, most = (score, theirs) if score < theirs else (theirs, score)
    # Both below zero, but not by what byes count, is a game that six turns without points have ended.
    return least <= 0 and (least in (0, -bye_spread) or (most <= 0 and is_forfeited(score, theirs)))


def _entry(entries: Sequence[_Entry | None], index: int) -> _Entry | None:
    return entries[index] if index < len(entries) else None


def _kind(score: int) -> ByeKind:
    if score == 0:
        return ByeKind.UNPLAYED
    return ByeKind.FULL_POINT if score > 0 else ByeKind.FORFEIT_LOSS


def _filled(entries: Sequence[_Entry | None], rounds: int) -> list[_Entry | None]:
    """Return entries for so many rounds; longer ones are cut."""
    return [*entries[:rounds], *[None] * (rounds - len(entries))]


def _wrong_opponent(
    players: Sequence[PlayerLine], number: int, mine: PlayerLine, index: int, opponent: int
) -> InputError:
    """Return the error of an opponent who is not there, or does not have this player in the same round."""
    where = f"round {index + 1}"
    if opponent == number:
        return fault(mine.line, f"{where}: player {number} cannot play against themselves: write 0 for a bye.")
    if opponent > len(players):
        return fault(
            mine.line, f"{where}: there is no player {opponent} among {len(players)}: correct the opponent's number."
        )
    theirs = players[opponent - 1]
    found = _entry(theirs.opponents, index)
    has = {None: "nothing", 0: "no opponent"}.get(found, f"player {found}")
    return fault(
        mine.line,
        f"{where}: player {number} has player {opponent}, who has {has} there (line {theirs.line}): "
        "correct one of the two lines.",
    )


def _check_pending(
    players: Sequence[PlayerLine],
    number: int,
    index: int,
    opponent: int,
    score: int | None,
    theirs: int | None,
    doubts: ParseWarnings,
) -> None:
    """Doubt a pairing without scores; raise InputError where one of the two has a score."""
    mine = players[number - 1]
    if score is not None:
        line = players[opponent - 1].line
        raise fault(
            mine.line,
            f"round {index + 1}: player {number} has the score {score}, but player {opponent} has none (line {line}): "
            "write both.",
        )
    if theirs is None and number < opponent:
        text = f"round {index + 1}: the game against player {opponent} has no scores: left out"
        doubts.add(mine.line, "games without scores", text)


def _turns(player: PlayerLine) -> list[str | None]:
    return [None if word == GAP else word for word in player.fields.get("p12", "").split()]


def _first_began(mine: str | None, theirs: str | None) -> bool | None:
    """Return whether a player went first, as both sides tell it; None where they do not tell the same."""
    if (mine, theirs) in ((_FIRST, _SECOND), (_FIRST, None), (None, _SECOND)):
        return True
    return False if (mine, theirs) in ((_SECOND, _FIRST), (_SECOND, None), (None, _FIRST)) else None
