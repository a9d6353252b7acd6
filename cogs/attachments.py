"""Files that come with a command."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.services.context import Services
from bot.services.imports.import_event import ImportOptions, may_import
from bot.services.imports.recognise import Upload
from bot.ui.buttons.uploads import preview_upload
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.server import actor_of
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
    """Show a director what a file of any kind, or the files of an event, would do."""
    actor = actor_of(interaction)
    await defer(interaction, ephemeral=True)
    await may_import(services, actor)
    async with heavy_turn(interaction):
        data = await _read_games(files[0]) if len(files) == 1 and _is_large(files[0]) else await read_attached(files)
        await preview_upload(interaction, Upload(data, files[0].filename, options))


def _is_large(attached: discord.Attachment) -> bool:
    """Return whether only a history of games may be as large as a file."""
    return attached.size > MOST_BYTES and attached.filename.lower().endswith((".csv", ".gz"))


async def _read_games(attached: discord.Attachment) -> bytes:
    from bot.services.qursh import check_size as check_history

    check_history(attached.size)
    return await attached.read()


def check_size(files: Sequence[discord.Attachment]) -> None:
    """Raise InputError for files that are too large."""
    if sum(attached.size for attached in files) > MOST_BYTES:
        raise InputError(
            "The file has more than 10 MiB. Upload only the result file of one event. "
            "The operator can import a larger club (crosstable import)."
        )
