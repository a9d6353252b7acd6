"""SwissSys' JSON files, both kinds (uschess-files, section 7): read, never written."""

from core.errors import InputError
from core.event_file import FileEvent
from core.formats.chess.swisssys.native import read_native
from core.formats.chess.swisssys.values import decode, parse
from core.formats.chess.swisssys.web import read_web

_NATIVE = ("Overview", "Sections")
_WEB = ("sections", "tournament")
_WEB_PLAYERS = "rounds_paired"


def is_swisssys(text: str | bytes) -> bool:
    """Tell whether text begins as an object that names what one of the two files has.

    Bytes are taken too, for a file may have a NUL among its first, which would pass for no text at all.
    """
    if isinstance(text, bytes):
        text = decode(text)
    if not text.lstrip("\ufeff \t\r\n").startswith("{"):
        return False
    return _names(text, *_NATIVE) or _names(text, *_WEB, _WEB_PLAYERS)


def _names(text: str, *keys: str) -> bool:
    return all(f'"{key}"' in text for key in keys)


def read_swisssys(data: bytes) -> FileEvent:
    """Read either file; raise InputError, with section, player and round, for one that contradicts itself."""
    root = parse(data)
    # They are told apart by the keys of the root alone.
    if all(key in root for key in _NATIVE):
        return read_native(root)
    if all(key in root for key in _WEB):
        return read_web(root)
    raise InputError("That is no SwissSys file: export the event from SwissSys again.")
