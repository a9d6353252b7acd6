"""/td evening method:knockout: seeded, drawn and decided by hand, closed and rated."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import game
from bot.ui.framework.layout import PADDING
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows, said
from tests.flows import add_player, report_results

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")


@pytest.mark.both_databases
async def test_six_with_a_draw_that_a_director_decides(club: SimulatedClub, clock: Clock) -> None:
    club_td, evening = club.td, await PairedEvening.opened(club, clock, method="knockout")
    assert "Remove the option rounds" in await said(
        club_td.slash(club.channel, "td evening", name="Cup", method="knockout", rounds=3)
    )
    for place, name in enumerate(NAMES):
        await add_player(club, newcomer=name, rating=f"{1900 - 100 * place}/20")

    async def play(results: str, *presses: str) -> str:
        """Enter a round's results and press."""
        if results:
            await report_results(club, club_td, results=results)
        shown = await evening.direct(*presses)
        return str(shown.embeds[0].description)

    async def card() -> list[str]:
        await evening.send()
        text = str(evening.card.embeds[0].description)
        return [line.replace(PADDING, " ") for line in text.splitlines() if line]

    async def play_off(who: str, score: str = "") -> Any:
        form = await club_td.click(await evening.panel(), label="Play-off")
        return await club_td.submit_modal(form, {"who": who, "score": score})

    await evening.begin()
    assert {frozenset(pair) for pair in await evening.opponents()} == {
        frozenset(("Cy", "Flo")),
        frozenset(("Di", "Ed")),
    }
    refused = await add_player(club, newcomer="Gus")
    assert "is closed to new players" in refused.followups[-1].content

    # The draw is held up until somebody goes on, and may be thought about again.
    told = await play("Cy beat Flo; Di Ed ½", "Close round")
    assert "decide who advances" in told
    assert "Round 1 is being played" in (await evening.panel()).embeds[0].title
    assert await card() == [
        "**Round 1**: all results are in.",
        "**Quarter-finals**",
        "`bye` **Ann**",
        "`½-½` Di – Ed · who advances?",
        "`bye` **Bo**",
        "`1-0` **Cy** – Flo",
        "**Semi-finals**",
        "`–` Ann – ?",
        "`–` Bo – Cy",
    ]
    undecided = await card()
    assert "Undone" in await play("", "Di advances", "Undo")
    assert await card() == undecided
    decided = await evening.direct("Di advances")
    assert "for example 2-1" in (await play_off("Ed", "lost")).followups[-1].content
    assert "has no drawn game in round 1" in (await play_off("Cy")).followups[-1].content
    await play_off("Ed", "1.5-0.5")
    assert "changed in the meantime" in (await club_td.click(decided, label="Undo")).followups[-1].content
    await play("", "Close round")
    assert "`½-½` Di – **Ed** · play-off 1½-½" in await card()

    # Who was sent on meets the first seed; a decision that changes makes the draft stale.
    await evening.direct("Pair round 2")
    await evening.direct("Discard draft")
    await play_off("Di")
    await evening.begin()
    assert {frozenset(pair) for pair in await evening.opponents()} == {
        frozenset(("Ann", "Di")),
        frozenset(("Bo", "Cy")),
    }
    await play("Ann beat Di; Cy beat Bo", "Close round")
    await evening.begin()
    await play("Ann Cy ½", "Cy advances", "Close round")
    assert (await card())[-2:] == ["**Final**", "`½-½` Ann – **Cy**"]
    assert (await evening.state()).open_round is None

    shown = await club_td.click(evening.card, label="Standings")
    lines = [line.replace(PADDING, " ") for line in shown.response.embeds[0].description.splitlines()]
    assert [line.split("`")[1].split()[0] + line.rpartition("`")[2] for line in lines if "`" in line] == [
        "1 Cy · winner",
        "2 Ann · final",
        "3 Bo · semi-final",
        "3 Di · semi-final",
        "5 Ed · quarter-final",
        "5 Flo · quarter-final",
    ]
    closed = await club_td.click(await evening.panel(), label="Close (TD)")
    assert "6 players · 3 rounds · 5 games" in str(closed.response.embeds[0].description)
    # The draws are rated as draws; who goes on is no game.
    scores = [row.result for row in await rows(club.services.database, select(game.c.result))]
    assert scores.count(0.5) == 2
