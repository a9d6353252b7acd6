"""The tables of lifetime titles as a director writes them: 4=0.3 5=0.6, or 1400=c 2000=x."""

import re

from core.errors import InputError
from core.formats.common.names import shorten

STANDARD = "standard"
"""The word that brings the usual table back."""


def _pairs(text: str, example: str) -> list[tuple[str, str, str]]:
    """Return each entry with its two sides; none for the word that brings the usual table back."""
    if text.strip().casefold() == STANDARD:
        return []
    pairs = []
    for word in filter(None, re.split(r"[\s,;]+", text)):
        left, separator, right = word.partition("=")
        if not separator or not right or not re.fullmatch(r"[0-9]{1,4}", left):
            raise InputError(f'"{shorten(word)}" is no entry of the table: write such as {example}, or {STANDARD}.')
        pairs.append((word, left, right))
    lefts = [int(left) for _, left, _ in pairs]
    for left in lefts:
        if lefts.count(left) > 1:
            raise InputError(f"{left} stands there twice: write each entry once.")
    if not pairs:
        raise InputError(f"The table is empty: write such as {example}, or {STANDARD}.")
    return pairs


def parse_deltas(text: str) -> dict[int, int]:
    """Read deltas by number of rounds, in thousandths of a point; empty for the usual ones."""
    deltas = {}
    for word, rounds, delta in _pairs(text, "4=0.3 5=0.6"):
        if not re.fullmatch(r"[0-9](?:\.[0-9]{1,3})?|\.[0-9]{1,3}", delta):
            raise InputError(f'"{shorten(word)}" has no delta of up to three decimals: write such as {rounds}=0.5.')
        deltas[int(rounds)] = round(float(delta) * 1000)
    return deltas


def parse_letters(text: str) -> dict[int, str]:
    """Read letters by title level; empty for the usual ones."""
    letters = {}
    for word, level, letter in _pairs(text, "2000=x 2100=X"):
        if len(letter) != 1:
            raise InputError(f'"{shorten(word)}" is not one letter: write such as {level}=x.')
        letters[int(level)] = letter
    return letters
