"""The benchmarks: `python -m tests.bench [name ...] [--quick]`."""
