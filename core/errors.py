"""The errors that a person may see.

RatingError             anything that is answered with one sentence
├── InputError          what was written cannot be read, or is out of range
├── RuleError           the rules of the rating system do not allow it
├── NotFoundError       a named player, event or fact does not exist here
└── NotAllowedError     the person asking may not do it

Every message is one sentence for people and says what to write instead.
"""

from collections.abc import Collection


class RatingError(Exception):
    """Carry a sentence for the person who asked; nothing was changed.

    message: plain text without markup, with names as they were written: escape it where it is shown.
    mentions: the members whom the person asking mentioned themselves, where the sentence has them as <@id>.
    """

    def __init__(self, message: str, *, mentions: Collection[int] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.mentions = tuple(mentions)


class InputError(RatingError):
    """What was written cannot be read or is out of range."""


class RuleError(RatingError):
    """The rules of the rating system do not allow what was asked."""


class NotFoundError(RatingError):
    """A named player, event or fact does not exist in this club."""


class NotAllowedError(RatingError):
    """The person asking may not do this."""
