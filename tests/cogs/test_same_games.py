"""The same games through two doors count once: the member is asked, and the director may replace what is stored."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.events.consent import confirm_report
from bot.services.events.same_games import find_event_of_match
from bot.services.framework.whole_clubs import verify_club
from bot.store.club import clubs
from bot.store.database.tables import event, game, player, standing
from bot.store.database.transactions import Connection
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.lists import RatingList
from tests.cogs.test_own_lists import TENNIS, found
from tests.conftest import SimulatedClub, by_names, rows
from tests.file_answers import parts_of
from tests.flows import close_evening, fill_in, report_results, set_settings

FRIDAY = "2026-11-20"
RATINGS = {"Ada Blank": 1500.0, "Bo Cart": 1480.0, "Cy Dorn": 1320.0, "Di Elm": 1400.0}
CSV = (
    "number,name,rating,games,1,2,3\n1,Ada Blank,1500,40,W4,D2,L3\n2,Bo Cart,1480,40,W3,D1,W4\n"
    "3,Cy Dorn,1320,40,L2,W4,W1\n4,Di Elm,1400,40,L1,L3,L2\n"
)
GAMES = (
    ("1", "Ada Blank", "Di Elm", "1-0"), ("1", "Bo Cart", "Cy Dorn", "1-0"), ("2", "Ada Blank", "Bo Cart", "1/2-1/2"),
    ("2", "Cy Dorn", "Di Elm", "1-0"), ("3", "Cy Dorn", "Ada Blank", "1-0"), ("3", "Di Elm", "Bo Cart", "0-1"),
)  # fmt: skip
PGN = "".join(
    f'[Event "Riverton Swiss"]\n[Date "2026.11.20"]\n[Round "{number}"]\n[White "{white}"]\n[Black "{black}"]\n'
    f'[Result "{result}"]\n\n{result}\n\n'
    for number, white, black, result in GAMES
)
TYPED = "W1400 D1480 L1320"
REPORTED = "Ada Blank reported"
Door = Callable[[SimulatedClub], Awaitable[Any]]
"""Brings Friday's event as a director; returns what is answered before anything is stored, or the stored event."""


def text_of(answer: Any) -> str:
    messages = [one for one in (answer.response, *answer.followups) if one is not None]
    return "\n".join(f"{embed.title or ''} {embed.description or ''}" for one in messages for embed in one.embeds)


def labels(answer: Any) -> list[str]:
    message = answer.response or answer.followups[0]
    return [part["label"] for part in parts_of(message) if part.get("label")]


async def people(club: SimulatedClub, rating_list: str = "uschess-regular") -> dict[str, Any]:
    members = {name: club.add(name) for name in RATINGS}
    for name, member in members.items():
        options = {"rating": RATINGS[name], "list": rating_list, "date": "2026-01-01"}
        games = {"games": 40} if rating_list == "uschess-regular" else {}
        await club.td.slash(club.channel, "td rating", player=member, **options, **games)
    return members


async def file(club: SimulatedClub, text: str = CSV, name: str = "e.csv", **options: Any) -> Any:
    given = {"name": "Riverton November Swiss", "date": FRIDAY, **options} if name.endswith("csv") else options
    looked = await club.td.slash(club.channel, "td import", file=(name, text.encode()), **given)
    return await by_names(club.td, looked)


async def csv_file(club: SimulatedClub) -> Any:
    return await file(club)


async def pgn_file(club: SimulatedClub) -> Any:
    return await file(club, PGN, "e.pgn")


async def evening(club: SimulatedClub) -> Any:
    card = await club.td.slash(club.channel, "td evening", name="Friday")
    for member in club.people.values():
        await member.click(card.response, label="Join")
    played = "\n".join(f"{number}: {white} {result} {black}" for number, white, black, result in GAMES)
    await report_results(club, club.td, results=played.replace("1/2-1/2", "½-½"))
    return await close_evening(club)


