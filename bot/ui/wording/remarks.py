"""What a reader of files doubted: grouped by what it changes, those that are alike as one; and other lists of names."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.services.imports.import_report import LOOK_AT
from bot.ui.framework.text import capital, count, pack, safe
from core.event_file import Remark

NAMED, REMARK_CHARACTERS = 10, 120
"""How many players, remarks or norms are named one by one."""

LOOK, LEFT_OUT, DIFFERENTLY, NO_MATTER = "To look at", "Left out of the rating", "Read differently", "No matter"

_OUT_OF_THE_RATING = {
    "games without a result",
    "games that cannot be read",
    "games without scores",
    "results that were sent twice",
    "ratings of no list",
    "ratings that are none",
    "unknown players",
    "unreadable byes",
}
_NO_MATTER = {
    "no FIDE id",
    "no known record",
    "no sex",
    "birth dates",
    "counts",
    "equal colours",
    "federations",
    "fields that stand there twice",
    "files without an end",
    "names with a number",
    "numbers",
    "players of two teams",
}


class MergedRemark(NamedTuple):
    """Remarks that are alike, as one sentence in its group."""

    group: str
    text: str


def merged(remarks: Sequence[Remark]) -> list[MergedRemark]:
    """Return remarks by group, those to act on first; of those that are alike one, with its lines counted."""
    alike: dict[tuple[str, str], list[Remark]] = {}
    for remark in remarks:
        key = ("", remark.text) if remark.kind in ("", LOOK_AT) else (remark.kind, "")
        alike.setdefault(key, []).append(remark)
    found = [MergedRemark(_group(same[0]), _sentence(same)) for same in alike.values()]
    order = (LOOK, LEFT_OUT, DIFFERENTLY, NO_MATTER)
    return sorted(found, key=lambda one: order.index(one.group))


def _sentence(same: Sequence[Remark]) -> str:
    first, lines = same[0], sum(remark.lines for remark in same)
    if lines == 1:
        return str(first)
    if not first.kind:
        return f"{first.text} ({count(lines, 'time')})"
    return f"{capital(first.kind)}: {count(lines, 'line')}. {first}"


def _group(remark: Remark) -> str:
    if remark.kind == LOOK_AT:
        return LOOK
    if remark.kind:
        out, nothing = remark.kind in _OUT_OF_THE_RATING, remark.kind in _NO_MATTER
        return LEFT_OUT if out else NO_MATTER if nothing else DIFFERENTLY
    text = remark.text.casefold()
    if "left out" in text or "not rated" in text or "no result" in text:
        counts = ("rating", "game", "result", "round", "not rated")
        return LEFT_OUT if any(word in text for word in counts) else NO_MATTER
    return DIFFERENTLY


def all_remarks(remarks: Sequence[Remark], named: int = NAMED, characters: int = REMARK_CHARACTERS) -> list[str]:
    """Return the remarks whole, in texts that fit a page each; nothing where they were all named on the first.

    named, characters: how many the first page names, and how much of each.
    """
    if len(remarks) <= named and all(len(str(remark)) <= characters for remark in remarks):
        return []
    return [f"**All remarks**\n{page}" for page in pack([f"- {safe(str(one), 400)}" for one in remarks], "\n")]


def remarks_line(remarks: Sequence[Remark], named: int = NAMED, characters: int = REMARK_CHARACTERS) -> list[str]:
    """Return the first remarks in a line, and where the others stand."""
    lines = listed("Remarks", [safe(str(remark), characters) for remark in remarks], named)
    return [f"{line}: all on the last pages" if len(remarks) > named else line for line in lines]


def listed(title: str, items: Sequence[str], most: int = NAMED) -> list[str]:
    """Return a line of items under a title, the first of them by name; nothing where there are none."""
    if not items:
        return []
    more = f" … and {len(items) - most} more" if len(items) > most else ""
    return [f"**{title}:** {'; '.join(items[:most])}{more}"]
