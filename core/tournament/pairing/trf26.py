"""A Swiss as TRF26 text for the pairing engine; names are P1, P2 and so on."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.event.crosstable import Bye, ByeKind, Game
from core.event.event_file import Accelerated, Conduct, Forbidden
from core.tournament.pairing.snapshot import Pairing, Snapshot, last_of_group_a, virtual_points
from core.words import displayed

_RATED, _NOT_RATED = {1.0: "1", 0.5: "=", 0.0: "0"}, {1.0: "W", 0.5: "D", 0.0: "L"}
_BYES = {ByeKind.FULL_POINT: "F", ByeKind.FORFEIT_WIN: "F", ByeKind.HALF_POINT: "H"}
_FORFEITS = {ByeKind.FORFEIT_WIN: "+", ByeKind.FORFEIT_LOSS: "-"}
_ABSENT = "0000 - Z"


@dataclass(frozen=True, slots=True)
class EngineText:
    """A question for the engine. numbers: pairing numbers of its 1, 2 and so on."""

    text: str
    round: int
    numbers: tuple[int, ...]

    def pairings(self, pairs: list[tuple[int, int]]) -> tuple[Pairing, ...]:
        """Return the engine's answer in the event's pairing numbers; 0 is a bye."""
        return tuple(
            Pairing(self.numbers[white - 1], self.numbers[black - 1] if black else None) for white, black in pairs
        )


def engine_text(snapshot: Snapshot) -> EngineText:
    """Return the round for the engine; equal facts give equal texts."""
    numbers = tuple(entrant.number for entrant in snapshot.entrants)
    place_of = {number: place for place, number in enumerate(numbers, start=1)}
    lines = [
        "012 Crosstable",
        f"142 {snapshot.rounds}",
        f"152 {'W' if snapshot.white_first else 'B'}",
        f"162  W 1.0    D 0.5    L 0.0    A 0.0    P {0.5 if snapshot.half_point_bye else 1.0}",
        "192 FIDE_DUTCH",
        *_players(snapshot, place_of),
        *_byes(snapshot, place_of),
        *_acceleration(snapshot, place_of),
        *_forbidden(snapshot, place_of),
    ]
    return EngineText("".join(f"{line}\n" for line in lines), snapshot.round, numbers)


def _players(snapshot: Snapshot, place_of: Mapping[int, int]) -> list[str]:
    """Return record 001 of everybody: columns 1 to 89, then ten per round."""
    cells = _cells(snapshot, place_of)
    lines = []
    for entrant in snapshot.entrants:
        place, points = place_of[entrant.number], snapshot.half_points[entrant.number] / 2
        rating = displayed(entrant.rating or 0)
        rounds = [cells.get((number, entrant.number), _ABSENT) for number in range(1, snapshot.round)]
        player = f"001 {place:4d}      {f'P{place}':<33} {rating:4d} {'':26} {points:4.1f} {place:4d}"
        lines.append("  ".join([player, *rounds]))
    return lines


def _cells(snapshot: Snapshot, place_of: Mapping[int, int]) -> dict[tuple[int, int], str]:
    cells = {}
    for game in snapshot.crosstable.games:
        if game.round < snapshot.round and game.score is not None:
            codes = _RATED if game.rated else _NOT_RATED
            white, black = ("b", "w") if game.first_began is False else ("w", "b")
            cells[game.round, game.first] = f"{place_of[game.second]:4d} {white} {codes[game.score]}"
            cells[game.round, game.second] = f"{place_of[game.first]:4d} {black} {codes[1 - game.score]}"
    forfeits = {(bye.round, bye.entrant, bye.opponent): _FORFEITS.get(bye.kind) for bye in snapshot.byes}
    for bye in snapshot.byes:
        other = place_of.get(bye.opponent or 0)
        mine, theirs = _FORFEITS.get(bye.kind), forfeits.get((bye.round, bye.opponent or 0, bye.entrant))
        if (bye.round, bye.entrant) in snapshot.given_byes:
            cell = "0000 - U"
        elif mine and theirs and other:
            # The engine requires colours, but counts none of an unplayed game.
            colour = "w" if place_of[bye.entrant] < other else "b"
            cell = f"{other:4d} {colour} {mine}"
        else:
            cell = f"0000 - {_BYES.get(bye.kind, 'Z')}"
        cells[bye.round, bye.entrant] = cell
    return cells


def _byes(snapshot: Snapshot, place_of: Mapping[int, int]) -> list[str]:
    """Return record 240 for each kind of bye; absentees have one without points."""
    kinds: dict[str, list[int]] = {}
    playing = set(snapshot.playing)
    for number, place in place_of.items():
        if number not in playing:
            kind = None if number in snapshot.absent else snapshot.asked[number]
            letter = "Z" if kind is None else _BYES.get(kind, "Z")
            kinds.setdefault(letter, []).append(place)
    return [
        f"240 {letter} {snapshot.round:03d} " + " ".join(f"{place:04d}" for place in places)
        for letter, places in sorted(kinds.items())
    ]


def _acceleration(snapshot: Snapshot, place_of: Mapping[int, int]) -> list[str]:
    """Return record 250 for each accelerated round up to this one."""
    if not snapshot.accelerated:
        return []
    last = place_of[last_of_group_a(snapshot)]
    points = virtual_points(snapshot.rounds)
    return [
        f"250      {more:04.1f} {number:03d} {number:03d} 0001 {last:04d}"
        for number, more in enumerate(points, start=1)
    ]


def _forbidden(snapshot: Snapshot, place_of: Mapping[int, int]) -> list[str]:
    """Return record 260 for each pair that must not meet in this round."""
    pairs = sorted(
        sorted(place_of[number] for number in pair)
        for pair in snapshot.forbidden_now
        if len(pair) == 2 and pair <= place_of.keys()
    )
    return [f"260 {snapshot.round:03d} {snapshot.round:03d} {one:4d} {other:4d}" for one, other in pairs]


def facts_before(snapshot: Snapshot) -> tuple[tuple[Game, ...], tuple[Bye, ...]]:
    """Return the games and byes before the round, with this round's byes; absences have no points."""
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
