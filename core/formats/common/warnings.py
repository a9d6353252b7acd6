"""What readers of files share: remarks by line, clean text, and the error that refuses a line."""

from core.errors import InputError
from core.event_file import Remark
from core.words import counted


class ParseWarnings:
    """Collect remarks; of those that are alike, the first five stand alone and one more counts the rest."""

    MOST_ALIKE = 5

    def __init__(self) -> None:
        self._kinds: dict[str, list[Remark]] = {}
        self._more: dict[str, list[int]] = {}

    def add(self, line: int, kind: str, text: str) -> None:
        """Keep a remark; `kind` names those that are alike, in words that go on with "more lines"."""
        alike = self._kinds.setdefault(kind, [])
        if len(alike) < self.MOST_ALIKE:
            alike.append(Remark(line, text, kind))
        else:
            self._more.setdefault(kind, []).append(line)

    def remarks(self) -> tuple[Remark, ...]:
        """Return the remarks in the order of the lines."""
        found = [remark for alike in self._kinds.values() for remark in alike]
        for kind, lines in self._more.items():
            more = f"{kind} in {counted(len(lines), 'more line')}, the last of them {max(lines)}"
            found.append(Remark(min(lines), more, kind, len(lines)))
        return tuple(sorted(found, key=lambda remark: remark.line or 0))


def clean(text: str, most: int = 100) -> str:
    """Return text with single blanks between its words, cut to `most` characters."""
    return " ".join(text[: 4 * most].split())[:most].rstrip()


def fault(line: int, text: str) -> InputError:
    """Return the error that refuses a line."""
    return InputError(f"Line {line}: {text}")
