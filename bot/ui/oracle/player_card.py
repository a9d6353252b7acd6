"""All about a player of a pool: the seed's details and what they leave out."""

from collections.abc import Sequence

import discord

from bot.services.oracle.board import PoolCard, Rival
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import count, day_text, number, plain, table
from bot.ui.oracle.wording import KIND_WORDS, interval_text, percent, record, tally_of
from core.oracle.kinds import PlayerKind

COLUMNS = 31
_RIVALS = ("Player", "W-L-D", "Chance")


def pool_card_embed(card: PoolCard) -> discord.Embed:
    """Return rating, strength, record, interval, superiority over the Keeper, multiplier, and the rivals."""
    details, state = card.details, card.one.state
    player = details.player
    kind = "by definition" if player.is_keeper else "provisional" if details.provisional else "established"
    lines = [f"## {details.displayed}", f"{number(details.rating, 2)} exactly · {kind} · {details.tier}"]
    lines.append(f"Strength **{details.strength:.4f}** (the Keeper's is 1)")
    lines.append(_games(card))
    if details.interval is not None and not player.is_keeper:
        lines.append(f"With a chance of 95 % between **{interval_text(details.interval)}**")
    lines.append(f"Win probability against the Keeper **{percent(details.win_probability)}**")
    if details.above_keeper is not None and not player.is_keeper:
        lines.append(f"Stronger than the Keeper with a chance of **{percent(details.above_keeper)}**")
    lines.append(f"Current update multiplier **{details.multiplier:.3f}**")
    if state.calibrated is not None:
        lines.append(f"Calibrated on {day_text(state.calibrated)}")
    if card.rivals:
        lines.append("\n**Met most often**\n" + _rivals(card.rivals))
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL)
    is_plain = player.kind is PlayerKind.HUMAN or player.name.casefold() == "keeper"
    what = "" if is_plain else f" ({KIND_WORDS[player.kind]})"
    embed.set_author(name=f"{plain(player.name)}{what} · {card.pool.label}")
    embed.set_footer(text=f"Player #{player.player_id} · rating = chance in percent of beating the Keeper")
    return embed


def _games(card: PoolCard) -> str:
    """Return the games and wins, as the seed does, and the share of points with draws as halves."""
    details, state = card.details, card.one.state
    known = sum(tally_of(state))
    text = f"Games **{state.games}**"
    if not known:
        return f"{text}, from before this club: their results are not known"
    text += f", record **{record(tally_of(state))}**, wins {100 * state.wins / known:.1f} %"
    if state.draws:
        text += f", points {100 * details.player.points / known:.1f} %"
    return text if known == state.games else f"{text} (of {count(known, 'game')} with a known result)"


def _rivals(rivals: Sequence[Rival]) -> str:
    """Return what was scored against whom, and the chance of beating them now: 31 columns."""
    rows = [_rival_row(rival) for rival in rivals]
    records = max(len(row[1]) for row in (_RIVALS, *rows))
    # No figure is cut: names have what the figures leave.
    return table(_RIVALS, rows, (-(COLUMNS - records - 8), records, 6))


def _rival_row(rival: Rival) -> tuple[str, ...]:
    return plain(rival.player.name), record(rival.tally), percent(rival.chance).removesuffix(" %")
