"""Undo below /td void and /td correct."""

from typing import Any

import pytest
from sqlalchemy import select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import amendment, entered_rating, entrant, event, game, journal, norm, standing
from tests.cogs.test_event_amend import imported, latest
from tests.conftest import SimulatedClub, rows, text_of
from tests.file_answers import part_of, parts_of
from tests.flows import correct, report_for, void

RATED = """number,name,rating,games,1,2,3
1,Dana,,,W2,W3,W4
2,Eli,,,L1,W4,W3
3,Ann Fox,1650,12,W4,L1,L2
4,Ben Gull,1350,9,L3,L2,L1
"""
TABLES = (event, entrant, game, entered_rating, norm)


async def everything(club: SimulatedClub) -> dict[str, list[Any]]:
    assert await verify_club(club.services, club.guild.id) == []
    found = {}
    for table in TABLES:
        named = [column for column in table.columns if table is not game or column.name != "id"]
        found[table.name] = sorted(map(repr, await rows(club.services.database, select(*named))))
    for table in (journal, standing):
        named = [column for column in table.columns if column.name != "id"]
        found[table.name] = sorted(map(repr, await rows(club.services.database, select(*named))))
    return found


async def played_later(club: SimulatedClub, day: str = "2026-11-21") -> None:
    options = {"opponents": "W1600 D1500", "date": day, "event": "Later"}
    answer = await report_for(club.td, club.channel, club.dana, **options)
    assert answer.response.embeds


async def refused(answering: Any) -> str:
    """Return the sentence by which a press below a message, which stays, is refused."""
    return str((await answering).followups[-1].content)


@pytest.mark.both_databases
async def test_undo_of_a_void_restores_everything(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter", date="2026-11-01")
    await played_later(club, "2026-11-10")
    before = await everything(club)
    voided = await void(club, event_id)
    assert await everything(club) != before
    undone = await club.td.click(voided.response, label="Undo")
    assert "The event is restored." in text_of_last(undone)
    assert await everything(club) == before
    assert part_of(voided.response, "undo-void:") is None


def text_of_last(answer: Any) -> str:
    return str((answer.followups[-1] if answer.followups else answer.response).embeds[0].description)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "change",
    [
        "round 1: Dana draw",
        "date 2026-10-20",
        "time control G/30;d5; name Spring",
        "remove Ben Gull",
        "add Fay; round 4: Fay 1-0 Dana",
    ],
)
async def test_undo_of_a_correction_restores_everything(club: SimulatedClub, change: str) -> None:
    club.add("Fay")
    await club.td.slash(club.channel, "td rating", player="Fay", rating=1450.0, games=20, date="2026-10-01")
    event_id = await imported(club, RATED, name="Winter", date="2026-11-01")
    await played_later(club, "2026-11-10")
    before = await everything(club)
    answer = await correct(club, event_id, change)
    assert await everything(club) != before
    assert await rows(club.services.database, select(amendment.c.id)) != []
    await club.td.click(answer.response, label="Undo")
    assert await everything(club) == before
    assert await rows(club.services.database, select(amendment.c.id)) == []


@pytest.mark.parametrize("what", ["void", "correct"])
async def test_undo_asks_first_where_something_was_built_on_it(club: SimulatedClub, what: str) -> None:
    event_id = await imported(club, name="Winter", date="2026-11-01")
    answer = await (void(club, event_id) if what == "void" else correct(club, event_id, "round 1: Dana loss"))
    await played_later(club)
    changed = await everything(club)
    asked = await club.td.click(answer.response, label="Undo")
    (question,) = asked.followups
    assert "Recalculated: Later" in question.embeds[0].description
    assert "- Dana: " in question.embeds[0].description
    assert await everything(club) == changed
    await club.td.click(question, label="Undo void" if what == "void" else "Undo correction")
    assert await everything(club) != changed
    assert await rows(club.services.database, select(event.c.voided)) == [(False,), (False,)]


