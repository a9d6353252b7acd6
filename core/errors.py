"""Errors that are answered with a sentence: RatingError and its subclasses."""

from collections.abc import Collection


class RatingError(Exception):
    """Carries a sentence for the person who asked; nothing was changed.

    message: plain text with names as written: escape it. mentions: members whom the person mentioned, as <@id> in the
    sentence.
    """

    def __init__(self, message: str, *, mentions: Collection[int] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.mentions = tuple(mentions)


class InputError(RatingError):
    """The input is unreadable or out of range."""


class RuleError(RatingError):
    """The rating system's rules do not allow it."""


class NotFoundError(RatingError):
    """The player or event does not exist in this club."""


class NothingYetError(NotFoundError):
    """There is nothing to show yet, and the person asking may change that: the answer has buttons for it."""


class NotAllowedError(RatingError):
    """The person asking may not do this."""
