"""The practice page, as somebody uses it in a browser."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import discord
import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, expect

from bot.practice.page import practice_club
from bot.store.database import migrate
from bot.store.database.transactions import Database
from tests.practice.browser import CHROMIUM, PHONE, PracticePage, open_browser, open_club

pytestmark = pytest.mark.asyncio(loop_scope="module")

LEVELS = {
    1200: ("1.6924", "2.6924", "YES"),
    1400: ("2.1091", "3.1091", "NO"),
    1600: ("2.4784", "3.4784", "NO"),
    1800: ("2.7797", "3.7797", "NO"),
    2000: ("2.9732", "3.9732", "NO"),
    2200: ("3.1438", "N/A", "NO"),
    2400: ("3.3896", "N/A", "NO"),
}
"""Expected, required and earned by level, as the seed's README prints them."""

ROUNDS = {
    974: "0.7860 0.9207 0.9735 0.9915 0.9973 0.9991 0.9997",
    951: "0.8074 0.9299 0.9767 0.9925 0.9976 0.9992 0.9998",
    2471: "0.0007 0.0021 0.0066 0.0206 0.0623 0.1736 0.3992",
    1585: "0.0983 0.2564 0.5216 0.7752 0.9160 0.9718 0.9909",
}
"""The seed's table by opponent, from the level of 1200 up."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install chromium or google-chrome to test the practice page in a browser")
    async with open_browser() as browser:
        yield browser


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a new practice club."""
    path = tmp_path_factory.mktemp("practice") / "practice.db"
    database = Database(f"sqlite+aiosqlite:///{path}")
    await migrate.upgrade(database)
    async with practice_club(database, 0):
        pass
    await database.close()
    return path


@pytest_asyncio.fixture(loop_scope="module")
async def club(browser: Browser, filled: Path, tmp_path: Path) -> AsyncIterator[PracticePage]:
    """Open the page of a new practice club."""
    shutil.copy(filled, tmp_path / "practice.db")
    opened, done = asyncio.get_running_loop().create_future(), asyncio.Event()

    async def keep_open() -> None:  # it must be closed in the task that opened it
        async with open_club(browser, tmp_path / "practice.db") as page:
            opened.set_result(page)
            await done.wait()

    running = asyncio.create_task(keep_open())
    await asyncio.wait((running, opened), return_when=asyncio.FIRST_COMPLETED)
    if opened.done():
        yield opened.result()
    done.set()
    await running


def words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


async def text_of(message: Locator) -> str:
    return " ".join((await message.inner_text()).split())


async def whole_calculation(club: PracticePage) -> str:
    """Open the calculation of the latest answer, turn to its last page."""
    await club.open("Calculation")
    await expect(club.answer).to_contain_text("Page 1 of")
    text = await text_of(club.answer)
    pages = int(re.findall(r"Page 1 of (\d+)", text)[0])
    for page in range(2, pages + 1):
        await club.turn(f"Page {page} of {pages}")
        text += " " + await text_of(club.answer)
    return text


async def test_the_seeds_example_typed_into_the_page_gives_the_seeds_numbers(club: PracticePage) -> None:
    answer = await club.seeds_example()

    await expect(answer).to_contain_text(words(r"1470 → 1505 +▲ 35"))
    short = await text_of(answer)
    assert "Nora Quill" in short
    assert "3 of 4, expected 2.24" in short
    assert re.search(r"Norm:? 4th Category \(1200\)", short)
    for row in ("974 .95", "951 .95", "2471 .00", "1585 .34"):
        assert row in short

    text = await whole_calculation(club)
    assert "1470 → 1505.4203 (+35.4203)" in text
    assert "2.2410 expected, 3 of 4 scored" in text
    assert "+0.7590" in text
    assert re.search(r"Norm:? 4th Category \(1200\)", text)
    # Three levels stand side by side, so that their rows are read across.
    rows = [re.findall(rf"{name}((?: (?:[\d.]+|N/A|YES|NO)\b)+)", text) for name in (r"Exp\.", r"Req\.", "Norm")]
    shown = zip(*(" ".join(parts).split() for parts in rows), strict=True)
    assert list(shown) == list(LEVELS.values())


@pytest.mark.long
async def test_show_calculation_shows_every_step_to_the_member_who_clicked(
    club: PracticePage,
) -> None:
    await club.seeds_example()

    exact = await whole_calculation(club)

    await expect(club.answer).to_contain_text("Only you can see this")
    for figure in ("15.1478", "0.9456", "0.9520", "0.0031", "0.3403", "41.7802", "31.7102", "3.7102", "1505.4203"):
        assert figure in exact
    for opponent, cells in ROUNDS.items():
        rows = re.findall(rf" {opponent}((?: [01]\.\d{{4}})+)", exact.partition("Page 1 of")[2])
        assert "".join(rows).split() == cells.split(), opponent

    await club.be("Tobias Arbor")
    await expect(club.answer).to_contain_text(words(r"1470 → 1505 +▲ 35"))
    await expect(club.answers.filter(has_text="The calculation")).to_have_count(0)


