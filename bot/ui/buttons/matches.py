"""A result against a member: `/match` and the member's menu."""

from collections.abc import Iterable
from typing import Any

import discord

from bot.services.framework.club_settings import lists_in_use
from bot.services.matches.challenges import PlayedMatch, match_limits, report_played
from bot.services.matches.oracle import MatchSubmission, record_match
from bot.services.ratings.oracle.pools import ParsedSide
from bot.store.database.rows import Player
from bot.ui.buttons.challenges import reply_challenge
from bot.ui.buttons.oracle import reply_match
from bot.ui.framework.answers import defer
from bot.ui.framework.buttons import Filled, Labels, Press, Who, chosen_list, form, line, list_options
from bot.ui.framework.server import actor_of, match_someone, services_of
from core.errors import InputError
from core.files.typed.matches import parse_match
from core.lists import RatingList
from core.rating.systems import is_pool


async def report_and_reply(interaction: discord.Interaction[Any], written: MatchSubmission) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    await defer(interaction)
    if is_pool(written.pool):
        await reply_match(interaction, await record_match(services, actor, written))
        return
    wins, losses, draws = (written.scores.count(score) for score in (1.0, 0.0, 0.5))
    played = PlayedMatch(written.opponent, written.member, written.pool, wins, losses, draws, written.sets)
    await reply_challenge(interaction, await report_played(services, actor, played))


def result_fields(filled: Filled, user_id: int) -> Labels:
    chosen = [chosen_list(filled["list"])] if "list" in filled else []
    return _fields(filled, dict.fromkeys((*chosen, *RatingList)))


def _fields(filled: Filled, lists: Iterable[RatingList]) -> Labels:
    hint = "In order, such as WWDL; won-drawn-lost, such as 6-1-3; or sets: 11-7, 9-11, 11-5"
    yield line("results", "Your results", filled, description=hint, most=200)
    before = "".join(filled.get("list", ()))
    select: Any = discord.ui.Select(custom_id="list", options=list_options(lists, before))
    yield discord.ui.Label(text="Rating list", component=select)


@form("result-form", "Report a result", Who.EVERYONE, fields=result_fields)
async def result_form(press: Press, user_id: int) -> None:
    """Report games against a member, who confirms them."""
    text, chosen = press.text("results"), chosen_list([press.text("list")])
    most, set_from = await match_limits(press.services, press.actor, chosen)
    played = parse_match(text, most, set_from)
    counts = [played.results.count(score) for score in (1.0, 0.0, 0.5)]
    found = await match_someone(press.interaction, f"<@{user_id}>")
    side = ParsedSide(f"#{found.id}") if isinstance(found, Player) else ParsedSide(f"<@{user_id}>", found)
    await report_and_reply(
        press.interaction,
        MatchSubmission(side, *counts, played.results if played.in_order else None, pool=chosen, sets=played.sets),
    )


async def open_result_form(interaction: discord.Interaction[Any], user_id: int) -> None:
    actor = actor_of(interaction)
    if user_id == actor.member.user_id:
        raise InputError("A match has two players. Choose another member.")
    lists = await lists_in_use(services_of(interaction), actor)
    await result_form.open_with(interaction, _fields({"list": [lists[0].value]}, lists), user_id)
