"""Time controls as people write them: 90+30, G/60;d5, G/30 d5, 25."""

import re

from core.crosstable import TimeControl
from core.errors import InputError

_CONTROL = re.compile(
    r"(?:g(?:ame)?\s*/?\s*)?(?P<minutes>\d{1,3})(?:\s*[;,+ ]\s*(?:d|i|inc|\+)?\s*/?\s*(?P<seconds>\d{1,3}))?",
    re.IGNORECASE,
)


def parse_time_control(text: str) -> TimeControl:
    """Read a single-period time control; raise InputError for anything else."""
    match = _CONTROL.fullmatch(text.strip())
    if match is None:
        raise InputError(
            f'"{text.strip()[:40]}" is not a time control: write minutes and seconds, such as 90+30 or G/60;d5.'
        )
    return TimeControl(int(match["minutes"]), int(match["seconds"] or 0))
