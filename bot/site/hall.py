"""The page of a running evening for a screen in the hall: who plays whom where, and between rounds the standings."""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.services.evenings.standings import LiveStandings
from bot.services.evenings.tournament import Tournament, planned_rounds
from bot.site.event_tables import live, rounds_of_evening, start_list_of_evening
from bot.store.database.evening_rows import EveningStatus
from bot.ui.paper.evening import pairing_sheets, standings_sheets
from bot.ui.paper.sheets import Sheet
from core.words import counted, search_key


class HallView(NamedTuple):
    """A view of a round: its page, and the words of the link to it."""

    page: str
    label: str


BY_BOARD, BY_NAME = HallView("hall", "by board"), HallView("hall-names", "by name")


class ScreenTable(NamedTuple):
    """A table, in parts side by side. rows: the size of letters with which a part fits."""

    parts: Sequence[Sheet]
    rows: int
    notes: str


class Screen(NamedTuple):
    """What the screen shows now. is_paired: whether it is a round, which has two views."""

    state: str
    tables: Sequence[ScreenTable]
    is_paired: bool


SIZES = (8, 12, 16, 24, 32)
"""Rows for which the style sheet has a size of letters."""
IN_ONE, IN_TWO = 12, 40
"""Rows that one part, and that two parts, hold."""
COLUMNS = 6
"""Most columns of each of several parts: of standings the points and two tie-breaks."""


def screen_of(tournament: Tournament, view: HallView) -> Screen:
    found = live(tournament)
    state = state_of(found)
    if tournament.evening.status is EveningStatus.OPEN:
        if tournament.open_round is not None:
            *by_board, by_name = pairing_sheets(tournament, tournament.open_round.number)
            return Screen(state, [_table(by_name if view is BY_NAME else by_board[0])], is_paired=True)
        playing = _games(tournament)
        if playing:
            return Screen(state, [_table(sheet) for sheet in (*playing, *standings_sheets(found))], is_paired=False)
        if not rounds_of_evening(tournament):
            return Screen(state, [_table(_entered(tournament))], is_paired=False)
    return Screen(state, [_table(sheet) for sheet in standings_sheets(found)], is_paired=False)


def state_of(found: LiveStandings) -> str:
    """Return how far an evening is, for everybody."""
    tournament = found.tournament
    over, playing = tournament.next_round - 1, tournament.open_round
    if tournament.evening.status is not EveningStatus.OPEN or found.is_final:
        return "Final standings"
    if tournament.is_free:
        return f"{counted(len(tournament.games), 'game')} so far"
    of = f" of {planned_rounds(tournament, sum(one.is_in for one in tournament.entrants))}"
    if playing is not None:
        left = len(tournament.open_boards(playing.number))
        return f"Round {playing.number}{of}, " + (
            f"{counted(left, 'game')} still playing" if left else "all results are in"
        )
    if over:
        return f"Standings after round {over}{of}"
    return f"{counted(sum(one.is_in for one in tournament.entrants), 'player')}. Round 1 is not paired yet."


def _games(tournament: Tournament) -> Sequence[Sheet]:
    """Return the games that are being played without rounds."""
    waiting = [one for one in tournament.games if tournament.report_of(one) is None] if tournament.is_free else []
    rows = [
        (str(one.board), tournament.name_of(one.first), "–", tournament.name_of(one.second))
        for one in waiting
        if one.second is not None
    ]
    return [Sheet("Games", "", ("Game", "", "", ""), "><^<", rows)] if rows else []


def _entered(tournament: Tournament) -> Sheet:
    rows = [(tournament.name_of(line.number), line.rating) for line in start_list_of_evening(tournament)]
    rows.sort(key=lambda row: search_key(row[0]))
    return Sheet("Players", "", ("Player", "Rating"), "<>", rows)


def _table(sheet: Sheet) -> ScreenTable:
    rows = len(sheet.rows)
    amount = 1 if rows <= IN_ONE else 2 if rows <= IN_TWO else 3
    size = max(1, -(-rows // amount))
    if amount > 1 and len(sheet.head) > COLUMNS:
        head, cells = sheet.head[:COLUMNS], [row[:COLUMNS] for row in sheet.rows]
        sheet = replace(sheet, head=head, rows=cells, notes=())
    parts = [replace(sheet, rows=sheet.rows[at : at + size]) for at in range(0, max(rows, 1), size)]
    return ScreenTable(
        parts, next((one for one in SIZES if size <= one), SIZES[-1]), " · ".join(note for note in sheet.notes if note)
    )
