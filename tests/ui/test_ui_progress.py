"""Progress shown while a long fold runs."""

import asyncio
from typing import Any

import pytest

from bot.ui.framework import answers
from bot.ui.framework.answers import progress_shown


class Interaction:
    """Takes what is edited in."""

    def __init__(self) -> None:
        self.said: list[str] = []

    async def edit_original_response(self, *, content: str) -> None:
        self.said.append(content)


async def test_progress_is_said_now_and_then_and_never_twice_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "SECONDS", 0.01)
    interaction: Any = Interaction()
    async with progress_shown(interaction) as tell:
        tell(200, 5000)
        await asyncio.sleep(0.1)
        # From the database's own thread, as the fold does.
        await asyncio.to_thread(tell, 1200, 5000)
        await asyncio.sleep(0.1)
    assert interaction.said == [
        "Recalculating: 200 of 5,000 events and corrections …",
        "Recalculating: 1,200 of 5,000 events and corrections …",
    ]


async def test_quick_work_says_nothing() -> None:
    interaction: Any = Interaction()
    async with progress_shown(interaction) as tell:
        tell(1, 1)
    assert interaction.said == []


async def test_an_error_goes_through_and_the_showing_ends() -> None:
    interaction: Any = Interaction()
    before = len(asyncio.all_tasks())
    with pytest.raises(ValueError, match="broken"):
        async with progress_shown(interaction):
            raise ValueError("broken")
    assert len(asyncio.all_tasks()) == before
