"""Every button, menu and form: who may press it, in which club, after a restart, twice at once, with a forged id."""

import asyncio
import copy
import importlib
import pkgutil
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from sqlalchemy import func, select

import bot.ui
from bot.app import CrosstableBot
from bot.store.tables import audit, event, pending_import
from bot.ui.buttons.dispatch import GONE
from bot.ui.buttons.events.import_buttons import ChoosePlayer
from bot.ui.buttons.page_sources import SOURCES
from bot.ui.buttons.registry import DYNAMIC_ITEMS, FORMS
from tests import said_scenes as scenes
from tests.conftest import SimulatedClub, now, rows
from tests.file_answers import settling

EVERYBODY, OWNER, DIRECTOR, SIDE = "everybody", "owner", "director", "one of the two, or a director"
PLAYER = "who plays"


@dataclass(frozen=True)
class Row:
    """A line of the table. who: may press it; to: makes an answer with it; label: what it says there."""

    who: str
    to: Callable[[SimulatedClub], Awaitable[Any]] | None = None
    label: str = ""


async def _updated(club: SimulatedClub) -> Any:
    return await scenes.update(club)


async def _many_events(club: SimulatedClub) -> Any:
    for day in range(1, 12):
        options = {"rating": 1500.0, "games": 60} if day == 1 else {}
        date = f"2026-10-{day:02}"
        await club.dana.slash(club.channel, "rating update", opponents="W1500", date=date, **options)
    return await club.dana.slash(club.channel, "event list", all=True)


async def _board(club: SimulatedClub) -> Any:
    await scenes.update(club)
    return await club.dana.slash(club.channel, "leaderboard")


async def _named(club: SimulatedClub) -> Any:
    """Return a dry run with the names that are not settled."""
    return await settling(club.td, await scenes.looked_at_file(club, scenes.DANAS))


async def _norm_made(club: SimulatedClub) -> Any:
    won = "W1800 W1800 W1800 W1800"
    return await club.dana.slash(club.channel, "rating update", opponents=won, rating=1500.0, games=60)


async def _crosstable(club: SimulatedClub) -> Any:
    await scenes.imported(club)
    (offered,) = await club.dana.autocomplete(club.channel, "event crosstable", "event", "")
    return await club.dana.slash(club.channel, "event crosstable", event=offered["value"])


async def _norms(club: SimulatedClub) -> Any:
    await scenes._with_title(club)
    return await club.dana.slash(club.channel, "norms")


