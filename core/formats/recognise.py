"""Which format a file has, by its contents alone."""

from core.errors import InputError
from core.event_file import FileEvent
from core.formats.csv_table import is_csv_table, read_csv_table
from core.formats.tables import decode


def read_event_file(data: bytes) -> FileEvent:
    """Read a result file of any known format; raise InputError with one sentence for one that is none."""
    text = decode(data)
    if is_csv_table(text):
        return read_csv_table(data)
    raise InputError(
        "That is no result file that is known here: upload a crosstable as CSV, with the columns "
        "number, name, rating, games, 1, 2, 3."
    )
