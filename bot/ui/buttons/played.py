"""The question to a club that skipped what it plays, below its first file."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.services.club.settings.change import Step, undo_step
from bot.services.club.settings.played import LISTS, Played, note_asked, set_played, shown_by
from bot.ui.cards.reports import GAMES, set_lines
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer
from bot.ui.framework.buttons import BLUE, RED, Press, Who, button, lasting
from bot.ui.framework.layout import SHOWN, STORED, answer
from bot.ui.framework.server import actor_of, services_of
from core.lists import RatingList


@button("played-set", "Set up", Who.DIRECTOR, style=BLUE)
async def set_played_button(press: Press, played: Played) -> None:
    """Set what the club plays, as its first file shows."""
    await acknowledge(press.interaction)
    found = await set_played(press.services, press.actor, played)
    await edit_answer(press.interaction, embed=answer(set_lines(found.club), colour=STORED), view=lasting(_undo()))


@button("played-undo", "Undo", Who.DIRECTOR, style=RED, emoji="↩️")
async def _undo(press: Press) -> None:
    await acknowledge(press.interaction)
    club = (await undo_step(press.services, press.actor, Step.LISTS)).club
    line = f"The club's usual list is {club.default_list.label} again. `/td settings` changes it at any time."
    await edit_answer(press.interaction, embed=answer([line], colour=SHOWN), view=None)


async def ask_what_is_played(interaction: discord.Interaction[Any], lists: Iterable[RatingList]) -> None:
    """Ask once, below the preview of a club's first file. lists: what the file would change."""
    services, actor = services_of(interaction), actor_of(interaction)
    played = await shown_by(services, actor, tuple(lists))
    if played is None:
        return
    await note_asked(services, actor)
    game = GAMES[played]
    lines = [
        f"## Does your club play {game.name}?",
        f"This file looks like it, and nobody has set up what the club plays. One press sets the usual list "
        f"({LISTS[played].label}), its rules, the norm codes and the web pages.",
    ]
    item = set_played_button.but(label=f"Set up for {game.label}")(played)
    ask = interaction.followup.send(embed=answer(lines, colour=SHOWN), view=lasting(item), ephemeral=True)
    await afterwards(ask, "asking what a club plays failed")
