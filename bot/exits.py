"""What the program ends with, for whatever started it: the codes are those of BSD's sysexits.h where it has one."""

from enum import IntEnum


class Exit(IntEnum):
    """Codes of the process; `docs/operating.md` says of each what a supervisor does."""

    DONE = 0
    NOT_DONE = 1
    """What was asked for could not be done or was found wrong: a file that is none, a difference, an occupied place."""
    USAGE = 64
    UNREACHABLE = 69
    """Discord or the database stayed away for START_PATIENCE."""
    UNEXPECTED = 70
    GONE = 74
    """The database's file is gone, or its disk is full."""
    HELD = 75
    """Another process has what this one needs: a restart a little later may help."""
    SETTINGS = 78
    """A setting, the token, or the schema of the database: a restart does not help."""
    INTERRUPTED = 130


class StartError(Exception):
    """The program cannot start or go on; the message is one line that says what to do.

    code: what the process ends with.
    """

    def __init__(self, message: str, code: Exit = Exit.SETTINGS) -> None:
        super().__init__(message)
        self.code = code
