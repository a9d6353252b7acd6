"""SIGINT and SIGTERM: the first one ends the program in order, the second one at once."""

import asyncio
import os
import signal

from bot.exits import Exit


class Stop(asyncio.Event):
    """Set by the first signal.

    interrupted: whether it was Ctrl-C.
    """

    interrupted = False

    def signalled(self, number: int) -> None:
        """Take a signal; who sends a second one does not want to wait, and nothing is lost that was committed."""
        if self.is_set():
            os._exit(Exit.INTERRUPTED)
        self.interrupted = number == signal.SIGINT
        self.set()


def stop_on_signals() -> Stop:
    """Return an event that SIGINT and SIGTERM set."""
    stop = Stop()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, stop.signalled, number)
        except NotImplementedError:  # Windows has no signal handlers on its loop
            signal.signal(number, lambda got, _: loop.call_soon_threadsafe(stop.signalled, got))
    return stop
