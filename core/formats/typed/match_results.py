"""The results of a match as one side writes them: in the order of play, or counted."""

import re

from core.errors import InputError
from core.formats.common.typed_text import letters_for_words, plain_text
from core.words import counted

_LETTERS = {"W": 1.0, "D": 0.5, "L": 0.0, "1": 1.0, "½": 0.5, "=": 0.5, "0": 0.0}
_SIGNS = {"+": 1.0, "=": 0.5, "½": 0.5, "-": 0.0}
_COUNTS = re.compile(r"([0-9]{1,2})\s*[-–−:/ ]\s*([0-9]{1,2})(?:\s*[-–−:/ ]\s*([0-9]{1,2}))?")
_HOW = "write your results in order, such as WWLDW, or won-drawn-lost, such as 6-1-3"


def parse_match_results(text: str, most: int) -> tuple[float, ...]:
    """Return the results of a match of at most so many games; raise InputError for what is none.

    Two numbers are won and lost games. Counted games are told wins first: who reads them knows no order.
    """
    written = letters_for_words(plain_text(text)).strip().upper()
    tallied = _COUNTS.fullmatch(written)
    if tallied is not None:
        numbers = [int(number) for number in tallied.groups() if number is not None]
        wins, losses, draws = (numbers[0], numbers[-1], numbers[1] if len(numbers) == 3 else 0)
        results = (1.0,) * wins + (0.5,) * draws + (0.0,) * losses
    else:
        letters = re.sub(r"[\s,;]", "", written)
        if not letters or (set(letters) - _LETTERS.keys() and set(letters) - _SIGNS.keys()):
            raise InputError(f'"{text.strip()[:30]}" is no result of a match: {_HOW}.')
        results = tuple((_LETTERS | _SIGNS)[letter] for letter in letters)
    if not 1 <= len(results) <= most:
        raise InputError(f"That is {counted(len(results), 'game')}, and it was to be {most} at most: {_HOW}.")
    return results
