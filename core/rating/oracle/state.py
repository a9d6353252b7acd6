"""A player's Oracle state."""

from collections.abc import Hashable, Mapping, Sequence
from datetime import date
from math import floor
from operator import attrgetter
from typing import Any, NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import Crosstable, Entrant, Game
from core.event.entered_rating import EnteredRating
from core.rating.oracle.config import DEFAULT, OracleConfig, PlayerKind
from core.rating.oracle.formula import (
    MAX_LOG_STRENGTH,
    incremental_error,
    information_of,
    log_strength_of,
    rating_of,
    win_probability,
)
from core.words import counted


class PlayerState(NamedTuple):
    """A player's state; by default without a game.

    log_strength: Keeper 0. games: behind the rating; wins, losses, draws: known results. entered: games of an
    entered rating.
    information: of the games, relative to the Keeper. opened: has an initial rating. calibrated: day of the last batch.
    confidence: the seed's. raw, origin: log strengths of player and Keeper where all are rebalanced.
    """

    log_strength: float = 0.0
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0
    information: float = 0.0
    kind: PlayerKind = PlayerKind.HUMAN
    is_keeper: bool = False
    provisional: bool = True
    opened: bool = False
    calibrated: date | None = None
    entered: int = 0
    confidence: float | None = None
    raw: float | None = None
    origin: float = 0.0

    @property
    def is_rated(self) -> bool:
        """Return whether the player has games; an idle player has the Keeper's strength."""
        return self.games > 0 or self.opened or self.is_keeper or self.calibrated is not None

    @property
    def rating(self) -> float:
        """Return the unrounded rating, 0 to 100."""
        return rating_of(self.log_strength)

    def standard_error(self, config: OracleConfig = DEFAULT) -> float:
        """Return the approximate standard error of the log strength; 0 for the Keeper."""
        return 0.0 if self.is_keeper else incremental_error(self.information, self.games, config)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            name: value for name, value, default in zip(self._fields, self, _IDLE, strict=True) if value != default
        }
        if self.calibrated is not None:
            data["calibrated"] = self.calibrated.isoformat()
        return data

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "PlayerState":
        fields = dict(data)
        if "kind" in fields:
            fields["kind"] = PlayerKind(fields["kind"])
        if "calibrated" in fields:
            fields["calibrated"] = date.fromisoformat(fields["calibrated"])
        return cls(**fields)


IMPORTED_CONFIDENCE, CONFIDENCE_DECAY = 50.0, 0.95
"""Of players without one in the table, and its factor per match, as in the seed's program."""

_IDLE = PlayerState()


def enter_rating(state: PlayerState, entered: EnteredRating, config: OracleConfig = DEFAULT) -> PlayerState:
    """Return the state after an entered rating; raise InputError or RuleError.

    Given games replace the history, as if against the Keeper.
    """
    if entered.peak is not None or entered.floor is not None:
        raise RuleError("An Oracle rating has neither a peak nor a floor. Remove them.")
    log_strength, record = log_strength_of(entered.rating), entered.record
    if state.is_keeper or (entered.player is not None and entered.player == config.keeper_player):
        state, log_strength = as_keeper(state), 0.0
    if entered.games is None:
        return at_strength(state, log_strength)._replace(opened=True)
    if entered.games < 0:
        raise RuleError(f"{entered.games} is not a number of games. Write 0 or more.")
    chance = win_probability(log_strength)
    after = PlayerState(
        games=entered.games,
        information=entered.games * chance * (1 - chance),
        kind=state.kind,
        is_keeper=state.is_keeper,
        provisional=entered.games < config.provisional_games,
        opened=True,
        entered=entered.games,
        raw=state.raw,
        origin=state.origin,
    )
    if record is not None:
        confidence = IMPORTED_CONFIDENCE if record.confidence is None else record.confidence
        after = after._replace(wins=record.wins, losses=record.losses, draws=record.draws, confidence=confidence)
        if record.standard_error is not None and record.standard_error > 0:
            after = after._replace(information=information_of(record.standard_error, config))
    return at_strength(after, log_strength)


