"""A player's card."""

import discord

from bot.services.player_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.changes import figure
from bot.ui.codes import note_line, printed, reconstruction_note, title_name, way_to_next
from bot.ui.rating_card import LEVEL, award_name
from bot.ui.text import count, day_text, plain, rating, safe, signed
from core.uschess.state import PlayerState


def player_card_embed(card: PlayerCard) -> discord.Embed:
    """Return a player's rating, rank, peak, floor, titles and latest events."""
    standing = card.standing
    tables = card.house_rules.lifetime
    state: PlayerState = card.state
    title = state.lifetime if state.established else None
    shown = printed(standing.shown, standing.games, standing.provisional, title, tables).replace("*", "\\*")
    kind = "provisional" if standing.provisional else "established"
    lines = [f"## {shown}", f"{rating(standing.rating, 2)} exactly · {kind}, {count(standing.games, 'rated game')}"]
    if card.rank is not None:
        lines.append(f"Rank **{card.rank}** of {card.ranked}")
    else:
        lines.append(f"Inactive: the last event was on {day_text(standing.place.date)}")
    if state.wins or state.draws or state.losses:
        known = state.wins + state.draws + state.losses
        lines.append(
            f"Record +{state.wins} ={state.draws} −{state.losses}"
            + ("" if known == standing.games else f" (of {count(known, 'game')} with a known result)")
        )
    facts = [] if state.peak is None else [f"peak {rating(state.peak, 2)}"]
    lines.append(" · ".join([*facts, f"floor {rating(card.floor, 0)}"]).capitalize())
    if card.titles:
        lines.append("🏅 " + ", ".join(award_name(award, tables) for award in reversed(card.titles)))
    if title is not None:
        lines.append(f"Lifetime title **{title_name(title.level, tables)}**: {way_to_next(title, tables)}")
        note = reconstruction_note([title], tables)
        if note is not None:
            lines.append(note_line(note))
    lines.append("\n**Latest**\n" + "\n".join(f"- {_entry_line(entry)}" for entry in card.entries))
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(card.player.name)} · {card.rating_list.label}")
    return embed


def _entry_line(entry: JournalEntry) -> str:
    if entry.is_demotion:
        return f"{day_text(entry.place.date)} lifetime title lowered by 100, as requested"
    if entry.opening_id is not None:
        return f"{day_text(entry.place.date)} rating set: **{figure(entry.after)}**"
    what = safe(entry.event_name, 40) if entry.event_name else "Event"
    text = f"{day_text(entry.place.date)} {what}: {figure(entry.before)} → **{figure(entry.after)}**"
    return text if entry.change is None else f"{text} ({signed(entry.change, 2)})"
