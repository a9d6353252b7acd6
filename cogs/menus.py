"""Menus of members and messages."""

from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.services.events.imports.options import ImportOptions
from bot.services.framework.context import Services
from bot.services.matches.challenges import NewChallenge
from bot.services.ratings.overview import person_card
from bot.ui.buttons.attached import preview_files
from bot.ui.buttons.challenges import challenge_and_reply
from bot.ui.buttons.matches import open_result_form
from bot.ui.buttons.player_card import reply_player
from bot.ui.framework.answers import defer
from bot.ui.framework.server import actor_of, member_of
from core.errors import InputError


class MenusCog(commands.Cog):
    """Context menus, which cogs must add to the tree themselves."""

    def __init__(self, services: Services, tree: app_commands.CommandTree[Any]) -> None:
        self.services, self.tree = services, tree
        self.menus = [
            app_commands.guild_only(app_commands.ContextMenu(name=name, callback=callback))
            for name, callback in (
                ("Rating", self.rating),
                ("Challenge", self.challenge),
                ("Report a result", self.report_result),
                ("Import this file", self.import_file),
            )
        ]

    async def cog_load(self) -> None:
        for menu in self.menus:
            self.tree.add_command(menu)

    async def cog_unload(self) -> None:
        for menu in self.menus:
            self.tree.remove_command(menu.name, type=menu.type)

    async def rating(self, interaction: discord.Interaction[Any], member: discord.Member) -> None:
        whom = member_of(member)
        await defer(interaction, ephemeral=True)
        await reply_player(interaction, await person_card(self.services, actor_of(interaction), whom, None))

    async def challenge(self, interaction: discord.Interaction[Any], member: discord.Member) -> None:
        written = NewChallenge(member_of(member))
        await challenge_and_reply(interaction, self.services, actor_of(interaction), written)

    async def report_result(self, interaction: discord.Interaction[Any], member: discord.Member) -> None:
        await open_result_form(interaction, member_of(member).user_id)

    async def import_file(self, interaction: discord.Interaction[Any], message: discord.Message) -> None:
        if not message.attachments:
            raise InputError("The message has no file. Choose a message with a result file, or use /td import.")
        await preview_files(interaction, self.services, message.attachments, ImportOptions())
