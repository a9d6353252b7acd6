"""/qursh: rankings of events and files, one game, the table in use and the history behind it."""

import csv
import gzip
import io
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from scrabble_files import SEED, division_of_24, event_ids, line
from sqlalchemy import func, select

from bot.store.database.tables import audit, history
from bot.ui.framework.layout import PADDING
from tests.conftest import SimulatedClub, rows, said, stored
from tests.flows import load_games, qursh_table, rank, set_qursh, show_td
from tests.seeds_page import labels

DIVISION = Path(__file__).parents[1] / "golden" / "files" / "division.t"
SPREADS = line("Fenn, Rosa", 1800, [2, 2], [20, 10]) + line("Quill, Ada", 1675, [1, 1], [-20, -10])
UNRATED = line("Fenn, Rosa", 0, [2], [420]) + line("Quill, Ada", 0, [1], [400])
OTHER_DIVISION = line("Vale, Bo", 1200, [2, 2], [350, 400]) + line("Moss, Cy", 1100, [1, 1], [390, 330])


async def standings(club: SimulatedClub, text: str, by: Any = None, name: str = "a.t", **options: Any) -> Any:
    return await rank(by or club.dana, club.channel, file=(name, text.encode()), **options)


async def imported(club: SimulatedClub, text: str, **options: Any) -> None:
    preview = await club.td.slash(club.channel, "td import", file=("a.t", text.encode()), **options)
    await club.td.click(preview.response, label="Store it")


def zipped(files: dict[str, bytes]) -> tuple[str, bytes]:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as packed:
        for name, data in files.items():
            packed.writestr(name, data)
    return "divisions.zip", made.getvalue()


def lines_of(answer: Any) -> list[str]:
    description: str = answer.response.embeds[0].description
    return description.replace(PADDING, " ").splitlines()


async def test_the_seeds_two_games_make_48_and_52(club: SimulatedClub) -> None:
    """1800 wins by 20 against 1675, which is 50, and by 10, which is 46: 48.00; the other side has the rest of 100."""
    answer = await standings(club, SEED)
    text = lines_of(answer)
    assert text[:4] == [
        "`1 52.00` 🥇 Quill, Ada",
        "2 games · 1675 · 0-2 · -30",
        "`2 48.00` 🥈 Fenn, Rosa",
        "2 games · 1800 · 2-0 · +30",
    ]
    assert await stored(club) == 0


async def test_every_ranking_shows_its_table_games_and_chance(club: SimulatedClub) -> None:
    """Chance: 28.9 / sqrt(2) = 20.4."""
    answer = await standings(club, SEED)
    assert "Table in use: normal curves fitted to 17,996 games" in "\n".join(lines_of(answer))
    assert "Luck alone: ±20." in answer.response.embeds[0].footer.text


def first_names_first(lines: list[str]) -> list[str]:
    """Return a file's lines with its people called as they are stored."""
    return [re.sub(r"(\b[A-Z][a-z]+), ([A-Z]\w+)", r"\2 \1", line) for line in lines]


async def test_a_stored_event_is_ranked_as_its_file(club: SimulatedClub) -> None:
    of_file = await standings(club, division_of_24())
    await imported(club, division_of_24())
    (event_id,) = await event_ids(club)
    of_event = await club.dana.slash(club.channel, "qursh rank", event=event_id)
    assert lines_of(of_event) == first_names_first(lines_of(of_file))


async def test_six_a_page_and_jump_to_me(club: SimulatedClub) -> None:
    await club.td.slash(club.channel, "td rating", player=club.dana, rating=1700.0, games=50, list="naspa")
    answer = await standings(club, division_of_24({24: "Dana"}))
    assert "Page 1 of 5 · 24 players" in answer.response.embeds[0].footer.text
    assert sum(bool(re.match(r"` ?\d+=? +\d\d\.\d\d` .*Player, Num", row)) for row in lines_of(answer)) == 6
    assert len(lines_of(answer)) == 12

    await club.dana.click(answer.response, label="▶")
    assert "Page 2 of 5" in answer.response.embeds[0].footer.text

    await club.dana.click(answer.response, label="Me")
    (mine,) = [row for row in lines_of(answer) if row.endswith("◂ you")]
    assert "Dana" in mine

    elsewhere = await club.eli.click(answer.response, label="Me")
    assert "not ranked in this event" in elsewhere.response.content
    turned = await club.eli.click(answer.response, label="◀")
    assert turned.response.ephemeral
    assert "Page 3 of 5" in turned.response.embeds[0].footer.text
    assert "Page 4 of 5" in answer.response.embeds[0].footer.text


