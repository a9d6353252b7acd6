"""Every step of a calculation has words, and every figure that the words name is there."""

import re
from contextlib import suppress
from datetime import date, timedelta
from itertools import product
from typing import Any

import pytest
from ui_fide_steps import fide_steps
from ui_oracle_steps import oracle_steps
from ui_plain_steps import plain_steps

from bot.ui.systems.uschess.wording import LIFETIME_BLOCKS, NORM_BLOCKS
from bot.ui.wording.steps import sentence, step_words
from core.errors import RatingError
from core.event.background import Background, ExternalRating, ExternalSystem
from core.event.crosstable import ByeKind, EventKind, TimeControl
from core.lists import RatingList
from core.rating.elo import SYSTEM as ELO
from core.rating.glicko2 import SYSTEM as GLICKO_2
from core.rating.outcome import CommonReason, Step
from core.rating.systems import ALL, USCHESS
from core.rating.uschess.formulas import starting_rating
from core.rating.uschess.lifetime import LifetimeBlock
from core.rating.uschess.norms import NormBlock, PerformanceMode, performance_rating
from core.rating.uschess.player import rate_player, steps_of
from core.rating.uschess.rated import Games, OpponentGame, PlayerEvent, rate_games
from core.rating.uschess.rules import EDITIONS, MatchChange, Reason
from core.rating.uschess.state import PlayerState
from tests.core.rating.naspa.naspa_steps import every_step as naspa_steps
from tests.depth import chosen

DAY = date(2026, 11, 20)
WORDS = step_words()
REASONS: tuple[str, ...] = (*CommonReason, *(reason for system in ALL for reason in system.reasons))
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
BORN = date(2015, 5, 30)
BACKGROUNDS = (
    Background(adult=False),
    Background(born=BORN),
    Background(born=date(1990, 1, 1)),
    Background(ratings=(ExternalRating(ExternalSystem.FIDE, 1850.0, DAY),)),
    Background(
        born=BORN,
        ratings=(
            ExternalRating(ExternalSystem.ONLINE_QUICK, 1234.56, DAY - timedelta(days=400), 24),
            ExternalRating(ExternalSystem.CFC, 1611.0, DAY - timedelta(days=4000), 3),
        ),
    ),
    Background(ratings=tuple(ExternalRating(system, 2050.5, DAY - timedelta(days=1)) for system in ExternalSystem)),
)
"""What is known of an unrated player."""

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
    for ratings, rating_list, repeated in product(FIELDS, USCHESS.lists, (False, True)):
        people = ["rival" if repeated else number for number in range(len(ratings))]
        games = [OpponentGame(number, rating, people[number - 1]) for number, rating in enumerate(ratings, start=1)]
        for part, control in product((0, 0.5, 1), (None, TimeControl(30, 5))):
            score = round(2 * part * len(games)) / 2
            more: dict[str, Any] = {"time_control": control, "bye": ByeKind.FULL_POINT if repeated else None}
            made.append(PlayerEvent(DAY, rating_list, Games.of(games), score, **more))
    for rating, score in product((1200.0, 1505.0, 1900.0), (0, 1.5, 4)):
        games = [OpponentGame(number, rating, "rival") for number in range(1, 5)]
        made.append(PlayerEvent(DAY, RatingList.USCHESS_REGULAR, Games.of(games), score, EventKind.MATCH))
    return made


