"""What follows rating changes, by name in `FOLLOWERS`; a club stores those that it turned on."""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain

from bot.services.framework.outbox import FOLLOWS, MOVED, Moved
from bot.services.framework.transaction import ClubWrite, club_job
from bot.services.messages.live_boards import BOARD, follow_boards
from bot.services.messages.news import DIGEST, follow_news
from bot.services.messages.notices import NOTICE, follow_notices
from bot.services.messages.roles import follow_roles
from bot.store.messages import outbox

Follower = Callable[[ClubWrite, Sequence[Moved]], None]
"""Queues what follows from moves, in their order."""

FOLLOWERS: Mapping[str, Follower] = {
    BOARD: follow_boards,
    DIGEST: follow_news,
    NOTICE: follow_notices,
    FOLLOWS: follow_roles,
}


@club_job
def follow(write: ClubWrite) -> None:
    rows = outbox.of_kind(write.connection, write.club.id, MOVED)
    moved = [Moved.from_json(data) for data in chain.from_iterable(row.details for row in rows)]
    for name in sorted(write.club.followers & FOLLOWERS.keys()):
        FOLLOWERS[name](write, moved)
    outbox.drop(write.connection, write.club.id, MOVED, [row.subject for row in rows])
