"""Texts that are kept compressed: what was stored once is read for ever."""

import hashlib
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store import packed_text
from bot.store.packed_text import pack, unpack
from tests.depth import examples

STEPS = (
    '[["US Chess 2025, 3","effective-games",15.799974994327258,67,15.799974994327258],'
    '["US Chess 2025, 4.2","game-expectancy",0.23645892345222924,1,1647.6617297120958]]'
)


@examples()
@given(st.text(alphabet=st.characters(exclude_categories=("Cs",))))
def test_every_text_comes_back(text: str) -> None:
    assert unpack(pack(text)) == text


def test_the_dictionary_of_stored_values_is_frozen_and_halves_a_step() -> None:
    dictionary = packed_text._DICTIONARIES[1]
    assert hashlib.sha256(dictionary).hexdigest() == "e769ed9a88c3413ae5823e02cbe660f2f5650042fbf309cd9e307e6e007c76c6"
    assert len(dictionary) < 32_768  # DEFLATE looks no further back
    plain = zlib.compressobj(wbits=-15)
    assert unpack(b"\x01" + plain.compress(STEPS.encode()) + plain.flush()) == STEPS
    assert len(pack(STEPS)) < len(STEPS) / 2


def test_what_is_no_packed_text_is_refused() -> None:
    for bad in (b"", b"\x02" + pack(STEPS)[1:], b"\x01no stream", STEPS.encode()):
        with pytest.raises(ValueError, match="no packed text"):
            unpack(bad)
