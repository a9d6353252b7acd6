"""Buttons and menus whose ids say all that they need: made again from these, at any time and after any restart."""

import re
from typing import Any, ClassVar, Self, TypeVar

import discord

from bot.services.context import Actor, Services
from bot.ui.framework.error_handler import handle
from bot.ui.framework.server.accounts import account
from bot.ui.framework.server.actors import actor_of, services_of

Component = TypeVar("Component", bound=discord.ui.Item[Any])


class LastingItem(discord.ui.DynamicItem[Component], template=r"lasting"):
    """What can be pressed or chosen. Its id has the arguments it was made with, in their order."""

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        arguments: list[Any] = [_read(name, text) for name, text in match.groupdict().items() if text is not None]
        return cls(*arguments)

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        """Do what a press is for."""
        raise NotImplementedError

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async with account(interaction, type(self).__name__):
            try:
                await self.act(interaction)
            except Exception as error:  # a dynamic item has no view to hand its errors to
                await handle(interaction, error)


LastingButton = LastingItem[discord.ui.Button[discord.ui.View]]
LastingMenu = LastingItem[discord.ui.Select[discord.ui.View]]


class NamedButton(LastingButton, template=r"named-button"):
    """A button whose id is its name and what it is about: numbers, digests; None is left out."""

    name: ClassVar[str]
    label: ClassVar[str]
    emoji: ClassVar[str | None] = None
    style: ClassVar[discord.ButtonStyle] = discord.ButtonStyle.secondary

    def __init__(self, *about: int | str | None, label: str | None = None) -> None:
        custom_id = ":".join([self.name, *(str(each) for each in about if each is not None)])
        super().__init__(
            discord.ui.Button(label=label or self.label, emoji=self.emoji, style=self.style, custom_id=custom_id)
        )

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        """Do what the button says."""
        raise NotImplementedError

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await self.do(interaction, services_of(interaction), actor_of(interaction))


class KeyButton(NamedButton, template=r"key-button"):
    """A button about one thing: an event, a claim, an interaction."""

    def __init__(self, key: int, label: str | None = None) -> None:
        super().__init__(key, label=label)
        self.key = key


class FileButton(NamedButton, template=r"file-button"):
    """A button about a file that waits; its id carries the file's digest, so that it is about no other one."""

    def __init__(self, pending_id: int, digest: str, label: str | None = None) -> None:
        super().__init__(pending_id, digest, label=label)
        self.pending_id, self.digest = pending_id, digest


def _read(name: str, text: str) -> int | str:
    """Return a number for whatever is one; a digest may look like one, and is none."""
    return int(text) if text.isdecimal() and name != "digest" else text
