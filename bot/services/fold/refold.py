"""Fold a whole club again, when the rules by which stored facts are rated are others."""

from collections.abc import Iterable

from bot.services.context import Services
from bot.services.each_club import in_each_club
from bot.services.fold.lists import ListChange, fold_lists
from bot.services.fold.replay import Fold
from bot.store import clubs
from bot.store.database import Connection
from bot.store.derived import club_rows as derived
from bot.store.events import facts
from bot.store.rows import Club
from core.lists import RatingList
from core.systems import SYSTEMS


def refold(
    connection: Connection, services: Services, club: Club, lists: Iterable[RatingList] = SYSTEMS
) -> dict[RatingList, Fold]:
    """Derive again everything that a club's facts give, or those of some lists. Needs the club's lock."""
    changed = {}
    for rating_list in lists:
        refs = facts.refs_from(connection, club.id, rating_list, facts.BEGINNING)
        if refs:
            changed[rating_list] = ListChange(again=refs)
    return fold_lists(connection, club, services.today(), changed)


async def refold_outdated(services: Services) -> int:
    """Fold again the clubs that an older version has folded, each in its own transaction; return how many."""
    outdated = await services.database.read(clubs.folded_before, club=None)

    async def bring_up(club_id: int) -> None:
        def work(connection: Connection) -> None:
            club, *_ = clubs.enter(connection, club_id, services.now())
            if club.fold_version == clubs.NOTHING_DERIVED:
                derived.clear(connection, club_id)
            refold(connection, services, club)
            clubs.change(connection, club_id, {"fold_version": clubs.FOLD_VERSION})

        await services.database.fold(work, club=club_id)

    return await in_each_club("working ratings out again", outdated, bring_up)
