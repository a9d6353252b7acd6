"""Typed opponents:

974 951 2471 1585          ratings
W974, 951D, =2471, 1500 won    with results
@Dana Anna Lee #12         members, names, numbers
beat Anna Lee, lost to 1620    results as words
Anna Lee 1500, 1620 (Bo)   a rating beside the name
W1500 BYE L1620            byes (BYE) and forfeits (FORFEIT)
W:1500, 1620=L, 1500 (won), 1-0 1500, G1500 V1620    results in other forms
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

from core.errors import InputError
from core.event.crosstable import ByeKind
from core.event.similarity import SimilarNames
from core.files.common.text import RESULT_WORDS, letters_for_words, plain_text, shorten
from core.rating.fide.norms.facts import MOST_ROUNDS, Decided, NormGame, NormOpponent, PlayerTitle
from core.rating.fide.norms.forecast import RemainingGame
from core.rating.fide.state import HIGHEST_RATING, LOWEST_RATING
from core.words import counted, name_key

MOST_OPPONENTS, MOST_EVENT_ROUNDS = 60, 99
LOWEST_OPPONENT, HIGHEST_OPPONENT = 100, 3000
LOWEST_IN_A_POOL = 1

# A number in parentheses is a suggestion's rating.
_SEPARATORS = re.compile(r"(?:[\s,;]|\([0-9]{1,4}\))+")
_END = r"(?=[\s,;(]|$)"
_REFERENCE = (
    r"(?:<@!?(?P<user>[0-9]{1,19})>"
    r"|\#(?P<player>[0-9]{1,18})"
    r"|(?P<rating>[0-9]{1,9}(?:\.[0-9]{1,9})?)(?:[pP/][0-9]{1,4})?"
    r"|@?\"(?P<quoted>[^\"\x00-\x1f\x7f]+)\")"
    rf"(?P<behind>[wdl+=½-])?{_END}"
)
_NAME = r"@?(?P<name>[^\s,;@\"<>#\x00-\x1f\x7f][^\s,;\"\x00-\x1f\x7f]*)" + _END
_FRONT = r"(?:(?P<result>[wdl](?=[0-9]|<@|@|#|\"|$)|[+=½-](?=[^\s,;])))?"
_TOKEN = re.compile(rf"{_FRONT}(?:{_REFERENCE}|{_NAME})", re.IGNORECASE)
_LONE_RESULT = re.compile(rf"(?P<letter>[wdl+=½-]){_END}", re.IGNORECASE)
_IN_WORDS = [
    (letter, re.compile(rf"(?:and )?(?:i )?(?:{words}){_END}", re.IGNORECASE)) for letter, words in RESULT_WORDS
]
_BARE_WORDS = re.compile(r"[^\s,;\"<>#()\x00-\x1f\x7f]+(?: [^\s,;\"<>#()\x00-\x1f\x7f]+){0,5}")
_SURE_RESULT = re.compile(r"[WDL](?=[A-Z@])|[+=½-]")
_BEFORE_AN_UNKNOWN_NAME = re.compile(r"[wdl](?=@)|[+=½-](?=\S)", re.IGNORECASE)
_LETTER_BEFORE_A_NAME = re.compile(r"[wdl+=½-](?=\S)", re.IGNORECASE)
_TOO_MANY = f"An event has at most {MOST_OPPONENTS} opponents. Report yours in parts."
_SCORES = {"w": 1.0, "+": 1.0, "d": 0.5, "=": 0.5, "½": 0.5, "l": 0.0, "-": 0.0}
_BYES = {"bye": ByeKind.FULL_POINT, "forfeit": ByeKind.FORFEIT_WIN}


@dataclass(frozen=True, slots=True)
class ParsedOpponent:
    """An opponent: a rating, user, number or name.

    score: the member's own, or None. beside: a rating written beside somebody. follows: whether a rating may be that
    of the name before it. text: as written.
    """

    text: str
    rating: float | None = None
    user: int | None = None
    player: int | None = None
    name: str | None = None
    score: float | None = None
    beside: float | None = None
    follows: bool = False


class _Lone(NamedTuple):
    letter: str

    @property
    def shown(self) -> str:
        return self.letter.upper()


_Token = _Lone | ParsedOpponent | ByeKind


@dataclass(frozen=True, slots=True)
class ParsedOpponents:
    """Rounds in order: opponents and byes."""

    rounds: tuple[ParsedOpponent | ByeKind, ...]

    @property
    def games(self) -> tuple[ParsedOpponent, ...]:
        return tuple(entry for entry in self.rounds if isinstance(entry, ParsedOpponent))

    @property
    def score(self) -> float | None:
        """Return the written results' points; None without any."""
        scores = [game.score for game in self.games]
        return None if scores[0] is None else sum(score or 0.0 for score in scores)


