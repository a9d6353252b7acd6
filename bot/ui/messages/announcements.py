"""Live boards, the club panel, digests, notices, seasons and yearbooks."""

import asyncio
import hashlib
import json
import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.evenings.chances import Turned, turned
from bot.services.evenings.rounds import TURN
from bot.services.framework.outbox import BOARD, NOTE, REMOVE, note, unnoted
from bot.services.messages.live_boards import find_board, keep_limited, keep_posted, page_of, panel_of, place_of
from bot.services.messages.news import DIGEST, digest_of, mark_announced
from bot.services.messages.notices import NOTICE, OBJECTION, notice_of, objection_of, stop_notices
from bot.services.ratings.club_year import YEARBOOK, yearbook_to_post
from bot.services.ratings.leaderboard import BoardOrder
from bot.services.ratings.seasons import POSTED, ended_board
from bot.store.database.club_choices import NewsWhen
from bot.store.messages.live_boards import LiveBoard
from bot.ui.buttons.challenges import challenge_button
from bot.ui.buttons.claims import on_roster_button
from bot.ui.buttons.matches import report_match_button
from bot.ui.buttons.news import (
    live_card_button,
    live_history_button,
    live_me_button,
    more_news_button,
    news_board_button,
    notice_card_button,
    notice_stop_button,
    notice_wrong_button,
)
from bot.ui.buttons.norms import norms_button
from bot.ui.buttons.reports import report_event_button
from bot.ui.buttons.seasons import season_view
from bot.ui.cards.evening_chances import prospects_by_list, turn_lines
from bot.ui.cards.leaderboard import season_card
from bot.ui.cards.news import digest_embed, is_shortened, live_board_embed, notice_embed, objection_text, panel_embed
from bot.ui.framework.buttons import lasting
from bot.ui.framework.layout import NEWS, answer, heading
from bot.ui.framework.text import plain, safe
from bot.ui.messages.handler import (
    CLOSED_MESSAGES,
    EDITED_TOO_OFTEN,
    UNKNOWN_MESSAGE,
    CannotSendError,
    Sending,
    SendLaterError,
    about,
    handles,
)
from bot.ui.wording.shared_lines import paused_note
from core.errors import NotFoundError

SECONDS_BETWEEN_EDITS = 60
SECONDS_FOR_EDIT = 30

LIMITED_FOR, SECONDS_BETWEEN_POSTS = timedelta(minutes=10), 3600
"""Refused edits before a repost; time between reposts."""

TIMES_LOST = 1

LOOKED_FOR_AFTER = timedelta(hours=6)
"""An unchanged message is edited each day: Discord tells nobody that it was deleted."""


@handles(BOARD)
async def send_board(sending: Sending) -> None:
    """Update a live board and schedule its next change by the calendar."""
    services, one = sending.services, sending.one
    board = await find_board(services, one.club_id, int(one.subject))
    if board is None:
        return
    now = services.now()
    _wait_since(board.edited_at, SECONDS_BETWEEN_EDITS, now)
    content, tomorrow = await (_panel if board.is_panel else _board)(sending, board, now)
    shown = _digest(content)
    with about(f"{_label(board)} in <#{board.channel_id}>"):
        if board.message_id is None:
            await _post(sending, board, content, shown)
        elif board.shown != shown or board.edited_at is None or board.edited_at < now - LOOKED_FOR_AFTER:
            await _edit(sending, board, content, shown)
    raise SendLaterError((tomorrow - now).total_seconds())


Content = tuple[discord.Embed, discord.ui.View]


def _label(board: LiveBoard) -> str:
    return "Club panel" if board.is_panel else board.rating_list.label


async def _board(sending: Sending, board: LiveBoard, now: datetime) -> tuple[Content, datetime]:
    page, tomorrow = await page_of(sending.services, board, now)
    which, order = board.rating_list, BoardOrder(board.order)
    view = lasting(live_me_button(which, order), live_card_button(which), live_history_button(which))
    return (live_board_embed(page, now), view), tomorrow


async def _panel(sending: Sending, board: LiveBoard, now: datetime) -> tuple[Content, datetime]:
    evenings, tomorrow = await panel_of(sending.services, board, now)
    guild = sending.client.get_guild(board.club_id)
    links = [
        (one, f"https://discord.com/channels/{board.club_id}/{place.channel_id}/{place.message_id}")
        for one, place in evenings
    ]
    view = lasting(
        *_row(0, report_event_button(), report_match_button(), challenge_button()),
        *_row(1, live_card_button(None), news_board_button(), norms_button(), on_roster_button()),
        *_row(2, *(discord.ui.Button(label=plain(one.name, 80), url=link) for one, link in links)),
    )
    return (panel_embed("The club" if guild is None else guild.name, links), view), tomorrow


