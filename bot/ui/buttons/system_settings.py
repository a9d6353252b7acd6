"""Settings of Oracle pools and of QURSH."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

import discord

from bot.services.club.settings.change import undoable
from bot.services.framework.club_settings import today_in
from bot.services.framework.setting_kinds import Setting
from bot.services.ratings.oracle.calibrate import (
    POOL_SETTINGS,
    WHAT,
    PoolChange,
    PoolSettings,
    change_pool,
    pool_settings,
)
from bot.services.ratings.qursh import WHAT as QURSH
from bot.services.ratings.qursh import QurshChange, QurshSettings, change_qursh, qursh_settings
from bot.ui.buttons.oracle import match_side
from bot.ui.buttons.qursh import reset_history_button
from bot.ui.buttons.settings import field, filled_values, opens, undo_settings_button
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, reply
from bot.ui.framework.buttons import (
    Filled,
    Labels,
    Press,
    Who,
    button,
    chosen_list,
    chosen_word,
    form,
    lasting,
    line,
    list_options,
    menu,
)
from bot.ui.framework.text import capital
from bot.ui.systems.oracle.pool_cards import pool_settings_card
from bot.ui.systems.qursh.cards import qursh_settings_card
from core.files.common.dates import parse_day
from core.files.typed.rules import ANNOUNCED, parse_bins
from core.lists import RatingList
from core.rating.qursh.cells import SEED_GRID


class Part(StrEnum):
    """A form of a pool's settings."""

    KEEPER = "keeper"
    STEPS = "steps"
    SCORES = "scores"
    CALIBRATION = "calibration"


_PARTS: Mapping[Part, tuple[str, tuple[str, ...]]] = {
    Part.KEEPER: ("Name Keeper", ()),
    Part.STEPS: ("Set multipliers", ("a_max", "a_min", "a_decay_rate", "provisional_games")),
    Part.SCORES: ("Set scoring", ("use_draws", "draws", "bare_scores", "rebalancing")),
    Part.CALIBRATION: (
        "Set calibration",
        ("prior_sd", "convergence_threshold", "max_iterations", "initial_confidence"),
    ),
}


def _settings(part: Part) -> list[Setting]:
    return [replace(one, label=capital(one.label)) for one in POOL_SETTINGS if one.name in _PARTS[part][1]]


def _pool_view(found: PoolSettings, undo: int | None = None) -> discord.ui.View:
    options = list_options(found.pools, found.pool)
    pools = discord.ui.Select[discord.ui.View](custom_id=pool_menu.id(), options=options)
    parts = [pool_part_button.but(label=label)(found.pool, part) for part, (label, _) in _PARTS.items()]
    back = [] if undo is None else [undo_settings_button(undo)]
    return lasting(pools, *parts, usual_pool_button(found.pool), *back)


@opens("oracle")
async def open_pools(press: Press) -> None:
    found = await pool_settings(press.services, press.actor, RatingList.ORACLE)
    await reply(press.interaction, pool_settings_card(found), _pool_view(found), ephemeral=True)


async def _change(press: Press, pool: RatingList, change: PoolChange) -> None:
    await acknowledge(press.interaction)
    found = await change_pool(press.services, press.actor, pool, change)
    view = _pool_view(found, await undoable(press.services, press.actor))
    await edit_answer(press.interaction, embed=pool_settings_card(found), view=view)


@menu("pool-choose", Who.DIRECTOR)
async def pool_menu(press: Press) -> None:
    await press.check_director(WHAT)
    found = await pool_settings(press.services, press.actor, chosen_list(press.values))
    await acknowledge(press.interaction)
    await edit_answer(press.interaction, embed=pool_settings_card(found), view=_pool_view(found))


