"""The field of a setting in a form, and what the form was filled in with."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import discord

from bot.services.setting_kinds import ON, Choice, Number, ServerId, Setting, Switch, Written

Labels = Iterable["discord.ui.Label[Any]"]

MOST_RADIOS = 10


def field(setting: Setting, now: str) -> "discord.ui.Label[Any]":
    """Return the field of a setting. now: what is set, as it is written."""
    return discord.ui.Label(text=setting.label, description=setting.hint, component=_component(setting, now))


def filled_values(settings: Iterable[Setting], filled: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what a form asks for, by the settings' names; raise InputError for what is not allowed."""
    return {setting.name: setting.parse(next(iter(filled.get(setting.option, ())), "").strip()) for setting in settings}


def _component(setting: Setting, now: str) -> Any:
    kind, custom_id = setting.kind, setting.option
    if isinstance(kind, Switch) and kind.words is None:
        return discord.ui.Checkbox(custom_id=custom_id, default=now == ON)
    if isinstance(kind, Switch | Choice):
        return _choice(custom_id, kind.words or {}, now)
    if isinstance(kind, ServerId):
        chosen: Any = {
            "custom_id": custom_id,
            "required": False,
            "min_values": 0,
            "default_values": [discord.Object(int(now))] if now else [],
        }
        if kind.what == "role":
            return discord.ui.RoleSelect(**chosen)
        return discord.ui.ChannelSelect(channel_types=[discord.ChannelType.text], **chosen)
    longest = len(str(kind.most)) if isinstance(kind, Number) else 200
    return discord.ui.TextInput(
        custom_id=custom_id, default=now or None, max_length=longest, required=not isinstance(kind, Written)
    )


def _choice(custom_id: str, words: Mapping[str, str], now: str) -> Any:
    if len(words) > MOST_RADIOS:
        options = [
            discord.SelectOption(label=text[:100], value=str(value), default=value == now)
            for value, text in words.items()
        ]
        return discord.ui.Select(custom_id=custom_id, options=options)
    radios = [
        discord.RadioGroupOption(label=text[0].upper() + text[1:], value=str(value), default=value == now)
        for value, text in words.items()
    ]
    return discord.ui.RadioGroup(custom_id=custom_id, options=radios)
