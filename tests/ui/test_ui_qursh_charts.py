"""The wall chart with QURSH as its last column."""

import csv
import io
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wall_chart_factories import section, sections
from wcwidth import wcswidth

from bot.services.events.report import SectionReport
from bot.services.ratings.qursh import Standings
from bot.ui.systems.qursh.standings import chart_csv, chart_scenes, chart_text
from bot.ui.wording.wall_chart import ExtraColumn, wall_chart_text
from core.event.crosstable import Crosstable, Entrant, Game
from core.lists import RatingList
from core.rating.qursh.history import SHIPPED
from core.rating.qursh.ranking import division_of_crosstable, rank_event
from tests.depth import examples

SEED = Crosstable(
    date(2026, 11, 20),
    (Entrant(1, 1800, name="Fenn, Rosa"), Entrant(2, 1675, name="Quill, Ada"), Entrant(3, name="=cmd, Eve")),
    (Game(1, 1, 2, 1.0, None, 420, 400), Game(2, 1, 2, 1.0, None, 410, 400), Game(3, 1, 3, 1.0, None, 400, 300)),
)
"""1800 against 1675 by 20, which is 50, and by 10, which is 46; and a game with an unrated player."""


def standings_of(*crosstables: Crosstable) -> Standings:
    divisions_named = [None] if len(crosstables) == 1 else ["A", "B"]
    divisions = [division_of_crosstable(one, name) for one, name in zip(crosstables, divisions_named, strict=True)]
    drawn: list[SectionReport] = [section(one, outcomes={RatingList.NASPA: {}}) for one in crosstables]
    ranking = rank_event(divisions, SHIPPED)
    return Standings("Open", ranking, {}, (), (), (), tuple(divisions_named), tuple(drawn), {})


def test_the_text_ends_with_the_score_and_a_dash_for_whoever_is_not_ranked() -> None:
    lines = chart_text(standings_of(SEED)).decode().splitlines()
    last = {line.split()[0]: line.split()[-1] for line in lines[5:8]}
    assert last == {"1": "48.00", "2": "52.00", "3": "–"}
    assert next(line for line in lines if "Player" in line).split()[-1] == "QURSH"


def test_two_divisions_stand_one_after_the_other() -> None:
    text = chart_text(standings_of(SEED, SEED)).decode()
    assert text.count("QURSH") == 2


def test_the_csv_has_every_player_and_no_formula() -> None:
    table: list[dict[str, Any]] = list(
        csv.DictReader(io.StringIO(chart_csv(standings_of(SEED, SEED)).decode("utf-8-sig")))
    )
    assert [(row["division"], row["number"], row["QURSH"]) for row in table] == [
        ("A", "1", "48"), ("A", "2", "52"), ("A", "3", ""),
        ("B", "1", "48"), ("B", "2", "52"), ("B", "3", ""),
    ]  # fmt: skip
    assert list(table[0])[-1] == "QURSH"
    assert table[2]["name"] == "'=cmd, Eve"


def test_the_pictures_are_those_of_each_division() -> None:
    scenes = chart_scenes(standings_of(SEED, SEED))
    assert len(scenes) == 2
    assert {"QURSH", "48.00", "52.00"} <= {text.text for text in scenes[0].texts}


@pytest.mark.long
@examples()
@given(report=sections(), title=st.sampled_from(["QURSH", "A longer title"]), data=st.data())
def test_a_further_column_stands_straight_at_the_end(report: SectionReport, title: str, data: st.DataObject) -> None:
    numbers = [entrant.number for entrant in report.crosstable.entrants]
    drawn = {number: data.draw(st.sampled_from(["1.00", "63.33", "100.00", ""])) for number in numbers}
    texts = {number: text for number, text in drawn.items() if text}
    extra = ExtraColumn(title, texts)
    lines = wall_chart_text(report, extra).splitlines()
    plain = wall_chart_text(report).splitlines()
    assert len(lines) == len(plain)
    rule = 4  # title, facts, blank, header
    for line in lines[rule - 1 : rule + 1 + len(numbers)]:
        assert wcswidth(line) == wcswidth(lines[rule])
    ends = [line.split()[-1] for line in lines[rule + 1 : rule + 1 + len(numbers)]]
    assert sorted(ends) == sorted(texts.get(number, "–") for number in numbers)
