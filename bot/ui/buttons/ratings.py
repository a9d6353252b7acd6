"""Directors' decisions on a player: set ratings, floors, lowered titles."""

from collections.abc import Sequence
from typing import Annotated, Any

import discord

from bot.services.events.report import stored_report
from bot.services.ratings.set_rating import EnteredRatingReport, set_limits, undo_last
from bot.services.ratings.uschess import DemotionRequest, NormsReport, demote_title, grant_demotion, request_demotion
from bot.store.database.rows import Player
from bot.ui.buttons.reports import role_alone
from bot.ui.buttons.undo import undo_demotion_button, undo_rating_button
from bot.ui.cards.events import entered_rating_card, last_undone_card
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.buttons import BLUE, Filled, Labels, Press, Who, button, choice, form, lasting, line
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import clean, plain
from bot.ui.systems.by_key import CARDS
from bot.ui.systems.uschess.title_cards import demotion_card, request_card
from core.errors import InputError, NotAllowedError
from core.files.common.text import shorten
from core.lists import RatingList
from core.rating.systems import system_of
from core.rating.uschess.system import LISTS

REASON_CHARACTERS = 200


async def reply_entered_rating(interaction: discord.Interaction[Any], report: EnteredRatingReport) -> None:
    notes: list[str] = []
    if report.after_event is not None:
        event = await stored_report(
            services_of(interaction), actor_of(interaction), report.after_event, report.player.id
        )
        notes = CARDS[report.rating_list].official_notes(event, report.rating_list, report.rating)
    await reply(interaction, entered_rating_card(report, notes), entered_rating_buttons(report))


def entered_rating_buttons(report: EnteredRatingReport) -> discord.ui.View:
    limits = set_limits_button(report.entered_rating_id, report.rating_list)
    return lasting(undo_rating_button(report.entered_rating_id), limits)


@button("set-limits", "Set floor", Who.DIRECTOR)
async def set_limits_button(press: Press, entered_rating_id: int, rating_list: RatingList) -> None:
    await press.check_director("set a floor")
    await limits_form.open(press.interaction, {}, entered_rating_id, rating_list)


def _limits(filled: Filled, entered_rating_id: int, rating_list: RatingList) -> Labels:
    return (
        line(
            "floor",
            "Floor",
            filled,
            description="Assigned, for example for a prize",
            required=False,
            most=10,
        ),
        line(
            "peak",
            "Highest established rating",
            filled,
            description="Sets the floor",
            required=False,
            most=10,
        ),
    )


@form("limits", "Set floor", Who.DIRECTOR, fields=_limits)
async def limits_form(press: Press, entered_rating_id: int, rating_list: RatingList) -> None:
    await press.check_director("set a floor")
    peak, floor = (_rating(press, field, rating_list) for field in ("peak", "floor"))
    if peak is None and floor is None:
        raise InputError("Neither a floor nor a peak is written. Write one of them, for example 1800.")
    await acknowledge(press.interaction)
    report = await set_limits(press.services, press.actor, entered_rating_id, peak, floor)
    await edit_answer(press.interaction, embed=entered_rating_card(report), view=entered_rating_buttons(report))


def _rating(press: Press, field: str, rating_list: RatingList) -> float | None:
    written = press.text(field)
    if not written:
        return None
    try:
        rating = float(written)
    except ValueError:
        raise InputError(f'"{shorten(written)}" is not a rating. Write a number, for example 1800.') from None
    system_of(rating_list).check_typed(rating, press.services.now().date())
    return rating


_List = Annotated[RatingList, "|".join(one.value for one in LISTS)]


def _reason(filled: Filled) -> discord.ui.Label[Any]:
    hint = "Such as a long period of poor results"
    return line("reason", "Reason, for the club's records", filled, description=hint, most=REASON_CHARACTERS)


def _why(press: Press) -> str:
    if not press.text("reason"):
        raise InputError("The reason is blank. Write why, for example: a long period of poor results.")
    return clean(press.text("reason"), REASON_CHARACTERS)


def _lowering(filled: Filled, player_id: int) -> Labels:
    chosen = filled or {"list": [LISTS[0].value]}
    return (choice("list", "Rating list", [(one.label, one.value) for one in LISTS], chosen), _reason(filled))


@button("player-lower", "Lower title", Who.DIRECTOR)
async def lower_title_button(press: Press, player_id: int) -> None:
    await press.check_director("lower a title")
    await lower_title_form.open(press.interaction, {}, player_id)


@form("player-lower-form", "Lower title by 100 points", Who.DIRECTOR, fields=_lowering)
async def lower_title_form(press: Press, player_id: int) -> None:
    await press.check_director("lower a title")
    reason, rating_list = _why(press), RatingList(press.text("list"))
    await defer(press.interaction)
    player = Player(player_id, None, "That player")
    report = await demote_title(press.services, press.actor, player, rating_list, reason)
    await reply(press.interaction, demotion_card(report), lasting(undo_demotion_button(report.demotion_id)))


@button("player-undo", "Undo last report", Who.DIRECTOR)
async def undo_last_button(press: Press, player_id: int) -> None:
    """Undo the player's last reported event or set rating."""
    await defer(press.interaction)
    undone = await undo_last(press.services, press.actor, Player(player_id, None, "That player"))
    await reply(press.interaction, last_undone_card(undone))


@button("ask-lower", "Ask to lower title", Who.ASKED)
async def request_lower_title_button(press: Press, owner: int, rating_list: _List) -> None:
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use these buttons. Use /norms for your own title.")
    await request_lower_title_form.open(press.interaction, {}, rating_list)


@form("ask-lower-form", "Ask to lower title", Who.EVERYONE, fields=lambda filled, *_: [_reason(filled)])
async def request_lower_title_form(press: Press, rating_list: _List) -> None:
    """Ask for one's own title to be lowered; a director grants it."""
    reason = _why(press)
    await defer(press.interaction)
    await _reply_request(press.interaction, await request_demotion(press.services, press.actor, rating_list, reason))


@button("grant-demotion", "Lower the title (TD)", Who.DIRECTOR, style=BLUE)
async def grant_demotion_button(press: Press, asked: int) -> None:
    await acknowledge(press.interaction)
    report = await grant_demotion(press.services, press.actor, asked)
    view = lasting(undo_demotion_button(report.demotion_id))
    await edit_answer(press.interaction, content=None, embed=demotion_card(report), view=view)


async def _call(interaction: discord.Interaction[Any], role: int | None, text: str) -> None:
    if role is not None:
        calling = interaction.followup.send(f"<@&{role}> {text}", allowed_mentions=role_alone(role))
        await afterwards(calling, "calling directors failed")


async def _reply_request(interaction: discord.Interaction[Any], request: DemotionRequest) -> None:
    await reply(interaction, request_card(request), lasting(grant_demotion_button(request.asked)))
    await _call(
        interaction, request.td_role_id, f"{plain(request.would.player.name)} asks for a lifetime title to be lowered."
    )


def reply_lowering(interaction: discord.Interaction[Any], report: NormsReport) -> Sequence[discord.ui.Item[Any]]:
    event = report.event
    if not report.title_above or event.player.user_id != interaction.user.id:
        return []
    return [request_lower_title_button(interaction.user.id, event.rating_list)]
