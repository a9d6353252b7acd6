"""Which rating system rates which list."""

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import date

from core.errors import RuleError
from core.event.crosstable import GameType, TimeControl
from core.event.entered_rating import ESTABLISHED_GAMES
from core.event.event_file import FileEvent, FilePlayer, FileSection
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


def gives_ratings_of(file: FileEvent, rating_list: RatingList) -> bool:
    if file.site is not None:
        return False  # a site's ratings start nobody
    return file.ratings_of in (None, system_of(rating_list).in_files)


def has_guessed_games(file: FileEvent, player: FilePlayer) -> bool:
    """Return whether a rating counts as established for want of its games; published ones are."""
    known = file.ratings_of is not None or bool(player.published)
    return file.site is None and not known and player.rating is not None and player.games is None


def ratings_in_file(
    file: FileEvent, section: FileSection, rating_list: RatingList, day: date
) -> dict[int, tuple[float, int]]:
    """Return the ratings before an event and their games that a file gives for a list, by pairing number.

    day: the event's first. A rating without its games counts as established.
    """
    if not gives_ratings_of(file, rating_list):
        return {}
    played = Counter(number for game in section.games for number in (game.first, game.second))
    given = {}
    for player in section.players:
        rating, games = _rating_before(player, rating_list, played[player.number])
        if rating is not None and system_of(rating_list).can_be_rating(rating_list, rating, day):
            given[player.number] = rating, ESTABLISHED_GAMES if games is None else games
    return given


def _rating_before(player: FilePlayer, rating_list: RatingList, played: int) -> tuple[float | None, int | None]:
    """Return rating and games; published ratings are those of one list, and their games count the event's own."""
    if not any(system_of(given) is system_of(rating_list) for given, _ in player.published):
        return player.rating, player.games
    published = dict(player.published).get(rating_list)
    if published is None:
        return None, None
    return published.before, None if published.games is None else max(published.games - played, 0)


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