DOORS: dict[str, Door] = {"file": csv_file, "PGN": pgn_file, "evening": evening}


@pytest.fixture
async def friday(club: SimulatedClub) -> SimulatedClub:
    club.people = await people(club)  # type: ignore[attr-defined]
    return club


async def reported(club: SimulatedClub, **options: Any) -> Any:
    ada = club.people["Ada Blank"]  # type: ignore[attr-defined]
    given = {"opponents": TYPED, "date": FRIDAY, "event": "Riverton Swiss", **options}
    return await ada.slash(club.channel, "rating update", **given)


async def games_of(club: SimulatedClub, name: str, rating_list: str = "uschess-regular") -> int:
    query = select(standing.c.games).join(player, player.c.id == standing.c.player_id)
    ((value,),) = await rows(club.services.database, query.where(player.c.name == name, standing.c.list == rating_list))
    return int(value)


async def ratings(club: SimulatedClub) -> dict[int, float]:
    query = select(standing.c.player_id, standing.c.rating).order_by(standing.c.player_id)
    return {row.player_id: row.rating for row in await rows(club.services.database, query)}


async def games(club: SimulatedClub) -> int:
    """Return the number of games that count."""
    query = select(func.count()).select_from(game.join(event, event.c.id == game.c.event_id))
    ((value,),) = await rows(club.services.database, query.where(event.c.voided.is_(False)))
    return int(value)


@pytest.mark.parametrize("door", DOORS)
async def test_a_reported_event_is_offered_to_the_director_to_replace(friday: SimulatedClub, door: str) -> None:
    club = friday
    await reported(club)
    asked = await DOORS[door](club)
    assert REPORTED in text_of(asked)
    assert labels(asked)[0] == "Replace"
    assert await games_of(club, "Bo Cart") == 40
    before = await ratings(club)
    replaced = await club.td.click(asked.response, label="Replace")
    assert [await games_of(club, name) for name in RATINGS] == [43] * 4
    assert "Replaced: Riverton Swiss of 2026-11-20" in text_of(replaced)
    assert await verify_club(club.services, club.guild.id) == []
    await club.td.click(replaced.response, label="Undo")
    assert await ratings(club) == before


@pytest.mark.parametrize("door", DOORS)
async def test_a_member_is_asked_after_the_director(friday: SimulatedClub, door: str) -> None:
    club = friday
    stored = await DOORS[door](club)
    if "Store it" in labels(stored):
        await club.td.click(stored.response, label="Store it")
    assert await games(club) == 6
    asked = await reported(club)
    assert "This event looks like" in text_of(asked)
    assert labels(asked) == ["Store it anyway"]
    assert await games(club) == 6


@pytest.mark.parametrize(
    "options",
    [
        {"opponents": "1400 1480 1320", "score": "1.5"},
        {"date": "2026-11-21"},
        {"opponents": "W@Di D@Bo L@Cy", "date": "2026-11-12"},
    ],
    ids=["a score", "the day after", "named, eight days before"],
)
async def test_however_it_is_reported(friday: SimulatedClub, options: dict[str, str]) -> None:
    club = friday
    for name, member in club.people.items():  # type: ignore[attr-defined]
        options = {key: text.replace(f"@{name.split()[0]}", member.mention) for key, text in options.items()}
    report = await reported(club, **options)
    looked = await file(club)
    assert REPORTED in text_of(looked)
    await club.people["Ada Blank"].click(report.response, label="Undo")  # type: ignore[attr-defined]
    await club.td.click((await file(club)).response, label="Store it")
    assert "This event looks like Riverton November Swiss" in text_of(await reported(club, **options))


async def test_a_file_and_an_evening_are_the_same_event(friday: SimulatedClub) -> None:
    club = friday
    await club.td.click((await pgn_file(club)).response, label="Store it")
    asked = await evening(club)
    assert "The file looks like **Riverton Swiss of 2026-11-20**, which is stored: 6 of its 6 games" in text_of(asked)
    beside = await club.td.click(asked.response, label="Close as a separate event")
    assert "Replaced" not in text_of(beside)
    assert await games(club) == 12


