"""The typed result of a match:

WWLDW               in the order of play
3-1, 2½-½           won and lost, as points
6-1-3               won, drawn, lost
11-7, 9-11, 11-5    sets; a single 11-7 is one set where sets are played
"""

import re
from dataclasses import dataclass

from core.errors import InputError
from core.files.common.text import letters_for_words, plain_text, shorten
from core.lists import set_results
from core.words import counted

MOST_WINS = 1000
SET_FROM = 11
"""Points of the winner of a set; a pair of less is games."""


@dataclass(frozen=True, slots=True)
class MatchGames:
    """The games of a match, as one side scored; wins first unless in_order. sets: points of each."""

    results: tuple[float, ...]
    in_order: bool = True
    sets: tuple[tuple[int, int], ...] = ()


def parse_match(text: str, most: int, set_from: int | None) -> MatchGames:
    """Read a match of at most so many games. set_from: points from which one pair is a set; None: never."""
    sets = parse_sets(text, most)
    pair = _SET.fullmatch(plain_text(text).strip())
    if not sets and pair is not None and set_from is not None:
        own, theirs = int(pair[1]), int(pair[2])
        sets = ((own, theirs),) if own != theirs and max(own, theirs) >= set_from else ()
    if sets:
        return MatchGames(set_results(sets), True, sets)
    return MatchGames(parse_match_results(text, most), _tally(text) is None)


def parse_won(text: str, losses: int, draws: int, most: int, set_from: int | None) -> MatchGames:
    """Read the games won, 2 or 2½, beside losses and draws; or a whole match."""
    number = _WON.fullmatch(_halves(text))
    if number is None:
        if losses or draws:
            raise InputError(f'"{shorten(text)}" is the whole result. Remove the options losses and draws.')
        try:
            return parse_match(text, most, set_from)
        except _UnreadableError:
            hint = "Write, for example, 2, or all sets: 11-7 9-11 11-5."
            raise InputError(f'"{shorten(text)}" is not a number of games. {hint}') from None
    won, half = int(number[1] or 0), bool(number[2])
    if won > MOST_WINS or (half and draws > 1):
        raise InputError(
            f'"{shorten(text)}" is not a number of games. Write, for example, 2, or the whole result, for example 2½-½.'
        )
    return MatchGames(_wins_first(won, draws or int(half), losses), False)


class _UnreadableError(InputError):
    pass


_LETTERS = {"W": 1.0, "D": 0.5, "L": 0.0, "1": 1.0, "½": 0.5, "=": 0.5, "0": 0.0}
_SIGNS = {"+": 1.0, "=": 0.5, "½": 0.5, "-": 0.0}
_COUNTS = re.compile(r"([0-9]{1,3})\s*[-:/ ]\s*([0-9]{1,3})(?:\s*[-:/ ]\s*([0-9]{1,3}))?")
_POINTS = re.compile(r"([0-9]{0,3})½\s*[-:]\s*([0-9]{0,3})½")
_WON = re.compile(r"(?=.)([0-9]{0,4})(½?)")
_HALF = re.compile(r"[.,]50?(?![0-9])| ?1/2(?![0-9])")
_HOW = "Write your results in order, for example WWLDW, or the totals won-drawn-lost, for example 6-1-3"


def parse_match_results(text: str, most: int) -> tuple[float, ...]:
    """Return the results of a match; raise InputError.

    Two numbers are wins and losses, with ½ points; counted games are wins first.
    """
    tally = _tally(text)
    if tally is not None:
        results = _wins_first(*tally)
    else:
        letters = re.sub(r"[\s,;]", "", letters_for_words(plain_text(text)).strip().upper())
        if not letters or (set(letters) - _LETTERS.keys() and set(letters) - _SIGNS.keys()):
            raise _UnreadableError(f'"{text.strip()[:30]}" is not a result of a match. {_HOW}.')
        results = tuple((_LETTERS | _SIGNS)[letter] for letter in letters)
    if not 1 <= len(results) <= most:
        raise InputError(f"The results are {counted(len(results), 'game')}. The match has at most {most}. {_HOW}.")
    return results


def _tally(text: str) -> tuple[int, int, int] | None:
    """Return the games won, drawn and lost; None unless the text counts them."""
    written = _halves(text)
    points, numbers = _POINTS.fullmatch(written), _COUNTS.fullmatch(written)
    if points is not None:
        return int(points[1] or 0), 1, int(points[2] or 0)
    if numbers is None:
        return None
    won, second, third = numbers.groups()
    return (int(won), 0, int(second)) if third is None else (int(won), int(second), int(third))


def _wins_first(wins: int, draws: int, losses: int) -> tuple[float, ...]:
    return (1.0,) * wins + (0.5,) * draws + (0.0,) * losses


def _halves(text: str) -> str:
    return _HALF.sub("½", plain_text(text).strip())


_SET = re.compile(r"([0-9]{1,3}) ?[-:] ?([0-9]{1,3})")
_SETS = re.compile(r"[^0-9]*[0-9]+ ?[-:] ?[0-9]+ ?[,; ].*[0-9]")


def parse_sets(text: str, most: int) -> tuple[tuple[int, int], ...]:
    """Return the points of each set, such as 11-7, 9-11; empty if none.

    Raise InputError for a set that nobody won or an incomplete one.
    """
    written = plain_text(text).strip()
    if not _SETS.fullmatch(written):
        return ()
    found = []
    for part in re.split(r"[,;] ?| (?![-:])(?<![-:] )", written):
        match = _SET.fullmatch(part.strip())
        if match is None:
            raise InputError(
                f'"{shorten(part)}" is not the score of a set. Write all sets, for example 11-7, 9-11, 11-5.'
            )
        own, theirs = int(match[1]), int(match[2])
        if own == theirs:
            raise InputError(f"Nobody won the set {own}-{theirs}. Write its last score, for example 12-10.")
        found.append((own, theirs))
    if len(found) > most:
        raise InputError(f"The results are {counted(len(found), 'set')}. A match has at most {most}.")
    return tuple(found)
