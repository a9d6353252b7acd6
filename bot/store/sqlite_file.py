"""The SQLite file: made for its owner alone, and missed when it goes away while the bot works on it."""

import errno
import os
import sys
import time
from pathlib import Path

from bot.store.errors import GoneError

OWNER_ONLY = 0o600


def make(path: Path) -> None:
    """Make an empty file that its owner alone may read, unless there is one; -wal and -shm get the same mode."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, OWNER_ONLY))
    except FileExistsError:
        return


def mark(path: Path) -> None:
    """Leave a note beside the file that there is a database, for the day on which the file is not there."""
    note = mark_of(path)
    try:
        with os.fdopen(
            os.open(note, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "w", encoding="utf-8"
        ) as written:
            written.write(
                f"Crosstable's database {path.name} was made in this folder. Should it be missing, Crosstable does not"
                " begin with an empty one: restore a backup. To begin anew all the same, delete this note.\n"
            )
    except OSError:  # it is there, or nothing can be written here: the bot works without
        return


def mark_of(path: Path) -> Path:
    return Path(f"{path}.made")


def was_there(path: Path) -> bool:
    """Tell whether a database was here that is not any more: by its note, or by what SQLite left beside it."""
    if path.exists():
        return path.stat().st_size == 0 and mark_of(path).exists()
    return mark_of(path).exists() or Path(f"{path}-wal").exists()


class Hold:
    """Keeps the bots of other processes from a file, by a lock on its note that ends with this process."""

    def __init__(self) -> None:
        self._note: int | None = None

    def take(self, path: Path) -> str | None:
        """Take the file, or keep it; return what it is called when another process has it."""
        if self._note is not None:
            return None
        try:
            note = os.open(mark_of(path), os.O_RDWR)
        except OSError:  # nothing can be written here: the bot works without
            return None
        try:
            _lock(note)
        except OSError as error:
            os.close(note)
            # Some network drives know no locks.
            return f"the database {path}" if error.errno in (errno.EACCES, errno.EAGAIN) else None
        self._note = note
        return None

    def close(self) -> None:
        """Let go."""
        if self._note is not None:
            os.close(self._note)
            self._note = None


def _lock(note: int) -> None:
    """Lock an open file without waiting; raise OSError."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(note, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(note, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Guard:
    """Knows the file that was opened first, and raises GoneError when its place is empty or taken by another.

    Looking costs some two microseconds, so it is done before every transaction and again before its COMMIT: within
    a second much could be answered that lies in a file which nobody can open again.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._opened: tuple[int, int] | None = None
        self._missed_at: float | None = None

    def check(self) -> None:
        """Raise GoneError unless the file is there and the same."""
        there = self._look()
        if self._opened is None:
            self._opened = there
        if self._opened is not None and there != self._opened:
            if self._missed_at is None:
                self._missed_at = time.monotonic()
            raise GoneError
        self._missed_at = None

    def missed_for(self) -> float:
        """Look, and return for how many seconds the file has been gone; 0 for one that is there."""
        try:
            self.check()
        except GoneError:
            return max(time.monotonic() - (self._missed_at or 0), 1e-9)
        return 0.0

    def _look(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._path)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino
