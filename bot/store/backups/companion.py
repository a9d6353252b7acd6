"""The file beside a backup that tells what is in it, and the list of who has been forgotten since."""

import hashlib
import json
import os
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.store.backups.sqlite_files import put_in_place
from bot.store.errors import DatabaseError
from bot.store.kept.forgotten import Forgotten
from bot.store.sqlite_file import OWNER_ONLY

PROGRAM = "crosstable"
FORGOTTEN = "forgotten.json"
"""The list's name, one in each folder of backups."""


@dataclass(frozen=True, slots=True)
class Companion:
    """What is in a backup. made_at: just before it was begun; whatever was stored by then is in it."""

    program: str
    version: str
    kind: str
    revision: str | None
    fold_version: int
    made_at: datetime
    bytes: int
    sha256: str
    rows: dict[str, int]

    def write(self, backup: Path) -> None:
        write_private(of(backup), _document(asdict(self) | {"made_at": self.made_at.isoformat()}))


def of(backup: Path) -> Path:
    """Return where the companion of a backup is."""
    return Path(f"{backup}.json")


def read(backup: Path) -> Companion | None:
    """Return what stands beside a backup; None where that is no companion of ours."""
    try:
        told = json.loads(of(backup).read_text("utf-8"))
        known = {field.name: told[field.name] for field in fields(Companion)}
        made_at = datetime.fromisoformat(known["made_at"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Companion(**known | {"made_at": made_at}) if known["program"] == PROGRAM else None


def in_folder(folder: Path) -> dict[Path, Companion]:
    """Return the backups of a folder that have a companion."""
    found = ((Path(str(beside).removesuffix(".json")), beside) for beside in sorted(folder.glob("*.json")))
    told = {backup: read(backup) for backup, _ in found if backup.is_file()}
    return {backup: companion for backup, companion in told.items() if companion is not None}


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def write_private(path: Path, data: bytes) -> None:
    """Write a file for its owner alone, which appears once it is whole."""
    part = Path(f"{path}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY), "wb") as opened:
        opened.write(data)
    put_in_place(part, path)


def read_forgotten(folder: Path) -> set[Forgotten]:
    """Return who a folder's list says was forgotten; raise DatabaseError for a list that cannot be read."""
    path = folder / FORGOTTEN
    try:
        return {_forgotten(row) for row in json.loads(path.read_text("utf-8"))}
    except FileNotFoundError:
        return set()
    except (ValueError, KeyError, TypeError):
        raise DatabaseError(
            f"{path} cannot be read, so nobody could be forgotten again: mend it, or take it away."
        ) from None


def keep_forgotten(folder: Path, more: set[Forgotten]) -> None:
    """Add to a folder's list who was forgotten; nobody is ever taken off it, for older backups need it."""
    known = read_forgotten(folder)
    if more - known:
        rows: list[dict[str, Any]] = [one._asdict() | {"at": one.at.isoformat()} for one in sorted(known | more)]
        write_private(folder / FORGOTTEN, _document(rows))


def _forgotten(row: dict[str, Any]) -> Forgotten:
    return Forgotten(int(row["club_id"]), int(row["player_id"]), datetime.fromisoformat(row["at"]).astimezone(UTC))


def _document(value: Any) -> bytes:
    return (json.dumps(value, indent=1) + "\n").encode()
