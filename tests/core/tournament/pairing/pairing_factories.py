"""Events to pair, made of a few words."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.tournament.pairing.snapshot import Board, Snapshot

DAY = date(2026, 11, 22)


def entrants(count: int) -> tuple[Entrant, ...]:
    return tuple(Entrant(number, 2007 - 7 * number, name=f"Player {number}") for number in range(1, count + 1))


def snapshot(
    players: int, games: Iterable[Game] = (), byes: Iterable[Bye] = (), *, round: int = 1, rounds: int = 5, **more: Any
) -> Snapshot:
    return Snapshot(Crosstable(DAY, entrants(players), tuple(games), tuple(byes)), round, rounds, **more)


def played(round_number: int, first: int, second: int, score: float = 1, margin: int = 0) -> Game:
    return Game(round_number, first, second, score, True, 400 + margin, 400)


def after(before: Snapshot, boards: Iterable[Board], results: Mapping[int, float | None], **more: Any) -> Snapshot:
    """Return the next round's snapshot."""
    games, byes = list(before.crosstable.games), list(before.crosstable.byes)
    allocated = set(before.given_byes)
    for place, board in enumerate(boards):
        if board.second is None:
            byes.append(Bye(before.round, board.first, ByeKind.FULL_POINT))
            allocated.add((before.round, board.first))
        elif (score := results[place]) is None:
            byes.append(Bye(before.round, board.first, ByeKind.FORFEIT_WIN, board.second))
            byes.append(Bye(before.round, board.second, ByeKind.FORFEIT_LOSS, board.first))
        else:
            games.append(played(before.round, board.first, board.second, score, round(100 * (score - 0.5))))
    byes += [Bye(before.round, number, kind) for number, kind in before.asked.items()]
    table = Crosstable(DAY, before.crosstable.entrants, tuple(games), tuple(byes))
    kept: dict[str, Any] = {"lot": before.lot, "white_first": before.white_first}
    return Snapshot(table, before.round + 1, before.rounds, allocated=frozenset(allocated), **(kept | more))
