"""What the fold writes down of steps: as `json` would write it, whoever does."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from bot.services.fold.journal_entries import _steps_json
from core.explain import Step
from tests.depth import examples

FIGURES = st.one_of(
    st.floats(),
    st.floats(min_value=-1e-3, max_value=1e-3),
    st.integers(),
    st.sampled_from([0.0, -0.0, 1e-4, 9.99e-5, 1e-5, 1e15, 1e16, 123456789012345680.0]),
)


@examples()
@given(st.lists(st.tuples(st.text(), st.text(), FIGURES, st.tuples(FIGURES, FIGURES))))
@example([("Strength ↔ Rating", "oracle-rating", 1e-7, (1500.0, 5e22)), ("\x7f", '"\\', 1.0, (0.00001, 2.0))])
def test_steps_are_written_as_json_writes_them(told: list[tuple[str, str, float, tuple[Any, ...]]]) -> None:
    steps = [Step(*one) for one in told]
    assert _steps_json(steps) == json.dumps([step.to_json() for step in steps], separators=(",", ":"))
