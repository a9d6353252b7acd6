"""/events, list, void and amend."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import amendment, audit, event, game
from tests.conftest import SimulatedClub, details, rows, said, stored, text_of
from tests.flows import correct, events_of, import_event, report_for, show_td, void

TABLE = "number,name,1,2,3\n1,Dana,W2,W3,W4\n2,Eli,L1,W4,W3\n3,Ann Fox,W4,L1,L2\n4,Ben Gull,L3,L2,L1\n"


async def imported(club: SimulatedClub, text: str = TABLE, **options: Any) -> int:
    """Import the table with Dana and Eli as members of the club."""
    for member, rating in ((club.dana, 1500.0), (club.eli, 1400.0)):
        await club.td.slash(club.channel, "td rating", player=member, rating=rating, games=30, date="2026-10-01")
    preview = await import_event(club.td, club.channel, ("event.csv", text.encode()), **options)
    await club.td.click(preview.response, label="Store it")
    return await latest(club)


async def latest(club: SimulatedClub) -> int:
    ((event_id,),) = await rows(club.services.database, select(event.c.id).order_by(event.c.id.desc()).limit(1))
    return int(event_id)


async def shown(club: SimulatedClub, member: Any) -> str:
    answer = await details(member, club.channel, "rating show")
    return str(answer.response.embeds[0].description)


async def test_an_event_is_shown_to_everybody_as_it_was_rated(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter")
    answer = await club.eli.slash(club.channel, "events", event=str(event_id))
    embed = answer.response.embeds[0]
    lines = embed.description.splitlines()
    assert lines[:2] == ["### Winter · US Chess Regular", "**4 players · 3 rounds · 6 games**"]
    rows_shown = [line.rpartition("` ")[2] for line in lines if line.startswith("`")]
    assert sorted(row.partition(" · ")[0] for row in rows_shown) == ["Ann Fox", "Ben Gull", "Dana", "Eli"]
    assert "rated as one section" in embed.footer.text


async def test_the_list_turns_its_pages(club: SimulatedClub) -> None:
    assert "No events yet" in text_of(await club.dana.slash(club.channel, "events"))
    await club.dana.slash(
        club.channel, "rating update", opponents="1500", score="1", rating=1500.0, games=30, date="2026-10-01"
    )
    for number in range(10):
        against = {"opponents": f"{1501 + number}", "score": "1", "date": f"2026-10-{2 * number + 3:02d}"}
        await club.dana.slash(club.channel, "rating update", **against, event=f"Night {number}")
    answer = await events_of(club.dana, club.channel)
    assert text_of(answer).count("\n") == 10
    assert "Night 9" in text_of(answer)
    turned = await club.dana.click(answer.response, label="▶")
    embed = turned.response.embeds[0]
    assert "Dana's report, 1 game *· not confirmed*" in embed.description
    assert embed.footer.text == "11 events"


@pytest.mark.sampled(3)
@pytest.mark.parametrize("typed", ["", "even", "2026-11", "11-21", "WINTER"])
@pytest.mark.both_databases
async def test_events_are_offered_by_name_or_day(club: SimulatedClub, typed: str) -> None:
    event_id = await imported(club, **({"name": "Winter"} if typed == "WINTER" else {}))
    offered = await club.dana.autocomplete(club.channel, "events", "event", typed)
    assert [choice["value"] for choice in offered] == [str(event_id)]


@pytest.mark.both_databases
async def test_a_director_voids_an_event_with_a_reason_and_nothing_of_it_is_left(club: SimulatedClub) -> None:
    event_id = await imported(club)
    answer = await void(club, event_id, "wrong file")
    assert "Reason: wrong file" in text_of(answer)
    assert (await shown(club, club.dana)).startswith("## 1500")
    assert "The event has already been undone" in await said(void(club, event_id, "again"))
    noted = await rows(club.services.database, select(audit.c.details).where(audit.c.action == "void-event"))
    assert [details["reason"] for (details,) in noted] == ["wrong file"]


async def test_a_corrected_result_gives_the_ratings_of_the_right_table(club: SimulatedClub) -> None:
    event_id = await imported(club)
    wrong = await shown(club, club.dana)
    answer = await correct(club, event_id, f"round 1: {club.dana.mention} draw", "board 1")
    assert "Reason: board 1" in text_of(answer)
    assert "**Ratings**" in text_of(answer)

    other = club.other_server()
    right = TABLE.replace("1,Dana,W2", "1,Dana,D2").replace("2,Eli,L1", "2,Eli,D1")
    await imported(other, right)

    for mine, theirs in ((club.dana, other.dana), (club.eli, other.eli)):
        assert (await shown(club, mine)).splitlines()[:3] == (await shown(other, theirs)).splitlines()[:3]
    assert await shown(club, club.dana) != wrong
    ((before,),) = await rows(club.services.database, select(amendment.c.before))
    games = [(one["round"], one["first"], one["second"], one["score"]) for one in before["table"]["games"]]
    assert (1, 1, 2, 1.0) in games


@pytest.mark.long
@pytest.mark.both_databases
async def test_amending_there_and_back_changes_nothing_in_the_end(club: SimulatedClub) -> None:
    event_id = await imported(club)
    before = await shown(club, club.eli)
    for result in ("forfeit loss", "not played", "win", "loss"):
        await correct(club, event_id, f"round 1: {club.eli.mention} {result}")
    assert await shown(club, club.eli) == before
    assert len(await rows(club.services.database, select(amendment.c.id))) == 4


async def test_a_forfeit_is_no_longer_rated(club: SimulatedClub) -> None:
    event_id = await imported(club)
    await correct(club, event_id, f"round 1: {club.dana.mention} forfeit win")
    assert "32 rated games" in await shown(club, club.dana)
    kinds = await rows(club.services.database, select(game.c.unrated_reason).where(game.c.unrated_reason.is_not(None)))
    assert sorted(kind for (kind,) in kinds) == ["F", "X"]


@pytest.mark.long
async def test_an_own_report_is_amended_too(club: SimulatedClub) -> None:
    """The typed rating was 1600: 1500 against 1500 is an even game, and a win of it earns K/2."""
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)
    await club.dana.slash(club.channel, "rating update", opponents="W1600", rating=1500.0, games=30)
    event_id = await latest(club)
    wrong = await shown(club, club.dana)
    await correct(club, event_id, "round 1: opponent 1500")
    typed = await shown(club, club.dana)
    assert typed != wrong
    await correct(club, event_id, f"round 1: {club.dana.mention} 1-0 {club.eli.mention}")
    assert (await shown(club, club.dana)).splitlines()[:2] == typed.splitlines()[:2]


@pytest.mark.both_databases
async def test_another_day_puts_the_event_in_its_place(club: SimulatedClub) -> None:
    event_id = await imported(club)
    # Before the section as it stands: that is a director's to report, for it moves the others of the section.
    await report_for(club.td, club.channel, club.dana, opponents="W1500", event="Later", date="2026-11-20")
    await correct(club, event_id, "date 2026-11-01")
    latest_first = (await shown(club, club.dana)).split("**Latest**")[1].splitlines()
    assert "Later" in latest_first[1]
    assert "2026-11-01" in latest_first[2]


async def test_another_time_control_moves_the_other_list_too(club: SimulatedClub) -> None:
    event_id = await imported(club)
    await correct(club, event_id, "time control G/30;d5")
    quick = await details(club.dana, club.channel, "rating show", list="uschess-quick")
    assert "3 rated games" in text_of(quick)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("round 1: Dana win", "No ratings changed"),
        ("Dana win", "is not a change of an event"),
        ("round 1: win", "The player of that round is missing"),
        ("round 9: Dana win", "no opponent in round 9"),
        ("round 1: Tess win", "is not in that event"),
        ("round 2: Dana 1-0 Eli", "In round 2 Eli met "),
        ("round 1: Dana's opponent 1500", "Correct it with /td rating"),
        ("round 1: Dana bye", '"Dana bye" is not a result of a game'),
        ("date 2031-01-01", "in the future"),
    ],
)
async def test_a_correction_that_cannot_be_is_one_sentence_and_changes_nothing(
    club: SimulatedClub, change: str, sentence: str
) -> None:
    event_id = await imported(club)
    await club.td.slash(club.channel, "td rating", player=club.td.mention, rating=1500.0, games=30)
    before = await shown(club, club.dana)
    assert sentence in await said(correct(club, event_id, change))
    assert await shown(club, club.dana) == before
    assert await rows(club.services.database, select(amendment.c.id)) == []
    assert await stored(club) == 1


async def test_only_a_director_voids_and_amends(club: SimulatedClub) -> None:
    event_id = str(await imported(club))
    await show_td(club, club.dana)
    for command in ("td void", "td correct"):
        assert "(TD)" in await said(club.dana.slash(club.channel, command, event=event_id, reason="x"))


async def test_events_of_another_club_are_out_of_reach(club: SimulatedClub) -> None:
    event_id = str(await imported(club))
    other = club.other_server()
    for command, more in (("events", {}), ("td void", {"reason": "x"}), ("td correct", {"reason": "x"})):
        assert "no such event" in await said(other.td.slash(other.channel, command, event=event_id, **more))


@pytest.mark.both_databases
async def test_two_amendments_at_once_both_count(club: SimulatedClub) -> None:
    from dataclasses import replace

    from bot.services.events.corrections.correct import EventEdit, correct_event
    from bot.services.framework.context import Member
    from core.event.corrections import RoundResult

    event_id = await imported(club)
    asked = [
        EventEdit(member=Member(member.id, member.name), round=number, result=RoundResult.DRAW)
        for member, number in ((club.dana, 1), (club.eli, 3))
    ]
    actors = [replace(club.actor(club.td), manager=True) for _ in asked]
    await asyncio.gather(
        *(correct_event(club.services, actor, event_id, [one], "x") for actor, one in zip(actors, asked, strict=True))
    )
    results = await rows(club.services.database, select(game.c.round, game.c.result).where(game.c.result == 0.5))
    assert sorted(round_number for round_number, _ in results) == [1, 3]
