"""What an evening is called, when it starts and where: changed by a director, in Discord's scheduled event too."""

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.live_events.scheduled import change_evening, starts_text
from bot.services.live_events.tournament import Tournament
from bot.ui.buttons.evening.directors.director_forms import FormButton, sent_by_director
from bot.ui.buttons.evening.directors.panel_item import show_panel
from bot.ui.buttons.evening.evening_items import NOTHING, Filled, Reopen, line
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.errors import InputError

WHEN = "evening-when-form"


class WhenForm(discord.ui.Modal):
    """Name, start and place."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Name, time and place", custom_id=f"{WHEN}:{about['evening']}", timeout=None)
        described = "On the club's clock; without start and place, Discord announces no event"
        self.add_item(line("name", "Name", filled))
        self.add_item(
            line("starts", "Starts", filled, description=described, placeholder="2026-12-04 19:00", required=False)
        )
        self.add_item(line("place", "Place", filled, placeholder="Town Hall, room 4", required=False))


class When(FormButton, template=rf"evening-when:(?P<evening>{KEY})"):
    """Change what an evening is called, when it starts and where."""

    name, label = "evening-when", "Name, time, place"
    opens = WhenForm

    def filled(self, tournament: Tournament) -> Filled:
        evening = tournament.evening
        return {"name": [evening.name], "starts": [starts_text(tournament)], "place": [evening.place or ""]}


async def submit_when(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Change what was filled in."""
    services, actor, filled = await sent_by_director(interaction)
    texts = ("".join(filled.get(field, ())).strip() for field in ("name", "starts", "place"))
    name, starts, place = (clean(text, NAME_CHARACTERS) if text else "" for text in texts)
    if not name:
        raise InputError("Write what the evening is called.")
    tournament = await change_evening(services, actor, int(match["evening"]), name, starts or None, place or None)
    await show_panel(interaction, tournament, "Changed.", actor.interaction_id)


WHEN_ITEMS = (When,)
WHEN_FORMS = {rf"{WHEN}:(?P<evening>{KEY})": submit_when}
WHEN_REOPENED: dict[str, Reopen] = {rf"{WHEN}:(?P<evening>{KEY})": WhenForm}
