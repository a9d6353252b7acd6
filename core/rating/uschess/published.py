"""Why US Chess' published ratings differ from ours: each cause is tried by rating again.

Published ratings and games before the event come first. Then forfeits, games before, initial ratings and editions are
searched, alone and together. A cause must make players agree who would differ without it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.errors import RatingError
from core.event.crosstable import Bye, ByeKind, Crosstable, Game
from core.event.published import (
    ESTABLISHED,
    Cause,
    Comparison,
    Difference,
    Explanation,
    PublishedRating,
    RatedNear,
    are_exact,
    deviation,
)
from core.lists import RatingList
from core.rating.uschess.formulas import InitialRating
from core.rating.uschess.rated import RatedPlayer
from core.rating.uschess.rules import DATED, ESTABLISHED_ABOVE, Edition, edition_named
from core.rating.uschess.state import PlayerState
from core.words import displayed

MOST_CAUSES = 5
"""Found together by a search."""
_BEAM = 2
"""Sets of causes that are extended at each step."""
MOST_RATED = 40_000
"""Players rated in one search."""

_NOT_RATED = 1000.0
"""The difference where no rating can be calculated."""
_HIGHEST_INITIAL, _STEP = 2000, 100


class _Facts(NamedTuple):
    """Everything that rates a section. states, initials: by player."""

    crosstable: Crosstable
    states: Mapping[Any, PlayerState]
    initials: Mapping[Any, InitialRating]
    edition: Edition


Near = Mapping[int, Sequence[RatedNear]]
Rate = Callable[..., Mapping[int, RatedPlayer]]
"""`core.rating.uschess.system.rate_ratings`, which imports this module."""


def compare(
    crosstable: Crosstable,
    rating_list: RatingList,
    rated: Mapping[int, RatedPlayer],
    published: Mapping[int, PublishedRating],
    near: Near,
    rate: Rate,
) -> Comparison:
    """Return who agrees with the published ratings, and why others differ.

    rated, near: by pairing number, our results and the players' other events.
    """
    compared = {number: one for number, one in published.items() if number in rated}
    if not compared:
        return Comparison(0, ())
    return _Section(crosstable, rating_list, rated, compared, near, rate).compared()


class _Section:
    def __init__(
        self,
        crosstable: Crosstable,
        rating_list: RatingList,
        rated: Mapping[int, RatedPlayer],
        published: Mapping[int, PublishedRating],
        near: Near,
        rate: Rate,
    ) -> None:
        self._list, self._published, self._near, self._rate_ratings = rating_list, published, near, rate
        self._exact = are_exact(published.values())
        self._player = {entrant.number: entrant.player for entrant in crosstable.entrants}
        states = {self._player[number]: player.before for number, player in rated.items()}
        initials = {
            self._player[number]: player.initial for number, player in rated.items() if player.initial is not None
        }
        self._facts = _Facts(crosstable, states, initials, next(iter(rated.values())).edition)
        self._ours = {number: player.rating for number, player in rated.items()}
        self._left = MOST_RATED

    def compared(self) -> Comparison:
        differing = self._differing(self._ours)
        if not differing:
            return Comparison(len(self._published), (), self._exact)
        causes = self._necessary([*self._published_causes(), *self._found()])
        causes = [self._resolved(cause, causes) for cause in causes]
        explained: dict[int, list[Explanation]] = {number: [] for number in differing}
        with_all = self._differing(self._rate(causes))
        for cause in causes:
            without = self._differing(self._rate([one for one in causes if one is not cause]))
            for number in without - with_all:
                explained.setdefault(number, []).append(cause)
        return Comparison(
            len(self._published) - len(differing),
            tuple(
                Difference(number, self._ours[number], self._published[number].after, self._causes_of(number, found))
                for number, found in explained.items()
                if number in differing
            ),
            self._exact,
        )

    def _resolved(self, one: Explanation, causes: Iterable[Explanation]) -> Explanation:
        """Return the cause with the games before by all causes: a forfeit is one fewer."""
        if one.cause is not Cause.GAMES:
            return one
        return one._replace(there=self._with(causes).states[self._player[one.numbers[0]]].games)

    def _causes_of(self, number: int, found: list[Explanation]) -> tuple[Explanation, ...]:
        if not found and not self._exact and abs(self._ours[number] - self._published[number].after) <= 1:
            return (Explanation(Cause.ROUNDED, (number,)),)
        return tuple(sorted(found, key=lambda cause: number not in cause.numbers))

    # Rating and measuring

    def _rate(self, causes: Iterable[Explanation]) -> Mapping[int, float]:
        """Return everybody's rating with these causes; empty if impossible."""
        facts = self._with(causes)
        self._left -= len(self._player)
        try:
            rated = self._rate_ratings(
                facts.crosstable, self._list, facts.states, facts.edition, initials=facts.initials
            )
        except RatingError:
            return {}
        return {number: player.rating for number, player in rated.items()}

    def _off(self, number: int, ratings: Mapping[int, float]) -> float:
        if number not in ratings:
            return _NOT_RATED
        return deviation(ratings[number], self._published[number], exact=self._exact)

    def _differing(self, ratings: Mapping[int, float]) -> set[int]:
        return {number for number in self._published if self._off(number, ratings)}

    def _badness(self, causes: Sequence[Explanation]) -> float:
        ratings = self._rate(causes)
        return sum(self._off(number, ratings) for number in self._published)

    def _misfit(self, causes: Sequence[Explanation]) -> float:
        """Return the sum of all deviations, also those within rounding: it has one minimum."""
        ratings = self._rate(causes)
        return sum(abs(ratings.get(number, 0.0) - one.after) for number, one in self._published.items())

    # Facts with causes

    def _with(self, causes: Iterable[Explanation]) -> _Facts:
        facts = self._facts
        for cause in sorted(causes, key=lambda one: one.cause not in (Cause.PLAYED, Cause.FORFEIT)):
            facts = self._changed(facts, cause)
        return facts

    def _changed(self, facts: _Facts, one: Explanation) -> _Facts:
        if one.cause is Cause.EDITION:
            return facts._replace(edition=edition_named(one.subject))
        if one.cause in (Cause.PLAYED, Cause.FORFEIT):
            return self._with_game(facts, one)
        player = self._player[one.numbers[0]]
        if one.cause is Cause.INITIAL:
            assert one.there is not None
            return facts._replace(initials={**facts.initials, player: InitialRating(one.there, 0)})
        state = facts.states[player]
        if one.cause is Cause.GAMES:
            told = self._published[one.numbers[0]].games is not None
            games = self._published_games(facts, one.numbers[0]) if told else int(one.there or 0)
            state = state._replace(games=games)
        elif one.there is None:
            state = PlayerState()
        else:
            state = state._replace(rating=one.there, games=state.games or self._published_games(facts, one.numbers[0]))
        return facts._replace(states={**facts.states, player: state})

    def _published_games(self, facts: _Facts, number: int) -> int:
        after = self._published[number].games
        return ESTABLISHED if after is None else max(after - _played(facts.crosstable, number), 0)

    def _with_game(self, facts: _Facts, one: Explanation) -> _Facts:
        first, second = one.numbers
        table, number = facts.crosstable, one.round or 0
        if one.cause is Cause.PLAYED:
            byes = tuple(bye for bye in table.byes if bye.round != number or bye.entrant not in one.numbers)
            changed = replace(table, byes=byes, games=(*table.games, Game(number, first, second, one.here)))
        else:
            games = tuple(
                game for game in table.games if (game.round, game.first, game.second) != (number, *one.numbers)
            )
            byes = (Bye(number, first, ByeKind.UNPLAYED, second), Bye(number, second, ByeKind.UNPLAYED, first))
            changed = replace(table, games=games, byes=(*table.byes, *byes))
        states = dict(facts.states)
        for each in one.numbers:
            state = states.get(self._player[each])
            if state is not None and state.rating is not None and state.games == self._published_games(facts, each):
                told = self._published_games(facts._replace(crosstable=changed), each)
                states[self._player[each]] = state._replace(games=told)
        return facts._replace(crosstable=changed, states=states)

    # What was published before the event

    def _published_causes(self) -> list[Explanation]:
        return [cause for number in sorted(self._published) for cause in self._published_causes_of(number)]

    def _published_causes_of(self, number: int) -> Iterator[Explanation]:
        theirs, state = self._published[number], self._facts.states[self._player[number]]
        if self._is_other(state.rating, theirs.before):
            other = next((one for one in self._near.get(number, ()) if one.rating == theirs.before), None)
            if theirs.before is not None and other is None:
                other = next(
                    (one for one in self._near.get(number, ()) if not self._is_other(one.rating, theirs.before)), None
                )
            cause = Cause.RATING if other is None else Cause.ORDER
            yield Explanation(
                cause, (number,), state.rating, theirs.before, subject="" if other is None else other.event
            )
        if theirs.games is None or state.rating is None or theirs.before is None:
            return
        games = self._published_games(self._facts, number)
        if games != state.games:
            yield Explanation(Cause.GAMES, (number,), state.games, games)

    def _is_other(self, ours: float | None, theirs: float | None) -> bool:
        if ours is None or theirs is None:
            return ours is not theirs
        return round(abs((ours if self._exact else displayed(ours)) - theirs), 2) > 0.005

    # The search

    def _found(self) -> Sequence[Explanation]:
        """Return the causes that leave the fewest differences."""
        told = self._published_causes()
        best: tuple[Explanation, ...] = ()
        least = self._badness(told)
        if not least:
            return best
        beam: list[tuple[float, tuple[Explanation, ...]]] = [(least, ())]
        for _ in range(MOST_CAUSES):
            tried: dict[frozenset[Explanation], tuple[float, tuple[Explanation, ...]]] = {}
            for before, causes in beam:
                for cause in self._candidates([*told, *causes]):
                    if self._left <= 0:
                        break
                    badness = self._badness([*told, *causes, cause])
                    if badness < before:
                        tried[frozenset((*causes, cause))] = badness, (*causes, cause)
            beam = sorted(tried.values(), key=lambda one: one[0])[:_BEAM]
            if not beam:
                break
            if beam[0][0] < least:
                least, best = beam[0]
            if not least or self._left <= 0:
                break
        return best

    def _necessary(self, causes: list[Explanation]) -> list[Explanation]:
        fewest = len(self._differing(self._rate(causes)))
        for cause in reversed(tuple(causes)):
            without = [one for one in causes if one is not cause]
            left = len(self._differing(self._rate(without)))
            if left <= fewest:
                causes, fewest = without, left
        return causes

    def _candidates(self, causes: Sequence[Explanation]) -> Iterator[Explanation]:
        ratings = self._rate(causes)
        differing = self._differing(ratings)
        facts = self._with(causes)
        used = {(one.cause, one.numbers) for one in causes}
        if not any(one.cause is Cause.EDITION for one in causes):
            yield from (Explanation(Cause.EDITION, subject=one.key) for one in DATED if one is not self._facts.edition)
        yield from _forfeits_as_games(facts.crosstable)
        yield from _games_as_forfeits(facts.crosstable, differing)
        for number in sorted(self._published):
            state = facts.states[self._player[number]]
            if state.rating is None and (Cause.INITIAL, (number,)) not in used:
                yield from self._initials(number, causes, facts)
            elif number in differing and state.rating is not None and (Cause.GAMES, (number,)) not in used:
                yield from self._games(number, facts, state)

    def _games(self, number: int, facts: _Facts, state: PlayerState) -> Iterator[Explanation]:
        if self._published[number].games is not None:
            return  # the games after the event were published: these cannot be other ones
        least = max(ESTABLISHED_ABOVE + 1 - _played(facts.crosstable, number), 0)
        for games in (ESTABLISHED, *range(least, ESTABLISHED_ABOVE + 1)):
            if games != state.games:
                yield Explanation(Cause.GAMES, (number,), state.games, games)

    def _initials(self, number: int, causes: Sequence[Explanation], facts: _Facts) -> Iterator[Explanation]:
        """Return the best fitting initial rating: the nearest of a grid, then refined."""
        initial = facts.initials.get(self._player[number])
        ours = None if initial is None else initial.rating

        def misfit(rating: float) -> float:
            return self._misfit([*causes, Explanation(Cause.INITIAL, (number,), ours, rating)])

        best = min(range(100, _HIGHEST_INITIAL + 1, _STEP), key=misfit)
        rating = _lowest_point(misfit, best - _STEP, best + _STEP)
        yield Explanation(Cause.INITIAL, (number,), ours, float(displayed(rating)))


def _lowest_point(value: Callable[[float], float], low: float, high: float) -> float:
    for _ in range(14):
        third = (high - low) / 3
        if value(low + third) <= value(high - third):
            high -= third
        else:
            low += third
    return (low + high) / 2


def _played(crosstable: Crosstable, number: int) -> int:
    return sum(game.rated and number in (game.first, game.second) for game in crosstable.games)


def _forfeits_as_games(crosstable: Crosstable) -> Iterator[Explanation]:
    for bye in crosstable.byes:
        if bye.kind is ByeKind.FORFEIT_WIN and bye.opponent is not None:
            yield Explanation(Cause.PLAYED, (bye.entrant, bye.opponent), 1.0, round=bye.round)


def _games_as_forfeits(crosstable: Crosstable, differing: set[int]) -> Iterator[Explanation]:
    for game in crosstable.games:
        if game.rated and differing & {game.first, game.second}:
            yield Explanation(Cause.FORFEIT, (game.first, game.second), game.score, round=game.round)
