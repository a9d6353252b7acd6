"""/td evening method:free and ladder: whoever waits is paired, by a press or by the time; no rounds."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.store.database.tables import audit, event, game
from bot.ui.framework.layout import PADDING
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, rows
from tests.conftest import said as sentence_of
from tests.flows import report_results

ANN, BO, CY, DI, ED = "Ann", "Bo", "Cy", "Di", "Ed"


class Queue(PairedEvening):
    """An evening of free pairing."""

    async def wait(self, *names: str) -> str:
        """Let members press Pair me now."""
        for name in names:
            answer = await self.member(name).click(self.card, label="Pair me now")
        message = answer.followups[-1] if answer.followups else answer.response
        return str(message.content or message.embeds[0].description)

    async def met(self) -> list[set[str]]:
        state = await self.state()
        return [{state.name_of(number) for number in one.numbers} for one in state.games]

    def shown(self) -> str:
        return str(self.card.embeds[0].description).replace(PADDING, " ")

    async def report(self, name: str, label: str, other: str) -> None:
        """Press a result under the latest game."""
        message = self.messages("**Game")[-1]
        await self.member(name).click(message, label=label)
        await self.send()
        await self.member(other).click(self.messages("reports")[-1], label="Confirm")
        await self.send()


@pytest.mark.both_databases
async def test_an_evening_of_five_with_a_restart_in_the_middle(
    club: SimulatedClub, clock: Clock, make_bot: Callable[[], CrosstableBot]
) -> None:
    assert "Remove the option rounds" in await sentence_of(
        club.td.slash(club.channel, "td evening", name="F", method="free", rounds=3)
    )
    evening = await Queue.opened(club, clock, method="free")

    # One alone waits; the second is paired with them when both have waited a minute, once, though the bot restarts.
    assert "Nobody else is waiting yet" in await evening.wait(ANN)
    assert "Others waiting: 1." in await evening.wait(BO)
    await evening.send()
    assert "**2 players waiting**: Ann <t:" in evening.shown()
    assert await evening.met() == []
    await club.env.restart_bot(make_bot())
    clock.move(60)
    await evening.send()
    await evening.send()
    assert await evening.met() == [{ANN, BO}]
    (told,) = evening.messages("**Game 1**")
    assert all(f"<@{evening.member(name).id}>" in told.content for name in (ANN, BO))
    assert "has White" in told.content
    assert "You are playing Bo in game 1" in await evening.wait(ANN)

    # Results as in rounds: reported, asked back, confirmed; then the game has Pair me now.
    await evening.member(ANN).click(told, label="I won")
    await evening.send()
    (question,) = evening.messages("reports")
    assert question.content.endswith("(game 1).")
    await club.env.restart_bot(make_bot())
    await evening.member(BO).click(question, label="Confirm")
    await evening.send()
    assert "1-0" in told.embeds[0].description or "0-1" in told.embeds[0].description
    await evening.member(ANN).click(told, label="Pair me now")

    # Two who have met today wait for somebody else; a director's press pairs at once, two presses pair once.
    await evening.wait(BO)
    clock.move(300)
    await evening.send()
    assert len(await evening.met()) == 1
    panel = await evening.panel()
    assert "they have met today" in (await club.td.click(panel, label="Pair waiting players")).followups[-1].content
    await evening.wait(CY)
    await club.td.click(panel, label="Pair waiting players")
    assert (
        "Fewer than two players are waiting"
        in (await club.td.click(panel, label="Pair waiting players")).followups[-1].content
    )
    assert len(await evening.met()) == 2
    (left,) = {ANN, BO, CY} - (await evening.met())[1]
    assert left in (ANN, BO)  # who has waited longest is in
    await evening.send()

    # Who does not want to wait, who has left, and who is not in the queue are not paired; four are paired at once.
    assert "You are not waiting for a game" in await sentence_of(
        evening.member(CY).click(evening.card, label="Not now")
    )
    await evening.wait(DI)
    await evening.member(DI).click(evening.card, label="Not now")
    await evening.member(left).click(evening.card, label="Leave")
    await evening.wait(ED)
    clock.move(90)
    await evening.send()
    assert len(await evening.met()) == 2
    other = next(name for name in (await evening.met())[1] if name != CY)
    await evening.report(CY, "Draw", other)
    await evening.wait(left, DI, CY)
    await evening.send()
    met = await evening.met()
    assert len(met) == 4
    assert set().union(*met[2:]) == {left, CY, DI, ED}
    await club.env.restart_bot(make_bot())
    await evening.send()
    assert [len(evening.messages(f"**Game {number}**")) for number in (1, 2, 3, 4)] == [1, 1, 1, 1]

    # A director enters results by names; one that nobody played is no game, and its pair may meet again.
    results = [" beat ".join(sorted(pair)) for pair in met[2:3]] + [" -- ".join(sorted(met[3]))]
    refused = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "No result yet: game 3" in refused.response.embeds[0].description
    await report_results(club, club.td, results="; ".join(results))
    state = await evening.state()
    assert sum(state.points.values()) == 3
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "3 games" in str(closed.response.embeds[0].description)
    found = await rows(club.services.database, select(game))
    by_player: dict[tuple[int, int], int] = {}
    for one in found:
        for number in (one.first, one.second):
            by_player[one.round, number] = by_player.get((one.round, number), 0) + 1
    assert set(by_player.values()) == {1}  # nobody has two games in one round
    deeds = [row.action for row in await rows(club.services.database, select(audit).order_by(audit.c.id))]
    assert deeds.count("pair-waiting") == 1


async def test_on_a_ladder_whoever_wins_takes_the_place(club: SimulatedClub, clock: Clock) -> None:
    evening = await Queue.opened(club, clock, method="ladder", places=6)
    for place, name in enumerate((ANN, BO, CY, DI, ED)):
        await club.td.slash(
            club.channel, "td rating", player=evening.member(name), rating=1900.0 - 100 * place, games=30
        )

        await evening.wait(name)
        await evening.member(name).click(evening.card, label="Not now")

    # First and last of five stand four places apart.
    await evening.wait(ANN, ED)
    refused = await club.td.click(await evening.panel(), label="Pair waiting players")
    assert "or are too far apart" in refused.followups[-1].content
    clock.move(300)
    await evening.send()
    assert await evening.met() == []
    await evening.wait(BO, CY, DI)
    await evening.send()
    assert len(await evening.met()) == 2
    for pair in await evening.met():
        higher, lower = sorted(pair)
        await report_results(club, club.td, results=f"{lower} beat {higher}")
    await evening.send()
    order = [ANN, BO, CY, DI, ED]
    for pair in await evening.met():
        higher, lower = sorted(pair)
        order.remove(lower)
        order.insert(order.index(higher), lower)
    places = [line.split("`")[1].split()[0] + line.rpartition(" ")[2] for line in evening.shown().splitlines()[-5:]]
    assert places == [f"{place}{name}" for place, name in enumerate(order, start=1)]


@pytest.mark.both_databases
async def test_games_of_more_than_a_month_keep_their_days(club: SimulatedClub, clock: Clock) -> None:
    """Their ratings count at each game for FIDE: a round has games of one month alone."""
    evening = await Queue.opened(club, clock, method="free")
    first = clock().date()
    for number, pair in enumerate(((ANN, BO), (CY, DI), (ANN, BO)), start=1):
        if number == 3:
            clock.move(35 * 24 * 60 * 60)
        await evening.wait(*pair)
        clock.move(60)
        await evening.send()
        await report_results(club, club.td, results=" beat ".join(pair))
        for name in pair:
            await evening.member(name).click(evening.card, label="Not now")
    await club.td.click(await evening.panel(), label="Close (TD)")
    last = first + timedelta(days=35)
    ((began, ended, days),) = await rows(club.services.database, select(event.c.began, event.c.date, event.c.days))
    assert (began, ended, days) == (first, last, [first.isoformat(), last.isoformat()])
    assert sorted(row.round for row in await rows(club.services.database, select(game.c.round))) == [1, 1, 2]
