"""Forms of directors at a paired evening: boards by hand, a whole round's results, an entrant, members to add."""

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.context import Actor, Member, Services
from bot.services.live_events.byes import ask_bye
from bot.services.live_events.entries import add_entrants, come_back, withdraw
from bot.services.live_events.names import entrant_named
from bot.services.live_events.reported.enter_results import enter_results
from bot.services.live_events.rounds.by_hand import pair_by_hand, swap_players, turn_colours
from bot.services.live_events.tournament import Tournament, tournament_of
from bot.services.transaction import check_director
from bot.store.events.evening_round_rows import PairingKind
from bot.ui.buttons.evening.directors.panel_item import show_panel
from bot.ui.buttons.evening.entry_buttons import entries_note
from bot.ui.buttons.evening.evening_items import NOTHING, EveningItem, Filled, Reopen, choice, line, show_form
from bot.ui.framework.answers import acknowledge
from bot.ui.framework.custom_ids import DAMAGED, KEY, filled_in
from bot.ui.framework.items import LastingItem
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import safe
from core.errors import InputError
from core.formats.typed.boards import parse_boards, parse_name
from core.formats.typed.results_list import parse_results_list

SWAP, COLOURS, BY_HAND, RESULTS, ENTRANT = (
    "evening-swap-form",
    "evening-colours-form",
    "evening-hand-form",
    "evening-round-form",
    "evening-entrant-form",
)
_NAME = "A name from the card, or its #"


class FormButton(EveningItem, template=r"evening-form-button"):
    """A button that opens a form, for a director."""

    opens: Reopen

    def filled(self, tournament: Tournament) -> Filled:
        """Return what stands in the form before anything is typed."""
        return NOTHING

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await check_director(services, actor, "run the event")
        tournament = await tournament_of(services, actor.club_id, self.evening_id)
        form = type(self).opens({"evening": str(self.evening_id)}, self.filled(tournament))
        await show_form(interaction, form)


class SwapForm(discord.ui.Modal):
    """Two players who are to change places."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Let two change places", custom_id=f"{SWAP}:{about['evening']}", timeout=None)
        self.add_item(line("one", "This player", filled, placeholder=_NAME))
        self.add_item(line("other", "With this one", filled, placeholder=_NAME))


class ColoursForm(discord.ui.Modal):
    """A board on which the other one is to begin."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Let the other one begin", custom_id=f"{COLOURS}:{about['evening']}", timeout=None)
        self.add_item(line("who", "One of the board's players", filled, placeholder=_NAME))


class BoardsForm(discord.ui.Modal):
    """The boards of the draft."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Pair by hand", custom_id=f"{BY_HAND}:{about['evening']}", timeout=None)
        text = "A board a line, who begins first"
        self.add_item(line("boards", text, filled, placeholder="Dana - Eli", most=4000, is_long=True))


class RoundForm(discord.ui.Modal):
    """The results of a round, or corrections of one."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="Enter results", custom_id=f"{RESULTS}:{about['evening']}", timeout=None)
        described = "Dana beat Eli, Bo-Cy ½; of an earlier round 1: Dana 1-0 Eli; * takes back"
        text = "Results, a game a line"
        self.add_item(
            line("results", text, filled, description=described, placeholder="Dana 1-0 Eli", most=4000, is_long=True)
        )
        self.add_item(line("reason", "Reason, for a closed round", filled, required=False, most=200))


_ACTIONS = {
    "withdraw": "Withdraw from the rounds to come",
    "back": "Come back",
    "H": "Bye for half a point",
    "F": "Bye for a full point",
    "Z": "Bye without a point",
    "none": "No bye after all",
}


