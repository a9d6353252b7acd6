"""Directors' forms at a paired evening."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.services.evenings.announcements import entrant_named, set_prizes
from bot.services.evenings.close import change_evening, starts_text
from bot.services.evenings.entries import add_entrants, ask_bye, come_back, move_player, withdraw
from bot.services.evenings.free_pairing import advance_player, play_off_score
from bot.services.evenings.no_shows import check_in_players
from bot.services.evenings.results import enter_results, undo_action
from bot.services.evenings.rounds import add_boards, draft_round, pair_by_hand, swap_players, turn_colours
from bot.services.evenings.sections import make_sections, set_pairing_rules, undo_sections
from bot.services.evenings.standings import Prizes, prizes_of
from bot.services.evenings.teams import members_of
from bot.services.evenings.tournament import Tournament, tournament_of
from bot.services.framework.context import Actor, Services
from bot.store.database.evening_rows import PairingKind
from bot.ui.buttons.evening_live import entries_note, on_panel, show_panel
from bot.ui.buttons.evening_series import repeats_field, repeats_of
from bot.ui.buttons.undo import undoing
from bot.ui.cards.evening import undone_embed
from bot.ui.cards.evening_chances import SHARINGS, prizes_embed, prizes_view
from bot.ui.framework.answers import acknowledge, defer, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    RED,
    Filled,
    Form,
    Labels,
    Press,
    Small,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
    menu,
)
from bot.ui.framework.pages import below
from bot.ui.framework.text import NAME_CHARACTERS, clean, plain, safe
from bot.ui.wording.evenings import ResultKind, result_examples, result_kind
from core.errors import InputError
from core.event.similarity import names_meant
from core.files.typed.results import ParsedName, parse_boards, parse_name, parse_results_list
from core.tournament.prizes import Sharing
from core.words import counted


@button("undo-announced", "Undo", Who.DIRECTOR, style=RED)
@undoing
async def undo_announced_button(press: Press, key: int) -> discord.Embed:
    return undone_embed(await undo_action(press.services, press.actor, key))


_NAME = "A name from the card, or its #"


async def open_for_director(
    press: Press,
    opened: Form[[int]],
    evening_id: int,
    written: Callable[[Tournament], Filled] = lambda _: {},
) -> None:
    """Open a form for a director. written: returns its initial values."""
    await press.check_director("run the event")
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    await opened.open(press.interaction, written(tournament), evening_id)


async def sent(press: Press) -> None:
    """Acknowledge a director's form; raise NotAllowedError for anybody else."""
    await acknowledge(press.interaction)
    await press.check_director("run the event")


def _swap_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("one", "Player", filled, placeholder=_NAME)
    yield line("other", "Swap with", filled, placeholder=_NAME)


@form("evening-swap-form", "Swap two players", Who.DIRECTOR, fields=_swap_fields)
async def swap_form(press: Press, evening_id: int) -> None:
    await sent(press)
    one, other = parse_name(press.text("one")), parse_name(press.text("other"))
    tournament = await swap_players(press.services, press.actor, evening_id, one, other)
    await show_panel(press.interaction, tournament, "Swapped.")


def _colours_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("who", "A player of the board", filled, placeholder=_NAME)


@form("evening-colours-form", "Swap who begins", Who.DIRECTOR, fields=_colours_fields)
async def colours_form(press: Press, evening_id: int) -> None:
    """Swap the colours of a board."""
    await sent(press)
    who = parse_name(press.text("who"))
    tournament = await turn_colours(press.services, press.actor, evening_id, who)
    await show_panel(press.interaction, tournament, "Colours swapped.")


def _boards_fields(filled: Filled, evening_id: int) -> Labels:
    text = "One board per line; the first player begins"
    yield line("boards", text, filled, placeholder="Dana - Eli", most=4000, is_long=True)


@form("evening-hand-form", "Pair by hand", Who.DIRECTOR, fields=_boards_fields)
async def boards_form(press: Press, evening_id: int) -> None:
    await sent(press)
    boards = parse_boards("".join(press.filled.get("boards", ())))
    tournament = await pair_by_hand(press.services, press.actor, evening_id, boards)
    await show_panel(press.interaction, tournament, "The draft has the boards that you wrote.")


def _add_board_fields(filled: Filled, evening_id: int) -> Labels:
    described = "Latecomers and players with a bye; who begins follows from earlier rounds"
    text = "One board per line"
    yield line("boards", text, filled, description=described, placeholder="Dana - Eli", most=2000, is_long=True)


