"""Similar names and duplicate events."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from difflib import SequenceMatcher
from heapq import nlargest
from math import ceil
from typing import TypeVar

from core.event.crosstable import Crosstable, Game, PlayedGame
from core.words import bare_name, first_name_first, name_key, search_key, title_and_name

UNNAMED = "Event of "
"""A nameless event's name, before its day."""


def event_name(name: str | None, day: date) -> str:
    return name or f"{UNNAMED}{day.isoformat()}"


def event_and_day(name: str | None, day: date) -> str:
    return f"{name} of {day.isoformat()}" if name else event_name(None, day)


_Person = TypeVar("_Person")


def written_like(name: str, people: Sequence[_Person], name_of: Callable[[_Person], str]) -> list[_Person]:
    """Return those with this name, but for case, titles and "Last, First"."""

    def spelt(name: str) -> str:
        return first_name_first(title_and_name(name)[1]).casefold()

    return [one for one in people if spelt(name_of(one)) == spelt(name)]


def names_meant(name: str, people: Sequence[_Person], name_of: Callable[[_Person], str]) -> list[_Person]:
    """Return those with the whole name, exactly if any; else its words; else beginnings of words."""
    key = name_key(name)
    whole = [one for one in people if name_key(name_of(one)) == key]
    if whole:
        return written_like(name, whole, name_of) or whole
    words = search_key(name).split()
    for end in (" ", ""):
        found = [one for one in people if all(f" {word}{end}" in f"{search_key(name_of(one))} " for word in words)]
        if found and words:
            return found
    return []


def nicknamed(nickname: str, names: Iterable[str]) -> list[str]:
    """Return folded names that have every word of a nickname, of which single letters are initials."""
    wanted = search_key(bare_name(nickname)).split()

    def has_all(name: str) -> bool:
        words = name.split()
        return all(any(word == one or (len(word) == 1 and one.startswith(word)) for one in words) for word in wanted)

    return [name for name in names if has_all(name)] if any(len(word) > 1 for word in wanted) else []


# The same games through two doors: a member's report, a match, an evening, a file.


NEAR, CLOSE = 100, 30
"""How far a typed rating may be from the opponent's: on the same days, and on others."""

SAME_WITHIN = 10
"""The most days between two tellings of the same games."""

DAY_MISTAKEN_BY = 7
"""The most days by which a file may correct a stored event's date."""

MOST_DAYS_APART = 366
"""Farther apart, two events are never the same."""

MOST_OF_A_ROW = 20
"""The most games of a row such as 2-1; more are points."""

LEAST_ALIKE = 3
"""The least games, all alike, that make events of different days the same by nothing else."""

_Met = tuple[Hashable, Hashable]
_Result = tuple[int, _Met, float | None]


def days_apart(one: Crosstable, other: Crosstable) -> int:
    """Return the days between two events, 0 if they overlap."""
    return max(0, (_first_day(one) - other.date).days, (_first_day(other) - one.date).days)


def is_duplicate_report(
    stored: Crosstable, stored_name: str | None, reported: Crosstable, name: str | None, own: Hashable
) -> bool:
    """Return whether a player's report and a stored event have the same games.

    An event of several, whatever its name: half of the reported games on the same days. By persons also within ten
    days, by ratings alone also a day apart, or three games and more. The player's own report: see `_is_told_again`.
    """
    mine = next((entrant for entrant in stored.entrants if entrant.player == own and entrant.rated), None)
    apart = days_apart(stored, reported)
    if mine is None or apart > SAME_WITHIN:
        return False
    if sum(entrant.rated for entrant in stored.entrants) == 1:
        return _is_told_again(stored, reported, own, is_named=_has_name(stored_name, name))
    there, told = _played(stored, own), _played(reported, own)
    points = _points(stored, own)
    if len(told) > len(there) < len(rows := _played_in_rows(stored, own)):
        there, points = rows, sum(game.score or 0.0 for game in rows)
    known, alike = _alike(there, told, NEAR if apart == 0 else CLOSE, ignores_results=apart == 0)
    if known:
        return 2 * alike >= len(told) if apart <= 1 else 3 * alike >= 2 * max(len(there), len(told))
    is_total = any(game.score is None for game in told)
    if is_total and len(there) == len(told) and _differ(points, _points(reported, own)):
        return False
    if apart == 0:
        return 0 < len(told) <= 2 * alike
    return 0 < alike == len(told) and (apart == 1 or alike == len(there) >= LEAST_ALIKE)


