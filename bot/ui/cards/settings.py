"""A club's settings."""

import discord

from bot.services.confirmation import Confirm, ConfirmReports
from bot.services.context import SelfReport
from bot.services.imports.target_lists import FideFiles
from bot.services.players.identity.claims import WhoConfirms
from bot.store.rows import Club
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import count
from bot.ui.systems import ALL_CARDS
from core.systems import SYSTEMS


def settings_card(club: Club) -> discord.Embed:
    """Return the settings, each with the option that changes it."""
    td = "members who may manage the server"
    if club.td_role_id is not None:
        td = f"<@&{club.td_role_id}>, and {td}"
    embed = discord.Embed(title="Club settings", colour=LEVEL)
    embed.add_field(name="Tournament directors · td_role", value=td, inline=False)
    embed.add_field(name="Default list · default_list", value=club.default_list.label, inline=False)
    embed.add_field(name="Who may report their own events · self_report", value=_reporters(club), inline=False)
    embed.add_field(name="Who confirms results at an evening · confirm_results", value=_confirming(club), inline=False)
    embed.add_field(name="Who is who · claims", value=_CLAIMS[WhoConfirms(club.claims)], inline=False)
    embed.add_field(name="A member's own report · confirm_reports", value=_reports(club), inline=False)
    files = _FIDE_FILES[FideFiles(club.fide_files)]
    embed.add_field(name="Files with FIDE ratings (TRF) · fide_files", value=files, inline=False)
    zone = f"{club.time_zone}: days, months and today are that place's"
    embed.add_field(name="Time zone · time_zone", value=zone, inline=False)
    embed.add_field(name="Rules of a list · system, rules", value=_usual_rules(club), inline=False)
    for cards in ALL_CARDS:
        for name, value in cards.settings_fields(club.house_rules):
            embed.add_field(name=name, value=value, inline=False)
    embed.set_footer(text="Change one with /club settings and its option.")
    return embed


_CLAIMS = {
    WhoConfirms.ASK: "a director confirms which player a member is",
    WhoConfirms.AGREE: "a director, unless a member's name and membership id are the player's",
}
_FIDE_FILES = {
    FideFiles.BY_FILE: "move the club's lists where they are of its federation, else FIDE's; the dry run shows which",
    FideFiles.ALSO: "move those and the club's FIDE list",
    FideFiles.ONLY: "move only the club's FIDE list",
}


def _usual_rules(club: Club) -> str:
    """Return the editions that the club has chosen, list by list."""
    chosen = [
        f"{moved.label}: {edition.title}"
        for moved, key in club.house_rules.usual_rules.items()
        for edition in SYSTEMS[moved].editions
        if edition.key == key
    ]
    return "\n".join(chosen) or "each system's usual ones"


def _reporters(club: Club) -> str:
    if club.self_report == SelfReport.ROLE:
        return f"members with <@&{club.reporter_role_id}> (reporter_role), and directors"
    return "everyone" if club.self_report == SelfReport.EVERYONE else "directors only"


def _confirming(club: Club) -> str:
    if club.confirm_results == Confirm.NONE:
        return "nobody: a result stands as soon as it is reported"
    who = "a director" if club.confirm_results == Confirm.DIRECTOR else "the other player, or a director"
    return f"{who}; after {count(club.confirm_hours, 'hour')} it confirms itself (confirm_hours)"


_REPORTS = {
    ConfirmReports.TITLES: "moves the rating at once; titles, norms and lifetime points wait until it is confirmed",
    ConfirmReports.EVERYTHING: "counts for nothing until it is confirmed",
    ConfirmReports.NOTHING: "counts in full at once",
}


def _reports(club: Club) -> str:
    lines = [_REPORTS[ConfirmReports(club.confirm_reports)]]
    if club.rate_opponents:
        lines.append("it rates the opponent too who confirms it (rate_opponents)")
    if club.td_channel_id is not None:
        lines.append(f"what waits is told once a day in <#{club.td_channel_id}> (td_channel)")
    return "; ".join(lines)
