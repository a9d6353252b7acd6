"""Lifetime titles of the 1990s and norm codes (USCF, "Lifetime Title System", May 1998).

A title and points toward the next two; ten make a title. Levels are tested upward after each event. Points are whole
thousandths. Rules are cited by letter.
"""

import re
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.lists import RatingList

# Tables I to III are lost (USCF, May 1998). ATTESTED: fixed by the document; RECONSTRUCTED: by pattern.


class Evidence(StrEnum):
    """Where a row of the tables comes from."""

    ATTESTED = "attested"
    RECONSTRUCTED = "reconstructed"


class TitleRow(NamedTuple):
    """A row of Table I: the level in rating points, the title's name, and its letter."""

    level: int
    name: str
    letter: str
    evidence: Evidence


class DeltaRow(NamedTuple):
    """A row of Table II: what a score must exceed the expected score by, in thousandths of a point."""

    rounds: int
    delta: int
    evidence: Evidence


_A, _R = Evidence.ATTESTED, Evidence.RECONSTRUCTED

# From the document: "c2" is 1400, "B0" 1700, "a0" 1800; lower case Certified, upper case Advanced. Above 1900
# unknown.
TITLES: tuple[TitleRow, ...] = (
    TitleRow(1000, "Certified Class E", "e", _R),
    TitleRow(1100, "Advanced Class E", "E", _R),
    TitleRow(1200, "Certified Class D", "d", _R),
    TitleRow(1300, "Advanced Class D", "D", _R),
    TitleRow(1400, "Certified Class C", "c", _A),
    TitleRow(1500, "Advanced Class C", "C", _R),
    TitleRow(1600, "Certified Class B", "b", _R),
    TitleRow(1700, "Advanced Class B", "B", _A),
    TitleRow(1800, "Certified Class A", "a", _A),
    TitleRow(1900, "Advanced Class A", "A", _R),
    TitleRow(2000, "Certified Expert", "x", _R),
    TitleRow(2100, "Advanced Expert", "X", _R),
    TitleRow(2200, "Life Master", "l", _R),
    TitleRow(2300, "Advanced Life Master", "L", _R),
    TitleRow(2400, "Senior Life Master", "s", _R),
    TitleRow(2500, "Star Master", "S", _R),
    TitleRow(2600, "2-Star Master", "t", _R),
    TitleRow(2700, "3-Star Master", "T", _R),
    TitleRow(2800, "4-Star Master", "u", _R),
    TitleRow(2900, "5-Star Master", "U", _R),
)
LOWEST_LEVEL, HIGHEST_LEVEL = TITLES[0].level, TITLES[-1].level

# Five rounds: Barry Bishop's example. Six: opponents of 1800 leave only 0.5. Four: about 2060 for an Expert norm.
# From seven on unknown.
DELTAS: tuple[DeltaRow, ...] = (
    DeltaRow(4, 300, _R),
    DeltaRow(5, 600, _A),
    DeltaRow(6, 500, _A),
    DeltaRow(7, 500, _R),
)
FEWEST_ROUNDS = DELTAS[0].rounds


def delta_of(rounds: int) -> DeltaRow:
    """Return the delta for an event of at least four rounds: a row holds until the next one."""
    return next(row for row in reversed(DELTAS) if row.rounds <= rounds)


def title_of(level: int) -> TitleRow:
    """Return the title of a level; raise InputError for an unknown one."""
    index, rest = divmod(level - LOWEST_LEVEL, 100)
    if rest or not 0 <= index < len(TITLES):
        raise InputError(f"There is no lifetime title of {level}. Titles are 1000 to 2900, in hundreds.")
    return TITLES[index]


def title_of_letter(letter: str) -> TitleRow:
    """Return the title of a letter (case-sensitive); raise InputError for an unknown one."""
    for row in TITLES:
        if row.letter == letter:
            return row
    letters = " ".join(row.letter for row in TITLES)
    raise InputError(f'"{letter}" is not a title\'s letter. The letters are {letters}.')


@lru_cache(maxsize=8192)
def scoring_probability(difference: int) -> int:
    """Return Table III in thousandths: the expected score at a rating difference.

    Reconstructed: logistic terms, each rounded to three decimals, match the document.
    """
    higher = round(1000 / (1 + 10 ** (-abs(difference) / 400)))
    return higher if difference >= 0 else 1000 - higher


LISTS = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
"""The lists on which titles are kept, apart from each other."""

POINTS_FOR_A_TITLE = 10
FEWEST_GAMES = 4
FEWEST_POINTS = 2.0
LIFE_MASTER_LEVEL = 2200


class LifetimeTitle(NamedTuple):
    """A title's level, and the points toward the titles 100 and 200 points above; the second are not published."""

    level: int
    first: int = 0
    second: int = 0


class LifetimeBlock(StrEnum):
    """Why an event gives no norm, whatever the score."""

    MATCH = "match"
    PROVISIONAL = "provisional"
    NO_TITLE = "no-title"
    FEW_ROUNDS = "few-rounds"
    FEW_GAMES = "few-games"
    FEW_POINTS = "few-points"


class LevelTest(NamedTuple):
    """A level and the score.

    probabilities: per game, thousandths. margin: score minus expected. required: smallest score, or None.
    """

    level: int
    probabilities: tuple[int, ...]
    expected: int
    margin: int
    required: float | None
    made: bool


class LifetimeEvent(NamedTuple):
    """A lifetime title after an event.

    life_master: 300 games at 2200. tests: upward. highest: level made. delta: of Table II. opponents: post-event
    ratings.
    """

    before: LifetimeTitle | None
    after: LifetimeTitle | None
    tests: tuple[LevelTest, ...]
    highest: int | None
    delta: DeltaRow | None
    blocked: LifetimeBlock | None
    opponents: tuple[int, ...] = ()
    life_master: bool = False

    @property
    def title_earned(self) -> bool:
        """Return whether the event brought a higher title; an initial one is not earned."""
        return self.before is not None and self.after is not None and self.after.level > self.before.level


