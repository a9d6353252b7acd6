"""Reads every statement that the program runs on a database."""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event

from bot.store.database.tables import metadata

GROWING = frozenset(table.name for table in metadata.sorted_tables if "club_id" in table.c)

OVER_ALL_CLUBS = {
    "personal_data.all_forgotten": "a backup tells whom it must forget again",
    "files.clubs_with_old": "once an hour: where a file has waited too long",
    "files.clubs_with_old_forms": "once an hour: where a form has been kept too long",
    "list_facts.clubs_with_due_lists": "once an hour: where a list is to be published",
    "migrate": "migrations and repairs are the whole database's",
    "profiles.closed_to_messages": "at the start: who takes no messages",
    "outbox.due": "the leader sends what is due, in all clubs",
    "profiles.ids_of_clubs": "the operator's list of a federation, for all clubs at once",
    "federations.newest_list": "whether the operator's list of FIDE is that of the month",
    "seasons.due": "once an hour: which seasons are over",
    "unconfirmed.clubs_with_due_matches": "once an hour: where a match counts from now on",
}
"""What of the store looks over all clubs, and why: it is asked with `club=None`."""

_USED = re.compile(r'(?:\bFROM|\bJOIN|\bUPDATE|,)\s+(?:main\.)?"?([a-z_]+)"?(?:\s+AS\s+"?(\w+)"?)?(?=[\s,)]|$)')
_INTO = re.compile(r'INSERT INTO (?:"temp"\.)?"?([a-z_]+)"? \(([^)]*)\)')
_VERBS = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


def unnamed(statement: str) -> str | None:
    """Return the first growing table of a statement whose club it does not name."""
    into = _INTO.match(statement)
    if into is not None and into[1] in GROWING and "club_id" not in into[2]:
        return into[1]
    read = statement[into.end() :] if into is not None else statement
    used = Counter(alias or table for table, alias in _USED.findall(read) if table in GROWING)
    for name, times in used.items():
        if len(re.findall(rf"\b{name}\.club_id (?:=|IN)|= {name}\.club_id\b", statement)) < times:
            return name
    return None


_named: set[str] = set()
_faults: list[str] = []


def look(statement: str) -> None:
    """Note a statement of the program's that does not name a club."""
    if statement in _named:
        return
    table = unnamed(statement) if statement.startswith(_VERBS) else None
    by = None if table is None else _function()
    if table is None or OVER_ALL_CLUBS.keys() & {by, str(by).partition(".")[0]}:
        _named.add(statement)
    elif by is not None:
        _faults.append(f"{by} does not name the club of {table}: {statement}")


def _function() -> str | None:
    frame, inmost = sys._getframe(2), None
    while frame is not None:
        module, code = frame.f_globals.get("__name__", ""), frame.f_code
        if code.co_filename.startswith(_TESTS) and code.co_filename != __file__:
            return None
        is_ours = module.startswith("bot.store.")
        if inmost is None and is_ours:
            inmost = f"{module.rpartition('.')[2]}.{code.co_name}"
        frame = frame.f_back
    return inmost


_TESTS = str(Path(__file__).parent)


def read_all() -> None:

    @event.listens_for(Engine, "before_cursor_execute")
    def _(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        look(statement)


@pytest.fixture(autouse=True)
def every_statement_names_the_club() -> Any:
    """Fail the test in which a statement is first run that does not name the club of a table that grows."""
    yield
    said, _faults[:] = _faults[:], []
    assert not said, "\n".join(said)
