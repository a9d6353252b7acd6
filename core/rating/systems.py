"""Which rating system rates which list."""

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from core.errors import RuleError
from core.event.crosstable import GameType, TimeControl
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.elo import SYSTEM as ELO
from core.rating.fide.system import SYSTEM as FIDE
from core.rating.glicko2 import SYSTEM as GLICKO_2
from core.rating.naspa import SYSTEM as NASPA
from core.rating.oracle.system import SYSTEM as ORACLE
from core.rating.rating_system import CalibratedSystem, ClubPool, PublishedSystem, RatingSystem
from core.rating.uschess.system import SYSTEM as USCHESS

ALL: tuple[RatingSystem, ...] = (USCHESS, FIDE, NASPA, ORACLE, ELO, GLICKO_2)

_SYSTEMS: dict[RatingList, RatingSystem] = {moved: system for system in ALL for moved in system.lists}


def system_of(rating_list: RatingList) -> RatingSystem:
    return _SYSTEMS[rating_list.base]


def rates(rating_list: RatingList, board: GameType) -> bool:
    return system_of(rating_list).board in (None, board)


def main_list_of(board: GameType) -> RatingList:
    """Return a game's list without the club's choice: the first that rates nothing else."""
    return next(system.lists[0] for system in ALL if system.board is board)


PUBLISHED: dict[RatingList, PublishedSystem] = {
    moved: system for moved, system in _SYSTEMS.items() if isinstance(system, PublishedSystem)
}
"""Lists whose results wait until everybody's ratings are published."""


def calibrated_system_of(rating_list: RatingList) -> CalibratedSystem:
    system = system_of(rating_list)
    assert isinstance(system, CalibratedSystem)
    return system


def list_named(text: str, lists: Iterable[RatingList] = RatingList) -> RatingList | None:
    written = text.strip().casefold()
    with suppress(ValueError):
        return RatingList(text.strip())
    return next((one for one in lists if written in (one.value, one.label.casefold())), None)


def lists_for(
    control: TimeControl, usual: RatingList, began: date, highest: int | None = None
) -> tuple[RatingList, ...]:
    """Return the lists that a time control moves in the system of a list, the main one first."""
    return system_of(usual).lists_for(control, usual, began, highest)


POOL_SYSTEMS = tuple(system for system in ALL if isinstance(system, ClubPool))
"""Systems whose lists are pools of the club's own players."""


def is_pool(rating_list: RatingList) -> bool:
    return system_of(rating_list) in POOL_SYSTEMS


def pool_system_of(rating_list: RatingList) -> ClubPool:
    return next(system for system in POOL_SYSTEMS if system is system_of(rating_list))


def benchmark_of(rating_list: RatingList, house_rules: ClubRules) -> int | None:
    return pool_system_of(rating_list).benchmark(rating_list, house_rules) if is_pool(rating_list) else None


def check_entered_rating(player: int, rating_list: RatingList, rating: float, house_rules: ClubRules) -> None:
    """Raise RuleError if this player cannot be given that rating."""
    if not is_pool(rating_list):
        return
    why_not = pool_system_of(rating_list).why_not_open(player, rating_list, rating, house_rules)
    if why_not is not None:
        raise RuleError(why_not)
