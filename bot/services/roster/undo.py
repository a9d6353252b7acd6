"""A roster taken back: its ratings no longer count, what it set is as it was, and whom it brought is gone."""

from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.fold.changes import RatingChange
from bot.services.fold.first_ratings import rate_first_again
from bot.services.fold.lists import ListChange, ListChanges
from bot.services.report_codec import from_json
from bot.services.roster.report import BORN
from bot.services.roster.take_in import TAKEN_IN, Kept
from bot.services.transaction import Write, use_case
from bot.services.upkeep.due_matches import count_due
from bot.store.events import corrections
from bot.store.people import players, profiles
from bot.store.rows import FactKind, FactRef, Player
from core.errors import NotFoundError

UNDONE = "undo-import-roster"
"""The audit's name for it."""

CHANGES_KEPT = 50


@dataclass(frozen=True, slots=True)
class PeopleUndone:
    """A roster that no longer counts.

    gone: how many players whom it brought are gone; stayed: how many of them stay, for more is known of them by now.
    restored: how many things of players are as they were. openings: how many ratings went.
    changes: the first of the later events' ratings and current ratings that are different; people: those in them.
    """

    gone: int
    stayed: int
    restored: int
    openings: int
    changes: tuple[RatingChange, ...]
    people: dict[int, Player]


@use_case(UNDONE, director_to="take a roster back")
def undo_roster(write: Write, import_id: int) -> PeopleUndone:
    """Take a roster back by the interaction that took it in; directors only."""
    count_due(write)
    entry = write.entry(import_id)
    if entry is None or entry.action != TAKEN_IN:
        raise NotFoundError("That roster cannot be taken back by this button: correct people with /player edit.")
    report = _undo(write, from_json(Kept, entry.details))
    write.note(write.club.id)
    return report


def _undo(write: Write, kept: Kept) -> PeopleUndone:
    connection, club = write.connection, write.club
    changed: ListChanges = {}
    restored, added = 0, players.resolve_merged(connection, club.id, kept.added)
    for player_id, columns in kept.changed.items():
        different = _restored(write, player_id, columns)
        restored += len(different)
        profiles.change(connection, player_id, different)
        if different.keys() & {BORN, "born_year"}:
            rate_first_again(connection, player_id, changed)
    openings = 0
    for moved in kept.lists:
        found = corrections.of_seqs(connection, club.id, moved, kept.first, kept.last)
        corrections.void_openings(connection, [fact.opening_id for fact in found])
        openings += len(found)
        removed = [FactRef(fact.place, FactKind.OPENING, fact.opening_id, fact.players) for fact in found]
        before = changed.get(moved, ListChange())
        changed[moved] = replace(before, removed=(*before.removed, *removed))
    if not (restored or openings or added):
        raise NotFoundError("That roster is taken back already: nothing of it counts any more.")
    done = write.fold({moved: change for moved, change in changed.items() if change.removed or change.recompute})
    gone = players.remove_unused(connection, club.id, list(kept.added))
    shown = tuple(change for change in done.changes if change.player_id not in gone)[:CHANGES_KEPT]
    people = players.by_ids(connection, club.id, {change.player_id for change in shown})
    return PeopleUndone(len(gone), len(added) - len(gone), restored, openings, shown, people)


def _restored(write: Write, player_id: int, columns: Any) -> dict[str, Any]:
    """Return what a player has to be given back: what nobody has changed since."""
    profile = profiles.find(write.connection, write.club.id, player_id)
    if profile is None:
        return {}
    different: dict[str, Any] = {}
    for column, (before, after) in columns.items():
        now = getattr(profile, column)
        if (now.isoformat() if isinstance(now, date) else now) == after and before != after:
            different[column] = date.fromisoformat(before) if column == BORN and before is not None else before
    return different
