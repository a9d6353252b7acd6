"""The words of a schema's parts, alike on both databases and for what is there and what is needed."""

import re
from collections.abc import Iterable

_KINDS = {
    "character varying": "varchar",
    "float": "number",
    "float(53)": "number",
    "double precision": "number",
    "datetime": "moment",
    "timestamp with time zone": "moment",
    "blob": "bytes",
    "bytea": "bytes",
}
_CAST = re.compile(r"::[a-z ]+(\(\d+\))?$")


def column_words(declared: str, nullable: bool, default: str | None) -> str:
    """Return such as "varchar(8), never null, default never"."""
    words = [_kind(declared)]
    if not nullable:
        words.append("never null")
    if default is not None:
        words.append(f"default {_plain(default)}")
    return ", ".join(words)


def key_words(columns: Iterable[str]) -> str:
    """Return such as "(event_id, number)"."""
    return f"({', '.join(columns)})"


def index_words(terms: Iterable[tuple[str, bool]], *, unique: bool, where: str | None) -> str:
    """Return such as "on (list, shown falling)"; terms are columns, with whether they fall. where: which rows."""
    on = key_words(f"{name} falling" if falling else name for name, falling in terms)
    return f"{'unique ' if unique else ''}on {on}{'' if where is None else f' if {_bare(where)}'}"


def _kind(declared: str) -> str:
    """Return a type's class: "double precision" and "FLOAT" are both a number; lengths stay."""
    name = declared.lower()
    base, bracket, length = name.partition("(")
    return _KINDS.get(name) or _KINDS.get(base, base) + bracket + length


def _plain(default: str) -> str:
    """Return a default without what a database wraps it in: ('never'::character varying) is never."""
    return _CAST.sub("", _bare(default)).strip("'")


def _bare(expression: str) -> str:
    text = expression.strip()
    while text.startswith("(") and text.endswith(")"):
        text = text[1:-1].strip()
    return text
