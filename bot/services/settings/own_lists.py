"""Lists of a club's own: found, change, close and reopen."""

from dataclasses import dataclass, replace
from typing import Any

from bot.services.setting_kinds import CHANGED, difference, put
from bot.services.settings.change import SEE
from bot.services.transaction import Read, Write, read, use_case
from bot.store import clubs
from bot.store.rows import Club
from core.club_rules import ClubRules
from core.errors import InputError, NotFoundError, RuleError
from core.lists import MOST_LISTS, ORACLE_START, OWN_SYSTEMS, OwnList, RatingList, Sets, own_list


@dataclass(frozen=True, slots=True)
class OwnLists:
    """A club's own lists. used: those that cannot be deleted."""

    club: Club
    used: frozenset[RatingList]


@read(director_to=SEE)
def own_lists(look: Read) -> OwnLists:
    """Return the club's own lists."""
    return _found(look, look.club)


@use_case(CHANGED, director_to=SEE)
def found_list(write: Write, system: RatingList, name: str, settings: OwnList) -> OwnLists:
    """Found a list; raise InputError for a name that is taken."""
    rules = write.club.house_rules
    new = own_list(system, name)
    if system not in OWN_SYSTEMS:
        raise InputError(f"A list of the club's own cannot be rated by {system.label}. Choose Elo, Glicko-2 or Oracle.")
    if any(one.label.casefold() == new.label.casefold() for one in rules.lists):
        raise InputError(f"This club has a list called {new.label} already. Write another name.")
    if len(rules.lists) >= MOST_LISTS:
        raise RuleError(f"A club can have {MOST_LISTS} lists of its own. Delete one that is empty first.")
    return _stored(write, rules.with_list(new, _for_system(new, settings)))


@use_case(CHANGED, director_to=SEE)
def change_list(write: Write, rating_list: RatingList, settings: OwnList) -> OwnLists:
    """Change a list's settings, and recalculate it."""
    before = _settings(write.club.house_rules, rating_list)
    after = replace(_for_system(rating_list, settings), closed=before.closed)
    return _stored(write, write.club.house_rules.with_list(rating_list, after))


@use_case(CHANGED, director_to=SEE)
def close_list(write: Write, rating_list: RatingList) -> OwnLists:
    """Close a list with results and delete an empty one; raise RuleError for the club's default list."""
    before = _settings(write.club.house_rules, rating_list)
    if write.club.default_list is rating_list:
        raise RuleError(f"{rating_list.label} is the club's list. Choose another one with /td settings first.")
    is_used = clubs.uses_list(write.connection, write.club.id, rating_list)
    after = replace(before, closed=True) if is_used else None
    return _stored(write, write.club.house_rules.with_list(rating_list, after))


@use_case(CHANGED, director_to=SEE)
def reopen_list(write: Write, rating_list: RatingList) -> OwnLists:
    """Reopen a closed list."""
    before = _settings(write.club.house_rules, rating_list)
    if not before.closed:
        raise RuleError(f"{rating_list.label} is open already.")
    after = replace(before, closed=False)
    return _stored(write, write.club.house_rules.with_list(rating_list, after))


def _settings(rules: ClubRules, rating_list: RatingList) -> OwnList:
    if rating_list not in rules.lists:
        raise NotFoundError(f"This club has no list {rating_list.label}. It may have been deleted.")
    return rules.lists[rating_list]


def _for_system(rating_list: RatingList, settings: OwnList) -> OwnList:
    """Return settings without those that the system does not have; raise InputError for what it cannot do."""
    if rating_list.base is not RatingList.ORACLE:
        if settings.start == ORACLE_START:
            raise InputError(f"The start is {ORACLE_START}. Write a whole number from 100 up, for example 1000.")
        return settings
    if settings.sets is Sets.POINTS:
        raise InputError("Oracle rates wins and losses, not shares of points. Choose per match or per game.")
    return replace(settings, k=OwnList().k, start=ORACLE_START)


def _stored(write: Write, rules: ClubRules) -> OwnLists:
    changed = put(write, {"house_rules": rules.to_json()})
    write.note(changed.id, difference(write.club, changed))
    return _found(write, changed)


def _found(look: Read | Write, club: Club) -> OwnLists:
    lists: Any = club.house_rules.lists
    used = (one for one in lists if clubs.uses_list(look.connection, club.id, one))
    return OwnLists(club, frozenset(used))
