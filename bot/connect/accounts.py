"""Read the online ratings of an account at Lichess or chess.com."""

from dataclasses import dataclass

from pydantic import BaseModel, Field

from bot.connect.client import Connections, NothingThereError, Service

SPEEDS = ("bullet", "blitz", "rapid", "classical", "daily")


@dataclass(frozen=True, slots=True)
class OnlineRating:
    """A rating on a site. speed: as the site calls it. games: None if unknown. provisional: as the site says."""

    speed: str
    rating: int
    games: int | None = None
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """An account, with its name as the site writes it."""

    name: str
    ratings: tuple[OnlineRating, ...]


class _Perf(BaseModel):
    games: int = Field(default=0, ge=0)
    rating: int | None = Field(default=None, ge=0, le=4000)
    prov: bool = False


class _LichessUser(BaseModel):
    id: str
    username: str
    disabled: bool = False
    tosViolation: bool = False
    perfs: dict[str, _Perf] = {}


class _Last(BaseModel):
    rating: int = Field(ge=0, le=4000)


class _Record(BaseModel):
    win: int = Field(ge=0)
    loss: int = Field(ge=0)
    draw: int = Field(ge=0)


class _Stats(BaseModel):
    last: _Last
    record: _Record | None = None


class _ChessComStats(BaseModel):
    chess_bullet: _Stats | None = None
    chess_blitz: _Stats | None = None
    chess_rapid: _Stats | None = None
    chess_daily: _Stats | None = None


class _ChessComPlayer(BaseModel):
    username: str
    status: str


async def account(connections: Connections, service: Service, name: str) -> Account:
    """Return an account; raise ConnectError, for one that is closed too."""
    return await (_lichess if service is Service.LICHESS else _chesscom)(connections, name)


async def _lichess(connections: Connections, name: str) -> Account:
    user = await connections.get(Service.LICHESS, "api/user/{}", name, _LichessUser)
    if user.disabled or user.tosViolation:
        raise NothingThereError(f"The account {name} at Lichess is closed. Link another one.")
    ratings = (
        OnlineRating(speed, perf.rating, perf.games, perf.prov)
        for speed in SPEEDS
        if (perf := user.perfs.get(speed)) is not None and perf.rating is not None and perf.games
    )
    return Account(user.username, tuple(ratings))


async def _chesscom(connections: Connections, name: str) -> Account:
    player = await connections.get(Service.CHESSCOM, "player/{}", name.lower(), _ChessComPlayer)
    if player.status.startswith("closed"):
        raise NothingThereError(f"The account {name} at chess.com is closed. Link another one.")
    stats = await connections.get(Service.CHESSCOM, "player/{}/stats", name.lower(), _ChessComStats)
    ratings = []
    for speed in SPEEDS:
        one = getattr(stats, f"chess_{speed}", None)
        if one is not None:
            games = None if one.record is None else one.record.win + one.record.loss + one.record.draw
            ratings.append(OnlineRating(speed, one.last.rating, games))
    return Account(player.username, tuple(ratings))
