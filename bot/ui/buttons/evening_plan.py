"""Directors' forms before an evening: plan, tie-breaks, players by name."""

from typing import Any

import discord

from bot.services.evenings.announcements import set_order
from bot.services.evenings.close import PlanChange, change_plan, plan_of
from bot.services.evenings.entries import Newcomer, add_entrants
from bot.services.evenings.teams import set_teams
from bot.services.evenings.tournament import Tournament, boards_of, teams_of, tournament_of
from bot.services.framework.club_settings import today_in
from bot.services.framework.subject import Someone
from bot.store.database.evening_rows import Evening
from bot.ui.buttons.evening_forms import called, open_for_director, sent, undo_announced_button
from bot.ui.buttons.evening_live import entries_note, refresh_card, show_panel
from bot.ui.buttons.evening_series import repeats_field, repeats_of
from bot.ui.cards.evening import order_embed
from bot.ui.framework.answers import defer, reply
from bot.ui.framework.buttons import Filled, Labels, Press, Who, button, choice, form, lasting, line
from bot.ui.framework.layout import RISE
from bot.ui.framework.server import match_someone
from bot.ui.framework.text import NAME_CHARACTERS, clean
from core.errors import InputError, NotFoundError
from core.files.common.dates import parse_day
from core.files.common.text import shorten
from core.files.typed.persons import parse_entrants
from core.files.typed.rules import parse_sections, parse_teams, parse_time_control
from core.tournament.tiebreaks.standings import parse_order
from core.tournament.tiebreaks.teams import parse_team_order
from core.words import counted

USUAL, NO_ORDER = "usual", "none"

_OPTIONAL: dict[str, Any] = {"required": False}
_MANY: dict[str, Any] = {"is_long": True, "most": 4000}


def _plan_fields(filled: Filled, evening_id: int, paired: bool) -> Labels:
    yield line("time_control", "Time control", filled, placeholder="90+30 or G/60;d5", **_OPTIONAL)
    yield line("date", "Date for the ratings", filled, placeholder="2026-12-04")
    described = "With place and start, Discord announces the evening"
    yield line("place", "Place", filled, description=described, placeholder="Town Hall, room 4", **_OPTIONAL)
    if paired:
        described = "Players who join later wait for a place"
        yield line("places", "Places", filled, description=described, placeholder="No limit", most=4, **_OPTIONAL)
        described = "1600, 1200 gives Open, U1600 and U1200; empty: no sections"
        yield line("sections", "Ratings to divide at", filled, description=described, most=200, **_OPTIONAL)
    else:  # a paired evening has these under Name, time, place
        yield line("starts", "Start", filled, placeholder="2026-12-04 19:00", **_OPTIONAL)
        yield repeats_field(filled)


def _planned(evening: Evening, starts: str) -> Filled:
    control, places = evening.time_control, evening.most
    return {
        "time_control": [] if control is None else [str(control)],
        "date": [evening.day.isoformat()],
        "place": [evening.place or ""],
        "places": [] if places is None else [str(places)],
        "sections": [", ".join(map(str, evening.bounds or ()))],
        "starts": [starts],
        "every": [str(evening.every or 0)],
    }


@button("evening-plan", "Plan (TD)", Who.DIRECTOR)
async def plan_button(press: Press, evening_id: int) -> None:
    """Open the form of the plan, before anybody is paired."""
    evening, starts = await plan_of(press.services, press.actor, evening_id)
    await plan_form.open(press.interaction, _planned(evening, starts), evening_id, evening.is_paired)


@form("evening-plan-form", "Plan", Who.DIRECTOR, fields=_plan_fields)
async def plan_form(press: Press, evening_id: int, paired: bool) -> None:
    control, place, places, sections = (press.text(field) for field in ("time_control", "place", "places", "sections"))
    if places and not (places.isascii() and places.isdigit()):
        raise InputError(
            f'"{shorten(places)}" is not a number of places. Write a number, for example 24, or leave it empty.'
        )
    before, _ = await plan_of(press.services, press.actor, evening_id)
    today = await today_in(press.services, press.actor.club_id)
    change = PlanChange(
        parse_time_control(control) if control else None,
        parse_day(press.text("date"), max(today, before.day), today),
        clean(place, NAME_CHARACTERS) if place else None,
        int(places) if places else None,
        parse_sections(sections) if sections else None,
        None if paired else press.text("starts"),
        repeats_of(press),
    )
    await defer(press.interaction, ephemeral=True)
    await change_plan(press.services, press.actor, evening_id, change)
    undo = lasting(undo_announced_button(press.actor.interaction_id)) if paired else None
    embed = discord.Embed(description="The plan is changed; see the card.", colour=RISE)
    await reply(press.interaction, embed, undo, ephemeral=True)
    await refresh_card(press.interaction, evening_id)


