"""Whoever was forgotten after a backup was made is forgotten in it too, once it has been put back."""

from collections import defaultdict
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial

from bot.services.context import Services
from bot.services.privacy.forget import forget
from bot.services.privacy.left_clubs import erase
from bot.services.transaction import ClubWrite, write_for_club
from bot.store.derived import club_rows
from bot.store.kept.forgotten import WHOLE_CLUB, Forgotten
from bot.store.people import profiles

MARGIN = timedelta(minutes=10)
"""As much may two machines' clocks differ; to forget somebody twice does no harm."""


async def forget_again(services: Services, since: datetime, gone: Collection[Forgotten]) -> int:
    """Forget whoever of these was forgotten since a time; return how many players and clubs that were."""
    there = set(await services.database.read(club_rows.all_clubs, club=None))
    by_club: dict[int, list[int]] = defaultdict(list)
    for one in sorted(gone, key=lambda one: one.at):
        if one.at >= since - MARGIN and one.club_id in there:
            by_club[one.club_id].append(one.player_id)
    done = 0
    for club_id, player_ids in by_club.items():
        done += await write_for_club(services, club_id, partial(_forget, player_ids=player_ids))
    return done


def _forget(write: ClubWrite, player_ids: Collection[int]) -> int:
    if WHOLE_CLUB in player_ids:
        erase(write)
        return 1
    profiles_there = [profiles.find(write.connection, write.club.id, player_id) for player_id in player_ids]
    for profile in profiles_there:
        if profile is not None:
            forget(write, profile)
    return sum(profile is not None for profile in profiles_there)
