"""A club's settings: one page in words."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.alive.news.look import NewsWhen
from bot.services.settings.settings_file import FilePreview
from bot.services.settings.settings_page import SettingsPage
from bot.services.settings.table import lines
from bot.ui.framework.colours import SHOWN, STORED
from bot.ui.framework.layout import answer, heading
from bot.ui.framework.text import safe

_FOOTER = "Press Undo to take the change back; /club audit has every change."


def settings_card(
    page: SettingsPage, server: str, lacking: Sequence[str] = (), *, changed: bool = False
) -> discord.Embed:
    """Return the page. lacking: what is turned on and not allowed, as whole lines. changed: just now."""
    shown = [heading(safe(server, 60), "settings"), *_all_lines(page)]
    return answer([*shown, *lacking], colour=STORED if changed else SHOWN, footer=[_FOOTER] if changed else ())


def settings_preview_card(found: FilePreview) -> discord.Embed:
    """Return what a file of settings would change, in the words of the page, and what of it is left out."""
    before = set(_all_lines(found.before))
    shown = [heading("Settings from a file")]
    after = list(_all_lines(found.after))
    changed = [line for line in after if line not in before]
    shown += changed or ["It changes nothing that the page shows."]
    gone = [line.partition("** ")[0].strip("*") for line in before if line.partition("** ")[0] not in _names(after)]
    if gone:
        shown.append(f"**As it comes** {', '.join(sorted(gone))}")
    shown += [f"⚠️ Left out: {one}" for one in found.left_out]
    return answer(shown, footer=["Nothing is stored yet"])


def settings_file_card() -> discord.Embed:
    """Return what the file is that comes with it."""
    return answer(
        [
            heading("Settings as a file"),
            "All settings, the rules of your lists, and the roles that follow ratings. Take it in on another server, "
            "or here later: roles are found by name, and channels are chosen anew elsewhere.",
        ]
    )


def _all_lines(page: SettingsPage) -> list[str]:
    return [*(f"**{name}** {value}" for name, value in lines(page.club, page.now)), *_alive(page)]


def _names(shown: Iterable[str]) -> set[str]:
    return {line.partition("** ")[0] for line in shown}


def _alive(page: SettingsPage) -> Iterable[str]:
    """Yield what moves by itself, and in one line what of it is off."""
    found, off = page.alive, []
    if page.club.news_when == NewsWhen.OFF or page.club.news_channel_id is None:
        off.append("announcements")
    if found.boards:
        yield "**Live boards** " + ", ".join(f"{moved.label} in <#{channel}>" for moved, channel in found.boards)
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
