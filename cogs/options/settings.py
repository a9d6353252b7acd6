"""The options of commands that change settings, made from the settings' tables."""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any

import discord
from discord import app_commands

from bot.services.setting_kinds import Choice, Figure, Kind, Number, ServerId, Setting, Switch, Zone
from cogs.options.club import ClubRules, TimeZone


def setting_options(settings: Sequence[Setting]) -> Callable[[Callable[..., Any]], Any]:
    """Let a command have an option for each setting; its callback takes them as `**written`, None where left out."""

    def decorate(callback: Callable[..., Any]) -> Any:
        own = [one for one in signature(callback).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
        made = [
            Parameter(one.option, Parameter.POSITIONAL_OR_KEYWORD, default=None, annotation=_type(one) | None)
            for one in settings
        ]
        callback.__signature__ = signature(callback).replace(parameters=[*own, *made])  # type: ignore[attr-defined]
        offered: dict[str, Any] = {
            one.option: [app_commands.Choice(name=text, value=str(word)) for word, text in one.kind.words.items()]
            for one in settings
            if isinstance(one.kind, Choice)
        }
        described = app_commands.describe(**{one.option: one.help for one in settings})(callback)
        return app_commands.choices(**offered)(described)

    return decorate


def written_values(settings: Sequence[Setting], written: Mapping[str, Any]) -> dict[str, Any]:
    """Return what the options say, by the settings' names; raise InputError for what is not allowed."""
    found = {}
    for setting in settings:
        value = written[setting.option]
        if isinstance(value, str):
            found[setting.name] = setting.parse(value)
        elif value is not None:
            found[setting.name] = setting.check(getattr(value, "id", value))
    return found


def _type(setting: Setting) -> Any:
    """Return the annotation of a setting's option."""
    kind: Kind = setting.kind
    if setting.name == "rules":
        return ClubRules
    if isinstance(kind, Number):
        return app_commands.Range[int, kind.least, kind.most]
    if isinstance(kind, ServerId):
        return discord.Role if kind.what == "role" else discord.TextChannel
    if isinstance(kind, Figure) and not kind.none:
        return float
    return {Switch: bool, Zone: TimeZone}.get(type(kind), str)
