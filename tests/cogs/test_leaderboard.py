"""/leaderboard: pages of ten, shared ranks, orders, and a page of one's own for everybody."""

import dataclasses
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest

from bot.app import CrosstableBot
from bot.services.ratings.leaderboard import leaderboard
from core.lists import RatingList
from tests.conftest import SimulatedClub, said
from tests.flows import hide_player, oracle_match, set_pool, start_season

PADDING = "\u00a0"


def text_of(answer: Any) -> str:
    return str(answer.response.embeds[0].description).replace(PADDING, " ")


def rows_of(answer: Any) -> list[str]:
    """Return the lines of a board below its heading."""
    return text_of(answer).splitlines()[1:]


def labels_of(answer: Any) -> list[str]:
    return [button["label"] for row in answer.response.components for button in row["components"] if "label" in button]


def menu_of(answer: Any) -> str:
    return str(answer.response.components[1]["components"][0]["custom_id"])


async def fill(club: SimulatedClub, ratings: list[float], *, date: str = "2026-11-01") -> list[Any]:
    members = []
    for number, rating in enumerate(ratings, start=1):
        member = club.add(f"Player {number:02}")
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=30, date=date)
        members.append(member)
    return members


@pytest.mark.both_databases
async def test_ten_players_a_page_and_ties_share_a_rank(club: SimulatedClub) -> None:
    await fill(club, [1500 - 10 * number for number in range(10)] + [1410.3, 1300])
    board = await club.dana.slash(club.channel, "leaderboard")
    assert text_of(board).splitlines()[0] == "### US Chess Regular"
    assert len(rows_of(board)) == 10
    assert rows_of(board)[0].endswith("` Player 01")
    assert rows_of(board)[0].startswith("` 1 1500")
    # 1410 and 1410.3 are both shown as 1410: they share rank 10, across the page's end.
    assert rows_of(board)[9].startswith("`10 ")
    await club.dana.click(board.response, label="▶")
    assert [row[:4] for row in rows_of(board)] == ["`10 ", "`12 "]


