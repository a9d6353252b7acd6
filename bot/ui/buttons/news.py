"""Buttons below live boards, announcements and notices."""

from typing import Any

import discord

from bot.services.framework.context import Actor
from bot.services.messages.news import announced_digest
from bot.services.messages.notices import object_to_notice, stop_notices
from bot.services.ratings.history import HistoryQuery, rating_history_of
from bot.services.ratings.leaderboard import BoardOrder, BoardQuery, page_with
from bot.services.ratings.overview import person_card
from bot.services.ratings.rating_card import profile_card
from bot.ui.buttons.boards import reply_board
from bot.ui.buttons.charts import reply_history
from bot.ui.buttons.player_card import reply_player
from bot.ui.cards.leaderboard import board_embed
from bot.ui.cards.news import digest_pages, objected_embed
from bot.ui.cards.players import profile_embed
from bot.ui.framework.answers import defer, reply, reply_pages
from bot.ui.framework.buttons import Press, Who, button, form
from bot.ui.framework.server import member_of
from core.errors import NotFoundError
from core.lists import RatingList


@button("live-me", "Me", Who.EVERYONE, emoji="📍")
async def live_me_button(press: Press, rating_list: RatingList, order: BoardOrder) -> None:
    """Show the leaderboard's page with the member."""
    page = await page_with(press.services, press.actor, BoardQuery(rating_list, order))
    await reply(press.interaction, board_embed(page, press.user_id), ephemeral=True)


@button("live-card", "My card", Who.EVERYONE)
async def live_card_button(press: Press, rating_list: RatingList | None) -> None:
    """Show the member's card, on the list that they have without one."""
    await defer(press.interaction, ephemeral=True)
    await reply_player(press.interaction, await person_card(press.services, press.actor, None, rating_list))


@button("live-history", "History", Who.EVERYONE)
async def live_history_button(press: Press, rating_list: RatingList) -> None:
    await defer(press.interaction, ephemeral=True)
    report = await rating_history_of(press.services, press.actor, None, HistoryQuery(rating_list))
    await reply_history(press.interaction, report)


@button("news-board", "Leaderboard", Who.EVERYONE)
async def news_board_button(press: Press) -> None:
    await reply_board(press.interaction, ephemeral=True)


@button("news-more", "Show all", Who.EVERYONE)
async def more_news_button(press: Press, moment: int) -> None:
    digest = await announced_digest(press.services, press.actor.club_id, moment)
    if digest is None or not digest.items:
        raise NotFoundError("This announcement is no longer stored. See /events.")
    await reply_pages(press.interaction, digest_pages(digest))


# Notices are direct messages: only the buttons' ids name the club.


REASON_CHARACTERS = 200


def _actor(interaction: discord.Interaction[Any], club_id: int) -> Actor:
    """Return the member in the club of a notice, never as a director."""
    return Actor(club_id, member_of(interaction.user), interaction.id)


@button("notice-card", "Card", Who.EVERYONE, outside=True)
async def notice_card_button(press: Press, club_id: int) -> None:
    await defer(press.interaction, ephemeral=True)
    card = await profile_card(press.services, _actor(press.interaction, club_id), None)
    await reply(press.interaction, profile_embed(card))


@button("notice-wrong", "Report a mistake", Who.EVERYONE, outside=True)
async def notice_wrong_button(press: Press, club_id: int) -> None:
    reason: Any = discord.ui.Label(
        text="A director reads it",
        component=discord.ui.TextInput(
            custom_id="reason", style=discord.TextStyle.paragraph, max_length=REASON_CHARACTERS
        ),
    )
    await notice_form.open_with(press.interaction, [reason], club_id)


@button("notice-stop", "Stop these messages", Who.EVERYONE, outside=True)
async def notice_stop_button(press: Press, club_id: int) -> None:
    await stop_notices(press.services, club_id, press.user_id)
    await press.interaction.response.send_message(
        "These messages are off. Turn them on again with `/me` in the club.", ephemeral=True
    )


@form("notice-form", "What is wrong?", Who.EVERYONE, outside=True)
async def notice_form(press: Press, club_id: int) -> None:
    await object_to_notice(press.services, _actor(press.interaction, club_id), press.written("reason"))
    await reply(press.interaction, objected_embed(), ephemeral=True)
