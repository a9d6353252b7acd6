"""Federations as FIDE writes them: three capital letters (FIDE B.01, 1.4.2a)."""

from core.errors import InputError

STATELESS = "FID"
"""Players under FIDE's flag count in everything but the federations (1.4.2a, Qualification Commission 2026)."""

NOT_FIDE = "NON"
"""Players of a federation that is not FIDE's; games against them do not count."""


def check_federation(federation: str | None) -> None:
    """Raise InputError for anything but three capital letters, or None."""
    if federation is None:
        return
    if not (len(federation) == 3 and federation.isascii() and federation.isalpha() and federation.isupper()):
        raise InputError(f'"{federation}" is not a federation: write its three capital letters, such as NOR.')
