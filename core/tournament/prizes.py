"""Award prizes in whole cents.

US Chess rulebook, 7th edition, 32B, with 32B3 of 2014, as quoted on its forum. Tie-breaks decide only leftover
cents (34)
and things.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from core.event.crosstable import Crosstable
from core.tournament.best_for_rating import ForRating
from core.words import displayed


class PrizeKind(StrEnum):
    """What a prize is for."""

    PLACE = "place"
    RATING = "rating"
    UNRATED = "unrated"
    GROUP = "group"
    UPSET = "upset"
    FOR_RATING = "for-rating"
    BY_HAND = "by-hand"

    @property
    def by_score(self) -> bool:
        """Return whether the standings decide it: one player gets one of its like."""
        return self not in (PrizeKind.UPSET, PrizeKind.FOR_RATING, PrizeKind.BY_HAND)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player for prizes.

    rank: shared by tied players. rating: before the event. groups: such as junior.
    """

    number: int
    rank: int
    points: Fraction
    rating: int | None = None
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize, money or thing.

    place: from 1. lower, upper: lower <= rating < upper. group: of `Contestant.groups`.
    """

    name: str
    kind: PrizeKind
    place: int = 1
    cents: int | None = None
    thing: str | None = None
    lower: int | None = field(default=None)
    upper: int | None = field(default=None)
    group: str | None = None

    @property
    def likes(self) -> tuple[PrizeKind, int | None, int | None, str | None]:
        """Return what prizes of its like share: for whom they are."""
        return self.kind, self.lower, self.upper, self.group

    def is_open_to(self, contestant: Contestant) -> bool:
        """Return whether a contestant may win it; unrated ones win places, unrated and group prizes."""
        if self.kind is PrizeKind.PLACE:
            return True
        if self.kind is PrizeKind.GROUP:
            return self.group in contestant.groups
        rating = contestant.rating
        if self.kind is PrizeKind.UNRATED:
            return rating is None
        if self.kind is PrizeKind.RATING:
            return rating is not None and (self.lower or 0) <= rating and (self.upper is None or rating < self.upper)
        return False


def precedence(prize: Prize) -> tuple[int, int, int, int, str]:
    """Return the order of winning: amount; then places, higher classes, unrated, groups (32B4)."""
    kinds = (PrizeKind.PLACE, PrizeKind.RATING, PrizeKind.UNRATED, PrizeKind.GROUP)
    # A class without an upper end is the highest.
    end = prize.upper if prize.upper is not None else 10_000
    return (
        -(prize.cents or 0),
        kinds.index(prize.kind) if prize.kind in kinds else len(kinds),
        -end if prize.kind is PrizeKind.RATING else 0,
        prize.place,
        prize.name,
    )


def money(cents: int | Fraction) -> str:
    """Return an amount without currency, rounded down to cents: 300, 162.50."""
    whole, rest = divmod(int(cents), 100)
    return f"{whole}.{rest:02}" if rest else str(whole)


SMALL_FUND = 50_000
"""Up to so many cents, prizes fall in proportion; above, never below half (32C)."""


@dataclass(frozen=True, slots=True)
class PrizeFund:
    """An announced fund. based_on: entries needed for full prizes; None where they are guaranteed."""

    prizes: tuple[Prize, ...]
    based_on: int | None = None

    @property
    def cents(self) -> int:
        return _total(self.prizes)

    def for_entries(self, entries: int) -> tuple[Prize, ...]:
        """Return the prizes that so many entries pay for, in whole cents, .5 up."""
        if self.based_on is None or entries >= self.based_on:
            return self.prizes
        factor = Fraction(entries, self.based_on)
        if self.cents > SMALL_FUND:
            factor = max(factor, Fraction(1, 2))
        return tuple(
            prize if prize.cents is None else replace(prize, cents=int(prize.cents * factor + Fraction(1, 2)))
            for prize in self.prizes
        )


def _total(prizes: Sequence[Prize]) -> int:
    return sum(prize.cents or 0 for prize in prizes)


class Brought(NamedTuple):
    """A prize in the pool, and the number of the player entitled to it."""

    prize: Prize
    number: int


def best_pool(tied: Sequence[Contestant], prizes: Sequence[Prize]) -> tuple[Brought, ...]:
    """Return the most valuable prizes that tied players can win together.

    Such sets form a matroid, so greedy by value with augmenting paths is exact.
    """
    holder: dict[int, int] = {}

    def place(prize: int, tried: set[int]) -> bool:
        for seat, player in enumerate(tied):
            if seat in tried or not ordered[prize].is_open_to(player):
                continue
            tried.add(seat)
            if seat not in holder or place(holder[seat], tried):
                holder[seat] = prize
                return True
        return False

    ordered = sorted(prizes, key=precedence)
    for prize in range(len(ordered)):
        if len(holder) == len(tied):
            break
        place(prize, set())
    seats = sorted(holder, key=lambda seat: holder[seat])
    return tuple(Brought(ordered[holder[seat]], tied[seat].number) for seat in seats)


@dataclass(frozen=True, slots=True)
class Division:
    """Money shared by tied players.

    amounts: exact cents. limits: caps in cents. clause, words: the reason.
    """

    pool: tuple[Brought, ...]
    amounts: dict[int, Fraction]
    limits: dict[int, int]
    clause: str
    words: str


def divide(tied: Sequence[Contestant], prizes: Sequence[Prize]) -> list[Division]:
    pool = best_pool(tied, prizes)
    sharers = [player for player in tied if any(brought.prize.is_open_to(player) for brought in pool)]
    if not sharers:
        return []
    total = sum(_cents(brought.prize) for brought in pool)
    caps = {player.number: max(_cents(prize) for prize in prizes if prize.is_open_to(player)) for player in sharers}
    amounts, limits = _level(total, caps)
    apart = _better_apart(sharers, prizes, amounts)
    if apart is None:
        clause, words = _division_rule(pool, len(amounts), total)
        return [Division(pool, amounts, limits, clause, words)]
    # The exception of 32B3: they take only theirs; the others divide what they bring in.
    some, taken = apart
    own = sum(_cents(brought.prize) for brought in taken)
    each = Fraction(own, len(some))
    words = f"{_names(taken)}, {money(own)}{_divided(len(some))}: more than the pool of all tied players"
    numbers = {player.number for player in some}
    taken_prizes = [brought.prize for brought in taken]
    first = Division(taken, dict.fromkeys(sorted(numbers), each), {}, "US Chess 32B3", words)
    return [
        first,
        *divide([player for player in tied if player.number not in numbers], _without(prizes, taken_prizes)),
    ]


def _level(total: int, caps: dict[int, int]) -> tuple[dict[int, Fraction], dict[int, int]]:
    limits: dict[int, int] = {}
    while True:
        free = [number for number in caps if number not in limits]
        each = Fraction(total - sum(limits.values()), len(free)) if free else Fraction(0)
        reached = {number: caps[number] for number in free if caps[number] < each}
        if not reached:
            return {number: Fraction(limits[number]) if number in limits else each for number in caps}, limits
        limits |= reached


def _better_apart(
    sharers: Sequence[Contestant], prizes: Sequence[Prize], amounts: dict[int, Fraction]
) -> tuple[list[Contestant], tuple[Brought, ...]] | None:
    best: tuple[Fraction, list[Contestant], tuple[Brought, ...]] | None = None
    for likes in dict.fromkeys(prize.likes for prize in prizes if prize.kind is not PrizeKind.PLACE):
        of_its_like = [prize for prize in prizes if prize.likes == likes]
        some = [player for player in sharers if of_its_like[0].is_open_to(player)]
        if not some or len(some) == len(sharers):
            continue
        taken = best_pool(some, of_its_like)
        each = Fraction(sum(_cents(brought.prize) for brought in taken), len(some))
        gains = any(each > amounts[player.number] for player in some)
        if gains and (best is None or each > best[0]):
            best = each, some, taken
    return None if best is None else best[1:]


def _division_rule(pool: tuple[Brought, ...], players: int, total: int) -> tuple[str, str]:
    words = f"{_names(pool)}, {money(total)}{_divided(players)}"
    if len(pool) > 1:
        return "US Chess 32B3", words
    return ("US Chess 32B2" if players > 1 else "US Chess 32B1"), words


def _names(pool: Sequence[Brought]) -> str:
    return " + ".join(brought.prize.name for brought in pool)


def _divided(players: int) -> str:
    return f" divided by {players}" if players > 1 else ""


def _cents(prize: Prize) -> int:
    return prize.cents or 0


def _without(prizes: Sequence[Prize], taken_prizes: Collection[Prize]) -> list[Prize]:
    left = list(prizes)
    for prize in taken_prizes:
        left.remove(prize)
    return left


def remaining(prizes: Sequence[Prize], divisions: Sequence[Division]) -> list[Prize]:
    return _without(prizes, [brought.prize for division in divisions for brought in division.pool])


class Upset(NamedTuple):
    """A game that the lower rated player won."""

    round: int
    number: int
    opponent: int
    difference: int


def upsets_in(crosstable: Crosstable, established: Collection[int] | None = None) -> tuple[Upset, ...]:
    """Return everybody's largest upset, the largest first; both players must be established.

    established: pairing numbers; None for everybody who has a rating.
    """
    ratings = {entrant.number: entrant.rating for entrant in crosstable.entrants}
    best: dict[int, Upset] = {}
    for game in crosstable.games:
        sides = ((game.first, game.second, game.score), (game.second, game.first, _other(game.score)))
        for number, opponent, score in sides:
            mine, theirs = ratings[number], ratings[opponent]
            if mine is None or theirs is None or score is None or score < 1:
                continue
            if established is not None and not {number, opponent} <= set(established):
                continue
            found = Upset(game.round, number, opponent, displayed(theirs) - displayed(mine))
            if found.difference > 0 and (number not in best or _precedence(found) < _precedence(best[number])):
                best[number] = found
    return tuple(sorted(best.values(), key=_precedence))


def _other(score: float | None) -> float | None:
    return None if score is None else 1 - score


def _precedence(upset: Upset) -> tuple[int, int, int]:
    return -upset.difference, upset.round, upset.number


class Sharing(StrEnum):
    """How those who tie share money."""

    USCHESS = "uschess"
    BY_PLACES = "by-places"


@dataclass(frozen=True, slots=True)
class Share:
    """A player's award and reason. pool: the prizes and who brought them in."""

    number: int
    cents: int
    thing: str | None
    pool: tuple[Brought, ...]
    clause: str
    words: str


