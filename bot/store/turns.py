"""Several processes on one PostgreSQL: which leads, whose turn it is to identify at Discord, who has which shards.

Locks are advisory ones of a transaction, for behind PgBouncer a session is everybody's. Each has a connection of its
own, so that no member waits for it; the server lets go of it when its process is killed. Shards are rows instead, which
tell whoever comes next who has them.
"""

import os
import socket
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import Any

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


_ALONE = "SELECT pg_advisory_xact_lock(hashtext('crosstable shards'))"
_HELD = "SELECT shard_id, process FROM shard WHERE process <> %s AND seen_at > now() - interval '45 s' ORDER BY 1"
_LET_GO = "DELETE FROM shard WHERE process = %s OR shard_id = ANY (%s) OR shard_id = -1 OR -1 = ANY (%s)"
_HOLD = "INSERT INTO shard (shard_id, process, seen_at) SELECT unnest(%s::int[]), %s, now()"
_ALL = -1
"""Stands for every shard in the table: how many there are, Discord tells a process that asks for all."""


class Turns:
    """This process among those of its database. Its functions wait: they are for a thread."""

    def __init__(self, connect: Callable[[], "psycopg.Connection[Any]"]) -> None:
        self._connect = connect
        self._lead: psycopg.Connection[Any] | None = None
        self._holds = False

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
        self._give_back_the_lead()  # and nothing else: who does not lead has its shards all the same
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

    def hold(self, shards: Sequence[int] | None, *, take_over: bool = False) -> str | None:
        """Take shards, None for all, or keep them; return which another process has that was seen within 45 seconds."""
        ours, own = list(shards if shards is not None else (_ALL,)), _own_name()
        with closing(self._connect()) as connection, connection.transaction():
            connection.execute(_ALONE)
            if not take_over:
                for shard, process in connection.execute(_HELD, (own,)).fetchall():
                    if (shard in ours or _ALL in (shard, *ours)) and not _is_dead(process):
                        return f"{'all shards' if shard == _ALL else f'shard {shard}'} ({process})"
            connection.execute(_LET_GO, (own, ours, ours))
            connection.execute(_HOLD, (ours, own))
        self._holds = True
        return None

    def close(self) -> None:
        """Give back the lead and the shards, if this process has them."""
        if self._holds:
            with suppress(psycopg.Error), closing(self._connect()) as connection:
                connection.execute("DELETE FROM shard WHERE process = %s", (_own_name(),))
        self._give_back_the_lead()

    def _give_back_the_lead(self) -> None:
        if self._lead is not None:
            with suppress(psycopg.Error):
                self._lead.close()
            self._lead = None


def _own_name() -> str:
    return f"{socket.gethostname()[:100]}:{os.getpid()}"


def _is_dead(process: str) -> bool:
    """Tell whether a process of this machine has ended, by its name; those of others may live."""
    machine, _, number = process.rpartition(":")
    if os.name != "posix" or machine != _own_name().rpartition(":")[0]:
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False
