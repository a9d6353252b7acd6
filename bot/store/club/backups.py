"""Backup files: names, checksums, the list of the forgotten, copies of SQLite's file."""

import contextlib
import hashlib
import json
import os
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store.club.personal_data import Forgotten
from bot.store.database.engines import OWNER_ONLY
from bot.store.database.errors import DatabaseError

FORGOTTEN = "forgotten.json"
"""In each folder of backups."""

_TIME = "%Y%m%d-%H%M%S"
_NAME = re.compile(r"crosstable-(\d{8}-\d{6})\.(?:db|dump)")


def name_at(at: datetime, ending: str) -> str:
    return f"crosstable-{at:{_TIME}}.{ending}"


def made_at(backup: Path) -> datetime:
    match = _NAME.fullmatch(backup.name)
    assert match is not None
    return datetime.strptime(match[1], _TIME).replace(tzinfo=UTC)


def in_folder(folder: Path) -> list[Path]:
    return sorted((path for path in folder.glob("crosstable-*") if _NAME.fullmatch(path.name)), key=made_at)


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner can read, atomically."""
    part = empty_part(path)
    part.write_bytes(data)
    put_in_place(part, path)


def empty_part(path: Path) -> Path:
    """Create an empty temporary file that only its owner can read."""
    part = Path(f"{path}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY))
    return part


def put_in_place(part: Path, path: Path) -> None:
    """Rename a complete file, so that a power cut leaves either the old or the new one."""
    with part.open("rb+") as written:
        os.fsync(written.fileno())
    part.replace(path)
    if os.name == "posix":  # Windows opens no folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def checksum_of(backup: Path) -> Path:
    """Return the path of a backup's SHA-256 file (`sha256sum` format)."""
    return Path(f"{backup}.sha256")


def checksum(backup: Path) -> bytes:
    with backup.open("rb") as opened:
        return f"{hashlib.file_digest(opened, 'sha256').hexdigest()}  {backup.name}\n".encode()


def require_unchanged(backup: Path) -> None:
    """Raise DatabaseError unless a backup exists and matches its SHA-256."""
    if not backup.is_file() or not checksum_of(backup).is_file():
        raise DatabaseError(f"{backup} or {checksum_of(backup)} does not exist. Name a file that `backup` made.")
    if checksum(backup).split()[0] != checksum_of(backup).read_bytes().partition(b" ")[0]:
        raise DatabaseError(f"{backup} has changed since the backup (SHA-256 differs). Use another backup.")


def is_sqlite(backup: Path) -> bool:
    with backup.open("rb") as opened:
        return opened.read(15) == b"SQLite format 3"


def read_forgotten(folder: Path) -> set[Forgotten]:
    """Return a folder's list of the forgotten; raise DatabaseError if unreadable."""
    path = folder / FORGOTTEN
    try:
        rows = json.loads(path.read_text("utf-8"))
        return {Forgotten(row["club_id"], row["player_id"], datetime.fromisoformat(row["at"])) for row in rows}
    except FileNotFoundError:
        return set()
    except (ValueError, KeyError, TypeError):
        raise DatabaseError(f"Cannot read {path}, which lists forgotten players. Repair or remove it.") from None


def keep_forgotten(folder: Path, more: set[Forgotten]) -> None:
    """Add to a folder's list of the forgotten, from which nobody is removed."""
    known = read_forgotten(folder)
    if more - known:
        rows = [one._asdict() | {"at": one.at.isoformat()} for one in sorted(known | more)]
        write_private(folder / FORGOTTEN, json.dumps(rows, indent=1).encode())


def copy_sqlite(file: Path, copy: Path) -> None:
    """Copy a SQLite file in use; raise DatabaseError if the copy is damaged."""
    part = empty_part(copy)
    try:
        with contextlib.closing(_open(file, "rw")) as source, contextlib.closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode=DELETE")
        check_sqlite(part)
        put_in_place(part, copy)
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"Cannot copy {file} to {copy} ({error}). Free some disk space.") from None
    finally:
        part.unlink(missing_ok=True)


def check_sqlite(file: Path) -> None:
    """Raise DatabaseError unless the pages of an unused file are sound."""
    with contextlib.closing(_open(file, "ro&immutable=1")) as copy:
        try:
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        except sqlite3.DatabaseError as error:
            found = str(error)
    if found != "ok":
        raise DatabaseError(f"{file} is damaged ({found}). Check the disk, and use another backup.")


def take_out_of_use(file: Path) -> None:
    """Write the -wal into the file; raise DatabaseError if it is open elsewhere."""
    with contextlib.closing(_open(file, "rw")) as old:
        try:
            # SQLite changes this mode only for a sole connection.
            (mode,) = old.execute("PRAGMA journal_mode=DELETE").fetchone()
        except sqlite3.OperationalError:
            mode = "wal"
        except sqlite3.DatabaseError:
            return  # damaged: nothing to write into it
    if mode != "delete":
        raise DatabaseError(f"{file} is in use. Stop the bot first.")


def clubs_in(file: Path) -> int:
    """Return how many clubs a SQLite file has; 0 without our tables."""
    return len(_rows(file, "SELECT id FROM club"))


def forgotten_in(file: Path) -> set[Forgotten]:
    """Return who was forgotten in a SQLite file, as far as it can be read."""
    rows = _rows(file, "SELECT club_id, player_id, at FROM forgotten")
    return {Forgotten(club, player, datetime.fromisoformat(at).replace(tzinfo=UTC)) for club, player, at in rows}


def move_aside(file: Path, at: datetime) -> Path | None:
    """Rename a SQLite file and its -wal to FILE.replaced-TIME; return that, or None without a file."""
    aside = Path(f"{file}.replaced-{at:{_TIME}}")
    for ending in ("-wal", "-shm", "-journal"):
        with contextlib.suppress(FileNotFoundError):
            Path(f"{file}{ending}").replace(f"{aside}{ending}")
    return file.replace(aside) if file.exists() else None


def _open(file: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode={mode}", uri=True, timeout=10 if mode == "rw" else 1)


def _rows(file: Path, query: str) -> list[Any]:
    with contextlib.closing(_open(file, "ro")) as opened:
        try:
            return opened.execute(query).fetchall()
        except sqlite3.DatabaseError:
            return []
