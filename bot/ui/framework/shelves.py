"""What is stored nowhere and kept in memory for a while, each club's by itself."""

from collections import OrderedDict
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import discord

from bot.ui.framework.server import club_of

Kept = TypeVar("Kept")

Shelf = OrderedDict[str, Kept]
"""What one club keeps, the earliest first."""

MOST_KEPT = 500
"""How much of a kind is kept at a time: beyond that, the earliest of the club that keeps most gives way."""


class Shelves(Generic[Kept]):
    """What clubs keep, by a key of the club's own; outside a club, what whoever asks keeps."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[Any, dict[int, Shelf[Kept]]] = WeakKeyDictionary()

    def put(self, interaction: discord.Interaction[Any], key: str, kept: Kept) -> None:
        """Keep something where somebody asks."""
        shelves = self._of.setdefault(interaction.client, {})
        shelf = shelves.setdefault(_whose(interaction), OrderedDict())
        shelf[key] = kept
        shelf.move_to_end(key)
        if sum(map(len, shelves.values())) > MOST_KEPT:
            whose, largest = max(shelves.items(), key=lambda one: len(one[1]))
            largest.popitem(last=False)
            if not largest:
                del shelves[whose]

    def find(self, interaction: discord.Interaction[Any], key: str) -> Kept | None:
        """Return what is kept where somebody asks; None where it is gone, or another club's."""
        return self._shelf(interaction).get(key)

    def take(self, interaction: discord.Interaction[Any], key: str) -> Kept | None:
        """Return it and keep it no longer."""
        return self._shelf(interaction).pop(key, None)

    def _shelf(self, interaction: discord.Interaction[Any]) -> Shelf[Kept]:
        return self._of.get(interaction.client, {}).get(_whose(interaction), OrderedDict())


def _whose(interaction: discord.Interaction[Any]) -> int:
    return club_of(interaction) or interaction.user.id