@button("evening-add-board", "Add a board", Who.DIRECTOR)
async def add_board_button(press: Press, evening_id: int) -> None:
    """Pair players without a game in the running round."""
    await open_for_director(press, add_board_form, evening_id)


@form("evening-add-board-form", "Add a board", Who.DIRECTOR, fields=_add_board_fields)
async def add_board_form(press: Press, evening_id: int) -> None:
    await sent(press)
    await _add_boards(press, evening_id, parse_boards("".join(press.filled.get("boards", ()))))


@button("evening-play-bye", "Play the bye", Who.DIRECTOR, style=GREEN)
async def play_bye_button(press: Press, evening_id: int, one: Small, other: Small) -> None:
    """Pair a latecomer with the player who has the bye."""
    await acknowledge(press.interaction)
    await _add_boards(press, evening_id, [(parse_name(f"#{one}"), parse_name(f"#{other}"))])


async def _add_boards(press: Press, evening_id: int, boards: Sequence[tuple[ParsedName, ParsedName | None]]) -> None:
    tournament = await add_boards(press.services, press.actor, evening_id, boards)
    note = f"Added: {counted(len(boards), 'board')}. Everybody is called to their board."
    await show_panel(press.interaction, tournament, note, press.actor.interaction_id)


def _round_fields(filled: Filled, evening_id: int, kind: ResultKind) -> Labels:
    described, example = result_examples(kind)
    text = "Results, one per line; 3 * removes one"
    yield line("results", text, filled, description=described, placeholder=example, most=4000, is_long=True)
    yield line("reason", "Reason, if the round is closed", filled, required=False, most=200)


@form("evening-round-form", "Enter results", Who.DIRECTOR, fields=_round_fields)
async def round_form(press: Press, evening_id: int, kind: ResultKind) -> None:
    """Store the results of a round, or correct one."""
    await sent(press)
    written = parse_results_list("".join(press.filled.get("results", ())))
    reason = "".join(press.filled.get("reason", ())) or None
    entered = await enter_results(press.services, press.actor, evening_id, written, reason)
    note = f"Entered: {counted(len(entered.lines), 'result')}."
    await show_panel(press.interaction, entered.tournament, note, press.actor.interaction_id)


_ACTIONS = {
    "withdraw": "Withdraw from later rounds",
    "back": "Return",
    "here": "Check in: here now",
    "H": "Half-point bye",
    "F": "Full-point bye",
    "Z": "Zero-point bye",
    "none": "No bye",
}


def _entrant_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("who", "Player", filled, placeholder=_NAME)
    yield choice("what", "Action", [(label, key) for key, label in _ACTIONS.items()], filled)
    yield line("round", "Round of the bye", filled, required=False, placeholder="The next one", most=2)


@form("evening-entrant-form", "One player", Who.DIRECTOR, fields=_entrant_fields)
async def entrant_form(press: Press, evening_id: int) -> None:
    await sent(press)
    services, actor = press.services, press.actor
    who, action, written = parse_name(press.text("who")), press.text("what"), press.text("round")
    if action not in _ACTIONS:
        raise InputError(DAMAGED)
    if written and not (written.isascii() and written.isdigit()):
        raise InputError(f'"{written}" is not a round. Write its number, or leave it empty for the next one.')
    before = await tournament_of(services, actor.club_id, evening_id)
    gone = action == "back"
    members = [one for one in members_of(before, press.text("who")) if before.by_number[one].has_withdrawn is gone]
    numbers = members or [await entrant_named(services, before, who)]
    number = numbers[0]
    name = safe(press.text("who") if members else before.name_of(number), 100)
    if action == "withdraw":
        after, note = await withdraw(services, actor, evening_id, *numbers), f"{name} has withdrawn."
    elif action == "back":
        after, note = await come_back(services, actor, evening_id, *numbers), f"{name} is back."
    elif action == "here":
        after, note = await check_in_players(services, actor, evening_id, numbers), f"{name} is here."
    elif members:
        raise InputError("A bye is asked for by player: write a member of the team.")
    else:
        round_number = int(written) if written else before.next_round
        kind = None if action == "none" else PairingKind(action)
        after = await ask_bye(services, actor, evening_id, number, round_number, kind)
        note = f"{name} has a {_ACTIONS[action].lower()} in round {round_number}."
        if kind is None:
            note = f"{name} has no bye in round {round_number}."
    await show_panel(press.interaction, after, note)


@button("evening-swap", "Swap", Who.DIRECTOR)
async def swap_button(press: Press, evening_id: int) -> None:
    """Swap two players while their boards have no results."""
    await open_for_director(press, swap_form, evening_id)


