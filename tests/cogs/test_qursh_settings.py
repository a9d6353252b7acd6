"""The settings of QURSH: the club's own games as part of the history, and finer bins."""

from typing import Any

import pytest
from scrabble_files import SEED, event_ids, line

from core.rating.qursh import history
from tests.conftest import SimulatedClub, said
from tests.flows import load_games, qursh_table, set_qursh, show_td, void
from tests.seeds_page import labels

PAIRS, ROUNDS = 3, 7
"""21 games: enough for a cell of its own where 20 are."""


def evening(margin: int) -> str:
    """Return a division in which everybody rated 1800 wins by one margin against those rated 1675."""
    strong = [[PAIRS + 1 + (place + number) % PAIRS for number in range(ROUNDS)] for place in range(PAIRS)]
    weak = [[1 + (place - number) % PAIRS for number in range(ROUNDS)] for place in range(PAIRS)]
    lines = [line(f"Strong, P{at:02}", 1800, met, [400 + margin] * ROUNDS) for at, met in enumerate(strong)]
    lines += [line(f"Weak, P{at:02}", 1675, met, [400] * ROUNDS) for at, met in enumerate(weak)]
    return "".join(lines)


async def imported(club: SimulatedClub, text: str, date: str) -> str:
    preview = await club.td.slash(club.channel, "td import", file=("a.t", text.encode()), date=date)
    await club.td.click(preview.response, label="Store it")
    return (await event_ids(club))[-1]


async def text_of(answering: Any) -> str:
    text: str = (await answering).response.embeds[0].description
    return text


async def settings(club: SimulatedClub, **options: Any) -> str:
    return await text_of(set_qursh(club, **options))


async def placed(club: SimulatedClub) -> str:
    """Return what 1800 winning by 10 against 1675 is worth: 46 by the announcement's example."""
    options = {"rating": 1800.0, "opponent": 1675.0, "margin": 10}
    return (await text_of(club.eli.slash(club.channel, "qursh margin", **options))).splitlines()[0]


@pytest.mark.both_databases
async def test_the_clubs_own_games_feed_its_history_from_event_to_event(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """'As more game data becomes available': each event adds its games, and takes them back with it."""
    monkeypatch.setattr(history, "FEWEST", 20)
    first = await imported(club, evening(5), "2026-10-03")
    assert await placed(club) == "## 46% – 54%"
    said_so = await settings(club, own_games="naspa")
    assert "The club's own games on NASPA (estimate): **part of it**" in said_so
    assert "; **21** games of this club's own on NASPA (estimate) since 2006-03-01" in said_so
    assert "- 0 → **1** thin, with 200 to 999" in said_so
    assert "- 18 → **15** still too few, placed by the normal curve" in said_so
    assert await placed(club) == "## 100% – 0%"

    second = await imported(club, evening(15), "2026-10-20")
    assert "**42** games of this club's own" in await text_of(qursh_table(club.eli, club.channel))
    assert await placed(club) == "## 50% – 50%"
    # An event is placed by those before it: the first by the curve, (5 - 20.5) / 102.9, the second by the first.
    for event, leader in ((first, "`1=\xa056.00` 🥇 P00 Weak"), (second, "`1=\xa0100.00` 🥇 P00 Strong")):
        assert leader in await text_of(club.eli.slash(club.channel, "qursh rank", event=event))

    await void(club, first, "wrong file")
    assert await placed(club) == "## 0% – 100%"
    assert "**21** games of this club's own" in await settings(club, since="2026-10-20")
    assert "**0** games of this club's own" in await settings(club, since="2026-10-21")
    assert await placed(club) == "## 46% – 54%"
    assert "not part of it" in await settings(club, own_games="none")
    assert "own" not in (await text_of(qursh_table(club.eli, club.channel)))


async def test_finer_bins_are_a_setting_that_says_what_it_does_to_thin_cells(club: SimulatedClub) -> None:
    """'Distributions based on smaller rating differences or to break the > 300 bins into smaller pieces.'"""
    header = "rating_hi,rating_lo,score_hi,score_lo\n"
    games = header + "".join(f"1800,{1800 - 101 - number % 50},420,400\n" for number in range(1100))
    games += "".join(f"1800,{1800 - 301 - number % 300},480,400\n" for number in range(1100))
    await load_games(club, games.encode(), "games")
    said_so = await settings(club, bins="125 400 500")
    assert "**0-50, 51-100, 101-125, 126-150, 151-200, 201-300, 301-400, 401-500, above 500**" in said_so
    assert "**27 cells**" in said_so
    assert "- 2 → **0** with 1,000 games or more" in said_so
    assert "- 0 → **5** thin, with 200 to 999" in said_so
    table = await text_of(qursh_table(club.eli, club.channel))
    assert "401-500        400" in table
    cell = await qursh_table(club.eli, club.channel, "above 1500, 301-400")
    assert cell.response.embeds[0].title == "QURSH · higher rating above 1500, difference 301-400"
    back = await settings(club, bins="as announced")
    assert "(as announced): **0-50, 51-100, 101-150, 151-200, 201-300, above 300**" in back


async def test_what_cannot_be_set_is_one_sentence(club: SimulatedClub) -> None:
    asked: tuple[tuple[dict[str, Any], str], ...] = (
        ({"bins": "70"}, "Bins cannot end at 70"),
        ({"bins": "fine"}, "Write the upper ends of more bins"),
        ({"since": "2026-01-01"}, "The rating list of the club's own games is missing"),
    )
    for options, sentence in asked:
        refused = await set_qursh(club, **options)
        assert sentence in [*refused.followups, refused.response][0].content
    await show_td(club, club.eli)
    assert "Only a tournament director" in await said(club.eli.slash(club.channel, "td settings", page="qursh"))


async def test_every_cell_is_offered_in_the_menus(club: SimulatedClub) -> None:
    await settings(club, bins="400 500")
    shown = await qursh_table(club.eli, club.channel)
    cells = [one["label"] for row in shown.response.components for part in row["components"] for one in part["options"]]
    assert [cell for cell in cells if cell.endswith("above 500")] == [
        f"{group}, above 500" for group in ("above 1500", "1001 to 1500", "up to 1000", "all ratings")
    ]


async def test_an_event_of_another_list_adds_nothing(club: SimulatedClub) -> None:
    await imported(club, SEED, "2026-10-03")
    assert "**0** games of this club's own on Elo" in await settings(club, own_games="elo")


async def test_a_change_is_taken_back_by_its_button(club: SimulatedClub) -> None:
    before = await settings(club)
    answer = await set_qursh(club, own_games="naspa", bins="25 75")
    assert await settings(club) != before
    await club.td.click(answer.response, label="Undo")
    assert await settings(club) == before
    seen = await set_qursh(club)
    assert labels(seen.response) == ["Change settings"]
