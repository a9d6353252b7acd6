"""The rules by date, and those of local clubs by name."""

from dataclasses import dataclass
from datetime import date

from core.errors import InputError


@dataclass(frozen=True, slots=True)
class Edition:
    """A set of rules.

    key: what is stored. since: the first day it rates by itself; None for one that is only taken by name.
    counts_segments: the games of an event's earlier segments are career games in its later ones.
    club: a local club's event: a third of the change, at most 50 points in a segment, no acceleration.
    """

    key: str
    title: str
    since: date | None
    counts_segments: bool
    club: bool = False


NASPA_2008 = Edition("naspa-2008", "NASPA 2008 (estimate)", date.min, counts_segments=False)
# tsh has the change as "naspa2024", without a day.
NASPA_2024 = Edition("naspa-2024", "NASPA 2024 (estimate)", date(2024, 1, 1), counts_segments=True)
NASPA_CLUB = Edition("naspa-club", "NASPA local club (estimate)", None, counts_segments=True, club=True)
EDITIONS = (NASPA_2008, NASPA_2024, NASPA_CLUB)


def edition_for(day: date) -> Edition:
    """Return the rules in force on a day."""
    return [edition for edition in EDITIONS if edition.since is not None and edition.since <= day][-1]


def edition_named(key: str) -> Edition:
    """Return rules by their key; raise InputError with the keys there are."""
    for edition in EDITIONS:
        if edition.key == key:
            return edition
    names = ", ".join(edition.key for edition in EDITIONS)
    raise InputError(f'There are no NASPA rules "{key[:40]}": choose one of {names}.')
