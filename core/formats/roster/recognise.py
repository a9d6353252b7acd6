"""Which list of people a file is, by its contents alone."""

from collections.abc import Collection

from core.errors import InputError
from core.formats.common.tables import MOST_BYTES
from core.formats.roster.fide_list import is_fide_list, read_fide_list
from core.formats.roster.lines import RosterFile
from core.formats.roster.read import read_roster
from core.lists import RatingList


def read_people(data: bytes, usual: RatingList, fide_ids: Collection[str]) -> RosterFile:
    """Read a club's roster, or a federation's list of whom those with these FIDE ids are taken; raise InputError.

    usual: the list of a rating whose column names none.
    """
    if len(data) > MOST_BYTES:
        raise InputError(
            "The file has more than 10 MiB: cut a federation's list to your players, or ask whoever runs the bot to "
            "load FIDE's whole list."
        )
    if is_fide_list(data):
        return read_fide_list(data, fide_ids)
    return read_roster(data, usual)