def at_strength(state: PlayerState, log_strength: float) -> PlayerState:
    """Return the state at a log strength relative to the Keeper."""
    if state.raw is None or state.is_keeper:
        return state._replace(log_strength=log_strength)
    raw = log_strength + state.origin
    return state._replace(log_strength=raw - state.origin, raw=raw)


def measured(state: PlayerState, keeper: PlayerState) -> PlayerState:
    origin = keeper.raw or 0.0
    if state.is_keeper:
        return state._replace(raw=origin, origin=origin)
    raw = origin if not state.is_rated else state.log_strength if state.raw is None else state.raw
    return state._replace(log_strength=raw - origin, raw=raw, origin=origin)


def as_keeper(state: PlayerState) -> PlayerState:
    """Return the state of a player who becomes the benchmark."""
    return state._replace(log_strength=0.0, is_keeper=True, kind=PlayerKind.AI_KEEPER)


def apply_calibration(
    state: PlayerState, log_strength: float, standard_error: float, day: date, config: OracleConfig = DEFAULT
) -> PlayerState:
    """Return the state with a batch's strength; games and record stay.

    log_strength, standard_error: relative to the Keeper.
    """
    if state.is_keeper:
        return state._replace(calibrated=day)
    moved = at_strength(state, max(-MAX_LOG_STRENGTH, min(MAX_LOG_STRENGTH, log_strength)))
    return moved._replace(
        information=information_of(standard_error, config),
        calibrated=day,
    )


class ResultTally(NamedTuple):
    """Games by their results."""

    wins: int
    losses: int
    draws: int


class PairMatch(NamedTuple):
    """All games of two entrants, from the first's side.

    round: the first. results: in order; None if unknown. tally: None if unknown. is_told: known exactly.
    """

    first: Entrant
    second: Entrant
    round: int
    games: int
    points: float
    results: tuple[float, ...] | None
    tally: ResultTally | None
    is_known: bool = True

    def without_draws(self) -> "PairMatch":
        """Return the match without its draws, where these are known."""
        if self.tally is None or not self.is_known:
            return self
        wins, losses, _ = self.tally
        results = None if self.results is None else tuple(result for result in self.results if result != 0.5)
        return self._replace(
            games=wins + losses, points=float(wins), results=results, tally=ResultTally(wins, losses, 0)
        )


class MatchRecord(NamedTuple):
    """A match between two players of the club, for a batch; None is the Keeper."""

    first: Hashable | None
    second: Hashable | None
    wins: int
    losses: int
    draws: int = 0


def fewest_draws(points: float, games: int) -> ResultTally:
    """Return a total score's tally: whole points are wins, a half a draw."""
    wins = floor(points)
    draws = 1 if points > wins else 0
    return ResultTally(wins, games - wins - draws, draws)


def counted_matches(
    crosstable: Crosstable, config: OracleConfig, scores: Mapping[int, Sequence[float | None]] | None = None
) -> list[PairMatch]:
    """Return the matches with a counting game, without draws that do not count."""
    matches = pair_matches(crosstable, scores_of(crosstable) if scores is None else scores)
    if not config.counts_draws:
        matches = [match.without_draws() for match in matches]
    return [match for match in matches if match.games]


def scores_of(crosstable: Crosstable) -> dict[int, list[float | None]]:
    return {entrant.number: seat.scores for entrant, seat in zip(crosstable.entrants, crosstable.seats(), strict=True)}


def pair_matches(crosstable: Crosstable, scores: Mapping[int, Sequence[float | None]]) -> list[PairMatch]:
    """Return everybody's matches in order; raise InputError if invalid.

    scores: those of `scores_of`.
    """
    entrants = {entrant.number: entrant for entrant in crosstable.entrants}
    means = {number: _mean_of_unknown(entrant, scores[number]) for number, entrant in entrants.items()}
    unknown = {number: own.count(None) for number, own in scores.items()}
    met: dict[tuple[int, int], list[Game]] = {}
    for game in sorted(crosstable.games, key=attrgetter("round")):
        if game.rated:
            pair = (game.first, game.second) if game.first < game.second else (game.second, game.first)
            met.setdefault(pair, []).append(game)
    return [
        _match(entrants[games[0].first], entrants[games[0].second], games, means, unknown) for games in met.values()
    ]


