"""Names made safe: nothing in them hides, reorders, mentions or formats."""

import re
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ui_factories import any_text, fast

from bot.ui.framework.text import clean, plain, safe
from core.words import counted

BIDI_CONTROLS = set("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ADDED = re.compile("[\u200b\u2068\u2069]")
"""What is put around and into a name; no name keeps one of its own."""

ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
"""Discord, like every markdown, takes a backslash away only before punctuation."""

# What Discord's own documentation lists as message formatting, and links.
MENTIONS = re.compile(r"@(?:everyone|here)\b|<@[!&]?\d+>|<#\d+>|</[^>]+:\d+>|<a?:\w+:\d+>|<t:-?\d+|<id:\w+>|https?://")


@fast
@given(any_text, st.sampled_from([3, 40, 60, 80, 100]))
def test_no_control_and_no_bidi_character_survives(text: str, most: int) -> None:
    for character in clean(text, most):
        assert unicodedata.category(character) not in ("Cc", "Zl", "Zp")
        assert character not in BIDI_CONTROLS


@fast
@given(any_text, st.sampled_from([3, 40, 60, 80, 100]))
def test_a_name_is_never_empty_and_never_too_long(text: str, most: int) -> None:
    shown = clean(text, most)
    assert shown == "(no name)" or 1 <= len(shown) <= most
    assert shown == shown.strip()
    assert "  " not in shown


@fast
@given(any_text)
@example("\u0301Dana")
@example("\u0949")  # as wide as a letter alone, without a width of its own behind a space
def test_no_name_begins_with_a_mark_that_joins_what_stands_before_it(text: str) -> None:
    assert unicodedata.category(clean(text)[0]) not in ("Mn", "Mc", "Me")


@fast
@given(any_text)
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Dana", "Dana"),
        ("  Anna \t\n Lee ", "Anna Lee"),
        ("e\u0301mile", "émile"),
        ("\u202eanaD", "anaD"),
        ("Da\u200bna", "Da na"),
        ("Da\0na\x1b[31m", "Da na [31m"),
        ("", "(no name)"),
        ("\u200b\u2060 \n", "(no name)"),
        ("x" * 41, "x" * 39 + "…"),
        ("x" * 40, "x" * 40),
        ("x" * 38 + " yz", "x" * 38 + "…"),
        ("z" + "\u0300\u0489" * 50, "z\u0300\u0489"),
        ("日本語", "日本語"),
    ],
    ids=ascii,
)
def test_a_name_is_cleaned(name: str, shown: str) -> None:
    assert clean(name) == shown


@pytest.mark.parametrize(
    "blank", ["\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\u034f", "\U000e0020", "\ufe0f"], ids=ascii
)
def test_a_name_of_nothing_that_can_be_seen_is_no_name(blank: str) -> None:
    # The Hangul filler and the empty Braille pattern are the usual "invisible names" on Discord.
    assert clean(blank * 3) == "(no name)"


@fast
@given(any_text, st.sampled_from([40, 60, 80, 200]))
@example("1. Open", 40)
@example("2024. évi bajnokság", 40)
def test_a_safe_name_reads_as_itself_in_markdown(text: str, most: int) -> None:
    assert ESCAPED.sub(r"\1", ADDED.sub("", safe(text, most))) == clean(text, most)


@fast
@given(any_text)
def test_a_safe_name_mentions_nobody_and_links_nowhere(text: str) -> None:
    assert not MENTIONS.search(safe(text, 100))


@fast
@given(any_text)
def test_a_safe_name_leaves_no_sign_of_formatting_unescaped(text: str) -> None:
    # A sign of formatting follows an odd number of backslashes.
    assert not re.search(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]()]", safe(text, 100))


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("**bold** _it_", r"\*\*bold\*\* \_it\_"),
        ("~~gone~~ ||spoiler||", r"\~\~gone\~\~ \|\|spoiler\|\|"),
        ("[x](http://example.com)", "\\[x\\]\\(http:\u200b//example.com\\)"),
        ("`code`", r"\`code\`"),
        ("> quote", r"\> quote"),
        ("# big", r"\# big"),
        ("-# small", r"\-# small"),
        ("- item", r"\- item"),
        ("+ item", r"\+ item"),
        ("1. item", r"1\. item"),
        ("C# and A-B", "C# and A-B"),
        ("@everyone", "@\u200beveryone"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("a\\*b", r"a\\\*b"),
        ("Dana", "Dana"),
    ],
)
def test_what_markdown_would_read_is_escaped(name: str, written: str) -> None:
    assert safe(name) == written


@fast
@given(any_text)
def test_a_plain_name_breaks_no_code_block_and_mentions_nobody(text: str) -> None:
    shown = plain(text, 100)
    assert "`" not in shown
    assert not re.search(r"@\w", shown)
    assert "\n" not in shown


@fast
@given(any_text)
def test_a_plain_name_differs_from_the_cleaned_one_in_backticks_alone(text: str) -> None:
    assert ADDED.sub("", plain(text)) == clean(text).replace("`", "ˋ")


@pytest.mark.parametrize("write", [safe, plain])
@pytest.mark.parametrize("name", ["דנה", "Dana דנה", "محمد", "مح\u202eمد"])
def test_a_right_to_left_name_is_closed_in_and_moves_nothing_beside_it(write: object, name: str) -> None:
    shown = write(name)
    assert shown[0] == "\u2068"
    assert shown[-1] == "\u2069"
    assert not BIDI_CONTROLS & set(shown[1:-1])


@pytest.mark.parametrize("write", [safe, plain])
def test_a_left_to_right_name_needs_nothing_around_it(write: object) -> None:
    assert write("Dana 日本語") == "Dana 日本語"


@pytest.mark.parametrize(
    ("amount", "noun", "text"),
    [
        (1, "entry", "1 entry"),
        (2, "entry", "2 entries"),
        (3, "day", "3 days"),
        (2, "match", "2 matches"),
        (0, "game", "0 games"),
    ],
)
def test_count_writes_the_plural(amount: int, noun: str, text: str) -> None:
    assert counted(amount, noun) == text == counted(amount, noun)
