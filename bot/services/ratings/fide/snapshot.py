"""A crosstable as title norms see it: opponents, results, and ratings on the first day, over 30 days at the game."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from bot.store.people.profiles import PlayerDetails
from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, PlayedGame
from core.lists import RatingList
from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.declared import DeclaredSettings
from core.rating.fide.norms.facts import (
    HIGHEST_RATING,
    MASTERS,
    TITLE_HOLDERS,
    Championship,
    Decided,
    EventFormat,
    EventSettings,
    Exemption,
    NormGame,
    NormOpponent,
    NormPlayer,
    NormSnapshot,
    Participant,
    PlayerTitle,
    field_of,
)
from core.rating.fide.rules import Reason
from core.rating.fide.system import PlayerResult
from core.rating.outcome import Outcome


def is_large_event(settings: EventSettings) -> bool | None:
    """Return whether the event meets 1.5.6, needed for one norm of a title; None if unknown."""
    if settings.exemption is Exemption.NATIONAL_FINAL or settings.championship is Championship.WORLD_CUP:
        return True
    if settings.championship is not None or settings.exemption in (Exemption.NATIONAL_TEAM, Exemption.ZONAL):
        return None
    if settings.format is not None and settings.format.is_round_robin:
        return False
    if settings.format is EventFormat.SWISS and settings.participants:
        return field_of(settings.participants, settings.rounds).is_large
    return None


FEWEST_ENTRANTS_AROUND = 4
"""Fewer may all have met by chance."""

_WITHOUT_PLAY = {
    ByeKind.FULL_POINT: (Decided.ALLOCATED_BYE, None),
    ByeKind.HALF_POINT: (Decided.OTHER_BYE, None),
    ByeKind.ZERO_POINT: (Decided.OTHER_BYE, None),
    ByeKind.UNPLAYED: (Decided.OTHER_BYE, None),
    ByeKind.FORFEIT_WIN: (Decided.FORFEIT, 1.0),
    ByeKind.FORFEIT_LOSS: (Decided.FORFEIT, 0.0),
}


@dataclass(frozen=True)
class NormEvent:
    """An event for norms. outcomes: on the standard list by player, or None.

    details: of club players, where the event has none.
    """

    crosstable: Crosstable
    outcomes: Mapping[Any, Outcome] | None
    declared: DeclaredSettings
    details: Mapping[Any, PlayerDetails] = field(default_factory=dict)

    @cached_property
    def is_whole(self) -> bool:
        """Return whether it is a section, not one player's report."""
        return sum(entrant.rated for entrant in self.crosstable.entrants) > 1

    @cached_property
    def settings(self) -> EventSettings:
        crosstable = self.crosstable
        return self.declared.settings(
            crosstable.began or crosstable.date,
            crosstable.date,
            crosstable.rounds,
            event_format=format_of(crosstable) if self.is_whole else None,
            time_control=crosstable.time_control,
            participants=self._participants() if self.is_whole else (),
        )

    @cached_property
    def ratings(self) -> dict[int, int | None]:
        if self.outcomes is None:
            return {entrant.number: _given(entrant) for entrant in self.crosstable.entrants}
        played, found = self._played, dict[int, int | None]()
        for entrant in self.crosstable.entrants:
            outcome = self.outcomes.get(entrant.player)
            if outcome is None:
                continue
            result: PlayerResult = outcome.detail
            for game, row in zip(played[entrant.number], result.games, strict=True):
                found.setdefault(game.opponent.number, row.rating)
            if result.own is not None and result.own.reason is not Reason.OWN_CURRENT:
                found.setdefault(entrant.number, result.own.rating)
        # The rest have played no rated opponent: only forfeits or byes.
        return {one.number: found.get(one.number, _given(one)) for one in self.crosstable.entrants}

    @cached_property
    def _at_games(self) -> dict[tuple[int, int], int | None]:
        """Return the ratings that opponents had when they were played, by round and number."""
        found = {}
        for number, games in self._played.items():
            outcome = (self.outcomes or {}).get(self.crosstable.entrant(number).player)
            for game, row in zip(games, () if outcome is None else outcome.detail.games, strict=False):
                found[game.round, game.opponent.number] = row.rating
        return found

    def may_be_norm(self, number: int) -> bool:
        """Return whether rounds and opponents' titles can be enough for any norm."""
        byes = self.crosstable.byes_of(number)
        titles = [self._title(game.opponent) for game in self._played[number]]
        absent = {bye.opponent for bye in byes}
        titles += [self._title(entrant) for entrant in self.crosstable.entrants if entrant.number in absent]
        rounds = len(self._played[number]) + any(bye.kind.gives_a_point for bye in byes)
        fewest = norm_facts.FEWEST_TEAM_GAMES
        return (
            rounds >= fewest
            and sum(title in TITLE_HOLDERS for title in titles) >= norm_facts.fewest_title_holders(fewest)
            and sum(title in MASTERS for title in titles) >= norm_facts.fewest_required_titles(fewest)
        )

    def snapshot(self, number: int, federation: str | None = None, woman: bool | None = None) -> NormSnapshot:
        entrant = self.crosstable.entrant(number)
        stored = self.details.get(entrant.player, PlayerDetails())
        if woman is None and stored.sex is not None:
            woman = stored.sex == "w"
        player = NormPlayer(federation or self._federation(entrant), woman)
        played = self._games(number)
        if all(game.score is not None for game in played if game.decided is Decided.PLAYED):
            return NormSnapshot(player, self.settings, played)
        only_total = tuple(
            NormGame(game.round, game.opponent, None if game.decided is Decided.PLAYED else game.score, game.decided)
            for game in played
        )
        return NormSnapshot(player, self.settings, only_total, self.crosstable.score_of(number))

    @cached_property
    def _played(self) -> dict[int, list[PlayedGame]]:
        return self.crosstable.played()

    @cached_property
    def opponents(self) -> dict[int, NormOpponent]:
        return {
            entrant.number: NormOpponent(
                self.ratings[entrant.number],
                self._federation(entrant),
                self._title(entrant),
                entrant.number,
                self._is_pointless(entrant.number) if self.is_whole else None,
            )
            for entrant in self.crosstable.entrants
        }

    def _games(self, number: int) -> tuple[NormGame, ...]:
        rounds = {}
        for game in self._played[number]:
            opponent = self.opponents[game.opponent.number]
            rating = self._at_games.get((game.round, game.opponent.number), opponent.rating)
            rounds[game.round] = NormGame(game.round, replace(opponent, rating=rating), game.score)
        for bye in self.crosstable.byes_of(number):
            rounds[bye.round] = self._without_play(bye)
        for begun in self.crosstable.games:
            if not begun.rated and number in (begun.first, begun.second):
                other = begun.second if number == begun.first else begun.first
                rounds[begun.round] = NormGame(begun.round, self.opponents[other], None, Decided.ADJUDICATED)
        for missing in range(1, self.crosstable.rounds + 1):
            rounds.setdefault(missing, NormGame(missing, None, None, Decided.OTHER_BYE))
        return tuple(rounds[key] for key in sorted(rounds))

    def _without_play(self, bye: Bye) -> NormGame:
        decided, score = _WITHOUT_PLAY[bye.kind]
        opponent = None if bye.opponent is None else self.opponents.get(bye.opponent)
        return NormGame(bye.round, opponent, score, decided)

    def _federation(self, entrant: Entrant) -> str | None:
        written = entrant.federation or self.details.get(entrant.player, PlayerDetails()).federation
        try:
            NormPlayer(written)
        except InputError:
            return None
        return written

    def _title(self, entrant: Entrant) -> PlayerTitle | None:
        written = entrant.title or self.details.get(entrant.player, PlayerDetails()).title
        return PlayerTitle(written) if written in set(PlayerTitle) else None

    def _is_pointless(self, number: int) -> bool | None:
        """Return whether a player scored 0 against rated opponents (1.4.2b); None if unknown."""
        against = [game.score for game in self._played[number] if self.ratings[game.opponent.number] is not None]
        if any(against):
            return False
        return None if None in against else True

    def _participants(self) -> tuple[Participant, ...]:
        there: dict[int, set[int]] = defaultdict(set)
        for game in self.crosstable.games:
            there[game.first].add(game.round)
            there[game.second].add(game.round)
        for bye in self.crosstable.byes:
            if bye.kind.gives_a_point:
                there[bye.entrant].add(bye.round)
        every = frozenset(range(1, self.crosstable.rounds + 1))
        return tuple(
            Participant(
                self._federation(entrant),
                self.ratings[entrant.number],
                self._title(entrant),
                every - there[entrant.number],
            )
            for entrant in self.crosstable.entrants
        )


def format_of(crosstable: Crosstable) -> EventFormat | None:
    number = len(crosstable.entrants)
    if number < FEWEST_ENTRANTS_AROUND:
        return None
    met = Counter(frozenset((game.first, game.second)) for game in crosstable.games)
    # A forfeit is listed once for each of the two.
    forfeits = {
        (bye.round, frozenset((bye.entrant, bye.opponent))) for bye in crosstable.byes if bye.opponent is not None
    }
    met.update(pair for _, pair in forfeits)
    times = set(met.values())
    if len(met) != number * (number - 1) // 2 or len(times) != 1:
        return None
    return {1: EventFormat.ROUND_ROBIN, 2: EventFormat.DOUBLE_ROUND_ROBIN}.get(times.pop())


def _given(entrant: Entrant) -> int | None:
    held = (other.rating for other in entrant.external_ratings if other.system is ExternalSystem.FIDE)
    rating = next(held, entrant.rating_on(RatingList.FIDE_STANDARD))
    return None if rating is None or not 1 <= rating <= HIGHEST_RATING else int(rating)
