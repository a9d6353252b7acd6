"""Live boards and the club panel: set, moved and ended by directors, and updated when ratings or evenings move."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from bot.services.framework import outbox
from bot.services.framework.actions import setting_action
from bot.services.framework.clock import next_time
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.outbox import BOARD as BOARD
from bot.services.framework.outbox import REMOVE as REMOVE
from bot.services.framework.outbox import Moved
from bot.services.framework.transaction import ClubWrite, Write, use_case
from bot.services.messages.followers import follows
from bot.services.ratings.leaderboard import BoardOrder, BoardPage, leaderboard
from bot.store.club import clubs
from bot.store.database.evening_rows import Evening
from bot.store.database.rows import MessagePlace
from bot.store.database.transactions import Connection
from bot.store.evenings import evenings
from bot.store.messages import live_boards
from bot.store.messages import outbox as store_outbox
from bot.store.messages.live_boards import PANEL, LiveBoard
from core.errors import InputError
from core.lists import RatingList

MOST_BOARDS = 10
SECONDS_TO_WAIT = 20

FURTHER = 10

MOST_EVENINGS = 5
"""Links in a row of buttons."""

NOBODY = Member(0, "")


@dataclass(frozen=True, slots=True)
class LiveBoardReport:
    """A director's change. ended, moved: whether it ended, or changed its channel."""

    rating_list: RatingList
    order: BoardOrder
    top: int | None
    channel_id: int
    moved: bool = False

    @property
    def ended(self) -> bool:
        return self.top is None


@use_case(
    setting_action("live-board", "set or ended a live board", shown_by="/td audit"),
    director_to="set a live board",
)
def set_live_board(
    write: Write,
    channel_id: int,
    rating_list: RatingList | None,
    order: BoardOrder,
    top: int | None,
) -> LiveBoardReport:
    """Set a live board, one per list and order; top: lines, None to end it."""
    connection, club_id = write.connection, write.club.id
    which = rating_list or write.club.default_list
    if top is not None:
        write.club.house_rules.check_open(which)
    boards = [one for one in live_boards.of_club(connection, club_id) if not one.is_panel]
    old = next((one for one in boards if (one.rating_list, one.order) == (which, order)), None)
    if top is None:
        if old is None:
            raise InputError(
                f"There is no live board of {which.label} in that order. Choose how many players a new one shows."
            )
        _end(write, old)
    elif old is None and len(boards) >= MOST_BOARDS:
        raise InputError(f"A club can have {MOST_BOARDS} live boards. End one with `top: off`.")
    else:
        _keep(write, old, (which, order, top, channel_id))
    clubs.follow(connection, club_id, BOARD, follows=bool(live_boards.of_club(connection, club_id)))
    moved = old is not None and old.channel_id != channel_id
    report = LiveBoardReport(which, order, top, channel_id, moved)
    write.note(club_id)
    return report


@use_case(
    setting_action("club-panel", "posted or removed the club panel", shown_by="/td audit"),
    director_to="post the club panel",
)
def set_panel(write: Write, channel_id: int | None) -> None:
    """Keep the club panel in a channel; None: remove it."""
    boards = live_boards.of_club(write.connection, write.club.id)
    old = next((one for one in boards if one.is_panel), None)
    if channel_id is not None:
        _keep(write, old, (RatingList.USCHESS_REGULAR, PANEL, 0, channel_id))
    elif old is None:
        raise InputError("There is no club panel yet. Choose a channel for it.")
    else:
        _end(write, old)
    write.note(write.club.id)


def _keep(write: Write, old: LiveBoard | None, new: tuple[RatingList, str, int, int]) -> None:
    """Add a board, or change an old one. new: list, order, top and channel."""
    if old is not None:
        _change(write, old, *new[2:])
        return
    added = live_boards.add(write.connection, write.club.id, *new)
    store_outbox.put(write.connection, write.club.id, BOARD, str(added), write.now)


def _end(write: Write, old: LiveBoard) -> None:
    live_boards.remove(write.connection, old.id)
    store_outbox.drop(write.connection, write.club.id, BOARD, [str(old.id)])
    _unpost(write, old)


