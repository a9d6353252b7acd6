"""An event that is being played, with all that rating it takes: what it would bring now, and how it may end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.services.fold.benchmark import states_at
from bot.services.fold.states import backgrounds
from bot.store.database import Connection
from bot.store.events import facts, played_games
from bot.store.people import player_details
from bot.store.people.player_details import PlayerDetails
from bot.store.rows import Club
from core.background import NOTHING_KNOWN, Background
from core.club_rules import ClubRules
from core.crosstable import Entrant, GameType
from core.errors import RatingError
from core.lists import RatingList
from core.odds.chances import Finish, Odds
from core.odds.odds import RUNS, odds_of
from core.odds.open_event import OpenEvent, draw_share, strengths_of
from core.odds.schedule import Schedule
from core.outcome import DisplayedRating, Outcome
from core.prospects import ListOf, Prospect, SupposedFinish, prospects_of, supposed_finish
from core.systems import SYSTEMS


@dataclass(frozen=True)
class LiveSection:
    """A section that is being played; every entrant is a player of the club.

    lists: those that it will move, the main one first. states, known: before it, by list and player.
    draws: share of draws between equals in the club's games of this kind.
    details: what is kept of the players.
    What it works out takes some tenths of a second for a large section: off the event loop.
    """

    schedule: Schedule
    lists: tuple[RatingList, ...]
    states: Mapping[RatingList, Mapping[Any, Any]]
    known: Mapping[RatingList, Mapping[Any, Background]]
    house_rules: ClubRules
    draws: float
    details: Mapping[int, PlayerDetails] = field(default_factory=dict)

    @cached_property
    def outcomes(self) -> dict[RatingList, dict[Any, Outcome]]:
        """Return what it would do to everybody on each list if it ended now; nothing on a list that refuses it."""
        found = {}
        for moved in self.lists:
            try:
                found[moved] = SYSTEMS[moved].rate_event(
                    self.schedule.crosstable,
                    moved,
                    self.states[moved],
                    None,
                    self.known[moved],
                    self.house_rules,
                )
            except RatingError:
                found[moved] = {}
        return found

    @cached_property
    def before(self) -> dict[RatingList, dict[int, float | None]]:
        """Return everybody's rating before the event, by list and number."""
        return {
            moved: {one.number: _rating(SYSTEMS[moved].rank(self.states[moved][one.player])) for one in self._entrants}
            for moved in self.lists
        }

    @cached_property
    def now(self) -> dict[RatingList, dict[int, float | None]]:
        """Return everybody's rating as it would be if the event ended now, by list and number.

        Where results wait for a list, that is the one that is published.
        """
        found = {moved: dict(ratings) for moved, ratings in self.before.items()}
        for moved, outcomes in self.outcomes.items():
            for entrant in self._entrants:
                outcome = outcomes.get(entrant.player)
                if outcome is not None and (after := _rating(outcome.after)) is not None:
                    found[moved][entrant.number] = after
        return found

    @property
    def _entrants(self) -> tuple[Entrant, ...]:
        return self.schedule.crosstable.entrants

    def finish_of(self, number: int, rating_list: RatingList, *, live: bool) -> SupposedFinish | None:
        """Return one player's event as it may end.

        live: with the opponents' ratings as they would be now, which norms go by, in place of those before the event.
        """
        player = self.schedule.crosstable.entrant(number).player
        on = ListOf(
            SYSTEMS[rating_list],
            rating_list,
            self.states[rating_list][player],
            self.known[rating_list].get(player, NOTHING_KNOWN),
            self.house_rules,
            None,
        )
        ratings = self.now if live else self.before
        return supposed_finish(self.schedule, number, ratings[rating_list], on)

    def prospects(self, number: int) -> dict[RatingList, tuple[Prospect, ...]]:
        """Return the norms and titles that one player's games to come can still bring, by list."""
        found = {moved: self.finish_of(number, moved, live=True) for moved in self.lists}
        return {moved: () if finish is None else prospects_of(finish) for moved, finish in found.items()}

    def odds(self, seed: int, runs: int = RUNS) -> Odds:
        """Return everybody's chances; raise RuleError where nobody has a rating."""
        main, states = self.lists[0], self.states[self.lists[0]]
        system = SYSTEMS[main]
        ranks = {one.number: system.rank(states[one.player]) for one in self._entrants}
        has_points = system.board is GameType.SCRABBLE
        strengths = strengths_of(ranks, system.strength)
        event = OpenEvent(self.schedule, strengths, system.expected_between, self.draws, has_points)
        return odds_of(event, seed, runs)

    def expected_rating(self, finish: Finish, rating_list: RatingList) -> float | None:
        """Return the rating that is to be expected of a player after the event; None where none can be told."""
        supposed = self.finish_of(finish.number, rating_list, live=False)
        if supposed is None:
            return None
        least = finish.scores[0][0]
        after = {score: supposed.rating_after(score - least) for score, chance in finish.scores if chance}
        if None in after.values():
            return None
        return finish.mean(lambda score: after.get(score) or 0.0)


def _rating(rank: DisplayedRating | None) -> float | None:
    return None if rank is None else rank.rating


def live_section_in(connection: Connection, club: Club, schedule: Schedule, lists: Sequence[RatingList]) -> LiveSection:
    """Return a section with the ratings of its players at the end of its day."""
    crosstable = schedule.crosstable
    place = facts.end_of(crosstable.date)
    ids = [one.player for one in crosstable.entrants if isinstance(one.player, int)]
    states = {moved: states_at(connection, club, moved, ids, place) for moved in lists}
    known = {moved: backgrounds(connection, moved, place, crosstable, states[moved]) for moved in lists}
    draws = draw_share(*played_games.draws(connection, club.id, lists[0]))
    details = player_details.of(connection, club.id, ids)
    return LiveSection(schedule, tuple(lists), states, known, club.house_rules, draws, details)
