"""What the tests of the formats share."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import strategies as st

from core.errors import InputError
from tests.depth import examples
from tests.ending import ends

LONGEST_OPTION = 6000
"""Characters that Discord lets a member type into one option."""

LONGEST_SENTENCE = 300

HOSTILE = (
    "",
    " ",
    "\0",
    "15\x0000",
    "9" * 401,
    "1" + "0" * 400,  # 10**400, beyond any float
    "0." + "0" * 400 + "1",
    "-" + "9" * 400,
    "1e999",
    "inf",
    "-inf",
    "nan",
    "0x10",
    "1_500",
    "²",
    "٣٫٥",
    "१५००",
    "𝟙𝟝𝟘𝟘",
    "½" * 400,
    "\u202e0051",
    "\u200f1500\u200f",
    "\u20681500",
    "1\u200b500",
    "👩‍👩‍👧",
    "5\ufe0f\u20e3",
    "❤️",
    "e" + "\u0301" * 400,
    "\ufeff1500",
    "\ufffd",
    "`" * 400,
    "%s {0} {value}",
    "'; DROP TABLE player; --",
    "a\nb",
    "2\r\n.3",
    '"a\nb"',
    "- \n -",
)
"""Texts that break careless readers."""

PIECES = (
    *("W", "d", "L", "BYE", "forfeit", "1500", "1455P10", "1455/10", "(1585)", "(", ")", "<@", "<@!7>", "#", "#9"),
    *("@", '"', "Dana", " ", ",", ";", "\n", "\u2028", "-", "+", "½", "1/2", ".5", "2", "99", "\0", "\u202e"),
    *("g", "G/", "d", "inc", "2026", "-11-", "20", "today"),
)

hostile_text = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=60),
    st.lists(
        st.sampled_from(PIECES),
        max_size=60,
    ).map("".join),
)
"""Any text, and many that look almost right."""

thorough = examples(2)
"""No deadline: a slow machine is not a fault of the reader."""


def refusal(read: Callable[[str], Any], text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    return checked(caught.value)


def checked(error: InputError) -> str:
    """Return an error's sentence; fail unless it is one line that fits an answer."""
    sentence = error.message
    assert len(sentence) <= LONGEST_SENTENCE
    assert sentence.splitlines() == [sentence]
    return sentence


def read_or_refused(read: Callable[[str], Any], text: str) -> Any:
    try:
        return read(text)
    except InputError as error:
        checked(error)
        return None


def read_to_the_end(read: Callable[[str], Any], part: str, start: str = "", end: str = "") -> None:
    """Fail unless reading a text of 6,000 characters ends: a pattern that goes back over what it read takes hours."""
    text = start + (part * LONGEST_OPTION)[: LONGEST_OPTION - len(start + end)] + end
    with ends(), suppress(InputError):
        read(text)


def short_id(text: str) -> str:
    return ascii(text)[:30]
