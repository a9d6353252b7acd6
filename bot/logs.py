"""Logging: one line an event, to standard error, with the club, command and member that it is about.

A line has ids and no names, and foreign words in it can neither end it nor look like another one.
"""

import logging
from contextvars import ContextVar
from typing import Any

import discord

_about: ContextVar[str] = ContextVar("about", default="")

_BREAKS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_BREAKS |= {code: f"\\u{code:04x}" for code in (0x2028, 0x2029)}
"""What ends a line, or moves about on a terminal, as it is written."""


def concerning(interaction: discord.Interaction[Any]) -> None:
    """Let every line that this task logs from now on say which interaction it is about."""
    parts = [f"interaction {interaction.id}"]
    if interaction.guild_id is not None:
        parts.append(f"club {interaction.guild_id}")
        shards = interaction.client.shard_count
        if shards:
            parts.append(f"shard {(interaction.guild_id >> 22) % shards}")
    if interaction.command is not None:
        parts.append(f"command /{interaction.command.qualified_name}")
    else:
        data: Any = interaction.data or {}
        parts.append(f"control {data.get('custom_id')!a:.100}")
    parts.append(f"member {interaction.user.id}")
    _about.set(f" [{', '.join(parts)}]")


class LineFormatter(logging.Formatter):
    """Write a record as one line, and a traceback as indented ones behind it."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter's traceback, which is not indented
        text = super().format(record)
        record.exc_text = None
        return text

    def formatMessage(self, record: logging.LogRecord) -> str:
        return super().formatMessage(record).translate(_BREAKS) + _about.get()

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"    {line.translate(_BREAKS)}" for line in super().formatException(ei).split("\n"))


def set_up_logging(level: str) -> None:
    """Log the program at a level, and the libraries from warnings up."""
    handler = logging.StreamHandler()
    handler.setFormatter(LineFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("bot", "cogs", "core"):
        logging.getLogger(name).setLevel(level)
    # The bot never speaks: that the voice libraries are missing is no news.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