def tally_of(entrant: Entrant, scores: Sequence[float | None]) -> ResultTally:
    """Return an entrant's tally over the event; of a bare total, with fewest draws."""
    wins, losses, draws = scores.count(1.0), scores.count(0.0), scores.count(0.5)
    if entrant.score is None or None not in scores:
        return ResultTally(wins, losses, draws)
    known = wins + losses + draws
    rest = fewest_draws(entrant.score - (wins + draws / 2), len(scores) - known)
    return ResultTally(wins + rest.wins, losses + rest.losses, draws + rest.draws)


def is_keeper(entrant: Entrant, config: OracleConfig) -> bool:
    """Return whether an entrant is the Keeper by the settings, or by name."""
    if entrant.player is not None:
        return entrant.player == config.keeper_player
    return (entrant.name or "").strip().casefold() == config.keeper_name.strip().casefold()


def records_of(crosstable: Crosstable, config: OracleConfig) -> list[MatchRecord]:
    """Return the matches between club players or with the Keeper; not those with only a mean."""
    records = []
    for match in counted_matches(crosstable, config):
        sides = [(entrant, is_keeper(entrant, config)) for entrant in (match.first, match.second)]
        if match.tally is not None and all(keeper or entrant.player is not None for entrant, keeper in sides):
            first, second = (None if keeper else entrant.player for entrant, keeper in sides)
            records.append(MatchRecord(first, second, *match.tally))
    return records


def _mean_of_unknown(entrant: Entrant, scores: Sequence[float | None]) -> float | None:
    if entrant.score is None or None not in scores:
        return None
    known = [score for score in scores if score is not None]
    mean = (entrant.score - sum(known)) / (len(scores) - len(known))
    if not 0 <= mean <= 1:
        raise InputError(
            f"Player {entrant.number}: a score must be between 0 and the {counted(len(scores), 'game')} played, "
            f"not at {entrant.score:g}."
        )
    return mean


def _match(
    first: Entrant,
    second: Entrant,
    games: Sequence[Game],
    means: Mapping[int, float | None],
    all_unknown: Mapping[int, int],
) -> PairMatch:
    scores = [
        None if game.score is None else game.score if game.first == first.number else 1 - game.score for game in games
    ]
    known = tuple(score for score in scores if score is not None)
    unknown = len(scores) - len(known)
    points, rest = float(sum(known)), ResultTally(0, 0, 0)
    results = None
    if unknown:
        missing = unknown * _agreed(first, second, means)
        points += missing
        rest = fewest_draws(missing, unknown)
    elif first.score is None and second.score is None:
        results = known
    tally = ResultTally(known.count(1.0) + rest.wins, known.count(0.0) + rest.losses, known.count(0.5) + rest.draws)
    is_whole = (2 * points).is_integer() if unknown else True
    one_total = any(
        means[entrant.number] is not None and all_unknown[entrant.number] == unknown for entrant in (first, second)
    )
    return PairMatch(
        first=first,
        second=second,
        round=games[0].round,
        games=len(scores),
        points=points,
        results=results,
        tally=tally if is_whole else None,
        is_known=not unknown or one_total,
    )


def _agreed(first: Entrant, second: Entrant, means: Mapping[int, float | None]) -> float:
    own, other = means[first.number], means[second.number]
    if own is None and other is None:
        raise InputError(f"Player {first.number} has games without a result. Give the results or the total score.")
    if own is not None and other is not None and abs(own + other - 1) > 1e-9:
        raise InputError(
            f"The totals of players {first.number} and {second.number} do not show how they played against each "
            "other. Give the results."
        )
    return own if own is not None else 1 - (other or 0.0)