@button("evening-colours", "Colours", Who.DIRECTOR)
async def colours_button(press: Press, evening_id: int) -> None:
    """Swap the colours of a board that has no result."""
    await open_for_director(press, colours_form, evening_id)


def _boards_written(tournament: Tournament) -> Filled:
    boards = tournament.pairings_of(tournament.next_round)
    given = [one for one in boards if one.is_game or one.kind is PairingKind.PAIRED_BYE]
    text = "\n".join(
        f"{called(tournament, one.first)} bye"
        if one.second is None
        else f"{called(tournament, one.first)} - {called(tournament, one.second)}"
        for one in given
    )
    return {"boards": [text]}


@button("evening-hand", "By hand", Who.DIRECTOR)
async def by_hand_button(press: Press, evening_id: int) -> None:
    await open_for_director(press, boards_form, evening_id, _boards_written)


def called(tournament: Tournament, number: int) -> str:
    """Return a name that reads back to the same player, or #number."""
    name = tournament.name_of(number)
    same = names_meant(name, tournament.entrants, lambda one: one.player.name)
    if len(same) > 1 or re.search(r"\s[-‐‑‒–—]\s|\svs?\.?\s|bye|^[0-9#<]|[;\n\"]", name, re.IGNORECASE):
        return f"#{number}"
    return name


@button("evening-enter", "Enter results", Who.DIRECTOR)
async def enter_results_button(press: Press, evening_id: int) -> None:
    await press.check_director("run the event")
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    await round_form.open(press.interaction, {}, evening_id, result_kind(tournament))


@button("evening-entrant", "Byes, withdrawals", Who.DIRECTOR)
async def entrant_button(press: Press, evening_id: int) -> None:
    await open_for_director(press, entrant_form, evening_id)


def add_members(evening_id: int) -> discord.ui.Item[Any]:
    return discord.ui.UserSelect(
        custom_id=add_members_menu.id(evening_id), placeholder="Add members…", min_values=1, max_values=25
    )


@menu("evening-add", Who.DIRECTOR, kind=discord.ComponentType.user_select)
async def add_members_menu(press: Press, evening_id: int) -> None:
    """Enter up to 25 members at once."""
    await acknowledge(press.interaction)
    await press.check_director("add players")
    people = press.members()
    if not people:
        raise InputError("Bots cannot play. Choose members.")
    entries = await add_entrants(press.services, press.actor, evening_id, people)
    await show_panel(press.interaction, entries.tournament, entries_note(entries))


_ACCELERATION = {"no": "None", "baku": "Baku: the upper half starts with an extra point"}


def _more_fields(filled: Filled, evening_id: int) -> Labels:
    many: dict[str, Any] = {"most": 2000, "is_long": True, "required": False}
    described = "Ada / Bob for all rounds; Ada / Bob rounds 1-3 for rounds 1 to 3"
    yield line("forbidden", "Who must not meet, one pair per line", filled, description=described, **many)
    yield line("fixed", "Who always plays at a board, one per line", filled, placeholder="Ada: 3", **many)
    before = filled if filled.get("acceleration") else {**filled, "acceleration": ["no"]}
    yield choice("acceleration", "Acceleration", [(label, key) for key, label in _ACCELERATION.items()], before)


def _more_written(tournament: Tournament) -> Filled:
    evening, numbers = tournament.evening, tournament.by_number.keys()
    pairs = [
        f"{called(tournament, one)} / {called(tournament, other)}{f' rounds 1-{until}' if until else ''}"
        for one, other, until in evening.forbidden or ()
        if {one, other} <= numbers
    ]
    boards = [f"{called(tournament, one)}: {board}" for one, board in evening.fixed or () if one in numbers]
    return {
        "forbidden": ["\n".join(pairs)],
        "fixed": ["\n".join(boards)],
        "acceleration": ["baku" if evening.accelerated else "no"],
    }


@button("evening-more", "More", Who.DIRECTOR)
async def more_button(press: Press, evening_id: int) -> None:
    """Set forbidden pairings, fixed boards and acceleration."""
    await open_for_director(press, more_form, evening_id, _more_written)


@button("evening-pair-without", "Pair without them once", Who.DIRECTOR, style=RED)
@on_panel
async def pair_without_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    """Draft the next round without forbidden pairings, once."""
    tournament = await draft_round(press.services, press.actor, evening_id, everybody_meets=True)
    return tournament, f"Round {tournament.next_round} is drafted. Forbidden pairings were ignored."


