"""Harbor Lantern Open as SwissSys would have it, in both its files."""

import json
from typing import Any

SECRETS = ("passcode-7731", "ida@lantern.example", "555-0142", "2001-02-03", "likes the corner board", "K5EY")

_TOKENS = (
    ("Marlow, Ida", "90000011", 1810, "WA", ["+;3;W;1;0;0;0", "=;2;B;1;0;0;0", "X;4;*;1;0;0;0"]),
    ("Quill, Tobias", "90000022", 1655, "WA", ["H;-1;-;0;-1;-1;0", "=;1;W;1;0;0;0", "+;3;B;2;0;0;0"]),
    ("Fenn, Rosa", "90000033", 1490, "OR", ["-;1;B;1;0;0;0", "+;4;W;2;0;0;0", "-;2;W;2;0;0;0"]),
    ("Östby, Nils", None, None, None, ["B;-1;-;0;-1;-1;0", "-;3;B;2;0;0;0", "F;1;*;1;0;0;0"]),
)

_WEB = (
    ("Marlow, Ida", "90000011", 1810, "WA", "WDX", "WB-", (3, 2, 4)),
    ("Quill, Tobias", "90000022", 1655, "WA", "HDW", "-WB", (0, 1, 3)),
    ("Fenn, Rosa", "90000033", 1490, "OR", "LWL", "BWW", (1, 4, 2)),
    ("Östby, Nils", "", 0, "", "BLF", "-B-", (0, 3, 1)),
)


def native() -> dict[str, Any]:
    return {
        "Overview": {
            "Program": "SwissSys",
            "Version": 11.73,
            "Tournament title": "Harbor Lantern Open",
            "Tournament time controls": "G/90;d5",
            "Starting date": "2026-11-14",
            "Ending date": "11/14/26",
            "NACH passcode": SECRETS[0],
            "Event city": "Lantern Bay",
            "Event country": "USA",
        },
        "Sections": [
            {
                "Section name": "Open",
                "Section time control": None,
                "Type": 0,
                "Number of players": 4,
                "Rounds paired": 3,
                "Rounds played": 3,
                "Final round": 3,
                "Players": [
                    {
                        "Pair number": number, "Name": name, "ID": member, "Rating": rating, "State": state,
                        "Email": SECRETS[1], "Phone": SECRETS[2], "Birth date": SECRETS[3], "Note": SECRETS[4],
                        "Sex": "F", "Team": None, "Results": list(tokens),
                    }
                    for number, (name, member, rating, state, tokens) in enumerate(_TOKENS, start=1)
                ],
                "Teams": [],
                "ChessRoster key": SECRETS[5],
            },
            {"Section name": "Empty", "Players": []},
        ],
    }  # fmt: skip


def web() -> dict[str, Any]:
    pairings = (
        ((1, 3, "(1-0)"), (2, 0, "(0.5)"), (4, 0, "(1)")),
        ((2, 1, "(0.5-0.5)"), (3, 4, "(1-0)")),
        ((1, 4, "(1X-0F)"), (3, 2, "(0-1)")),
    )
    return {
        "NACHEventID": 4711,
        "tournament": "Harbor Lantern Open",
        "date": "2026/11/14",
        "city": "Lantern Bay",
        "state": "WA",
        "country": "USA",
        "NACHEventPasscode": SECRETS[0],
        "sections": [
            {
                "section": "Open", "rounds_paired": 3, "rounds_played": 3, "time_stamp": "", "standings": [1, 2, 3, 4],
                "place": ["1", "2", "3-4", "3-4"], "tiebreaks": [],
                "players": [
                    {
                        "name": name, "id1": member, "rating": rating, "state": state, "results": list(letters),
                        "colors": list(colours), "ops": list(opponents), "boards": [0, 0, 0], "Email": SECRETS[1],
                    }
                    for name, member, rating, state, letters, colours, opponents in _WEB
                ],
                "rounds": [
                    {
                        "pairings": [
                            {"white": white, "black": black, "board": board, "result": result}
                            for board, (white, black, result) in enumerate(round_pairings, start=1)
                        ]
                    }
                    for round_pairings in pairings
                ],
            }
        ],
    }  # fmt: skip


def dumped(root: object) -> bytes:
    return json.dumps(root, ensure_ascii=False).encode()


def small_native(*players: list[str], **section: Any) -> dict[str, Any]:
    rows = [
        {"Pair number": number, "Name": f"Player {number}", "ID": f"9000000{number}", "Results": tokens}
        for number, tokens in enumerate(players, start=1)
    ]
    of_section = {"Section name": "Open", "Rounds played": max(map(len, players)), "Players": rows} | section
    return {"Overview": {"Tournament time controls": "G/60;d5"}, "Sections": [of_section]}


def small_web(
    rows: list[tuple[list[str], list[str], list[int]]], pairings: list[list[tuple[int, int, str]]], **section: Any
) -> dict[str, Any]:
    players = [
        {"name": f"Player {place}", "id1": f"9000000{place}", "results": letters, "colors": colours, "ops": opponents}
        for place, (letters, colours, opponents) in enumerate(rows, start=1)
    ]
    rounds = [
        {"pairings": [{"white": white, "black": black, "result": result} for white, black, result in of_round]}
        for of_round in pairings
    ]
    of_section = {"section": "Open", "players": players, "rounds": rounds} | {"rounds_paired": len(rounds)} | section
    return {"tournament": "Small", "sections": [of_section]}
