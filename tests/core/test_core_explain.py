import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.explain import Reason, Step
from tests.depth import examples

numbers = st.floats(allow_nan=False, allow_infinity=False)


def test_a_step_is_written_as_one_short_list() -> None:
    step = Step("US Chess 2025, 4.2", Reason.K_FACTOR, 32.5, (20.0, 4))
    assert step.to_json() == ["US Chess 2025, 4.2", "k-factor", 32.5, 20.0, 4]


@examples()
@given(st.text(), st.sampled_from(Reason), numbers, st.lists(numbers, max_size=4).map(tuple))
def test_a_step_reads_back_from_json_to_the_last_bit(
    clause: str, reason: Reason, value: float, inputs: tuple[float, ...]
) -> None:
    step = Step(clause, reason, value, inputs)
    assert Step.from_json(json.loads(json.dumps(step.to_json()))) == step


def test_an_unknown_reason_is_not_read() -> None:
    with pytest.raises(ValueError, match="no-such-reason"):
        Step.from_json(["clause", "no-such-reason", 1.0])
