"""Knockout: seeded brackets of two to 64 players."""

from core.errors import RuleError
from core.pairing.begins import who_begins
from core.pairing.snapshot import Pairing, Snapshot


def knockout_rounds(players: int) -> int:
    """Return how many rounds it takes until one is left."""
    return max(players - 1, 0).bit_length()


def bracket(size: int) -> list[int]:
    """Return the seeds by place in the draw: first against last, and the two best in different halves."""
    places = [1]
    while len(places) < size:
        places = [place for seed in places for place in (seed, 2 * len(places) + 1 - seed)]
    return places


def pair_knockout(snapshot: Snapshot) -> tuple[Pairing, ...]:
    """Return a round of those who are still in; raise RuleError while a match of the round before is undecided.

    Byes go to the top seeds, and to whoever's opponent is not there.
    """
    numbers = [entrant.number for entrant in snapshot.entrants]
    size = 1 << knockout_rounds(len(numbers))
    left: list[int | None] = [numbers[seed - 1] if seed <= len(numbers) else None for seed in bracket(size)]
    for round_number in range(1, snapshot.round):
        left = [_goes_on(snapshot, round_number, left[at], left[at + 1]) for at in range(0, len(left), 2)]
    there = set(snapshot.playing)
    games, byes = [], []
    for at in range(0, len(left) - 1, 2):
        present = [one for one in left[at : at + 2] if one in there and one is not None]
        if len(present) == 2:
            games.append(who_begins(snapshot, present[0], present[1]))
        elif present:
            byes.append(Pairing(present[0], None))
    return (*games, *byes)


def _goes_on(snapshot: Snapshot, round_number: int, one: int | None, other: int | None) -> int | None:
    """Return the winner of a match; None where nobody of it goes on."""
    if one is None or other is None:
        return other if one is None else one
    for number in (one, other):
        if (round_number, number) in snapshot.sent_on:
            return number
    for game in snapshot.games:
        if game.round == round_number and {game.first, game.second} == {one, other}:
            if game.score == 0.5:
                raise RuleError(
                    f"Round {round_number}: {snapshot.name(one)} and {snapshot.name(other)} drew: enter who goes on."
                )
            return game.first if game.score else game.second
    kinds = {bye.entrant: bye.kind for bye in snapshot.byes if bye.round == round_number}
    through = [number for number in (one, other) if number in kinds and kinds[number].gives_a_point]
    return through[0] if len(through) == 1 else None
