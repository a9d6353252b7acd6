"""The current interaction, carried by context into threads and logs."""

import secrets
import time
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field


@dataclass(slots=True)
class About:
    """An interaction. ref: eight hex digits in logs and error messages.

    command: as shown; name: label of metrics. outcome: ok, refused, error, expired or unavailable.
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
    return _about.get()


def concerns(about: About) -> None:
    _about.set(about)


def count_statement(*_: object) -> None:
    about = _about.get()
    if about is not None:
        about.statements += 1