TABLE: dict[str, Row] = {
    "ShowCalculation": Row(EVERYBODY, _updated, "Calculation"),
    "ShowNorms": Row(EVERYBODY, lambda club: _norm_made(club), "Norms"),
    "AllLevels": Row(EVERYBODY, _norms, "All levels"),
    "RoundByRound": Row(EVERYBODY, _norms, "Round by round"),
    "Chart": Row(EVERYBODY, _updated, "Chart"),
    "HowNorms": Row(EVERYBODY, _norms, "How?"),
    "WhereAmI": Row(EVERYBODY, scenes.crowd, "Where am I"),
    "Activity": Row(EVERYBODY, scenes.chart, "Games a month"),
    "CardGames": Row(EVERYBODY, scenes.card, "Games"),
    "CardNorms": Row(EVERYBODY, scenes.card, "Norms"),
    "CardDetails": Row(EVERYBODY, scenes.card, "Details"),
    "CardList": Row(EVERYBODY),  # a menu: in tests/cogs/test_person_card.py, as the next
    "Compare": Row(EVERYBODY, scenes.card, "Compare"),
    "CompareWith": Row(EVERYBODY),
    "Undo": Row(OWNER, _updated, "Undo"),
    "UndoDemotion": Row(DIRECTOR, lambda club: _answer(club, "rating demote"), "Undo"),
    "UndoRating": Row(DIRECTOR, lambda club: _answer(club, "rating set"), "Undo"),
    "UndoSettings": Row(DIRECTOR, lambda club: _answer(club, "club settings"), "Undo"),
    "ChangeSetting": Row(DIRECTOR),  # a menu: in tests/cogs/test_club_settings_page.py
    "OpenCodes": Row(DIRECTOR, lambda club: _answer(club, "club settings"), "Titles of the 1990s"),
    "SetRoles": Row(DIRECTOR, lambda club: scenes.looked_at_roles(club), "Turn on"),
    "EditNames": Row(DIRECTOR, lambda club: scenes.looked_at_roles(club), "Names and limits"),
    "HowFar": Row(DIRECTOR, lambda club: _answer(club, "roles-set"), "How far?"),
    "Check": Row(DIRECTOR, lambda club: _answer(club, "club settings"), "Check"),
    "CheckAgain": Row(DIRECTOR, lambda club: club.td.slash(club.channel, "club check"), "Check again"),
    "TryAgain": Row(DIRECTOR),  # in tests/cogs/test_club_check.py
    "GetSettings": Row(DIRECTOR, lambda club: _answer(club, "club settings"), "File"),
    "TakeSettings": Row(DIRECTOR),  # below a file, in tests/cogs/test_club_settings_file.py
    "StoreSettings": Row(DIRECTOR, lambda club: scenes.looked_at_settings(club), "Store it"),
    "UndoMerge": Row(DIRECTOR, lambda club: _answer(club, "player merge"), "Undo"),
    "UndoList": Row(DIRECTOR, lambda club: _answer(club, "fide list"), "Undo"),
    "ChooseListEvent": Row(EVERYBODY),  # a menu, in tests/cogs/test_fide_lists.py
    "GetListFile": Row(EVERYBODY, lambda club: _answer(club, "fide list"), "File"),
    "GrantDemotion": Row(DIRECTOR, scenes.asked_to_lower, "Lower the title (TD)"),
    "SetFloor": Row(DIRECTOR, lambda club: _alert(club), "Floor 1800 for Dana (TD)"),
    "ConfirmImport": Row(DIRECTOR, scenes.looked_at_file, "Store it"),
    "ChoosePlayer": Row(DIRECTOR),  # below
    "SettleNames": Row(DIRECTOR, lambda club: scenes.looked_at_file(club, scenes.DANAS), "Settle 1 name"),
    "BackToFile": Row(DIRECTOR, lambda club: _named(club), "Back"),
    "RestAreNew": Row(DIRECTOR, lambda club: _named(club), "It is somebody new"),
    "ChartFile": Row(EVERYBODY, lambda club: _crosstable(club), "File"),
    "LookInto": Row(EVERYBODY, scenes.imported, "Players 2"),
    "ChooseLists": Row(DIRECTOR),  # in tests/cogs/test_event_import_lists.py, as the next
    "GiveReason": Row(DIRECTOR),
    "TakeNamed": Row(DIRECTOR, lambda club: _named(club), "Take the one of that exact name"),
    "ThatsMe": Row(EVERYBODY, scenes.imported, "That's me"),
    "ChooseMe": Row(EVERYBODY),  # a menu, in tests/cogs/test_who_is_who.py
    "SayMe": Row(OWNER, scenes.asked, "That's me"),
    "SayNot": Row(OWNER, scenes.asked, "No, somebody else"),
    "ConfirmClaim": Row(DIRECTOR, scenes.claimed, "Confirm (TD)"),
    "RefuseClaim": Row(DIRECTOR, scenes.claimed, "That's wrong"),
    "UndoClaim": Row(DIRECTOR, lambda club: _answer(club, "claim-yes"), "Undo"),
    "TakeOut": Row(DIRECTOR, scenes.told_twice, scenes.KEEP_FILE),
    "DecideMenu": Row(DIRECTOR),  # a menu, in tests/cogs/test_who_is_who.py
    "TurnPage": Row(EVERYBODY, _many_events, "▶"),
    "JumpToMe": Row(EVERYBODY, _board, "Me"),
    "GoToPage": Row(EVERYBODY, _many_events, "1 / 2"),
    "OrderBoard": Row(EVERYBODY),  # a menu, in tests/cogs/test_leaderboard.py
    "OpenPages": Row(OWNER, scenes.estimate, "Calculation"),
    "Join": Row(EVERYBODY, scenes.evening, "Join"),
    "Leave": Row(EVERYBODY, scenes.evening, "Leave"),
    "Report": Row(EVERYBODY, scenes.evening, "Report a result"),
    "Close": Row(DIRECTOR, scenes.evening, "Close (TD)"),
    "Cancel": Row(DIRECTOR, scenes.evening, "Cancel (TD)"),
    "ReallyCancel": Row(DIRECTOR, lambda club: _really(club), "Yes, cancel it"),
    "ConfirmResults": Row(SIDE, lambda club: _second(scenes.played(club)), "Confirm"),
    "ConfirmMatch": Row(SIDE, scenes.match, "Confirm"),
    "ObjectToMatch": Row(SIDE, scenes.match, "That's wrong"),
    "ConfirmReport": Row(SIDE, scenes.report, "Confirm"),
    "DisputeReport": Row(EVERYBODY, scenes.report, "That's wrong"),
    "StoreAgain": Row(OWNER, scenes.told_again, "Store it all the same"),
    "StoreEstimate": Row(OWNER, scenes.estimate, "Store it"),
    "Decide": Row(DIRECTOR, scenes.waiting, "1 Confirm"),
    "TurnQueue": Row(DIRECTOR, scenes.long_queue, "Next"),
    "RejectAll": Row(DIRECTOR, scenes.long_queue, scenes.ALL_FIVE),
    "ConfirmCalibration": Row(DIRECTOR, scenes.looked_at_calibration, "Store it"),
    "UndoCalibration": Row(DIRECTOR, lambda club: _answer(club, "oracle-calibrate"), "Undo"),
    "ConfirmPeople": Row(DIRECTOR, scenes.looked_at_people, "Store it"),
    "TakeFiles": Row(DIRECTOR),  # in tests/cogs/test_player_import.py, as the next
    "TakeMembers": Row(DIRECTOR),
    "ChoosePerson": Row(DIRECTOR),
    "LookAtFides": Row(DIRECTOR),  # in tests/cogs/test_fide_list_loaded.py
    "UndoPeople": Row(DIRECTOR, lambda club: _answer(club, "roster"), "Undo"),
    "ConfirmRoster": Row(DIRECTOR, scenes.looked_at_pool, "Store it"),
    "UndoRoster": Row(DIRECTOR, lambda club: _answer(club, "oracle-import"), "Undo"),
    "AcceptChallenge": Row(SIDE, scenes.challenged, "Accept"),
    "DeclineChallenge": Row(SIDE, scenes.challenged, "Decline"),
    "ReportChallenge": Row(SIDE, scenes.challenge_accepted, "Report result"),
    "ConfirmChallenge": Row(SIDE, scenes.challenge_reported, "Confirm"),
    "ObjectToChallenge": Row(SIDE, scenes.challenge_reported, "That's wrong"),
    "UndoSeason": Row(DIRECTOR, scenes.season, "Undo"),
    "ReopenSeason": Row(DIRECTOR, scenes.season_over, "Reopen (TD)"),
    "SeasonOrders": Row(EVERYBODY),  # a menu, in tests/cogs/test_season.py
    "LiveMe": Row(EVERYBODY),  # in tests/cogs/test_club_live.py, as the next two
    "LiveCard": Row(EVERYBODY),
    "LiveHistory": Row(EVERYBODY),
    "ShowBoard": Row(EVERYBODY),  # in tests/cogs/test_club_announce.py, as the next two
    "MoreNews": Row(EVERYBODY),
    "ChooseNews": Row(DIRECTOR),
    "NoticeCard": Row(EVERYBODY),  # in tests/cogs/test_player_notify.py, as the next two
    "NoticeWrong": Row(EVERYBODY),
    "NoticeStop": Row(EVERYBODY),
    "IWon": Row(PLAYER, scenes.boards, "I won"),
    "WeDrew": Row(PLAYER, scenes.boards, "Draw"),
    "ILost": Row(PLAYER, scenes.boards, "I lost"),
    "MyGame": Row(PLAYER, scenes.boards, "My game"),
    "ReallyPoints": Row(PLAYER, scenes.odd, "Yes, that is right"),
    "TakeBack": Row(OWNER, scenes.told, "Undo"),
    "ConfirmGame": Row(SIDE, scenes.questioned, "Confirm"),
    "WrongGame": Row(SIDE, scenes.questioned, "That's wrong"),
    "DecideGame": Row(DIRECTOR, scenes.disputed, "Draw"),
    "AskBye": Row(EVERYBODY, scenes.paired, "Bye"),
    "ShowStandings": Row(EVERYBODY, scenes.paired, "Standings"),
    "WhatINeed": Row(PLAYER, scenes.paired, "What do I need?"),
    "SetPrizes": Row(DIRECTOR, scenes.prizes, "Set prizes (TD)"),
    "UndoAnnounced": Row(DIRECTOR, scenes.tie_breaks, "Undo"),
    "Directors": Row(DIRECTOR, scenes.paired, "Directors (TD)"),
    "PairRound": Row(DIRECTOR, scenes.panel, "Pair round 1"),
    "Publish": Row(DIRECTOR, scenes.drafted, "Publish"),
    "DropDraft": Row(DIRECTOR, scenes.drafted, "Drop the draft"),
    "Unpublish": Row(DIRECTOR, scenes.published, "Take back"),
    "CloseRound": Row(DIRECTOR, scenes.published, "Close round"),
    "CloseAnyway": Row(DIRECTOR, scenes.over, "Yes, close the round"),
    "Back": Row(DIRECTOR, scenes.over, "Back"),
    "ReopenRound": Row(DIRECTOR, scenes.ended, "Reopen round 1"),
    "ReopenEvening": Row(DIRECTOR, scenes.called_off, "Reopen (TD)"),
    "When": Row(DIRECTOR, scenes.panel, "Name, time, place"),
    "PairMe": Row(EVERYBODY, scenes.free, "Pair me now"),
    "NotNow": Row(PLAYER, scenes.waits, "Not now"),
    "PairWaiting": Row(DIRECTOR, scenes.queued, "Pair those who wait"),
    "GoesOn": Row(DIRECTOR, scenes.drawn, "Dana goes on"),
    "PlayOff": Row(DIRECTOR, scenes.drawn, "Play-off"),
    "Swap": Row(DIRECTOR, scenes.drafted, "Swap"),
    "Colours": Row(DIRECTOR, scenes.drafted, "Colours"),
    "ByHand": Row(DIRECTOR, scenes.drafted, "By hand"),
    "EnterResults": Row(DIRECTOR, scenes.published, "Enter results"),
    "OneEntrant": Row(DIRECTOR, scenes.published, "Byes, withdrawals"),
    "AddMembers": Row(DIRECTOR),  # a menu, in tests/cogs/test_event_paired.py
    "SetSections": Row(DIRECTOR),  # in tests/cogs/test_event_sections.py, as the next four
    "MakeSections": Row(DIRECTOR),
    "UndoSections": Row(DIRECTOR),
    "MovePlayer": Row(DIRECTOR),
    "UndoDeed": Row(DIRECTOR),
    "More": Row(DIRECTOR),  # in tests/cogs/test_event_more.py, as the next
    "PairWithout": Row(DIRECTOR),
    "EditAgain": Row(EVERYBODY),  # in tests/cogs/test_event_paired.py
    "OpenSetUp": Row(DIRECTOR),  # the greeting, in tests/cogs/test_setup.py
    "ChooseSetting": Row(DIRECTOR),  # a menu: in tests/cogs/test_setup.py
    "SkipStep": Row(DIRECTOR, scenes.set_up, "Skip"),
    "UndoStep": Row(DIRECTOR, lambda club: _answer(club, "setup-choose"), "Undo: Directors' role"),
}
"""By class; one that is missing here fails a test."""