def _is_told_again(stored: Crosstable, reported: Crosstable, own: Hashable, *, is_named: bool | None) -> bool:
    """Return whether a player reported an event twice: on a day the same opponents or name, on others all games."""
    apart = days_apart(stored, reported)
    there, told = _played(stored, own), _played(reported, own)
    is_written_otherwise = _has_known(there) != _has_known(told)
    known, alike = _alike(there, told, NEAR if is_written_otherwise else CLOSE)
    is_whole = alike == len(there) == len(told) > 0
    if apart == 0:
        return is_whole or is_named is True or _opponents(there) == _opponents(told)
    return is_whole and alike >= LEAST_ALIKE and is_named is not False and (apart == 1 or known == alike)


def _has_name(stored_name: str | None, name: str | None) -> bool | None:
    return None if name is None or stored_name is None else name.casefold() == stored_name.casefold()


def is_same_event(
    stored: Crosstable, stored_name: str | None, reported: Crosstable, name: str | None, *, dated: bool = True
) -> bool:
    """Return whether a section duplicates a stored one, perhaps corrected or with more rounds.

    Same days: half of the players share names, or half of the pairs are equal. Other days: same name, or unknown
    day, and equal results; within ten days all results. dated: the file's day is known.
    """
    shared = {one.player for one in stored.entrants} & {one.player for one in reported.entrants} - {None}
    before, now = _results(stored), _results(reported)
    fewer = min(len(before), len(now))
    if 2 * len(shared) < min(len(stored.entrants), len(reported.entrants)) or len(shared) < 2 or not fewer:
        return False
    is_named = _has_name(stored_name, name)
    alike = same_games(stored, reported)
    apart = days_apart(stored, reported)
    if apart:
        is_longer = stored.rounds != reported.rounds
        most = MOST_DAYS_APART if is_longer or not dated else DAY_MISTAKEN_BY
        is_likely = (is_named or (is_named is None and not dated)) and abs((stored.date - reported.date).days) <= most
        if is_likely and _common(before, now) >= max(2 if is_longer else LEAST_ALIKE, 0.75 * fewer):
            return True
        return apart <= SAME_WITHIN and alike >= fewer >= (2 if apart == 1 else LEAST_ALIKE)
    if is_named is False:
        return 2 * alike > fewer
    if is_named:
        return not {one[0] for one in before}.isdisjoint(one[0] for one in now)
    return 2 * _common([one[1] for one in before], [one[1] for one in now]) >= fewer


def same_games(stored: Crosstable, reported: Crosstable) -> int:
    """Return how many games have the same players and result, in whatever round, also in a row such as 2-1."""
    games = [one[1:] for one in _results(stored)]
    as_written, in_rows = reported.games, list(_in_rows(reported.games))
    return max(_common(games, [one[1:] for one in _results(reported, some)]) for some in (as_written, in_rows))


def games_told(section: Crosstable, matches: Sequence[Crosstable]) -> list[frozenset[int]]:
    """Return for each match the places of the section's games that are the same: all of the match's, or none.

    A row such as 2-1 is all games of a match. A match of the very day is the pair's game also with another result.
    Matches of days before and after are the same where they are most of the section.
    """
    free: dict[_Met, list[int]] = {}
    games = _results(section)
    for place, (_, met, _) in enumerate(games):
        free.setdefault(met, []).append(place)
    rows = [[one[2] for one in _results(section, list(_in_rows([game])))] for game in section.games]
    told: list[frozenset[int]] = [frozenset() for _ in matches]
    apart = [days_apart(section, match) for match in matches]
    for by_result in (True, False):
        for number, match in enumerate(matches):
            if told[number] or apart[number] > SAME_WITHIN:
                continue
            results = _results(match)
            if by_result:
                told[number] = _places(free, results, lambda place, score: not _differ(games[place][2], score))
                told[number] |= _row(free, results, rows)
            elif section.date == _first_day(section) == match.date:
                told[number] = _places(free, results, lambda *_: True)
                told[number] |= _row(free, results, rows, with_result=False)
    if 4 * sum(map(len, told)) < 3 * len(games):
        told = [frozenset() if days else places for places, days in zip(told, apart, strict=True)]
    return told


