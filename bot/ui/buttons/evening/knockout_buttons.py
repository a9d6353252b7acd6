"""Who goes on in a knockout where a game does not say it: a press of a director, or the score of a play-off."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.names import entrant_named
from bot.services.live_events.rounds.knockout import play_off_score, send_on
from bot.services.live_events.tournament import Tournament, tournament_of
from bot.ui.buttons.evening.directors.director_forms import FormButton, sent_by_director
from bot.ui.buttons.evening.directors.panel_item import PanelItem, show_panel
from bot.ui.buttons.evening.evening_items import NOTHING, Filled, Reopen, line
from bot.ui.framework.custom_ids import KEY, SMALL
from bot.ui.framework.text import plain, safe
from core.formats.typed.boards import parse_name

PLAY_OFF = "evening-play-off-form"

DRAWS_SHOWN = 4
"""How many draws have buttons at a time: two each, beside those of the panel."""


class GoesOn(PanelItem, template=rf"evening-goes-on:(?P<evening>{KEY}):(?P<number>{SMALL})"):
    """Let one of a drawn game go on."""

    name, label = "evening-goes-on", "Goes on"
    takes_back = True

    def __init__(self, evening_id: int, number: int, label: str | None = None) -> None:
        super().__init__(evening_id, number, label=label)
        self.number = number

    async def press(self, services: Services, actor: Actor) -> tuple[Tournament, str]:
        tournament = await send_on(services, actor, self.evening_id, self.number)
        return tournament, f"{safe(tournament.name_of(self.number), 100)} goes on; the draw is rated."


class PlayOffForm(discord.ui.Modal):
    """Who goes on, and by what score."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Who goes on", custom_id=f"{PLAY_OFF}:{about['evening']}", timeout=None)
        self.add_item(line("who", "Who goes on", filled, placeholder="A name from the card, or its #"))
        self.add_item(line("score", "Play-off score", filled, required=False, placeholder="2-1", most=12))


class PlayOff(FormButton, template=rf"evening-play-off:(?P<evening>{KEY})"):
    """Write who goes on, with the score of the play-off; or change it."""

    name, label = "evening-play-off", "Play-off"
    opens = PlayOffForm


async def submit_play_off(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Let one of a drawn game go on."""
    services, actor, filled = await sent_by_director(interaction)
    who, score = (parse_name("".join(filled.get("who", ()))), play_off_score("".join(filled.get("score", ()))))
    evening_id = int(match["evening"])
    before = await tournament_of(services, actor.club_id, evening_id)
    entrant = await entrant_named(services, before, who)
    tournament = await send_on(services, actor, evening_id, entrant, score)
    note = f"{safe(tournament.name_of(entrant), 100)} goes on; the draw is rated."
    await show_panel(interaction, tournament, note, actor.interaction_id)


def going_on(tournament: Tournament) -> Sequence[discord.ui.Item[Any]]:
    """Return the buttons for draws of a knockout that nobody has decided, and one to write a play-off."""
    last, key = tournament.next_round - 1, tournament.evening.id
    drawn = tournament.undecided(last)[:DRAWS_SHOWN]
    buttons = [
        GoesOn(key, number, f"{plain(tournament.name_of(number), 60)} goes on")
        for pairing in drawn
        for number in pairing.numbers
    ]
    return [*buttons, PlayOff(key)] if tournament.to_decide(last) else []


KNOCKOUT_ITEMS = (GoesOn, PlayOff)
KNOCKOUT_FORMS = {rf"{PLAY_OFF}:(?P<evening>{KEY})": submit_play_off}
KNOCKOUT_REOPENED: dict[str, Reopen] = {rf"{PLAY_OFF}:(?P<evening>{KEY})": PlayOffForm}
