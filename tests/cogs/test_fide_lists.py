"""FIDE's lists and first ratings."""

from collections.abc import Callable
from typing import Any

import pytest
from oracle_club import match, name_keeper
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.services.framework.context import Actor
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.framework.whole_clubs import verify_club
from bot.services.people.own_page import own_page
from bot.services.ratings.fide.lists import first_rating_of, publish_list, undo_publication
from bot.services.ratings.oracle.calibrate import store_calibration, undo_calibration
from bot.store.database.tables import event, list_fact, standing
from core.errors import NotFoundError, RuleError
from core.lists import RatingList
from tests.conftest import SimulatedClub, details, person, rows, said
from tests.flows import coming_list, hide_player

FIVE = "W1500 W1500 W1500 W1500 W1500"
STANDARD = {"list": "fide-standard"}
TESS = person("Tess")


async def rating_now(club: SimulatedClub) -> int:
    ((value,),) = await rows(club.services.database, select(standing.c.shown))
    return int(value)


async def report(club: SimulatedClub, opponents: str = FIVE, **options: Any) -> Any:
    return await club.dana.slash(club.channel, "rating update", opponents=opponents, **STANDARD, **options)


async def text_of(answer: Any) -> str:
    return str(answer.response.embeds[0].description).replace("\u00a0", " ")


async def test_the_coming_list_says_who_moves_by_how_much_from_which_events(club: SimulatedClub) -> None:
    """5 × 20 × (1 − .50) = +50.00; then one win against 1700, D −200: 20 × (1 − .24) = +15.20; 65.2 rounds to 65."""
    await report(club, rating=1500.0, games=50, event="Club Open", date="2026-11-10")
    await report(club, "W1700", event="Cup", date="2026-11-15")

    answer = await coming_list(club.dana, club)

    assert (await text_of(answer)).splitlines() == [
        "### FIDE Standard · 1 December 2026",
        "**1 rating changes**, from 2 events",
        "`1565 ▲65` **Dana** ◂ you",
        "You: **+65.20** · Club Open +50.00, Cup +15.20",
    ]
    assert answer.response.embeds[0].footer.text.startswith("The list if it were published now · ")
    assert await rating_now(club) == 1500
    seen_by_eli = await text_of(await coming_list(club.eli, club))
    assert seen_by_eli.splitlines()[2:] == ["`1565 ▲65` Dana"]


def parts_of(answer: Any) -> dict[str, Any]:
    """Return what can be pressed under an answer."""
    parts = [part for row in answer.response.components for part in row["components"]]
    return {part["custom_id"].partition(":")[0]: part for part in parts}


async def test_one_event_of_a_list_is_chosen_in_a_menu(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50, event="Club Open", date="2026-11-10")
    await report(club, "W1700", event="Cup", date="2026-11-15")
    answer = await coming_list(club.dana, club)
    menu = parts_of(answer)["fide-event"]
    assert [option["label"] for option in menu["options"]] == ["All events", "Cup", "Club Open"]
    value = menu["options"][1]["value"]
    await club.dana.select(answer.response, [value], custom_id=menu["custom_id"])
    shown = (await text_of(answer)).splitlines()[1:]
    assert shown == ["**Cup**, 15 November 2026: 1 player", "`+15.20` **Dana** ◂ you"]
    assert [o["label"] for o in parts_of(answer)["fide-event"]["options"] if o.get("default")] == ["Cup"]


async def test_a_list_is_a_file_too(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50, event="Club Open", date="2026-11-10")
    answer = await coming_list(club.dana, club)
    pressed = await club.dana.click(answer.response, label="File")
    assert pressed.ephemeral
    (file,) = pressed.response.attachments
    assert file.filename == "fide-standard-2026-12-01.csv"
    lines = (await file.read()).decode("utf-8-sig").splitlines()
    assert lines == ["name,before,after,sum,events", "Dana,1500,1550,50,1"]


