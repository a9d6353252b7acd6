"""Small uploads that are large work end in a sentence, or an event."""

from collections.abc import Callable
from functools import partial

import pytest

from tests.ending import ends_in_200_mebibytes
from tests.fuzz.bombs import BOMBS
from tests.fuzz.cases import reader_of, said, wrong_with


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("name", "make"), BOMBS.items(), ids=BOMBS)
def test_a_small_upload_is_no_large_work(name: str, make: Callable[[], bytes]) -> None:
    data = make()
    sentences = []
    ends_in_200_mebibytes(lambda: sentences.append(said(partial(reader_of(name), data))))
    assert not wrong_with(sentences[0])
