"""Scores as people write them: 3, 2.5, 2,5, 2½, 2 1/2, and lists of single results."""

import re

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.typed_text import letters_for_words, plain_text

_SCORE = re.compile(
    r"(?P<whole>\d{1,3})(?:[.,](?P<decimals>\d{1,4})|\s*(?P<half>½|(?<=\s)1/2))?|½|1/2|[.,]50*", re.ASCII
)
_RESULT = re.compile(r"0\.5|1/2|[wdl10½=+\-]", re.IGNORECASE)
_RESULT_SCORES = {
    "w": 1.0, "1": 1.0, "+": 1.0,
    "d": 0.5, "½": 0.5, "=": 0.5, "0.5": 0.5, "1/2": 0.5,
    "l": 0.0, "0": 0.0, "-": 0.0,
}  # fmt: skip


def parse_score(text: str) -> float:
    """Read a score in whole or half points; raise InputError for anything else."""
    written = plain_text(text).strip()
    if written.startswith("-"):
        raise InputError("A score cannot be negative: write 0, or the points from your games, such as 2.5.")
    match = _SCORE.fullmatch(written)
    if match is None:
        raise InputError(f'"{shorten(written)}" is not a score: write points such as 3, 2.5 or 2½.')
    score = float(match["whole"] or 0) + (0.5 if match["half"] or not match["whole"] else 0.0)
    if match["decimals"]:
        score += float(f"0.{match['decimals']}")
    if not (score * 2).is_integer():
        raise InputError(f"{shorten(written)} is not a score: games give whole and half points, such as 2, 2.5 or 2½.")
    return score


def parse_results(text: str) -> tuple[float, ...]:
    """Read results in the order of the opponents: W D L, 1 ½ 0, + = - or words, with or without spaces between."""
    results = []
    for word in re.split(r"[\s,;]+", letters_for_words(plain_text(text).strip())):
        position = 0
        while position < len(word):
            match = _RESULT.match(word, position)
            if match is None:
                raise InputError(f'"{shorten(word)}" is not a result: write W, D or L for each opponent, such as WDLW.')
            results.append(_RESULT_SCORES[match[0].lower()])
            position = match.end()
    return tuple(results)
