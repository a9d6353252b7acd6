"""New players of an undone event: hidden with it unless something else is known, and restored with it."""

from collections.abc import Collection

from bot.services.framework.transaction import ClubWrite
from bot.store.people import newcomers, players
from core.rating.systems import POOL_SYSTEMS


def settle_newcomers(write: ClubWrite, ids: Collection[int], came: Collection[int] | None = None) -> frozenset[int]:
    """Hide new players about whom nothing else is known, and restore others; return the hidden.

    came: the new players, if their source is already deleted.
    """
    if not ids:
        return frozenset()
    known = newcomers.known_otherwise(write.connection, ids)
    newcomers.restore_newcomers(write.connection, known)
    came = newcomers.came_new(write.connection, ids) if came is None else came
    return newcomers.hide_newcomers(write.connection, _without(write, came, known))


def settle_events(write: ClubWrite, event_ids: Collection[int]) -> frozenset[int]:
    return settle_newcomers(write, newcomers.in_events(write.connection, event_ids))


def remove_newcomers(write: ClubWrite, came: Collection[int]) -> frozenset[int]:
    loose = _without(write, came, newcomers.known_otherwise(write.connection, came))
    removed = players.remove_unused(write.connection, write.club.id, loose)
    return removed | newcomers.hide_newcomers(write.connection, loose)


def _without(write: ClubWrite, came: Collection[int], known: Collection[int]) -> list[int]:
    rules = write.club.house_rules
    return [
        one
        for one in came
        if one not in known and all(system.why_not_merge(one, "", rules) is None for system in POOL_SYSTEMS)
    ]
