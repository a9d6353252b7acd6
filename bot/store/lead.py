"""Which of several processes on one PostgreSQL does the scheduled work."""

from contextlib import suppress

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

# The lead is looked after every 15 seconds; a process whose machine is gone without a word loses it by this time-out.
_KEPT = text("SET LOCAL idle_in_transaction_session_timeout = '45s'")
_TAKE = text("SELECT pg_try_advisory_xact_lock(hashtext('crosstable lead'), 0)")


class Lead:
    """An advisory lock of a transaction that stays open; the server lets go of it when its process is killed."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None

    async def holds(self) -> bool:
        """Take the lead if nobody has it, or make sure of it; return whether this process has it."""
        try:
            if self._connection is not None:
                await self._connection.execute(text("SELECT true"))
                return True
            self._connection = await self._engine.connect()
            await self._connection.execution_options(writes=True)
            await self._connection.execute(_KEPT)
            if await self._connection.scalar(_TAKE):
                return True
        except (DBAPIError, OSError):
            pass  # the next read or write says so
        await self.give_back()
        return False

    async def give_back(self) -> None:
        if self._connection is not None:
            with suppress(DBAPIError, OSError):
                await self._connection.close()
            self._connection = None