@form("evening-more-form", "Pairing rules", Who.DIRECTOR, fields=_more_fields)
async def more_form(press: Press, evening_id: int) -> None:
    await sent(press)
    filled = press.filled
    forbidden, fixed, acceleration = ("".join(filled.get(one, ())) for one in ("forbidden", "fixed", "acceleration"))
    if acceleration not in _ACCELERATION:
        raise InputError(DAMAGED)
    accelerated = acceleration == "baku"
    tournament = await set_pairing_rules(
        press.services, press.actor, evening_id, forbidden, fixed, accelerated=accelerated
    )
    note = "Later rounds are paired by these rules."
    await show_panel(press.interaction, tournament, note, press.actor.interaction_id)


def _date_fields(filled: Filled, evening_id: int) -> Labels:
    described = "In the club's time zone. With start and place, Discord announces the event"
    yield line("name", "Name", filled)
    yield line("starts", "Starts", filled, description=described, placeholder="2026-12-04 19:00", required=False)
    yield line("place", "Place", filled, placeholder="Town Hall, room 4", required=False)
    if "every" in filled:
        yield repeats_field(filled)


@button("evening-when", "Name, time, place", Who.DIRECTOR)
async def date_button(press: Press, evening_id: int) -> None:
    def written(tournament: Tournament) -> Filled:
        evening = tournament.evening
        found = {"name": [evening.name], "starts": [starts_text(tournament)], "place": [evening.place or ""]}
        # a section does not repeat, the whole evening does
        return found if evening.part_of is not None else found | {"every": [str(evening.every or 0)]}

    await open_for_director(press, date_form, evening_id, written)


@form("evening-when-form", "Name, time and place", Who.DIRECTOR, fields=_date_fields)
async def date_form(press: Press, evening_id: int) -> None:
    """Change an evening's details, also in Discord's scheduled event."""
    await sent(press)
    texts = (press.text(field) for field in ("name", "starts", "place"))
    name, starts, place = (clean(text, NAME_CHARACTERS) if text else "" for text in texts)
    if not name:
        raise InputError("The name is blank. Write one, for example Friday blitz.")
    every = repeats_of(press)
    tournament = await change_evening(
        press.services, press.actor, evening_id, name, starts or None, place or None, every
    )
    await show_panel(press.interaction, tournament, "Name, time and place changed.", press.actor.interaction_id)


def _prizes_fields(filled: Filled, evening_id: int) -> Labels:
    many: dict[str, Any] = {"most": 2000, "is_long": True, "required": False}
    described = "U1600 30, class B 25, junior 20, upset 20, best for rating 15, best game 10; empty: none"
    yield line("prizes", "Prizes, one per line", filled, description=described, placeholder="1st 100", **many)
    before = filled if filled.get("sharing") else {**filled, "sharing": [Sharing.USCHESS.value]}
    yield choice("sharing", "How tied players share", [(text, key.value) for key, text in SHARINGS.items()], before)
    described = "Only for juniors, seniors, women, and prizes that you award yourself"
    text = "Named players, one group or prize per line"
    yield line("people", text, filled, description=described, placeholder="junior: Dana, Eli", **many)


def _prizes_written(tournament: Tournament) -> Filled:
    evening = tournament.evening
    people = [
        f"{action}: {', '.join(f'#{number}' for number in numbers)}"
        for action, numbers in (evening.prize_people or {}).items()
    ]
    sharing = evening.prize_sharing or Sharing.USCHESS.value
    return {"prizes": [evening.prizes or ""], "people": ["\n".join(people)], "sharing": [sharing]}


@button("evening-prizes", "Set prizes (TD)", Who.DIRECTOR)
async def set_prizes_button(press: Press, evening_id: int) -> None:
    await open_for_director(press, prizes_form, evening_id, _prizes_written)


@button("evening-shares", "Prizes", Who.EVERYONE)
async def prizes_button(press: Press, evening_id: int) -> None:
    """Show who gets which prize, and why."""
    await defer(press.interaction, ephemeral=True)
    found = await prizes_of(press.services, press.actor.club_id, evening_id)
    await show_prizes(press.interaction, found, set_prizes_button(evening_id))


async def show_prizes(interaction: discord.Interaction[Any], found: Prizes, *more: discord.ui.Item[Any]) -> None:
    view = prizes_view(found)
    await reply(interaction, prizes_embed(found), lasting(*more) if view is None else below(view, more))


