"""/td import: the lists that a file would move, chosen from what it says, and changed before anything is stored."""

from dataclasses import replace
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import select

from bot.services.events.imports.import_event import change_import, with_lists
from bot.store.database.tables import audit, entered_rating, event, event_list, pending_import, standing
from bot.ui.buttons.imports import chosen_lists
from core.errors import InputError, NotAllowedError, RuleError
from core.lists import RatingList
from tests.cogs.test_event_import_fide import imported, lists_of_events, ratings, trf
from tests.conftest import SimulatedClub, rows, said
from tests.file_answers import remarks_of
from tests.flows import correct, import_event, set_settings

# The layout of lichess.org's export (SwissTrf.scala: 022 with the address, 032 Lichess, months spelt, user names); the
# names and ratings are invented.
ONLINE = """012 Riverside Tuesday Blitz
022 https://lichess.org/swiss/AbCdEfGh
032 Lichess
042 Nov 3, 2026
052 Nov 3, 2026
062 4
092 Individual: Swiss-System
102 https://lichess.org/swiss
122 5+3
XXR 2
"""
USERS = (
    ("quietrook", 2105, 1.5, "   4 w 1     3 w ="),
    ("pawn_storm99", 1980, 1.5, "   3 w =     4 b 1"),
    ("bishoppair", 1876, 1.0, "   2 b =     1 b ="),
    ("endgamefan", 1811, 0.0, "   1 b 0     2 w 0"),
)
ONLINE += "\n".join(
    f"001 {number:4d}      {name:<33} {rating:4d}".ljust(80) + f"{points:4.1f}".ljust(11) + cells
    for number, (name, rating, points, cells) in enumerate(USERS, start=1)
)
REGULAR, ORACLE, STANDARD = "uschess-regular", "oracle", "fide-standard"


async def only_event(club: SimulatedClub) -> int:
    ((event_id,),) = await rows(club.services.database, select(event.c.id))
    return int(event_id)


async def looked_at(club: SimulatedClub, text: str, **options: Any) -> Any:
    return await import_event(club.td, club.channel, ("open.trf", text.encode()), **options)


def shown(answer: Any) -> str:
    return str(answer.response.embeds[0].description)


def controls(answer: Any) -> list[str]:
    """Return the labels of an answer's buttons and menus, except those that every answer has."""
    parts = [part for row in answer.response.components for part in row["components"]]
    usable = [part for part in parts if not part.get("disabled")]
    labels = [part.get("label") or part["placeholder"] for part in usable]
    return [label for label in labels if not label.startswith(("Players", "Remarks", "Edit details"))]


async def choose(club: SimulatedClub, answer: Any, *lists: str) -> Any:
    menus = [part for row in answer.response.components for part in row["components"] if part["type"] == 3]
    menu = next(part for part in menus if part["custom_id"].startswith("lists:"))
    return await club.td.select(answer.response, list(lists), custom_id=menu["custom_id"])


def preselected(answer: Any) -> set[str]:
    menus = [part for row in answer.response.components for part in row["components"] if part["type"] == 3]
    return {option["value"] for menu in menus for option in menu["options"] if option.get("default")}


@pytest.mark.both_databases
async def test_an_online_blitz_asks_where_it_belongs_and_starts_nobody(club: SimulatedClub) -> None:
    looked = await looked_at(club, ONLINE)
    assert "❓ Played online at lichess, 5+3: **which list?**" in shown(looked)
    assert controls(looked) == ["Which rating lists does it change?"]
    assert preselected(looked) == set()

    chosen = await choose(club, looked, ORACLE)
    assert "would be rated on **Oracle**, 3 November 2026" in shown(chosen)
    assert preselected(chosen) == {ORACLE}
    assert "Ratings of lichess are not used here. 4 ratings ignored." in await remarks_of(club.td, chosen)
    stored = await club.td.click(chosen.response, label="Store it")
    assert "played online (lichess)" in stored.response.embeds[0].footer.text
    assert await lists_of_events(club) == {ORACLE}
    assert await rows(club.services.database, select(entered_rating.c.id)) == []
    assert [tuple(row) for row in await rows(club.services.database, select(event.c.site))] == [("lichess",)]
    again = await club.dana.slash(club.channel, "events", event=str(await only_event(club)))
    assert "played online (lichess)" in again.response.embeds[0].footer.text


