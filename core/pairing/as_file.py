"""What a round is paired from, as a file tells it: whoever reads the file pairs the same round."""

from dataclasses import replace

from core.crosstable import Bye, ByeKind, Game
from core.event_file import Accelerated, Conduct, Forbidden
from core.pairing.order import last_of_group_a, virtual_points
from core.pairing.snapshot import Snapshot


def facts_before(snapshot: Snapshot) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return the games and byes before the round to pair, with the byes of that round: absences have no points."""
    games = tuple(game for game in snapshot.crosstable.games if game.round < snapshot.round)
    byes = [_with_its_points(snapshot, bye) for bye in snapshot.byes]
    byes += [
        Bye(snapshot.round, number, ByeKind.ZERO_POINT if number in snapshot.absent else snapshot.asked[number])
        for number in sorted(snapshot.absent | snapshot.asked.keys())
    ]
    return games, tuple(byes)


def _with_its_points(snapshot: Snapshot, bye: Bye) -> Bye:
    is_half = snapshot.half_point_bye and (bye.round, bye.entrant) in snapshot.given_byes
    return replace(bye, kind=ByeKind.HALF_POINT) if is_half else bye


def conduct_before(snapshot: Snapshot) -> Conduct:
    """Return how the rounds before were paired, as far as the next ones depend on it."""
    accelerated: tuple[Accelerated, ...] = ()
    if snapshot.accelerated:
        last = last_of_group_a(snapshot)
        points = enumerate(virtual_points(snapshot.rounds), start=1)
        accelerated = tuple(Accelerated(more, number, number, 1, last) for number, more in points)
    return Conduct(
        white_first=snapshot.white_first,
        given_byes=snapshot.given_byes,
        half_point_bye=snapshot.half_point_bye,
        accelerated=accelerated,
        forbidden=tuple(
            Forbidden(1, snapshot.rounds if pair.until is None else pair.until, (pair.first, pair.second))
            for pair in snapshot.forbidden
        ),
    )
