"""Opponents that cannot be read."""

import pytest
from formats_checks import HOSTILE, read_or_refused, read_to_the_end, refusal, short_id

from core.files.typed.opponents import parse_opponents


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1500 <@abc> 1600", '"<@abc>"'),
        ("1500 @@Dana", '"@@Dana"'),
        ("#", '"#"'),
        ("#twelve", '"#twelve"'),
        ("@", '"@"'),
        ("<@>", '"<@>"'),
        ("<@&123456789012345678>", '"<@&123456789012345678>"'),
        ("<#123456789012345678>", '"<#123456789012345678>"'),
        ("<@123456789012345678901>", '"<@123456789012345678901>"'),
        ("1500 >", '">"'),
        ("1500, 99, 1600", "99 "),
        ("3001", "3001 "),
        ("3000.5", "3000.5 "),
        ("W99.99", "99.99 "),
        ("0", "0 "),
        ("999999999", "999999999 "),
        ("W974 951", '"951"'),
        ("W974 @Dana", '"@Dana"'),
        ("974 D951", '"974"'),
        ("W974 d", '"D"'),
        ("l", '"L"'),
    ],
)
def test_the_word_that_is_refused_is_named(text: str, word: str) -> None:
    assert word in refusal(parse_opponents, text)


@pytest.mark.parametrize("word", ["#12abc", "#12.5", "#1234567890123456789", "#1234567890123456781500"])
def test_a_players_number_ends_where_its_word_ends(word: str) -> None:
    assert word in refusal(parse_opponents, f"1500 {word}")


def test_an_unclosed_quote_is_named() -> None:
    assert '"Anna' in refusal(parse_opponents, 'W1500 W"Anna')
    assert '""' in refusal(parse_opponents, '1500 ""')


def test_a_long_word_is_named_by_its_beginning() -> None:
    sentence = refusal(parse_opponents, "1500 <" + "x" * 5000)
    assert "<xxx" in sentence
    assert "…" in sentence


@pytest.mark.parametrize("text", ["", " ", " ,;\n", "(1585)", "BYE", "BYE forfeit, bye"])
def test_an_event_without_opponents_is_refused(text: str) -> None:
    assert "no opponents" in refusal(parse_opponents, text)


@pytest.mark.parametrize("text", ["1500 " * 61, "W1500 " * 61, "@Dana," * 1000, "1500 BYE " * 61, "#1 " * 2000])
def test_more_than_sixty_opponents_are_refused(text: str) -> None:
    assert "at most 60 opponents" in refusal(parse_opponents, text)


def test_no_number_of_byes_makes_an_opponent_disappear() -> None:
    text = "W1500 " + "BYE " * 120 + "L1620"
    written = read_or_refused(parse_opponents, text)
    assert written is None or len(written.games) == 2


def test_no_user_has_a_number_that_sixty_three_bits_do_not_hold() -> None:
    # A database's BIGINT: 9223372036854775807 is its highest.
    assert parse_opponents("<@9223372036854775807>").games[0].user == 9223372036854775807
    assert "<@9223372036854775808>" in refusal(parse_opponents, "<@9223372036854775808>")


@pytest.mark.parametrize("text", ["@Da\0na", '"Da\0na"', "\0"])
def test_a_name_holds_no_nul(text: str) -> None:
    # PostgreSQL takes no text with a NUL in it.
    written = read_or_refused(parse_opponents, text)
    assert written is None or "\0" not in str(written.games[0].name)


@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_read_or_refused_in_one_line(text: str) -> None:
    for written in (text, f"1500 {text}", f"W{text} 1500", f"W1500 {text}"):
        read_or_refused(parse_opponents, written)


PARTS = (
    *(
        "1",
        "12 ",
        "1500,",
        "(1",
        "(1585)",
        "(12345",
        ")",
        "1.1",
        "1P",
        "1/",
        "p1",
        "w",
        "W ",
        'W"',
        '"',
        '@"',
        "@",
        "#",
    ),
    *("#1", "<@", "<@1", "<@!1>", "<", " ", ",", ";", "\u2003", "a", "é", "½", "\0", "bye ", "Dana "),
)


@pytest.mark.parametrize("part", PARTS, ids=short_id)
def test_the_longest_text_is_read_to_the_end(part: str) -> None:
    read_to_the_end(parse_opponents, part)
    for other in PARTS:
        read_to_the_end(parse_opponents, part + other)
        read_to_the_end(parse_opponents, part, end=other)
        read_to_the_end(parse_opponents, part, start=other)
