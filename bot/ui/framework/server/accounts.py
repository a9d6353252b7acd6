"""The account of each interaction: a line in the log and figures, when it has ended."""

import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot import about, measures
from bot.about import About

log = logging.getLogger(__name__)

_KINDS = {
    discord.InteractionType.application_command: "command",
    discord.InteractionType.autocomplete: "autocomplete",
    discord.InteractionType.component: "control",
    discord.InteractionType.modal_submit: "form",
}


def begin(interaction: discord.Interaction[Any], name: str | None = None) -> About:
    """Let this task be about an interaction; a second call finds what the first one began.

    name: of a control or form, from a bounded set; a command has its own.
    """
    now = about.current()
    if now is not None and now.interaction == interaction.id:
        return now
    shards = interaction.client.shard_count
    command = interaction.command
    data: Any = interaction.data or {}
    shown = f"/{command.qualified_name}" if command is not None else f"{data.get('custom_id')!a:.100}"
    now = About(
        interaction=interaction.id,
        user=interaction.user.id,
        guild=interaction.guild_id,
        shard=(interaction.guild_id >> 22) % shards if interaction.guild_id is not None and shards else None,
        command=shown,
        name=name or (command.qualified_name if command is not None else "unknown"),
        kind=_KINDS.get(interaction.type, "other"),
    )
    about.concerns(now)
    return now


def acknowledged(interaction: discord.Interaction[Any]) -> None:
    """Note that Discord has taken a first answer; the time counts from when the member pressed."""
    now = about.current()
    if now is not None and now.interaction == interaction.id and not now.is_acknowledged:
        now.is_acknowledged = True
        seconds = (discord.utils.utcnow() - interaction.created_at).total_seconds()
        measures.acknowledge_seconds.observe(max(0.0, seconds))


def end() -> None:
    """Write the line of what this task is about, and its figures."""
    now = about.current()
    if now is None or now.kind == "autocomplete":
        return
    seconds = time.perf_counter() - now.began
    measures.commands.labels(now.name, now.outcome).inc()
    measures.command_seconds.labels(now.name).observe(seconds)
    figures = {"outcome": now.outcome, "milliseconds": round(seconds * 1000), "statements": now.statements}
    log.info("%s in %d ms, %d statements", *figures.values(), extra={"figures": figures})


@asynccontextmanager
async def account(interaction: discord.Interaction[Any], name: str) -> AsyncIterator[None]:
    """Begin and end an interaction that is answered in the block."""
    begin(interaction, name)
    try:
        yield
    finally:
        end()
