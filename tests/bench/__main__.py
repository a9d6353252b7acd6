"""Run the benchmarks that are named, or all of them."""

import argparse
import asyncio
import importlib
import logging
import platform
import sqlite3
import time
import warnings

BENCHMARKS = ("wire", "club", "correction", "calculator", "section", "fide", "qursh", "oracle")
"""Modules of this folder; one is imported when it runs, for each needs other packages."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"one of {', '.join(BENCHMARKS)}; all if left out")
    parser.add_argument("--quick", action="store_true", help="smaller sizes: a smoke run, not a measurement")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]}: choose from {', '.join(BENCHMARKS)}")
    # A member of the bench's club is in no cache of discord.py, which warns about that for its own reasons.
    logging.getLogger("discord").setLevel(logging.ERROR)
    warnings.filterwarnings("ignore", "'audioop' is deprecated", DeprecationWarning)
    print(f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, {platform.machine()}")
    for name in arguments.names or BENCHMARKS:
        start = time.perf_counter()
        asyncio.run(importlib.import_module(f"tests.bench.{name}").run(quick=arguments.quick))
        print(f"({name}: {time.perf_counter() - start:.0f} s)")


if __name__ == "__main__":
    main()
