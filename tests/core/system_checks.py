"""What every rating system must have and do, told in sentences."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from importlib import import_module
from itertools import permutations
from types import MappingProxyType
from typing import Any

from bot.ui.systems.system_cards import Cards
from bot.ui.wording.steps import COMMON_WORDS
from core.errors import InputError, RatingError
from core.event.crosstable import Crosstable, Entrant, EventKind, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.rating_system import RatingSystem

DAY = date(2026, 11, 20)
_PLACEHOLDER = re.compile(r"\{[#½]?(\w+)\}")


def lacks(system: RatingSystem) -> Iterator[str]:
    for check in CHECKS:
        try:
            yield from check(system)
        except Exception as error:  # whatever is missing may make a check fail in any way
            yield f"{check.__name__}: {type(error).__name__}: {error}."


def rooms(system: RatingSystem) -> Iterator[str]:
    room = import_module(f"core.rating.{system.key}")
    if not hasattr(room, "SYSTEM"):
        room = import_module(f"core.rating.{system.key}.system")
    if room.SYSTEM is not system:
        yield f"SYSTEM of {room.__name__.replace('.', '/')}.py is another one."
    if not isinstance(import_module(f"bot.ui.systems.{system.key}.cards").CARDS, Cards):
        yield f"CARDS of bot/ui/systems/{system.key}/cards.py must be a bot.ui.systems.system_cards.Cards."
    if not system.lists or len(set(system.lists)) != len(system.lists):
        yield "lists: it rates none, or one twice."
    for moved in system.lists:
        if not moved.label.strip():
            yield f"{moved.value} has no label in core/lists.py."
    if not system.ratings.strip():
        yield "ratings. Say what its ratings are called in a sentence."


def sentences(system: RatingSystem) -> Iterator[str]:
    """Say which reason has no words, or words whose figures do not count up from 0."""
    words = import_module(f"bot.ui.systems.{system.key}.wording").WORDS
    for reason in system.reasons:
        if not words.get(reason, "").strip():
            yield f"{reason.value} has no words in bot/ui/systems/{system.key}/wording.py."
            continue
        named = set(_PLACEHOLDER.findall(words[reason])) - {"value"}
        if named != {str(index) for index in range(len(named))}:
            yield f"{reason.value}: its words name the figures {sorted(named)}, which do not count up from 0."
    for reason in words.keys() - set(system.reasons):
        yield f"{reason}: there are words for it, but it is not a reason of the system."
    for reason in words.keys() & COMMON_WORDS.keys():
        yield f"{reason} has its words in bot/ui/wording/steps.py. Remove them."


def bounds(system: RatingSystem) -> Iterator[str]:
    """Say which rating that people may type is refused."""
    lowest, highest = system.typed_ratings
    if not lowest < highest:
        yield f"typed_ratings: {lowest:g} is not below {highest:g}."
    ends = system.scale.ends
    if ends is not None and not ends.lowest <= lowest < highest <= ends.highest:
        yield f"scale: it ends at {ends.lowest:g} and {ends.highest:g}, and {lowest:g} to {highest:g} can be typed."
    for moved in system.lists:
        for rating in (lowest, highest):
            rank = system.rank(system.apply_entered(system.unrated(), EnteredRating(rating, 40), moved))
            if rank is None or abs(rank.rating - rating) > 1e-6:
                yield f"{moved.value}: an entered rating of {rating:g} leads to {rank}."
            elif rank.games != 40:
                yield f"{moved.value}: an entered rating of 40 games leads to {rank.games}."
        for rating in (lowest - 1, highest + 1):
            if not _refuses(lambda rating=rating, moved=moved: _opened(system, moved, rating)):
                yield f"{moved.value}: an entered rating of {rating:g} is not refused with a RatingError."


def rules(system: RatingSystem) -> Iterator[str]:
    """Say which edition cannot be chosen."""
    keys = [edition.key for edition in system.editions]
    if len(set(keys)) != len(keys):
        yield "editions: two have the same key."
    for edition in system.editions:
        if not edition.title.strip() or len(edition.title) > 100:
            yield f"{edition.key}: a title has 1 to 100 characters, which a choice in Discord takes."
        for moved in system.lists:
            used = {outcome.rules for outcome in rated(system, moved, rules=edition.key).values()}
            if used != {edition.key}:
                yield f"{edition.key} was named for an event of {moved.value}, and {used} rated it."
    for moved in system.lists:
        if not _refuses(lambda moved=moved: rated(system, moved, rules="no-such-rules"), InputError):
            yield f"{moved.value}: rules that there are not are no InputError."
        for edition in system.club_editions:
            house = ClubRules().with_usual_rules(moved, edition.key)
            used = {outcome.rules for outcome in rated(system, moved, house_rules=house).values()}
            if used != {edition.key}:
                yield f"{edition.key} is what a club takes for {moved.value}, and {used} rated its event."
    if not set(system.club_editions) <= set(system.editions):
        yield "club_editions: they must be among the editions."


def outcomes(system: RatingSystem) -> Iterator[str]:
    known = {*system.reasons, *COMMON_WORDS}
    if system.rank(system.unrated()) is not None:
        yield "An unrated player has a rank."
    if system.as_opponent(system.unrated(), DAY) is not None:
        yield "An unrated player counts as an opponent."
    for moved in system.lists:
        for outcome in rated(system, moved).values():
            if not outcome.steps:
                yield f"{moved.value}: an outcome has no steps."
            for step in outcome.steps:
                if step.reason not in known:
                    yield f"{step.reason} is neither a reason of the system nor a common one."
            if outcome.before is None or system.rating_after(outcome) is None or system.change_by(outcome) is None:
                yield f"{moved.value}: a rated player's outcome has no rating before or after it, or no change."
            if system.as_opponent(outcome.state, DAY) is None:
                yield f"{moved.value}: a rated player counts for no opponent."
            system.floor(outcome.state, moved)


def order(system: RatingSystem) -> Iterator[str]:
    """Say where the order in which simultaneous facts are given matters."""
    for moved in system.lists:
        first = rated(system, moved)
        for entrants in permutations(range(3)):
            again = rated(system, moved, order=entrants)
            for player, outcome in first.items():
                if system.dump(again[player].state) != system.dump(outcome.state):
                    yield f"{moved.value}: player {player} ends elsewhere where the entrants stand in another order."


def namelessness(system: RatingSystem) -> Iterator[str]:
    """Say where it matters who the players are, which it may where a list is calibrated: a pool has its Keeper."""
    for moved in system.lists:
        others = {1: 71, 2: 52, 3: 93}
        again = rated(system, moved, ids=others)
        for player, outcome in rated(system, moved).items():
            if not system.is_calibrated and again[others[player]] != outcome:
                yield f"{moved.value}: player {player} ends elsewhere under another id."


def json_states(system: RatingSystem) -> Iterator[str]:
    for moved in system.lists:
        states = [system.unrated(), _opened(system, moved, sum(system.typed_ratings) // 2)]
        states += [outcome.state for outcome in rated(system, moved).values()]
        for state in states:
            if system.load(json.loads(json.dumps(system.dump(state)))) != state:
                yield f"{moved.value}: the state {state} comes back from JSON as another."


CHECKS: tuple[Callable[[RatingSystem], Iterator[str]], ...] = (
    rooms,
    sentences,
    bounds,
    rules,
    outcomes,
    order,
    namelessness,
    json_states,
)


def rated(
    system: RatingSystem,
    rating_list: RatingList,
    order: tuple[int, ...] = (0, 1, 2),
    ids: Mapping[int, int] = MappingProxyType({1: 1, 2: 2, 3: 3}),
    **more: Any,
) -> Any:
    """Rate a section of three rated players who met each other once.

    order: their order in it. ids: their ids, by number.
    """
    lowest, highest = system.typed_ratings
    states = {
        number: _opened(system, rating_list, lowest + (highest - lowest) // 2 + 2 * number) for number in (1, 2, 3)
    }
    entrants = [Entrant(number, player=ids[number], rated=True) for number in (1, 2, 3)]
    games = (Game(1, 1, 2, 1.0), Game(2, 2, 3, 1.0), Game(3, 3, 1, 1.0), Game(4, 1, 2, 0.0), Game(5, 1, 3, 1.0))
    crosstable = Crosstable(DAY, tuple(entrants[place] for place in order), games, kind=EventKind.TOURNAMENT)
    standing = {entrants[place].player: states[place + 1] for place in order}
    return system.rate_event(crosstable, rating_list, standing, **more)


def _opened(system: RatingSystem, rating_list: RatingList, rating: float) -> Any:
    return system.apply_entered(system.unrated(), EnteredRating(float(rating), 40), rating_list)


def _refuses(act: Callable[[], Any], error: type[RatingError] = RatingError) -> bool:
    try:
        act()
    except error:
        return True
    return False
