"""Settings of a club's own rating lists."""

import discord

from bot.services.club.settings.change import undoable
from bot.services.club.settings.own_lists import OwnLists, change_list, close_list, found_list, own_lists, reopen_list
from bot.ui.buttons.new_list import (
    USUAL_LIST,
    filled_settings,
    name_field,
    new_list_fields,
    read_new_list,
    read_settings,
    settings_fields,
)
from bot.ui.buttons.settings import opens, undo_settings_button
from bot.ui.cards.club import own_lists_card
from bot.ui.framework.answers import acknowledge, edit_answer, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    RED,
    Filled,
    Labels,
    Press,
    Who,
    button,
    chosen_list,
    form,
    lasting,
    list_options,
    menu,
)
from core.errors import InputError
from core.lists import RatingList, own_list


@opens("own-lists")
async def open_own_lists(press: Press) -> None:
    """Answer with the club's own lists."""
    found = await own_lists(press.services, press.actor)
    await reply(press.interaction, own_lists_card(found), _view(found), ephemeral=True)


def _view(found: OwnLists, chosen: RatingList | None = None, undo: int | None = None) -> discord.ui.View:
    rules, items = found.club.house_rules, list[discord.ui.Item[discord.ui.View]]()
    if rules.lists:
        options = list_options(rules.lists, chosen)
        items.append(discord.ui.Select(custom_id=own_list_menu.id(), placeholder="Change a list…", options=options))
    items.append(new_list_button())
    if chosen is not None and chosen in rules.lists:
        items.append(change_list_button(chosen))
        if rules.lists[chosen].closed:
            items.append(reopen_list_button(chosen))
        else:
            items.append(close_list_button.but(label="Close" if chosen in found.used else "Delete")(chosen))
    if undo is not None:
        items.append(undo_settings_button(undo))
    return lasting(*items)


async def _show(press: Press, found: OwnLists, chosen: RatingList | None = None) -> None:
    view = _view(found, chosen, await undoable(press.services, press.actor))
    await edit_answer(press.interaction, embed=own_lists_card(found, chosen), view=view)


@menu("own-list", Who.DIRECTOR)
async def own_list_menu(press: Press) -> None:
    """Show what can be done with a list."""
    found, chosen = await own_lists(press.services, press.actor), chosen_list(press.values)
    await acknowledge(press.interaction)
    await edit_answer(press.interaction, embed=own_lists_card(found, chosen), view=_view(found, chosen))


@button("own-list-new", "New list", Who.DIRECTOR, style=BLUE)
async def new_list_button(press: Press) -> None:
    """Open the form of a new list."""
    await own_lists(press.services, press.actor)
    await new_list_form.open(press.interaction, USUAL_LIST)


@form("own-list-form", "New rating list", Who.DIRECTOR, fields=new_list_fields)
async def new_list_form(press: Press) -> None:
    """Found a list."""
    await own_lists(press.services, press.actor)  # directors only, before any field is read
    found = await found_list(press.services, press.actor, *read_new_list(press))
    await acknowledge(press.interaction)
    await _show(press, found)


@button("own-list-change", "Change", Who.DIRECTOR)
async def change_list_button(press: Press, rating_list: RatingList) -> None:
    """Open the form of a list's settings."""
    lists = (await own_lists(press.services, press.actor)).club.house_rules.lists
    if rating_list not in lists:
        raise InputError(DAMAGED)
    title = f"{rating_list.label}: settings"
    filled = {"name": rating_list.label, **filled_settings(lists[rating_list])}
    await change_list_form.but(title=title).open(press.interaction, filled, rating_list)


def _change_fields(filled: Filled, rating_list: RatingList) -> Labels:
    yield name_field(filled)
    yield from settings_fields(filled)


@form("own-list-settings", "Settings of the list", Who.DIRECTOR, fields=_change_fields)
async def change_list_form(press: Press, rating_list: RatingList) -> None:
    """Change a list's name and settings, which recalculates it."""
    await own_lists(press.services, press.actor)
    name, settings = press.text("name"), read_settings(press)
    await acknowledge(press.interaction)
    found = await change_list(press.services, press.actor, rating_list, name, settings)
    await _show(press, found, own_list(rating_list.base, name))


@button("own-list-close", "Close", Who.DIRECTOR, style=RED)
async def close_list_button(press: Press, rating_list: RatingList) -> None:
    """Close a list with results; delete an empty one."""
    await acknowledge(press.interaction)
    await _show(press, await close_list(press.services, press.actor, rating_list), rating_list)


@button("own-list-reopen", "Reopen", Who.DIRECTOR)
async def reopen_list_button(press: Press, rating_list: RatingList) -> None:
    """Reopen a closed list."""
    await acknowledge(press.interaction)
    await _show(press, await reopen_list(press.services, press.actor, rating_list), rating_list)