async def test_divisions_share_one_list(club: SimulatedClub) -> None:
    config = b"division A a.t\ndivision B b.t\nconfig event_name = 'Lantern'\n"
    file = zipped({"config.tsh": config, "b.t": OTHER_DIVISION.encode(), "a.t": SEED.encode()})
    answer = await club.dana.slash(club.channel, "qursh rank", file=file)
    embed = answer.response.embeds[0]
    assert embed.title == "QURSH · Lantern"
    assert "4 players" in embed.footer.text
    assert "A · 1675 · 0-2 · -30" in embed.description
    assert "B · 1200 · 1-1 · +30" in embed.description

    preview = await club.td.slash(club.channel, "td import", file=file)
    await club.td.click(preview.response, label="Store it")
    for event_id in await event_ids(club):
        of_event = await club.dana.slash(club.channel, "qursh rank", event=event_id)
        assert of_event.response.embeds[0].title == "QURSH · Lantern"
        assert lines_of(of_event) == first_names_first(lines_of(answer))


async def test_a_missing_division_is_named(club: SimulatedClub) -> None:
    config = b"division A a.t\ndivision B b.t\n"
    file = zipped({"config.tsh": config, "b.t": OTHER_DIVISION.encode()})
    answer = await club.dana.slash(club.channel, "qursh rank", file=file)
    assert "Division A is missing" in answer.response.embeds[0].description


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (SPREADS, "spreads instead of scores"),
        (UNRATED, "Nobody in the event has a rating"),
        ("hello\n", "not a known result file"),
    ],
)
async def test_what_cannot_be_ranked_is_one_sentence(club: SimulatedClub, text: str, sentence: str) -> None:
    assert sentence in await said(standings(club, text))


async def test_one_of_event_and_file_is_asked_for(club: SimulatedClub) -> None:
    assert "Choose an event or attach a file, not both." in await said(club.dana.slash(club.channel, "qursh rank"))
    assert "Choose an event or attach a file, not both." in await said(standings(club, SEED, event="1"))
    assert "no such event" in await said(club.dana.slash(club.channel, "qursh rank", event="7"))


async def test_an_event_of_chess_is_refused(club: SimulatedClub) -> None:
    await imported(club, "number,name,rating,1\n1,Ann,1500,W2\n2,Ben,1500,L1\n")
    (event_id,) = await event_ids(club)
    assert "no scores" in await said(club.dana.slash(club.channel, "qursh rank", event=event_id))


async def test_a_ranking_lists_what_was_skipped_in_its_file(club: SimulatedClub) -> None:
    forfeit = line("Fenn, Rosa", 1800, [2, 2], [420, 100]) + line("Quill, Ada", 1675, [1, 1], [400, 0])
    answer = await standings(club, forfeit)
    assert "**Remarks:** Line 1: round 2: 100 to 0 against player 2 is read as a forfeit" in lines_of(answer)


@pytest.mark.parametrize("winners", ["2", "#2", "Quill, Ada", "ada quill", "quill"])
async def test_the_highest_out_of_the_money(club: SimulatedClub, winners: str) -> None:
    answer = await standings(club, SEED, by=club.td, winners=winners)
    text = "\n".join(lines_of(answer))
    assert "**Highest out of the money:** Fenn, Rosa 48.00" in text
    assert "Prize winners marked: Quill, Ada" in text


@pytest.mark.parametrize(
    ("winners", "sentence"),
    [("9", '"9" is not in this event'), ("Marlow", "is not in this event"), ("Player", "could be")],
)
async def test_a_winner_who_is_nobody_is_asked_again(club: SimulatedClub, winners: str, sentence: str) -> None:
    text = division_of_24() if winners == "Player" else SEED
    assert sentence in await said(standings(club, text, winners=winners))


async def test_exact_percents_and_ratings_without_groups(club: SimulatedClub) -> None:
    """Exactly the seed's games are 49.8 and 45.9; by the single curve, mean 0.155 x 125 = 19.4, they are 50 and 46."""
    exact = await standings(club, SEED, view="EXACT")
    assert re.search(r"^`2 47\.8\d` 🥈 Fenn, Rosa$", "\n".join(lines_of(exact)), re.MULTILINE)
    assert "exact percents" in exact.response.embeds[0].footer.text
    alone = await standings(club, SEED, view="ONE_GROUP")
    assert "`2 48.00` 🥈 Fenn, Rosa" in lines_of(alone)
    assert "ratings not grouped" in alone.response.embeds[0].footer.text


