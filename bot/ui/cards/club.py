"""Cards of the club: audit log, check, settings, roles."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.club.audit import AuditLine, AuditPage
from bot.services.club.settings.change import SettingsPage
from bot.services.club.settings.own_lists import OwnLists
from bot.services.club.settings.table import change_words, lines
from bot.services.framework.outbox import SECONDS_A_MEMBER
from bot.services.messages.roles import ROLES_OFF, RolePlan, RolePreview
from bot.store.database.club_choices import NewsWhen
from bot.store.messages.roles import BY_CLASS, RoleRule
from bot.ui.framework.layout import FAILED, LEVEL, SHOWN, STORED, answer, cell_lines, heading
from bot.ui.framework.pages import turning
from bot.ui.framework.text import safe
from core.lists import OwnList, RatingList, Sets
from core.words import counted


def audit_embed(page: AuditPage) -> discord.Embed:
    embed = discord.Embed(title="Who did what", colour=LEVEL)
    if not page.lines:
        embed.description = "Nothing found. Remove kind or player to see everything."
        return embed
    embed.description = "\n".join(_line(line) for line in page.lines)
    embed.set_footer(text=f"Page {page.page + 1} of {page.pages} · {counted(page.deeds, 'entry')}")
    return embed


def audit_buttons(page: AuditPage, owner: int) -> discord.ui.View | None:
    if page.pages < 2:
        return None
    return turning(owner, f"audit:{page.kind or 'all'}:{page.actor_id or 0}", page.page, page.pages)


def _line(line: AuditLine) -> str:
    who = f"<@{line.actor_id}>" if line.actor_id else "a former player"
    text = f"- <t:{int(line.at.timestamp())}:f> {who} {line.action.words}"
    if line.about is not None:
        text += f" **{safe(line.about, 60)}**"
    if line.changed:
        text += " · " + ", ".join(_changed(*one) for one in line.changed[:4])
    if line.reason is not None:
        text += f" · {safe(line.reason, 80)}"
    return text


def _changed(name: str, value: object) -> str:
    text, value_text = change_words(name, value)
    shown = value_text if value_text.startswith(("<#", "<@&")) else safe(value_text, 40)
    return f"{text}: {shown}" if value_text else text


Need = tuple[bool, str]

MOST_LINES = 30


def check_card(server: str, needs: Iterable[Need], paused: Iterable[str]) -> discord.Embed:
    listed = sorted(needs, key=lambda need: need[0])
    lines = [heading(safe(server, 60), "check")]
    lines += [f"{'✅' if met else '❌'} {text}" for met, text in listed]
    pieces = [f"⏸️ {text}" for text in dict.fromkeys(paused)]
    lines += pieces
    if len(lines) > MOST_LINES:
        lines = [*lines[:MOST_LINES], f"and {len(lines) - MOST_LINES} more"]
    missing = sum(not met for met, _ in listed) + len(pieces)
    small = "No permissions are missing" if not missing else "Fix this, then press Check again"
    return answer(lines, colour=FAILED if missing else SHOWN, footer=[small])


def settings_card(
    page: SettingsPage, server: str, lacking: Sequence[str] = (), *, changed: bool = False
) -> discord.Embed:
    """Return the settings. lacking: missing permissions as lines. changed: just now."""
    shown = [heading(safe(server, 60), "settings")]
    shown += [f"**{name}** {value}" for name, value in lines(page.club, page.now)]
    shown += _running_lines(page)
    shown += ["Press **Undo** to undo the change. `/td audit` lists every change."] if changed else []
    return answer([*shown, *lacking], colour=STORED if changed else SHOWN)


def _running_lines(page: SettingsPage) -> Iterable[str]:
    found, off = page.active, []
    if page.club.news_when == NewsWhen.OFF or page.club.news_channel_id is None:
        off.append("announcements")
    if found.boards:
        shown = [("Club panel" if moved is None else moved.label, channel) for moved, channel in found.boards]
        yield "**Live boards** " + ", ".join(f"{label} in <#{channel}>" for label, channel in shown)
    else:
        off.append("live boards")
    if found.roles:
        yield "**Roles** " + ", ".join(f"by {by} ({count})" for by, count in sorted(found.roles.items()))
    else:
        off.append("roles")
    if found.season is not None:
        name, ends = found.season
        yield f"**Season** {safe(name)}, " + ("no end set" if ends is None else f"until {ends.day} {ends:%B}")
    else:
        off.append("season")
    if off:
        yield f"**Off** {', '.join(off)}"


def roles_preview_card(found: RolePreview, obstacle: str | None) -> discord.Embed:
    """Return what a plan would do. obstacle: why the bot cannot give the roles."""
    plan = found.plan
    lines = [heading(_title(plan), plan.rating_list.label)]
    if plan.by == ROLES_OFF:
        lines.append(f"These roles will no longer follow ratings: {_names(found.gone)}")
        own_roles = [rule for rule in found.gone if rule.made_here]
        lines.append(f"Roles of mine to delete: {len(own_roles)}" if plan.remove else "Members keep what they have.")
    else:
        lines += cell_lines(((_cells(rule, members), _name(rule)) for rule, members in found.rules), _align(plan))
        lines.append(f"Members who get a role: **{found.members}**, in {_duration(found.members)}")
        if found.gone:
            lines.append(f"No longer used: {_names(found.gone)}")
    if found.missing:
        named = ", ".join(safe(name, 100) for name in found.missing[:3])
        more = f" and {len(found.missing) - 3} more" if len(found.missing) > 3 else ""
        lines.append(f"⚠️ Missing roles: {named}{more}. Create them, or let me make them in the form.")
    if obstacle is not None:
        lines.append(f"⚠️ I cannot create roles: {obstacle}.")
    small = "" if plan.by == ROLES_OFF else _small(plan)
    return answer(lines, colour=SHOWN, footer=["Nothing is changed yet", small])


def roles_set_card(found: RolePreview) -> discord.Embed:
    plan = found.plan
    lines = [heading(_title(plan), plan.rating_list.label)]
    if plan.by == ROLES_OFF:
        lines.append("The roles no longer follow ratings.")
    else:
        lines.append(f"Roles that follow ratings from now on: **{len(found.rules)}**.")
        lines.append(
            f"{counted(found.members, 'member')}: {_duration(found.members)}. Press How far? to see the progress."
        )
    return answer(lines, colour=STORED)


def progress_card(shown: discord.Embed, waiting: int) -> discord.Embed:
    lines = (shown.description or "").splitlines()
    left = (
        "Everybody has their roles." if not waiting else f"{counted(waiting, 'member')} to come: {_duration(waiting)}."
    )
    shown.description = "\n".join([*lines[:2], left])
    return shown


def names_text(plan: RolePlan) -> str:
    return "\n".join(f"{mark} {name}" for mark, name in plan.names)


def _title(plan: RolePlan) -> str:
    return "Roles off" if plan.by == ROLES_OFF else f"Roles by {plan.by}"


def _align(plan: RolePlan) -> str:
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
    return f"about {seconds} s" if seconds < 90 else f"about {counted(round(seconds / 60), 'minute')}"


# Rating lists of the club's own.


SETS_WORDS = {
    Sets.GAME: "rated per game",
    Sets.MATCH: "rated per match: who won more games",
    Sets.POINTS: "rated by share of points (Elo, Glicko-2)",
}


def own_lists_card(found: OwnLists, chosen: RatingList | None = None) -> discord.Embed:
    lists = found.club.house_rules.lists
    lines = [_own_list_line(one, settings, chosen=one is chosen) for one, settings in lists.items()]
    if not lines:
        lines = ["This club has no lists of its own. Press New list, for example for Table tennis."]
    return answer(["## Own lists", *lines], footer=["A list with results is closed; an empty one is deleted."])


def _own_list_line(rating_list: RatingList, settings: OwnList, *, chosen: bool) -> str:
    figures = [rating_list.base.label]
    if rating_list.base is RatingList.ELO:
        figures.append(f"K {settings.k}")
    figures += [f"start {settings.start}", SETS_WORDS[settings.sets].partition(":")[0].partition(" (")[0]]
    closed = " · closed" if settings.closed else ""
    return f"{'▶ ' if chosen else ''}**{rating_list.label}** {', '.join(figures)}{closed}"