class KnownNames:
    """A club's folded names (`name_key`), to find where a name ends."""

    def __init__(self, keys: Collection[str]) -> None:
        self._keys = keys
        self._similar: SimilarNames | None = None

    def longest(self, words: Sequence[str]) -> int:
        """Return how many words form the club's longest matching name; 0 for none."""
        counts = range(len(words), 0, -1)
        return next((count for count in counts if name_key(" ".join(words[:count])) in self._keys), 0)

    def like(self, words: Sequence[str]) -> int:
        """Return the number of words, at least two, that form a club name; else 0."""
        self._similar = self._similar or SimilarNames(self._keys, 0.75)
        other = next(
            (at for at in range(1, len(words)) if _ends_a_name(words[at]) or self.longest(words[at:])), len(words)
        )
        counts = range(other, 1, -1)
        return next((count for count in counts if self._similar.to_name(" ".join(words[:count]), 1)), 0)

    def unknown(self, words: Sequence[str]) -> int:
        """Return the number of words, at least two, before a known name, a result or a number; else 0."""
        count = next((at for at, word in enumerate(words) if _is_no_name(word) or self.longest(words[at:])), len(words))
        return count if count > 1 else 0


def _ends_a_name(word: str) -> bool:
    return _LONE_RESULT.fullmatch(word) is not None or word[:1].isdigit()


def _is_no_name(word: str) -> bool:
    is_result = any(pattern.fullmatch(word) for _, pattern in _IN_WORDS)
    return (
        is_result
        or _LONE_RESULT.fullmatch(word) is not None
        or word.lower() in _BYES
        or not word.isprintable()
        or (re.search(r"[0-9@]", word) is not None)
    )


NO_NAMES = KnownNames(())


def has_names(text: str) -> bool:
    return re.search(r"[^\W\d_]{2}|[<#]", text) is not None


def parse_opponents(
    text: str, *, some_open: bool = False, known: KnownNames = NO_NAMES, lowest: float = LOWEST_OPPONENT
) -> ParsedOpponents:
    """Return the opponents; raise InputError with the wrong word.

    some_open: results may be missing. known: the club's names. lowest: rating.
    """
    written = ParsedOpponents(tuple(_with_results(_tokens(_plain(text), known))))
    check_ratings(written, lowest)
    check_opponents(written, some_open=some_open)
    return written


def check_ratings(written: ParsedOpponents, lowest: float = LOWEST_OPPONENT) -> None:
    """Raise InputError for a typed rating outside the limits."""
    for game in written.games:
        if game.rating is not None and not lowest <= game.rating <= HIGHEST_OPPONENT:
            raise InputError(
                f"{game.rating:.12g} is not a rating. Opponents' ratings are between {LOWEST_OPPONENT} and "
                f"{HIGHEST_OPPONENT}."
            )


_WORD_OR_QUOTED = re.compile(r'@?"[^"]*"|\S+')


_BETWEEN_PEOPLE = re.compile(r"vs?\.?|versus|against|and|&|[-‐‑‒–—]", re.IGNORECASE)


def split_people(text: str, known: KnownNames) -> list[str]:
    """Return the text about each person.

    known: the club's names, longest first.
    """
    text = plain_text(text).strip()
    whole = text.split()
    if known.longest(whole) == len(whole):
        return [text]
    for mark in ";,":  # a comma may stand between a last name and a first
        if mark in text:
            return [part.strip(' "') for part in text.split(mark) if part.strip()]
    found: list[str] = []
    words = _WORD_OR_QUOTED.findall(text)
    while words:
        bare = [words[0].removeprefix("@"), *words[1:]]
        count = known.longest(bare) or 1
        if count == 1 and found and len(words) > 1 and _BETWEEN_PEOPLE.fullmatch(words[0]):
            words = words[1:]
            continue
        found.append(" ".join(bare[:count]) if count > 1 else words[0].replace('"', ""))
        words = words[count:]
    return found


