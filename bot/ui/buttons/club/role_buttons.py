"""Roles that follow ratings: the preview, its names and limits in a form, and how far it is."""

import re
from typing import Any

import discord

from bot.services.alive.roles import (
    OFF,
    WHAT,
    RolePlan,
    RolePreview,
    kept_plan,
    preview_roles,
    read_names,
    roles_to_come,
    set_roles,
    usual_plan,
)
from bot.services.context import Actor, Services
from bot.services.transaction import check_director
from bot.store.alive.roles import BY_TITLE
from bot.ui.buttons.club.settings_buttons import UndoSettings
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.cards.club.roles import names_text, progress_card, roles_preview_card, roles_set_card
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.custom_ids import DIGEST, KEY, written_in
from bot.ui.framework.items import FileButton, NamedButton
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.server_roles import givable, hindrance, with_names
from core.errors import NotFoundError, RuleError

NAMES = "role-names"
_WAITING = rf"(?P<pending>{KEY}):(?P<digest>{DIGEST})"


class SetRoles(FileButton, template=rf"roles-set:{_WAITING}"):
    """Let roles follow ratings as the preview says, for a director."""

    name, label, style = "roles-set", "Turn on", discord.ButtonStyle.success

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        guild = _guild(interaction)
        plan = await kept_plan(services, actor, self.pending_id, self.digest)
        existing = givable(guild)
        given = [existing[name.casefold()] for _, name in plan.names if name.casefold() in existing]
        obstacle = None if plan.by == OFF else hindrance(guild, given)
        if obstacle is not None:
            raise RuleError(f"Nothing is made: {obstacle}.")
        await acknowledge(interaction)
        found = await set_roles(services, actor, self.pending_id, self.digest, existing)
        view = persistent(*([] if plan.by == OFF else [HowFar()]), UndoSettings(actor.interaction_id))
        await edit_answer(interaction, embed=roles_set_card(found), view=view)


class EditNames(FileButton, template=rf"roles-names:{_WAITING}"):
    """Open the form with the names and limits of the preview, for a director."""

    name, label = "roles-names", "Names and limits"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        plan = await kept_plan(services, actor, self.pending_id, self.digest)
        form = NamesForm(self.pending_id, self.digest, plan)
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class HowFar(NamedButton, template=r"roles-progress"):
    """Say how many members are still to get their roles, for a director."""

    name, label = "roles-progress", "How far?"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        waiting = await roles_to_come(services, actor)
        await acknowledge(interaction)
        if interaction.message is None or not interaction.message.embeds:
            raise NotFoundError("That answer is gone: see /club settings.")
        await edit_answer(interaction, embed=progress_card(interaction.message.embeds[0].copy(), waiting))


class NamesForm(discord.ui.Modal, title="Names and limits"):
    """The form for names and limits."""

    def __init__(self, pending_id: int, digest: str, plan: RolePlan) -> None:
        super().__init__(custom_id=f"{NAMES}:{pending_id}:{digest}", timeout=None)
        what = "the title" if plan.by == BY_TITLE else "the least rating"
        field: Any = discord.ui.TextInput(
            custom_id="names", style=discord.TextStyle.paragraph, default=names_text(plan), max_length=1500
        )
        label: Any = discord.ui.Label(
            text="One role a line", description=f"First {what}, then the role's name; 12 at most", component=field
        )
        self.add_item(label)


async def submit_names(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Show what the plan would do with other names and limits."""
    services, actor = services_of(interaction), actor_of(interaction)
    plan = await kept_plan(services, actor, int(match["pending"]), match["digest"])
    plan = read_names(written_in(interaction, "names"), plan)
    await acknowledge(interaction)
    found = await preview_roles(services, actor, plan, givable(_guild(interaction)))
    await edit_answer(interaction, embed=_card(interaction, found), view=_view(found))


FORMS = {rf"{NAMES}:{_WAITING}": submit_names}
"""What becomes of the form, by the pattern of its id."""

ROLE_ITEMS = (SetRoles, EditNames, HowFar)


async def reply_roles(interaction: discord.Interaction[Any], plan: RolePlan) -> None:
    """Answer with what a plan would do, to the director alone."""
    services, actor = services_of(interaction), actor_of(interaction)
    await check_director(services, actor, WHAT)
    found = await preview_roles(services, actor, usual_plan(plan), givable(_guild(interaction)))
    await reply(interaction, _card(interaction, found), _view(found), ephemeral=True)


def _card(interaction: discord.Interaction[Any], found: RolePreview) -> discord.Embed:
    given = [rule.role_id for rule, _ in found.rules if rule.role_id is not None]
    guild = _guild(interaction)
    return with_names(roles_preview_card(found, None if found.plan.by == OFF else hindrance(guild, given)), guild)


def _view(found: RolePreview) -> discord.ui.View:
    view = persistent()
    if found.plan.by == OFF:
        view.add_item(SetRoles(found.pending_id, found.digest, "Turn off"))
        return view
    if not found.missing:
        view.add_item(SetRoles(found.pending_id, found.digest))
    view.add_item(EditNames(found.pending_id, found.digest))
    return view


def _guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    assert interaction.guild is not None  # actor_of has refused whoever asks outside a server
    return interaction.guild
