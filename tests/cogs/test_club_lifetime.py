"""/td settings: a club's own tables of the lifetime titles."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import journal, standing
from tests.conftest import SimulatedClub, details, full_text, lines_of, rows, said
from tests.flows import set_settings, show_td

pytestmark = pytest.mark.usefixtures("trusting", "all_codes")

# 1580 begins with 1400. Half a point above the expected 2 of 4 against 1400s: a norm of 1400 by 0.3, none by 0.7.
# At 1500 four times .640 make 2.560, which 2.5 is below.
OPEN = {"opponents": "1400 1400 1400 1400", "score": "2.5"}
BEFORE, AFTER = "c0", "c2"


async def settings(club: SimulatedClub, **options: Any) -> str:
    return await full_text(await set_settings(club, **options))


async def codes(club: SimulatedClub, system: str = "uschess-regular") -> set[str]:
    board = await full_text(await club.dana.slash(club.channel, "leaderboard", list=system))
    cells = [line.split("`")[1] for line in board.splitlines()[1:] if not line.startswith("`*")]
    return {cell.split("*")[1].strip() for cell in cells if "*" in cell}


async def ratings(club: SimulatedClub) -> list[Any]:
    found = []
    for table, columns in ((standing, ("rating", "games")), (journal, ("before", "after", "expected", "performance"))):
        query = select(table.c.player_id, table.c.list, *(table.c[name] for name in columns))
        found.append(sorted((tuple(row) for row in await rows(club.services.database, query)), key=repr))
    return found


async def two_players(club: SimulatedClub) -> None:
    """Let Dana play on Regular and Eli on Quick; each has the code c2."""
    for member, system in ((club.dana, "uschess-regular"), (club.eli, "uschess-quick")):
        await club.td.slash(
            club.channel, "td rating", player=member, rating=1580.0, games=30, list=system, date="2026-01-01"
        )
        await member.slash(club.channel, "rating update", **OPEN, list=system)
    assert await codes(club) == await codes(club, "uschess-quick") == {AFTER}


@pytest.mark.both_databases
async def test_another_delta_refolds_every_code_at_once_and_no_rating(club: SimulatedClub) -> None:
    await two_players(club)
    before = await ratings(club)
    shown = await settings(club, lifetime_deltas="4=0.7")
    assert "**Deltas of the titles of the 1990s** `4=0.7`, the rest as usual" in shown
    assert await codes(club) == await codes(club, "uschess-quick") == {BEFORE}
    assert "code `c0`" in await full_text(await club.dana.slash(club.channel, "norms"))
    assert await ratings(club) == before
    shown = await settings(club, lifetime_deltas="standard")
    assert "of the titles of the 1990s" not in shown
    assert await codes(club) == await codes(club, "uschess-quick") == {AFTER}
    assert await ratings(club) == before


async def test_the_next_event_goes_by_the_clubs_delta(club: SimulatedClub) -> None:
    await settings(club, lifetime_deltas="4=0.5")  # just made: 0.5 is not below it
    await two_players(club)
    await settings(club, lifetime_deltas="4=0.501")
    answer = await club.dana.slash(club.channel, "rating update", **OPEN)
    assert "Lifetime norm" not in await full_text(answer)
    text = await full_text(await club.dana.slash(club.channel, "norms"))
    assert ["c", "1400", "2.000", "3", "2½", "no"] in lines_of(text)
    assert "0.501 above expected, for 4 rounds" in text
    assert "delta" not in text  # the club's own is no reconstruction


async def test_a_title_earned_goes_with_the_delta_that_gave_it(club: SimulatedClub) -> None:
    await two_players(club)
    for _ in range(4):
        answer = await club.dana.slash(club.channel, "rating update", **OPEN)
    assert "🏆 **Advanced Class C (1500)" in await full_text(answer)
    await settings(club, lifetime_deltas="4=0.7")
    assert await codes(club) == {BEFORE}
    await settings(club, lifetime_deltas="standard")
    assert await codes(club) == {"C0"}


@pytest.mark.parametrize(
    ("written", "rounds", "delta"),
    [
        (["9=0.2"], 8, "0.5"),
        (["9=0.2"], 9, "0.2"),
        (["9=0.2"], 12, "0.2"),
        (["8=0.2 10=0.1", "8=0.3"], 9, "0.3"),  # nine were never set: they follow eight, whatever eight becomes
        (["8=0.2 10=0.1", "8=0.3"], 10, "0.1"),
        (["8=0.2 10=0.1", "standard"], 9, "0.5"),
    ],
)
async def test_a_delta_holds_until_the_next_one(
    club: SimulatedClub, written: list[str], rounds: int, delta: str
) -> None:
    for table in written:
        await settings(club, lifetime_deltas=table)
    await club.dana.slash(club.channel, "rating update", opponents="D1400 " * rounds, rating=1580.0, games=30)
    text = await full_text(await club.dana.slash(club.channel, "norms"))
    assert f"{delta} above expected" in text


async def test_letters_are_on_the_board_and_on_every_card(club: SimulatedClub) -> None:
    await two_players(club)
    shown = await settings(club, lifetime_letters="1400=k 2000=K")
    assert "**Letters of the titles of the 1990s** `1400=k 2000=K`, the rest as usual" in shown
    assert await codes(club) == {"k2"}
    assert "\\*k2" in await full_text(await details(club.dana, club.channel, "rating show"))
    assert "code `k0` → `k2`" in await full_text(await club.dana.slash(club.channel, "norms"))
    await settings(club, lifetime_letters="standard")
    assert await codes(club) == {AFTER}


@pytest.mark.long
async def test_letters_and_deltas_are_kept_apart_and_add_up(club: SimulatedClub) -> None:
    await two_players(club)
    await settings(club, lifetime_letters="1400=k")
    await settings(club, lifetime_deltas="4=0.7")
    await settings(club, lifetime_letters="2000=K")
    assert await codes(club) == {"k0"}
    shown = await settings(club, lifetime_deltas="standard")
    assert "`1400=k 2000=K`, the rest as usual" in shown
    assert await codes(club) == {"k2"}


async def test_one_clubs_tables_are_not_anothers(club: SimulatedClub) -> None:
    await two_players(club)
    other = club.other_server()
    await settings(other, lifetime_deltas="4=0.7", lifetime_letters="1400=k")
    assert await codes(club) == {AFTER}
    assert "of the titles of the 1990s" not in await settings(club)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("options", "part"),
    [
        ({"lifetime_deltas": "3=0.5"}, "not 3"),
        ({"lifetime_deltas": "21=0.5"}, "not 21"),
        ({"lifetime_deltas": "4=3.5"}, "between 0 and 3"),
        ({"lifetime_deltas": "4=-1"}, "has no delta"),
        ({"lifetime_deltas": "four=0.7"}, "is not an entry of the table"),
        ({"lifetime_deltas": "4=0.7 4=0.8"}, "4 is listed twice"),
        ({"lifetime_deltas": " , "}, "The table is empty"),
        ({"lifetime_letters": "1400=cc"}, "not one letter"),
        ({"lifetime_letters": "1400=C"}, "1400 and 1500 would both be C"),
        ({"lifetime_letters": "1450=k"}, "no lifetime title of 1450"),
        ({"lifetime_letters": "k"}, "is not an entry of the table"),
        ({"lifetime_letters": "1400=" + "x" * 190}, "not one letter"),
        # What is right beside what is wrong is not taken either.
        ({"lifetime_deltas": "4=0.7", "lifetime_letters": "1400=C"}, "would both be C"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_a_table_that_cannot_be_is_one_sentence_and_changes_nothing(
    club: SimulatedClub, options: dict[str, str], part: str
) -> None:
    await two_players(club)
    before = await settings(club)
    sentence = await said(set_settings(club, **options))
    assert part in sentence
    assert "\n" not in sentence
    assert len(sentence) < 300
    assert await settings(club) == before
    assert await codes(club) == {AFTER}


async def test_members_cannot_change_them(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    refused = club.dana.slash(club.channel, "td settings", page="codes")
    assert "Only a tournament director (TD)" in await said(refused)
    assert "1990s" not in await settings(club)
