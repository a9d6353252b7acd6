"""People who came new with what is undone go with it, unless more is known of them; they return with it too."""

from collections.abc import Collection

from bot.services.transaction import ClubWrite
from bot.store.people import newcomers, players
from core.systems import POOLS


def settle_newcomers(write: ClubWrite, ids: Collection[int], came: Collection[int] | None = None) -> frozenset[int]:
    """Let those of these players go who came new and of whom nothing else is known; bring back whoever is known again.

    came: who came new, where what brought them is no longer there to be asked. Return who went.
    """
    if not ids:
        return frozenset()
    known = newcomers.known_otherwise(write.connection, ids)
    newcomers.restore_newcomers(write.connection, known)
    came = newcomers.came_new(write.connection, ids) if came is None else came
    return newcomers.hide_newcomers(write.connection, _without(write, came, known))


def settle_events(write: ClubWrite, event_ids: Collection[int]) -> frozenset[int]:
    """Let the newcomers of events go, or return, as is right by now; return who went."""
    return settle_newcomers(write, newcomers.in_events(write.connection, event_ids))


def remove_newcomers(write: ClubWrite, came: Collection[int]) -> frozenset[int]:
    """Let newcomers go whom a list of people brought, for good where no row names them; return who went."""
    loose = _without(write, came, newcomers.known_otherwise(write.connection, came))
    removed = players.remove_unused(write.connection, write.club.id, loose)
    return removed | newcomers.hide_newcomers(write.connection, loose)


def _without(write: ClubWrite, came: Collection[int], known: Collection[int]) -> list[int]:
    """Return who came, without who is known, and without whom a list stands on, such as the Keeper of a pool."""
    rules = write.club.house_rules
    return [
        one
        for one in came
        if one not in known and all(system.why_not_merge(one, "", rules) is None for system in POOLS.values())
    ]
