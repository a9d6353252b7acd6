"""Statements of one club's transaction name the club for every table that holds its rows.

Whoever reads or writes says whose transaction it is (`Database.read`, `Database.write`). The compiler adds that club's
number to the condition of each table, once for each statement, and a new row gets it. So no statement can forget it:
none finds another club's row, and on PostgreSQL's partitions by club none looks at more than one. A transaction over
several clubs, `club=None`, runs its statements as they are written.

The right side of an outer join is the statement's own to name, beside the key on which it joins.
"""

from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from typing import Any, TypeVar

from sqlalchemy import Alias, BigInteger, Column, ColumnElement, Connection, Engine, Join, Table, bindparam
from sqlalchemy.sql.elements import BinaryExpression, BooleanClauseList, UnaryExpression
from sqlalchemy.sql.operators import and_, custom_op, eq
from sqlalchemy.util import LRUCache

Result = TypeVar("Result")

COLUMN, PARAMETER = "club_id", "one_club"
_club: ContextVar[int | None] = ContextVar("club", default=None)
_over_several: "LRUCache[Any, Any]" = LRUCache(500)
"""Compiled statements of transactions over several clubs: they read otherwise than one club's."""


current: Callable[[], int | None] = _club.get
"""Returns the club of the transaction that runs in this thread; None for several."""


def naming(work: Callable[[Connection], Result], club: int | None) -> Callable[[Connection], Result]:
    """Return a transaction's work whose statements name the club."""

    def named(connection: Connection) -> Result:
        compiled = _over_several if club is None else connection.engine._compiled_cache
        before = _club.set(club)
        try:
            if connection.get_execution_options().get("compiled_cache") is not compiled:
                connection.execution_options(compiled_cache=compiled)
            return work(connection)
        finally:
            _club.reset(before)

    return named


def prepare(engine: Engine) -> None:
    """Let an engine's statements name the club."""
    kind = engine.dialect.statement_compiler
    # SQLite has no figures of its tables and may take the club for what finds the rows: after a sign it does not.
    named = _without_index if engine.dialect.name == "sqlite" else _plainly

    def visitor(verb: str, tables: Callable[[Any], Iterator[Table | Alias]]) -> Callable[..., str]:
        visit = getattr(kind, f"visit_{verb}")

        def visited(self: Any, statement: Any, *given: Any, **more: Any) -> str:
            if current() is not None:
                said = {column.table for column in _columns_said(statement._where_criteria)}
                said.update(getattr(statement, "_correlate", None) or ())
                wanting = [one for one in dict.fromkeys(tables(statement)) if one not in said]
                statement = statement.where(*(named(one.columns[COLUMN]) for one in wanting))
            text: str = visit(self, statement, *given, **more)
            return text

        return visited

    methods = {"visit_select": visitor("select", lambda one: _among(one.get_final_froms()))}
    methods |= {f"visit_{verb}": visitor(verb, lambda one: _among([one.table])) for verb in ("update", "delete")}
    engine.dialect.statement_compiler = type("NamingCompiler", (kind,), methods)


def _among(froms: Sequence[Any]) -> Iterator[Table | Alias]:
    """Yield the tables with rows of clubs; those on the right of an outer join are left out."""
    for one in froms:
        if isinstance(one, Join):
            yield from _among([one.left] if one.isouter else [one.left, one.right])
        elif _has_clubs(one.element if isinstance(one, Alias) else one):
            yield one


def _has_clubs(table: Any) -> bool:
    # Copies of tables (`sqlite/shadow_tables.py`) lie in a schema of their own.
    return isinstance(table, Table) and table.schema is None and COLUMN in table.columns


def _columns_said(conditions: Sequence[ColumnElement[Any]]) -> Iterator[Any]:
    """Yield the columns of clubs that conditions say all by themselves."""
    for one in conditions:
        if isinstance(one, BooleanClauseList) and one.operator is and_:
            yield from _columns_said(one.clauses)
        elif (
            isinstance(one, BinaryExpression) and one.operator is eq and _is_club(one.left) and not _is_club(one.right)
        ):
            yield one.left


def _is_club(side: Any) -> bool:
    return isinstance(side, Column) and side.name == COLUMN


def _plainly(column: Any) -> Any:
    return column == _parameter()


def _without_index(column: Any) -> Any:
    return unindexed(column) == _parameter()


def unindexed(column: Any) -> Any:
    """Return a column along whose index SQLite does not go."""
    return UnaryExpression(column, operator=custom_op("+"), type_=column.type)


def _parameter() -> Any:
    return bindparam(PARAMETER, callable_=current, type_=BigInteger)
