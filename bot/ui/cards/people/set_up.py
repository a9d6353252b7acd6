"""The set-up of a club: the greeting, the steps, and what the bot is not allowed."""

from collections.abc import Sequence

import discord

from bot.services.context import SelfReport
from bot.services.settings.set_up import SetUp, Step
from bot.store.rows import Club
from bot.ui.framework.colours import LEVEL, RISE

TITLES = {
    Step.DIRECTORS: "Directors' role",
    Step.LISTS: "Rating list",
    Step.REPORTS: "Who may report",
    Step.ROSTER: "Roster",
}

_WHAT_TO_DO = {
    Step.DIRECTORS: (
        "Choose the role whose holders are tournament directors (TDs): they import events, correct and confirm. Who "
        "may manage the server always is one.\n"
        "Discord shows `/club` only to members who may manage the server. To show it to the role, go to Server "
        "Settings → Integrations → Crosstable → `/club` and add the role there: no bot can do that itself."
    ),
    Step.LISTS: (
        "Choose the list that is meant where nobody names one. Every other list can be used at any time with the "
        "option `system`; the rules of each list are in `/club settings`."
    ),
    Step.REPORTS: (
        "Who may report the events that they played with `/rating update`? Choose, or choose a role below, whose "
        "holders may."
    ),
    Step.ROSTER: (
        "Bring your members in with **/player import**: a table as CSV, with names, ids and ratings. It shows first "
        "what is new and what is doubtful, and one Undo takes all of it back. Who plays before that is added at "
        "their first event."
    ),
}

_NEXT = (
    "**Next:** `/event import` takes in an event's file, `/event new` opens a club evening, and "
    "`/help` with the topic *Directors: the first evening* has the order of everything."
)

GREETING = (
    "**Crosstable keeps this club's ratings.** Members: `/help` says how to report an event and see where you stand. "
    "Directors: four steps set the club up, each can be skipped and taken back, and you can go on another time."
)


def greeting(lacking: Sequence[str]) -> str:
    """Return what is said in the channel of a server that the bot has joined: no embed, which it may not be allowed."""
    return "\n".join((GREETING, *_lacking("here", lacking)))


def letter(server: str, lacking: Sequence[str]) -> str:
    """Return what the owner of a server is told where the bot may not write in its channel."""
    where = "in its channel for system messages"
    return "\n".join(
        (
            f"**Crosstable is on your server {server}** and may not greet there. Type `/club setup` in one of its "
            "channels: four steps set the club up.",
            *_lacking(where, lacking),
        )
    )


def set_up_card(found: SetUp, lacking: Sequence[str] = ()) -> discord.Embed:
    """Return the steps with what is set, and what the one that is open asks."""
    step = found.step
    title = "Set up" if step is None else f"Set-up, step {list(Step).index(step) + 1} of {len(Step)}: {TITLES[step]}"
    text = _NEXT if step is None else _WHAT_TO_DO[step]
    embed = discord.Embed(title=title, description=text, colour=RISE if step is None else LEVEL)
    embed.add_field(name="The steps", value="\n".join(_line(found, one) for one in Step), inline=False)
    said = _lacking("in this channel", lacking)
    if said:
        embed.add_field(name="Permissions", value="\n".join(said), inline=False)
    embed.set_footer(text="Go on another time with /club setup; change anything later with /club settings.")
    return embed


def _line(found: SetUp, step: Step) -> str:
    mark = "▶️" if step is found.step else "▫️"
    if step in found.taken:
        mark = "✅" if found.taken[step] else "⏭️"
    now = _now(found.club, step)
    return f"{mark} {TITLES[step]}: {now}" if now else f"{mark} {TITLES[step]}"


def _now(club: Club, step: Step) -> str:
    """Return what is set now; nothing for what is no setting."""
    if step is Step.DIRECTORS:
        return "members who may manage the server" if club.td_role_id is None else f"<@&{club.td_role_id}>"
    if step is Step.LISTS:
        return club.default_list.label
    if step is Step.REPORTS:
        return REPORTERS[SelfReport(club.self_report)].format(club.reporter_role_id)
    return ""


REPORTERS = {
    SelfReport.EVERYONE: "everyone",
    SelfReport.DIRECTORS: "directors only",
    SelfReport.ROLE: "members with <@&{}>, and directors",
}


def _lacking(where: str, lacking: Sequence[str]) -> list[str]:
    if not lacking:
        return []
    return [f"⚠️ It is not allowed {where}, and needs:", *(f"- {words}" for words in lacking)]
