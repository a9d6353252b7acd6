"""What is to be expected of a game between two players of a pool, or of everybody against everybody in a group."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from bot.services.context import Actor, Services
from bot.services.oracle.match import match_crosstable
from bot.services.oracle.pools import ParsedSide, PoolPlayer, config_of, in_pool, known_side
from bot.services.players.identity.find import player_meant
from bot.services.upkeep.due_matches import bring_up_to_date
from bot.store import clubs
from bot.store.database import Connection
from bot.store.events import facts
from bot.store.rows import Club, FactKind, Player
from core.crosstable import Crosstable
from core.errors import InputError, NotFoundError, RatingError
from core.formats.common.names import shorten
from core.formats.typed.opponents import ParsedOpponent, ParsedOpponents
from core.lists import RatingList
from core.oracle.batch import Probabilities
from core.oracle.calibration import calibrate
from core.oracle.config import Draws, OracleConfig
from core.oracle.event import PlayerResult, rate_crosstable
from core.oracle.matches import records_of
from core.oracle.reports import win_matrix
from core.oracle.scale import win_probability
from core.oracle.uncertainty import cautious_win_probability, likelihood_of_superiority

MOST_IN_A_GROUP, EVENTS_AT_ONCE = 20, 50
RESULTS = (1.0, 0.5, 0.0)


@dataclass(frozen=True, slots=True)
class PoolPrediction:
    """One game, from the first one's side.

    chance: of winning, with draws as halves. cautious: with what is not known of the two; superiority: of being the
    stronger one. davidson: win, draw and loss where the pool fits draws; None where it does not, or cannot.
    outcomes: of both sides by the first one's score.
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
    """Everybody's chance of beating everybody of a group: rows beat columns."""

    pool: RatingList
    players: tuple[PoolPlayer, ...]
    chances: tuple[tuple[float, ...], ...]
    counts_draws: bool


async def predict_game(
    services: Services, actor: Actor, pool: RatingList, opponent: ParsedSide, side: ParsedSide | None
) -> PoolPrediction:
    """Return what is expected of one game, and what each result would bring both."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolPrediction:
        club = clubs.find(connection, actor.club_id)
        config = config_of(club, pool)
        sides = known_side(connection, club, actor, side), known_side(connection, club, actor, opponent)
        if sides[0].id == sides[1].id:
            raise InputError("That is one player: name two different ones.")
        first, second = (in_pool(connection, club, pool, player) for player in sides)
        difference = first.state.log_strength - second.state.log_strength
        variance = sum(one.state.standard_error(config) ** 2 for one in (first, second))
        return PoolPrediction(
            pool=pool,
            sides=(first, second),
            chance=win_probability(difference),
            cautious=cautious_win_probability(difference, variance),
            superiority=likelihood_of_superiority(difference, variance),
            davidson=_davidson(connection, club, pool, config, sides),
            outcomes=_outcomes(services.today(club), config, (first, second)),
        )

    return await services.database.read(work, club=actor.club_id)


async def predict_group(services: Services, actor: Actor, pool: RatingList, group: ParsedOpponents) -> PoolMatrix:
    """Return the chances of everybody against everybody in a group."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolMatrix:
        club = clubs.find(connection, actor.club_id)
        config = config_of(club, pool)
        named = {player.id: player for player in (_of_group(connection, club, entry) for entry in group.games)}
        if not 2 <= len(named) <= MOST_IN_A_GROUP:
            raise InputError(f"A group is 2 to {MOST_IN_A_GROUP} players: name as many.")
        found = [in_pool(connection, club, pool, player) for player in named.values()]
        found.sort(key=lambda one: (-one.state.log_strength, one.player.name))
        chances = win_matrix([one.state.log_strength for one in found])
        return PoolMatrix(pool, tuple(found), chances, config.counts_draws)

    return await services.database.read(work, club=actor.club_id)


def _of_group(connection: Connection, club: Club, entry: ParsedOpponent) -> Player:
    """Return a player of a group; a rating is nobody here."""
    number, user = entry.player, entry.user
    written = f"#{number}" if number is not None else f"<@{user}>" if user is not None else entry.name
    found = None if written is None else player_meant(connection, club.id, written, partly=True)
    if found is None:
        raise NotFoundError(
            f'"{shorten(entry.text)}" is no player of this club: choose those that are offered as you type, or write '
            '@"Deep Blue" where a name has blanks.'
        )
    return found


def _outcomes(
    day: date, config: OracleConfig, sides: tuple[PoolPlayer, PoolPlayer]
) -> dict[float, tuple[PlayerResult, PlayerResult]]:
    """Rate one game for each of its results."""
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
    """Return what Davidson's model, fitted to all matches of the pool, says of a game; None where it is not asked."""
    if config.draws is not Draws.DAVIDSON or not config.counts_draws:
        return None
    records = (
        record for crosstable in crosstables_of(connection, club, pool) for record in records_of(crosstable, config)
    )
    try:
        calibration = calibrate(records, config)
    except RatingError:  # no match, none with a winner, or no best fit without a prior: the other figures stand
        return None
    if calibration.fit.nu is None:
        return None
    first, second = (calibration.numbers.get(player.id) for player in sides)
    return None if first is None or second is None else calibration.fit.probabilities(first, second)


def crosstables_of(connection: Connection, club: Club, pool: RatingList) -> Iterable[Crosstable]:
    """Return a pool's events that count, in their order, part by part."""
    refs = facts.refs_from(connection, club.id, pool, facts.BEGINNING)
    ids = [ref.id for ref in refs if ref.kind is FactKind.EVENT]
    for start in range(0, len(ids), EVENTS_AT_ONCE):
        yield from facts.crosstables(connection, ids[start : start + EVENTS_AT_ONCE]).values()
