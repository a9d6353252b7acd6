"""Estimates of events, games, targets and first ratings. Nothing is stored."""

from typing import Any

import discord

from bot.services.events.record import may_record
from bot.services.events.report import EventReport
from bot.services.events.submission import EventSubmission
from bot.services.framework.club_settings import default_list
from bot.services.framework.context import Services
from bot.services.ratings.fide.lists import FirstReport, first_rating_from, first_rating_of
from bot.services.ratings.forecast import estimate, goal, predict
from bot.services.ratings.oracle.pools import ParsedSide
from bot.services.ratings.uschess import NormsReport
from bot.ui.buttons.reports import (
    SubmissionNumber,
    details_fields,
    find_entered_report,
    remember_report,
    shown_details,
    store_estimate_button,
    written_details,
)
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.section import goal_card, prediction_card, rating_card
from bot.ui.framework.answers import deferred_turn, reply, reply_pages
from bot.ui.framework.buttons import Press, Who, button, form, lasting
from bot.ui.framework.pages import EmbedBook, open_button, store_book
from bot.ui.framework.server import actor_of, actor_or_none, services_of
from bot.ui.systems.by_key import CARDS
from bot.ui.systems.uschess.norms_card import all_levels, by_round, norm_rules_pages, norms_card
from core.files.typed.opponents import ParsedOpponent, check_opponents
from core.lists import RatingList
from core.rating.systems import PUBLISHED, is_pool


async def estimate_and_answer(
    interaction: discord.Interaction[Any], written: EventSubmission, target: float | None
) -> None:
    if target is not None:
        await _reply_goal(interaction, written, target)
        return
    check_opponents(written.opponents, some_open=False)
    services, which = services_of(interaction), await _list_of(interaction, written)
    has_no_score = written.score is None and written.results is None and written.opponents.score is None
    if has_no_score and is_pool(which):
        await _reply_pool(interaction, which, written)
    elif has_no_score and len(written.opponents.rounds) == 1:
        report = await predict(services, actor_or_none(interaction), written)
        await reply(interaction, prediction_card(report), ephemeral=True)
    elif has_no_score:
        await _reply_goal(interaction, written, None)
    elif which in PUBLISHED and written.games == 0 and written.rating is None and not written.external_ratings:
        await _reply_first(interaction, await first_rating_from(services, actor_or_none(interaction), written), written)
    else:
        report_of_event = await estimate(services, actor_or_none(interaction), written)
        await _reply_estimate(interaction, services, written, report_of_event)


async def _list_of(interaction: discord.Interaction[Any], written: EventSubmission) -> RatingList:
    actor = actor_or_none(interaction)
    if written.rating_list is not None or actor is None:
        return written.rating_list or RatingList.USCHESS_REGULAR
    return await default_list(services_of(interaction), actor)


async def _reply_goal(interaction: discord.Interaction[Any], written: EventSubmission, target: float | None) -> None:
    services, actor = services_of(interaction), actor_or_none(interaction)
    report = await goal(services, actor, target, written, lambda: deferred_turn(interaction, ephemeral=True))
    await reply(interaction, goal_card(report))


async def _reply_pool(interaction: discord.Interaction[Any], pool: RatingList, written: EventSubmission) -> None:
    from bot.services.matches.predictions import predict_game, predict_group
    from bot.ui.systems.oracle.pool_cards import matrix_pages
    from bot.ui.systems.oracle.pool_cards import prediction_card as pool_prediction_card

    services, actor = services_of(interaction), actor_of(interaction)
    games = written.opponents.games
    if len(games) > 1:
        await reply_pages(interaction, matrix_pages(await predict_group(services, actor, pool, written.opponents)))
        return
    rating = games[0].rating
    opponent = ParsedSide(_written_as(games[0])) if rating is None else rating
    found = await predict_game(services, actor, pool, opponent, None)
    await reply(interaction, pool_prediction_card(found), ephemeral=True)


def _written_as(entry: ParsedOpponent) -> str:
    if entry.player is not None:
        return f"#{entry.player}"
    return f"<@{entry.user}>" if entry.user is not None else entry.name or entry.text


async def _reply_first(interaction: discord.Interaction[Any], report: FirstReport, written: EventSubmission) -> None:
    from bot.ui.systems.fide.list_card import first_card

    actor = actor_or_none(interaction)
    items = [remember_report(interaction, written, estimate_details_button)]
    if report.has_games:
        items.append(first_rating_button(report.player.id, report.rating_list))
    if actor is not None and await may_record(services_of(interaction), actor, written):
        items.append(remember_report(interaction, written, store_estimate_button))
    await reply(interaction, first_card(report), lasting(*items), ephemeral=True)


@button("first-rating", "Games so far", Who.EVERYONE)
async def first_rating_button(press: Press, player_id: int, which: RatingList) -> None:
    from bot.ui.systems.fide.list_card import first_card

    report = await first_rating_of(press.services, press.actor, player_id, which)
    await reply(press.interaction, first_card(report), ephemeral=True)


async def _reply_estimate(
    interaction: discord.Interaction[Any], services: Services, written: EventSubmission, report: EventReport
) -> None:
    pages = {"Calculation": calculation_pages(report)}
    if CARDS[report.rating_list].has_norms(report):
        norms = NormsReport(report, None, ())
        pages = {"Norms": [norms_card(norms), all_levels(norms), *by_round(report), *norm_rules_pages(report)], **pages}
    view = discord.ui.View(timeout=None)
    for label, opened in pages.items():
        view.add_item(open_button(interaction.user.id, label, store_book(interaction, EmbedBook(opened))))
    actor = actor_or_none(interaction)
    view.add_item(remember_report(interaction, written, estimate_details_button))
    if actor is not None and await may_record(services, actor, written):
        view.add_item(remember_report(interaction, written, store_estimate_button))
    view.stop()
    await reply(interaction, rating_card(report), view, ephemeral=True)


@button("estimate-details", "Add details", Who.ASKED, outside=True)
async def estimate_details_button(press: Press, owner: int, number: SubmissionNumber) -> None:
    written = find_entered_report(press, owner, number)
    await estimate_details_form.open(press.interaction, shown_details(written.kind), number)


@form(
    "estimate-details-form", "Add details", Who.EVERYONE, fields=lambda filled, *_: details_fields(filled), outside=True
)
async def estimate_details_form(press: Press, number: SubmissionNumber) -> None:
    """Show the estimate again, with details."""
    written = find_entered_report(press, press.user_id, number)
    actor = actor_or_none(press.interaction)
    details = await written_details(press, None if actor is None else actor.club_id)
    await estimate_and_answer(press.interaction, details.added_to(written), None)