async def test_the_best_of_each_class(club: SimulatedClub) -> None:
    answer = await standings(club, SEED)
    assert "above 1500: Quill, Ada 52.00" in lines_of(answer)


async def test_the_classes_of_a_file_are_kept_with_the_event(club: SimulatedClub) -> None:
    text = SEED.replace("420 410", "420 410; class A").replace("400 400", "400 400; class B")
    of_file = [line for line in lines_of(await standings(club, text)) if "class" in line.lower() or "B:" in line]
    await imported(club, text)
    (event_id,) = await event_ids(club)
    stored = await club.dana.slash(club.channel, "qursh rank", event=event_id)
    assert [line for line in lines_of(stored) if "class" in line.lower() or "B:" in line] == (
        first_names_first(of_file)
    )
    assert any("B: Quill, Ada 52.00" in line for line in of_file)


async def test_the_wall_chart_ends_with_the_score(club: SimulatedClub) -> None:
    answer = await standings(club, SEED, view="TEXT")
    (file,) = answer.response.attachments
    chart = (await file.read()).decode().splitlines()
    header = next(row for row in chart if row.startswith("#"))
    assert header.split()[-1] == "QURSH"
    assert next(row for row in chart if "Quill" in row).split()[-1] == "52.00"
    assert "Quill" in answer.response.embeds[0].description

    answer = await standings(club, SEED, view="CSV")
    (file,) = answer.response.attachments
    table = list(csv.DictReader(io.StringIO((await file.read()).decode("utf-8-sig"))))
    assert list(table[0])[-1] == "QURSH"
    assert {row["name"]: row["QURSH"] for row in table} == {"Fenn, Rosa": "48", "Quill, Ada": "52"}
    assert [row["1"] for row in table] == ["W 420-400 2", "L 400-420 1"]

    answer = await standings(club, division_of_24(), view="PICTURE")
    (file,) = answer.response.attachments
    assert (await file.read()).startswith(b"\x89PNG")
    await club.dana.click(answer.response, label="▶")
    assert len(answer.response.attachments) == 1


@pytest.mark.parametrize(("points", "percents"), [((420, 400), ("50", "50")), ((410, 400), ("46", "54"))])
async def test_the_seeds_games_one_by_one(
    club: SimulatedClub, points: tuple[int, int], percents: tuple[str, str]
) -> None:
    margin = points[0] - points[1]
    answer = await club.dana.slash(club.channel, "qursh margin", rating=1800.0, opponent=1675.0, margin=margin)
    embed = answer.response.embeds[0]
    assert f"## {percents[0]}% – {percents[1]}%" in embed.description
    assert "First player (1800)" in embed.description
    assert "higher rating above 1500, difference 101-150" in embed.description
    assert "the normal curve" in embed.description
    (file,) = answer.response.attachments
    assert (await file.read()).startswith(b"\x89PNG")
    # The other way round it is the same game.
    answer = await club.dana.slash(club.channel, "qursh margin", rating=1675.0, opponent=1800.0, margin=-margin)
    assert f"## {percents[1]}% – {percents[0]}%" in answer.response.embeds[0].description


HEADER = "rating_hi,rating_lo,score_hi,score_lo\n"


def games(count: int = 250) -> str:
    """Return games of 1800 against 1675 that the higher won by 0, 1, 2 ... points, each as often."""
    return HEADER + "".join(f"1800,1675,{400 + number % 50},400\n" for number in range(count))


async def load(club: SimulatedClub, data: bytes | str, origin: str = "games of the club") -> Any:
    return await load_games(club, data.encode() if isinstance(data, str) else data, origin)


async def test_a_loaded_history_places_the_games_from_then_on(club: SimulatedClub) -> None:
    """Margins 0 to 49, five games each: 20 has 100 below and 5 equal of 250, 41%; 10 has 50 and 5, 21%."""
    answer = await load(club, games())
    assert not answer.response.ephemeral
    text = answer.response.embeds[0].description
    assert "games of the club · **250** games · loaded 2026-11-21" in text
    assert "250 of 250 games of the file count" in text
    assert f"<@{club.td.id}>" in text

    ranked = "\n".join(lines_of(await standings(club, SEED)))
    assert "`2 31.00` 🥈 Fenn, Rosa" in ranked
    assert "games of the club · **250** games · loaded 2026-11-21" in ranked
    assert "Games placed by a thin cell (200 to 999 games): 2" in ranked

    table = await qursh_table(club.dana, club.channel)
    assert ["101-150", "250", "24", "14", "t"] in [row.split() for row in lines_of(table)]


