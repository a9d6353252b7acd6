"""Who did best for their rating, under an event's crosstable in Discord."""

from typing import Any

import pytest
from sqlalchemy import update
from test_event_export import imported

from bot.store.database.tables import player
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_club_announce import play, send, words
from tests.cogs.test_event_records import stored
from tests.cogs.test_own_lists import GO, TENNIS, found
from tests.conftest import Clock, SimulatedClub
from tests.flows import close_evening, report_results, season_by, set_settings, start_season, void

EQUAL = (
    b"number,name,rating,games,1,2,3\n1,Ada,1500,30,W4,W3,W2\n2,Bo,1500,30,W3,W4,L1\n"
    b"3,Cy,1500,30,L2,L1,W4\n4,Di,1500,30,L1,L2,L3\n"
)
TWO = b"number,name,rating,games,1\n1,Ada,1500,30,W2\n2,Bo,1500,30,L1\n"


BEST = "**Best for their rating:** Ada +1.50 (chance alone: ±0.87); Bo +0.50 (chance alone: ±0.87)"


async def shown(club: SimulatedClub, data: bytes, rating_list: str = "fide-standard") -> str:
    event_id = await imported(club, data, list=rating_list)
    answer = await club.dana.slash(club.channel, "events", event=event_id)
    return str(answer.response.embeds[0].description)


@pytest.mark.both_databases
async def test_an_event_names_the_best_for_their_rating_with_luck(club: SimulatedClub) -> None:
    """FIDE, equal ratings: 1.5 of 3 is expected of everybody, and luck alone makes sqrt(3 / 4) = 0.87 of it."""
    text = await shown(club, EQUAL)
    assert BEST in text.splitlines()


@pytest.mark.parametrize("rating_list", ["elo", "glicko-2", TENNIS, GO])
async def test_an_event_of_any_list_names_the_best(club: SimulatedClub, rating_list: str) -> None:
    """Half a point is expected between equals on every list; three games where 1.5 is expected are 0.87 of luck."""
    await found(club)
    await found(club, "Go 9×9", "glicko-2")
    assert BEST in await shown(club, EQUAL, rating_list)


async def test_an_oracle_event_names_who_won_as_the_lowest(club: SimulatedClub) -> None:
    first = await play(club, "First", EQUAL, list="oracle")
    assert "Best for" not in str(first.response.embeds[0].description), "nobody has a rating before"
    turned = EQUAL.replace(b"W", b"x").replace(b"L", b"W").replace(b"x", b"L")
    await play(club, "Again", turned, "2026-11-21", list="oracle")
    (offered,) = await club.dana.autocomplete(club.channel, "events", "event", "Again")
    answer = await club.dana.slash(club.channel, "events", event=offered["value"])
    assert "**Best for their rating:** Di +" in str(answer.response.embeds[0].description)


async def test_a_us_chess_event_names_the_best(club: SimulatedClub) -> None:
    """By the ratings before the event, as while it is played; not by those after the first pass, which rate it."""
    assert BEST in await shown(club, EQUAL, "uschess-quick")


async def test_a_naspa_event_names_the_best(club: SimulatedClub) -> None:
    """1 / (1 + e^-0.0031879d) of 1400, 1700 and 1600 is 0.579 + 0.346 + 0.421 for Cy (1500), who has 2."""
    posted = await stored(club)
    assert "**Best for their rating:** Cy Dorn +0.65 (chance alone: ±0.86)" in str(
        posted.response.embeds[0].description
    )


async def test_an_event_of_two_names_nobody(club: SimulatedClub) -> None:
    assert "Best for their rating" not in await shown(club, TWO)


async def test_running_standings_name_the_best_for_their_rating(club: SimulatedClub, clock: Clock) -> None:
    """Equal ratings: half a point is expected of a game, and luck alone makes sqrt(1 / 4) = 0.5 of it."""
    names = ("Ann", "Bo", "Cy", "Di")
    evening = await PairedEvening.opened(club, clock, *names, rounds=1)
    for name in names:
        await club.td.slash(club.channel, "td rating", player=evening.member(name), rating=1500.0, games=30)
    await evening.begin()
    boards = await evening.opponents()
    await report_results(club, club.td, results="; ".join(f"{one} beat {other}" for one, other in boards))
    standings = await evening.member("Ann").click(evening.card, label="Standings")
    line = str(standings.response.embeds[0].description).splitlines()[-1]
    assert line.startswith("**Best for their rating:** ")
    winners = sorted(one for one, _ in boards)
    assert sorted(line.removeprefix("**Best for their rating:** ").split("; ")) == [
        f"{name} +0.50 (chance alone: ±0.50)" for name in winners
    ]