# Results and names in other forms than the parser's own.


_WORD_OF_RESULT = rf"w|d|l|{'|'.join(words for _, words in RESULT_WORDS)}"
_FIGURE = r"1/2|½|0[.,]5|1|0"
_HALF = r"(?:1/2|½|0[.,]5)"
_SIGNS_OF_RESULTS = {"w": "✅✔", "d": "🤝", "l": "❌✖"}
_RESULT_FORMS = (
    re.compile(rf"\s*\(\s*(?P<result>{_WORD_OF_RESULT}|{_FIGURE})\s*\)", re.IGNORECASE),  # 1500 (won)
    re.compile(rf"(?<=[\w\">])\s?[:=]\s?(?P<result>{_WORD_OF_RESULT}|{_FIGURE}){_END}", re.IGNORECASE),  # 1500=W
    re.compile(rf"(?<=[0-9])-(?P<result>{_WORD_OF_RESULT}){_END}", re.IGNORECASE),  # 1500-W
    re.compile(rf"(?<!\S)(?P<result>{_WORD_OF_RESULT})(?:\s?:\s?(?=\S)|[=-](?=[0-9@#<\"]))", re.IGNORECASE),  # W:1500
    re.compile(rf"(?<![^\s,;])(?P<result>1[-:]0|0[-:]1|{_HALF}[-:]{_HALF}){_END}"),  # 1-0 1500
)
_RATING_AND_NAME = re.compile(
    r"(?P<front>[wdl+=½-]?)(?P<rating>[0-9]{3,4})(?P<behind>[wdl+=½-]?)\s*\((?P<name>[^()\"<>]*[^\W\d_][^()\"<>]*)\)",
    re.IGNORECASE,
)
_LETTER_BESIDE_A_NUMBER = re.compile(r"(?<!\w)[a-z](?=[0-9]{3}|[@#<])|(?<=[0-9]{3})[a-z](?=[\s,;]|$)", re.IGNORECASE)
_GERMAN = ({"g": "w", "r": "d", "v": "l"}, {"s": "w", "r": "d", "u": "d", "n": "l"})


def _plain(text: str) -> str:
    """Return opponents with every result as a letter, and a name in parentheses before its rating."""
    text = plain_text(text).replace("\ufe0f", "")
    for letter, signs in _SIGNS_OF_RESULTS.items():
        text = re.sub(rf"(?<!\S)[{signs}] ?(?=[\w@<#\"])|(?<=[0-9>])[{signs}]{_END}", f" {letter} ", text)
    for form in _RESULT_FORMS:
        text = form.sub(_as_letter, text)
    text = _RATING_AND_NAME.sub(
        lambda match: f'{match["front"] or match["behind"]}"{match["name"].strip()}" ({match["rating"]})', text
    )
    letters = german_letters(_LETTER_BESIDE_A_NUMBER.findall(text))
    return _LETTER_BESIDE_A_NUMBER.sub(lambda match: letters.get(match[0].lower(), match[0]), text)


def _as_letter(match: re.Match[str]) -> str:
    # Right behind a rating it is that opponent's, whatever the others have.
    is_behind = match.string[match.start() - 1 : match.start()].isdigit()
    return f"{'' if is_behind else ' '}{_letter_of(match['result'])} "


def _letter_of(result: str) -> str:
    word = re.split("[-:]", result)[0].replace(",", ".")
    score = _RESULT_SCORES[letters_for_words(word).lower()]
    return next(letter for letter, value in _SCORES.items() if value == score)


def german_letters(letters: Collection[str]) -> dict[str, str]:
    """Return W, D and L by the letters of German results, G R V or S R N; empty for others and for a single one."""
    used = {letter.lower() for letter in letters}
    if len(letters) < 2 or not ("g" in used or {"s", "n"} <= used or {"r", "v"} <= used):
        return {}
    return next((known for known in _GERMAN if used <= known.keys()), {})


def _tokens(text: str, known: KnownNames) -> list[_Token]:
    found: list[_Token] = []
    gaps: list[str] = []
    position = rounds = 0
    while True:
        separator = _SEPARATORS.match(text, position)
        gaps.append("" if separator is None else separator[0])
        position += len(gaps[-1])
        if position >= len(text):
            return found if known is NO_NAMES else _with_ratings_beside(found, gaps)
        token, position = _token(text, position, known, has_result=bool(found) and isinstance(found[-1], _Lone))
        found.append(token)
        rounds += not isinstance(token, _Lone)
        if rounds > MOST_EVENT_ROUNDS:
            raise InputError(_TOO_MANY)


