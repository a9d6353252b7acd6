"""Every button, menu and form."""

import asyncio
import copy
import importlib
import pkgutil
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, get_args

import discord
import pytest
from sqlalchemy import func, select

import bot.ui
from bot.app import CrosstableBot
from bot.store.database.tables import audit, event, pending_import
from bot.ui.buttons.imports import match_player_menu
from bot.ui.framework.buttons import (
    DECLARED,
    DIGEST,
    KEY,
    LONGEST_ID,
    SMALL,
    Declaration,
    Form,
    Press,
    Who,
    declare,
    find,
)
from bot.ui.framework.pages import SOURCES, Source
from core.lists import LIST_PATTERN, LONGEST_NAME
from tests import said_scenes as scenes
from tests.conftest import Clock, SimulatedClub, rows
from tests.file_answers import settling
from tests.flows import RANKED, check_club, events_of, rank, set_qursh, wall_chart

EVERYBODY, OWNER, DIRECTOR, SIDE = "everybody", "owner", "director", "both players and directors"
PLAYER = "who plays"


@dataclass(frozen=True)
class Row:
    """A line of the table. who: may press it; to: makes an answer with it; label: what it says there."""

    who: str
    to: Callable[[SimulatedClub], Awaitable[Any]] | None = None
    label: str = ""


async def _updated(club: SimulatedClub) -> Any:
    return await scenes.update(club)


async def _ranked(club: SimulatedClub) -> Any:
    return await rank(club.dana, club.channel, file=("a.t", RANKED.encode()))


async def _many_events(club: SimulatedClub) -> Any:
    for day in range(1, 12):
        options = {"rating": 1500.0, "games": 60} if day == 1 else {}
        date = f"2026-10-{day:02}"
        await club.dana.slash(club.channel, "rating update", opponents="W1500", date=date, **options)
    return await events_of(club.dana, club.channel)


async def _board(club: SimulatedClub) -> Any:
    await scenes.update(club)
    return await club.dana.slash(club.channel, "leaderboard")


async def _named(club: SimulatedClub) -> Any:
    return await settling(club.td, await scenes.looked_at_file(club, scenes.DANAS))


async def _norm_made(club: SimulatedClub) -> Any:
    won = "W1800 W1800 W1800 W1800"
    return await club.dana.slash(club.channel, "rating update", opponents=won, rating=1500.0, games=60)


async def _crosstable(club: SimulatedClub) -> Any:
    await scenes.imported(club)
    (offered,) = await club.dana.autocomplete(club.channel, "events", "event", "")
    return await wall_chart(club.dana, club.channel, offered["value"])


async def _norms(club: SimulatedClub) -> Any:
    await scenes._with_title(club)
    return await club.dana.slash(club.channel, "norms")


