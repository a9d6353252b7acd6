"""The golden sections of US Chess as documents of its ratings API, and as CSV, with invented people."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden" / "uschess" / "published_sections.toml"
CASES = {case["id"]: case for case in tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"]}
FIRST = "NORA IDRIS TOVE BASIL MIRA OTIS LENA RUFUS ANYA CLIVE GRETA HUGO INES JOEL KIRA LARS MAEVE NILS OLGA PIERS"
LAST = "QUILL VALE FENN MARLOW STROUD HOLT BREY CASTOR DUNE EWING FALK GRAY HALE IVERS JESS KERR LOWE MERCER NOBLE OTT"
OUTCOMES = {
    "W": "Win",
    "L": "Loss",
    "D": "Draw",
    "BF": "ByeFull",
    "BH": "ByeHalf",
    "U": "Unpaired",
    "FW": "WinForfeit",
    "FL": "Forfeit",
}
EVENT = "202611070999"


def name(number: int) -> str:
    """Return what the n-th player is called here."""
    return f"{FIRST.split()[number - 1]} {LAST.split()[number - 1]}".title()


def records(row: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a player's rating records: preRating is missing for the unrated, the count for the established."""
    found = []
    for system, (before, after, games) in (("Q", row["quick"]), ("R", row["regular"])):
        record: dict[str, Any] = {"ratingSystem": system, "postRating": round(after), "postRatingDecimal": after}
        if before:
            record |= {"preRating": round(before), "preRatingDecimal": before}
        if games:
            record["postProvisionalGameCount"] = games
        found.append(record)
    return found


def standings(case: str = "u600") -> list[dict[str, Any]]:
    """Return the lines of a section; each game is White's of the lower number."""
    lines = []
    for number, row in enumerate(CASES[case]["rows"], start=1):
        outcomes = []
        for played, cell in enumerate(row["rounds"].split(), start=1):
            kind, other = re.fullmatch(r"([A-Z]+)(\d*)", cell).groups()  # type: ignore[union-attr]
            outcome = {"roundNumber": played, "outcome": OUTCOMES[kind], "color": "Unknown"}
            outcome |= {"opponentOrdinal": 0, "opponentPairingNumber": 0, "opponentPlayerId": ""}
            if other:
                outcome["color"] = "White" if number < int(other) else "Black"
                outcome |= {"opponentOrdinal": int(other), "opponentPairingNumber": int(other)}
                outcome |= {"opponentPlayerId": f"p{other}", "opponentMemberId": f"3000{int(other):04}"}
            outcomes.append(outcome)
        lines.append(
            {
                "ordinal": number,
                "pairingNumber": number,
                "playerId": f"p{number}",
                "memberId": f"3000{number:04}",
                "firstName": name(number).split()[0].upper(),
                "lastName": name(number).split()[1].upper(),
                "stateRep": "VT",
                "score": 0.0,
                "ratings": records(row),
                "roundOutcomes": outcomes,
            }
        )
    return lines


def page(items: list[Any], offset: int = 0, *, more: bool = False) -> dict[str, Any]:
    """Return one page of an answer."""
    paging = {"offset": offset, "pageSize": 100, "hasPreviousPage": offset > 0, "hasNextPage": more}
    return {"items": items, **paging}


def section(case: str = "u600", **changed: Any) -> dict[str, Any]:
    """Return the document of a section."""
    day = CASES[case]["day"].isoformat()
    rounds = max(len(row["rounds"].split()) for row in CASES[case]["rows"])
    document = {"id": "s1", "name": "Under 600", "number": 6, "roundCount": rounds, "startDate": day, "endDate": day}
    document |= {"format": "Swiss", "timeControl": CASES[case]["time_control"], "ratingSystem": "D", "isOnline": False}
    return document | changed


def event(case: str = "u600", **changed: Any) -> dict[str, Any]:
    """Return the document of an event."""
    day = CASES[case]["day"].isoformat()
    document = {"id": EVENT, "name": "Lantern Scholastic", "startDate": day, "endDate": day, "stateCode": "VT"}
    return document | {"city": "Burlington", "status": "Rated", "sections": [{"id": "s1", "number": 6}]} | changed


def whole(case: str = "u600", **changed: Any) -> dict[str, Any]:
    """Return one object with all documents."""
    return {"event": event(case), "section": section(case), "standings": page(standings(case))} | changed


def saved(document: Any) -> bytes:
    return json.dumps(document).encode()


def as_csv(case: str = "u600") -> bytes:
    """Return a section as a spreadsheet has it."""
    letters = {"BF": "B", "BH": "H", "FW": "X", "FL": "F"}
    rows = [["number", "name", "id", "pre", "post", "q pre", "q post", "1", "2", "3", "4"]]
    for number, row in enumerate(CASES[case]["rows"], start=1):
        figures = [
            f"{after if post else before or ''}{f'P{games}' if post and games else ''}"
            for before, after, games in (row["regular"], row["quick"])
            for post in (False, True)
        ]
        cells = [re.sub("^[A-Z]+", lambda kind: letters.get(kind[0], kind[0]), cell) for cell in row["rounds"].split()]
        rows.append([str(number), name(number), f"3000{number:04}", *figures, *cells])
    return "\n".join(",".join(row) for row in rows).encode()
