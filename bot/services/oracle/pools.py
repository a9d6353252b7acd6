"""The pools of a club's Oracle players: which there are, who is in them, and whom a text names."""

from dataclasses import dataclass
from datetime import date

from bot.services.context import Actor, Member
from bot.services.fold.replay import is_active
from bot.services.players.identity.find import in_part, player_meant
from bot.services.someone import did_you_mean
from bot.services.transaction import Write
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.people import oracle, players
from bot.store.rows import Club, Player
from core.errors import InputError, NotFoundError
from core.formats.common.names import shorten
from core.lists import RatingList
from core.oracle.config import OracleConfig
from core.oracle.kinds import PlayerKind
from core.oracle.roster import RosterLine
from core.oracle.state import PlayerState, as_keeper
from core.oracle.system import LISTS as POOLS


@dataclass(frozen=True, slots=True)
class ParsedSide:
    """Somebody as written: a name, a player's number (#12) or a mention.

    member: whom the mention names, where the club does not know them yet.
    """

    text: str
    member: Member | None = None


@dataclass(frozen=True, slots=True)
class PoolPlayer:
    """A player of a pool; `kind` is the Keeper's for the Keeper."""

    player: Player
    kind: PlayerKind
    state: PlayerState
    active: bool = True

    @property
    def is_keeper(self) -> bool:
        return self.state.is_keeper

    def line(self, config: OracleConfig) -> RosterLine:
        """Return what tables, reports and files have of a player."""
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


def config_of(club: Club, pool: RatingList) -> OracleConfig:
    """Return a pool's settings; raise NotFoundError for a pool that the club has not opened."""
    if pool is not RatingList.ORACLE and pool not in club.house_rules.oracle_pools:
        number = POOLS.index(pool) + 1
        raise NotFoundError(
            f"This club has no Oracle pool {number}: leave pool out, or ask a TD to open it with "
            f"/oracle settings pool: {number} and a keeper."
        )
    return club.house_rules.oracle_for(pool)


def roster(connection: Connection, club: Club, pool: RatingList, today: date) -> list[PoolPlayer]:
    """Return everybody who is rated in a pool, and its Keeper, who needs no game for that."""
    config = config_of(club, pool)
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
    """Return a player as they stand in a pool; somebody without a game is idle."""
    standing = standings.find(connection, club.id, pool, player.id)
    state = PlayerState() if standing is None else PlayerState.from_json(standing.state)
    kind = oracle.kinds(connection, club.id, [player.id]).get(player.id)
    return _pool_player(player, kind, state, config_of(club, pool))


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
    """Return the player whom somebody means, by default whoever asks; raise NotFoundError for nobody."""
    if side is None:
        own = players.by_user(connection, club.id, actor.member.user_id)
        if own is None:
            raise NotFoundError("You are no player of this club yet: report a match with /oracle match.")
        return own
    if side.member is not None:
        raise NotFoundError(f'"{side.member.name}" is no player of this club: choose one that is offered as you type.')
    return in_part(connection, club.id, side.text)


def ensure_side(write: Write, side: ParsedSide, kind: PlayerKind | None) -> Player:
    """Return the player whom somebody means, added where they are new.

    kind: of a new name. Anybody may add an engine; people who are not on Discord are added by directors.
    """
    if side.member is not None:
        return write.ensure(side.member)
    if kind is None:
        found = player_meant(write.connection, write.club.id, side.text)
        if found is not None:
            return found
        raise NotFoundError(
            did_you_mean(write.connection, write.club.id, side.text)
            or f'"{shorten(side.text)}" is no player of this club: choose one that is offered as you type, mention a '
            "member, or add kind to enter an engine."
        )
    return _of_kind(write, side.text, kind)


def _of_kind(write: Write, name: str, kind: PlayerKind) -> Player:
    """Return the player of a name and a kind, added where the name is new."""
    connection, club = write.connection, write.club
    named = players.named(connection, club.id, name)
    found = named[0] if len(named) == 1 else player_meant(connection, club.id, name) if name[:1] in "#<" else None
    if len(named) > 1:
        raise InputError(
            f"{len(named)} players of this club are called {name}: choose one that is offered as you type."
        )
    if found is not None:
        stored = oracle.kinds(connection, club.id, [found.id])[found.id]
        if (stored or PlayerKind.HUMAN) != kind:
            raise InputError(f"{found.name} is in this club already, as another kind: leave kind out.")
        return found
    if name[:1] in "#<":
        raise NotFoundError(f'"{shorten(name)}" is no player of this club: write a name.')
    if kind is PlayerKind.HUMAN:
        write.require_director("add somebody who is not on Discord")
    details = {} if kind is PlayerKind.HUMAN else {"kind": kind.value}
    return players.add_unlinked(connection, club.id, name, write.now, **details)
