"""Views of a QURSH ranking, and the history that it uses. Ranked files stay in memory."""

import hashlib
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

import discord

from bot.services.events.imports.recognise import Upload
from bot.services.framework.context import Actor, Services
from bot.services.ratings.qursh import (
    LOAD_IT,
    HistoryPreview,
    Standings,
    StandingsQuery,
    bins_in_use,
    cell_named,
    history_in_use,
    name_history,
    preview_history,
    reset_history,
    standings_of_event,
    standings_of_file,
    store_history,
)
from bot.ui.framework.answers import (
    acknowledge,
    defer,
    edit_answer,
    heavy_turn,
    progress_shown,
    remove_buttons,
    reply,
)
from bot.ui.framework.buttons import (
    DAMAGED,
    GREEN,
    RED,
    Digest,
    Filled,
    Labels,
    Press,
    Small,
    Who,
    button,
    chosen_number,
    chosen_word,
    filled_in,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.club_memory import ClubMemory
from bot.ui.framework.pages import Book, pages
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean
from bot.ui.systems.qursh.cards import (
    loaded_embed,
    preview_embed,
    reading_games,
    reset_embed,
    reset_question,
    table_embed,
)
from bot.ui.systems.qursh.standings import StandingsBook, StandingsStyle, reply_cell, reply_standings
from core.errors import InputError, NotFoundError
from core.rating.qursh.history import cell_names

EXPIRED = "That file was not stored and has expired. Use /qursh rank again."
MOST_OPTIONS = 25

SourceKey = Annotated[str, "[ef][0-9a-f]{1,19}"]
"""e and an event's id, or f and the start of a file's digest."""

_FILES: ClubMemory[bytes] = ClubMemory()


class RankingView(StrEnum):
    """A view of a ranking, in the menu's words."""

    PICTURE = "Wall chart as a picture"
    TEXT = "Wall chart as text"
    CSV = "Wall chart as CSV"
    COMPARED = "One group against three"
    ONE_GROUP = "Ratings not grouped"
    EXACT = "Exact percents"
    TABLE = "The table used"


_STYLES = {
    RankingView.PICTURE: StandingsStyle.PICTURE,
    RankingView.TEXT: StandingsStyle.TEXT,
    RankingView.CSV: StandingsStyle.CSV,
}


def store_file(interaction: discord.Interaction[Any], data: bytes) -> str:
    key = f"f{hashlib.sha256(data).hexdigest()[:8]}"
    _FILES.put(interaction, key, data)
    return key


async def reply_ranking(
    interaction: discord.Interaction[Any], services: Services, key: str, query: StandingsQuery | None = None,
    style: StandingsStyle = StandingsStyle.PAGES,
) -> None:  # fmt: skip
    """Answer with a ranking. key: a `SourceKey`."""
    query = query or StandingsQuery()
    standings = await _standings(interaction, services, actor_of(interaction), key, query)
    pages_id = None
    if key.startswith("e") and query.winners is None:
        pages_id = f"qursh:{key[1:]}:{query.single_group:d}:{query.exact:d}"
    await reply_standings(interaction, standings, style, pages_id, partial(views_of, key))


async def _standings(
    interaction: discord.Interaction[Any], services: Services, actor: Actor, key: str, query: StandingsQuery
) -> Standings:
    if key.startswith("e") and key[1:].isdigit():
        return await standings_of_event(services, actor, int(key[1:]), query)
    data = _FILES.find(interaction, key)
    if data is None:
        raise NotFoundError(EXPIRED)
    return await standings_of_file(services, actor, data, query)


def views_of(key: str) -> tuple[discord.ui.Item[Any], ...]:
    options = [discord.SelectOption(label=view.value, value=view.name) for view in RankingView]
    choose = discord.ui.Select[discord.ui.View](
        custom_id=view_menu.id(key), placeholder="Another view", options=options
    )
    return choose, winners_button(key)


@menu("qursh-view", Who.EVERYONE)
async def view_menu(press: Press, key: SourceKey) -> None:
    chosen = chosen_word(press.values)
    if chosen not in RankingView.__members__:
        raise InputError(DAMAGED)
    view = RankingView[chosen]
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        if view is RankingView.TABLE:
            await _reply_table(press)
            return
        compared, single = view is RankingView.COMPARED, view is RankingView.ONE_GROUP
        query = StandingsQuery(single, view is RankingView.EXACT, None, compared)
        style = _STYLES.get(view, StandingsStyle.PAGES)
        await reply_ranking(press.interaction, press.services, key, query, style)


@button("qursh-winners", "Prize winners", Who.EVERYONE)
async def winners_button(press: Press, key: SourceKey) -> None:
    await winners_form.open(press.interaction, {}, key)


def _winners_fields(filled: Filled, key: str) -> Labels:
    yield line("winners", "Prize winners so far", filled, description="1, 5 or B3, or names separated by ;", most=1000)


@form("qursh-winners-form", "Prize winners", Who.EVERYONE, fields=_winners_fields)
async def winners_form(press: Press, key: SourceKey) -> None:
    """Show the ranking with the highest player without a prize."""
    winners = "; ".join(filled_in(press.interaction).get("winners", []))
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        await reply_ranking(press.interaction, press.services, key, StandingsQuery(winners=winners))


async def _reply_table(press: Press) -> None:
    names = cell_names(await bins_in_use(press.services, press.actor))
    menus = []
    for start in range(0, len(names), MOST_OPTIONS):
        options = [
            discord.SelectOption(label=name, value=str(at))
            for at, name in enumerate(names[start : start + MOST_OPTIONS], start=start)
        ]
        menus.append(discord.ui.Select[discord.ui.View](custom_id=cell_menu.id(start), options=options))
    embed = table_embed(await history_in_use(press.services, press.actor.club_id))
    await reply(press.interaction, embed, lasting(*menus), ephemeral=True)


@menu("qursh-cell", Who.EVERYONE)
async def cell_menu(press: Press, start: Small) -> None:
    """Show a cell's histogram. start: the menu's first cell."""
    names, at = cell_names(await bins_in_use(press.services, press.actor)), chosen_number(press.values)
    if not start <= at < len(names):
        raise InputError(DAMAGED)
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        await reply_cell(press.interaction, await cell_named(press.services, press.actor, names[at]))


async def preview_games(interaction: discord.Interaction[Any], upload: Upload) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    origin = upload.options.name or clean(upload.file_name, NAME_CHARACTERS)
    async with progress_shown(interaction, reading_games) as progress:
        preview = await preview_history(services, actor, upload.data, origin, progress)
    await reply(interaction, preview_embed(preview), _history_view(preview), ephemeral=True)


def _history_view(preview: HistoryPreview) -> discord.ui.View:
    where = preview.pending_id, preview.digest
    return lasting(store_history_button(*where), edit_history_button(*where))


@button("history-import", "Store it", Who.DIRECTOR, style=GREEN)
async def store_history_button(press: Press, pending_id: int, digest: Digest) -> None:
    await defer(press.interaction)
    async with heavy_turn(press.interaction):
        found = await store_history(press.services, press.actor, pending_id, digest)
    await reply(press.interaction, loaded_embed(found))
    await remove_buttons(press.interaction)


@button("history-edit", "Edit details", Who.DIRECTOR)
async def edit_history_button(press: Press, pending_id: int, digest: Digest) -> None:
    """Open the form for the source of a history."""
    await press.check_director(LOAD_IT)
    await history_form.open(press.interaction, {}, pending_id, digest)


def _history_fields(filled: Filled, pending_id: int, digest: str) -> Labels:
    described = "Where the games are from, shown under every ranking"
    yield line("name", "Name", filled, description=described, most=NAME_CHARACTERS)


@form("history-details", "Details of the history", Who.DIRECTOR, fields=_history_fields)
async def history_form(press: Press, pending_id: int, digest: Digest) -> None:
    await press.check_director(LOAD_IT)
    origin = clean(press.written("name"), NAME_CHARACTERS)
    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        preview = await name_history(press.services, press.actor, pending_id, digest, origin)
    await edit_answer(press.interaction, embed=preview_embed(preview), view=_history_view(preview))


@button("history-reset", "Built-in table", Who.DIRECTOR)
async def reset_history_button(press: Press) -> None:
    """Ask whether to discard the loaded table."""
    await press.check_director(LOAD_IT)
    found = await history_in_use(press.services, press.actor.club_id)
    sure = reset_for_good_button()
    await reply(press.interaction, reset_question(found), lasting(sure), ephemeral=True)


@button("history-reset-yes", "Use the built-in table", Who.DIRECTOR, style=RED)
async def reset_for_good_button(press: Press) -> None:
    await defer(press.interaction)
    await reply(press.interaction, reset_embed(await reset_history(press.services, press.actor)))
    await remove_buttons(press.interaction)


@pages("qursh")
async def qursh_pages(press: Press, event_id: int, single_group: bool, exact: bool) -> Book:
    found = await standings_of_event(press.services, press.actor, event_id, StandingsQuery(single_group, exact, None))
    return StandingsBook(found, partial(views_of, f"e{event_id}"))
