from core.rating.outcome import CommonReason
from core.rating.systems import ALL

REASONS = [*CommonReason, *(reason for system in ALL for reason in system.reasons)]


def test_no_two_systems_have_a_reason_of_the_same_name() -> None:
    assert len(REASONS) == len(set(REASONS))
