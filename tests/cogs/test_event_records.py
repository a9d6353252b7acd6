"""A Scrabble club's records: under an event, at an evening, in the weekly digest, in the yearbook, on paper."""

from typing import Any

import pytest
from scrabble_files import line
from sqlalchemy import update

from bot.store.database.tables import player
from bot.ui.framework.layout import PADDING
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_club_announce import send, words
from tests.cogs.test_paper import asked_of, printed
from tests.conftest import Clock, SimulatedClub, by_names, said
from tests.flows import add_player, report_results, set_settings

EVENING = (
    line("Quill, Ada", 1700, [2, 3, 4], [412, 390, 520])
    + line("Cart, Bo", 1600, [1, 4, 3], [388, 365, 430])
    + line("Dorn, Cy", 1500, [4, 1, 2], [501, 470, 428])
    + line("Elm, Di", 1400, [3, 2, 1], [350, 366, 300])
)
"""Three rounds of four players. Bo is last of four after round 2, and third at the end."""

RECORDS = [
    "### Lantern · records",
    "`520` **High win** Ada Quill · round 3",
    "`428` **High loss** Cy Dorn · round 3",
    "`366` **Low win** Di Elm · round 2",
    "`860` **High combined** Cy Dorn 470\u2011390 Ada Quill · round 2",
    "`220` **Largest spread** Ada Quill 520\u2011300 Di Elm · round 3",
    "`  1` **Closest game** Di Elm 366\u2011365 Bo Cart · round 2",
    "**Best comeback** Bo Cart · 4th after round 2, 3rd at the end",
]


async def stored(club: SimulatedClub, text: str = EVENING, name: str = "Lantern", **options: Any) -> Any:
    looked = await club.td.slash(club.channel, "td import", file=("a.t", text.encode()), name=name, **options)
    await by_names(club.td, looked)
    return await club.td.click(looked.response, label="Store it")


def lines_of(message: Any) -> list[str]:
    description: str = message.embeds[0].description
    return description.replace(PADDING, " ").splitlines()


@pytest.mark.both_databases
async def test_records_of_an_event_are_shown_then_averages_and_luck(club: SimulatedClub) -> None:
    """Cy: 466⅓ for, 390 against, 2 wins of 2.24 usual ones: the normal curve of 76⅓ ÷ 115 is 0.7466."""
    posted = await stored(club)
    shown = await club.dana.click(posted.response, label="Records")
    assert shown.ephemeral
    assert lines_of(shown.response) == RECORDS
    assert shown.response.embeds[0].footer.text == "2026-11-21"
    turned = await club.dana.click(shown.response, label="▶")
    table = lines_of(turned.response)
    assert table[:3] == ["### Lantern · average scores", "`For Against Wins Luck`", "`466     390    2 -0.2` Cy Dorn"]
    assert "usual for the average spread" in turned.response.embeds[0].footer.text


@pytest.mark.sqlite_only("PostgreSQL does not use a number of a preview again")
async def test_records_are_under_a_stored_event_too(club: SimulatedClub) -> None:
    await stored(club)
    event = await club.dana.slash(club.channel, "events", event="1")
    assert lines_of((await club.dana.click(event.response, label="Records")).response) == RECORDS


async def test_an_event_of_chess_has_no_records(club: SimulatedClub) -> None:
    table = b"number,name,rating,games,1\n1,Ada,1500,30,W2\n2,Bo,1400,30,L1\n"
    looked = await club.td.slash(club.channel, "td import", file=("e.csv", table))
    posted = await club.td.click(looked.response, label="Store it")
    assert "Records" not in str(posted.response.components)


@pytest.mark.both_databases
async def test_an_evening_has_records_while_it_is_played(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(
        club, clock, "Ann", "Bo", "Cy", "Di", method="scrabble-round-robin", list="elo", name="Words"
    )
    before = await club.dana.click(evening.card, label="Standings")
    assert "Records" not in str(before.response.components)
    await evening.begin()
    boards = await evening.opponents()
    for at, (first, second) in enumerate(boards):
        await report_results(club, club.td, results=f"{first} {450 + at} {second} 380")
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    shown = lines_of((await evening.member("Ann").click(standings.response, label="Records")).response)
    assert shown[:2] == ["### Words · records", f"`451` **High win** {boards[1][0]} · round 1"]
    assert not any("comeback" in one for one in shown)

    pages, _ = await printed(evening.member("Ann"), await asked_of(evening, evening.member("Ann")), "crosstable")
    (page,) = pages
    assert "QURSH" not in page, "nobody has a rating"
    assert " 1st" in page
    assert " 2nd" in page
    assert "1st or 2nd" in page


async def test_the_printed_wall_chart_of_a_running_evening_has_qursh(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, method="scrabble-koth", list="naspa", rounds=1)
    for name, rating in (("Ann", "1800"), ("Bo", "1675")):
        await add_player(club, newcomer=name, rating=rating)
    await evening.begin()
    await report_results(club, club.td, results="Ann 420 Bo 400")
    pages, _ = await printed(club.td, await asked_of(evening, club.td), "crosstable")
    (page,) = pages
    assert "QURSH" in page
    assert page.count("50.00") == 2, "a win by 20 of 1800 against 1675 is even by the built-in table"


@pytest.mark.both_databases
async def test_the_weekly_digest_has_the_weeks_high_games(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, channel=club.channel, when="weekly")
    await stored(club)
    await send(club, clock, days=7)
    assert words(club)[-1] == (
        "🔤 **High game** Ada Quill 520, high loss Cy Dorn 428, closest Di Elm – Bo Cart 366–365"
    )


@pytest.mark.parametrize("wish", [{"announced": False}, {"hidden": True}, {"born_year": 2016}])
async def test_who_may_not_be_named_holds_no_record_of_the_week(
    club: SimulatedClub, clock: Clock, wish: dict[str, Any]
) -> None:
    await set_settings(club, channel=club.channel, when="weekly")
    await stored(club)
    change = update(player).where(player.c.name == "Ada Quill").values(**wish)
    await club.services.database.write(lambda connection: connection.execute(change), club=club.guild.id)
    await send(club, clock, days=7)
    assert "**High game** Cy Dorn 501" in words(club)[-1]


async def test_a_daily_digest_has_no_scores(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, channel=club.channel)
    await stored(club)
    await send(club, clock, days=1)
    assert not any("High game" in one for one in words(club))


async def test_the_yearbook_has_the_scores_of_the_year(club: SimulatedClub) -> None:
    await stored(club)
    book = await club.td.slash(club.channel, "yearbook")
    (page,) = [one.description for one in book.response.attachments if one.description.startswith("Scores")]
    assert page == (
        "Scores of the year, 2026 · Scrabble: 520 Ada Quill (high win · Lantern); 428 Cy Dorn (high loss · Lantern); "
        "860 Cy Dorn and Ada Quill (high combined · Lantern); 1 Di Elm and Bo Cart (closest game · Lantern)."
    )


@pytest.mark.sqlite_only("PostgreSQL does not use a number of a preview again")
async def test_records_of_an_event_that_is_gone_are_a_sentence(club: SimulatedClub) -> None:
    posted = await stored(club)
    event = await club.dana.slash(club.channel, "events", event="1")
    await club.td.click(posted.response, label="Undo")
    refused = await said(club.dana.click(event.response, label="Records"))
    assert refused == "That event has been undone. Report it again if it should count."