TABLE: dict[str, Row] = {
    "calculation": Row(EVERYBODY, _updated, "Calculation"),
    "norms": Row(EVERYBODY, lambda club: _norm_made(club), "Norms"),
    "norm-levels": Row(EVERYBODY, _norms, "All levels"),
    "norm-rounds": Row(EVERYBODY, _norms, "Round by round"),
    "chart": Row(EVERYBODY, _updated, "Chart"),
    "history": Row(EVERYBODY, scenes.history, "By game"),
    "history-since": Row(EVERYBODY),  # a menu: in tests/cogs/test_rating_history.py
    "versus": Row(EVERYBODY, scenes.compared, "Head to head"),
    "how": Row(EVERYBODY, _norms, "How?"),
    "where": Row(EVERYBODY, scenes.crowd, "Distribution"),
    "activity": Row(EVERYBODY, scenes.chart, "Games per month"),
    "card-games": Row(EVERYBODY, scenes.card, "Games"),
    "card-norms": Row(EVERYBODY, scenes.card, "Norms"),
    "card-details": Row(EVERYBODY, scenes.card, "Details"),
    "help-topic": Row(EVERYBODY),  # a menu: in tests/cogs/test_club_and_help.py
    "card-list": Row(EVERYBODY),  # a menu: in tests/cogs/test_person_card.py, as the next
    "compare": Row(EVERYBODY, scenes.card, "Compare"),
    "compare-with": Row(EVERYBODY),
    "player-add": Row(DIRECTOR, scenes.newcomers_page, "Add to club"),
    "player-delete": Row(DIRECTOR, scenes.player_page, "Delete player"),
    "player-forget": Row(DIRECTOR, scenes.player_page, "Forget player"),
    "player-hide": Row(DIRECTOR, scenes.player_page, "Hide player"),
    "player-ids": Row(DIRECTOR, scenes.player_page, "Edit ids"),
    "player-link": Row(DIRECTOR, scenes.player_page, "Link to a member"),
    "player-merge": Row(DIRECTOR, scenes.player_page, "Merge a duplicate"),
    "player-profile": Row(DIRECTOR, scenes.player_page, "Edit profile"),
    "player-show": Row(DIRECTOR, scenes.hidden_page, "Show player"),
    "player-split": Row(DIRECTOR, scenes.merged_page, "Split"),
    "player-unlink": Row(DIRECTOR, scenes.linked_page, "Unlink"),
    "undo": Row(OWNER, _updated, "Undo"),
    "undo-void": Row(DIRECTOR, lambda club: _answer(club, "td void"), "Undo"),
    "undo-correction": Row(DIRECTOR),  # in tests/cogs/test_event_restored.py
    "void-event": Row(DIRECTOR, scenes.voided_section, "Void event"),
    "keep-event": Row(DIRECTOR, scenes.voided_section, "Cancel"),
    "correct-event": Row(DIRECTOR, scenes.corrected, "Correct event"),
    "correct-what": Row(DIRECTOR),
    "undo-demotion": Row(DIRECTOR, lambda club: _answer(club, "player-lower-form"), "Undo"),
    "undo-rating": Row(DIRECTOR, lambda club: _answer(club, "td rating"), "Undo"),
    "player-report": Row(DIRECTOR, scenes.player_page, "Report an event"),
    "report-event": Row(EVERYBODY, scenes.club_panel, "Report an event"),
    "report-match": Row(EVERYBODY, scenes.club_panel, "Report a match"),
    "challenge-new": Row(EVERYBODY, scenes.club_panel, "Challenge"),
    "my-norms": Row(EVERYBODY, scenes.club_panel, "Norms"),
    "import-file": Row(DIRECTOR, lambda club: club.td.slash(club.channel, "events"), "Import a file"),
    "report-details": Row(OWNER, _updated, "Add details"),
    "estimate-details": Row(OWNER, scenes.estimate, "Add details"),
    "first-rating": Row(EVERYBODY),  # in tests/cogs/test_fide_lists.py
    "player-lower": Row(DIRECTOR, scenes.player_page, "Lower title"),
    "player-undo": Row(DIRECTOR, scenes.reporters_page, "Undo last report"),
    "ask-lower": Row(OWNER, scenes.norms_above, "Ask to lower title"),
    "set-limits": Row(DIRECTOR, lambda club: _answer(club, "td rating"), "Set floor"),
    "undo-settings": Row(DIRECTOR, lambda club: _answer(club, "setting-form"), "Undo"),
    "pool-choose": Row(DIRECTOR),  # a menu: in tests/cogs/test_oracle_settings.py
    "pool-part": Row(DIRECTOR, scenes.pool_page, "Name Keeper"),
    "pool-usual": Row(DIRECTOR, scenes.changed_pool, "Reset figures"),
    "own-list": Row(DIRECTOR),  # a menu: in tests/cogs/test_own_lists.py
    "own-list-new": Row(DIRECTOR, scenes.own_lists, "New list"),
    "own-list-change": Row(DIRECTOR, scenes.own_list, "Change"),
    "own-list-close": Row(DIRECTOR, scenes.own_list, "Delete"),
    "own-list-reopen": Row(DIRECTOR, scenes.closed_list, "Reopen"),
    "qursh-view": Row(EVERYBODY),  # a menu: in tests/cogs/test_qursh.py, as the next
    "qursh-cell": Row(EVERYBODY),
    "qursh-winners": Row(
        EVERYBODY, lambda club: rank(club.dana, club.channel, file=("a.t", RANKED.encode())), "Prize winners"
    ),
    "qursh-change": Row(DIRECTOR, set_qursh, "Change settings"),
    "settings-change": Row(DIRECTOR),  # a menu: in tests/cogs/test_club_settings_page.py
    "settings-give-up": Row(DIRECTOR),  # a question, in tests/cogs/test_club_settings_page.py
    "site-address": Row(DIRECTOR),  # in tests/site/test_club_pages.py
    "settings-codes": Row(DIRECTOR, lambda club: _answer(club, "setting-form"), "Titles of the 1990s"),
    "roles-set": Row(DIRECTOR, lambda club: scenes.looked_at_roles(club), "Turn on"),
    "roles-names": Row(DIRECTOR, lambda club: scenes.looked_at_roles(club), "Names and limits"),
    "roles-progress": Row(DIRECTOR, lambda club: _answer(club, "roles-set"), "How far?"),
    "club-check": Row(DIRECTOR, lambda club: _answer(club, "setting-form"), "Check"),
    "club-check-again": Row(DIRECTOR, check_club, "Check again"),
    "club-try-again": Row(DIRECTOR),  # in tests/cogs/test_club_check.py
    "forget": Row(OWNER, scenes.asked_to_forget, "Forget for ever"),
    "undo-merge": Row(DIRECTOR, scenes.merged, "Undo"),
    "undo-list": Row(DIRECTOR, lambda club: _answer(club, "td publish"), "Undo"),
    "fide-event": Row(EVERYBODY),  # a menu, in tests/cogs/test_fide_lists.py
    "fide-file": Row(EVERYBODY, lambda club: _answer(club, "td publish"), "File"),
    "grant-demotion": Row(DIRECTOR, scenes.asked_to_lower, "Lower the title (TD)"),
    "floor": Row(DIRECTOR, lambda club: _alert(club), "Floor 1800 for Dana (TD)"),
    "import": Row(DIRECTOR, scenes.looked_at_file, "Store it"),
    # Below the file of a stored event, or of several sections: in tests/cogs/test_event_import.py
    "import-replace": Row(DIRECTOR),
    "import-beside": Row(DIRECTOR),
    "import-without": Row(DIRECTOR),  # in tests/cogs/test_same_games.py
    "import-order": Row(DIRECTOR),  # in tests/cogs/test_event_import_dates.py
    "import-span": Row(DIRECTOR),  # in tests/cogs/test_event_import_log.py
    "roster-list": Row(DIRECTOR),  # a menu, in tests/cogs/test_player_import.py
    "on-roster": Row(EVERYBODY),  # in tests/cogs/test_persons_written.py
    "import-cancel": Row(DIRECTOR),
    "import-called": Row(DIRECTOR),
    "undo-file": Row(DIRECTOR),
    "match": Row(DIRECTOR),  # below
    "settle": Row(DIRECTOR, lambda club: scenes.looked_at_file(club, scenes.DANAS), "Settle 1 name"),
    "import-card": Row(DIRECTOR, lambda club: _named(club), "Back"),
    "match-new": Row(DIRECTOR, lambda club: _named(club), "This player is new"),
    "wall-chart-file": Row(EVERYBODY, lambda club: _crosstable(club), "File"),
    "print-event": Row(EVERYBODY, lambda club: _crosstable(club), "Print"),
    "print-evening": Row(EVERYBODY, scenes.printed, "Print"),
    "print-what": Row(EVERYBODY),  # a menu: in tests/cogs/test_paper.py, as the next
    "print-chosen": Row(DIRECTOR),
    "wall-chart-post": Row(EVERYBODY, lambda club: _crosstable(club), "Post here"),
    "export-ratings": Row(DIRECTOR, lambda club: scenes.exported(club, "ratings"), "Order by rating"),
    "export-pool": Row(DIRECTOR, lambda club: scenes.exported(club, "pool"), "Seven columns"),
    "export-event": Row(DIRECTOR),  # a menu: in tests/cogs/test_event_export.py, as the next
    "export-format": Row(DIRECTOR),
    "event-files": Row(DIRECTOR, lambda club: scenes.shown_event(club), "Files (TD)"),
    "events-kind": Row(EVERYBODY),  # a menu: in tests/cogs/test_event_list.py, as the next
    "event-open": Row(EVERYBODY),
    "evening-shares": Row(EVERYBODY, scenes.paired, "Prizes"),
    "look": Row(EVERYBODY, scenes.imported, "Players 2"),
    "lists": Row(DIRECTOR),  # in tests/cogs/test_event_import_lists.py, as the next
    "import-why": Row(DIRECTOR),
    "match-named": Row(DIRECTOR, lambda club: _named(club), "Match the exact name"),
    "me-in": Row(EVERYBODY, scenes.imported, "That's me"),
    "me-claim": Row(EVERYBODY, scenes.my_page, "Claim a player"),
    "me-data": Row(EVERYBODY, scenes.my_page, "My data"),
    "me-forget": Row(EVERYBODY, scenes.my_page, "Forget me"),
    "me-profile": Row(EVERYBODY, scenes.my_page, "Edit profile"),
    "me-undo": Row(EVERYBODY),  # a menu, in tests/cogs/test_me.py
    "me-wishes": Row(EVERYBODY, scenes.my_page, "Notifications"),
    "me": Row(EVERYBODY),  # a menu, in tests/cogs/test_who_is_who.py
    "claim": Row(OWNER, scenes.asked, "That's me"),
    "not-me": Row(OWNER, scenes.asked, "No, somebody else"),
    "claim-yes": Row(DIRECTOR, scenes.claimed, "Confirm (TD)"),
    "claim-no": Row(DIRECTOR, scenes.claimed, "Dispute"),
    "undo-claim": Row(DIRECTOR, lambda club: _answer(club, "claim-yes"), "Undo"),
    "told-twice": Row(DIRECTOR, scenes.told_twice, scenes.KEEP_FILE),
    "claims": Row(DIRECTOR),  # a menu, in tests/cogs/test_who_is_who.py
    "page": Row(EVERYBODY, _many_events, "▶"),
    "page-me": Row(EVERYBODY, _board, "Me"),
    "page-go": Row(EVERYBODY, _many_events, "1 / 2"),
    "board": Row(EVERYBODY, _board, "Show inactive"),
    "order": Row(EVERYBODY),  # a menu, in tests/cogs/test_leaderboard.py
    "open": Row(OWNER, scenes.estimate, "Calculation"),
    "evening-open": Row(EVERYBODY, scenes.events_and_evening, "Friday"),
    "evening-join": Row(EVERYBODY, scenes.evening, "Join"),
    "evening-leave": Row(EVERYBODY, scenes.evening, "Leave"),
    "evening-report": Row(EVERYBODY, scenes.evening, "Report a result"),
    "evening-close": Row(DIRECTOR, scenes.evening, "Close (TD)"),
    "evening-cancel": Row(DIRECTOR, scenes.evening, "Cancel (TD)"),
    "evening-really-cancel": Row(DIRECTOR, lambda club: _really(club), "Yes, cancel it"),
    "evening-confirm": Row(SIDE, lambda club: _second(scenes.played(club)), "Confirm"),
    "oracle-confirm": Row(SIDE, scenes.old("oracle-confirm", scenes.match), "Confirm"),
    "oracle-wrong": Row(SIDE, scenes.old("oracle-wrong", scenes.match), "Dispute"),
    "match-confirm": Row(SIDE, scenes.match, "Confirm"),
    "match-wrong": Row(SIDE, scenes.match, "Dispute"),
    "match-another": Row(OWNER, scenes.match_told_twice, "Another match"),
    "league": Row(DIRECTOR, scenes.events_of_td, "League match (TD)"),
    "sides-confirm": Row(SIDE, scenes.old("sides-confirm", scenes.doubles), "Confirm"),
    "sides-wrong": Row(SIDE, scenes.old("sides-wrong", scenes.doubles), "Dispute"),
    "report-confirm": Row(SIDE, scenes.report, "Confirm"),
    "report-wrong": Row(EVERYBODY, scenes.report, "Dispute"),
    "report-again": Row(OWNER, scenes.confirmed_twice, "Store it anyway"),
    "report-store": Row(OWNER, scenes.estimate, "Store it"),
    "report-unrated": Row(OWNER, scenes.first_report, "I was never rated"),
    "report-rating": Row(OWNER, scenes.first_report, "Enter my rating"),
    "queue": Row(DIRECTOR, scenes.waiting, "1 Confirm"),
    "queue-page": Row(DIRECTOR, scenes.long_queue, "Next"),
    "queue-all": Row(DIRECTOR, scenes.long_queue, scenes.ALL_FIVE),
    "oracle-calibrate": Row(DIRECTOR, scenes.looked_at_calibration, "Store it"),
    "undo-calibration": Row(DIRECTOR, lambda club: _answer(club, "oracle-calibrate"), "Undo"),
    "roster": Row(DIRECTOR, scenes.looked_at_people, "Store it"),
    "roster-take": Row(DIRECTOR),  # in tests/cogs/test_player_import.py, as the next
    "roster-members": Row(DIRECTOR),
    "roster-known": Row(DIRECTOR, scenes.looked_at_people, "Known players only"),
    "roster-edit": Row(DIRECTOR, scenes.looked_at_people, "Edit details"),
    # in tests/cogs/test_official_ratings.py
    **dict.fromkeys(("official", "official-page", "official-ask", "official-leave", "official-look"), Row(DIRECTOR)),
    "official-accept": Row(DIRECTOR, scenes.official_list, "Accept"),
    "official-section": Row(DIRECTOR, scenes.official_list, "Rated section"),
    "undo-official": Row(DIRECTOR, scenes.official_entered, "Undo"),
    **dict.fromkeys(("me-official", "me-accounts"), Row(EVERYBODY)),
    "roster-template": Row(DIRECTOR),  # in tests/cogs/test_fide_list_loaded.py
    "import-club": Row(DIRECTOR, scenes.club_asked, "Import club"),
    "import-as": Row(DIRECTOR, scenes.undecided, "Roster"),
    "roster-who": Row(DIRECTOR),
    "roster-fide": Row(DIRECTOR),  # in tests/cogs/test_fide_list_loaded.py
    "undo-roster": Row(DIRECTOR, lambda club: _answer(club, "roster"), "Undo"),
    "oracle-import": Row(DIRECTOR, scenes.looked_at_pool, "Store it"),
    "oracle-pool": Row(DIRECTOR),  # a menu: in tests/cogs/test_oracle_table.py
    "history-import": Row(DIRECTOR, scenes.looked_at_games, "Store it"),
    "history-edit": Row(DIRECTOR, scenes.looked_at_games, "Edit details"),
    "history-reset": Row(DIRECTOR, scenes.games_loaded, "Built-in table"),
    "history-reset-yes": Row(DIRECTOR, scenes.asked_to_reset, "Use the built-in table"),
    "undo-pool-import": Row(DIRECTOR, lambda club: _answer(club, "oracle-import"), "Undo"),
    "challenge-accept": Row(SIDE, scenes.challenged, "Accept"),
    "norm-tables": Row(EVERYBODY, _norms, "Tables"),
    "norm-check": Row(EVERYBODY, _norms, "Check a FIDE norm"),
    "norm-facts": Row(EVERYBODY),  # below a card, in tests/cogs/test_fide_norm.py, as the next three
    "norm-more-facts": Row(EVERYBODY),
    "norm-keep": Row(DIRECTOR),
    "norm-title": Row(EVERYBODY),
    "challenge-terms": Row(EVERYBODY, scenes.challenged, "Change terms"),
    "match-details": Row(EVERYBODY, scenes.match, "Add details"),
    "challenge-decline": Row(SIDE, scenes.challenged, "Decline"),
    "challenge-report": Row(SIDE, scenes.challenge_accepted, "Report result"),
    "challenge-confirm": Row(SIDE, scenes.old("challenge-confirm", scenes.challenge_reported), "Confirm"),
    "challenge-wrong": Row(SIDE, scenes.old("challenge-wrong", scenes.challenge_reported), "Dispute"),
    "undo-season": Row(DIRECTOR, scenes.season, "Undo"),
    "season-reopen": Row(DIRECTOR, scenes.season_over, "Reopen (TD)"),
    "season-choose": Row(EVERYBODY),  # a menu, in tests/cogs/test_season.py
    "season-rules": Row(DIRECTOR, scenes.season, "Change rules"),
    "seasons": Row(EVERYBODY, scenes.season_over, "All seasons"),
    "yearbook": Row(EVERYBODY),  # a menu, in tests/cogs/test_yearbook.py
    "season-order": Row(EVERYBODY),  # a menu, in tests/cogs/test_season.py
    "live-me": Row(EVERYBODY),  # in tests/cogs/test_club_live.py, as the next two
    "live-card": Row(EVERYBODY),
    "live-history": Row(EVERYBODY),
    "news-board": Row(EVERYBODY),  # in tests/cogs/test_club_announce.py, as the next two
    "news-more": Row(EVERYBODY),
    "notice-card": Row(EVERYBODY),  # in tests/cogs/test_player_notify.py, as the next two
    "notice-wrong": Row(EVERYBODY),
    "notice-stop": Row(EVERYBODY),
    "evening-won": Row(PLAYER, scenes.boards, "I won"),
    "evening-drew": Row(PLAYER, scenes.boards, "Draw"),
    "evening-lost": Row(PLAYER, scenes.boards, "I lost"),
    "evening-my-game": Row(PLAYER, scenes.boards, "My game"),
    "evening-points": Row(PLAYER, scenes.odd, "Yes, correct"),
    "evening-opponent": Row(PLAYER, scenes.boards, "My opponent"),
    "evening-back": Row(OWNER, scenes.told, "Undo"),
    "evening-right": Row(SIDE, scenes.questioned, "Confirm"),
    "evening-wrong": Row(SIDE, scenes.questioned, "Dispute"),
    "evening-decide": Row(DIRECTOR, scenes.disputed, "Draw"),
    "evening-bye": Row(EVERYBODY, scenes.paired, "Bye"),
    "evening-standings": Row(EVERYBODY, scenes.paired, "Standings"),
    "evening-need": Row(PLAYER, scenes.paired, "What do I need?"),
    "evening-prizes": Row(DIRECTOR, scenes.prizes, "Set prizes (TD)"),
    "undo-announced": Row(DIRECTOR, scenes.tie_breaks, "Undo"),
    "evening-directors": Row(DIRECTOR, scenes.paired, "Directors (TD)"),
    "evening-pair": Row(DIRECTOR, scenes.panel, "Pair round 1"),
    "evening-publish": Row(DIRECTOR, scenes.drafted, "Publish"),
    "evening-drop": Row(DIRECTOR, scenes.drafted, "Discard draft"),
    "evening-unpublish": Row(DIRECTOR, scenes.published, "Unpublish"),
    "evening-end-round": Row(DIRECTOR, scenes.published, "Close round"),
    "evening-end-anyway": Row(DIRECTOR, scenes.over, "Yes, close the round"),
    "evening-panel": Row(DIRECTOR, scenes.over, "Back"),
    "evening-reopen": Row(DIRECTOR, scenes.ended, "Reopen round 1"),
    "evening-reopen-event": Row(DIRECTOR, scenes.called_off, "Reopen (TD)"),
    "evening-check-in": Row(EVERYBODY, scenes.checking, "Check in"),
    "evening-checked": Row(DIRECTOR),  # a menu, in tests/cogs/test_journey_no_shows.py
    "evening-gone": Row(DIRECTOR, scenes.left_the_server, "Withdraw who left"),
    "evening-here": Row(PLAYER, scenes.timed, "I am here"),
    "evening-no-shows": Row(DIRECTOR, scenes.panel, "No-shows"),
    "evening-unforfeit": Row(DIRECTOR, scenes.forfeited, "Undo forfeit, board 1"),
    "evening-repeats": Row(DIRECTOR, scenes.repeated, "Repeats (TD)"),
    "evening-skip": Row(DIRECTOR, scenes.repeats, "Skip 3 December"),
    "evening-stop-repeats": Row(DIRECTOR, scenes.repeats, "Stop repeating"),
    "evening-when": Row(DIRECTOR, scenes.panel, "Name, time, place"),
    "evening-pair-me": Row(EVERYBODY, scenes.free, "Pair me now"),
    "evening-not-now": Row(PLAYER, scenes.waits, "Not now"),
    "evening-pair-waiting": Row(DIRECTOR, scenes.queued, "Pair waiting players"),
    "evening-goes-on": Row(DIRECTOR, scenes.drawn, "Dana advances"),
    "evening-play-off": Row(DIRECTOR, scenes.drawn, "Play-off"),
    "evening-add-board": Row(DIRECTOR, scenes.late, "Add a board"),
    "evening-play-bye": Row(DIRECTOR, scenes.late, "Play the bye: Tess – Ida"),
    "evening-method": Row(DIRECTOR, scenes.panel, "Method"),
    "evening-methods": Row(DIRECTOR),  # a menu, in tests/cogs/test_event_desk.py
    "evening-rounds": Row(DIRECTOR, scenes.methods, "Rounds"),
    "evening-tied": Row(DIRECTOR, scenes.tied, "Play-off (TD)"),
    "evening-swap": Row(DIRECTOR, scenes.drafted, "Swap"),
    "evening-colours": Row(DIRECTOR, scenes.drafted, "Colours"),
    "evening-hand": Row(DIRECTOR, scenes.drafted, "By hand"),
    "evening-enter": Row(DIRECTOR, scenes.published, "Enter results"),
    "evening-entrant": Row(DIRECTOR, scenes.published, "Byes, withdrawals"),
    "evening-add": Row(DIRECTOR),  # a menu, in tests/cogs/test_event_paired.py
    "evening-plan": Row(DIRECTOR, scenes.panel, "Plan (TD)"),
    "evening-order": Row(DIRECTOR, scenes.panel, "Tie-breaks"),
    "evening-teams": Row(DIRECTOR, scenes.panel, "Teams"),
    "evening-add-player": Row(DIRECTOR, scenes.panel, "Add a player"),
    "evening-close-anyway": Row(DIRECTOR, scenes.asked_to_close, "Count as reported"),
    "evening-replace": Row(DIRECTOR, scenes.played_and_reported, "Replace"),
    "evening-beside": Row(DIRECTOR, scenes.played_and_reported, "Close as a separate event"),
    "results-again": Row(OWNER, scenes.played_again, "Store it anyway"),
    "evening-make-sections": Row(DIRECTOR),
    "evening-one-again": Row(DIRECTOR),
    "evening-move": Row(DIRECTOR),
    "evening-undo": Row(DIRECTOR),
    "evening-more": Row(DIRECTOR),  # in tests/cogs/test_event_more.py, as the next
    "evening-pair-without": Row(DIRECTOR),
    "edit-again": Row(EVERYBODY),  # in tests/cogs/test_event_paired.py
    "setup-open": Row(DIRECTOR),  # the greeting, in tests/cogs/test_setup.py
    "setup-choose": Row(DIRECTOR),  # a menu: in tests/cogs/test_setup.py
    "setup-zone": Row(DIRECTOR),  # in tests/cogs/test_setup.py, as the next three
    "setup-import": Row(DIRECTOR),
    "setup-evening": Row(DIRECTOR),
    "setup-skip": Row(DIRECTOR, scenes.set_up, "Skip"),
    "setup-undo": Row(DIRECTOR, lambda club: _answer(club, "setup-choose"), "Undo: What you play"),
    "setup-played": Row(DIRECTOR, scenes.set_up, "Chess: FIDE"),
    "setup-sample": Row(DIRECTOR, scenes.of_fide, "Try a sample file"),
    "played-set": Row(DIRECTOR, scenes.scrabble_file, "Set up for Scrabble"),
    "played-undo": Row(DIRECTOR, scenes.game_set, "Undo"),
}
"""By class; one that is missing here fails a test."""

