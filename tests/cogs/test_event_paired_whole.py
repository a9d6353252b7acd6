"""Whole evenings: a round robin of eight with its file, and Scrabble of twelve that Qursh ranks afterwards."""

import re
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import player
from bot.ui.framework.layout import PADDING
from core.files.recognise import read_event_file
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows
from tests.flows import add_player, export_event, report_results

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


async def play(evening: PairedEvening, written: str) -> list[tuple[str, str]]:
    """Play the next round: each game goes as is written of the two, whoever is first in the alphabet first."""
    await evening.begin()
    boards = await evening.opponents()
    results = [written.format(min(board), max(board)) for board in boards]
    await report_results(evening.club, evening.club.td, results="; ".join(results))
    await evening.direct("Close round")
    return boards


async def closed_event(evening: PairedEvening) -> tuple[Any, str]:
    club = evening.club
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    (found,) = [one["value"] for one in await club.td.autocomplete(club.channel, "events", "event", "")]
    return closed, found


@pytest.mark.sampled(2)
@pytest.mark.both_databases
async def test_a_round_robin_of_eight_with_two_newcomers(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, *NAMES[:6], method="round-robin")

    async def add(**options: Any) -> Any:
        return await add_player(club, **options)

    assert "Gus, strong 1450" in (await add(newcomer="Gus", rating="strong")).followups[-1].content
    assert "100 and 3000" in (await add(newcomer="Gus", rating="9000")).followups[-1].content
    known = "Ann is already a player of the club."
    assert known in (await add(newcomer="Ann", born="2015")).followups[-1].content
    await add(newcomer="Gus", rating="1480/10")
    await add(newcomer="Hal", born="2015")
    state = await evening.state()
    assert {one.player.name: one.displayed for one in state.entrants if one.displayed} == {"Gus": 1480}
    met: list[tuple[str, str]] = []
    for _ in range(7):
        met += await play(evening, "{} beat {}")
    everybody = NAMES[:8]
    assert {frozenset(pair) for pair in met} == {frozenset(pair) for pair in combinations(everybody, 2)}
    assert set(Counter(first for first, _ in met).values()) == {3, 4}
    closed, event = await closed_event(evening)
    assert "8 players · 7 rounds · 28 games" in str(closed.response.embeds[0].description)
    exported = await export_event(club.td, club.channel, event, "trf", arbiter="Sage, Flo")
    (file,) = exported.response.attachments
    (section,) = read_event_file(await file.read()).sections
    assert section.conduct is not None
    assert section.conduct.system == "FIDE_ROUNDROBIN"
    # Whoever comes first in the alphabet won: so they stand.
    numbers = {one.name: one.number for one in section.players}
    assert [section.conduct.ranks[numbers[name]] for name in everybody] == [*range(1, 9)]
    # Gus began with what a director wrote, and it is kept of Hal that they are a child.
    ((after, change),) = re.findall(r"`(\d+)` ▼ (\d+) Gus", str(closed.response.embeds[0].description))
    assert int(after) + int(change) == 1480
    kept = select(player.c.born_year, player.c.adult).where(player.c.name == "Hal")
    assert [tuple(row) for row in await rows(club.services.database, kept)] == [(2015, False)]


@pytest.mark.long
async def test_an_evening_of_scrabble_is_ranked_by_qursh(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, method="scrabble-koth", list="elo", rounds=3)
    for place, name in enumerate(NAMES):
        await add_player(club, newcomer=name, rating=f"{1700 - 20 * place}")
    met = [frozenset(pair) for _ in range(3) for pair in await play(evening, "{} 430 {} 380")]
    assert len({*met}) == len(met) == 18
    wins = Counter(min(pair) for pair in met)
    _, event = await closed_event(evening)
    answer = await club.td.slash(club.channel, "qursh rank", event=event)
    lines = answer.response.embeds[0].description.replace(PADDING, " ").splitlines()
    places = {line.rpartition(" ")[2]: at for at, line in enumerate(lines) if line.startswith("`")}
    assert len(places) == 6  # the first page
    for name, at in places.items():
        won, spread = wins[name], 100 * wins[name] - 150
        assert f" · {won}-{3 - won} · {spread:+d}" in lines[at + 1]
