"""The directors' panel follows the evening, and the next sensible step stands first."""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import update

from bot.store.database.tables import player
from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import set_settings


def labels(panel: Any) -> list[str]:
    parts = [part for row in panel.components for part in row["components"]]
    return [part["label"] for part in parts if "label" in part]


async def test_the_panel_follows_results_and_keeps_what_was_done(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=1)
    panel = await evening.direct("Pair round 1", "Publish")
    await evening.send()
    assert "**2 boards** without a result" in panel.embeds[0].description
    assert labels(panel)[0] == "Enter results"
    for first, _ in await evening.opponents():
        await evening.member(first).click(evening.boards(), label="I won")
    await evening.send()
    assert "Every board has a result." in panel.embeds[0].description
    assert "Round 1 is published" in panel.embeds[0].description
    assert labels(panel)[0] == "Close round"
    await club.td.click(panel, label="Close round")
    assert "All rounds are over" in panel.embeds[0].description
    assert labels(panel)[0] == "Close (TD)"
    assert not any(label.startswith("Pair") for label in labels(panel))


async def test_a_question_in_the_panel_stays_while_results_come(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=1)
    await evening.begin()
    panel = await evening.direct("Close round")
    assert "2 boards without a result. Count a loss" in panel.embeds[0].description
    ((first, _), _) = await evening.opponents()
    await evening.member(first).click(evening.boards(), label="I won")
    await evening.send()
    assert "2 boards without a result. Count a loss" in panel.embeds[0].description
    await club.td.click(panel, label="Back")
    assert "**1 board** without a result" in panel.embeds[0].description


async def test_a_panel_that_its_director_has_closed_is_forgotten(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    panel = await evening.direct("Pair round 1", "Publish")
    club.env.backend.delete_message(club.channel.id, panel.id)
    await evening.send()
    await evening.member("Ann").click(evening.boards(), label="I won")
    await evening.send()
    assert "1" in evening.boards().embeds[0].description


async def leave_server(club: SimulatedClub, name: str, since: datetime) -> None:
    gone = update(player).where(player.c.name == name).values(left_at=since)
    await club.services.database.write(lambda connection: connection.execute(gone), club=club.guild.id)


async def test_who_has_left_the_server_is_marked_and_publishing_asks(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=1)
    club.guild.remove_member(evening.member("Di"))
    panel = await evening.direct("Pair round 1")
    assert "⚠️ Di has left the server" in panel.embeds[0].description
    assert labels(panel)[0] == "Publish anyway"
    await club.td.click(panel, label="Publish anyway")
    assert (await evening.state()).open_round is not None
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    assert "Di · left the server" in standings.response.embeds[0].description


async def test_the_leaderboard_hides_who_has_left(club: SimulatedClub, clock: Clock) -> None:
    for name in ("Ann", "Bo"):
        await club.td.slash(club.channel, "td rating", player=club.add(name), rating=1500.0, games=30)
    await leave_server(club, "Bo", clock() - timedelta(days=29))
    assert "Bo" in await board(club)
    await leave_server(club, "Bo", clock() - timedelta(days=31))
    assert "Bo" not in await board(club)
    assert "Ann" in await board(club)
    shown = await club.dana.slash(club.channel, "leaderboard")
    await club.dana.click(shown.response, label="Show inactive")
    assert "Bo" in str(shown.response.embeds[0].description)
    await set_settings(club, gone="never")
    assert "Bo" in await board(club)


async def board(club: SimulatedClub, **options: Any) -> str:
    shown = await club.dana.slash(club.channel, "leaderboard", **options)
    return str(shown.response.embeds[0].description)


async def test_an_announced_round_lists_its_boards_once(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", rounds=1)
    await evening.begin()
    message = evening.boards()
    called = [f"<@{evening.member(name).id}>" for name in ("Ann", "Bo", "Cy")]
    assert sorted(message.content.splitlines()[1].split()) == sorted(called)
    boards = message.embeds[0].description
    assert all(boards.count(name) == 1 for name in ("Ann", "Bo", "Cy"))
