"""Load on the simulated Discord: interactions in flight together, each timed to the arrival of its answer.

The one module of the benches that knows simcord. tests/conftest.py cannot serve here: an actor's verb waits until the
whole bot is at rest, so that only one command at a time would be under way, and simcord's own looking whether it is at
rest would be measured as well. Here the gateway's event is emitted as an actor does it, and the clock stops when the
answer has reached Discord.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import simcord
from discord.ext import commands
from simcord import interactions
from simcord.enums import AppCommandType, InteractionType

PATIENCE = 60


@dataclass
class Load:
    """A club on the simulated Discord, and commands on their way."""

    env: simcord.Env
    guild: Any
    channel: Any
    _waiting: dict[str, tuple[float, asyncio.Future[float]]] = field(default_factory=dict)

    def add_member(self, name: str) -> Any:
        return self.guild.add_member(self.env.create_user(name.lower().replace(" ", ""), global_name=name))

    async def send(self, members: Sequence[Any], command: str, **options: Any) -> list[float]:
        """Let each member give a command at the same moment; return the seconds until each one's answer."""
        backend = self.env.backend
        emitted = [self._payload(member, command, options) for member in members]
        loop = asyncio.get_running_loop()
        answers = []
        for payload in emitted:
            answers.append(loop.create_future())
            self._waiting[payload["id"]] = (time.perf_counter(), answers[-1])
            backend.emit("INTERACTION_CREATE", payload)
        async with asyncio.timeout(PATIENCE):
            taken = await asyncio.gather(*answers)
        await self.env.settle(timeout=PATIENCE)
        # What simcord remembers of the past would only grow.
        backend.transcript.clear()
        self._raise_errors()
        return taken

    def _payload(self, member: Any, command: str, options: dict[str, Any]) -> dict[str, Any]:
        name, *path = command.split()
        root = self.env.backend.find_command(name, self.guild.id, type=AppCommandType.CHAT_INPUT)
        if root is None:
            raise ValueError(f"the bot has no command /{name}")
        leaf, nesting = interactions.walk_to_subcommand(root, path)
        built, _ = interactions.build_options(member, command, leaf, options, channel_id=self.channel.id)
        data = {
            "id": root["id"],
            "name": root["name"],
            "type": AppCommandType.CHAT_INPUT,
            "options": interactions.nest_options(root, nesting, built),
        }
        _, payload = interactions.base_payload(
            self.env.backend,
            type=InteractionType.APPLICATION_COMMAND,
            channel_id=self.channel.id,
            guild_id=self.guild.id,
            user_id=member.id,
            data=data,
        )
        return payload

    def _arrived(self, event: str, payload: Any) -> None:
        # The "thinking" creates the message; the answer updates it.
        if event != "MESSAGE_UPDATE":
            return
        waiting = self._waiting.pop(payload["interaction_metadata"]["id"], None)
        if waiting is not None:
            waiting[1].set_result(time.perf_counter() - waiting[0])

    def _raise_errors(self) -> None:
        errors = self.env.errors
        if errors:
            raise RuntimeError("a command failed under load") from errors[0]


@asynccontextmanager
async def load(bot: commands.AutoShardedBot) -> AsyncIterator[Load]:
    """Give a club that the bot serves, on a simulated Discord."""
    env = simcord.Env(bot, check_errors=False, settle_timeout=PATIENCE)
    await env.start()
    try:
        guild = env.create_guild("Bench Club")
        club = Load(env, guild, guild.create_text_channel("ratings"))
        env.backend.subscribers.append(club._arrived)
        await env.settle()
        yield club
    finally:
        await env.shutdown()
