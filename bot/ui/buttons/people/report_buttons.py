"""What can be said of a report that is not confirmed. Ids say all that they need."""

import re
import secrets
from collections import OrderedDict
from typing import Any, ClassVar, Self
from weakref import WeakKeyDictionary

import discord

from bot.services.context import Actor, Services
from bot.services.events.consent import UnconfirmedReport, confirm_report, dispute_report, stored_words
from bot.services.events.record import ToldBefore, may_record, record_own_event
from bot.services.events.report import EventReport, stored_report
from bot.services.events.submission import EventSubmission
from bot.services.players.assign_floor import alerts_of
from bot.services.players.identity.who_is_who import MayBeKnown, ask_first
from bot.services.uschess.norms import NormsReport
from bot.store.database import BusyError
from bot.store.rows import ReportStanding
from bot.ui.buttons.events.event_buttons import ShowCalculation, event_buttons
from bot.ui.buttons.people.claim_buttons import reply_question
from bot.ui.buttons.people.director_buttons import alert_directors
from bot.ui.buttons.undo_buttons import Undo, persistent
from bot.ui.cards.calculation import calculation_pages
from bot.ui.cards.people.reports import asked_users, question, report_card
from bot.ui.cards.rating import rating_card
from bot.ui.framework.answers import afterwards, defer, in_time, reply, take_buttons_away
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.custom_ids import KEY, written_in
from bot.ui.framework.items import KeyButton, LastingButton
from bot.ui.framework.pages import EmbedBook, keep_book, open_button
from bot.ui.framework.server.actors import actor_of, actor_or_none, services_of
from bot.ui.framework.text import safe
from bot.ui.systems import CARDS
from bot.ui.uschess.norms_card import all_levels, by_round, norms_card
from bot.ui.uschess.norms_how import how_pages
from core.errors import InputError, NotAllowedError, NotFoundError

_GREEN, _RED = discord.ButtonStyle.success, discord.ButtonStyle.danger

MOST_KEPT = 500
"""How many reports that look like others are kept until somebody says that they are not: the earliest gives way."""

_Kept = OrderedDict[tuple[int | None, str], EventSubmission]
_kept: WeakKeyDictionary[Any, _Kept] = WeakKeyDictionary()


def _waiting_in(client: Any) -> _Kept:
    """Return what is kept by club and number."""
    return _kept.setdefault(client, OrderedDict())


class ConfirmReport(KeyButton, template=rf"report-confirm:(?P<key>{KEY})"):
    """Say that a report was so."""

    name, label, emoji, style = "report-confirm", "Confirm", "✅", _GREEN

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction)
        await reply_word(interaction, await confirm_report(services, actor, self.key))
        await afterwards(alert_of_report(interaction, self.key), "directors cannot be told that a floor may be due")


class DisputeReport(KeyButton, template=rf"report-wrong:(?P<key>{KEY})"):
    """Open the form in which one says how it was."""

    name, label, emoji = "report-wrong", "That's wrong", "✋"

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        form = VersionForm(self.key)
        form.stop()  # the library need not remember it: bot.ui.buttons.dispatch finds it by its id
        await interaction.response.send_modal(form)


class VersionForm(discord.ui.Modal, title="What was it?"):
    """The form for the other version of a report."""

    version: discord.ui.Label[Any] = discord.ui.Label(
        text="How it was, as you say",
        description="A tournament director sees both versions and decides",
        component=discord.ui.TextInput(
            custom_id="version", placeholder="I won round 1, and we played no second game.", max_length=200
        ),
    )

    def __init__(self, event_id: int) -> None:
        super().__init__(custom_id=f"{VERSION}:{event_id}", timeout=None)


async def submit_version(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store what was written into the form, which may have been opened before a restart."""
    actor, version = actor_of(interaction), written_in(interaction, "version").strip()
    if not version:
        raise InputError("How was it? Write it in a few words.")
    await defer(interaction)
    await reply_word(interaction, await dispute_report(services_of(interaction), actor, int(match["event"]), version))


VERSION = "report-version"
FORMS = {rf"{VERSION}:(?P<event>{KEY})": submit_version}
"""What becomes of the form, by the pattern of its id."""


class StoreKept(LastingButton, template=r"store-kept"):
    """Store a report that is kept until somebody presses, for whoever wrote it."""

    name: ClassVar[str]
    label: ClassVar[str]
    style: ClassVar[discord.ButtonStyle]
    twice: ClassVar[bool]
    """Whether it is stored though it looks like an event that is."""

    def __init__(self, owner: int, kept: str) -> None:
        custom_id = f"{self.name}:{owner}:{kept}"
        super().__init__(discord.ui.Button(label=self.label, style=self.style, custom_id=custom_id))
        self.owner, self.kept = owner, kept

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["owner"]), match["kept"])

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.user.id != self.owner:
            raise NotAllowedError("These buttons belong to whoever asked: use the command yourself.")
        key = (interaction.guild_id, self.kept)
        # Taken out at once, so that two presses store it once.
        kept = _waiting_in(interaction.client)
        written = kept.pop(key, None)
        if written is None:
            raise NotFoundError("That report is stored nowhere and is gone: use /rating update again.")
        try:
            is_done = await update_and_answer(interaction, services_of(interaction), written, twice=self.twice)
        except BusyError:
            kept[key] = written  # nothing is stored: it can be pressed again
            raise
        if not is_done:
            kept[key] = written
            return
        await take_buttons_away(interaction)


class StoreAgain(StoreKept, template=rf"report-again:(?P<owner>{KEY}):(?P<kept>[0-9a-f]{{16}})"):
    """Store a report that looks like an event which is stored."""

    name, label, style, twice = "report-again", "Store it all the same", _RED, True


class StoreEstimate(StoreKept, template=rf"report-store:(?P<owner>{KEY}):(?P<kept>[0-9a-f]{{16}})"):
    """Store an event that was estimated."""

    name, label, style, twice = "report-store", "Store it", _GREEN, False


REPORT_ITEMS = (ConfirmReport, DisputeReport, StoreAgain, StoreEstimate)


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
        await reply(interaction, embed, persistent(keep_report(interaction, written, StoreAgain)))
        return True
    await reply_report(interaction, report)
    return True


def keep_report(interaction: discord.Interaction[Any], written: EventSubmission, button: type[StoreKept]) -> StoreKept:
    """Keep what somebody wrote until they press; return the button."""
    kept, number = _waiting_in(interaction.client), secrets.token_hex(8)
    kept[interaction.guild_id, number] = written
    while len(kept) > MOST_KEPT:
        kept.popitem(last=False)
    return button(interaction.user.id, number)


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
        view.add_item(open_button(interaction.user.id, label, keep_book(interaction.client, EmbedBook(opened))))
    actor = actor_or_none(interaction)
    if actor is not None and await may_record(services, actor, written):
        view.add_item(keep_report(interaction, written, StoreEstimate))
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
    shown = [ShowCalculation(report.event_id, report.player.id)] if report.counts else []
    asks = report.standing is not ReportStanding.CONFIRMED and bool(asked_users(report))
    words = [ConfirmReport(report.event_id), DisputeReport(report.event_id)] if asks else []
    return persistent(*shown, *words, Undo(report.event_id))
