"""Nothing was lost when 77 commands became about 30: where each of them went.

A place is a command, or a command, then what is pressed under its answer, by the names of buttons, menus and forms.
"""

import pytest
from discord import app_commands

from bot.ui.framework.buttons import DECLARED
from tests.conftest import SimulatedClub

PLACES = {
    "challenge": "challenge > challenge-terms",
    "club announce": "td settings > settings-change",
    "club audit": "td audit",
    "club chart": "leaderboard > where",
    "club check": "td settings > club-check",
    "club export everything": "td export",
    "club export ratings": "td export > export-ratings",
    "club export roster": "td export",
    "club import": "td import > import-club",
    "club live": "td settings > settings-change",
    "club roles": "td settings > settings-change > roles-set",
    "club settings": "td settings",
    "club setup": "td setup",
    "club yearbook": "yearbook > yearbook",
    "event add": "td evening > evening-panel > evening-add-player",
    "event amend": "td correct > correct-what > correct-event",
    "event close": "td evening > evening-close",
    "event crosstable": "events > wall-chart-file",
    "event export": "td export > export-event > export-format",
    "event import": "td import > import-details",
    "event list": "events > events-kind",
    "event new": "td evening > evening-plan",
    "event prizes": "events > evening-shares",
    "event result": "td evening > evening-report",
    "event show": "events",
    "event tiebreaks": "td evening > evening-panel > evening-order",
    "event void": "td void > void-event",
    "event waiting": "td queue",
    "fide first": "rating estimate > first-rating",
    "fide list": "leaderboard > fide-file",
    "fide norm": "norms > norm-check > norm-facts > norm-more-facts > norm-keep",
    "help": "help > help-topic",
    "leaderboard": "leaderboard > order",
    "norms": "norms > norm-tables",
    "oracle board": "leaderboard > board",
    "oracle calibrate": "td publish > oracle-calibrate",
    "oracle compare": "leaderboard > board",
    "oracle export": "td export > export-pool",
    "oracle import": "td import > oracle-pool > oracle-import",
    "oracle match": "match > match-details",
    "oracle player": "rating show > card-list",
    "oracle predict": "rating estimate",
    "oracle settings": "td settings > pool-choose > pool-part",
    "player claim": "me > me-claim",
    "player claims": "td queue > claims",
    "player delete": "td player > player-delete",
    "player edit": "td player > player-profile > player-ids",
    "player hide": "td player > player-hide",
    "player import": "td import > roster-known > roster",
    "player link": "td player > player-link",
    "player merge": "td player > player-merge",
    "player notify": "me > me-wishes",
    "player show": "rating show > card-details",
    "player split": "td player > player-split",
    "player versus": "rating compare > versus",
    "privacy export": "me > me-data",
    "privacy forget": "me > me-forget > forget",
    "qursh history load": "td import > history-import",
    "qursh history reset": "td settings > history-reset",
    "qursh quantile": "qursh margin",
    "qursh settings": "td settings > qursh-change",
    "qursh standings": "qursh rank",
    "qursh table": "qursh rank",
    "rating compare": "rating compare > history-since",
    "rating demote": "norms > ask-lower",
    "rating estimate": "rating estimate > estimate-details",
    "rating goal": "rating estimate",
    "rating history": "rating history > history",
    "rating predict": "rating estimate",
    "rating set": "td rating > floor",
    "rating show": "rating show > chart",
    "rating undo": "rating undo",
    "rating update": "rating update > report-details",
    "season end": "td season",
    "season list": "season > seasons",
    "season show": "season > season-order",
    "season start": "td season > season-rules",
}


@pytest.mark.parametrize("old", PLACES)
async def test_old_command_has_its_place(club: SimulatedClub, old: str) -> None:
    tree = club.env.bot.tree.walk_commands()
    commands = {one.qualified_name for one in tree if isinstance(one, app_commands.Command)}
    command, *pressed = PLACES[old].split(" > ")
    assert command in commands
    assert set(pressed) <= set(DECLARED)


async def test_the_surface_is_small(club: SimulatedClub) -> None:
    commands = [one for one in club.env.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    assert len(PLACES) == 77
    assert len(commands) <= 34
    assert sum(len(one.parameters) for one in commands) <= 120
    assert max(len(one.parameters) for one in commands) <= 8
