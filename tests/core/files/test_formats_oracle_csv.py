"""Oracle players as CSV."""

from math import exp, log
from typing import Any

import pytest
from formats_checks import checked, hostile_text, read_or_refused
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.common.text import clean_name
from core.files.oracle_csv import read_oracle_csv, write_oracle_csv
from core.rating.oracle.config import OracleConfig, PlayerKind
from core.rating.oracle.formula import win_probability
from core.rating.oracle.system import RosterLine
from tests.core.golden_cases import cases, golden_case

HEADER = "player_id,name,type,rating,bt_strength,games,wins\n"
KEEPER = "0,Keeper,1,50,1.000000,10,5\n"
IMPORTS = {case["id"]: case for case in cases("oracle/seed_imports")}


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_oracle_csv(text.encode())
    return checked(caught.value)


# The others lose a row, or a player, or the Keeper, in the seed's program.
@pytest.mark.parametrize(
    "name", ["roundtrip", "crlf", "bom", "ids_not_in_order", "guide_example", "rating_disagrees_with_strength"]
)
def test_what_the_seed_reads_is_read(name: str) -> None:
    case = IMPORTS[name]
    table = read_oracle_csv(case["input"].encode())
    assert len(table.players) == case["players"]
    assert table.players[case["keeper_place"]] is table.keeper
    chances = [win_probability(player.log_strength) for player in table.players]
    assert chances == pytest.approx(case["p_vs_keeper"], rel=1e-12)
    written = write_oracle_csv(table.players, like_seed=True).splitlines()
    for ours, theirs in zip(written, case["reexport"].splitlines(), strict=True):
        cells, others = ours.split(","), theirs.split(",")
        assert cells[:3] + cells[4:] == others[:3] + others[4:]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("comma_name", "Line 3: 8 cells under 7 columns. Put names that contain a comma in quotation marks."),
        ("empty_name", "Line 3: the player has no name. Write one."),
        ("no_keeper", "There is no Keeper. Give one player the type 1, or the name Keeper."),
        ("no_header", f"Line 1: the header has no column name. Write {HEADER.strip()}."),
    ],
)
def test_what_the_seed_loses_silently_is_refused_with_the_line(name: str, sentence: str) -> None:
    assert refusal(IMPORTS[name]["input"]) == sentence


def test_a_quoted_comma_is_part_of_the_name() -> None:
    table = read_oracle_csv(IMPORTS["quoted_comma_name"]["input"].encode())
    assert [player.name for player in table.players] == ["Keeper", "Smith, John", "Bob"]
    assert read_oracle_csv(write_oracle_csv(table.players).encode()) == table


def test_the_seeds_first_version_rated_to_a_thousand() -> None:
    table = read_oracle_csv(IMPORTS["v1_columns"]["input"].encode())
    assert exp(table.players[1].log_strength) == pytest.approx(1.702703)
    assert table.players[1].confidence == 60
    without = IMPORTS["v1_columns"]["input"].replace("1.702703", "").replace("1.000000", "")
    assert exp(read_oracle_csv(without.encode()).players[1].log_strength) == pytest.approx(63 / 37)


def test_a_strength_that_lost_its_digits_is_taken_from_the_rating() -> None:
    table = read_oracle_csv(golden_case("oracle/seed_texts", "tiny-strength")["text"].encode())
    assert table.players[1].log_strength == pytest.approx(log(1e15))
    assert exp(table.players[2].log_strength) == pytest.approx(1 / 99)
    assert [(remark.line, remark.text) for remark in table.remarks] == [
        (4, "strength 0 has no digits left. Rating used: 1")
    ]


def test_columns_are_found_by_name_and_others_ignored() -> None:
    text = "Wins;Games;shoe;TYPE;name;bt_strength\n3;4;44;0;Ada;2.0\n1;4;40;0;keeper;0.5\n"
    table = read_oracle_csv(text.encode())
    assert table.keeper.name == "keeper"
    assert exp(table.players[0].log_strength) == pytest.approx(4)  # made relative to the Keeper
    assert (table.players[0].player_id, table.players[0].losses) == (0, 1)


def test_the_keeper_is_the_one_of_type_1_before_the_one_of_the_name() -> None:
    text = HEADER + "0,Keeper,0,50,1.0,0,0\n1,Borealis,1,60,1.5,0,0\n"
    assert read_oracle_csv(text.encode()).keeper.name == "Borealis"
    named = HEADER + "0,Polaris,0,50,1.0,0,0\n1,Ada,0,60,1.5,0,0\n"
    assert read_oracle_csv(named.encode(), OracleConfig(keeper_name="polaris")).keeper.name == "Polaris"