PRESSED = [name for name, row in TABLE.items() if row.to is not None]
WORKS_ELSEWHERE = {
    "pool-usual",
    "history-reset",
    "event-files",  # opens a menu; the event is looked for when a format is chosen
    "norm-tables",
    "seasons",
    "board",
    "fide-event",
    "page-go",
    "club-check-again",
    "club-check",
    "roles-progress",
    "page-me",
    "open",
    "order",
    "page",
    "queue-page",
    "setup-skip",
    "setup-undo",
    "setup-played",
    "setup-sample",
    "played-set",
    "played-undo",
}
"""What is about the club where it is pressed, or belongs to whoever asked: it shows nothing of another one."""
OPENS_A_FORM = {
    "report-event",
    "report-match",
    "challenge-new",
    "league",
    "own-list-new",
    "own-list-change",
    "qursh-winners",
    "roster-edit",
    "history-edit",
    "evening-plan",
    "evening-order",
    "evening-teams",
    "evening-add-player",
    "ask-lower",
    "estimate-details",
    "player-lower",
    "player-report",
    "report-details",
    "set-limits",
    "me-claim",
    "me-profile",
    "me-wishes",
    "official-section",
    "pool-part",
    "qursh-change",
    "player-delete",
    "player-hide",
    "player-ids",
    "player-link",
    "player-merge",
    "player-profile",
    "player-show",
    "player-unlink",
    "evening-add-board",
    "evening-rounds",
    "evening-tied",
    "evening-swap",
    "evening-colours",
    "evening-hand",
    "evening-enter",
    "evening-entrant",
    "evening-play-off",
    "evening-when",
    "evening-no-shows",
    "evening-prizes",
    "evening-my-game",
    "evening-bye",
    "evening-report",
    "challenge-report",
    "report-wrong",
    "report-rating",
    "import-file",
    "challenge-terms",
    "norm-check",
    "match-details",
    "season-rules",
    "settings-codes",
    "roles-names",
    "page-go",
}
GONE_AFTERWARDS = {
    "open": "These pages have expired. Use /rating estimate again.",
    "match-another": "That match was not stored and has expired. Use /match again.",
    "report-again": "That report was not stored and has expired. Use /rating update again.",
    "estimate-details": "That estimate has expired. Use /rating estimate again.",
    "results-again": "These results were not stored and have expired. Report them again.",
    "report-store": "That report was not stored and has expired. Use /rating update again.",
}
NORMS = {"norm-tables", "norms", "norm-levels", "norm-rounds", "how"}
STORES_NOTHING = NORMS | {
    "setup-sample",  # a waiting file, shown and asked about
    "evening-repeats",
    "evening-open",
    "me-data",
    "me-forget",
    "player-forget",
    "history",
    "versus",
    "board",
    "import-card",
    "import-as",
    "roster-known",
    "history-reset",
    "wall-chart-file",
    "evening-opponent",
    "wall-chart-post",
    "print-event",
    "print-evening",
    "keep-event",
    "event-files",
    "export-ratings",
    "export-pool",
    "evening-shares",
    "fide-file",
    "look",
    "match-new",
    "settle",
    "calculation",
    "chart",
    "where",
    "activity",
    "seasons",
    "card-games",
    "card-norms",
    "card-details",
    "compare",
    "page",
    "page-me",
    "queue-page",
    "evening-join",
    "evening-close",
    "evening-cancel",
    "evening-standings",
    "evening-need",
    "evening-directors",
    "evening-panel",
    "evening-end-round",
}


