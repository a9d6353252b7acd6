"""The file of a whole club: how rows are written, and the chain of its facts. docs/club-file.md describes it.

A row is a dictionary by column. Facts are known by numbers of the club's own, which a copy keeps.
"""

import csv
import hashlib
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

FORMAT = 1
MANIFEST = "manifest.json"
PLAYER, CLUB = "player", "club"
Row = dict[str, Any]
Tables = Mapping[str, Sequence[Row]]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")

_CHAINED = {
    "event": ("date", "began", "kind", "minutes", "seconds", "site", "standing", "voided"),
    "opening": (
        "player_id", "list", "date", "rating", "games", "peak", "floor", "wins", "losses", "draws", "confidence",
        "standard_error", "event_id", "voided", "confirmed",
    ),
    "demotion": ("player_id", "list", "date", "voided"),
    "list_fact": ("list", "kind", "date", "through", "factor", "voided"),
}  # fmt: skip
"""What of each kind of fact is in the chain: numbers, days and figures; no name and no text that somebody wrote."""

_OF_EVENTS = {
    "event_list": ("list", "rules"),
    "entrant": (
        "number", "player_id", "rating", "rated", "score", "elsewhere", "list_ratings", "federation", "title", "class",
        "deviation",
    ),
    "game": (
        "round", "first", "second", "first_began", "result", "first_points", "second_points", "rated",
        "unrated_reason",
    ),
}  # fmt: skip


class Link(NamedTuple):
    """A link of the chain. number: of the fact or player within the club; of the first link, the club's own id.

    digest: of the fact as it was when the link was added; a fact that changes is given another link.
    """

    kind: str
    number: int
    digest: str


def canonical(value: Any) -> str:
    """Return JSON that is the same for the same value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def first_link(club_id: int) -> Link:
    """Return the link with which the chain of a club begins."""
    return Link(CLUB, club_id, sha256(f"crosstable {FORMAT} {club_id}".encode()))


def player_link(number: int) -> Link:
    """Return the link by which a player is given a number."""
    return Link(PLAYER, number, sha256(f"{PLAYER} {number}".encode()))


def heads(links: Iterable[Link]) -> list[str]:
    """Return the head of the chain behind each link: the SHA-256 of the head before it and the link."""
    found, head = [], ""
    for link in links:
        head = sha256((head + canonical(link._asdict())).encode())
        found.append(head)
    return found


def fact_digests(tables: Tables) -> dict[tuple[str, int], str]:
    """Return the digest of every fact of a club, by kind and number."""
    lines: dict[int, dict[str, list[Any]]] = defaultdict(lambda: {table: [] for table in _OF_EVENTS})
    for table, columns in _OF_EVENTS.items():
        for row in tables[table]:
            lines[row["event_id"]][table].append([row[column] for column in columns])
    digests = {}
    for kind, columns in _CHAINED.items():
        for row in tables[kind]:
            fact: Row = {column: row[column] for column in columns}
            if kind == "event":
                fact |= lines[row["seq"]] | {"overruled": row["overruled"] is not None}
            digests[kind, row["seq"]] = sha256(canonical(fact).encode())
    return digests


def new_links(links: Sequence[Link], tables: Tables) -> list[Link]:
    """Return the links of facts that are not in the chain as they are now, in the order in which facts came in."""
    last = {(link.kind, link.number): link.digest for link in links}
    digests = fact_digests(tables)
    changed = [
        Link(kind, number, digest) for (kind, number), digest in digests.items() if last.get((kind, number)) != digest
    ]
    return sorted(changed, key=lambda link: (link.number, link.kind))


def to_json(rows: Sequence[Row]) -> bytes:
    """Write rows as JSON, a line each."""
    lines = ",\n".join(json.dumps(row, separators=(",", ":"), ensure_ascii=False) for row in rows)
    return f"[\n{lines}\n]\n".encode() if rows else b"[]\n"


def to_csv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Write rows as a spreadsheet reads them: no text becomes a formula, an apostrophe before it keeps it from that."""
    written = io.StringIO()
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows([_cell(row[column]) for column in columns] for row in rows)
    return written.getvalue().encode()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"'{value}" if value.startswith(_FORMULA) else value
    return repr(value) if isinstance(value, int | float) else canonical(value)


def digest_of(files: Mapping[str, str]) -> str:
    """Return one digest for the SHA-256 of all files: the same for a copy of the club."""
    return sha256(canonical(dict(files)).encode())
