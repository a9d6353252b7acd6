"""/norms: an event's norms, and the way to the next title."""

import pytest

from tests.conftest import SimulatedClub, details, full_text, lines_of, said

pytestmark = pytest.mark.usefixtures("trusting")

# 3 of 4 against 1464, 2032, 1811 and 1877: a 2nd Category norm and no 1st, as US Chess awarded it (chess.com,
# uscf-norms; margins 2.83, 2.58, 1.77, 0.90). The expected scores are the score minus those margins.
PUBLISHED = {"opponents": "1464 2032 1811 1877", "score": "3", "event": "Published"}


async def test_a_published_norm_is_shown_by_level(club: SimulatedClub) -> None:
    report = await club.dana.slash(club.channel, "rating update", **PUBLISHED, rating=1700.0, games=40)
    assert "expected 1.54 (this or more in 1 of 14 such events)" in report.response.embeds[0].description
    answer = await club.dana.slash(club.channel, "norms")
    text = await full_text(answer)
    assert "Norm **2nd Category (1600)** · `N:2`" in text
    assert ["2nd", "1600", "1.23", "2½", "3", "YES"] in lines_of(text)
    assert ["1st", "1800", "2.10", "3½", "3", "no"] in lines_of(text)
    assert "4th Category (1200)**: 1 of 5 norms" in text
    assert "### Dana · norms at Published\n✅ **2nd Category (1600)**: 3 scored, 2½ needed, a 15% chance\n" in text
    # All 81 results written out, with a quarter of equal games drawn: 0.152 and 0.012.
    assert "▫️ **1st Category (1800)**: 3½ needed, ½ short, a 1% chance\n" in text
    assert "**On the way to 4th Category**\n● ○ ○ ○ ○  1 of 5 norms, 4 to go" in text


@pytest.mark.both_databases
async def test_five_norms_make_a_title_that_is_announced_with_the_event(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **PUBLISHED, rating=1700.0, games=40, date="2026-10-01")
    for day in range(2, 5):
        await club.dana.slash(club.channel, "rating update", **PUBLISHED, date=f"2026-10-0{day}")
    fifth = await club.dana.slash(club.channel, "rating update", **PUBLISHED, date="2026-10-05")
    assert "🏆 **2nd Category (1600)**, for life" in await full_text(fifth)
    assert "Title: **2nd Category (1600)**" in await full_text(await club.dana.slash(club.channel, "norms"))
    assert "2nd Category (1600)" in await full_text(await details(club.dana, club.channel, "rating show"))
    await club.dana.slash(club.channel, "rating undo")
    assert "Title:" not in await full_text(await club.dana.slash(club.channel, "norms"))


async def test_a_provisional_player_earns_norms_but_no_title_yet(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **PUBLISHED, rating=1700.0, games=10)
    assert "an established rating (more than 25 games)" in await full_text(await club.dana.slash(club.channel, "norms"))


async def test_an_event_is_chosen_from_those_offered(club: SimulatedClub) -> None:
    await club.dana.slash(club.channel, "rating update", **PUBLISHED, rating=1700.0, games=40)
    await club.dana.slash(club.channel, "rating update", opponents="W1500", event="Short")
    offered = await club.dana.autocomplete(club.channel, "norms", "event", "publ")
    assert [choice["name"] for choice in offered] == ["Published · 2026-11-21"]
    answer = await club.eli.slash(club.channel, "norms", event=offered[0]["value"])
    assert "N:2" in await full_text(answer)
    assert "One game. A norm needs four." in await full_text(await club.dana.slash(club.channel, "norms"))


async def test_three_games_and_a_bye_are_enough_when_exceeded_by_two(club: SimulatedClub) -> None:
    """Vector three-plus-bye: three wins against 1500s and a full-point bye make a 4th Category norm."""
    await club.dana.slash(club.channel, "rating update", opponents="W1500 BYE W1500 W1500", rating=1500.0, games=40)
    text = await full_text(await club.dana.slash(club.channel, "norms"))
    assert "Norm **4th Category (1200)**" in text


async def test_unknown_events_and_members_without_events_get_a_sentence(club: SimulatedClub) -> None:
    assert "no event on a US Chess list here yet" in await said(club.dana.slash(club.channel, "norms"))
    assert "no such event" in await said(club.dana.slash(club.channel, "norms", event="99"))
    assert 'no event "nonsense"' in await said(club.dana.slash(club.channel, "norms", event="nonsense"))
    await club.eli.slash(club.channel, "rating update", **PUBLISHED, rating=1700.0, games=40)
    elis = await club.dana.slash(club.channel, "norms", player=club.eli)
    assert elis.response.embeds[0].description.startswith("### Eli · norms at Published\n")
    await club.dana.slash(club.channel, "rating update", **PUBLISHED, rating=1700.0, games=40)
    assert "Choose one of their own events" in await said(
        club.td.slash(club.channel, "norms", player=club.dana, event="1")
    )
