"""The distribution of all prizes of an event."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from core.prizes.division import Division, divide, remaining
from core.prizes.pool import Brought
from core.prizes.prize import Contestant, Prize, PrizeKind, money
from core.prizes.upsets import Upset


class Sharing(StrEnum):
    """How those who tie share money."""

    USCHESS = "uschess"
    BY_PLACES = "by-places"


@dataclass(frozen=True, slots=True)
class Share:
    """What somebody gets, money or a thing, and why; one player may have several.

    pool: the prizes that went in, and who brought in which. clause, words: what decided, for people.
    """

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
        """Return all the money of a player."""
        return sum(share.cents for share in self.shares if share.number == number)


def distribute(
    prizes: Sequence[Prize],
    contestants: Iterable[Contestant],
    *,
    upsets: Sequence[Upset] = (),
    by_hand: Mapping[str, int] | None = None,
    sharing: Sharing = Sharing.USCHESS,
) -> Distribution:
    """Return who gets what.

    upsets: from `upsets_in`. by_hand: winners' numbers by the name of the prize, for those that a director awards.
    """
    ordered = sorted(contestants, key=lambda one: (-one.points, one.rank, one.number))
    by_score = [prize for prize in prizes if prize.kind.by_score]
    cash = [prize for prize in by_score if prize.cents]
    if sharing is Sharing.USCHESS:
        shares, left = _shared_by_uschess(ordered, cash)
    else:
        shares, left = _shared_by_places(ordered, cash)
    things, kept = _things(ordered, [prize for prize in by_score if prize.cents is None])
    upset_shares, no_upsets = _upset_shares([prize for prize in prizes if prize.kind is PrizeKind.UPSET], upsets)
    handed, open_prizes = _by_hand([prize for prize in prizes if prize.kind is PrizeKind.BY_HAND], by_hand or {})
    place = {one.number: seat for seat, one in enumerate(ordered)}
    everything = [*shares, *things, *upset_shares, *handed]
    unwon = [*left, *kept, *no_upsets, *open_prizes]
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
    """Share each place's prize among those who tie for it; then each other prize, by those without a prize."""
    shares: list[Share] = []
    places = {prize.place: prize for prize in prizes if prize.kind is PrizeKind.PLACE}
    winners: set[int] = set()
    left = list(prizes)
    likes = dict.fromkeys(prize.likes for prize in prizes if prize.kind is not PrizeKind.PLACE)
    lists = [(ordered, places)]
    lists += [(ordered, {prize.place: prize for prize in prizes if prize.likes == like}) for like in likes]
    for field, of_its_like in lists:
        eligible = [
            one
            for one in field
            if one.number not in winners and any(prize.is_open_to(one) for prize in of_its_like.values())
        ]
        first = 1
        for _, tied in groupby(eligible, key=lambda one: one.points):
            numbers = [one.number for one in tied]
            # Who is ahead of them here has taken the places before.
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
    """Return shares in whole cents; those left over go one by one to the better in the standings."""
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
    """Give things by the standings with tie-breaks, one each, in the order in which they were announced."""
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


def _upset_shares(prizes: Sequence[Prize], upsets: Sequence[Upset]) -> tuple[list[Share], list[Prize]]:
    """Give prizes for upsets, besides all others; equal differences share."""
    shares: list[Share] = []
    left = list(prizes)
    for difference, group in groupby(upsets, key=lambda one: one.difference):
        equal = list(group)
        won, left = left[: len(equal)], left[len(equal) :]
        if not won:
            break
        pool = tuple(Brought(prize, upset.number) for prize, upset in zip(won, equal, strict=False))
        cents = sum(prize.cents or 0 for prize in won)
        things = ", ".join(prize.thing for prize in won if prize.thing) or None
        words = f"{' + '.join(prize.name for prize in won)}: a difference of {difference}"
        if len(equal) > 1:
            words += f", divided by {len(equal)}"
        for place, upset in enumerate(equal):
            amount = cents // len(equal) + (place < cents % len(equal))
            thing = things if place == 0 else None
            if amount or thing:
                shares.append(Share(upset.number, amount, thing, pool, "upset", words))
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
