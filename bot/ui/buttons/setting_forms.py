"""The forms of the settings' page: those of the table, live boards and roles; their fields, and what is typed there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.services.players.leaderboard import BoardOrder
from bot.services.setting_kinds import OFF, ON, Choice, Number, ServerId, Setting, Switch, Written
from bot.services.settings.table import PAGES, on_page, value_text
from bot.store.rows import Club
from bot.ui.cards.leaderboard import ORDERS
from bot.ui.framework.buttons import Labels
from core.formats.typed.lifetime_table_text import STANDARD
from core.lists import RatingList
from core.systems import SYSTEMS

MOST_RADIOS = 10

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


def field(setting: Setting, now: str) -> "discord.ui.Label[Any]":
    """Return the field of a setting. now: what is set, as it is written."""
    return discord.ui.Label(text=setting.label, description=setting.hint, component=_component(setting, now))


def filled_values(settings: Iterable[Setting], filled: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Return what a form asks for, by the settings' names; raise InputError for what is not allowed."""
    return {setting.name: setting.parse(next(iter(filled.get(setting.option, ())), "").strip()) for setting in settings}


def _component(setting: Setting, now: str) -> Any:
    kind, custom_id = setting.kind, setting.option
    if isinstance(kind, Switch) and kind.words is None:
        return discord.ui.Checkbox(custom_id=custom_id, default=now == ON)
    if isinstance(kind, Switch | Choice):
        return _choice(custom_id, kind.words or {}, now)
    if isinstance(kind, ServerId):
        chosen: Any = {
            "custom_id": custom_id,
            "required": False,
            "min_values": 0,
            "default_values": [discord.Object(int(now))] if now else [],
        }
        if kind.what == "role":
            return discord.ui.RoleSelect(**chosen)
        return discord.ui.ChannelSelect(channel_types=[discord.ChannelType.text], **chosen)
    longest = len(str(kind.most)) if isinstance(kind, Number) else 200
    return discord.ui.TextInput(
        custom_id=custom_id, default=now or None, max_length=longest, required=not isinstance(kind, Written)
    )


def _choice(custom_id: str, words: Mapping[str, str], now: str) -> Any:
    if len(words) > MOST_RADIOS:
        options = [
            discord.SelectOption(label=text[:100], value=str(value), default=value == now)
            for value, text in words.items()
        ]
        return discord.ui.Select(custom_id=custom_id, options=options)
    radios = [
        discord.RadioGroupOption(label=text[0].upper() + text[1:], value=str(value), default=value == now)
        for value, text in words.items()
    ]
    return discord.ui.RadioGroup(custom_id=custom_id, options=radios)
