"""Charts of a player's rating and of a list's ratings."""

from functools import partial
from typing import Annotated, Any

import discord

from bot.services.ratings.history import Axis, HistoryQuery, HistoryReport, Since, compare_histories, rating_history_of
from bot.services.ratings.seasons import club_seasons
from bot.store.database.rows import Player
from bot.ui.buttons.versus import reply_versus
from bot.ui.cards.leaderboard import WHERE
from bot.ui.cards.pictures import FILE, reply_picture
from bot.ui.framework.answers import acknowledge, defer, edit_answer
from bot.ui.framework.buttons import Press, Who, button, chosen_number, chosen_word, lasting, menu
from bot.ui.framework.server import actor_of, services_of
from bot.ui.framework.text import plain
from bot.ui.wording.histories import why_no_picture
from core.lists import RatingList


@button("chart", "Chart", Who.EVERYONE)
async def chart_button(press: Press, player_id: int, rating_list: RatingList) -> None:
    await defer(press.interaction, ephemeral=True)
    query = HistoryQuery(rating_list)
    report = await rating_history_of(press.services, press.actor, Player(player_id, None, ""), query)
    await reply_history(press.interaction, report)


async def reply_history(interaction: discord.Interaction[Any], report: HistoryReport) -> None:
    from bot.ui.cards.charts import PICTURE, picture_embeds, scene_of, words_embed
    from bot.ui.pictures.rendering import picture_of

    view, drawn = await _history_view(interaction, report), None
    if why_no_picture(report) is None:
        guild = interaction.guild
        drawn = await picture_of(partial(scene_of, report, "" if guild is None else guild.name))
    if drawn is None:
        await edit_answer(interaction, content=None, embeds=[words_embed(report)], attachments=[], view=view)
        return
    embeds = picture_embeds(report, drawn.in_full)
    await edit_answer(interaction, content=None, embeds=embeds, attachments=[drawn.file(PICTURE)], view=view)


_People = Annotated[str, r"[0-9]{1,9}(?:-[0-9]{1,9}){0,4}"]

_MOST_OPTIONS = 25


async def _history_view(interaction: discord.Interaction[Any], report: HistoryReport) -> discord.ui.View:
    asked, which = report.asked, report.asked.rating_list or report.tracks[0].rating_list
    people = "-".join(map(str, report.people))
    other, since = Axis.DATE if asked.axis is Axis.GAME else Axis.GAME, str(asked.since)
    items: list[discord.ui.Item[Any]] = [
        history_button.but(label=f"By {other.value}")(people, which, other, since, report.all_lists)
    ]
    if not report.compares:
        label = "One list" if report.all_lists else "All lists"
        items.append(history_button.but(label=label)(people, which, asked.axis, since, not report.all_lists))
    elif len(report.people) == 2:
        items += [versus_button(*report.people), versus_button.but(label="On this list")(*report.people, which)]
    seasons = await club_seasons(services_of(interaction), actor_of(interaction))
    named = [(str(one.season.id), plain(one.season.name, 90)) for one in seasons]
    stretches = [*((one.value, one.value.capitalize()) for one in Since), *named][:_MOST_OPTIONS]
    options = [discord.SelectOption(label=label, value=value, default=value == since) for value, label in stretches]
    custom_id = history_menu.id(people, which, asked.axis, report.all_lists)
    return lasting(*items, discord.ui.Select(custom_id=custom_id, options=options, placeholder="How far back"))


async def _show_history(press: Press, people: str, query: HistoryQuery, *, all_lists: bool) -> None:
    message = press.interaction.message
    if message is not None and message.flags.ephemeral:
        await acknowledge(press.interaction)
    else:
        await defer(press.interaction, ephemeral=True)
    them = [Player(int(one), None, "That player") for one in people.split("-")]
    if len(them) == 1:
        report = await rating_history_of(press.services, press.actor, them[0], query, all_lists=all_lists)
    else:
        report = await compare_histories(press.services, press.actor, them, query)
    await reply_history(press.interaction, report)


@button("history", "By game", Who.EVERYONE)
async def history_button(
    press: Press,
    people: _People,
    rating_list: RatingList,
    axis: Axis,
    since: Annotated[str, "|".join((*Since, r"[0-9]{1,18}"))],
    all_lists: bool,
) -> None:
    """Draw the chart by games or dates, or with other lists."""
    stretch = int(since) if since.isdigit() else Since(since)
    await _show_history(press, people, HistoryQuery(rating_list, axis, stretch), all_lists=all_lists)


@menu("history-since", Who.EVERYONE)
async def history_menu(press: Press, people: _People, rating_list: RatingList, axis: Axis, all_lists: bool) -> None:
    """Choose how far back a chart goes."""
    chosen = chosen_word(press.values)
    stretch = Since(chosen) if chosen in set(Since) else chosen_number(press.values)
    await _show_history(press, people, HistoryQuery(rating_list, axis, stretch), all_lists=all_lists)


@button("versus", "Head to head", Who.EVERYONE)
async def versus_button(press: Press, first: int, second: int, rating_list: RatingList | None = None) -> None:
    """Show two players head to head, in all their games or on one list."""
    one, other = (Player(player_id, None, "That player") for player_id in (first, second))
    await reply_versus(press.interaction, one, other, rating_list, ephemeral=True)


def _server_name(interaction: discord.Interaction[Any]) -> str:
    return interaction.guild.name if interaction.guild is not None else ""


@button(WHERE, "Distribution", Who.EVERYONE)
async def distribution_button(press: Press, rating_list: RatingList) -> None:
    from bot.services.ratings.club_year import club_chart
    from bot.ui.cards.charts import chart_embed, spread_bars
    from bot.ui.pictures.club import bars_scene
    from bot.ui.pictures.rendering import Picture

    chart = await club_chart(press.services, press.actor, rating_list)
    await defer(press.interaction, ephemeral=True)
    bars = spread_bars(chart, _server_name(press.interaction))

    def caption(drawn: Picture | None) -> discord.Embed:
        return chart_embed(chart, picture=None if drawn is None else FILE)

    await reply_picture(
        press.interaction, lambda: bars_scene(bars), caption, lasting(activity_button(chart.rating_list))
    )


@button("activity", "Games per month", Who.EVERYONE)
async def activity_button(press: Press, rating_list: RatingList) -> None:
    from bot.services.ratings.club_year import club_chart
    from bot.ui.cards.charts import activity_bars, activity_embed
    from bot.ui.pictures.club import bars_scene
    from bot.ui.pictures.rendering import Picture

    chart = await club_chart(press.services, press.actor, rating_list)
    await defer(press.interaction, ephemeral=True)
    bars = activity_bars(chart, _server_name(press.interaction))

    def caption(drawn: Picture | None) -> discord.Embed:
        return activity_embed(chart, picture=None if drawn is None else FILE)

    await reply_picture(press.interaction, lambda: bars_scene(bars), caption)
