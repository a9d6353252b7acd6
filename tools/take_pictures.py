"""Take the README's pictures of the practice club: python tools/take_pictures.py [FOLDER]

Writes docs/practice-page.png and docs/phone.png; with a folder, also the other answers, to look them over.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.async_api import Browser, Locator  # noqa: E402

from tests.practice.browser import CHROMIUM, DESKTOP, PHONE, PracticePage, open_browser, open_club  # noqa: E402

DOCS = ROOT / "docs"


async def take(club: PracticePage, answer: Locator, path: Path) -> None:
    """Write a picture of the window with an answer and its buttons in it."""
    await club.page.mouse.move(1, 1)  # a message under the mouse shows its own tools
    await answer.evaluate("message => message.scrollIntoView({block: 'end'})")
    await club.page.evaluate("document.fonts.ready")
    await club.page.wait_for_timeout(500)  # the page fits itself to the window
    await club.page.screenshot(path=path, animations="disabled", caret="hide")


async def picture(browser: Browser, window: tuple[int, int], path: Path, others: Path | None) -> None:
    """Rate the seed's example in a new club, and take its picture; then those of the other answers."""
    with tempfile.TemporaryDirectory() as folder:
        async with open_club(browser, Path(folder) / "practice.db", window) as club:
            await take(club, await club.seeds_example(), path)
            if others is None:
                return
            for command in ("norms", "leaderboard", "rating show", "help"):
                answer = await club.command(command)
                await take(club, answer, others / f"{path.stem}-{command.replace(' ', '-')}.png")
            await club.answers.nth(1).get_by_role("button", name="Calculation").click()
            for page in (1, 2):
                await club.answer.get_by_text(f"Page {page} of").wait_for()
                await take(club, club.answer, others / f"{path.stem}-calculation-{page}.png")
                if page == 1:
                    await club.click("▶")


async def main(others: Path | None) -> None:
    async with open_browser() as browser:
        await picture(browser, DESKTOP, DOCS / "practice-page.png", others)
        await picture(browser, PHONE, DOCS / "phone.png", others)


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("No Chromium here: install chromium or google-chrome to take the pictures.")
    DOCS.mkdir(exist_ok=True)
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
