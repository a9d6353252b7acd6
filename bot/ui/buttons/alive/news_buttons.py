"""What can be pressed below an announcement, and below its settings."""

import re
from typing import Any, Self

import discord

from bot.services.alive.news.digest import told_digest
from bot.services.context import Actor, Services
from bot.services.players.leaderboard import leaderboard
from bot.services.settings.change import change_settings
from bot.services.settings.settings_page import SEE
from bot.services.settings.table import SETTINGS
from bot.services.transaction import check_director
from bot.store.rows import Club
from bot.ui.buttons.club.settings_buttons import UndoSettings
from bot.ui.cards.club.news import KINDS, announce_card, digest_pages
from bot.ui.cards.leaderboard import board_buttons, board_embed
from bot.ui.framework.answers import acknowledge, edit_answer, reply, reply_pages
from bot.ui.framework.buttons import lasting
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.items import KeyButton, LastingItem, NamedButton
from bot.ui.framework.server.actors import actor_of, services_of
from core.errors import NotFoundError


class ShowBoard(NamedButton, template=r"news-board"):
    """Show whoever presses it the club's leaderboard."""

    name, label = "news-board", "Leaderboard"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        page = await leaderboard(services, actor, None)
        viewer = interaction.user.id
        await reply(interaction, board_embed(page, viewer), board_buttons(page, viewer), ephemeral=True)


class MoreNews(KeyButton, template=rf"news-more:(?P<key>{KEY})"):
    """Show whoever presses it all that was announced then."""

    name, label = "news-more", "All of it"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        digest = await told_digest(services, actor.club_id, self.key)
        if digest is None or not digest.items:
            raise NotFoundError("Nothing of that is kept any more: see /event list.")
        await reply_pages(interaction, digest_pages(digest))


class ChooseNews(LastingItem[discord.ui.Item[discord.ui.View]], template=r"news-kinds"):
    """Choose what is announced, for a director."""

    def __init__(self, chosen: tuple[str, ...] | None = None) -> None:
        options = [
            discord.SelectOption(label=words, value=kind.value, default=chosen is None or kind in chosen)
            for kind, words in KINDS.items()
        ]
        super().__init__(
            discord.ui.Select(
                custom_id="news-kinds", placeholder="What is announced", options=options, max_values=len(options)
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        services, actor = services_of(interaction), actor_of(interaction)
        await check_director(services, actor, SEE)
        data: Any = interaction.data
        kinds = SETTINGS["news_kinds"].check(data.get("values") or [""])
        await acknowledge(interaction)
        club = await change_settings(services, actor, {"news_kinds": kinds})
        await edit_answer(interaction, embed=announce_card(club), view=announce_view(club, actor.interaction_id))


def announce_view(club: Club, change_id: int | None) -> discord.ui.View | None:
    """Return what a director can do with the announcements: choose their kinds, take the change back."""
    items: list[discord.ui.DynamicItem[Any]] = []
    if club.news_channel_id is not None:
        items.append(ChooseNews(club.news_kinds))
    if change_id is not None:
        items.append(UndoSettings(change_id))
    return lasting(*items) if items else None


NEWS_ITEMS = (ShowBoard, MoreNews, ChooseNews)
