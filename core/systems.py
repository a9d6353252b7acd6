"""Which rating system rates which list."""

from datetime import date

from core.club_rules import ClubRules
from core.crosstable import GameType, TimeControl
from core.elo import SYSTEM as ELO
from core.errors import RuleError
from core.fide.system import SYSTEM as FIDE
from core.glicko2 import SYSTEM as GLICKO_2
from core.lists import RatingList
from core.naspa import SYSTEM as NASPA
from core.oracle.system import SYSTEM as ORACLE
from core.rating_system import CalibratedSystem, ClubPool, PublishedSystem, RatingSystem
from core.uschess.system import SYSTEM as USCHESS

ALL: tuple[RatingSystem, ...] = (USCHESS, FIDE, NASPA, ORACLE, ELO, GLICKO_2)

SYSTEMS: dict[RatingList, RatingSystem] = {moved: system for system in ALL for moved in system.lists}
"""By list, in the order in which lists are folded and offered."""


def rates(rating_list: RatingList, board: GameType) -> bool:
    """Return whether a list rates a game."""
    return SYSTEMS[rating_list].board in (None, board)


def main_list_of(board: GameType) -> RatingList:
    """Return the list of a game where a club has chosen none for it: the first that rates nothing else."""
    return next(system.lists[0] for system in ALL if system.board is board)


PUBLISHED: dict[RatingList, PublishedSystem] = {
    moved: system for moved, system in SYSTEMS.items() if isinstance(system, PublishedSystem)
}
"""Lists on which results wait until a list of everybody's ratings is published."""

CALIBRATED: dict[RatingList, CalibratedSystem] = {
    moved: system for moved, system in SYSTEMS.items() if isinstance(system, CalibratedSystem)
}
"""Lists whose ratings can be recalculated from all events so far."""


def list_named(text: str) -> RatingList | None:
    """Return the list that a key or a name means; None where it is none."""
    written = text.strip().casefold()
    return next((one for one in SYSTEMS if written in (one.value, one.label.casefold())), None)


def lists_for(
    control: TimeControl, usual: RatingList, began: date, highest: int | None = None
) -> tuple[RatingList, ...]:
    """Return the lists that a time control moves in the system of a list, the main one first."""
    return SYSTEMS[usual].lists_for(control, usual, began, highest)


POOLS: dict[RatingList, ClubPool] = {moved: system for moved, system in SYSTEMS.items() if isinstance(system, ClubPool)}
"""Lists that are pools of the club's own players."""


def benchmark_of(rating_list: RatingList, house_rules: ClubRules) -> int | None:
    """Return the player of the club by whom a list measures all others; None for nobody."""
    pool = POOLS.get(rating_list)
    return None if pool is None else pool.benchmark(rating_list, house_rules)


def check_entered_rating(player: int, rating_list: RatingList, rating: float, house_rules: ClubRules) -> None:
    """Raise RuleError where this player of the club cannot be given that rating."""
    pool = POOLS.get(rating_list)
    why_not = None if pool is None else pool.why_not_open(player, rating_list, rating, house_rules)
    if why_not is not None:
        raise RuleError(why_not)
