"""No sentence says "1 games": an amount in front of a plural is a constant, or goes through `counted` or `count`."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_THINGS = "games rounds players points lines files events opponents results remarks columns rows sections"
_PLURAL = re.compile(rf" (?:(?!of )\w+ )?(?:{'|'.join(_THINGS.split())})\b")
NEVER_ONE = {
    "{len(named)} players of this club are called ": "more than one",
    "{rating_list.label} rates players of the club. Write their names, for example @Dana.": "a name, not an amount",
    "{often} such events)": "one of at least three",
    "{last} rounds": "from a smaller number to this one",
    "{unknown.games} opponents": "one is said apart",
    "{report.unknown} players have": "one is said apart",
    "{left_out} rounds are": "one is said apart",
    "{who} earlier games that are not stored": "words with an amount that is at least one",
    "{count(report.guessed, 'new rating')} without games: ": "words",
    "{total} events and corrections": "what is told of while it is done is long",
    "{report.placed.games} games": "a cell places from 200 games on",
    "{found.games} games": "a cell places from 200 games on",
    "{history.read} games of the file count": "of one games, one",
    "{entrant.number} has ": "a number of a player, not an amount",
    "{first.number} has ": "a number of a player, not an amount",
    "{self.line} lines ": "a thousand at least",
    "{cells_left_out} after its ": "words",
    "{len(numbers)} players: a report has 1 to ": "none, or too many",
    "{len(event.sections)} sections: a report has 1 to ": "none, or too many",
    "{len(called)} players cannot be compared.": "none, or too many",
    "{entrant.called} has opponents ": "a name, not an amount",
    "{len(ids)} different events by their ids. ": "more than one",
    "{kind} files. Upload the report of one event.": "a kind of file, after two",
    "{reach} points": "with one decimal",
    "{owner} points as a whole number, for example 412.": "whose they are, not an amount",
    "{_most_games(rating_list)} games. Report several matches.": "99 or 999",
    "{ratings} without games: counted as established (": "words",
    "{count} events)": "one is said apart",
    "{rating_list.label} games here yet": "a name, not an amount",
    "{_NUMBERS[len(report.tracks)]} players": "two at least",
}
"""What is in front is no amount, or one that is never one; and why."""


def plurals(path: Path) -> Iterator[str]:
    source = path.read_text()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.JoinedStr):
            continue
        for amount, behind in zip(node.values, node.values[1:], strict=False):
            if not isinstance(amount, ast.FormattedValue) or not isinstance(behind, ast.Constant):
                continue
            if _PLURAL.match(str(behind.value)) and not is_constant(amount.value):
                yield f"{{{ast.unparse(amount.value)}}}{behind.value}"


def is_constant(value: ast.expr) -> bool:
    """Return whether an amount is a constant of the rules."""
    name = value.attr if isinstance(value, ast.Attribute) else value.id if isinstance(value, ast.Name) else ""
    return bool(name) and name == name.upper()


def test_an_amount_before_a_plural_can_never_be_one() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {said}"
        for folder in ("bot", "cogs", "core")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for said in plurals(path)
        if not said.startswith(tuple(NEVER_ONE))
    ]
    assert not found


def test_a_plural_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text('f"the {len(games)} games played"\nf"{MOST} rounds"\nf"{count(n)} of rounds"\n')
    assert list(plurals(path)) == ["{len(games)} games played"]
