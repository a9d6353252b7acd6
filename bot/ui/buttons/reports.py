"""Members' reports: confirm, dispute, store, add details."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date
from typing import Annotated, Any

import discord

from bot.services.events.consent import UnconfirmedReport, confirm_report, dispute_report, stored_words
from bot.services.events.details import EventDetails, add_details, kind_of_report
from bot.services.events.record import (
    FIRST_REPORT,
    DuplicateReport,
    FirstReport,
    first_is_unrated,
    is_first_report,
    record_first_event,
    record_own_event,
)
from bot.services.events.report import EventReport, stored_report
from bot.services.events.submission import EventSubmission
from bot.services.framework.club_settings import lists_in_use, today_in
from bot.services.framework.transaction import Question
from bot.services.ratings.set_rating import FloorAlert, alerts_of, assign_floor, directors_role
from bot.store.database.rows import Player, ReportStanding
from bot.store.database.transactions import BusyError
from bot.ui.buttons.claims import on_roster_button
from bot.ui.buttons.event import calculation_button, event_buttons
from bot.ui.buttons.undo import undo_button, undo_rating_button
from bot.ui.cards.events import entered_rating_card
from bot.ui.cards.reports import can_confirm, question, report_card, users_to_confirm
from bot.ui.cards.section import rating_card
from bot.ui.framework.answers import acknowledge, afterwards, defer, in_time, remove_buttons, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    RED,
    Button,
    Filled,
    Labels,
    Press,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
    list_field,
)
from bot.ui.framework.club_memory import ClubMemory
from bot.ui.framework.errors import ANSWERING, asking
from bot.ui.framework.layout import LEVEL, answer
from bot.ui.framework.server import actor_of, only_users, services_of
from bot.ui.framework.text import NAME_CHARACTERS, plain, safe
from bot.ui.framework.typed import meant_list, read_days, read_list, read_opponents, read_text, today_of
from bot.ui.systems.uschess.title_cards import alert_card
from core.errors import InputError, NotAllowedError, NotFoundError
from core.event.crosstable import EventKind
from core.files.typed.opponents import parse_score
from core.files.typed.persons import parse_age, parse_brought, parse_external_ratings
from core.files.typed.rules import parse_time_control
from core.lists import RatingList
from core.rating.systems import system_of
from core.rating.uschess.lifetime import LISTS

MOST_ALERTS = 5
"""Players per event, those furthest above their rating."""

_List = Annotated[RatingList, "|".join(moved.value for moved in LISTS)]


@button("floor", "Set the floor", Who.DIRECTOR)
async def set_floor_button(press: Press, event_id: int, player_id: int, rating_list: _List) -> None:
    await acknowledge(press.interaction)
    report = await assign_floor(press.services, press.actor, event_id, player_id, rating_list)
    press.interaction.extras[ANSWERING] = True
    view = lasting(undo_rating_button(report.entered_rating_id))
    await press.interaction.followup.send(embed=entered_rating_card(report), view=view)


async def alert_directors(interaction: discord.Interaction[Any], alerts: Sequence[FloorAlert]) -> None:
    """Tell directors whose norm is far above the rating, with a button each."""
    if alerts:
        await afterwards(_alert(interaction, alerts[:MOST_ALERTS]), "telling directors of a possible floor failed")


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


SubmissionNumber = Annotated[str, "[0-9a-f]{16}"]

_waiting: ClubMemory[EventSubmission] = ClubMemory()
"""Reports that resemble stored ones, until the member decides."""


@button("report-confirm", "Confirm", Who.OTHER_SIDE, emoji="✅", style=GREEN)
async def confirm_report_button(press: Press, event_id: int) -> None:
    interaction = press.interaction
    await defer(interaction)
    await reply_word(interaction, await confirm_report(press.services, press.actor, event_id))
    await afterwards(alert_of_report(interaction, event_id), "telling directors of a possible floor failed")


@button("report-wrong", "Dispute", Who.EVERYONE, emoji="✋")
async def dispute_report_button(press: Press, event_id: int) -> None:
    """Open the form for another version of a report."""
    label: Any = discord.ui.Label(
        text="Your version",
        description="A tournament director sees both versions and decides",
        component=discord.ui.TextInput(
            custom_id="version", placeholder="I won round 1, and we played no second game.", max_length=200
        ),
    )
    await version_form.open_with(press.interaction, [label], event_id)


@form("report-version", "Dispute the report", Who.OTHER_SIDE)
async def version_form(press: Press, event_id: int) -> None:
    """Dispute a report with another version."""
    version = press.written("version").strip()
    if not version:
        raise InputError("The field is empty. Write in a few words what happened.")
    await defer(press.interaction)
    await reply_word(press.interaction, await dispute_report(press.services, press.actor, event_id, version))


async def _store_entered(press: Press, owner: int, number: str, *, twice: bool) -> None:
    """Store a remembered report. twice: although it resembles a stored event."""
    interaction = press.interaction
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use these buttons. Use the command yourself.")
    # Removed first, so that two presses store it once.
    written = _waiting.take(interaction, number)
    if written is None:
        raise NotFoundError("That report was not stored and has expired. Use /rating update again.")
    try:
        report = await in_time(interaction, record_own_event(press.services, press.actor, written, twice=twice))
    except (BusyError, Question):
        _waiting.put(interaction, number, written)  # for another press
        raise
    await reply_report(interaction, report)
    await remove_buttons(interaction)


def find_entered_report(press: Press, owner: int, number: str) -> EventSubmission:
    """Return a remembered report; raise NotAllowedError for another member."""
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use these buttons. Use the command yourself.")
    written = _waiting.find(press.interaction, number)
    if written is None:
        raise NotFoundError("That estimate has expired. Use /rating estimate again.")
    return written


def details_fields(filled: Filled) -> Labels:
    yield line("time_control", "Time control", filled, placeholder="90+30, or G/60;d5", required=False)
    yield choice("kind", "Kind of event", _KINDS, filled)
    hint = "For a first rating. Birth date, adult or child"
    yield line("born", "Age", filled, description=hint, placeholder="2012-05-30", required=False)
    hint = "For a first rating. System and rating; games after a slash"
    yield line(
        "elsewhere",
        "Ratings held elsewhere",
        filled,
        description=hint,
        placeholder="FIDE 1850, online-quick 1600/24",
        required=False,
    )


_KINDS = (
    ("A tournament", EventKind.TOURNAMENT.value),
    ("A match: all games against one opponent", EventKind.MATCH.value),
    ("A FIDE event abroad: the opponents' ratings are FIDE's", EventKind.ABROAD.value),
    ("A FIDE youth event abroad", EventKind.YOUTH_ABROAD.value),
)


def shown_details(kind: EventKind) -> Filled:
    return {"kind": [kind.value]}


async def written_details(press: Press, club_id: int | None) -> EventDetails:
    today = await today_in(press.services, club_id)
    control, born, elsewhere = (press.text(field) for field in ("time_control", "born", "elsewhere"))
    kind = press.text("kind")
    if kind and kind not in set(EventKind):
        raise InputError(DAMAGED)
    return EventDetails(
        time_control=parse_time_control(control) if control else None,
        kind=EventKind(kind) if kind else None,
        age=parse_age(born, today) if born else None,
        external_ratings=parse_external_ratings(elsewhere, today) if elsewhere else (),
    )


@button("report-details", "Add details", Who.OWN)
async def details_button(press: Press, event_id: int) -> None:
    kind = await kind_of_report(press.services, press.actor, event_id)
    await details_form.open(press.interaction, shown_details(kind), event_id)


@form("report-details-form", "Add details", Who.OWN, fields=lambda filled, *_: details_fields(filled))
async def details_form(press: Press, event_id: int) -> None:
    await kind_of_report(press.services, press.actor, event_id)
    details = await written_details(press, press.actor.club_id)
    await defer(press.interaction)
    await reply_report(press.interaction, await add_details(press.services, press.actor, event_id, details))
    await remove_buttons(press.interaction)


def _report_fields(filled: Filled, lists: Iterable[RatingList], *, is_first: bool) -> Labels:
    hint = "Ratings or players, W, D or L in front if you like"
    placeholder = "W974 L951 D@Dana"
    yield line("opponents", "Opponents", filled, description=hint, placeholder=placeholder, most=2000, is_long=True)
    hint = "Empty if every opponent has a result"
    yield line("score", "Your points", filled, description=hint, placeholder="2.5", required=False, most=10)
    yield line("date", "Date", filled, description="Empty: today", placeholder="2026-11-20", required=False)
    yield list_field(filled, lists)
    if is_first:
        text, hint = "Your rating before", "Your first report here: rating and games, or 0 if you were never rated"
        yield line("before", text, filled, description=hint, placeholder="1450/24", required=False, most=20)
    else:
        yield line("event", "Name of the event", filled, required=False, most=NAME_CHARACTERS)


def report_fields(filled: Filled, is_first: bool) -> Labels:
    return _report_fields(filled, (), is_first=is_first)


def report_for_fields(filled: Filled, player_id: int) -> Labels:
    return _report_fields(filled, (), is_first=False)


@button("player-report", "Report an event", Who.DIRECTOR)
async def report_for_button(press: Press, player_id: int) -> None:
    await press.check_director("report for somebody else")
    lists = await lists_in_use(press.services, press.actor)
    await report_for_form.open_with(press.interaction, _report_fields({}, lists, is_first=False), player_id)


@form("player-report-form", "Report an event", Who.DIRECTOR, fields=report_for_fields)
async def report_for_form(press: Press, player_id: int) -> None:
    """Store a director's report for a player; it can be their first rating."""
    await press.check_director("report for somebody else")
    submission = replace(await _typed_report(press), member=Player(player_id, None, "That player"))
    await _record(press, await first_is_unrated(press.services, press.actor, submission))


