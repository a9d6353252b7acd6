"""Whether an event was played online, by the marks that sites leave in their files."""

import re
from collections.abc import Iterable, Sequence

_HOSTS = re.compile(r"(?<![a-z0-9-])(lichess\.org|chess\.com|woogles\.io)(?!-|\.?[a-z0-9])", re.IGNORECASE)
_NAMES = {"lichess.org": "lichess", "chess.com": "chess.com", "woogles.io": "Woogles"}
_FEDERATIONS = {"lichess": "lichess", "chess.com": "chess.com", "woogles": "Woogles"}
"""What stands where a file names the federation."""

SOME_SITE = "a website"
"""What is said of a site that cannot be told."""


def site_of(texts: Iterable[str | None]) -> str | None:
    """Return the site whose address stands in one of the texts, such as an event's name or place."""
    for text in texts:
        match = _HOSTS.search(text or "")
        if match is not None:
            return _NAMES[match[1].lower()]
    return None


def site_as_federation(written: str | None, names: Sequence[str]) -> str | None:
    """Return the site that a file names in the place of a federation.

    written: what stands there, where it is no federation. names: those of the players.
    """
    if not written:
        return None
    known = _FEDERATIONS.get(written.strip().casefold())
    if known is not None:
        return known
    # People have two names, of which one is the family's; users of a site have one word.
    are_users = len(names) > 1 and not any(re.search(r"[\s,]", name.strip()) for name in names)
    return SOME_SITE if are_users else None
