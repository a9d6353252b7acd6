"""Typed results of a club evening:

    1: Dana 1-0 Eli                  round 1
    2: Eli ½-½ Ann; Bo 0-1 Cy        several games
    round 3: @Dana 0-1 #12           mention, number
    1: Dana +- Eli                   forfeit; -- for both
    1: Dana bye                      also half bye, zero bye
    1: Dana * Eli                    delete a result
    I drew with Eli; beat Bo; L Cy   as words, the round being played
    Dana 412-387 Eli                 scores
    beat Eli 412 to 387              scores, as words
    3 1-0                            board 3 of the round being played

Separated by ; , or a new line; a round applies until the next.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from core.errors import InputError
from core.files.common.people import read_person
from core.files.common.text import RESULT_WORDS, plain_text, shorten

MOST_RESULTS, MOST_ROUNDS, MOST_CHARACTERS = 100, 99, 6000


ME = "I"
"""The writer, if a result names only the opponent."""


class Written(Enum):
    """The first player's points in a round, or why there was no game."""

    WIN = "1-0"
    DRAW = "½-½"
    LOSS = "0-1"
    FORFEIT_WIN = "+-"
    FORFEIT_LOSS = "-+"
    BOTH_FORFEIT = "--"
    FULL_BYE = "bye"
    HALF_BYE = "half bye"
    ZERO_BYE = "zero bye"
    TAKEN_BACK = "*"


@dataclass(frozen=True, slots=True)
class ParsedName:
    """A player: user, number or name. text: as written."""

    text: str
    user: int | None = None
    number: int | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True)
class ParsedResult:
    """A game or bye; position: from 1.

    together: first holds both names. points: scores of both. board: of the round, instead of names.
    """

    position: int
    round: int | None
    first: ParsedName
    second: ParsedName | None
    result: Written
    together: bool = False
    points: tuple[int, int] | None = None
    board: int | None = None


_BREAK = re.compile(r"[;\n\r]|,(?![0-9])")
_ROUND = re.compile(
    r"(?:(?:round|rd|r)\.? ?)?(?P<round>[0-9]{1,9}) ?:(?: |(?![0-9]))|(?:round|rd|r)\.? ?(?P<word>[0-9]{1,9})[.)]? ",
    re.IGNORECASE,
)
_POINTS = r"(?:1/2|0[.,]5|[.,]5|[0-9½=])"
_RESULT = re.compile(
    r"(?:^|(?<= ))(?:(?P<own>[0-9]{1,4})(?: ?[-:] ?| to )(?P<theirs>[0-9]{2,4}|[2-9])|"
    r"(?P<more>[0-9]{2,4}|[2-9])(?: ?[-:] ?| to )(?P<less>[01])|"
    rf"(?P<first>{_POINTS}) ?[-:] ?(?P<second>{_POINTS})|(?P<forfeit>[+-] ?[-+:/]{{1,3}}|\+|-)|"
    r"(?P<drawn>½|=|1/2)|(?P<back>\*))(?= |$)"
)
_AT_BOARD = re.compile(
    r"(?:(?:board|bd|table|game)\.? ?)?(?P<board>[0-9]{1,3})[.:)]? (?:(?P<own>[0-9]{1,4}) (?P<theirs>[0-9]{1,4})|"
    r"(?P<result>[-+*½=/:.,0-9 ]+))",
    re.IGNORECASE,
)
_BOARD_BEFORE = re.compile(
    r"^(?:(?:board|bd|table)\.? ?[0-9]{1,3}[.:)]?|[0-9]{1,3}[.)]?) (?=[^\W\d_]|[\"@])", re.IGNORECASE
)
_BOTH_POINTS = re.compile(r"(?P<first>.+?) (?P<own>[0-9]{2,4}) (?P<second>.+?) (?P<theirs>[0-9]{2,4})")
_BY_LETTER = {"w": Written.WIN, "d": Written.DRAW, "l": Written.LOSS}
_BOTH_DREW = re.compile(r"(?P<first>.+[ -].+) (?:drew|draw|drawn|tied)", re.IGNORECASE)
_WORDS = (
    *(
        (re.compile(rf"(?P<first>.+?) {words} (?P<second>.+)", re.I), _BY_LETTER[letter])
        for letter, words in RESULT_WORDS
    ),
    (_BOTH_DREW, Written.DRAW),
    *(
        (re.compile(rf"(?:{words}|{letter}) (?P<second>.+)", re.I), _BY_LETTER[letter])
        for letter, words in RESULT_WORDS
    ),
)

_BYE = re.compile(r"(?P<who>.+?) (?:(?P<kind>full|half|zero|½|0|1)(?:[ -]points?)?[ -])?bye", re.IGNORECASE)
_QUOTED = re.compile(r"@?\"([^\"]+)\"")
_SCORES = {"1": 1.0, "0": 0.0, **dict.fromkeys(("½", "=", "1/2", "0.5", "0,5", ".5", ",5"), 0.5)}
_GAMES: dict[tuple[float | None, float | None], Written] = {
    (1.0, 0.0): Written.WIN,
    (0.5, 0.5): Written.DRAW,
    (0.0, 1.0): Written.LOSS,
}
_FORFEITS = {"+-": Written.FORFEIT_WIN, "-+": Written.FORFEIT_LOSS, "--": Written.BOTH_FORFEIT}
_BYES = {"half": Written.HALF_BYE, "½": Written.HALF_BYE, "zero": Written.ZERO_BYE, "0": Written.ZERO_BYE}
_LIKE = 'like "1: Dana 1-0 Eli"'
_RESULTS = "Write 1-0, 0-1, ½-½ or, for a forfeit, +-"


