"""The benchmarks: `python -m tests.bench [name ...] [--quick]`.

They print medians, and ratios of what ran side by side in the same run. Nothing here asserts a time.
"""
