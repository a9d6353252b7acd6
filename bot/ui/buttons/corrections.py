"""Void and correct events: a preview, the same stored, Undo."""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.services.events.corrections.correct import (
    ASKED,
    Asked,
    CorrectReport,
    EventEdit,
    add_edits,
    preview_correction,
    store_correction,
)
from bot.services.events.corrections.restore import RestoreReport, undo_correction, undo_void
from bot.services.events.void import UndoReport, void_event
from bot.services.framework.club_settings import today_in
from bot.services.framework.rating_changes import AskFirstError
from bot.ui.buttons.undo import confirm_undo, moves_buttons
from bot.ui.cards.corrections import correct_card, restored_card, void_card
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, progress_shown, reply
from bot.ui.framework.buttons import (
    GREEN,
    RED,
    Digest,
    Filled,
    Press,
    Who,
    button,
    choice,
    chosen_word,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.layout import INACTIVE
from bot.ui.framework.server import actor_of, match_someone, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.errors import InputError
from core.event.corrections import EntrantChange, RoundResult
from core.files.common.dates import parse_day
from core.files.common.text import shorten
from core.files.typed.changes import ChangeKind, ParsedChange, parse_changes
from core.files.typed.results import MOST_ROUNDS
from core.files.typed.rules import parse_time_control

Item = discord.ui.Item[Any]


async def edits_of(interaction: discord.Interaction[Any], text: str) -> list[EventEdit]:
    return [await _edit(interaction, one) for one in parse_changes(text)]


async def _edit(interaction: discord.Interaction[Any], one: ParsedChange) -> EventEdit:
    if one.kind is ChangeKind.NAME:
        return EventEdit(name=clean(one.text, NAME_CHARACTERS))
    if one.kind is ChangeKind.DATE:
        return EventEdit(day=await _day(interaction, one.text))
    if one.kind is ChangeKind.TIME_CONTROL:
        return EventEdit(time_control=parse_time_control(one.text))
    if one.kind is ChangeKind.ADD:
        return EventEdit(member=await match_someone(interaction, one.player or ""), entrant=EntrantChange.ADD)
    if one.kind is ChangeKind.REMOVE:
        return EventEdit(member=one.player, entrant=EntrantChange.REMOVE)
    return EventEdit(member=one.player, round=one.round, result=one.result, opponent=one.opponent, rating=one.rating)


async def _day(interaction: discord.Interaction[Any], text: str) -> Any:
    services, actor = services_of(interaction), actor_of(interaction)
    return parse_day(text, await today_in(services, actor.club_id))


async def void_and_answer(interaction: discord.Interaction[Any], event_id: int, reason: str) -> None:
    """Void an event of one person; preview one of several."""
    services, actor = services_of(interaction), actor_of(interaction)
    await defer(interaction)
    try:
        async with progress_shown(interaction) as progress:
            report = await void_event(services, actor, event_id, reason, progress=progress)
    except AskFirstError as asked:
        pending_id, _ = await ASKED.keep(services, actor, b"", Asked(event_id, reason))
        await _preview_void(interaction, asked, pending_id)
        return
    await reply(interaction, void_card(report), _undo_void_view(interaction, report))


async def _preview_void(interaction: discord.Interaction[Any], asked: AskFirstError, pending_id: int) -> None:
    report: UndoReport = asked.found
    assert report.moves is not None
    more = moves_buttons(interaction, report.moves)
    view = lasting(void_event_button(pending_id, report.moves.digest), cancel_void_button(pending_id), *more)
    await edit_answer(interaction, embed=void_card(report, asks=True, has_changed=asked.has_changed), view=view)


def _undo_void_view(interaction: discord.Interaction[Any], report: UndoReport) -> discord.ui.View | None:
    if report.undo is None or report.moves is None:
        return None
    return lasting(undo_void_button(report.undo), *moves_buttons(interaction, report.moves))


@button("void-event", "Void event", Who.DIRECTOR, style=RED)
async def void_event_button(press: Press, pending_id: int, shown: Digest) -> None:
    await acknowledge(press.interaction)
    asked = (await ASKED.look(press.services, press.actor, pending_id)).options
    try:
        async with heavy_turn(press.interaction):
            report = await void_event(press.services, press.actor, asked.event_id, asked.reason, shown)
    except AskFirstError as question:
        await _preview_void(press.interaction, question, pending_id)
        return
    await edit_answer(press.interaction, embed=void_card(report), view=_undo_void_view(press.interaction, report))


@button("keep-event", "Cancel", Who.DIRECTOR)
async def cancel_void_button(press: Press, pending_id: int) -> None:
    await acknowledge(press.interaction)
    await ASKED.drop(press.services, press.actor, pending_id)
    embed = discord.Embed(title="Cancelled", description="The event stays as it is.", colour=INACTIVE)
    await edit_answer(press.interaction, embed=embed, view=None)


async def correct_and_answer(
    interaction: discord.Interaction[Any], event_id: int, change: str | None, reason: str
) -> None:
    """Preview a correction, or offer what can be changed."""
    await defer(interaction)
    edits = tuple(await edits_of(interaction, change)) if change is not None else ()
    async with heavy_turn(interaction):
        asked = Asked(event_id, reason, edits)
        report = await preview_correction(services_of(interaction), actor_of(interaction), asked)
    await _preview_correction(interaction, report)


async def _preview_correction(
    interaction: discord.Interaction[Any], report: CorrectReport, *, has_changed: bool = False
) -> None:
    assert report.pending_id is not None
    items: list[Item] = []
    if report.moves is not None:
        items.append(correct_event_button(report.pending_id, report.moves.digest))
        items += moves_buttons(interaction, report.moves)
    items = [*items, cancel_void_button(report.pending_id), _change_kind_menu(report.pending_id)]
    card = correct_card(report, asks=True, has_changed=has_changed)
    await edit_answer(interaction, embed=card, view=lasting(*items))


@button("correct-event", "Correct event", Who.DIRECTOR, style=GREEN)
async def correct_event_button(press: Press, pending_id: int, shown: Digest) -> None:
    """Store a correction as it was shown."""
    await acknowledge(press.interaction)
    try:
        async with heavy_turn(press.interaction):
            report = await store_correction(press.services, press.actor, pending_id, shown)
    except AskFirstError as question:
        await _preview_correction(press.interaction, question.found, has_changed=True)
        return
    assert report.undo is not None
    assert report.moves is not None
    more = moves_buttons(press.interaction, report.moves)
    view = lasting(undo_correction_button(report.undo), *more)
    await edit_answer(press.interaction, embed=correct_card(report), view=view)


ROUND, DETAILS, ADD, REMOVE = "round", "details", "add", "remove"
CHANGES = {
    ROUND: "A round: result, opponent or rating",
    DETAILS: "Name, date or time control",
    ADD: "Add a player",
    REMOVE: "Remove a player",
}


def _change_kind_menu(pending_id: int) -> Item:
    options = [discord.SelectOption(label=label, value=value) for value, label in CHANGES.items()]
    return discord.ui.Select(custom_id=change_kind_menu.id(pending_id), placeholder="Change …", options=options)


@menu("correct-what", Who.DIRECTOR)
async def change_kind_menu(press: Press, pending_id: int) -> None:
    chosen = chosen_word(press.values)
    await ASKED.look(press.services, press.actor, pending_id)
    forms = {ROUND: round_form, DETAILS: details_form, ADD: add_form, REMOVE: remove_form}
    if chosen not in forms:
        raise InputError("The choice was not offered. Use /td correct again.")
    await forms[chosen].open(press.interaction, {}, pending_id)


async def _add(press: Press, pending_id: int, make: Callable[[], Awaitable[list[EventEdit]]]) -> None:
    await acknowledge(press.interaction)
    await ASKED.look(press.services, press.actor, pending_id)  # refuses non-directors before anybody is looked up
    edits = await make()
    async with heavy_turn(press.interaction):
        report = await add_edits(press.services, press.actor, pending_id, edits)
    await _preview_correction(press.interaction, report)


def _round(press: Press) -> int | None:
    written = press.text("round")
    if written and not (written.isascii() and written.isdigit() and 1 <= int(written[:4]) <= MOST_ROUNDS):
        raise InputError(f'"{shorten(written)}" is not a round. Rounds are 1 to {MOST_ROUNDS}.')
    return int(written) if written else None


def _rating(press: Press) -> float | None:
    written = press.text("rating")
    try:
        return float(written) if written else None
    except ValueError:
        raise InputError(f'"{shorten(written)}" is not a rating. Write a number, for example 1650.') from None


def _result(press: Press) -> RoundResult | None:
    written = press.text("result")
    if written and written not in set(RoundResult):
        raise InputError("The choice was not offered. Use /td correct again.")
    return RoundResult(written) if written else None


_RESULTS = [(one.value, one.value) for one in RoundResult]


def _round_fields(filled: Filled, pending_id: int) -> list[discord.ui.Label[Any]]:
    return [
        line("player", "Player", filled, placeholder="Empty: the event's only player", required=False),
        line("round", "Round", filled, placeholder="3", most=2),
        choice("result", "Result, from the player's side", _RESULTS, filled, required=False),
        line("opponent", "Opponent", filled, placeholder="Empty: no change", required=False),
        line("rating", "Opponent's rating, if it was typed", filled, required=False, most=10),
    ]


@form("correct-round", "Correct a round", Who.DIRECTOR, fields=_round_fields)
async def round_form(press: Press, pending_id: int) -> None:
    """Change a result, an opponent or a rating."""

    async def make() -> list[EventEdit]:
        who, opponent = press.text("player") or None, press.text("opponent") or None
        return [
            EventEdit(member=who, round=_round(press), result=_result(press), opponent=opponent, rating=_rating(press))
        ]

    await _add(press, pending_id, make)


def _details_fields(filled: Filled, pending_id: int) -> list[discord.ui.Label[Any]]:
    return [
        line("name", "Name", filled, placeholder="Empty: no change", required=False, most=NAME_CHARACTERS),
        line("date", "The day it ended", filled, placeholder="Empty: no change", required=False, most=30),
        line("control", "Time control", filled, placeholder="G/60;d5 (empty: no change)", required=False, most=30),
    ]


@form("correct-details", "Correct name, date or time control", Who.DIRECTOR, fields=_details_fields)
async def details_form(press: Press, pending_id: int) -> None:
    async def make() -> list[EventEdit]:
        name, day, control = press.text("name"), press.text("date"), press.text("control")
        return [
            EventEdit(
                name=clean(name, NAME_CHARACTERS) if name else None,
                day=await _day(press.interaction, day) if day else None,
                time_control=parse_time_control(control) if control else None,
            )
        ]

    await _add(press, pending_id, make)


def _add_fields(filled: Filled, pending_id: int) -> list[discord.ui.Label[Any]]:
    return [
        line("player", "Player", filled, placeholder="A name, a mention or #12"),
        line("round", "Round of a game", filled, required=False, most=2),
        choice("result", "Result, from the player's side", _RESULTS, filled, required=False),
        line("opponent", "Opponent", filled, required=False),
    ]


@form("correct-add", "Add a player", Who.DIRECTOR, fields=_add_fields)
async def add_form(press: Press, pending_id: int) -> None:
    """Add a player with one game."""

    async def make() -> list[EventEdit]:
        who = await match_someone(press.interaction, press.text("player"))
        opponent, change = press.text("opponent") or None, EntrantChange.ADD
        return [EventEdit(member=who, entrant=change, round=_round(press), result=_result(press), opponent=opponent)]

    await _add(press, pending_id, make)


def _remove_fields(filled: Filled, pending_id: int) -> list[discord.ui.Label[Any]]:
    return [line("player", "Player", filled, placeholder="All the player's games are removed too")]


@form("correct-remove", "Remove a player", Who.DIRECTOR, fields=_remove_fields)
async def remove_form(press: Press, pending_id: int) -> None:
    """Remove a player with all their games."""

    async def make() -> list[EventEdit]:
        return [EventEdit(member=press.text("player"), entrant=EntrantChange.REMOVE)]

    await _add(press, pending_id, make)


# Undo of both asks first if later facts depend on it.


@button("undo-void", "Undo", Who.DIRECTOR, style=RED)
async def undo_void_button(press: Press, event_id: int, shown: Digest | None = None) -> None:
    doing = undo_void(press.services, press.actor, event_id, shown)
    await _undo(press, doing, "void", lambda digest: undo_void_button.but(label="Undo void")(event_id, digest))


@button("undo-correction", "Undo", Who.DIRECTOR, style=RED)
async def undo_correction_button(press: Press, key: int, shown: Digest | None = None) -> None:
    doing = undo_correction(press.services, press.actor, key, shown)
    sure = undo_correction_button.but(label="Undo correction")
    await _undo(press, doing, "correction", lambda digest: sure(key, digest))


async def _undo(
    press: Press,
    doing: Awaitable[RestoreReport],
    subject: str,
    sure: Callable[[str], discord.ui.Button[discord.ui.View]],
) -> None:
    def card(report: RestoreReport, **asking: bool) -> discord.Embed:
        return restored_card(report, subject, **asking)

    await confirm_undo(press, doing, card, sure)
