"""What of a section no list rates: it is stored all the same, with its results."""

from dataclasses import replace

from bot.services.events.store_section import NewSection
from bot.services.fold.benchmark import states_at
from bot.services.fold.states import backgrounds
from bot.services.transaction import Write
from bot.store.events import facts
from core.errors import RatingError
from core.lists import RatingList
from core.systems import SYSTEMS

LONGEST_REASON = 200
"""Characters of a reason that an event has room for."""


def as_its_lists_rate(write: Write, section: NewSection) -> NewSection:
    """Return a section on the lists that can rate it; where none can, its games stand in it as not rated, and why."""
    refused = {moved: _refusal(write, section, moved) for moved in section.lists}
    accepting = tuple(moved for moved, why in refused.items() if why is None)
    if accepting:
        return replace(section, lists=accepting)
    games = tuple(replace(game, rated=False) for game in section.crosstable.games)
    why = refused[section.lists[0]] or ""
    return replace(section, crosstable=replace(section.crosstable, games=games, overruled=why[:LONGEST_REASON]))


def _refusal(write: Write, section: NewSection, moved: RatingList) -> str | None:
    """Return why a list does not rate a section; None where it does."""
    table, place = section.crosstable, facts.end_of(section.crosstable.date)
    states = states_at(write.connection, write.club, moved, [one.id for one in section.people.values()], place)
    known = backgrounds(write.connection, moved, place, table, states)
    try:
        SYSTEMS[moved].rate_event(table, moved, states, section.rules, known, write.club.house_rules)
    except RatingError as error:
        return error.message
    return None
