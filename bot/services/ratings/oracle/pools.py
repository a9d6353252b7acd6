"""A club's Oracle pools and their players."""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.find_player import in_part, player_meant
from bot.services.framework.recalculation.replay import is_active
from bot.services.framework.subject import Someone, could_be, find_someone, unknown_player
from bot.services.framework.transaction import Write, read_for
from bot.services.framework.whole_clubs import bring_up_to_date
from bot.store.club import clubs
from bot.store.database.rows import Club, Player
from bot.store.database.transactions import Connection
from bot.store.events import facts
from bot.store.people import oracle, players
from bot.store.ratings import seasons, standings
from core.errors import InputError, NotFoundError
from core.files.common.text import shorten
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.oracle.config import OracleConfig, PlayerKind
from core.rating.oracle.formula import win_probability
from core.rating.oracle.reports import PoolLine, PoolPlayerDetails, details, leaderboard, superiority_by_errors
from core.rating.oracle.state import PlayerState, ResultTally, as_keeper, counted_matches
from core.rating.oracle.system import RosterLine

_KNOWN = re.compile(r"#[0-9]+|<@!?[0-9]+>")


@dataclass(frozen=True, slots=True)
class ParsedSide:
    """A side: a player's number (#12), a mention, or a name that nobody has.

    member: a mentioned non-player. written: the name, by which a pool knows its Keeper.
    """

    text: str
    member: Member | None = None
    written: str = ""

    @property
    def is_known(self) -> bool:
        return self.member is not None or _KNOWN.fullmatch(self.text) is not None


@dataclass(frozen=True, slots=True)
class PoolPlayer:
    """A pool player; `kind` is the Keeper's for the Keeper."""

    player: Player
    kind: PlayerKind
    state: PlayerState
    active: bool = True

    @property
    def is_keeper(self) -> bool:
        return self.state.is_keeper

    def line(self, config: OracleConfig) -> RosterLine:
        state = self.state
        return RosterLine(
            player_id=self.player.id,
            name=self.player.name,
            kind=self.kind,
            is_keeper=state.is_keeper,
            log_strength=state.log_strength,
            games=state.games,
            wins=state.wins,
            losses=state.losses,
            draws=state.draws,
            standard_error=state.standard_error(config),
            confidence=config.initial_confidence if state.confidence is None else state.confidence,
        )


def roster(connection: Connection, club: Club, pool: RatingList, today: date) -> list[PoolPlayer]:
    config = club.house_rules.oracle_for(pool)
    found = [
        _pool_player(listed.player, listed.kind, PlayerState.from_json(listed.state), config, listed.day, today)
        for listed in oracle.everybody(connection, club.id, pool)
    ]
    keeper_id = config.keeper_player
    if keeper_id is not None and all(one.player.id != keeper_id for one in found):
        known = players.by_ids(connection, club.id, [keeper_id]).get(keeper_id)
        if known is not None:
            found.append(_pool_player(known, None, PlayerState(), config, today, today))
    return found


def in_pool(connection: Connection, club: Club, pool: RatingList, player: Player) -> PoolPlayer:
    """Return a player in a pool; without games they are idle."""
    standing = standings.find(connection, club.id, pool, player.id)
    state = PlayerState() if standing is None else PlayerState.from_json(standing.state)
    kind = oracle.kinds(connection, club.id, [player.id]).get(player.id)
    return _pool_player(player, kind, state, club.house_rules.oracle_for(pool))


def _pool_player(
    player: Player,
    kind: str | None,
    state: PlayerState,
    config: OracleConfig,
    last: date | None = None,
    today: date | None = None,
) -> PoolPlayer:
    if player.id == config.keeper_player:
        return PoolPlayer(player, PlayerKind.AI_KEEPER, as_keeper(state))
    active = last is None or today is None or is_active(last, today)
    return PoolPlayer(player, PlayerKind.HUMAN if kind is None else PlayerKind(kind), state, active)


def known_side(connection: Connection, club: Club, actor: Actor, side: ParsedSide | None) -> Player:
    """Return the player meant (default: the actor); raise NotFoundError."""
    if side is None:
        own = players.by_user(connection, club.id, actor.member.user_id)
        if own is None:
            raise NotFoundError("You are not a player of this club yet. Report a match with /match.")
        return own
    if side.member is not None:
        raise NotFoundError(unknown_player(side.member.name))
    return in_part(connection, club.id, side.text)


def ensure_side(write: Write, side: ParsedSide, kind: PlayerKind | None) -> Player:
    """Return the player meant, adding a new one.

    kind: of a new name. Everybody may add engines, only directors people.
    """
    if side.member is not None:
        return write.ensure(side.member)
    if kind is None:
        return in_part(write.connection, write.club.id, side.text, partly=False)
    return _of_kind(write, side.text, kind)