@button("report-event", "Report an event", Who.EVERYONE, style=BLUE)
async def report_event_button(press: Press) -> None:
    """Open the form that reads what /rating update reads."""
    is_first = await is_first_report(press.services, press.actor)
    lists = await lists_in_use(press.services, press.actor)
    await report_event_form.open_with(press.interaction, _report_fields({}, lists, is_first=is_first), is_first)


@form("report-event-form", "Report an event", Who.EVERYONE, fields=report_fields)
async def report_event_form(press: Press, is_first: bool) -> None:
    """Store a member's report. is_first: the form asks for the rating before instead of the event's name."""
    await _record(press, await _typed_report(press))


async def _typed_report(press: Press) -> EventSubmission:
    """Read a form's fields as /rating update reads its options."""
    interaction = press.interaction
    score, day, name, named, before = (press.text(field) for field in ("score", "date", "event", "list", "before"))
    opponents = await read_opponents(interaction, press.text("opponents"))
    points = parse_score(score) if score else None
    rating_list = await read_list(interaction, named) if named else None
    began, last = await read_days(interaction, day) if day else (None, None)
    called = read_text(name, NAME_CHARACTERS) if name else None
    rating, games = await _read_before(interaction, before, rating_list, last) if before else (None, None)
    return EventSubmission(opponents, points, None, rating_list, rating, games, called, last, began=began)


