"""No-shows of a paired evening: check-in, the round clock, members who left the server."""

import asyncio
import logging
from typing import Any

import discord

from bot.services.evenings.no_shows import (
    check_in_players,
    check_in_self,
    departed,
    forfeits_by_clock,
    mark_departed,
    missing,
    set_no_shows,
    withdraw_absent,
)
from bot.services.evenings.report_game import take_back_report
from bot.services.evenings.tournament import Tournament, tournament_of
from bot.services.framework.confirmation import MOST_MINUTES
from bot.ui.buttons.evening_forms import open_for_director, sent
from bot.ui.buttons.evening_live import on_panel, refresh_card, show_panel
from bot.ui.framework.answers import acknowledge, afterwards, edit_answer
from bot.ui.framework.buttons import (
    DAMAGED,
    GREEN,
    RED,
    Filled,
    Labels,
    Press,
    Small,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.layout import NEWS
from bot.ui.framework.server import present_among
from bot.ui.framework.text import plain, safe
from bot.ui.wording.evenings import no_show_text
from core.errors import InputError
from core.files.common.text import shorten
from core.words import counted

log = logging.getLogger(__name__)


@button("evening-check-in", "Check in", Who.EVERYONE, style=GREEN)
async def check_in_button(press: Press, evening_id: int) -> None:
    """Say that one has come, and enter the evening where that is not done."""
    interaction = press.interaction
    await acknowledge(interaction)
    tournament = await check_in_self(press.services, press.actor, evening_id)
    await refresh_card(interaction, evening_id, on_card=True)
    number = tournament.number_of(press.actor)
    if number is not None and tournament.by_number[number].waits:
        waits = interaction.followup.send("All places are taken. You are on the waiting list.", ephemeral=True)
        await afterwards(waits, "sending a waiting-list notice failed")


MOST_OFFERED = 25


def check_in_select(tournament: Tournament) -> list[discord.ui.Item[Any]]:
    names = [(one.number, plain(one.player.name, 80)) for one in missing(tournament)[:MOST_OFFERED]]
    if not names:
        return []
    options = [discord.SelectOption(label=f"#{number} {name}", value=str(number)) for number, name in names]
    select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
        custom_id=check_in_menu.id(tournament.evening.id),
        placeholder="Check players in…",
        options=options,
        max_values=len(options),
    )
    return [select]


@menu("evening-checked", Who.DIRECTOR)
async def check_in_menu(press: Press, evening_id: int) -> None:
    """Check up to 25 players in at once."""
    await acknowledge(press.interaction)
    await press.check_director("check players in")
    values = press.values
    if not isinstance(values, list) or not all(isinstance(one, str) and one.isdecimal() for one in values):
        raise InputError(DAMAGED)
    tournament = await check_in_players(press.services, press.actor, evening_id, [int(one) for one in values])
    await show_panel(press.interaction, tournament, f"Checked in: {counted(len(values), 'player')}.")


@button("evening-gone", "Withdraw who left", Who.DIRECTOR, style=RED)
@on_panel
async def withdraw_absent_button(press: Press, evening_id: int, unchecked: bool) -> tuple[Tournament, str]:
    """Withdraw everybody who left the server, or everybody who has not checked in."""
    await press.check_director("withdraw players")
    before = await tournament_of(press.services, press.actor.club_id, evening_id)
    gone = missing(before) if unchecked else departed(before)
    tournament = await withdraw_absent(press.services, press.actor, evening_id, unchecked=unchecked)
    names = ", ".join(safe(one.player.name, 100) for one in gone)
    return tournament, f"Withdrawn: {names or 'nobody'}."


def absent_buttons(tournament: Tournament) -> list[discord.ui.Item[Any]]:
    key, found = tournament.evening.id, list[discord.ui.Item[Any]]()
    if departed(tournament):
        found.append(withdraw_absent_button(key, False))
    if missing(tournament) and any(one.waits for one in tournament.entrants):
        # their places go to the waiting list
        found.append(withdraw_absent_button.but(label="Withdraw unchecked")(key, True))
    return found


