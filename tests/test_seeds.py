"""Every line of tests/seeds/page.md is typed, and the answer has every figure that it quotes."""

import pytest

from tests.conftest import SimulatedClub
from tests.seeds_page import PAGE, Journey, Table, has, tables

TABLES = list(tables(PAGE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.heading[:3])
async def test_every_claim_is_answered_as_its_line_says(club: SimulatedClub, table: Table) -> None:
    journey = Journey.through(club)
    wrong = [(line.number, line.claim, *missing) for line in table.lines if (missing := await journey.missing(line))]
    assert wrong == []


def test_every_line_quotes_a_figure_and_says_who_does_what() -> None:
    lines = [line for table in TABLES for line in table.lines]
    assert [line.claim for line in lines if not (line.claim and line.steps and line.figures)] == []


def test_the_five_seeds_have_a_table_each() -> None:
    assert [table.heading[:3] for table in TABLES] == ["000", "001", "002", "003", "004"]


@pytest.mark.parametrize(
    ("text", "figure", "found"),
    [
        ("**46** % – 54 %", "46 % – 54 %", True),
        ("Norm   `B0` → `B2`", "B0 → B2", True),
        ("from 1465", "46", False),
        ("46.5 points", "46", False),
        ("1.46", "46", False),
        ("exactly 46.", "46", True),
        ("## 1825\\*B2", "1825*B2", True),
        ("1825B2", "1825*B2", False),
    ],
)
def test_a_figure_is_found_whole_or_not_at_all(text: str, figure: str, found: bool) -> None:
    assert has(text, figure) is found


async def test_a_line_that_has_rotted_is_found_out(club: SimulatedClub) -> None:
    page = "# 9\n| claim | `/rating estimate opponents: D1400 games: 0` | `new → 1400P`, `new → 1401P` |\n"
    (table,) = tables(page)
    figure, answer = await Journey.through(club).missing(table.lines[0])
    assert figure == "new → 1401P"
    assert "new → 1400P" in answer


@pytest.mark.parametrize("command", ["/rating gone", "/gone", "/rating estimate opponent: 1400"])
async def test_a_command_or_option_that_is_gone_is_found_out(club: SimulatedClub, command: str) -> None:
    (table,) = tables(f"# 9\n| claim | `{command}` | `1400` |\n")
    with pytest.raises(ValueError, match=command):
        await Journey.through(club).missing(table.lines[0])
