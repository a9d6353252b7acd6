"""An event that is supposed and not stored: what estimates and goals are worked out from."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from bot.services.context import Actor, Services
from bot.services.events.opponents import OWN_NUMBER, crosstable_of, known_opponents
from bot.services.events.report import EventReport, ListReport
from bot.services.events.submission import EventSubmission
from bot.services.fold.states import backgrounds, state_before
from bot.services.someone import find_someone, newcomer
from bot.services.transaction import Read, read
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.events import facts
from bot.store.rows import Club, Player
from core.background import Background, ExternalRating
from core.club_rules import DEFAULT_RULES, ClubRules
from core.crosstable import Crosstable
from core.errors import RuleError
from core.lists import RatingList
from core.systems import SYSTEMS


@dataclass(frozen=True, slots=True)
class HypotheticalEvent:
    """One player's event with all that rating it takes.

    states: the player's state on each list that it moves, the main one first.
    known: the player's background, for the lists on which they are unrated.
    """

    written: EventSubmission
    day: date
    player: Player
    crosstable: Crosstable
    states: Mapping[RatingList, Any]
    known: Mapping[RatingList, Background]
    opponents: dict[int, Player]
    house_rules: ClubRules

    def with_score(self, score: float) -> "HypotheticalEvent":
        """Return the same event with a total score, whatever single results it has."""
        me, *others = self.crosstable.entrants
        assert me.number == OWN_NUMBER
        entrants = (replace(me, score=score), *others)
        return replace(self, crosstable=replace(self.crosstable, entrants=entrants))

    def with_results(self, results: Sequence[float]) -> "HypotheticalEvent":
        """Return the same event with single results, one for each game."""
        me, *others = self.crosstable.entrants
        games = [replace(game, score=score) for game, score in zip(self.crosstable.games, results, strict=True)]
        entrants = (replace(me, score=None), *others)
        return replace(self, crosstable=replace(self.crosstable, entrants=entrants, games=tuple(games)))

    def with_deviation(self, deviation: float | None) -> "HypotheticalEvent":
        """Return the same event with opponents whose ratings are so sure."""
        entrants = tuple(one if one.rated else replace(one, deviation=deviation) for one in self.crosstable.entrants)
        return replace(self, crosstable=replace(self.crosstable, entrants=entrants))

    @property
    def rating(self) -> float | None:
        """Return the rating on the main list before the event; None for an unrated player."""
        main, state = next(iter(self.states.items()))
        rank = SYSTEMS[main].rank(state)
        return None if rank is None else rank.rating

    @property
    def counts_draws(self) -> bool:
        """Return whether draws count on all of its lists."""
        return all(SYSTEMS[moved].counts_draws(moved, self.house_rules) for moved in self.states)

    def rate(self) -> EventReport:
        """Rate the event on its lists; raise RuleError where none of its games counts, or nothing tells which."""
        score = self.crosstable.entrants[0].score
        if score is not None and score % 1 and len(self.crosstable.games) > 1 and not self.counts_draws:
            raise RuleError(
                f"Draws do not count in this pool, and a score of {score:g} does not say which game was one: write the "
                "results, such as W@Dana D@Eli."
            )
        report = self.rate_if_it_counts()
        if report is None:
            raise RuleError("Draws do not count in this pool, and nothing else was played: write a win or a loss too.")
        return report

    def rate_if_it_counts(self) -> EventReport | None:
        """Rate the event on its lists; None where none of its games counts, as draws in a pool that ignores them."""
        reports = []
        for rating_list, state in self.states.items():
            outcomes = SYSTEMS[rating_list].rate_event(
                self.crosstable,
                rating_list,
                {self.player.id: state},
                self.written.rules,
                {self.player.id: self._background(rating_list)},
                self.house_rules,
            )
            outcome = outcomes.get(self.player.id)
            if outcome is None:
                return None
            shown = SYSTEMS[rating_list].as_shown(outcome, self.house_rules)
            reports.append(ListReport(rating_list, shown))
        return EventReport(
            event_id=None,
            name=self.written.name,
            day=self.day,
            player=self.player,
            crosstable=self.crosstable,
            lists=tuple(reports),
            opponents=self.opponents,
            reported_by=None,
            house_rules=self.house_rules,
        )

    def _background(self, rating_list: RatingList) -> Background:
        """Return what a first rating on a list comes from."""
        background = self.known.get(rating_list, Background(ratings=self.written.external_ratings))
        main, state = next(iter(self.states.items()))
        rank = SYSTEMS[main].rank(state)
        stands_in = rating_list is not main and main in SYSTEMS[main].background_of
        if stands_in and rank is not None and self.written.brings_a_rating:
            # The rating that is supposed would be stored just before the event.
            supposed = ExternalRating(SYSTEMS[main].background_of[main], rank.rating, self.day, rank.games)
            others = tuple(rating for rating in background.ratings if rating.system is not supposed.system)
            background = replace(background, ratings=(*others, supposed))
        age = self.written.age
        return background if age is None else replace(background, born=age.born, adult=age.adult)


async def estimate(services: Services, actor: Actor | None, written: EventSubmission) -> EventReport:
    """Rate an event and store nothing.

    actor: None outside a club, where rating and games must be given and opponents are ratings.
    """
    supposed = await hypothetical_event(services, actor, written)
    return await asyncio.to_thread(supposed.rate)


async def hypothetical_event(services: Services, actor: Actor | None, written: EventSubmission) -> HypotheticalEvent:
    """Return an event as it would be rated now.

    actor: None outside a club, where rating and games must be given and opponents are ratings.
    """
    if actor is None:
        day = written.day or services.today(None)
        lists = written.lists_in(None, day)
        crosstable = crosstable_of(None, 0, None, written, lists, day)
        states = {moved: SYSTEMS[moved].unrated() for moved in lists}
        states[lists[0]] = supposed_state(lists[0], written, None)
        return HypotheticalEvent(written, day, Player(0, None, "You"), crosstable, states, {}, {}, DEFAULT_RULES)

    return await _event_of_member(services, actor, written)


@read()
def _event_of_member(look: Read, written: EventSubmission) -> HypotheticalEvent:
    subject = written.member or look.actor.member
    own = find_someone(look.connection, look.club.id, subject)
    return _supposition(look.connection, look.club, own, newcomer(subject), written, written.day or look.today)


@read()
def hypothetical_event_of(look: Read, player: Player, written: EventSubmission) -> HypotheticalEvent:
    """Return an event of any player of the club, on Discord or not, as it would be rated now."""
    return _supposition(look.connection, look.club, player, player, written, written.day or look.today)


def _supposition(
    connection: Connection, club: Club, own: Player | None, newcomer: Player, written: EventSubmission, day: date
) -> HypotheticalEvent:
    """Return an event with all that rating it takes; own is None for a newcomer, whom the club does not know."""
    lists = written.lists_in(club, day)
    crosstable = crosstable_of(connection, club.id, own, written, lists, day, partly=True)
    states = _states(connection, club, own, written, lists, day)
    known: dict[RatingList, Background] = {}
    for rating_list, state in states.items():
        place = facts.end_of(day)
        found = {} if own is None else backgrounds(connection, rating_list, place, crosstable, {own.id: state})
        for background in found.values():
            known[rating_list] = background
    names = known_opponents(connection, club.id, crosstable)
    return HypotheticalEvent(written, day, own or newcomer, crosstable, states, known, names, club.house_rules)


def _states(
    connection: Connection,
    club: Club,
    own: Player | None,
    written: EventSubmission,
    lists: Sequence[RatingList],
    day: date,
) -> dict[RatingList, Any]:
    states: dict[RatingList, Any] = {}
    for rating_list in lists:
        standing = None if own is None else standings.find(connection, club.id, rating_list, own.id)
        stored = None
        if own is not None:
            stored = state_before(connection, rating_list, own.id, standing, facts.end_of(day))
        if rating_list is lists[0]:
            states[rating_list] = supposed_state(rating_list, written, stored, club.house_rules)
        else:
            system = SYSTEMS[rating_list]
            states[rating_list] = system.unrated() if stored is None else system.load(stored)
    return states


def supposed_state(
    rating_list: RatingList,
    written: EventSubmission,
    stored: dict[str, Any] | None,
    house_rules: ClubRules = DEFAULT_RULES,
) -> Any:
    """Return the state that an estimate starts from: the stored one, or what the options suppose."""
    system = SYSTEMS[rating_list]
    if stored is not None and not written.brings_a_rating:
        return system.load(stored)
    supposed = written
    rank = None if stored is None else system.rank(system.load(stored))
    if rank is not None and written.rating is None and written.games != 0 and not written.external_ratings:
        supposed = replace(written, rating=rank.rating)
    elif rank is not None and written.games is None and not written.external_ratings:
        supposed = replace(written, games=rank.games)
    opening = supposed.opening(rating_list)
    if opening is None:
        return system.unrated()
    return system.apply_opening(system.unrated(), opening, rating_list, house_rules)
