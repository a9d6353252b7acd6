"""Every step of a calculation has words, and every figure that the words name is there."""

import re
from contextlib import suppress
from datetime import date, timedelta
from itertools import product
from typing import Any

import pytest

from bot.ui.wording import NORM_BLOCKS, WORDS, sentence
from core.crosstable import ByeKind, EventKind, TimeControl
from core.errors import RatingError
from core.explain import Reason, Step
from core.lists import RatingList
from core.uschess.editions import EDITIONS
from core.uschess.matches import MatchChange
from core.uschess.norms import NormBlock
from core.uschess.player import OpponentGame, PlayerEvent, rate_player
from core.uschess.state import PlayerState

DAY = date(2026, 11, 20)
PLACEHOLDER = re.compile(r"\{([#½]?)(\w+)\}")
FOUR_DECIMALS = re.compile(r"\d\.\d{4}(?!\d)")


def changes(*days_and_changes: tuple[int, float]) -> tuple[MatchChange, ...]:
    return tuple(MatchChange(DAY - timedelta(days=days), change) for days, change in days_and_changes)


PLAYERS = (
    PlayerState(),
    PlayerState(rating=1500.5, games=4),
    PlayerState(rating=130.0, games=8),
    PlayerState(rating=2690.0, games=8),
    PlayerState(rating=1700.0, games=12, known_games=12, points=12.0),
    PlayerState(rating=1100.0, games=12, known_games=12),
    PlayerState(rating=1450.0, games=12, known_games=12, points=6.5, events_of_three=3),
    PlayerState(rating=101.0, games=20),
    PlayerState(rating=1505.0, games=200, peak=1720.0),
    PlayerState(rating=1505.0, games=200, peak=1720.0, match_changes=changes((10, 90.0))),
    PlayerState(rating=1505.0, games=200, peak=1720.0, match_changes=changes((900, 95.0), (300, 90.0))),
    PlayerState(rating=1705.25, games=100_000, imposed_floor=1700.0),
    PlayerState(rating=2210.0, games=900, peak=2300.0, games_above_2200=300),
    PlayerState(rating=2450.75, games=900, peak=2500.0),
)
FIELDS = (
    (1500.0,),
    (101.0, 150.0, 200.0),
    (1000.0, 2500.0),
    (1612.5, 1700.0, 1800.25, 1900.0, 2100.0),
    (2900.0, 2950.0, 3000.0, 2999.99),
    tuple(1400.0 + 10 * number for number in range(60)),
)


def events() -> list[PlayerEvent]:
    """Return tournaments and matches of every kind that the rules tell apart."""
    made = []
    for ratings, rating_list, repeated in product(FIELDS, RatingList, (False, True)):
        people = ["rival" if repeated else number for number in range(len(ratings))]
        games = [OpponentGame(number, rating, people[number - 1]) for number, rating in enumerate(ratings, start=1)]
        for part, control in product((0, 0.5, 1), (None, TimeControl(30, 5))):
            score = round(2 * part * len(games)) / 2
            more: dict[str, Any] = {"time_control": control, "bye": ByeKind.FULL_POINT if repeated else None}
            made.append(PlayerEvent(DAY, rating_list, tuple(games), score, **more))
    for rating, score in product((1200.0, 1505.0, 1900.0), (0, 1.5, 4)):
        games = [OpponentGame(number, rating, "rival") for number in range(1, 5)]
        made.append(PlayerEvent(DAY, RatingList.USCHESS_REGULAR, tuple(games), score, EventKind.MATCH))
    return made


@pytest.fixture(scope="module")
def steps() -> dict[Reason, list[Step]]:
    """Return every step that core takes over all these players and events, by reason."""
    taken: dict[Reason, list[Step]] = {reason: [] for reason in Reason}
    for player, event, edition in product(PLAYERS, events(), EDITIONS[:: len(EDITIONS) - 1]):
        with suppress(RatingError):  # a match that the rules do not allow
            for step in rate_player(player, event, edition).steps:
                taken[step.reason].append(step)
    return taken


def test_every_reason_has_words() -> None:
    assert set(WORDS) == set(Reason)
    assert all(words.strip() for words in WORDS.values())
    assert len(set(WORDS.values())) == len(WORDS)


@pytest.mark.parametrize("reason", Reason)
def test_core_takes_a_step_for_every_reason(reason: Reason, steps: dict[Reason, list[Step]]) -> None:
    assert steps[reason]


@pytest.mark.parametrize("reason", Reason)
def test_the_words_name_every_figure_that_went_in_and_no_other(reason: Reason, steps: dict[Reason, list[Step]]) -> None:
    named = {name for _, name in PLACEHOLDER.findall(WORDS[reason])} - {"value"}
    for step in steps[reason]:
        assert named == {str(index) for index in range(len(step.inputs))}


@pytest.mark.parametrize("reason", Reason)
def test_a_sentence_has_all_its_figures_to_four_decimals(reason: Reason, steps: dict[Reason, list[Step]]) -> None:
    exact = [name for kind, name in PLACEHOLDER.findall(WORDS[reason]) if not kind]
    for step in steps[reason]:
        said = sentence(step)
        assert not set("{}") & set(said)
        assert "\n" not in said
        assert len(FOUR_DECIMALS.findall(said)) == len(exact)
        for name in exact:
            figure = step.value if name == "value" else step.inputs[int(name)]
            assert f"{figure:.4f}" in said


@pytest.mark.parametrize("reason", Reason)
def test_no_sentence_has_an_exponent_or_a_cut_score(reason: Reason, steps: dict[Reason, list[Step]]) -> None:
    halved = [int(name) for kind, name in PLACEHOLDER.findall(WORDS[reason]) if kind == "½"]
    counted = [int(name) for kind, name in PLACEHOLDER.findall(WORDS[reason]) if kind == "#"]
    for step in steps[reason]:
        assert not re.search(r"\de[+-]?\d|nan|\binf\b", sentence(step))
        # What is written as points is points, and what is written as a count is a whole number.
        assert all((step.inputs[index] * 2.0).is_integer() for index in halved)
        assert all(float(step.inputs[index]).is_integer() for index in counted)


@pytest.mark.parametrize("reason", [reason for reason in Reason if not reason.startswith("no-bonus")])
def test_what_came_out_is_always_named(reason: Reason) -> None:
    assert "{value}" in WORDS[reason]


def test_a_sentence_reads_as_the_rules_write_it() -> None:
    step = Step("US Chess 2025, 4.2", Reason.SCORE_MINUS_EXPECTED, 0.759, (2.5, 1.741))
    assert sentence(step) == "S − E = 2½ − 1.7410 = **0.7590**"
    step = Step("US Chess 2025, 4.2", Reason.GAME_EXPECTANCY, 0.945628, (3, 974.0))
    assert sentence(step) == "Round 3: We against 974.0000 = **0.9456**"


def test_every_reason_why_no_norm_is_possible_has_words() -> None:
    assert set(NORM_BLOCKS) == set(NormBlock)
    assert all(words.strip() for words in NORM_BLOCKS.values())
    assert len(set(NORM_BLOCKS.values())) == len(NORM_BLOCKS)
