"""What makes up a tie-break of teams, part by part, for people."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import NamedTuple, cast

from core.event.teams import TeamEvent
from core.tournament.tiebreaks.field import Part, Terms, Value, Why, cut, halves_text
from core.tournament.tiebreaks.methods import encounters, opponents, wins
from core.tournament.tiebreaks.teams import TEAM_TIE_BREAKS, Score, TeamField, chosen_for_teams, team_standings


class TeamPart(NamedTuple):
    """A part. label: its round or board, such as R1 or B1. counted: False if cut."""

    label: str
    opponent: int | None
    value: Value
    words: str
    counted: bool = True


def explain_team(event: TeamEvent, order: Sequence[str], terms: Terms, number: int, at: int) -> list[TeamPart]:
    """Return the parts of a team's value of the tie-break at a place of the order."""
    field, (one, low) = TeamField.counted(event, terms), chosen_for_teams(order[at])
    if one.code[0] in "EH" and one.order is not None:
        ranks = {row.number: row.rank for row in team_standings(event, order[:at], terms) if not row.out}
        return _among(field, number, [other for other in ranks if ranks[other] == ranks[number]])
    return _PARTS[one.code](field, number, low)


def _text(halves: int, score: Score) -> str:
    return str(halves) if score == "M" else halves_text(halves)


def _value(units: int, *scores: Score) -> Value:
    return Fraction(units, 2 ** scores.count("G")) if "G" in scores else units


_WHO = {Why.OPPONENT: "", Why.ADJUSTED: ", adjusted"}


def _buchholz(score: Score, field: TeamField, number: int, low: int) -> list[TeamPart]:
    found = list(opponents(field.of(score), number))
    dropped = cut([Part(cell.round, None, worth, why, (), worth, vur) for cell, worth, why, _, vur in found], low, 0)
    return [
        TeamPart(
            f"R{cell.round}",
            cell.opponent,
            _value(worth, score),
            f"score {_text(worth, score)}{_WHO.get(why, ' for an unplayed match')}",
            place not in dropped,
        )
        for place, (cell, worth, why, _, _) in enumerate(found)
    ]


def _sonneborn_berger(theirs: Score, own: Score, field: TeamField, number: int, low: int) -> list[TeamPart]:
    mine, found = field.of(own).cells[number], list(opponents(field.of(theirs), number))
    units = [worth * mine[cell.round - 1].halves for cell, worth, *_ in found]
    parts = [
        Part(cell.round, None, product, why, (), worth, vur)
        for product, (cell, worth, why, _, vur) in zip(units, found, strict=True)
    ]
    dropped = cut(parts, low, 0)
    return [
        TeamPart(
            f"R{cell.round}",
            cell.opponent,
            _value(units[place], theirs, own),
            f"{_text(mine[cell.round - 1].halves, own)} × score {_text(worth, theirs)}"
            f"{_WHO.get(why, ' for an unplayed match')}",
            place not in dropped,
        )
        for place, (cell, worth, why, _, _) in enumerate(found)
    ]


def _game_points(field: TeamField, number: int, low: int) -> list[TeamPart]:
    return [
        TeamPart(f"R{cell.round}", cell.opponent, Fraction(cell.halves, 2), "game points")
        for cell in field.games.cells[number]
        if cell.opponent is not None or cell.halves
    ]


def _amateur_team(field: TeamField, number: int, low: int) -> list[TeamPart]:
    mine, points = field.games.cells[number], field.matches.points
    return [
        TeamPart(
            f"R{cell.round}",
            cell.opponent,
            Fraction(mine[cell.round - 1].halves * points[cell.opponent], 4),
            f"{halves_text(mine[cell.round - 1].halves)} × final score {halves_text(points[cell.opponent])}",
        )
        for cell in field.matches.cells[number]
        if cell.opponent is not None
    ]


def _strength(field: TeamField, number: int, low: int) -> list[TeamPart]:
    factor = max(1, 2 * field.matches.rounds // field.event.boards)
    buchholz = sum((part.value for part in _buchholz("M", field, number, 0)), Fraction(0))
    return [
        TeamPart("", None, Fraction(field.games.points[number], 2), "game points"),
        TeamPart("", None, Fraction(buchholz) / factor, f"the opponents' match points {buchholz}, divided by {factor}"),
    ]


def _wins(field: TeamField, number: int, low: int) -> list[TeamPart]:
    return [TeamPart(f"R{part.round}", part.opponent, 1, "won") for part in wins(field.matches, number)]


def _boards(weight: Callable[[int, int], int], times: str, field: TeamField, number: int, low: int) -> list[TeamPart]:
    sums = field.boards(number)
    return [
        TeamPart(f"B{board}", None, Fraction(halves * factor, 2), times.format(halves_text(halves), board), factor > 0)
        for board, halves in enumerate(sums, start=1)
        for factor in [weight(board, len(sums))]
    ]


_RESULTS = {0: "lost to one of the tied", 2: "drew with one of the tied", 4: "beat one of the tied"}


def _among(field: TeamField, number: int, tied: Sequence[int]) -> list[TeamPart]:
    return [
        TeamPart(f"R{part.round}", part.opponent, Fraction(part.units, 2), _RESULTS[part.units])
        for part in encounters(field.matches, number, tied)
    ]


_PARTS: dict[str, Callable[[TeamField, int, int], list[TeamPart]]] = {
    "MPvGP": _game_points,
    "GP": _game_points,
    "USAT": _amateur_team,
    "SSSC": _strength,
    "WIN": _wins,
    "BC": partial(_boards, lambda board, _: board, "{0} × board {1}"),
    "TBR": partial(_boards, lambda board, _: int(board == 1), "points of the board"),
    "BBE": partial(_boards, lambda board, boards: int(board < boards), "points of the board"),
    **{f"BH:{score}P": partial(_buchholz, cast(Score, score)) for score in "MG"},
    **{
        code: partial(_sonneborn_berger, cast(Score, code[1]), cast(Score, code[2]))
        for code in TEAM_TIE_BREAKS
        if code.endswith("SB")
    },
}
