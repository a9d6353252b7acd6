"""How a command ends that cannot be done."""

FAILED, SETTINGS = 1, 2
"""Exit codes: something failed and may work later; or arguments, settings or the database must be changed first."""


class StartError(Exception):
    """The command cannot start or go on; the message is one line that says what to do, `code` the exit code."""

    def __init__(self, message: str, code: int = SETTINGS) -> None:
        super().__init__(message)
        self.code = code


class UnreachableError(StartError):
    """Discord or the database cannot be reached: the start tries again."""

    def __init__(self, message: str) -> None:
        super().__init__(message, FAILED)