@pytest.fixture(scope="module")
def steps() -> dict[str, list[Step]]:
    """Return every step that core takes over all these players and events."""
    taken: dict[str, list[Step]] = {reason: [] for reason in REASONS}
    for player, event, edition in product(PLAYERS, events(), EDITIONS[:: len(EDITIONS) - 1]):
        with suppress(RatingError):  # a match that the rules do not allow
            for step in rate_player(player, event, edition).steps:
                taken[step.reason].append(step)
    for background, event in product(BACKGROUNDS, events()):
        for step in newcomers_steps(background, event):
            taken[step.reason].append(step)
    for step in (*fide_steps(), *oracle_steps(), *naspa_steps(), *plain_steps(ELO), *plain_steps(GLICKO_2)):
        taken[step.reason].append(step)
    return {reason: some[:: len(some) // chosen(300, len(some) + 1) + 1] for reason, some in taken.items()}


def newcomers_steps(background: Background, event: PlayerEvent) -> tuple[Step, ...]:
    """Return the steps of an unrated player of whom something is known."""
    if event.kind is EventKind.MATCH:
        return ()
    initial = starting_rating(background, event.rating_list, event.day)
    rated = rate_games(PlayerState(), event, EDITIONS[-2], initial)
    opponents = [game.rating for game in event.games]
    modes = [performance_rating(opponents, event.score, mode) for mode in PerformanceMode]
    return steps_of(rated, *modes)


def test_every_reason_has_words() -> None:
    assert set(WORDS) == set(REASONS)
    assert all(words.strip() for words in WORDS.values())
    assert len(set(WORDS.values())) == len(WORDS)


@pytest.mark.parametrize("reason", REASONS)
def test_core_takes_a_step_for_every_reason(reason: str, steps: dict[str, list[Step]]) -> None:
    assert steps[reason]


@pytest.mark.parametrize("reason", REASONS)
def test_the_words_name_every_figure_that_went_in_and_no_other(reason: str, steps: dict[str, list[Step]]) -> None:
    named = {name for _, name in PLACEHOLDER.findall(WORDS[reason])} - {"value"}
    for step in steps[reason]:
        assert named == {str(index) for index in range(len(step.inputs))}


@pytest.mark.parametrize("reason", REASONS)
def test_a_sentence_has_its_figures_whole_or_to_four_decimals(reason: str, steps: dict[str, list[Step]]) -> None:
    exact = [name for kind, name in PLACEHOLDER.findall(WORDS[reason]) if not kind]
    for step in steps[reason]:
        said = sentence(step)
        assert not set("{}") & set(said)
        assert "\n" not in said
        figures = [f"{step.value if name == 'value' else step.inputs[int(name)]:.4f}" for name in exact]
        assert len(FOUR_DECIMALS.findall(said)) == sum(not figure.endswith(".0000") for figure in figures)
        assert all(("0" if figure == "-0.0000" else figure.removesuffix(".0000")) in said for figure in figures)


@pytest.mark.parametrize("reason", REASONS)
def test_no_sentence_has_an_exponent_or_a_cut_score(reason: str, steps: dict[str, list[Step]]) -> None:
    halved = [int(name) for kind, name in PLACEHOLDER.findall(WORDS[reason]) if kind == "½"]
    counts = [name for kind, name in PLACEHOLDER.findall(WORDS[reason]) if kind == "#"]
    counted = [int(name) for name in counts if name != "value"]
    for step in steps[reason]:
        assert not re.search(r"\de[+-]?\d|nan|\binf\b", sentence(step))
        # What is written as points is points, and what is written as a count is a whole number.
        assert all((step.inputs[index] * 2.0).is_integer() for index in halved)
        assert all(float(step.inputs[index]).is_integer() for index in counted)
        assert "value" not in counts or float(step.value).is_integer()


@pytest.mark.parametrize("reason", [reason for reason in REASONS if not reason.startswith("no-bonus")])
def test_what_came_out_is_always_named(reason: str) -> None:
    assert re.search(r"\{#?value\}", WORDS[reason])


def test_a_sentence_reads_as_the_rules_write_it() -> None:
    step = Step("US Chess 2025, 4.2", CommonReason.SCORE_MINUS_EXPECTED, 0.759, (2.5, 1.741))
    assert sentence(step) == "S − E = 2½ − 1.7410 = **0.7590**"
    step = Step("US Chess 2025, 4.2", Reason.GAME_EXPECTANCY, 0.945628, (3, 974.0))
    assert sentence(step) == "Round 3: We against 974 = **0.9456**"


def test_a_step_that_no_system_takes_any_more_is_told_by_its_name() -> None:
    assert sentence(Step("Some rules, 1", "old-bonus", 12.5)) == "old bonus: **12.5000**"


def test_every_reason_why_no_norm_is_possible_has_words() -> None:
    assert set(NORM_BLOCKS) == set(NormBlock)
    assert all(words.strip() for words in NORM_BLOCKS.values())
    assert len(set(NORM_BLOCKS.values())) == len(NORM_BLOCKS)


def test_every_reason_why_no_lifetime_norm_is_possible_has_words() -> None:
    assert set(LIFETIME_BLOCKS) == set(LifetimeBlock)
    assert all(words.strip() for words in LIFETIME_BLOCKS.values())
    assert len(set(LIFETIME_BLOCKS.values())) == len(LIFETIME_BLOCKS)


def test_an_initial_rating_is_explained_from_what_is_known_of_a_newcomer(steps: dict[str, list[Step]]) -> None:
    """Born 2015-05-30, at an event of 2026-11-20: 4192 / 365.25 is 11.4771 years, at 50 points each 573.8535."""
    said = {sentence(step) for step in steps[Reason.INITIAL_AGE]}
    assert "Unrated: 50 points for each of 11.4771 years, at most 1300: **573.8535**" in said
    # FIDE 1850 of the same day: -1073 + 1.5667 x 1850 = 1825.395; of no age it counts, S = e^0, for five games.
    sources = [sentence(step) for step in steps[Reason.INITIAL_SOURCE]]
    assert any(
        "Rating elsewhere, 1825.3950 on the US Chess scale" in source and "5 × 1 = **5**" in source
        for source in sources
    )
