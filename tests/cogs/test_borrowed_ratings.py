"""FIDE Standard ratings that rapid and blitz events borrow."""

from sqlalchemy import select
from test_entered_ratings_go_with_events import import_file

from bot.services.framework.whole_clubs import verify_club
from bot.store.database.tables import journal
from tests.conftest import SimulatedClub, rows

DRAW = b"number,name,rating,games,1\n1,Ivy,,,D2\n2,Cy,,,D1\n"


async def test_a_correction_reaches_an_event_in_which_no_own_game_counted(club: SimulatedClub) -> None:
    """Cy is unrated, so the draw does not count for Ivy, who has no entry; Cy performed at Ivy's standard rating."""
    ivy, standard = club.add("Ivy"), {"list": "fide-standard"}
    options = {"player": ivy, "games": 58, **standard}
    await club.td.slash(club.channel, "td rating", rating=2198.0, date="2026-09-01", **options)
    await import_file(club, DRAW, name="Rapid", list="fide-rapid", date="2026-11-14")
    query = select(journal.c.performance).where(journal.c.list == "fide-rapid", journal.c.event_id > 0)
    assert [round(row.performance) for row in await rows(club.services.database, query)] == [2198]
    await club.td.slash(club.channel, "td rating", rating=2000.0, date="2026-09-02", reason="was wrong", **options)
    assert [round(row.performance) for row in await rows(club.services.database, query)] == [2000]
    assert await verify_club(club.services, club.guild.id) == []
