"""Titles from norms (US Chess Title System, 2016): five norms at a level or higher, for life."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.uschess.norms import LEVELS, NormLevel
from core.uschess.rounding import displayed

NORMS_FOR_A_TITLE = 5
RATING_NEEDED_FROM = 2000


@dataclass(frozen=True, slots=True)
class TitleProgress:
    """How far a player is toward one title.

    norms: norms at this level or higher, five make the title.
    needs_established: an established rating is missing.
    needs_rating: an established rating of this level, once, is missing (from 2000 up).
    """

    level: NormLevel
    norms: int
    needs_established: bool
    needs_rating: bool

    @property
    def earned(self) -> bool:
        return self.norms >= NORMS_FOR_A_TITLE and not self.needs_established and not self.needs_rating


def title_progress(norms: Sequence[int], peak_established: float | None) -> tuple[TitleProgress, ...]:
    """Return the progress toward each title, lowest first.

    norms: earned norms by level, lowest first, one entry for each of `LEVELS`.
    peak_established: highest established rating so far, None for a player who never had one.
    """
    progress = []
    for index, level in enumerate(LEVELS):
        reached = peak_established is not None and displayed(peak_established) >= level.rating
        progress.append(
            TitleProgress(
                level=level,
                norms=sum(norms[index:]),
                needs_established=peak_established is None,
                needs_rating=level.rating >= RATING_NEEDED_FROM and not reached,
            )
        )
    return tuple(progress)


def titles(norms: Sequence[int], peak_established: float | None) -> tuple[NormLevel, ...]:
    """Return the titles that are earned, lowest first."""
    if sum(norms) < NORMS_FOR_A_TITLE:  # as nearly everybody, after every event
        return ()
    if peak_established is None:
        return ()
    # As `title_progress` tells, without what is missing: a fold asks twice for every rating, at a third of the time.
    reached, at_or_above, earned = displayed(peak_established), 0, []
    for level, made in zip(reversed(LEVELS), reversed(norms), strict=True):
        at_or_above += made
        if at_or_above >= NORMS_FOR_A_TITLE and (level.rating < RATING_NEEDED_FROM or reached >= level.rating):
            earned.append(level)
    return tuple(reversed(earned))
