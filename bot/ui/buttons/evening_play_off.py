"""The order of tied players, by a play-off or by lot."""

import discord

from bot.services.evenings.standings import LiveStandings, live_standings, set_play_off, tied_groups
from bot.store.database.evening_rows import EveningStatus
from bot.ui.buttons.evening_forms import called, undo_announced_button
from bot.ui.cards.evening_standings import standings_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.buttons import DAMAGED, Filled, Labels, Press, Who, button, choice, form, lasting, line
from core.errors import InputError, RuleError
from core.files.typed.results import parse_name

_BY = (("Play-off", "play-off"), ("Lot", "lot"))


def play_off_buttons(press: Press, found: LiveStandings) -> list[discord.ui.Button[discord.ui.View]]:
    """Return the button for a director while players share a place."""
    tournament = found.tournament
    is_open = tournament.evening.status is EveningStatus.OPEN
    if not is_open or not press.actor.is_director(tournament.club) or not tied_groups(tournament, found.rows):
        return []
    return [order_tied_button(tournament.evening.id)]


def _fields(filled: Filled, evening_id: int) -> Labels:
    described = "Players who share a place; change the order as they finished"
    yield line("order", "The best first, one per line", filled, description=described, is_long=True, most=2000)
    yield choice("by", "Decided by", _BY, filled)


@button("evening-tied", "Play-off (TD)", Who.DIRECTOR)
async def order_tied_button(press: Press, evening_id: int) -> None:
    """Put players who share a place in order."""
    await press.check_director("enter a play-off")
    found = await live_standings(press.services, press.actor.club_id, evening_id)
    groups = tied_groups(found.tournament, found.rows)
    if not groups:
        raise RuleError("Nobody shares a place now. Open the standings again.")
    names = "\n".join(called(found.tournament, number) for number in groups[0])
    await tied_form.open(press.interaction, {"order": [names], "by": ["play-off"]}, evening_id)


@form("evening-tied-form", "Play-off", Who.DIRECTOR, fields=_fields)
async def tied_form(press: Press, evening_id: int) -> None:
    await press.check_director("change an evening")
    await defer(press.interaction)
    names = [parse_name(one) for one in "".join(press.filled.get("order", ())).splitlines() if one.strip()]
    by = press.text("by")
    if by not in [value for _, value in _BY]:
        raise InputError(DAMAGED)
    await set_play_off(press.services, press.actor, evening_id, names, by)
    found = await live_standings(press.services, press.actor.club_id, evening_id)
    await reply(press.interaction, standings_embed(found), lasting(undo_announced_button(press.actor.interaction_id)))
