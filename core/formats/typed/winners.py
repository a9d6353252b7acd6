"""Who is named for prizes, as directors type it: "junior: Dana, Eli", "best game: Bo". Only reads."""

import re
from collections.abc import Iterator, Sequence

from core.errors import InputError
from core.formats.common.names import shorten

_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))


def parse_winners(text: str, known: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Return what each line is about, one of `known`, and the names behind it."""
    for line in re.split(r"[;\n\r]+", text):
        written = " ".join(line.split())
        if not written:
            continue
        what, colon, names = written.partition(":")
        called = {one.casefold(): one for one in known}
        # A prize stands in the fund in lower case and with plain dashes.
        about = called.get(what.strip().translate(_DASHES).casefold().removeprefix("top "))
        listed = [name.strip() for name in names.split(",") if name.strip()]
        if about is None or not colon or not listed:
            like = next(iter(known), None)
            raise InputError(
                f'"{shorten(written)}" names nobody for a prize: write such as {like}: Dana.'
                if like is not None
                else "No prize is for a group or given by a director: leave out who is named, or write such a prize."
            )
        yield about, listed
