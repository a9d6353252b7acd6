"""The zip of a whole club: packed, and unpacked with every check that needs nothing but the file."""

import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from core.club_file import (
    CLUB,
    FORMAT,
    MANIFEST,
    PLAYER,
    Link,
    Row,
    digest_of,
    fact_digests,
    first_link,
    heads,
    sha256,
    to_csv,
    to_json,
)
from core.errors import InputError
from core.formats.common.zips import BROKEN, METHODS

MOST_BYTES = 512 * 2**20
"""How large a club's files may be when they are unpacked."""

MOST_ROWS = 4_000_000
"""How many rows and lists they may hold: a short text may stand for many, and each takes some hundred bytes."""

MOST_TIMES = 60
"""How many times as large as the zip they may be: rows of a table are packed to a twentieth."""

MOST_FILES = 200
_STORED_AT = (1980, 1, 1, 0, 0, 0)
"""A zip's time of every file: the same club gives the same bytes."""

_README = """\
A whole club of Crosstable, as docs/club-file.md of its program describes it.

facts/: what was reported and decided, a file a table, as JSON (exact) and as CSV (for spreadsheets: an apostrophe
keeps text from being taken for a formula). settings.json: what the club decided. derived/: ratings, journal, norms and
titles, which the facts give. audit: who did what. chain: a number for every player and a digest of every fact, each
linked to those before, without names: a later file of this club begins with the same links.
manifest.json: SHA-256 of every file.

Check it with tools/verify_export.py of the program; take it into an empty club with /club import.
"""


@dataclass(frozen=True, slots=True)
class ClubContents:
    """What there is to tell of a club. server: settings that are ids of one server.

    tables: the facts, by table. derived: what they give. links: the chain.
    """

    club_id: int
    fold_version: int
    settings: Row
    server: Row
    tables: Mapping[str, Sequence[Row]]
    derived: Mapping[str, Sequence[Row]]
    audit: Sequence[Row]
    links: Sequence[Link]


@dataclass(frozen=True, slots=True)
class ClubZip(ClubContents):
    """A club as its zip tells of it. columns: of each file that has rows."""

    version: str
    made_at: str
    columns: Mapping[str, Sequence[str]] = field(default_factory=dict)


def files_of(club: ClubZip) -> dict[str, bytes]:
    """Return every file but the manifest, by name."""
    links = [
        {"position": position, **link._asdict(), "head": head}
        for position, (link, head) in enumerate(zip(club.links, heads(club.links), strict=True))
    ]
    rows: dict[str, Sequence[Row]] = {f"facts/{name}": found for name, found in club.tables.items()}
    rows |= {f"derived/{name}": found for name, found in club.derived.items()}
    rows |= {"audit": club.audit, "chain": links}
    files = {"README.txt": _README.encode(), "settings.json": _document(club.settings)}
    for name, found in rows.items():
        columns = club.columns.get(name) or (list(found[0]) if found else [])
        files[f"{name}.json"] = to_json(found)
        files[f"{name}.csv"] = to_csv(columns, found)
    return files


def pack(club: ClubZip) -> bytes:
    """Return a club as a zip: the same bytes for the same club, but for the manifest's time and club."""
    files = files_of(club)
    digests = {name: sha256(data) for name, data in sorted(files.items())}
    manifest = {
        "format": FORMAT,
        "program": "crosstable",
        "version": club.version,
        "fold_version": club.fold_version,
        "made_at": club.made_at,
        "club": {"id": club.club_id, "server": club.server},
        "rows": {name: len(rows) for name, rows in (*club.tables.items(), *club.derived.items())},
        "chain": {"links": len(club.links), "head": heads(club.links)[-1]},
        "files": digests,
        "digest": digest_of(digests),
    }
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in ((MANIFEST, _document(manifest)), *sorted(files.items())):
            info = zipfile.ZipInfo(name, _STORED_AT)
            info.compress_type, info.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def _document(value: Any) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def unpack(data: bytes, most: int = MOST_BYTES) -> tuple[ClubZip, str]:
    """Return what a zip tells of a club, and the digest of its files. most: bytes that it may unpack to.

    Raise InputError for what is no such zip, is of a later format, was changed, or contradicts its own chain.
    """
    files = _unpacked(data, most)
    manifest = _read(files, MANIFEST)
    if not isinstance(manifest, dict) or manifest.get("program") != "crosstable":
        raise InputError("This is no file of a whole club: take one that /club export everything gives.")
    if manifest.get("format") != FORMAT:
        raise InputError(
            f"The file is of format {manifest.get('format')!r:.20}: update Crosstable, which knows {FORMAT}."
        )
    digests = {name: sha256(content) for name, content in sorted(files.items()) if name != MANIFEST}
    if digests != manifest.get("files") or digest_of(digests) != manifest.get("digest"):
        told: dict[str, str] = manifest["files"] if isinstance(manifest.get("files"), dict) else {}
        other = sorted(name for name in digests.keys() | told.keys() if digests.get(name) != told.get(name))
        raise InputError(f"{(other or [MANIFEST])[0]} is not what was exported: export the club again.")
    try:
        club = _club(files, manifest)
        _check_chain(club, manifest)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, RecursionError):
        raise InputError("The file lacks what a club's file has: export the club again.") from None
    return club, str(manifest["digest"])