def _of_kind(write: Write, name: str, kind: PlayerKind) -> Player:
    connection, club = write.connection, write.club
    named = players.named(connection, club.id, name)
    found = named[0] if len(named) == 1 else player_meant(connection, club.id, name) if name[:1] in "#<" else None
    if len(named) > 1:
        raise InputError(could_be(name, named))
    if found is not None:
        stored = oracle.kinds(connection, club.id, [found.id])[found.id]
        if (stored or PlayerKind.HUMAN) != kind:
            raise InputError(f"{found.name} is already in this club, as another kind. Remove the option kind.")
        return found
    if name[:1] in "#<":
        raise NotFoundError(f'"{shorten(name)}" is not a name. Write a player\'s name.')
    if kind is PlayerKind.HUMAN:
        write.require_director("add players who are not on Discord")
    details = {} if kind is PlayerKind.HUMAN else {"kind": kind.value}
    return players.add_unlinked(connection, club.id, name, write.now, **details)


# A pool's leaderboard and cards.


MATCHES_LOOKED_AT, RIVALS_SHOWN = 200, 8


@dataclass(frozen=True, slots=True)
class PoolBoard:
    """A pool's players by rank.

    sure: rank only by sure superiority. me: the actor's player. inactive: hidden players without games for a year.
    season: the running one. rules: the club's.
    """

    pool: RatingList
    lines: tuple[PoolLine, ...]
    sure: bool
    inactive: int
    me: int | None
    rules: ClubRules
    season: int | None = None


class Rival(NamedTuple):
    """A record against another player; chance: of winning now."""

    player: Player
    tally: ResultTally
    chance: float


@dataclass(frozen=True, slots=True)
class PoolCard:
    """A pool player's card. rivals: most frequent ones. calibrated: day of the last calibration."""

    pool: RatingList
    one: PoolPlayer
    details: PoolPlayerDetails
    rivals: Sequence[Rival]

    @property
    def calibrated(self) -> date | None:
        return self.one.state.calibrated


async def pool_board(
    services: Services, actor: Actor, pool: RatingList, *, everyone: bool = False, sure: bool = False
) -> PoolBoard:
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolBoard:
        club = clubs.find(connection, actor.club_id)
        config = club.house_rules.oracle_for(pool)
        found = roster(connection, club, pool, services.today(club))
        secret = players.hidden_among(connection, [one.player.id for one in found])
        found = [one for one in found if one.player.id not in secret or one.player.user_id == actor.member.user_id]
        kept = [one for one in found if one.active or everyone]
        lines = leaderboard(
            (one.line(config) for one in kept),
            config,
            superiority=superiority_by_errors if sure else None,
            provisional=club.house_rules.provisional_on(pool),
        )
        own = players.by_user(connection, club.id, actor.member.user_id)
        season = seasons.running(connection, club.id, pool)
        return PoolBoard(
            pool=pool,
            lines=lines,
            sure=sure,
            inactive=len(found) - len(kept),
            me=None if own is None else own.id,
            season=None if season is None else season.id,
            rules=club.house_rules,
        )

    return await read_for(services, actor, work)


async def pool_card(services: Services, actor: Actor, pool: RatingList, who: Someone | None) -> PoolCard:
    """Return a pool player's card; raise NotFoundError without games."""
    await bring_up_to_date(services, actor.club_id)

    def work(connection: Connection) -> PoolCard:
        club = clubs.find(connection, actor.club_id)
        config, player = club.house_rules.oracle_for(pool), _rated(connection, club, actor, who)
        one = in_pool(connection, club, pool, player)
        if not one.state.is_rated:
            raise NotFoundError(f"{player.name} has no {pool.label} rating yet. Report a match with /match.")
        tallies = _tallies(connection, club.id, pool, player.id, config)
        most = sorted(tallies, key=lambda key: (-sum(tallies[key]), key))[:RIVALS_SHOWN]
        people = players.by_ids(connection, club.id, most)
        own = one.state.log_strength
        rivals = [
            Rival(people[key], tallies[key], win_probability(own - _strength(connection, club, pool, people[key])))
            for key in most
            if key in people
        ]
        return PoolCard(pool, one, details(one.line(config), config), rivals)

    return await read_for(services, actor, work)


def _rated(connection: Connection, club: Club, actor: Actor, who: Someone | None) -> Player:
    found = find_someone(connection, club.id, who or actor.member)
    if found is None:
        if who is None:
            raise NotFoundError("You are not a player of this club yet. Report a match with /match.")
        raise NotFoundError(f"{who.name} is not a player of this club yet. Report a match with /match.")
    return found


def _strength(connection: Connection, club: Club, pool: RatingList, player: Player) -> float:
    return in_pool(connection, club, pool, player).state.log_strength


def _tallies(
    connection: Connection, club_id: int, pool: RatingList, player_id: int, config: OracleConfig
) -> dict[int, ResultTally]:
    events = facts.events_of(connection, club_id, player_id, MATCHES_LOOKED_AT, pool)
    tallies: dict[int, ResultTally] = defaultdict(lambda: ResultTally(0, 0, 0))
    for crosstable in facts.crosstables(connection, [event.id for event in events]).values():
        for match in counted_matches(crosstable, config):
            tally = match.tally
            if tally is None or player_id not in (match.first.player, match.second.player):
                continue
            other = match.second.player
            if player_id == other:
                other, tally = match.first.player, ResultTally(tally.losses, tally.wins, tally.draws)
            if isinstance(other, int):
                sums = (sum(counts) for counts in zip(tallies[other], tally, strict=True))
                tallies[other] = ResultTally(*sums)
    return dict(tallies)