LOOKED_AT = NORMS | {
    "me-data", "me-forget", "player-forget", "my-norms",
    "board",
    "chart", "where", "activity", "card-games", "card-norms", "card-details", "compare", "match-named", "me-in",
    "calculation", "seasons", "evening-method",
    "page", "page-me", "evening-report", "evening-join", "evening-close", "evening-cancel", "roles-progress",
    "club-check", "club-check-again",
}  # fmt: skip
"""What stores nothing by itself that the audit has to know."""


async def _answer(club: SimulatedClub, scene: str) -> Any:
    return await (await scenes.SCENES[scene](club))()


async def _second(answers: Awaitable[tuple[Any, Any]]) -> Any:
    return (await answers)[1]


async def _alert(club: SimulatedClub) -> Any:
    (alert,) = (await scenes.alerted(club)).followups
    return SimpleNamespace(response=alert)


async def _really(club: SimulatedClub) -> Any:
    card, _ = await scenes.played(club)
    return await club.td.click(card.response, label="Cancel (TD)")


def texts_of(answer: Any) -> list[str]:
    messages = [message for message in (answer.response, *answer.followups) if message is not None]
    return [message.content for message in messages if message.ephemeral and message.content]


async def audited(club: SimulatedClub) -> int:
    ((number,),) = await rows(club.services.database, select(func.count(audit.c.interaction_id)))
    return int(number)


