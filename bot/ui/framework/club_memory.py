"""Values in memory per club, never stored."""

from collections import OrderedDict
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import discord

from bot.ui.framework.server import club_of

V = TypeVar("V")

Shelf = OrderedDict[str, V]

MAX_VALUES = 500


class ClubMemory(Generic[V]):
    """Values by key, per club, or per user outside a club."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[Any, dict[int, Shelf[V]]] = WeakKeyDictionary()

    def put(self, interaction: discord.Interaction[Any], key: str, value: V) -> None:
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
        return self._shelf(interaction).get(key)

    def take(self, interaction: discord.Interaction[Any], key: str) -> V | None:
        return self._shelf(interaction).pop(key, None)

    def _shelf(self, interaction: discord.Interaction[Any]) -> Shelf[V]:
        return self._of.get(interaction.client, {}).get(_owner_of(interaction), OrderedDict())


def _owner_of(interaction: discord.Interaction[Any]) -> int:
    return club_of(interaction) or interaction.user.id
