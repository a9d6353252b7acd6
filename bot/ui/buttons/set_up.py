"""The set-up of a club: begin or go on with it, take a step, skip it, take it back."""

from typing import Annotated, Any

import discord

from bot.services.context import SelfReport
from bot.services.settings.set_up import SetUp, Step, set_up, take_step, undo_step
from bot.services.settings.table import COMMAND
from bot.ui.cards.people.set_up import REPORTERS, TITLES, set_up_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import BLUE, RED, Press, Who, button, lasting, menu
from bot.ui.framework.custom_ids import DAMAGED, chosen_word
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.own_permissions import missing
from core.errors import InputError
from core.systems import SYSTEMS

_ROLES = {"td_role": "The role of your directors", "reporter_role": "Or: only members with this role"}
_SETTINGS = {
    "td_role": Step.DIRECTORS,
    "default_list": Step.LISTS,
    "self_report": Step.REPORTS,
    "reporter_role": Step.REPORTS,
}
"""The settings that are chosen, as `/club settings` names them, and their steps."""

Chosen = Annotated[str, "|".join(_SETTINGS)]


@button("setup-open", "Set the club up (TD)", Who.DIRECTOR, style=BLUE)
async def open_set_up_button(press: Press) -> None:
    """Begin the set-up, or go on with it; everybody sees the button."""
    await reply_set_up(press.interaction)


@menu("setup-choose", Who.DIRECTOR)
async def choose_menu(press: Press, setting: Chosen) -> None:
    """Choose a setting."""
    values = values_of(setting, press.values)
    await acknowledge(press.interaction)
    await _show(press, await take_step(press.services, press.actor, _SETTINGS[setting], values))


@button("setup-skip", "Skip", Who.DIRECTOR)
async def skip_button(press: Press, step: Step) -> None:
    """Leave a step as it is and go on."""
    await acknowledge(press.interaction)
    await _show(press, await take_step(press.services, press.actor, step, {}))


@button("setup-undo", "Undo", Who.DIRECTOR, style=RED, emoji="↩️")
async def undo_step_button(press: Press, step: Step) -> None:
    """Take the last step back: the setting is what it was, and the step is asked again."""
    await acknowledge(press.interaction)
    await _show(press, await undo_step(press.services, press.actor, step))


async def reply_set_up(interaction: discord.Interaction[Any]) -> None:
    """Show how far the set-up is to the director who asks, with what the step that is open needs."""
    actor = actor_of(interaction)
    await defer(interaction, ephemeral=True)
    found = await set_up(services_of(interaction), actor)
    await reply(interaction, set_up_card(found, missing(interaction.app_permissions)), set_up_view(found))


async def _show(press: Press, found: SetUp) -> None:
    card = set_up_card(found, missing(press.interaction.app_permissions))
    await edit_answer(press.interaction, embed=card, view=set_up_view(found))


def set_up_view(found: SetUp) -> discord.ui.View:
    """Return what can be done about the step that is open, and the Undo of the one before."""
    view = lasting(*(_menu(setting) for setting, step in _SETTINGS.items() if step is found.step))
    if found.step is not None:
        skip = skip_button.but(label="Done") if found.step is Step.ROSTER else skip_button
        view.add_item(skip(found.step))
    if found.last is not None:
        view.add_item(undo_step_button.but(label=f"Undo: {TITLES[found.last]}")(found.last))
    return view


def _menu(setting: str) -> discord.ui.Item[discord.ui.View]:
    custom_id = choose_menu.id(setting)
    if setting in _ROLES:
        return discord.ui.RoleSelect(custom_id=custom_id, placeholder=_ROLES[setting])
    if setting == "default_list":
        placeholder = "The club's usual list"
        options = [discord.SelectOption(label=one.label, value=one.value) for one in SYSTEMS]
    else:
        placeholder = "Who may report"
        who = (SelfReport.EVERYONE, SelfReport.DIRECTORS)
        options = [discord.SelectOption(label=REPORTERS[one].capitalize(), value=one.value) for one in who]
    return discord.ui.Select(custom_id=custom_id, placeholder=placeholder, options=options)


def values_of(option: str, values: object) -> dict[str, Any]:
    """Return the setting that a choice asks for; raise InputError for what was not offered."""
    word = chosen_word(values)
    setting = next(one for one in COMMAND if one.option == option)
    if word in ("", SelfReport.ROLE):  # which is chosen by its role
        raise InputError(DAMAGED)
    return {setting.name: setting.parse(word)}
