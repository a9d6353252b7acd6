"""One after the other: a file or words that chance has made, and what reads them."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from core.errors import InputError
from core.files.common.text import clean_name
from core.files.oracle_csv import read_oracle_csv
from core.files.recognise import read_event_file
from tests.fuzz.bombs import BOMBS
from tests.fuzz.frames import FRAMES
from tests.fuzz.mutations import mutants
from tests.fuzz.typed import READERS, typed

KINDS = ("a file", *FRAMES, "typed")
LONGEST = 1_000
"""Characters of a sentence."""

Case = tuple[str, bytes | str, Callable[[], object]]
"""What it is, what it is made of, and how to read it."""


def bombs() -> Iterator[Case]:
    for name, make in BOMBS.items():
        data = make()
        yield name, data, partial(reader_of(name), data)


def reader_of(name: str) -> Callable[[bytes], object]:
    return read_oracle_csv if name.startswith("Oracle") else read_event_file


def cases(files: Sequence[bytes], amount: int, seed: int) -> Iterator[Case]:
    """Yield so many of the kinds in turn."""
    chance = Random(seed)
    changed = mutants(files, amount, seed)
    for number in range(amount):
        yield _case(KINDS[number % len(KINDS)], files, changed, chance)


def _case(kind: str, files: Sequence[bytes], changed: Iterator[bytes], chance: Random) -> Case:
    if kind == "typed":
        name = chance.choice(list(READERS))
        parse, example = READERS[name]
        text = typed(example, chance)
        return f"{kind}: {name}", text, lambda: parse(text)
    if kind in FRAMES:
        make, read = FRAMES[kind]
        framed = make(files, chance)
        return kind, framed, lambda: read(framed)
    data = next(changed)
    return kind, data, lambda: read_event_file(data)


def said(read: Callable[[], object]) -> str:
    """Return the sentence that something is refused with, nothing."""
    try:
        read()
    except InputError as error:
        return error.message
    return ""


def wrong_with(sentence: str) -> str:
    """Return what is wrong with a sentence for people, nothing."""
    if not sentence:
        return ""
    if len(sentence) >= LONGEST:
        return "too long"
    if not sentence.endswith((".", "?")):
        return "no sentence"
    return "" if clean_name(sentence) == sentence else "not harmless"
