"""Two thousand files that chance has changed; `make fuzz` tries a hundred thousand."""

import time

from core.errors import InputError
from core.formats.recognise import read_event_file
from tests.fuzz.mutations import corpus, mutants


def test_whatever_chance_makes_of_a_file_it_is_an_event_or_one_sentence() -> None:
    events = 0
    for data in mutants(corpus(), 2_000, seed=2026):
        begun = time.perf_counter()
        sentence = refusal(data)
        events += not sentence
        assert "\n" not in sentence
        assert len(sentence) < 1000
        assert time.perf_counter() - begun < 5, data[:200]
    assert events > 50


def refusal(data: bytes) -> str:
    """Return the sentence that a file is refused with, or nothing; any other error goes through."""
    try:
        read_event_file(data)
    except InputError as error:
        return error.message
    return ""
