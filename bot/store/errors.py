"""What the databases' own errors mean, said once for both: a sentence for the member, a line for the operator."""

import re

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from core.errors import RatingError


class DatabaseError(Exception):
    """The database cannot be used; the message is one line that says what to do."""


class StorageError(DatabaseError):
    """The database's file is gone, or there is no room for it: a restart does not help, a hand does."""


class BusyError(RatingError):
    """Somebody else holds what is needed; nothing was stored."""


class UnavailableError(RatingError):
    """The database does not answer; nothing was stored.

    todo: what the operator is to do, for the log.
    """

    sentence = "The database did not answer, so nothing was stored: try again in a minute."
    todo = "see that the database runs and can be reached; the bot goes on by itself once it can"

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.sentence)


class UncertainCommitError(UnavailableError):
    """The connection broke while COMMIT was under way: it may have been stored, and the audit knows."""

    sentence = "The database broke off while it stored this: look whether it is there before you try again."


class FullError(UnavailableError):
    """There is no room left."""

    sentence = "The bot's disk is full, so nothing was stored: tell whoever runs the bot."
    todo = "make room on the disk of the database; the bot goes on by itself"


class ReadOnlyError(UnavailableError):
    """The database, or the folder that it is in, cannot be written."""

    sentence = "The bot may not write its database, so nothing was stored: tell whoever runs the bot."
    todo = "let the bot write the database and its folder again; the bot goes on by itself"


class DamagedError(UnavailableError):
    """The file is no database, or its pages contradict each other."""

    sentence = "The bot's database is damaged, so nothing was stored: tell whoever runs the bot."
    todo = "stop the bot, keep the file for later, and restore a backup"


class GoneError(UnavailableError):
    """The file that the bot works on was deleted, moved away or replaced."""

    sentence = (
        "The database file is gone, so nothing was stored: whoever runs the bot must stop it and restore the file."
    )
    todo = "stop the bot and restore the file from a backup"


# SQLite's primary result codes: https://www.sqlite.org/rescode.html
_SQLITE: dict[int, type[UnavailableError]] = {
    7: UnavailableError,  # NOMEM
    8: ReadOnlyError,
    10: UnavailableError,  # IOERR
    11: DamagedError,  # CORRUPT
    13: FullError,
    14: UnavailableError,  # CANTOPEN
    26: DamagedError,  # NOTADB
}
_SQLITE_BUSY, _SQLITE_LOCKED = 5, 6

# PostgreSQL's: https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRES_BUSY = {
    "40001": "Somebody else changed the same at that moment, so nothing was stored: try again.",
    "40P01": "Somebody else changed the same at that moment, so nothing was stored: try again.",
    "55P03": "Somebody else is changing the same, so nothing was stored: try again in a minute.",
    "57014": "That took the database too long, so nothing was stored: try again in a minute.",
}
_POSTGRES_READ_ONLY = "25006"
_POSTGRES = {_POSTGRES_READ_ONLY: ReadOnlyError, "53100": FullError}

CLUB_BUSY = "This club is busy: try again in a minute."
OTHER_PROGRAM = "The database is busy with another program: try again in a moment."


def meaning(error: Exception, *, writes: bool) -> RatingError | None:
    """Return what an error of the database is for a member; None for one that is not about its state.

    None is what remains: an error of the program, such as a table that does not exist, or a read that writes.
    """
    if isinstance(error, PoolTimeoutError | OSError):
        return UnavailableError()
    if not isinstance(error, DBAPIError):
        return None
    code = _sqlite_code(error)
    if code is not None:
        if code in (_SQLITE_BUSY, _SQLITE_LOCKED):
            return BusyError(OTHER_PROGRAM)
        return _SQLITE[code]() if code in _SQLITE else None
    state = getattr(error.orig, "sqlstate", None)
    if state in _POSTGRES_BUSY:
        return BusyError(_POSTGRES_BUSY[state])
    if state in _POSTGRES and (writes or state != _POSTGRES_READ_ONLY):
        return _POSTGRES[state]()
    lost = error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
    return UnavailableError() if lost and not _is_sqlite(error) else None


def spoils_the_connection(error: BaseException) -> bool:
    """Tell whether a SQLite connection that met an error must not be used again.

    One that was opened while the file could not be written stays read-only for ever.
    """
    return isinstance(error, DBAPIError) and _sqlite_code(error) in _SQLITE


def is_delivered_twice(error: BaseException) -> bool:
    """Tell whether what an interaction asks for was stored by another delivery of it, at the same time."""
    if not isinstance(error, IntegrityError):
        return False
    constraint = getattr(getattr(error.orig, "diag", None), "constraint_name", None)
    text = constraint or str(error.orig)
    return "interaction_id" in text and (constraint is not None or text.startswith("UNIQUE"))


def is_refused_by_the_tables(error: BaseException) -> bool:
    """Tell whether values were no rows: a key that is there already or is missing, a text that is too long."""
    return isinstance(error, IntegrityError | DataError)


def reason(error: BaseException) -> str:
    """Return in one line what the driver said, without statements, values and passwords."""
    while isinstance(error, RatingError) and error.__cause__ is not None:
        error = error.__cause__
    said = str(getattr(error, "orig", None) or error).strip()
    return re.sub(r"\s+", " ", said.splitlines()[0]) if said else type(error).__name__


def _is_sqlite(error: DBAPIError) -> bool:
    return type(error.orig).__module__ == "sqlite3"


def _sqlite_code(error: DBAPIError) -> int | None:
    """Return SQLite's primary result code."""
    extended: int | None = getattr(error.orig, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF
