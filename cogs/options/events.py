"""Options: events, evenings, seasons."""

from datetime import date, timedelta
from typing import Any, NamedTuple

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.evenings.lifecycle import open_evenings
from bot.services.events.listing import club_events
from bot.services.framework.find_player import find_player
from bot.services.ratings.rating_card import recent_events
from bot.services.ratings.seasons import club_seasons
from bot.store.database.rows import Event as StoredEvent
from bot.store.database.rows import Player
from bot.ui.framework.server import actor_of, club_of, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean
from bot.ui.framework.typed import today_of
from cogs.options.choices import MOST_CHOICES, TextOption
from core.errors import InputError, RatingError
from core.event.similarity import event_name
from core.files.common.dates import parse_day

EVENT = "Event"


async def _filtered_player(interaction: discord.Interaction[Any]) -> Player | None:
    named = interaction.namespace
    written = getattr(named, "player", None) or getattr(named, "member", None)
    try:
        return await find_player(services_of(interaction), actor_of(interaction), written) if written else None
    except RatingError:
        return None


def _event_choice(event: StoredEvent) -> str:
    day = event.place.date
    return event_name(None, day) if event.name is None else f"{clean(event.name, 80)} · {day.isoformat()}"


class EventOption(app_commands.Transformer):
    """A stored event; suggests the latest."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> int:
        if not value.isascii() or not value.isdigit() or len(value) > 18:
            raise InputError(f'There is no event "{value[:40]}". Pick one from the list.')
        return int(value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        subject = await _filtered_player(interaction)
        events = await recent_events(services_of(interaction), actor_of(interaction), subject, MOST_CHOICES)
        choices = [Choice(name=_event_choice(event), value=str(event.id)) for event in events]
        return [choice for choice in choices if value.lower() in choice.name.lower()]


class ClubEventOption(EventOption):
    """A stored event; suggests the club's by name."""

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if club_of(interaction) is None:
            return []
        found = await club_events(services_of(interaction), actor_of(interaction), value.strip(), MOST_CHOICES)
        return [Choice(name=_event_choice(event), value=str(event.id)) for event in found]


class Exported(NamedTuple):
    """A stored event's id, or an open evening's."""

    id: int
    running: bool


class ExportedOption(ClubEventOption):
    """A stored event, or an open paired evening."""

    paired_only = True

    async def transform(  # type: ignore[override]  # it says which of the two an id is of
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> Exported:
        running = value.startswith(RUNNING)
        return Exported(await super().transform(interaction, value.removeprefix(RUNNING)), running)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if club_of(interaction) is None:
            return []
        found = await open_evenings(services_of(interaction), actor_of(interaction))
        choices = [
            Choice(name=f"{clean(evening.name, 80)} · being played", value=f"{RUNNING}{evening.id}")
            for evening in found
            if (evening.is_paired or not self.paired_only) and value.strip().lower() in evening.name.lower()
        ]
        return [*choices, *await super().autocomplete(interaction, value)][:MOST_CHOICES]


class ShownOption(ExportedOption):
    """A stored event, or any open evening."""

    paired_only = False


RUNNING = "evening-"
"""Prefix of an open evening's id."""


Event = app_commands.Transform[int, EventOption]
ClubEvent = app_commands.Transform[int, ClubEventOption]
ShownEvent = app_commands.Transform[Exported, ShownOption]


LONGEST = timedelta(days=2 * 366)


class SeasonOption(app_commands.Transformer):
    """A season; suggests the latest first."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> int:
        if not value.isascii() or not value.isdigit() or len(value) > 18:
            raise InputError(f'There is no season "{value[:40]}". Pick one from the list.')
        return int(value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if club_of(interaction) is None:
            return []
        found = await club_seasons(services_of(interaction), actor_of(interaction))
        choices = [
            Choice(name=f"{clean(one.season.name, 60)} · {one.season.rating_list.label}", value=str(one.season.id))
            for one in found
        ]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class SeasonNameOption(TextOption):
    """A season's name; suggests current ones."""

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        found = await club_seasons(services_of(interaction), actor_of(interaction))
        names = [one.season.name for one in found if one.season.ended_at is None]
        return [Choice(name=name, value=name) for name in names if value.strip().casefold() in name.casefold()][
            :MOST_CHOICES
        ]


class LastDayOption(app_commands.Transformer):
    """A season's last day; suggests ends of months."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> date:
        today = await today_of(interaction)
        return parse_day(value, today + LONGEST, today)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        today = await today_of(interaction)
        firsts = [date(today.year + month // 12, month % 12 + 1, 1) for month in range(today.month, today.month + 13)]
        days = [first - timedelta(days=1) for first in firsts]
        choices = [Choice(name=f"{day.isoformat()} ({day:%B})", value=day.isoformat()) for day in days]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


Season = app_commands.Transform[int, SeasonOption]
SeasonName = app_commands.Transform[str, SeasonNameOption(NAME_CHARACTERS)]
LastDay = app_commands.Transform[date, LastDayOption]
