"""Buttons and forms on the card of a club evening."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.announcements import keep_card
from bot.services.live_events.close import AskFirst, close_evening
from bot.services.live_events.entries import Entries, ask_bye, join_evening, leave_evening
from bot.services.live_events.lifecycle import (
    LiveEventCard,
    cancel_evening,
    evening_card,
    save_message_location,
    which_evening,
)
from bot.services.live_events.report_game import number_in
from bot.services.live_events.results import Entered, Reported, confirm_report, enter_results, report_results
from bot.services.live_events.standings import live_standings
from bot.services.live_events.tournament import Tournament, crosstable_of, tournament_of
from bot.store.events.evening_rows import EveningStatus, PairingKind
from bot.ui.buttons.imports import reply_import
from bot.ui.buttons.printing import print_evening_button
from bot.ui.cards.scores import EVENING_RECORDS
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, remove_buttons, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    GREY,
    RED,
    Filled,
    Labels,
    Press,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
)
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.layout import INACTIVE, LEVEL, answer, heading
from bot.ui.framework.pages import look_button
from bot.ui.framework.text import plain, safe
from bot.ui.live_events.card import MOST_LINES, evening_embed, panel_embed, report_embed
from bot.ui.live_events.chances_card import SOURCE, need_lines, reply_prizes
from bot.ui.live_events.standings_card import standings_buttons, standings_embed, tournament_embed
from bot.ui.live_events.wording import result_text
from core.errors import InputError, RuleError
from core.formats.typed.results import ParsedResult, parse_results_list
from core.pairing.methods import method_named
from core.words import counted

# An evening's card: one edit at a time, and none if nothing changed.


UNKNOWN_MESSAGE = 10008

log = logging.getLogger(__name__)


@dataclass
class _Shown:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    embed: dict[str, Any] | None = None


MOST_CARDS = 512

_cards: WeakKeyDictionary[Any, OrderedDict[int, _Shown]] = WeakKeyDictionary()


def _shown(client: Any, evening_id: int) -> _Shown:
    cards = _cards.setdefault(client, OrderedDict())
    shown = cards.setdefault(evening_id, _Shown())
    cards.move_to_end(evening_id)
    while len(cards) > MOST_CARDS:
        # members wait on the lock of a running edit
        idle = (key for key, card in cards.items() if not card.lock.locked() and card is not shown)
        oldest = next(idle, None)
        if oldest is None:
            break
        del cards[oldest]
    return shown


async def post_card(
    interaction: discord.Interaction[Any], actor: Actor, card: LiveEventCard, view: discord.ui.View | None
) -> None:
    """Answer with an evening's card, and remember its message."""
    services: Services = interaction.client.services
    evening_id, embed = card.evening.id, await embed_of(services, card)
    shown = _shown(interaction.client, evening_id)
    async with shown.lock:  # an immediate click finds it remembered
        message_id = await edit_answer(interaction, embed=embed, view=view)
        shown.embed = dict(embed.to_dict())
        if interaction.channel_id is not None:
            keeping = save_message_location(services, actor, evening_id, interaction.channel_id, message_id)
            await afterwards(keeping, f"storing the message of evening {evening_id} failed")


async def refresh_card(interaction: discord.Interaction[Any], evening_id: int, *, on_card: bool = False) -> None:
    """Edit a changed card. on_card: a click that is not answered yet."""
    interaction.extras[ANSWERING] = True
    refreshing = _refresh(interaction, evening_id, on_card=on_card)
    await (refreshing if on_card else afterwards(refreshing, f"editing the card of evening {evening_id} failed"))


async def _refresh(interaction: discord.Interaction[Any], evening_id: int, *, on_card: bool) -> None:
    edit = interaction.edit_original_response if on_card else None
    await bring_up_to_date(interaction.client, interaction.guild_id or 0, evening_id, edit)


async def embed_of(services: Services, card: LiveEventCard) -> discord.Embed:
    if not card.evening.is_paired:
        return evening_embed(card)
    return tournament_embed(await live_standings(services, card.club.id, card.evening.id))


