"""Direct messages to members, one a second at most over all clubs, and what they answer, for directors."""

import asyncio
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.alive.notices import notice_of, objection_of
from bot.services.alive.wishes import stop_notices
from bot.services.outlook.turns import Turned, turned
from bot.ui.buttons.notices import notice_card_button, notice_stop_button, notice_wrong_button
from bot.ui.cards.notice import notice_embed, objection_text
from bot.ui.framework.buttons import lasting
from bot.ui.framework.colours import NEWS
from bot.ui.framework.layout import answer, heading
from bot.ui.framework.text import safe
from bot.ui.live_events.prospects import prospects_by_list, turn_lines
from bot.ui.sending.handler import CLOSED_MESSAGES, Sending

SECONDS_BETWEEN = 1.0

_turns: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()


async def send_notice(sending: Sending) -> None:
    """Tell a member what became of their rating; closed messages are turned off, and said so later."""
    services, one = sending.services, sending.one
    notice = await notice_of(services, one.club_id, int(one.subject), one.details)
    if notice is None or notice.player.user_id is None:
        return
    guild = sending.client.get_guild(one.club_id)
    embed = notice_embed(notice, "Your club" if guild is None else guild.name)
    buttons = (notice_card_button(one.club_id), notice_wrong_button(one.club_id), notice_stop_button(one.club_id))
    await _tell(sending, notice.player.user_id, embed, *buttons)


async def send_turn(sending: Sending) -> None:
    """Tell a member which norms and titles a round has made safe, or put out of reach; nothing where it has not."""
    services, one = sending.services, sending.one
    evening_id, round_number, player_id = map(int, one.subject.split(":"))
    found = await turned(services, one.club_id, evening_id, round_number, player_id)
    if found is None:
        return
    lines = await asyncio.to_thread(_turn_lines, found)
    if lines:
        head = heading(safe(found.name, 80), f"after round {round_number}")
        await _tell(sending, found.user_id, answer([head, *lines], colour=NEWS), notice_stop_button(one.club_id))


def _turn_lines(found: Turned) -> list[str]:
    before, after = (prospects_by_list(section, found.number) for section in (found.before, found.after))
    is_over = not found.after.schedule.to_come(found.number).games
    return turn_lines(before, after, found.after.house_rules, is_over=is_over)


async def _tell(sending: Sending, user_id: int, embed: discord.Embed, *buttons: discord.ui.Item[Any]) -> None:
    """Send a direct message when it is its turn; who takes none wants none from then on."""
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


async def send_objection(sending: Sending) -> None:
    """Let directors read what a member says is wrong: in their channel, or in the audit."""
    one = sending.one
    told = await objection_of(sending.services, one.club_id, one.subject, one.details["reason"])
    if told is None or told.channel_id is None:
        return
    text, none = objection_text(told.player.name, told.reason), discord.AllowedMentions.none()
    await sending.channel(told.channel_id).send(text, allowed_mentions=none, nonce=sending.nonce)
