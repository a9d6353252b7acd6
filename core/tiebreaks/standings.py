"""Standings: points first, then the event's tie-breaks in order; what is still equal shares the rank."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from core.crosstable import Crosstable
from core.tiebreaks.among_tied import Groups, all_have_met, split
from core.tiebreaks.field import Field, field_of
from core.tiebreaks.parts import Contribution, Part, Value, Why, contribution
from core.tiebreaks.registry import Chosen, Family, chosen
from core.tiebreaks.terms import Terms
from core.tiebreaks.uschess import not_in_play, scored_in_play

AS_THE_CROSSTABLE_SAYS = Terms()


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A line of the standings.

    rank: shared by those whom nothing tells apart, as in 1, 2, 2, 4.
    number: pairing number. points: game points, byes among them.
    values: by the order's tie-breaks, exact; None where one is not defined, which ranks last.
    out: whether they are out of the table (C.05): last, and without points.
    """

    rank: int
    number: int
    points: Fraction
    values: tuple[Value | None, ...]
    out: bool = False


def standings(
    crosstable: Crosstable, order: Sequence[str] = (), terms: Terms = AS_THE_CROSSTABLE_SAYS
) -> tuple[StandingRow, ...]:
    """Return everybody in order; those who share a rank by pairing number, and last who is out of the table.

    order: codes as `parse_order` gives them; raise InputError for an unknown one.
    """
    field = field_of(crosstable, terms)
    groups, columns = _ranked(field, [chosen(code) for code in order])
    rows, rank = [], 1
    for group in groups:
        rows += [
            StandingRow(
                rank, number, Fraction(field.points[number], 2), tuple(column.get(number) for column in columns)
            )
            for number in group
        ]
        rank += len(group)
    nothing = (None,) * len(order)
    return (*rows, *(StandingRow(rank, number, Fraction(0), nothing, out=True) for number in sorted(terms.out)))


def deciding(rows: Sequence[StandingRow]) -> dict[int, tuple[int, ...]]:
    """Return which tie-breaks part those of equal points, by number: their places in the order."""
    found: dict[int, tuple[int, ...]] = {}
    for _, same in groupby((row for row in rows if not row.out), lambda row: row.points):
        group = list(same)
        first = [_first_difference(one, other) for one, other in pairwise(group) if one.rank != other.rank]
        places = tuple(sorted({place for place in first if place is not None}))
        found |= dict.fromkeys((row.number for row in group), places)
    return found


def _first_difference(one: StandingRow, other: StandingRow) -> int | None:
    values = enumerate(zip(one.values, other.values, strict=True))
    return next((place for place, (mine, theirs) in values if mine != theirs), None)


def explain(
    crosstable: Crosstable,
    number: int,
    code: str,
    order: Sequence[str] = (),
    terms: Terms = AS_THE_CROSSTABLE_SAYS,
) -> tuple[Contribution, ...]:
    """Return how somebody's value of a tie-break came about, round by round, then remarks, which do not count.

    order: the event's, for the tie-breaks among the tied: who is tied depends on what comes before `code` in it.
    """
    field, one = field_of(crosstable, terms), chosen(code)
    tie_break = one.tie_break
    if tie_break.among is None:
        parts, dropped = one.parts(field, number)
        remarks = tie_break.remark(field, number) if tie_break.remark else []
    else:
        before = list(order[: order.index(one.code)]) if one.code in order else []
        groups, _ = _ranked(field, [chosen(earlier) for earlier in before])
        tied = next(group for group in groups if number in group)
        parts, dropped = tie_break.among(field, number, frozenset(tied)), set()
        remarks = [Part(None, None, 0, Why.NOT_ALL_MET)] if one.code == "DE" and not all_have_met(field, tied) else []
    if tie_break.family is Family.USCHESS:
        remarks += not_in_play(field, number)
    counting = [
        contribution(part, tie_break.unit, tie_break.rule, place not in dropped) for place, part in enumerate(parts)
    ]
    return (*counting, *(contribution(part, 1, tie_break.rule, False) for part in remarks))


def notes(crosstable: Crosstable, order: Sequence[str], terms: Terms = AS_THE_CROSSTABLE_SAYS) -> dict[str, str]:
    """Return why a column of the order says nothing, by code; such columns are left out of the standings."""
    field = field_of(crosstable, terms)
    if field.everybody_is_rated:
        return {}
    return {
        code: f"{code} is left out: not everybody is rated, and nothing was announced for the unrated (C.07 10)."
        for code in order
        if chosen(code).tie_break.by_rating
    }


def _ranked(field: Field, order: Sequence[Chosen]) -> tuple[Groups, list[dict[int, Value | None]]]:
    """Return everybody in groups that remain tied, best first, and each tie-break's values by pairing number."""
    groups = split(tuple(field.points), field.points)
    columns: list[dict[int, Value | None]] = []
    for one in order:
        tie_break = one.tie_break
        if tie_break.order is not None and tie_break.among is not None:
            columns.append(_values_among(field, one, groups))
            groups = [part for group in groups for part in tie_break.order(field, group)]
            continue
        values = {number: one.value(field, number) for number in field.points}
        columns.append(values)
        groups = [part for group in groups for part in _split(field, one, group, values)]
    return groups, columns


def _values_among(field: Field, one: Chosen, groups: Groups) -> dict[int, Value | None]:
    """Return the values of a tie-break among the tied; there is none for who is tied with nobody."""
    among = one.tie_break.among
    assert among is not None
    return {
        number: one.total(field, number, among(field, number, frozenset(group)))
        for group in groups
        if len(group) > 1
        for number in group
    }


def _split(field: Field, one: Chosen, group: list[int], values: dict[int, Value | None]) -> Groups:
    if len(group) == 1:
        return [group]
    sign = -1 if one.tie_break.lowest_first else 1
    uschess = one.tie_break.family is Family.USCHESS
    keys: dict[int, tuple[bool, bool, Value]] = {}
    for number in group:
        value = values[number]
        in_play = not uschess or scored_in_play(field, number)
        keys[number] = (in_play, value is not None, sign * (value or 0))
    found: dict[tuple[bool, bool, Value], list[int]] = {}
    for number in group:
        found.setdefault(keys[number], []).append(number)
    return [found[key] for key in sorted(found, reverse=True)]
