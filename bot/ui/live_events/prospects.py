"""What the rounds to come can still bring a player, in sentences; and what a result has made of it."""

from collections.abc import Iterable, Sequence

from bot.services.forecast.live_section import LiveSection
from bot.ui.framework.text import count, points
from bot.ui.systems import CARDS
from core.club_rules import ClubRules
from core.lists import RatingList
from core.odds.schedule import Schedule
from core.prospects import Prospect, turns

Prospects = dict[RatingList, tuple[Prospect, ...]]
"""By list."""

_RESULTS = {0.5: "A draw", 1.0: "A win"}


def prospects_by_list(section: LiveSection, number: int) -> Prospects:
    """Return all norms and titles that one player's games to come can still bring; off the event loop."""
    return {
        moved: (*found, *CARDS[moved].further_prospects(section, number))
        for moved, found in section.prospects(number).items()
    }


def prospect_lines(section: LiveSection, number: int, found: Prospects) -> list[str]:
    """Say what each norm and title still takes, and what the opponents to come are taken for; empty for nothing."""
    schedule, lines = section.schedule, []
    for moved, prospects in found.items():
        for one in prospects:
            name = CARDS[moved].title_name(one.award, section.house_rules)
            lines.append(_sentence(one, name, schedule, number))
    if not lines:
        return []
    return [*lines, *supposed_lines(section, number)]


def turn_lines(before: Prospects, after: Prospects, rules: ClubRules, *, is_over: bool = False) -> list[str]:
    """Say what a result has put out of reach, or made safe; empty for neither. is_over: no game is to come."""
    lines, made = [], "made" if is_over else "safe now, whatever comes"
    for moved in before.keys() | after.keys():
        safe, gone = turns(before.get(moved, ()), after.get(moved, ()))
        for told, end in ((_highest(safe), made), (gone, "out of reach now")):
            lines += [f"The {_what(one, _name(moved, one, rules))} is {end}." for one in told]
    return sorted(lines)


def _name(moved: RatingList, one: Prospect, rules: ClubRules) -> str:
    return CARDS[moved].title_name(one.award, rules)


def _highest(safe: Sequence[Prospect]) -> Iterable[Prospect]:
    """Return the titles, and of the norms of each kind the highest: it counts for those below it."""
    best = {one.award.scheme: one for one in sorted(safe, key=lambda one: one.award.level) if not one.is_title}
    return [one for one in safe if one.is_title or best[one.award.scheme] == one]


def _sentence(one: Prospect, name: str, schedule: Schedule, number: int) -> str:
    games, what = schedule.to_come(number).games, _what(one, name)
    if one.needed is None:
        return f"The {what} is out of reach."
    if not games:
        return f"The {what} is made."
    if one.is_safe:
        return f"The {what} is safe, whatever comes."
    verb = "keeps your" if one.on_course else "makes the"
    return f"{_takes(one.needed, games, schedule, number)} {verb} {what}{_with_holders(one.holders)}."


def _what(one: Prospect, name: str) -> str:
    return f"title {name}" if one.is_title else f"{name} norm"


def _takes(needed: float, games: int, schedule: Schedule, number: int) -> str:
    """Return the result that it takes: A draw in round 5; 1½ from the last 2 rounds."""
    if games > 1:
        return f"{points(needed)} from the last {count(games, 'round')}"
    is_paired = any(number in board for board in schedule.boards)
    return f"{_RESULTS[needed]} in round {schedule.paired if is_paired else schedule.rounds}"


def _with_holders(holders: int) -> str:
    return f", if {count(holders, 'opponent')} to come {'has' if holders == 1 else 'have'} a title" if holders else ""


def supposed_lines(section: LiveSection, number: int) -> list[str]:
    """Say what rating opponents who are not paired yet are taken for; empty where all are known."""
    finishes = (section.finish_of(number, moved, live=True) for moved in section.lists)
    supposed = next((one.supposed for one in finishes if one is not None and one.supposed is not None), None)
    if supposed is None:
        return []
    return [f"-# Opponents who are not paired yet are taken as rated {supposed:.0f}, the average of yours so far."]
