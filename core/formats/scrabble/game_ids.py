"""The gameids that were there before: numbers as bits, for there are a million of them."""

from collections.abc import Sequence
from typing import Any

from core.errors import InputError

LONGEST = 32
_MOST_BITS, _MOST_WORDS = 100_000_000, 500_000
"""The gameids that are remembered: numbers below the first, and so many others."""


class GameIds:
    """Which gameids were there before."""

    def __init__(self) -> None:
        self._bits = bytearray()
        self._words: set[str] = set()

    def add(self, gameid: str) -> bool:
        """Keep a gameid; return whether it is new. Raise ValueError for what is none."""
        if len(gameid) > LONGEST:
            raise ValueError
        if not (gameid.isascii() and gameid.isdigit() and gameid[0] != "0" and int(gameid) < _MOST_BITS):
            return self._add_word(gameid)
        place, bit = int(gameid) >> 3, 1 << (int(gameid) & 7)
        self._make_room(place)
        if self._bits[place] & bit:
            return False
        self._bits[place] |= bit
        return True

    def add_many(self, ids: Sequence[str]) -> Any:
        """Do as `add` with each, in order, an empty one being always new; return an array of truths.

        Raise ValueError, having kept none, where one is too long.
        """
        import numpy as np  # when a history is loaded, and not when the bot starts

        if max(map(len, ids), default=0) > LONGEST:
            raise ValueError
        joined = ",".join(ids)
        plain = joined.isascii() and joined.replace(",", "").isdigit() and not joined.startswith(("0", ","))
        if plain and not (",0" in joined or ",," in joined or joined.endswith(",")):
            numbers = np.array([*map(int, ids)], dtype=object if len(max(ids, key=len)) > 18 else np.int64)
            if self.holds(numbers):
                return self.add_numbers(numbers)
        return np.fromiter((not gameid or self.add(gameid) for gameid in ids), bool, len(ids))

    @staticmethod
    def holds(numbers: Any) -> bool:
        """Return whether numbers, an array, are all kept as bits."""
        return bool(numbers.max(initial=0) < _MOST_BITS)

    def add_numbers(self, numbers: Any) -> Any:
        """Do as `add` with gameids that are numbers, which it `holds`: arrays of whole numbers and of truths."""
        import numpy as np

        new = np.zeros(len(numbers), dtype=bool)
        if len(numbers):
            self._make_room(int(numbers.max()) >> 3)
            each, first = np.unique(numbers, return_index=True)
            bits = np.frombuffer(self._bits, dtype=np.uint8)
            places, masks = each >> 3, (1 << (each & 7)).astype(np.uint8)
            unseen = (bits[places] & masks) == 0
            np.bitwise_or.at(bits, places, masks)
            new[first[unseen]] = True
        return new

    def _make_room(self, place: int) -> None:
        if place >= len(self._bits):
            # More than is asked for: the numbers mostly ascend.
            self._bits.extend(bytes(place + 1 + place // 8 - len(self._bits)))

    def _add_word(self, gameid: str) -> bool:
        if gameid in self._words:
            return False
        if len(self._words) >= _MOST_WORDS:
            raise InputError(f"More than {_MOST_WORDS:,} gameids are no numbers: number the games 1, 2, 3.")
        self._words.add(gameid)
        return True