def parse_results_list(text: str) -> tuple[ParsedResult, ...]:
    if len(text) > MOST_CHARACTERS:
        raise InputError("The text is too long. Report one round at a time.")
    found: list[ParsedResult] = []
    round_number = None
    for entry in _entries(text):
        position = len(found) + 1
        if position > MOST_RESULTS:
            raise InputError(f"More than {MOST_RESULTS} results are too many at once. Report one round at a time.")
        match = None if _at_board(entry) else _ROUND.match(entry)
        if match:
            round_number = int(match["round"] or match["word"])
            entry = entry[match.end() :].strip()
            if not 1 <= round_number <= MOST_ROUNDS:
                raise _refused(position, f"there is no round {round_number}. Rounds are 1 to {MOST_ROUNDS}.")
        if not entry:
            continue
        found.append(_result(position, round_number, entry))
    if not found:
        raise InputError(f"The result is missing. Write it {_LIKE}.")
    return tuple(found)


def _entries(text: str) -> Iterator[str]:
    normal = plain_text(unicodedata.normalize("NFC", text))
    quoted = [match.span() for match in _QUOTED.finditer(normal)]
    start = 0
    for separator in _BREAK.finditer(normal):
        if any(first < separator.start() < last for first, last in quoted):
            continue
        yield " ".join(normal[start : separator.start()].split())
        start = separator.end()
    yield " ".join(normal[start:].split())


def _at_board(entry: str) -> tuple[int, re.Match[str]] | None:
    """Return the board and the result of an entry without names."""
    board = _AT_BOARD.fullmatch(entry)
    score = None if board is None else _RESULT.fullmatch(board["result"] or f"{board['own']}-{board['theirs']}")
    return None if board is None or score is None else (int(board["board"]), score)


def _result(position: int, round_number: int | None, entry: str) -> ParsedResult:
    at_board = _at_board(entry)
    if at_board is not None:
        board, score = at_board
        result, points = _read(position, score), _points(score)
        return ParsedResult(
            position, round_number, ParsedName(shorten(entry)), None, result, points=points, board=board
        )
    entry = _BOARD_BEFORE.sub("", entry, count=1)
    # Quoted text is a name.
    masked = _QUOTED.sub(lambda match: "x" * len(match[0]), entry)
    results = list(_RESULT.finditer(masked))
    if len(results) > 1:
        # In "Dana - Eli 1-0" the first dash only separates the names.
        results = [match for match in results if match[0] != "-"] or results
    if not results or (results[-1][0] == "-" and _BOTH_DREW.fullmatch(masked)):
        return _in_words(position, round_number, entry, masked)
    if len(results) > 1:
        raise _refused(
            position,
            f'"{shorten(entry)}" has several results. '
            "Put a semicolon between games, or quotation marks around the name.",
        )
    (match,) = results
    first, second = entry[: match.start()].strip(), entry[match.end() :].strip()
    read, points = _read(position, match), _points(match)
    if read is Written.TAKEN_BACK and second.lower() == "bye":
        return ParsedResult(position, round_number, _name(position, first), None, read)
    if first and second:
        return ParsedResult(
            position, round_number, _name(position, first), _name(position, second), read, False, points
        )
    if first and (said := _said(position, round_number, first, masked[: len(first)], (read, points))):
        return said
    both = first or second
    if '"' in both or not re.search(r"\S[ -]\S", both):
        raise _refused(position, f'"{shorten(entry)}" lacks a player. Write it {_LIKE}, or "3 1-0" for board 3.')
    return ParsedResult(position, round_number, ParsedName(shorten(both), name=both), None, read, True, points)


def _in_words(position: int, round_number: int | None, entry: str, masked: str) -> ParsedResult:
    bye = _BYE.fullmatch(masked)
    if bye is not None:
        kind = _BYES.get((bye["kind"] or "full").lower(), Written.FULL_BYE)
        return ParsedResult(position, round_number, _name(position, entry[: bye.end("who")]), None, kind)
    counted = _BOTH_POINTS.fullmatch(masked)
    if counted is not None:
        first, second = (_name(position, entry[slice(*counted.span(part))]) for part in ("first", "second"))
        points = (int(counted["own"]), int(counted["theirs"]))
        return ParsedResult(position, round_number, first, second, _of_points(*points), False, points)
    said = _said(position, round_number, entry, masked)
    if said is not None:
        return said
    raise _refused(position, f'"{shorten(entry)}" has no result. Write it {_LIKE}.')


_Score = tuple[Written, tuple[int, int] | None]


