"""How deep the tests go: in the suite chosen cases, in `make soak` (SOAK=1) the long form of each.

Importing this loads hypothesis' profile; tests whose example is itself long take a share of its examples.
"""

import os
from typing import Any, TypeVar

from hypothesis import HealthCheck, settings

SOAKING = bool(os.environ.get("SOAK"))
"""Whether this is the long form, which is run before a release."""

Number = TypeVar("Number")

# Examples are drawn anew at every run, but for CI, whose answer about one commit must not change. No deadline and no
# check of slowness: how long an example takes says more about the machine than about the code.
_MACHINE: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("here", max_examples=12, **_MACHINE)
settings.register_profile("ci", max_examples=25, derandomize=True, **_MACHINE)
settings.register_profile("soak", max_examples=1000, **_MACHINE)
settings.load_profile("soak" if SOAKING else "ci" if os.environ.get("CI") else "here")


def examples(share: float = 1.0, *, fixtures: bool = False) -> settings:
    """Return settings with a share of the profile's examples."""
    amount = max(1, round(share * settings.default.max_examples))
    suppressed = [HealthCheck.too_slow, *([HealthCheck.function_scoped_fixture] if fixtures else [])]
    return settings(max_examples=amount, suppress_health_check=suppressed)


def chosen(suite: Number, soak: Number) -> Number:
    return soak if SOAKING else suite