def initial_title(rating: int) -> LifetimeTitle | None:
    """Return the title of a new established rating: 100 less, rounded down (rule g); None below 1100."""
    level = min((rating - 100) // 100 * 100, HIGHEST_LEVEL)
    return LifetimeTitle(level) if level >= LOWEST_LEVEL else None


def demoted(title: LifetimeTitle) -> LifetimeTitle:
    """Return the title 100 points lower, without points. Raise RuleError at the lowest."""
    if title.level <= LOWEST_LEVEL:
        raise RuleError("There is no lower lifetime title. The lowest is 1000.")
    return LifetimeTitle(title.level - 100)


def raised_to_life_master(title: LifetimeTitle) -> LifetimeTitle:
    """Return the title after 300 games at the 2200 level: Life Master, or a higher one held."""
    if title.level >= LIFE_MASTER_LEVEL:
        return title
    # as with a norm: points toward the next title count; from two up, none
    return LifetimeTitle(LIFE_MASTER_LEVEL, title.second if title.level == LIFE_MASTER_LEVEL - 100 else 0)


def hold_against(level: int, opponents: Sequence[int], score: float, delta: int) -> LevelTest:
    """Compare a score with a level.

    opponents: post-event displayed ratings. delta: thousandths.
    """
    probabilities = tuple([scoring_probability(level - opponent) for opponent in opponents])
    expected = sum(probabilities)
    margin = round(score * 1000) - expected
    # half points: the first not below expected + delta, nor below two (rule b)
    required = max(-(-(expected + delta) // 500) / 2, FEWEST_POINTS)
    fits = required <= len(opponents)
    return LevelTest(level, probabilities, expected, margin, required if fits else None, margin >= delta)


def credit(title: LifetimeTitle, norm: int) -> LifetimeTitle:
    """Return the title after a norm at a level that is not below the title's own (rules c to f)."""
    level, first, second = title
    if norm >= level + 300:  # rule f
        jump = norm - 200 - level
        # one title up: points toward the next count; from two up, none
        first, second = (second, 0) if jump == 100 else (0, 0)
        level = norm - 200
    if norm <= level + 100:
        first += 2  # rule d; a norm at one's own level counts toward the next title, as in Bishop's example
    else:
        first, second = first + 5, second + 2  # rule e
    if first >= POINTS_FOR_A_TITLE and level < HIGHEST_LEVEL:
        return LifetimeTitle(level + 100, second, 0)
    return LifetimeTitle(level, first, second)


def rate_lifetime(
    before: LifetimeTitle | None,
    opponents: Sequence[int],
    score: float,
    rounds: int,
    rating_after: int,
    *,
    established: bool,
    match: bool = False,
) -> LifetimeEvent:
    """Return an event's effect on a lifetime title.

    opponents: post-event displayed ratings, per game. rating_after, established: the player's, for an initial title.
    """
    blocked = _block(before, len(opponents), score, rounds, established=established, match=match)
    rated = tuple(opponents)
    delta = delta_of(rounds) if rounds >= FEWEST_ROUNDS else None
    if blocked is not None or before is None or delta is None:
        after = initial_title(rating_after) if before is None and established else before
        return LifetimeEvent(before, after, (), None, delta, blocked, rated)
    tests: list[LevelTest] = []
    highest = None
    for level in range(before.level, HIGHEST_LEVEL + 1, 100):
        tests.append(hold_against(level, opponents, score, delta.delta))
        if not tests[-1].made:
            break
        highest = level
    # above the highest title there are no points
    earns = highest is not None and before.level < HIGHEST_LEVEL
    after = credit(before, highest) if earns and highest is not None else before
    return LifetimeEvent(before, after, tuple(tests), highest, delta, None, rated)


def _block(
    before: LifetimeTitle | None, games: int, score: float, rounds: int, *, established: bool, match: bool
) -> LifetimeBlock | None:
    if match:
        return LifetimeBlock.MATCH
    if not established:
        return LifetimeBlock.PROVISIONAL
    if before is None:
        return LifetimeBlock.NO_TITLE
    if rounds < FEWEST_ROUNDS:
        return LifetimeBlock.FEW_ROUNDS
    if games < FEWEST_GAMES:
        return LifetimeBlock.FEW_GAMES
    return LifetimeBlock.FEW_POINTS if score < FEWEST_POINTS else None


def public_title(level: int | None, points: int | None) -> LifetimeTitle | None:
    """Return a title from its published part, or None. points: None if never earned."""
    return None if level is None else LifetimeTitle(level, points or 0)


def write_code(title: LifetimeTitle | None) -> str:
    """Return the norm code, such as "c2"; blank without a title."""
    return "" if title is None else f"{title_of(title.level).letter}{title.first}"


def read_code(code: str) -> LifetimeTitle | None:
    """Return a norm code's title; raise InputError.

    Odd points imply two toward the title above the next.
    """
    text = code.strip()
    if not text:
        return None
    match = re.fullmatch(r"([A-Za-z])([0-9])", text)
    if match is None:
        raise InputError(
            f'"{code}" is not a norm code. Write a title\'s letter and 0 to 9 points, for example c2 or B0.'
        )
    level, first = title_of_letter(match[1]).level, int(match[2])
    return LifetimeTitle(level, first, 2 if first % 2 and level + 200 <= HIGHEST_LEVEL else 0)


def points_to_next(title: LifetimeTitle) -> int | None:
    return None if title.level >= HIGHEST_LEVEL else POINTS_FOR_A_TITLE - title.first
