"""Roles that follow ratings: the preview, its names and limits in a form, and how far it is."""

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
from bot.services.transaction import check_director
from bot.store.alive.roles import BY_TITLE
from bot.ui.buttons.settings import undo_settings_button
from bot.ui.cards.club.roles import names_text, progress_card, roles_preview_card, roles_set_card
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import GREEN, Digest, Press, Who, button, form, lasting
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.server.server_roles import givable, hindrance, with_names
from core.errors import NotFoundError, RuleError


@button("roles-set", "Turn on", Who.DIRECTOR, style=GREEN)
async def set_roles_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Let roles follow ratings as the preview says."""
    services, actor, guild = press.services, press.actor, _guild(press.interaction)
    plan = await kept_plan(services, actor, pending_id, digest)
    existing = givable(guild)
    given = [existing[name.casefold()] for _, name in plan.names if name.casefold() in existing]
    obstacle = None if plan.by == OFF else hindrance(guild, given)
    if obstacle is not None:
        raise RuleError(f"Nothing is made: {obstacle}.")
    await acknowledge(press.interaction)
    found = await set_roles(services, actor, pending_id, digest, existing)
    view = lasting(*([] if plan.by == OFF else [how_far_button()]), undo_settings_button(actor.interaction_id))
    await edit_answer(press.interaction, embed=roles_set_card(found), view=view)


@button("roles-names", "Names and limits", Who.DIRECTOR)
async def edit_names_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Open the form with the names and limits of the preview."""
    plan = await kept_plan(press.services, press.actor, pending_id, digest)
    what = "the title" if plan.by == BY_TITLE else "the least rating"
    field: Any = discord.ui.TextInput(
        custom_id="names", style=discord.TextStyle.paragraph, default=names_text(plan), max_length=1500
    )
    label: Any = discord.ui.Label(
        text="One role a line", description=f"First {what}, then the role's name; 12 at most", component=field
    )
    await names_form.open_with(press.interaction, [label], pending_id, digest)


@button("roles-progress", "How far?", Who.DIRECTOR)
async def how_far_button(press: Press) -> None:
    """Say how many members are still to get their roles."""
    waiting = await roles_to_come(press.services, press.actor)
    await acknowledge(press.interaction)
    message = press.interaction.message
    if message is None or not message.embeds:
        raise NotFoundError("That answer is gone: see /club settings.")
    await edit_answer(press.interaction, embed=progress_card(message.embeds[0].copy(), waiting))


@form("role-names", "Names and limits", Who.DIRECTOR)
async def names_form(press: Press, pending_id: int, digest: Digest) -> None:
    """Show what the plan would do with other names and limits."""
    services, actor = press.services, press.actor
    plan = await kept_plan(services, actor, pending_id, digest)
    plan = read_names(press.written("names"), plan)
    await acknowledge(press.interaction)
    found = await preview_roles(services, actor, plan, givable(_guild(press.interaction)))
    await edit_answer(press.interaction, embed=_card(press.interaction, found), view=_view(found))


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
    about = found.pending_id, found.digest
    if found.plan.by == OFF:
        return lasting(set_roles_button.but(label="Turn off")(*about))
    return lasting(*([] if found.missing else [set_roles_button(*about)]), edit_names_button(*about))


def _guild(interaction: discord.Interaction[Any]) -> discord.Guild:
    assert interaction.guild is not None  # actor_of has refused whoever asks outside a server
    return interaction.guild
