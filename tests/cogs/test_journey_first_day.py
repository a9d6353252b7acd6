"""A club's first day: the roster, last weekend's event, members' own reports, and an event that was not the
club's.
"""

from typing import Any

import pytest

from bot.services.framework.whole_clubs import verify_club
from tests.cogs.test_event_restored import everything
from tests.cogs.test_event_twice import counting
from tests.cogs.test_player_import import looked_at, ratings, shown
from tests.conftest import SimulatedClub, by_names
from tests.flows import void

ROSTER = "Name;Regular;Regular games\nAnn Fox;1800;60\nBen Gull;1600;45\nDana;1580;40\nEli;1450;30\n"
WEEKEND = "number,name,1,2,3\n1,Ann Fox,W2,W3,W4\n2,Ben Gull,L1,W4,L3\n3,Dana,W4,L1,W2\n4,Eli,L3,L2,L1\n"
OTHER_CLUBS = "number,name,1\n1,Eli,W2\n2,Ann Fox,L1\n"


async def import_event(club: SimulatedClub, table: str, **options: Any) -> Any:
    looked = await club.td.slash(club.channel, "td import", file=("event.csv", table.encode()), **options)
    return await club.td.click((await by_names(club.td, looked)).response, label="Store it")


@pytest.mark.both_databases
async def test_journey_of_a_first_day(club: SimulatedClub) -> None:
    # The secretary's table: Dana and Eli are on the server, Ann and Ben are not.
    looked = await looked_at(club, ROSTER)
    await club.td.click(looked.response, label="Link by name")
    await club.td.click(looked.response, label="Store it")
    assert await ratings(club) == {"Ann Fox": (1800, 60), "Ben Gull": (1600, 45), "Dana": (1580, 40), "Eli": (1450, 30)}

    # Last weekend's event counts with these ratings, though the roster came after it.
    await import_event(club, WEEKEND, name="Weekend Open", date="2026-11-15")
    # US Chess 2025 by a calculator, two passes, B = 10: 1818.08, 1583.01, 1604.93 (with a bonus), 1419.82.
    weekend = {"Ann Fox": (1818, 63), "Ben Gull": (1583, 48), "Dana": (1605, 43), "Eli": (1420, 33)}
    assert await ratings(club) == weekend

    # Dana played elsewhere: her own report counts at once, from her rating after the weekend.
    answer = await club.dana.slash(club.channel, "rating update", opponents="W1500 L1700", event="Away")
    # Against 1500 and 1700 1604.93 expects .6466 + .3665; K = 800 / (18.2 + 2): -0.52.
    assert "1605 → 1604" in shown(answer)
    # Eli mistypes his and takes it back.
    answer = await club.eli.slash(club.channel, "rating update", opponents="W2100 W1500", event="Away")
    assert (await ratings(club))["Eli"][1] == 35
    await club.eli.click(answer.response, label="Undo")
    assert await ratings(club) == {**weekend, "Dana": (1604, 45)}
    mornings = await everything(club)

    # A file of another club comes in, and Ann and Eli are taken for namesakes of theirs.
    await import_event(club, OTHER_CLUBS, name="Another club's blitz", date="2026-11-18")
    assert (await ratings(club))["Eli"][1] == 34
    evenings = await everything(club)
    event_id = max(int(row.split(",")[0].strip("(")) for row in evenings["event"])
    voided = await void(club, event_id, reason="namesakes")
    assert await counting(club) == ["Weekend Open", "Away"]
    assert await ratings(club) == {**weekend, "Dana": (1604, 45)}
    assert (await everything(club))["standing"] == mornings["standing"]

    # They were no namesakes: Undo, and all is as it was.
    await club.td.click(voided.response, label="Undo")
    assert await everything(club) == evenings
    assert await verify_club(club.services, club.guild.id) == []
