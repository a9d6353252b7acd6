"""Seasons: begun, looked at, ended and opened again, through the real commands. It is 21 November 2026, 12:00 UTC."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from scrabble_files import SEED
from sqlalchemy import select, update

from bot.services.framework.context import Services
from bot.services.framework.whole_clubs import verify_club
from bot.services.ratings.seasons import end_due_seasons
from bot.store.database.tables import club as club_table
from bot.store.database.tables import journal, season, season_board, standing
from bot.ui.framework.layout import PADDING
from bot.ui.messages.worker import OutboxWorker
from tests.conftest import SimulatedClub, rows, said
from tests.flows import hide_player, season_by, set_settings
from tests.flows import start_season as start

FIVE = "W1500 W1500 W1500 W1500 L1500"
"""4 of 5."""


async def report(club: SimulatedClub, member: Any, opponents: str, **options: Any) -> Any:
    return await member.slash(club.channel, "rating update", opponents=opponents, **options)


def text(answer: Any) -> str:
    return str(answer.response.embeds[0].description).replace(PADDING, " ")


def footer(answer: Any) -> str:
    return str(answer.response.embeds[0].footer.text)


async def refused(clicking: Any) -> str:
    """Return the sentence that a click on a message is refused with, which stays as it is."""
    return str((await clicking).followups[0].content)


@pytest.mark.both_databases
async def test_a_season_is_a_window_that_touches_nobodys_rating(club: SimulatedClub) -> None:
    await report(club, club.dana, "W1500", rating=1500.0, games=50, date="2026-10-01")
    before = await rows(club.services.database, select(journal))
    began = await start(club, ends="2026-12-31", starts="2026-11-01")
    assert "### Autumn 2026 · US Chess Regular" in text(began)
    assert "**2026-11-01 to 2026-12-31**" in text(began)
    assert await rows(club.services.database, select(journal)) == before
    assert "No games yet" in text(await club.eli.slash(club.channel, "season"))

    await report(club, club.dana, "W1500 W1500 W1500 W1500 W1500 L1500", date="2026-11-02")
    await report(club, club.eli, "W1600 L1600", rating=1600.0, games=40)
    board = await club.eli.slash(club.channel, "season")
    assert "1** Dana" not in text(board)
    lines = text(board).splitlines()[1:]
    assert lines[0].startswith("`1 16")
    assert lines[0].endswith("` Dana")
    assert "**Eli** ◂ you · 2 of 6 games" in lines[1]
    assert "2 of 6 games" in lines[1]
    assert "2 players" in footer(board)
    assert await verify_club(club.services, club.guild.id) == []


async def test_only_directors_reopen_and_undo(club: SimulatedClub) -> None:
    refusal = "Only a tournament director (TD) can"
    began = await start(club)
    assert refusal in await refused(club.dana.click(began.response, label="Undo"))
    await club.td.slash(club.channel, "td season", action="end")
    over = await club.dana.slash(club.channel, "season")
    assert refusal in await refused(club.dana.click(over.response, label="Reopen (TD)"))


async def test_the_board_by_each_order(club: SimulatedClub) -> None:
    """Performances by US Chess' estimator: 5 of 6 against 1500 is 1500 + 400 log10(5) = 1779.6, 3 of 6 is 1500."""
    await start(club, starts="2026-11-01")
    for who, rating in ((club.dana, 1500.0), (club.eli, 1700.0)):
        await report(club, who, "W1500", rating=rating, games=50, date="2026-10-01")
    await report(club, club.dana, "W1500 W1500 W1500 W1500 W1500 L1500")
    await report(club, club.eli, "W1500 W1500 W1500 L1500 L1500 L1500 D1500 D1500")

    async def board(order: str) -> list[str]:
        return text(await season_by(club, order)).splitlines()[1:]

    assert [line.split("` ")[1].split(" ·")[0] for line in await board("rating")] == ["Eli", "Dana"]
    performance = await board("performance")
    assert performance[0].startswith("`1 1780` Dana · 16")
    assert performance[1].startswith("`2 1500` Eli · 16")
    points = await board("points")
    assert points == ["`1 5` Dana · of 6", "`2 4` Eli · of 8"]
    games = await board("games")
    assert games[0].startswith("`1 8` Eli · 1")
    gain = await board("gain")
    assert gain[0].startswith("`1 ▲")
    assert "Dana" in gain[0]
    assert "▼" in gain[1]


