"""Collects what was unclear in a file, up to as much as anybody reads."""

from core.event_file import Remark
from core.words import counted

MOST_REMARKS = 200


class Remarks:
    """A list that grows while a file is read."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._left_out = 0

    def add(self, text: str) -> None:
        """Keep a remark, or count it where there are enough of them."""
        if len(self._texts) < MOST_REMARKS:
            self._texts.append(text)
        else:
            self._left_out += 1

    def all(self) -> tuple[Remark, ...]:
        """Return the remarks in their order."""
        more = [f"Left out: {counted(self._left_out, 'more remark')}."] if self._left_out else []
        return tuple(Remark(None, text) for text in self._texts + more)
