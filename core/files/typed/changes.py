"""Typed changes of a stored event:

    round 3: Dana 1-0 Eli            also +- or --
    round 3: Dana draw               from one player's side
    round 1: opponent 1650           also Dana's opponent 1650
    name Winter Cup; date 2026-11-20; time control G/60;d5
    add Fay; remove Eli

Separated by ; or a new line; a round applies until the next.
"""

import re
from dataclasses import dataclass
from enum import Enum

from core.errors import InputError
from core.event.corrections import RoundResult
from core.files.common.text import plain_text, shorten
from core.files.typed.results import MOST_ROUNDS, ParsedName, Written, parse_results_list


class ChangeKind(Enum):
    """What a change is about."""

    NAME = "name"
    DATE = "date"
    TIME_CONTROL = "time control"
    ADD = "add"
    REMOVE = "remove"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class ParsedChange:
    """One change. text: name, date or time control. player, opponent: as written."""

    kind: ChangeKind
    text: str = ""
    round: int | None = None
    player: str | None = None
    opponent: str | None = None
    result: RoundResult | None = None
    rating: float | None = None


_WORD = re.compile(r"(?P<kind>name|date|time control|add|remove)\b[ :]*(?P<text>.*)", re.IGNORECASE)
_ROUND = re.compile(r"(?:round|rd|r)?\.? ?(?P<round>[0-9]{1,9}) ?[:.)] ?(?P<rest>.*)", re.IGNORECASE)
_SIDE = re.compile(
    r"(?:(?P<who>.+?) )?(?P<result>forfeit win|forfeit loss|not played|win|won|draw|drew|loss|lost)", re.IGNORECASE
)
_RATING = re.compile(
    r"(?:(?P<who>.+?)(?:['’]s?)? )?opponent(?: rated| rating)? (?P<rating>[0-9]{1,5}(?:\.[0-9]+)?)", re.I
)
_SAME = {"won": RoundResult.WIN, "drew": RoundResult.DRAW, "lost": RoundResult.LOSS}
_RESULTS = {
    Written.WIN: RoundResult.WIN,
    Written.DRAW: RoundResult.DRAW,
    Written.LOSS: RoundResult.LOSS,
    Written.FORFEIT_WIN: RoundResult.FORFEIT_WIN,
    Written.FORFEIT_LOSS: RoundResult.FORFEIT_LOSS,
    Written.BOTH_FORFEIT: RoundResult.NOT_PLAYED,
    Written.TAKEN_BACK: RoundResult.NOT_PLAYED,
}
_HOW = "For example, write round 3: Dana 1-0 Eli, name Winter Cup, date 2026-11-20, add Fay or remove Eli."


def parse_changes(text: str) -> tuple[ParsedChange, ...]:
    found: list[ParsedChange] = []
    round_number = None
    for entry in (" ".join(part.split()) for part in re.split(r"[\n\r]|;(?! ?d[0-9])", plain_text(text))):
        if not entry:
            continue
        word = _WORD.fullmatch(entry)
        if word is not None:
            found.append(_worded(entry, ChangeKind(word["kind"].lower()), word["text"].strip()))
            continue
        match = _ROUND.fullmatch(entry)
        if match is not None:
            round_number, entry = int(match["round"]), match["rest"]
            if not 1 <= round_number <= MOST_ROUNDS:
                raise InputError(f'"{round_number}" is not a round. Rounds are 1 to {MOST_ROUNDS}.')
        if round_number is None:
            raise InputError(f'"{shorten(entry)}" is not a change of an event. {_HOW}')
        found.append(_of_round(round_number, entry))
    if not found:
        raise InputError(f"The change is empty. {_HOW}")
    return tuple(found)


def _worded(entry: str, kind: ChangeKind, text: str) -> ParsedChange:
    if not text:
        raise InputError(f'"{shorten(entry)}" is incomplete. {_HOW}')
    if kind in (ChangeKind.ADD, ChangeKind.REMOVE):
        return ParsedChange(kind, player=text)
    return ParsedChange(kind, text)


def _of_round(round_number: int, entry: str) -> ParsedChange:
    rated, side = _RATING.fullmatch(entry), _SIDE.fullmatch(entry)
    if rated is not None:
        return ParsedChange(ChangeKind.ROUND, round=round_number, player=rated["who"], rating=float(rated["rating"]))
    if side is not None:
        word = side["result"].lower()
        result = _SAME.get(word) or RoundResult(word)
        return ParsedChange(ChangeKind.ROUND, round=round_number, player=side["who"], result=result)
    try:
        one = parse_results_list(entry)[0]
    except InputError as error:
        raise InputError(f'"{shorten(entry)}" is not a result of a game. {_HOW}') from error
    if one.result not in _RESULTS or one.second is None or one.points is not None:
        raise InputError(f'"{shorten(entry)}" is not a result of a game. {_HOW}')
    return ParsedChange(
        ChangeKind.ROUND,
        round=round_number,
        player=_written(one.first),
        opponent=_written(one.second),
        result=_RESULTS[one.result],
    )


def _written(name: ParsedName) -> str:
    if name.user is not None:
        return f"<@{name.user}>"
    return f"#{name.number}" if name.number is not None else name.name or name.text