@pytest.mark.both_databases
async def test_a_packed_history_replaces_the_one_before(club: SimulatedClub) -> None:
    await load(club, games())
    answer = await load(club, gzip.compress(games(1000).encode()), origin="more games")
    assert "more games · **1,000** games" in answer.response.embeds[0].description
    assert await count(club, history) == 1


async def test_another_club_keeps_its_own_table(club: SimulatedClub) -> None:
    await load(club, games())
    other = club.other_server()
    table = await qursh_table(other.dana, other.channel)
    assert "shipped" in table.response.embeds[0].description


@pytest.mark.both_databases
async def test_reset_goes_back_to_the_shipped_table(club: SimulatedClub) -> None:
    await load(club, games())
    page = await set_qursh(club)
    asked = await club.td.click(page.response, label="Built-in table")
    assert "The loaded table is deleted" in asked.response.embeds[0].description
    assert await count(club, history) == 1
    answer = await club.td.click(asked.response, label="Use the built-in table")
    assert "normal curves" in answer.response.embeds[0].description
    assert await count(club, history) == 0
    asked = await club.td.click(page.response, label="Built-in table")
    assert "already in use" in await said(club.td.click(asked.response, label="Use the built-in table"))
    assert "Built-in table" not in labels((await set_qursh(club)).response)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "empty"),
        (b"winnerscore,loserscore,winneroldrating\n400,390,1500\n", "header lacks loseroldrating"),
        (HEADER.encode(), "No game of the file counts"),
        (gzip.compress(games().encode(), mtime=0)[:60], "packed file is damaged"),
        (b"version https://git-lfs.github.com/spec/v1\n", "Git LFS"),
    ],
)
async def test_a_history_that_cannot_be_read_changes_nothing(club: SimulatedClub, data: bytes, sentence: str) -> None:
    assert sentence in await said(load(club, data))
    assert (await count(club, history), await count(club, audit)) == (0, 0)


async def test_lines_that_cannot_be_read_are_named(club: SimulatedClub) -> None:
    table = games() + "1800,1675,much,400\n"
    answer = await club.td.slash(club.channel, "td import", file=("games.csv", table.encode()))
    text = answer.response.embeds[0].description
    assert "not: 1 not readable" in text
    assert "Line 252" in text


async def test_the_name_of_a_history_is_a_field_of_its_preview(club: SimulatedClub) -> None:
    looked = await club.td.slash(club.channel, "td import", file=("winter.csv", games().encode()))
    assert looked.response.ephemeral
    assert "winter.csv · **250** games" in looked.response.embeds[0].description
    form = await club.td.click(looked.response, label="Edit details")
    named = await club.td.submit_modal(form, {"name": "games of the winter"})
    assert "games of the winter · **250** games" in named.response.embeds[0].description
    assert await count(club, history) == 0
    await club.td.click(named.response, label="Store it")
    assert "games of the winter · **250** games" in "\n".join(lines_of(await standings(club, SEED)))
    assert "already stored" in await said(club.td.click(named.response, label="Store it"))


async def test_only_a_director_loads(club: SimulatedClub) -> None:
    await show_td(club, club.dana)
    file = ("games.csv", games().encode())
    assert "(TD)" in await said(club.dana.slash(club.channel, "td import", file=file))
    assert await count(club, history) == 0


async def test_the_table_that_is_shipped_has_every_cell(club: SimulatedClub) -> None:
    """The means and deviations of the spec's curves: 0.164 x 125 = 20.5, and 77 above 300."""
    table = await qursh_table(club.dana, club.channel)
    cells = [row.split() for row in lines_of(table)]
    assert cells.count(["above", "300", "0", "77", "108", "c"]) == 1
    assert sum(row[-1:] == ["c"] and len(row) in (5, 6) for row in cells) == 24


async def test_a_real_division_is_ranked(club: SimulatedClub) -> None:
    answer = await club.dana.slash(club.channel, "qursh rank", file=("a.t", DIVISION.read_bytes()))
    assert re.match(r"` ?1 \d\d\.\d\d` 🥇 \w", lines_of(answer)[0])


async def count(club: SimulatedClub, table: Any) -> int:
    ((amount,),) = await rows(club.services.database, select(func.count()).select_from(table))
    return int(amount)
