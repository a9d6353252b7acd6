"""What the remaining games can still bring: all possible scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import fmean
from typing import Any, NamedTuple

from core.errors import RatingError
from core.event.background import NOTHING_KNOWN, Background
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import Award, Outcome
from core.rating.rating_system import RatingSystem, TitledSystem
from core.tournament.odds.open_event import GamesToCome, Schedule
from core.words import displayed


class Prospect(NamedTuple):
    """A norm or title.

    needed: fewest points; None if impossible. on_course: earned by the games so far. holders: needed title holders.
    """

    award: Award
    is_title: bool
    needed: float | None
    on_course: bool
    holders: int = 0

    @property
    def is_safe(self) -> bool:
        return self.needed == 0


class ListOf(NamedTuple):
    """A list as it rates one player: system, state before, background, rules."""

    system: RatingSystem
    rating_list: RatingList
    state: Any
    background: Background = NOTHING_KNOWN
    house_rules: ClubRules = DEFAULT_RULES
    edition: str | None = None


@dataclass(frozen=True)
class SupposedFinish:
    """An event with assumed results.

    scored: points of `played` games. supposed: rating of unknown opponents.
    """

    on: ListOf
    number: int
    crosstable: Crosstable
    scored: float
    played: int
    to_come: GamesToCome
    supposed: float | None

    def outcome(self, points: float) -> Outcome | None:
        """Return the event's outcome with these points from the games to come, or None."""
        return self._outcome(self.crosstable.games, self.scored + points)

    def so_far(self) -> Outcome | None:
        return self._outcome(self.crosstable.games[: self.played], self.scored)

    @cached_property
    def outcomes(self) -> tuple[tuple[float, Outcome | None], ...]:
        """Return the outcome of every possible number of points, fewest first."""
        return tuple((half / 2, self.outcome(half / 2)) for half in range(2 * self.to_come.games + 1))

    def rating_after(self, points: float) -> float | None:
        """Return the rating after these points from the games to come."""
        outcome = dict(self.outcomes).get(points)
        after = None if outcome is None else self.on.system.rating_after(outcome)
        return None if after is None else after.rating

    def _outcome(self, games: tuple[Game, ...], score: float) -> Outcome | None:
        if not games:
            return None
        entrants = tuple(replace(one, score=score) if one.rated else one for one in self.crosstable.entrants)
        crosstable = replace(self.crosstable, entrants=entrants, games=games)
        on = self.on
        try:
            outcomes = on.system.rate_event(
                crosstable, on.rating_list, {0: on.state}, on.edition, {0: on.background}, on.house_rules
            )
        except RatingError:  # the list does not rate the event: it promises nothing
            return None
        outcome = outcomes.get(0)
        return None if outcome is None else on.system.as_shown(outcome, on.house_rules)


def supposed_finish(
    schedule: Schedule, number: int, ratings: Mapping[int, float | None], on: ListOf
) -> SupposedFinish | None:
    """Return a player's finish; None where a result or all ratings are missing.

    ratings: by number.
    """
    whole = schedule.crosstable
    played = [game for game in whole.games if number in (game.first, game.second) and game.rated]
    if any(game.score is None for game in played):
        return None
    opponents = [game.second if game.first == number else game.first for game in played]
    to_come = schedule.to_come(number)
    supposed = average_of(ratings.get(other) for other in (*opponents, *to_come.known))
    if supposed is None:
        supposed = average_of(ratings.get(other) for other in schedule.numbers if other != number)
    if supposed is None:
        return None
    scored = sum(_score(game, number) for game in played)
    byes = whole.byes_of(number)
    last = max([game.round for game in played] + [bye.round for bye in byes], default=0)
    strangers = [max(schedule.numbers) + place for place in range(1, to_come.unknown + 1)]
    games = [Game(game.round, number, other) for game, other in zip(played, opponents, strict=True)]
    games += [Game(last + place, number, other) for place, other in enumerate((*to_come.known, *strangers), start=1)]
    met = dict.fromkeys((*opponents, *to_come.known, *strangers))
    known = {other: ratings.get(other) for other in met}
    entrants = [Entrant(number, player=0, rated=True)]
    entrants += [Entrant(other, supposed if rating is None else rating) for other, rating in known.items()]
    mine = replace(whole, entrants=tuple(entrants), games=tuple(games), byes=_without_opponents(byes))
    is_guess = bool(strangers) or None in known.values()
    return SupposedFinish(on, number, mine, scored, len(played), to_come, supposed if is_guess else None)


def prospects_of(finish: SupposedFinish) -> tuple[Prospect, ...]:
    """Return possible norms and titles, lowest first, and those on course that became impossible."""
    system, on = finish.on.system, finish.on
    now, best = finish.so_far(), finish.outcome(finish.to_come.games)
    if not _awards(now) and not _awards(best):
        return ()
    needed: dict[tuple[Award, bool], float] = {}
    highest: dict[str, int] = {}
    for points, outcome in finish.outcomes:
        for award, is_title in _awards(outcome):
            if is_title or award.level > highest.get(award.scheme, -1):
                needed.setdefault((award, is_title), points)
            if not is_title:
                highest[award.scheme] = max(award.level, highest.get(award.scheme, -1))
    reached = _awards(now)
    norms_now = {award.scheme: award.level for award, is_title in reached if not is_title}
    found = [
        Prospect(
            award,
            is_title,
            points,
            (award, is_title) in reached if is_title else norms_now.get(award.scheme, -1) >= award.level,
        )
        for (award, is_title), points in needed.items()
    ]
    found += [
        Prospect(award, is_title, None, on_course=True)
        for award, is_title in reached
        if (award, is_title) not in needed and (is_title or award.level > highest.get(award.scheme, -1))
    ]
    titles = system.titles(on.state, on.rating_list) if isinstance(system, TitledSystem) else ()
    held = {award.scheme: award.level for award in titles}
    open_ones = [
        one
        for one in found
        if one.award.scheme not in system.quiet_schemes
        and (one.is_title or one.award.level > held.get(one.award.scheme, -1))
    ]
    return tuple(sorted(open_ones, key=lambda one: (one.is_title, one.award.level)))


class Turns(NamedTuple):
    """A player's prospects after a result: those now safe, and those gone."""

    safe: tuple[Prospect, ...]
    lost: tuple[Prospect, ...]


def turns(before: Iterable[Prospect], after: Iterable[Prospect]) -> Turns:
    """Return what became safe or impossible between two looks."""
    then, now = tuple(before), tuple(after)
    safe = tuple(one for one in now if one.is_safe and not any(was.is_safe and _brings(was, one) for was in then))
    lost = tuple(
        one._replace(needed=None)
        for one in then
        if one.needed is not None and not any(still.needed is not None and _brings(still, one) for still in now)
    )
    return Turns(safe, lost)


def _brings(one: Prospect, other: Prospect) -> bool:
    if one.is_title or other.is_title:
        return (one.award, one.is_title) == (other.award, other.is_title)
    return one.award.scheme == other.award.scheme and one.award.level >= other.award.level


def _awards(outcome: Outcome | None) -> list[tuple[Award, bool]]:
    if outcome is None:
        return []
    return [*((award, False) for award in outcome.norms), *((award, True) for award in outcome.titles)]


def average_of(ratings: Iterable[float | None]) -> float | None:
    """Return the average known rating in whole points, or None."""
    known = [rating for rating in ratings if rating is not None]
    return displayed(fmean(known)) if known else None


def _score(game: Game, number: int) -> float:
    assert game.score is not None
    return game.score if game.first == number else 1 - game.score


def _without_opponents(byes: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(replace(bye, opponent=None) for bye in byes)
