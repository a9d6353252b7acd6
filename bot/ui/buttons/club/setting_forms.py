"""The settings that are chosen in the page's menu: what each is, its form, and the change that a form asks for."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.services.clock import parse_zone
from bot.services.club_settings import STANDARD, Gone, SettingsChange
from bot.services.confirmation import MOST_MINUTES, Confirm, ConfirmReports
from bot.services.context import SelfReport
from bot.services.imports.target_lists import FideFiles
from bot.services.players.identity.claims import WhoConfirms
from bot.store.rows import Club
from bot.ui.buttons.club.alive_fields import board_fields, news_fields, roles_fields
from bot.ui.buttons.club.form_fields import (
    Filled,
    Labels,
    channel_field,
    label,
    list_field,
    radio,
    role_field,
    text_field,
)
from bot.ui.framework.custom_ids import DAMAGED
from bot.ui.systems import all_cards
from bot.ui.wording.setting_words import CLAIMS, CODES, FIDE_FILES, LEAVERS, REPORTERS, REPORTS, RESULTS
from core.errors import InputError
from core.formats.typed.lifetime_table_text import parse_deltas, parse_letters
from core.lists import RatingList
from core.systems import SYSTEMS

LONGEST_WAIT = 720
"""Hours after which a result has confirmed itself at the latest."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of the menu. what: one line that says what it decides. fields, change: its form and what that asks.

    change is None where a preview comes before it.
    """

    label: str
    what: str
    fields: Callable[[Club], Labels]
    change: Callable[[Filled], SettingsChange] | None


def _directors(club: Club) -> Labels:
    yield label(
        "Role", role_field("td_role", club.td_role_id), "None: only who may manage the server, who always is one"
    )


def _directors_change(filled: Filled) -> SettingsChange:
    role = filled.key("td_role")
    return SettingsChange(cleared=frozenset({"td_role_id"})) if role is None else SettingsChange(td_role_id=role)


def _list(club: Club) -> Labels:
    return list_field("default_list", club)


def _reports(club: Club) -> Labels:
    yield label("Who", radio("self_report", REPORTERS, club.self_report))
    yield label("Which role", role_field("reporter_role", club.reporter_role_id), "For members with a role")


def _reports_change(filled: Filled) -> SettingsChange:
    who = SelfReport(filled.one_of("self_report", REPORTERS))
    role = filled.key("reporter_role") if who is SelfReport.ROLE else None
    return SettingsChange(self_report=who, reporter_role_id=role)


def _results(club: Club) -> Labels:
    yield label("Who confirms", radio("confirm_results", RESULTS, club.confirm_results))
    yield label(
        "Hours",
        text_field("confirm_hours", str(club.confirm_hours), 3),
        "After so many a result confirms itself: 1 to 720",
    )
    yield label(
        "Minutes, at a paired evening",
        text_field("confirm_minutes", str(club.confirm_minutes), 4),
        "For new ones: 1 to 1440",
    )


def _results_change(filled: Filled) -> SettingsChange:
    hours = filled.text("confirm_hours")
    if not re.fullmatch("[0-9]{1,3}", hours) or not 1 <= int(hours) <= LONGEST_WAIT:
        raise InputError("Write the hours as a whole number from 1 to 720.")
    minutes = filled.text("confirm_minutes")
    if not re.fullmatch("[0-9]{1,4}", minutes) or not 1 <= int(minutes) <= MOST_MINUTES:
        raise InputError(f"Write the minutes as a whole number from 1 to {MOST_MINUTES}.")
    who = Confirm(filled.one_of("confirm_results", RESULTS))
    return SettingsChange(confirm_results=who, confirm_hours=int(hours), confirm_minutes=int(minutes))


def _own_reports(club: Club) -> Labels:
    yield label("What waits until it is confirmed", radio("confirm_reports", REPORTS, club.confirm_reports))
    yield label(
        "Rate the opponent too",
        discord.ui.Checkbox(custom_id="rate_opponents", default=club.rate_opponents),
        "Whoever confirms a report is rated by it as well",
    )


def _own_reports_change(filled: Filled) -> SettingsChange:
    what = ConfirmReports(filled.one_of("confirm_reports", REPORTS))
    return SettingsChange(confirm_reports=what, rate_opponents=filled.is_ticked("rate_opponents"))


def _queue_change(filled: Filled) -> SettingsChange:
    channel = filled.key("td_channel")
    if channel is None:
        return SettingsChange(cleared=frozenset({"td_channel_id"}))
    return SettingsChange(td_channel_id=channel)


def _rules(club: Club) -> Labels:
    options = []
    for moved, system in SYSTEMS.items():
        chosen = club.house_rules.usual_rules.get(moved)
        if not system.club_editions:
            continue
        options.append(discord.SelectOption(label=f"{moved.label}: as it comes", value=f"{moved.value}:{STANDARD}"))
        for edition in system.club_editions:
            words, value = f"{moved.label}: {edition.title}"[:100], f"{moved.value}:{edition.key}"
            options.append(discord.SelectOption(label=words, value=value, default=edition.key == chosen))
    menu: Any = discord.ui.Select(custom_id="rules", options=options, max_values=1)
    if sum(option.default for option in options) > 1:  # a menu has one choice, and shows one
        for option in options:
            option.default = False
    yield label("Rules", menu, "They rate events where none are named")


def _rules_change(filled: Filled) -> SettingsChange:
    which, _, rules = filled.text("rules").partition(":")
    if which not in SYSTEMS:
        raise InputError(DAMAGED)
    return SettingsChange(rating_list=RatingList(which), rules=rules)


def _codes(club: Club) -> Labels:
    yield label("Codes behind ratings", radio("lifetime_titles", CODES, "on" if club.lifetime_titles else "off"))
    own = {name: text for cards in all_cards() for name, text in cards.own_tables(club.house_rules)}
    for name, text in own.items():
        yield label(
            f"The club's own {name}", text_field(f"lifetime_{name}", text, 200, required=False), _OWN_TABLES.get(name)
        )


_OWN_TABLES = {
    "deltas": "By rounds, such as 4=0.3 7=0.5; empty: the usual ones",
    "letters": "By level, such as 2000=x; empty: the usual ones",
}


def _codes_change(filled: Filled) -> SettingsChange:
    deltas, letters = filled.text("lifetime_deltas"), filled.text("lifetime_letters")
    return SettingsChange(
        lifetime_titles=filled.one_of("lifetime_titles", CODES) == "on",
        deltas=parse_deltas(deltas or STANDARD),
        letters=parse_letters(letters or STANDARD),
    )


SETTINGS: Mapping[str, Setting] = {
    "directors": Setting("Directors", "Who imports, corrects and confirms", _directors, _directors_change),
    "list": Setting(
        "Rating list",
        "The list that is meant where nobody names one",
        _list,
        lambda filled: SettingsChange(default_list=RatingList(filled.one_of("default_list", SYSTEMS))),
    ),
    "reports": Setting("Members report", "Who may report their own events", _reports, _reports_change),
    "results": Setting(
        "Results", "Who confirms a result at an evening, and how long it waits", _results, _results_change
    ),
    "own": Setting(
        "Members' own reports", "What of a report waits until it is confirmed", _own_reports, _own_reports_change
    ),
    "claims": Setting(
        "Who is who",
        "Who says which player a member is",
        lambda club: [label("Who confirms", radio("claims", CLAIMS, club.claims))],
        lambda filled: SettingsChange(claims=WhoConfirms(filled.one_of("claims", CLAIMS))),
    ),
    "queue": Setting(
        "Directors' channel",
        "Where directors are told what waits, and what is amiss",
        lambda club: [label("Channel", channel_field("td_channel", club.td_channel_id), "None: nowhere")],
        _queue_change,
    ),
    "zone": Setting(
        "Time zone",
        "Whose clock the club goes by: days, months, hours",
        lambda club: [label("Place", text_field("time_zone", club.time_zone, 64), "Such as Europe/Berlin, or UTC")],
        lambda filled: SettingsChange(time_zone=parse_zone(filled.text("time_zone"))),
    ),
    "files": Setting(
        "Files with FIDE ratings",
        "Whether TRF files move the club's FIDE lists",
        lambda club: [label("They move", radio("fide_files", FIDE_FILES, club.fide_files))],
        lambda filled: SettingsChange(fide_files=FideFiles(filled.one_of("fide_files", FIDE_FILES))),
    ),
    "rules": Setting("Rules of a list", "Which rules rate its events, such as a K of Elo", _rules, _rules_change),
    "gone": Setting(
        "Members who left",
        "Whether they stay on live boards; their ratings stay",
        lambda club: [label("They", radio("gone", LEAVERS, club.gone))],
        lambda filled: SettingsChange(gone=Gone(filled.one_of("gone", LEAVERS))),
    ),
    "news": Setting("Announcements", "Where, when and what news is announced, as one digest", news_fields, None),
    "boards": Setting("Live boards", "Leaderboards that follow every change in a channel", board_fields, None),
    "roles": Setting("Roles", "Roles that follow ratings or titles; shown first, set by a click", roles_fields, None),
    "codes": Setting("Titles of the 1990s", "Whether ratings show their codes, such as 1575*c2", _codes, _codes_change),
}
"""By the word in the ids of the menu and of the form, in the order of the menu."""
