import json

from hypothesis import given
from hypothesis import strategies as st

from core.explain import CommonReason, Step
from core.systems import ALL
from core.uschess.reasons import Reason
from tests.depth import examples

REASONS = [*CommonReason, *(reason for system in ALL for reason in system.reasons)]
numbers = st.floats(allow_nan=False, allow_infinity=False)


def test_a_step_is_written_as_one_short_list() -> None:
    step = Step("US Chess 2025, 4.2", Reason.K_FACTOR, 32.5, (20.0, 4))
    assert step.to_json() == ["US Chess 2025, 4.2", "k-factor", 32.5, 20.0, 4]


@examples()
@given(
    st.text(),
    st.sampled_from(REASONS),
    numbers,
    st.lists(numbers, max_size=4).map(tuple),
)
def test_a_step_reads_back_from_json_to_the_last_bit(
    clause: str, reason: str, value: float, inputs: tuple[float, ...]
) -> None:
    step = Step(clause, reason, value, inputs)
    assert Step.from_json(json.loads(json.dumps(step.to_json()))) == step


def test_a_step_of_a_system_that_is_no_more_keeps_what_it_says() -> None:
    stored = ["clause", "no-such-reason", 1.0, 2.5]
    assert Step.from_json(stored).to_json() == stored


def test_no_two_systems_store_a_reason_by_the_same_name() -> None:
    assert len(REASONS) == len(set(REASONS))
