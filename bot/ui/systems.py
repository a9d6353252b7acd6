"""Which words and tables go with which list: found by the system's key, so that nothing is entered here."""

from importlib import import_module

from bot.ui.system_cards import Cards
from core.lists import RatingList
from core.rating_system import RatingSystem
from core.systems import ALL, SYSTEMS


def cards_of(system: RatingSystem) -> Cards:
    """Return `CARDS` of a system's bot/ui/<key>/cards.py; raise TypeError for anything else."""
    found = import_module(f"bot.ui.{system.key}.cards").CARDS
    if not isinstance(found, Cards):
        raise TypeError(f"bot/ui/{system.key}/cards.py: CARDS must be a bot.ui.system_cards.Cards.")
    return found


_BY_KEY: dict[str, Cards] = {system.key: cards_of(system) for system in ALL}

ALL_CARDS = tuple(_BY_KEY.values())

CARDS: dict[RatingList, Cards] = {moved: _BY_KEY[system.key] for moved, system in SYSTEMS.items()}
