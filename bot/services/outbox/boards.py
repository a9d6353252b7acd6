"""A club's live boards put as a whole: those that are missing are posted, those that are too many taken down."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from bot.store import clubs
from bot.store.alive import live_boards, outbox
from bot.store.database import Connection
from core.lists import RatingList

BOARD, REMOVE = "board", "unpost"
"""The kinds in the outbox: a board by its id, and a message that is to be deleted by its channel and id."""


def boards_json(connection: Connection, club_id: int) -> list[dict[str, Any]]:
    """Return a club's live boards as the audit and a file of settings keep them."""
    return [
        {"list": one.rating_list.value, "order": one.order, "top": one.top, "channel": one.channel_id}
        for one in live_boards.of_club(connection, club_id)
    ]


def put_boards(connection: Connection, club_id: int, wanted: Iterable[Mapping[str, Any]], now: datetime) -> None:
    """Let a club have these live boards and no others."""
    new = {(one["list"], one["order"], one["top"], one["channel"]): one for one in wanted}
    for old in live_boards.of_club(connection, club_id):
        if new.pop((old.rating_list.value, old.order, old.top, old.channel_id), None) is None:
            live_boards.remove(connection, old.id)
            outbox.drop(connection, club_id, BOARD, [str(old.id)])
            if old.message_id is not None:
                outbox.put(connection, club_id, REMOVE, f"{old.channel_id}:{old.message_id}", now)
    for one in new.values():
        added = live_boards.add(connection, club_id, RatingList(one["list"]), one["order"], one["top"], one["channel"])
        outbox.put(connection, club_id, BOARD, str(added), now)
    clubs.follow(connection, club_id, BOARD, follows=bool(live_boards.of_club(connection, club_id)))


def show_again(connection: Connection, club_id: int, now: datetime) -> None:
    """Let every live board be shown anew, after a change of what boards show; one that is the same is not edited."""
    for one in live_boards.of_club(connection, club_id):
        outbox.put(connection, club_id, BOARD, str(one.id), now)