async def test_void_of_one_persons_report_asks_nothing(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", opponents="W1600", rating=1500.0, games=30)
    event_id = await latest(club)
    answer = await club.td.slash(club.channel, "td void", event=str(event_id), reason="never played")
    assert "Event voided" in text_of(answer)
    assert await rows(club.services.database, select(event.c.voided)) == [(True,)]


async def test_void_of_several_peoples_event_asks_and_shows_what_moves(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter")
    before = await everything(club)
    shown = await club.td.slash(club.channel, "td void", event=str(event_id), reason="wrong file")
    text = text_of(shown)
    assert "Void event? · Winter" in text
    assert "Reason: wrong file" in text
    # Dana's rating goes back to what was entered, and whoever came new with the event has none any more.
    assert "→ **1500.00** · rank " in text or "→ **1500**" in text
    assert "**unrated**" in text
    assert await everything(club) == before
    await club.td.click(shown.response, label="Cancel")
    assert await everything(club) == before


async def test_what_is_stored_is_what_was_shown_or_it_is_shown_again(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter", date="2026-11-01")
    shown = await club.td.slash(club.channel, "td correct", event=str(event_id), change="round 1: Dana draw")
    await played_later(club)
    before = await everything(club)
    await club.td.click(shown.response, label="Correct event")
    assert "Something changed since you looked" in text_of(shown)
    assert "Recalculated: Later" in text_of(shown)
    assert await everything(club) == before
    await club.td.click(shown.response, label="Correct event")
    assert "Event corrected" in text_of(shown)
    assert await everything(club) != before


async def test_largest_change_stands_first_and_each_player_once(club: SimulatedClub) -> None:
    """Ann and Ben came new and move by hundreds; Dana and Eli have 30 games behind them."""
    event_id = await imported(club, name="Winter", time_control="45+5")  # two lists
    shown = await club.td.slash(club.channel, "td correct", event=str(event_id), change="round 3: Ann Fox 1-0 Eli")
    lines = text_of(shown).partition("**Ratings**")[2].splitlines()[1:]
    names = [line.partition(":")[0] for line in lines if line.startswith("- ")]
    assert names[0] == "- Ann Fox"
    assert sorted(names) == sorted(set(names))
    assert {"- Dana", "- Eli", "- Ann Fox", "- Ben Gull"} >= set(names)


@pytest.mark.parametrize(
    ("chosen", "values", "said_there"),
    [
        ("round", {"player": "Dana", "round": "1", "result": "draw"}, "Round 1: Dana beat Eli → **drew with Eli**"),
        ("details", {"name": "Spring"}, "Name: Winter → **Spring**"),
        ("details", {"date": "2026-11-05", "control": "G/60;d5"}, "Time control: none → **60+5**"),
        ("add", {"player": "Fay", "round": "4", "opponent": "Dana", "result": "win"}, "Added: Fay"),
        ("remove", {"player": "Ben Gull"}, "Removed: Ben Gull"),
    ],
)
async def test_each_form_adds_to_the_preview(
    club: SimulatedClub, chosen: str, values: dict[str, str], said_there: str
) -> None:
    club.add("Fay")
    event_id = await imported(club, name="Winter", date="2026-11-01")
    before = await rows(club.services.database, select(event))
    shown = await club.td.slash(club.channel, "td correct", event=str(event_id))
    assert "Choose below what to change" in text_of(shown)
    assert [part.get("label") for part in parts_of(shown.response)] == ["Cancel", None]
    form = await club.td.select(shown.response, [chosen])
    await club.td.submit_modal(form, values)
    assert said_there in text_of(shown)
    assert await rows(club.services.database, select(event)) == before
    await club.td.click(shown.response, label="Correct event")
    assert said_there in text_of(shown)
    assert "Event corrected" in text_of(shown)


async def test_form_that_cannot_be_changes_nothing_and_keeps_what_was_chosen(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter", date="2026-11-01")
    shown = await club.td.slash(club.channel, "td correct", event=str(event_id), change="name Spring")
    form = await club.td.select(shown.response, ["round"])
    assert '"x" is not a round' in await refused(club.td.submit_modal(form, {"player": "Dana", "round": "x"}))
    await club.td.click(shown.response, label="Correct event")
    assert await rows(club.services.database, select(event.c.name)) == [("Spring",)]


async def test_file_stored_again_is_not_restored_beside_itself(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter", date="2026-11-01")
    voided = await void(club, event_id)
    await imported(club, name="Winter", date="2026-11-01")
    assert "This event is already stored again as Winter of 2026-11-01" in await refused(
        club.td.click(voided.response, label="Undo")
    )


async def test_older_correction_is_undone_after_the_newer(club: SimulatedClub) -> None:
    event_id = await imported(club, name="Winter", date="2026-11-01")
    first = await correct(club, event_id, "round 1: Dana draw")
    before = await everything(club)
    second = await correct(club, event_id, "round 2: Dana draw")
    assert "That event has been corrected again" in await refused(club.td.click(first.response, label="Undo"))
    await club.td.click(second.response, label="Undo")
    assert await everything(club) == before
    await club.td.click(first.response, label="Undo")
    assert part_of(first.response, "undo-correction:") is None


async def test_norms_and_ranks_that_go_are_named(club: SimulatedClub) -> None:
    """Four wins against 1800 by a director's word make a norm; without them Dana is behind Eli again."""
    for member, rating in ((club.dana, 1500.0), (club.eli, 1510.0)):
        await club.td.slash(
            club.channel, "td rating", player=member.mention, rating=rating, games=60, date="2026-10-01"
        )
    await report_for(club.td, club.channel, club.dana, opponents="W1800 W1800 W1800 W1800")
    text = text_of(await void(club, await latest(club)))
    assert "**Titles and norms**" in text
    assert "- Dana loses the norm " in text
    (dana,) = (line for line in text.splitlines() if line.startswith("- Dana: "))
    assert "→ **1500** · rank 1 → 2" in dana
    assert dana.endswith("games 64 → 60")


async def test_everybody_who_moves_is_a_button_away(club: SimulatedClub) -> None:
    pairs = "".join(f"{n},Player {n:b},{'WL'[n % 2 == 0]}{n - 1 if n % 2 == 0 else n + 1}\n" for n in range(1, 21))
    event_id = await imported(club, "number,name,1\n" + pairs, name="Open")
    shown = await club.td.slash(club.channel, "td void", event=str(event_id), reason="wrong file")
    assert "**Ratings** · 20 players" in text_of(shown)
    assert "- … and 9 more" in text_of(shown)
    opened = await club.td.click(shown.response, label="All ratings")
    assert str(opened.response.embeds[0].description).count("→ **unrated**") == 20
