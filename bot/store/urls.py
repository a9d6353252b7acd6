"""Where the database is, in every form in which people and providers write it."""

import re
from dataclasses import dataclass, field
from pathlib import Path

FORMS = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
ENCODE = (
    "percent-encode the user name and the password in it: %40 for @, %3A for :, %2F for /, %23 for #, %3F for ?,"
    " %25 for %"
)

_SQLITE = ("sqlite+aiosqlite://", "sqlite://")
_POSTGRES = ("postgresql+psycopg://", "postgresql://", "postgres://")


@dataclass(frozen=True, slots=True)
class Address:
    """A database's address.

    file: SQLite's; None for PostgreSQL.
    text: PostgreSQL's, as libpq reads it.
    """

    file: Path | None
    text: str = field(default="", repr=False)

    @classmethod
    def read(cls, written: str) -> "Address":
        """Read an address; raise ValueError with what to write instead, which shows no piece of it."""
        for scheme in _SQLITE:
            if written.startswith(scheme):
                return cls(_file(written.removeprefix(scheme)))
        for scheme in _POSTGRES:
            if written.startswith(scheme):
                return cls(None, _checked(written.removeprefix(scheme)))
        if written.endswith(".db") and "://" not in written:
            return cls(Path(written))
        raise ValueError(FORMS)


def _file(rest: str) -> Path:
    """Return the file of `/FILE`: a third slash, then a relative path, or an absolute one."""
    name = rest.split("?")[0]
    if not name.startswith("/") or len(name) == 1 or name == "/:memory:":
        raise ValueError("name a file: sqlite:///FILE")
    return Path(name[1:])


def _checked(rest: str) -> str:
    place, mark, query = rest.partition("?")
    authority, slash, database = place.partition("/")
    user, at, hosts = authority.rpartition("@")
    broken = re.search(r"%(?![0-9A-Fa-f]{2})", rest) or "#" in rest or "@" in database or "@" in user
    if broken or user.count(":") > 1:
        raise ValueError(ENCODE)
    for host in hosts.split(","):
        port = re.sub(r"^(\[[^\]]*\]|[^:]*)", "", host, count=1)
        if not re.fullmatch(r"(:\d{0,5})?", port):
            raise ValueError(ENCODE if "@" in query else "its port is not a number")
    address = f"postgresql://{user}{at}{hosts}{slash}{database}{mark}{query}"
    from psycopg import ProgrammingError  # seventy modules, which a bot on SQLite does without
    from psycopg.conninfo import conninfo_to_dict

    try:
        conninfo_to_dict(address)
    except ProgrammingError:  # what it says shows pieces
        raise ValueError("its parameters are none of PostgreSQL's: write such as ?sslmode=require") from None
    return address