async def test_a_board_that_is_asked_for_at_midnight_is_that_of_the_day(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look that finds the board of yesterday and the next one it is another day."""
    await fill(club, [1500])
    moments = iter([datetime(2026, 11, 22, 23, 59, 59, tzinfo=UTC)] * 2)
    midnight = datetime(2026, 11, 23, tzinfo=UTC)
    ticking = dataclasses.replace(club.services, now=lambda: next(moments, midnight))
    page = await leaderboard(ticking, club.actor(club.dana), RatingList.USCHESS_REGULAR)
    assert (page.players, page.today) == (1, date(2026, 11, 22))


async def test_the_buttons_are_dead_at_the_ends(club: SimulatedClub) -> None:
    await fill(club, [1500 - number for number in range(15)])
    board = await club.dana.slash(club.channel, "leaderboard")
    previous, at, following, _ = board.response.components[0]["components"]
    assert (previous.get("disabled"), at["label"], following.get("disabled")) == (True, "1 / 2", False)
    await club.dana.click(board.response, label="▶")
    previous, at, following, _ = board.response.components[0]["components"]
    assert (previous.get("disabled"), at["label"], following.get("disabled")) == (False, "2 / 2", True)
    await club.dana.click(board.response, label="◀")
    assert "1 / 2" in labels_of(board)


@pytest.mark.long
@pytest.mark.both_databases
async def test_me_opens_the_page_one_is_on_and_says_how_far_the_next_is(club: SimulatedClub) -> None:
    members = await fill(club, [1500 - 3 * number for number in range(35)])
    board = await members[23].slash(club.channel, "leaderboard")
    assert board.response.embeds[0].footer.text == "35 players · You: 24th, 3 to the 23rd"
    await members[23].click(board.response, label="Me")
    assert "3 / 4" in labels_of(board)
    assert any(row.startswith("`24 1431") and row.endswith("` **Player 24** ◂ you") for row in rows_of(board))


@pytest.mark.long
async def test_somebody_elses_press_gets_a_page_of_their_own(club: SimulatedClub) -> None:
    members = await fill(club, [1500 - number for number in range(15)])
    board = await club.dana.slash(club.channel, "leaderboard")
    turned = await members[14].click(board.response, label="▶")
    assert turned.ephemeral
    assert "**Player 15** ◂ you" in text_of(turned)
    await members[14].click(turned.response, label="◀")
    assert "1 / 2" in labels_of(turned)  # theirs has turned, to the first page
    ordered = await members[14].select(board.response, ["games"], custom_id=menu_of(board))
    assert ordered.ephemeral
    assert "· games" in text_of(ordered)
    nobody = await club.eli.click(board.response, label="Me")
    assert "no US Chess Regular rating here yet" in nobody.response.content
    assert "1 / 2" in labels_of(board)
    assert "· games" not in text_of(board)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("written", "page", "first"),
    [("3", "3 / 4", "21"), ("99", "4 / 4", "31"), ("0", "1 / 4", " 1"), ("Player 24", "3 / 4", "21")],
)
async def test_a_page_may_be_written_or_a_name(club: SimulatedClub, written: str, page: str, first: str) -> None:
    members = await fill(club, [1500 - number for number in range(35)])
    board = await club.dana.slash(club.channel, "leaderboard")
    form = await club.dana.click(board.response, label="1 / 4")
    await club.dana.submit_modal(form, {"where": written})
    assert page in labels_of(board)
    assert rows_of(board)[0].startswith(f"`{first} ")
    # Somebody else's form shows their own page.
    form = await members[0].click(board.response, label=page)
    own = await members[0].submit_modal(form, {"where": "Player 1"}) if written == "3" else None
    assert own is None or "could be" in own.response.content


@pytest.mark.long
@pytest.mark.parametrize(
    ("written", "sentence"),
    [("Nobody Such", "is not a player"), ("Hid", "has no US Chess Regular rating"), (" ", "The field is empty.")],
)
async def test_a_name_that_is_not_there_is_one_sentence(club: SimulatedClub, written: str, sentence: str) -> None:
    await fill(club, [1500 - number for number in range(15)])
    hidden = club.add("Hid")
    await club.td.slash(club.channel, "td rating", player=hidden, rating=1600.0, games=30)
    await hide_player(club.td, club.channel, player="Hid")
    board = await club.dana.slash(club.channel, "leaderboard")
    form = await club.dana.click(board.response, label="1 / 2")
    assert sentence in await said(club.dana.submit_modal(form, {"where": written}))


async def test_provisional_and_inactive_players_are_marked(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="D1400 D1500", games=0)
    await fill(club, [1600], date="2025-01-01")
    board = await club.eli.slash(club.channel, "leaderboard")
    assert rows_of(board) == ["`1 1450P` Dana *· not confirmed*"]
    await club.eli.click(board.response, label="Show inactive")
    assert rows_of(board) == [
        "`1 1600 ` Player 01 *· since January 2025*",
        "── **Provisional**: fewer than 26 games",
        "`  1450P` Dana *· not confirmed*",
    ]


async def test_the_board_may_be_ordered_by_games(club: SimulatedClub) -> None:
    await fill(club, [1500, 1400])
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1000.0, games=200)
    board = await club.dana.slash(club.channel, "leaderboard", order="games")
    assert rows_of(board) == ["`1 200` **Dana** ◂ you · 1000", "`2  30` Player 01 · 1500", "`2  30` Player 02 · 1400"]


async def played(club: SimulatedClub) -> None:
    """Let Dana gain in November what she lost in October."""
    for member, rating in ((club.dana, 1500.0), (club.eli, 1500.0)):
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=30, date="2026-10-01")
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500 W1500", date="2026-10-03")
    await club.dana.slash(club.channel, "rating update", opponents="L1500", date="2026-10-04")
    await club.dana.slash(club.channel, "rating update", opponents="W1500 W1500", date="2026-11-03")
    await club.dana.slash(club.channel, "rating update", opponents="L1500", date="2026-11-04")
    await club.eli.slash(club.channel, "rating update", opponents="L1500 L1500", date="2026-11-05")


async def shown_now(club: SimulatedClub, member: Any) -> int:
    line = next(row for row in rows_of(await member.slash(club.channel, "leaderboard")) if "you" in row)
    return int(line.split()[1].rstrip("`").partition("*")[0])


@pytest.mark.both_databases
async def test_the_menu_orders_by_gain_of_the_month(club: SimulatedClub) -> None:
    await played(club)
    await fill(club, [1700])  # a rating that is entered is no gain
    board = await club.dana.slash(club.channel, "leaderboard")
    await club.dana.select(board.response, ["gain"], custom_id=menu_of(board))
    first, second = rows_of(board)
    assert text_of(board).splitlines()[0] == "### US Chess Regular · gain in November"
    dana, eli = await shown_now(club, club.dana), await shown_now(club, club.eli)
    assert first.startswith("`1 ▲")
    assert first.endswith(f"` **Dana** ◂ you · {dana} *· not confirmed*")
    assert second == f"`2 ▼{1500 - eli}` Eli · {eli} *· not confirmed*"
    options = board.response.components[1]["components"][0]["options"]
    assert [one["value"] for one in options if one.get("default")] == ["gain"]


@pytest.mark.both_databases
async def test_the_newest_peak_is_the_day_of_the_highest_rating(club: SimulatedClub) -> None:
    await played(club)
    board = await club.eli.slash(club.channel, "leaderboard", order="peak")
    # Eli has only lost, and a first rating is no peak; two wins of November stand above three of October less one loss.
    (row,) = rows_of(board)
    assert row.startswith("`1 3 Nov` Dana · ")


async def test_a_month_without_games_has_no_gains_and_me_says_so(club: SimulatedClub) -> None:
    await fill(club, [1500], date="2026-10-01")
    board = await club.dana.slash(club.channel, "leaderboard", order="gain")
    assert "No rated player has played this month." in text_of(board)


async def test_the_board_of_a_season_is_a_button_while_it_runs(club: SimulatedClub) -> None:
    await fill(club, [1500], date="2026-10-01")
    begun = await start_season(club, list="uschess-regular")
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    board = await club.dana.slash(club.channel, "leaderboard")
    shown = await club.dana.click(board.response, label="Season board")
    assert shown.ephemeral
    assert text_of(shown).startswith("### Autumn 2026")
    await club.td.click(begun.response, label="Undo")
    assert "Season board" not in labels_of(await club.dana.slash(club.channel, "leaderboard"))


@pytest.mark.both_databases
async def test_an_earlier_board_is_as_it_was_at_the_end_of_that_day(club: SimulatedClub) -> None:
    """Dana 1500 on 1 October and 1600 on 1 November, Eli 1550 on 10 October, Old 1700 in January of the year before."""
    old = club.add("Old")
    for member, rating, day in (
        (club.dana, 1500.0, "2026-10-01"),
        (club.eli, 1550.0, "2026-10-10"),
        (club.dana, 1600.0, "2026-11-01"),
        (old, 1700.0, "2025-01-01"),
    ):
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=30, date=day)

    async def board_on(day: str, **options: Any) -> Any:
        return await club.eli.slash(club.channel, "leaderboard", date=day, **options)

    assert rows_of(await board_on("2024-06-01")) == ["Nobody was on this list then."]
    assert [row.split("` ")[1] for row in rows_of(await board_on("2026-10-09"))] == ["Dana"]
    october = await board_on("2026-10-31")
    assert text_of(october).splitlines()[0] == "### US Chess Regular · 31 October 2026"
    assert [row.split("` ")[1] for row in rows_of(october)] == ["**Eli** ◂ you", "Dana"]
    assert "You: 1st" in october.response.embeds[0].footer.text
    await club.eli.click(october.response, label="Show inactive")
    assert [row.split("` ")[1] for row in rows_of(october)] == ["Old *· since January 2025*", "**Eli** ◂ you", "Dana"]
    await club.eli.select(october.response, ["games"], custom_id=menu_of(october))
    assert [row[:4] for row in rows_of(october)] == ["`1 3", "`1 3", "`1 3"]
    now = await board_on("2026-11-21")
    assert rows_of(now) == rows_of(await club.eli.slash(club.channel, "leaderboard"))
    assert text_of(now).splitlines()[0] == "### US Chess Regular"
    sentence = await said(board_on("2026-10-31", order="gain"))
    assert sentence == ("A past leaderboard is ordered by rating or by games. Choose one of these, or remove the date.")


async def test_whoever_had_no_place_on_an_earlier_board_is_told_so(club: SimulatedClub) -> None:
    members = await fill(club, [1500 - number for number in range(12)], date="2026-10-01")
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1600.0, games=30, date="2026-11-21")
    board = await club.dana.slash(club.channel, "leaderboard", date="2026-10-31")
    sentence = await said(club.dana.click(board.response, label="Me"))
    assert sentence == "You had no place on this leaderboard on 2026-10-31."
    theirs = await members[11].click(board.response, label="Me")
    assert "**Player 12** ◂ you" in text_of(theirs)
    form = await club.dana.click(board.response, label="1 / 2")
    await club.dana.submit_modal(form, {"where": "Player 11"})
    assert "2 / 2" in labels_of(board)


async def test_an_earlier_board_of_oracle_is_what_was_shown_then(club: SimulatedClub) -> None:
    eli = f"<@{club.eli.id}>"
    await set_pool(club, keeper="Keeper", rebalancing="all")
    for opponent, wins in (("Keeper", 15), (eli, 12)):
        sides = f"<@{club.dana.id}>, {opponent}"
        await oracle_match(club.td, club.channel, sides, date="2026-11-10", wins=wins, losses=20 - wins)
    shown = rows_of(await club.dana.slash(club.channel, "leaderboard", list="oracle", order="games"))
    await oracle_match(club.td, club.channel, f"{eli}, Keeper", wins=8, losses=2)
    then = await club.dana.slash(club.channel, "leaderboard", list="oracle", order="games", date="2026-11-10")
    assert rows_of(then) == shown
    assert rows_of(await club.dana.slash(club.channel, "leaderboard", list="oracle", order="games")) != shown


@pytest.mark.long
@pytest.mark.both_databases
async def test_everything_works_after_a_restart(club: SimulatedClub, make_bot: Callable[[], CrosstableBot]) -> None:
    await fill(club, [1500 - number for number in range(15)])
    board = await club.dana.slash(club.channel, "leaderboard")
    await club.env.restart_bot(make_bot())
    await club.dana.click(board.response, label="▶")
    assert "2 / 2" in labels_of(board)
    await club.dana.select(board.response, ["games"], custom_id=menu_of(board))
    assert "· games" in text_of(board)
    form = await club.dana.click(board.response, label="1 / 2")
    await club.dana.submit_modal(form, {"where": "2"})
    assert "2 / 2" in labels_of(board)


@pytest.mark.parametrize(("which", "command"), [("oracle", "/match"), ("elo", "/rating update")])
async def test_an_empty_board_names_the_command_that_brings_its_first_rating(
    club: SimulatedClub, which: str, command: str
) -> None:
    board = await club.dana.slash(club.channel, "leaderboard", list=which)
    assert f"{command} gives the first rating" in board.response.embeds[0].description
