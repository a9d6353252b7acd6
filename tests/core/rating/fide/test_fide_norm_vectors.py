"""Norms and the figures behind them, held against cases from outside."""

from dataclasses import replace
from typing import Any

import pytest
from fide_norm_factories import games, known_event

from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.evaluation import CheckState, NormItem
from core.rating.fide.norms.facts import NORMS, NormPlayer, NormSnapshot, TitleNorm
from core.rating.fide.norms.result import evaluate
from tests.core.golden_cases import golden

NAMES = {
    "games": NormItem.GAMES,
    "score_35": NormItem.SCORE,
    "title_holders": NormItem.TITLE_HOLDERS,
    "required_titles": NormItem.REQUIRED_TITLES,
    "foreign_feds": NormItem.FOREIGN_FEDERATIONS,
    "own_fed": NormItem.OWN_FEDERATION,
    "one_fed": NormItem.ONE_FEDERATION,
    "average": NormItem.AVERAGE,
    "performance": NormItem.PERFORMANCE,
}


def norm_named(title: str) -> TitleNorm:
    return next(norm for norm in NORMS if str(norm) == title)


@pytest.mark.parametrize("case", golden("fide/norms"))
def test_an_event_is_judged_as_in_the_source(case: dict[str, Any]) -> None:
    lines = [f"{one['rating'] or '-'} {one['title'] or '-'} {one['federation']}" for one in case["opponents"]]
    # The sources give the total alone.
    played = [replace(game, score=None) for game in games(lines, "0" * len(lines))]
    event = NormSnapshot(NormPlayer(case["federation"], True), known_event(), tuple(played), case["score"])
    result = evaluate(event, norm_named(case["title"]))
    figures = result.whole.figures
    assert (figures.average, figures.percent) == (case["average"], case["percent"])
    if "performance" in case:
        assert figures.performance == case["performance"]
    passed = {name: result.whole.check(item).state is CheckState.PASSED for name, item in NAMES.items()}
    assert passed == case["checks"]
    assert result.achieved == result.certain == case["achieved"]


@pytest.mark.parametrize("case", golden("fide/norms_titles"))
def test_a_norm_asks_for_what_the_source_says(case: dict[str, Any]) -> None:
    norm = norm_named(case["id"])
    assert (norm.performance, norm.average, norm.floor) == (case["performance"], case["average"], case["floor"])
    assert (norm.rating, norm.women_only) == (case["rating"], case["women_only"])
    assert {title.value for title in norm.counting} == set(case["counting"])


@pytest.mark.parametrize("case", golden("fide/norms_counts"))
def test_a_number_of_games_asks_for_as_many_opponents_as_the_source_says(case: dict[str, Any]) -> None:
    number = case["games"]
    assert norm_facts.fewest_title_holders(number) == case["title_holders"]
    assert norm_facts.fewest_required_titles(number) == case["required_titles"]
    assert norm_facts.most_of_own_federation(number) == case["own_federation"]
    assert norm_facts.most_of_one_federation(number) == case["one_federation"]
    assert norm_facts.fewest_half_points(number) / 2 == case["score"]


@pytest.mark.parametrize("case", golden("fide/norms_required_average"))
def test_every_score_asks_for_the_average_of_the_source(case: dict[str, Any]) -> None:
    norm, games = norm_named(case["title"]), case["games"]
    halves = range(norm_facts.fewest_half_points(games), 2 * games + 1)
    found = {f"{half_points / 2:g}": norm_facts.required_average(norm, half_points, games) for half_points in halves}
    assert found == case["averages"]
