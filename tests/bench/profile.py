"""What takes the CPU of `/rating update`: the bot of the wire bench under cProfile, its top twenty by own time."""

import argparse
import asyncio
import pstats
import tempfile
from pathlib import Path

from tests.bench.databases import KINDS, databases
from tests.bench.wire import IN_FLIGHT, OURS, bot_over_the_wire, club_for_the_wire

TOP = 20


async def run(kind: str, count: int) -> None:
    async with databases() as maker:
        url = await club_for_the_wire(await maker.new(kind))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, "profile")
            async with bot_over_the_wire(url, str(file)) as bot:
                await bot.burst(OURS, IN_FLIGHT, count)
            _show(kind, count, pstats.Stats(str(file)).stats)  # type: ignore[attr-defined]


def _show(kind: str, count: int, stats: dict[tuple[str, int, str], tuple[int, int, float, float, object]]) -> None:
    """Print the functions that take the most themselves; per command, all threads."""
    total = sum(own for _, _, own, _, _ in stats.values())
    print(f"/rating update on {kind}, {count} times, {IN_FLIGHT} in flight: CPU of all threads, start and end among it")
    print(f"{'own us':>8}  {'share':>6}  {'calls':>7}  function")
    by_own = sorted(stats.items(), key=lambda line: line[1][2], reverse=True)
    for (file, line, name), (_, calls, own, _, _) in by_own[:TOP]:
        where = name if file == "~" else f"{'/'.join(Path(file).parts[-3:])}:{line} {name}"
        figures = f"{own / count * 1e6:8.0f}  {own / total:6.1%}"
        print(f"{figures}  {calls / count:7.1f}  {where}")
    print(f"{total / count * 1e6:8.0f}  in all, which the profiler itself makes about twice as long")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.profile", description=__doc__)
    parser.add_argument("--database", choices=KINDS, default=KINDS[0])
    parser.add_argument("--count", type=int, default=800, help="commands to send")
    arguments = parser.parse_args()
    asyncio.run(run(arguments.database, arguments.count))


if __name__ == "__main__":
    main()