_IN_PARENTHESES = re.compile(r"[ \t]*\(([0-9]{3,4})\)")
_BREAK = re.compile(r"[,;\n\r]")


def _with_ratings_beside(found: Sequence[_Token], gaps: Sequence[str]) -> list[_Token]:
    """Return tokens in which a rating beside a name is the name's: Anna Lee 1500, Bo (1620).

    gaps: what stands before each token and at the end.
    """
    pairs = _pairs(found, gaps)
    opponents = [token for token in found if isinstance(token, ParsedOpponent)]
    results = sum(isinstance(token, _Lone) for token in found) + sum(one.score is not None for one in opponents)
    is_named_first = not any(_is_rating(found[at]) for at in pairs)
    if results:
        pairs = pairs if is_named_first and len(opponents) - len(pairs) == results else []
    elif any(map(_BREAK.search, gaps[1:-1])):
        ends = {0, len(found), *(at for at, gap in enumerate(gaps) if _BREAK.search(gap))}
        pairs = [at for at in pairs if {at, at + 2} <= ends]
    elif 2 * len(pairs) != len(opponents) or not is_named_first:
        pairs = []  # 974 @Dana 1500 are three
    elif len(pairs) == 1:  # Dana 1500 are one or two
        rating = found[pairs[0] + 1]
        assert isinstance(rating, ParsedOpponent)
        return [replace(rating, follows=True) if token is rating else token for token in found]
    merged: list[_Token] = []
    for at, token in enumerate(found):
        if at - 1 in pairs:
            continue
        other, inside = found[at + 1 : at + 2] if at in pairs else (), _IN_PARENTHESES.match(gaps[at + 1])
        if other:
            person, rating = (other[0], token) if _is_rating(token) else (token, other[0])
            assert isinstance(person, ParsedOpponent)
            assert isinstance(rating, ParsedOpponent)
            score = person.score if rating.score is None else rating.score
            token = replace(person, beside=rating.rating, score=score)
        elif isinstance(token, ParsedOpponent) and inside is not None and not _is_rating(token):
            token = replace(token, beside=float(inside[1]))
        merged.append(token)
    return merged


def _is_rating(token: _Token) -> bool:
    return isinstance(token, ParsedOpponent) and token.rating is not None


def _pairs(found: Sequence[_Token], gaps: Sequence[str]) -> list[int]:
    """Return where somebody and a rating stand side by side, each token once."""
    pairs: list[int] = []
    for at, (one, other) in enumerate(pairwise(found)):
        if not isinstance(one, ParsedOpponent) or not isinstance(other, ParsedOpponent):
            continue
        # "Dana W1500" are two: the second has its own result.
        is_second = _is_rating(other) and not other.text[:1].isdigit()
        are_near = gaps[at + 1].strip(" ") == "" and (not pairs or pairs[-1] < at - 1)
        if are_near and _is_rating(one) != _is_rating(other) and not is_second and None in (one.score, other.score):
            pairs.append(at)
    return pairs


def _token(text: str, position: int, known: KnownNames, *, has_result: bool) -> tuple[_Token, int]:
    named = _name(text, position, known, known.longest)
    if named is not None:
        return named
    if not has_result:
        lone = _LONE_RESULT.match(text, position)
        if lone:
            return _Lone(lone["letter"].lower()), lone.end()
        for letter, pattern in _IN_WORDS:
            words = pattern.match(text, position)
            if words:
                return _Lone(letter), words.end()
    named = _name(text, position, known, known.like) or _name(text, position, known, known.unknown)
    if named is not None:
        return named
    match = _TOKEN.match(text, position)
    if match is None:
        word = _SEPARATORS.split(text[position:], maxsplit=1)[0]
        raise InputError(_not_an_opponent(word))
    return _entry(match, has_result=has_result), match.end()


