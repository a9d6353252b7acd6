"""What a reader of a file doubted, and other lists of which the first few are named."""

from collections.abc import Sequence

from bot.ui.framework.text import pack, safe
from core.event_file import Remark

NAMED, REMARK_CHARACTERS = 10, 120
"""How many players, remarks or norms are named one by one."""


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
