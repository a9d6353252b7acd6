"""Commands named in messages, as mentions that open them when pressed."""

import json
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any

import discord
from discord.app_commands import AppCommand, AppCommandGroup
from discord.webhook.async_ import async_context

from bot.ui.framework.layout import EMBED_LIMITS, LAYOUT_CHARACTERS
from bot.ui.framework.text import CONTENT_CHARACTERS

FIELD_CHARACTERS = 1024
"""Discord's limit for the value of a field."""

_MESSAGES = "json", "payload"
_FORMS = "form", "multipart"
"""What discord.py calls a message alone and one with files."""

Request = Callable[..., Awaitable[Any]]


def _paths(commands: Iterable[AppCommand | AppCommandGroup]) -> Iterator[tuple[str, str]]:
    for command in commands:
        below = [option for option in command.options if isinstance(option, AppCommandGroup)]
        if below:
            yield from _paths(below)
        else:
            path = command.name if isinstance(command, AppCommand) else command.qualified_name
            yield path, command.mention


class CommandMentions:
    """The mentions of the commands that Discord knows, by path such as `rating update`."""

    def __init__(self, commands: Iterable[AppCommand]) -> None:
        slash = [command for command in commands if command.type is discord.AppCommandType.chat_input]
        self._mentions = dict(_paths(slash))
        paths = "|".join(sorted(self._mentions, key=len, reverse=True)) or "(?!)"
        # What members typed is escaped, quoted or in a block of code. An example with options is for copying.
        self._named = re.compile(
            rf"```[\s\S]*?```|(?<!\\)`/(?P<alone>{paths})`|(?<!\\)`[^`\n]*`"
            rf'|"[^"\n]*"|(?<![^\s(*])/(?P<within>{paths})(?![\w:-])'
        )

    def in_text(self, text: str, most: int) -> str:
        """Return a text with mentions, or the same one if it would be too long."""
        shown = self._named.sub(self._mention, text)
        return shown if len(shown) <= most else text

    def _mention(self, found: re.Match[str]) -> str:
        path = found["alone"] or found["within"]
        return found[0] if path is None else self._mentions[path]

    def in_message(self, message: Mapping[str, Any]) -> dict[str, Any]:
        """Return Discord's JSON of a message with mentions where they work."""
        shown = dict(message)
        if message.get("content"):
            shown["content"] = self.in_text(message["content"], CONTENT_CHARACTERS)
        if message.get("embeds"):
            embeds = [self._embed(embed) for embed in message["embeds"]]
            if sum(len(discord.Embed.from_dict(embed)) for embed in embeds) <= EMBED_LIMITS["characters"]:
                shown["embeds"] = embeds
        if message.get("components"):
            components = self._component(message["components"])
            if _characters(components) <= LAYOUT_CHARACTERS:
                shown["components"] = components
        return shown

    def _embed(self, embed: Mapping[str, Any]) -> Any:
        shown = dict(embed)
        if embed.get("description"):
            shown["description"] = self.in_text(embed["description"], EMBED_LIMITS["description"])
        if embed.get("fields"):
            texts = [self.in_text(field["value"], FIELD_CHARACTERS) for field in embed["fields"]]
            shown["fields"] = [field | {"value": text} for field, text in zip(embed["fields"], texts, strict=True)]
        return shown

    def _component(self, part: Any) -> Any:
        if isinstance(part, list):
            return [self._component(item) for item in part]
        if not isinstance(part, dict):
            return part
        if part.get("type") == discord.ComponentType.text_display.value:
            return part | {"content": self.in_text(part["content"], LAYOUT_CHARACTERS)}
        return {name: self._component(value) for name, value in part.items()}

    def _body(self, body: Any) -> Any:
        if not isinstance(body, dict):
            return body
        if body.get("type") == discord.InteractionResponseType.modal.value:
            return body  # forms show no mentions
        return body | {"data": self.in_message(body["data"])} if body.get("data") else self.in_message(body)

    def sending(self, request: Request) -> Request:
        """Return a request of discord.py that names commands as mentions."""

        async def send(*args: Any, **options: Any) -> Any:
            for name in _MESSAGES:
                if options.get(name):
                    options[name] = self._body(options[name])
            for name in _FORMS:
                if options.get(name):
                    options[name] = [self._part(part) for part in options[name]]
            return await request(*args, **options)

        return send

    def _part(self, part: Mapping[str, Any]) -> Mapping[str, Any]:
        if part["name"] != "payload_json":
            return part
        return {**part, "value": json.dumps(self._body(json.loads(part["value"])))}


def _characters(part: Any) -> int:
    if isinstance(part, list):
        return sum(map(_characters, part))
    if not isinstance(part, dict):
        return 0
    if part.get("type") == discord.ComponentType.text_display.value:
        return len(part["content"])
    return sum(map(_characters, part.values()))


def mention_commands(client: discord.Client, commands: Iterable[AppCommand]) -> None:
    """Let every message of this client, and every answer of its interactions, mention commands.

    discord.py has no hook for this: messages go through the one request, answers through the other.
    """
    mentions = CommandMentions(commands)
    senders: tuple[Any, ...] = (client.http, async_context.get())
    for sender in senders:
        sender.request = mentions.sending(sender.request)
