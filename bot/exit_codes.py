"""Errors that end a command."""

FAILED, SETTINGS = 1, 2
"""Exit codes: something failed and may work later; or arguments, settings or the database must be changed first."""


class StartError(Exception):
    """The command cannot start or go on; the message says in one line what to do."""

    def __init__(self, message: str, code: int = SETTINGS) -> None:
        super().__init__(message)
        self.code = code


class UnreachableError(StartError):
    """Discord or the database is unreachable: the start retries."""

    def __init__(self, message: str) -> None:
        super().__init__(message, FAILED)
