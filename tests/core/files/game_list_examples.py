"""Files of games as sites and programs write them; all names are invented."""

PGN = """\
[Event "Club Championship"]
[Site "Harbor"]
[Date "2026.11.07"]
[Round "1.1"]
[White "Quill, Ada"]
[Black "Fenn, Rosa"]
[Result "1-0"]
[WhiteElo "1810"]
[BlackElo "1675"]
[WhiteTitle "WFM"]
[BlackFideId "90000001"]
[TimeControl "5400+30"]

1. e4 e5 { a comment
[%clk 1:30:00] } 2. Nf3 1-0

[Event "Club Championship"]
[Site "Harbor"]
[Date "2026.11.14"]
[Round "2"]
[White "Fenn, Rosa"]
[Black "Cole, Cy \\"Red\\""]
[Result "1/2-1/2"]
[TimeControl "5400+30"]

1/2-1/2
"""


def tagged(**tags: str) -> str:
    """Return a game of PGN with these tags."""
    known = {"Event": "Club", "White": "Ada", "Black": "Bo", "Result": "1-0", **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in known.items()) + "\n1. e4 *\n\n"


PAPI = {
    "variables": {
        "name": "Open de Brest", "rounds": "3", "timeControl": "90min+30sec", "ratingClass": "Standard",
        "startDate": "2026-11-07", "endDate": "08/11/2026", "venue": "Brest",
    },
    "players": [
        {
            "lastName": "QUILL", "firstName": "Ada", "gender": "F", "birthDate": "30/05/1990", "elo": 1850,
            "fideElo": "F", "fideCode": "90000001", "federation": "FRA", "email": "private@example.org",
            "rounds": {
                "1": {"color": "B", "opponent": 1, "result": 3}, "2": {"result": 8}, "3": {"opponent": 2, "result": 6}
            },
        },
        {
            "lastName": "FENN", "firstName": "Rosa", "elo": 1499, "fideElo": "E",
            "rounds": [
                {"color": "N", "opponent": 0, "result": 1}, {"color": "B", "opponent": 2, "result": 12}, {"result": 6}
            ],
        },
        {
            "lastName": "COLE",
            "rounds": {
                "1": {"result": 9}, "2": {"color": "N", "opponent": 1, "result": 12}, "3": {"opponent": 0, "result": 4}
            },
        },
    ],
}  # fmt: skip

SWISSPERFECT = (
    "No\tName\tFeder\tIntl Id\tLoc Id\tRtg\tLoc\tTitle\tTotal\t1\t2\t3\n\n"
    "1\tQuill, Ada\tIRL\t90000001\t12345\t1810\t1700\t\t2.5\t0:=\t3:W\t2:+\n"
    "2\tFenn, Rosa\t\t\t\t\t1650\t\t0.5\t3:D\t :  \t1:-\n"
    "3\tCole, Cy\tUSA\t\t\t\t\t\t1.5\t2:D\t1:L\t0:+\n"
)
