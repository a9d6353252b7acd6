"""A rated section is fetched from US Chess by its number: the preview of a file, its faults, and no second copy."""

import json
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.context import Services
from bot.store.database.tables import event, pending_import
from bot.store.database.transactions import Database
from tests.cogs.test_published_ratings import published
from tests.conftest import SimulatedClub, rows, said
from tests.connect.standin import Fault, StandIn, running_stand_in, services_that_ask
from tests.flows import fill_in, import_event
from tests.rated_sections import EVENT, page, saved, section, standings, whole
from tests.rated_sections import event as event_document

SECTION = f"{EVENT}-6"


@pytest.fixture
async def stand_in() -> AsyncIterator[StandIn]:
    async with running_stand_in() as running:
        running.add_section(whole("novice"))
        yield running


@pytest.fixture
async def services(database: Database, clock: Callable[[], datetime], stand_in: StandIn) -> AsyncIterator[Services]:
    async with services_that_ask(stand_in, database, clock) as services:
        yield services


async def fetched(club: SimulatedClub, written: str = SECTION) -> Any:
    queue = await club.td.slash(club.channel, "td queue")
    official = await club.td.click(queue.response, label="Official ratings")
    form = await club.td.click(official.response, label="Rated section")
    return await fill_in(club.td, form, section=written)


async def stored(club: SimulatedClub) -> list[str]:
    return [row.name for row in await rows(club.services.database, select(event.c.name).where(~event.c.voided))]


@pytest.mark.both_databases
async def test_a_section_is_fetched_previewed_stored_and_undone(club: SimulatedClub, stand_in: StandIn) -> None:
    looked = await fetched(club)
    assert looked.response.ephemeral
    text = looked.response.embeds[0].description
    assert "Lantern Scholastic" in text
    assert "would be rated on **US Chess Regular** and **US Chess Quick**, 30 August 2026" in text
    assert "🏛️ US Chess Regular: **6 of 6** ratings as US Chess published them" in text
    assert await stored(club) == []
    first, _ = await published(club, looked)
    assert "**US Chess Regular: 6 of 6 agree** to the hundredth" in first

    kept = await club.td.click(looked.response, label="Store it")
    assert await stored(club) == ["Lantern Scholastic"]
    assert len(stand_in.asked) == 3, "nothing is asked again to store it"

    await club.td.click(kept.response, label="Undo")
    assert await stored(club) == []


async def test_the_fetched_section_shows_what_its_file_shows(club: SimulatedClub) -> None:
    by_number = await fetched(club)
    by_file = await import_event(club.td, club.channel, ("section.json", saved(whole("novice"))))
    assert by_number.response.embeds[0].to_dict() == by_file.response.embeds[0].to_dict()


@pytest.mark.both_databases
async def test_a_stored_section_is_not_stored_twice(club: SimulatedClub) -> None:
    await club.td.click((await fetched(club)).response, label="Store it")
    assert "already stored as Lantern Scholastic" in await said(fetched(club))
    by_file = await import_event(club.td, club.channel, ("section.json", saved(whole("novice"))))
    assert "The file looks like **Lantern Scholastic of 2026-08-30**, which is stored" in _text(by_file)


async def test_a_section_that_was_uploaded_is_recognised_by_its_number(club: SimulatedClub) -> None:
    by_file = await import_event(club.td, club.channel, ("section.json", saved(whole("novice"))))
    await club.td.click(by_file.response, label="Store it")
    again = await fetched(club)
    assert "The file looks like **Lantern Scholastic of 2026-08-30**, which is stored" in _text(again)
    await club.td.click(again.response, label="Replace")
    assert await stored(club) == ["Lantern Scholastic"]