async def test_a_first_rating_that_came_with_a_later_report_comes_with_the_event(club: SimulatedClub) -> None:
    """Ada is new: what she typed beside her report counts before the event that replaces it."""
    ada = club.add("Ada Blank")
    given = {"opponents": TYPED, "date": "2026-11-21", "rating": 1500.0, "games": 40}
    await ada.slash(club.channel, "rating update", **given)
    looked = await file(club, CSV.replace("Ada Blank,1500,40", "Ada Blank,,"))
    await club.td.click(looked.response, label="Replace")
    assert await games_of(club, "Ada Blank") == 43
    assert await verify_club(club.services, club.guild.id) == []


async def everything_waits(club: SimulatedClub) -> None:
    await set_settings(club, confirm_reports="everything")


@pytest.mark.both_databases
@pytest.mark.parametrize("door", DOORS)
async def test_a_report_that_waits_is_offered_to_replace_and_waits_again(friday: SimulatedClub, door: str) -> None:
    club = friday
    await everything_waits(club)
    card = await reported(club)
    assert await games(club) == 0
    asked = await DOORS[door](club)
    assert REPORTED in text_of(asked)
    replaced = await club.td.click(asked.response, label="Replace")
    assert [await games_of(club, name) for name in RATINGS] == [43] * 4
    assert "has been replaced by" in (await club.td.click(card.response, label="Undo")).followups[-1].content
    await club.td.click(replaced.response, label="Undo")
    assert await games_of(club, "Ada Blank") == 40
    ((event_id,),) = await rows(club.services.database, select(event.c.id).where(event.c.source == "report"))
    await confirm_report(club.services, replace(club.actor(club.td), manager=True), event_id)
    assert await games_of(club, "Ada Blank") == 43
    assert await verify_club(club.services, club.guild.id) == []


async def test_a_first_rating_of_a_waiting_report_comes_with_the_event(club: SimulatedClub) -> None:
    await everything_waits(club)
    given = {"opponents": TYPED, "date": FRIDAY, "rating": 1500.0, "games": 40}
    await club.add("Ada Blank").slash(club.channel, "rating update", **given)
    looked = await file(club, CSV.replace("Ada Blank,1500,40", "Ada Blank,,"))
    replaced = await club.td.click(looked.response, label="Replace")
    assert await games_of(club, "Ada Blank") == 43
    await club.td.click(replaced.response, label="Undo")
    assert await ratings(club) == {}
    ((event_id,),) = await rows(club.services.database, select(event.c.id).where(event.c.source == "report"))
    await confirm_report(club.services, replace(club.actor(club.td), manager=True), event_id)
    assert await games_of(club, "Ada Blank") == 43
    assert await verify_club(club.services, club.guild.id) == []


LOG = "date,white,black,result\n"


async def week(club: SimulatedClub, lines: str, rating_list: str = "elo") -> Any:
    return await file(club, LOG + lines, "week.csv", list=rating_list, date="2026-11-21")


async def match(club: SimulatedClub, winner: str, loser: str, rating_list: str = "elo") -> Any:
    """Report a match that waits for the loser."""
    everybody = club.people  # type: ignore[attr-defined]
    return await everybody[winner].slash(club.channel, "match", opponent=everybody[loser], wins="1", list=rating_list)


async def confirmed(club: SimulatedClub, winner: str, loser: str) -> None:
    card = await match(club, winner, loser)
    await club.people[loser].click(card.response, label="Confirm")  # type: ignore[attr-defined]


async def match_rating(club: SimulatedClub, name: str) -> None:
    member = club.people[name]  # type: ignore[attr-defined]
    await club.td.slash(
        club.channel, "td rating", player=member, rating=1500.0, games=40, list="elo", date="2026-01-01"
    )


