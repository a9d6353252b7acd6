"""Explained results: how a figure came about, one step at a time."""

from enum import StrEnum
from typing import NamedTuple


class CommonReason(StrEnum):
    """Why a step was taken, where several systems take it; each has more in its own core/<system>/reasons.py.

    The UI owns the sentence for each; core owns the figures. The comment behind a reason names its inputs, in order.
    """

    EXPECTED_SCORE = "expected-score"  # games
    SCORE_MINUS_EXPECTED = "score-minus-expected"  # S, E
    NEW_RATING = "new-rating"  # before


class Step(NamedTuple):
    """One step of a calculation; a tuple, for a calculation makes dozens of them.

    clause: the document and section that demands it, e.g. "US Chess 2025, 4.2".
    reason: what was done, by a system's enumeration; the UI turns it into words.
    value: the figure that came out (rating points, games or score points, by reason).
    inputs: the figures that went in, in the order in which the reason's comment names them.
    """

    clause: str
    reason: str
    value: float
    inputs: tuple[float, ...] = ()