@pytest.mark.long
async def test_undo_strikes_the_answer_and_says_what_changed(club: PracticePage) -> None:
    answer = await club.seeds_example()

    await club.click("Undo")

    await expect(club.answer).to_contain_text(words(r"What changed.*Nora Quill.*1505\.42 → 1470"))
    await expect(answer).to_contain_text("Undone")
    await expect(answer.get_by_role("button", name="Undo")).to_have_count(0)
    shown = await club.command("rating show")
    await expect(shown).to_contain_text("1470")
    await expect(shown).not_to_contain_text("1505")


@pytest.mark.long
async def test_a_newcomer_is_asked_for_a_rating_and_answers_by_a_button(club: PracticePage) -> None:
    await club.be("Pip Newcombe")

    asked = await club.command("rating update", opponents="W1200 L1350 W1100")
    await expect(asked).to_contain_text("You have no US Chess Regular rating")

    await club.click("I was never rated")
    await expect(asked).to_contain_text(words(r"Pip Newcombe.*2 of 3"))


@pytest.mark.long
async def test_a_sentence_to_the_member_is_no_alarm_of_the_page(club: PracticePage) -> None:
    refusal = await club.command("rating update", opponents="974 951")

    await expect(refusal).to_contain_text("Only you can see this")
    await expect(club.composer).to_be_visible()
    await expect(club.page.locator("body")).not_to_contain_text("The bot action failed")


@pytest.mark.long
async def test_the_director_sets_a_rating_and_the_member_may_not(club: PracticePage) -> None:
    await club.be("Tobias Arbor")
    await club.pick("td rating")
    await club.choose_option("player", "Yuki", "Yuki Marlowe")
    await club.type_option("rating", "1650")

    await expect(await club.send()).to_contain_text(words(r"Yuki Marlowe.*→ 1650"))

    entries = club.page.locator(".command-entry strong")
    await club.composer.press_sequentially("/td")
    await expect(entries.filter(has_text="/td rating")).to_have_count(1)
    await club.be("Nora Quill")
    await club.composer.fill("")
    await club.composer.press_sequentially("/rating")
    await expect(entries.filter(has_text="/rating update")).to_have_count(1)
    await club.composer.fill("")
    await club.composer.press_sequentially("/td")
    await expect(entries).to_have_count(0)


async def test_the_leaderboard_turns_its_pages_and_jumps_to_the_viewer(club: PracticePage) -> None:
    board = await club.command("leaderboard")
    await expect(board).to_contain_text(words(r"1\s+\d{4}\S*\s+Bea Castellan.*1 / 2"))
    await expect(board.get_by_role("button", name="◀")).to_be_disabled()

    await club.click("▶")
    await expect(board).to_contain_text(words(r"Provisional: fewer than 26 games\s*\d{4}P\s+\w.*2 / 2"))
    await expect(board.get_by_role("button", name="▶")).to_be_disabled()

    await club.click("Me")
    await expect(board).to_contain_text(words(r"\d{4}\S*\s+Nora Quill ◂ you.*1 / 2"))

    await club.be("Tobias Arbor")
    await club.open("Me")
    await expect(club.answer).to_contain_text(words(r"Only you can see this.*2\s+\d{4}\S*\s+Tobias Arbor ◂ you"))
    await expect(board).to_contain_text("Nora Quill ◂ you")


@pytest.mark.long
async def test_opponents_offer_a_member_as_their_name_is_typed(club: PracticePage) -> None:
    await club.pick("rating estimate")
    await club.choose_option("opponents", "W1500 D@Ma", "Mara Lindqvist")

    answer = await club.send()

    await expect(answer).to_contain_text(words(r"1½ of 2.*Mara Lindqvist"))
    assert "Mara Lindqvist" in await whole_calculation(club)


SAMPLE = Path(__file__).parents[2] / "bot" / "samples" / "sample-event.csv"


@pytest.mark.long
async def test_the_director_uploads_a_section_and_opens_how_the_norms_came_about(club: PracticePage) -> None:
    await club.be("Tobias Arbor")
    await club.pick("td import")
    await club.attach(SAMPLE)
    await expect(await club.send()).to_contain_text(
        words(r"8 players · 4 rounds · 15 games.*would be rated on.*Nothing is stored yet")
    )
    await club.click("Store it")
    await expect(club.answer).to_contain_text(words(r"rated on US Chess Regular.*Largest changes.*Stored"))

    norms = await club.command("norms")
    await expect(norms).to_contain_text(words(r"2½.*Titles of the 1990s: *a2 *→ *a4"))
    await club.open("All levels")
    await expect(club.answer).to_contain_text(words(r"2½.*Lifetime titles of the 1990s.*a2 → a4"))
    await norms.get_by_role("button", name="How?").click()
    await expect(club.answer).to_contain_text("How norms are calculated")