def logged(winner: str, loser: str) -> str:
    return f"2026-11-21,{winner},{loser},1-0\n"


PAIRS = (("Ada Blank", "Bo Cart"), ("Cy Dorn", "Di Elm"), ("Ada Blank", "Cy Dorn"), ("Di Elm", "Bo Cart"))


class TestMatches:
    async def test_a_file_of_confirmed_matches_replaces_them(self, friday: SimulatedClub) -> None:
        club = friday
        for pair in PAIRS:
            await confirmed(club, *pair)
        looked = await week(club, "".join(logged(*pair) for pair in PAIRS))
        assert "4 of its 4 games are reported as matches." in text_of(looked)
        assert labels(looked)[:3] == ["Replace", "Store as a separate event", "Cancel"]
        before = await ratings(club)
        replaced = await club.td.click(looked.response, label="Replace")
        assert "Replaced: 4 matches" in text_of(replaced)
        assert (await games(club), await games_of(club, "Ada Blank", "elo")) == (4, 2)
        await club.td.click(replaced.response, label="Undo")
        assert await ratings(club) == before
        assert await verify_club(club.services, club.guild.id) == []

    @pytest.mark.both_databases
    async def test_the_games_of_matches_are_left_out(self, friday: SimulatedClub) -> None:
        club = friday
        await confirmed(club, *PAIRS[0])
        await confirmed(club, *PAIRS[1])
        looked = await week(club, "".join(logged(*pair) for pair in PAIRS))
        assert "2 of its 4 games are reported as matches." in text_of(looked)
        stored = await club.td.click(looked.response, label="Leave out 2 games")
        assert "2 games" in text_of(stored)
        assert await games(club) == 4
        assert [await games_of(club, name, "elo") for name in RATINGS] == [2, 2, 2, 2]
        assert await verify_club(club.services, club.guild.id) == []

    async def test_a_match_that_waits_is_replaced_and_waits_again_after_an_undo(self, friday: SimulatedClub) -> None:
        club = friday
        card = await match(club, *PAIRS[0], "oracle")
        looked = await week(club, logged(*PAIRS[0]) + logged(*PAIRS[1]), "oracle")
        assert "1 of its 2 games are reported as matches." in text_of(looked)
        replaced = await club.td.click(looked.response, label="Replace")
        assert await games(club) == 2
        refused = await club.td.click(card.response, label="Confirm")
        assert "has been undone" in refused.followups[-1].content
        await club.td.click(replaced.response, label="Undo")
        assert await games(club) == 0
        await club.td.click(card.response, label="Confirm")
        assert await games(club) == 1
        assert await verify_club(club.services, club.guild.id) == []

    async def test_a_match_after_the_file_or_the_own_report_is_found(self, friday: SimulatedClub) -> None:
        """What /match asks before it stores a match of Cy and Di, or of Ada and Bo."""
        club = friday
        ids = {row.name: row.id for row in await rows(club.services.database, select(player.c.name, player.c.id))}

        async def stored_as(first: str, second: str, on: RatingList = RatingList.ELO) -> str | None:
            people = (Entrant(1, player=ids[first], rated=True), Entrant(2, player=ids[second], rated=True))
            table = Crosstable(date(2026, 11, 21), people, (Game(1, 1, 2, 1.0),), kind=EventKind.MATCH)

            def find(connection: Connection) -> str | None:
                whose = clubs.find(connection, club.guild.id)
                found = find_event_of_match(connection, whose, table, [on])
                return None if found is None else found.source

            return await club.services.database.read(find, club=club.guild.id)

        for name in PAIRS[0]:
            await match_rating(club, name)
        bo = club.people["Bo Cart"]  # type: ignore[attr-defined]
        await club.people["Ada Blank"].slash(  # type: ignore[attr-defined]
            club.channel, "rating update", opponents=f"W{bo.mention}", list="elo"
        )
        looked = await week(club, logged(*PAIRS[1]))
        await club.td.click(looked.response, label="Store it")
        assert await stored_as(*PAIRS[0]) == "report"
        assert await stored_as(*PAIRS[1]) == "file"
        assert await stored_as(*PAIRS[2]) is None
        assert await stored_as(*PAIRS[1], RatingList.GLICKO_2) is None

    async def test_another_result_of_the_day_is_said(self, friday: SimulatedClub) -> None:
        club = friday
        await confirmed(club, *PAIRS[0])
        looked = await week(club, logged("Bo Cart", "Ada Blank") + logged(*PAIRS[1]))
        assert "1 of its 2 games are reported as matches, 1 with another result." in text_of(looked)

    async def test_matches_of_another_list_are_others(self, friday: SimulatedClub) -> None:
        club = friday
        await confirmed(club, *PAIRS[0])
        looked = await file(club, LOG + logged(*PAIRS[0]), "week.csv", list="glicko-2", date="2026-11-21")
        assert "reported as matches" not in text_of(looked)


