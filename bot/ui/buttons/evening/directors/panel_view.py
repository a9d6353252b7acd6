"""What a director can do at a paired evening now."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.services.live_events.rounds.draft import doubts, pairing_digest
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.directors.director_buttons import (
    CloseRound,
    DropDraft,
    PairRound,
    Publish,
    ReopenRound,
    Unpublish,
)
from bot.ui.buttons.evening.directors.director_forms import AddMembers, ByHand, Colours, EnterResults, OneEntrant, Swap
from bot.ui.buttons.evening.directors.more_buttons import More
from bot.ui.buttons.evening.directors.parts_buttons import MakeSections, MovePlayer, SetSections, UndoDeed, UndoSections
from bot.ui.buttons.evening.evening_items import lasting
from bot.ui.buttons.evening.knockout_buttons import going_on
from bot.ui.buttons.evening.live_event_buttons import Cancel, Close
from bot.ui.buttons.evening.queue_buttons import PairWaiting
from bot.ui.buttons.evening.when_buttons import When


def panel_view(tournament: Tournament, undo: int | None = None) -> discord.ui.View:
    """Return the buttons of the panel as an evening stands. undo: the interaction whose deed can be taken back."""
    items = _items(tournament)
    return lasting(*items, *([UndoDeed(tournament.evening.id, undo)] if undo is not None else ()))


def _items(tournament: Tournament) -> Sequence[discord.ui.Item[Any]]:
    key, draft = tournament.evening.id, tournament.draft
    if tournament.evening.status is EveningStatus.DIVIDED:
        begun = any(part.round for part in tournament.parts)
        return [MovePlayer(key), *([] if begun else [UndoSections(key)])]
    if tournament.is_free:
        playing = (PairWaiting(key), EnterResults(key), OneEntrant(key), When(key))
        return [*playing, Close(key), Cancel(key), AddMembers(key)]
    if draft is not None:
        against = bool(doubts(tournament, draft.number))
        label = "Publish anyway" if against else "Publish"
        publish = Publish(key, draft.number, pairing_digest(tournament, draft), int(against), label)
        by_hand = [Colours(key)] if tournament.method.is_knockout else [Swap(key), Colours(key), ByHand(key)]
        return [publish, PairRound(key), *by_hand, DropDraft(key), OneEntrant(key), *_more(tournament)]
    if tournament.open_round is not None:
        swap = [] if tournament.method.is_knockout else [Swap(key)]
        add = [] if tournament.method.closed else [AddMembers(key)]
        usual = (EnterResults(key), CloseRound(key), Unpublish(key), OneEntrant(key), *swap, Colours(key))
        return [*usual, *going_on(tournament), *add]
    pair: discord.ui.Item[Any] = PairRound(key, label=f"Pair round {tournament.next_round}")
    if tournament.next_round == 1 and tournament.evening.sections is not None:
        pair = MakeSections(key)
    items: list[discord.ui.Item[Any]] = [pair, *going_on(tournament)]
    if tournament.next_round > 1:
        items += [ReopenRound(key, label=f"Reopen round {tournament.next_round - 1}"), EnterResults(key)]
    if tournament.next_round == 1 and tournament.evening.part_of is None:
        items.append(SetSections(key))
    items += _more(tournament)
    return [*items, OneEntrant(key), When(key), Close(key), Cancel(key), AddMembers(key)]


def _more(tournament: Tournament) -> Sequence[discord.ui.Item[Any]]:
    """Return what rounds to come may be paired by; a schedule asks nothing."""
    return [] if tournament.method.closed else [More(tournament.evening.id)]