@pytest.mark.both_databases
async def test_a_list_over_the_board_takes_an_online_event_for_a_reason_alone(club: SimulatedClub) -> None:
    looked = await choose(club, await looked_at(club, ONLINE), "uschess-blitz")
    assert "US Chess Blitz is for games over the board, and this was played online." in shown(looked)
    assert controls(looked) == ["Rate it anyway", "Which rating lists does it change?"]

    form = await club.td.click(looked.response, label="Rate it anyway")
    assert "The reason is blank" in await said(club.td.submit_modal(form, {"why": "  "}))
    form = await club.td.click(looked.response, label="Rate it anyway")
    reasoned = await club.td.submit_modal(form, {"why": "played in one hall on screens"})
    assert "Rated anyway: played in one hall on screens" in shown(reasoned)
    stored = await club.td.click(reasoned.response, label="Store it")
    assert "rated anyway (played in one hall on screens)" in stored.response.embeds[0].footer.text
    # A site's ratings are no source of a first rating: all four begin as adults, at 1300 (US Chess 2025, section 2).
    assert await rows(club.services.database, select(entered_rating.c.id)) == []
    kept = await rows(club.services.database, select(event.c.overruled))
    assert [tuple(row) for row in kept] == [("played in one hall on screens",)]
    ((details,),) = await rows(club.services.database, select(audit.c.details).where(audit.c.action == "import-event"))
    assert details["why"] == "played in one hall on screens"


async def test_a_choice_takes_a_reason_back(club: SimulatedClub) -> None:
    looked = await choose(club, await looked_at(club, ONLINE), "uschess-blitz")
    form = await club.td.click(looked.response, label="Rate it anyway")
    reasoned = await club.td.submit_modal(form, {"why": "one hall"})
    assert "Store it" in controls(await choose(club, reasoned, "elo"))
    assert "Store it" not in controls(await choose(club, reasoned, REGULAR))


@pytest.mark.parametrize(
    ("mark", "plain"),
    [
        ("022 https://lichess.org/swiss/AbCdEfGh", "022 Tromso"),
        ("022 www.chess.com/club/riverside", "022 Tromso"),
        ("012 Weekly at woogles.io", "012 Weekly"),
        ("102 https://lichess.org/swiss", "102 Ada Quill"),
        ("032 Lichess", "032 NOR"),
        ("032 The internet", "032 Norway (NOR)"),
        ("042 Nov 3, 2026\nXXC white1", "042 2026/11/03\nXXC white1"),
        ("042 Nov 3, 2026\nXXP 1 2", "042 Nov 3, 2026"),
    ],
)
async def test_each_mark_of_a_site_is_enough(club: SimulatedClub, mark: str, plain: str) -> None:
    players = "\n".join(line for line in ONLINE.splitlines() if line.startswith(("001", "XXR")))
    assert "Played online" in shown(await looked_at(club, f"{mark}\n{players}"))
    assert "Played online" not in shown(await looked_at(club, f"{plain}\n{players}"))


@pytest.mark.parametrize(
    ("written", "lists"),
    [
        ("Rapid", "FIDE Rapid"),
        ("Schnellschach", "FIDE Rapid"),
        ("Blitz", "FIDE Blitz"),
        ("Standard", "FIDE Standard"),
        ("15 minutes plus 10 sec per move", "FIDE Rapid"),
        ("3 Min. + 2 Sek.", "FIDE Blitz"),
        ("90 minutes plus 30 sec plus 30 min after 40 moves", "FIDE Standard"),
    ],
)
async def test_a_time_control_in_words_chooses_the_list(club: SimulatedClub, written: str, lists: str) -> None:
    looked = await looked_at(club, f"032 NOR\n122 {written}\n" + trf())
    assert f"would be rated on **{lists}**" in shown(looked)