class TestTypedEvening:
    async def test_a_result_that_a_pair_has_already_is_asked_about(self, friday: SimulatedClub) -> None:
        """As both players write down their game, one after the director took it from the paper."""
        club = friday
        ada, bo = (club.people[name] for name in ("Ada Blank", "Bo Cart"))  # type: ignore[attr-defined]
        card = await club.td.slash(club.channel, "td evening", name="Friday")
        for member in (ada, bo):
            await member.click(card.response, label="Join")
        await report_results(club, club.td, results="1: Ada Blank 1-0 Bo Cart")
        for written in ("Bo Cart 0-1 Ada Blank", "2: Ada Blank beat Bo Cart"):
            asked = await report_results(club, bo, results=written)
            assert "Ada Blank 1-0 Bo Cart is already the result of round 1." in text_of(asked)
            assert labels(asked) == ["Store it anyway"]
        await bo.click(asked.response, label="Store it anyway")
        await report_results(club, ada, results="3: Ada Blank ½ Bo Cart")
        await close_evening(club, force=True)
        assert await games(club) == 3

    async def test_one_report_of_several_games_is_not(self, friday: SimulatedClub) -> None:
        club = friday
        card = await club.td.slash(club.channel, "td evening", name="Friday")
        for name in ("Ada Blank", "Bo Cart"):
            await club.people[name].click(card.response, label="Join")  # type: ignore[attr-defined]
        await report_results(club, club.td, results="1: Ada Blank 1-0 Bo Cart\n2: Ada Blank 1-0 Bo Cart")
        await close_evening(club)
        assert await games(club) == 2


class TestReplace:
    async def test_what_the_file_does_not_say_stays_as_stored(self, friday: SimulatedClub) -> None:
        club = friday
        given = {"date": "2026-10-17", "name": "October Swiss"}
        looked = await club.td.slash(club.channel, "td import", file=("october.csv", CSV.encode()), **given)
        form = await club.td.click(looked.response, label="Edit details")
        await fill_in(club.td, form, time_control="G/60;d5", rules="informal-2020")
        lists = next(part for part in parts_of(looked.response) if part.get("custom_id", "").startswith("lists:"))
        both = ["uschess-regular", "uschess-quick"]
        await club.td.select(looked.response, both, custom_id=lists["custom_id"])
        await club.td.click(looked.response, label="Store it")
        facts = (event.c.name, event.c.date, event.c.minutes, event.c.seconds)
        (stored,) = await rows(club.services.database, select(*facts).where(event.c.voided.is_(False)))

        data = CSV.replace("W4,D2", "D4,D2").replace("L1,L3", "D1,L3").encode()
        again = await club.td.slash(club.channel, "td import", file=("corrected.csv", data))
        assert "17 October 2026" in text_of(again)
        assert "As stored, because the file has none: name, date, time control, rules, lists." in text_of(again)
        await club.td.click(again.response, label="Replace")
        (now,) = await rows(club.services.database, select(*facts).where(event.c.voided.is_(False)))
        assert now == stored
        assert [await games_of(club, "Ada Blank", rating_list) for rating_list in both] == [43, 43]


