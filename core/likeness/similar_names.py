"""Names that are written alike, as difflib's get_close_matches finds them, among thousands and soon.

difflib looks at every pair of names, 17 ms for one among 5,000. Here two bounds on what a pair can have in common are
taken first, and most pairs end there: the letters that one name has and the other has not, then the longest common
subsequence, for what difflib matches is one. Only the best of what is left is compared as difflib does.
"""

from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest
from math import ceil

from core.search_key import search_key

_BITS = 256
"""Letters beyond as many share a bit with another one: then the bound is wider, and still one."""
_MOST_STEPS = 6_000_000
"""What all questions together may cost, in letters looked at: about two seconds. Ordinary names take a third."""


class SimilarNames:
    """Names to look among; what is asked beyond the cost that is fair finds nothing."""

    def __init__(self, names: Iterable[str], cutoff: float) -> None:
        self._cutoff = cutoff
        self._places: dict[tuple[str, int], int] = {}
        self._by_length: dict[int, list[tuple[int, str]]] = {}
        self._left = _MOST_STEPS
        for name in names:
            self._by_length.setdefault(len(name), []).append((~self._letters(name, grows=True), name))

    def to(self, written: str, most: int) -> list[str]:
        """Return names whose ratio to what is written reaches the cutoff, the most alike first."""
        found: list[tuple[float, str]] = []
        if self._left < 0 or not self._by_length:
            return []
        near = sorted(self._bounded(written), reverse=True)
        if not near:  # as for most: a matcher takes longer than to see that
            return []
        matcher = SequenceMatcher(None, "", written)
        for bound, name in near:
            if self._left < 0 or (len(found) == most and bound < found[-1][0]):
                break
            # difflib takes more than the square of the length where letters are the same again and again.
            self._left -= len(name) * len(written)
            matcher.set_seq1(name)
            ratio = matcher.ratio()
            if ratio >= self._cutoff:
                found = nlargest(most, [*found, (ratio, name)])
        return [name for _, name in found]

    def to_name(self, name: str, most: int) -> list[str]:
        """Return what is alike to the words of a name as `search_key` folds them, in order or with an end in front."""
        words = search_key(name).split()
        orders = dict.fromkeys(" ".join((*words[at:], *words[:at])) for at in (0, 1, -1))
        return list(dict.fromkeys(found for order in orders for found in self.to(order, most)))[:most]

    def _bounded(self, written: str) -> Iterable[tuple[float, str]]:
        """Yield each name that may be alike, with the most that its ratio can be."""
        letters = self._letters(written)
        masks: dict[str, int] = {}
        for place, letter in enumerate(written):
            masks[letter] = masks.get(letter, 0) | 1 << place
        for length, names in self._by_length.items():
            together = len(written) + length
            # A bound must not fall below what difflib makes of the same lengths by a rounding.
            least = ceil(self._cutoff * together / 2 - 1e-9)
            spare = len(written) - least
            if spare < 0 or least > length:
                continue
            near = [name for lacking, name in names if (letters & lacking).bit_count() <= spare]
            for name in near:
                self._left -= length
                if self._left < 0:
                    return
                common = _common(masks, len(written), name)
                if common >= least:
                    yield 2.0 * common / together if together else 1.0, name

    def _letters(self, name: str, *, grows: bool = False) -> int:
        """Return a bit for each letter, and for each time that it stands there again."""
        bits = 0
        seen: dict[str, int] = {}
        for letter in name:
            seen[letter] = seen.get(letter, 0) + 1
            key = (letter, seen[letter])
            if grows:
                self._places.setdefault(key, len(self._places))
            place = self._places.get(key)
            # What no name has is a bit of its own, that all of them lack.
            bits |= 1 << (_BITS + len(seen) if place is None else place % _BITS)
        return bits


def _common(masks: dict[str, int], length: int, name: str) -> int:
    """Return the length of the longest common subsequence, all rows of its table at once (Hyyrö, 2004)."""
    full = row = (1 << length) - 1
    for letter in name:
        match = row & masks.get(letter, 0)
        row = ((row + match) | (row - match)) & full
    return length - row.bit_count()
