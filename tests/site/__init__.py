"""The calculators in the browser."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "bot" / "samples" / "sample-event.csv"
