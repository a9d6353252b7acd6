"""A sentence with other people's words in it shows as itself."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.ui.framework.text import CONTENT_CHARACTERS, clean, harmless

MENTIONS = re.compile(r"@(?:everyone|here)\b|<@[!&]?\d+>|<#\d+>|</[^>]+:\d+>|<a?:\w+:\d+>|<t:-?\d+|<id:\w+>|https?://")
"""What Discord's documentation lists as message formatting, and links."""

ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
PIECES = (
    "[",
    "](",
    ")",
    "https://x.example",
    "@everyone",
    "<@1>",
    "*",
    "_",
    "`",
    "||",
    "~~",
    "# ",
    "> ",
    "-",
    "1.",
    "a",
    " ",
    "\\",
    "\n",
)
sentences = st.lists(st.sampled_from(PIECES), max_size=12).map("".join) | st.text(max_size=60)


@given(sentences)
@example("\n# big")
@example("\\[ok](https://x.example)")
def test_nothing_in_it_is_markup_a_mention_or_a_link(sentence: str) -> None:
    shown = harmless(sentence)
    assert not MENTIONS.search(shown)
    left = ESCAPED.sub("", shown)
    assert not re.search(r"[\\*~`|<>\[\]]", left)
    assert not re.search(r"(?<![A-Za-z0-9])_|__", re.sub(r"[^\x00-\x7f]", "x", left))
    assert not re.match(r"\s*(?:[#>+-]|\d{1,4}\.)", shown)
    assert "\n" not in shown


@given(sentences)
def test_it_reads_as_it_was_written(sentence: str) -> None:
    read = re.sub("[\u200b\u2068\u2069]", "", ESCAPED.sub(r"\1", harmless(sentence)))
    assert read == " ".join(clean(sentence, 1500).split())


@pytest.mark.parametrize(
    "sentence",
    [
        "Add games (the rated games behind it), or games: 0 for somebody who was never rated.",
        "Which role may report? Add reporter_role, or choose another value for self_report.",
        "2026-11-22 cannot be a birth date. Write year-month-day, for example 2012-05-30.",
        "#3 has no result in round 2: write one, such as 2: #3 1-0 @Dana.",
        "That file is stored already: see it at https://discord.com/channels/1/22/333, or undo it.",
    ],
)
def test_our_own_words_need_no_escaping(sentence: str) -> None:
    assert harmless(sentence).lstrip("\\") == sentence


@pytest.mark.parametrize("letter", ["a", "[", "\\", "@here "])
def test_it_is_never_longer_than_a_message(letter: str) -> None:
    shown = harmless(letter * 5000)
    assert len(shown) <= CONTENT_CHARACTERS
    assert shown.endswith("…")
    assert not re.search(r"[\[\\]", ESCAPED.sub("", shown))


def test_a_mention_of_ones_own_stays_one_and_no_other() -> None:
    assert harmless("<@12> or <@1> is nobody", (12,)) == "<@12> or \\<@\u200b1\\> is nobody"


def test_a_right_to_left_name_moves_nothing_beside_it() -> None:
    name = "\u05d3\u05e0\u05d4 \u05db\u05d4\u05df"
    assert harmless(f"{name} 1-0 Dana") == f"\u2068{name}\u2069 1-0 Dana"
