"""/td import of an event that is stored already."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event, player, standing
from tests.conftest import SimulatedClub, rows, said, text_of
from tests.file_answers import parts_of
from tests.flows import close_evening, edit_player, export_event, report_results, void

HEAD = "number,name,rating,games,1,2,3\n"
PEOPLE = ("Ann Adder,1800,40", "Bo Beech,1700,40", "Cy Cedar,1600,40", "Di Dove,1500,40")


def table(*cells: str, people: tuple[str, ...] = PEOPLE) -> str:
    lines = [f"{number},{one},{own}\n" for number, (one, own) in enumerate(zip(people, cells, strict=True), start=1)]
    return HEAD + "".join(lines)


OPEN = table("W2,W3,", "L1,W4,", "W4,L1,", "L3,L2,")
CORRECTED = table("D2,W3,", "D1,W4,", "W4,L1,", "L3,L2,")
"""The first game was a draw."""
LONGER = table("W2,W3,W4", "L1,W4,D3", "W4,L1,D2", "L3,L2,L1")
LATER = HEAD + "1,Ann Adder,,,W2,,\n2,Di Dove,,,L1,,\n3,Ed Eider,1650,30,W4,,\n4,Flo Finch,1450,30,L3,,\n"
SAMPLE = Path("bot/samples/sample-event.csv").read_bytes()
LOOKS = "The file looks like"


async def looked_at(club: SimulatedClub, text: str | bytes, **options: Any) -> Any:
    data = text.encode() if isinstance(text, str) else text
    return await club.td.slash(club.channel, "td import", file=("e.csv", data), **options)


async def stored(club: SimulatedClub, text: str, **options: Any) -> Any:
    looked = await looked_at(club, text, **options)
    return await club.td.click(looked.response, label="Store it")


def named(name: str | None) -> dict[str, str]:
    return {} if name is None else {"name": name}


async def ratings(club: SimulatedClub) -> dict[tuple[str, str], float]:
    query = select(player.c.name, standing.c.list, standing.c.rating).join(player, player.c.id == standing.c.player_id)
    found = await rows(club.services.database, query.where(standing.c.club_id == club.guild.id))
    return {(row.name, row.list): row.rating for row in found}


async def games(club: SimulatedClub, name: str) -> int:
    query = select(standing.c.games).join(player, player.c.id == standing.c.player_id)
    ((value,),) = await rows(club.services.database, query.where(player.c.name == name))
    return int(value)


async def counting(club: SimulatedClub) -> list[str | None]:
    query = select(event.c.name).where(event.c.voided.is_(False), event.c.club_id == club.guild.id)
    return [row.name for row in await rows(club.services.database, query.order_by(event.c.seq))]


def labels(answer: Any) -> list[str]:
    return [part["label"] for part in parts_of(answer.response) if part.get("label")]


@pytest.mark.both_databases
@pytest.mark.parametrize("day", ["2026-11-14", "2026-11-20"], ids=["an earlier day", "the day of a later event"])
@pytest.mark.parametrize("changed", [CORRECTED, LONGER], ids=["one result", "one round more"])
async def test_a_corrected_file_replaces_the_event_and_undo_puts_it_back(
    club: SimulatedClub, changed: str, day: str
) -> None:
    """As a director uploads the file again, a week on; who played since is rated as if it had been right at once."""
    await stored(club, OPEN, name="Open", date=day)
    await stored(club, LATER, name="Later", date="2026-11-20")
    before = await ratings(club)

    looked = await looked_at(club, changed, name="Open", date=day)
    assert f"{LOOKS} **Open of {day}**" in text_of(looked)
    assert labels(looked)[:3] == ["Replace", "Store as a separate event", "Cancel"]
    assert await ratings(club) == before
    replaced = await club.td.click(looked.response, label="Replace")
    assert f"Replaced: Open of {day}" in text_of(replaced)

    right = club.other_server()
    await stored(right, changed, name="Open", date=day)
    await stored(right, LATER, name="Later", date="2026-11-20")
    assert await ratings(club) == pytest.approx(await ratings(right))
    assert await ratings(club) != pytest.approx(before)
    assert sorted(await counting(club)) == ["Later", "Open"]

    undone = await club.td.click(replaced.response, label="Undo")
    assert "Events that count again, as before" in undone.followups[0].embeds[0].description
    assert await ratings(club) == before
    assert await counting(club) == ["Open", "Later"]


async def test_a_correction_may_bring_other_ratings_and_players(club: SimulatedClub) -> None:
    first = OPEN.replace("Ann Adder,1800", "Ann Adder,1080")
    fifth = CORRECTED.replace("L2,\n", "L2,W5\n") + "5,Gus Gull,1400,40,,,L4\n"
    await stored(club, first, name="Open", date="2026-11-14")
    await stored(club, LATER, name="Later", date="2026-11-20")
    before = await ratings(club)
    replaced = await club.td.click(
        (await looked_at(club, fifth, name="Open", date="2026-11-14")).response, label="Replace"
    )
    right = club.other_server()
    await stored(right, fifth, name="Open", date="2026-11-14")
    await stored(right, LATER, name="Later", date="2026-11-20")
    assert await ratings(club) == pytest.approx(await ratings(right))
    await club.td.click(replaced.response, label="Undo")
    assert await ratings(club) == before


async def test_a_correction_may_be_of_the_day(club: SimulatedClub) -> None:
    for wrong, really in (("2026-11-07", "2026-11-14"), ("2026-11-14", "2026-11-07")):
        here = club.other_server()
        await stored(here, OPEN, name="Open", date=wrong)
        await stored(here, LATER, name="Later", date="2026-11-20")
        before = await ratings(here)
        looked = await looked_at(here, OPEN + "\n", name="Open", date=really)
        replaced = await here.td.click(looked.response, label="Replace")
        right = club.other_server()
        await stored(right, OPEN, name="Open", date=really)
        await stored(right, LATER, name="Later", date="2026-11-20")
        assert await ratings(here) == pytest.approx(await ratings(right))
        await here.td.click(replaced.response, label="Undo")
        assert await ratings(here) == before


async def test_the_evening_that_the_bot_rated_is_recognised_in_its_own_file(club: SimulatedClub) -> None:
    card = await club.td.slash(club.channel, "td evening", name="Friday")
    for who in (club.dana, club.eli):
        await who.click(card.response, label="Join")
    await report_results(club, club.td, results="1: Dana beat Eli")
    await close_evening(club)
    ((key,),) = await rows(club.services.database, select(event.c.id))
    exported = await export_event(club.td, club.channel, str(key), "trf")
    file = await exported.response.attachments[0].read()
    before = await ratings(club)
    looked = await looked_at(club, file)
    assert f"{LOOKS} **Friday of 2026-11-21**, which is stored: 1 of its 1 game" in text_of(looked)
    await club.td.click(looked.response, label="Settle 2 names")
    await club.td.click(looked.response, label="Match 2 exact names")
    replaced = await club.td.click(looked.response, label="Replace")
    assert await games(club, "Dana") == 1
    await club.td.click(replaced.response, label="Undo")
    assert await ratings(club) == before


async def test_it_is_stored_beside_or_not_at_all_where_a_director_says_so(club: SimulatedClub) -> None:
    await stored(club, OPEN, name="Open", date="2026-11-14")
    looked = await looked_at(club, CORRECTED, name="Open", date="2026-11-14")
    cancelled = await club.td.click(looked.response, label="Cancel")
    assert (cancelled.response or looked.response).embeds[0].title == "Not stored"
    assert await counting(club) == ["Open"]
    looked = await looked_at(club, CORRECTED, name="Open", date="2026-11-14")
    await club.td.click(looked.response, label="Store as a separate event")
    assert await counting(club) == ["Open", "Open"]
    assert await games(club, "Ann Adder") == 44
    both = await looked_at(club, LONGER, name="Open", date="2026-11-14")
    assert text_of(both).count(LOOKS) == 2
    replaced = await club.td.click(both.response, label="Replace")
    assert await games(club, "Ann Adder") == 43
    await club.td.click(replaced.response, label="Undo")
    assert await games(club, "Ann Adder") == 44


@pytest.mark.parametrize("again", [CORRECTED, LONGER], ids=["one result", "one round more"])
async def test_a_file_without_a_day_is_recognised_on_another_day(club: SimulatedClub, again: str) -> None:
    await stored(club, OPEN, date="2026-11-14")
    assert f"{LOOKS} **Event of 2026-11-14**" in text_of(await looked_at(club, again))


async def test_a_preview_from_before_the_event_was_stored_is_not_stored(club: SimulatedClub) -> None:
    one = await looked_at(club, OPEN, name="Open", date="2026-11-14")
    other = await looked_at(club, CORRECTED, name="Open", date="2026-11-14")
    await club.td.click(one.response, label="Store it")
    refused = await said(club.td.click(other.response, label="Store it"))
    assert "has been stored since you looked" in refused
    assert await counting(club) == ["Open"]


async def test_the_old_answer_names_the_event_that_replaced_it(club: SimulatedClub) -> None:
    old = await stored(club, OPEN, name="Open", date="2026-11-14")
    looked = await looked_at(club, CORRECTED, name="Open, corrected", date="2026-11-14")
    new = await club.td.click(looked.response, label="Replace")
    refused = await club.td.click(old.response, label="Undo")
    assert "replaced by Open, corrected of 2026-11-14. Undo that event instead" in refused.followups[-1].content
    await club.td.click(new.response, label="Undo")
    await club.td.click(old.response, label="Undo")
    assert await counting(club) == []


async def test_replacing_is_undone_step_by_step(club: SimulatedClub) -> None:
    await stored(club, OPEN, name="Open", date="2026-11-14")
    states, answers = [await ratings(club)], []
    for text in (CORRECTED, LONGER, LONGER.replace("Ann Adder,1800", "Ann Adder,1080"), LONGER + "\n"):
        looked = await looked_at(club, text, name="Open", date="2026-11-14")
        answers.append(await club.td.click(looked.response, label="Replace"))
        states.append(await ratings(club))
    for answer in reversed(answers):
        states.pop()
        await club.td.click(answer.response, label="Undo")
        assert await ratings(club) == states[-1]


async def test_voiding_leaves_nothing_of_the_event(club: SimulatedClub) -> None:
    await stored(club, OPEN, name="Open", date="2026-11-14")
    looked = await looked_at(club, CORRECTED, name="Open", date="2026-11-14")
    await club.td.click(looked.response, label="Replace")
    ((key,),) = await rows(club.services.database, select(event.c.id).where(event.c.voided.is_(False)))
    await void(club, key, "never played")
    assert await counting(club) == []
    assert await ratings(club) == {}


OTHERS = ("Ida Ibis,1800,40", "Jo Jay,1700,40", "Kay Kite,1600,40", "Di Dove,1500,40")
SERIES = [
    (OPEN, "Thursday", "2026-11-12", table("D2,L3,", "D1,W4,", "L4,W1,", "W3,L2,"), "Thursday", "2026-11-19"),
    (OPEN, None, "2026-11-12", CORRECTED, None, "2026-11-19"),
    (OPEN, "Morning", "2026-11-14", table("W4,W2,", "W3,L1,", "L2,W4,", "L1,L3,"), "Afternoon", "2026-11-14"),
    (OPEN, "A", "2026-11-14", table("W2,W3,", "L1,W4,", "W4,L1,", "L3,L2,", people=OTHERS), "A", "2026-11-14"),
]


@pytest.mark.parametrize(
    ("first", "called", "day", "second", "then", "later"),
    SERIES,
    ids=["a week later", "without a name", "another pairing", "others"],
)
async def test_another_event_of_the_same_people_or_day_is_stored_unasked(
    club: SimulatedClub, first: str, called: str | None, day: str, second: str, then: str | None, later: str
) -> None:
    await stored(club, first, **named(called), date=day)
    looked = await looked_at(club, second, **named(then), date=later)
    assert LOOKS not in text_of(looked)
    assert "Store it" in labels(looked)


async def test_a_members_report_of_the_event_is_replaced_too(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1500.0, games=30, date="2026-11-01")
    await edit_player(club.td, club.channel, player="Dana", uschess_id="12345678")
    await club.dana.slash(club.channel, "rating update", opponents="W1400", date="2026-11-20", event="Kitchen Open")
    before = await ratings(club)
    table = "number,name,uschess_id,rating,games,1\n1,Dana,12345678,1500,40,W2\n2,Bob Blank,,1400,20,L1\n"
    looked = await looked_at(club, table, name="Kitchen Open", date="2026-11-20")
    assert "Dana reported Kitchen Open of 2026-11-20, which looks like this event" in text_of(looked)
    replaced = await club.td.click(looked.response, label="Replace")
    assert await games(club, "Dana") == 31
    await club.td.click(replaced.response, label="Undo")
    assert await ratings(club) == before


@pytest.mark.parametrize("report_first", [True, False], ids=["file after report", "report after file"])
async def test_other_opponents_on_the_day_are_another_event(club: SimulatedClub, *, report_first: bool) -> None:
    """As the practice club's visitor reports Nora's event and imports the sample event, both of today."""
    nora = club.add("Nora Quill")
    people = {"Bea Castellan": 2010, "Mara Lindqvist": 1755, "Idris Vale": 1702, "Otto Finch": 1610}
    for name, rating in people.items():
        await club.td.slash(club.channel, "td rating", player=club.add(name), rating=float(rating), games=60)
    await club.td.slash(club.channel, "td rating", player=club.td, rating=1912.0, games=60)
    await edit_player(club.td, club.channel, player="Tess", name="Tobias Arbor")
    await club.td.slash(club.channel, "td rating", player=nora, rating=1470.0, games=25)

    async def report() -> Any:
        return await nora.slash(club.channel, "rating update", opponents="974 951 2471 1585", score="3")

    if report_first:
        await report()
    looked = await looked_at(club, SAMPLE)
    if any(label.startswith("Settle") for label in labels(looked)):
        settle = next(label for label in labels(looked) if label.startswith("Settle"))
        await club.td.click(looked.response, label=settle)
        everybody = next(
            one for one in parts_of(looked.response) if one.get("custom_id", "").startswith("match-named:")
        )
        await club.td.click(looked.response, custom_id=everybody["custom_id"])
    assert "looks like" not in text_of(looked)
    await club.td.click(looked.response, label="Store it")
    if not report_first:
        assert "looks like" not in text_of(await report())
    query = select(event.c.id).where(event.c.voided.is_(False))
    assert len(await rows(club.services.database, query)) == 2


SECTIONS = (
    "division,round,player1,player2,result\n"
    "Open,1,Ann,Bo,1-0\nOpen,1,Cy,Di,0-1\nExtra,1,Eve,Flo,1-0\nExtra,1,Gus,Hal,1-0\n"
)


class TestSectionsOfOneFile:
    async def test_each_has_an_undo_of_its_own(self, club: SimulatedClub) -> None:
        answer = await stored(club, SECTIONS)
        assert [label for label in labels(answer) if "Undo" in label] == ["Undo Open", "Undo Extra", "Undo all"]
        await club.td.click(answer.response, label="Undo Open")
        shown = answer.response.embeds[0]
        assert "Undone: **Open**" in shown.description
        assert shown.title is None
        assert [label for label in labels(answer) if "Undo" in label] == ["Undo Extra", "Undo all"]
        assert await counting(club) == ["Extra"]
        await club.td.click(answer.response, label="Undo Extra")
        assert answer.response.embeds[0].title == "Undone"
        assert await counting(club) == []

    @pytest.mark.both_databases
    async def test_undo_all_takes_every_section_back(self, club: SimulatedClub) -> None:
        answer = await stored(club, SECTIONS)
        undone = await club.td.click(answer.response, label="Undo all")
        assert "**Open, Extra** no longer count" in undone.followups[0].embeds[0].description
        assert answer.response.embeds[0].title == "Undone"
        assert labels(answer) == []
        assert await counting(club) == []
        assert await ratings(club) == {}

    async def test_a_corrected_file_replaces_each_and_undo_all_puts_all_back(self, club: SimulatedClub) -> None:
        await stored(club, SECTIONS, date="2026-11-14")
        before = await ratings(club)
        corrected = SECTIONS.replace("Cy,Di,0-1", "Cy,Di,1-0").replace("Gus,Hal,1-0", "Gus,Hal,0-1")
        looked = await looked_at(club, corrected, date="2026-11-14")
        assert text_of(looked).count(LOOKS) == 2
        replaced = await club.td.click(looked.response, label="Replace")
        assert sorted(await counting(club)) == ["Extra", "Open"]
        assert await ratings(club) != before
        await club.td.click(replaced.response, label="Undo all")
        assert await ratings(club) == before

    async def test_sections_of_one_name_are_told_apart_by_number(self, club: SimulatedClub) -> None:
        looked = await looked_at(club, SECTIONS, name="A very long name of a tournament " * 3)
        answer = await club.td.click(looked.response, label="Store it")
        undo = [label for label in labels(answer) if label.startswith("Undo")]
        assert len(set(undo)) == len(undo) == 3