def view_of(card: LiveEventCard) -> discord.ui.View | None:
    return card_view(card)


async def _edit_or_post(
    client: Any, club_id: int, card: LiveEventCard, place: tuple[int, int], changes: dict[str, Any]
) -> None:
    """Edit a card; post it again if it was deleted too early."""
    channel_id, message_id = place
    channel = client.get_partial_messageable(channel_id)
    try:
        await channel.get_partial_message(message_id).edit(**changes)
    except discord.HTTPException as error:
        is_missed = card.evening.is_paired and card.evening.status is EveningStatus.OPEN
        if error.code != UNKNOWN_MESSAGE or not is_missed:
            raise
        posted = await channel.send(**changes)
        await keep_card(client.services, club_id, card.evening, channel_id, posted.id)


async def _posted_section(client: Any, club_id: int, card: LiveEventCard, changes: dict[str, Any]) -> bool:
    """Post a section's first card in its event's channel; return whether it did."""
    evening = card.evening
    if evening.part_of is None or evening.status is not EveningStatus.OPEN:
        return False
    _, place = await evening_card(client.services, club_id, evening.part_of)
    if place is None:
        return False
    channel_id, _ = place
    posted = await client.get_partial_messageable(channel_id).send(**changes)
    await keep_card(client.services, club_id, evening, channel_id, posted.id)
    return True


async def bring_up_to_date(
    client: Any, club_id: int, evening_id: int, edit: Callable[..., Awaitable[Any]] | None = None
) -> None:
    """Edit a changed card. edit: of a click, whose errors are raised."""
    services: Services = client.services
    shown = _shown(client, evening_id)
    async with shown.lock:
        card, place = await evening_card(services, club_id, evening_id)
        embed = await embed_of(services, card)
        if embed.to_dict() == shown.embed:
            return
        changes: dict[str, Any] = {"embed": embed, "view": view_of(card)}
        try:
            if edit is not None:
                await edit(**changes)
            elif place is not None:
                await _edit_or_post(client, club_id, card, place, changes)
            elif not await _posted_section(client, club_id, card, changes):
                return
        except discord.HTTPException as error:
            if edit is not None:
                raise
            # the next change tries again
            log.warning("editing an evening's card failed: evening=%d: %s", evening_id, error)
            return
        shown.embed = dict(embed.to_dict())


# Everybody's buttons on the card.


_KINDS = {"H": "Half-point bye", "Z": "Zero-point bye", "none": "No bye"}


@button("evening-bye", "Bye", Who.EVERYONE)
async def bye_button(press: Press, evening_id: int) -> None:
    """Ask not to be paired in a round."""
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    await bye_form.open(press.interaction, {"round": [str(tournament.next_round)]}, evening_id)


def _bye_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("round", "Round", filled, most=2)
    yield choice("kind", "Kind of bye", [(label, key) for key, label in _KINDS.items()], filled)


@form("evening-bye-form", "Ask for a bye", Who.PLAYS, fields=_bye_fields)
async def bye_form(press: Press, evening_id: int) -> None:
    services, actor = press.services, press.actor
    await defer(press.interaction, ephemeral=True)
    number_in(await tournament_of(services, actor.club_id, evening_id), actor)
    written, word = press.text("round"), press.text("kind")
    if not (written.isascii() and written.isdigit()):
        raise InputError(f'"{written}" is not a round. Write its number, for example 3.')
    if word not in _KINDS:
        raise InputError(DAMAGED)
    number = int(written)
    kind = None if word == "none" else PairingKind(word)
    await ask_bye(services, actor, evening_id, None, number, kind)
    text = f"You have a {_KINDS[word].lower()} in round {number}. To cancel it, press **Bye** and choose No bye."
    if kind is None:
        text = f"You have no bye in round {number}. You will be paired."
    await reply(press.interaction, discord.Embed(description=text, colour=LEVEL), ephemeral=True)


