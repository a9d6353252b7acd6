"""Days as people say them; options and small print keep the ISO form (bot.ui.framework.text.day_text)."""

from datetime import date

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def long_day(day: date, today: date | None = None) -> str:
    """Return 1 December 2026; without the year where it is today's."""
    text = f"{day.day} {MONTHS[day.month - 1]}"
    return text if today is not None and day.year == today.year else f"{text} {day.year}"


def short_day(day: date, today: date) -> str:
    """Return 21 Nov, or 21 Nov 2025 in another year than today's."""
    text = f"{day.day} {MONTHS[day.month - 1][:3]}"
    return text if day.year == today.year else f"{text} {day.year}"


def month_words(day: date, today: date) -> str:
    """Return March, or March 2025 in another year than today's."""
    month = MONTHS[day.month - 1]
    return month if day.year == today.year else f"{month} {day.year}"
