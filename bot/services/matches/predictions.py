"""Predictions of a pool's games, and its matches rated by three systems."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.framework.context import Actor, Services
from bot.services.framework.find_player import player_meant
from bot.services.framework.subject import unknown_player
from bot.services.framework.transaction import read_for
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.services.matches.match import match_crosstable, open_pool
from bot.services.ratings.oracle.pools import ParsedSide, PoolPlayer, in_pool, known_side
from bot.store.club import clubs
from bot.store.database.rows import Club, FactKind, Player
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.people import players
from core.errors import InputError, NotFoundError, RatingError
from core.event.crosstable import Crosstable
from core.files.typed.opponents import ParsedOpponent, ParsedOpponents
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.compared_systems import ComparedSystems, compare_systems
from core.rating.oracle.batch import Probabilities
from core.rating.oracle.config import Draws, OracleConfig, PlayerKind
from core.rating.oracle.event import PlayerResult, rate_crosstable
from core.rating.oracle.formula import (
    cautious_win_probability,
    likelihood_of_superiority,
    log_strength_of,
    win_probability,
)
from core.rating.oracle.reports import win_matrix
from core.rating.oracle.state import PlayerState, records_of
from core.rating.oracle.system import calibrate

MOST_IN_A_GROUP, EVENTS_AT_ONCE = 20, 50
RESULTS = (1.0, 0.5, 0.0)


@dataclass(frozen=True, slots=True)
class PoolPrediction:
    """One game from the first's side.

    chance: of winning, draws as halves. cautious: with both deviations. superiority: chance of being stronger.
    davidson: win, draw, loss or None. outcomes: by the first's score.
    """

    pool: RatingList
    sides: tuple[PoolPlayer, PoolPlayer]
    chance: float
    cautious: float
    superiority: float
    davidson: Probabilities | None
    outcomes: Mapping[float, tuple[PlayerResult, PlayerResult]]


@dataclass(frozen=True, slots=True)
class PoolMatrix:
    """Chances within a group: rows beat columns."""

    pool: RatingList
    players: tuple[PoolPlayer, ...]
    chances: tuple[tuple[float, ...], ...]
    counts_draws: bool


async def predict_game(
    services: Services, actor: Actor, pool: RatingList, opponent: ParsedSide | float, side: ParsedSide | None
) -> PoolPrediction:
    """Return a game's chances. opponent: or a typed Oracle rating."""
    await bring_up_to_date(services, actor.club_id)
    await open_pool(services, actor, pool)

    def work(connection: Connection) -> PoolPrediction:
        club = clubs.find(connection, actor.club_id)
        config = club.house_rules.oracle_for(pool)
        mine = players.by_user(connection, club.id, actor.member.user_id) if side is None else None
        if side is None and mine is None:
            own = Player(0, actor.member.user_id, actor.member.name)
            first = PoolPlayer(own, PlayerKind.HUMAN, PlayerState())
        else:
            own = known_side(connection, club, actor, side)
            first = in_pool(connection, club, pool, own)
        if isinstance(opponent, float):
            second = _as_rated(opponent)
        else:
            other = known_side(connection, club, actor, opponent)
            if own.id == other.id:
                raise InputError("Both are the same player. Name two different ones.")
            second = in_pool(connection, club, pool, other)
        difference = first.state.log_strength - second.state.log_strength
        variance = sum(one.state.standard_error(config) ** 2 for one in (first, second))
        return PoolPrediction(
            pool=pool,
            sides=(first, second),
            chance=win_probability(difference),
            cautious=cautious_win_probability(difference, variance),
            superiority=likelihood_of_superiority(difference, variance),
            davidson=_davidson(connection, club, pool, config, (own, second.player)),
            outcomes=_outcomes(services.today(club), config, (first, second)),
        )

    return await read_for(services, actor, work)


