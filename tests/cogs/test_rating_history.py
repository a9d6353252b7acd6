"""/rating history and /rating compare: pictures, words, who may see what."""

from typing import Any

from tests.conftest import SimulatedClub


async def played(club: SimulatedClub, who: Any, days: int = 3, **first: Any) -> None:
    """Let somebody report that many events, a day apart."""
    given = {"rating": 1500.0, "games": 60} | first
    for day in range(1, days + 1):
        options = given if day == 1 else {}
        await who.slash(
            club.channel,
            "rating update",
            opponents="W1500 L1600 W1700",
            date=f"2026-10-{day:02}",
            event=f"Round {day}",
            **options,
        )


async def test_a_chart_comes_with_the_last_events_below_it(club: SimulatedClub) -> None:
    await played(club, club.dana)
    answer = await club.eli.slash(club.channel, "rating history", player="Dana")
    (attached,) = answer.response.attachments
    image, lines = answer.response.embeds
    assert image.image.url == f"attachment://{attached.filename}"
    assert "Round 3 · 3 Oct 2026" in lines.description.splitlines()[0]
    assert attached.description.startswith("Dana, US Chess Regular: 1610 after 3 events since 2026")
