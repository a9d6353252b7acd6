"""The fields of the forms that change settings, and what they were filled in with."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord

from bot.store.rows import Club
from bot.ui.framework.custom_ids import DAMAGED, KEY
from core.errors import InputError
from core.systems import SYSTEMS

Labels = Iterable["discord.ui.Label[Any]"]
_Field = Any


class Filled:
    """What a form was filled in with; whatever was not offered is refused."""

    def __init__(self, values: Mapping[str, Sequence[str]]) -> None:
        self._values = values

    def text(self, name: str) -> str:
        """Return what was written; nothing for a field that was left empty."""
        return next(iter(self._values.get(name, ())), "").strip()

    def one_of(self, name: str, offered: Iterable[str]) -> str:
        """Return what was chosen."""
        word = self.text(name)
        if word not in {str(one) for one in offered}:
            raise InputError(DAMAGED)
        return word

    def key(self, name: str) -> int | None:
        """Return the id of the role or channel that was chosen, if any."""
        word = self.text(name)
        if word and not re.fullmatch(KEY, word):
            raise InputError(DAMAGED)
        return int(word) if word else None

    def is_ticked(self, name: str) -> bool:
        return self.text(name) == "True"


def label(text: str, component: _Field, description: str | None = None) -> "discord.ui.Label[Any]":
    return discord.ui.Label(text=text, description=description, component=component)


def radio(name: str, words: Mapping[str, str], now: str) -> _Field:
    options = [
        discord.RadioGroupOption(label=text[0].upper() + text[1:], value=str(value), default=value == now)
        for value, text in words.items()
    ]
    return discord.ui.RadioGroup(custom_id=name, options=options)


def role_field(name: str, now: int | None) -> _Field:
    return discord.ui.RoleSelect(
        custom_id=name, required=False, min_values=0, default_values=[] if now is None else [discord.Object(now)]
    )


def channel_field(name: str, now: int | None) -> _Field:
    return discord.ui.ChannelSelect(
        custom_id=name,
        required=False,
        min_values=0,
        channel_types=[discord.ChannelType.text],
        default_values=[] if now is None else [discord.Object(now)],
    )


def text_field(name: str, now: str, longest: int = 100, *, required: bool = True) -> _Field:
    return discord.ui.TextInput(custom_id=name, default=now or None, max_length=longest, required=required)


def list_field(name: str, club: Club) -> Labels:
    options = [
        discord.SelectOption(label=one.label, value=one.value, default=one is club.default_list) for one in SYSTEMS
    ]
    yield label("List", discord.ui.Select(custom_id=name, options=options))
