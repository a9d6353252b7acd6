"""One player's event on a list: what it changes, or what it adds to the games of an unrated player."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from core.background import NOTHING_KNOWN, Background
from core.explain import Step
from core.fide.change import EventChange, GameChange, Hundredths, OpponentGame, event_change, points_of, pool_games
from core.fide.editions import Edition
from core.fide.explanation import explain_event, explain_performance
from core.fide.figures import EventFigure
from core.fide.performance import tournament_performance
from core.fide.periods import Published, estimate, last_figure, list_for
from core.fide.reasons import Reason
from core.fide.simplified import simplified_performance
from core.fide.state import PendingEvent, PlayerState, PoolEvent
from core.lists import RatingList


@dataclass(frozen=True, slots=True)
class EventTerms:
    """What an event has in common for all its players: the rules, the list, its first and its last day."""

    edition: Edition
    rating_list: RatingList
    began: date
    ended: date


class OwnRating(NamedTuple):
    """The rating that counts for a player, and why it is that one; None for an unrated player."""

    rating: int
    reason: Reason = Reason.OWN_RATING


class PlayerResult(NamedTuple):
    """A player's event, which waits for its list; `steps` says how it came about.

    before, after: the player's state; the published rating is the same in both.
    event: what it adds to the state, also where no game counts.
    games: all played games, those left out too. change: None for an unrated player.
    """

    terms: EventTerms
    before: PlayerState
    after: PlayerState
    background: Background
    own: OwnRating | None
    games: tuple[GameChange, ...]
    change: EventChange | None
    event: PendingEvent | PoolEvent

    @property
    def edition(self) -> Edition:
        return self.terms.edition

    @property
    def opponents(self) -> list[int]:
        """Return the opponents' ratings, one for each game that counts."""
        return [game.rating for game in self.games if game.left_out is None and game.rating is not None]

    @property
    def score(self) -> float:
        """Return the points from the games that count."""
        return self.event.score

    @property
    def expected(self) -> Hundredths | None:
        """Return the expected score in hundredths of a game point; None for an unrated player."""
        return None if self.change is None else self.change.expected

    @property
    def above(self) -> Hundredths | None:
        """Return score minus expected score in hundredths of a game point; None for an unrated player."""
        return None if self.change is None else self.change.above

    @property
    def performance(self) -> float:
        """Return TPR over the games that count, of which there is at least one; a whole number but when simplified."""
        if self.edition.simplified and 0 < self.score < len(self.opponents):
            return simplified_performance(self.opponents, self.score)
        return tournament_performance(self.opponents, self.score)

    @property
    def listed_on(self) -> date:
        """Return the date of the list that the event counts on."""
        return list_for(self.terms.ended)

    @property
    def estimate(self) -> Published:
        """Return what that list would be, were it published now: this event with all others that wait for it."""
        return estimate(self.after, self.terms.rating_list, self.listed_on, self.background)

    @property
    def figure(self) -> EventFigure | None:
        """Return what it brings on that list by itself; None for an unrated player, or where no game counts."""
        waits = isinstance(self.event, PendingEvent) and self.event.games
        return last_figure(self.after, self.terms.rating_list, self.background) if waits else None

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the change came about, one step at a time, then the list as it would be, and the performance."""
        reason = None if self.own is None else self.own.reason
        event = explain_event(self.terms.rating_list, self.edition, self.games, self.change, reason)
        performance = [explain_performance(self.edition, self.opponents, self.score)] if self.opponents else []
        return (*event, *self.estimate.steps, *performance)


def rate_player(
    state: PlayerState,
    own: OwnRating | None,
    games: Sequence[OpponentGame],
    terms: EventTerms,
    total: float | None = None,
    background: Background = NOTHING_KNOWN,
) -> PlayerResult:
    """Rate one player's event; the state is as it was where no game counts.

    own: None for an unrated player. total: the score, where single results are not known.
    Raise InputError where neither tells the points.
    """
    event: PendingEvent | PoolEvent
    after = state
    if own is None:
        rows = tuple(pool_games(games))
        opponents = tuple([row.rating for row in rows if row.left_out is None and row.rating is not None])
        event = PoolEvent(terms.ended, opponents, points_of(rows, total), terms.edition.key)
        if opponents:
            after = state._replace(pool=(*state.pool, event))
        return PlayerResult(terms, state, after, background, None, rows, None, event)
    change = event_change(own.rating, games, terms.edition, terms.rating_list, total)
    borrowed = own.rating if own.reason is Reason.OWN_BORROWED else None
    event = PendingEvent(terms.ended, change.counting, change.score, change.above, terms.edition.key, borrowed)
    if change.counting:
        after = state._replace(pending=(*state.pending, event))
    return PlayerResult(terms, state, after, background, own, change.games, change, event)
