"""What follows rating changes; a club stores by name what it turned on."""

from collections.abc import Callable, Sequence
from itertools import chain

from bot.declarations import Declared, import_all
from bot.services.framework.outbox import MOVED, Moved
from bot.services.framework.transaction import ClubWrite, club_job
from bot.store.messages import outbox

Follower = Callable[[ClubWrite, Sequence[Moved]], None]
"""Queues what follows from moves, in their order."""

FOLLOWERS: Declared[Follower] = Declared()

follows = FOLLOWERS.named


@club_job
def follow(write: ClubWrite) -> None:
    rows = outbox.of_kind(write.connection, write.club.id, MOVED)
    moved = [Moved.from_json(data) for data in chain.from_iterable(row.details for row in rows)]
    import_all("bot.services")
    for name in sorted(write.club.followers & FOLLOWERS.keys()):
        FOLLOWERS[name](write, moved)
    outbox.drop(write.connection, write.club.id, MOVED, [row.subject for row in rows])