def _row(number: int, *items: discord.ui.Button[discord.ui.View]) -> Sequence[discord.ui.Button[discord.ui.View]]:
    for item in items:
        item.row = number
    return items


async def _post(sending: Sending, board: LiveBoard, content: Content, shown: str, **why: bool) -> None:
    embed, view = content
    message = await sending.channel(board.channel_id).send(
        embed=embed,
        view=view,
        allowed_mentions=discord.AllowedMentions.none(),
        nonce=sending.nonce,
    )
    await keep_posted(sending.services, board, message.id, shown, **why)


async def _edit(sending: Sending, board: LiveBoard, content: Content, shown: str) -> None:
    embed, view = content
    assert board.message_id is not None
    message = sending.channel(board.channel_id).get_partial_message(board.message_id)
    try:
        async with asyncio.timeout(SECONDS_FOR_EDIT):
            await message.edit(embed=embed, view=view)
    except TimeoutError:
        await _repost(sending, board, content, shown)
    except discord.HTTPException as error:
        if error.code == UNKNOWN_MESSAGE:
            if board.lost >= TIMES_LOST and not board.is_panel:
                raise CannotSendError(
                    f"{board.rating_list.label}: its message was deleted twice. Set the live board again"
                ) from error
            await _post(sending, board, content, shown, lost=True)
        elif error.code == EDITED_TOO_OFTEN:
            await _repost(sending, board, content, shown)
        else:
            raise
    else:
        await keep_posted(sending.services, board, board.message_id, shown)


async def _repost(sending: Sending, board: LiveBoard, content: Content, shown: str) -> None:
    now = sending.services.now()
    if board.limited_at is None:
        await keep_limited(sending.services, board)
        raise SendLaterError(LIMITED_FOR.total_seconds())
    _wait_since(board.limited_at, LIMITED_FOR.total_seconds(), now)
    _wait_since(board.reposted_at, SECONDS_BETWEEN_POSTS, now)
    await _post(sending, board, content, shown, is_new=True)


@handles(REMOVE)
async def remove_message(sending: Sending) -> None:
    channel_id, message_id = place_of(sending.one.subject)
    try:
        await sending.channel(channel_id).get_partial_message(message_id).delete()
    except (discord.NotFound, discord.Forbidden):
        return


def _wait_since(moment: datetime | None, seconds: float, now: datetime) -> None:
    """Raise SendLaterError until `seconds` after a moment."""
    if moment is not None and (rest := (moment - now).total_seconds() + seconds) > 0:
        raise SendLaterError(rest)


def _digest(content: Content) -> str:
    embed, view = content
    payload: dict[str, Any] = dict(embed.to_dict())
    payload.pop("timestamp", None)
    return hashlib.sha256(json.dumps([payload, view.to_components()], sort_keys=True).encode()).hexdigest()


BETWEEN = timedelta(minutes=10)


@handles(DIGEST)
async def send_digest(sending: Sending) -> None:
    services, club_id = sending.services, sending.one.club_id
    digest = await digest_of(services, club_id)
    if digest is None:
        return
    now = services.now()
    if digest.when is NewsWhen.EVENT and digest.last is not None and digest.last + BETWEEN > now:
        raise SendLaterError((digest.last + BETWEEN - now).total_seconds())
    if digest.items or digest.corrected:
        guild = sending.client.get_guild(club_id)
        more = [more_news_button(int(now.timestamp()))] if is_shortened(digest) else []
        with about(f"in <#{digest.channel_id}>"):
            await sending.channel(digest.channel_id).send(
                embed=digest_embed(digest, "The club" if guild is None else guild.name),
                view=lasting(news_board_button(), live_card_button(digest.main), *more),
                allowed_mentions=discord.AllowedMentions.none(),
                nonce=sending.nonce,
            )
    await mark_announced(services, club_id, digest, now)


log = logging.getLogger(__name__)