async def predict_group(services: Services, actor: Actor, pool: RatingList, group: ParsedOpponents) -> PoolMatrix:
    await bring_up_to_date(services, actor.club_id)
    await open_pool(services, actor, pool)

    def work(connection: Connection) -> PoolMatrix:
        club = clubs.find(connection, actor.club_id)
        config = club.house_rules.oracle_for(pool)
        typed = [_as_rated(entry.rating) for entry in group.games if entry.rating is not None]
        entries = [entry for entry in group.games if entry.rating is None]
        named = {player.id: player for player in (_of_group(connection, club, entry) for entry in entries)}
        if not 2 <= len(named) + len(typed) <= MOST_IN_A_GROUP:
            raise InputError(f"A group has 2 to {MOST_IN_A_GROUP} players. Name them, for example @Dana, @Eli, @Fay.")
        found = [*typed, *(in_pool(connection, club, pool, player) for player in named.values())]
        found.sort(key=lambda one: (-one.state.log_strength, one.player.name))
        chances = win_matrix([one.state.log_strength for one in found])
        return PoolMatrix(pool, tuple(found), chances, config.counts_draws)

    return await read_for(services, actor, work)


def _as_rated(rating: float) -> PoolPlayer:
    """Return somebody of a typed Oracle rating."""
    state = PlayerState(log_strength=log_strength_of(rating), opened=True, provisional=False)
    return PoolPlayer(Player(-1, None, f"rated {rating:g}"), PlayerKind.HUMAN, state)


def _of_group(connection: Connection, club: Club, entry: ParsedOpponent) -> Player:
    number, user = entry.player, entry.user
    written = f"#{number}" if number is not None else f"<@{user}>" if user is not None else entry.name
    found = None if written is None else player_meant(connection, club.id, written, partly=True)
    if found is None:
        raise NotFoundError(unknown_player(entry.text))
    return found


def _outcomes(
    day: date, config: OracleConfig, sides: tuple[PoolPlayer, PoolPlayer]
) -> dict[float, tuple[PlayerResult, PlayerResult]]:
    first, second = sides
    states = {one.player.id: one.state for one in sides}
    outcomes = {}
    for score in RESULTS if config.counts_draws else (1.0, 0.0):
        game = match_crosstable(day, first.player, second.player, [score], in_order=True)
        results = rate_crosstable(game, states, config)
        outcomes[score] = (results[1], results[2])
    return outcomes


def _davidson(
    connection: Connection, club: Club, pool: RatingList, config: OracleConfig, sides: Sequence[Player]
) -> Probabilities | None:
    if config.draws is not Draws.DAVIDSON or not config.counts_draws:
        return None
    records = (
        record for crosstable in crosstables_of(connection, club, pool) for record in records_of(crosstable, config)
    )
    try:
        calibration = calibrate(records, config)
    except RatingError:  # no match, no winner, or no best fit without a prior: the other figures remain
        return None
    if calibration.fit.nu is None:
        return None
    first, second = (calibration.numbers.get(player.id) for player in sides)
    return None if first is None or second is None else calibration.fit.probabilities(first, second)


def crosstables_of(connection: Connection, club: Club, pool: RatingList) -> Iterable[Crosstable]:
    """Return a pool's counting events in order, read in parts."""
    refs = facts.refs_from(connection, club.id, pool, facts.BEGINNING)
    ids = [ref.id for ref in refs if ref.kind is FactKind.EVENT]
    for start in range(0, len(ids), EVENTS_AT_ONCE):
        yield from facts.crosstables(connection, ids[start : start + EVENTS_AT_ONCE]).values()


# A pool's matches rated by Oracle, Elo and Glicko-2.


@dataclass(frozen=True, slots=True)
class PoolComparison:
    """Three systems on a pool's matches; people: by id. rules: the pool's own."""

    pool: RatingList
    compared: ComparedSystems
    people: Mapping[int, Player]
    rules: ClubRules


async def pool_comparison(services: Services, actor: Actor, pool: RatingList) -> PoolComparison:
    """Return a pool's players and forecasts by three systems; raise NotFoundError without a match."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolComparison:
        club = clubs.find(connection, actor.club_id)
        compared = compare_systems(crosstables_of(connection, club, pool), pool, club.house_rules)
        if not compared.matches:
            raise NotFoundError(f"No match counts in {pool.label} yet. Report one with /match.")
        people = players.by_ids(connection, club.id, {one.player for one in compared.players})
        return PoolComparison(pool, compared, people, club.house_rules)

    return await read_for(services, actor, work)