@button("evening-standings", "Standings", Who.EVERYONE)
async def standings_button(press: Press, evening_id: int) -> None:
    await defer(press.interaction, ephemeral=True)
    found = await live_standings(press.services, press.actor.club_id, evening_id)
    records = [look_button("Records", f"{EVENING_RECORDS}:{evening_id}")]
    records = records if crosstable_of(found.tournament).has_points else []
    view = lasting(*standings_buttons(found), *records, print_evening_button(evening_id))
    await reply(press.interaction, standings_embed(found), view, ephemeral=True)


@button("evening-need", "What do I need?", Who.PLAYS)
async def need_button(press: Press, evening_id: int) -> None:
    """Show what the remaining games can bring: norms, titles, rating."""
    from bot.services.outlook import evening_section

    await defer(press.interaction, ephemeral=True)
    found = await evening_section(press.services, press.actor.club_id, evening_id)
    number = found.numbers.get(number_in(found.tournament, press.actor))
    if number is None:
        raise RuleError(
            "You are on the waiting list, or have yet to check in. Press What do I need? again once you play."
        )
    lines = await asyncio.to_thread(need_lines, found, number)
    name = safe(found.tournament.evening.name, 80)
    await reply(press.interaction, answer([heading(name, "what you need"), *lines]), ephemeral=True)


def entries_note(entries: Entries) -> str:
    result_text = (
        ("Added", entries.added),
        ("Already entered", entries.known),
        ("On the waiting list", entries.waiting),
    )
    return " ".join(f"{word}: {', '.join(safe(name, 100) for name in names)}." for word, names in result_text if names)


@button("evening-join", "Join", Who.EVERYONE, style=GREEN)
async def join_button(press: Press, evening_id: int) -> None:
    interaction = press.interaction
    await acknowledge(interaction)
    plays = await join_evening(press.services, press.actor, evening_id)
    await refresh_card(interaction, evening_id, on_card=True)
    if not plays:
        waits = interaction.followup.send("All places are taken. You are on the waiting list.", ephemeral=True)
        await afterwards(waits, "telling a member about the waiting list failed")


@button("evening-leave", "Leave", Who.EVERYONE)
async def leave_button(press: Press, evening_id: int) -> None:
    await acknowledge(press.interaction)
    await leave_evening(press.services, press.actor, evening_id)
    await refresh_card(press.interaction, evening_id, on_card=True)


@button("evening-report", "Report a result", Who.EVERYONE, style=BLUE)
async def report_button(press: Press, evening_id: int) -> None:
    await results_form.open(press.interaction, {}, evening_id)


@button("evening-close", "Close (TD)", Who.DIRECTOR)
async def close_button(press: Press, evening_id: int) -> None:
    await close_and_answer(press.interaction, press.services, press.actor, evening_id)


@button("evening-close-anyway", "Close anyway", Who.DIRECTOR, style=RED)
async def close_anyway_button(press: Press, evening_id: int) -> None:
    """Rate the evening though results are open or not confirmed."""
    await close_and_answer(press.interaction, press.services, press.actor, evening_id, force=True)
    await remove_buttons(press.interaction)


@button("evening-cancel", "Cancel (TD)", Who.DIRECTOR, style=RED)
async def cancel_button(press: Press, evening_id: int) -> None:
    """End the evening without rating it; ask first if there are results."""
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    reported = await cancel_evening(press.services, press.actor, evening_id)
    if reported:
        question = f"{counted(reported, 'result')} would not be rated. Cancel the evening anyway?"
        view = lasting(really_cancel_button(evening_id))
        await reply(interaction, discord.Embed(description=question, colour=LEVEL), view, ephemeral=True)
        return
    await reply(interaction, CANCELLED, ephemeral=True)
    await refresh_card(interaction, evening_id)


@button("evening-really-cancel", "Yes, cancel it", Who.DIRECTOR, style=RED)
async def really_cancel_button(press: Press, evening_id: int) -> None:
    await acknowledge(press.interaction)
    await cancel_evening(press.services, press.actor, evening_id, sure=True)
    await edit_answer(press.interaction, embed=CANCELLED, view=None)
    await refresh_card(press.interaction, evening_id)


CANCELLED = discord.Embed(description="The evening is cancelled. Nothing was rated.", colour=INACTIVE)


