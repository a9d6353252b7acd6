"""Literals of JavaScript, as far as tsh writes them."""

import json
from typing import Any

import pytest
from formats_checks import checked
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.scrabble.tourney_js import ParsedObject, Value, read_literal


def read(text: str) -> Any:
    value, end = read_literal(text, 0)
    assert end == len(text)
    return plain(value)


def plain(value: Value) -> Any:
    if isinstance(value, ParsedObject):
        return {key: plain(one) for key, one in value.fields.items()}
    return [plain(one) for one in value] if isinstance(value, list) else value


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read_literal(text, 0)
    return checked(caught.value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("undefined", None),
        ("null", None),
        ("true", True),
        ("false", False),
        ("17", 17),
        ("-50", -50),
        ("2.5", 2.5),
        (".5", 0.5),
        ("-1e3", -1000.0),
        ("''", ""),
        ('"a\'b"', "a'b"),
        ("'a\"b'", 'a"b'),
        (r'"a\"b\\c\/d\n\te"', 'a"b\\c/d\n\te'),
        (r'"\x41é\u{1F3B2}\ud83c\udfb2\q"', "Aé\U0001f3b2\U0001f3b2q"),
        ('"a\\\nb"', "ab"),
        ("[]", []),
        ("[1,2,]", [1, 2]),
        ("[,1,,2]", [None, 1, None, 2]),
        ("{}", {}),
        ("{a:1,'b':2,\"c\":3,4:5,}", {"a": 1, "b": 2, "c": 3, "4": 5}),
        ("{a:1,a:2}", {"a": 2}),
        ("// first\n{ /* a */ a : /* b, c */ [ 1 ] }", {"a": [1]}),
        ("\ufeff \u2028[\t1\n]", [1]),
    ],
)
def test_values_are_those_of_javascript(text: str, value: Any) -> None:
    assert read(text) == value


@pytest.mark.parametrize("text", [r'"\ud800"', r'"\udc00\ud800"', r'"\u{110000}"'])
def test_half_a_character_is_none(text: str) -> None:
    assert set(read(text)) == {"\ufffd"}


def test_an_object_knows_its_line() -> None:
    value, _ = read_literal("[\n{},\n\n{a:{}}]", 0)
    assert isinstance(value, list)
    assert [one.line for one in value if isinstance(one, ParsedObject)] == [2, 4]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Line 1: the file is incomplete"),
        ("[1,\n2", "Line 2: the file is incomplete"),
        ("{a:1\n", "Line 2: the file is incomplete"),
        ("{a 1}", 'Line 1: "1" is in the wrong place'),
        ("{a:1 b:2}", 'Line 1: "b" is in the wrong place'),
        ("{,}", 'Line 1: "," is in the wrong place'),
        ("[1 2]", 'Line 1: "2" is in the wrong place'),
        ("[1}", 'Line 1: "}" is in the wrong place'),
        ("alert(1)", 'Line 1: "alert" is in the wrong place'),
        ("[new Date()]", 'Line 1: "new" is in the wrong place'),
        ("[1+1]", 'Line 1: "+1]" cannot be read'),
        ("[`x`]", 'Line 1: "`x`]" cannot be read'),
        ("[/x/]", 'Line 1: "/x/]" cannot be read'),
        ('["x\n"]', 'Line 1: ""x "]" cannot be read'),
        ("['x]", "cannot be read"),
        ("[/* 1]", "cannot be read"),
        ("[0x1F]", "cannot be read"),
        ("[1n]", "cannot be read"),
        ("9" * 400, "cannot be read"),
        ("[" * 41 + "]" * 41, "more than 40 nested brackets"),
    ],
)
def test_anything_else_is_refused_with_its_line(text: str, sentence: str) -> None:
    assert sentence in refusal(text)


def test_forty_brackets_in_each_other_are_read() -> None:
    assert json.dumps(read("[" * 40 + "]" * 40)) == "[" * 40 + "]" * 40


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9, width=32) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 2]))
def test_what_python_writes_as_json_is_read_as_python_means_it(value: Any, is_ascii: bool, indent: int | None) -> None:
    assert read(json.dumps(value, ensure_ascii=is_ascii, indent=indent)) == value


@given(st.text(alphabet="[]{},:\"'\\/*0123456789-.eEaunul \n", max_size=60))
def test_whatever_the_text_it_is_a_value_or_one_sentence(text: str) -> None:
    try:
        read_literal(text, 0)
    except InputError as error:
        checked(error)
