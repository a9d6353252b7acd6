"""The set-up of a club: begin or go on with it, take a step, skip it, take it back."""

import re
from typing import Any, Self

import discord

from bot.services.context import SelfReport
from bot.services.settings.set_up import SetUp, Step, set_up, take_step, undo_step
from bot.services.settings.table import COMMAND
from bot.ui.cards.people.set_up import REPORTERS, TITLES, set_up_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import lasting
from bot.ui.framework.custom_ids import DAMAGED, chosen_word
from bot.ui.framework.items import LastingButton, LastingItem
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.own_permissions import missing
from core.errors import InputError
from core.systems import SYSTEMS

_STEPS = "|".join(Step)
_ROLES = {"td_role": "The role of your directors", "reporter_role": "Or: only members with this role"}
_SETTINGS = {
    "td_role": Step.DIRECTORS,
    "default_list": Step.LISTS,
    "self_report": Step.REPORTS,
    "reporter_role": Step.REPORTS,
}
"""The settings that are chosen, as `/club settings` names them, and their steps."""


class OpenSetUp(LastingButton, template=r"setup-open"):
    """Begin the set-up, or go on with it, for a director; everybody sees the button."""

    def __init__(self) -> None:
        style = discord.ButtonStyle.primary
        super().__init__(discord.ui.Button(label="Set the club up (TD)", style=style, custom_id="setup-open"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await reply_set_up(interaction)


class ChooseSetting(
    LastingItem[discord.ui.Item[discord.ui.View]],
    template=rf"setup-choose:(?P<setting>{'|'.join(_SETTINGS)})",
):
    """Choose a setting in a menu, for a director."""

    def __init__(self, setting: str) -> None:
        super().__init__(_menu(setting))
        self.setting = setting

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["setting"])

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        chosen: Any = interaction.data
        values = values_of(self.setting, chosen.get("values"))
        await acknowledge(interaction)
        step = _SETTINGS[self.setting]
        await _show(interaction, await take_step(services_of(interaction), actor_of(interaction), step, values))


class SkipStep(LastingButton, template=rf"setup-skip:(?P<step>{_STEPS})"):
    """Leave a step as it is and go on, for a director."""

    def __init__(self, step: Step) -> None:
        label = "Done" if step is Step.ROSTER else "Skip"
        super().__init__(discord.ui.Button(label=label, custom_id=f"setup-skip:{step}"))
        self.step = step

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(Step(match["step"]))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await acknowledge(interaction)
        services, actor = services_of(interaction), actor_of(interaction)
        await _show(interaction, await take_step(services, actor, self.step, {}))


class UndoStep(LastingButton, template=rf"setup-undo:(?P<step>{_STEPS})"):
    """Take the last step back, for a director: the setting is what it was, and the step is asked again."""

    def __init__(self, step: Step) -> None:
        label, style = f"Undo: {TITLES[step]}", discord.ButtonStyle.danger
        super().__init__(discord.ui.Button(label=label, emoji="↩️", style=style, custom_id=f"setup-undo:{step}"))
        self.step = step

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(Step(match["step"]))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        await acknowledge(interaction)
        await _show(interaction, await undo_step(services_of(interaction), actor_of(interaction), self.step))


SET_UP_ITEMS = (OpenSetUp, ChooseSetting, SkipStep, UndoStep)


async def reply_set_up(interaction: discord.Interaction[Any]) -> None:
    """Show how far the set-up is to the director who asks, with what the step that is open needs."""
    actor = actor_of(interaction)
    await defer(interaction, ephemeral=True)
    found = await set_up(services_of(interaction), actor)
    await reply(interaction, set_up_card(found, missing(interaction.app_permissions)), set_up_view(found))


async def _show(interaction: discord.Interaction[Any], found: SetUp) -> None:
    card = set_up_card(found, missing(interaction.app_permissions))
    await edit_answer(interaction, embed=card, view=set_up_view(found))


def set_up_view(found: SetUp) -> discord.ui.View:
    """Return what can be done about the step that is open, and the Undo of the one before."""
    view = lasting()
    for setting, step in _SETTINGS.items():
        if step is found.step:
            view.add_item(ChooseSetting(setting))
    if found.step is not None:
        view.add_item(SkipStep(found.step))
    if found.last is not None:
        view.add_item(UndoStep(found.last))
    return view


def _menu(setting: str) -> discord.ui.Item[discord.ui.View]:
    custom_id = f"setup-choose:{setting}"
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
