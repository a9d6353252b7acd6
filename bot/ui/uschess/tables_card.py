"""Tables I to III of the lifetime titles, as the club uses them, with what is attested of them."""

from collections.abc import Iterable

import discord

from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import table
from bot.ui.uschess.norm_codes import delta_text
from core.uschess.lifetime_tables import Evidence, LifetimeTables, scoring_probability

MARKS = {Evidence.ATTESTED: "=", Evidence.RECONSTRUCTED: "~", Evidence.CLUB: "*"}

_LEGEND = (
    "These tables are rebuilt: the originals of 1998 did not survive. `=` attested: a figure or an example of the "
    "document's text fixes it. `~` reconstructed, after the pattern of those or, for Expert and above, without any "
    "evidence."
)
_CLUB = " `*` set by the club."
_PROBABILITIES = (
    "*Reconstructed: the logistic curve, to three decimals, gives every sum that the text prints (2.301, 2.987, 3.84); "
    "each point of difference counts, here every 25th.*"
)
_STEP, _LARGEST = 25, 800


def tables_card(tables: LifetimeTables) -> discord.Embed:
    """Return the three tables: letters, deltas and scoring probabilities."""
    evidence = [title.evidence for title in tables.titles] + [delta.evidence for delta in tables.deltas]
    parts = [
        _LEGEND + (_CLUB if Evidence.CLUB in evidence else ""),
        "\n**Table I**, the letters of the titles",
        table(("Level", "Code", "Title", ""), _letters(tables), (5, -4, -18, 1)),
        "**Table II**, the delta: what a score must exceed the expected one by",
        table(("Rounds", "Delta", ""), _deltas(tables), (-9, 5, 1)),
        "**Table III**, the scoring probability by the difference of ratings",
        table(("Difference", "Higher", "Lower"), _probabilities(), (10, 6, 6)),
        _PROBABILITIES,
    ]
    return discord.Embed(title="Tables of the lifetime titles", description="\n".join(parts), colour=LEVEL)


def _letters(tables: LifetimeTables) -> Iterable[tuple[str, ...]]:
    for row in tables.titles:
        name = row.name.replace("Advanced ", "Adv. ").replace("Certified ", "Cert. ")
        yield str(row.level), row.letter, name, MARKS[row.evidence]


def _deltas(tables: LifetimeTables) -> Iterable[tuple[str, ...]]:
    for row, following in zip(tables.deltas, [*tables.deltas[1:], None], strict=True):
        last = None if following is None else following.rounds - 1
        rounds = f"{row.rounds} or more" if last is None else f"{row.rounds}"
        if last is not None and last > row.rounds:
            rounds = f"{row.rounds} to {last}"
        yield rounds, delta_text(row), MARKS[row.evidence]


def _probabilities() -> Iterable[tuple[str, ...]]:
    for difference in range(0, _LARGEST + 1, _STEP):
        higher, lower = scoring_probability(difference), scoring_probability(-difference)
        yield str(difference), f"{higher / 1000:.3f}", f"{lower / 1000:.3f}"
