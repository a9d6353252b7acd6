"""What the work under way is about: made at the door, and carried along into threads and logs by its context."""

import secrets
import time
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class About:
    """An interaction on its way through the program.

    ref: eight hex digits, in every line of the log and in the sentence of an error that nobody knows.
    command: what is asked for, as it is shown; name: the same as a bounded label of figures.
    outcome: ok, refused, error, expired or unavailable.
    """

    interaction: int
    user: int
    guild: int | None
    shard: int | None
    command: str
    name: str
    kind: str
    ref: str = field(default_factory=lambda: secrets.token_hex(4))
    outcome: str = "ok"
    statements: int = 0
    began: float = field(default_factory=time.perf_counter)
    is_acknowledged: bool = False

    def fields(self) -> Iterator[tuple[str, int | str]]:
        """Yield what a line of the log says of it: ids and no names."""
        yield "ref", self.ref
        yield "interaction", self.interaction
        if self.guild is not None:
            yield "guild", self.guild
        if self.shard is not None:
            yield "shard", self.shard
        yield "command", self.command
        yield "user", self.user


_about: ContextVar[About | None] = ContextVar("about", default=None)


def current() -> About | None:
    """Return what the work of this context is about; None for what the program does by itself."""
    return _about.get()


def concerns(about: About) -> None:
    """Let all that this task does from now on, and what it starts, be about an interaction."""
    _about.set(about)


def count_statement(*_: object) -> None:
    """Count a statement of SQL: a listener of the engines."""
    about = _about.get()
    if about is not None:
        about.statements += 1
