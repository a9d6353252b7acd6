"""Every kind of file that other programs and sites write, from /td import to the leaderboard: whole, again, broken."""

import json
from typing import Any

import pytest
from sqlalchemy import func, select

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import event, game
from tests.conftest import SimulatedClub, rows
from tests.core.files.game_list_examples import PAPI, PGN, SWISSPERFECT
from tests.file_answers import remarks_of
from tests.flows import import_event

NDJSON = (
    '{"id":"a1","rated":true,"variant":"standard","speed":"blitz","status":"mate","createdAt":1762516800000,'
    '"players":{"white":{"user":{"name":"ada_q"},"rating":1500},"black":{"user":{"name":"bo_c"},"rating":1400}},'
    '"winner":"white","clock":{"initial":300,"increment":3}}\n'
    '{"id":"a2","rated":true,"variant":"standard","speed":"blitz","status":"draw","createdAt":1762520400000,'
    '"players":{"white":{"user":{"name":"bo_c"},"rating":1400},"black":{"user":{"name":"ada_q"},"rating":1500}},'
    '"clock":{"initial":300,"increment":3}}\n'
)
TRF = (
    "012 Club Swiss\n022 https://lichess.org/swiss/abcd1234\n042 2025/11/07\n052 2025/11/07\n062 2\nXXR 1\n"
    "001    1      ada_q                             1500                             1.0    1     2 w 1\n"
    "001    2      bo_c                              1400                             0.0    2     1 b 0\n"
)
CHALLONGE = (
    "Match ID,Round,Player 1,Player 2,Player 1 Score,Player 2 Score,Score Difference,Winner,State,Stage Name\n"
    "1,1,Ada,Bo,2,1,1,Ada,complete,Main Bracket\n2,1,Cy,Di,0,2,2,Di,complete,Main Bracket\n"
    "3,2,Ada,Di,2,0,2,Ada,complete,Main Bracket\n"
)
LOG = (
    "date,player,rating,player,rating,result\n2026-11-07,Ada,1500,Bo,1480,win\n"
    "2026-11-14,Bo,1480,Ada,1500,draw\n2026-11-14,Cy,,Bo,1480,loss\n"
)
FILES: dict[str, tuple[str, bytes, int, bytes, str]] = {
    "PGN": ("a.pgn", PGN.encode(), 2, PGN.replace('Result "1-0"', 'Result "2-0"').encode(), "2-0"),
    "lichess ndjson": ("a.ndjson", NDJSON.encode(), 2, (NDJSON + '{"id":').encode(), "Line 3: that is not a game"),
    "lichess TRF": ("a.trf", TRF.encode(), 1, TRF.replace("2 w 1", "9 w 1").encode(), "9"),
    "Papi": (
        "a.json", json.dumps(PAPI).encode(), 2,
        json.dumps(PAPI).replace('"result": 3', '"result": 33').encode(), '"33" is not a result',
    ),
    "SwissPerfect's export": ("a.txt", SWISSPERFECT.encode(), 2, SWISSPERFECT.replace("3:W", "3:Q").encode(), "3:Q"),
    "challonge": ("a.csv", CHALLONGE.encode(), 3, CHALLONGE.replace("Ada,Bo,2,1", "Ada,Bo,2,x").encode(), "Line 2"),
    "match log": ("a.csv", LOG.encode(), 3, LOG.replace("draw", "later").encode(), "Line 3"),
}  # fmt: skip
"""By kind: name, file, rated or unrated games, the file with a broken line, and what is said of that line."""


async def games(club: SimulatedClub) -> int:
    query = select(func.count()).select_from(game).join(event, event.c.id == game.c.event_id)
    query = query.where(event.c.voided.is_(False), game.c.unrated_reason.is_(None), event.c.club_id == club.guild.id)
    return int((await rows(club.services.database, query))[0][0])


async def told(club: SimulatedClub, answer: Any) -> str:
    """Return all that an answer says, with the pages of its remarks."""
    messages = [one for one in (answer.response, *answer.followups) if one is not None]
    shown = " ".join(str([one.content, *(embed.to_dict() for embed in one.embeds)]) for one in messages)
    return shown + (await remarks_of(club.td, answer) if answer.response is not None else "")


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", FILES)
async def test_journey_of_a_file(club: SimulatedClub, kind: str) -> None:
    name, data, played, broken, words = FILES[kind]
    looked = await import_event(club.td, club.channel, (name, broken), list="elo", date="2026-11-14")
    assert words in await told(club, looked)
    assert await games(club) == 0

    looked = await import_event(club.td, club.channel, (name, data), list="elo", date="2026-11-14")
    assert await games(club) == 0
    stored = await club.td.click(looked.response, label="Store it")
    assert await games(club) == played
    board = await club.dana.slash(club.channel, "leaderboard", list="elo")
    assert "ada" in str(board.response.embeds[0].description).lower()

    again = await import_event(club.td, club.channel, (name, data), list="elo", date="2026-11-14")
    assert "already" in await told(club, again)
    assert await games(club) == played
    await club.td.click(stored.response, label="Undo")
    assert await games(club) == 0
    assert await verify_club(club.services, club.guild.id) == []