def _places(
    free: Mapping[_Met, list[int]], match: Sequence[_Result], is_same: Callable[[int, float | None], bool]
) -> frozenset[int]:
    """Return the free places of all of a match's games, which are then taken; none if one is missing."""
    taken: set[int] = set()
    for _, met, score in match:
        place = next((one for one in free.get(met, ()) if one not in taken and is_same(one, score)), None)
        if place is None:
            return frozenset()
        taken.add(place)
    for _, met, _ in match:
        free[met][:] = [one for one in free[met] if one not in taken]
    return frozenset(taken)


def _row(
    free: Mapping[_Met, list[int]],
    match: Sequence[_Result],
    rows: Sequence[Sequence[float | None]],
    *,
    with_result: bool = True,
) -> frozenset[int]:
    """Return the free place of one row with all games of a match of several, which is then taken."""
    places = free.get(match[0][1], []) if len(match) > 1 and len({met for _, met, _ in match}) == 1 else []
    scores = Counter(score for _, _, score in match)
    for place in places:
        if Counter(rows[place]) == scores or (len(rows[place]) > 1 and not with_result):
            places.remove(place)
            return frozenset({place})
    return frozenset()


def _in_rows(games: Iterable[Game]) -> Iterator[Game]:
    """Yield games, and those of a row such as 2-1 one at a time."""
    for game in games:
        won, lost = game.first_points or 0, game.second_points or 0
        is_row = min(won, lost) >= 0 and 1 < won + lost <= MOST_OF_A_ROW
        scores = [1.0] * won + [0.0] * lost if is_row else [game.score]
        yield from (replace(game, score=score) for score in scores)


def _first_day(crosstable: Crosstable) -> date:
    return crosstable.began or crosstable.date


def _common(some: Sequence[Hashable], others: Sequence[Hashable]) -> int:
    return (Counter(some) & Counter(others)).total()


def _results(crosstable: Crosstable, games: Sequence[Game] | None = None) -> list[_Result]:
    """Return results with the lower player first. games: instead of all."""
    players = {one.number: one.player for one in crosstable.entrants}

    def result(game: Game) -> _Result:
        first, second, score = players[game.first], players[game.second], game.score
        if repr(second) < repr(first):
            first, second, score = second, first, None if score is None else 1 - score
        return game.round, (first, second), score

    return [result(game) for game in (crosstable.games if games is None else games)]


def _played(crosstable: Crosstable, own: Hashable) -> Sequence[PlayedGame]:
    return crosstable.games_of(crosstable.number_of(own))


def _played_in_rows(crosstable: Crosstable, own: Hashable) -> Sequence[PlayedGame]:
    number = crosstable.number_of(own)
    return [
        PlayedGame(game.round, crosstable.entrant(game.second), game.score)
        if game.first == number
        else PlayedGame(game.round, crosstable.entrant(game.first), None if game.score is None else 1 - game.score)
        for game in _in_rows(crosstable.games)
        if number in (game.first, game.second)
    ]


def _alike(
    there: Sequence[PlayedGame], told: Sequence[PlayedGame], near: float, *, ignores_results: bool = False
) -> tuple[int, int]:
    """Return how many games of one player agree: those against a known opponent, and all.

    near: how far ratings may differ. ignores_results: of known opponents. A game agrees with one at most.
    """
    pairs = sorted(
        (distance, place, other)
        for place, one in enumerate(there)
        for other, game in enumerate(told)
        if (distance := _distance(one, game, near, ignores_results=ignores_results)) is not None
    )
    places: set[int] = set()
    others: set[int] = set()
    known = 0
    for distance, place, other in pairs:
        if place not in places and other not in others:
            places.add(place)
            others.add(other)
            known += distance < 0
    return known, len(places)


def _distance(one: PlayedGame, other: PlayedGame, near: float, *, ignores_results: bool) -> float | None:
    """Return how far two games' ratings are apart, below 0 for the same person; None if they are not the same."""
    is_other_result = _differ(one.score, other.score)
    if one.opponent.player is not None and other.opponent.player is not None:
        if one.opponent.player != other.opponent.player or (is_other_result and not ignores_results):
            return None
        return -1 if is_other_result else -2
    if is_other_result:
        return None
    if one.opponent.rating is None or other.opponent.rating is None:
        # Somebody without a rating may be anybody.
        return near if near == NEAR else None
    apart = abs(one.opponent.rating - other.opponent.rating)
    return apart if apart <= near else None


