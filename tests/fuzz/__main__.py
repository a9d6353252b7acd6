"""python -m tests.fuzz [FILES] [SEED]: large and mutated files are events or one sentence, soon and in 200 MiB."""

import sys
import time
import tracemalloc
from collections import Counter
from itertools import chain

from tests.fuzz.bombs import BOMBS
from tests.fuzz.cases import KINDS, bombs, cases, said, wrong_with
from tests.fuzz.mutations import corpus

MOST_SECONDS, MOST_BYTES = 1.0, 200 * 1024 * 1024
TRACED = 50 * len(KINDS) + 1
"""Tracing takes longer than reading; every kind has its turn."""


def main(amount: int, seed: int) -> int:
    files = corpus()
    read: Counter[str] = Counter()
    slowest, largest = (0.0, ""), (0.0, "")
    print(f"{len(BOMBS)} large files, {amount:,} made of {len(files)} by chance, seed {seed}", flush=True)
    for number, (kind, data, reading) in enumerate(chain(bombs(), cases(files, amount, seed)), start=1 - len(BOMBS)):
        traced = number % TRACED == 0
        if traced:
            tracemalloc.start()
        begun = time.process_time()  # not what other programs take
        try:
            sentence = said(reading)
            wrong = wrong_with(sentence)
        except Exception as error:
            sentence, wrong = "", f"{type(error).__name__}: {error}"
        taken = time.process_time() - begun
        read[kind.partition(":")[0]] += not sentence
        if traced:
            largest = max(largest, (tracemalloc.get_traced_memory()[1], kind))
            tracemalloc.stop()
        else:
            slowest = max(slowest, (taken, kind))
        if wrong or slowest[0] > MOST_SECONDS or largest[0] > MOST_BYTES:
            print(f"file {number}, {kind}: {wrong or 'too much'}, {taken:.2f} s, {sentence!r}\n{data[:2000]!r}")
            return 1
    were = ", ".join(f"{count:,} {kind}" for kind, count in read.items())
    print(f"read: {were}; the others one sentence")
    print(f"slowest {slowest[0]:.3f} s ({slowest[1]}), most {largest[0] / 1e6:.1f} MB ({largest[1]})", flush=True)
    return 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers + [100_000, 1][len(numbers) :])))
