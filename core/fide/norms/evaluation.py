"""One event held against the check list: the whole of it, or the games that a player has chosen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from core import words
from core.errors import InputError
from core.fide.norms import counts
from core.fide.norms.checks import CheckState, NormCheck, NormItem, asserted, at_least
from core.fide.norms.event import (
    Championship,
    Decided,
    EventFormat,
    EventSettings,
    NormGame,
    NormOpponent,
    NormPlayer,
    NormSnapshot,
)
from core.fide.norms.exclusions import ExcludedGame, counted_games
from core.fide.norms.federations import NOT_FIDE
from core.fide.norms.figures import NormFigures, extra_games, figures_of, rating_checks, score_check
from core.fide.norms.mix import ClaimedExemption, exemption_of, mix_checks
from core.fide.norms.settings_checks import settings_checks
from core.fide.norms.titles import TitleNorm


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
    """A choice of games held against the check list.

    games: those that count, in round order; a forfeit that counts as a loss is among them.
    extra_games: full points above what the norm takes; each is one more game for the title. 0 without a norm.
    """

    basis: Basis
    games: tuple[NormGame, ...]
    dropped: tuple[DroppedGame, ...]
    checks: tuple[NormCheck, ...]
    figures: NormFigures
    extra_games: int

    @property
    def achieved(self) -> bool:
        """Return whether nothing fails; there may be something left to confirm."""
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
        games = max(len(self.games), counts.FEWEST_GAMES) if as_nine else len(self.games)
        return min(games, counts.MOST_GAMES_COUNTED) + self.extra_games

    def check(self, item: NormItem) -> NormCheck:
        """Return a line of the check list; raise StopIteration for one that is not on it."""
        return next(check for check in self.checks if check.item is item)

    def _of(self, state: CheckState) -> tuple[NormCheck, ...]:
        return tuple(check for check in self.checks if check.state is state)


@dataclass(frozen=True, slots=True)
class Judge:
    """What is the same for all choices of games from one event.

    counted, excluded: the games in round order. event_checks: the lines of the check list that hang on the event alone.
    """

    snapshot: NormSnapshot
    counted: tuple[NormGame, ...]
    excluded: tuple[ExcludedGame, ...]
    exemption: ClaimedExemption | None
    event_checks: tuple[NormCheck, ...]

    @classmethod
    def of(cls, snapshot: NormSnapshot, template: "Judge | None" = None) -> "Judge":
        """Return the judge of a snapshot; raise InputError when the total score does not fit the counted games.

        template: a judge of the same event with other games, of whose event nothing needs to be worked out again.
        """
        settings, player = snapshot.settings, snapshot.player
        counted, excluded = counted_games(snapshot)
        if snapshot.score is not None and snapshot.score > len(counted):
            raise InputError(
                f"A score of {snapshot.score:g} is more than {words.counted(len(counted), 'game')} that count "
                "can give: give the result of every game."
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
        """Hold a choice of games against the mix of opponents."""
        twice = self.settings.format is EventFormat.DOUBLE_ROUND_ROBIN
        return mix_checks(opponents_of(games), norm, self.player, self.exemption, twice=twice)

    def evaluate(
        self, norm: TitleNorm, games: Sequence[NormGame], basis: Basis, dropped: Sequence[DroppedGame] = ()
    ) -> Evaluation:
        """Hold a choice of games against the check list of a norm."""
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
        """Hold the whole event against the check list, by whichever way of counting fails the least."""
        usual = self.evaluate(norm, self.counted, self.usual_basis)
        evaluations = [usual]
        # A choice of ways is only there where a single game is missing, and none is needed where none is.
        if usual.failed and len(self.counted) == counts.FEWEST_GAMES - 1 and self.usual_basis is Basis.GAMES:
            forfeit = self._last_round_forfeit()
            if forfeit is not None:
                evaluations.append(self.evaluate(norm, (*self.counted, forfeit), Basis.LAST_ROUND_FORFEIT))
            if self.settings.rounds == counts.FEWEST_GAMES and any(
                excluded.game.is_point_without_play for excluded in self.excluded
            ):
                evaluations.append(self.evaluate(norm, self.counted, Basis.EIGHT_AND_A_POINT))
        return min(evaluations, key=lambda evaluation: len(evaluation.failed))

    def _last_round_forfeit(self) -> NormGame | None:
        """Return a forfeit win of the last round as the loss that it may be counted as."""
        for excluded in self.excluded:
            game = excluded.game
            if game.round == self.settings.rounds and game.decided is Decided.FORFEIT and game.score == 1:
                accepted = game.opponent is not None and game.opponent.federation != NOT_FIDE
                return replace(game, score=0.0) if accepted else None
        return None

    def _all_rounds(self) -> tuple[NormCheck, ...]:
        """Return the check that no round is left out, or still to come, where pairings are predetermined (1.4.1e)."""
        predetermined, rounds = self.settings.pairings_are_predetermined, self.settings.rounds
        if predetermined is False:
            return ()
        return (at_least(NormItem.ALL_ROUNDS, len(self.snapshot.games), rounds, 0 if predetermined else rounds),)

    def _players(self) -> tuple[NormCheck, ...]:
        """Return the check that a double round robin has players enough (1.4.5)."""
        if self.settings.format is not EventFormat.DOUBLE_ROUND_ROBIN:
            return ()
        people = {opponent.person for opponent in opponents_of(self.snapshot.games)}
        # Not all have been met before the first half is over.
        to_come = self.settings.rounds // 2 - len(people)
        return (at_least(NormItem.PLAYERS, 1 + len(people), counts.FEWEST_PLAYERS_TWICE_AROUND, max(0, to_come)),)


def opponents_of(games: Sequence[NormGame]) -> list[NormOpponent]:
    """Return the opponents of games, one for each."""
    return [game.opponent for game in games if game.opponent is not None]


def fewest_games(basis: Basis) -> int:
    """Return the games that a way of counting asks for."""
    if basis is Basis.TEAM_CHAMPIONSHIP:
        return counts.FEWEST_TEAM_GAMES
    if basis is Basis.WORLD_CUP:
        return counts.FEWEST_WORLD_CUP_GAMES
    return counts.FEWEST_GAMES - 1 if basis is Basis.EIGHT_AND_A_POINT else counts.FEWEST_GAMES
