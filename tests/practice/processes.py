"""Real processes of `crosstable`, in an empty folder and with nothing of this machine's environment."""

import logging
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import IO
from unittest import mock

from bot.__main__ import main

ROOT = Path(__file__).parents[2]
SECONDS = 60
"""How long a process may take before it counts as hanging."""

_INFORMATION = re.compile(r"\d{4}-\d\d-\d\d [\d:,]+ INFO ")


@dataclass(frozen=True)
class Ended:
    """How a process ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def complaint(self) -> str:
        """What stands on standard error."""
        lines = [line for line in self.err.splitlines() if line.strip() and not _INFORMATION.match(line)]
        assert len(lines) == 1, self.err
        assert "Traceback" not in lines[0]
        return lines[0]


class Running:
    """A process under way."""

    def __init__(self, process: "subprocess.Popen[str]", err: IO[str]) -> None:
        self.process = process
        self._err = err
        self._printed = ""

    def wait_for(self, pattern: str) -> re.Match[str]:
        """Read what it prints up to a line that matches."""
        for line in self._lines():
            if match := re.search(pattern, line):
                return match
        raise AssertionError(f"{pattern!r} was not printed: {self.end()}")

    def end(self, signal: int | None = None) -> Ended:
        """Send a signal, if any."""
        if signal is not None:
            self.process.send_signal(signal)
        for _ in self._lines():
            pass
        self.process.wait(SECONDS)
        self._err.seek(0)
        return Ended(self.process.returncode, self._printed, self._err.read())

    def _lines(self) -> Iterator[str]:
        assert self.process.stdout is not None
        killer = threading.Timer(SECONDS, self.process.kill)
        killer.start()
        try:
            for line in self.process.stdout:
                self._printed += line
                yield line
        finally:
            killer.cancel()


@contextmanager
def running(folder: Path, *arguments: str, **settings: object) -> Iterator[Running]:
    """Start Python with arguments; whatever happens, it does not outlive the block."""
    environment = _environment(settings)
    with tempfile.TemporaryFile("w+", encoding="utf-8") as err:
        process = subprocess.Popen(
            [sys.executable, *arguments], cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=err,
            encoding="utf-8",
        )  # fmt: skip
        with process:
            try:
                yield Running(process, err)
            finally:
                process.kill()


def bot(folder: Path, *arguments: str, **settings: object) -> Ended:
    with running(folder, "-m", "bot", *arguments, **settings) as process:
        return process.end()


def bot_here(folder: Path, *arguments: str, **settings: object) -> Ended:
    """Run what `crosstable` runs to its end."""
    out, err = StringIO(), StringIO()
    with (
        chdir(folder),
        mock.patch.dict(os.environ, _environment(settings), clear=True),
        mock.patch("bot.logs.set_up_logging"),
        _without_logs(),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        code = main(arguments)
    return Ended(code, out.getvalue(), err.getvalue())


@contextmanager
def _without_logs() -> Iterator[None]:
    logging.disable()
    try:
        yield
    finally:
        logging.disable(logging.NOTSET)


def _environment(settings: dict[str, object]) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT") if name in os.environ}
    kept |= {"PYTHONPATH": str(ROOT), "PRACTICE_BROWSER": "false", "PRACTICE_PORT": "0", "START_PATIENCE": "0"}
    return kept | {name: str(value) for name, value in settings.items()}