PRESSED = [name for name, row in TABLE.items() if row.to is not None]
WORKS_ELSEWHERE = {
    "ChooseListEvent",
    "GoToPage",
    "CheckAgain",
    "Check",
    "GetSettings",
    "HowFar",
    "JumpToMe",
    "OpenPages",
    "OrderBoard",
    "TurnPage",
    "TurnQueue",
    "SkipStep",
    "UndoStep",
}
"""What is about the club where it is pressed, or belongs to whoever asked: it shows nothing of another one."""
OPENS_A_FORM = {
    "Swap",
    "Colours",
    "ByHand",
    "EnterResults",
    "OneEntrant",
    "PlayOff",
    "When",
    "SetPrizes",
    "MyGame",
    "AskBye",
    "Report",
    "ReportChallenge",
    "DisputeReport",
    "OpenCodes",
    "EditNames",
    "GoToPage",
}
GONE_AFTERWARDS = {
    "OpenPages": "These pages are stored nowhere and are gone: use the command again.",
    "StoreAgain": "That report is stored nowhere and is gone: use /rating update again.",
    "StoreEstimate": "That report is stored nowhere and is gone: use /rating update again.",
}
NORMS = {"ShowNorms", "AllLevels", "RoundByRound", "HowNorms"}
STORES_NOTHING = NORMS | {
    "BackToFile",
    "ChartFile",
    "GetListFile",
    "LookInto",
    "RestAreNew",
    "SettleNames",
    "ShowCalculation",
    "Chart",
    "WhereAmI",
    "Activity",
    "CardGames",
    "CardNorms",
    "CardDetails",
    "Compare",
    "TurnPage",
    "JumpToMe",
    "TurnQueue",
    "Join",
    "Close",
    "Cancel",
    "ShowStandings",
    "WhatINeed",
    "Directors",
    "Back",
    "CloseRound",
}


