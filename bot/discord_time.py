"""Whether this machine's clock agrees with Discord's, whose ids and responses carry the time."""

import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

from core.words import counted

FAR = timedelta(hours=1)
"""How far the clock may be from Discord's: no interaction takes longer to arrive."""


class DiscordTime:
    """What time it is at Discord: as it was sent last, and by the seconds that have passed since.

    now: the clock that is compared. steady: seconds that no change of that clock moves.
    """

    def __init__(self, now: Callable[[], datetime], steady: Callable[[], float] = time.monotonic) -> None:
        self._now, self._steady = now, steady
        self._seen: datetime | None = None
        self._at = 0.0

    def saw(self, moment: datetime) -> None:
        """Take a moment that Discord sends with an id or a response."""
        self._seen, self._at = moment, self._steady()

    def problem(self) -> str | None:
        """Return a sentence where the clock is far from Discord's; None before Discord has sent anything."""
        if self._seen is None:
            return None
        ahead = self._now() - (self._seen + timedelta(seconds=self._steady() - self._at))
        if abs(ahead) <= FAR:
            return None
        far = counted(abs(ahead).days, "day") if abs(ahead).days else counted(abs(ahead).seconds // 3600, "hour")
        side = "ahead of" if ahead > FAR else "behind"
        return f"The bot's clock is {far} {side} Discord's. Nothing was stored. Ask the bot's operator to set it."

    def follow(self, trace: aiohttp.TraceConfig) -> None:
        """Take the time of every response to the bot's requests."""

        async def ended(_session: Any, _context: Any, params: aiohttp.TraceRequestEndParams) -> None:
            with suppress(ValueError):  # without a time it says nothing
                self.saw(parsedate_to_datetime(params.response.headers.get("Date", "")))

        trace.on_request_end.append(ended)
