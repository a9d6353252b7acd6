"""Files that come with a command."""

from collections.abc import Sequence

import discord

from core.errors import InputError
from core.formats.bundle import bundled
from core.formats.tables import MOST_BYTES


async def read_attached(files: Sequence[discord.Attachment]) -> bytes:
    """Return result files as one; raise InputError, before they are downloaded, where they are too large."""
    if sum(attached.size for attached in files) > MOST_BYTES:
        raise InputError("The file has more than 10 MiB: a result file is smaller, upload that alone.")
    return bundled([await attached.read() for attached in files], [attached.filename for attached in files])