LOOKED_AT = NORMS | {
    "Chart", "WhereAmI", "Activity", "CardGames", "CardNorms", "CardDetails", "Compare", "TakeNamed", "ThatsMe",
    "ShowCalculation",
    "TurnPage", "JumpToMe", "Report", "Join", "Close", "Cancel", "HowFar", "Check", "CheckAgain", "GetSettings",
}  # fmt: skip
"""What stores nothing by itself that the audit has to know."""


async def _answer(club: SimulatedClub, scene: str) -> Any:
    return await (await scenes.SCENES[scene](club))()


async def _second(answers: Awaitable[tuple[Any, Any]]) -> Any:
    return (await answers)[1]


async def _alert(club: SimulatedClub) -> Any:
    """Return what directors are told below the answer to an event, as if it were an answer."""
    (alert,) = (await scenes.alerted(club)).followups
    return SimpleNamespace(response=alert)


async def _really(club: SimulatedClub) -> Any:
    card, _ = await scenes.played(club)
    return await club.td.click(card.response, label="Cancel (TD)")


def texts_of(answer: Any) -> list[str]:
    """Return the sentences that one sees alone."""
    messages = [message for message in (answer.response, *answer.followups) if message is not None]
    return [message.content for message in messages if message.ephemeral and message.content]


