"""The client against the stand-in: what is asked, how politely, and what people read when it fails."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta

import pytest

from bot.connect.accounts import OnlineRating, account
from bot.connect.client import AskLaterError, ConnectError, Connections, NothingThereError, Service
from bot.connect.uschess import MOST_PAGES, Supplement, member, official_ratings
from bot.connect.uschess_section import SectionNumber, rated_section, section_number
from core.errors import RatingError
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from tests.connect.standin import Fault, StandIn, running_stand_in

TODAY = date(2026, 11, 21)
NORA = "30000002"


@pytest.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    async with running_stand_in() as running:
        running.add_member(
            NORA, "Nora Quill", 1491, quick=1402, floor=1300, supplements={"2026-12-01": 1512, "2026-11-01": 1470}
        )
        yield running


@pytest.fixture
async def connections(stand_in: StandIn) -> AsyncIterator[Connections]:
    opened = stand_in.connections()
    yield opened
    await opened.close()


async def test_a_member_is_read_with_name_ratings_and_expiry(stand_in: StandIn, connections: Connections) -> None:
    found = await member(connections, NORA)
    assert (found.name, found.status, found.expires) == ("Nora Quill", "Active", "2027-08")
    assert found.ratings == {
        RatingList.USCHESS_REGULAR: EnteredRating(1491, floor=1300),
        RatingList.USCHESS_QUICK: EnteredRating(1402),
    }
    assert stand_in.asked == [f"/uschess/members/{NORA}"]
    assert all(agent.startswith("Crosstable/") for agent in stand_in.agents)


async def test_the_official_ratings_are_of_the_newest_valid_month(connections: Connections) -> None:
    november = await official_ratings(connections, NORA, TODAY)
    ratings = {RatingList.USCHESS_REGULAR: EnteredRating(1470), RatingList.USCHESS_QUICK: EnteredRating(1402)}
    assert november == Supplement(date(2026, 11, 1), ratings)
    december = await official_ratings(connections, NORA, date(2026, 12, 1))
    assert december is not None
    assert december.ratings[RatingList.USCHESS_REGULAR].rating == 1512
    assert await official_ratings(connections, NORA, date(2026, 10, 31)) is None


async def test_a_provisional_rating_has_its_games(stand_in: StandIn, connections: Connections) -> None:
    stand_in.add_member("30000004", "Idris Vale", 1105, games=2)
    assert (await member(connections, "30000004")).ratings[RatingList.USCHESS_REGULAR] == EnteredRating(1105, 2)
    found = await official_ratings(connections, "30000004", TODAY)
    assert found is not None
    assert found.ratings[RatingList.USCHESS_REGULAR] == EnteredRating(1105, 2)


async def test_supplements_of_a_long_career_take_two_pages(stand_in: StandIn, connections: Connections) -> None:
    days = [f"{year}-{month:02}-01" for year in range(2017, 2026) for month in range(1, 13)]
    stand_in.add_member("30000005", "Old Hand", 1800, supplements=dict.fromkeys(days, 1800))
    found = await official_ratings(connections, "30000005", TODAY)
    assert found is not None
    assert found.day == date(2025, 12, 1)
    assert len(stand_in.asked) == 2


async def test_pages_that_never_end_are_left(stand_in: StandIn, connections: Connections) -> None:
    stand_in.fault = Fault.ENDLESS
    await official_ratings(connections, NORA, TODAY)
    assert len(stand_in.asked) <= MOST_PAGES


FAULTS = {
    Fault.SLOW: "US Chess does not answer. Try again in 1 minute, or upload a file",
    Fault.ERROR: "US Chess does not answer. Try again in 1 minute, or upload a file",
    Fault.GAVE_UP: "US Chess does not answer. Try again in 1 minute, or upload a file",
    Fault.HALF_A_BODY: "US Chess does not answer. Try again in 1 minute, or upload a file",
    Fault.TOO_MANY: "US Chess asks us to wait. Try again in 1 minute.",
    Fault.TOO_MANY_FOR_90: "US Chess asks us to wait. Try again in 2 minutes.",
    Fault.TOO_MANY_UNTIL: "US Chess asks us to wait. Try again in 60 minutes.",
    Fault.FORBIDDEN: "US Chess refused the request. Ask the bot's operator for a key (USCHESS_API_KEY).",
    Fault.HALF_A_JSON: "This version cannot read the answers of US Chess.",
    Fault.HTML: "This version cannot read the answers of US Chess.",
    Fault.RENAMED: "This version cannot read the answers of US Chess.",
    Fault.REDIRECT: "This version cannot read the answers of US Chess.",
    Fault.WRONG: "This version cannot read the answers of US Chess.",
    Fault.TOO_LARGE: "The answer of US Chess is too large and was not read.",
    Fault.ANOTHER: f"US Chess returned a member other than {NORA}.",
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_fault_is_one_sentence_without_the_answer(
    fault: Fault, stand_in: StandIn, connections: Connections, caplog: pytest.LogCaptureFixture
) -> None:
    stand_in.fault = fault
    asked = stand_in.connections(patience=0.2) if fault is Fault.SLOW else connections
    with caplog.at_level(logging.DEBUG, "bot.connect"), pytest.raises(ConnectError) as refused:
        await member(asked, NORA)
    await asked.close()
    assert refused.value.message.startswith(FAULTS[fault])
    assert isinstance(refused.value, RatingError)
    assert stand_in.asked == [f"/uschess/members/{NORA}"] * (3 if "does not answer" in FAULTS[fault] else 1)
    for told in (refused.value.message, caplog.text):
        assert "secret-of-the-body" not in told
        assert "127.0.0.1" not in told
    assert NORA not in caplog.text
    assert "Quill" not in caplog.text


async def test_a_section_that_comes_too_slowly_is_given_up(stand_in: StandIn) -> None:
    stand_in.fault = Fault.SLOW
    hasty = stand_in.connections(patience=0.2)
    with pytest.raises(AskLaterError, match=r"does not answer\. Try again in 1 minute, or upload"):
        await rated_section(hasty, SectionNumber("202611070999", 6))
    await hasty.close()
    assert stand_in.asked == ["/uschess/rated-events/202611070999"] * 3


async def test_a_failure_that_passes_is_not_noticed(stand_in: StandIn, connections: Connections) -> None:
    stand_in.fault, stand_in.failing = Fault.ERROR, 2
    assert (await member(connections, NORA)).name == "Nora Quill"


@pytest.mark.parametrize("fault", [Fault.TOO_MANY, Fault.ERROR])
async def test_a_host_that_wants_rest_is_not_asked_again(
    fault: Fault, stand_in: StandIn, connections: Connections
) -> None:
    stand_in.fault = fault
    with pytest.raises(AskLaterError):
        await member(connections, NORA)
    before = len(stand_in.asked)
    with pytest.raises(AskLaterError, match="Try again in 1 minute"):
        await member(connections, NORA)
    assert len(stand_in.asked) == before


async def test_an_unknown_member_is_said_to_be_unknown(connections: Connections) -> None:
    with pytest.raises(NothingThereError, match="US Chess does not know 39999999"):
        await member(connections, "39999999")


async def test_a_host_is_asked_one_thing_at_a_time(stand_in: StandIn, connections: Connections) -> None:
    found = await asyncio.gather(*(member(connections, NORA) for _ in range(10)))
    assert len(found) == 10
    assert stand_in.most_at_once == 1


async def test_the_same_question_is_asked_once_in_a_while(stand_in: StandIn) -> None:
    connections = stand_in.connections(kept=60.0)
    stand_in.fault, stand_in.failing = Fault.FORBIDDEN, 1
    with pytest.raises(ConnectError):
        await member(connections, NORA)
    first = await member(connections, NORA)
    stand_in.fault, stand_in.failing = Fault.ERROR, 1000
    assert await member(connections, NORA) == first
    assert len(stand_in.asked) == 2, "an error is not kept, an answer is"
    await connections.close()


def test_a_member_asks_ten_times_within_an_hour() -> None:
    connections, now = Connections(), datetime(2026, 11, 21, 12, tzinfo=UTC)
    for minute in range(10):
        connections.count(1, 7, now + timedelta(minutes=minute))
    with pytest.raises(ConnectError, match=r"You asked other services 10 times within an hour\. Try again later\."):
        connections.count(1, 7, now + timedelta(minutes=59))
    connections.count(1, 8, now)
    connections.count(1, 7, now + timedelta(minutes=61))


def test_a_club_asks_a_thousand_times_a_day() -> None:
    connections, now = Connections(), datetime(2026, 11, 21, 12, tzinfo=UTC)
    for _ in range(1000):
        connections.count_for_club(1, now)
    for refused in (lambda: connections.count_for_club(1, now), lambda: connections.count(1, 7, now)):
        with pytest.raises(ConnectError, match=r"This club asked other services 1000 times today\. Try again tomorrow"):
            refused()
    connections.count_for_club(2, now)
    connections.count_for_club(1, now + timedelta(hours=12))


async def test_a_service_that_is_off_is_never_asked(stand_in: StandIn) -> None:
    for connections in (Connections(), stand_in.connections(Service.LICHESS)):
        with pytest.raises(ConnectError, match="are turned off"):
            await member(connections, NORA)
    assert stand_in.asked == []


async def test_a_key_goes_with_each_question(stand_in: StandIn) -> None:
    connections = stand_in.connections(keys={Service.USCHESS: "k"}, contact="https://example.org/help")
    await member(connections, NORA)
    await connections.close()
    assert stand_in.keys == {"k"}
    assert [agent.endswith("(+https://example.org/help)") for agent in stand_in.agents] == [True]


async def test_a_name_is_one_part_of_the_address(stand_in: StandIn, connections: Connections) -> None:
    with pytest.raises(NothingThereError):
        await account(connections, Service.LICHESS, "../admin?x#y")
    assert stand_in.asked == ["/lichess/api/user/..%2Fadmin%3Fx%23y"]


async def test_accounts_have_the_ratings_that_were_played_for(stand_in: StandIn, connections: Connections) -> None:
    stand_in.lichess["quietrook"] = {
        "id": "quietrook", "username": "QuietRook",
        "perfs": {
            "blitz": {"games": 320, "rating": 1850, "rd": 45, "prog": 3},
            "rapid": {"games": 4, "rating": 1700, "rd": 180, "prog": 0, "prov": True},
            "classical": {"games": 0, "rating": 1500, "rd": 500, "prog": 0, "prov": True},
            "storm": {"runs": 3, "score": 20},
        },
    }  # fmt: skip
    stand_in.chesscom["quietrook"] = {
        "player": {"username": "quietrook", "status": "basic"},
        "stats": {
            "chess_rapid": {"last": {"rating": 1620, "date": 1, "rd": 40}, "record": {"win": 5, "loss": 3, "draw": 2}},
            "fide": 0,
        },
    }
    lichess = await account(connections, Service.LICHESS, "quietrook")
    assert lichess.name == "QuietRook"
    assert lichess.ratings == (OnlineRating("blitz", 1850, 320), OnlineRating("rapid", 1700, 4, True))
    assert (await account(connections, Service.CHESSCOM, "QuietRook")).ratings == (OnlineRating("rapid", 1620, 10),)


async def test_a_closed_account_is_none(stand_in: StandIn, connections: Connections) -> None:
    stand_in.lichess["gone"] = {"id": "gone", "username": "gone", "disabled": True}
    stand_in.chesscom["gone"] = {"player": {"username": "gone", "status": "closed:abuse"}, "stats": {}}
    for service in (Service.LICHESS, Service.CHESSCOM):
        with pytest.raises(NothingThereError, match="is closed"):
            await account(connections, service, "gone")


@pytest.mark.parametrize("written", ["202611070999-6", " 202611070999.6 ", "202611070999 / 6", "202611070999 6"])
def test_a_section_is_written_as_event_and_number(written: str) -> None:
    assert section_number(written) == SectionNumber("202611070999", 6)


@pytest.mark.parametrize(
    "written", ["", "202611070999-", "20261107099-6", "202611070999-6-1", "２０２６１１０７０９９９-6"]
)
def test_anything_else_is_no_section(written: str) -> None:
    with pytest.raises(RatingError, match="is not an event and section of US Chess"):
        section_number(written)
