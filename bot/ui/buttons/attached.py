"""Files that come with a command or a form."""

import asyncio
from collections.abc import Sequence
from typing import Any

import discord

from bot.services.events.imports.import_event import may_import
from bot.services.events.imports.options import ImportOptions
from bot.services.events.imports.recognise import Upload
from bot.services.framework.context import Services
from bot.ui.buttons.uploads import preview_upload
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.buttons import BLUE, Filled, Labels, Press, Who, button, form
from bot.ui.framework.server import actor_of
from core.errors import InputError
from core.files.common.tables import MOST_BYTES


async def read_attached(files: Sequence[discord.Attachment]) -> bytes:
    """Return result files as one; raise InputError before downloading too large ones."""
    from core.files.bundle import bundled

    check_size(files)
    read = [await attached.read() for attached in files]
    return await asyncio.to_thread(bundled, read, [attached.filename for attached in files])


async def preview_files(
    interaction: discord.Interaction[Any],
    services: Services,
    files: Sequence[discord.Attachment],
    options: ImportOptions,
) -> None:
    actor = actor_of(interaction)
    await defer(interaction, ephemeral=True)
    await may_import(services, actor)
    async with heavy_turn(interaction):
        data = await _read_games(files[0]) if len(files) == 1 and _is_large(files[0]) else await read_attached(files)
        await preview_upload(interaction, Upload(data, files[0].filename, options))


def _is_large(attached: discord.Attachment) -> bool:
    """Return whether the size fits only a history of games."""
    return attached.size > MOST_BYTES and attached.filename.lower().endswith((".csv", ".gz"))


async def _read_games(attached: discord.Attachment) -> bytes:
    from bot.services.ratings.qursh import check_size as check_history

    check_history(attached.size)
    return await attached.read()


def check_size(files: Sequence[discord.Attachment]) -> None:
    if sum(attached.size for attached in files) > MOST_BYTES:
        raise InputError(
            "The file has more than 10 MiB. Upload only the result file of one event. "
            "The operator can import a larger club (crosstable import)."
        )


@button("import-file", "Import a file", Who.DIRECTOR, style=BLUE)
async def import_file_button(press: Press) -> None:
    """Open the form that takes what /td import takes."""
    await may_import(press.services, press.actor)
    await import_file_form.open(press.interaction, {})


def _file_fields(filled: Filled) -> Labels:
    hint = "An event, a roster, a table or a club's zip. Nothing is stored before you have seen a preview"
    chosen: Any = discord.ui.FileUpload(custom_id="files", min_values=1, max_values=2)
    yield discord.ui.Label(text="File", description=hint, component=chosen)


@form("import-file-form", "Import a file", Who.DIRECTOR, fields=_file_fields)
async def import_file_form(press: Press) -> None:
    await preview_files(press.interaction, press.services, press.files(), ImportOptions())
