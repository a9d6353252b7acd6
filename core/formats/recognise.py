"""Which format a file has, by its contents alone."""

from collections.abc import Callable

from core.errors import InputError
from core.event_file import FileEvent
from core.formats.aupair import is_aupair, read_aupair
from core.formats.coco_csv import is_coco, read_coco
from core.formats.coco_list import is_coco_list, read_coco_list
from core.formats.coco_rated import is_coco_rated, read_coco_rated
from core.formats.csv_table import is_csv_table, read_csv_table
from core.formats.names import harmless
from core.formats.pairings.read import is_pairings, read_pairings
from core.formats.swisssys.read import is_swisssys, read_swisssys
from core.formats.tables import MOST_BYTES, decode
from core.formats.trf.read import is_trf, read_trf
from core.formats.tsh.files import read_tsh_zip
from core.formats.tsh.newt import is_newt, read_newt
from core.formats.tsh.read import is_tsh, read_tsh
from core.formats.uschess_report.read import is_uschess_report, read_uschess_report
from core.formats.woogles_csv import is_woogles, read_woogles
from core.formats.zips import is_zip

_TEXT_FORMATS: tuple[tuple[Callable[[str], bool], Callable[[bytes], FileEvent]], ...] = (
    (is_newt, read_newt),
    (is_coco_rated, read_coco_rated),
    (is_coco_list, read_coco_list),
    (is_trf, read_trf),
    (is_woogles, read_woogles),
    (is_coco, read_coco),
    (is_pairings, read_pairings),
    (is_csv_table, read_csv_table),
    (is_aupair, read_aupair),
    (is_tsh, read_tsh),
)
"""Those with the plainest marks first; a tsh file is no more than names and numbers."""


def read_event_file(data: bytes) -> FileEvent:
    """Read a result file of any known format; raise InputError with one sentence for one that is none.

    Names and words of whatever file come out harmless.
    """
    return harmless(_read(data))


def _read(data: bytes) -> FileEvent:
    if len(data) > MOST_BYTES:
        raise InputError("The file has more than 10 MiB: a result file is smaller, upload that alone.")
    # A report is a zip, and SwissSys writes control characters: neither is text as the others are.
    if is_uschess_report(data):
        return read_uschess_report(data)
    if is_zip(data):
        return read_tsh_zip(data)
    if is_swisssys(data):
        return read_swisssys(data)
    text = decode(data)
    for is_of_format, read in _TEXT_FORMATS:
        if is_of_format(text):
            return read(data)
    raise InputError(
        "That is no result file that is known here: upload TRF, SwissSys' JSON, the zip of a US Chess rating report, "
        "or a crosstable as CSV with the columns number, name, rating, games, 1, 2, 3."
    )
