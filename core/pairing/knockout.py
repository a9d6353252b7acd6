"""Knockout: seeded brackets of two to 64 players."""

from typing import NamedTuple

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


class Match(NamedTuple):
    """A place in the bracket. one, other: who meets there; None for nobody, or for whoever is not known yet.

    through: who goes on; None where nobody does. is_over: whether that is known. drawn: whether somebody has to say it.
    """

    one: int | None
    other: int | None
    through: int | None = None
    is_over: bool = False
    drawn: bool = False


def bracket_of(snapshot: Snapshot) -> tuple[tuple[Match, ...], ...]:
    """Return the matches round by round, the final last, with what the rounds before `snapshot.round` made of them."""
    numbers = [entrant.number for entrant in snapshot.entrants]
    size = 1 << knockout_rounds(len(numbers))
    slots: list[tuple[int | None, bool]] = [
        (numbers[seed - 1] if seed <= len(numbers) else None, True) for seed in bracket(size)
    ]
    rounds: list[tuple[Match, ...]] = []
    while len(slots) > 1:
        number = len(rounds) + 1
        matches = []
        for at in range(0, len(slots), 2):
            (one, one_known), (other, other_known) = slots[at : at + 2]
            known = one_known and other_known and number < snapshot.round
            matches.append(_played(snapshot, number, one, other) if known else Match(one, other))
        rounds.append(tuple(matches))
        slots = [(match.through, match.is_over) for match in matches]
    return tuple(rounds)


def rounds_survived(snapshot: Snapshot) -> tuple[dict[int, int], frozenset[int]]:
    """Return how many rounds everybody has gone through, and who is out."""
    survived = dict.fromkeys((entrant.number for entrant in snapshot.entrants), 0)
    out: set[int] = set()
    for matches in bracket_of(snapshot):
        for match in matches:
            here = {number for number in (match.one, match.other) if number is not None}
            if match.through is not None:
                survived[match.through] += 1
            if match.is_over:
                out |= here - {match.through}
    return survived, frozenset(out)


def pair_knockout(snapshot: Snapshot) -> tuple[Pairing, ...]:
    """Return a round of those who are still in; raise RuleError while a match of the round before is undecided.

    Byes go to the top seeds, and to whoever's opponent is not there.
    """
    rounds = bracket_of(snapshot)
    for number, matches in enumerate(rounds[: snapshot.round - 1], start=1):
        for match in matches:
            if match.drawn:
                names = " and ".join(snapshot.name(one) for one in (match.one, match.other) if one is not None)
                raise RuleError(f"Round {number}: {names} drew: enter who goes on.")
    there = set(snapshot.playing)
    games, byes = [], []
    for match in rounds[snapshot.round - 1] if snapshot.round <= len(rounds) else ():
        present = [one for one in (match.one, match.other) if one in there and one is not None]
        if len(present) == 2:
            games.append(who_begins(snapshot, present[0], present[1]))
        elif present:
            byes.append(Pairing(present[0], None))
    return (*games, *byes)


def _played(snapshot: Snapshot, round_number: int, one: int | None, other: int | None) -> Match:
    """Return a match with what came of it; it stays open while nothing tells."""
    kinds = {bye.entrant: bye.kind for bye in snapshot.byes if bye.round == round_number}
    if one is None or other is None:
        alone = other if one is None else one
        is_gone = alone in kinds and not kinds[alone].gives_a_point
        return Match(one, other, None if is_gone else alone, is_over=True)
    for number in (one, other):
        if (round_number, number) in snapshot.sent_on:
            return Match(one, other, number, is_over=True)
    for game in snapshot.games:
        if game.round == round_number and {game.first, game.second} == {one, other}:
            if game.score == 0.5:
                return Match(one, other, drawn=True)
            return Match(one, other, game.first if game.score else game.second, is_over=True)
    through = [number for number in (one, other) if number in kinds and kinds[number].gives_a_point]
    is_over = bool(through) or {one, other} <= kinds.keys()
    return Match(one, other, through[0] if len(through) == 1 else None, is_over)
