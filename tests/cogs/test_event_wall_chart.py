"""The crosstable of /events: pictures to page through, all of it as files, and words where nothing can be drawn."""

import csv
import io
import re
from pathlib import Path

import pytest
from PIL import Image
from test_event_export import imported

from bot.ui.pictures.draw import draw
from bot.ui.pictures.scene import Scene
from tests.conftest import SimulatedClub, by_names, said
from tests.flows import link_player, wall_chart

HEADER = "number,name,rating,games,1,2\n"


def chart_of(players: int, first: str = "Player 1") -> bytes:
    """Return an event in which neighbours play twice, one winning each time; everybody's name has their number."""
    rows = []
    for number in range(1, players + 1):
        name = first if number == 1 else f"Player {number}"
        other, letter = (number + 1, "W") if number % 2 else (number - 1, "L")
        rows.append(f"{number},{name},{2000 - number},30,{letter}{other},{letter}{other}\n")
    return (HEADER + "".join(rows)).encode()


async def test_a_page_has_ten_players_and_turns(club: SimulatedClub) -> None:
    event_id = await imported(club, chart_of(24), name="Winter")
    answer = await wall_chart(club.dana, club.channel, event_id)
    (file,) = answer.response.attachments
    assert file.filename == "crosstable-1.png"
    assert Image.open(io.BytesIO(await file.read())).size == (1080, 680)
    assert "Wall chart of Winter" in file.description
    assert "Player 1 2" in file.description
    assert answer.response.embeds[0].image.url.endswith("crosstable-1.png")
    await club.dana.click(answer.response, label="▶")
    (file,) = answer.response.attachments
    assert file.filename == "crosstable-2.png"
    await club.dana.click(answer.response, label="▶")
    assert [file.filename for file in answer.response.attachments] == ["crosstable-3.png"]
    row, _ = answer.response.components
    assert [(button["label"], button.get("disabled", False)) for button in row["components"]] == [
        ("◀", False), ("3 / 3", False), ("▶", True), ("Me", False), ("File", False)
    ]  # fmt: skip


@pytest.mark.long
async def test_whoever_presses_finds_themselves_and_leaves_the_page_to_its_owner(club: SimulatedClub) -> None:
    event_id = await imported(club, chart_of(24))
    chart = await wall_chart(club.dana, club.channel, event_id)
    answer = await club.dana.click(chart.response, label="Post here")
    (turned,) = (await club.eli.click(answer.response, label="▶")).followups
    assert turned.ephemeral
    assert turned.attachments[0].filename == "crosstable-2.png"
    assert answer.response.attachments[0].filename == "crosstable-1.png"
    assert "not in this event" in await said(club.dana.click(answer.response, label="Me"))
    await link_player(club.td, club.channel, player="Player 14", member=club.dana, reason="she says so")
    await club.dana.click(answer.response, label="Me")
    assert answer.response.attachments[0].filename == "crosstable-2.png"


async def test_the_file_has_everything(club: SimulatedClub) -> None:
    event_id = await imported(club, chart_of(24))
    answer = await wall_chart(club.dana, club.channel, event_id)
    files = (await club.dana.click(answer.response, label="File")).response
    assert files.ephemeral
    image, table, text = files.attachments
    assert Image.open(io.BytesIO(await image.read())).height > 24 * 49
    rows = list(csv.DictReader(io.StringIO((await table.read()).decode("utf-8-sig"))))
    assert len(rows) == 24
    # Twelve won both rounds against the other twelve, who share the thirteenth place in lines 13 to 24.
    assert (rows[0]["place"], rows[0]["name"], rows[0]["1"], rows[0]["total"]) == ("1", "Player 1", "W13", "2")
    assert [row["place"] for row in rows] == ["1"] * 12 + ["13"] * 12
    assert [row["number"] for row in rows] == [str(line) for line in range(1, 25)]
    assert "Player 24" in (await text.read()).decode()


async def test_words_stand_where_nothing_can_be_drawn(club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_layout: object) -> None:
        return None

    monkeypatch.setattr("bot.ui.pictures.rendering.picture_of", nothing)
    event_id = await imported(club, chart_of(12))
    answer = await wall_chart(club.dana, club.channel, event_id)
    assert not answer.response.attachments
    read = answer.response.embeds[0].description
    while "Player 12" not in read:  # to the last page, which the button ends at
        read += "\n" + (await club.dana.click(answer.response, label="▶")).response.embeds[0].description
    assert sorted(re.findall(r"Player (\d+)", read), key=int) == [str(number) for number in range(1, 13)]


async def test_a_name_without_a_font_is_in_the_message(club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.pictures.parts.can_draw", lambda text: text.isascii())
    event_id = await imported(club, chart_of(2, first="王小明"))
    answer = await wall_chart(club.dana, club.channel, event_id)
    assert answer.response.embeds[0].description == "1 name in full: 王小明"


async def test_whose_name_cannot_be_drawn_is_called_as_on_discord(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ui.pictures.parts.can_draw", lambda text: text.isascii())
    monkeypatch.setattr("bot.ui.pictures.fonts.can_draw", lambda text: text.isascii())
    drawn: list[Scene] = []
    monkeypatch.setattr("bot.ui.pictures.rendering.draw", lambda scene: drawn.append(scene) or draw(scene))
    event_id = await imported(club, chart_of(2, first="王小明"))
    await link_player(club.td, club.channel, player="王小明", member=club.dana, reason="she says so")
    await wall_chart(club.eli, club.channel, event_id)
    assert "Dana" in [text.text for text in drawn[-1].texts]
    assert drawn[-1].in_full == ("王小明",)


@pytest.mark.parametrize("names", [("王小明", "山田太郎"), ("अनिल कुमार", "सुनील कुमार")], ids=ascii)
async def test_names_of_other_scripts_are_drawn_each_as_itself(club: SimulatedClub, names: tuple[str, str]) -> None:
    pictures = []
    for name in names:
        answer = await club.td.slash(club.channel, "td import", file=("event.csv", chart_of(2, first=name)))
        await by_names(club.td, answer)  # the two names are alike: the second is a new player's
        await club.td.click(answer.response, label="Store it")
        chart = await wall_chart(club.dana, club.channel, len(pictures) + 1)
        assert chart.response.embeds[0].description is None
        pictures.append(await chart.response.attachments[0].read())
    assert pictures[0] != pictures[1]


async def test_a_scrabble_event_has_qursh_in_its_wall_chart_and_behind_a_button(club: SimulatedClub) -> None:
    """Won by 20 is 50 and by 10 is 46 to 54, says the seed: 48 against 52 in the mean."""
    file = ("two-games.t", (Path(__file__).parents[2] / "tests" / "seeds" / "two-games.t").read_bytes())
    preview = await club.td.slash(club.channel, "td import", file=file)
    stored = await club.td.click(preview.response, label="Store it")
    chart = await club.dana.click(stored.response, label="Wall chart")
    _, table, text = (await club.dana.click(chart.response, label="File")).response.attachments
    rows = list(csv.DictReader(io.StringIO((await table.read()).decode("utf-8-sig"))))
    assert {row["name"]: row["QURSH"] for row in rows} == {"Ada Quill": "52.00", "Rosa Fenn": "48.00"}
    assert re.search(r"QURSH\n.*Ada Quill.* 52\.00\n", (await text.read()).decode(), re.DOTALL)
    words = await club.dana.click(chart.response, label="As text")
    assert "QURSH 52.00" in words.response.embeds[0].description
    ranked = await club.dana.click(stored.response, label="QURSH")
    assert "52.00" in ranked.response.embeds[0].description
