"""The club's rating list, as US Chess printed its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.services.transaction import Read, read
from bot.store.derived import rating_list
from bot.store.derived.rating_list import ListedPlayer
from core.club_rules import ClubRules
from core.errors import NotFoundError
from core.lists import RatingList
from core.search_key import last_name_first, search_key

PRINTED = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
"""The columns of ratings, REGULAR and QUICK."""


class ListOrder(StrEnum):
    NAME = "name"
    RATING = "rating"


@dataclass(frozen=True, slots=True)
class PrintedList:
    """Everybody who has a Regular or Quick rating, in order; ids are among it. day: of the list."""

    day: date
    order: ListOrder
    players: Sequence[ListedPlayer]
    house_rules: ClubRules


@read(director_to="export the rating list")
def printed_list(look: Read, order: ListOrder) -> PrintedList:
    """Return the club's list; membership numbers are on it, so that directors alone may."""
    players = rating_list.read(look.connection, look.club.id, PRINTED)
    if not players:
        raise NotFoundError("Nobody has a US Chess Regular or Quick rating here yet: start with /rating update.")
    players.sort(key=lambda player: search_key(last_name_first(player.name)))
    if order is ListOrder.RATING:
        players.sort(key=_strength, reverse=True)
    return PrintedList(look.today, order, players, look.club.house_rules)


def _strength(player: ListedPlayer) -> tuple[float, ...]:
    """Return what sorts players by Regular, then by Quick; who has none of a list comes last."""
    return tuple(0.0 if rating is None else rating.rating for rating in player.ratings)
