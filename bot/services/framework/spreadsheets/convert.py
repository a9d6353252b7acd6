"""Convert spreadsheets to text in a process of their own."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from core.errors import InputError
from core.event.event_file import Remark
from core.files.common.tables import MOST_BYTES
from core.files.common.text import shorten

_XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MEMBERS = (b"xl/workbook.", b"content.xml")

_COMMAND = (sys.executable, "-P", str(Path(__file__).with_name("child.py")))
_MOST_SECONDS = 30.0
_UNREADABLE = "That spreadsheet cannot be read. Save the sheet as CSV, and upload that."


class TextFile(NamedTuple):
    """A readable file, with remarks about its conversion."""

    data: bytes
    remarks: tuple[Remark, ...] = ()


async def as_text_file(data: bytes) -> TextFile:
    """Return a spreadsheet's first sheet as text, other files unchanged; raise InputError if broken."""
    is_zip = data.startswith(b"PK") and any(name in data for name in _MEMBERS)
    if len(data) > MOST_BYTES or not (is_zip or data.startswith(_XLS)):
        return TextFile(data)
    return await asyncio.to_thread(_converted, data)


def _converted(data: bytes) -> TextFile:
    try:
        done = subprocess.run(  # noqa: S603 nothing of the file is in the command
            _COMMAND, input=data, capture_output=True, timeout=_MOST_SECONDS, check=True
        )
    except subprocess.SubprocessError:
        raise InputError(_UNREADABLE) from None
    answer = json.loads(done.stdout)
    if not answer["sheets"]:
        raise InputError("The spreadsheet is empty. Upload the one with the results.")
    read, *others = answer["sheets"]
    remarks = []
    if others:
        text = f'The file has {len(others) + 1} sheets. Only the first, "{shorten(read)}", is read.'
        remarks.append(Remark(None, text))
    return TextFile(answer["text"].encode(), tuple(remarks))
