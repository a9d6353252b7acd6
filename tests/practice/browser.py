"""The practice page in a headless Chromium, driven as a member drives it."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from playwright.async_api import Browser, Locator, Page, async_playwright, expect
from playwright.async_api import TimeoutError as PlaywrightTimeoutError

from bot.practice.page import practice_club
from bot.store.database import migrate
from bot.store.database.transactions import Database

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
"""Where the installed browser is; None without one."""

QUIET_BROWSER = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""It speaks to the practice page alone."""

DESKTOP, PHONE = (1100, 900), (400, 930)
"""Widths and heights of the window."""

expect.set_options(timeout=60_000)


class PracticePage:
    """The page as one of its viewers uses it: words in, answers out."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.composer = page.locator("#channel-composer-input")
        self.answers = page.locator("#channel-message-list .channel-message")
        self.suggestions = page.locator(".command-suggestion .command-suggestion-label")

    @property
    def answer(self) -> Locator:
        return self.answers.last

    async def be(self, name: str) -> None:
        await self.page.get_by_label("Viewing as").select_option(label=name)
        await expect(self.composer).to_be_enabled()
        await expect(self.answer).to_be_visible()

    async def pick(self, command: str) -> None:
        """Type a command and take it from the picker."""
        name = self.page.locator("strong", has_text=re.compile(rf"^/{command}$"))
        for last in (False, False, True):
            await self.composer.fill("")
            await self.composer.press_sequentially(f"/{command}")
            try:
                await self.page.locator(".command-entry", has=name).click(timeout=60_000 if last else 10_000)
            except PlaywrightTimeoutError:
                if last:
                    raise
            else:
                break
        await expect(self.page.locator(".command-chip")).to_have_text(f"/{command}")

    async def type_option(self, name: str, text: str) -> Locator:
        """Type into an option, which is added first when it is not required; return its field."""
        field = self.page.locator(f'.command-option-input[data-option="{name}"]')
        if not await field.count():
            await self._add_option(name)
        await field.press_sequentially(text)
        await expect(field).to_have_value(text)
        return field

    async def _add_option(self, name: str) -> None:
        for last in (False, False, True):
            await self.page.locator(".command-ghost").click()
            try:
                await self.suggestions.get_by_text(name, exact=True).click(timeout=10_000)
            except PlaywrightTimeoutError:
                if last:
                    raise
            else:
                return

    async def choose_option(self, name: str, text: str, choice: str) -> None:
        """Type into an option and take one of those."""
        await self.type_option(name, text)
        await self.suggestions.filter(has_text=choice).first.click()

    async def send(self) -> Locator:
        before = await self.answers.count()
        await self.page.get_by_role("button", name="Send", exact=True).click()
        await expect(self.answers).to_have_count(before + 1)
        message = await self.answer.get_attribute("data-message-id")
        return self.page.locator(f'.channel-message[data-message-id="{message}"]')

    async def turn(self, shown: str) -> None:
        for last in (False, False, True):
            await self.click("▶")
            try:
                await expect(self.answer).to_contain_text(shown, timeout=60_000 if last else 15_000)
            except AssertionError:
                if last:
                    raise
            else:
                return

    async def leave_command(self) -> None:
        """Go back to plain text."""
        leave = self.page.get_by_label("Exit command mode")
        if await leave.count():
            await leave.click()

    async def command(self, command: str, **options: str) -> Locator:
        await self.pick(command)
        for name, text in options.items():
            await self.type_option(name, text)
        return await self.send()

    async def seeds_example(self) -> Locator:
        """Report the event of the seed as Nora."""
        return await self.report(informal=True)

    async def report(self, *, informal: bool = False) -> Locator:
        """Report that event, by the rules of its day or those of the seed; return the answer."""
        await self.pick("rating update")
        await self.type_option("opponents", "974 951 2471 1585")
        await self.type_option("score", "3")
        if informal:
            await self.choose_option("rules", "informal", "informal calculator (2020)")
        return await self.send()

    async def attach(self, path: Path) -> None:
        await self.page.locator("input[type=file]").first.set_input_files(path)

    async def click(self, label: str) -> None:
        await self.answer.get_by_role("button", name=label).click()

    async def open(self, label: str) -> Locator:
        """Click a button that answers with a message of its own."""
        before = await self.answers.count()
        for last in (False, False, True):
            await self.click(label)
            try:
                await expect(self.answers).to_have_count(before + 1, timeout=60_000 if last else 30_000)
            except AssertionError:
                if last:
                    raise
            else:
                break
        message = await self.answer.get_attribute("data-message-id")
        return self.page.locator(f'.channel-message[data-message-id="{message}"]')


@asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET_BROWSER))
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def open_club(browser: Browser, path: Path, window: tuple[int, int] = DESKTOP) -> AsyncIterator[PracticePage]:
    """Serve the practice club that a SQLite file keeps."""
    database = Database(f"sqlite+aiosqlite:///{path}")
    try:
        await migrate.upgrade(database)
        async with practice_club(database, 0) as served:
            page = await browser.new_page(viewport={"width": window[0], "height": window[1]})
            try:
                await page.goto(served.url)
                practice = PracticePage(page)
                await expect(practice.composer).to_be_enabled()
                await expect(practice.answers.last).to_contain_text("Welcome to the practice club")
                yield practice
            finally:
                await page.close()
    finally:
        await database.close()
