"""What is counted and timed while the program works. Nobody listens unless HEALTH_PORT is set, and it costs nothing.

The names are those of bot/health/figures.py, which says what each is; labels are few and known beforehand, and never
an id.
"""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol


class Listener(Protocol):
    """Takes what is measured, from any thread."""

    def count(self, name: str, amount: float, labels: Mapping[str, str]) -> None: ...

    def observe(self, name: str, value: float, labels: Mapping[str, str]) -> None: ...

    def put(self, name: str, value: float, labels: Mapping[str, str]) -> None: ...


_listener: Listener | None = None


def listen(listener: Listener | None) -> None:
    """Let a listener, or nobody, have what is measured from now on."""
    global _listener
    _listener = listener


def count(name: str, amount: float = 1, **labels: str) -> None:
    """Add to a counter."""
    if _listener is not None:
        _listener.count(name, amount, labels)


def observe(name: str, value: float, **labels: str) -> None:
    """Enter a value, such as seconds, into a histogram."""
    if _listener is not None:
        _listener.observe(name, value, labels)


def put(name: str, value: float, **labels: str) -> None:
    """Set a gauge."""
    if _listener is not None:
        _listener.put(name, value, labels)


@contextmanager
def timed(name: str, **labels: str) -> Iterator[None]:
    """Enter how long the block takes into a histogram, however it ends."""
    began = time.perf_counter()
    try:
        yield
    finally:
        observe(name, time.perf_counter() - began, **labels)