SECONDS_TO_ASK = 5
"""The panel must not be late."""


async def mark_leavers(press: Press, tournament: Tournament) -> Tournament:
    """Mark entrants who left Discord; return the evening."""
    guild = press.interaction.guild
    users = [one.player.user_id for one in tournament.entrants if one.player.user_id is not None]
    if guild is None or not users:
        return tournament
    try:
        present = await asyncio.wait_for(present_among(guild, users), SECONDS_TO_ASK)
    except (discord.HTTPException, discord.ClientException, TimeoutError) as error:
        log.warning("looking for leavers failed: server=%d: %r", guild.id, error)
        return tournament
    await mark_departed(press.services, tournament, present)
    return await tournament_of(press.services, tournament.club.id, tournament.evening.id)


ON, OFF = "on", "off"


def _no_shows_fields(filled: Filled, evening_id: int) -> Labels:
    options = [("Yes: players who have not checked in are not paired", ON), ("No", OFF)]
    yield choice("check_in", "Check-in before round 1", options, filled)
    described = "A player who is not at the board by then forfeits; 0: no clock"
    yield line("minutes", "Round clock in minutes", filled, description=described, most=4)


def _no_shows_written(tournament: Tournament) -> Filled:
    evening = tournament.evening
    return {"check_in": [ON if evening.check_in else OFF], "minutes": [str(evening.forfeit_minutes)]}


@button("evening-no-shows", "No-shows", Who.DIRECTOR)
async def no_shows_button(press: Press, evening_id: int) -> None:
    """Turn the check-in on or off and set the round clock."""
    await open_for_director(press, no_shows_form, evening_id, _no_shows_written)


@form("evening-no-shows-form", "No-shows", Who.DIRECTOR, fields=_no_shows_fields)
async def no_shows_form(press: Press, evening_id: int) -> None:
    """Store the check-in and the round clock of an evening."""
    await sent(press)
    checks_in = press.text("check_in")
    if checks_in not in (ON, OFF):
        raise InputError(DAMAGED)
    written = press.text("minutes")
    if not (written.isascii() and written.isdigit()) or int(written) > MOST_MINUTES:
        raise InputError(
            f'"{shorten(written)}" is not a number of minutes. Write 1 to {MOST_MINUTES}, for example 30, '
            "or 0 for no clock."
        )
    tournament = await set_no_shows(
        press.services, press.actor, evening_id, checks_in=checks_in == ON, minutes=int(written)
    )
    await show_panel(press.interaction, tournament, "No-shows changed.", press.actor.interaction_id)


@button("evening-unforfeit", "Undo forfeit", Who.DIRECTOR)
async def undo_forfeit_button(press: Press, evening_id: int, pairing_id: int, version: Small) -> None:
    """Undo a forfeit that the round clock gave."""
    await acknowledge(press.interaction)
    await press.check_director("undo a forfeit")
    done = await take_back_report(press.services, press.actor, evening_id, pairing_id, version)
    about = (done.tournament, done.pairing.round)
    await edit_answer(press.interaction, embed=no_show_embed(*about), view=no_show_view(*about))


def no_show_embed(tournament: Tournament, round_number: int) -> discord.Embed:
    return discord.Embed(description=no_show_text(tournament, round_number), colour=NEWS)


def no_show_view(tournament: Tournament, round_number: int) -> discord.ui.View | None:
    key = tournament.evening.id
    standing = [one for one in forfeits_by_clock(tournament, round_number) if one.stands][:MOST_OFFERED]
    buttons = [
        undo_forfeit_button.but(label=f"Undo forfeit, board {one.pairing.board}")(
            key, one.pairing.id, one.report.version
        )
        for one in standing
    ]
    return lasting(*buttons) if buttons else None
