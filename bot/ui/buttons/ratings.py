"""What directors decide about one player's rating: a rating that is set, its peak and floor."""

from typing import Any

import discord

from bot.services.players.set_rating import OpeningReport, set_limits
from bot.ui.buttons.undo import undo_rating_button
from bot.ui.cards.events import opening_card
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import Filled, Labels, Press, Who, button, form, lasting, line
from core.errors import InputError
from core.formats.common.text import shorten
from core.lists import RatingList
from core.systems import SYSTEMS


async def reply_opening(interaction: discord.Interaction[Any], report: OpeningReport) -> None:
    """Show a rating that was set, with what can still be done about it."""
    await reply(interaction, opening_card(report), opening_buttons(report))


def opening_buttons(report: OpeningReport) -> discord.ui.View:
    """Return what stands below a rating that was set."""
    limits = set_limits_button(report.opening_id, report.rating_list)
    return lasting(undo_rating_button(report.opening_id), limits)


@button("set-limits", "Set floor", Who.DIRECTOR)
async def set_limits_button(press: Press, opening_id: int, rating_list: RatingList) -> None:
    """Open the form of a peak and a floor."""
    await press.check_director("set a floor")
    await limits_form.open(press.interaction, {}, opening_id, rating_list)


def _limits(filled: Filled, opening_id: int, rating_list: RatingList) -> Labels:
    return (
        line("floor", "Floor", filled, description="Imposed, such as for a prize", required=False, most=10),
        line("peak", "Highest established rating", filled, description="It gives the floor", required=False, most=10),
    )


@form("limits", "Set floor", Who.DIRECTOR, fields=_limits)
async def limits_form(press: Press, opening_id: int, rating_list: RatingList) -> None:
    """Store a rating that was set with a peak and a floor in place of the one without."""
    await press.check_director("set a floor")
    peak, floor = (_rating(press, field, rating_list) for field in ("peak", "floor"))
    if peak is None and floor is None:
        raise InputError("Neither a floor nor a peak is written. Write one of them, for example 1800.")
    await acknowledge(press.interaction)
    report = await set_limits(press.services, press.actor, opening_id, peak, floor)
    await edit_answer(press.interaction, embed=opening_card(report), view=opening_buttons(report))


def _rating(press: Press, field: str, rating_list: RatingList) -> float | None:
    """Return the rating in a field of a form; None where it was left empty."""
    written = press.text(field)
    if not written:
        return None
    try:
        rating = float(written)
    except ValueError:
        raise InputError(f'"{shorten(written)}" is not a rating. Write a number, for example 1800.') from None
    SYSTEMS[rating_list].check_typed(rating, press.services.now().date())
    return rating