async def test_the_board_for_rating_is_score_minus_expected_with_luck(club: SimulatedClub) -> None:
    """Equal opponents: 5 of 6 where 3 are expected, ±sqrt(6 / 4) = 1.22; 3 of 4 where 2 are, ±1; 1 of 4: -1."""
    await start(club, starts="2026-11-01", minimum=1)
    fay = club.add("Fay")
    played = [(club.eli, 1700, "WWWL"), (club.dana, 1500, "WWWWWL"), (fay, 1900, "WLLL")]
    for who, own, results in played:
        await report(club, who, " ".join(f"{letter}{own}" for letter in results), rating=float(own), games=50)
    board = text(await season_by(club, "for-rating")).splitlines()[1:]
    assert board == [
        "`1 +2.00` Dana · chance alone: ±1.22",
        "`2 +1.00` Eli · chance alone: ±1.00",
        "`3 -1.00` Fay · chance alone: ±1.00",
    ]


async def test_equals_share_a_place_unless_one_played_more(club: SimulatedClub) -> None:
    """By points: Dana and Eli have 3 of 6 with one performance, Fay 3 of 7, and Gus 2 of 2 with too few games."""
    await start(club, starts="2026-11-01")
    fay, gus = club.add("Fay"), club.add("Gus")
    played = [(club.dana, "WWWLLL"), (club.eli, "LLLWWW"), (fay, "WWWLLLL"), (gus, "WW")]
    for who, results in played:
        opponents = " ".join(f"{letter}1500" for letter in results)
        await report(club, who, opponents, rating=1500.0, games=50)
    board = text(await season_by(club, "points")).splitlines()[1:]
    assert board == ["`1 3` Fay · of 7", "`2 3` Dana · of 6", "`2 3` Eli · of 6", "`  2` Gus · 2 of 6 games"]


@pytest.mark.both_databases
async def test_an_ended_season_keeps_its_board_and_can_be_reopened(club: SimulatedClub) -> None:
    await start(club, starts="2026-11-01", minimum=1)
    await report(club, club.dana, "W1500", rating=1500.0, games=50)
    await report(club, club.eli, "W1500", rating=1490.0, games=50, date="2026-11-04")
    over = await club.td.slash(club.channel, "td season", action="end")
    assert "🏆 **Dana** won it" in text(over)
    assert len(await rows(club.services.database, select(season_board))) == 2
    assert "no season is running" in (await said(club.td.slash(club.channel, "td season", action="end"))).lower()

    # Before the season: everybody's figures stay but for what follows; outside and of somebody else: nothing.
    await report(club, club.td, "W1500", rating=1800.0, games=50, date="2026-10-01")
    assert "corrected" not in footer(await club.dana.slash(club.channel, "season"))
    # A late event within: Eli overtakes Dana.
    late = await report(club, club.eli, "W1700 W1700 W1700", date="2026-11-05")
    now = await club.dana.slash(club.channel, "season")
    assert "corrected on 21 November: 1st and 2nd changed" in footer(now)
    assert text(now).splitlines()[2].endswith("Eli")
    assert "🏆 **Dana** won it" in text(now)
    await club.eli.click(late.response, label="Undo")
    assert "corrected" not in footer(await club.dana.slash(club.channel, "season"))

    reopened = await club.td.click(now.response, label="Reopen (TD)")
    assert "Continues: **since 2026-11-01**" in reopened.followups[0].embeds[0].description
    assert await rows(club.services.database, select(season_board)) == []
    assert "🏆" not in text(await club.dana.slash(club.channel, "season"))


@pytest.mark.both_databases
async def test_a_season_over_the_turn_of_the_year_ends_with_the_clubs_own_day(club: SimulatedClub) -> None:
    """In Auckland the 10th of January is over at 11:00 UTC of that day, in New York at 05:00 UTC of the 11th."""
    await set_settings(club, time_zone="Pacific/Auckland")
    other = club.other_server()
    await set_settings(other, time_zone="America/New_York")
    for one in (club, other):
        await start(one, "Winter", ends="2027-01-10", minimum=1)
        await one.dana.slash(one.channel, "rating update", opponents="W1500", rating=1500.0, games=50)

    async def ended(moment: datetime) -> list[Any]:
        await end_due_seasons(Services(club.services.database, lambda: moment))
        found = await rows(club.services.database, select(season).order_by(season.c.id))
        return [one.ended_on for one in found]

    last = date(2027, 1, 10)
    assert await ended(datetime(2027, 1, 1, 0, tzinfo=UTC)) == [None, None]
    assert await ended(datetime(2027, 1, 10, 10, 59, tzinfo=UTC)) == [None, None]
    assert await ended(datetime(2027, 1, 10, 11, 1, tzinfo=UTC)) == [last, None]
    assert await ended(datetime(2027, 1, 11, 4, 59, tzinfo=UTC)) == [last, None]
    assert await ended(datetime(2027, 1, 11, 5, 1, tzinfo=UTC)) == [last, last]
    assert "🏆 **Dana** won it" in text(await other.eli.slash(other.channel, "season"))


