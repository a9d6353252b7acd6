"""The list of /events: what kind of event each is, whose report, and those of a kind or a player alone."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests import said_scenes as scenes
from tests.conftest import SimulatedClub
from tests.file_answers import part_of, parts_of
from tests.flows import events_of, open_evening


@pytest.fixture
async def busy(club: SimulatedClub) -> SimulatedClub:
    await scenes.imported(club)
    card, report = await scenes.played(club)
    await club.eli.click(report.response, label="Confirm")
    await club.td.click(card.response, label="Close (TD)")
    answer = await scenes.match(club)
    await club.eli.click(answer.response, label="Confirm")
    await club.dana.slash(club.channel, "rating update", opponents="W1100", event="Winter Cup")
    answer = await club.eli.slash(club.channel, "rating update", opponents=f"L<@{club.dana.id}>", event="Spring Cup")
    await club.eli.click(answer.response, label="Store it anyway")  # they have met on that evening
    return club


async def listed(club: SimulatedClub, kind: str = "whole") -> str:
    return text_of(await events_of(club.dana, club.channel, kind))


def text_of(answer: Any) -> str:
    (embed,) = answer.response.embeds
    return str(embed.description).replace("\u00a0", " ")


@pytest.mark.long
async def test_what_the_club_played_together_is_listed(busy: SimulatedClub) -> None:
    answer = await busy.dana.slash(busy.channel, "events")
    (embed,) = answer.response.embeds
    assert embed.description.replace("\u00a0", " ").splitlines() == [
        "### Events",
        "`21 Nov` Friday · 2 players",
        "`21 Nov` Club Open · 2 players",
    ]
    assert embed.footer.text == "2 events · Own reports and matches under Everything: 3"


async def test_every_line_says_what_it_is_and_whose_report(busy: SimulatedClub) -> None:
    text = await listed(busy, "all")
    assert "` Club Open · 2 players" in text
    assert "` Friday · 2 players" in text
    assert "` Dana – Eli · 20 games" in text
    assert "` Winter Cup · Dana's report, 1 game *· not confirmed*" in text
    assert "` Spring Cup · Eli's report, 1 game *· not confirmed*" in text


async def test_a_club_with_reports_alone_says_where_they_are(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1500", rating=1500.0, games=30)
    assert "Own reports and matches under Everything: 1" in await listed(club)


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "title", "names"),
    [
        ("sections", "Sections", ["Club Open"]),
        ("evenings", "Evenings", ["Friday"]),
        ("reports", "Own reports", ["Spring Cup", "Winter Cup"]),
        ("matches", "Matches", ["Dana – Eli"]),
    ],
)
async def test_one_kind_is_listed_alone(busy: SimulatedClub, kind: str, title: str, names: list[str]) -> None:
    text = await listed(busy, kind)
    assert text.startswith(f"### {title}\n")
    assert [line.split("` ")[1].split(" · ")[0] for line in text.splitlines()[1:]] == names


async def test_one_players_events_are_those_in_which_they_stand(busy: SimulatedClub) -> None:
    card = await busy.eli.slash(busy.channel, "rating show", player="Dana")
    opened = await busy.eli.click(card.response, label="Events")
    assert opened.response.ephemeral
    of_dana = text_of(opened)
    assert of_dana.startswith("### Events · Dana")
    # As an opponent in Eli's report too; not the section of others.
    assert "Spring Cup" in of_dana
    assert "Club Open" not in of_dana
    await busy.eli.select(opened.response, ["sections"], custom_id=part_of(opened.response, "events-kind:"))
    assert text_of(opened) == "### Sections · Dana\nNo events of this kind. Choose another kind in the menu."


async def test_an_event_of_the_list_is_opened_from_it(busy: SimulatedClub) -> None:
    answer = await busy.dana.slash(busy.channel, "events")
    (chosen,) = [
        option["value"]
        for part in parts_of(answer.response)
        for option in part.get("options", ())
        if option["label"].startswith("Club Open")
    ]
    opened = await busy.eli.select(answer.response, [chosen], custom_id=part_of(answer.response, "event-open"))
    assert opened.response.ephemeral
    assert text_of(opened).startswith("### Club Open · US Chess Regular")


async def test_another_member_chooses_a_kind_alone(busy: SimulatedClub) -> None:
    answer = await busy.dana.slash(busy.channel, "events")
    before = text_of(answer)
    chosen = await busy.eli.select(answer.response, ["matches"], custom_id=part_of(answer.response, "events-kind:"))
    assert text_of(answer) == before
    assert chosen.response.ephemeral
    assert text_of(chosen).startswith("### Matches")


async def test_the_pages_of_a_choice_stay_with_it(club: SimulatedClub) -> None:
    await scenes.imported(club)
    await scenes.update(club, date="2026-10-01")
    for day in range(2, 13):
        options = {"opponents": "W1500", "date": f"2026-10-{day:02}"}
        await club.dana.slash(club.channel, "rating update", **options)
    first = await events_of(club.dana, club.channel, "reports")
    second = await club.dana.click(first.response, label="▶")
    assert "12 events" in second.response.embeds[0].footer.text
    assert "Club Open" not in second.response.embeds[0].description


async def test_evenings_that_are_played_or_will_be_come_first_with_a_button(busy: SimulatedClub) -> None:
    await open_evening(busy, name="Blitz night")
    await open_evening(busy, name="Swiss night", method="swiss", starts="2026-11-28 19:00")
    answer = await busy.dana.slash(busy.channel, "events")
    lines = text_of(answer).splitlines()
    begins = int(datetime(2026, 11, 28, 19, tzinfo=UTC).timestamp())
    assert lines[:3] == [
        "### Events",
        "**Blitz night** · being played · 0 players",
        f"**Swiss night** · begins <t:{begins}:f> · 0 players",
    ]
    shown = await busy.eli.click(answer.response, label="Blitz night")
    assert shown.response.ephemeral
    assert "**Join** to play" in text_of(shown)
    assert "Blitz night" not in await listed(busy, "matches")


async def test_a_club_without_events_names_the_commands_of_the_reader(club: SimulatedClub) -> None:
    nothing = "No events yet. Report one with `/rating update`"
    assert text_of(await club.dana.slash(club.channel, "events")).splitlines()[1:] == [f"{nothing}."]
    shown = text_of(await club.td.slash(club.channel, "events")).splitlines()[1:]
    assert shown == [f"{nothing}; a director can import a file."]
