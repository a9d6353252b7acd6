"""Every step of the calculation is taken somewhere, reads back, and has words for all its figures."""

import re

import pytest
from naspa_steps import every_step

from bot.ui.systems.naspa.wording import WORDS
from bot.ui.wording.steps import sentence
from core.rating.naspa import Reason

STEPS = tuple(every_step())


@pytest.mark.parametrize("reason", Reason)
def test_a_step_is_taken_for_every_reason(reason: Reason) -> None:
    assert any(step.reason is reason for step in STEPS)


@pytest.mark.parametrize("reason", Reason)
def test_the_words_name_every_figure_that_went_in_and_no_other(reason: Reason) -> None:
    named = set(re.findall(r"\{[#½]?(\w+)\}", WORDS[reason])) - {"value"}
    for step in STEPS:
        if step.reason is reason:
            assert named == {str(index) for index in range(len(step.inputs))}
            assert not set("{}") & set(sentence(step))


def test_steps_name_naspa_as_an_estimate() -> None:
    for step in STEPS:
        assert step.clause.startswith("NASPA (estimate), ")


def test_a_step_reads_as_the_rules_are_told() -> None:
    said = {sentence(step) for step in STEPS}
    # 1000 after 10 career games; three wins against 1100 and a half against 1795 in the whole event come first.
    assert any(line.startswith("30 points a win (after 10 career games): 1000 + 30 × ") for line in said)
    capped = "The rating is at most the strongest rated opponent's (1500 without any), 1100, and 400 × 2 / 2: **1500**"
    assert capped in said