def _order_fields(filled: Filled, evening_id: int) -> Labels:
    described = "Names or codes, separated by commas; or usual, or none"
    yield line("order", "Tie-breaks, in order", filled, description=described, placeholder="Buchholz Cut 1, SB")
    described = "Needed once round 1 is published; the standings show it"
    yield line("reason", "Reason", filled, description=described, most=200, **_OPTIONAL)


@button("evening-order", "Tie-breaks", Who.DIRECTOR)
async def order_button(press: Press, evening_id: int) -> None:
    await open_for_director(press, order_form, evening_id, lambda found: {"order": [found.evening.tie_breaks or USUAL]})


@form("evening-order-form", "Tie-breaks", Who.DIRECTOR, fields=_order_fields)
async def order_form(press: Press, evening_id: int) -> None:
    await press.check_director("set the tie-breaks of an event")
    written = press.text("order")
    before = await tournament_of(press.services, press.actor.club_id, evening_id)
    parse = parse_order if before.evening.teams is None else parse_team_order
    order = None if written.casefold() == USUAL else ",".join(parse(written)) or NO_ORDER
    await defer(press.interaction)
    tournament = await set_order(press.services, press.actor, evening_id, order, press.text("reason") or None)
    view = lasting(undo_announced_button(press.actor.interaction_id))
    await reply(press.interaction, order_embed(tournament), view)


_HERE = (("Here now", "here"), ("To check in later", "later"))


def _player_fields(filled: Filled, evening_id: int, checks_in: bool) -> Labels:
    described = "Name, id or #12. A newcomer: Ada Blank 1450, or new; with games and birth: 1450/12, 2015"
    example = "Ada Blank 1450; Bo Cart, new, 2015; #12"
    yield line("player", "Players, one per line", filled, description=described, placeholder=example, **_MANY)
    if checks_in:
        yield choice("here", "Check-in", _HERE, filled if filled.get("here") else {**filled, "here": ["here"]})


@button("evening-add-player", "Add a player", Who.DIRECTOR)
async def add_player_button(press: Press, evening_id: int) -> None:
    await press.check_director("run the event")
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    checks_in = tournament.evening.check_in and not tournament.has_begun
    await player_form.open(press.interaction, {}, evening_id, checks_in)


@form("evening-player-form", "Add players", Who.DIRECTOR, fields=_player_fields)
async def player_form(press: Press, evening_id: int, checks_in: bool) -> None:
    """Enter players of the club and newcomers."""
    await sent(press)
    today = await today_in(press.services, press.actor.club_id)
    people: list[Someone | Newcomer] = []
    for written in parse_entrants("".join(press.filled.get("player", ())), today):
        if written.is_new:
            people.append(Newcomer(clean(written.name, NAME_CHARACTERS), written.rating, written.birth))
            continue
        try:
            people.append(await match_someone(press.interaction, written.name))
        except NotFoundError as error:
            name = shorten(written.name)
            hint = f" For a newcomer, write a rating after the name or the word new: {name} 1450, or {name} new."
            raise NotFoundError(f"{error.message}{hint}") from error
    here = checks_in and press.text("here") == "here"
    entries = await add_entrants(press.services, press.actor, evening_id, people, here=here)
    await show_panel(press.interaction, entries.tournament, entries_note(entries))


def _team_fields(filled: Filled, evening_id: int) -> Labels:
    described = "How many members of a team play in a match"
    yield line("boards", "Boards of a match", filled, description=described, placeholder="4", most=2)
    described = "Rooks: Dana, Eli, Fay. Top board first, substitutes last (empty: no teams)"
    yield line("teams", "Teams, one per line", filled, description=described, is_long=True, most=4000, required=False)


def _teams_written(tournament: Tournament) -> Filled:
    lines = [
        f"{name}: {', '.join(called(tournament, number) for number in members)}"
        for name, members in teams_of(tournament).items()
    ]
    return {"boards": [str(boards_of(tournament)) if lines else ""], "teams": ["\n".join(lines)]}


@button("evening-teams", "Teams", Who.DIRECTOR)
async def teams_button(press: Press, evening_id: int) -> None:
    """Form or change the teams of an evening."""
    await open_for_director(press, teams_form, evening_id, _teams_written)


@form("evening-teams-form", "Teams", Who.DIRECTOR, fields=_team_fields)
async def teams_form(press: Press, evening_id: int) -> None:
    """Store the teams of an evening."""
    await sent(press)
    boards, teams = parse_teams(press.text("boards"), "".join(press.filled.get("teams", ())))
    tournament = await set_teams(press.services, press.actor, evening_id, boards, teams)
    note = f"{counted(len(teams), 'team')} of {counted(boards, 'board')}." if teams else "There are no teams."
    await show_panel(press.interaction, tournament, note, press.actor.interaction_id)
