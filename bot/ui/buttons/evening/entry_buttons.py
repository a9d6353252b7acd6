"""What members press on the card of a paired evening: a bye, the standings, what they still need."""

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.byes import ask_bye
from bot.services.live_events.entries import Entries
from bot.services.live_events.ranked.live_standings import live_standings
from bot.services.live_events.reported.report_game import number_in
from bot.services.live_events.tournament import tournament_of
from bot.store.events.evening_round_rows import PairingKind
from bot.ui.buttons.evening.evening_items import NOTHING, EveningItem, Filled, Reopen, choice, line, show_form
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.custom_ids import DAMAGED, KEY, filled_in
from bot.ui.framework.layout import answer, heading
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import count, safe
from bot.ui.live_events.chances_card import need_lines
from bot.ui.live_events.standings_card import standings_embed, standings_view
from core.errors import InputError, RuleError

BYE_FORM = "evening-bye-form"
_KINDS = {"H": "Half a point", "Z": "No point", "none": "No bye after all"}


class AskBye(EveningItem, template=rf"evening-bye:(?P<evening>{KEY})"):
    """Ask not to be paired in a round."""

    name, label = "evening-bye", "Bye"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        tournament = await tournament_of(services, actor.club_id, self.evening_id)
        about = {"evening": str(self.evening_id)}
        await show_form(interaction, ByeForm(about, {"round": [str(tournament.next_round)]}))


class ByeForm(discord.ui.Modal):
    """A round not to be played in."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        custom_id = f"{BYE_FORM}:{about['evening']}"
        super().__init__(title="A round without a game", custom_id=custom_id, timeout=None)
        self.add_item(line("round", "Round", filled, most=2))
        self.add_item(choice("kind", "For", [(label, key) for key, label in _KINDS.items()], filled))


async def submit_bye(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Keep that whoever asks does not play in a round, or take that back."""
    services, actor, filled = services_of(interaction), actor_of(interaction), filled_in(interaction)
    await defer(interaction, ephemeral=True)
    number_in(await tournament_of(services, actor.club_id, int(match["evening"])), actor)
    written, word = "".join(filled.get("round", ())).strip(), "".join(filled.get("kind", ()))
    if not (written.isascii() and written.isdigit()):
        raise InputError(f'"{written}" is no round: write its number, such as 3.')
    if word not in _KINDS:
        raise InputError(DAMAGED)
    number = int(written)
    kind = None if word == "none" else PairingKind(word)
    await ask_bye(services, actor, int(match["evening"]), None, number, kind)
    what = "You are paired again" if kind is None else f"You have a bye ({_KINDS[word].lower()})"
    again = "" if kind is None else " Bye with No bye after all takes it back."
    text = f"{what} in round {number}.{again}"
    await reply(interaction, discord.Embed(description=text, colour=LEVEL), ephemeral=True)


class ShowStandings(EveningItem, template=rf"evening-standings:(?P<evening>{KEY})"):
    """Show the standings with every tie-break, to whoever asks."""

    name, label = "evening-standings", "Standings"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        found = await live_standings(services, actor.club_id, self.evening_id)
        await reply(interaction, standings_embed(found), standings_view(found), ephemeral=True)


class WhatINeed(EveningItem, template=rf"evening-need:(?P<evening>{KEY})"):
    """Say to whoever asks what their games to come can bring them: norms, titles, the rating."""

    name, label = "evening-need", "What do I need?"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        from bot.services.outlook.evening import evening_section

        await defer(interaction, ephemeral=True)
        found = await evening_section(services, actor.club_id, self.evening_id)
        number = found.numbers.get(number_in(found.tournament, actor))
        if number is None:
            raise RuleError("You are on the waiting list: there is nothing to be told before you play.")
        lines = await asyncio.to_thread(need_lines, found, number)
        name = safe(found.tournament.evening.name, 80)
        await reply(interaction, answer([heading(name, "what you need"), *lines]), ephemeral=True)


async def reply_entries(interaction: discord.Interaction[Any], entries: Entries) -> None:
    """Say to a director alone who was entered."""
    text = entries_note(entries) + f" {count(len(entries.tournament.entrants), 'player')} in."
    await reply(interaction, discord.Embed(description=text, colour=RISE), ephemeral=True)


def entries_note(entries: Entries) -> str:
    """Say who was added, who was in already, and who waits."""
    said = (("Added", entries.added), ("In already", entries.known), ("On the waiting list", entries.waiting))
    return " ".join(f"{word}: {', '.join(safe(name, 100) for name in names)}." for word, names in said if names)


ENTRY_ITEMS = (AskBye, ShowStandings, WhatINeed)
ENTRY_FORMS = {rf"{BYE_FORM}:(?P<evening>{KEY})": submit_bye}
ENTRY_REOPENED: dict[str, Reopen] = {rf"{BYE_FORM}:(?P<evening>{KEY})": ByeForm}
