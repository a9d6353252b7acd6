"""A player's card, and the norms of an event."""

import discord

from bot.services.player_card import NormsReport, PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.rating_card import LEVEL, TITLES, norm_line, norm_name, required_text, short_level
from bot.ui.text import count, day_text, number, plain, points, rating, safe, signed, table
from core.uschess.editions import NormTest
from core.uschess.norms import NormRow, NormTable
from core.uschess.player import PlayerResult
from core.uschess.titles import NORMS_FOR_A_TITLE, TitleProgress


def player_card_embed(card: PlayerCard) -> discord.Embed:
    """Return a player's rating, rank, peak, floor, titles and latest events."""
    standing = card.standing
    shown = f"{standing.shown}P{standing.games}" if standing.provisional else str(standing.shown)
    kind = "provisional" if standing.provisional else "established"
    lines = [f"## {shown}", f"{rating(standing.rating, 2)} exactly · {kind}, {count(standing.games, 'rated game')}"]
    if card.rank is not None:
        lines.append(f"Rank **{card.rank}** of {card.ranked}")
    else:
        lines.append(f"Inactive: the last event was on {day_text(standing.place.date)}")
    facts = [] if card.state.peak is None else [f"peak {rating(card.state.peak, 2)}"]
    lines.append(" · ".join([*facts, f"floor {rating(card.floor, 0)}"]).capitalize())
    if card.titles:
        lines.append("🏅 " + ", ".join(TITLES[level] for level in card.titles))
    lines.append("\n**Latest**\n" + "\n".join(f"- {_entry_line(entry)}" for entry in card.entries))
    embed = discord.Embed(description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(card.player.name)} · {card.rating_list.label}")
    return embed


def _entry_line(entry: JournalEntry) -> str:
    if entry.opening_id is not None:
        return f"{day_text(entry.place.date)} rating set: **{rating(entry.after, 2)}**"
    what = safe(entry.event_name, 40) if entry.event_name else "Event"
    before = "unrated" if entry.before is None else rating(entry.before, 2)
    text = f"{day_text(entry.place.date)} {what}: {before} → **{rating(entry.after, 2)}**"
    return text if entry.change is None else f"{text} ({signed(entry.change, 2)})"


def norms_card(report: NormsReport) -> discord.Embed:
    """Return an event's norms: scored, expected and required by level, and the way to the next title."""
    event = report.event
    result: PlayerResult = event.outcome.detail
    title = safe(event.name, 80) if event.name else f"Event of {day_text(event.day)}"
    official = result.norms.test is NormTest.TITLE_SYSTEM
    code = f" · `N:{result.norms.earned.code}`" if official and result.norms.earned is not None else ""
    lines = [norm_line(result.norms) + code, _scored_table(result.norms, result.event.score)]
    if not official:
        lines.append("Norms by these rules do not count toward titles.")
    lines += [f"🏅 Title earned: **{TITLES[award.level]}**, for life" for award in event.outcome.titles]
    lines.append(_way_to_titles(report))
    embed = discord.Embed(title=f"Norms: {title}", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(event.player.name)} · {event.rating_list.label}")
    embed.set_footer(text=f"Rules: {result.edition.title} · opponents' ratings as given")
    return embed


def _scored_table(norms: NormTable, score: float) -> str:
    rows = [
        (
            f"{short_level(row.level)} {row.level.rating}",
            number(row.expected, 2),
            _required(row, norms.test),
            points(score),
            "YES" if row.earned else "no",
        )
        for row in norms.rows
    ]
    return table(("Norm", "Exp.", "Req.", "Made", "Earn"), rows, (-8, 5, 5, 4, 4))


def _required(row: NormRow, test: NormTest) -> str:
    """Return the score that a norm takes, to the two decimals that stand beside it."""
    if row.required is None or test is NormTest.TITLE_SYSTEM:
        return required_text(row, test)
    return number(row.required, 2)


def _way_to_titles(report: NormsReport) -> str:
    """Say which titles are held and what the next one still takes."""
    held = [progress for progress in report.progress if progress.earned]
    ahead = [progress for progress in report.progress if not progress.earned]
    lines = []
    if held:
        lines.append(f"Title: **{norm_name(held[-1].level)}**")
    if ahead:
        lines.append(_missing(ahead[0]))
    started = [progress for progress in ahead[1:] if progress.norms]
    lines += [f"{progress.level.title}: {progress.norms} of {NORMS_FOR_A_TITLE} norms" for progress in started]
    return "\n".join(lines)


def _missing(progress: TitleProgress) -> str:
    have = min(progress.norms, NORMS_FOR_A_TITLE)
    text = f"Next title **{norm_name(progress.level)}**: {have} of {NORMS_FOR_A_TITLE} norms"
    needs = []
    if progress.needs_established:
        needs.append("an established rating (more than 25 games)")
    if progress.needs_rating:
        needs.append(f"an established rating of {progress.level.rating} once")
    return f"{text}, and {' and '.join(needs)}" if needs else text
