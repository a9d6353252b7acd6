"""A player's US Chess state, one per list."""

from datetime import date
from typing import Any, NamedTuple

from core.errors import RuleError
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.uschess.lifetime import LISTS as LIFETIME_LISTS
from core.rating.uschess.lifetime import LifetimeTitle, demoted, initial_title
from core.rating.uschess.norms import LEVELS
from core.rating.uschess.rules import LOWEST_RATING, MatchChange, is_established, peak_floor
from core.words import displayed

HIGHEST_RATING = 3000.0
"""The highest typed rating."""

_NO_NORMS = (0,) * len(LEVELS)


class PlayerState(NamedTuple):
    """A player's state on one list; by default unrated.

    rating: R0, unrounded. games: N. credited_games: of a blended initial rating. known_games, points: of stored
    games.
    wins, draws, losses: known results. events_of_three: N_R. peak: highest established. games_above_2200: Original
    Life Master.
    imposed_floor: by prize or federation. floor_lowered, match_changes: by matches. norms: by level.
    lifetime: of the 1990s. earned: points were earned. confirmed: without unconfirmed facts.
    """

    rating: float | None = None
    games: int = 0
    credited_games: int = 0
    known_games: int = 0
    points: float = 0.0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    events_of_three: int = 0
    peak: float | None = None
    games_above_2200: int = 0
    imposed_floor: float | None = None
    floor_lowered: int = 0
    match_changes: tuple[MatchChange, ...] = ()
    norms: tuple[int, ...] = _NO_NORMS
    lifetime: LifetimeTitle | None = None
    earned: bool = False
    confirmed: "PlayerState | None" = None

    @property
    def for_life(self) -> "PlayerState":
        """Return the state without unconfirmed facts, which titles go by."""
        return self if self.confirmed is None else self.confirmed

    @property
    def established(self) -> bool:
        return self.rating is not None and is_established(self.games)

    @property
    def record(self) -> str | None:
        """Return "wins" or "losses" if all games ended so, else None."""
        if self.known_games == 0 or self.known_games + self.credited_games != self.games:
            return None
        if self.points == self.known_games:
            return "wins"
        return "losses" if self.points == 0 else None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            name: value for name, value, default in zip(self._fields, self, _UNRATED, strict=True) if value != default
        }
        if self.lifetime is not None:
            data["lifetime"] = tuple(self.lifetime)  # a tuple of its own kind takes JSON's writer three times as long
        if "match_changes" in data:
            data["match_changes"] = [[match.day.isoformat(), match.change] for match in self.match_changes]
        if self.confirmed is not None:
            data["confirmed"] = self.confirmed.to_json()
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        fields = dict(data)
        if "lifetime" in fields:
            fields["lifetime"] = LifetimeTitle(*fields["lifetime"])
        if "norms" in fields:
            fields["norms"] = tuple(fields["norms"])
        if "match_changes" in fields:
            fields["match_changes"] = tuple(
                MatchChange(date.fromisoformat(day), change) for day, change in fields["match_changes"]
            )
        if "confirmed" in fields:
            fields["confirmed"] = cls.from_json(fields["confirmed"])
        return cls(**fields)


_UNRATED = PlayerState()


def hold_for_life(after: PlayerState, confirmed: PlayerState) -> PlayerState:
    """Return a state whose titles ignore unconfirmed facts; ratings and floors stay."""
    return after._replace(
        norms=confirmed.norms, lifetime=confirmed.lifetime, earned=confirmed.earned, confirmed=confirmed
    )


def enter_rating(state: PlayerState, entered: EnteredRating, rating_list: RatingList) -> PlayerState:
    """Return the state after an entered rating; raise RuleError for a contradiction."""
    if not LOWEST_RATING <= entered.rating <= HIGHEST_RATING:
        raise RuleError(f"A rating must be between 100 and 3000, not {entered.rating:g}.")
    games = state.games if entered.games is None else entered.games
    if games < 0:
        raise RuleError(f"{games} is not a number of games. Write 0 or more.")
    if entered.peak is not None and not is_established(games):
        raise RuleError("Only an established rating (more than 25 games) has a peak that counts. Remove peak.")
    if entered.peak is not None and entered.peak < entered.rating:
        raise RuleError(f"The peak, {entered.peak:g}, cannot be below the rating, {entered.rating:g}. Remove peak.")
    peak = entered.peak
    if peak is None and is_established(games):
        peak = entered.rating if entered.games is not None or state.peak is None else max(state.peak, entered.rating)
    floor = state.imposed_floor if entered.floor is None else entered.floor
    if floor is not None and entered.rating < floor:
        raise RuleError(f"The rating, {entered.rating:g}, is below the floor of {floor:g}. Change one of them.")
    # Given games replace the history, and what matches have lowered.
    earned = None if peak is None else peak_floor(peak, state.floor_lowered if entered.games is None else 0)
    if earned is not None and entered.rating < earned:
        raise RuleError(
            f"The rating, {entered.rating:g}, is below the floor of {earned:g} that the peak of "
            f"{displayed(peak or 0)} gives. Correct the peak too."
        )
    if entered.games is None:
        opened = state._replace(rating=entered.rating, peak=peak, imposed_floor=floor, confirmed=None)
    else:
        # Norms and titles are for life, whatever the history is now.
        opened = PlayerState(
            rating=entered.rating,
            games=entered.games,
            peak=peak,
            imposed_floor=floor,
            norms=state.norms,
            lifetime=state.lifetime,
            earned=state.earned,
        )
    return with_initial_title(opened, rating_list)


def with_initial_title(state: PlayerState, rating_list: RatingList) -> PlayerState:
    if rating_list not in LIFETIME_LISTS or state.lifetime is not None or not state.established or state.rating is None:
        return state
    return state._replace(lifetime=initial_title(displayed(state.rating)))


def demote_title(state: PlayerState) -> PlayerState:
    """Return the state with the lifetime title 100 points lower, as a player may request; raise RuleError."""
    if state.lifetime is None:
        raise RuleError("There is no lifetime title to lower. A title requires an established rating of 1100 or more.")
    confirmed = state.confirmed
    if confirmed is not None:
        confirmed = confirmed._replace(lifetime=demoted(state.lifetime))
    return state._replace(lifetime=demoted(state.lifetime), confirmed=confirmed)
