"""How an evening is paired: asked when it was opened without a method, and changed before round 1."""

from typing import Any

import discord

from bot.services.evenings.lifecycle import MOST_ROUNDS, set_method
from bot.services.evenings.tournament import tournament_of
from bot.store.database.evening_rows import TYPED, Evening
from bot.ui.buttons.evening_live import refresh_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import Filled, Labels, Press, Who, button, chosen_word, form, lasting, line, menu
from bot.ui.framework.layout import RISE, answer
from bot.ui.framework.text import safe
from core.errors import InputError
from core.files.common.text import shorten
from core.tournament.pairing.methods import METHODS, method_named
from core.words import counted

METHODS_NAMED = [
    ("Not paired: members report results", TYPED),
    *((one.label if one.game is None else f"{one.game.label}: {one.label}", one.key) for one in METHODS),
]


def _view(evening: Evening) -> discord.ui.View:
    options = [
        discord.SelectOption(label=label, value=key, default=key == evening.method) for label, key in METHODS_NAMED
    ]
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=method_menu.id(evening.id), placeholder="How it is paired", options=options
    )
    has_rounds = evening.is_paired and evening.rounds is not None
    return lasting(select, *([rounds_button(evening.id)] if has_rounds else []))


def _embed(evening: Evening) -> discord.Embed:
    name = safe(evening.name, 80)
    if not evening.is_paired:
        lines = [f"**{name}** is not paired: members report what they play. Choose a method to have it paired."]
    else:
        rounds = "" if evening.rounds is None else f", {counted(evening.rounds, 'round')}"
        lines = [f"**{name}** is paired: {method_named(evening.method).label}{rounds}."]
        lines.append("Pair round 1 with **Directors (TD)** on the card. Until then the method can be changed.")
    return answer(lines, colour=RISE)


async def ask_method(interaction: discord.Interaction[Any], evening: Evening) -> None:
    """Ask the director, privately, how an evening is paired; it is open already."""
    await interaction.followup.send(embed=_embed(evening), view=_view(evening), ephemeral=True)


@button("evening-method", "Method (TD)", Who.DIRECTOR)
async def method_button(press: Press, evening_id: int) -> None:
    """Change how the evening is paired, before round 1."""
    await defer(press.interaction, ephemeral=True)
    await press.check_director("change an evening")
    evening = (await tournament_of(press.services, press.actor.club_id, evening_id)).evening
    await reply(press.interaction, _embed(evening), _view(evening), ephemeral=True)


@menu("evening-methods", Who.DIRECTOR)
async def method_menu(press: Press, evening_id: int) -> None:
    key = chosen_word(press.values)
    await acknowledge(press.interaction)
    await _set(press, evening_id, key)


async def _set(press: Press, evening_id: int, key: str, rounds: int | None = None) -> None:
    evening = await set_method(press.services, press.actor, evening_id, key, rounds)
    await edit_answer(press.interaction, embed=_embed(evening), view=_view(evening))
    await refresh_card(press.interaction, evening_id)


def _rounds_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("rounds", "Rounds", filled, most=2)


@button("evening-rounds", "Rounds", Who.DIRECTOR)
async def rounds_button(press: Press, evening_id: int) -> None:
    """Change how many rounds are planned."""
    await press.check_director("change an evening")
    evening = (await tournament_of(press.services, press.actor.club_id, evening_id)).evening
    await rounds_form.open(press.interaction, {"rounds": [str(evening.rounds or "")]}, evening_id)


@form("evening-rounds-form", "Rounds", Who.DIRECTOR, fields=_rounds_fields)
async def rounds_form(press: Press, evening_id: int) -> None:
    await press.check_director("change an evening")
    written = press.text("rounds")
    await acknowledge(press.interaction)
    if not (written.isascii() and written.isdigit() and 1 <= int(written) <= MOST_ROUNDS):
        raise InputError(f'"{shorten(written)}" is not a number of rounds. Write one from 1 to {MOST_ROUNDS}.')
    evening = (await tournament_of(press.services, press.actor.club_id, evening_id)).evening
    await _set(press, evening_id, evening.method, int(written))
