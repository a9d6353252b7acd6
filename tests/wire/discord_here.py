"""A Discord on this machine that does no more than answer."""

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web

MEMBERS, PATIENCE = 50, 60
GUILD, CHANNEL, APPLICATION = 4_000_000_000_000_000, 4_000_000_000_000_001, 4_000_000_000_000_002


TOKEN = "token"
"""The only one that it accepts."""

_TYPES = {str: 3, int: 4, float: 10}
"""Discord's numbers for the types of options."""


@asynccontextmanager
async def discord_here(shards: int = 1) -> AsyncIterator["Wire"]:
    """Run such a Discord with so many shards."""
    wire = Wire(shards)
    runner = web.AppRunner(wire.app(), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    wire.url = f"{host}:{port}"
    try:
        yield wire
    finally:
        await runner.cleanup()


@dataclass
class Wire:
    """A gateway and the few requests that a command makes; each shard has one server.

    identified: when shards came, in seconds, in the order in which they did. answers: what was last said to a click.
    """

    shards: int = 1
    url: str = ""
    gateways: dict[int, web.WebSocketResponse] = field(default_factory=dict)
    ready: asyncio.Event = field(default_factory=asyncio.Event)
    identified: list[tuple[float, int]] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    waiting: dict[str, "asyncio.Future[None]"] = field(default_factory=dict)
    requests: int = 0
    _numbers: Any = field(default_factory=lambda: itertools.count((int(time.time() * 1000) - 1420070400000) << 22))
    _sequence: int = 0

    def app(self) -> web.Application:
        app = web.Application()
        app.add_routes(
            [
                web.get("/ws/", self._serve_gateway),
                web.post("/api/interactions/{id}/{token}/callback", self._callback),
                web.patch("/api/webhooks/{app}/{token}/messages/@original", self._answered),
                web.post("/api/webhooks/{app}/{token}", self._followup),
                web.route("*", "/api/{rest:.*}", self._other),
            ]
        )
        return app

    def guild(self, shard: int) -> int:
        return GUILD + ((shard - (GUILD >> 22)) % self.shards << 22)

    def click(self) -> str:
        return str(next(self._numbers))

    async def send(
        self,
        command: str,
        number: int,
        options: Mapping[str, str | float],
        *,
        shard: int = 0,
        club: int = 0,
        click: str | None = None,
    ) -> float:
        """Let a member of a shard's server give a command."""
        key, guild = click or self.click(), str(self.guild(shard) + club)
        name, _, sub = command.partition(" ")
        given: list[dict[str, Any]] = [
            {"name": one, "type": _TYPES[type(value)], "value": value} for one, value in options.items()
        ]
        if sub:
            given = [{"name": sub, "type": 1, "options": given}]
        answer = self.waiting[key] = asyncio.get_running_loop().create_future()
        began = time.perf_counter()
        user = {"id": str(GUILD + 100 + number), "username": f"member{number}", "discriminator": "0", "avatar": None}
        await self._dispatch(
            shard,
            "INTERACTION_CREATE",
            {
                "id": key,
                "application_id": str(APPLICATION),
                "type": 2,
                "token": key,
                "version": 1,
                "guild_id": guild,
                "guild": {"id": guild, "locale": "en-US", "features": []},
                "channel_id": str(CHANNEL),
                "channel": {"id": str(CHANNEL), "type": 0, "name": "ratings", "position": 0, "permissions": "0"},
                "member": {
                    "user": user,
                    "roles": [],
                    "joined_at": "2026-01-01T00:00:00+00:00",
                    "permissions": "0",
                    "deaf": False,
                    "mute": False,
                    "flags": 0,
                },
                "locale": "en-US",
                "app_permissions": "0",
                "attachment_size_limit": 10_000_000,
                "entitlements": [],
                "authorizing_integration_owners": {"0": str(GUILD)},
                "context": 0,
                "data": {"id": "1", "name": name, "type": 1, "options": given},
            },
        )
        async with asyncio.timeout(PATIENCE):
            await answer
        return time.perf_counter() - began

    async def _dispatch(self, shard: int, event: str, data: dict[str, Any]) -> None:
        self._sequence += 1
        await self.gateways[shard].send_json({"op": 0, "t": event, "s": self._sequence, "d": data})

    async def _serve_gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            received = message.json()
            if received["op"] == 1:
                await socket.send_json({"op": 11})
            elif received["op"] == 2:
                shard, count = received["d"].get("shard") or (0, 1)
                if count != self.shards:
                    await socket.close(code=4010, message=b"Invalid shard")
                    break
                self.identified.append((time.monotonic(), shard))
                self.gateways[shard] = socket
                await self._begin(shard)
        return socket

    async def _begin(self, shard: int) -> None:
        guild = str(self.guild(shard))
        user = {"id": str(APPLICATION), "username": "crosstable", "discriminator": "0", "avatar": None, "bot": True}
        await self._dispatch(
            shard,
            "READY",
            {
                "v": 10,
                "user": user,
                "guilds": [{"id": guild, "unavailable": True}],
                "session_id": "bench",
                "resume_gateway_url": f"ws://{self.url}/ws/",
                "shard": [shard, self.shards],
                "application": {"id": str(APPLICATION), "flags": 0},
            },
        )
        everyone = {"id": guild, "name": "@everyone", "permissions": "0", "position": 0, "color": 0}
        flags = {"hoist": False, "managed": False, "mentionable": False}
        await self._dispatch(
            shard,
            "GUILD_CREATE",
            {
                "id": guild,
                "name": "Bench Club",
                "owner_id": "1",
                "member_count": MEMBERS,
                "roles": [{**everyone, **flags}],
                "channels": [
                    {"id": str(CHANNEL), "type": 0, "name": "ratings", "position": 0, "permission_overwrites": []}
                ],
                "members": [],
                "emojis": [],
                "features": [],
                "preferred_locale": "en-US",
                "verification_level": 0,
                "nsfw_level": 0,
            },
        )
        if len(self.gateways) == self.shards:
            self.ready.set()

    def _message(self, key: str) -> dict[str, Any]:
        author = {"id": str(APPLICATION), "username": "crosstable", "discriminator": "0", "avatar": None, "bot": True}
        return {
            "id": str(int(key) + 1),
            "channel_id": str(CHANNEL),
            "author": author,
            "content": "",
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "attachments": [],
            "embeds": [],
            "pinned": False,
            "type": 0,
            "application_id": str(APPLICATION),
            "webhook_id": str(APPLICATION),
        }

    async def _callback(self, request: web.Request) -> web.Response:
        self.requests += 1
        key, body = request.match_info["id"], await request.json()
        if body["type"] == 4:
            self._has_answer(key, str(body))
        interaction = {"id": key, "type": 2, "response_message_id": str(int(key) + 1)}
        resource = {"type": body["type"], "message": self._message(key)}
        if request.query.get("with_response") in ("1", "true"):
            return _json({"interaction": interaction, "resource": resource})
        return web.Response(status=204)

    async def _answered(self, request: web.Request) -> web.Response:
        self.requests += 1
        key = request.match_info["token"]
        self._has_answer(key, (await request.read()).decode(errors="replace"))
        return _json(self._message(key))

    async def _followup(self, request: web.Request) -> web.Response:
        return await self._answered(request)

    def _has_answer(self, key: str, said: str) -> None:
        self.answers[key] = said
        waiting = self.waiting.pop(key, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    async def _other(self, request: web.Request) -> web.Response:
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return web.json_response({"message": "401: Unauthorized", "code": 0}, status=401)
        rest = request.match_info["rest"]
        user = {"id": str(APPLICATION), "username": "crosstable", "discriminator": "0", "avatar": None, "bot": True}
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        known: dict[str, Any] = {
            "users/@me": user,
            "oauth2/applications/@me": {**_APPLICATION, "owner": user},
            "applications/@me": {**_APPLICATION, "owner": user},
            "gateway/bot": {"url": f"ws://{self.url}/ws/", "shards": self.shards, "session_start_limit": limit},
        }
        if rest.startswith("users/"):
            known.setdefault(rest, {**user, "id": rest.removeprefix("users/"), "bot": False})
        return _json(known.get(rest, []))


def _json(data: Any) -> web.Response:
    # With nothing behind the type: discord.py reads no other as JSON.
    return web.Response(body=json.dumps(data).encode(), headers={"Content-Type": "application/json"})


_APPLICATION = {
    "id": str(APPLICATION), "name": "Crosstable", "description": "", "bot_public": True, "verify_key": "",
    "bot_require_code_grant": False, "flags": 0, "icon": None,
}  # fmt: skip
