"""Members' reports and requests: confirmed, disputed, stored all the same; and the directors' queue of them."""

import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import discord

from bot.services.context import Services
from bot.services.events.consent import UnconfirmedReport, confirm_report, dispute_report, stored_words
from bot.services.events.record import EventSubmission, ToldBefore, may_record, record_own_event
from bot.services.events.report import EventReport, stored_report
from bot.services.players.claims import MayBeKnown, ask_first
from bot.services.players.set_rating import FloorAlert, alerts_of, assign_floor, directors_role
from bot.services.uschess import NormsReport
from bot.store.database import BusyError
from bot.store.rows import ReportStanding
from bot.ui.buttons.claims import reply_question
from bot.ui.buttons.event import calculation_button, event_buttons
from bot.ui.buttons.undo import undo_button, undo_rating_button
from bot.ui.cards.events import calculation_pages, opening_card
from bot.ui.cards.reports import asked_users, question, report_card
from bot.ui.cards.section import rating_card
from bot.ui.framework.answers import acknowledge, afterwards, defer, in_time, reply, take_buttons_away
from bot.ui.framework.buttons import GREEN, RED, Button, Press, Who, button, form, lasting
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.layout import LEVEL
from bot.ui.framework.pages import EmbedBook, keep_book, open_button
from bot.ui.framework.server import actor_of, actor_or_none, services_of
from bot.ui.framework.shelves import Shelves
from bot.ui.framework.text import plain, safe
from bot.ui.systems import CARDS
from bot.ui.uschess.norms_card import all_levels, by_round, how_pages, norms_card
from bot.ui.uschess.title_cards import alert_card
from core.errors import InputError, NotAllowedError, NotFoundError
from core.lists import RatingList
from core.uschess.lifetime import LISTS

MOST_ALERTS = 5
"""Players of one event whom directors are alerted of: those furthest above their rating."""

_List = Annotated[RatingList, "|".join(moved.value for moved in LISTS)]


@button("floor", "Set the floor", Who.DIRECTOR)
async def set_floor_button(press: Press, event_id: int, player_id: int, rating_list: _List) -> None:
    """Assign the floor that a norm justifies."""
    await acknowledge(press.interaction)
    report = await assign_floor(press.services, press.actor, event_id, player_id, rating_list)
    press.interaction.extras[ANSWERING] = True
    view = lasting(undo_rating_button(report.opening_id))
    await press.interaction.followup.send(embed=opening_card(report), view=view)


async def alert_directors(interaction: discord.Interaction[Any], alerts: Sequence[FloorAlert]) -> None:
    """Tell directors, below an answer, whose norm lies far above the rating, with one press for each."""
    if alerts:
        await afterwards(_alert(interaction, alerts[:MOST_ALERTS]), "directors cannot be told that a floor may be due")


async def _alert(interaction: discord.Interaction[Any], alerts: Sequence[FloorAlert]) -> None:
    role = await directors_role(services_of(interaction), actor_of(interaction))
    buttons = []
    for alert in alerts:
        label = f"Floor {alert.due.floor} for {plain(alert.player.name, 30)} (TD)"
        buttons.append(set_floor_button.but(label=label)(alert.event_id, alert.player.id, alert.rating_list))
    await interaction.followup.send(
        "" if role is None else f"<@&{role}>",
        embed=alert_card(alerts),
        view=lasting(*buttons),
        allowed_mentions=role_alone(role),
    )


def role_alone(role: int | None) -> discord.AllowedMentions:
    roles = [] if role is None else [discord.Object(role)]
    return discord.AllowedMentions(everyone=False, users=False, roles=roles)


_KeptNumber = Annotated[str, "[0-9a-f]{16}"]

_waiting: Shelves[EventSubmission] = Shelves()
"""Reports that look like others, until somebody says that they are not."""


@button("report-confirm", "Confirm", Who.OTHER_SIDE, emoji="✅", style=GREEN)
async def confirm_report_button(press: Press, event_id: int) -> None:
    """Confirm a report."""
    interaction = press.interaction
    await defer(interaction)
    await reply_word(interaction, await confirm_report(press.services, press.actor, event_id))
    await afterwards(alert_of_report(interaction, event_id), "directors cannot be told that a floor may be due")


@button("report-wrong", "That's wrong", Who.EVERYONE, emoji="✋")
async def dispute_report_button(press: Press, event_id: int) -> None:
    """Open the form in which one says how it was."""
    label: Any = discord.ui.Label(
        text="How it was, as you say",
        description="A tournament director sees both versions and decides",
        component=discord.ui.TextInput(
            custom_id="version", placeholder="I won round 1, and we played no second game.", max_length=200
        ),
    )
    await version_form.open_with(press.interaction, [label], event_id)


@form("report-version", "What was it?", Who.OTHER_SIDE)
async def version_form(press: Press, event_id: int) -> None:
    """Dispute a report with another version of it."""
    version = press.written("version").strip()
    if not version:
        raise InputError("How was it? Write it in a few words.")
    await defer(press.interaction)
    await reply_word(press.interaction, await dispute_report(press.services, press.actor, event_id, version))