def best(answer: Any) -> str:
    return next(line for line in str(answer.response.embeds[0].description).splitlines() if "Best for" in line)


SCORES = {"Ann": 1500, "Bo": 1500, "Cy": 1900, "New": None}


@pytest.mark.parametrize(
    ("rating_list", "named"),
    [
        # 1/2 + 1/11 is expected against Bo and Cy, and luck is sqrt(2 × 0.295 × 0.705); New has no rating.
        ("elo", "Ann +1.41 (chance alone: ±0.65)"),
        ("uschess-regular", "Ann +1.41 (chance alone: ±0.65)"),
        # A little more: g of an RD of about 66 is 0.98, and 1 / (1 + 10^0.98) is 0.095.
        ("glicko-2", "Ann +1.41 (chance alone: ±0.65)"),
    ],
)
@pytest.mark.sqlite_only("PostgreSQL does not use a number of a preview again")
async def test_the_best_are_the_same_running_closed_and_in_the_season(
    club: SimulatedClub, clock: Clock, rating_list: str, named: str
) -> None:
    await start_season(club, starts="2026-11-01", minimum=1, list=rating_list)
    evening = await PairedEvening.opened(club, clock, *SCORES, method="round-robin", list=rating_list)
    for name, rating in SCORES.items():
        if rating is not None:
            rated = {"rating": float(rating), "games": 100, "list": rating_list, "date": "2026-11-01"}
            await club.td.slash(club.channel, "td rating", player=evening.member(name), **rated)
    for _ in range(3):
        await evening.begin()
        boards = [sorted(board, key=list(SCORES).index) for board in await evening.opponents()]
        await report_results(club, club.td, results="; ".join(f"{one} beat {other}" for one, other in boards))
        await evening.direct("Close round")
    line = best(await evening.member("Ann").click(evening.card, label="Standings"))
    assert named in line
    await close_evening(club)
    assert best(await club.dana.slash(club.channel, "events", event="1")) == line
    board = str((await season_by(club, "for-rating")).response.embeds[0].description)
    assert "`1 +1.41` Ann" in board.replace("\N{NO-BREAK SPACE}", " ")


async def played(club: SimulatedClub, clock: Clock, data: bytes = EQUAL, when: str = "weekly") -> list[str]:
    """Return the week's announcement after an event."""
    await set_settings(club, channel=club.channel, when=when)
    await imported(club, data, list="fide-standard")
    await send(club, clock, days=7)
    return [line for line in words(club) if "Best for" in line]


async def test_the_weekly_digest_names_the_best_for_their_rating(club: SimulatedClub, clock: Clock) -> None:
    assert await played(club, clock) == ["⭐ **Best for their rating** Ada +1.50 (FIDE Standard) · chance alone: ±0.87"]


async def test_a_weekly_digest_of_two_names_nobody(club: SimulatedClub, clock: Clock) -> None:
    assert await played(club, clock, TWO) == []


async def test_a_daily_digest_names_no_best(club: SimulatedClub, clock: Clock) -> None:
    assert await played(club, clock, when="daily") == []


@pytest.mark.parametrize("wish", [{"announced": False}, {"hidden": True}, {"born_year": 2016}])
async def test_the_digest_passes_over_who_may_not_be_named(
    club: SimulatedClub, clock: Clock, wish: dict[str, Any]
) -> None:
    await set_settings(club, channel=club.channel, when="weekly")
    await imported(club, EQUAL, list="fide-standard")
    change = update(player).where(player.c.name == "Ada").values(**wish)
    await club.services.database.write(lambda connection: connection.execute(change), club=club.guild.id)
    await send(club, clock, days=7)
    assert "Best for their rating** Bo +0.50" in str(words(club))


async def test_an_undone_event_is_not_in_the_digest(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, channel=club.channel, when="weekly")
    await void(club, await imported(club, EQUAL, list="fide-standard"))
    await play(club, "Another")
    await send(club, clock, days=7)
    assert "Best for" not in str(words(club))
