"""Files that come with a command."""

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord

from bot.services.context import Services
from bot.services.imports.import_event import ImportOptions, may_import, preview_import
from bot.ui.buttons.imports import reply_import
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.server import actor_of, members_called
from core.errors import InputError
from core.formats.common.tables import MOST_BYTES


async def read_attached(files: Sequence[discord.Attachment]) -> bytes:
    """Return result files as one; raise InputError, before they are downloaded, where they are too large."""
    from core.formats.bundle import bundled

    check_size(files)
    read = [await attached.read() for attached in files]
    # Packing them takes long enough to be felt by everybody else.
    return await asyncio.to_thread(bundled, read, [attached.filename for attached in files])


async def preview_files(
    interaction: discord.Interaction[Any],
    services: Services,
    files: Sequence[discord.Attachment],
    options: ImportOptions,
) -> None:
    """Show a director what an event's files would do; a club's zip goes into an empty club at once."""
    from bot.services.club_copy import import_club, is_club_copy
    from bot.ui.cards.club_copy import club_import_card

    actor = actor_of(interaction)
    await defer(interaction, ephemeral=True)
    await may_import(services, actor)
    async with heavy_turn(interaction):
        data = await read_attached(files)
        if is_club_copy(data):
            await reply(interaction, club_import_card(await import_club(services, actor, data)))
            return
        report = await preview_import(services, actor, data, options, partial(members_called, interaction))
    await reply_import(interaction, report)


async def read_whole(attached: discord.Attachment) -> bytes:
    """Return a file as it is; raise InputError, before it is downloaded, where it is too large."""
    check_size([attached])
    return await attached.read()


def check_size(files: Sequence[discord.Attachment]) -> None:
    """Raise InputError for files that are too large."""
    if sum(attached.size for attached in files) > MOST_BYTES:
        raise InputError(
            "The file has more than 10 MiB: a result file is smaller, upload that alone. "
            "The operator can import a larger club (crosstable import)."
        )
