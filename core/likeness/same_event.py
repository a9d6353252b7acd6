"""Whether two reports are likely to be about one event: a question for people, never an answer."""

from collections import Counter
from collections.abc import Hashable

from core.crosstable import Crosstable


def is_told_again(
    stored: Crosstable, stored_name: str | None, told: Crosstable, name: str | None, own: Hashable
) -> bool:
    """Tell whether what a player reports looks like an event of the same day that is stored with them in it.

    It is the same by its name. One that has rated them with others has all their games, and is the same too where the
    report has no name or meets somebody of it; one that they told themselves, by the same opponents in any order.
    """
    mine = next((entrant for entrant in stored.entrants if entrant.player == own and entrant.rated), None)
    if mine is None or not _covers(stored, told):
        return False
    if name is not None and stored_name is not None and name.casefold() == stored_name.casefold():
        return True
    if sum(entrant.rated for entrant in stored.entrants) > 1:
        there = {entrant.player for entrant in stored.entrants} - {own, None}
        return name is None or any(entrant.player in there for entrant in told.entrants)
    return _opponents(stored, own) == _opponents(told, own)


def _covers(stored: Crosstable, told: Crosstable) -> bool:
    return (stored.began or stored.date) <= told.date <= stored.date


def _opponents(crosstable: Crosstable, own: Hashable) -> Counter[Hashable]:
    """Return against whom somebody played, and how often: who they are, or the ratings that were typed."""
    number = crosstable.number_of(own)
    met = [played.opponent for played in crosstable.games_of(number)]
    return Counter(("rating", one.rating) if one.player is None else ("player", one.player) for one in met)
