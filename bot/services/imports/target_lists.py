"""Which lists a file's section moves, and for which of them its ratings are."""

from collections.abc import Sequence
from datetime import date
from enum import StrEnum

from bot.store.rows import Club
from core.background import ExternalSystem
from core.crosstable import TimeControl
from core.errors import RuleError
from core.event_file import FileEvent, FilePlayer, FileSection
from core.lists import RatingList
from core.systems import SYSTEMS, lists_for, main_list_of, rates


class FideFiles(StrEnum):
    """What a club does with files whose ratings are FIDE's, such as TRF; the value is what the database stores."""

    NEVER = "never"
    ALSO = "also"
    ONLY = "only"


def lists_of_section(
    club: Club,
    file: FileEvent,
    section: FileSection,
    chosen: RatingList | None,
    control: TimeControl | None,
    began: date,
) -> tuple[RatingList, ...]:
    """Return the lists that a section moves, the main one first; raise RuleError where no list can be moved.

    chosen: by the director; otherwise the time control and the club's settings decide. began: its first day.
    """
    usual = main_list_of(file.board)
    if chosen is not None:
        if not rates(chosen, file.board):
            raise RuleError(
                f"{chosen.label} does not rate {file.board.label}, which that event was: leave system out, "
                f"or choose {usual.label}."
            )
        return (chosen,)
    if rates(club.default_list, file.board):
        usual = club.default_list
    ours = (usual,) if control is None else lists_for(control, usual, began)
    is_fide = SYSTEMS[usual].in_files is ExternalSystem.FIDE
    if file.ratings_of is not ExternalSystem.FIDE or club.fide_files == FideFiles.NEVER or is_fide:
        return ours
    if club.fide_files == FideFiles.ONLY:
        return _fide_lists(section, control, began)
    try:
        return (*ours, *_fide_lists(section, control, began))
    except RuleError:
        return ours  # too fast for FIDE with players so strong


def _fide_lists(section: FileSection, control: TimeControl | None, began: date) -> tuple[RatingList, ...]:
    ratings = [int(player.rating) for player in section.players if player.rating is not None]
    if control is None:
        return (RatingList.FIDE_STANDARD,)
    return lists_for(control, RatingList.FIDE_STANDARD, began, max(ratings, default=None))


def gives_ratings_of(file: FileEvent, moved: RatingList) -> bool:
    """Tell whether a file's ratings are those of a list."""
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