def _change(write: Write, old: LiveBoard, top: int, channel_id: int) -> None:
    values: dict[str, Any] = {"top": top, "channel_id": channel_id, "lost": 0, "limited_at": None, "reposted_at": None}
    if channel_id != old.channel_id:
        _unpost(write, old)
        values |= dict.fromkeys(("message_id", "shown", "edited_at"))
    live_boards.change(write.connection, old, **values)
    store_outbox.drop(write.connection, write.club.id, BOARD, [str(old.id)])
    store_outbox.put(write.connection, write.club.id, BOARD, str(old.id), write.now)


def _unpost(write: Write, old: LiveBoard) -> None:
    if old.message_id is not None:
        subject = f"{old.channel_id}:{old.message_id}"
        store_outbox.put(write.connection, write.club.id, REMOVE, subject, write.now)


def place_of(subject: str) -> MessagePlace:
    channel_id, _, message_id = subject.partition(":")
    return MessagePlace(int(channel_id), int(message_id))


@follows(BOARD)
def follow_boards(write: ClubWrite, moved: Sequence[Moved]) -> None:
    lists = {one.rating_list for one in moved if one.players}
    at = write.now + timedelta(seconds=SECONDS_TO_WAIT)
    for board in live_boards.of_club(write.connection, write.club.id, lists):
        if not board.is_panel:
            store_outbox.put(write.connection, write.club.id, BOARD, str(board.id), at)


async def find_board(services: Services, club_id: int, board_id: int) -> LiveBoard | None:
    return await services.database.read(
        lambda connection: live_boards.find(connection, club_id, board_id), club=club_id
    )


async def page_of(services: Services, board: LiveBoard, now: datetime) -> tuple[BoardPage, datetime]:
    """Return a live board's first page, and when its club's day ends."""
    nobody = Actor(board.club_id, NOBODY, 0)
    order = BoardOrder(board.order)
    page = await leaderboard(services, nobody, board.rating_list, order, size=board.top + FURTHER)
    return replace(page, lines=page.lines[: board.top]), await _tomorrow(services, board, now)


async def _tomorrow(services: Services, board: LiveBoard, now: datetime) -> datetime:
    return await services.database.read(
        lambda connection: next_time(clubs.find(connection, board.club_id), now), club=board.club_id
    )


async def panel_of(
    services: Services, board: LiveBoard, now: datetime
) -> tuple[Sequence[tuple[Evening, MessagePlace]], datetime]:
    """Return the open evenings that have a card, oldest first, and when the club's day ends."""

    def work(connection: Connection) -> list[tuple[Evening, MessagePlace]]:
        opened = reversed(evenings.open_ones(connection, board.club_id, MOST_EVENINGS))
        cards = [(one, evenings.card_of(connection, board.club_id, one)) for one in opened]
        return [(one, MessagePlace(*card)) for one, card in cards if card is not None]

    return await services.database.read(work, club=board.club_id), await _tomorrow(services, board, now)


async def keep_posted(
    services: Services, board: LiveBoard, message_id: int, shown: str, *, is_new: bool = False, lost: bool = False
) -> None:
    """Store what a live board shows. is_new: posted again; lost: because the message was missing."""
    now = services.now()
    values: dict[str, Any] = {"message_id": message_id, "shown": shown, "edited_at": now, "limited_at": None}
    if is_new:
        values["reposted_at"] = now
    if lost:
        values["lost"] = board.lost + 1
    unposted = [board.message_id] if is_new else []

    def work(connection: Connection) -> None:
        # A message was posted while somebody ended or moved the board.
        unused = unposted if live_boards.change(connection, board, **values) else [message_id]
        for each in unused:
            store_outbox.put(connection, board.club_id, REMOVE, f"{board.channel_id}:{each}", now)

    await outbox.remember(services, board.club_id, work)


async def keep_limited(services: Services, board: LiveBoard) -> None:
    """Store since when Discord refuses edits of a message."""
    now = services.now()

    def work(connection: Connection) -> None:
        live_boards.change(connection, board, limited_at=now)

    await outbox.remember(services, board.club_id, work)
