"""Fold a whole club again, when the rules by which stored facts are rated are others."""

from collections.abc import Iterable

from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.fold.lists import ListChange
from bot.services.transaction import ClubWrite, Folded, club_job
from bot.store import clubs
from bot.store.events import facts
from core.lists import RatingList
from core.systems import SYSTEMS


def refold(write: ClubWrite, lists: Iterable[RatingList] = SYSTEMS) -> Folded:
    """Derive again everything that a club's facts give, or those of some lists."""
    changed = {}
    for rating_list in lists:
        refs = facts.refs_from(write.connection, write.club.id, rating_list, facts.BEGINNING)
        if refs:
            changed[rating_list] = ListChange(recompute=refs)
    return write.fold(changed)


async def refold_outdated(services: Services) -> int:
    """Fold again the clubs that an older version has folded, each in its own transaction; return how many."""
    outdated = await services.database.read(clubs.folded_before, club=None)
    return await in_each_club("working ratings out again", outdated, lambda club_id: _bring_up(services, club_id))


@club_job
def _bring_up(write: ClubWrite) -> None:
    refold(write)
    clubs.change(write.connection, write.club.id, {"fold_version": clubs.FOLD_VERSION})
