"""The pairing methods and their limits."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from core.errors import InputError, RuleError
from core.event.crosstable import GameType
from core.tournament.pairing.scrabble import (
    MOST_WAITING,
    pair_by_record,
    pair_fontes,
    pair_king_of_the_hill,
    pair_round_robin,
    rounds_of_all,
)
from core.tournament.pairing.snapshot import Pairing, Snapshot, who_begins
from core.words import counted

QUAD = 4
QUAD_ROUNDS = 3


def quads_of(numbers: list[int]) -> list[list[int]]:
    """Return the groups from the top: four each, the last up to seven."""
    whole = max(len(numbers) // QUAD, 1)
    groups = [numbers[QUAD * at : QUAD * (at + 1)] for at in range(whole)]
    groups[-1] += numbers[QUAD * whole :]
    return groups


def knockout_rounds(players: int) -> int:
    return max(players - 1, 0).bit_length()


def bracket(size: int) -> list[int]:
    """Return the seeds by place in the draw: first against last, and the two best in different halves."""
    places = [1]
    while len(places) < size:
        places = [place for seed in places for place in (seed, 2 * len(places) + 1 - seed)]
    return places


class Match(NamedTuple):
    """A place in the bracket; one, other: None if empty or unknown.

    through: who advances. is_over: decided. drawn: needs a decision.
    """

    one: int | None
    other: int | None
    through: int | None = None
    is_over: bool = False
    drawn: bool = False


def bracket_of(snapshot: Snapshot) -> tuple[tuple[Match, ...], ...]:
    """Return the matches by round, the final last, as known before `snapshot.round`."""
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
    """Return a round of the remaining players; raise RuleError for an undecided match. Byes go to top seeds."""
    rounds = bracket_of(snapshot)
    for number, matches in enumerate(rounds[: snapshot.round - 1], start=1):
        for match in matches:
            if match.drawn:
                names = " and ".join(snapshot.name(one) for one in (match.one, match.other) if one is not None)
                raise RuleError(f"Round {number}: {names} drew. Enter who advances.")
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
    kinds = {bye.entrant: bye.kind for bye in snapshot.byes if bye.round == round_number}
    if one is None or other is None:
        alone = other if one is None else one
        mark_departed = alone in kinds and not kinds[alone].gives_a_point
        return Match(one, other, None if mark_departed else alone, is_over=True)
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


@dataclass(frozen=True, slots=True)
class Plan:
    """A round as far as it is paired here. by_engine: the parts that the Swiss engine pairs."""

    pairings: tuple[Pairing, ...] = ()
    by_engine: tuple[Snapshot, ...] = ()


def _plan_with(pair: Callable[[Snapshot], tuple[Pairing, ...]]) -> Callable[[Snapshot], Plan]:
    return lambda snapshot: Plan(pair(snapshot))


def _no_plan(snapshot: Snapshot) -> Plan:
    raise RuleError("Free pairing has no rounds. Pair the waiting players.")


def _plan_of_each(snapshot: Snapshot) -> Plan:
    raise RuleError("Each quad is a separate section. Press Make quads, then pair each on its card.")


@dataclass(frozen=True, slots=True)
class Method:
    """A pairing method.

    key: as stored. least, most: players. plan: pairs a round. set_rounds: rounds by players. swiss: no repeats.
    cycles: of a full schedule; 0 for none. closed: no late entries. by_engine: Swiss engine. in_groups: separate
    groups.
    in_rounds: False for free pairing. game: None for any.
    """

    key: str
    label: str
    least: int
    most: int
    plan: Callable[[Snapshot], Plan]
    set_rounds: Callable[[int], int] | None = None
    swiss: bool = False
    cycles: int = 0
    closed: bool = False
    by_engine: bool = False
    in_groups: bool = False
    in_rounds: bool = True
    is_knockout: bool = False
    game: GameType | None = None

    @property
    def at_once(self) -> bool:
        return self.cycles > 0

    def require(self, players: int, rounds: int | None = None, noun: str = "player") -> None:
        """Raise RuleError where so many players cannot be paired for these rounds."""
        if players < self.least:
            raise RuleError(
                f"{self.label} needs {counted(self.least, noun)}, but there {_is(players)}. Wait for more, or "
                "choose another method."
            )
        if players > self.most:
            raise RuleError(
                f"{self.label} accepts at most {counted(self.most, noun)}, but there {_is(players)}. "
                "Make sections, under Directors."
            )
        if rounds is None:
            return
        if self.set_rounds is not None and rounds > self.set_rounds(players):
            raise RuleError(
                f"{self.label} with {counted(players, noun)} has "
                f"{counted(self.set_rounds(players), 'round')}, not {rounds}."
            )
        most = players - 1
        if self.swiss and rounds > most:
            raise RuleError(
                f"{counted(players, noun)} can play at most {counted(most, 'round')} without a repeat. "
                f"Choose round robin or {counted(most, 'round')}."
            )


def _is(players: int) -> str:
    return "is 1" if players == 1 else f"are {players}"


MOST_IN_SWISS = 400
MOST_IN_ROUND_ROBIN = 24
MOST_IN_KNOCKOUT = 64

_SCRABBLE = GameType.SCRABBLE

METHODS = (
    Method("swiss", "Swiss (FIDE Dutch)", 2, MOST_IN_SWISS, lambda snapshot: Plan((), (snapshot,)), swiss=True,
           by_engine=True),
    Method("round-robin", "Round robin", 3, MOST_IN_ROUND_ROBIN, _plan_with(pair_round_robin), rounds_of_all, cycles=1,
           closed=True),
    Method("double-round-robin", "Double round robin", 3, MOST_IN_ROUND_ROBIN,
           _plan_with(partial(pair_round_robin, double=True)), partial(rounds_of_all, double=True), cycles=2,
           closed=True),
    Method("quads", "Quads", QUAD, MOST_IN_SWISS, _plan_of_each, lambda players: QUAD_ROUNDS, closed=True,
           in_groups=True),
    Method("free", "Free pairing", 2, MOST_WAITING, _no_plan, in_rounds=False),
    Method("ladder", "Ladder", 2, MOST_WAITING, _no_plan, in_rounds=False),
    Method("knockout", "Knockout", 2, MOST_IN_KNOCKOUT, _plan_with(pair_knockout), knockout_rounds, closed=True,
           is_knockout=True),
    Method("scrabble-koth", "King of the Hill", 2, MOST_IN_SWISS, _plan_with(pair_king_of_the_hill), swiss=True,
           game=_SCRABBLE),
    Method("scrabble-swiss", "Swiss by record and spread", 2, MOST_IN_SWISS, _plan_with(pair_by_record), swiss=True,
           game=_SCRABBLE),
    Method("scrabble-round-robin", "Round robin", 3, MOST_IN_ROUND_ROBIN, _plan_with(pair_round_robin), rounds_of_all,
           cycles=1, closed=True, game=_SCRABBLE),
    Method("fontes", "Fontes", 4, MOST_IN_SWISS, _plan_with(partial(pair_fontes, then=pair_by_record)), swiss=True,
           game=_SCRABBLE),
)  # fmt: skip
"""Every method; a new one appears in `/td evening` by itself."""


def method_named(key: str) -> Method:
    """Return a method; raise InputError for an unknown key."""
    for method in METHODS:
        if method.key == key:
            return method
    known = ", ".join(method.key for method in METHODS)
    raise InputError(f"There is no pairing method {key}. Choose one of {known}.")
