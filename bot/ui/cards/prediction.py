"""What one game would bring both sides."""

import discord

from bot.services.forecast.predict import PredictedSide, Prediction
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import fit, harmless, number, plain, rating, safe, signed, table
from bot.ui.systems import CARDS
from core.lists import RatingList
from core.systems import SYSTEMS

_RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}
_NAME = 12
"""Columns of a name over its results: with two figures, 31."""


def prediction_card(prediction: Prediction) -> discord.Embed:
    """Return both sides' expected scores, and what a win, a draw and a loss would bring each."""
    sides = (prediction.own, prediction.opponent)
    text = "\n".join(_side_line(side) for side in sides)
    text += "\n" + "\n".join(_side_text(side, prediction.rating_list) for side in sides)
    if prediction.opponent.player is not None and prediction.own.rating is None:
        text += "\nAgainst an unrated player nothing can be said of the other side."
    embed = discord.Embed(title="One game", description=text, colour=LEVEL)
    embed.set_author(name=f"{_name(prediction.own)} and {_name(prediction.opponent)} · {prediction.rating_list.label}")
    outcome = next(iter(prediction.own.outcomes.values()))
    cards = CARDS[prediction.rating_list]
    parts = [f"Rules: {cards.rules_title(outcome)}", "an event of this game alone", "stored nowhere", *cards.official]
    embed.set_footer(text=" · ".join(parts))
    return embed


def _name(side: PredictedSide) -> str:
    """Return who it is, for a place that knows no markdown."""
    return _figure(side) if side.player is None else plain(side.player.name)


def _figure(side: PredictedSide) -> str:
    return "unrated" if side.rating is None else rating(side.rating, 2)


def _side_line(side: PredictedSide) -> str:
    who = _figure(side) if side.player is None else f"{safe(side.player.name)} {_figure(side)}"
    return who if side.expected is None else f"{who}: expected **{number(side.expected, 2)}**"


def _side_text(side: PredictedSide, rating_list: RatingList) -> str:
    """Return what each result would bring a side: 31 columns."""
    if side.why is not None and side.player is not None:
        return f"{safe(side.player.name)}: {harmless(side.why)}"
    if not side.outcomes:
        return ""
    rows = []
    for score, outcome in side.outcomes.items():
        change, after = SYSTEMS[rating_list].change_by(outcome), SYSTEMS[rating_list].rating_after(outcome)
        cells = "" if change is None else signed(change, 2), "–" if after is None else rating(after.rating, 2)
        rows.append((_RESULTS[score], *cells))
    header = (fit(_name(side), _NAME), "Change", "List" if SYSTEMS[rating_list].waits_for_list else "Rating")
    return table(header, rows, (-_NAME, 8, 9))
