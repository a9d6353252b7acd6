r"""The player lines of a tsh division file, `.t`.

    NAME RATING OPPONENTS; SCORES; key words; key words

Opponents are numbers of player lines; 0 is none. 00 among opponents or scores is a gap: nothing is told. \; and \\ are
escapes. A name ends before the first free-standing number: a name with a number in it is written with blanks that do
not break, or is known by a rating that would be no player's number.
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from core.errors import InputError
from core.formats.common.names import shorten
from core.formats.common.text_lines import TextLine
from core.formats.common.warnings import ParseWarnings, clean, fault

MOST_PLAYERS, MOST_ROUNDS = 2_000, 99
HIGHEST_RATING = 9999
GAP = "00"
"""What stands for a round of which nothing is told."""

NASPA_ID = re.compile(r"[A-Z]{2}[0-9]{6}")
_LONGEST_LINE = 20_000
_LEAST_DIGITS = 3
_MOST_WORDS, _MOST_FIELDS = 300, 200
_BLANKS = " \t\v\f"
_WORD = re.compile(r"[^ \t\v\f]+")
_PIECE = re.compile(r"\\.|;|[^\\;]+|\\", re.DOTALL)
_RATING = re.compile(r"[0-9]{1,9}(?:[.+][0-9]{1,20})*")
_OPPONENT = re.compile(r"[0-9]{1,4}")
_SCORE = re.compile(r"-?[0-9]{1,6}")
KEPT = ("p12", "class", "team", "lifeg")
"""The fields that an event is made of; the others, the password above all, are not even kept."""


class PlayerLine(NamedTuple):
    """A player.

    opponents, scores: by round; None for a gap, 0 as opponent for none. The lists may differ in length.
    fields: those of the further fields that an event is made of.
    """

    line: int
    name: str
    naspa_id: str | None
    rating: float | None
    opponents: list[int | None]
    scores: list[int | None]
    fields: dict[str, str]


def player_lines(lines: Iterable[TextLine]) -> list[TextLine]:
    """Return the lines that have a player, which are all but blank ones and comments."""
    stripped = [TextLine(number, text.strip(_BLANKS)) for number, text in lines]
    return [line for line in stripped if line.text and not line.text.startswith("#")]


def read_players(lines: Sequence[TextLine], doubts: ParseWarnings) -> list[PlayerLine]:
    """Read player lines; raise InputError with the line for one that is none."""
    return [_player(line, len(lines), doubts) for line in lines]


def is_player(text: str) -> bool:
    """Tell whether a line can be a player's, with as many opponents as anybody may have."""
    try:
        _player(TextLine(1, text), MOST_PLAYERS, ParseWarnings())
    except InputError:
        return False
    return True


def split_fields(text: str) -> list[str]:
    """Return the parts of a line between its semicolons, without the escapes."""
    if "\\" not in text:
        return [part.strip(_BLANKS) for part in text.split(";")]
    parts = [[""]]
    for piece in _PIECE.findall(text):
        if piece == ";":
            parts.append([])
        else:
            parts[-1].append(piece[1:] if piece[0] == "\\" and len(piece) > 1 else piece)
    return ["".join(part).strip(_BLANKS) for part in parts]


def _player(line: TextLine, most: int, doubts: ParseWarnings) -> PlayerLine:
    if len(line.text) > _LONGEST_LINE:
        raise fault(line.number, f"it has more than {_LONGEST_LINE} characters: that is no player of a tsh file.")
    if line.text.count(";") > _MOST_FIELDS:
        raise fault(line.number, f"it has more than {_MOST_FIELDS} fields: that is no player of a tsh file.")
    head, *others = split_fields(line.text)
    words = _WORD.findall(head)
    if len(words) > _MOST_WORDS:
        raise fault(line.number, f"it has more than {MOST_ROUNDS} rounds: upload one event at a time.")
    played = len(_WORD.findall(others[0])) if others else 0
    place = _place_of_rating(words, most, played)
    if place is None:
        raise fault(
            line.number,
            f'"{shorten(head[:100])}" is no player: write the name, the rating and the opponents\' numbers.',
        )
    name = " ".join(words[:place])
    if _RATING.fullmatch(words[place - 1]) and place > 1:
        doubts.add(line.number, "names with a number", f'the name is read as "{clean(name)}"')
    scores = _WORD.findall(others[0]) if others else []
    fields = _fields(line, others[1:], doubts)
    return player_of(line.number, name, words[place], words[place + 1 :], scores, fields, doubts)


