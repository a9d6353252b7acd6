"""Draw the bot's icon, a crosstable: python tools/draw_icon.py writes bot/icon.png."""

from pathlib import Path

from PIL import Image, ImageDraw

PATH = Path(__file__).resolve().parent.parent / "bot" / "icon.png"
SIZE, SMOOTHING = 512, 4
NAVY, PAPER, GOLD, GREEN, RED = "#1d2f4f", "#f4f1e8", "#e0a526", "#3f9b62", "#c4514a"
RESULTS = ("#wdw", "l#ww", "dl#d", "lld#")
"""Of four players against each other: won, drawn, lost; # against themselves."""


def draw() -> Image.Image:
    side = SIZE * SMOOTHING
    image = Image.new("RGB", (side, side), NAVY)
    pen, gap = ImageDraw.Draw(image), side // 100
    # Discord cuts a circle out of the square: the table stays inside.
    edge = side * 19 // 100
    cell = (side - 2 * edge) // 4
    colours = {"#": GOLD, "w": GREEN, "d": PAPER, "l": RED}
    for row, results in enumerate(RESULTS):
        for column, result in enumerate(results):
            left, top = edge + column * cell, edge + row * cell
            box = (left + gap, top + gap, left + cell - gap, top + cell - gap)
            pen.rounded_rectangle(box, radius=cell // 6, fill=colours[result])
    return image.resize((SIZE, SIZE), Image.Resampling.LANCZOS).quantize(64)


if __name__ == "__main__":
    draw().save(PATH, optimize=True)
