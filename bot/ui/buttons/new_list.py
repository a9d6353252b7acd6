"""The form of a new rating list of the club's own."""

from typing import Any

import discord

from bot.ui.cards.club import SETS_WORDS
from bot.ui.framework.buttons import DAMAGED, Filled, Labels, Press, choice, chosen_list, line
from core.errors import InputError
from core.files.common.text import shorten
from core.lists import OWN_SYSTEMS, OwnList, RatingList, Sets


def filled_settings(settings: OwnList) -> dict[str, list[str]]:
    return {"start": [str(settings.start)], "k": [str(settings.k)], "sets": [settings.sets]}


USUAL_LIST: Filled = {"system": [RatingList.ELO], **filled_settings(OwnList())}


def new_list_fields(filled: Filled) -> Labels:
    yield name_field(filled)
    yield choice("system", "Rating system", [(one.label, one.value) for one in OWN_SYSTEMS], filled)
    yield from settings_fields(filled)


def name_field(filled: Filled) -> discord.ui.Label[Any]:
    return line("name", "Name", filled, placeholder="Table tennis", most=100)


def settings_fields(filled: Filled) -> Labels:
    yield line("start", "Start", filled, description="Rating of a newcomer; with Oracle always 50", most=10)
    yield line("k", "K", filled, description="Most points that a game moves; Elo only", most=10)
    yield choice("sets", "A match of several games", [(text, one.value) for one, text in SETS_WORDS.items()], filled)


def read_settings(press: Press) -> OwnList:
    if press.text("sets") not in list(Sets):
        raise InputError(DAMAGED)
    return OwnList(_whole(press.text("k"), "K"), _whole(press.text("start"), "Start"), Sets(press.text("sets")))


def read_new_list(press: Press) -> tuple[RatingList, str, OwnList]:
    """Return the system, the name and the settings of the form."""
    return chosen_list([press.text("system")]), press.text("name"), read_settings(press)


def _whole(text: str, label: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise InputError(f'{label}: "{shorten(text)}" is not a whole number. Write, for example, 24 or 1000.')
    return int(text)
