"""Every button, menu and form there is: importing this module declares them."""

from bot.ui.buttons import (
    challenges,
    charts,
    check,
    claims,
    edit_again,
    event,
    fide_lists,
    imports,
    notices,
    oracle,
    pages,
    player_card,
    reports,
    roles,
    roster,
    seasons,
    undo,
)
from bot.ui.buttons.alive import live_buttons
from bot.ui.buttons.alive.news_buttons import NEWS_ITEMS
from bot.ui.buttons.club.alive_forms import FORMS as ALIVE_FORMS
from bot.ui.buttons.club.file_preview import FILE_ITEMS
from bot.ui.buttons.club.file_preview import FORMS as FILE_FORMS
from bot.ui.buttons.club.settings_buttons import FORMS as SETTING_FORMS
from bot.ui.buttons.club.settings_buttons import SETTINGS_ITEMS
from bot.ui.buttons.evening import director_forms, evening, games, panel
from bot.ui.buttons.people.set_up_buttons import SET_UP_ITEMS

MODULES = (
    charts,
    challenges,
    check,
    claims,
    director_forms,
    edit_again,
    evening,
    event,
    fide_lists,
    games,
    imports,
    live_buttons,
    notices,
    oracle,
    pages,
    panel,
    player_card,
    reports,
    roles,
    roster,
    seasons,
    undo,
)
"""The modules that declare them."""

DYNAMIC_ITEMS = (*SET_UP_ITEMS, *NEWS_ITEMS, *SETTINGS_ITEMS, *FILE_ITEMS)
FORMS = {**FILE_FORMS, **ALIVE_FORMS, **SETTING_FORMS}