def _name(
    text: str, position: int, known: KnownNames, length: Callable[[Sequence[str]], int]
) -> tuple[ParsedOpponent, int] | None:
    if known is NO_NAMES:
        return None
    front = _LETTER_BEFORE_A_NAME.match(text, position)
    is_sure = _SURE_RESULT.match(text, position) is not None
    if length == known.unknown:
        fronts = [_BEFORE_AN_UNKNOWN_NAME.match(text, position)]
    elif length == known.like:
        fronts = [front if is_sure else None]
    else:
        fronts = [front] if front is not None and not front[0].isalpha() else [None, front]
    for front in fronts:
        begin = position if front is None else front.end()
        run = _BARE_WORDS.match(text, begin + (text[begin : begin + 1] == "@"))
        words = [] if run is None else run[0].split(" ")
        count = length(words)
        if run is not None and count:
            name = " ".join(words[:count])
            score = None if front is None else _SCORES[front[0].lower()]
            return ParsedOpponent(shorten(name), name=name, score=score), run.start() + len(name)
    return None


def _with_results(found: Sequence[_Token]) -> list[ParsedOpponent | ByeKind]:
    has_own = any(isinstance(token, ParsedOpponent) and token.score is not None for token in found)
    behind = bool(found) and isinstance(found[-1], _Lone) and not isinstance(found[0], _Lone) and not has_own
    rounds: list[ParsedOpponent | ByeKind] = []
    pending: _Lone | None = None
    for token in reversed(found) if behind else found:
        if isinstance(token, _Lone):
            if pending is not None:
                raise InputError(f'"{token.shown}" has no opponent. Write, for example, {token.shown}1500.')
            pending = token
        elif pending is not None and isinstance(token, ParsedOpponent):
            if token.score is not None:
                raise InputError(f'"{token.text}" has two results. Write one of them.')
            rounds.append(replace(token, score=_SCORES[pending.letter]))
            pending = None
        else:
            rounds.append(token)
    if pending is not None:
        raise InputError(f'The "{pending.shown}" at the end has no opponent. Write, for example, {pending.shown}1500.')
    return rounds[::-1] if behind else rounds


def settle_scores(
    written: ParsedOpponents, results: Sequence[float] | None, score: float | None
) -> tuple[Sequence[float | None], float]:
    """Return each game's score (None if unknown) and the total; raise InputError if they disagree."""
    games = len(written.games)
    single = [game.score for game in written.games]
    if results is not None:
        if len(results) != games:
            wrong = f"You wrote {counted(games, 'opponent')} but {counted(len(results), 'result')}"
            raise InputError(f"{wrong}. Give one result for each.")
        if written.score is not None and list(results) != single:
            raise InputError("The results option and the letters before the opponents differ. Remove one of them.")
        single = list(results)
    known = [value for value in single if value is not None]
    if known:
        total = sum(known)
        if score is not None and score != total:
            raise InputError(
                f"The results add up to {counted(total, 'point')}, but the score is {score:g}. Correct one of them."
            )
        return single, total
    if score is None:
        raise InputError("Your score is missing. Add score, for example 2.5, or put W, D or L before each opponent.")
    if score > games:
        raise InputError(
            f"A score of {score:g} is more than {counted(games, 'game')} can give. "
            "Name every opponent you played. Byes and forfeits do not count."
        )
    return single, score


def _entry(match: re.Match[str], *, has_result: bool) -> ParsedOpponent | ByeKind:
    word, front, behind = match[0], match["result"], match["behind"]
    name = match["quoted"] or match["name"]
    plain = not word.startswith(("@", '"')) and not front and not has_result
    if name is not None and plain and name.lower() in _BYES:
        return _BYES[name.lower()]
    if (match["user"] and int(match["user"]) >= 2**63) or (front and behind):
        raise InputError(_not_an_opponent(word))
    rating = None
    if match["rating"] is not None:
        rating = float(match["rating"])
    letter = front or behind
    return ParsedOpponent(
        text=shorten(word),
        rating=rating,
        user=int(match["user"]) if match["user"] else None,
        player=int(match["player"]) if match["player"] else None,
        name=name,
        score=_SCORES[letter.lower()] if letter else None,
    )


def check_opponents(written: ParsedOpponents, *, some_open: bool) -> None:
    """Raise InputError for nobody, too many, or missing results unless some_open."""
    games = written.games
    if not games:
        raise InputError("There are no opponents. Write their ratings or names, for example 1500 1620 @Dana.")
    if len(games) > MOST_OPPONENTS:
        raise InputError(_TOO_MANY)
    with_result = sum(game.score is not None for game in games)
    if with_result not in (0, len(games)) and not some_open:
        missing = next(game for game in games if game.score is None)
        raise InputError(
            f'"{missing.text}" has no result, but others have one. '
            "Write W, D or L before every opponent or before none."
        )


