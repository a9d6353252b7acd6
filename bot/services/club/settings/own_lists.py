"""Lists of a club's own: found, change, rename, close and reopen."""

from dataclasses import dataclass, replace
from typing import Any

from bot.services.club.settings.change import SEE
from bot.services.framework.setting_kinds import CHANGED, RENAMED, difference, put, with_list_renamed
from bot.services.framework.transaction import Read, Write, read, use_case
from bot.store.club import clubs
from bot.store.database.rows import Club
from core.errors import InputError, NotFoundError, RuleError
from core.lists import MOST_LISTS, OWN_SYSTEMS, OwnList, RatingList, own_list, settings_for
from core.rating.club_rules import ClubRules
from core.words import search_key


@dataclass(frozen=True, slots=True)
class OwnLists:
    """A club's own lists. used: those that cannot be deleted."""

    club: Club
    used: frozenset[RatingList]


@read(director_to=SEE)
def own_lists(look: Read) -> OwnLists:
    return _found(look, look.club)


@use_case(CHANGED, director_to=SEE)
def found_list(write: Write, system: RatingList, name: str, settings: OwnList) -> OwnLists:
    """Found a list; raise InputError for a name that is taken."""
    return _stored(write, with_new_list(write.club.house_rules, system, name, settings)[0])


def with_new_list(rules: ClubRules, system: RatingList, name: str, settings: OwnList) -> tuple[ClubRules, RatingList]:
    """Return rules with a new list, and the list; raise InputError for a name that is taken."""
    new = own_list(system, name)
    if system not in OWN_SYSTEMS:
        raise InputError(f"A list of the club's own cannot be rated by {system.label}. Choose Elo, Glicko-2 or Oracle.")
    _check_name(rules, new)
    if len(rules.lists) >= MOST_LISTS:
        raise RuleError(f"A club can have {MOST_LISTS} lists of its own. Delete one that is empty first.")
    return rules.with_list(new, settings_for(new, settings)), new


@use_case(CHANGED, director_to=SEE)
def change_list(write: Write, rating_list: RatingList, name: str, settings: OwnList) -> OwnLists:
    """Change a list's name and settings, and recalculate it; raise InputError for a name that is taken."""
    before = _settings(write.club.house_rules, rating_list)
    new = own_list(rating_list.base, name)
    if new is rating_list:
        after = replace(settings_for(rating_list, settings), closed=before.closed)
        return _stored(write, write.club.house_rules.with_list(rating_list, after))
    _check_name(write.club.house_rules, new, rating_list)
    renamed = with_list_renamed(write, rating_list, new)
    after = replace(settings_for(new, settings), closed=before.closed)
    changed = put(renamed, {"house_rules": renamed.club.house_rules.with_list(new, after).to_json()})
    write.note(changed.id, {**difference(write.club, changed), RENAMED: [rating_list.value, new.value]})
    return _found(write, changed)


_ALIKE = str.maketrans("асеіјорѕухкмт", "aceijopsyxkmt")  # words: ok
"""Cyrillic letters that look like Latin ones."""


def _check_name(rules: ClubRules, new: RatingList, but: RatingList | None = None) -> None:
    """Raise InputError for a name that looks like another list's, folded as players' names are."""
    others = [one for one in (*RatingList, *rules.lists) if one is not but]
    if any(_folded(one.label) == _folded(new.label) for one in others):
        raise InputError(f"This club has a list called {new.label} already. Write another name.")


def _folded(name: str) -> str:
    return search_key(name).translate(_ALIKE) or name.casefold()


@use_case(CHANGED, director_to=SEE)
def close_list(write: Write, rating_list: RatingList) -> OwnLists:
    """Close a list with results and delete an empty one; raise RuleError for the club's default list."""
    before = _settings(write.club.house_rules, rating_list)
    if write.club.default_list is rating_list:
        raise RuleError(
            f"{rating_list.label} is the club's default list. Choose another default with /td settings first."
        )
    is_used = clubs.uses_list(write.connection, write.club.id, rating_list)
    after = replace(before, closed=True) if is_used else None
    return _stored(write, write.club.house_rules.with_list(rating_list, after))


@use_case(CHANGED, director_to=SEE)
def reopen_list(write: Write, rating_list: RatingList) -> OwnLists:
    before = _settings(write.club.house_rules, rating_list)
    if not before.closed:
        raise RuleError(f"{rating_list.label} is already open.")
    after = replace(before, closed=False)
    return _stored(write, write.club.house_rules.with_list(rating_list, after))


def _settings(rules: ClubRules, rating_list: RatingList) -> OwnList:
    if rating_list not in rules.lists:
        raise NotFoundError(f"This club has no list {rating_list.label}. The list may have been renamed or deleted.")
    return rules.lists[rating_list]


def _stored(write: Write, rules: ClubRules) -> OwnLists:
    changed = put(write, {"house_rules": rules.to_json()})
    write.note(changed.id, difference(write.club, changed))
    return _found(write, changed)


def _found(look: Read | Write, club: Club) -> OwnLists:
    lists: Any = club.house_rules.lists
    used = (one for one in lists if clubs.uses_list(look.connection, club.id, one))
    return OwnLists(club, frozenset(used))
