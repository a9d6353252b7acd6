"""What an event is called, the same wherever it is shown, offered and searched."""

from datetime import date

UNNAMED = "Event of "
"""What an event without a name is called, before its day."""


def event_name(name: str | None, day: date) -> str:
    """Return an event's name, or what one without a name is called. day: that on which it ended."""
    return name or f"{UNNAMED}{day.isoformat()}"


def event_and_day(name: str | None, day: date) -> str:
    """Return an event's name with its day, which is said once of one without a name."""
    return f"{name} of {day.isoformat()}" if name else event_name(None, day)
