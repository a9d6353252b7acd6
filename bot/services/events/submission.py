"""What a member wrote about an event of their own, and what follows from it before anything is stored."""

from dataclasses import dataclass
from datetime import date

from bot.services.someone import Someone
from bot.store.rows import Club
from core.background import ExternalRating
from core.crosstable import EventKind, TimeControl
from core.errors import InputError
from core.formats.typed.newcomers import Age
from core.formats.typed.opponents import ParsedOpponents
from core.lists import RatingList
from core.opening import Opening
from core.systems import lists_for


@dataclass(frozen=True, slots=True)
class EventSubmission:
    """An event as written; None where an option was left out.

    rating, games: their rating before it and the rated games behind that, where the club does not know them.
    member: whose event it is, where a director reports for somebody.
    age: what is known of their age, and external_ratings: those held elsewhere, both for a first rating.
    """

    opponents: ParsedOpponents
    score: float | None = None
    results: tuple[float, ...] | None = None
    rating_list: RatingList | None = None
    rating: float | None = None
    games: int | None = None
    name: str | None = None
    day: date | None = None
    rules: str | None = None
    member: Someone | None = None
    time_control: TimeControl | None = None
    kind: EventKind = EventKind.TOURNAMENT
    age: Age | None = None
    external_ratings: tuple[ExternalRating, ...] = ()

    @property
    def brings_a_rating(self) -> bool:
        return self.rating is not None or self.games is not None or bool(self.external_ratings)

    @property
    def has(self) -> str:
        """Return the beginning of a sentence about whose event it is."""
        return "You have" if self.member is None else f"{self.member.name} has"

    def lists_in(self, club: Club | None, today: date) -> tuple[RatingList, ...]:
        """Return the lists that it moves, the main one first.

        The one named; or those of the time control, which are two for a dual-rated event; or the club's default.
        """
        if self.rating_list is not None:
            return (self.rating_list,)
        usual = RatingList.USCHESS_REGULAR if club is None else club.default_list
        return (usual,) if self.time_control is None else lists_for(self.time_control, usual, self.day or today)

    def opening(self, rating_list: RatingList) -> Opening | None:
        """Return the rating that was given with it, or None for a player who was never rated (games: 0).

        Raise InputError when it was not given, for a player of whom the club knows none.
        """
        if self.rating is None:
            if self.games == 0 or (self.games is None and self.external_ratings):
                return None
            by = "" if self.day is None else f" by {self.day.isoformat()}"
            raise InputError(
                f"{self.has} no {rating_list.label} rating here{by} yet: add rating and games "
                "(the rated games behind it), or games: 0 for somebody who was never rated."
            )
        if self.external_ratings:
            raise InputError("Ratings held elsewhere are for a first rating here: leave elsewhere out, or rating.")
        if self.games is None:
            raise InputError("How many rated games is that rating based on? Add games, such as games: 25.")
        return Opening(self.rating, self.games)