def example_of(pattern: str, key: str = "1") -> str:
    """Return an id that fits the pattern of a button, menu or form."""
    examples = {
        KEY: key,
        SMALL: "1",
        LIST_PATTERN: f"glicko-2:{'x' * LONGEST_NAME}",
        DIGEST: "0123abcd",
        "[#@][0-9]{1,19}": "#1",
        "[0-9a-f]{16}": "0123456789abcdef",
        "-?[0-9]{1,4}": "1",
        get_args(Source)[1]: "events:all:0",
        "[ef][0-9a-f]{1,19}": "f0123abcd",
        r"[0-9]{1,9}(?:-[0-9]{1,9}){0,4}": "1-2",
    }
    for part, example in examples.items():
        pattern = pattern.replace(part, example)
    pattern = re.sub(r"\((?:\?P<\w+>)?([^()|?]*)(?:\|[^()?]*)?\)", r"\1", pattern)
    pattern = re.sub(r"\(\?:([^()]*)\)\?", r"\1", pattern)
    return re.sub(r"\\(.)", r"\1", pattern)


def id_of(answer: Any, label: str) -> str:
    for row in answer.response.components:
        for part in row["components"]:
            if part.get("label") == label:
                return str(part["custom_id"])
    raise AssertionError(f"no {label!r} among {answer.response.components}")


