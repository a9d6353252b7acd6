"""What the rounds add to a tie-break, and the words that explain it."""

from collections.abc import Callable, Collection, Sequence
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from core.tiebreaks.field import Field

Value = int | Fraction
"""A tie-break's value: points, ratings or a count."""


class Why(Enum):
    """Why a round adds what it adds: the words, with the part's figures, and the rule where it is one of its own.

    Figures are half points unless the name ends in PLAIN.
    """

    OPPONENT = ("score {0}", None)
    ADJUSTED = ("score {1}, adjusted to {0}: requested byes at the end count as draws", "C.07 16.3")
    DUMMY = ("unplayed: own score {0}", "C.07 16.4")
    DUMMY_CAPPED = ("unplayed: own score {0}, at most {1}, half of the rounds' points", "C.07 16.4")
    DUMMY_SCHEDULED = ("unplayed: own score {0}, at most the scheduled opponent's {1}", "C.07 16.4")
    SCORED_OPPONENT = ("{1} against score {0}", None)
    SCORED_ADJUSTED = ("{2} against score {1}, adjusted to {0}: requested byes at the end count as draws", "C.07 16.3")
    SCORED_DUMMY = ("unplayed: {1} times own score {0}", "C.07 16.4")
    SCORED_DUMMY_CAPPED = ("unplayed: {2} times own score {0}, at most {1}, half of the rounds' points", "C.07 16.4")
    SCORED_DUMMY_SCHEDULED = ("unplayed: {2} times own score {0}, at most the scheduled opponent's {1}", "C.07 16.4")
    BUCHHOLZ = ("their Buchholz", "C.07 8.1")
    RUNNING = ("score after the round", None)
    WON = ("won", None)
    WON_UNPLAYED = ("a win's points without a game", None)
    PLAYED_BLACK = ("played with Black", None)
    WON_BLACK = ("won with Black", None)
    ELECTED = ("played, or not by own choice", None)
    OUTSCORED = ("outscored the opponent", None)
    EQUALLED = ("the same points as the opponent", None)
    UNPLAYED_ABOVE_DRAW = ("more than a draw without a game", None)
    UNPLAYED_DRAW = ("as much as a draw without a game", None)
    NUMBER = ("pairing number", None)
    HALF_OR_BETTER = ("{1} against score {0}, at least half of the possible {2}", None)
    RATED_PLAIN = ("rated", None)
    OWN_RATING_PLAIN = ("own rating", None)
    PERFORMED = ("their performance", "C.07 10.2")
    PERFORMANCE_PLAIN = ("average {0}, and {2:+d} for {1} % of the points", "C.07 10.2")
    PERFECT_PLAIN = ("the lowest rating that is expected to score as much", "C.07 10.3")
    PERFORMED_PERFECTLY = ("their perfect performance", "C.07 10.3")
    BEAT_TIED = ("beat one of the tied", None)
    LOST_TO_TIED = ("lost to one of the tied", None)
    DREW_TIED = ("drew with one of the tied", None)
    NOT_ALL_MET = (
        "not all of the tied have met: nobody passes whom the missing games could still bring up",
        "C.07 6.3",
    )
    NOT_IN_PLAY = ("all points without a game: behind those who scored in play", "US Chess 34E")
    US_ADJUSTED = ("adjusted score {0}: each of {1} unplayed rounds counts ½", "US Chess 34D")
    US_UNPLAYED = ("unplayed: 0", "US Chess 34D")
    US_BYE_OFF = ("a full point without a game", None)
    CUMULATIVE = ("their cumulative score", "US Chess 34E3")
    KASHDAN_WIN = ("win: 4", None)
    KASHDAN_DRAW = ("draw: 2", None)
    KASHDAN_LOSS = ("loss: 1", None)
    BEATEN = ("beat adjusted score {0}", None)
    DRAWN_WITH = ("half of adjusted score {0}", None)
    SPREAD_PLAIN = ("spread", None)
    SPREAD_CAPPED_PLAIN = ("spread {0:+d}, capped", None)
    SPREAD_BYE_PLAIN = ("without a game", None)


class Part(NamedTuple):
    """What a round adds, in the tie-break's own units, such as quarter points.

    strength: the opponent's score, by which cuts find the lowest. vur: whether it comes from a VUR, which is cut first.
    """

    round: int | None
    opponent: int | None
    units: int
    why: Why
    figures: tuple[int, ...] = ()
    strength: int = 0
    vur: bool = False


class Contribution(NamedTuple):
    """What a round adds to a value, for people.

    round: None for what is about the whole event. value: what it adds, or goes into the average.
    words: why, without names. rule: the article. counted: False for one that is cut.
    """

    round: int | None
    opponent: int | None
    value: Value
    words: str
    rule: str
    counted: bool


def contribution(part: Part, unit: int, rule: str, counted: bool) -> Contribution:
    """Return a part as people read it."""
    template, own_rule = part.why.value
    plain = part.why.name.endswith("PLAIN")
    words = template.format(*(part.figures if plain else map(halves_text, part.figures)))
    return Contribution(part.round, part.opponent, worth(part.units, unit), words, own_rule or rule, counted)


def worth(units: int, unit: int) -> Value:
    """Return units as a value: 10 quarter points are 5/2."""
    return units if unit == 1 else Fraction(units, unit)


def halves_text(halves: int) -> str:
    """Return half points as people write them: 7 is 3½."""
    sign, whole = "-" if halves < 0 else "", str(abs(halves) // 2)
    return sign + (f"{'' if whole == '0' else whole}½" if halves % 2 else whole)


Parts = list[Part]
Kept = Sequence[Part]
Total = Callable[[Field, int, Kept], Value | None]
Dropped = Callable[[Field, int, Parts], Collection[int]]
"""Returns the places of those that are left out."""


def cut(parts: Parts, low: int, high: int) -> set[int]:
    """Return the places of what is cut: first the lowest, then the highest (14.1-14.4).

    Of the opponents of the lowest score, the smallest contribution; a contribution from a VUR goes instead unless it is
    below that (16.5).
    """
    left = set(range(len(parts)))
    for _ in range(min(low, len(parts))):
        # The smallest place decides what is equal: nothing then depends on a set's order.
        lowest = min(left, key=lambda place: (parts[place].strength, parts[place].units, place))
        unplayed = [place for place in left if parts[place].vur]
        if unplayed:
            voluntary = min(unplayed, key=lambda place: (parts[place].units, parts[place].strength, place))
            if parts[voluntary].units >= parts[lowest].units:
                lowest = voluntary
        left.remove(lowest)
    for _ in range(min(high, len(left))):
        left.remove(max(left, key=lambda place: (parts[place].strength, parts[place].units, -place)))
    return set(range(len(parts))) - left
