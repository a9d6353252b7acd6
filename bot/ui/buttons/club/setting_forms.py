"""The menu of the settings' page and its forms: those of the table, live boards and roles."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord

from bot.services.players.leaderboard import BoardOrder
from bot.services.setting_kinds import OFF, ON, Choice, ServerId, Setting, Switch
from bot.services.settings.table import PAGES, on_page, value_text
from bot.store.rows import Club
from bot.ui.buttons.club.form_fields import Labels, field
from bot.ui.cards.leaderboard import ORDERS
from core.formats.typed.lifetime_table_text import STANDARD
from core.lists import RatingList
from core.systems import SYSTEMS

ROLES_BY = {"class": "by class of rating", "title": "by title", OFF: "off"}
TOPS = {"10": "10", "20": "20", "30": "30", OFF: "off: the board ends"}
_LIST = Setting("list", "", Choice({moved: moved.label for moved in SYSTEMS}), label="List")


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the menu. what: what it decides, in one line. changes: whether filling it in changes settings."""

    label: str
    what: str
    settings: tuple[Setting, ...]
    changes: bool = False


BOARD = (
    Setting("channel", "", ServerId("channel"), label="Channel", hint="Another channel moves the board"),
    _LIST,
    Setting("order", "", Choice(ORDERS), label="Order"),
    Setting("top", "", Choice(TOPS), label="Players"),
)
ROLES = (
    _LIST,
    Setting("by", "", Choice(ROLES_BY), label="Roles follow it"),
    Setting("create", "", Switch(), label="Make the roles that are missing"),
    Setting("provisional", "", Switch(), label="Count provisional ratings too"),
    Setting("remove", "", Switch(), label="When off: delete the roles that I made"),
)
_USUAL = {"order": BoardOrder.RATING.value, "top": "10", "by": "class", "create": ON}

SETTING_FORMS: Mapping[str, Form] = {
    **{key: Form(page.label, page.what, on_page(key), changes=True) for key, page in PAGES.items()},
    "boards": Form("Live boards", "Leaderboards that follow every change in a channel", BOARD),
    "roles": Form("Roles", "Roles that follow ratings or titles; shown first, set by a click", ROLES),
}
"""By the word in the ids of the menu and of the form, in the order of the menu."""


def fields(key: str, club: Club) -> Labels:
    """Yield the fields of a form with what is set now."""
    for setting in SETTING_FORMS[key].settings:
        if setting.name == "rules":
            yield discord.ui.Label(text=setting.label, description=setting.hint, component=_rules_menu(club))
        elif SETTING_FORMS[key].changes:
            yield field(setting, value_text(setting, club))
        else:
            yield field(setting, club.default_list.value if setting is _LIST else _USUAL.get(setting.name, ""))


def _rules_menu(club: Club) -> Any:
    options = []
    for moved, system in SYSTEMS.items():
        if system.club_editions:
            options.append(_option(moved, "as it comes", STANDARD))
        options += [_option(moved, edition.title, edition.key) for edition in system.club_editions]
    chosen = [f"{moved.value}:{key}" for moved, key in club.house_rules.usual_rules.items()]
    for option in options:
        option.default = [option.value] == chosen  # a menu has one choice, and shows one
    return discord.ui.Select(custom_id="rules", options=options)


def _option(moved: RatingList, title: str, key: str) -> discord.SelectOption:
    return discord.SelectOption(label=f"{moved.label}: {title}"[:100], value=f"{moved.value}:{key}")