@pytest.mark.long
async def test_the_scrabble_event_is_ranked_across_its_classes(club: PracticePage) -> None:
    await club.pick("qursh rank")
    await club.choose_option("event", "Scrabble", "Riverside Scrabble Evening")
    answer = await club.send()
    await expect(answer).to_contain_text(words(r"1\s.*Jo Achterberg.*2\s.*Nora Quill ◂ you"))
    await club.click("▶")
    await club.turn("Page 3 of 3")
    await expect(club.answer).to_contain_text(words(r"C: Jo Achterberg"))


@pytest.mark.long
async def test_a_goal_says_what_the_last_round_must_bring(club: PracticePage) -> None:
    answer = await club.command("rating estimate", target="1550", opponents="W974 D951 1800")
    await expect(answer).to_contain_text(words(r"Only you can see this.*Goal: 1550.*1½ of 2 scored already"))


async def cut_off(answer: Locator, *, table: bool = False) -> list[str]:
    """Return what of an answer's cells and tables goes beyond the window."""
    tables = answer.locator(".code-block")
    if table:
        await expect(tables.first).to_be_visible()
    cells = await answer.locator("code").evaluate_all(
        "cells => cells.filter(cell => cell.getBoundingClientRect().right > innerWidth).map(cell => cell.textContent)"
    )
    widths = await tables.evaluate_all("blocks => blocks.map(block => [block.scrollWidth, block.clientWidth])")
    texts = await tables.all_inner_texts()
    return [cell for cell in cells if "\n" not in cell] + [
        f"{max(map(len, text.splitlines()))} columns take {needed} of {there} pixels"
        for text, (needed, there) in zip(texts, widths, strict=True)
        if needed > there
    ]


@pytest.mark.parametrize("window", [(400, 800), (1200, 900)], ids=["phone", "desktop"])
async def test_the_page_opens_at_its_instructions_and_draws_everything(
    browser: Browser, filled: Path, tmp_path: Path, window: tuple[int, int]
) -> None:
    shutil.copy(filled, tmp_path / "practice.db")
    async with open_club(browser, tmp_path / "practice.db", window) as club:
        await expect(club.answer.get_by_text("who has no rating yet")).to_be_in_viewport()
        await expect(club.answer.get_by_text("Welcome to the practice club.")).to_be_in_viewport()
        composer, welcome = await club.composer.bounding_box(), await club.answer.bounding_box()
        assert composer is not None
        assert welcome is not None
        assert welcome["y"] + welcome["height"] <= composer["y"] + 1
        shown = await club.page.locator("body").inner_text()
        assert not re.findall(r"^-#.*|<[@#]\d+>|<t:\d+|\*\*", shown, re.MULTILINE)


async def test_no_line_of_a_table_is_cut_off_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    async with open_club(browser, tmp_path / "practice.db", PHONE) as club:
        cut = {"rating update": await cut_off(await club.seeds_example())}
        cut["Calculation"] = await cut_off(await club.open("Calculation"), table=True)
        await club.be("Tobias Arbor")
        goal = await club.command("rating estimate", target="1950", opponents="1720 1850 1900 2010")
        cut["rating estimate"] = await cut_off(goal)
        await club.pick("td import")
        await club.attach(SAMPLE)
        cut["td import"] = await cut_off(await club.send())
        await club.click("Store it")
        await expect(club.answer).to_contain_text("Stored")
        cut["norms"] = await cut_off(await club.command("norms"))
        cut["All levels"] = await cut_off(await club.open("All levels"), table=True)
        cut["leaderboard"] = await cut_off(await club.command("leaderboard"))
        assert not any(cut.values()), cut


@pytest.mark.long
async def test_the_club_is_kept_and_the_next_runs_commands_are_stored_anew(browser: Browser, tmp_path: Path) -> None:
    path, started = tmp_path / "practice.db", datetime.now(UTC)
    async with open_club(browser, path) as first:
        await first.seeds_example()
    async with open_club(browser, path) as second:
        await expect(await second.seeds_example()).to_contain_text("already stored")
        await second.click("Store it anyway")
        await expect(second.answer).to_contain_text(words(r"1505 → 15\d\d"))

    with closing(sqlite3.connect(path)) as database:
        latest = database.execute("SELECT interaction_id FROM event ORDER BY id DESC LIMIT 2").fetchall()
    times = [discord.utils.snowflake_time(interaction) for (interaction,) in latest]
    assert started < times[1] < times[0]
