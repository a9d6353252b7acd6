"""Lists come out on the first day of a month."""

from datetime import date


def first_of_month(day: date, later: int = 0) -> date:
    """Return the first day of the month of a day, or of one so many months later; negative for earlier."""
    month = 12 * day.year + day.month - 1 + later
    return date(month // 12, month % 12 + 1, 1)