def _not_an_opponent(word: str) -> str:
    return f'"{shorten(word)}" is neither a rating nor a player. Write a rating, for example 1500, or @ and a name.'


# The opponents of a title norm as people type them, one entry a round.
#
#     W2450 IM NED, =2380 GM FRA, 0 2510 GM GER    results, ratings, titles, federations, in any order
#     W unrated ESP                                an opponent without a rating
#     BYE; HALF BYE; + 2390 FM ITA; FORFEIT        an allocated bye, another one, forfeit wins; - is a forfeit loss
#     2405 GM POL (to come), ?                     rounds to come: the second against somebody who is not known yet
#     2450W IM NED, beat 2300 FM SWE               a result behind, or in words
#     W2300 IM ESP #7                              #7 tells people apart who look alike, where everybody is met twice
#
# Entries stand apart by , or ; or a new line. Titles and results may be small letters, federations are capitals.


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
    score: float | None
    decided: Decided = Decided.PLAYED


_RESULTS = {
    **dict.fromkeys(("w", "1"), _Result(1.0)),
    **dict.fromkeys(("d", "½", "=", "1/2", "0.5"), _Result(0.5)),
    **dict.fromkeys(("l", "0"), _Result(0.0)),
    **dict.fromkeys(("forfeit", "+"), _Result(1.0, Decided.FORFEIT)),
    "-": _Result(0.0, Decided.FORFEIT),
}
_NORM_BYES = {
    "bye": Decided.ALLOCATED_BYE,
    **dict.fromkeys(("half bye", "bye half", "zero bye", "bye zero"), Decided.OTHER_BYE),
}


@dataclass(frozen=True, slots=True)
class ParsedRounds:
    """Rounds as written: past ones, and those to come, from 1."""

    games: tuple[NormGame, ...]
    remaining: tuple[RemainingGame, ...] = ()

    @property
    def rounds(self) -> int:
        return len(self.games) + len(self.remaining)


def parse_norm_opponents(text: str) -> ParsedRounds:
    games: list[NormGame] = []
    remaining: list[RemainingGame] = []
    for written in _ENTRIES.split(letters_for_words(_REMARK.sub(" ", plain_text(text)))):
        words = [word for word in written.split() if word not in ("I", "and")]
        if not words:
            continue
        number, entry = len(games) + len(remaining) + 1, " ".join(words)
        if number > MOST_ROUNDS:
            raise InputError(f"An event has at most {MOST_ROUNDS} rounds. Give one event at a time.")
        read = RemainingGame(number) if words == ["?"] else _round(number, entry, words)
        if isinstance(read, RemainingGame):
            remaining.append(read)
        elif remaining:
            raise InputError(
                f'"{shorten(entry)}" has a result, but a round before it has none. Write rounds to come at the end.'
            )
        else:
            games.append(read)
    if not games and not remaining:
        raise InputError(f"There are no opponents. Write them like {_EXAMPLE}, with a comma between.")
    return ParsedRounds(tuple(games), tuple(remaining))


def _round(number: int, entry: str, words: list[str]) -> NormGame | RemainingGame:
    bye = _NORM_BYES.get(entry.lower())
    if bye is not None:
        return NormGame(number, None, decided=bye)
    found = _Words(entry)
    for word in words:
        found.take(word)
    result = found.result
    if result is None:
        return RemainingGame(number, found.opponent())
    # An absent opponent need not be named.
    opponent = None if result.decided is Decided.FORFEIT and not found.kinds else found.opponent()
    return NormGame(number, opponent, result.score, result.decided)


