"""Take the pictures of the practice club for README and docs/gallery.md: python tools/take_pictures.py [FOLDER].

Every answer is taken at 400 and 1,200 pixels, into docs/gallery or the folder. Needs Chromium.
"""

import asyncio
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image  # noqa: E402
from playwright.async_api import Browser, Locator  # noqa: E402
from playwright.async_api import Error as PlaywrightError  # noqa: E402

from tests.practice.browser import CHROMIUM, DESKTOP, PHONE, PracticePage, open_browser, open_club  # noqa: E402

DOCS = ROOT / "docs"
WIDE = (1200, 1000)
FRAME = 300
"""Pixels of the page around the channel's messages."""

NORA, TOBIAS = "Nora Quill", "Tobias Arbor"


DRAWN = "message => [...message.querySelectorAll('img')].every(image => image.naturalWidth > 0)"
"""Whether all pictures of an answer are there, in the browser's words."""


@dataclass(frozen=True, slots=True)
class Shot:
    """An answer of the gallery: what it is, who asks, with which options, and what is pressed."""

    name: str
    title: str
    command: str
    who: str = NORA
    options: dict[str, str] = field(default_factory=dict)
    press: str | None = None
    file: str | None = None


SHOTS = (
    Shot("norms", "The norms of an event", "norms"),
    Shot("leaderboard", "The leaderboard", "leaderboard"),
    Shot("card", "A player's card", "rating show", options={"player": "Idris Vale", "list": "uschess-quick"}),
    Shot("history", "A rating over time", "rating history", options={"player": "Idris Vale", "list": "uschess-quick"}),
    Shot("compare", "Several players in one picture", "rating compare", options={"players": f"{TOBIAS}, Bea"}),
    Shot("versus", "Head to head", "rating compare", options={"players": "Idris Vale"}, press="Head to head"),
    Shot("chart", "The distribution of the club's ratings", "leaderboard", TOBIAS, press="Distribution"),
    Shot("wall-chart", "A crosstable", "events", options={"event": "Riverside Club Night"}, press="Crosstable"),
    Shot("dry-run", "The preview of an import", "td import", TOBIAS, file="bot/samples/sample-event.csv"),
    Shot("event", "An event", "events", options={"event": "Riverside Club Night"}),
    Shot("fide-list", "FIDE's coming list", "leaderboard", options={"list": "FIDE Standard"}, press="Coming list"),
    Shot("event-list", "The club's events", "events"),
    Shot("oracle", "The leaderboard of an Oracle pool", "leaderboard", options={"list": "Oracle"}),
    Shot("qursh", "The ranking of a Scrabble event", "qursh rank", options={"event": "Riverside Scrabble"}),
    Shot(
        "game",
        "A Scrabble game's margin",
        "qursh margin",
        options={"rating": "1500", "opponent": "1420", "margin": "47"},
    ),
    Shot("predict", "A game to come", "rating estimate", options={"opponents": "1720"}),
    Shot(
        "goal",
        "The score for a target rating",
        "rating estimate",
        options={"target": "1550", "opponents": "W974 D951 1800"},
    ),
    Shot(
        "season-start",
        "The start of a season",
        "td season",
        TOBIAS,
        {"action": "start", "name": "The year", "starts": "2026-01-01"},
    ),
    Shot("season", "A season's leaderboard", "season"),
    Shot("settings", "The club's settings", "td settings", TOBIAS),
    Shot("check", "The check of a club's settings", "td settings", TOBIAS, press="Check"),
    Shot("help", "Help", "help"),
)


async def take(club: PracticePage, answer: Locator, path: Path, *, whole: bool = False) -> None:
    """Write a picture of an answer with its buttons, or of the whole window with it."""
    await club.page.mouse.move(1, 1)  # a message under the mouse shows its own tools
    window, box = club.page.viewport_size, await answer.bounding_box()
    if window is not None and box is not None and not whole and box["height"] > window["height"] - FRAME:
        # What is higher than the channel is only drawn where it is seen.
        await club.page.set_viewport_size({"width": window["width"], "height": round(box["height"]) + 2 * FRAME})
    await answer.evaluate("message => message.scrollIntoView({block: 'end'})")
    await club.page.evaluate("document.fonts.ready")
    for _ in range(60):  # the page adapts to the window and draws its pictures again
        await club.page.wait_for_timeout(500)
        if await answer.evaluate(DRAWN):
            break
    shown = club.page if whole else answer
    await shown.screenshot(path=path, animations="disabled", caret="hide")
    if window is not None:
        await club.page.set_viewport_size(window)
    # 256 colours are enough for a page, at a third of the size.
    Image.open(path).convert("RGB").quantize(256).save(path, optimize=True)


async def take_shot(club: PracticePage, shot: Shot, path: Path) -> None:
    """Ask as the shot says, and take the answer."""
    await club.be(shot.who)
    await club.pick(shot.command)
    if shot.file is not None:
        await club.attach(ROOT / shot.file)
    for name, text in shot.options.items():
        if name == "event":
            await club.choose_option(name, text, text)
        else:
            await club.type_option(name, text)
    answer = await club.send()
    if shot.press is not None:
        answer = await club.open(shot.press)
    await take(club, answer, path)


async def gallery(browser: Browser, window: tuple[int, int], folder: Path) -> None:
    """Take the seed's example and every shot in a new club."""
    with tempfile.TemporaryDirectory() as kept:
        async with open_club(browser, Path(kept) / "practice.db", window) as club:
            await take(club, await club.report(), folder / f"update-{window[0]}.png")
            for shot in SHOTS:
                path = folder / f"{shot.name}-{window[0]}.png"
                try:
                    await take_shot(club, shot, path)
                except (AssertionError, PlaywrightError):  # a click sometimes hits a page that is being redrawn
                    await club.leave_command()
                    await take_shot(club, shot, path)


async def first_look(browser: Browser, path: Path) -> None:
    """Take the window as it opens."""
    with tempfile.TemporaryDirectory() as kept:
        async with open_club(browser, Path(kept) / "practice.db", DESKTOP) as club:
            await take(club, club.answer, path, whole=True)


def page() -> str:
    """Return docs/gallery.md."""
    rows: list[tuple[str, str, str, str | None]] = [("update", "An event that a member reports", "rating update", None)]
    rows += [(shot.name, shot.title, shot.command, shot.press) for shot in SHOTS]
    parts = ["# Gallery\n\nThe practice club's answers on a phone (400 pixels) and on a desktop (1,200).\n"]
    for name, title, command, press in rows:
        way = f"`/{command}`, **{press}**" if press else f"`/{command}`"
        parts.append(f"\n## {title}\n\n{way}\n\n![{title}, on a phone](gallery/{name}-400.png)\n")
        parts.append(f"![{title}, on a desktop](gallery/{name}-1200.png)\n")
    return "".join(parts)


async def main(folder: Path | None) -> None:
    into = folder or DOCS / "gallery"
    into.mkdir(parents=True, exist_ok=True)
    async with open_browser() as browser:
        await gallery(browser, PHONE, into)
        await gallery(browser, WIDE, into)
        if folder is None:
            await first_look(browser, DOCS / "practice-page.png")
            (DOCS / "gallery.md").write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    if CHROMIUM is None:
        sys.exit("No Chromium here: install chromium or google-chrome to take the pictures.")
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
