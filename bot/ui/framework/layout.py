"""Layout of answers: heading, main figure, code cells, small print."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.ui.framework.text import safe, width
from core.words import counted, displayed

STORED, SHOWN, NEWS, FAILED = 0x2E9E5B, 0x3B6EA5, 0xF28C28, 0xB23A30


RISE, FALL, LEVEL, INACTIVE = STORED, 0xC0504D, SHOWN, 0x80848E


PADDING = "\u00a0"

MOST_LINES = 12

NAME_CHARACTERS = 100


EMBED_LIMITS = {"description": 4096, "title": 256, "footer": 2048, "author": 256, "fields": 25, "characters": 6000}
"""Discord's; the last for a message's embeds together."""

ROWS, IN_A_ROW = 5, 5


LAYOUT_CHARACTERS = 4000
"""Discord's, for components of the second version."""


def heading(*parts: str) -> str:
    return "### " + " · ".join(parts)


def whole(name: str) -> str:
    """Return an uncut name, safe for markdown."""
    return safe(name, NAME_CHARACTERS)


def figure_line(text: str) -> str:
    return f"# {text}"


def change_text(change: float, decimals: int = 0, space: str = " ") -> str:
    """Return a rounded change as ▲ 88, ▼ 9 or =. space: empty in a code cell."""
    rounded = round(change, decimals) if decimals else displayed(change)
    return "=" if rounded == 0 else f"{'▲' if rounded > 0 else '▼'}{space}{abs(rounded):.{decimals}f}"


def code_cells(rows: Sequence[Sequence[str]], align: str, *, edges: bool = False) -> list[str]:
    """Return rows as inline code. align: per column `>`, `<`, or `|` (left, without a gap). edges: pad both ends."""
    widths = [[width(figure) for figure in row] for row in rows]
    widest = [max(column) for column in zip(*widths, strict=True)]
    ends = PADDING if edges else ""
    return [f"`{ends}{_cell(row, align, wide, widest)}{ends}`" for row, wide in zip(rows, widths, strict=True)]


def _cell(row: Sequence[str], align: str, widths: Sequence[int], widest: Sequence[int]) -> str:
    text = ""
    for figure, side, wide, columns in zip(row, align, widths, widest, strict=True):
        if columns == 0:
            continue
        space = PADDING * (columns - wide)
        shown = figure.replace(" ", PADDING).replace("`", "ˋ")
        text += (PADDING if text and side != "|" else "") + (space + shown if side == ">" else shown + space)
    return text


def cell_lines(rows: Iterable[tuple[Sequence[str], str]], align: str, *, edges: bool = False) -> list[str]:
    """Return lines of a code cell and a name, which may wrap."""
    listed = list(rows)
    cells = code_cells([figures for figures, _ in listed], align, edges=edges)
    return [f"{cell} {name}".rstrip(" ") for cell, (_, name) in zip(cells, listed, strict=True)]


def answer(
    lines: Iterable[str], *, colour: int = SHOWN, footer: Iterable[str] = (), picture: str | None = None
) -> discord.Embed:
    """Return an embed. footer: small print. picture: an attachment's name."""
    embed = discord.Embed(description="\n".join(lines), colour=colour)
    small = " · ".join(part for part in footer if part)
    if small:
        embed.set_footer(text=small)
    if picture is not None:
        embed.set_image(url=f"attachment://{picture}")
    return embed


def over_limits(embeds: Sequence[discord.Embed] = (), view: Any = None) -> list[str]:
    if isinstance(view, discord.ui.LayoutView):
        return _layout_over(embeds, view)
    over = [text for embed in embeds for text in _embed_over(embed)]
    if sum(map(len, embeds)) > EMBED_LIMITS["characters"]:
        over.append(f"{sum(map(len, embeds))} characters of embeds")
    if view is not None:
        rows = view.to_components()
        over += [counted(len(rows), "row")] * (len(rows) > ROWS)
        over += [f"{len(row['components'])} in a row" for row in rows if len(row["components"]) > IN_A_ROW]
    return over


def _embed_over(embed: discord.Embed) -> list[str]:
    sizes = {
        "description": len(embed.description or ""),
        "title": len(embed.title or ""),
        "footer": len(embed.footer.text or ""),
        "author": len(embed.author.name or ""),
        "fields": len(embed.fields),
    }
    return [f"{part}: {size}" for part, size in sizes.items() if size > EMBED_LIMITS[part]]


def _layout_over(embeds: Sequence[discord.Embed], view: discord.ui.LayoutView) -> list[str]:
    characters = view.content_length()
    over = ["an embed beside components of the second version"] if embeds else []
    return over + [f"{characters} characters"] * (characters > LAYOUT_CHARACTERS)
