"""Games that are not counted (FIDE B.01, 1.4.2)."""

from enum import StrEnum
from typing import NamedTuple

from core.fide.norms.event import Decided, EventSettings, NormGame, NormSnapshot
from core.fide.norms.federations import NOT_FIDE


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
    """Return the games that count and those that do not, each in round order."""
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
