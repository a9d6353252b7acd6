"""Several processes on one PostgreSQL: which of them leads, and whose turn it is to identify at Discord.

Both are advisory locks of a transaction, for behind PgBouncer a session is everybody's. Each has a connection of its
own, so that no member waits for it; the server lets go of it when its process is killed.
"""

from collections.abc import Callable
from contextlib import closing, suppress

import psycopg

_LEAD_BEGINS = (
    # Looked after every 15 seconds: a leader whose machine is gone without a word has lost it by then.
    "BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = '45s';"
    "SET LOCAL statement_timeout = '15s'"
)
_TAKE_LEAD = "SELECT pg_try_advisory_xact_lock(hashtext('crosstable lead'), 0)"
_TAKE_TURN = "SELECT pg_try_advisory_xact_lock(hashtext('crosstable identify'), %s::int)"
_HOLD_TURN = "SELECT pg_sleep(5.5)"
"""Discord takes one session of a bucket in five seconds."""


class Turns:
    """This process among those of its database. Its functions wait: they are for a thread."""

    def __init__(self, connect: Callable[[], "psycopg.Connection[tuple[bool]]"]) -> None:
        self._connect = connect
        self._lead: psycopg.Connection[tuple[bool]] | None = None

    def leads(self) -> bool:
        """Take the lead if nobody has it, or make sure of it; tell whether this process has it. Call it often."""
        try:
            if self._lead is not None:
                self._lead.execute("SELECT true")
                return True
            self._lead = self._connect()
            self._lead.execute(_LEAD_BEGINS)
            if self._lead.execute(_TAKE_LEAD).fetchone() == (True,):
                return True
        except psycopg.Error:
            pass  # whoever reads or writes says so
        self.close()
        return False

    def identify(self, bucket: int) -> bool:
        """Take the turn to identify and let it pass before anybody else's; tell whether it was free."""
        with closing(self._connect()) as connection:
            connection.execute("BEGIN")
            free = connection.execute(_TAKE_TURN, (bucket,)).fetchone() == (True,)
            if free:
                connection.execute(_HOLD_TURN)
            connection.execute("COMMIT")
            return free

    def close(self) -> None:
        """Give the lead back, if this process has it."""
        if self._lead is not None:
            with suppress(psycopg.Error):
                self._lead.close()
            self._lead = None