_NO_ZIP = "This is no zip: take the file that /club export everything gives, as it is."
_TOO_LARGE = "The file is larger than a club's: take one that /club export everything gives."


def _unpacked(data: bytes, most: int) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = archive.infolist()
            if any(one.compress_type not in METHODS for one in members):
                raise zipfile.BadZipFile
            most = min(most, MOST_TIMES * len(data))
            if len(members) > MOST_FILES or sum(one.file_size for one in members) > most:
                raise InputError(_TOO_LARGE)
            files = {one.filename: archive.read(one) for one in members}
    except BROKEN:
        raise InputError(_NO_ZIP) from None
    if sum(content.count(b"{") + content.count(b"[") for content in files.values()) > MOST_ROWS:
        raise InputError(_TOO_LARGE)
    return files


def _read(files: Mapping[str, bytes], name: str) -> Any:
    try:
        return json.loads(files[name])
    except (KeyError, ValueError, RecursionError):
        raise InputError(f"{name} is not in the file, or cannot be read: export the club again.") from None


def _club(files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> ClubZip:
    rows = {name.removesuffix(".json"): _read(files, name) for name in files if name.endswith(".json")}

    def of(folder: str) -> dict[str, Any]:
        return {name.removeprefix(folder): found for name, found in rows.items() if name.startswith(folder)}

    club = ClubZip(
        club_id=int(manifest["club"]["id"]),
        server=dict(manifest["club"]["server"]),
        version=str(manifest["version"]),
        fold_version=int(manifest["fold_version"]),
        made_at=str(manifest["made_at"]),
        settings=dict(rows["settings"]),
        tables=of("facts/"),
        derived=of("derived/"),
        audit=rows["audit"],
        links=[Link(str(one["kind"]), int(one["number"]), str(one["digest"])) for one in rows["chain"]],
        columns={
            name.removesuffix(".csv"): content.decode().split("\n", 1)[0].split(",")
            for name, content in files.items()
            if name.endswith(".csv")
        },
    )
    if not all(isinstance(row, dict) for found in (*club.tables.values(), club.audit) for row in found):
        raise ValueError("a row")
    for name, data in files_of(club).items():
        # So that what a spreadsheet shows, and the heads of the chain, are what the exact files say.
        if files.get(name) != data and name != "README.txt":
            raise InputError(f"{name} does not say what the other files do: export the club again.")
    return club


def _check_chain(club: ClubZip, manifest: Mapping[str, Any]) -> None:
    """Raise InputError where the chain does not tell of the facts that are there."""
    links = club.links
    if not links or links[0] != first_link(links[0].number) or [one for one in links[1:] if one.kind == CLUB]:
        raise InputError("The chain does not begin with a club: export the club again.")
    if manifest.get("chain") != {"links": len(links), "head": heads(links)[-1]}:
        raise InputError("The chain does not end as the manifest says: export the club again.")
    last = {(link.kind, link.number): link.digest for link in links[1:] if link.kind != PLAYER}
    digests = fact_digests(club.tables)
    for (kind, number), digest in digests.items():
        if last.get((kind, number)) != digest:
            raise InputError(f"{kind} {number} is not what the chain tells of it: export the club again.")
    if gone := sorted(last.keys() - digests.keys()):
        raise InputError(f"{gone[0][0]} {gone[0][1]} is in the chain and not in the file: export the club again.")
