"""Files that come with a command."""

import asyncio
from collections.abc import Sequence

import discord

from core.errors import InputError
from core.formats.bundle import bundled
from core.formats.common.tables import MOST_BYTES


async def read_attached(files: Sequence[discord.Attachment]) -> bytes:
    """Return result files as one; raise InputError, before they are downloaded, where they are too large."""
    check_size(files)
    read = [await attached.read() for attached in files]
    # Packing them takes long enough to be felt by everybody else.
    return await asyncio.to_thread(bundled, read, [attached.filename for attached in files])


async def read_whole(attached: discord.Attachment) -> bytes:
    """Return a file as it is; raise InputError, before it is downloaded, where it is too large."""
    check_size([attached])
    return await attached.read()


def check_size(files: Sequence[discord.Attachment]) -> None:
    """Raise InputError for files that are too large."""
    if sum(attached.size for attached in files) > MOST_BYTES:
        raise InputError("The file has more than 10 MiB: a result file is smaller, upload that alone.")