async def audited(club: SimulatedClub) -> int:
    ((number,),) = await rows(club.services.database, select(func.count(audit.c.interaction_id)))
    return int(number)


def id_of(answer: Any, label: str) -> str:
    for row in answer.response.components:
        for part in row["components"]:
            if part.get("label") == label:
                return str(part["custom_id"])
    raise AssertionError(f"no {label!r} among {answer.response.components}")


async def deliver(
    club: SimulatedClub, who: Any, answer: Any, custom_id: str, *, where: Any = None, times: int = 1
) -> str:
    """Press whatever has an id, as a forged request could; return all that was sent then."""
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


def test_the_table_has_every_class_that_can_be_pressed() -> None:
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        importlib.import_module(module.name)
    assert set(TABLE) == {item.__name__ for item in DYNAMIC_ITEMS}
    leaves = {kind for kind in _subclasses(discord.ui.DynamicItem) if not kind.__subclasses__()}
    assert {kind for kind in leaves if kind.__module__.startswith("bot.")} == set(DYNAMIC_ITEMS)


def test_no_view_is_left_with_the_library_and_every_form_has_its_answer() -> None:
    views = _subclasses(discord.ui.View) | _subclasses(discord.ui.LayoutView)
    assert [kind for kind in views if kind.__module__.startswith(("bot.", "cogs."))] == []
    forms = [kind for kind in _subclasses(discord.ui.Modal) if kind.__module__.startswith(("bot.", "cogs."))]
    assert len(forms) == len(FORMS)


def _subclasses(kind: type) -> set[Any]:
    found = set(kind.__subclasses__())
    return found.union(*(_subclasses(one) for one in found))