async def _read_before(
    interaction: discord.Interaction[Any], text: str, rating_list: RatingList | None, day: date | None
) -> tuple[float | None, int | None]:
    """Read a rating with its games, or that there was none."""
    if text.casefold() in ("0", "unrated", "none", "never"):
        return None, 0
    rating, games = parse_brought(text)
    system_of(await meant_list(interaction, rating_list)).check_typed(rating, day or await today_of(interaction), None)
    return rating, games


async def _record(press: Press, submission: EventSubmission) -> None:
    report = await in_time(press.interaction, record_own_event(press.services, press.actor, submission))
    await reply_report(press.interaction, report)


@button("report-again", "Store it anyway", Who.ASKED, style=RED, outside=True)
async def store_second_button(press: Press, owner: int, number: SubmissionNumber) -> None:
    """Store a report that resembles a stored event."""
    await _store_entered(press, owner, number, twice=True)


@button("report-store", "Store it", Who.ASKED, style=GREEN, outside=True)
async def store_estimate_button(press: Press, owner: int, number: SubmissionNumber) -> None:
    await _store_entered(press, owner, number, twice=False)


@asking(DuplicateReport)
async def ask_whether_it_is_another(interaction: discord.Interaction[Any], question: DuplicateReport) -> None:
    embed = discord.Embed(title="Nothing is stored yet", description=safe(question.message, 400), colour=LEVEL)
    await reply(interaction, embed, lasting(remember_report(interaction, question.submission, store_second_button)))