@button("evening-confirm", "Confirm", Who.OTHER_SIDE, style=GREEN)
async def confirm_results_button(press: Press, evening_id: int, report_id: int) -> None:
    await acknowledge(press.interaction)
    reported = await confirm_report(press.services, press.actor, evening_id, report_id)
    await edit_answer(press.interaction, embed=report_embed(reported), view=_confirming(reported))
    await refresh_card(press.interaction, evening_id)


def _results_fields(filled: Filled, evening_id: int) -> Labels:
    described = "Dana beat Eli, or Dana Eli ½. One game per line. For another round begin with its number: 2:"
    text, example = "Results", "Dana 1-0 Eli"
    yield line("results", text, filled, description=described, placeholder=example, most=2000, is_long=True)
    yield line("reason", "Reason, if the round is closed (TD)", filled, required=False, most=200)


@form("evening-results", "Report results", Who.JOINED, fields=_results_fields)
async def results_form(press: Press, evening_id: int) -> None:
    written = parse_results_list(press.written("results"))
    await defer(press.interaction)
    await store_written(press, evening_id, written, press.text("reason") or None)


async def store_written(press: Press, evening_id: int, written: Sequence[ParsedResult], reason: str | None) -> None:
    interaction, services, actor = press.interaction, press.services, press.actor
    evening = await which_evening(services, actor, evening_id)
    if evening.is_paired:
        await answer_entered(interaction, actor, await enter_results(services, actor, evening.id, written, reason))
    else:
        await answer_report(interaction, await report_results(services, actor, evening.id, written))


async def answer_entered(interaction: discord.Interaction[Any], actor: Actor, entered: Entered) -> None:
    from bot.ui.buttons.evening_forms import undo_announced_button

    lines = [
        result_text(entered.tournament, pairing, report)
        if report is not None
        else f"{entered.tournament.place(pairing).capitalize()}: result removed"
        for pairing, report in entered.lines[:MOST_LINES]
    ]
    if len(entered.lines) > MOST_LINES:
        lines.append(f"… and {counted(len(entered.lines) - MOST_LINES, 'more result')}")
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=plain(entered.tournament.evening.name, 80))
    view = lasting(undo_announced_button(actor.interaction_id)) if entered.by_director else None
    await reply(interaction, embed, view)


async def post_evening(interaction: discord.Interaction[Any], actor: Actor, card: LiveEventCard) -> None:
    await post_card(interaction, actor, card, card_view(card))


async def show_evening(
    interaction: discord.Interaction[Any], services: Services, actor: Actor, evening_id: int
) -> None:
    await defer(interaction)
    card, place = await evening_card(services, actor.club_id, evening_id)
    if place is None:
        await post_evening(interaction, actor, card)
    else:
        await reply(interaction, await embed_of(services, card), card_view(card))


async def answer_report(interaction: discord.Interaction[Any], reported: Reported) -> None:
    await reply(interaction, report_embed(reported), _confirming(reported))
    await refresh_card(interaction, reported.card.evening.id)


def _confirming(reported: Reported) -> discord.ui.View | None:
    if not reported.waiting:
        return None
    return lasting(confirm_results_button(reported.card.evening.id, reported.report_id))


async def close_and_answer(
    interaction: discord.Interaction[Any],
    services: Services,
    actor: Actor,
    evening_id: int,
    *,
    force: bool = False,
) -> None:
    """Rate an evening and post it; ask first if results are open."""
    await defer(interaction)
    try:
        closed, report = await close_evening(services, actor, evening_id, force=force)
    except AskFirst as asked:
        question = discord.Embed(description=safe(asked.message, 2000), colour=LEVEL)
        await reply(interaction, question, lasting(close_anyway_button.but(label=asked.button)(evening_id)))
        return
    await reply_import(interaction, report)
    await refresh_card(interaction, closed)
    await afterwards(reply_prizes(interaction, services, closed), "posting the prizes failed")