@handles(NOTE)
async def send_note(sending: Sending) -> None:
    services, club_id = sending.services, sending.one.club_id
    channel_id, new = await unnoted(services, club_id)
    if new and channel_id is not None:
        none = discord.AllowedMentions.none()
        try:
            await sending.channel(channel_id).send(paused_note(new), allowed_mentions=none, nonce=sending.nonce)
        except (discord.Forbidden, discord.NotFound) as error:
            log.warning("note about paused messages failed: club=%d: %s", club_id, error)
    await note(services, club_id, new)


# Direct messages: at most one per second over all clubs.


SECONDS_BETWEEN = 1.0

_turns: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()


@handles(NOTICE)
async def send_notice(sending: Sending) -> None:
    """Notify a member about their rating; turn notices off if messages are closed."""
    services, one = sending.services, sending.one
    notice = await notice_of(services, one.club_id, int(one.subject), one.details)
    if notice is None or notice.player.user_id is None:
        return
    guild = sending.client.get_guild(one.club_id)
    embed = notice_embed(notice, "Your club" if guild is None else guild.name)
    buttons = (notice_card_button(one.club_id), notice_wrong_button(one.club_id), notice_stop_button(one.club_id))
    await _send_private(sending, notice.player.user_id, embed, *buttons)


@handles(TURN)
async def send_turn(sending: Sending) -> None:
    """Notify a member of norms and titles that a round made safe or impossible."""
    services, one = sending.services, sending.one
    evening_id, round_number, player_id = map(int, one.subject.split(":"))
    found = await turned(services, one.club_id, evening_id, round_number, player_id)
    if found is None:
        return
    lines = await asyncio.to_thread(_turn_lines, found)
    if lines:
        head = heading(safe(found.name, 80), f"after round {round_number}")
        await _send_private(
            sending, found.user_id, answer([head, *lines], colour=NEWS), notice_stop_button(one.club_id)
        )


def _turn_lines(found: Turned) -> list[str]:
    before, after = (prospects_by_list(section, found.number) for section in (found.before, found.after))
    is_over = not found.after.schedule.to_come(found.number).games
    return turn_lines(before, after, is_over=is_over)


async def _send_private(sending: Sending, user_id: int, embed: discord.Embed, *buttons: discord.ui.Item[Any]) -> None:
    """Send a direct message in turn; turn notices off if messages are closed."""
    services, one, client = sending.services, sending.one, sending.client
    async with _turns.setdefault(client, asyncio.Lock()):
        try:
            channel = await client.create_dm(discord.Object(user_id))
            await channel.send(embed=embed, view=lasting(*buttons), nonce=sending.nonce)
        except discord.Forbidden as error:
            if error.code != CLOSED_MESSAGES:
                raise
            await stop_notices(services, one.club_id, user_id, closed=True)
            client.told_later.add(one.club_id, user_id)
        await asyncio.sleep(SECONDS_BETWEEN)


@handles(OBJECTION)
async def send_objection(sending: Sending) -> None:
    one = sending.one
    payload = await objection_of(sending.services, one.club_id, one.subject, one.details["reason"])
    if payload is None or payload.channel_id is None:
        return
    text, none = objection_text(payload.player.name, payload.reason), discord.AllowedMentions.none()
    await sending.channel(payload.channel_id).send(text, allowed_mentions=none, nonce=sending.nonce)


NOBODY = 0
"""Anyone may turn the pages."""


@handles(POSTED)
async def send_season(sending: Sending) -> None:
    try:
        channel_id, board = await ended_board(sending.services, sending.one.club_id, int(sending.one.subject))
    except NotFoundError:
        return
    if channel_id is None or board.season.ended_at is None:
        return
    await sending.channel(channel_id).send(
        embed=season_card(board),
        view=season_view(board, NOBODY),
        allowed_mentions=discord.AllowedMentions.none(),
        nonce=sending.nonce,
    )


@handles(YEARBOOK)
async def send_yearbook(sending: Sending) -> None:
    from bot.ui.buttons.yearbook import book_message

    club_id = sending.one.club_id
    found = await yearbook_to_post(sending.services, club_id, int(sending.one.subject))
    if found is None:
        return
    channel_id, book = found
    guild = sending.client.get_guild(club_id)
    embeds, files = await book_message(book, "The club" if guild is None else guild.name)
    with about(f"in <#{channel_id}>"):
        await sending.channel(channel_id).send(
            embeds=embeds, files=files, allowed_mentions=discord.AllowedMentions.none(), nonce=sending.nonce
        )
