"""What is stored nowhere and kept in memory for a while, each club's by itself."""

from collections import OrderedDict
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import discord

from bot.ui.framework.server import club_of

V = TypeVar("V")

Shelf = OrderedDict[str, V]
"""What one club keeps, the earliest first."""

MAX_VALUES = 500
"""How much of a kind is kept at a time: beyond that, the earliest of the club that keeps most gives way."""


class ClubMemory(Generic[V]):
    """What clubs keep, by a key of the club's own; outside a club, what whoever asks keeps."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[Any, dict[int, Shelf[V]]] = WeakKeyDictionary()

    def put(self, interaction: discord.Interaction[Any], key: str, value: V) -> None:
        """Keep something where somebody asks."""
        shelves = self._of.setdefault(interaction.client, {})
        shelf = shelves.setdefault(_owner_of(interaction), OrderedDict())
        shelf[key] = value
        shelf.move_to_end(key)
        if sum(map(len, shelves.values())) > MAX_VALUES:
            fullest, largest = max(shelves.items(), key=lambda one: len(one[1]))
            largest.popitem(last=False)
            if not largest:
                del shelves[fullest]

    def find(self, interaction: discord.Interaction[Any], key: str) -> V | None:
        """Return what is kept where somebody asks; None where it is gone, or another club's."""
        return self._shelf(interaction).get(key)

    def take(self, interaction: discord.Interaction[Any], key: str) -> V | None:
        """Return it and keep it no longer."""
        return self._shelf(interaction).pop(key, None)

    def _shelf(self, interaction: discord.Interaction[Any]) -> Shelf[V]:
        return self._of.get(interaction.client, {}).get(_owner_of(interaction), OrderedDict())


def _owner_of(interaction: discord.Interaction[Any]) -> int:
    return club_of(interaction) or interaction.user.id
