"""The pairing methods that an event may have, and what each can pair."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from core.crosstable import GameType
from core.errors import InputError, RuleError
from core.pairing.berger import pair_round_robin, rounds_of_all
from core.pairing.free import MOST_WAITING
from core.pairing.knockout import knockout_rounds, pair_knockout
from core.pairing.quads import QUAD, QUAD_ROUNDS
from core.pairing.scrabble import pair_by_record, pair_fontes, pair_king_of_the_hill
from core.pairing.snapshot import Pairing, Snapshot
from core.words import counted


@dataclass(frozen=True, slots=True)
class Plan:
    """A round as far as it is paired here. by_engine: the parts that the Swiss engine pairs."""

    pairings: tuple[Pairing, ...] = ()
    by_engine: tuple[Snapshot, ...] = ()


def _here(pair: Callable[[Snapshot], tuple[Pairing, ...]]) -> Callable[[Snapshot], Plan]:
    return lambda snapshot: Plan(pair(snapshot))


def _no_plan(snapshot: Snapshot) -> Plan:
    raise RuleError("Free pairing has no rounds: pair those who wait.")


def _plan_of_each(snapshot: Snapshot) -> Plan:
    raise RuleError("Each quad is a section of its own: press Make quads, and pair each on its card.")


@dataclass(frozen=True, slots=True)
class Method:
    """A pairing method.

    key: stored for ever. least, most: players. plan: pairs a round.
    set_rounds: how many rounds so many players play; None where the director says.
    swiss: whether nobody meets anybody twice, so that players bound the rounds.
    cycles: how often everybody meets everybody, by a schedule for all rounds; 0 where no schedule is made.
    closed: whether nobody can come late.
    by_engine: whether it needs the Swiss engine. in_groups: whether it is divided into groups, each paired by itself.
    in_rounds: False for free pairing.
    is_knockout: whether who loses is out: one of two always goes on, and nobody asks for a bye.
    game: the only game it is for; None for any.
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
        """Return whether all rounds are known when the first is drafted."""
        return self.cycles > 0

    def require(self, players: int, rounds: int | None = None) -> None:
        """Raise RuleError where so many players cannot be paired for so many rounds, with what to change.

        rounds: None where they are not known yet, or the method sets them.
        """
        if players < self.least:
            raise RuleError(
                f"{self.label} needs {counted(self.least, 'player')}, and here {_is(players)}: wait for more, or "
                "choose another method."
            )
        if players > self.most:
            raise RuleError(
                f"{self.label} takes at most {counted(self.most, 'player')}, and here {_is(players)}: "
                "make sections, under Directors."
            )
        if rounds is None:
            return
        if self.set_rounds is not None and rounds > self.set_rounds(players):
            raise RuleError(
                f"{self.label} with {counted(players, 'player')} has "
                f"{counted(self.set_rounds(players), 'round')}, not {rounds}."
            )
        most = players - 1
        if self.swiss and rounds > most:
            raise RuleError(
                f"{counted(players, 'player')} can play at most {counted(most, 'round')} without meeting twice: "
                f"choose round robin or {counted(most, 'round')}."
            )


def _is(players: int) -> str:
    return "is 1" if players == 1 else f"are {players}"


MOST_IN_SWISS = 200
MOST_IN_ROUND_ROBIN = 24
MOST_IN_KNOCKOUT = 64

_SCRABBLE = GameType.SCRABBLE

METHODS = (
    Method("swiss", "Swiss (FIDE Dutch)", 2, MOST_IN_SWISS, lambda snapshot: Plan((), (snapshot,)), swiss=True,
           by_engine=True),
    Method("round-robin", "Round robin", 3, MOST_IN_ROUND_ROBIN, _here(pair_round_robin), rounds_of_all, cycles=1,
           closed=True),
    Method("double-round-robin", "Double round robin", 3, MOST_IN_ROUND_ROBIN,
           _here(partial(pair_round_robin, double=True)), partial(rounds_of_all, double=True), cycles=2,
           closed=True),
    Method("quads", "Quads", QUAD, MOST_IN_SWISS, _plan_of_each, lambda players: QUAD_ROUNDS, closed=True,
           in_groups=True),
    Method("free", "Free pairing", 2, MOST_WAITING, _no_plan, in_rounds=False),
    Method("ladder", "Ladder", 2, MOST_WAITING, _no_plan, in_rounds=False),
    Method("knockout", "Knockout", 2, MOST_IN_KNOCKOUT, _here(pair_knockout), knockout_rounds, closed=True,
           is_knockout=True),
    Method("scrabble-koth", "King of the Hill", 2, MOST_IN_SWISS, _here(pair_king_of_the_hill), swiss=True,
           game=_SCRABBLE),
    Method("scrabble-swiss", "Swiss by record and spread", 2, MOST_IN_SWISS, _here(pair_by_record), swiss=True,
           game=_SCRABBLE),
    Method("scrabble-round-robin", "Round robin", 3, MOST_IN_ROUND_ROBIN, _here(pair_round_robin), rounds_of_all,
           cycles=1, closed=True, game=_SCRABBLE),
    Method("fontes", "Fontes", 4, MOST_IN_SWISS, _here(partial(pair_fontes, then=pair_by_record)), swiss=True,
           game=_SCRABBLE),
)  # fmt: skip
"""Every method; one that is added stands in `/event new` by itself."""


def method_named(key: str) -> Method:
    """Return a method; raise InputError for an unknown key."""
    for method in METHODS:
        if method.key == key:
            return method
    known = ", ".join(method.key for method in METHODS)
    raise InputError(f"There is no pairing method {key}: choose one of {known}.")