def test_no_id_fits_two_patterns() -> None:
    ids = [
        "undo:1",
        "undo-list:1",
        "undo-rating:1",
        "undo-settings:1",
        "challenge-accept:1",
        "challenge-decline:1",
        "challenge-report:1",
        "challenge-confirm:1",
        "challenge-wrong:1",
        "undo-season:1",
        "undo-announced:1",
        "season-reopen:1",
        "season-order:1:1",
        "settings-change",
        "settings-codes",
        "where:oracle",
        "activity:oracle",
        "roles-set:1:0123abcd",
        "roles-names:1:0123abcd",
        "roles-progress",
        "club-check",
        "settings-get",
        "settings-take",
        "settings-store:1:0123abcd",
        "club-check-again",
        "club-try-again",
        "card-games:1:oracle",
        "card-norms:1:uschess-regular",
        "card-details:1:fide-standard",
        "card-list:1:1",
        "compare:1",
        "compare-with:1",
        "undo-pool-import:1",
        "oracle-confirm:1",
        "oracle-wrong:1",
        "report-confirm:1",
        "report-wrong:1",
        "report-again:1:0123456789abcdef",
        "queue:yes:1:0",
        "queue-page:0",
        "queue-all:1:1",
        "setup-open",
        "setup-choose:td_role",
        "setup-skip:lists",
        "setup-undo:lists",
        "page:1:2:events",
        "page-me:1:events",
        "page-go:1:events",
        "order:1:oracle:0",
        "look:section:1",
        "settle:1:0123abcd",
        "match-new:1:0123abcd",
        "import-card:1:0123abcd",
        "fide-event:1:coming:fide-rapid",
        "fide-file:listed:1",
        "open:1:kept:0123456789abcdef",
    ]
    for custom_id in [
        *ids,
        "evening-cancel:1",
        "evening-really-cancel:1",
        "import:1:0123abcd",
        "import-why:1:0123abcd",
        "lists:1:0123abcd",
        "roster:1:0123abcd",
        "roster-take:1:0123abcd",
        "roster-members:1:0123abcd",
        "roster-who:1:0123abcd:2",
        "roster-fide",
        "undo-roster:1",
        "match:1:0123abcd:0:1",
        "match-named:1:0123abcd",
        "me:1",
        "me-in:1",
        "claim:1:1",
        "not-me:1:1",
        "claim-yes:1",
        "claim-no:1",
        "claims",
        "undo-claim:1",
        "told-twice:1",
        "oracle-import:1:0123abcd",
    ]:
        fits = [item for item in DYNAMIC_ITEMS if item.__discord_ui_compiled_template__.fullmatch(custom_id)]
        assert len(fits) == 1, custom_id


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
    presser = club.td if line.who == DIRECTOR or name == "ReallyCancel" else club.eli if line.who == SIDE else club.dana
    clicked = await presser.click(answer.response, custom_id=id_of(answer, line.label))
    if name in GONE_AFTERWARDS:
        assert texts_of(clicked) == [GONE_AFTERWARDS[name]]
        return
    answered = [request for request in club.env.http_requests[sent:] if "/callback" in request.path]
    assert len(answered) == 1
    if name not in LOOKED_AT | STORES_NOTHING | OPENS_A_FORM:
        assert await audited(club) == before + 1
    if name == "TurnPage":
        assert "2 / 2" in labels_of(clicked)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", PRESSED)
async def test_who_may_not_changes_nothing(club: SimulatedClub, name: str) -> None:
    """A stranger, another club's director, and who was a director until now."""
    line = TABLE[name]
    assert line.to is not None
    answer, other, stranger = await line.to(club), club.other_server(), club.add("Stranger")
    custom_id, before = id_of(answer, line.label), await audited(club)
    if line.who in (DIRECTOR, OWNER, SIDE):
        said = await deliver(club, stranger, answer, custom_id)
        assert "(TD)" in said or "belong to whoever asked" in said
    if name not in WORKS_ELSEWHERE | OPENS_A_FORM:
        said = await deliver(club, other.td, answer, custom_id, where=other)
        assert "'content': '" in said
        assert "Something went wrong" not in said
    if line.who == DIRECTOR:
        club.env.backend.get_guild(club.guild.id).members[club.td.id].role_ids.clear()
        assert "(TD)" in await deliver(club, club.td, answer, custom_id)
    assert await audited(club) == before


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", [name for name in PRESSED if TABLE[name].who != EVERYBODY and name != "OpenPages"])
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
    "audit": ("club settings", "audit:settings:0"),
    "board": ("rating update", "board:uschess-regular:rating:0"),
    "games": ("rating update", "games:1:uschess-regular"),
    "section": ("rating update", "section:1"),
    "chart": ("rating update", "chart:1"),
    "wall-chart": ("rating update", "wall-chart:1"),
    "calculation": ("rating update", "calculation:1:1"),
    "how": ("rating update", "how:1:1"),
    "norm-rounds": ("rating update", "norm-rounds:1:1"),
    "coming": ("norm", "coming:fide-standard"),
    "pool": ("oracle match", "pool:oracle:0:0"),
    "expected": ("import", "expected:1"),
    "calibration": ("oracle-calibrate", "calibration:{interaction}"),
    "listed": ("fide list", "listed:1"),
    "qursh": ("import", "qursh:1:0:0"),
    "season": ("season start", "season:1:rating"),
    "chances": ("evening-bye-form", "chances:1"),
    "tie-breaks": ("evening-bye-form", "tie-breaks:1"),
    "prizes": ("evening-prizes-form", "prizes:1"),
}


