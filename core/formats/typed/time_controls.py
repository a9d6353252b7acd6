"""Time controls as people write them: 90+30, G/60;d5, G/30 d5, 25."""

import re

from core.crosstable import TimeControl
from core.errors import InputError
from core.formats.common.names import shorten

_CONTROL = re.compile(
    r"(?:g(?:ame)?/?)?(?P<minutes>\d{1,3})(?:[;,+](?:d|i|inc|\+)?/?(?P<seconds>\d{1,3})|(?:d|i|inc)/?(?P<delay>\d{1,3}))?",
    re.IGNORECASE | re.ASCII,
)


def parse_time_control(text: str) -> TimeControl:
    """Read a single-period time control; raise InputError for anything else."""
    # Between two numbers a space separates; elsewhere it means nothing.
    written = re.sub(r"(?<=\d) +(?=\d)", "+", " ".join(text.split()))
    match = _CONTROL.fullmatch(written.replace(" ", ""))
    if match is None:
        raise InputError(
            f'"{shorten(text)}" is not a time control: write minutes and seconds, such as 90+30 or G/60;d5.'
        )
    return TimeControl(int(match["minutes"]), int(match["seconds"] or match["delay"] or 0))