@pytest.mark.parametrize("written", ["fast and furious", "15 λεπτά"])
async def test_a_time_control_that_is_not_understood_is_quoted_and_asked(club: SimulatedClub, written: str) -> None:
    looked = await looked_at(club, f"032 NOR\n122 {written}\n" + trf())
    assert f'❓ The time control in the file is "{written}": **which list?**' in shown(looked)
    assert (controls(looked), preselected(looked)) == (["Which rating lists does it change?"], set())
    chosen = await choose(club, looked, "fide-rapid")
    assert "would be rated on **FIDE Rapid**" in shown(chosen)
    await club.td.click(chosen.response, label="Store it")
    assert await lists_of_events(club) == {"fide-rapid"}


async def test_the_option_answers_for_a_time_control_that_is_not_understood(club: SimulatedClub) -> None:
    looked = await looked_at(club, "032 NOR\n122 fast\n" + trf(), time_control="15+10")
    assert "would be rated on **FIDE Rapid**" in shown(looked)
    assert "Store it" in controls(looked)


@pytest.mark.parametrize(("written", "label"), [("Blitz", "US Chess Blitz"), ("Standard", "US Chess Regular")])
async def test_a_speed_chooses_among_the_lists_of_us_chess_too(club: SimulatedClub, written: str, label: str) -> None:
    assert f"would be rated on **{label}**" in shown(await looked_at(club, f"032 USA\n122 {written}\n" + trf()))


async def test_rapid_is_no_speed_of_us_chess_and_is_asked(club: SimulatedClub) -> None:
    looked = await looked_at(club, "032 USA\n122 Rapid\n" + trf())
    assert '❓ The time control in the file is "Rapid": **which list?**' in shown(looked)


async def test_a_list_without_speeds_asks_for_none(club: SimulatedClub) -> None:
    looked = await looked_at(club, "032 NOR\n122 fast\n" + trf(), list="elo")
    assert "would be rated on **Elo**" in shown(looked)


async def test_people_with_two_names_are_no_users_of_a_site(club: SimulatedClub) -> None:
    players = [line for line in ONLINE.splitlines() if line.startswith("001")]
    text = "\n".join(["032 Far away", *players])
    assert "Played online" in shown(await looked_at(club, text))
    assert "Played online" not in shown(await looked_at(club, text.replace("quietrook ", "Quiet Rook")))


@pytest.mark.parametrize(
    ("header", "lists", "why"),
    [
        ("032 NOR\n", {STANDARD}, "an event of NOR with FIDE ratings"),
        ("032 USA\n", {REGULAR}, "the club's default list"),
        ("032 NOR\n122 15+10\n", {"fide-rapid"}, "an event of NOR with FIDE ratings, at 15+10"),
        ("032 USA\n122 45+5\n", {REGULAR, "uschess-quick"}, "the club's default list, at 45+5"),
        ("032 NOR\n122 90+10\n", {REGULAR}, "for FIDE would not rate it, at 90+10"),
    ],
)
async def test_the_federation_and_the_time_control_choose(
    club: SimulatedClub, header: str, lists: set[str], why: str
) -> None:
    """90+10 is too fast for FIDE with a player of 2400 (B.02 1.1, since 2022)."""
    looked = await looked_at(club, header + trf().replace("2310", "2410"))
    assert why in shown(looked) or why in looked.response.embeds[0].footer.text
    assert preselected(looked) == lists
    await club.td.click(looked.response, label="Store it")
    assert await lists_of_events(club) == lists


def menu_of(answer: Any) -> list[str]:
    """Return the lists that are offered, in their order."""
    menus = [part for row in answer.response.components for part in row["components"] if part["type"] == 3]
    return [option["value"] for option in menus[-1]["options"]]


