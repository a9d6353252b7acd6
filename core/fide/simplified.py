"""The "FIDE Rating System Calculator" by its README: formulas in the place of FIDE's tables, and how far off they are.

FIDE itself always uses the tables; these rules are there under their own name, "simplified-2017".
"""

from collections.abc import Sequence
from math import inf, log10

from core.fide.performance import tournament_performance
from core.fide.tables import expected_hundredths


def simplified_hundredths(difference: int) -> float:
    """Return the expected score 1 / (1 + 10^(-D/400)), in hundredths, of whoever is rated D above the opponent."""
    return 100 / (1 + 10 ** (-difference / 400))


def simplified_performance(opponents: Sequence[int], score: float) -> float:
    """Return the opponents' average + 400 log10(S / (N - S)), which is infinite for a clean score."""
    average = sum(opponents) / len(opponents)
    if score <= 0:
        return -inf
    if score >= len(opponents):
        return inf
    return average + 400 * log10(score / (len(opponents) - score))


def expected_beyond_table(difference: int) -> float:
    """Return by how many hundredths the formula's expected score is above the table's for the same difference."""
    return simplified_hundredths(difference) - expected_hundredths(difference)


def change_beyond_table(own: int, opponents: Sequence[int], k: int) -> float:
    """Return by how many points the simplified change of an event differs from the table's, whatever its score.

    Neither limits a difference: what is compared is the formula with the table.
    """
    return -k * sum(expected_beyond_table(own - opponent) for opponent in opponents) / 100


def performance_beyond_table(opponents: Sequence[int], score: float) -> float:
    """Return by how many points the formula's performance is above the table's; infinite for a clean score."""
    return simplified_performance(opponents, score) - tournament_performance(opponents, score)
