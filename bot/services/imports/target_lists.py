"""Which lists a file moves, by what it says or by a director's choice, and for which its ratings are."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.store.rows import Club
from core.background import ExternalSystem
from core.crosstable import TimeControl
from core.errors import RuleError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.formats.common.names import shorten
from core.formats.typed.time_controls import Speed, speed_of
from core.lists import RatingList
from core.systems import ALL, CALIBRATED, SYSTEMS, lists_for, main_list_of, rates

_BY_SPEED = {
    Speed.STANDARD: (RatingList.USCHESS_REGULAR, RatingList.FIDE_STANDARD),
    Speed.RAPID: (RatingList.FIDE_RAPID,),
    Speed.BLITZ: (RatingList.USCHESS_BLITZ, RatingList.FIDE_BLITZ),
    Speed.QUICK: (RatingList.USCHESS_QUICK,),
    Speed.DUAL: (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK),
}
"""Lists by the word that a file has for its time control; those of one system are taken."""

FIDE = next(system for system in ALL if system.in_files is ExternalSystem.FIDE)


class FideFiles(StrEnum):
    """What a club does with files whose ratings are FIDE's, such as TRF; the value is what the database stores.

    BY_FILE: an event of another federation moves FIDE's lists, one of the club's own federation the club's.
    """

    BY_FILE = "never"
    ALSO = "also"
    ONLY = "only"


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a section lands. lists: those that it moves, the main one first.

    why: what in the file or the club decided it, as the end of a sentence; of one that asks, the beginning.
    against: why their rules would not rate it there, a sentence; a director may overrule that with a reason.
    asks: whether a director has to choose the lists before anything is stored.
    """

    lists: tuple[RatingList, ...]
    why: str
    against: str | None = None
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a file as it would be stored. control: its time control; began: its first day.

    rated_on: returns the numbers of those of its players who have a rating on a list of the club.
    """

    file: FileEvent
    section: FileSection
    control: TimeControl | None
    began: date
    rated_on: Callable[[RatingList], Collection[int]]

    @property
    def highest(self) -> int | None:
        return max((int(one.rating) for one in self.section.players if one.rating is not None), default=None)

    def is_known(self, moved: RatingList) -> bool:
        """Return whether most of its players have a rating on a list of the club."""
        return 2 * len(self.rated_on(moved)) > len(self.section.players)

    def loses_ratings(self, lists: Sequence[RatingList]) -> bool:
        """Return whether lists can use none of the ratings that the file gives, of players who have none on them."""
        needed = {moved: set(self.rated_on(moved)) for moved in lists}
        given = [one for one in self.section.players if one.rating is not None]
        new = [(moved, one) for moved in lists for one in given if one.number not in needed[moved]]
        return bool(new) and not any(self._is_used(moved, one) for moved in lists for one in given)

    def _is_used(self, moved: RatingList, player: FilePlayer) -> bool:
        system, theirs = SYSTEMS[moved], self.file.ratings_of
        if gives_ratings_of(self.file, moved):
            return player.rating is not None and system.can_be_rating(moved, player.rating, self.began)
        return theirs is not None and system.can_convert(theirs, self.began)

    def rated_as(self, usual: RatingList) -> tuple[RatingList, ...]:
        """Return the lists that the time control moves in the system of a list; raise RuleError where none may be."""
        if self.control is None:
            return (usual,)
        highest = self.highest if usual in FIDE.lists else None
        return lists_for(self.control, usual, self.began, highest)


def choices_for(file: FileEvent) -> tuple[RatingList, ...]:
    """Return the lists that a director may choose among for a file: those first whose ratings it has."""
    lists = [moved for moved in SYSTEMS if rates(moved, file.board)]
    if file.ratings_of is not None:
        lists.sort(key=lambda moved: SYSTEMS[moved].in_files is not file.ratings_of)
    return tuple(lists)


def landing_of(club: Club, found: Section, chosen: Sequence[RatingList]) -> Landing:
    """Return where a section lands; raise RuleError for a list that rates another game.

    chosen: by the director, the main one first; empty where what the file says and the club's settings decide.
    """
    if chosen:
        return _as_chosen(found, tuple(chosen))
    if found.file.site is not None:
        # A pool of the site's own, whose ratings nobody takes for those of games over the board.
        control = "" if found.control is None else f", {found.control}"
        return Landing((list(CALIBRATED)[-1],), f"Played online at {found.file.site}{control}", asks=True)
    if found.file.of_any_game and SYSTEMS[club.default_list].board is not None:
        return Landing((club.default_list,), "The scores in the file may be those of any game", asks=True)
    landing = _proposed(club, found)
    if landing.asks or not found.loses_ratings(landing.lists):
        return landing
    whose = "ratings" if found.file.ratings_of is None else f"{found.file.ratings_of.label} ratings"
    year = "" if found.file.ratings_of is None else f" of {found.began.year}"
    return Landing(landing.lists, f"{landing.lists[0].label} cannot use the file's {whose}{year}", asks=True)


def _as_chosen(found: Section, chosen: tuple[RatingList, ...]) -> Landing:
    for moved in chosen:
        if not rates(moved, found.file.board):
            raise RuleError(
                f"{moved.label} does not rate {found.file.board.label}, which that event was: leave system out, "
                f"or choose {main_list_of(found.file.board).label}."
            )
    return Landing(chosen, "chosen", _against(found, chosen))


def _against(found: Section, chosen: Sequence[RatingList]) -> str | None:
    """Return why the rules of one of the lists would not rate a section."""
    for moved in chosen:
        if found.file.site is not None and SYSTEMS[moved].membership is not None:
            return f"{moved.label} is for games over the board, and this was played online."
        try:
            right = found.rated_as(moved)
        except RuleError as error:
            return error.message
        if moved not in right:
            allowed = " and ".join(one.label for one in right)
            return f"A time control of {found.control} is rated as {allowed}, not as {moved.label}."
    return None


def _proposed(club: Club, found: Section) -> Landing:
    board = found.file.board
    usual, why = main_list_of(board), f"the usual list for {board.label}"
    if rates(club.default_list, board):
        usual, why = club.default_list, "the club's default list"
    if found.file.ratings_of is not ExternalSystem.FIDE or SYSTEMS[usual].in_files is ExternalSystem.FIDE:
        return _by_control(found, usual, why)
    setting = "the club's setting for FIDE files"
    if club.fide_files == FideFiles.ONLY:
        return _by_control(found, FIDE.lists[0], setting)
    if club.fide_files == FideFiles.ALSO:
        ours, theirs = _by_control(found, usual, why), _by_control(found, FIDE.lists[0], why)
        if theirs.against is not None:
            return ours  # too fast for FIDE with players so strong
        asks = ours.asks or theirs.asks
        return Landing((*ours.lists, *theirs.lists), ours.why if asks else setting, ours.against, asks)
    foreign = _why_foreign(found, usual)
    if foreign is None:
        return _by_control(found, usual, why)
    landing = _by_control(found, FIDE.lists[0], foreign)
    ours = _by_control(found, usual, f"{why}, for FIDE would not rate it")
    return landing if landing.against is None or ours.against is not None else ours


def _by_control(found: Section, usual: RatingList, why: str) -> Landing:
    written = found.section.written_control
    if found.control is None and written and usual in {moved for lists in _BY_SPEED.values() for moved in lists}:
        return _by_speed(usual, why, written)
    try:
        lists = found.rated_as(usual)
    except RuleError as error:
        return Landing((usual,), why, error.message)
    return Landing(lists, why if found.control is None else f"{why}, at {found.control}")


def _by_speed(usual: RatingList, why: str, written: str) -> Landing:
    """Return where a section lands whose time control has no figures."""
    speed = speed_of(written)
    lists = tuple(moved for moved in _BY_SPEED[speed] if moved in SYSTEMS[usual].lists) if speed else ()
    if lists:
        return Landing(lists, f'{why}, at "{shorten(written)}"')
    return Landing((usual,), f'The time control in the file is "{shorten(written)}"', asks=True)


def _why_foreign(found: Section, usual: RatingList) -> str | None:
    """Return what in a file with FIDE's ratings says that it is none of the usual list's federation."""
    system, players = SYSTEMS[usual], found.section.players
    if system.federation is None or system.membership is None:
        return None  # the club's own ratings, wherever somebody plays
    rated = (one.rating for one in players if one.rating is not None)
    if not any(FIDE.can_be_rating(FIDE.lists[0], rating, found.began) for rating in rated):
        return None  # FIDE rates no event without a rated player
    federations = Counter(one.federation for one in players if one.federation is not None)
    home = found.file.federation or next((name for name, _ in federations.most_common(1)), None)
    ours = sum(getattr(one, system.membership) is not None for one in players)
    if home == system.federation or 2 * ours > len(players) or found.is_known(usual):
        return None
    theirs = sum(one.fide_id is not None for one in players)
    if home is not None:
        return f"an event of {home} with FIDE ratings"
    return "its players have FIDE ids" if 2 * theirs > len(players) else "its ratings are FIDE's"


def gives_ratings_of(file: FileEvent, moved: RatingList) -> bool:
    """Tell whether a file's ratings are those of a list."""
    if file.site is not None:
        return False  # a site's ratings start nobody
    return file.ratings_of in (None, SYSTEMS[moved].in_files)


def impossible_ratings(
    file: FileEvent, section: FileSection, lists: Sequence[RatingList], day: date
) -> tuple[FilePlayer, ...]:
    """Return the players of a section whose rating counts as none on every list that it is for."""
    given = [moved for moved in lists if gives_ratings_of(file, moved)]
    return tuple(
        player
        for player in section.players
        if player.rating is not None
        and given
        and not any(SYSTEMS[moved].can_be_rating(moved, player.rating, day) for moved in given)
    )
