"""Buttons and forms on the card of a club evening, for everybody."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Annotated, Any

import discord

from bot.services.evenings.close import CloseAnyway, CloseOverStored, close_evening
from bot.services.evenings.entries import ask_bye, join_evening, leave_evening
from bot.services.evenings.lifecycle import (
    cancel_evening,
    evening_card,
    which_evening,
)
from bot.services.evenings.report_game import number_in
from bot.services.evenings.results import Entered, PlayedAgain, Reported, confirm_report, enter_results, report_results
from bot.services.evenings.standings import live_standings
from bot.services.evenings.tournament import crosstable_of, tournament_of
from bot.services.events.same_games import StoredAlready
from bot.services.framework.context import Actor, Services
from bot.store.database.evening_rows import PairingKind
from bot.ui.buttons.evening_forms import undo_announced_button
from bot.ui.buttons.evening_live import VIEWS, embed_of, post_evening, refresh_card
from bot.ui.buttons.evening_play_off import play_off_buttons
from bot.ui.buttons.imports import reply_import
from bot.ui.buttons.printing import print_evening_button
from bot.ui.cards.evening import MOST_LINES, report_embed
from bot.ui.cards.evening_chances import need_lines, reply_prizes
from bot.ui.cards.evening_standings import standings_buttons, standings_embed
from bot.ui.cards.imports import stored_already
from bot.ui.cards.scores import EVENING_RECORDS
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, remove_buttons, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    RED,
    Filled,
    Labels,
    Press,
    Small,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
)
from bot.ui.framework.club_memory import ClubMemory
from bot.ui.framework.errors import asking
from bot.ui.framework.layout import INACTIVE, LEVEL, answer, heading
from bot.ui.framework.pages import look_button
from bot.ui.framework.text import plain, safe
from bot.ui.wording.evenings import ResultKind, result_examples, result_kind, result_text
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError
from core.files.typed.results import ParsedResult, parse_results_list
from core.words import counted

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
    view = lasting(
        *standings_buttons(found), *records, print_evening_button(evening_id), *play_off_buttons(press, found)
    )
    await reply(press.interaction, standings_embed(found), view, ephemeral=True)


@button("evening-need", "What do I need?", Who.PLAYS)
async def need_button(press: Press, evening_id: int) -> None:
    """Show what the remaining games can bring: norms, titles, rating."""
    from bot.services.evenings.chances import evening_section

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
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    await results_form.open(press.interaction, {}, evening_id, result_kind(tournament))


@button("evening-close", "Close (TD)", Who.DIRECTOR)
async def close_button(press: Press, evening_id: int) -> None:
    await close_and_answer(press.interaction, press.services, press.actor, evening_id)


@button("evening-close-anyway", "Close anyway", Who.DIRECTOR, style=RED)
async def close_anyway_button(press: Press, evening_id: int) -> None:
    """Rate the evening though results are open or not confirmed."""
    await close_and_answer(press.interaction, press.services, press.actor, evening_id, force=True)
    await remove_buttons(press.interaction)


@button("evening-replace", "Replace", Who.DIRECTOR, style=GREEN)
async def replace_stored_button(press: Press, evening_id: int, force: Small) -> None:
    """Rate the evening instead of the stored events with its games."""
    await _close_with(press, evening_id, force, StoredAlready.REPLACED)


@button("evening-beside", "Close as a separate event", Who.DIRECTOR)
async def close_beside_button(press: Press, evening_id: int, force: Small) -> None:
    """Rate the evening beside the events that resemble it."""
    await _close_with(press, evening_id, force, StoredAlready.STAYS)


async def _close_with(press: Press, evening_id: int, force: int, if_stored: StoredAlready) -> None:
    where = press.interaction, press.services, press.actor
    await close_and_answer(*where, evening_id, force=bool(force), if_stored=if_stored)
    await remove_buttons(press.interaction)


@button("evening-cancel", "Cancel (TD)", Who.DIRECTOR, style=RED)
async def cancel_button(press: Press, evening_id: int) -> None:
    """End the evening without rating it; ask first if there are players or results."""
    interaction = press.interaction
    await defer(interaction, ephemeral=True)
    joined, reported = await cancel_evening(press.services, press.actor, evening_id)
    if joined or reported:
        results = f"{counted(reported, 'result')} would not be rated. " if reported else ""
        question = f"{counted(joined, 'player')} joined. {results}Cancel the evening?"
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


def _results_fields(filled: Filled, evening_id: int, kind: ResultKind) -> Labels:
    described, example = result_examples(kind)
    yield line("results", "Results", filled, description=described, placeholder=example, most=2000, is_long=True)
    yield line("reason", "Reason, if the round is closed (TD)", filled, required=False, most=200)


@form("evening-results", "Report results", Who.JOINED, fields=_results_fields)
async def results_form(press: Press, evening_id: int, kind: ResultKind) -> None:
    written = parse_results_list(press.written("results"))
    await defer(press.interaction)
    await store_written(press, evening_id, written, press.text("reason") or None)


async def store_written(press: Press, evening_id: int, written: Sequence[ParsedResult], reason: str | None) -> None:
    interaction, services, actor = press.interaction, press.services, press.actor
    evening = await which_evening(services, actor, evening_id)
    if evening.is_paired:
        await answer_entered(interaction, actor, await enter_results(services, actor, evening.id, written, reason))
    else:
        await _report_typed(press, evening.id, written)


Again = Annotated[str, "[0-9a-f]{16}"]

_again: ClubMemory[Sequence[ParsedResult]] = ClubMemory()
"""Results that pairs already have in another round, until the member decides."""


async def _report_typed(press: Press, evening_id: int, written: Sequence[ParsedResult], *, again: bool = False) -> None:
    try:
        reported = await report_results(press.services, press.actor, evening_id, written, again=again)
    except PlayedAgain as same:
        number = secrets.token_hex(8)
        _again.put(press.interaction, number, written)
        embed = discord.Embed(title="Nothing is stored yet", description=safe(same.message, 400), colour=LEVEL)
        await reply(press.interaction, embed, lasting(store_again_button(evening_id, press.user_id, number)))
        return
    await answer_report(press.interaction, reported)


@button("results-again", "Store it anyway", Who.ASKED, style=RED)
async def store_again_button(press: Press, evening_id: int, owner: int, number: Again) -> None:
    """Store results that pairs already have in another round."""
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use this button. Report your results yourself.")
    written = _again.take(press.interaction, number)
    if written is None:
        raise NotFoundError("These results were not stored and have expired. Report them again.")
    await defer(press.interaction)
    await _report_typed(press, evening_id, written, again=True)
    await remove_buttons(press.interaction)


async def answer_entered(interaction: discord.Interaction[Any], actor: Actor, entered: Entered) -> None:
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


async def show_evening(
    interaction: discord.Interaction[Any], services: Services, actor: Actor, evening_id: int, *, ephemeral: bool = False
) -> None:
    await defer(interaction, ephemeral=ephemeral)
    card, place = await evening_card(services, actor.club_id, evening_id)
    if place is None and not ephemeral:
        await post_evening(interaction, actor, card)
    else:
        await reply(interaction, await embed_of(services, card), VIEWS.card(card), ephemeral=ephemeral)


async def answer_report(interaction: discord.Interaction[Any], reported: Reported) -> None:
    await reply(interaction, report_embed(reported), _confirming(reported))
    await refresh_card(interaction, reported.card.evening.id)


def _confirming(reported: Reported) -> discord.ui.View | None:
    if not reported.waiting:
        return None
    return lasting(confirm_results_button(reported.card.evening.id, reported.report_id))


@asking(CloseOverStored)
async def ask_what_happens_to_stored(interaction: discord.Interaction[Any], question: CloseOverStored) -> None:
    lines = [*stored_already(question.stored, question.games), "Press **Replace**, or these games count twice."]
    embed = discord.Embed(title="Not closed yet", description="\n".join(lines), colour=LEVEL)
    evening_id, force = question.evening_id, int(question.force)
    view = lasting(replace_stored_button(evening_id, force), close_beside_button(evening_id, force))
    await reply(interaction, embed, view)


@asking(CloseAnyway)
async def ask_before_closing(interaction: discord.Interaction[Any], question: CloseAnyway) -> None:
    embed = discord.Embed(description=safe(question.message, 2000), colour=LEVEL)
    await reply(interaction, embed, lasting(close_anyway_button.but(label=question.button)(question.evening_id)))


async def close_and_answer(
    interaction: discord.Interaction[Any],
    services: Services,
    actor: Actor,
    evening_id: int,
    *,
    force: bool = False,
    if_stored: StoredAlready = StoredAlready.ASK,
) -> None:
    await defer(interaction)
    closed, report = await close_evening(services, actor, evening_id, force=force, if_stored=if_stored)
    await reply_import(interaction, report)
    await refresh_card(interaction, closed)
    await afterwards(reply_prizes(interaction, services, closed), "posting the prizes failed")