@dataclass(frozen=True, slots=True)
class Distribution:
    """All shares, in order of the standings, and the prizes that nobody won."""

    shares: tuple[Share, ...]
    left: tuple[Prize, ...]

    def cents_of(self, number: int) -> int:
        return sum(share.cents for share in self.shares if share.number == number)


def distribute(
    prizes: Sequence[Prize],
    contestants: Iterable[Contestant],
    *,
    upsets: Sequence[Upset] = (),
    for_rating: Sequence[ForRating] = (),
    by_hand: Mapping[str, int] | None = None,
    sharing: Sharing = Sharing.USCHESS,
) -> Distribution:
    """Return the awards.

    upsets: from `upsets_in`. for_rating: the best first. by_hand: winners' numbers by the name of the prize, for
    those that a director awards.
    """
    ordered = sorted(contestants, key=lambda one: (-one.points, one.rank, one.number))
    by_score = [prize for prize in prizes if prize.kind.by_score]
    cash = [prize for prize in by_score if prize.cents]
    if sharing is Sharing.USCHESS:
        shares, left = _shared_by_uschess(ordered, cash)
    else:
        shares, left = _shared_by_places(ordered, cash)
    things, kept = _things(ordered, [prize for prize in by_score if prize.cents is None])
    differences = [(one.number, f"a difference of {one.difference}") for one in upsets]
    upset_shares, no_upsets = _special_shares(_of_kind(prizes, PrizeKind.UPSET), "upset", differences)
    above = [(one.number, f"{one.above:.2f} above the expected score") for one in for_rating]
    best_shares, no_best = _special_shares(_of_kind(prizes, PrizeKind.FOR_RATING), "special prize", above)
    handed, open_prizes = _by_hand(_of_kind(prizes, PrizeKind.BY_HAND), by_hand or {})
    place = {one.number: seat for seat, one in enumerate(ordered)}
    everything = [*shares, *things, *upset_shares, *best_shares, *handed]
    unwon = [*left, *kept, *no_upsets, *no_best, *open_prizes]
    return Distribution(
        tuple(sorted(everything, key=lambda share: place.get(share.number, len(place)))),
        tuple(sorted(unwon, key=prizes.index)),
    )


