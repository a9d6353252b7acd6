"""Sentences for calculation steps, with four decimals; whole numbers without."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from bot.ui.framework.text import points
from core.rating.outcome import CommonReason, Step
from core.rating.systems import ALL

# {value}: the step's figure, {#value} a whole number; {0}, {1}, ...: its inputs as in the reason's comment; {#0} a
# whole number, {½0} game points.
COMMON_WORDS: dict[str, str] = {
    CommonReason.EXPECTED_SCORE: "E, expected score over {#0} games: **{value}**",
    CommonReason.SCORE_MINUS_EXPECTED: "S − E = {½0} − {1} = **{value}**",
    CommonReason.NEW_RATING: "New rating, from {0}: **{value}**",
}


@cache
def step_words() -> Mapping[str, str]:
    """Return sentences by reason, from every bot/ui/<key>/wording.py."""
    words = dict(COMMON_WORDS)
    for system in ALL:
        words |= import_module(f"bot.ui.systems.{system.key}.wording").WORDS
    return words


_SINGULAR = re.compile(
    r"(?<![0-9.,−-])((?:\*\*)?1(?:\*\*)? (?:rated |earlier |career |half )?)"
    r"(game|event|point|year|opponent|win|round|step)s\b"
)


def _decimals(value: float) -> str:
    text = f"{value:.4f}".removesuffix(".0000")
    return "0" if text == "-0" else text


def sentence(step: Step) -> str:
    """Return a step as a sentence without its clause."""
    words = step_words().get(step.reason, f"{step.reason.replace('-', ' ')}: **{{value}}**")
    text = words.replace("{value}", _decimals(step.value)).replace("{#value}", f"{step.value:g}")
    for index, figure in enumerate(step.inputs):
        text = text.replace(f"{{{index}}}", _decimals(figure))
        text = text.replace(f"{{#{index}}}", f"{figure:g}")
        text = text.replace(f"{{½{index}}}", points(figure))
    return _SINGULAR.sub(r"\1\2", text)
