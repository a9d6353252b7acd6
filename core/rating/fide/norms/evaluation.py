"""Compare an event, or a choice of its games, with a norm's check list."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from core import words
from core.errors import InputError
from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.facts import (
    NOT_FIDE,
    STATELESS,
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
    TitleNorm,
    large_swiss,
)
from core.rating.fide.rules import average_rating, percentage


class NormItem(StrEnum):
    """A line of the check list. Comments name `have` and `need`; the UI has the sentences."""

    RATED = "rated"
    REGISTERED = "registered"
    ROUNDS_A_DAY = "rounds-a-day"  # rounds on any day, at most
    MINUTES_A_DAY = "minutes-a-day"  # minutes of play on any day with games of 60 moves, at most
    TIME_CONTROL = "time-control"  # minutes for 60 moves
    ARBITERS = "arbiters"
    ARBITERS_DO_NOT_PLAY = "arbiters-do-not-play"
    FORMAT = "format"
    UNCHANGED = "unchanged"
    GAMES = "games"  # games that count
    ALL_ROUNDS = "all-rounds"  # rounds that have passed, rounds of the event
    SCORE = "score"  # points
    TITLE_HOLDERS = "title-holders"  # opponents
    REQUIRED_TITLES = "required-titles"  # opponents; where all are met twice, different ones
    PLAYERS = "players"  # in a double round robin
    FOREIGN_FEDERATIONS = "foreign-federations"  # federations
    OWN_FEDERATION = "own-federation"  # opponents, at most
    ONE_FEDERATION = "one-federation"  # opponents, at most
    AVERAGE = "average"  # rating points
    PERFORMANCE = "performance"  # rating points
    WOMEN = "women"

    @property
    def number(self) -> int:
        """Return its point of the check list, 1 to 10."""
        return _POINTS[self][0]

    @property
    def clause(self) -> str:
        return f"FIDE B.01, {_POINTS[self][1]}"

    @property
    def is_limit(self) -> bool:
        return self in _LIMITS


_POINTS = {
    NormItem.RATED: (1, "1.4"),
    NormItem.REGISTERED: (1, "1.1.1"),
    NormItem.ROUNDS_A_DAY: (1, "1.1.3"),
    NormItem.MINUTES_A_DAY: (1, "1.1.2"),
    NormItem.TIME_CONTROL: (1, "1.1.3"),
    NormItem.ARBITERS: (1, "1.1.5"),
    NormItem.ARBITERS_DO_NOT_PLAY: (1, "1.1.6"),
    NormItem.FORMAT: (1, "1.4.2e"),
    NormItem.UNCHANGED: (1, "1.4.2d"),
    NormItem.GAMES: (3, "1.4.1"),
    NormItem.ALL_ROUNDS: (4, "1.4.1e"),
    NormItem.SCORE: (5, "1.4.8b"),
    NormItem.TITLE_HOLDERS: (6, "1.4.5a"),
    NormItem.REQUIRED_TITLES: (7, "1.4.5"),
    NormItem.PLAYERS: (7, "1.4.5"),
    NormItem.FOREIGN_FEDERATIONS: (8, "1.4.3"),
    NormItem.OWN_FEDERATION: (8, "1.4.4"),
    NormItem.ONE_FEDERATION: (8, "1.4.4"),
    NormItem.AVERAGE: (9, "1.4.8a"),
    NormItem.PERFORMANCE: (10, "1.4.8"),
    NormItem.WOMEN: (10, "0.5"),
}

FEDERATION_ITEMS = frozenset({NormItem.FOREIGN_FEDERATIONS, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION})
"""What an exemption waives."""

_LIMITS = (NormItem.ROUNDS_A_DAY, NormItem.MINUTES_A_DAY, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION)


class CheckState(StrEnum):
    """How a line of the check list came out."""

    PASSED = "passed"
    FAILED = "failed"
    TO_CONFIRM = "to-confirm"  # depends on unknown facts: the arbiter confirms it
    WAIVED = "waived"  # failed, and the event is exempt


class NormCheck(NamedTuple):
    """A line of the check list; `have` and `need` as `NormItem` names them."""

    item: NormItem
    state: CheckState
    have: float | None = None
    need: float | None = None

    @property
    def missing(self) -> float:
        """Return the shortfall or the excess; 0 without one."""
        if self.have is None or self.need is None:
            return 0
        return max(0, self.have - self.need if self.item.is_limit else self.need - self.have)


def at_least(item: NormItem, have: float, need: float, unknown: float = 0) -> NormCheck:
    """Return a check of a minimum; `unknown` more are possible."""
    if have >= need:
        return NormCheck(item, CheckState.PASSED, have, need)
    state = CheckState.TO_CONFIRM if have + unknown >= need else CheckState.FAILED
    return NormCheck(item, state, have, need)


def at_most(item: NormItem, have: float, limit: float, unknown: float = 0) -> NormCheck:
    """Return a check of a maximum; `unknown` more are possible."""
    if have > limit:
        return NormCheck(item, CheckState.FAILED, have, limit)
    state = CheckState.TO_CONFIRM if have + unknown > limit else CheckState.PASSED
    return NormCheck(item, state, have, limit)


def asserted(item: NormItem, fact: bool | None) -> NormCheck:
    """Return a check of a player's statement: true, false or unknown."""
    if fact is None:
        return NormCheck(item, CheckState.TO_CONFIRM)
    return NormCheck(item, CheckState.PASSED if fact else CheckState.FAILED)


