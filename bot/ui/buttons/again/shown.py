"""What shows an answer again that was stored and could not be shown."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.store.rows import AuditEntry

Interaction = discord.Interaction[Any]

Again = Callable[[Interaction, Services, Actor, AuditEntry], Awaitable[None]]
"""Asks a use case once more by the interaction that it has answered, which answers again."""
