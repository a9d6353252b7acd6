"""What is stored as JSON: as `json` would write it, whoever does."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from bot.store.types import json_text
from tests.depth import examples

FIGURES = st.one_of(
    st.floats(),
    st.floats(min_value=-1e-3, max_value=1e-3),
    st.integers(),
    st.sampled_from([0.0, -0.0, 1e-4, 9.99e-5, 1e-5, 1e15, 1e16, 123456789012345680.0]),
)


@examples()
@given(st.dictionaries(st.text(), st.one_of(FIGURES, st.text(), st.lists(st.one_of(st.none(), FIGURES)))))
@example({"Strength ↔ Rating": 1e-7, "\x7f": '"\\', "state": [1500.0, 5e22, 0.00001]})
def test_values_are_written_as_json_writes_them(value: dict[str, Any]) -> None:
    assert json_text(value) == json.dumps(value, separators=(",", ":"))
