"""What is to be expected of a game, or of everybody against everybody."""

import discord

from bot.services.oracle.pools import PoolPlayer
from bot.services.oracle.predict import PoolMatrix, PoolPrediction
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import fit, number, pack, plain, safe, signed, table
from bot.ui.oracle.wording import percent, standing_text

_RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}
_SIDE, _COLUMNS = 12, 31
BESIDE_EACH_OTHER = 7
"""Opponents whose figures stand side by side in a matrix."""


def prediction_card(prediction: PoolPrediction) -> discord.Embed:
    """Return the chances of a game and what each result would bring both sides."""
    first, second = prediction.sides
    name = safe(first.player.name)
    lines = [f"{name} {standing_text(first.state)} – {safe(second.player.name)} {standing_text(second.state)}"]
    if prediction.davidson is not None:
        win, draw, loss = (percent(chance) for chance in prediction.davidson)
        lines.append(f"## {win} – {draw} – {loss}")
        lines.append(f"Win, draw and loss for {name}, by Davidson's model of all matches")
        lines.append(f"Expected score **{number(prediction.chance, 3)}**")
    else:
        lines.append(f"## {percent(prediction.chance)}")
        draws = ", a draw counting half" if 0.5 in prediction.outcomes else ""
        lines.append(f"The chance that {name} wins{draws}")
    lines.append(f"With what is not known of the two: {percent(prediction.cautious)}")
    lines.append(f"{name} is the stronger one with a chance of {percent(prediction.superiority)}")
    lines.append(_outcomes(prediction))
    embed = discord.Embed(title="One game", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(first.player.name)} and {plain(second.player.name)} · {prediction.pool.label}")
    embed.set_footer(text="stored nowhere")
    return embed


def _outcomes(prediction: PoolPrediction) -> str:
    """Return both ratings after each result of the first one's: 31 columns."""
    rows = [
        (_RESULTS[score], *(f"{number(one.after.rating, 1)} {signed(one.change, 1)}" for one in results))
        for score, results in prediction.outcomes.items()
    ]
    header = ("", *(fit(plain(side.player.name), _SIDE, ">") for side in prediction.sides))
    return table(header, rows, (-5, _SIDE, _SIDE))


def matrix_pages(matrix: PoolMatrix) -> list[discord.Embed]:
    """Return the chances in percent, rows beat columns, strongest first: 31 columns."""
    size = len(matrix.players)
    tables = [
        _matrix(matrix, range(start, min(start + BESIDE_EACH_OTHER, size)))
        for start in range(0, size, BESIDE_EACH_OTHER)
    ]
    embeds = []
    for text in pack(tables, "\n"):
        embed = discord.Embed(title="Who beats whom", description=text, colour=LEVEL)
        embed.set_author(name=matrix.pool.label)
        draws = ", a draw counting half" if matrix.counts_draws else ""
        embed.set_footer(text=f"Chances in percent that the one on the left wins a game{draws}")
        embeds.append(embed)
    return embeds


def _matrix(matrix: PoolMatrix, columns: range) -> str:
    rows = [
        (f"{at + 1} {_name(one)}", *("·" if other == at else _cell(matrix.chances[at][other]) for other in columns))
        for at, one in enumerate(matrix.players)
    ]
    header = ("", *(str(other + 1) for other in columns))
    return table(header, rows, (-(_COLUMNS - 3 * len(columns)), *(2 for _ in columns)))


def _name(one: PoolPlayer) -> str:
    return plain(one.player.name)


def _cell(chance: float) -> str:
    return str(max(1, min(99, round(100 * chance))))