async def deliver(
    club: SimulatedClub, who: Any, answer: Any, custom_id: str, *, where: Any = None, times: int = 1
) -> str:
    """Press whatever has an id."""
    from simcord import interactions

    backend = club.env.backend
    place = where or club
    sent = len(club.env.http_requests)
    message = copy.deepcopy(_message_payload(club, answer, custom_id))
    for _ in range(times):
        record, payload = interactions.base_payload(
            backend,
            type=3,
            channel_id=answer.response._message.channel_id if where is None else place.channel.id,
            guild_id=place.guild.id,
            user_id=who.id,
            data={"custom_id": custom_id, "component_type": 2},
        )
        record.source_message_id = answer.response.id
        payload["message"] = message
        backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()
    return "\n".join(f"{request.path} {request.json}" for request in club.env.http_requests[sent:])


def _message_payload(club: SimulatedClub, answer: Any, custom_id: str) -> dict[str, Any]:
    from simcord.backend import serializers

    payload: dict[str, Any] = serializers.message_payload(club.env.backend, answer.response._message)
    button = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}
    payload["components"] = [{"type": 1, "components": [button]}]
    return payload


def test_the_table_has_every_button_and_menu() -> None:
    assert set(TABLE) == {name for name, one in DECLARED.items() if not isinstance(one, Form)}


def test_the_table_says_who_may_press_as_the_declaration_does() -> None:
    said = {
        Who.DIRECTOR: {DIRECTOR},
        Who.EVERYONE: {EVERYBODY},
        Who.ASKED: {OWNER},
        Who.OWN: {OWNER, DIRECTOR},
        Who.OTHER_SIDE: {SIDE},
        Who.EITHER: {SIDE},
        Who.PLAYS: {PLAYER},
    }
    assert {name: row.who for name, row in TABLE.items() if row.who not in said[DECLARED[name].who]} == {}