async def test_a_list_has_one_season_at_a_time(club: SimulatedClub) -> None:
    await start(club, starts="2026-11-01", ends="2026-12-31")
    assert "Autumn 2026 is a season of US Chess Regular from 2026-11-01 to 2026-12-31" in await said(
        start(club, "Another", starts="2026-11-20")
    )
    await start(club, "Quick", list="uschess-quick")
    assert "2 seasons are running (" in await said(club.td.slash(club.channel, "td season", action="end"))
    await start(club, "October", starts="2026-10-01", ends="2026-10-31")
    assert "A season ends on the day it starts" in await said(start(club, "Odd", ends="2026-11-20"))
    board = await club.eli.slash(club.channel, "season")
    listed = text(await club.eli.click(board.response, label="All seasons"))
    assert "`2026-11-21` Quick · US Chess Quick · running" in listed
    assert "`2026-10-01` October · US Chess Regular · ended" in listed


async def test_the_rules_of_a_season_change_and_its_ratings_with_them(club: SimulatedClub) -> None:
    """Half the way from 1800 to the middle of Elo, 1500, is 1650; carried over again it is 1800."""
    elo = {"list": "elo"}
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1800.0, games=50, date="2026-11-01", **elo)

    async def rating() -> float:
        ((found,),) = await rows(club.services.database, select(standing.c.rating))
        return float(found)

    moved = await start(club, ratings="middle", minimum=4, **elo)
    assert "Players with at least 4 games are ranked" in text(moved)
    assert await rating() == 1650
    form = await club.td.click(moved.response, label="Change rules")
    back = await club.td.submit_modal(form, {"ratings": "carry", "minimum": "2"})
    assert "Players with at least 2 games are ranked" in text(back)
    assert footer(back) == "1 rating restored"
    assert await rating() == 1800
    assert await verify_club(club.services, club.guild.id) == []
    form = await club.td.click(back.response, label="Change rules")
    sentence = await said(club.td.submit_modal(form, {"ratings": "carry", "minimum": "six"}))
    assert sentence == '"six" is not a number of games. Write 1 to 100, for example 6.'
    assert "Only a tournament director (TD) can change a season" in await said(
        club.dana.click(back.response, label="Change rules")
    )


async def test_a_director_names_which_season_ends(club: SimulatedClub) -> None:
    await start(club, "Autumn")
    await start(club, "Quick", list="uschess-quick")
    choices = await club.td.autocomplete(club.channel, "td season", "name", "")
    assert [choice["value"] for choice in choices] == ["Quick", "Autumn"]
    missing = await said(club.td.slash(club.channel, "td season", action="end", name="Spring"))
    assert missing.startswith('No season called "Spring" is running here.')
    over = await club.td.slash(club.channel, "td season", action="end", name="quick")
    assert "Quick · US Chess Quick" in text(over)
    over = await club.td.slash(club.channel, "td season", action="end", list="uschess-regular")
    assert "Autumn · US Chess Regular" in text(over)
    nameless = await said(club.td.slash(club.channel, "td season", action="start"))
    assert nameless == "A season needs a name. Add the option name, for example Autumn 2026."


async def test_the_menu_of_all_seasons_shows_their_boards(club: SimulatedClub) -> None:
    await start(club, "October", starts="2026-10-01", ends="2026-10-31")
    board = await start(club, "November", starts="2026-11-01") and await club.eli.slash(club.channel, "season")
    assert text(board).startswith("### November")
    listed = await club.eli.click(board.response, label="All seasons")
    assert listed.ephemeral
    october = await club.eli.select(listed.response, ["1"])
    assert text(october).startswith("### October")


async def test_reopening_is_refused_while_another_season_runs(club: SimulatedClub) -> None:
    await start(club, "October", starts="2026-10-01", ends="2026-10-31")
    await start(club, "November", starts="2026-11-01")
    seasons = await rows(club.services.database, select(season.c.id).order_by(season.c.id))
    october = await club.td.slash(club.channel, "season", season=str(seasons[0].id))
    assert "November began on 2026-11-01" in await refused(club.td.click(october.response, label="Reopen (TD)"))


