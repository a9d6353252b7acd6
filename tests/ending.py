"""Hold reading to an end."""

import signal
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from tests.depth import SOAKING

ENDLESS = 60
"""Seconds of the processor's, a hundred times what the largest file takes."""
MEBIBYTE = 1024 * 1024
MOST_BYTES = 200 * MEBIBYTE


@contextmanager
def ends() -> Iterator[None]:
    """Fail when the block does not come to an end."""

    def stop(signum: int, frame: FrameType | None) -> None:
        raise AssertionError("it does not come to an end")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, ENDLESS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def ends_in_200_mebibytes(work: Callable[[], object]) -> None:
    """Fail when the work does not come to an end or."""
    with ends():
        if not SOAKING:  # to trace takes several times as long as to read
            work()
            return
        tracemalloc.start()
        try:
            work()
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert peak < MOST_BYTES
