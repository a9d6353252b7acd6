"""A newcomer's first report: what is missing is asked by buttons, and nothing is typed again (N113)."""

import json
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import func, select

from bot.app import CrosstableBot
from bot.store.club.files import KEPT
from bot.store.database.tables import pending_import
from tests.conftest import Clock, SimulatedClub, card_of, full_text, rows, said, stored
from tests.file_answers import parts_of
from tests.flows import fill_in, my_data

README = {"opponents": "974 951 2471 1585", "score": "3"}
"""The README's first example."""

NEVER, ENTER = "I was never rated", "Enter my rating"
GONE = "That report is stored already, or was not completed within two days. See /rating show."


async def asked(club: SimulatedClub, **options: Any) -> Any:
    return await club.dana.slash(club.channel, "rating update", **{**README, **options})


async def enter(club: SimulatedClub, question: Any, rating: str) -> Any:
    return await fill_in(club.dana, await club.dana.click(question.response, label=ENTER), rating=rating)


async def waiting(club: SimulatedClub) -> int:
    ((count,),) = await rows(club.services.database, select(func.count()).select_from(pending_import))
    return int(count)


def labels(answer: Any) -> list[str]:
    return [part["label"] for part in parts_of(answer.response)]


async def shown(answer: Any) -> str:
    """Return the whole answer, whoever's it is."""
    text = await full_text(answer)
    return text.replace("Eli", "Dana").replace("Cleo", "Dana")


async def refused(pressing: Any) -> str:
    """Return the one private sentence below a question that stays."""
    answer = await pressing
    (sentence,) = answer.followups
    assert sentence.ephemeral
    assert NEVER in labels(answer) or ENTER in labels(answer)
    return str(sentence.content)


async def result(answer: Any) -> str:
    return (await full_text(answer)).partition("\n")[0]


@pytest.mark.both_databases
async def test_one_press_stores_the_first_example_of_the_readme(club: SimulatedClub) -> None:
    question = await asked(club)
    assert card_of(question) == (
        "You have no US Chess Regular rating here yet.\n**Were you rated before these games?**"
    )
    assert labels(question) == [NEVER, ENTER]
    assert await stored(club) == 0
    by_press = await club.dana.click(question.response, label=NEVER)
    typed = await club.eli.slash(club.channel, "rating update", **README, games=0)
    assert await shown(by_press) == await shown(typed)
    assert not by_press.response.ephemeral
    assert (await stored(club), await waiting(club)) == (2, 0)


@pytest.mark.parametrize(
    ("rating_list", "written", "options"),
    [
        ("uschess-regular", "1470/25", {"rating": 1470.0, "games": 25}),
        ("uschess-quick", "1470 / 3", {"rating": 1470.0, "games": 3}),
        ("fide-standard", "1850/60", {"rating": 1850.0, "games": 60}),
    ],
)
async def test_a_rating_that_is_entered_counts_as_the_options_do(
    club: SimulatedClub, rating_list: str, written: str, options: dict[str, Any]
) -> None:
    games = {"opponents": "W1500 L1600 D1700", "score": None, "list": rating_list}
    games = {name: value for name, value in games.items() if value is not None}
    question = await club.dana.slash(club.channel, "rating update", **games)
    by_form = await enter(club, question, written)
    typed = await club.eli.slash(club.channel, "rating update", **games, **options)
    assert await shown(by_form) == await shown(typed)
    assert await stored(club) == 2


@pytest.mark.parametrize("rating_list", ["uschess-regular", "uschess-blitz", "fide-standard", "fide-rapid"])
async def test_every_list_that_asks_is_answered_by_a_press(club: SimulatedClub, rating_list: str) -> None:
    question = await asked(club, opponents="W1500 L1600 D1700 W1800 W1500", score="3.5", list=rating_list)
    assert labels(question) == [NEVER, ENTER]
    by_press = await club.dana.click(question.response, label=NEVER)
    assert by_press.response.embeds
    assert await stored(club) == 1


async def test_all_that_was_typed_is_stored(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30, date="2026-01-01")
    typed = {"opponents": f"W<@{club.eli.id}> L#1 BYE", "date": "2026-11-12 to 2026-11-14", "event": "Autumn Open"}
    question = await club.dana.slash(club.channel, "rating update", **typed)
    by_press = await club.dana.click(question.response, label=NEVER)
    other = await club.add("Cleo").slash(club.channel, "rating update", **typed, games=0)
    assert await shown(by_press) == await shown(other)
    assert "Autumn Open" in str(by_press.response.embeds[0].to_dict())