# The mix of opponents (FIDE B.01, 1.4.3 to 1.4.5)


class ClaimedExemption(NamedTuple):
    """An exemption from the federations; holds: None if to be confirmed."""

    exemption: Exemption
    holds: bool | None


def exemption_of(settings: EventSettings, player: NormPlayer) -> ClaimedExemption | None:
    claimed, host = settings.exemption, settings.federation
    if claimed is not None and claimed.is_national:
        known = host is not None and player.federation is not None
        return ClaimedExemption(claimed, player.federation == host if known else None)
    if claimed is Exemption.ZONAL:
        return ClaimedExemption(claimed, True)
    large = claimed is not None
    if settings.format not in (EventFormat.SWISS, None):
        large = False
    elif settings.participants and host is not None:
        large = large_swiss(settings.participants, host, settings.rounds).exempts
    return ClaimedExemption(Exemption.LARGE_SWISS, large) if large or claimed else None


def mix_checks(
    opponents: Iterable[NormOpponent],
    norm: TitleNorm,
    player: NormPlayer,
    exemption: ClaimedExemption | None,
    *,
    twice: bool,
) -> tuple[NormCheck, ...]:
    """Return the checks of the opponents' titles and federations.

    opponents: one per game. twice: in a double round robin.
    """
    met = list(opponents)
    federations = _federation_checks(met, player)
    if exemption is not None:
        federations = tuple(_exempted(check, exemption.holds) for check in federations)
    holders = sum(opponent.title in TITLE_HOLDERS for opponent in met)
    title_holders = at_least(NormItem.TITLE_HOLDERS, holders, norm_facts.fewest_title_holders(len(met)))
    return (title_holders, _required_titles(met, norm, twice), *federations)


