"""The opponents of an event as a member types them.

    974 951 2471 1585          ratings
    W974, D951, L2471          with results
    @Dana 1585 W@Eli           members and players, W, D or L in front where results are given
    "Anna Lee" #12             a name of several words; a player by number
    W1500 BYE L1620            a full-point bye (BYE) or a forfeit win (FORFEIT) between the games

Only reads; who a name is, the club knows.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from core.crosstable import ByeKind
from core.errors import InputError
from core.formats.common.names import shorten
from core.words import counted

MOST_OPPONENTS, MOST_ROUNDS = 60, 99
LOWEST_RATING, HIGHEST_RATING = 100, 3000

# A number in parentheses is the rating that a suggestion shows behind a name.
_SEPARATORS = re.compile(r"(?:[\s,;]|\([0-9]{1,4}\))+")
_RESULT = r"(?:(?P<result>[wdl])(?=[0-9]|<@|@|#|\"|$))?"
_REFERENCE = (
    r"(?:<@!?(?P<user>[0-9]{1,19})>"
    r"|\#(?P<player>[0-9]{1,18})"
    r"|(?P<rating>[0-9]{1,9}(?:\.[0-9]{1,9})?)(?:[pP/][0-9]{1,4})?"
    r"|@?\"(?P<quoted>[^\"\x00-\x1f\x7f]+)\""
    r"|@?(?P<name>[^\s,;@\"<>#\x00-\x1f\x7f][^\s,;\"\x00-\x1f\x7f]*))"
    r"(?=[\s,;(]|$)"
)
_TOKEN = re.compile(_RESULT + _REFERENCE, re.IGNORECASE)
_LONE_RESULT = re.compile(r"[wdl](?=[\s,;]|$)", re.IGNORECASE)
_TOO_MANY = f"That is more than {MOST_OPPONENTS} opponents: report the event in parts."
_SCORES = {"w": 1.0, "d": 0.5, "l": 0.0}
_BYES = {"bye": ByeKind.FULL_POINT, "forfeit": ByeKind.FORFEIT_WIN}


@dataclass(frozen=True, slots=True)
class ParsedOpponent:
    """An opponent as written: a rating, a Discord user, a player's number, or a name; one of the four.

    score: the member's game points against this opponent, None where no result was written.
    text: the word itself, for messages.
    """

    text: str
    rating: float | None = None
    user: int | None = None
    player: int | None = None
    name: str | None = None
    score: float | None = None


@dataclass(frozen=True, slots=True)
class ParsedOpponents:
    """The rounds as written, in order: opponents, and byes between them."""

    rounds: tuple[ParsedOpponent | ByeKind, ...]

    @property
    def games(self) -> tuple[ParsedOpponent, ...]:
        return tuple(entry for entry in self.rounds if isinstance(entry, ParsedOpponent))

    @property
    def score(self) -> float | None:
        """Return the points that the written results make, None where there are none."""
        scores = [game.score for game in self.games]
        return None if scores[0] is None else sum(score or 0.0 for score in scores)


def parse_opponents(text: str, *, some_open: bool = False) -> ParsedOpponents:
    """Read a list of opponents; raise InputError naming the word that cannot be one.

    some_open: results may stand before some opponents only, for games that are still to be played.
    """
    rounds: list[ParsedOpponent | ByeKind] = []
    position, pending = 0, None
    while True:
        separator = _SEPARATORS.match(text, position)
        if separator:
            position = separator.end()
        if position >= len(text):
            break
        lone = _LONE_RESULT.match(text, position)
        if lone and pending is None:
            pending, position = lone[0].lower(), lone.end()
            continue
        match = _TOKEN.match(text, position)
        if match is None:
            word = _SEPARATORS.split(text[position:], maxsplit=1)[0]
            raise InputError(_not_an_opponent(word))
        position = match.end()
        rounds.append(_entry(match, pending))
        pending = None
        if len(rounds) > MOST_ROUNDS:
            raise InputError(_TOO_MANY)
    if pending is not None:
        raise InputError(
            f'The "{pending.upper()}" at the end has no opponent behind it: write it as {pending.upper()}1500.'
        )
    written = ParsedOpponents(tuple(rounds))
    _check(written, some_open=some_open)
    return written


def settle_scores(
    written: ParsedOpponents, results: Sequence[float] | None, score: float | None
) -> tuple[Sequence[float | None], float]:
    """Return the score of each game, None where unknown, and the total; raise InputError where they disagree."""
    games = len(written.games)
    single = [game.score for game in written.games]
    if results is not None:
        if len(results) != games:
            wrong = f"You wrote {counted(games, 'opponent')} but {counted(len(results), 'result')}"
            raise InputError(f"{wrong}: give one result for each.")
        if written.score is not None and list(results) != single:
            raise InputError("The results option and the letters before the opponents differ: leave one of them out.")
        single = list(results)
    known = [value for value in single if value is not None]
    if known:
        total = sum(known)
        if score is not None and score != total:
            raise InputError(
                f"The results make {counted(total, 'point')} but the score says {score:g}: correct one of them."
            )
        return single, total
    if score is None:
        raise InputError("Your score is missing: add score, such as 2.5, or put W, D or L before each opponent.")
    if score > games:
        raise InputError(
            f"A score of {score:g} is more than {counted(games, 'game')} can give: "
            "name every opponent you played; byes and forfeits do not count."
        )
    return single, score


def _entry(match: re.Match[str], pending: str | None) -> ParsedOpponent | ByeKind:
    word = match[0]
    letter = (match["result"] or pending or "").lower()
    name = match["quoted"] or match["name"]
    if name is not None and not word.startswith(("@", '"')) and not letter and name.lower() in _BYES:
        return _BYES[name.lower()]
    if match["user"] and int(match["user"]) >= 2**63:
        raise InputError(_not_an_opponent(word))
    rating = None
    if match["rating"] is not None:
        rating = float(match["rating"])
        if not LOWEST_RATING <= rating <= HIGHEST_RATING:
            raise InputError(
                f"{shorten(match['rating'])} is not a rating: opponents' ratings lie between "
                f"{LOWEST_RATING} and {HIGHEST_RATING}."
            )
    return ParsedOpponent(
        text=shorten(word),
        rating=rating,
        user=int(match["user"]) if match["user"] else None,
        player=int(match["player"]) if match["player"] else None,
        name=name,
        score=_SCORES[letter] if letter else None,
    )


def _check(written: ParsedOpponents, *, some_open: bool) -> None:
    games = written.games
    if not games:
        raise InputError("There are no opponents: write their ratings or names, such as 1500 1620 @Dana.")
    if len(games) > MOST_OPPONENTS:
        raise InputError(_TOO_MANY)
    with_result = sum(game.score is not None for game in games)
    if with_result not in (0, len(games)) and not some_open:
        missing = next(game for game in games if game.score is None)
        raise InputError(
            f'"{missing.text}" has no result but others have: write W, D or L before every opponent, or before none.'
        )


def _not_an_opponent(word: str) -> str:
    return f'"{shorten(word)}" is neither a rating nor a player: write a rating such as 1500, or @ and a name.'
