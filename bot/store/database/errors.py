"""What database errors mean, for members and the operator."""

import re

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError

from core.errors import RatingError


class DatabaseError(Exception):
    """The database cannot be used; the message is one line with what to do."""


class StorageError(DatabaseError):
    """The file is missing or the disk is full; a restart does not help."""


class BusyError(RatingError):
    """Somebody else holds what is needed; nothing was stored."""


class UnavailableError(RatingError):
    """The database does not answer; nothing was stored. todo: for the log."""

    sentence = "The database did not answer, so nothing was stored. Try again in a minute."
    todo = "check that the database runs and can be reached; the bot then continues by itself"

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or self.sentence)


class UncertainCommitError(UnavailableError):
    """The connection broke during COMMIT: perhaps stored; the audit knows."""

    sentence = "The connection broke while this was stored. Check whether it was stored before you try again."


class FullError(UnavailableError):
    """There is no room left."""

    sentence = "The bot's disk is full, so nothing was stored. Tell the operator of the bot."
    todo = "free space on the disk of the database; the bot then continues by itself"


class ReadOnlyError(UnavailableError):
    """The database or its folder cannot be written."""

    sentence = "The bot may not write its database, so nothing was stored. Tell the operator of the bot."
    todo = "give the bot write permission on the database and its folder; it then continues by itself"


class DamagedError(UnavailableError):
    """The file is not a database, or its pages contradict each other."""

    sentence = "The bot's database is damaged, so nothing was stored. Tell the operator of the bot."
    todo = "stop the bot, keep the file for later, and restore a backup"


class GoneError(UnavailableError):
    """The file in use was deleted, moved or replaced."""

    sentence = (
        "The database file is missing, so nothing was stored. Ask the operator to stop the bot and restore the file."
    )
    todo = "stop the bot and restore the file from a backup"


# SQLite's primary result codes: https://www.sqlite.org/rescode.html
_SQLITE: dict[int, type[UnavailableError]] = {
    7: UnavailableError,
    8: ReadOnlyError,
    10: UnavailableError,
    11: DamagedError,
    13: FullError,
    14: UnavailableError,
    26: DamagedError,
}
_SQLITE_BUSY, _SQLITE_LOCKED = 5, 6

# PostgreSQL's: https://www.postgresql.org/docs/current/errcodes-appendix.html
_POSTGRES_BUSY = {
    "40001": "Somebody else changed this at the same moment, so nothing was stored. Try again.",
    "40P01": "Somebody else changed this at the same moment, so nothing was stored. Try again.",
    "55P03": "Somebody else is changing this, so nothing was stored. Try again in a minute.",
    "57014": "The database took too long, so nothing was stored. Try again in a minute.",
}
_POSTGRES_READ_ONLY = "25006"
_POSTGRES = {_POSTGRES_READ_ONLY: ReadOnlyError, "53100": FullError}

CLUB_BUSY = "This club is busy. Try again in a minute."
OTHER_PROGRAM = "Another program is using the database. Try again in a moment."


def meaning(error: Exception, *, writes: bool) -> RatingError | None:
    """Return what a database error means for a member; None for an error of the program."""
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
    """Return whether a SQLite connection must be discarded.

    One opened while the file was read-only stays so.
    """
    return isinstance(error, DBAPIError) and _sqlite_code(error) in _SQLITE


def is_delivered_twice(error: BaseException) -> bool:
    if not isinstance(error, IntegrityError):
        return False
    constraint = getattr(getattr(error.orig, "diag", None), "constraint_name", None)
    text = constraint or str(error.orig)
    return "interaction_id" in text and (constraint is not None or text.startswith("UNIQUE"))


def is_refused_by_the_tables(error: BaseException) -> bool:
    return isinstance(error, IntegrityError | DataError)


def reason(error: BaseException) -> str:
    """Return the driver's message in one line, without statements, values and passwords."""
    while isinstance(error, RatingError) and error.__cause__ is not None:
        error = error.__cause__
    message = str(getattr(error, "orig", None) or error).strip()
    return re.sub(r"\s+", " ", message.splitlines()[0]) if message else type(error).__name__


def _is_sqlite(error: DBAPIError) -> bool:
    return type(error.orig).__module__ == "sqlite3"


def _sqlite_code(error: DBAPIError) -> int | None:
    extended: int | None = getattr(error.orig, "sqlite_errorcode", None)
    return None if extended is None else extended & 0xFF