@pytest.mark.parametrize(
    ("row", "sentence"),
    [
        (
            "1,Cora,1,50,1.0,0,0",
            "a second player of type 1, after line 2. A club has one Keeper. Change the other one.",
        ),
        ("1,Ada,7,50,1.0,0,0", "there is no kind of player 7. Write one of 0 Human, 1 Keeper,"),
        ("1,Ada,human,50,1.0,0,0", 'type "human" is not a whole number of 0 or more. Correct it.'),
        ("1,Ada,0,50,1.0,-3,0", 'games "-3" is not a whole number of 0 or more. Correct it.'),
        ("1,Ada,0,50,1.0,3,1.5", 'wins "1.5" is not a whole number of 0 or more. Correct it.'),
        ("1,Ada,0,50,1.0,3,4", "wins 4, losses -1 and draws 0 do not add up to games 3. Correct them."),
        ("0,Ada,0,50,1.0,3,1", "player 0 is listed twice, first in line 2. Give each a different one."),
        ("1,keeper,0,50,1.0,3,1", '"keeper" is listed twice, first in line 2. Give each a different one.'),
        ("1,Ada,0,50,nan,3,1", 'bt_strength "nan" is not a number. Correct it, or leave it empty.'),
        ("1,Ada,0,50,1_0,3,1", 'bt_strength "1_0" is not a number. Correct it, or leave it empty.'),
        ("1,Ada,0,50,-2,3,1", "bt_strength -2 is below 0. Write a strength, for example 1.0."),
        ("1,Ada,0,50,1e-300,3,1", "a strength of e^-691 is out of range. Write one, for example 1.0."),
        ("1,Ada,0,abc,1.0,3,1", 'rating "abc" is not a number. Correct it, or leave it empty.'),
        ("1,Ada,0,-5,,3,1", "rating -5 is not between 1 and 99. Correct it."),
        ("1,Ada,0,,,3,1", "the player has neither a bt_strength nor a rating. Write one of them."),
        ("1,Ada,0,50,1.0,,1", 'games "" is not a whole number of 0 or more. Correct it.'),
    ],
)
def test_a_bad_row_is_refused_with_its_line_and_nothing_is_read(row: str, sentence: str) -> None:
    assert refusal(f"{HEADER}{KEEPER}{row}\n").startswith(f"Line 3: {sentence}")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty"),
        (HEADER, "There are no players below the header"),
        ("name,type,games,wins\nKeeper,1,0,0\n", "Line 1: the header has no column bt_strength"),
    ],
)
def test_a_file_that_is_no_table_is_refused(text: str, sentence: str) -> None:
    assert refusal(text).startswith(sentence)


def test_an_edited_strength_counts_before_the_exact_figure_beside_it() -> None:
    rows = write_oracle_csv(
        [RosterLine(0, "Keeper", PlayerKind.AI_KEEPER, True), RosterLine(1, "Ada", log_strength=0.3)]
    )
    assert read_oracle_csv(rows.encode()).players[1].log_strength == 0.3
    edited = rows.replace(repr(exp(0.3)), "2.0")
    assert exp(read_oracle_csv(edited.encode()).players[1].log_strength) == pytest.approx(2)


def test_a_name_is_no_formula() -> None:
    rows = write_oracle_csv([RosterLine(0, "Keeper", PlayerKind.AI_KEEPER, True), RosterLine(1, "=1+1")])
    assert ",'=1+1," in rows
    assert read_oracle_csv(rows.encode()).players[1].name == "=1+1"


names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z", "Cs")), min_size=1, max_size=20)


@st.composite
def rosters(draw: st.DrawFn) -> tuple[RosterLine, ...]:
    called = draw(st.lists(names.filter(lambda name: clean_name(name) == name), max_size=6, unique_by=str.casefold))
    called = [name for name in called if name.casefold() != "keeper"]
    lines = [RosterLine(0, "Keeper", PlayerKind.AI_KEEPER, is_keeper=True)]
    count, figure = st.integers(0, 10**6), st.none() | st.floats(0, 1e9)
    for number, name in enumerate(called, start=1):
        wins, losses, draws = draw(count), draw(count), draw(count)
        kind = draw(st.sampled_from([kind for kind in PlayerKind if kind is not PlayerKind.AI_KEEPER]))
        strength, error, confidence = draw(st.floats(-30, 30)), draw(figure), draw(figure)
        lines.append(
            RosterLine(
                number, name, kind, False, strength, wins + losses + draws, wins, losses, draws, error, confidence
            )
        )
    return tuple(lines)


@given(rosters())
def test_a_round_trip_loses_nothing(lines: tuple[RosterLine, ...]) -> None:
    table = read_oracle_csv(write_oracle_csv(lines).encode())
    assert table.players == lines
    assert table.remarks == ()


@given(hostile_text)
def test_any_text_is_read_or_refused_in_one_sentence(text: str) -> None:
    def read(cell: str) -> Any:
        return read_oracle_csv(f"{HEADER}{KEEPER}{cell}\n".encode("utf-8", "surrogatepass"))

    read_or_refused(read, text)
    read_or_refused(read, f"1,Ada,0,50,{text},1,1")
    read_or_refused(read, f'1,"{text}",0,50,1.0,1,1')