def _differ(one: float | None, other: float | None) -> bool:
    return one is not None and other is not None and one != other


def _points(crosstable: Crosstable, own: Hashable) -> float | None:
    number = crosstable.number_of(own)
    scores = [game.score for game in crosstable.games_of(number)]
    total = crosstable.entrant(number).score
    known = [score for score in scores if score is not None]
    return total if total is not None or len(known) < len(scores) else sum(known)


def _has_known(games: Iterable[PlayedGame]) -> bool:
    return any(game.opponent.player is not None for game in games)


def _opponents(games: Iterable[PlayedGame]) -> Counter[Hashable]:
    return Counter(
        ("rating", game.opponent.rating) if game.opponent.player is None else ("player", game.opponent.player)
        for game in games
    )


# difflib takes 17 ms for a name among 5,000: two upper bounds, of common letters and of the longest common subsequence,
# exclude most pairs first.


_BITS = 256
"""Further letters share bits: the bound is wider, but holds."""
_MOST_STEPS = 6_000_000
"""The limit for all questions, in compared letters: about 2 s."""


class SimilarNames:
    """Names to search; beyond a fair cost nothing is found."""

    def __init__(self, names: Iterable[str], cutoff: float) -> None:
        self._cutoff = cutoff
        self._places: dict[tuple[str, int], int] = {}
        self._by_length: dict[int, list[tuple[int, str]]] = {}
        self._left = _MOST_STEPS
        for name in names:
            self._by_length.setdefault(len(name), []).append((~self._letters(name, grows=True), name))

    def to(self, written: str, most: int) -> list[str]:
        """Return names whose similarity to the text reaches the cutoff, best first."""
        found: list[tuple[float, str]] = []
        if self._left < 0 or not self._by_length:
            return []
        near = sorted(self._bounded(written), reverse=True)
        if not near:  # as usual: cheaper than a matcher
            return []
        matcher = SequenceMatcher(None, "", written)
        for bound, name in near:
            if self._left < 0 or (len(found) == most and bound < found[-1][0]):
                break
            # difflib is worse than quadratic for repeated letters.
            self._left -= len(name) * len(written)
            matcher.set_seq1(name)
            ratio = matcher.ratio()
            if ratio >= self._cutoff:
                found = nlargest(most, [*found, (ratio, name)])
        return [name for _, name in found]

    def to_name(self, name: str, most: int) -> list[str]:
        """Return names alike to a folded name's words, in order or with an end in front."""
        words = search_key(name).split()
        orders = dict.fromkeys(" ".join((*words[at:], *words[:at])) for at in (0, 1, -1))
        return list(dict.fromkeys(found for order in orders for found in self.to(order, most)))[:most]

    def _bounded(self, written: str) -> Iterable[tuple[float, str]]:
        letters = self._letters(written)
        masks: dict[str, int] = {}
        for place, letter in enumerate(written):
            masks[letter] = masks.get(letter, 0) | 1 << place
        for length, names in self._by_length.items():
            together = len(written) + length
            # rounding must not lower the bound
            least = ceil(self._cutoff * together / 2 - 1e-9)
            spare = len(written) - least
            if spare < 0 or least > length:
                continue
            near = [name for lacking, name in names if (letters & lacking).bit_count() <= spare]
            for name in near:
                self._left -= length
                if self._left < 0:
                    return
                common = _common_letters(masks, len(written), name)
                if common >= least:
                    yield 2.0 * common / together if together else 1.0, name

    def _letters(self, name: str, *, grows: bool = False) -> int:
        bits = 0
        seen: dict[str, int] = {}
        for letter in name:
            seen[letter] = seen.get(letter, 0) + 1
            key = (letter, seen[letter])
            if grows:
                self._places.setdefault(key, len(self._places))
            place = self._places.get(key)
            # Letters of no name have a bit that all lack.
            bits |= 1 << (_BITS + len(seen) if place is None else place % _BITS)
        return bits


def _common_letters(masks: dict[str, int], length: int, name: str) -> int:
    """Return the length of the longest common subsequence, all rows at once (Hyyrö, 2004)."""
    full = row = (1 << length) - 1
    for letter in name:
        match = row & masks.get(letter, 0)
        row = ((row + match) | (row - match)) & full
    return length - row.bit_count()
