"""Logging: one line per event to standard error, text or JSON.

Lines have ids, no names, and are escaped. No SQL values, file contents, tokens or passwords.
"""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from bot import current_interaction

_BREAKS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0))}
_BREAKS |= {code: f"\\u{code:04x}" for code in (0x2028, 0x2029)}
"""What ends a line, or moves about on a terminal, as it is written."""


class LineFormatter(logging.Formatter):
    """Format a record as one line, tracebacks indented."""

    def format(self, record: logging.LogRecord) -> str:
        record.exc_text = None  # another formatter's traceback, which is not indented
        text = super().format(record)
        record.exc_text = None
        return text

    def formatMessage(self, record: logging.LogRecord) -> str:
        now = current_interaction.current()
        suffix = "" if now is None else f" [{', '.join(f'{name} {value}' for name, value in now.fields())}]"
        return (super().formatMessage(record) + suffix).translate(_BREAKS)

    def formatException(self, ei: Any) -> str:
        return "\n".join(f"    {line.translate(_BREAKS)}" for line in super().formatException(ei).split("\n"))


class JsonFormatter(logging.Formatter):
    """Format a record as one JSON line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        now = current_interaction.current()
        if now is not None:
            line |= dict(now.fields())
        line |= getattr(record, "figures", {})
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


_FORMATTERS: dict[str, logging.Formatter] = {
    "text": LineFormatter("%(asctime)s %(levelname)s %(name)s: %(message)s"),
    "json": JsonFormatter(),
}


def set_up_logging(level: str, form: str = "text") -> None:
    """Log the program at a level, libraries from warnings; form: text or json."""
    handler = logging.StreamHandler()
    handler.setFormatter(_FORMATTERS[form])
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    for name in ("bot", "cogs", "core"):
        logging.getLogger(name).setLevel(level)
