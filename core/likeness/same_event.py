"""Whether two reports are likely to be about one event: a question for people, never an answer."""

from collections import Counter
from collections.abc import Hashable, Sequence
from datetime import date

from core.crosstable import Crosstable, Game, PlayedGame

NEAR = 100
"""How far a rating that was typed may be from the opponent's own."""

MOST_DAYS_APART = 366
"""Beyond as many days, two events are two events, whatever happened in them."""

_Met = tuple[Hashable, Hashable]
_Result = tuple[int, _Met, float | None]


def is_told_again(
    stored: Crosstable, stored_name: str | None, told: Crosstable, name: str | None, own: Hashable
) -> bool:
    """Return whether what a player reports looks like an event of the same day that is stored with them in it.

    It is the same by its name. One that has rated them with others has all their games, and is the same too where the
    report has no name or meets somebody of it, and at least half of those met are their opponents there; one that
    they told themselves, by the same opponents in any order.
    """
    mine = next((entrant for entrant in stored.entrants if entrant.player == own and entrant.rated), None)
    if mine is None or not _covers(stored, told):
        return False
    if name is not None and stored_name is not None and name.casefold() == stored_name.casefold():
        return True
    if sum(entrant.rated for entrant in stored.entrants) > 1:
        there = {entrant.player for entrant in stored.entrants} - {own, None}
        is_near = name is None or any(entrant.player in there for entrant in told.entrants)
        return is_near and _has_met(_played(stored, own), _played(told, own))
    return _opponents(stored, own) == _opponents(told, own)


def is_same_event(
    stored: Crosstable, stored_name: str | None, told: Crosstable, name: str | None, *, dated: bool = True
) -> bool:
    """Return whether a section of a file looks like one that is stored: corrected, with more rounds, or as it was.

    On the same days it is the same where half of the players share its name, or half of the games are of the same
    two players; of two different names, most of them with the same result. On other days it is where the name is the
    same, or the day unknown, and the results of the rounds that both have are.
    dated: whether the day of the file is known; else it counts for the day on which it was uploaded.
    """
    shared = {one.player for one in stored.entrants} & {one.player for one in told.entrants} - {None}
    before, now = _results(stored), _results(told)
    fewer = min(len(before), len(now))
    if 2 * len(shared) < min(len(stored.entrants), len(told.entrants)) or len(shared) < 2 or not fewer:
        return False
    is_named = name is not None and stored_name is not None
    is_renamed = is_named and (name or "").casefold() != (stored_name or "").casefold()
    if not (_first_day(stored) <= told.date and _first_day(told) <= stored.date):
        least = 2 if stored.rounds != told.rounds else 3
        is_likely = (
            not is_renamed and (is_named or not dated) and abs((stored.date - told.date).days) <= MOST_DAYS_APART
        )
        return is_likely and _common(before, now) >= max(least, 0.75 * fewer)
    if is_renamed:
        return 2 * _common([one[1:] for one in before], [one[1:] for one in now]) > fewer
    if is_named:
        return not {one[0] for one in before}.isdisjoint(one[0] for one in now)
    return 2 * _common([one[1] for one in before], [one[1] for one in now]) >= fewer


def same_games(stored: Crosstable, told: Crosstable) -> int:
    """Return how many games of two events are of the same two players in the same round, with the same result."""
    return _common(_results(stored), _results(told))


def _first_day(crosstable: Crosstable) -> date:
    return crosstable.began or crosstable.date


def _common(some: Sequence[Hashable], others: Sequence[Hashable]) -> int:
    return (Counter(some) & Counter(others)).total()


def _results(crosstable: Crosstable) -> list[_Result]:
    """Return the round of each game, who met and the result of the first of them; without those nobody knows."""
    players = {one.number: one.player for one in crosstable.entrants}

    def result(game: Game) -> _Result:
        first, second, score = players[game.first], players[game.second], game.score
        if repr(second) < repr(first):
            first, second, score = second, first, None if score is None else 1 - score
        return game.round, (first, second), score

    return [result(game) for game in crosstable.games]


def _covers(stored: Crosstable, told: Crosstable) -> bool:
    return _first_day(stored) <= told.date <= stored.date


def _played(crosstable: Crosstable, own: Hashable) -> Sequence[PlayedGame]:
    return crosstable.games_of(crosstable.number_of(own))


def _has_met(there: Sequence[PlayedGame], told: Sequence[PlayedGame]) -> bool:
    """Return whether at least half of those whom a report tells of are opponents of an event, by who or how strong."""
    left = [one.opponent for one in there]
    found = 0
    # Who is named first: an opponent whose rating nobody knows may be anybody.
    for one in sorted((game.opponent for game in told), key=lambda other: other.player is None):
        same = [other for other in left if one.player is not None and other.player == one.player]
        same = same or [
            other
            for other in left
            if one.player is None
            and one.rating is not None
            and other.rating is not None
            and abs(other.rating - one.rating) <= NEAR
        ]
        same = same or [other for other in left if one.player is None and other.rating is None]
        if same:
            left.remove(same[0])
            found += 1
    return 2 * found >= len(told)


def _opponents(crosstable: Crosstable, own: Hashable) -> Counter[Hashable]:
    """Return against whom somebody played, and how often: who they are, or the ratings that were typed."""
    return Counter(
        ("rating", game.opponent.rating) if game.opponent.player is None else ("player", game.opponent.player)
        for game in _played(crosstable, own)
    )
