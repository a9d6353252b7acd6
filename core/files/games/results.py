"""Results in rows: 1-0, ½-½, 0.5-0.5, 0-1F, +/-, W, a bye's letter."""

import re
from typing import NamedTuple

from core.event.crosstable import ByeKind

RESULTS = "1-0, 1/2-1/2 or 0-1; + - for a forfeit; B, H, Z or U for no game"
UNTOLD = "?"
"""A played game with an unknown result."""


class RowResult(NamedTuple):
    """A row's result.

    score: the first's; None if unknown. byes: of both, instead of a game.
    """

    score: float | None
    byes: tuple[ByeKind | None, ByeKind | None] = (None, None)

    @property
    def is_played(self) -> bool:
        return self.byes == (None, None)


_WIN, _LOSS = ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS
_SCORES = {
    1.0: ("1-0", "1", "w", "win", "wins", "won", "white", "whitewins", "whitewon", "victory"),
    0.5: ("0.5-0.5", "0.5", "d", "draw", "drawn", "tie", "tied", "=", "=-=", "remis", "tablas", "nulle", "patta"),
    0.0: ("0-1", "0", "l", "loss", "lose", "loses", "lost", "black", "blackwins", "blackwon", "defeat"),
}
_FORFEITS = {
    (_WIN, _LOSS): ("+--", "+-", "1-0f", "1f-0", "1-0ff", "1f-0f", "1-f"),
    (_LOSS, _WIN): ("--+", "-+", "0-1f", "0f-1", "0-1ff", "0f-1f", "f-1"),
    (_LOSS, _LOSS): ("---", "--", "0-0", "0f-0f", "0-0f", "f-f"),
}
_OUTCOMES = {word: RowResult(score) for score, words in _SCORES.items() for word in words}
_OUTCOMES |= {word: RowResult(None, byes) for byes, words in _FORFEITS.items() for word in words}
_OUTCOMES |= {kind.value.casefold(): RowResult(None, (kind, None)) for kind in ByeKind}
_OUTCOMES[UNTOLD] = RowResult(None)
_PENDING = {"", "*"}
_LONGEST = 20
_WRITTEN = {1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1", None: UNTOLD}


def is_pending(text: str) -> bool:
    return text in _PENDING


def parse_result(text: str) -> RowResult | None:
    if len(text) > _LONGEST:
        return None
    word = re.sub(r"[\s()]+", "", text.casefold()).replace(",", ".").replace("½", "0.5").replace("1/2", "0.5")
    word = re.sub(r"[/:–—]", "-", word)
    word = re.sub(r"(?<![0-9])\.5", "0.5", word)
    word = re.sub(r"([01])\.0+(?![0-9])", r"\1", word).replace("0.50", "0.5")
    return _OUTCOMES.get(word)


def result_text(score: float | None) -> str:
    return _WRITTEN[score]


def score_of(outcome: RowResult | None) -> float:
    return -1.0 if outcome is None or outcome.score is None else outcome.score


def bye_by_points(points: int | None, theirs: int | None) -> RowResult:
    """Return a bye by its points, for whichever player is there."""
    kinds = []
    for score, other in ((points, theirs), (theirs, points)):
        if score is None or score > 0:
            kinds.append(ByeKind.FORFEIT_LOSS if score is None and other else ByeKind.FULL_POINT)
        else:
            kinds.append(ByeKind.FORFEIT_LOSS if score < 0 or other else ByeKind.UNPLAYED)
    return RowResult(None, (kinds[0], kinds[1]))


def turned(outcome: RowResult) -> RowResult:
    score = None if outcome.score is None else 1 - outcome.score
    return RowResult(score, (outcome.byes[1] or outcome.byes[0], outcome.byes[0]))


def won_by_first(outcome: RowResult) -> RowResult:
    """Return the result of the listed winner, whichever way it is written."""
    lost = outcome.score == 0 or outcome.byes == (_LOSS, _WIN)
    return turned(outcome) if lost else outcome