def player_of(
    line: int,
    name: str,
    rating: str,
    opponents: Sequence[str],
    scores: Sequence[str],
    fields: dict[str, str],
    doubts: ParseWarnings,
) -> PlayerLine:
    """Return the player whom these words of a line tell; raise InputError with the line for a word that is wrong."""
    if max(len(opponents), len(scores)) > MOST_ROUNDS:
        raise fault(line, f"it has more than {MOST_ROUNDS} rounds: upload one event at a time.")
    before, _, naspa_id = name.rpartition(":")
    if not before.strip() or not NASPA_ID.fullmatch(naspa_id):
        before, naspa_id = name, ""
    return PlayerLine(
        line,
        clean(before) or "?",
        naspa_id or None,
        _rating(line, rating, doubts),
        [_opponent(line, word) for word in opponents],
        [_score(line, word) for word in scores],
        fields,
    )


def _place_of_rating(words: Sequence[str], most: int, played: int) -> int | None:
    """Return where the rating is: the first number after the name, or a later one that alone can be it.

    That is one which only numbers of players follow, where the first is not followed by as many opponents as scores.
    """
    start = len(words)
    while start > 1 and _OPPONENT.fullmatch(words[start - 1]) and int(words[start - 1]) <= most:
        start -= 1
    first = next((place for place in range(1, len(words)) if _RATING.fullmatch(words[place])), None)
    if first is None or first >= start - 1:
        return first
    later = next((place for place in range(max(start - 1, 1), len(words)) if _RATING.fullmatch(words[place])), None)
    if later is None:
        return first
    is_word_between = any(not _RATING.fullmatch(word) for word in words[first:later])
    is_rating = len(words[later]) >= _LEAST_DIGITS and len(words) - first - 1 != played
    return later if is_word_between or is_rating else first


def _opponent(line: int, word: str) -> int | None:
    if not (word.isdecimal() and len(word) <= 4 and word.isascii()):
        raise fault(line, f'"{shorten(word[:100])}" is no opponent: write the number of their line, or 0.')
    return None if word == GAP else int(word)


def _score(line: int, word: str) -> int | None:
    if not _SCORE.fullmatch(word):
        raise fault(line, f'"{shorten(word[:100])}" is no score: write points, such as 401 or -50.')
    return None if word == GAP else int(word)


def _rating(line: int, word: str, doubts: ParseWarnings) -> float | None:
    """Return the rating; of several joined by + the first, and nothing for 0."""
    rating = math.inf
    if _RATING.fullmatch(word):
        first, *decimals = word.partition("+")[0].split(".")
        rating = float(f"{first}.{decimals[0]}" if decimals else first)
    if rating > HIGHEST_RATING:
        doubts.add(line, "ratings that are none", f"{shorten(word)} is no rating: left out")
        return None
    return rating or None


def _fields(line: TextLine, parts: Sequence[str], doubts: ParseWarnings) -> dict[str, str]:
    fields: dict[str, str] = {}
    seen = set()
    for part in parts:
        key, _, words = part.partition(" ")
        if key in seen:
            text = f'the field "{shorten(key[:100])}" stands there twice: the last counts'
            doubts.add(line.number, "fields that stand there twice", text)
        if key:
            seen.add(key)
        if key in KEPT:
            fields[key] = words
    return fields