def card_view(card: LiveEventCard) -> discord.ui.View | None:
    from bot.services.outlook import METHODS
    from bot.ui.buttons.evening_forms import prizes_button

    key = card.evening.id
    if card.evening.status is EveningStatus.DIVIDED:
        from bot.ui.buttons.evening_panel import directors_button

        return lasting(*_entry(card), prizes_button(key), directors_button(key))
    if card.evening.status is not EveningStatus.OPEN:
        from bot.ui.buttons.evening_panel import reopen_evening_button

        closed = (reopen_evening_button(key), prizes_button(key), print_evening_button(key))
        return lasting(*closed) if card.evening.is_paired else None
    if card.evening.is_paired:
        from bot.ui.buttons.evening_panel import directors_button

        method = method_named(card.evening.method)
        common = (standings_button(key), prizes_button(key), report_button(key), directors_button(key))
        if not method.in_rounds:
            from bot.ui.buttons.evening_games import not_now_button, pair_me_button

            return lasting(
                pair_me_button(key),
                not_now_button(key),
                leave_button(key),
                *common,
            )
        foreseen: list[discord.ui.Item[Any]] = []
        if card.evening.method in METHODS:
            foreseen = [need_button(key), look_button("Chances", f"{SOURCE}:{key}")]
        bye = [] if method.closed else [bye_button(key)]
        if card.checks_in:
            # nothing else to show yet: a phone shows fewer buttons
            return lasting(*_entry(card), *bye, prizes_button(key), directors_button(key))
        return lasting(*_entry(card), *bye, *foreseen, *common)
    from bot.ui.buttons.evening_plan import plan_button

    buttons = (join_button, leave_button, report_button, close_button, cancel_button, plan_button)
    return lasting(*(button(key) for button in buttons))


def _entry(card: LiveEventCard) -> list[discord.ui.Item[Any]]:
    from bot.ui.buttons.evening_no_shows import check_in_button

    key = card.evening.id
    if not card.checks_in:
        return [join_button(key), leave_button(key)]
    return [check_in_button(key), join_button.but(style=GREY)(key), leave_button(key)]


# Open panels of directors follow the results; the last press on one can edit it for 15 minutes.


MOST_PANELS = 128


@dataclass(slots=True)
class _OpenPanel:
    """A panel, its last press, and the embed that it shows."""

    interaction: discord.Interaction[Any]
    note: str | None
    undo: int | None
    shown: dict[str, Any]


_panels: WeakKeyDictionary[Any, OrderedDict[tuple[int, int], _OpenPanel]] = WeakKeyDictionary()


def _of(client: Any) -> OrderedDict[tuple[int, int], _OpenPanel]:
    return _panels.setdefault(client, OrderedDict())


def follow(
    interaction: discord.Interaction[Any],
    tournament: Tournament,
    note: str | None,
    undo: int | None,
    embed: discord.Embed,
) -> None:
    panels = _of(interaction.client)
    key = tournament.evening.id, interaction.user.id
    panels[key] = _OpenPanel(interaction, note, undo, dict(embed.to_dict()))
    panels.move_to_end(key)
    while len(panels) > MOST_PANELS:
        panels.popitem(last=False)


def leave(interaction: discord.Interaction[Any], evening_id: int) -> None:
    """Stop updating a panel, such as one that asks something."""
    _of(interaction.client).pop((evening_id, interaction.user.id), None)


async def redraw_panels(client: Any, tournament: Tournament) -> None:
    from bot.ui.buttons.evening_panel_view import panel_view

    panels = _of(client)
    for key, panel in [(key, panel) for key, panel in panels.items() if key[0] == tournament.evening.id]:
        embed = panel_embed(tournament, panel.note)
        if embed.to_dict() == panel.shown:
            continue
        panel.shown = dict(embed.to_dict())
        try:
            if not panel.interaction.is_expired():
                view = panel_view(tournament, panel.undo)
                await panel.interaction.edit_original_response(embed=embed, view=view)
                continue
        except discord.HTTPException as error:
            log.info("directors' panel not edited: evening=%d: %s", tournament.evening.id, error)
        if panels.get(key) is panel:
            del panels[key]