class EntrantForm(discord.ui.Modal):
    """A player to withdraw, to bring back, to give a bye."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING) -> None:
        super().__init__(title="One player", custom_id=f"{ENTRANT}:{about['evening']}", timeout=None)
        self.add_item(line("who", "Player", filled, placeholder=_NAME))
        self.add_item(choice("what", "What", [(label, key) for key, label in _ACTIONS.items()], filled))
        self.add_item(line("round", "Round of the bye", filled, required=False, placeholder="The next one", most=2))


class Swap(FormButton, template=rf"evening-swap:(?P<evening>{KEY})"):
    """Let two players change places, of the draft or where nothing is reported yet."""

    name, label = "evening-swap", "Swap"
    opens = SwapForm


class Colours(FormButton, template=rf"evening-colours:(?P<evening>{KEY})"):
    """Let the other one of a board begin, of the draft or where nothing is reported yet."""

    name, label = "evening-colours", "Colours"
    opens = ColoursForm


class ByHand(FormButton, template=rf"evening-hand:(?P<evening>{KEY})"):
    """Write the boards of the draft."""

    name, label = "evening-hand", "By hand"
    opens = BoardsForm

    def filled(self, tournament: Tournament) -> Filled:
        boards = tournament.pairings_of(tournament.next_round)
        given = [one for one in boards if one.is_game or one.kind is PairingKind.PAIRED_BYE]
        text = "\n".join(
            f"{called(tournament, one.first)} bye"
            if one.second is None
            else f"{called(tournament, one.first)} - {called(tournament, one.second)}"
            for one in given
        )
        return {"boards": [text]}


def called(tournament: Tournament, number: int) -> str:
    """Return a name that is read back as it stands; the number of the card where a namesake or a dash would not be."""
    name = tournament.name_of(number)
    same = [one for one in tournament.entrants if one.player.name.casefold().startswith(name.casefold())]
    if len(same) > 1 or re.search(r"\s[-‐‑‒–—]\s|\svs?\.?\s|bye|^[0-9#<]|[;\n\"]", name, re.IGNORECASE):
        return f"#{number}"
    return name


class EnterResults(FormButton, template=rf"evening-enter:(?P<evening>{KEY})"):
    """Write the results of a round, or correct one."""

    name, label = "evening-enter", "Enter results"
    opens = RoundForm


class OneEntrant(FormButton, template=rf"evening-entrant:(?P<evening>{KEY})"):
    """Withdraw a player, bring one back, give a bye."""

    name, label = "evening-entrant", "Byes, withdrawals"
    opens = EntrantForm


class AddMembers(LastingItem[discord.ui.UserSelect[discord.ui.View]], template=rf"evening-add:(?P<evening>{KEY})"):
    """Enter up to 25 members at once, for a director."""

    def __init__(self, evening_id: int) -> None:
        menu: Any = discord.ui.UserSelect(
            custom_id=f"evening-add:{evening_id}", placeholder="Add members…", min_values=1, max_values=25
        )
        super().__init__(menu)
        self.evening_id = evening_id

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        services, actor = services_of(interaction), actor_of(interaction)
        await acknowledge(interaction)
        await check_director(services, actor, "add players")
        people = [Member(user.id, user.display_name) for user in self.item.values if not user.bot]
        if not people:
            raise InputError("Bots do not play here: choose members.")
        entries = await add_entrants(services, actor, self.evening_id, people)
        await show_panel(interaction, entries.tournament, entries_note(entries))


async def sent_by_director(interaction: discord.Interaction[Any]) -> tuple[Services, Actor, Filled]:
    """Return the director who sent a form and what was filled in; raise NotAllowedError for anybody but a director."""
    services, actor = services_of(interaction), actor_of(interaction)
    await acknowledge(interaction)
    await check_director(services, actor, "run the event")
    return services, actor, filled_in(interaction)


async def submit_swap(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Let two players change places."""
    services, actor, filled = await sent_by_director(interaction)
    one, other = (parse_name("".join(filled.get(field, ()))) for field in ("one", "other"))
    await show_panel(interaction, await swap_players(services, actor, int(match["evening"]), one, other), "Swapped.")


async def submit_colours(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Let the other one of a board begin."""
    services, actor, filled = await sent_by_director(interaction)
    who = parse_name("".join(filled.get("who", ())))
    await show_panel(interaction, await turn_colours(services, actor, int(match["evening"]), who), "Colours turned.")


async def submit_by_hand(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Put the boards that were written in the place of the draft's."""
    services, actor, filled = await sent_by_director(interaction)
    boards = parse_boards("".join(filled.get("boards", ())))
    await show_panel(interaction, await pair_by_hand(services, actor, int(match["evening"]), boards), "By hand.")


async def submit_round(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store the results of a round, or correct one."""
    services, actor, filled = await sent_by_director(interaction)
    written = parse_results_list("".join(filled.get("results", ())))
    reason = "".join(filled.get("reason", ())) or None
    entered = await enter_results(services, actor, int(match["evening"]), written, reason)
    note = f"Entered: {len(entered.lines)}."
    await show_panel(interaction, entered.tournament, note, actor.interaction_id)


async def submit_entrant(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Withdraw a player, bring one back, give or take a bye."""
    services, actor, filled = await sent_by_director(interaction)
    evening_id = int(match["evening"])
    who, what = parse_name("".join(filled.get("who", ()))), "".join(filled.get("what", ()))
    written = "".join(filled.get("round", ())).strip()
    if what not in _ACTIONS:
        raise InputError(DAMAGED)
    if written and not (written.isascii() and written.isdigit()):
        raise InputError(f'"{written}" is no round: write its number, or nothing for the next one.')
    before = await tournament_of(services, actor.club_id, evening_id)
    number = await entrant_named(services, before, who)
    name = safe(before.name_of(number), 100)
    if what == "withdraw":
        after, note = await withdraw(services, actor, evening_id, number), f"{name} has withdrawn."
    elif what == "back":
        after, note = await come_back(services, actor, evening_id, number), f"{name} is back."
    else:
        round_number = int(written) if written else before.next_round
        kind = None if what == "none" else PairingKind(what)
        after = await ask_bye(services, actor, evening_id, number, round_number, kind)
        note = f"{name}: {_ACTIONS[what].lower()}, round {round_number}."
    await show_panel(interaction, after, note)


def _pattern(name: str) -> str:
    return rf"{name}:(?P<evening>{KEY})"


FORM_ITEMS = (Swap, Colours, ByHand, EnterResults, OneEntrant, AddMembers)
DIRECTOR_FORMS = {
    _pattern(SWAP): submit_swap,
    _pattern(COLOURS): submit_colours,
    _pattern(BY_HAND): submit_by_hand,
    _pattern(RESULTS): submit_round,
    _pattern(ENTRANT): submit_entrant,
}
DIRECTOR_REOPENED: dict[str, Reopen] = {
    _pattern(SWAP): SwapForm,
    _pattern(COLOURS): ColoursForm,
    _pattern(BY_HAND): BoardsForm,
    _pattern(RESULTS): RoundForm,
    _pattern(ENTRANT): EntrantForm,
}
