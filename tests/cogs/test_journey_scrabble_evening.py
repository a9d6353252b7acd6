"""A Scrabble club's evening: records while it is played, the wall chart with QURSH, the week, the year."""

import pytest

from bot.services.framework.whole_clubs import verify_club
from tests.cogs.paired_evening import PairedEvening
from tests.cogs.test_club_announce import send, words
from tests.cogs.test_event_records import lines_of
from tests.cogs.test_paper import asked_of, printed
from tests.conftest import Clock, SimulatedClub
from tests.flows import add_player, close_evening, report_results, set_settings

RATINGS = {"Ann": "1800", "Bo": "1700", "Cy": "1600", "Di": "1500"}
SCORES = [(350, 460), (390, 391), (520, 300)]
"""By round: the first board's scores, the higher name of the alphabet first; the other board is 400 to 380."""


@pytest.mark.both_databases
async def test_journey_of_a_scrabble_evening(club: SimulatedClub, clock: Clock) -> None:
    await set_settings(club, channel=club.channel, when="weekly")
    evening = await PairedEvening.opened(club, clock, method="scrabble-round-robin", list="naspa", name="Lantern")
    for name, rating in RATINGS.items():
        await add_player(club, newcomer=name, rating=rating)
    for own, theirs in SCORES:
        await evening.begin()
        first, second = sorted(sorted(board) for board in await evening.opponents())
        results = f"{first[0]} {own} {first[1]} {theirs}; {second[0]} 400 {second[1]} 380"
        await report_results(club, club.td, results=results)
        if own != SCORES[-1][0]:
            await evening.direct("Close round")

    standings = await club.dana.click(evening.card, label="Standings")
    shown = lines_of((await club.dana.click(standings.response, label="Records")).response)
    assert "`520` **High win** Ann · round 3" in shown
    assert "`390` **High loss** Ann · round 2" in shown
    assert any(line.startswith("`  1` **Closest game**") and line.endswith("390 Ann · round 2") for line in shown)
    (page,) = (await printed(club.td, await asked_of(evening, club.td), "crosstable"))[0]
    assert "QURSH" in page

    await evening.direct("Close round")
    await close_evening(club)
    (offered,) = await club.dana.autocomplete(club.channel, "events", "event", "Lantern")
    event = await club.dana.slash(club.channel, "events", event=offered["value"])
    assert lines_of((await club.dana.click(event.response, label="Records")).response)[1:] == shown[1:]
    turned = await club.dana.click((await club.dana.click(event.response, label="Records")).response, label="▶")
    # Ann: 350, 390 and 520 are 1260 of three games, and 460, 391 and 300 against her 1151.
    assert any(line.startswith("`420     384") and line.endswith(" Ann") for line in lines_of(turned.response))
    chart = await club.dana.click(event.response, label="Wall chart")
    in_words = await club.dana.click(chart.response, label="As text")
    assert "QURSH " in in_words.response.embeds[0].description

    await send(club, clock, days=7)
    assert any("🔤 **High game** Ann 520, high loss Ann 390, closest" in line for line in words(club))
    book = await club.td.slash(club.channel, "yearbook")
    (scores,) = [one.description for one in book.response.attachments if one.description.startswith("Scores")]
    assert "520 Ann (high win · Lantern)" in scores
    assert await verify_club(club.services, club.guild.id) == []