def _required_titles(met: list[NormOpponent], norm: TitleNorm, twice: bool) -> NormCheck:
    required = norm_facts.fewest_required_titles(len(met))
    if not twice:
        return at_least(NormItem.REQUIRED_TITLES, sum(opponent.title in norm.counting for opponent in met), required)
    # Double round robin: half as many, and different people.
    people = {opponent.person for opponent in met if opponent.title in norm.counting}
    return at_least(NormItem.REQUIRED_TITLES, len(people), -(-required // 2))


def _federation_checks(met: list[NormOpponent], player: NormPlayer) -> tuple[NormCheck, ...]:
    # Nobody counts for or against a federation under FIDE's flag, nor twice while theirs is unknown.
    by_federation = Counter([opponent.federation for opponent in met])
    unknown = by_federation.pop(None, 0)
    by_federation.pop(STATELESS, 0)
    largest = max(by_federation.values(), default=0)
    if player.federation is None:
        # Any one federation may turn out to be the player's own.
        foreign, perhaps_foreign = max(0, len(by_federation) - 1), 1 + unknown
        own, perhaps_own = 0, largest + unknown
    else:
        own, perhaps_own = by_federation[player.federation], unknown
        foreign, perhaps_foreign = len(by_federation) - (own > 0), unknown
    games = len(met)
    return (
        at_least(NormItem.FOREIGN_FEDERATIONS, foreign, norm_facts.FEWEST_FOREIGN_FEDERATIONS, perhaps_foreign),
        at_most(NormItem.OWN_FEDERATION, own, norm_facts.most_of_own_federation(games), perhaps_own),
        at_most(NormItem.ONE_FEDERATION, largest, norm_facts.most_of_one_federation(games), unknown),
    )


def _exempted(check: NormCheck, holds: bool | None) -> NormCheck:
    if check.state is CheckState.PASSED or holds is False:
        return check
    return check._replace(state=CheckState.TO_CONFIRM if holds is None else CheckState.WAIVED)


# Games that are not counted (FIDE B.01, 1.4.2)


class Exclusion(StrEnum):
    """Why a round is not counted."""

    FORFEIT = "forfeit"
    ADJUDICATED = "adjudicated"
    BYE = "bye"
    NOT_FIDE = "not-fide"
    POINTLESS = "pointless"  # an unrated opponent who scored nothing against rated ones, in a round robin

    @property
    def clause(self) -> str:
        return f"FIDE B.01, 1.4.2{_LETTERS.get(self, 'c')}"


_LETTERS = {Exclusion.NOT_FIDE: "a", Exclusion.POINTLESS: "b"}

_NOT_PLAYED = {
    Decided.FORFEIT: Exclusion.FORFEIT,
    Decided.ADJUDICATED: Exclusion.ADJUDICATED,
    Decided.ALLOCATED_BYE: Exclusion.BYE,
    Decided.OTHER_BYE: Exclusion.BYE,
}


class ExcludedGame(NamedTuple):
    """A round that is not counted, and why."""

    game: NormGame
    exclusion: Exclusion


def counted_games(snapshot: NormSnapshot) -> tuple[tuple[NormGame, ...], tuple[ExcludedGame, ...]]:
    counted: list[NormGame] = []
    excluded: list[ExcludedGame] = []
    for game in sorted(snapshot.games, key=lambda game: game.round):
        exclusion = _exclusion(game, snapshot.settings)
        if exclusion is None:
            counted.append(game)
        else:
            excluded.append(ExcludedGame(game, exclusion))
    return tuple(counted), tuple(excluded)


def _exclusion(game: NormGame, settings: EventSettings) -> Exclusion | None:
    opponent = game.opponent
    if game.decided is not Decided.PLAYED:
        return _NOT_PLAYED[game.decided]
    if opponent is None:
        return Exclusion.BYE
    if opponent.federation == NOT_FIDE:
        return Exclusion.NOT_FIDE
    round_robin = settings.format is not None and settings.format.is_round_robin
    if round_robin and opponent.rating is None and opponent.pointless:
        return Exclusion.POINTLESS
    return None


# Score (FIDE B.01, 1.4.6 to 1.4.8)


class RaisedOpponent(NamedTuple):
    """The lowest opponent, raised to the norm's floor; rating: None for unrated."""

    round: int
    rating: int | None
    floor: int


class NormFigures(NamedTuple):
    """Figures of the counted games; None without games.

    percent: whole. average: Ra, after `raised`. difference: dp. performance: Rp = Ra + dp.
    """

    games: int
    half_points: int
    percent: int | None = None
    average: int | None = None
    difference: int | None = None
    performance: int | None = None
    raised: RaisedOpponent | None = None

    @property
    def score(self) -> float:
        return self.half_points / 2


def counted_rating(game: NormGame) -> int:
    """Return an opponent's rating before the lowest is raised."""
    rating = None if game.opponent is None else game.opponent.rating
    return norm_facts.UNRATED if rating is None else rating


def figures_of(games: Sequence[NormGame], half_points: int, norm: TitleNorm) -> NormFigures:
    if not games:
        return NormFigures(0, half_points)
    ratings = [counted_rating(game) for game in games]
    lowest = ratings.index(min(ratings))
    raised = None
    if ratings[lowest] < norm.floor:  # 1.4.6b: one opponent, the lowest
        opponent = games[lowest].opponent
        raised = RaisedOpponent(games[lowest].round, opponent.rating if opponent else None, norm.floor)
        ratings[lowest] = norm.floor
    average = average_rating(ratings)
    difference = norm_facts.rating_difference(half_points, len(games))
    return NormFigures(
        len(games),
        half_points,
        percentage(half_points, len(games)),
        average,
        difference,
        average + difference,
        raised,
    )


def score_check(figures: NormFigures) -> NormCheck:
    """Compare the score with 35% (1.4.8b)."""
    return at_least(NormItem.SCORE, figures.score, norm_facts.fewest_half_points(figures.games) / 2)


def rating_checks(figures: NormFigures, norm: TitleNorm) -> tuple[NormCheck, ...]:
    """Compare average and performance with what the norm asks for (1.4.8)."""
    if figures.average is None or figures.performance is None:
        return (
            NormCheck(NormItem.AVERAGE, CheckState.FAILED, None, norm.average),
            NormCheck(NormItem.PERFORMANCE, CheckState.FAILED, None, norm.performance),
        )
    return (
        at_least(NormItem.AVERAGE, figures.average, norm.average),
        at_least(NormItem.PERFORMANCE, figures.performance, norm.performance),
    )


def extra_games(figures: NormFigures, norm: TitleNorm) -> int:
    """Return the full points above the norm, each worth one more game (1.4.1d)."""
    if figures.average is None:
        return 0
    spare = 0
    fewest = norm_facts.fewest_half_points(figures.games)
    while (fewer := figures.half_points - 2 * (spare + 1)) >= fewest:
        if figures.average < norm_facts.required_average(norm, fewer, figures.games):
            break
        spare += 1
    return spare


# What the event itself must satisfy (FIDE B.01, 1.1 and 1.4.2)


MOST_ROUNDS_A_DAY = 2
MOST_MINUTES_A_DAY = 12 * 60
FEWEST_MINUTES = 120


def settings_checks(settings: EventSettings) -> tuple[NormCheck, ...]:
    return (
        asserted(NormItem.RATED, settings.rated),
        asserted(NormItem.REGISTERED, settings.registered),
        _rounds_a_day(settings),
        _minutes_a_day(settings),
        _time_control(settings),
        asserted(NormItem.ARBITERS, settings.arbiters),
        asserted(NormItem.ARBITERS_DO_NOT_PLAY, _opposite(settings.arbiters_play)),
        asserted(NormItem.FORMAT, _format_is_allowed(settings)),
        asserted(NormItem.UNCHANGED, _opposite(settings.changed_for_players)),
    )


def _opposite(fact: bool | None) -> bool | None:
    return None if fact is None else not fact


def _minutes_each(settings: EventSettings) -> int | None:
    return None if settings.time_control is None else settings.time_control.minutes + settings.time_control.seconds


def _rounds_a_day(settings: EventSettings) -> NormCheck:
    if settings.most_rounds_a_day is None:
        return NormCheck(NormItem.ROUNDS_A_DAY, CheckState.TO_CONFIRM, None, MOST_ROUNDS_A_DAY)
    return at_most(NormItem.ROUNDS_A_DAY, settings.most_rounds_a_day, MOST_ROUNDS_A_DAY)


def _minutes_a_day(settings: EventSettings) -> NormCheck:
    minutes, rounds = _minutes_each(settings), settings.most_rounds_a_day
    if minutes is None or rounds is None:
        return NormCheck(NormItem.MINUTES_A_DAY, CheckState.TO_CONFIRM, None, MOST_MINUTES_A_DAY)
    return at_most(NormItem.MINUTES_A_DAY, 2 * minutes * rounds, MOST_MINUTES_A_DAY)


def _time_control(settings: EventSettings) -> NormCheck:
    minutes = _minutes_each(settings)
    if minutes is None:
        return NormCheck(NormItem.TIME_CONTROL, CheckState.TO_CONFIRM, None, FEWEST_MINUTES)
    check = at_least(NormItem.TIME_CONTROL, minutes, FEWEST_MINUTES)
    # Since 2026 the Qualification Commission may approve 45 or 60 minutes and 30 seconds.
    approved = check.state is CheckState.FAILED and settings.time_control_approved
    return check._replace(state=CheckState.WAIVED) if approved else check


def _format_is_allowed(settings: EventSettings) -> bool | None:
    if settings.format is None:
        return None
    # 1.4.2e: any other needs approval by the Qualification Commission's chair.
    return settings.format_approved if settings.format is EventFormat.OTHER else True


class Basis(StrEnum):
    """How the number of games is reached."""

    GAMES = "games"
    TEAM_CHAMPIONSHIP = "team-championship"  # seven are enough (1.4.1b)
    WORLD_CUP = "world-cup"  # eight count as nine (1.4.1b)
    LAST_ROUND_FORFEIT = "last-round-forfeit"  # the forfeit win counts as a loss (1.4.2c)
    EIGHT_AND_A_POINT = "eight-and-a-point"  # eight, and a forfeit win or allocated bye, count as nine (1.4.1c)


class DropReason(StrEnum):
    """Why a counted game may be left out."""

    WON = "won"
    LATER = "later"  # not won, but after the norm was complete, where pairings are free

    @property
    def clause(self) -> str:
        return f"FIDE B.01, 1.4.1{'f' if self is DropReason.WON else 'e'}"


class DroppedGame(NamedTuple):
    """A game that the player leaves out."""

    game: NormGame
    reason: DropReason


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A choice of games compared with the check list.

    games: counted, in round order, with a forfeit that counts as a loss. extra_games: see 1.4.1d.
    """

    basis: Basis
    games: tuple[NormGame, ...]
    dropped: tuple[DroppedGame, ...]
    checks: tuple[NormCheck, ...]
    figures: NormFigures
    extra_games: int

    @property
    def achieved(self) -> bool:
        return not self.failed

    @property
    def failed(self) -> tuple[NormCheck, ...]:
        return self._of(CheckState.FAILED)

    @property
    def to_confirm(self) -> tuple[NormCheck, ...]:
        return self._of(CheckState.TO_CONFIRM)

    @property
    def waived(self) -> tuple[NormCheck, ...]:
        return self._of(CheckState.WAIVED)

    @property
    def games_for_title(self) -> int:
        """Return the games that the norm is worth toward the title (1.4.1b to d, 1.7)."""
        as_nine = self.basis in (Basis.WORLD_CUP, Basis.EIGHT_AND_A_POINT)
        games = max(len(self.games), norm_facts.FEWEST_GAMES) if as_nine else len(self.games)
        return min(games, norm_facts.MOST_GAMES_COUNTED) + self.extra_games

    def check(self, item: NormItem) -> NormCheck:
        return next(check for check in self.checks if check.item is item)

    def _of(self, state: CheckState) -> tuple[NormCheck, ...]:
        return tuple(check for check in self.checks if check.state is state)


@dataclass(frozen=True, slots=True)
class Judge:
    """The facts common to all choices of games of one event.

    counted, excluded: in round order. event_checks: independent of the choice.
    """

    snapshot: NormSnapshot
    counted: tuple[NormGame, ...]
    excluded: tuple[ExcludedGame, ...]
    exemption: ClaimedExemption | None
    event_checks: tuple[NormCheck, ...]

    @classmethod
    def of(cls, snapshot: NormSnapshot, template: "Judge | None" = None) -> "Judge":
        """Return the judge of a snapshot; raise InputError if invalid.

        template: a judge of the same event whose checks are reused.
        """
        settings, player = snapshot.settings, snapshot.player
        counted, excluded = counted_games(snapshot)
        if snapshot.score is not None and snapshot.score > len(counted):
            raise InputError(
                f"A score of {snapshot.score:g} is more than {words.counted(len(counted), 'game')} that count "
                "can give. Give the result of every game."
            )
        if template is None:
            return cls(snapshot, counted, excluded, exemption_of(settings, player), settings_checks(settings))
        return cls(snapshot, counted, excluded, template.exemption, template.event_checks)

    @property
    def settings(self) -> EventSettings:
        return self.snapshot.settings

    @property
    def player(self) -> NormPlayer:
        return self.snapshot.player

    @property
    def usual_basis(self) -> Basis:
        championship = self.settings.championship
        if championship is Championship.TEAM and 7 <= self.settings.rounds <= 9:
            return Basis.TEAM_CHAMPIONSHIP
        return Basis.WORLD_CUP if championship is Championship.WORLD_CUP else Basis.GAMES

    def mix(self, games: Sequence[NormGame], norm: TitleNorm) -> tuple[NormCheck, ...]:
        twice = self.settings.format is EventFormat.DOUBLE_ROUND_ROBIN
        return mix_checks(opponents_of(games), norm, self.player, self.exemption, twice=twice)

    def evaluate(
        self, norm: TitleNorm, games: Sequence[NormGame], basis: Basis, dropped: Sequence[DroppedGame] = ()
    ) -> Evaluation:
        total = self.snapshot.score
        half_points = sum(game.half_points for game in games) if total is None else round(2 * total)
        figures = figures_of(games, half_points, norm)
        checks = [*self.event_checks, at_least(NormItem.GAMES, len(games), fewest_games(basis))]
        checks += [*self._all_rounds(), score_check(figures), *self.mix(games, norm), *self._players()]
        checks += rating_checks(figures, norm)
        if norm.women_only:
            checks.append(asserted(NormItem.WOMEN, self.player.woman))
        achieved = all(check.state is not CheckState.FAILED for check in checks)
        extra = extra_games(figures, norm) if achieved else 0
        checks.sort(key=lambda check: check.item.number)
        return Evaluation(basis, tuple(games), tuple(dropped), tuple(checks), figures, extra)

    def whole(self, norm: TitleNorm) -> Evaluation:
        """Return the whole event's evaluation that fails least."""
        usual = self.evaluate(norm, self.counted, self.usual_basis)
        evaluations = [usual]
        # Ways of counting exist only where a single game is missing.
        if usual.failed and len(self.counted) == norm_facts.FEWEST_GAMES - 1 and self.usual_basis is Basis.GAMES:
            forfeit = self._last_round_forfeit()
            if forfeit is not None:
                evaluations.append(self.evaluate(norm, (*self.counted, forfeit), Basis.LAST_ROUND_FORFEIT))
            if self.settings.rounds == norm_facts.FEWEST_GAMES and any(
                excluded.game.is_point_without_play for excluded in self.excluded
            ):
                evaluations.append(self.evaluate(norm, self.counted, Basis.EIGHT_AND_A_POINT))
        return min(evaluations, key=lambda evaluation: len(evaluation.failed))

    def _last_round_forfeit(self) -> NormGame | None:
        for excluded in self.excluded:
            game = excluded.game
            if game.round == self.settings.rounds and game.decided is Decided.FORFEIT and game.score == 1:
                accepted = game.opponent is not None and game.opponent.federation != NOT_FIDE
                return replace(game, score=0.0) if accepted else None
        return None

    def _all_rounds(self) -> tuple[NormCheck, ...]:
        """Return the check that all rounds are played if pairings are predetermined (1.4.1e)."""
        predetermined, rounds = self.settings.pairings_are_predetermined, self.settings.rounds
        if predetermined is False:
            return ()
        return (at_least(NormItem.ALL_ROUNDS, len(self.snapshot.games), rounds, 0 if predetermined else rounds),)

    def _players(self) -> tuple[NormCheck, ...]:
        """Return the check of players in a double round robin (1.4.5)."""
        if self.settings.format is not EventFormat.DOUBLE_ROUND_ROBIN:
            return ()
        people = {opponent.person for opponent in opponents_of(self.snapshot.games)}
        # Not all have been met before the first half is over.
        to_come = self.settings.rounds // 2 - len(people)
        return (at_least(NormItem.PLAYERS, 1 + len(people), norm_facts.FEWEST_PLAYERS_TWICE_AROUND, max(0, to_come)),)


def opponents_of(games: Sequence[NormGame]) -> list[NormOpponent]:
    return [game.opponent for game in games if game.opponent is not None]


def fewest_games(basis: Basis) -> int:
    if basis is Basis.TEAM_CHAMPIONSHIP:
        return norm_facts.FEWEST_TEAM_GAMES
    if basis is Basis.WORLD_CUP:
        return norm_facts.FEWEST_WORLD_CUP_GAMES
    return norm_facts.FEWEST_GAMES - 1 if basis is Basis.EIGHT_AND_A_POINT else norm_facts.FEWEST_GAMES
