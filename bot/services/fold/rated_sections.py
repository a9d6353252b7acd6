"""Large sections as they were rated last: what the look at a file has rated, storing it does not rate again.

A rating comes of the games and the states. Who the players are is nothing to it, and those who are new have other ids
when the file is stored. A pool of Oracle's alone knows somebody by id, its Keeper.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Any

from core.background import Background
from core.club_rules import ClubRules
from core.crosstable import Crosstable, Entrant
from core.lists import RatingList
from core.outcome import Outcome
from core.systems import SYSTEMS

FEWEST, MOST = 200, 2_000
"""Entrants of a section that is remembered, and of all that are: an outcome takes 6 kB."""

_WITHOUT_PLAYER = attrgetter(*(part.name for part in fields(Entrant) if part.name != "player"))
_WITHOUT_ENTRANTS = attrgetter(*(part.name for part in fields(Crosstable) if part.name != "entrants"))

_Rated = tuple[tuple[Any, ...], dict[int, Outcome]]
"""What a section was rated by, and the outcomes by pairing number."""

_rated: tuple[_Rated, ...] = ()
"""Latest last. Threads share it: it is read once, and replaced as a whole."""


def rate_once(
    rate: Callable[..., dict[Any, Outcome]],
    crosstable: Crosstable,
    rating_list: RatingList,
    states: Mapping[Any, Any],
    rules: str | None,
    backgrounds: Mapping[Any, Background],
    house_rules: ClubRules,
) -> dict[Any, Outcome]:
    """Rate a section, or return the outcomes that just this one had before.

    rate: the system's `rate_event` or `rate_reported`; all else is what it takes, and so are the errors.
    """
    global _rated
    if not FEWEST <= len(crosstable.entrants) <= MOST or SYSTEMS[rating_list].is_calibrated:
        return rate(crosstable, rating_list, states, rules, backgrounds, house_rules)
    players = {entrant.number: entrant.player for entrant in crosstable.entrants}
    asked = (
        (rate, rating_list, rules, house_rules),
        _WITHOUT_ENTRANTS(crosstable),
        [_WITHOUT_PLAYER(entrant) for entrant in crosstable.entrants],
        [states.get(player) for player in players.values()],
        [backgrounds.get(player) for player in players.values()],
    )
    rated = _rated
    for before, outcomes in rated:
        if before == asked:
            return {players[number]: outcome for number, outcome in outcomes.items()}
    made = rate(crosstable, rating_list, states, rules, backgrounds, house_rules)
    rated = (*rated, (asked, {number: made[player] for number, player in players.items() if player in made}))
    while sum(len(outcomes) for _, outcomes in rated) > MOST:
        rated = rated[1:]
    _rated = rated
    return made


def forget_sections() -> None:
    """Remember no section any longer."""
    global _rated
    _rated = ()
