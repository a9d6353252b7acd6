"""One player's event with all that it brings: the rating, norms, titles, and how they came about.

The opponents' ratings are taken as they are given; rating a whole section (`section`) finds them first.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from core.crosstable import EventKind
from core.explain import Step
from core.lists import RatingList
from core.uschess import lifetime
from core.uschess.descent import Descent, descend
from core.uschess.editions import Edition, NormTest
from core.uschess.event import PlayerEvent
from core.uschess.expectancy import provisional_expectancy
from core.uschess.explanation import steps_of
from core.uschess.floors import LIFE_MASTER_GAMES
from core.uschess.lifetime import LifetimeEvent, raised_to_life_master, rate_lifetime
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables
from core.uschess.norms import LEVELS, NormBlock, NormTable, norm_table
from core.uschess.performance import Performance, PerformanceMode, performance_rating
from core.uschess.rated import RatedPlayer, rate_games
from core.uschess.rounding import displayed
from core.uschess.special import SpecialRating
from core.uschess.standard import StandardRating, most_meetings
from core.uschess.state import PlayerState, with_initial_title


class PlayerResult(NamedTuple):
    """A rated event, with what it brought; `steps` says how it came about.

    after: the player's state, norms and titles included.
    performance: the performance rating in the logistic mode.
    norms: the event held against every level. lifetime: what it did to the title of the 1990s; None on a list
        without such titles, or by rules that do not count toward titles.
    """

    rated: RatedPlayer
    after: PlayerState
    performance: Performance
    norms: NormTable
    lifetime: LifetimeEvent | None

    @property
    def edition(self) -> Edition:
        return self.rated.edition

    @property
    def event(self) -> PlayerEvent:
        return self.rated.event

    @property
    def before(self) -> PlayerState:
        return self.rated.before

    @property
    def start_rating(self) -> float:
        """Return R0, the rating before, or the initial rating of an unrated player."""
        return self.rated.start.rating

    @property
    def rating(self) -> float:
        """Return the rating after the event."""
        return self.rated.rating

    @property
    def change(self) -> float | None:
        """Return after minus before in rating points; None for a player who was unrated."""
        return None if self.before.rating is None else self.rating - self.before.rating

    @property
    def special(self) -> bool:
        return isinstance(self.rated.formula, SpecialRating)

    @property
    def bonus(self) -> float:
        formula = self.rated.formula
        return formula.bonus if isinstance(formula, StandardRating) else 0.0

    @property
    def expected(self) -> float:
        """Return the expected score by the formula that was used, in game points."""
        formula = self.rated.formula
        return formula.expected if isinstance(formula, StandardRating) else sum(self.expectancies)

    @property
    def expectancies(self) -> Sequence[float]:
        """Return the player's own expected score against each opponent, by the formula that was used."""
        formula = self.rated.formula
        if isinstance(formula, StandardRating):
            return formula.expectancies
        return [provisional_expectancy(self.start_rating, rating) for rating in self.event.played.ratings]

    @property
    def performance_linear(self) -> Performance:
        """Return the performance rating in the linear mode."""
        return performance_rating(self.event.played.ratings, self.event.score, PerformanceMode.LINEAR)

    @property
    def descent(self) -> Descent | None:
        """Return the performance as the informal calculator finds it; None by other rules, and where it finds none."""
        if not self.edition.performance_by_descent:
            return None
        return descend(self.event.played.ratings, self.event.score, self.rating)

    @property
    def steps(self) -> tuple[Step, ...]:
        """Return how the rating came about, one step at a time."""
        return steps_of(self.rated, self.performance, self.performance_linear, self.descent)


def rate_player(
    state: PlayerState, event: PlayerEvent, edition: Edition, tables: LifetimeTables = STANDARD_TABLES
) -> PlayerResult:
    """Rate an event of at least one game; raise InputError or RuleError when the facts do not allow it."""
    rated = rate_games(state, event, edition)
    return with_norms(rated, event.played.ratings, tables)


def with_norms(
    rated: RatedPlayer, opponents: Sequence[float], tables: LifetimeTables = STANDARD_TABLES
) -> PlayerResult:
    """Return the event with its norms and titles.

    opponents: post-event ratings, one for each game.
    """
    event, after = rated.event, rated.after
    performance = performance_rating(event.played.ratings, event.score)
    norms = norm_table(
        opponents,
        event.score,
        full_point_bye=event.bye is not None,
        blocked=norm_block(event.kind, event.rating_list, event.played.opponents),
        test=rated.edition.norm_test,
    )
    # Only the official test counts toward a title.
    official = norms.test is NormTest.TITLE_SYSTEM
    if norms.earned is not None and official:
        index = LEVELS.index(norms.earned)
        after = after._replace(norms=(*after.norms[:index], after.norms[index] + 1, *after.norms[index + 1 :]))
    masters = _reached_300_games(rated)
    if event.rating_list not in lifetime.LISTS or not official or event.kind.is_abroad:
        after = with_initial_title(after, event.rating_list)
        if masters and after.lifetime is not None:
            after = after._replace(lifetime=raised_to_life_master(after.lifetime))
        return PlayerResult(rated, after, performance, norms, None)
    title = rate_lifetime(
        rated.before.lifetime,
        norms.opponents,
        event.score,
        event.last_round,
        displayed(rated.rating),
        established=after.established,
        match=event.kind is EventKind.MATCH,
        tables=tables,
    )
    if masters and title.after is not None:
        raised = raised_to_life_master(title.after)
        title = title._replace(after=raised, life_master=raised != title.after)
    if title.after != after.lifetime:
        after = after._replace(lifetime=title.after)
    return PlayerResult(rated, after, performance, norms, title)


def _reached_300_games(rated: RatedPlayer) -> bool:
    """Return whether the event brought the games at the 2200 level to 300, which make a Life Master once."""
    before, after = rated.before.games_above_2200, rated.after.games_above_2200
    return rated.event.rating_list is RatingList.USCHESS_REGULAR and before < LIFE_MASTER_GAMES <= after


def norm_block(kind: EventKind, rating_list: RatingList, opponents: Sequence[Hashable]) -> NormBlock | None:
    """Return the condition of an event that rules norms out, if one does; opponents: one for each game."""
    if rating_list is not RatingList.USCHESS_REGULAR:
        return NormBlock.NOT_REGULAR
    if kind is EventKind.MATCH:
        return NormBlock.MATCH
    if kind is not EventKind.TOURNAMENT:
        return NormBlock.ABROAD
    if most_meetings(opponents) > 2:
        return NormBlock.REPEATED_OPPONENT
    return None
