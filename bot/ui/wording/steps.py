"""The sentence for every reason that core gives. Figures have four decimals here: this is the exact side."""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module

from bot.ui.framework.text import points
from core.outcome import CommonReason, Step
from core.systems import ALL

# {value} is the step's figure, {#value} one that is always a whole number; {0}, {1}, ... are its inputs in the order
# that the reason's comment names;
# {#0} is an input that is a count or a round, {½0} one that is game points.
COMMON_WORDS: dict[str, str] = {
    CommonReason.EXPECTED_SCORE: "E, expected score over {#0} games: **{value}**",
    CommonReason.SCORE_MINUS_EXPECTED: "S − E = {½0} − {1} = **{value}**",
    CommonReason.NEW_RATING: "New rating, from {0}: **{value}**",
}


@cache
def step_words() -> Mapping[str, str]:
    """Return the sentences of every system's reasons: WORDS of its bot/ui/<key>/wording.py, and the common ones."""
    words = dict(COMMON_WORDS)
    for system in ALL:
        words |= import_module(f"bot.ui.{system.key}.wording").WORDS
    return words


_ONE_OF = re.compile(
    r"(?<![0-9.,−-])((?:\*\*)?1(?:\*\*)? (?:rated |earlier |career |half )?)"
    r"(game|event|point|year|opponent|win|round|step)s\b"
)
"""One of a thing, where the sentence has its plural."""


def sentence(step: Step) -> str:
    """Return a step in words, without its clause; one that no system takes any more by its name."""
    words = step_words().get(step.reason, f"{step.reason.replace('-', ' ')}: **{{value}}**")
    text = words.replace("{value}", f"{step.value:.4f}").replace("{#value}", f"{step.value:g}")
    for index, figure in enumerate(step.inputs):
        text = text.replace(f"{{{index}}}", f"{figure:.4f}")
        text = text.replace(f"{{#{index}}}", f"{figure:g}")
        text = text.replace(f"{{½{index}}}", points(figure))
    return _ONE_OF.sub(r"\1\2", text)