class _Words:
    """The words of an entry by kind."""

    def __init__(self, entry: str) -> None:
        self.entry = entry
        self.result: _Result | None = None
        self.kinds: dict[str, str] = {}

    def take(self, word: str) -> None:
        joined = _JOINED.fullmatch(word)
        for part in (word,) if joined is None else filter(None, joined.groups()):
            self._take(part)

    def _take(self, word: str) -> None:
        result = _RESULTS.get(word.lower())
        if result is not None:
            if self.result is not None:
                raise self._refused("has two results. Put a comma between opponents")
            self.result = result
        elif _RATING.fullmatch(word) or word.lower() in _UNRATED:
            self._keep("rating", word)
        elif word.upper() in _TITLES:
            self._keep("title", word.upper())
        elif word == "BYE":
            raise self._refused("is a bye and an opponent. Write only BYE")
        elif word == "?":
            raise self._refused("is incomplete. Write ? for a round to come, or the opponent")
        elif _FEDERATION.fullmatch(word):
            self._keep("federation", word)
        elif _PERSON.fullmatch(word):
            self._keep("person", word)
        elif _FEDERATION.fullmatch(word.upper()):
            raise self._refused(f"has the federation {word}. Write it in capitals, for example NOR")
        else:
            raise InputError(
                f'"{shorten(word, 20)}" in "{shorten(self.entry)}" is not a result, rating, title or federation. '
                f"Write an opponent like {_EXAMPLE}."
            )

    def _keep(self, kind: str, word: str) -> None:
        if kind in self.kinds:
            noun = "number after #" if kind == "person" else kind
            raise self._refused(f"has a second {noun}, {shorten(word, 20)}. Put a comma between opponents")
        self.kinds[kind] = word

    def opponent(self) -> NormOpponent:
        """Return the described opponent; equal descriptions are one person."""
        rating = self._rating()
        federation, title = self.kinds.get("federation"), self.kinds.get("title")
        person = self.kinds.get("person") or (rating, federation, title)
        return NormOpponent(rating, federation, None if title is None else PlayerTitle(title), person)

    def _rating(self) -> int | None:
        written = self.kinds.get("rating")
        if written is None:
            raise self._refused('has no rating. Write it, for example 2450, or "unrated"')
        if written.lower() in _UNRATED:
            return None
        if not LOWEST_RATING <= int(written) <= HIGHEST_RATING:
            raise self._refused(
                f"has {written} as a rating. "
                f"FIDE ratings are between {LOWEST_RATING} and {HIGHEST_RATING}, or write unrated"
            )
        return int(written)

    def _refused(self, why: str) -> InputError:
        return InputError(f'"{shorten(self.entry)}" {why}.')


_SCORE = re.compile(
    r"(?P<whole>\d{1,3})(?:[.,](?P<decimals>\d{1,4})|\s*(?P<half>½|(?<=\s)1/2))?|½|1/2|[.,]50*", re.ASCII
)
_RESULT_LETTER = re.compile(r"0\.5|1/2|[wdl10½=+\-]", re.IGNORECASE)
_RESULT_SCORES = {
    "w": 1.0, "1": 1.0, "+": 1.0,
    "d": 0.5, "½": 0.5, "=": 0.5, "0.5": 0.5, "1/2": 0.5,
    "l": 0.0, "0": 0.0, "-": 0.0,
}  # fmt: skip


def parse_score(text: str) -> float:
    """Read a score in whole or half points."""
    written = plain_text(text).strip()
    if written.startswith("-"):
        raise InputError("A score cannot be negative. Write 0, or the points from your games, for example 2.5.")
    match = _SCORE.fullmatch(written)
    if match is None:
        raise InputError(f'"{shorten(written)}" is not a score. Write points, for example 3, 2.5 or 2½.')
    score = float(match["whole"] or 0) + (0.5 if match["half"] or not match["whole"] else 0.0)
    if match["decimals"]:
        score += float(f"0.{match['decimals']}")
    if not (score * 2).is_integer():
        raise InputError(f"{shorten(written)} is not a score. Write whole or half points, for example 2, 2.5 or 2½.")
    return score


def parse_results(text: str) -> tuple[float, ...]:
    """Read results in order: W D L, 1 ½ 0, + = - or words, with or without spaces."""
    results = []
    written = letters_for_words(plain_text(text).strip())
    letters = german_letters(re.findall(r"[^\W\d]", written))
    written = "".join(letters.get(letter.lower(), letter) for letter in written)
    for word in re.split(r"[\s,;]+", written):
        position = 0
        while position < len(word):
            match = _RESULT_LETTER.match(word, position)
            if match is None:
                raise InputError(
                    f'"{shorten(word)}" is not a result. Write W, D or L for each opponent, for example WDLW.'
                )
            results.append(_RESULT_SCORES[match[0].lower()])
            position = match.end()
    return tuple(results)
