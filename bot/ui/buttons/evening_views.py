"""Which buttons an evening's card and the directors' panel have."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.services.evenings.lifecycle import LiveEventCard
from bot.services.evenings.rounds import doubts, idle, late_label, late_pair, pairing_digest
from bot.services.evenings.teams import METHODS as TEAM_METHODS
from bot.services.evenings.tournament import Tournament, is_over
from bot.store.database.evening_rows import EveningStatus
from bot.ui.buttons.evening import (
    bye_button,
    cancel_button,
    close_button,
    join_button,
    leave_button,
    need_button,
    report_button,
    standings_button,
)
from bot.ui.buttons.evening_forms import (
    add_board_button,
    add_members,
    by_hand_button,
    colours_button,
    date_button,
    enter_results_button,
    entrant_button,
    going_on,
    make_sections_button,
    more_button,
    move_player_button,
    play_bye_button,
    prizes_button,
    swap_button,
    undo_action_button,
    undo_sections_button,
)
from bot.ui.buttons.evening_games import not_now_button, pair_me_button, pair_waiting_button
from bot.ui.buttons.evening_live import VIEWS
from bot.ui.buttons.evening_method import method_button
from bot.ui.buttons.evening_no_shows import absent_buttons, check_in_button, check_in_select, no_shows_button
from bot.ui.buttons.evening_panel import (
    close_round_button,
    directors_button,
    drop_draft_button,
    pair_round_button,
    publish_button,
    reopen_evening_button,
    reopen_round_button,
    unpublish_button,
)
from bot.ui.buttons.evening_plan import add_player_button, order_button, plan_button, teams_button
from bot.ui.buttons.evening_series import repeats_button
from bot.ui.buttons.printing import print_evening_button
from bot.ui.cards.evening_chances import SOURCE
from bot.ui.framework.buttons import GREY, lasting
from bot.ui.framework.pages import look_button
from core.tournament.pairing.methods import method_named


def panel_view(tournament: Tournament, undo: int | None = None) -> discord.ui.View:
    """Return the buttons. undo: the interaction that Undo reverses."""
    items = _items(tournament)
    menus = [one for one in items if not isinstance(one, discord.ui.Button)]
    undoing = [] if undo is None else [undo_action_button(tournament.evening.id, undo)]
    # a menu takes a row of five buttons; the rarest are last
    room = 5 * (5 - len(menus)) - len(undoing)
    return lasting(*[one for one in items if one not in menus][:room], *undoing, *menus)


def _items(tournament: Tournament) -> Sequence[discord.ui.Item[Any]]:
    key, draft = tournament.evening.id, tournament.draft
    if tournament.evening.status is EveningStatus.DIVIDED:
        begun = any(part.round for part in tournament.parts)
        return [move_player_button(key), *([] if begun else [undo_sections_button(key)])]
    if tournament.is_free:
        playing = (pair_waiting_button(key), enter_results_button(key), entrant_button(key), date_button(key))
        plan = [] if tournament.games else [plan_button(key), method_button.but(label="Method")(key)]
        return [*playing, *plan, *_ahead(tournament), close_button(key), cancel_button(key), add_members(key)]
    if draft is not None:
        against = bool(doubts(tournament, draft.number))
        label = "Publish anyway" if against else "Publish"
        publish = publish_button.but(label=label)(key, draft.number, pairing_digest(tournament, draft), against)
        by_hand = (
            [colours_button(key)]
            if tournament.method.is_knockout
            else [swap_button(key), colours_button(key), by_hand_button(key)]
        )
        return [
            publish,
            pair_round_button(key),
            *by_hand,
            drop_draft_button(key),
            entrant_button(key),
            *_ahead(tournament),
            *check_in_select(tournament),
        ]
    if tournament.open_round is not None:
        swap = [] if tournament.method.is_knockout else [swap_button(key)]
        add = [] if tournament.method.closed else [add_members(key)]
        enter: Sequence[discord.ui.Item[Any]] = (enter_results_button(key), close_round_button(key))
        all_in = not tournament.open_boards(tournament.open_round.number)
        usual = (
            *(reversed(enter) if all_in else enter),
            unpublish_button(key),
            entrant_button(key),
            *swap,
            colours_button(key),
            *_latecomers(tournament),
        )
        return [*usual, *going_on(tournament), *_ahead(tournament), *add, *check_in_select(tournament)]
    pair: discord.ui.Item[Any] = pair_round_button.but(label=f"Pair round {tournament.next_round}")(key)
    if tournament.method.in_groups:
        pair = make_sections_button.but(label="Make quads")(key)
    elif tournament.next_round == 1 and tournament.evening.sections is not None:
        pair = make_sections_button(key)
    last = [close_button(key), cancel_button(key)]
    items: list[discord.ui.Item[Any]] = [*going_on(tournament), *([last.pop(0)] if is_over(tournament) else [pair])]
    if tournament.next_round > 1:
        items += [
            reopen_round_button.but(label=f"Reopen round {tournament.next_round - 1}")(key),
            enter_results_button(key),
        ]
    if tournament.next_round == 1 and tournament.evening.part_of is None:
        items += [plan_button(key), method_button.but(label="Method")(key)]
    items += _ahead(tournament)
    return [*items, entrant_button(key), date_button(key), *last, add_members(key), *check_in_select(tournament)]


def _latecomers(tournament: Tournament) -> list[discord.ui.Item[Any]]:
    key, pair = tournament.evening.id, late_pair(tournament)
    play = [] if pair is None else [play_bye_button.but(label=late_label(tournament, pair))(key, *pair)]
    return [*play, *([add_board_button(key)] if len(idle(tournament)) > 1 else [])]


def _ahead(tournament: Tournament) -> Sequence[discord.ui.Item[Any]]:
    key, closed = tournament.evening.id, tournament.method.closed
    rounds = [] if closed or tournament.is_free else [more_button(key)]
    no_shows = [] if tournament.is_free else [no_shows_button(key), *absent_buttons(tournament)]
    teams = [teams_button(key)] if tournament.method.key in TEAM_METHODS else []
    return [add_player_button(key), order_button(key), *rounds, *teams, print_evening_button(key), *no_shows]


def card_view(card: LiveEventCard) -> discord.ui.View | None:
    items = _card_items(card)
    if card.evening.series_id is not None:
        items = [*items, repeats_button(card.evening.series_id)]
    return lasting(*items) if items else None


def _card_items(card: LiveEventCard) -> Sequence[discord.ui.Item[Any]]:
    from bot.services.evenings.chances import METHODS

    key = card.evening.id
    if card.evening.status is EveningStatus.DIVIDED:
        return [*_entry(card), prizes_button(key), directors_button(key)]
    if card.evening.status is not EveningStatus.OPEN:
        closed = (reopen_evening_button(key), prizes_button(key), print_evening_button(key))
        return closed if card.evening.is_paired else ()
    if card.evening.is_paired:
        method = method_named(card.evening.method)
        common = (standings_button(key), prizes_button(key), report_button(key), directors_button(key))
        if not method.in_rounds:
            return [pair_me_button(key), not_now_button(key), leave_button(key), *common]
        foreseen: list[discord.ui.Item[Any]] = []
        if card.evening.method in METHODS:
            foreseen = [need_button(key), look_button("Chances", f"{SOURCE}:{key}")]
        bye = [] if method.closed else [bye_button(key)]
        if card.checks_in:
            # nothing else to show yet: a phone shows fewer buttons
            return [*_entry(card), *bye, prizes_button(key), directors_button(key)]
        return [*_entry(card), *bye, *foreseen, *common]

    buttons = (join_button, leave_button, report_button, close_button, cancel_button, plan_button, method_button)
    return [button(key) for button in buttons]


def _entry(card: LiveEventCard) -> list[discord.ui.Item[Any]]:

    key = card.evening.id
    if not card.checks_in:
        return [join_button(key), leave_button(key)]
    return [check_in_button(key), join_button.but(style=GREY)(key), leave_button(key)]


VIEWS.card, VIEWS.panel = card_view, panel_view