class TestRows:
    """A match of three games is one row of a file: 2-1."""

    ROWS = "player1,player2,result\nBo Cart,Ada Blank,1-2\nCy Dorn,Di Elm,2-0\n"

    @staticmethod
    async def rows_of(club: SimulatedClub, text: str = ROWS) -> Any:
        return await file(club, text, "week.csv", list="elo", date="2026-11-21")

    @staticmethod
    async def match_of(club: SimulatedClub, wins: str, winner: str = "Ada Blank", loser: str = "Bo Cart") -> Any:
        everybody = club.people  # type: ignore[attr-defined]
        given = {"opponent": everybody[loser].mention, "wins": wins, "list": "elo"}
        return await everybody[winner].slash(club.channel, "match", **given)

    @pytest.mark.both_databases
    async def test_a_match_of_several_games_is_one_row(self, friday: SimulatedClub) -> None:
        club = friday
        card = await self.match_of(club, "2-1")
        await club.people["Bo Cart"].click(card.response, label="Confirm")  # type: ignore[attr-defined]
        looked = await self.rows_of(club)
        assert "1 of its 2 games are reported as matches." in text_of(looked)
        stored = await club.td.click(looked.response, label="Leave out 1 game")
        assert "1 game" in text_of(stored)
        assert await games(club) == 3 + 1
        assert await verify_club(club.services, club.guild.id) == []

    async def test_the_row_is_found_when_the_match_comes_after_it(self, friday: SimulatedClub) -> None:
        club = friday
        await club.td.click((await self.rows_of(club)).response, label="Store it")
        asked = await self.match_of(club, "2-1")
        assert "has this match already" in text_of(asked)
        assert labels(asked) == ["Another match"]
        assert await games(club) == 2
        assert "has this match already" in text_of(await self.match_of(club, "0-2", "Di Elm", "Cy Dorn"))

    async def test_a_row_with_another_result_of_the_day_is_said(self, friday: SimulatedClub) -> None:
        club = friday
        await self.match_of(club, "2-1")
        looked = await self.rows_of(club, self.ROWS.replace("1-2", "2-1"))
        assert "1 of its 2 games are reported as matches, 1 with another result." in text_of(looked)

    @pytest.mark.parametrize("order", ["report first", "file first"])
    async def test_an_own_report_of_several_games_is_one_row(self, friday: SimulatedClub, order: str) -> None:
        club = friday
        for name in RATINGS:
            await match_rating(club, name)
        bo = club.people["Bo Cart"].mention  # type: ignore[attr-defined]
        given = {"opponents": f"W{bo} L{bo} W{bo}", "date": "2026-11-21", "list": "elo", "event": "Friday"}
        if order == "report first":
            await reported(club, **given)
            assert REPORTED in text_of(await self.rows_of(club))
        else:
            await club.td.click((await self.rows_of(club)).response, label="Store it")
            assert "This event looks like" in text_of(await reported(club, **given))

    async def test_a_row_of_a_match_by_its_result_alone(self, friday: SimulatedClub) -> None:
        """On a list per match both are one game of 2-1."""
        club = friday
        await found(club, start="1000", k="24", sets="match")
        everybody = club.people  # type: ignore[attr-defined]
        given = {"opponent": everybody["Bo Cart"].mention, "wins": "2-1", "list": TENNIS}
        await everybody["Ada Blank"].slash(club.channel, "match", **given)
        looked = await file(club, self.ROWS, "week.csv", list=TENNIS, date="2026-11-21")
        assert "1 of its 2 games are reported as matches." in text_of(looked)