@asking(FirstReport)
async def ask_rating_before(interaction: discord.Interaction[Any], question: FirstReport) -> None:
    services, actor, written = services_of(interaction), actor_of(interaction), question.submission
    number, _ = await FIRST_REPORT.keep(services, actor, b"", written)
    buttons = [enter_rating_button(number, question.rating_list)]
    lines = [safe(question.what, 400)]
    if written.rating is None:
        buttons.insert(0, never_rated_button(number))
        lines.append("**Were you rated before these games?**")
    embed = answer(lines, colour=LEVEL, footer=["Nothing is stored yet", "Your report is kept for two days"])
    await reply(interaction, embed, lasting(*buttons))


@button("report-unrated", "I was never rated", Who.ASKED, style=BLUE)
async def never_rated_button(press: Press, number: int) -> None:
    """Store the waiting report of a member without a rating."""
    await _store_first(press, number, None, 0)


@button("report-rating", "Enter my rating", Who.ASKED)
async def enter_rating_button(press: Press, number: int, rating_list: RatingList) -> None:
    written = (await FIRST_REPORT.look(press.services, press.actor, number)).options
    filled = {} if written.rating is None else {"rating": [f"{written.rating:g}/"]}
    await first_rating_form.open(press.interaction, filled, number, rating_list)


def _first_rating_fields(filled: Filled, number: int, rating_list: RatingList) -> Labels:
    hint, placeholder = "Before these games", "1450"
    if system_of(rating_list).typed_games is None:
        hint, placeholder = "Before these games: the rating, a slash and its number of rated games", "1450/24"
    yield line("rating", f"{rating_list.label} rating"[:45], filled, description=hint, placeholder=placeholder, most=20)


@form("report-rating-form", "Enter my rating", Who.ASKED, fields=_first_rating_fields)
async def first_rating_form(press: Press, number: int, rating_list: RatingList) -> None:
    """Store the waiting report with the rating before it."""
    await _store_first(press, number, *parse_brought(press.text("rating")))


async def _store_first(press: Press, number: int, rating: float | None, games: int | None) -> None:
    await acknowledge(press.interaction)  # the answer takes the question's place
    await reply_report(press.interaction, await record_first_event(press.services, press.actor, number, rating, games))


def remember_report(
    interaction: discord.Interaction[Any], written: EventSubmission, stores: Button[[int, str]]
) -> discord.ui.Button[discord.ui.View]:
    """Remember a report until the member presses; return the button."""
    number = secrets.token_hex(8)
    _waiting.put(interaction, number, written)
    return stores(interaction.user.id, number)


async def reply_report(interaction: discord.Interaction[Any], report: EventReport | UnconfirmedReport) -> None:
    services, actor = services_of(interaction), actor_of(interaction)
    more = [on_roster_button()] if report.may_be_listed else []
    waits = report if isinstance(report, UnconfirmedReport) else None
    if isinstance(report, EventReport):
        if report.standing is not ReportStanding.CONFIRMED and report.opponents:
            waits = await stored_words(services, actor, report.event_id or 0)
        details = details_button(report.event_id or 0)
        below = event_buttons(report, details, *more) if waits is None else word_buttons(waits, details, *more)
        await reply(interaction, rating_card(report, () if waits is None else can_confirm(waits)), below)
        await alert_directors(interaction, alerts_of([report]))
    else:
        await reply(interaction, report_card(report), word_buttons(report, details_button(report.event_id), *more))
    asked = None if waits is None else question(waits)
    if asked is not None and waits is not None:
        only = only_users(users_to_confirm(waits))
        # Discord does not notify mentions in a deferred answer.
        await afterwards(interaction.followup.send(asked, allowed_mentions=only), "asking opponents to confirm failed")


async def alert_of_report(interaction: discord.Interaction[Any], event_id: int) -> None:
    """Tell directors of the norms that a confirmation makes count."""
    report = await stored_report(services_of(interaction), actor_of(interaction), event_id)
    if report.standing is ReportStanding.CONFIRMED:
        await alert_directors(interaction, alerts_of([report]))


async def reply_word(interaction: discord.Interaction[Any], report: UnconfirmedReport) -> None:
    await reply(interaction, report_card(report), word_buttons(report))


def word_buttons(report: UnconfirmedReport, *more: discord.ui.Item[Any]) -> discord.ui.View:
    shown = [calculation_button(report.event_id, report.player.id)] if report.counts else []
    asks = report.standing is not ReportStanding.CONFIRMED and bool(users_to_confirm(report))
    words = [confirm_report_button(report.event_id), dispute_report_button(report.event_id)] if asks else []
    return lasting(*shown, *words, undo_button(report.event_id), *more)
