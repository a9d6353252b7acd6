"""Small values that rating reports and SwissSys' files share: whole numbers, countries."""

import re

_WHOLE = re.compile(r"[0-9]{1,6}")
_UNITED_STATES = {"USA", "US", "U.S.A.", "U.S.", "UNITED STATES", "UNITED STATES OF AMERICA"}
_FEDERATION = re.compile(r"[A-Z]{3}")


def whole(text: str) -> int | None:
    """Return a whole number of up to six digits, None for anything else."""
    return int(text) if _WHOLE.fullmatch(text) else None


def federation_of(country: str) -> str | None:
    """Return a federation's three letters where a country is written so, or is the United States."""
    upper = country.upper()
    if upper in _UNITED_STATES:
        return "USA"
    return upper if _FEDERATION.fullmatch(upper) else None