@button("pool-part", "Set", Who.DIRECTOR)
async def pool_part_button(press: Press, pool: RatingList, part: Part) -> None:
    found = await pool_settings(press.services, press.actor, pool)
    labels: Labels
    if part is Part.KEEPER:
        named = {"keeper": [] if found.keeper is None else [found.keeper.name]}
        labels = [line("keeper", "Keeper", named, description="The benchmark at 50: a player, or a new name")]
    else:
        labels = [field(one, one.kind.text(getattr(found.config, one.name))) for one in _settings(part)]
    await pool_form.but(title=f"{pool.label}: {_PARTS[part][0].lower()}").open_with(
        press.interaction, labels, pool, part
    )


@form("pool-form", "Pool", Who.DIRECTOR)
async def pool_form(press: Press, pool: RatingList, part: Part) -> None:
    await press.check_director(WHAT)
    if part is Part.KEEPER:
        change = PoolChange(keeper=await match_side(press.interaction, press.written("keeper")))
    else:
        change = PoolChange(filled_values(_settings(part), press.filled))
    await _change(press, pool, change)


@button("pool-usual", "Reset figures", Who.DIRECTOR)
async def usual_pool_button(press: Press, pool: RatingList) -> None:
    await _change(press, pool, PoolChange(usual=True))


NO_LIST = "none"


@opens("qursh")
async def open_qursh(press: Press) -> None:
    await defer(press.interaction, ephemeral=True)
    async with heavy_turn(press.interaction):
        found = await qursh_settings(press.services, press.actor)
    await reply(press.interaction, qursh_settings_card(found), _qursh_view(found))


def _qursh_view(found: QurshSettings, *more: discord.ui.Item[Any]) -> discord.ui.View:
    reset = [] if found.in_use.loaded_by is None else [reset_history_button()]
    return lasting(change_qursh_button(), *reset, *more)


@button("qursh-change", "Change settings", Who.DIRECTOR)
async def change_qursh_button(press: Press) -> None:
    rules = (await press.check_director(QURSH)).house_rules.qursh
    bins = " ".join(str(edge) for edge in rules.grid.edges if edge not in SEED_GRID.edges) or ANNOUNCED
    own = "" if rules.own_list is None else rules.own_since.isoformat()
    filled = {"bins": [bins], "own_games": [rules.own_list or NO_LIST], "since": [own]}
    await qursh_form.open(press.interaction, filled)


def _qursh_fields(filled: Filled) -> Labels:
    described = f"Edges besides the usual ones, such as 25 75 400 500; or {ANNOUNCED}"
    yield line("bins", "Bins of the rating difference", filled, description=described)
    lists = [(one.label, one.value) for one in RatingList] + [("none", NO_LIST)]
    before = "".join(filled.get("own_games", ()))
    options = [discord.SelectOption(label=label, value=value, default=value == before) for label, value in lists]
    own: Any = discord.ui.Select(custom_id="own_games", options=options)
    yield discord.ui.Label(text="The club's own games", description="Part of the history", component=own)
    described = "The first day of the club's own games"
    yield line("since", "Since", filled, description=described, placeholder="2006-03-01", required=False)


@form("qursh-form", "QURSH", Who.DIRECTOR, fields=_qursh_fields)
async def qursh_form(press: Press) -> None:
    """Change the history that Scrabble events are ranked against."""
    before = (await press.check_director(QURSH)).house_rules.qursh
    since, own = press.text("since"), chosen_word([press.text("own_games")])
    day = parse_day(since, await today_in(press.services, press.actor.club_id)) if since else None
    own_list = None if own == NO_LIST else chosen_list([own])
    if own_list is None and before.own_list is not None and day == before.own_since:
        day = None
    change = QurshChange(parse_bins(press.text("bins")), own_list, day, no_own=own_list is None)
    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        found: QurshSettings = await change_qursh(press.services, press.actor, change)
    undo = await undoable(press.services, press.actor)
    view = _qursh_view(found, *([] if undo is None else [undo_settings_button(undo)]))
    await edit_answer(press.interaction, embed=qursh_settings_card(found), view=view)
