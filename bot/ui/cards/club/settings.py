"""A club's settings: one page in words."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.club_settings import Gone
from bot.services.confirmation import USUAL_MINUTES, Confirm, ConfirmReports
from bot.services.context import SelfReport
from bot.services.imports.target_lists import FideFiles
from bot.services.players.identity.claims import WhoConfirms
from bot.services.settings.settings_file import FilePreview
from bot.services.settings.settings_page import SettingsPage
from bot.store.rows import Club
from bot.ui.framework.colours import SHOWN, STORED
from bot.ui.framework.layout import answer, heading
from bot.ui.framework.text import safe
from bot.ui.systems import all_cards
from bot.ui.wording.setting_words import LEAVERS
from core.systems import SYSTEMS

_FOOTER = "Press Undo to take the change back; /club audit has every change."


def settings_card(
    page: SettingsPage, server: str, lacking: Sequence[str] = (), *, changed: bool = False
) -> discord.Embed:
    """Return the page. lacking: what is turned on and not allowed, as whole lines. changed: just now."""
    lines = [heading(safe(server, 60), "settings"), *_all_lines(page)]
    return answer([*lines, *lacking], colour=STORED if changed else SHOWN, footer=[_FOOTER] if changed else ())


def settings_preview_card(found: FilePreview) -> discord.Embed:
    """Return what a file of settings would change, in the words of the page, and what of it is left out."""
    before = set(_all_lines(found.before))
    lines = [heading("Settings from a file")]
    after = list(_all_lines(found.after))
    changed = [line for line in after if line not in before]
    lines += changed or ["It changes nothing that the page shows."]
    gone = [line.partition("** ")[0].strip("*") for line in before if line.partition("** ")[0] not in _names(after)]
    if gone:
        lines.append(f"**As it comes** {', '.join(sorted(gone))}")
    lines += [f"⚠️ Left out: {one}" for one in found.left_out]
    return answer(lines, footer=["Nothing is stored yet"])


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
    return [*_usual(page), *_further(page.club), *_alive(page)]


def _names(lines: Iterable[str]) -> set[str]:
    return {line.partition("** ")[0] for line in lines}


def _usual(page: SettingsPage) -> Iterable[str]:
    """Yield what every club decides."""
    club = page.club
    yield "**Directors** " + ("who may manage the server" if club.td_role_id is None else f"<@&{club.td_role_id}>")
    yield f"**Rating list** {club.default_list.label}"
    yield f"**Members report** {_reporters(club)}"
    yield f"**Results** {_results(club)}"
    yield f"**Time zone** {club.time_zone}, {page.now:%H:%M} there"


def _reporters(club: Club) -> str:
    if club.self_report == SelfReport.ROLE:
        return f"with <@&{club.reporter_role_id}>, and directors"
    return "everyone" if club.self_report == SelfReport.EVERYONE else "no: directors only"


def _results(club: Club) -> str:
    if club.confirm_results == Confirm.NONE:
        return "stand at once"
    who = "a director" if club.confirm_results == Confirm.DIRECTOR else "the opponent"
    return f"confirmed by {who}, or after {club.confirm_hours} h"


def _further(club: Club) -> Iterable[str]:
    """Yield what a club has set otherwise than it comes."""
    if club.confirm_reports != ConfirmReports.TITLES or club.rate_opponents:
        also = "; who confirms one is rated by it too" if club.rate_opponents else ""
        yield f"**Members' own reports** {_OWN_REPORTS[ConfirmReports(club.confirm_reports)]}{also}"
    if club.confirm_minutes != USUAL_MINUTES:
        yield f"**Paired evenings** confirm a result after {club.confirm_minutes} min"
    if club.claims != WhoConfirms.ASK:
        yield "**Who is who** confirmed by a director, unless name and id agree"
    if club.td_channel_id is not None:
        yield f"**Directors are told** what waits, daily in <#{club.td_channel_id}>"
    if club.fide_files != FideFiles.BY_FILE:
        yield f"**Files with FIDE ratings** move {_FILES[FideFiles(club.fide_files)]}"
    rules = _rules(club)
    if rules:
        yield f"**Rules** {rules}"
    if club.gone != Gone.MONTH:
        yield f"**Members who left** {LEAVERS[club.gone]}"
    if not club.lifetime_titles:
        yield "**Titles of the 1990s** hidden, and still kept"
    for cards in all_cards():
        for name, value in cards.settings_fields(club.house_rules):
            yield f"**{name}** {value}"


_OWN_REPORTS = {
    ConfirmReports.TITLES: "titles and norms wait until confirmed",
    ConfirmReports.EVERYTHING: "count for nothing until confirmed",
    ConfirmReports.NOTHING: "count in full at once",
}
_FILES = {FideFiles.ALSO: "the club's lists and FIDE's", FideFiles.ONLY: "only FIDE's lists"}


def _rules(club: Club) -> str:
    """Return the editions that the club has chosen, list by list."""
    return ", ".join(
        edition.title if moved.label in edition.title else f"{moved.label}: {edition.title}"
        for moved, key in club.house_rules.usual_rules.items()
        for edition in SYSTEMS[moved].editions
        if edition.key == key
    )


def _alive(page: SettingsPage) -> Iterable[str]:
    """Yield what moves by itself, and in one line what of it is off."""
    found, off = page.alive, []
    if found.news_when == "off" or found.news_channel_id is None:
        off.append("announcements")
    else:
        how = _NEWS[found.news_when].format(found.news_hour)
        yield f"**Announcements** <#{found.news_channel_id}>, {how}"
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


_NEWS = {"event": "after each event", "daily": "daily at {:02}:00", "weekly": "weekly at {:02}:00"}