@pytest.mark.both_databases
async def test_a_list_that_cannot_use_the_files_ratings_is_not_preselected(club: SimulatedClub) -> None:
    """90+10 was too fast for FIDE with a player of 2200 in 2010; what US Chess made of FIDE ratings then is unknown."""
    looked = await looked_at(club, "032 NOR\n122 90+10\n" + trf("2010/05/01", "2010/05/03"))
    assert "❓ US Chess Regular cannot use the file's FIDE ratings of 2010: **which list?** Choose below." in shown(
        looked
    )
    assert "would be rated on" not in shown(looked)
    assert "What moves most" not in shown(looked)
    assert (controls(looked), preselected(looked)) == (["Which rating lists does it change?"], set())
    assert menu_of(looked)[:3] == [STANDARD, "fide-rapid", "fide-blitz"]
    chosen = await choose(club, looked, REGULAR)
    assert "would be rated on **US Chess Regular**" in shown(chosen)
    await club.td.click(chosen.response, label="Store it")
    assert await lists_of_events(club) == {REGULAR}


@pytest.mark.parametrize("default", ["elo", "glicko-2", "oracle"])
async def test_a_list_of_the_club_does_not_swallow_ratings_of_others(club: SimulatedClub, default: str) -> None:
    await set_settings(club, default_list=default)
    looked = await looked_at(club, trf())
    assert "cannot use the file's FIDE ratings of 2026: **which list?**" in shown(looked)
    assert preselected(looked) == set()


async def test_ratings_that_nobody_needs_are_no_question(club: SimulatedClub) -> None:
    await imported(club, trf(), list="elo")
    await set_settings(club, default_list="elo")
    looked = await looked_at(club, trf("2026/11/10", "2026/11/12").replace("Northern", "Southern"))
    assert "would be rated on **Elo**" in shown(looked)


async def test_ratings_of_no_scale_of_the_list_are_a_question_too(club: SimulatedClub) -> None:
    await set_settings(club, default_list="oracle")
    looked = await looked_at(club, "number,name,rating,1\n1,Ann,1800,W2\n2,Bo,1700,L1\n")
    assert "❓ Oracle cannot use the file's ratings: **which list?**" in shown(looked)
    assert preselected(looked) == set()


async def test_known_players_make_a_file_without_federation_the_clubs_own(club: SimulatedClub) -> None:
    looked = await looked_at(club, trf().replace("NOR", "   ").replace("SWE", "   ").replace("DEN", "   "))
    assert "would be rated on **FIDE Standard**" in shown(looked)
    assert "its players have FIDE ids" in looked.response.embeds[0].footer.text
    await imported(club, trf(), list=REGULAR)
    looked = await looked_at(club, trf("2026/11/10", "2026/11/12").replace("NOR", "   "))
    assert "would be rated on **US Chess Regular**" in shown(looked)
    assert "the club's default list" in looked.response.embeds[0].footer.text


@pytest.mark.both_databases
async def test_the_menu_changes_the_lists_before_anything_is_stored(club: SimulatedClub) -> None:
    looked = await looked_at(club, trf())
    assert preselected(looked) == {STANDARD}
    chosen = await choose(club, looked, STANDARD, REGULAR)
    assert "would be rated on **US Chess Regular** and **FIDE Standard**" in shown(chosen)
    assert await rows(club.services.database, select(event.c.id)) == []
    await club.td.click(chosen.response, label="Store it")
    assert await lists_of_events(club) == {REGULAR, STANDARD}
    assert (await ratings(club, STANDARD))["Ada Quill"] == 2310


