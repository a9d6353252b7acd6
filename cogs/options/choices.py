"""The options that are chosen from a list: rating lists, kinds of events, rules."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from core.crosstable import EventKind
from core.errors import InputError
from core.formats.common.names import shorten
from core.lists import RatingList
from core.systems import PUBLISHED, SYSTEMS

MOST_CHOICES, CHOICE_CHARACTERS = 25, 100

AnyChoice = Choice[str | int | float]
LISTS = [AnyChoice(name=rating_list.label, value=rating_list.value) for rating_list in SYSTEMS]
KINDS = [
    AnyChoice(name="a match: all games against one opponent", value=EventKind.MATCH.value),
    AnyChoice(name="a FIDE event abroad: the opponents' ratings are FIDE's", value=EventKind.ABROAD.value),
    AnyChoice(name="a FIDE youth event abroad", value=EventKind.YOUTH_ABROAD.value),
]
RULES: dict[RatingList, dict[str, str]] = {
    moved: {edition.key: edition.title for edition in system.editions} for moved, system in SYSTEMS.items()
}
"""The keys and titles of the editions by list, the official ones oldest first."""


def chosen_list(interaction: discord.Interaction[Any]) -> RatingList | None:
    """Return the list that another option already names."""
    chosen = getattr(interaction.namespace, "system", None)
    return RatingList(chosen) if chosen in {rating_list.value for rating_list in RatingList} else None


def rules_named(text: str) -> str | None:
    """Return the key of the edition that a key or a title names; None where it is none."""
    for editions in RULES.values():
        for key, title in editions.items():
            if text.strip().casefold() in (key, title.casefold()):
                return key
    return None


class KindOption(app_commands.Transformer):
    """What kind of event it is."""

    @property
    def choices(self) -> list[AnyChoice]:
        return KINDS

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> EventKind:
        return EventKind(value)


class ListOption(app_commands.Transformer):
    """A rating list."""

    @property
    def choices(self) -> list[AnyChoice]:
        return LISTS

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList:
        return RatingList(value)


class FideListOption(ListOption):
    """One of FIDE's lists."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [choice for choice in LISTS if choice.value in PUBLISHED]


class RulesOption(app_commands.Transformer):
    """An edition of the rules, by name; suggests those of the list that is named, latest first."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        key = rules_named(value)
        if key is not None:
            return key
        raise InputError(f'There are no rules called "{shorten(value)}": choose some that are offered as you type.')

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        chosen = chosen_list(interaction)
        offered: dict[str, str] = {}
        for rating_list, editions in RULES.items():
            if chosen in (None, rating_list):
                offered |= editions
        choices = [Choice(name=title, value=key) for key, title in reversed(offered.items())]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


Kind = app_commands.Transform[EventKind, KindOption]
List = app_commands.Transform[RatingList, ListOption]
FideList = app_commands.Transform[RatingList, FideListOption]
Rules = app_commands.Transform[str, RulesOption]
