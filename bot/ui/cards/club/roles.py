"""Roles that follow ratings: what a plan would do, and that it is stored."""

from collections.abc import Iterable

import discord

from bot.services.alive.roles import OFF, RolePlan, RolePreview
from bot.services.outbox.roles import SECONDS_A_MEMBER
from bot.store.alive.roles import BY_CLASS, RoleRule
from bot.ui.framework.colours import SHOWN, STORED
from bot.ui.framework.layout import answer, cell_lines, heading
from bot.ui.framework.text import count, safe


def roles_preview_card(found: RolePreview, obstacle: str | None) -> discord.Embed:
    """Return what a plan would do. obstacle: what keeps the bot from giving the roles, and what to do."""
    plan = found.plan
    lines = [heading(_title(plan), plan.rating_list.label)]
    if plan.by == OFF:
        lines.append(f"**{count(len(found.gone), 'role')}** follow no rating any more: {_names(found.gone)}")
        made = [rule for rule in found.gone if rule.made_here]
        lines.append(
            f"{count(len(made), 'role')} of my own are deleted" if plan.remove else "Members keep what they have."
        )
    else:
        lines += cell_lines(((_cells(rule, members), _name(rule)) for rule, members in found.rules), _align(plan))
        lines.append(f"**{count(found.members, 'member')}** get a role: {_duration(found.members)}")
        if found.gone:
            lines.append(f"Goes: {_names(found.gone)}")
    if found.missing:
        named = ", ".join(safe(name, 100) for name in found.missing[:3])
        more = f" and {len(found.missing) - 3} more" if len(found.missing) > 3 else ""
        lines.append(f"⚠️ No role is called {named}{more}: make them, or use `create: True`.")
    if obstacle is not None:
        lines.append(f"⚠️ Nothing can be made: {obstacle}.")
    small = "" if plan.by == OFF else _small(plan)
    return answer(lines, colour=SHOWN, footer=["Nothing is changed yet", small])


def roles_set_card(found: RolePreview) -> discord.Embed:
    """Return that the rules are stored, and what follows."""
    plan = found.plan
    lines = [heading(_title(plan), plan.rating_list.label)]
    if plan.by == OFF:
        lines.append("The roles follow no rating any more.")
    else:
        lines.append(f"**{count(len(found.rules), 'role')}** follow the ratings from now on.")
        lines.append(f"{count(found.members, 'member')}: {_duration(found.members)}. Press How far? to see.")
    return answer(lines, colour=STORED)


def progress_card(shown: discord.Embed, waiting: int) -> discord.Embed:
    """Return the card with how many members are still to come."""
    lines = (shown.description or "").splitlines()
    left = "Everybody has their roles." if not waiting else f"{count(waiting, 'member')} to come: {_duration(waiting)}."
    shown.description = "\n".join([*lines[:2], left])
    return shown


def names_text(plan: RolePlan) -> str:
    """Return a plan's names and limits as they are edited."""
    return "\n".join(f"{mark} {name}" for mark, name in plan.names)


def _title(plan: RolePlan) -> str:
    return "Roles off" if plan.by == OFF else f"Roles by {plan.by}"


def _align(plan: RolePlan) -> str:
    """Return how the columns stand: limits under limits, codes from the left."""
    return ">>" if plan.by == BY_CLASS else "><"


def _cells(rule: RoleRule, members: int) -> tuple[str, str]:
    return str(members), f"{rule.low:g}" if rule.by == BY_CLASS and rule.low is not None else rule.title or ""


def _name(rule: RoleRule) -> str:
    if rule.role_id is not None:
        return f"<@&{rule.role_id}>"
    return f"{safe(rule.name, 100)}{' · new' if rule.made_here else ''}"


def _names(rules: Iterable[RoleRule]) -> str:
    return ", ".join(f"<@&{rule.role_id}>" if rule.role_id is not None else safe(rule.name, 100) for rule in rules)


def _small(plan: RolePlan) -> str:
    return "provisional ratings count too" if plan.provisional else "only established ratings count"


def _duration(members: int) -> str:
    seconds = members * SECONDS_A_MEMBER
    return f"about {seconds} s" if seconds < 90 else f"about {count(round(seconds / 60), 'minute')}"
