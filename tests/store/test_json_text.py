"""What is stored as JSON: as `json` would write and read it, whoever does."""

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from bot.store.types import json_text, json_value
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


VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), FIGURES, st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
)


@examples()
@given(VALUES, st.booleans())
@example({"half": "\ud83d", "whole": "\U0001f600", "big": 10**40, "norms": [0, 1], "nan": float("inf")}, True)
def test_values_are_read_as_json_reads_them(value: Any, escaped: bool) -> None:
    try:
        written = json.dumps(value, ensure_ascii=escaped).encode().decode()
    except UnicodeEncodeError:  # half a character, which is always written with a backslash
        written = json.dumps(value)
    assert repr(json_value(written)) == repr(json.loads(written))
    assert repr(json_value(written.encode())) == repr(json.loads(written))