def test_every_source_of_pages_is_tried() -> None:
    assert set(SOURCES_OF) == {pattern.partition(":")[0] for pattern in SOURCES}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", SOURCES_OF)
async def test_pages_are_made_again_after_a_restart(
    club: SimulatedClub, name: str, make_bot: Callable[[], CrosstableBot]
) -> None:
    scene, source = SOURCES_OF[name]
    await (await scenes.SCENES["fide norm" if scene == "norm" else scene](club))()
    query = select(audit.c.interaction_id, audit.c.actor_id).order_by(audit.c.id.desc()).limit(1)
    ((interaction, asked),) = await rows(club.services.database, query)
    await club.env.restart_bot(make_bot())
    answer = await club.td.slash(club.channel, "club settings")
    who = next(member for member in (club.td, club.dana) if member.id == asked)
    said = await deliver(club, who, answer, f"page:{asked}:0:{source.format(interaction=interaction)}")
    if name in ("qursh", "prizes"):
        assert "'content': " in said  # a sentence: that event has no scores, and nothing is won in it
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
    answer = await club.td.slash(club.channel, "club settings")
    said = await deliver(club, club.td, answer, custom_id)
    sentences = re.findall(r"'content': (?:'[^…]|\")", said)  # the place that is cleared shows … meanwhile
    assert len(sentences) == 1, said
    assert "Something went wrong" not in said
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_what_is_not_in_the_message_is_answered_too(club: SimulatedClub) -> None:
    from simcord import interactions

    answer = await scenes.update(club)
    _, payload = interactions.base_payload(
        club.env.backend,
        type=3,
        channel_id=club.channel.id,
        guild_id=club.guild.id,
        user_id=club.dana.id,
        data={"custom_id": "undo:12345", "component_type": 2},
    )
    payload["message"] = {**_message_payload(club, answer, "undo:1")}
    sent = len(club.env.http_requests)
    club.env.backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()
    (request,) = club.env.http_requests[sent:]
    assert request.json["data"]["content"] == GONE


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
    assert ChoosePlayer.__discord_ui_compiled_template__.fullmatch(custom_id)
    kind, number, digest, *rest = custom_id.split(":")
    other = ":".join([kind, number, "0" * len(digest), *rest])
    said = await deliver(club, club.td, looked, other)
    assert "use the command again" in said or "upload it again" in said
    ((options,),) = await rows(club.services.database, select(pending_import.c.options))
    assert options["chosen"] == {}


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


class Clock:
    """A clock that a test moves on."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> Any:
        return now() + self.later


@pytest.fixture
def clock() -> Clock:
    return Clock()


class TestDaysLater:
    """Files wait for two days, and what is stored has the day that was shown."""

    @pytest.mark.parametrize(("hours", "days"), [(47, ["2026-11-21"]), (49, [])])
    async def test_a_file_is_stored_as_shown_or_not_at_all(
        self, club: SimulatedClub, clock: Clock, hours: int, days: Sequence[str]
    ) -> None:
        looked = await scenes.looked_at_file(club)
        clock.later = timedelta(hours=hours)
        await club.td.click(looked.response, label="Store it")
        stored = await rows(club.services.database, select(event.c.date))
        assert [day.isoformat() for (day,) in stored] == days

    async def test_a_calibration_holds_for_the_day_of_the_look(self, club: SimulatedClub, clock: Clock) -> None:
        looked = await scenes.looked_at_calibration(club)
        clock.later = timedelta(days=1)
        clicked = await club.td.click(looked.response, label="Store it")
        assert "look again with /oracle calibrate" in texts_of(clicked)[-1]
