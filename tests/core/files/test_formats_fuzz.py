"""Files and words that chance has made."""

from collections import Counter

from tests.fuzz.cases import KINDS, cases, said, wrong_with
from tests.fuzz.mutations import corpus

FILES, SEED = 2_100, 2026
READ = {"a file": 10, "zip": 2, "gz": 5, "dbf": 2, "rating list": 20, "typed": 20}
"""So many at least are read, or chance tries nothing but the first check; no UTF-16 is, and JSON hardly."""


def test_whatever_chance_makes_it_is_read_or_refused_in_one_sentence() -> None:
    read: Counter[str] = Counter()
    for kind, data, reading in cases(corpus(), FILES, SEED):
        sentence = said(reading)
        assert not wrong_with(sentence), (kind, sentence, data[:200])
        read[kind.partition(":")[0]] += not sentence
    assert all(read[kind] >= least for kind, least in READ.items()), read


def test_the_same_seed_makes_the_same_files() -> None:
    first, again = ([(kind, data) for kind, data, _ in cases(corpus(), 70, SEED)] for _ in range(2))
    assert first == again
    assert {kind.partition(":")[0] for kind, _ in first} == set(KINDS)


def test_what_is_no_sentence_is_seen() -> None:
    assert wrong_with("") == ""
    assert wrong_with("The file is empty. Upload another.") == ""
    assert wrong_with("two\nlines.") == "not harmless"
    assert wrong_with("list index out of range") == "no sentence"
    assert wrong_with("x" * 1_000 + ".") == "too long"
