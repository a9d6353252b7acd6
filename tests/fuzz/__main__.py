"""python -m tests.fuzz [FILES] [SEED]: mutated files are events or one sentence, within a second and 200 MB."""

import sys
import time
import tracemalloc

from core.errors import InputError
from core.formats.recognise import read_event_file
from tests.fuzz.mutations import corpus, mutants

MOST_SECONDS, MOST_BYTES, TRACED = 1.0, 200 * 1024 * 1024, 50


def main(amount: int, seed: int) -> int:
    files = corpus()
    read = slowest = largest = 0.0
    print(f"{amount:,} files made of {len(files)} by chance, seed {seed}")
    for number, data in enumerate(mutants(files, amount, seed), start=1):
        traced = number % TRACED == 0  # tracing takes longer than reading
        if traced:
            tracemalloc.start()
        begun = time.process_time()
        try:
            read_event_file(data)
            read += 1
        except InputError:
            pass
        except Exception as error:
            print(f"file {number}: {type(error).__name__}: {error}")
            sys.stdout.buffer.write(data[:2000])
            return 1
        taken = time.process_time() - begun
        if traced:
            largest = max(largest, tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        else:
            slowest = max(slowest, taken)
        if slowest > MOST_SECONDS or largest > MOST_BYTES:
            print(f"file {number}: {slowest:.2f} s, {largest / 1e6:.0f} MB")
            return 1
    print(f"{int(read):,} were events, the others one sentence; slowest {slowest:.3f} s, most {largest / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(numbers + [100_000, 1][len(numbers) :])))
