"""The options of commands that change settings, made from the settings' tables."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.clock import parse_zone, zone, zone_names
from bot.services.setting_kinds import Choice as SettingChoice
from bot.services.setting_kinds import Figure, Kind, Number, ServerId, Setting, Switch, Zone
from bot.ui.framework.server import services_of
from cogs.options.choices import MOST_CHOICES, RulesOption
from core.formats.typed.rules import STANDARD
from core.systems import ALL

# The options of /club.


USUAL_ZONES = (
    "UTC",
    *("America/Los_Angeles", "America/Denver", "America/Chicago", "America/New_York", "America/Sao_Paulo"),
    *("Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow", "Africa/Lagos", "Africa/Johannesburg"),
    *("Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai", "Asia/Tokyo"),
    *("Australia/Perth", "Australia/Sydney", "Pacific/Auckland", "Pacific/Honolulu"),
)
"""What is offered before anything is typed, from all over the world."""


class ClubRulesOption(RulesOption):
    """Rules that a club may take for a list, or the word that brings the usual ones back."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        if value.strip().casefold() == STANDARD:
            return STANDARD
        return await super().transform(interaction, value)

    async def autocomplete(  # type: ignore[override]  # this option's choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        offered = {edition.key for system in ALL for edition in system.club_editions}
        choices = [choice for choice in await super().autocomplete(interaction, value) if choice.value in offered]
        if value.strip().casefold() in STANDARD:
            choices.append(Choice(name="standard: those that the system takes by itself", value=STANDARD))
        return choices[:MOST_CHOICES]


class TimeZoneOption(app_commands.Transformer):
    """A place whose clock a club goes by; suggests those that have what is typed, with the time there."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        return await asyncio.to_thread(parse_zone, value)

    async def autocomplete(  # type: ignore[override]  # this option's choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        names, typed = await asyncio.to_thread(zone_names), value.strip().replace(" ", "_").casefold()
        now = services_of(interaction).now()
        offered = [name for name in names if typed in name.casefold()] if typed else USUAL_ZONES
        return [
            Choice(name=f"{name} ({now.astimezone(zone(name)):%H:%M})", value=name) for name in offered[:MOST_CHOICES]
        ]


ClubRules = app_commands.Transform[str, ClubRulesOption]
TimeZone = app_commands.Transform[str, TimeZoneOption]


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
            if isinstance(one.kind, SettingChoice)
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