@form("evening-prizes-form", "Prizes", Who.DIRECTOR, fields=_prizes_fields)
async def prizes_form(press: Press, evening_id: int) -> None:
    await defer(press.interaction)
    await press.check_director("set the prizes of an event")
    filled = press.filled
    text, people, sharing = ("".join(filled.get(field, ())) for field in ("prizes", "people", "sharing"))
    if sharing not in [one.value for one in Sharing]:
        raise InputError(DAMAGED)
    await set_prizes(press.services, press.actor, evening_id, text, people, Sharing(sharing))
    await answer_set(press.interaction, press.services, press.actor, evening_id)


async def answer_set(interaction: discord.Interaction[Any], services: Services, actor: Actor, evening_id: int) -> None:
    found = await prizes_of(services, actor.club_id, evening_id)
    await show_prizes(interaction, found, undo_announced_button(actor.interaction_id))


def _move_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("who", "Player", filled, placeholder="A name from a card, or its #")
    yield line("section", "New section", filled, placeholder="Open, U1600 or Quad 2", most=20)


@button("evening-make-sections", "Make sections", Who.DIRECTOR, style=BLUE)
@on_panel
async def make_sections_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    """Divide the event into sections, each with its own card and rounds."""
    tournament = await make_sections(press.services, press.actor, evening_id)
    has_prizes = tournament.evening.prizes and not tournament.method.in_groups
    unset = " Set the prizes of each under its own card." if has_prizes else ""
    return tournament, f"The sections are made. Pair each one on its own card.{unset}"


@button("evening-one-again", "Undo sections", Who.DIRECTOR, style=RED)
@on_panel
async def undo_sections_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    """Join the sections again, before any has begun."""
    return await undo_sections(press.services, press.actor, evening_id), "The sections are undone."


@button("evening-move", "Move a player", Who.DIRECTOR)
async def move_player_button(press: Press, evening_id: int) -> None:
    await open_for_director(press, move_form, evening_id)


@button("evening-undo", "Undo", Who.DIRECTOR, style=RED)
@on_panel
async def undo_action_button(press: Press, evening_id: int, key: int) -> tuple[Tournament, str]:
    return await undo_action(press.services, press.actor, key), "Undone."


@form("evening-move-form", "Move a player", Who.DIRECTOR, fields=_move_fields)
async def move_form(press: Press, evening_id: int) -> None:
    await sent(press)
    who, section = (" ".join(press.text(field).split()) for field in ("who", "section"))
    tournament = await move_player(press.services, press.actor, evening_id, parse_name(who), section)
    note = f"{safe(who, 100)} now plays in {safe(section, 20)}."
    await show_panel(press.interaction, tournament, note, press.actor.interaction_id)


DRAWS_SHOWN = 4


@button("evening-goes-on", "Advance", Who.DIRECTOR)
async def advance_button(press: Press, evening_id: int, number: Small) -> None:
    """Decide who advances after a drawn game of a knockout."""
    await acknowledge(press.interaction)
    await _send_on(press, evening_id, number)


async def _send_on(press: Press, evening_id: int, number: int, score: str | None = None) -> None:
    tournament = await advance_player(press.services, press.actor, evening_id, number, score)
    note = f"{safe(tournament.name_of(number), 100)} advances. The draw is rated."
    await show_panel(press.interaction, tournament, note, press.actor.interaction_id)


def _play_off_fields(filled: Filled, evening_id: int) -> Labels:
    yield line("who", "Who advances", filled, placeholder=_NAME)
    yield line("score", "Play-off score", filled, required=False, placeholder="2-1", most=12)


@button("evening-play-off", "Play-off", Who.DIRECTOR)
async def play_off_button(press: Press, evening_id: int) -> None:
    """Enter or correct the score of a play-off and who advances."""
    await open_for_director(press, play_off_form, evening_id)


@form("evening-play-off-form", "Who advances", Who.DIRECTOR, fields=_play_off_fields)
async def play_off_form(press: Press, evening_id: int) -> None:
    await sent(press)
    who, score = parse_name(press.text("who")), play_off_score("".join(press.filled.get("score", ())))
    before = await tournament_of(press.services, press.actor.club_id, evening_id)
    await _send_on(press, evening_id, await entrant_named(press.services, before, who), score)


def going_on(tournament: Tournament) -> Sequence[discord.ui.Item[Any]]:
    last, key = tournament.next_round - 1, tournament.evening.id
    drawn = tournament.undecided(last)[:DRAWS_SHOWN]
    buttons = [
        advance_button.but(label=f"{plain(tournament.name_of(number), 60)} advances")(key, number)
        for pairing in drawn
        for number in pairing.numbers
    ]
    return [*buttons, play_off_button(key)] if tournament.to_decide(last) else []