@pytest.mark.both_databases
async def test_it_is_stored_after_a_restart_and_once(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    question = await asked(club)
    await club.env.restart_bot(make_bot())
    await club.dana.click(question.response, label=NEVER)
    assert await stored(club) == 1
    assert NEVER not in labels(question)  # the answer took its place
    second = await asked(club, opponents="W1500", score="1")
    assert "unrated" not in await result(second)  # known by now: nothing is asked


async def test_a_second_press_stores_nothing(club: SimulatedClub) -> None:
    question = await asked(club)
    form = await club.dana.click(question.response, label=ENTER)
    await club.dana.click(question.response, label=NEVER)
    assert (await fill_in(club.dana, form, rating="1400/60")).followups[0].content == GONE
    assert await stored(club) == 1


async def test_another_member_cannot_answer(club: SimulatedClub) -> None:
    question = await asked(club)
    for other in (club.eli, club.td):
        sentence = "Only the member who asked can use these buttons. Use the command yourself."
        assert await refused(other.click(question.response, label=NEVER)) == sentence
        assert await said(other.click(question.response, label=ENTER)) == sentence
    assert await stored(club) == 0


async def test_a_rating_without_its_games_is_asked_for_them(club: SimulatedClub) -> None:
    question = await asked(club, rating=1470.0)
    assert card_of(question) == "The number of rated games behind that rating is missing."
    assert labels(question) == [ENTER]
    form = await club.dana.click(question.response, label=ENTER)
    ((field),) = [part["component"] for part in form.modal["components"]]
    assert field["value"] == "1470/"
    asked_again = await fill_in(club.dana, form, rating="1470")
    assert labels(asked_again) == [ENTER]
    by_form = await enter(club, asked_again, "1470/25")
    typed = await club.eli.slash(club.channel, "rating update", **README, rating=1470.0, games=25)
    assert await shown(by_form) == await shown(typed)


async def test_what_is_no_rating_is_refused_with_the_form_again(club: SimulatedClub) -> None:
    question = await asked(club)
    (sentence,) = (await enter(club, question, "9000/25")).followups
    assert "9000 is not a rating" in sentence.content
    assert [part["label"] for part in parts_of(sentence)] == ["Edit again"]
    assert '"strong" is not a rating' in await said(enter(club, question, "strong"))
    assert await stored(club) == 0
    await enter(club, question, "1470/25")
    assert await stored(club) == 1


async def test_two_first_reports_are_both_stored(club: SimulatedClub) -> None:
    """The second one finds the rating of the first, which the member need not know."""
    first, second = await asked(club, date="2026-11-05"), await asked(club, opponents="W1500 L1600", score="1")
    await club.dana.click(first.response, label=NEVER)
    stored_second = await club.dana.click(second.response, label=NEVER)
    assert not (await result(stored_second)).startswith("## unrated")
    assert await stored(club) == 2


async def test_a_report_that_is_stored_already_is_asked_about_in_turn(club: SimulatedClub) -> None:
    first, again = await asked(club), await asked(club)
    await club.dana.click(first.response, label=NEVER)
    question = await club.dana.click(again.response, label=NEVER)
    assert labels(question) == ["Store it anyway"]
    await club.dana.click(question.response, label="Store it anyway")
    assert await stored(club) == 2


async def test_it_is_kept_for_two_days(club: SimulatedClub, clock: Clock) -> None:
    question = await asked(club)
    clock.move(KEPT.total_seconds() + 60)
    assert await refused(club.dana.click(question.response, label=NEVER)) == GONE


async def test_what_waits_is_in_the_members_data(club: SimulatedClub) -> None:
    await asked(club)
    await club.eli.slash(club.channel, "rating update", **README, games=0)
    await club.eli.slash(club.channel, "rating update", **README, list="fide-standard")
    answer = await my_data(club.eli, club.channel)
    with ZipFile(BytesIO(await answer.response.attachments[0].read())) as packed:
        (row,) = json.loads(packed.read("pending_import.json"))
    assert row["options"]["options"]["opponents"]["rounds"][0]["text"] == "974"