def test_nothing_is_left_with_the_library() -> None:
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        importlib.import_module(module.name)
    found = {one for kind in (discord.ui.View, discord.ui.LayoutView) for one in _subclasses(kind)}
    assert [one for one in found if one.__module__.startswith(("bot.", "cogs."))] == []


def _subclasses(kind: type) -> set[Any]:
    found = set(kind.__subclasses__())
    return found.union(*(_subclasses(one) for one in found))


@pytest.mark.parametrize("name", DECLARED)
def test_an_id_says_what_it_is_about_and_fits(name: str) -> None:
    one = DECLARED[name]
    for key in ("1", "8" * 19):
        custom_id = example_of(one.pattern.pattern, key)
        read = one.read(custom_id)
        assert read is not None
        assert one.id(*read) == custom_id
        assert find(custom_id) is one
        assert len(custom_id) <= LONGEST_ID
        assert find(f"{custom_id}!") is None


def test_two_declarations_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="undo"):
        declare(replace(DECLARED["undo"]))


def test_what_cannot_be_in_an_id_is_refused() -> None:
    async def wrong(press: Press, about: list[int]) -> None: ...

    with pytest.raises(TypeError):
        declare(Declaration("wrong", wrong, Who.EVERYONE))


def labels_of(answer: Any) -> list[str]:
    return [str(part.get("label")) for row in answer.response.components for part in row["components"]]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PRESSED)
async def test_after_a_restart_it_works_or_says_why_not(
    club: SimulatedClub, name: str, make_bot: Callable[[], CrosstableBot]
) -> None:
    line = TABLE[name]
    assert line.to is not None
    answer = await line.to(club)
    before, sent = await audited(club), len(club.env.http_requests)
    await club.env.restart_bot(make_bot())
    presser = (
        club.td
        if line.who == DIRECTOR or name == "evening-really-cancel"
        else club.eli
        if line.who == SIDE
        else club.dana
    )
    clicked = await presser.click(answer.response, custom_id=id_of(answer, line.label))
    if name in GONE_AFTERWARDS:
        assert texts_of(clicked) == [GONE_AFTERWARDS[name]]
        return
    answered = [request for request in club.env.http_requests[sent:] if "/callback" in request.path]
    assert len(answered) == 1
    if name not in LOOKED_AT | STORES_NOTHING | OPENS_A_FORM:
        assert await audited(club) == before + 1
    if name == "page":
        assert "2 / 2" in labels_of(clicked)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PRESSED)
async def test_who_may_not_changes_nothing(club: SimulatedClub, name: str) -> None:
    line = TABLE[name]
    assert line.to is not None
    answer, other, stranger = await line.to(club), club.other_server(), club.add("Stranger")
    custom_id, before = id_of(answer, line.label), await audited(club)
    if line.who in (DIRECTOR, OWNER, SIDE):
        said = await deliver(club, stranger, answer, custom_id)
        assert "(TD)" in said or "Only the member who asked" in said
    if name not in WORKS_ELSEWHERE | OPENS_A_FORM:
        said = await deliver(club, other.td, answer, custom_id, where=other)
        assert "'content': '" in said
        assert "Something went wrong" not in said
    if line.who == DIRECTOR:
        club.env.backend.get_guild(club.guild.id).members[club.td.id].role_ids.clear()
        assert "(TD)" in await deliver(club, club.td, answer, custom_id)
    assert await audited(club) == before


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", [name for name in PRESSED if TABLE[name].who != EVERYBODY and name != "open"])
async def test_two_presses_at_once_do_it_once(club: SimulatedClub, name: str) -> None:
    line = TABLE[name]
    assert line.to is not None
    answer = await line.to(club)
    before = await audited(club)
    presser = club.td if line.who in (DIRECTOR, SIDE) else club.dana
    custom_id = id_of(answer, line.label)
    said = await asyncio.wait_for(deliver(club, presser, answer, custom_id, times=2), 60)
    assert "Something went wrong" not in said
    assert await audited(club) <= before + 1


SOURCES_OF: dict[str, tuple[str, str]] = {
    "events": ("rating update", "events:all:0"),
    "audit": ("setting-form", "audit:settings:0"),
    "board": ("rating update", "board:uschess-regular:rating:0:0"),
    "games": ("rating update", "games:1:uschess-regular"),
    "section": ("rating update", "section:1"),
    "chart": ("rating update", "chart:1"),
    "wall-chart": ("rating update", "wall-chart:1"),
    "teams": ("rating update", "teams:1"),
    "teams-how": ("rating update", "teams-how:1"),
    "calculation": ("rating update", "calculation:1:1"),
    "how": ("rating update", "how:1:1"),
    "norm-rounds": ("rating update", "norm-rounds:1:1"),
    "coming": ("norm", "coming:fide-standard"),
    "compared": ("oracle-confirm", "compared:oracle"),
    "expected": ("import", "expected:1"),
    "published": ("import", "published:1"),
    "calibration": ("oracle-calibrate", "calibration:{interaction}"),
    "listed": ("td publish", "listed:1"),
    "qursh": ("import", "qursh:1:0:0"),
    "season": ("td season", "season:1:rating"),
    "chances": ("evening-bye-form", "chances:1"),
    "tie-breaks": ("evening-bye-form", "tie-breaks:1"),
    "all-tie-breaks": ("evening-bye-form", "all-tie-breaks:1"),
    "team-tie-breaks": ("evening-teams-form", "team-tie-breaks:1"),
    "prizes": ("evening-prizes-form", "prizes:1"),
    "records": ("import", "records:1"),
    "evening-records": ("evening-bye-form", "evening-records:1"),
}


def test_every_source_of_pages_is_tried() -> None:
    assert set(SOURCES_OF) == set(SOURCES) - {"file"}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", SOURCES_OF)
