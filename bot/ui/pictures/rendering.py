"""Draw layouts in threads, at most two at a time in the process."""

import asyncio
import io
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import discord

from bot.ui.framework.text import safe
from bot.ui.pictures.draw import draw
from bot.ui.pictures.scene import Scene
from core.words import counted

AT_ONCE = 2
LONGEST_WAIT = 10

MOST_DESCRIPTION = 1024
_NAMED = 20
_log = logging.getLogger(__name__)
_threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="pictures")


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn scene."""

    png: bytes
    scene: Scene

    def file(self, name: str) -> discord.File:
        words = self.scene.alternative
        words = words if len(words) <= MOST_DESCRIPTION else words[: MOST_DESCRIPTION - 1] + "…"
        return discord.File(io.BytesIO(self.png), name, description=words or None)

    @property
    def in_full(self) -> str:
        names = self.scene.in_full
        if not names:
            return ""
        shown = ", ".join(safe(name) for name in names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
        return f"{counted(len(names), 'name')} in full: {shown}"


async def picture_of(layout: Callable[[], Scene]) -> Picture | None:
    """Return a drawn scene; None on failure or timeout. layout: makes the scene, in the thread."""
    pictures = await pictures_of(lambda: [layout()])
    return pictures[0] if pictures else None


async def pictures_of(layout: Callable[[], Sequence[Scene]]) -> list[Picture]:
    """Return several pictures; empty on failure or timeout."""

    def work() -> list[Picture]:
        return [Picture(draw(scene), scene) for scene in layout()]

    drawing = asyncio.get_running_loop().run_in_executor(_threads, work)
    try:
        return await asyncio.wait_for(drawing, LONGEST_WAIT)
    except TimeoutError:
        _log.warning("picture not drawn in time: seconds=%d", LONGEST_WAIT)
    except Exception:
        _log.exception("picture not drawn")
    return []
