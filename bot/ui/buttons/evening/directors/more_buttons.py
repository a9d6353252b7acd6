"""The directors' form More: who shall not meet, acceleration, boards that are kept."""

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.pairing_rules import set_pairing_rules
from bot.services.live_events.rounds.draft import draft_round
from bot.services.live_events.tournament import Tournament
from bot.ui.buttons.evening.directors.director_forms import FormButton, called, sent_by_director
from bot.ui.buttons.evening.directors.panel_item import PanelItem, show_panel
from bot.ui.buttons.evening.evening_items import NOTHING, RED, Filled, Reopen, choice, line
from bot.ui.framework.custom_ids import DAMAGED, KEY
from core.errors import InputError

MORE = "evening-more-form"
_ACCELERATION = {"no": "None", "baku": "Baku: the upper half has a point more at first"}


class MoreForm(discord.ui.Modal):
    """What the rounds to come are paired by."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="How it is paired", custom_id=f"{MORE}:{about['evening']}", timeout=None)
        many: dict[str, Any] = {"most": 2000, "is_long": True, "required": False}
        described = "Ada / Bob in no round; Ada / Bob rounds 1-3 not in these"
        self.add_item(line("forbidden", "Who shall not meet, a pair a line", filled, description=described, **many))
        self.add_item(line("fixed", "Who keeps a board, one a line", filled, placeholder="Ada: 3", **many))
        before = filled if filled.get("acceleration") else {**filled, "acceleration": ["no"]}
        options = [(label, key) for key, label in _ACCELERATION.items()]
        self.add_item(choice("acceleration", "Acceleration", options, before))


class More(FormButton, template=rf"evening-more:(?P<evening>{KEY})"):
    """Say who shall not meet, who keeps a board, and whether the first rounds are accelerated."""

    name, label = "evening-more", "More"
    opens = MoreForm

    def filled(self, tournament: Tournament) -> Filled:
        evening, there = tournament.evening, tournament.by_number.keys()
        pairs = [
            f"{called(tournament, one)} / {called(tournament, other)}{f' rounds 1-{until}' if until else ''}"
            for one, other, until in evening.forbidden or ()
            if {one, other} <= there
        ]
        boards = [f"{called(tournament, one)}: {board}" for one, board in evening.fixed or () if one in there]
        return {
            "forbidden": ["\n".join(pairs)],
            "fixed": ["\n".join(boards)],
            "acceleration": ["baku" if evening.accelerated else "no"],
        }


class PairWithout(PanelItem, template=rf"evening-pair-without:(?P<evening>{KEY})"):
    """Pair the next round as if everybody might meet, once."""

    name, label, style = "evening-pair-without", "Pair without them once", RED

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        tournament = await draft_round(services, actor, self.evening_id, everybody_meets=True)
        return tournament, f"Round {tournament.next_round} is drafted as if everybody might meet."


async def submit_more(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store what the rounds to come are paired by."""
    services, actor, filled = await sent_by_director(interaction)
    forbidden, fixed, acceleration = (
        "".join(filled.get(field, ())) for field in ("forbidden", "fixed", "acceleration")
    )
    if acceleration not in _ACCELERATION:
        raise InputError(DAMAGED)
    evening_id, accelerated = int(match["evening"]), acceleration == "baku"
    tournament = await set_pairing_rules(services, actor, evening_id, forbidden, fixed, accelerated=accelerated)
    await show_panel(interaction, tournament, "The rounds to come are paired by that.", actor.interaction_id)


MORE_ITEMS = (More, PairWithout)
MORE_FORMS = {rf"{MORE}:(?P<evening>{KEY})": submit_more}
MORE_REOPENED: dict[str, Reopen] = {rf"{MORE}:(?P<evening>{KEY})": MoreForm}
