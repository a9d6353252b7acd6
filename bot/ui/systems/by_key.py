"""Each system's cards, found by its key and imported when first asked for."""

from functools import cache
from importlib import import_module

from bot.ui.systems.system_cards import Cards
from core.lists import RatingList
from core.rating.systems import ALL, system_of


@cache
def cards_of(key: str) -> Cards:
    """Return a system's `CARDS`; raise TypeError for anything else."""
    found = import_module(f"bot.ui.systems.{key}.cards").CARDS
    if not isinstance(found, Cards):
        raise TypeError(f"bot/ui/systems/{key}/cards.py: CARDS must be a bot.ui.systems.system_cards.Cards.")
    return found


def all_cards() -> list[Cards]:
    return [cards_of(system.key) for system in ALL]


class _CardsByList(dict[RatingList, Cards]):
    def __missing__(self, moved: RatingList) -> Cards:
        self[moved] = cards_of(system_of(moved).key)
        return self[moved]


CARDS = _CardsByList()
