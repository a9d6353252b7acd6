"""Norms: tables of lifetime titles, and FIDE's title norms with declared details."""

import secrets
from dataclasses import fields, replace
from typing import Any

import discord

from bot.services.framework.club_settings import today_in
from bot.services.framework.subject import Someone
from bot.services.ratings.fide.norms import NormQuestion, NormReport, keep_norms, norm_of, uses_fide_norms
from bot.services.ratings.uschess import norms_of
from bot.store.database.rows import Player
from bot.ui.buttons.claims import ask_afterwards
from bot.ui.buttons.event import norm_buttons
from bot.ui.buttons.ratings import reply_lowering
from bot.ui.framework.answers import acknowledge, defer, edit_answer, heavy_turn, reply
from bot.ui.framework.buttons import (
    DAMAGED,
    Filled,
    Labels,
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
from bot.ui.framework.club_memory import ClubMemory
from bot.ui.framework.errors import BESIDE
from bot.ui.framework.pages import paged
from bot.ui.framework.server import actor_of, actor_or_none, club_of, services_of
from bot.ui.systems.fide.norm_card import norm_pages
from bot.ui.systems.fide.norm_lines import CHAMPIONSHIPS, EXEMPTIONS, FORMATS
from bot.ui.systems.uschess.norms_card import norms_card
from bot.ui.systems.uschess.title_cards import tables_card
from core.errors import InputError, NotFoundError
from core.files.common.dates import parse_day
from core.files.typed.opponents import parse_norm_opponents
from core.files.typed.persons import NOTHING, parse_federation
from core.files.typed.rules import parse_time_control
from core.rating.fide.norms.declared import DeclaredSettings
from core.rating.fide.norms.facts import MOST_ROUNDS, NORMS, Championship, EventFormat, Exemption

_questions: ClubMemory[NormQuestion] = ClubMemory()

TAKE_BACK = ("None: remove the stored value", "none")
YES_NO = (("Yes", "yes"), ("No", "no"))
MOST_ROUNDS_A_DAY = 9


@button("norm-tables", "Tables", Who.EVERYONE)
async def tables_button(press: Press) -> None:
    await reply(press.interaction, tables_card(), ephemeral=True)


@button("norm-check", "Check a FIDE norm", Who.EVERYONE)
async def check_norm_button(press: Press, event_id: int, player_id: int) -> None:
    await check_norm_form.open(press.interaction, {}, event_id, player_id)


def _check_fields(filled: Filled, event_id: int, player_id: int) -> Labels:
    rounds = "W2450 IM NED, =2380 GM FRA, BYE, 2510 GM GER, ?"
    yield line(
        "opponents",
        "Rounds" if not event_id else "Rounds (empty: the event of the card)",
        filled,
        placeholder=rounds,
        required=not event_id,
        most=2000,
        is_long=True,
    )
    yield line("federation", "The player's federation", filled, placeholder="NOR", required=False, most=20)
    yield choice("woman", "Is the player a woman?", YES_NO, filled, required=False)
    yield choice("title", "Norm to explain", [(str(norm), str(norm)) for norm in NORMS], filled, required=False)
    yield line("day", "First day of the event", filled, placeholder="2026-11-20", required=False, most=20)


@form("norm-check-form", "Check a FIDE norm", Who.EVERYONE, fields=_check_fields, outside=True)
async def check_norm_form(press: Press, event_id: int, player_id: int) -> None:
    """Check typed rounds, or a card's event, against FIDE's norms."""
    opponents, day = press.text("opponents"), press.text("day")
    today = await today_in(press.services, club_of(press.interaction))
    question = NormQuestion(
        event_id=None if opponents else event_id or None,
        rounds=parse_norm_opponents(opponents) if opponents else None,
        norm=_norm(press.text("title")),
        member=Player(player_id, None, "That player") if player_id and not opponents else None,
        federation=_federation(press.text("federation")),
        woman=_yes(press.text("woman")),
        day=parse_day(day, today) if day else None,
    )
    await defer(press.interaction, ephemeral=True)
    await reply_norm(press.interaction, question)


def _norm(word: str) -> Any:
    return next((norm for norm in NORMS if str(norm) == word), None)


def _federation(text: str) -> str | None:
    return parse_federation(text) if text else None


def _yes(word: str) -> bool | None:
    return {"yes": True, "no": False}.get(word)


@button("my-norms", "Norms", Who.EVERYONE)
async def norms_button(press: Press) -> None:
    """Answer as /norms does, to the member alone."""
    await defer(press.interaction, ephemeral=True)
    await reply_norms(press.interaction)


async def reply_norms(
    interaction: discord.Interaction[Any], player: Someone | None = None, event_id: int | None = None
) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    interaction.extras[BESIDE] = lasting(tables_button(), check_norm_button(0, 0))
    if await uses_fide_norms(services, actor, player, event_id):
        await reply_norm(interaction, NormQuestion(event_id=event_id, member=player))
        return
    report = await norms_of(services, actor, player, event_id)
    more = [tables_button(), check_norm_button(report.event.event_id or 0, report.event.player.id)]
    below = norm_buttons(report.event, *more, *reply_lowering(interaction, report))
    await reply(interaction, norms_card(report), below)
    await ask_afterwards(interaction, report.may_be)


async def reply_norm(interaction: discord.Interaction[Any], question: NormQuestion) -> None:
    await defer(interaction, ephemeral=question.rounds is not None)
    async with heavy_turn(interaction):
        report = await norm_of(services_of(interaction), actor_or_none(interaction), question)
    embed, view = _card(interaction, question, report)
    await reply(interaction, embed, view)


def _card(
    interaction: discord.Interaction[Any], question: NormQuestion, report: NormReport
) -> tuple[discord.Embed, discord.ui.View]:
    key, owner = secrets.token_hex(4), interaction.user.id
    stored = replace(question, event_id=report.event_id, member=question.member or _known(report.player))
    _questions.put(interaction, key, question if report.event_id is None else stored)
    pages = norm_pages(report)
    view = paged(interaction, pages) or lasting()
    options = [discord.SelectOption(label=f"{norm} norm", value=str(norm)) for norm in NORMS]
    number = int(key, 16)
    view.add_item(event_facts_button.but(row=2)(owner, number))
    view.add_item(more_facts_button.but(row=2)(owner, number))
    if report.event_id is not None:
        view.add_item(keep_norm_facts_button.but(row=2)(owner, number))
    if club_of(interaction) is not None:
        view.add_item(check_norm_button.but(row=2)(report.event_id or 0, report.player.id))
    view.add_item(discord.ui.Select(custom_id=norm_menu.id(owner, number), options=options, row=1))
    return pages[0], view


def _known(player: Player) -> Player | None:
    return player if player.id else None


def _question(press: Press, number: int) -> NormQuestion:
    question = _questions.find(press.interaction, f"{number:08x}")
    if question is None:
        raise NotFoundError("These details were not stored and have expired. Use /norms again.")
    return question


async def _refresh_card(press: Press, owner: int, question: NormQuestion) -> None:
    """Show a card again; in place only for the member who asked."""
    if press.user_id != owner or press.interaction.message is None:
        await defer(press.interaction, ephemeral=True)
        await reply_norm(press.interaction, question)
        return
    await acknowledge(press.interaction)
    async with heavy_turn(press.interaction):
        report = await norm_of(press.services, actor_or_none(press.interaction), question)
    embed, view = _card(press.interaction, question, report)
    await edit_answer(press.interaction, embed=embed, view=view)


@menu("norm-title", Who.EVERYONE, outside=True)
async def norm_menu(press: Press, owner: int, number: int) -> None:
    norm = _norm(chosen_word(press.values))
    if norm is None:
        raise InputError(DAMAGED)
    await _refresh_card(press, owner, replace(_question(press, number), norm=norm))


@button("norm-facts", "Event details", Who.EVERYONE, outside=True)
async def event_facts_button(press: Press, owner: int, number: int) -> None:
    """Open the form for an event's pairing and registration."""
    _question(press, number)
    await event_facts_form.open(press.interaction, {}, owner, number)


def _facts_fields(filled: Filled, owner: int, number: int) -> Labels:
    for name, text, names in (
        ("format", "How the rounds were paired", FORMATS),
        ("exemption", "Why opponents' federations do not matter", EXEMPTIONS),
        ("championship", "Championship where fewer games are enough", CHAMPIONSHIPS),
    ):
        options = [(words[:1].upper() + words[1:], fact.value) for fact, words in names.items()]
        yield choice(name, text, [*options, TAKE_BACK], filled, required=False)
    yield line("host", "Federation that registered it", filled, placeholder="NOR, or none", required=False, most=20)
    yield line("rounds", "Scheduled rounds", filled, placeholder="9", required=False, most=3)


@form("norm-facts-form", "Event details", Who.EVERYONE, fields=_facts_fields, outside=True)
async def event_facts_form(press: Press, owner: int, number: int) -> None:
    host, rounds = press.text("host"), press.text("rounds")
    declared = {
        "format": _fact(EventFormat, press.text("format")),
        "exemption": _fact(Exemption, press.text("exemption")),
        "championship": _fact(Championship, press.text("championship")),
        "host": _federation(host),
        "rounds": _number(rounds, MOST_ROUNDS) if rounds else None,
    }
    await _refresh_card(press, owner, _with(_question(press, number), declared))


@button("norm-more-facts", "More details", Who.EVERYONE, outside=True)
async def more_facts_button(press: Press, owner: int, number: int) -> None:
    """Open the form for time, conditions and the player."""
    _question(press, number)
    await more_facts_form.open(press.interaction, {}, owner, number)


def _more_fields(filled: Filled, owner: int, number: int) -> Labels:
    yield line("time_control", "Time control", filled, placeholder="90+30", required=False, most=40)
    yield line("rounds_a_day", "Most rounds on any day", filled, placeholder="2", required=False, most=1)
    yield choice("confirmed", "Rated, in time, arbiters, nothing changed?", YES_NO, filled, required=False)
    yield line("federation", "The player's federation", filled, placeholder="NOR", required=False, most=20)
    yield choice("woman", "Is the player a woman?", YES_NO, filled, required=False)


@form("norm-more-form", "More details", Who.EVERYONE, fields=_more_fields, outside=True)
async def more_facts_form(press: Press, owner: int, number: int) -> None:
    control, most, question = press.text("time_control"), press.text("rounds_a_day"), _question(press, number)
    federation, woman = _federation(press.text("federation")), _yes(press.text("woman"))
    declared = {
        "time_control": parse_time_control(control) if control else None,
        "rounds_a_day": _number(most, MOST_ROUNDS_A_DAY) if most else None,
        "confirmed": _yes(press.text("confirmed")),
    }
    woman = question.woman if woman is None else woman
    about = replace(question, federation=federation or question.federation, woman=woman)
    await _refresh_card(press, owner, _with(about, declared))


@button("norm-keep", "Store details (TD)", Who.DIRECTOR)
async def keep_norm_facts_button(press: Press, owner: int, number: int) -> None:
    await press.check_director("store an event's details for title norms")
    question = _question(press, number)
    await defer(press.interaction)
    async with heavy_turn(press.interaction):
        report = await keep_norms(press.services, press.actor, question)
    embed, view = _card(press.interaction, question, report)
    await reply(press.interaction, embed, view)


def _fact(kind: Any, word: str) -> Any:
    if word == "none":
        return NOTHING
    if word and word not in {one.value for one in kind}:
        raise InputError(DAMAGED)
    return kind(word) if word else None


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise InputError(f'"{text}" is not a number from 1 to {most}. Write for example {min(9, most)}.')
    return int(text)


def _with(question: NormQuestion, declared: dict[str, Any]) -> NormQuestion:
    before = {
        one.name: NOTHING if one.name in question.declared.cleared else getattr(question.declared, one.name)
        for one in fields(DeclaredSettings)
        if one.name != "cleared"
    }
    new = {name: value for name, value in declared.items() if value is not None}
    return replace(question, declared=DeclaredSettings.written(**{**before, **new}))