@pytest.mark.parametrize("system", ["uschess-regular", "fide-standard", "naspa"])
async def test_official_lists_begin_with_the_ratings_that_they_have(club: SimulatedClub, system: str) -> None:
    assert "A new start would break the rules" in await said(start(club, list=system, ratings="afresh"))
    assert [one.ratings for one in await rows(club.services.database, select(season))] == ["carry"]


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("ratings", "after"),
    [
        # 1500 + ½ (1800 - 1500), and the middle.
        ("middle", (1650.0, 50)),
        ("afresh", (1500.0, 0)),
    ],
)
async def test_a_soft_start_moves_everybody_and_undo_brings_them_back(
    club: SimulatedClub, ratings: str, after: tuple[float, int]
) -> None:
    elo = {"list": "elo"}
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1800.0, games=50, date="2026-11-01", **elo)

    async def now() -> tuple[float, int]:
        ((rating, games),) = await rows(club.services.database, select(standing.c.rating, standing.c.games))
        return rating, games

    began = await start(club, ratings=ratings, **elo)
    assert footer(began) == "1 rating changed"
    assert await now() == after
    assert await verify_club(club.services, club.guild.id) == []
    card = await club.dana.slash(club.channel, "rating show", **elo)
    assert f"Dana: {after[0]:.0f}, Elo" in card.response.attachments[0].description
    await club.td.click(began.response, label="Undo")
    assert await now() == (1800.0, 50)
    assert await verify_club(club.services, club.guild.id) == []
    assert "No seasons yet" in text(await club.eli.slash(club.channel, "season"))


async def test_who_is_hidden_has_no_line_and_keeps_the_place(club: SimulatedClub) -> None:
    await start(club, minimum=1)
    await report(club, club.dana, "W1500", rating=1500.0, games=50)
    await report(club, club.eli, "W1500", rating=1490.0, games=50)
    await hide_player(club.td, club.channel, player="Dana")
    board = text(await club.td.slash(club.channel, "season"))
    assert "Dana" not in board
    assert "`2 1" in board
    over = text(await club.td.slash(club.channel, "td season", action="end"))
    assert "Dana" not in over
    assert "🏆" not in over


async def test_the_menu_orders_anew_for_whoever_asked_and_me_finds_everybody(club: SimulatedClub) -> None:
    await start(club, minimum=1)
    await report(club, club.dana, "W1500", rating=1500.0, games=50)
    board = await club.dana.slash(club.channel, "season")
    chosen = await club.dana.select(board.response, values=["points"])
    assert "`1 1` **Dana** ◂ you · of 1" in text(chosen)
    theirs = await club.eli.select(board.response, values=["gain"])
    assert theirs.response.ephemeral
    assert "▲" in text(theirs)
    assert "You have no game in Autumn 2026" in await said(club.eli.click(board.response, label="Me"))


async def test_a_season_that_ends_by_itself_is_posted_once_where_news_are(club: SimulatedClub) -> None:
    await start(club, ends="2026-11-30", minimum=1)
    await report(club, club.dana, "W1500", rating=1500.0, games=50)
    december = Services(club.services.database, lambda: datetime(2026, 12, 1, 1, tzinfo=UTC))
    news = {"news_channel_id": club.channel.id, "news_when": "daily"}
    await club.services.database.write(
        lambda connection: connection.execute(update(club_table).values(**news)).close(), club=None
    )
    worker = OutboxWorker(club.env.bot, december)
    for _ in range(2):
        await end_due_seasons(december)
        await worker.send_due()
    texts = [str(request.json) for request in club.env.http_requests if request.path.endswith("/messages")]
    assert len([one for one in texts if "🏆 **Dana** won it" in one]) == 1


async def test_scrabble_ranks_by_the_mean_of_qursh(club: SimulatedClub) -> None:
    await start(club, list="naspa", minimum=1)
    preview = await club.td.slash(club.channel, "td import", file=("a.t", SEED.encode()), date="2026-11-21")
    await club.td.click(preview.response, label="Store it")
    board = text(await season_by(club, "qursh"))
    first, second = board.splitlines()[1:]
    assert "Ada" in first
    percents = [float(line.split("`")[1].split()[-1]) for line in (first, second)]
    assert sum(percents) == pytest.approx(100)