def _text(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


async def test_the_only_section_needs_no_number(club: SimulatedClub) -> None:
    assert "Lantern Scholastic" in _text(await fetched(club, EVENT))


async def test_pages_of_a_large_section_are_put_together(club: SimulatedClub, stand_in: StandIn) -> None:
    lines = [
        {**line, "pairingNumber": 20 * copy + line["pairingNumber"], "ordinal": 0,
         "playerId": f"{copy}{line['playerId']}", "memberId": f"3{copy:03}{line['pairingNumber']:04}",
         "lastName": f"{line['lastName']} {'ABCDEFGH'[copy]}", "roundOutcomes": [
             {**one, "opponentPlayerId": one["opponentPlayerId"] and f"{copy}{one['opponentPlayerId']}"}
             for one in line["roundOutcomes"]]}
        for copy in range(8) for line in standings("u600")
    ]  # fmt: skip
    stand_in.add_section(whole(standings=page(lines)))
    assert "112 players" in _text(await fetched(club))
    assert [one.partition("?")[2] for one in stand_in.asked[2:]] == ["Offset=0&Size=100", "Offset=100&Size=100"]


NO_FORM = "This version cannot read the answers of US Chess. Tell the bot's operator, or upload a file"
NO_ANSWER = "US Chess does not answer. Try again in 1 minute, or upload a file with /td import."
FAULTS = {
    Fault.ERROR: NO_ANSWER,
    Fault.HALF_A_BODY: NO_ANSWER,
    Fault.TOO_MANY: "US Chess asks us to wait. Try again in 1 minute.",
    Fault.FORBIDDEN: "US Chess refused the request. Ask the bot's operator for a key (USCHESS_API_KEY).",
    Fault.HALF_A_JSON: NO_FORM,
    Fault.HTML: NO_FORM,
    Fault.RENAMED: NO_FORM,
    Fault.REDIRECT: NO_FORM,
    Fault.TOO_LARGE: "The answer of US Chess is too large and was not read.",
    Fault.ANOTHER: f"US Chess did not return event {EVENT}. Nothing was stored.",
    Fault.WRONG: "US Chess has changed the form of its documents. Upload the crosstable as text or CSV instead.",
    Fault.STUCK: NO_FORM,
}


@pytest.mark.parametrize("fault", FAULTS)
async def test_each_fault_is_one_sentence_and_stores_nothing(
    fault: Fault, club: SimulatedClub, stand_in: StandIn
) -> None:
    stand_in.fault = fault
    assert (await said(fetched(club))).startswith(FAULTS[fault])
    await check_nothing_waits(club)
    club.forgive()  # the log tells the operator


async def check_nothing_waits(club: SimulatedClub) -> None:
    assert await stored(club) == []
    assert await rows(club.services.database, select(pending_import.c.id)) == []


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ("12-1", '"12-1" is not an event and section of US Chess. Write the 12 digits of the event'),
        ("202600000000-1", "US Chess has no event 202600000000. Check the number."),
        (f"{EVENT}-7", f"Event {EVENT} has no section 7 at US Chess. The event has 1 section."),
    ],
)
async def test_a_section_that_does_not_exist_is_said(written: str, sentence: str, club: SimulatedClub) -> None:
    assert (await said(fetched(club, written))).startswith(sentence)
    await check_nothing_waits(club)


def _unrated() -> dict[str, Any]:
    return whole("novice", standings=page([{**line, "ratings": []} for line in standings("novice")]))


def _two_sections() -> dict[str, Any]:
    return whole("novice", event=event_document("novice", sections=[{"number": 5}, {"number": 6}]))


def _unknown_word() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(json.dumps(whole("novice")))
    document["standings"]["items"][0]["roundOutcomes"][0]["outcome"] = "Won"
    return document


@pytest.mark.parametrize(
    ("document", "written", "sentence"),
    [
        (
            whole("novice", event=event_document("novice", status="Entry")),
            SECTION,
            f"US Chess has not rated event {EVENT} yet. Try again once its ratings are published.",
        ),
        (_unrated(), SECTION, f"US Chess has not rated event {EVENT} yet."),
        (_two_sections(), EVENT, f"Event {EVENT} has 2 sections. Add the number of one, for example {EVENT}-5."),
        (_two_sections(), f"{EVENT}-5", f"Event {EVENT} has no section 5 at US Chess. The event has 2 sections."),
        (whole("novice", section=section("novice", ratingSystem="F")), SECTION, "Under 600 was played abroad"),
        (_unknown_word(), SECTION, "US Chess has changed the form of its documents."),
    ],
)
async def test_a_section_that_cannot_be_rated_here_is_said(
    document: dict[str, Any], written: str, sentence: str, club: SimulatedClub, stand_in: StandIn
) -> None:
    stand_in.add_section(document)
    assert (await said(fetched(club, written))).startswith(sentence)
    await check_nothing_waits(club)
