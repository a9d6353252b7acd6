"""Similar names and duplicate events."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
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


NEAR = 100
"""How far a typed rating may be from the opponent's."""

DAY_MISTAKEN_BY = 7
"""The most days by which a file may correct a stored event's date."""

MOST_DAYS_APART = 366
"""Farther apart, two events are never the same."""

_Met = tuple[Hashable, Hashable]
_Result = tuple[int, _Met, float | None]


def is_duplicate_report(
    stored: Crosstable, stored_name: str | None, reported: Crosstable, name: str | None, own: Hashable
) -> bool:
    """Return whether a report duplicates a stored event of the day.

    Same name; or, in an event with others, same games and half of the named opponents; or the same opponents.
    """
    mine = next((entrant for entrant in stored.entrants if entrant.player == own and entrant.rated), None)
    if mine is None or not _covers(stored, reported):
        return False
    if name is not None and stored_name is not None and name.casefold() == stored_name.casefold():
        return True
    if sum(entrant.rated for entrant in stored.entrants) > 1:
        there = {entrant.player for entrant in stored.entrants} - {own, None}
        is_near = name is None or any(entrant.player in there for entrant in reported.entrants)
        return is_near and _has_met(_played(stored, own), _played(reported, own))
    return _opponents(stored, own) == _opponents(reported, own)


def is_same_event(
    stored: Crosstable, stored_name: str | None, reported: Crosstable, name: str | None, *, dated: bool = True
) -> bool:
    """Return whether a section duplicates a stored one, perhaps corrected or with more rounds.

    Same days: half of the players share names, or half of the pairs are equal. Other days: same name, or unknown
    day, and equal results. dated: the file's day is known.
    """
    shared = {one.player for one in stored.entrants} & {one.player for one in reported.entrants} - {None}
    before, now = _results(stored), _results(reported)
    fewer = min(len(before), len(now))
    if 2 * len(shared) < min(len(stored.entrants), len(reported.entrants)) or len(shared) < 2 or not fewer:
        return False
    is_named = name is not None and stored_name is not None
    is_renamed = is_named and (name or "").casefold() != (stored_name or "").casefold()
    if not (_first_day(stored) <= reported.date and _first_day(reported) <= stored.date):
        is_longer = stored.rounds != reported.rounds
        apart = MOST_DAYS_APART if is_longer or not dated else DAY_MISTAKEN_BY
        is_likely = not is_renamed and (is_named or not dated) and abs((stored.date - reported.date).days) <= apart
        return is_likely and _common(before, now) >= max(2 if is_longer else 3, 0.75 * fewer)
    if is_renamed:
        return 2 * _common([one[1:] for one in before], [one[1:] for one in now]) > fewer
    if is_named:
        return not {one[0] for one in before}.isdisjoint(one[0] for one in now)
    return 2 * _common([one[1] for one in before], [one[1] for one in now]) >= fewer


def same_games(stored: Crosstable, reported: Crosstable) -> int:
    """Return how many games have the same players, round and result."""
    return _common(_results(stored), _results(reported))


def _first_day(crosstable: Crosstable) -> date:
    return crosstable.began or crosstable.date


def _common(some: Sequence[Hashable], others: Sequence[Hashable]) -> int:
    return (Counter(some) & Counter(others)).total()


def _results(crosstable: Crosstable) -> list[_Result]:
    players = {one.number: one.player for one in crosstable.entrants}

    def result(game: Game) -> _Result:
        first, second, score = players[game.first], players[game.second], game.score
        if repr(second) < repr(first):
            first, second, score = second, first, None if score is None else 1 - score
        return game.round, (first, second), score

    return [result(game) for game in crosstable.games]


def _covers(stored: Crosstable, reported: Crosstable) -> bool:
    return _first_day(stored) <= reported.date <= stored.date


def _played(crosstable: Crosstable, own: Hashable) -> Sequence[PlayedGame]:
    return crosstable.games_of(crosstable.number_of(own))


def _has_met(there: Sequence[PlayedGame], reported: Sequence[PlayedGame]) -> bool:
    left = [one.opponent for one in there]
    found = 0
    # Named opponents first: one with an unknown rating may be anybody.
    for one in sorted((game.opponent for game in reported), key=lambda other: other.player is None):
        same = [other for other in left if one.player is not None and other.player == one.player]
        same = same or [
            other
            for other in left
            if one.player is None
            and one.rating is not None
            and other.rating is not None
            and abs(other.rating - one.rating) <= NEAR
        ]
        same = same or [other for other in left if one.player is None and other.rating is None]
        if same:
            left.remove(same[0])
            found += 1
    return 2 * found >= len(reported)


def _opponents(crosstable: Crosstable, own: Hashable) -> Counter[Hashable]:
    return Counter(
        ("rating", game.opponent.rating) if game.opponent.player is None else ("player", game.opponent.player)
        for game in _played(crosstable, own)
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
