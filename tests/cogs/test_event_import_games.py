"""Files of games from other sites and programs, from /td import to the leaderboard."""

import json
from typing import Any

import pytest
from sqlalchemy import select

from bot.store.database.tables import event, game
from tests.conftest import SimulatedClub, rows, said
from tests.core.files.game_list_examples import PAPI, PGN, SWISSPERFECT, tagged
from tests.file_answers import remarks_of
from tests.flows import import_event


async def stored(club: SimulatedClub) -> list[Any]:
    columns = (event.c.name, event.c.date, game.c.round, game.c.result, game.c.rated)
    query = select(*columns).join(game, game.c.event_id == event.c.id).where(game.c.unrated_reason.is_(None))
    query = query.order_by(event.c.seq, game.c.round, game.c.first)
    return [tuple(row) for row in await rows(club.services.database, query)]


@pytest.mark.both_databases
async def test_pgn_is_previewed_and_stored(club: SimulatedClub) -> None:
    looked = await import_event(club.td, club.channel, ("games.pgn", PGN.encode()), list="elo")
    assert "3 players · 2 rounds · 2 games" in looked.response.embeds[0].description
    assert await stored(club) == []
    await club.td.click(looked.response, label="Store it")
    played = await stored(club)
    assert [(name, str(day), number, result) for name, day, number, result, _ in played] == [
        ("Club Championship", "2026-11-14", 1, 1.0),
        ("Club Championship", "2026-11-14", 2, 0.5),
    ]
    board = await club.dana.slash(club.channel, "leaderboard", list="elo")
    assert "Ada Quill" in board.response.embeds[0].description


async def test_pgn_of_a_site_asks_before_a_list_over_the_board_rates_it(club: SimulatedClub) -> None:
    data = tagged(Site="https://lichess.org/abcd1234", UTCDate="2026.11.14").encode()
    looked = await import_event(club.td, club.channel, ("games.pgn", data), list="uschess-regular")
    told = "US Chess Regular is for games over the board, and this was played online. Rate it anyway?"
    assert told in looked.response.embeds[0].description


@pytest.mark.both_databases
async def test_papi_and_swissperfect_are_stored_with_what_is_not_rated(club: SimulatedClub) -> None:
    looked = await import_event(club.td, club.channel, ("open.json", json.dumps(PAPI).encode()), list="fide-standard")
    assert "national or estimated" in await remarks_of(club.td, looked)
    await club.td.click(looked.response, label="Store it")
    assert [row[-1] for row in await stored(club)] == [True, False]
    data = SWISSPERFECT.replace("Quill", "Able").replace("Fenn", "Best").replace("Cole", "Cray").encode()
    looked = await import_event(club.td, club.channel, ("open.txt", data), list="elo", date="2026-11-14")
    await club.td.click(looked.response, label="Store it")
    assert [row[-1] for row in await stored(club)] == [True, False, True, True]


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("open.sco", b"\x03" + bytes(31) + b"W_SCORE\0", "SwissPerfect's own files cannot be read."),
        ("open.tou", b"*M05.03.2024 Harbour Open\n*A\n", "AUPAIR's .tou files cannot be read."),
    ],
)
async def test_a_format_that_is_not_read_is_one_sentence(
    club: SimulatedClub, name: str, data: bytes, words: str
) -> None:
    assert (await said(import_event(club.td, club.channel, (name, data)))).startswith(words)


async def test_standings_of_lichess_are_one_sentence(club: SimulatedClub) -> None:
    data = b"Rank,Title,Username,Rating,Points,Tie Break,Performance\n1,,ada_q,1500,3,5,1700\n"
    sentence = await said(import_event(club.td, club.channel, ("swiss.csv", data)))
    assert sentence.startswith("The file has standings of lichess, without games.")
    assert await stored(club) == []
