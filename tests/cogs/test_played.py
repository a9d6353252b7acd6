"""What a club plays: asked first in the set-up, or once below its first file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.services.club.settings.change import Step, undo_step
from bot.services.club.settings.played import Played, set_played
from bot.store.database.tables import club as club_table
from bot.store.database.tables import event, standing
from core.errors import NotAllowedError
from tests.cogs.scrabble_files import SEED
from tests.conftest import SimulatedClub, rows
from tests.flows import fill_in, import_event, set_settings

SAMPLES = Path(__file__).parents[2] / "bot" / "samples"

SETTINGS = (club_table.c.default_list, club_table.c.lifetime_titles, club_table.c.site_parts)
FRESH = ("uschess-regular", "earned", None)

GAMES = {
    "Chess: US Chess": (FRESH, "US Chess Regular", "sample-event.csv"),
    "Chess: FIDE": (("fide-standard", "off", None), "FIDE Standard", "sample-fide.trf"),
    "Scrabble": (("naspa", "off", None), "NASPA (estimate)", "sample-scrabble.t"),
    "Oracle": (("oracle", "off", None), "Oracle", "sample-oracle.csv"),
    "Any other game": (
        ("elo:Table tennis", "off", ["boards", "events", "players"]),
        "Table tennis",
        "sample-other-game.csv",
    ),
}
"""By button: the settings, the label of the list, and the sample file."""

FIDE_FILE = (
    "012 Open\n042 2025/10/11\n052 2025/10/12\n062 2\n"
    "001    1 m    Blank, Adrian                     1900 GER                         1.0    1     2 w 1\n"
    "001    2 w    Cartwell, Bo                      1850 GER                         0.0    2     1 b 0\n"
)
ORACLE_TABLE = b"player_id,name,type,rating,bt_strength,games,wins\n1,Keeper,1,50,1,4,2\n2,Ann,0,60,1.5,4,2\n"
FIDE_ROSTER = b"name,fide id,fide standard\nAdrian Blank,90000011,1900\nBo Cartwell,90000022,1850\n"


async def stored(club: SimulatedClub) -> Any:
    ((*found,),) = await rows(club.services.database, select(*SETTINGS))
    return tuple(found)


async def choose(club: SimulatedClub, label: str, card: Any = None) -> Any:
    """Press a game in the set-up, and fill in the form of any other game."""
    card = card or await club.td.slash(club.channel, "td setup")
    pressed = await club.td.click(card.response, label=label)
    return await fill_in(club.td, pressed, name="Table tennis") if pressed.modal else pressed


def question(answer: Any) -> list[Any]:
    return [one for one in answer.followups if one.embeds and "Does your club play" in one.embeds[0].description]


@pytest.mark.both_databases
@pytest.mark.parametrize("label", GAMES)
async def test_one_press_sets_a_game_and_undo_takes_it_back(
    club: SimulatedClub, label: str, make_bot: Callable[[], CrosstableBot]
) -> None:
    settings, usual, _ = GAMES[label]
    card = await choose(club, label)
    assert card.response.embeds[0].title == "Set-up, step 2 of 5: Directors' role"
    lines = card.response.embeds[0].description.splitlines()
    assert lines[0].startswith("✅ **Set up for ")
    assert lines[1] == f"- Usual list: {usual}"
    assert await stored(club) == settings
    await club.env.restart_bot(make_bot())
    card = await club.td.click(card.response, label="Undo: What you play")
    assert card.response.embeds[0].title == "Set-up, step 1 of 5: What you play"
    assert await stored(club) == FRESH
    # The own list is gone too, and its name is free again.
    card = await choose(club, label, card)
    assert await stored(club) == settings


@pytest.mark.parametrize("label", GAMES)
async def test_the_sample_of_a_game_is_imported_without_a_remark_and_undone(club: SimulatedClub, label: str) -> None:
    _, usual, name = GAMES[label]
    await choose(club, label)
    looked = await import_event(club.td, club.channel, (name, (SAMPLES / name).read_bytes()))
    described = looked.response.embeds[0].description
    assert f"would be rated on **{usual}**" in described
    assert "⚠️" not in described
    labels = [part.get("label") or "" for row in looked.response.components for part in row["components"]]
    assert not [one for one in labels if one.startswith("Remarks")]
    assert question(looked) == []
    done = await club.td.click(looked.response, label="Store it")
    assert await rows(club.services.database, select(event.c.id))
    assert await rows(club.services.database, select(standing.c.player_id))
    labels = [part.get("label") or "" for row in done.response.components for part in row["components"]]
    await club.td.click(done.response, label=next(one for one in labels if one.startswith("Undo")))
    assert done.response.embeds[0].title == "Undone"
    assert await rows(club.services.database, select(standing.c.player_id)) == []


@pytest.mark.parametrize("label", GAMES)
async def test_the_set_up_previews_the_sample_of_the_clubs_game(club: SimulatedClub, label: str) -> None:
    _, usual, _ = GAMES[label]
    card = await choose(club, label)
    looked = await club.td.click(card.response, label="Try a sample file")
    assert looked.response.ephemeral
    described = looked.response.embeds[0].description
    assert f"would be rated on **{usual}**" in described
    assert "❓" not in described
    await club.td.click(looked.response, label="Store it")
    again = await club.td.click(card.response, label="Try a sample file")
    assert "already stored as Sample event" in again.followups[-1].content


async def test_the_end_of_the_set_up_sends_the_sample_file(club: SimulatedClub) -> None:
    card = await choose(club, "Scrabble")
    for label in ("Skip", "Skip", "Skip", "Done"):
        card = await club.td.click(card.response, label=label)
    told = await club.td.click(card.response, label="Import an event")
    assert [one.filename for one in told.response.attachments] == ["sample-scrabble.t"]
    looked = await club.td.click(told.response, label="Try a sample file")
    assert "NASPA (estimate)" in looked.response.embeds[0].description


async def test_a_game_is_chosen_once_and_by_directors(club: SimulatedClub) -> None:
    first = await club.td.slash(club.channel, "td setup")
    second = await club.td.slash(club.channel, "td setup")
    dana = club.actor(club.dana)
    for refused in (
        set_played(club.services, dana, Played.SCRABBLE),
        undo_step(club.services, dana, Step.LISTS),
    ):
        with pytest.raises(NotAllowedError):
            await refused
    await choose(club, "Scrabble", first)
    late = await club.td.click(second.response, label="Oracle")
    assert late.followups[-1].content == "That step is already done. Press Undo first, or use /td settings."
    assert (await stored(club))[0] == "naspa"


async def test_the_list_of_another_game_stays_once_it_has_results(club: SimulatedClub) -> None:
    card = await choose(club, "Any other game")
    looked = await club.td.click(card.response, label="Try a sample file")
    await club.td.click(looked.response, label="Store it")
    refused = await club.td.click(card.response, label="Undo: What you play")
    assert refused.followups[-1].content == "Table tennis is in use. Close it with /td settings, page Own lists."
    assert (await stored(club))[0] == "elo:Table tennis"


@pytest.mark.parametrize(
    ("file", "game", "settings"),
    [
        (("a.t", SEED.encode()), "Scrabble", GAMES["Scrabble"][0]),
        (("open.trf", FIDE_FILE.encode()), "Chess: FIDE", GAMES["Chess: FIDE"][0]),
        (("roster.csv", FIDE_ROSTER), "Chess: FIDE", GAMES["Chess: FIDE"][0]),
        (
            (
                "pool.csv",
                b"player_id,name,type,rating,bt_strength,games,wins\n1,Keeper,1,50,1,4,2\n2,Ann,0,60,1.5,4,2\n",
            ),
            "Oracle",
            GAMES["Oracle"][0],
        ),
    ],
    ids=["scrabble", "trf", "roster", "oracle"],
)
@pytest.mark.parametrize("skipped", [False, True])
async def test_a_club_that_skipped_it_is_asked_once_below_its_first_file(
    club: SimulatedClub, file: tuple[str, bytes], game: str, settings: Any, skipped: bool
) -> None:
    if skipped:
        card = await club.td.slash(club.channel, "td setup")
        await club.td.click(card.response, label="Skip")
    looked = await club.td.slash(club.channel, "td import", file=file)
    (asked,) = question(looked)
    assert await stored(club) == FRESH
    again = await club.td.slash(club.channel, "td import", file=file)
    assert question(again) == []

    done = await club.td.click(asked, label=f"Set up for {game}")
    assert done.response.embeds[0].description.startswith("✅ **Set up for")
    assert await stored(club) == settings
    card = await club.td.slash(club.channel, "td setup")
    assert card.response.embeds[0].title == "Set-up, step 2 of 5: Directors' role"
    undone = await club.td.click(done.response, label="Undo")
    assert "US Chess Regular again" in undone.response.embeds[0].description
    assert await stored(club) == FRESH


async def test_a_file_of_the_clubs_own_game_asks_nothing(club: SimulatedClub) -> None:
    sample = (SAMPLES / "sample-event.csv").read_bytes()
    assert question(await club.td.slash(club.channel, "td import", file=("e.csv", sample))) == []


async def test_a_club_that_has_chosen_its_list_is_not_asked(club: SimulatedClub) -> None:
    await set_settings(club, default_list="fide-rapid")
    assert question(await club.td.slash(club.channel, "td import", file=("a.t", SEED.encode()))) == []
    other = club.other_server()
    await choose(other, "Chess: US Chess")
    assert question(await other.td.slash(other.channel, "td import", file=("a.t", SEED.encode()))) == []


async def test_a_club_with_events_is_not_asked(club: SimulatedClub) -> None:
    sample = (SAMPLES / "sample-event.csv").read_bytes()
    looked = await club.td.slash(club.channel, "td import", file=("e.csv", sample))
    await club.td.click(looked.response, label="Store it")
    assert question(await club.td.slash(club.channel, "td import", file=("a.t", SEED.encode()))) == []


async def test_a_roster_of_both_federations_asks_nothing(club: SimulatedClub) -> None:
    both = b"name,us chess id,fide id,fide standard\nAdrian Blank,30000001,90000011,1900\nBo Cartwell,,90000022,1850\n"
    assert question(await club.td.slash(club.channel, "td import", file=("r.csv", both))) == []
