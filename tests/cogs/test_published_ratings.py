"""A rated section of US Chess is imported: its published ratings beside ours, before and after it is stored."""

import re
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.events.published import published_events
from bot.store.database.tables import entrant, event
from bot.ui.cards.published import comparison_lines
from tests.conftest import SimulatedClub, rows, said
from tests.file_answers import lines_on_pages, part_of
from tests.flows import correct, import_event
from tests.rated_sections import event as event_document
from tests.rated_sections import name, page, saved, section, standings, whole

NAMES = {number: name(number) for number in range(1, 21)}


async def upload(club: SimulatedClub, document: Any, **options: Any) -> Any:
    return await import_event(club.td, club.channel, ("section.json", saved(document)), **options)


async def published(club: SimulatedClub, answer: Any) -> tuple[str, list[str]]:
    """Open the published ratings; return the first page and all lines of figures."""
    opening = part_of(answer.response, "look:published:") or part_of(answer.response, "look:file:", ":published")
    assert opening is not None
    opened = await club.td.click(answer.response, custom_id=opening)
    return opened.response.embeds[0].description, await lines_on_pages(club.td, opened)


@pytest.mark.both_databases
async def test_a_section_agrees_with_what_us_chess_published(club: SimulatedClub) -> None:
    answer = await upload(club, whole("novice"))
    text = answer.response.embeds[0].description
    assert "would be rated on **US Chess Regular** and **US Chess Quick**, 30 August 2026" in text
    assert "🏛️ US Chess Regular: **6 of 6** ratings as US Chess published them" in text
    assert "🏛️ US Chess Quick: **6 of 6** ratings as US Chess published them" in text

    stored = await club.td.click(answer.response, label="Store it")

    first, lines = await published(club, stored)
    assert "**US Chess Regular: 6 of 6 agree** to the hundredth" in first
    assert "`656.85 656.85     =` Nora Quill" in lines
    assert len(lines) == 2 * (1 + 6)


@pytest.mark.both_databases
async def test_a_rating_that_differs_here_is_the_cause(club: SimulatedClub) -> None:
    await upload_and_store(club, whole("novice"))
    # Three weeks later, with a rating that the club has not: Basil Marlow played elsewhere in between.
    later = whole("u600", section=section("u600", endDate="2026-09-20", startDate="2026-09-20"))
    later["event"] = event_document(endDate="2026-09-20", startDate="2026-09-20")
    answer = await upload(club, later)
    text = answer.response.embeds[0].description
    assert "of 14** ratings as US Chess published them" in text

    first, _ = await published(club, answer)

    assert "① " in first
    assert "**Nora Quill**: 656.85 before the event here, 437.54 at US Chess." in first


async def upload_and_store(club: SimulatedClub, document: Any) -> Any:
    answer = await upload(club, document)
    return await club.td.click(answer.response, label="Store it")


async def test_a_forfeit_that_was_read_as_a_game_is_found(club: SimulatedClub) -> None:
    lines = standings()
    lines[8]["roundOutcomes"][2]["outcome"], lines[13]["roundOutcomes"][2]["outcome"] = "Win", "Loss"
    answer = await upload(club, whole(standings=page(lines)))
    first, rows_shown = await published(club, answer)
    assert "Round 3, Anya Dune – Joel Ivers: a game here, a forfeit at US Chess." in first
    assert "**Ines Hale**: began with 1300 here, and with about 40" in first
    assert not any("❓" in line for line in rows_shown)


async def test_an_event_that_us_chess_rated_in_another_order_is_found(club: SimulatedClub) -> None:
    table = b"number,name,id,rating,games,1\n1,Nora Quill,30000001,554.22,50,W2\n2,Zed Oak,30000099,600,50,L1\n"
    await club.td.click(
        (
            await import_event(
                club.td, club.channel, ("a.csv", table), list="uschess-regular", date="2026-08-29", name="Tuesday Rapid"
            )
        ).response,
        label="Store it",
    )

    first, lines = await published(club, await upload(club, whole("novice"), list="uschess-regular"))

    # US Chess rated the section first: it has the rating before it from before the Tuesday Rapid.
    assert re.search(
        r"① \*\*Nora Quill\*\*: US Chess rated Tuesday Rapid of 2026-08-29 in another order\. "
        r"Before this: \d+\.\d\d here, 554\.22 there\.",
        first,
    )
    assert "②" not in first
    assert not any("❓" in line for line in lines)


async def test_a_stored_event_is_compared_again_after_a_correction(club: SimulatedClub) -> None:
    stored = await upload_and_store(club, whole("novice"))
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    await correct(club, event_id, "round 3: Nora Quill 0-1 Otis Holt")
    first, _ = await published(club, stored)
    assert "of 6 agree** to the hundredth" in first
    assert "6 of 6" not in first
    assert "❓ Not explained" in first


async def test_other_events_have_no_published_ratings(club: SimulatedClub) -> None:
    table = b"number,name,rating,games,1\n1,Ada Blank,1500,30,W2\n2,Bo Cart,1400,30,L1\n"
    answer = await import_event(club.td, club.channel, ("a.csv", table))
    assert part_of(answer.response, "look:file:", ":published") is None
    assert "published" not in answer.response.embeds[0].description


async def test_a_csv_with_published_ratings_is_compared(club: SimulatedClub) -> None:
    table = b"number,name,pre,post,1\n1,Ada Blank,1500.00,1511.50,W2\n2,Bo Cart,1400.00,1350.00,L1\n"
    answer = await import_event(club.td, club.channel, ("a.csv", table))
    assert "of 2** ratings as US Chess published them" in answer.response.embeds[0].description


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (page(standings()[:8], more=True), "first 8 players"),
        (whole(section=section(ratingSystem="F")), "played abroad"),
        (whole(standings=page([{"roundOutcomes": [{"roundNumber": 1, "outcome": "Won"}]}])), "changed the form"),
    ],
)
async def test_a_faulty_section_is_refused_and_nothing_stored(
    club: SimulatedClub, document: Any, sentence: str
) -> None:
    assert sentence in await said(upload(club, document))
    assert await rows(club.services.database, select(event.c.id)) == []


async def test_an_online_section_asks_for_its_list(club: SimulatedClub) -> None:
    answer = await upload(club, whole(section=section(isOnline=True, ratingSystem="OQ")))
    assert "which list?" in answer.response.embeds[0].description
    assert part_of(answer.response, "look:file:", ":published") is None


@pytest.mark.both_databases
async def test_published_ratings_are_stored_and_verified(club: SimulatedClub) -> None:
    await upload_and_store(club, whole("novice"))
    kept = await rows(club.services.database, select(entrant.c.published).order_by(entrant.c.number))
    assert kept[0] == ({"uschess-regular": [554.22, 656.85, None], "uschess-quick": [546.49, 650.17, None]},)
    (found,) = await published_events(club.services, club.guild.id)
    assert comparison_lines(found) == [
        "Lantern Scholastic of 2026-08-30, US Chess Regular: 6 of 6 ratings as published",
        "Lantern Scholastic of 2026-08-30, US Chess Quick: 6 of 6 ratings as published",
    ]