async def _store_kept(press: Press, owner: int, number: str, *, twice: bool) -> None:
    """Store a report that is kept until somebody presses. twice: though it looks like an event that is stored."""
    interaction = press.interaction
    if press.user_id != owner:
        raise NotAllowedError("These buttons belong to whoever asked: use the command yourself.")
    # Taken out at once, so that two presses store it once.
    written = _waiting.take(interaction, number)
    if written is None:
        raise NotFoundError("That report is stored nowhere and is gone: use /rating update again.")
    try:
        is_done = await update_and_answer(interaction, press.services, written, twice=twice)
    except BusyError:
        _waiting.put(interaction, number, written)  # nothing is stored: it can be pressed again
        raise
    if not is_done:
        _waiting.put(interaction, number, written)
        return
    await take_buttons_away(interaction)


@button("report-again", "Store it all the same", Who.ASKED, style=RED, outside=True)
async def store_again_button(press: Press, owner: int, kept: _KeptNumber) -> None:
    """Store a report that looks like an event which is stored."""
    await _store_kept(press, owner, kept, twice=True)


@button("report-store", "Store it", Who.ASKED, style=GREEN, outside=True)
async def store_estimate_button(press: Press, owner: int, kept: _KeptNumber) -> None:
    """Store an event that was estimated."""
    await _store_kept(press, owner, kept, twice=False)


async def update_and_answer(
    interaction: discord.Interaction[Any], services: Services, written: EventSubmission, *, twice: bool = False
) -> bool:
    """Store a report and answer it; tell whether they need not say first who they are.

    Unless it is meant `twice`, ask first about one that looks like a stored event.
    """
    actor = actor_of(interaction)
    first = ask_first(actor, written.member)
    try:
        report = await in_time(interaction, record_own_event(services, actor, written, twice=twice, first=first))
    except MayBeKnown as known:
        await reply_question(interaction, known.found, written.member)
        return False
    except ToldBefore as same:
        embed = discord.Embed(title="Nothing is stored yet", description=safe(same.message, 400), colour=LEVEL)
        await reply(interaction, embed, lasting(keep_report(interaction, written, store_again_button)))
        return True
    await reply_report(interaction, report)
    return True


def keep_report(
    interaction: discord.Interaction[Any], written: EventSubmission, stores: Button[[int, str]]
) -> discord.ui.Button[discord.ui.View]:
    """Keep what somebody wrote until they press; return the button that stores it."""
    number = secrets.token_hex(8)
    _waiting.put(interaction, number, written)
    return stores(interaction.user.id, number)


async def reply_estimate(
    interaction: discord.Interaction[Any], services: Services, written: EventSubmission, report: EventReport
) -> None:
    """Show an estimate to whoever asks alone, with a button that stores it where they may."""
    pages = {"Calculation": calculation_pages(report)}
    if CARDS[report.rating_list].has_norms(report):
        norms = NormsReport(report, None, ())
        pages = {"Norms": [norms_card(norms), all_levels(norms), *by_round(report), *how_pages(report)], **pages}
    view = discord.ui.View(timeout=None)
    for label, opened in pages.items():
        view.add_item(open_button(interaction.user.id, label, keep_book(interaction, EmbedBook(opened))))
    actor = actor_or_none(interaction)
    if actor is not None and await may_record(services, actor, written):
        view.add_item(keep_report(interaction, written, store_estimate_button))
    view.stop()
    await reply(interaction, rating_card(report), view, ephemeral=True)


async def reply_report(interaction: discord.Interaction[Any], report: EventReport | UnconfirmedReport) -> None:
    """Show a report that is stored where everybody sees it, and ask whoever else was in it whether it was so.

    The question is a message of its own: Discord notifies nobody of a mention in an answer that took its time.
    """
    services, actor = services_of(interaction), actor_of(interaction)
    waits = report if isinstance(report, UnconfirmedReport) else None
    if isinstance(report, EventReport):
        if report.standing is not ReportStanding.CONFIRMED and report.opponents:
            waits = await stored_words(services, actor, report.event_id or 0)
        await reply(interaction, rating_card(report), event_buttons(report) if waits is None else word_buttons(waits))
        await alert_directors(interaction, alerts_of([report]))
    else:
        await reply(interaction, report_card(report), word_buttons(report))
    asked = None if waits is None else question(waits)
    if asked is not None and waits is not None:
        # The report is stored and shown: that nobody could be asked is no error of the command.
        users = [discord.Object(user_id) for user_id in asked_users(waits)]
        only = discord.AllowedMentions(everyone=False, users=users, roles=False, replied_user=False)
        await afterwards(interaction.followup.send(asked, allowed_mentions=only), "nobody of a report can be asked")


async def alert_of_report(interaction: discord.Interaction[Any], event_id: int) -> None:
    """Tell directors of the norms that a confirmation let count."""
    report = await stored_report(services_of(interaction), actor_of(interaction), event_id)
    if report.standing is ReportStanding.CONFIRMED:
        await alert_directors(interaction, alerts_of([report]))


async def reply_word(interaction: discord.Interaction[Any], report: UnconfirmedReport) -> None:
    """Show what has been said of a report where everybody sees it."""
    await reply(interaction, report_card(report), word_buttons(report))


def word_buttons(report: UnconfirmedReport) -> discord.ui.View:
    """Return what can still be said of a report."""
    shown = [calculation_button(report.event_id, report.player.id)] if report.counts else []
    asks = report.standing is not ReportStanding.CONFIRMED and bool(asked_users(report))
    words = [confirm_report_button(report.event_id), dispute_report_button(report.event_id)] if asks else []
    return lasting(*shown, *words, undo_button(report.event_id))