def _shared_by_uschess(ordered: Sequence[Contestant], prizes: list[Prize]) -> tuple[list[Share], list[Prize]]:
    shares: list[Share] = []
    for _, tied in groupby(ordered, key=lambda one: one.points):
        divisions = divide(list(tied), prizes)
        prizes = remaining(prizes, divisions)
        for division in divisions:
            shares += _in_cents(division, ordered)
    return shares, prizes


def _shared_by_places(ordered: Sequence[Contestant], prizes: list[Prize]) -> tuple[list[Share], list[Prize]]:
    shares: list[Share] = []
    places = {prize.place: prize for prize in prizes if prize.kind is PrizeKind.PLACE}
    winners: set[int] = set()
    left = list(prizes)
    likes = dict.fromkeys(prize.likes for prize in prizes if prize.kind is not PrizeKind.PLACE)
    lists = [(ordered, places)]
    lists += [(ordered, {prize.place: prize for prize in prizes if prize.likes == like}) for like in likes]
    for candidates, of_its_like in lists:
        eligible = [
            one
            for one in candidates
            if one.number not in winners and any(prize.is_open_to(one) for prize in of_its_like.values())
        ]
        first = 1
        for _, tied in groupby(eligible, key=lambda one: one.points):
            numbers = [one.number for one in tied]
            # those ahead have taken the places before
            won = [of_its_like[place] for place in range(first, first + len(numbers)) if place in of_its_like]
            first += len(numbers)
            if not won:
                continue
            total = sum(prize.cents or 0 for prize in won)
            pool = tuple(Brought(prize, number) for prize, number in zip(won, numbers, strict=False))
            words = " + ".join(prize.name for prize in won) + f", {money(total)}"
            if len(numbers) > 1:
                words += f" divided by {len(numbers)}"
            each = Fraction(total, len(numbers))
            shares += _in_cents(Division(pool, dict.fromkeys(numbers, each), {}, "shared by places", words), ordered)
            winners |= set(numbers)
            for prize in won:
                left.remove(prize)
    return shares, left