@pytest.mark.long
@pytest.mark.both_databases
async def test_anybody_turns_and_searches_a_published_list_after_a_restart(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    for number in range(12):
        member = club.add(f"Player {number:02}")
        options = {"rating": 1500.0, "games": 50, "event": f"Cup {number}", **STANDARD}
        await member.slash(club.channel, "rating update", opponents="W1500 " * (number + 1), **options)
    published = await club.td.slash(club.channel, "td publish", what="fide-standard")
    await club.env.restart_bot(make_bot())
    first = (await text_of(published)).splitlines()
    assert first[1:3] == ["**12 ratings change**, from 12 events", "`1620 ▲120` Player 11"]
    assert len(first) == 12
    own = await club.dana.click(published.response, label="▶")
    assert [line.split("` ")[1] for line in (await text_of(own)).splitlines()[2:]] == ["Player 01", "Player 00"]
    form = await club.td.click(published.response, label="1 / 2")
    await club.td.submit_modal(form, {"where": "player 01"})
    assert "Player 00" in await text_of(published)
    assert "You are not on these pages" in await said(club.td.click(published.response, label="Me"))
    await club.td.click(published.response, label="Undo")
    assert "That list has already been undone" in await said(club.dana.click(own.response, label="◀"))


async def test_hidden_players_are_not_on_a_list(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50)
    await hide_player(club.td, club.channel, player="Dana")
    assert "Dana" not in await text_of(await coming_list(club.eli, club))


@pytest.mark.both_databases
async def test_a_director_publishes_what_waits_and_takes_it_back(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50, event="Club Open")
    published = await club.td.slash(club.channel, "td publish", what="fide-standard")

    assert "### FIDE Standard · 21 November 2026" in await text_of(published)
    assert published.response.embeds[0].footer.text.startswith("Published · ")
    assert await rating_now(club) == 1550
    assert "There is nothing to publish" in await said(club.td.slash(club.channel, "td publish", what="fide-standard"))
    assert "Nothing waits" in await text_of(await coming_list(club.dana, club))

    undone = await club.td.click(published.response, label="Undo")

    assert "wait for the list of **1 December 2026** again" in undone.followups[0].embeds[0].description
    assert await rating_now(club) == 1500
    assert "`1550 ▲50` **Dana**" in await text_of(await coming_list(club.dana, club))


async def test_a_list_is_taken_back_once(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50)
    published = await publish_list(club.services, Actor(club.guild.id, TESS, 1, manager=True), None)
    assert published.list_fact_id is not None
    asked = Actor(club.guild.id, TESS, 2, manager=True)
    coming = await undo_publication(club.services, asked, published.list_fact_id)
    assert [line.player.name for line in coming.lines] == ["Dana"]
    with pytest.raises(AlreadyDoneError):
        await undo_publication(club.services, asked, published.list_fact_id)
    with pytest.raises(NotFoundError, match="That list has already been undone"):
        await undo_publication(club.services, Actor(club.guild.id, TESS, 3, manager=True), published.list_fact_id)


async def test_games_after_a_list_is_published_wait_for_the_next_one(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50)
    await club.td.slash(club.channel, "td publish", what="fide-standard")
    await report(club, "W1550", event="Evening")
    assert "`1560 ▲10` **Dana** ◂ you\nYou: **+10.00** · Evening +10.00" in await text_of(
        await coming_list(club.dana, club)
    )
    again = await club.td.slash(club.channel, "td publish", what="fide-standard")
    assert "`1560 ▲10` Dana" in await text_of(again)
    assert await rating_now(club) == 1560


@pytest.mark.both_databases
async def test_months_that_have_passed_are_published_by_themselves(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50, date="2026-09-20")
    assert await rating_now(club) == 1550
    dates = [row.date.isoformat() for row in await rows(club.services.database, select(list_fact.c.date))]
    assert dates == ["2026-10-01"]  # in November there was nothing to count


async def test_a_list_of_another_system_is_refused(club: SimulatedClub) -> None:
    answer = await coming_list(club.dana, club)
    assert (await text_of(answer)).startswith("### FIDE Standard · 1 December 2026")
    assert "Nothing waits" in answer.response.embeds[0].description


@pytest.mark.parametrize(
    ("opponents", "score", "words"),
    [
        # Ra = (7500 + 3600) / 7 = 1585.7; (2.5 + 1) / 7 = .50: 1586
        ("1500 1500 1500 1500 1500", "2.5", "## 1586"),
        ("1500 1500 1500", "2", "3 of 5 games"),
    ],
)
async def test_a_first_rating_from_typed_games(club: SimulatedClub, opponents: str, score: str, words: str) -> None:
    answer = await club.dana.slash(
        club.channel, "rating estimate", opponents=opponents, score=score, games=0, list="fide-standard"
    )
    assert answer.response.ephemeral
    assert words in await text_of(answer)


@pytest.mark.parametrize(("rules", "differs"), [("fide-2024-03-01", True), ("fide-2022-10-01", False)])
async def test_fides_calculator_differs_since_march_2024(club: SimulatedClub, rules: str, differs: bool) -> None:
    answer = await club.dana.slash(
        club.channel,
        "rating estimate",
        opponents="W1500 W1500 D1500 L1500 L1500",
        rules=rules,
        games=0,
        list="fide-standard",
    )
    assert ("web calculator" in answer.response.embeds[0].footer.text) is differs


async def test_the_games_of_an_unrated_member_are_kept_together(club: SimulatedClub) -> None:
    await report(club, "W1500 L1500 D1500", games=0)
    text = await text_of(await club.dana.slash(club.channel, "rating show", list="fide-standard"))
    assert "3 of 5 games" in text
    assert "2026-11-21: 1½ against 1500 1500 1500" in text
    assert "3 of 5 games toward a first rating" in await text_of(await coming_list(club.dana, club))


async def test_who_has_a_rating_has_no_first_one(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50)
    actor = club.actor(club.dana)
    profile = (await own_page(club.services, actor)).profile
    assert profile is not None
    with pytest.raises(RuleError, match="has a FIDE Standard rating, 1500"):
        await first_rating_of(club.services, actor, profile.id, RatingList.FIDE_STANDARD)


async def test_the_games_so_far_open_below_supposed_ones(club: SimulatedClub) -> None:
    await report(club, "W1500 L1500 D1500", games=0)
    supposed = await club.dana.slash(
        club.channel, "rating estimate", opponents="W1850 L1990", games=0, list="fide-standard"
    )
    assert "2 of 5 games" in await text_of(supposed)
    so_far = await club.dana.click(supposed.response, label="Games so far")
    assert "3 of 5 games" in await text_of(so_far)


async def test_the_card_names_the_list_that_took_an_event(club: SimulatedClub) -> None:
    await report(club, rating=1500.0, games=50, event="Club Open", date="2026-11-10")
    before = await text_of(await details(club.dana, club.channel, "rating show", **STANDARD))
    assert "Club Open: **+50.00**, list of 2026-12-01" in before
    await club.td.slash(club.channel, "td publish", what="fide-standard")
    await report(club, "W1550", event="Evening")
    after = await text_of(await details(club.dana, club.channel, "rating show", **STANDARD))
    assert "Club Open: **+50.00**, list of 2026-11-21" in after
    assert "Evening: **+10.00**, list of 2026-12-01" in after
    shown = str((await details(club.dana, club.channel, "rating show")).response.embeds[0].description)
    assert "Club Open: **+50.00**, list of 2026-11-21" in shown
    event_id = str((await rows(club.services.database, select(event.c.id).where(event.c.name == "Club Open")))[0].id)
    section = await text_of(await club.dana.slash(club.channel, "events", event=event_id))
    assert "those expected for the list of 2026-11-21" in section


async def test_what_comes_after_a_list_on_its_day_does_not_put_anybody_on_it(club: SimulatedClub) -> None:
    """Ivy's rating is below FIDE's floor, which a list would take away: the one of today counts nothing of hers."""
    ivy = club.add("Ivy")
    await club.td.slash(club.channel, "td rating", player=ivy, rating=1112.0, games=19, date="2026-04-01", **STANDARD)
    await report(club, rating=1500.0, games=50)
    await club.td.slash(club.channel, "td publish", what="fide-standard")
    await ivy.slash(club.channel, "rating update", opponents="D1742", **STANDARD)
    assert await verify_club(club.services, club.guild.id) == []


async def test_a_calibration_is_no_list_and_a_list_no_calibration(club: SimulatedClub) -> None:
    await name_keeper(club)
    await match(club, "Keeper", wins=5, losses=3)
    director = iter(range(1, 9))

    def tess() -> Actor:
        return Actor(club.guild.id, TESS, next(director), manager=True)

    calibrated = await store_calibration(club.services, tess(), RatingList.ORACLE)
    await report(club, rating=1500.0, games=50)
    published = await publish_list(club.services, tess(), RatingList.FIDE_STANDARD)
    with pytest.raises(NotFoundError, match="That list has already been undone"):
        await undo_publication(club.services, tess(), calibrated.list_fact_id or 0)
    with pytest.raises(NotFoundError, match="That calibration has already been undone"):
        await undo_calibration(club.services, tess(), published.list_fact_id or 0)
    voided = await rows(club.services.database, select(list_fact.c.voided))
    assert [row.voided for row in voided] == [False, False]
