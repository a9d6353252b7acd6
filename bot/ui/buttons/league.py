"""A league match of two teams, entered in a form."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.services.events.imports.import_event import IMPORT
from bot.services.events.imports.options import ImportOptions
from bot.services.events.imports.recognise import Upload
from bot.services.framework.club_settings import lists_in_use, today_in
from bot.ui.buttons.uploads import preview_upload
from bot.ui.framework.answers import defer, heavy_turn
from bot.ui.framework.buttons import Filled, Labels, Press, Who, button, chosen_list, form, line, list_options
from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.event.event_file import MOST_TEAM_CHARACTERS
from core.files.common.dates import parse_day
from core.files.games.league import league_file
from core.lists import RatingList


@button("league", "League match (TD)", Who.DIRECTOR)
async def league_button(press: Press) -> None:
    """Open the form of a match of two teams."""
    await press.check_director(IMPORT)
    lists = await lists_in_use(press.services, press.actor)
    await league_form.open_with(press.interaction, _fields({"list": [lists[0].value]}, lists))


def _league_fields(filled: Filled) -> Labels:
    chosen = [chosen_list(filled["list"])] if "list" in filled else []
    return _fields(filled, dict.fromkeys((*chosen, *RatingList)))


def _fields(filled: Filled, lists: Iterable[RatingList]) -> Labels:
    yield line("home", "First team", filled, placeholder="Rooks", most=MOST_TEAM_CHARACTERS)
    yield line("away", "Second team", filled, placeholder="Knights", most=MOST_TEAM_CHARACTERS)
    hint = "One line per board, top board first. + - is a forfeit, also against nobody"
    boards = "Ann Lee 1 - 0 Bo Kim\nCy Dorn ½ - ½ Di Elm\nEd Frost + -"
    yield line("boards", "Boards", filled, description=hint, placeholder=boards, most=4000, is_long=True)
    yield line("date", "Date", filled, placeholder="2026-11-20 (empty: today)", required=False, most=20)
    select: Any = discord.ui.Select(custom_id="list", options=list_options(lists, "".join(filled.get("list", ()))))
    yield discord.ui.Label(text="Rating list", component=select)


@form("league-form", "League match", Who.DIRECTOR, fields=_league_fields)
async def league_form(press: Press) -> None:
    """Show the preview of a match of two teams, as of its file."""
    await press.check_director(IMPORT)
    home, away, day = press.written("home"), press.written("away"), press.text("date")
    data = league_file(home, away, press.text("boards"))
    name = clean(f"{home} – {away}", NAME_CHARACTERS)
    on = parse_day(day, await today_in(press.services, press.actor.club_id)) if day else None
    options = ImportOptions(chosen_list([press.text("list")]), name, on)
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        await preview_upload(press.interaction, Upload(data, "league.csv", options))