def _in_cents(division: Division, ordered: Sequence[Contestant]) -> list[Share]:
    cents = {number: int(amount) for number, amount in division.amounts.items()}
    over = sum(brought.prize.cents or 0 for brought in division.pool) - sum(cents.values())
    luckier = [one.number for one in ordered if one.number in cents and one.number not in division.limits][:over]
    shares = []
    for number, amount in cents.items():
        words = division.words
        if number in division.limits:
            words += f"; no more than {money(amount)}, the largest prize within reach alone"
        elif division.limits:
            words += "; with what is above the others' largest prize within reach"
        if number in luckier:
            amount += 1
            words += "; a cent that is left over, by the standings"
        if amount:
            shares.append(Share(number, amount, None, division.pool, division.clause, words))
    return shares


def _things(ordered: Sequence[Contestant], prizes: Sequence[Prize]) -> tuple[list[Share], list[Prize]]:
    shares: list[Share] = []
    left: list[Prize] = []
    winners: set[int] = set()
    for prize in prizes:
        eligible = [one for one in ordered if one.number not in winners and prize.is_open_to(one)]
        if not eligible:
            left.append(prize)
            continue
        best = eligible[0]
        equal = [one for one in eligible if (one.points, one.rank) == (best.points, best.rank)]
        words = f"{prize.name}, by the standings"
        if len(equal) > 1:
            words += f": {len(equal)} share the rank, and the lower pairing number has it unless a play-off decides"
        shares.append(Share(best.number, 0, prize.thing, (Brought(prize, best.number),), "US Chess 34", words))
        winners.add(best.number)
    return shares, left


def _of_kind(prizes: Sequence[Prize], kind: PrizeKind) -> list[Prize]:
    return [prize for prize in prizes if prize.kind is kind]


def _special_shares(
    prizes: Sequence[Prize], clause: str, ranked: Iterable[tuple[int, str]]
) -> tuple[list[Share], list[Prize]]:
    """Award additional prizes. ranked: best first; equal figures share."""
    shares: list[Share] = []
    left = list(prizes)
    for figure, group in groupby(ranked, key=lambda one: one[1]):
        equal = [number for number, _ in group]
        won, left = left[: len(equal)], left[len(equal) :]
        if not won:
            break
        pool = tuple(Brought(prize, number) for prize, number in zip(won, equal, strict=False))
        cents = sum(prize.cents or 0 for prize in won)
        things = ", ".join(prize.thing for prize in won if prize.thing) or None
        words = f"{' + '.join(prize.name for prize in won)}, {figure}"
        if len(equal) > 1:
            words += f", divided by {len(equal)}"
        for place, number in enumerate(equal):
            amount = cents // len(equal) + (place < cents % len(equal))
            thing = things if place == 0 else None
            if amount or thing:
                shares.append(Share(number, amount, thing, pool, clause, words))
    return shares, left


def _by_hand(prizes: Sequence[Prize], winners: Mapping[str, int]) -> tuple[list[Share], list[Prize]]:
    shares, left = [], []
    for prize in prizes:
        number = winners.get(prize.name)
        if number is None:
            left.append(prize)
        else:
            pool = (Brought(prize, number),)
            shares.append(Share(number, prize.cents or 0, prize.thing, pool, "by a director", prize.name))
    return shares, left
