"""The opponents of a title norm as people type them, one entry a round.

    W2450 IM NED, =2380 GM FRA, 0 2510 GM GER    results, ratings, titles, federations, in any order
    W unrated ESP                                an opponent without a rating
    BYE; HALF BYE; + 2390 FM ITA; FORFEIT        an allocated bye, another one, forfeit wins; - is a forfeit loss
    2405 GM POL (to come), ?                     rounds to come: the second against somebody who is not known yet
    2450W IM NED, beat 2300 FM SWE               a result behind, or in words
    W2300 IM ESP #7                              #7 tells people apart who look alike, where everybody is met twice

Entries stand apart by , or ; or a new line. Titles and results may be small letters, federations are capitals.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from core.errors import InputError
from core.fide.norms.event import MOST_ROUNDS, Decided, NormGame, NormOpponent
from core.fide.norms.titles import PlayerTitle
from core.fide.norms.unknown_opponents import RemainingGame
from core.fide.state import HIGHEST_RATING, LOWEST_RATING
from core.formats.common.names import shorten
from core.formats.common.typed_text import letters_for_words, plain_text

_ENTRIES = re.compile(r"[,;\n\r\u2028\u2029]")
_JOINED = re.compile(
    r"(?P<result>1/2|0\.5|[wdl½=+-])(?P<rest>[0-9]{3,4}|unrated|unr)|(?P<before>[0-9]{3,4})(?P<behind>[wdl½=])",
    re.IGNORECASE,
)
_REMARK = re.compile(r"\([^()]*\)")
_RATING = re.compile(r"[0-9]{2,9}")
_FEDERATION = re.compile(r"[A-Z]{3}")
_PERSON = re.compile(r"#[0-9]{1,9}")
_UNRATED = frozenset({"unrated", "unr"})
_TITLES = frozenset(title.value for title in PlayerTitle)
_EXAMPLE = "W2450 IM NED"


class _Result(NamedTuple):
    """How a round ended."""

    score: float | None
    decided: Decided = Decided.PLAYED


_RESULTS = {
    **dict.fromkeys(("w", "1"), _Result(1.0)),
    **dict.fromkeys(("d", "½", "=", "1/2", "0.5"), _Result(0.5)),
    **dict.fromkeys(("l", "0"), _Result(0.0)),
    **dict.fromkeys(("forfeit", "+"), _Result(1.0, Decided.FORFEIT)),
    "-": _Result(0.0, Decided.FORFEIT),
}
_BYES = {
    "bye": Decided.ALLOCATED_BYE,
    **dict.fromkeys(("half bye", "bye half", "zero bye", "bye zero"), Decided.OTHER_BYE),
}


@dataclass(frozen=True, slots=True)
class ParsedRounds:
    """The rounds as written: those that have passed, and those to come, numbered from 1."""

    games: tuple[NormGame, ...]
    remaining: tuple[RemainingGame, ...] = ()

    @property
    def rounds(self) -> int:
        return len(self.games) + len(self.remaining)


def parse_norm_opponents(text: str) -> ParsedRounds:
    """Read a list of rounds; raise InputError naming the entry that cannot be one."""
    games: list[NormGame] = []
    remaining: list[RemainingGame] = []
    for written in _ENTRIES.split(letters_for_words(_REMARK.sub(" ", plain_text(text)))):
        words = [word for word in written.split() if word not in ("I", "and")]
        if not words:
            continue
        number, entry = len(games) + len(remaining) + 1, " ".join(words)
        if number > MOST_ROUNDS:
            raise InputError(f"That is more than {MOST_ROUNDS} rounds: give one event at a time.")
        read = RemainingGame(number) if words == ["?"] else _round(number, entry, words)
        if isinstance(read, RemainingGame):
            remaining.append(read)
        elif remaining:
            raise InputError(
                f'"{shorten(entry)}" has a result, but a round before it has none: '
                "write rounds without a result at the end, for they are to come."
            )
        else:
            games.append(read)
    if not games and not remaining:
        raise InputError(f"There are no opponents: write them like {_EXAMPLE}, with a comma between.")
    return ParsedRounds(tuple(games), tuple(remaining))


def _round(number: int, entry: str, words: list[str]) -> NormGame | RemainingGame:
    """Return an entry as the round that it stands for."""
    bye = _BYES.get(entry.lower())
    if bye is not None:
        return NormGame(number, None, decided=bye)
    found = _Words(entry)
    for word in words:
        found.take(word)
    result = found.result
    if result is None:
        return RemainingGame(number, found.opponent())
    # Who did not come need not be told.
    opponent = None if result.decided is Decided.FORFEIT and not found.kinds else found.opponent()
    return NormGame(number, opponent, result.score, result.decided)


class _Words:
    """The words of one entry, sorted by what they are: the result, and the others by their kind."""

    def __init__(self, entry: str) -> None:
        self.entry = entry
        self.result: _Result | None = None
        self.kinds: dict[str, str] = {}

    def take(self, word: str) -> None:
        """Sort in one word, or a result with the rating joined to it; raise InputError for what is neither."""
        joined = _JOINED.fullmatch(word)
        for part in (word,) if joined is None else filter(None, joined.groups()):
            self._take(part)

    def _take(self, word: str) -> None:
        result = _RESULTS.get(word.lower())
        if result is not None:
            if self.result is not None:
                raise self._refused("has two results: put a comma between opponents")
            self.result = result
        elif _RATING.fullmatch(word) or word.lower() in _UNRATED:
            self._keep("rating", word)
        elif word.upper() in _TITLES:
            self._keep("title", word.upper())
        elif word == "BYE":
            raise self._refused("is a bye and an opponent: write BYE alone")
        elif word == "?":
            raise self._refused("is half known: write ? alone for a round to come, or who it is against")
        elif _FEDERATION.fullmatch(word):
            self._keep("federation", word)
        elif _PERSON.fullmatch(word):
            self._keep("person", word)
        elif _FEDERATION.fullmatch(word.upper()):
            raise self._refused(f"has {word} for a federation: write it in capitals, such as NOR")
        else:
            raise InputError(
                f'"{shorten(word, 20)}" in "{shorten(self.entry)}" is no result, rating, title or federation: '
                f"write an opponent like {_EXAMPLE}."
            )

    def _keep(self, kind: str, word: str) -> None:
        if kind in self.kinds:
            noun = "number behind #" if kind == "person" else kind
            raise self._refused(f"has a second {noun}, {shorten(word, 20)}: put a comma between opponents")
        self.kinds[kind] = word

    def opponent(self) -> NormOpponent:
        """Return who the words describe; people who look alike are taken for one where nothing tells them apart."""
        rating = self._rating()
        federation, title = self.kinds.get("federation"), self.kinds.get("title")
        person = self.kinds.get("person") or (rating, federation, title)
        return NormOpponent(rating, federation, None if title is None else PlayerTitle(title), person)

    def _rating(self) -> int | None:
        written = self.kinds.get("rating")
        if written is None:
            raise self._refused('has no rating: write it, such as 2450, or "unrated"')
        if written.lower() in _UNRATED:
            return None
        if not LOWEST_RATING <= int(written) <= HIGHEST_RATING:
            raise self._refused(
                f"has {written} for a rating: FIDE's are between {LOWEST_RATING} and {HIGHEST_RATING}, or write unrated"
            )
        return int(written)

    def _refused(self, why: str) -> InputError:
        return InputError(f'"{shorten(self.entry)}" {why}.')
