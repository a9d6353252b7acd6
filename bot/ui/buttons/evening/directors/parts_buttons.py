"""What directors press for an event in sections: where it is divided, made, made one again, a player moved."""

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.move_player import move_player
from bot.services.live_events.sections import make_sections, set_sections, undo_sections
from bot.services.live_events.tournament import Tournament
from bot.services.live_events.undone import undo_deed
from bot.ui.buttons.evening.directors.director_forms import FormButton, sent_by_director
from bot.ui.buttons.evening.directors.panel_item import PanelItem, show_panel
from bot.ui.buttons.evening.evening_items import BLUE, NOTHING, RED, Filled, Reopen, line
from bot.ui.framework.custom_ids import KEY
from bot.ui.framework.text import safe
from core.formats.typed.boards import parse_name
from core.formats.typed.sections import parse_sections

SECTIONS, MOVE = "evening-sections-form", "evening-move-form"


class SectionsForm(discord.ui.Modal):
    """The ratings at which the event is divided."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Sections", custom_id=f"{SECTIONS}:{about['evening']}", timeout=None)
        described = "1600, 1200 makes Open, U1600 and U1200; empty: no sections"
        self.add_item(
            line(
                "sections",
                "Ratings to divide at",
                filled,
                description=described,
                placeholder="1600, 1200",
                most=200,
                required=False,
            )
        )


class MoveForm(discord.ui.Modal):
    """A player and the section to move them into."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Move a player", custom_id=f"{MOVE}:{about['evening']}", timeout=None)
        self.add_item(line("who", "Player", filled, placeholder="A name from a card, or its #"))
        self.add_item(line("section", "Into the section", filled, placeholder="Open or U1600", most=20))


class SetSections(FormButton, template=rf"evening-sections:(?P<evening>{KEY})"):
    """Write at which ratings the event is divided."""

    name, label = "evening-sections", "Sections"
    opens = SectionsForm

    def filled(self, tournament: Tournament) -> Filled:
        return {"sections": [", ".join(map(str, tournament.evening.bounds or ()))]}


class MakeSections(PanelItem, template=rf"evening-make-sections:(?P<evening>{KEY})"):
    """Divide the event: each section has a card and rounds of its own."""

    name, label, style = "evening-make-sections", "Make sections", BLUE

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        tournament = await make_sections(services, actor, self.evening_id)
        unset = " Set the prizes of each with /event prizes." if tournament.evening.prizes else ""
        return tournament, f"Sections are made, each with a card: pair it there.{unset}"


class UndoSections(PanelItem, template=rf"evening-one-again:(?P<evening>{KEY})"):
    """Make one event of the sections again, as long as none has begun."""

    name, label, style = "evening-one-again", "Undo sections", RED

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        return await undo_sections(services, actor, self.evening_id), "It is one event again."


class MovePlayer(FormButton, template=rf"evening-move:(?P<evening>{KEY})"):
    """Move a player into another section before it has begun."""

    name, label = "evening-move", "Move a player"
    opens = MoveForm


class UndoDeed(PanelItem, template=rf"evening-undo:(?P<evening>{KEY}):(?P<key>{KEY})"):
    """Take back what was just done in the panel."""

    name, label, style = "evening-undo", "Undo", RED

    def __init__(self, evening_id: int, key: int) -> None:
        super().__init__(evening_id, key)
        self.key = key

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        return await undo_deed(services, actor, self.key), "Taken back."


async def submit_sections(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Keep at which ratings the event is divided."""
    services, actor, filled = await sent_by_director(interaction)
    written = "".join(filled.get("sections", ())).strip()
    bounds = parse_sections(written) if written else None
    tournament = await set_sections(services, actor, int(match["evening"]), bounds)
    await show_panel(interaction, tournament, "Sections are set." if bounds else "No sections.", actor.interaction_id)


async def submit_move(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Move a player."""
    services, actor, filled = await sent_by_director(interaction)
    who, section = (" ".join("".join(filled.get(field, ())).split()) for field in ("who", "section"))
    tournament = await move_player(services, actor, int(match["evening"]), parse_name(who), section)
    note = f"{safe(who, 100)} plays in {safe(section, 20)} now."
    await show_panel(interaction, tournament, note, actor.interaction_id)


PARTS_ITEMS = (SetSections, MakeSections, UndoSections, MovePlayer, UndoDeed)
PARTS_FORMS = {rf"{SECTIONS}:(?P<evening>{KEY})": submit_sections, rf"{MOVE}:(?P<evening>{KEY})": submit_move}
PARTS_REOPENED: dict[str, Reopen] = {
    rf"{SECTIONS}:(?P<evening>{KEY})": SectionsForm,
    rf"{MOVE}:(?P<evening>{KEY})": MoveForm,
}
