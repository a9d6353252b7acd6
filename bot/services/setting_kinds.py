"""What a setting is, and the kinds of values: how each is read from a form, checked in a file, and stored."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from bot.services.clock import parse_zone
from core.club_rules import ClubRules
from core.errors import InputError
from core.formats.common.names import shorten

HIGHEST_ID = 2**63 - 1
ON, OFF = "on", "off"


class Kind(ABC):
    """A kind of value. `check` and `parse` raise ValueError or TypeError for what is not allowed."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """Return what is allowed, in words."""

    @abstractmethod
    def check(self, value: Any) -> Any:
        """Return a value of a file as it is stored."""

    def parse(self, text: str) -> Any:
        """Return what was written or chosen as it is stored."""
        return self.check(text)

    def text(self, value: Any) -> str:
        """Return a stored value as it is written into a form."""
        return "" if value is None else f"{value}"


@dataclass(frozen=True, slots=True)
class Choice(Kind):
    """One of several words. words: each with what it means."""

    words: Mapping[Any, str]

    @property
    def allowed(self) -> str:
        return f"one of {', '.join(self.words)}"

    def check(self, value: Any) -> Any:
        for word in self.words:
            if isinstance(value, str) and word == value:
                return word  # an enum's member, where the words are an enum
        raise ValueError(value)


@dataclass(frozen=True, slots=True)
class Several(Kind):
    """Any of several words in their order, or None for all."""

    words: Iterable[str]

    @property
    def allowed(self) -> str:
        return f"any of {', '.join(self.words)}"

    def check(self, value: Any) -> Any:
        if value is not None and not (isinstance(value, list | tuple) and set(value) <= set(self.words)):
            raise ValueError(value)
        return None if value is None else [str(word) for word in self.words if word in value]


@dataclass(frozen=True, slots=True)
class Number(Kind):
    """A whole number."""

    least: int
    most: int

    @property
    def allowed(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def check(self, value: Any) -> int:
        if type(value) is not int or not self.least <= value <= self.most:
            raise ValueError(value)
        return value

    def parse(self, text: str) -> int:
        if not re.fullmatch("[0-9]{1,9}", text):
            raise ValueError(text)
        return self.check(int(text))


@dataclass(frozen=True, slots=True)
class Figure(Kind):
    """A number above 0. none: whether there may be no number."""

    none: bool = False

    @property
    def allowed(self) -> str:
        return "a number above 0, or none" if self.none else "a number above 0"

    def check(self, value: Any) -> float | None:
        if value is None and self.none:
            return None
        if type(value) not in (int, float) or not (value > 0 and isfinite(value)):
            raise ValueError(value)
        return float(value)

    def parse(self, text: str) -> float | None:
        word = text.strip().casefold().replace(",", ".")
        return self.check(None if word == "none" and self.none else float(word))


@dataclass(frozen=True, slots=True)
class Switch(Kind):
    """On or off. words: what on and off mean, where that is not clear by itself."""

    words: Mapping[str, str] | None = None

    @property
    def allowed(self) -> str:
        return "true or false"

    def check(self, value: Any) -> bool:
        if type(value) is not bool:
            raise ValueError(value)
        return value

    def parse(self, text: str) -> bool:
        return self.check({ON: True, "True": True, OFF: False, "False": False, "": False}.get(text))

    def text(self, value: Any) -> str:
        return ON if value else OFF


@dataclass(frozen=True, slots=True)
class ServerId(Kind):
    """A role or a channel of the club's server, by its id; None for none."""

    what: str

    @property
    def allowed(self) -> str:
        return f"a {self.what} of this server"

    def check(self, value: Any) -> int | None:
        if value is not None and (type(value) is not int or not 1 <= value <= HIGHEST_ID):
            raise ValueError(value)
        return value

    def parse(self, text: str) -> int | None:
        return self.check(int(text) if text else None)


@dataclass(frozen=True, slots=True)
class Zone(Kind):
    """The name of a time zone."""

    @property
    def allowed(self) -> str:
        return "a place such as Europe/Berlin, or UTC"

    def check(self, value: Any) -> str:
        if not isinstance(value, str):
            raise TypeError(value)
        return parse_zone(value)


@dataclass(frozen=True, slots=True)
class Written(Kind):
    """What has a notation of its own. read: from that notation."""

    allowed_text: str
    read: Callable[[str], Any]

    @property
    def allowed(self) -> str:
        return self.allowed_text

    def check(self, value: Any) -> Any:
        return self.read(value)


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting.

    name: the column, or the name among the rules, that holds it. page: the form in which it is changed.
    help: describes the option of its command. label, hint: stand over and under its field in the form.
    text_of, into: how a setting among the rules is written and changed; None for a column.
    """

    name: str
    page: str
    kind: Kind
    help: str = ""
    label: str = ""
    hint: str | None = None
    text_of: Callable[[ClubRules], str] | None = None
    into: Callable[[ClubRules, Any], ClubRules] | None = None

    @property
    def option(self) -> str:
        """Return what its option is called, and its field."""
        return self.name.removeprefix("news_").removesuffix("_id")

    def check(self, value: Any) -> Any:
        """Return a value of a file as it is stored; raise InputError for what is not allowed."""
        return self._or_error(self.kind.check, value)

    def parse(self, text: str) -> Any:
        """Return what was written or chosen as it is stored; raise InputError for what is not allowed."""
        return self._or_error(self.kind.parse, text)

    def _or_error(self, read: Callable[[Any], Any], value: Any) -> Any:
        try:
            return read(value)
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            words = f'"{shorten(str(value))}" is not allowed for {self.option}. Choose {self.kind.allowed}.'
            raise InputError(words) from error