async def test_pages_are_made_again_after_a_restart(
    club: SimulatedClub, name: str, make_bot: Callable[[], CrosstableBot]
) -> None:
    scene, source = SOURCES_OF[name]
    await (await scenes.SCENES["norm-keep" if scene == "norm" else scene](club))()
    query = select(audit.c.interaction_id, audit.c.actor_id).order_by(audit.c.id.desc()).limit(1)
    ((interaction, asked),) = await rows(club.services.database, query)
    await club.env.restart_bot(make_bot())
    answer = await club.td.slash(club.channel, "td settings")
    who = next(member for member in (club.td, club.dana, club.eli) if member.id == asked)
    said = await deliver(club, who, answer, f"page:{asked}:0:{source.format(interaction=interaction)}")
    if name in ("qursh", "prizes", "records", "evening-records", "published", "teams-how"):
        # a sentence: that event has no scores, teams or published ratings, and nothing is won in it
        assert "'content': " in said
        assert "Something went wrong" not in said
    else:
        assert "'embeds': [{" in said, said


FORGED = [
    "undo:99999999999999999999",
    "undo:9999999999999999999",
    "undo:word",
    "undo",
    "undo:",
    "calculation:1:99999999999999999999",
    "evening-confirm:1:9999999999999999999",
    "evening-confirm:1:9223372036854775808",
    "oracle-calibrate:no-such-pool:1:1",
    "oracle-calibrate:oracle:1:0",
    "import:1",
    "import:1:00000000",
    "oracle-import:1:00000000",
    "oracle-wrong:1",
    "oracle-wrong:9223372036854775808",
    "grant-demotion:1",
    "floor:1:1:uschess-regular",
    "floor:1:1:uschess-blitz",
    "floor:9223372036854775808:1:uschess-quick",
    "undo-rating:1",
    "undo-rating:9223372036854775808",
    "undo-settings:1",
    "undo-announced:1",
    "undo-settings:9223372036854775808",
    "challenge-accept:1",
    "challenge-wrong:9223372036854775808",
    "undo-season:1",
    "season-reopen:9223372036854775808",
    "season-order:1:1",
    "undo-pool-import:1",
    "undo-pool-import:9999999999999999999",
    "match:1:00000000:0:1",
    "match:4:0:1",
    "page:1:1:events:reports:9999",
    "page:1:1:calculation:1",
    "report-confirm:1",
    "report-confirm:9223372036854775808",
    "report-again:1:0123456789abcdef",
    "queue:yes:1:0",
    "queue:no:99999999999999999999:0",
    "page-me:1:section:1",
    "open:1:kept:0000000000000000",
    "answer:1",
    "answer:word",
    "from-an-older-version",
    "0123456789abcdef0123456789abcdef",
]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("custom_id", FORGED)
async def test_a_forged_id_ends_in_one_sentence(
    club: SimulatedClub, custom_id: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await club.td.slash(club.channel, "td settings")
    said = await deliver(club, club.td, answer, custom_id)
    sentences = re.findall(r"'content': (?:'[^…]|\")", said)  # the place that is cleared shows … meanwhile
    assert len(sentences) == 1, said
    assert "Something went wrong" not in said
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_a_form_that_was_opened_before_a_restart_is_taken(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    form = await club.dana.click((await scenes.evening(club)).response, label="Report a result")
    await club.env.restart_bot(make_bot())
    answer = await club.dana.submit_modal(form, {"results": "1: Dana 1-0 Eli"})
    assert "Dana" in answer.response.embeds[0].description


async def test_a_menu_is_about_its_own_file(club: SimulatedClub) -> None:
    await scenes.imported(club)
    looked = await settling(club.td, await scenes.looked_at_file(club, scenes.TWINS))
    (custom_id,) = [
        part["custom_id"]
        for row in looked.response.components
        for part in row["components"]
        if part["custom_id"].startswith("match:")
    ]
    assert match_player_menu.read(custom_id) is not None
    kind, number, digest, *rest = custom_id.split(":")
    other = ":".join([kind, number, "0" * len(digest), *rest])
    said = await deliver(club, club.td, looked, other)
    assert "Open this card again" in said or "upload it again" in said
    ((options,),) = await rows(club.services.database, select(pending_import.c.options))
    assert options["options"]["chosen"] == {}


async def test_a_button_that_has_served_is_taken_away(club: SimulatedClub) -> None:
    """Discord edits the clicked message by the click's token, which the simulated one does not: it was asked to."""
    looked = await scenes.looked_at_file(club)
    await club.td.click(looked.response, label="Store it")
    asked = [request for request in club.env.http_requests if request.path.endswith(f"/messages/{looked.response.id}")]
    assert [(request.method, request.json["components"]) for request in asked] == [("PATCH", [])]


async def test_numbers_of_files_are_not_given_again(club: SimulatedClub) -> None:
    numbers = set()
    for _ in range(3):
        looked = await scenes.looked_at_file(club)
        numbers.add(id_of(looked, "Store it"))
        await club.services.database.write(lambda connection: connection.execute(pending_import.delete()), club=None)
    assert len(numbers) == 3


class TestDaysLater:
    """Files wait for two days, and what is stored has the day that was shown."""

    @pytest.mark.parametrize(("hours", "days"), [(47, ["2026-11-21"]), (49, [])])
    async def test_a_file_is_stored_as_shown_or_not_at_all(
        self, club: SimulatedClub, clock: Clock, hours: int, days: Sequence[str]
    ) -> None:
        looked = await scenes.looked_at_file(club)
        clock.move(hours=hours)
        await club.td.click(looked.response, label="Store it")
        stored = await rows(club.services.database, select(event.c.date))
        assert [day.isoformat() for (day,) in stored] == days

    async def test_a_calibration_holds_for_the_day_of_the_look(self, club: SimulatedClub, clock: Clock) -> None:
        looked = await scenes.looked_at_calibration(club)
        clock.move(days=1)
        clicked = await club.td.click(looked.response, label="Store it")
        assert "Preview again with /td publish" in texts_of(clicked)[-1]
