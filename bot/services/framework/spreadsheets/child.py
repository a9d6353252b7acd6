"""The spreadsheet process: bytes in, first non-empty sheet as JSON out.

A small file can claim a huge sheet; then only this process runs out of memory. It imports nothing of the bot.
"""

import csv
import io
import json
import signal
import sys
from datetime import date, datetime
from typing import Any

from python_calamine import CalamineSheet, CalamineWorkbook, SheetVisibleEnum

MOST_MEMORY, MOST_SECONDS, MOST_ROWS = 512 * 1024**2, 10, 20_002


def main() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(MOST_SECONDS)
    book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
    seen = [one.name for one in book.sheets_metadata if one.visible is SheetVisibleEnum.Visible]
    sheets = [sheet for sheet in map(book.get_sheet_by_name, seen) if sheet.height]
    text = _text(sheets[0]) if sheets else ""
    json.dump({"text": text, "sheets": [sheet.name for sheet in sheets]}, sys.stdout)


def _text(sheet: CalamineSheet) -> str:
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter="\t", lineterminator="\n")
    for number, row in enumerate(sheet.iter_rows(), start=1):
        writer.writerow([" ".join(_cell(value).split()) for value in row])
        if number == MOST_ROWS:
            break
    return written.getvalue()


def _cell(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value == datetime(value.year, value.month, value.day):  # noqa: DTZ001 a sheet has none
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


if __name__ == "__main__":
    main()
