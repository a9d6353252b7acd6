"""Report an event by a button: its form is read as /rating update is."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.store.database.tables import event, event_list, game
from bot.ui.buttons.reports import report_event_button
from tests.conftest import Clock, SimulatedClub, rows, said
from tests.flows import fill_in, found_list, press_anywhere, set_settings

RATED = {"rating": 1400.0, "games": 60}


async def rated(club: SimulatedClub, *members: Any) -> None:
    for member in members:
        await club.td.slash(club.channel, "td rating", player=member, **RATED)


async def open_form(club: SimulatedClub, who: Any) -> Any:
    return await press_anywhere(club, who, report_event_button())


async def submit(club: SimulatedClub, who: Any, **values: str) -> Any:
    return await fill_in(who, await open_form(club, who), **values)


def lists_offered(form: Any) -> dict[str, str]:
    parts = {part["component"]["custom_id"]: part["component"] for part in form.modal["components"]}
    return {option["label"]: option["value"] for option in parts["list"]["options"]}


async def facts(club: SimulatedClub, who: Any) -> list[Any]:
    """Return a member's events as they are stored, but for their numbers."""
    told = event.c.reported_by == who.id
    columns = (event.c.id, event.c.date, event.c.began, event.c.name, event.c.kind, event.c.source, event.c.standing)
    events = await rows(club.services.database, select(*columns).where(told).order_by(event.c.id))
    lists = await rows(club.services.database, select(event_list.c.event_id, event_list.c.list))
    played = await rows(club.services.database, select(game.c.event_id, game.c.round, game.c.first_points))
    return [
        (
            row[1:],
            sorted(name for event_id, name in lists if event_id == row.id),
            sorted(one[1:] for one in played if one.event_id == row.id),
        )
        for row in events
    ]


def words(answer: Any) -> str:
    """Return what an answer says, whoever asked."""
    texts = []
    for message in (answer.response, *answer.followups):
        if message is not None:
            texts += [message.content or "", *(str(one.description) for one in message.embeds)]
    return "\n".join(texts).replace("Eli", "Dana")


OPPONENTS = ("W1500 L1600", "974 951", "+1500 =1700", "1500W 1600L 1400D", "Zed", "W@Tess", "BYE W1500", "beat 1500")
SCORES = ("", "1", "1.5", "2", "many")
DAYS = ("", "2026-11-{:02}", "Nov {}", "2026-11-{:02} to 2026-11-{:02}", "2026-13-01", "2027-01-01")
LISTS = ("", "US Chess Quick", "Elo", "Table tennis")
NAMES = ("", "Thursday", "x" * 100)


@pytest.mark.parametrize("seed", range(12))
async def test_the_same_text_is_read_as_by_the_command(club: SimulatedClub, seed: int) -> None:
    random = Random(seed)
    await found_list(club, name="Table tennis", system="elo")
    await rated(club, club.dana, club.eli, club.td)
    for number in range(1, 4):
        day = random.choice(DAYS).format(2 * number, 2 * number + 1)
        typed = {
            "opponents": random.choice(OPPONENTS),
            "score": random.choice(SCORES),
            "date": day,
            "list": random.choice(LISTS if number > 1 else LISTS[:1]),
            "event": random.choice(NAMES),
        }
        options = {name: text for name, text in typed.items() if text}
        by_command = await club.dana.slash(club.channel, "rating update", **options)
        form = await open_form(club, club.eli)
        if typed["list"]:
            options["list"] = lists_offered(form)[typed["list"]]
        by_form = await fill_in(club.eli, form, **options)
        assert words(by_form) == words(by_command), typed
        assert await facts(club, club.eli) == await facts(club, club.dana), typed


async def test_every_kind_of_day_and_list_is_stored(club: SimulatedClub) -> None:
    """Many of the random texts above are refused: these are not."""
    await rated(club, club.dana)
    await club.td.slash(club.channel, "td rating", player=club.dana, list="fide-standard", **RATED)
    await submit(club, club.dana, opponents="W1500\nL1600", date="2026-11-03 to 2026-11-05", event="Autumn Open")
    await submit(club, club.dana, opponents="1500 1600", score="1.5", date="2026-11-12", list="fide-standard")
    ((day, began, name, *_), lists, _), *rest = await facts(club, club.dana)
    assert (str(began), str(day), name, lists) == ("2026-11-03", "2026-11-05", "Autumn Open", ["uschess-regular"])
    assert [lists for _, lists, _ in rest] == [["fide-standard"]]


@pytest.mark.both_databases
async def test_a_first_report_says_the_rating_before(club: SimulatedClub) -> None:
    form = await open_form(club, club.dana)
    assert [part["label"] for part in form.modal["components"]] == [
        "Opponents",
        "Your points",
        "Date",
        "Rating list",
        "Your rating before",
    ]
    stored = await fill_in(club.dana, form, opponents="W1500 L1600", before="1400/60")
    command = await club.eli.slash(club.channel, "rating update", opponents="W1500 L1600", **RATED)
    assert words(stored) == words(command)
    assert "Name of the event" in str((await open_form(club, club.dana)).modal)


async def test_a_first_report_of_a_member_never_rated(club: SimulatedClub) -> None:
    stored = await submit(club, club.dana, opponents="W1500 L1600", before="0")
    command = await club.eli.slash(club.channel, "rating update", opponents="W1500 L1600", games=0)
    assert words(stored) == words(command)
    assert await facts(club, club.dana) == await facts(club, club.eli)


async def test_a_rating_before_that_cannot_be_is_refused_as_by_the_command(club: SimulatedClub) -> None:
    refused = await submit(club, club.dana, opponents="W1500", before="9000/60")
    command = await said(club.eli.slash(club.channel, "rating update", opponents="W1500", rating=9000.0, games=60))
    assert refused.response.content == command
    assert await facts(club, club.dana) == []


async def test_a_wrong_form_comes_back_with_the_text_and_is_stored_when_corrected(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    await rated(club, club.dana)
    typed = {"opponents": "W1500 L1600", "score": "1", "date": "2026-13-01", "event": "Thursday"}
    refused = await submit(club, club.dana, **typed)
    assert refused.response.ephemeral
    assert "2026-13-01" in refused.response.content
    assert await facts(club, club.dana) == []
    await club.env.restart_bot(make_bot())
    again = await club.dana.click(refused.response, label="Edit again")
    shown = {part["component"]["custom_id"]: part["component"].get("value") for part in again.modal["components"]}
    assert shown == {**typed, "list": None}
    await fill_in(club.dana, again, date="2026-11-12")
    ((day, *_), *_), *rest = await facts(club, club.dana)
    assert str(day) == "2026-11-12"
    assert rest == []


async def test_a_report_that_is_stored_already_is_asked_about(club: SimulatedClub, clock: Clock) -> None:
    await rated(club, club.dana)
    typed = {"opponents": "W1500 L1600", "date": "2026-11-12"}
    await submit(club, club.dana, **typed)
    asked = await submit(club, club.dana, **typed)
    assert "already stored" in words(asked)
    assert len(await facts(club, club.dana)) == 1
    await club.dana.click(asked.response, label="Store it anyway")
    assert len(await facts(club, club.dana)) == 2


async def test_a_member_who_may_not_report_is_told_before_they_type(club: SimulatedClub) -> None:
    await set_settings(club, self_report="directors")
    assert "cannot report your own events" in await said(open_form(club, club.dana))