async def test_a_plain_member_and_a_forged_choice_change_nothing(club: SimulatedClub) -> None:
    await looked_at(club, trf())
    ((waiting, kept),) = await rows(club.services.database, select(pending_import.c.id, pending_import.c.options))
    for change in (
        change_import(club.services, club.actor(club.dana), waiting, None, with_lists([RatingList.ELO])),
        change_import(club.services, club.actor(club.dana), waiting, None),
    ):
        with pytest.raises(NotAllowedError, match="TD"):
            await change
    ((after,),) = await rows(club.services.database, select(pending_import.c.options))
    assert after == kept
    scrabble = change_import(
        club.services, replace(club.actor(club.td), manager=True), waiting, None, with_lists([RatingList.NASPA])
    )
    with pytest.raises(RuleError, match="does not rate chess"):
        await scrabble
    forged = SimpleNamespace(data={"values": ["fide-correspondence"]})
    with pytest.raises(InputError, match="The choice no longer exists"):
        chosen_lists(cast(Any, forged))


@pytest.mark.both_databases
async def test_an_unratable_time_control_is_overruled_with_a_stored_reason(
    club: SimulatedClub,
) -> None:
    """Bunratty 2011 in small: 90+10 was too fast for a player of 2200 (B.02 1.1 until 2021)."""
    text = "122 90+10\n" + trf("2011/05/01", "2011/05/03")
    looked = await looked_at(club, text, list=STANDARD)
    assert "90+10 is too fast to be rated as FIDE Standard with a player of 2200 or more" in shown(looked)
    assert "Store it" not in controls(looked)
    form = await club.td.click(looked.response, label="Rate it anyway")
    reasoned = await club.td.submit_modal(form, {"why": "FIDE approved it in 2010"})
    await club.td.click(reasoned.response, label="Store it")
    assert (await ratings(club, STANDARD))["Ada Quill"] > 2300
    # What follows folds it again with the same reason.
    number = str(await only_event(club))
    amended = await correct(club, number, "name Northern", "it is called so")
    assert "Event corrected" in amended.response.embeds[0].description
    kept = await rows(club.services.database, select(event.c.overruled, event.c.minutes))
    assert [tuple(row) for row in kept] == [("FIDE approved it in 2010", 90)]


@pytest.mark.parametrize("year", [2011, 2024])
async def test_ratings_that_cannot_be_converted_are_left_out_with_a_remark(club: SimulatedClub, year: int) -> None:
    """The conversion of FIDE's ratings is known from 2024-03-01 on (US Chess 2025, section 2)."""
    looked = await looked_at(club, trf(f"{year}/05/01", f"{year}/05/03"), list=REGULAR)
    left_out = "FIDE ratings of 2011 cannot be converted here. 3 ratings ignored."
    assert (left_out in await remarks_of(club.td, looked)) == (year == 2011)
    assert ("**1 not rated**" in shown(looked)) == (year == 2011)
    await club.td.click(looked.response, label="Store it")
    table = await rows(club.services.database, select(standing.c.shown).where(standing.c.list == REGULAR))
    # Nobody has 2000 points without a source.
    assert (max(row.shown for row in table) > 2000) == (year == 2024)


async def test_an_event_before_the_lists_of_today_is_shown_with_its_own_day(club: SimulatedClub) -> None:
    looked = await looked_at(club, trf("2011/05/01", "2011/05/03"))
    assert "3 May 2011" in shown(looked)
    await club.td.click(looked.response, label="Store it")
    assert [row.date for row in await rows(club.services.database, select(event.c.date))] == [date(2011, 5, 3)]
    assert {row.list for row in await rows(club.services.database, select(event_list.c.list))} == {STANDARD}


async def test_a_file_without_ratings_is_the_clubs_own(club: SimulatedClub) -> None:
    unrated = trf()
    for rating in ("2310", "1810", "1650"):
        unrated = unrated.replace(f" {rating} ", "      ")
    looked = await looked_at(club, unrated)
    assert "would be rated on **US Chess Regular**, " in shown(looked)
    assert "the club's default list" in looked.response.embeds[0].footer.text


async def test_namesakes_are_told_apart_by_any_number(club: SimulatedClub) -> None:
    looked = await looked_at(club, trf().replace("Fenn, Rosa", "Quill, Ada"))
    assert "👤 4 new players, nobody known here" in shown(looked)
