"""Files of Scrabble players without games: recognised by their headers, to say what to upload instead.

CoCo's ratings of an event (.RT), CoCo's rating list (.dat) and Woogles' standings (CSV).
"""

import re

from core.errors import InputError

_COCO = "to have an event rated, upload its .tou file, or its results as CSV."
RATED = f"The table has records without games: {_COCO}"
LIST = f"A rating list has no games: {_COCO}"
STANDINGS = "Standings are totals without games: to have it rated, export the tournament as tsh or AUPAIR (tou)."
_RATED_HEADER = re.compile(r"[ \t]*NAME[ \t]+RECORD[ \t]+SPREAD[ \t]+OLD RAT", re.IGNORECASE)
_LIST_HEADER = re.compile(r"NICK[ \t]+Name[ \t]+Games[ \t]+Rat", re.IGNORECASE)
_COLUMNS = {"rank", "username", "wins", "losses", "draws"}
_CHARACTERS, _LINES = 20_000, 20
"""How much of a file is looked at."""


def check_games(text: str) -> None:
    """Raise InputError where the header is that of a file without games."""
    start = text[:_CHARACTERS]
    header = start.lstrip().partition("\n")[0]
    if any(_RATED_HEADER.match(line) for line in start.split("\n")[:_LINES]):
        raise InputError(RATED)
    if _LIST_HEADER.match(header):
        raise InputError(LIST)
    if _COLUMNS.issubset(cell.strip(' "\r').casefold() for cell in header.split(",")):
        raise InputError(STANDINGS)
