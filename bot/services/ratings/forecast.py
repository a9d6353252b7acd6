"""Hypothetical events, never stored."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cached_property
from typing import Any

from bot.services.events.report import EventReport, ListReport, draws_between_equals
from bot.services.events.submission import OWN_NUMBER, EventSubmission, crosstable_of, known_opponents
from bot.services.framework.context import Actor, Services
from bot.services.framework.recalculation.states import backgrounds, state_before, states_at
from bot.services.framework.subject import find_someone, newcomer
from bot.services.framework.transaction import Read, read
from bot.store.database.rows import Club, Player
from bot.store.database.transactions import Connection
from bot.store.evenings import played_games
from bot.store.events import facts
from bot.store.people import profiles
from bot.store.people.profiles import PlayerDetails
from bot.store.ratings import standings
from core.errors import InputError, RatingError, RuleError
from core.event.background import NOTHING_KNOWN, Background, ExternalRating
from core.event.crosstable import Crosstable, Entrant, GameType
from core.files.typed.opponents import ParsedOpponent, ParsedOpponents
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.outcome import DisplayedRating, Outcome
from core.rating.rating_system import AsOpponent
from core.rating.systems import system_of
from core.tournament.best_for_rating import with_compared
from core.tournament.odds.open_event import RUNS, Finish, Odds, OpenEvent, Schedule, draw_share, strengths_of
from core.tournament.prospects import ListOf, Prospect, SupposedFinish, prospects_of, supposed_finish

# Hypothetical events, for estimates and goals.


@dataclass(frozen=True, slots=True)
class HypotheticalEvent:
    """A player's event with everything needed to rate it.

    states: by list, main one first. known: background for lists where they are unrated. draws: as in EventReport.
    """

    written: EventSubmission
    day: date
    player: Player
    crosstable: Crosstable
    states: Mapping[RatingList, Any]
    known: Mapping[RatingList, Background]
    opponents: dict[int, Player]
    house_rules: ClubRules
    draws: float | None = None

    def with_score(self, score: float) -> "HypotheticalEvent":
        me, *others = self.crosstable.entrants
        assert me.number == OWN_NUMBER
        entrants = (replace(me, score=score), *others)
        return replace(self, crosstable=replace(self.crosstable, entrants=entrants))

    def with_results(self, results: Sequence[float]) -> "HypotheticalEvent":
        me, *others = self.crosstable.entrants
        games = [replace(game, score=score) for game, score in zip(self.crosstable.games, results, strict=True)]
        entrants = (replace(me, score=None), *others)
        return replace(self, crosstable=replace(self.crosstable, entrants=entrants, games=tuple(games)))

    def with_deviation(self, deviation: float | None) -> "HypotheticalEvent":
        entrants = tuple(one if one.rated else replace(one, deviation=deviation) for one in self.crosstable.entrants)
        return replace(self, crosstable=replace(self.crosstable, entrants=entrants))

    @property
    def rating(self) -> float | None:
        main, state = next(iter(self.states.items()))
        rank = system_of(main).rank(state)
        return None if rank is None else rank.rating

    @property
    def counts_draws(self) -> bool:
        return all(system_of(moved).counts_draws(moved, self.house_rules) for moved in self.states)

    def rate(self) -> EventReport:
        """Rate the event on its lists; raise RuleError if no game counts."""
        score = self.crosstable.entrants[0].score
        if score is not None and score % 1 and len(self.crosstable.games) > 1 and not self.counts_draws:
            raise RuleError(
                f"Draws do not count in this pool, and the score {score:g} does not show which games were "
                "drawn. Write the results, for example W@Dana D@Eli."
            )
        report = self.rate_if_it_counts()
        if report is None:
            raise RuleError("Draws do not count in this pool, so nothing would be rated. Add a win or a loss.")
        return report

    def rate_if_it_counts(self) -> EventReport | None:
        reports = []
        for rating_list, state in self.states.items():
            outcomes = system_of(rating_list).rate_event(
                self.crosstable,
                rating_list,
                {self.player.id: state},
                self.written.rules,
                {self.player.id: self._background(rating_list)},
                self.house_rules,
            )
            before = {self.player.id: state}
            outcomes = with_compared(outcomes, self.crosstable, rating_list, before, self.house_rules)
            outcome = outcomes.get(self.player.id)
            if outcome is None:
                return None
            shown = system_of(rating_list).as_shown(outcome, self.house_rules)
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
            draws=self.draws,
        )

    def _background(self, rating_list: RatingList) -> Background:
        background = self.known.get(rating_list, Background(ratings=self.written.external_ratings))
        main, state = next(iter(self.states.items()))
        rank = system_of(main).rank(state)
        stands_in = rating_list is not main and main in system_of(main).background_of
        if stands_in and rank is not None and self.written.brings_a_rating:
            # The hypothetical rating counts just before the event.
            supposed = ExternalRating(system_of(main).background_of[main], rank.rating, self.day, rank.games)
            others = tuple(rating for rating in background.ratings if rating.system is not supposed.system)
            background = replace(background, ratings=(*others, supposed))
        age = self.written.age
        return background if age is None else replace(background, born=age.born, adult=age.adult)


async def estimate(services: Services, actor: Actor | None, written: EventSubmission) -> EventReport:
    """Rate an event without storing it.

    actor: None outside a club, where rating, games and opponents' ratings are required.
    """
    supposed = await hypothetical_event(services, actor, written)
    return await asyncio.to_thread(supposed.rate)


async def hypothetical_event(services: Services, actor: Actor | None, written: EventSubmission) -> HypotheticalEvent:
    """Return an event as it would be rated now. actor: see `estimate`."""
    if actor is None:
        day = written.day or services.today(None)
        lists = written.lists_in(None, day)
        crosstable = crosstable_of(None, 0, None, written, lists, day)
        states = {moved: system_of(moved).unrated() for moved in lists}
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
    return _supposition(look.connection, look.club, player, player, written, written.day or look.today)


def _supposition(
    connection: Connection, club: Club, own: Player | None, newcomer: Player, written: EventSubmission, day: date
) -> HypotheticalEvent:
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
    draws = draws_between_equals(connection, club, lists[0], crosstable)
    return HypotheticalEvent(written, day, own or newcomer, crosstable, states, known, names, club.house_rules, draws)


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
            system = system_of(rating_list)
            states[rating_list] = system.unrated() if stored is None else system.load(stored)
    return states


def supposed_state(
    rating_list: RatingList,
    written: EventSubmission,
    stored: dict[str, Any] | None,
    house_rules: ClubRules = DEFAULT_RULES,
) -> Any:
    system = system_of(rating_list)
    if stored is not None and not written.brings_a_rating:
        return system.load(stored)
    supposed = written
    rank = None if stored is None else system.rank(system.load(stored))
    if rank is not None and written.rating is None and written.games != 0 and not written.external_ratings:
        supposed = replace(written, rating=rank.rating)
    elif rank is not None and written.games is None and not written.external_ratings:
        supposed = replace(written, games=rank.games)
    entered = supposed.entered(rating_list)
    if entered is None:
        return system.unrated()
    return system.apply_entered(system.unrated(), entered, rating_list, house_rules)


# Goals: all possible scores evaluated.


@dataclass(frozen=True, slots=True)
class GoalReport:
    """All scores with their outcomes, lowest first.

    target: None to show what to expect. fixed, played: points and games already played. needed: least score for it.
    """

    target: float | None
    played: int
    fixed: float
    outcomes: tuple[tuple[float, EventReport], ...]
    needed: float | None

    @property
    def best(self) -> EventReport:
        return self.outcomes[-1][1]


async def goal(
    services: Services,
    actor: Actor | None,
    target: float | None,
    written: EventSubmission,
    turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext,
) -> GoalReport:
    """Return what each score would bring; opponents with a result count as played.

    turn: awaited before the long part.
    """
    supposed, known, still_open = await _supposed(services, actor, written)
    fixed = sum(known)
    halves = range(0, 2 * still_open + 1, 1 if supposed.counts_draws else 2)
    # Rating a hundred events in a row would block everybody else.
    async with turn():
        outcomes = await asyncio.to_thread(_rated, supposed, [fixed + half / 2 for half in halves])
    # The displayed rating counts: 1799.6 is displayed as 1800.
    needed = None
    if target is not None:
        needed = next((score for score, report in outcomes if _reaches(report, target)), None)
    return GoalReport(target, len(known), fixed, outcomes, needed)


async def _supposed(
    services: Services, actor: Actor | None, written: EventSubmission
) -> tuple[HypotheticalEvent, list[float], int]:
    results = [game.score for game in written.opponents.games]
    known = [score for score in results if score is not None]
    rounds = tuple(
        replace(entry, score=None) if isinstance(entry, ParsedOpponent) else entry for entry in written.opponents.rounds
    )
    open_event = replace(written, opponents=ParsedOpponents(rounds), score=sum(known), results=None)
    supposed = await hypothetical_event(services, actor, open_event)
    if 0.5 in known and len(set(results)) > 1 and not supposed.counts_draws:
        counting = tuple(
            entry for entry in written.opponents.rounds if not isinstance(entry, ParsedOpponent) or entry.score != 0.5
        )
        return await _supposed(services, actor, replace(written, opponents=ParsedOpponents(counting), results=None))
    return supposed, known, len(results) - len(known)


def _rated(supposed: HypotheticalEvent, scores: Sequence[float]) -> tuple[tuple[float, EventReport], ...]:
    reports = [(score, supposed.with_score(score).rate_if_it_counts()) for score in scores]
    counting = tuple((score, report) for score, report in reports if report is not None)
    if not counting:
        supposed.with_score(scores[0]).rate()  # says why nothing of it counts
    return counting


def _reaches(report: EventReport, target: float) -> bool:
    after = system_of(report.rating_list).rating_after(report.outcome)
    return after is not None and max(after.rating, after.displayed) >= target


# A running event: what it would bring now, and how it may end.


@dataclass(frozen=True)
class LiveSection:
    """A running section of club players.

    lists: main one first. states, known: before it. draws: share of draws in the club's games. Its methods may take
    tenths of a second: call them off the event loop.
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
        found = {}
        for moved in self.lists:
            try:
                found[moved] = system_of(moved).rate_event(
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
        return {
            moved: {
                one.number: _rating(system_of(moved).rank(self.states[moved][one.player])) for one in self._entrants
            }
            for moved in self.lists
        }

    @cached_property
    def now(self) -> dict[RatingList, dict[int, float | None]]:
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
        """Return a player's event as it may end. live: with opponents' current ratings, which norms use."""
        player = self.schedule.crosstable.entrant(number).player
        on = ListOf(
            system_of(rating_list),
            rating_list,
            self.states[rating_list][player],
            self.known[rating_list].get(player, NOTHING_KNOWN),
            self.house_rules,
            None,
        )
        ratings = self.now if live else self.before
        return supposed_finish(self.schedule, number, ratings[rating_list], on)

    def prospects(self, number: int) -> dict[RatingList, tuple[Prospect, ...]]:
        found = {moved: self.finish_of(number, moved, live=True) for moved in self.lists}
        return {moved: () if finish is None else prospects_of(finish) for moved, finish in found.items()}

    def odds(self, seed: int, runs: int = RUNS) -> Odds:
        """Return everybody's chances; raise RuleError if nobody is rated."""
        # numpy takes 0.1 s and 20 MB: imported late.
        from core.tournament.odds.simulation import odds_of

        main, states = self.lists[0], self.states[self.lists[0]]
        system = system_of(main)
        ranks = {one.number: system.rank(states[one.player]) for one in self._entrants}
        has_points = system.board is GameType.SCRABBLE
        strengths = strengths_of(ranks, system.strength)
        event = OpenEvent(self.schedule, strengths, system.expected_between, self.draws, has_points)
        return odds_of(event, seed, runs)

    def expected_rating(self, finish: Finish, rating_list: RatingList) -> float | None:
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
    crosstable = schedule.crosstable
    place = facts.end_of(crosstable.date)
    ids = [one.player for one in crosstable.entrants if isinstance(one.player, int)]
    states = {moved: states_at(connection, club, moved, ids, place) for moved in lists}
    known = {moved: backgrounds(connection, moved, place, crosstable, states[moved]) for moved in lists}
    # Here a draw is half a point of the standings, whatever it is to the rating.
    draws = draw_share(*played_games.draws(connection, club.id, lists[0]))
    details = profiles.details_of(connection, club.id, ids)
    return LiveSection(schedule, tuple(lists), states, known, club.house_rules, draws, details)


# Predictions: one game evaluated for each result.


RESULTS = (1.0, 0.5, 0.0)


@dataclass(frozen=True, slots=True)
class PredictedSide:
    """One side of a hypothetical game.

    player: None for a typed rating. outcomes: by own score; empty if impossible, with the reason in `why`.
    """

    player: Player | None
    rating: float | None
    outcomes: Mapping[float, Outcome]
    why: str | None = None

    @property
    def expected(self) -> float | None:
        return next((outcome.expected for outcome in self.outcomes.values()), None)


@dataclass(frozen=True, slots=True)
class Prediction:
    """A game on a list, as both sides would be rated."""

    rating_list: RatingList
    own: PredictedSide
    opponent: PredictedSide


async def predict(services: Services, actor: Actor | None, written: EventSubmission) -> Prediction:
    """Return what a win, draw and loss bring each side; raise InputError unless there is one opponent.

    actor: see `estimate`.
    """
    games = written.opponents.games
    if len(written.opponents.rounds) != 1 or games[0].score is not None:
        raise InputError(
            "A prediction is for one game. Write one opponent without a result, for example 1500 or @Dana."
        )
    supposed = await hypothetical_event(services, actor, replace(written, score=0.0))
    own = PredictedSide(supposed.player, supposed.rating, await asyncio.to_thread(_outcomes, supposed))
    rating_list, other = next(iter(supposed.states)), supposed.crosstable.entrants[1]
    known = next(iter(supposed.opponents.values()), None)
    if actor is None or known is None or own.rating is None:
        return Prediction(rating_list, own, PredictedSide(known, other.rating, {}))
    counts = system_of(rating_list).as_opponent(supposed.states[rating_list], supposed.day)
    assert counts is not None
    theirs = await _other_side(services, actor, known, other.rating, supposed.player, counts, rating_list)
    return Prediction(rating_list, own, theirs)


async def _other_side(
    services: Services,
    actor: Actor,
    player: Player,
    rating: float | None,
    against: Player,
    counts: AsOpponent,
    rating_list: RatingList,
) -> PredictedSide:
    back = ParsedOpponents((ParsedOpponent(against.name, rating=counts.rating),))
    written = EventSubmission(back, score=0.0, rating_list=rating_list)
    try:
        supposed = (await hypothetical_event_of(services, actor, player, written)).with_deviation(counts.deviation)
        return PredictedSide(player, rating, await asyncio.to_thread(_outcomes, supposed))
    except RatingError as error:
        return PredictedSide(player, rating, {}, error.message)


def _outcomes(supposed: HypotheticalEvent) -> dict[float, Outcome]:
    reports = {score: supposed.with_results([score]).rate_if_it_counts() for score in RESULTS}
    return {score: report.outcome for score, report in reports.items() if report is not None}