def _said(
    position: int, round_number: int | None, entry: str, masked: str, score: _Score | None = None
) -> ParsedResult | None:
    """Return a result in words; None for others. score: written after them."""
    for pattern, word in _WORDS:
        match = pattern.fullmatch(masked)
        if match is None:
            continue
        result, points = (word, None) if score is None else _agreed(position, word, *score)
        groups = match.groupdict()
        both = entry[: match.end("first")] if "first" in groups else ME
        if "second" not in groups:
            return ParsedResult(
                position, round_number, ParsedName(shorten(both), name=both), None, result, True, points
            )
        second = _name(position, entry[slice(*match.span("second"))])
        return ParsedResult(position, round_number, _name(position, both), second, result, points=points)
    return None


def _agreed(position: int, word: Written, result: Written, points: tuple[int, int] | None) -> _Score:
    """Return a score as its word has it: of a loss, either side may be first."""
    if word is Written.LOSS and result is Written.WIN:
        return Written.LOSS, None if points is None else points[::-1]
    if word is not result and result in (Written.WIN, Written.DRAW, Written.LOSS):
        raise _refused(position, "the word and the score do not agree. Write the winner's score first.")
    return result, points


def _points(match: re.Match[str]) -> tuple[int, int] | None:
    if match["own"] or match["more"]:
        return int(match["own"] or match["more"]), int(match["theirs"] or match["less"])
    return None


def _of_points(own: int, theirs: int) -> Written:
    return Written.WIN if own > theirs else Written.LOSS if own < theirs else Written.DRAW


def _read(position: int, match: re.Match[str]) -> Written:
    points = _points(match)
    if points is not None:
        return _of_points(*points)
    if match["back"]:
        return Written.TAKEN_BACK
    if match["drawn"]:
        return Written.DRAW
    read: Written | None
    if match["forfeit"]:
        read = _FORFEITS.get(re.sub(r"[ :/]", "", match["forfeit"]))
    else:
        read = _GAMES.get((_SCORES.get(match["first"]), _SCORES.get(match["second"])))
    if read is None:
        raise _refused(position, f'"{shorten(match[0])}" is not a result of a game. {_RESULTS}.')
    return read


def _name(position: int, words: str) -> ParsedName:
    try:
        return parse_name(words)
    except InputError as error:
        why = f'"{shorten(words)}" is not a player. Write a name, or the number of the card, for example #3.'
        raise _refused(position, why) from error


def _refused(position: int, why: str) -> InputError:
    return InputError(f"Result {position}: {why}")


MOST_BOARDS = 100
_BOARD = re.compile(r"[0-9]{1,3}[.:)]? +(?=\S)")
_BOARD_AGAINST = re.compile(r" +(?:[-‐‑‒–—]|vs?\.?) +", re.IGNORECASE)
_BOARD_BYE = re.compile(r"(?P<who>.+?)(?: +[-–—])? +bye", re.IGNORECASE)


def parse_boards(text: str) -> tuple[tuple[ParsedName, ParsedName | None], ...]:
    found: list[tuple[ParsedName, ParsedName | None]] = []
    for position, entry in enumerate(
        (" ".join(line.split()) for line in re.split(r"[;\n\r]+", plain_text(text))), start=1
    ):
        if not entry:
            continue
        if len(found) == MOST_BOARDS:
            raise InputError(f"More than {MOST_BOARDS} boards are too many. Pair the others in a separate section.")
        words = _BOARD.sub("", entry, count=1)
        names = _BOARD_AGAINST.split(words)
        bye = _BOARD_BYE.fullmatch(words)
        if bye is not None:
            found.append((parse_name(bye["who"]), None))
        elif len(names) == 2 and all(names):
            found.append((parse_name(names[0]), parse_name(names[1])))
        else:
            raise InputError(
                f'Line {position}: "{shorten(entry)}" is not a pairing. Write it like "Dana - Eli" or "Dana bye".'
            )
    if not found:
        raise InputError('No pairings are given. Write one per line, for example "Dana - Eli".')
    return tuple(found)


def parse_name(words: str) -> ParsedName:
    written = plain_text(words).strip()
    person = read_person(written)
    if not (person.name or person.user or person.number):
        raise InputError("The player is missing. Write a name, or the number of the card, for example #3.")
    return ParsedName(shorten(written), person.user, person.number, person.name or None)


_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def parse_winners(text: str, known: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each line's subject (one of `known`) and its names."""
    for line in re.split(r"[;\n\r]+", text):
        written = " ".join(line.split())
        if not written:
            continue
        label, colon, names = written.partition(":")
        called = {one.casefold(): one for one in known}
        # The fund stores prizes in lower case with plain dashes.
        about = called.get(label.strip().translate(_DASHES).casefold().removeprefix("top "))
        listed = [name.strip() for name in names.split(",") if name.strip()]
        if about is None or not colon or not listed:
            like = next(iter(known), None)
            raise InputError(
                f'"{shorten(written)}" names nobody for a prize. Write, for example, {like}: Dana.'
                if like is not None
                else "This event has no prize that is awarded by name. Remove the names."
            )
        yield about, listed
