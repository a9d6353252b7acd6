"""What a player's card says of a FIDE rating, and a line for each thing that moved it or waits."""

from bot.services.players.rating_card import PlayerCard
from bot.store.rows import JournalEntry
from bot.ui.fide.rating_card import list_text
from bot.ui.fide.wording import k_next, k_reason, title_name, to_go_text
from bot.ui.framework.text import capital, count, day_text, points, rating, safe, signed
from bot.ui.wording.changes import figure
from bot.ui.wording.entry_lines import default_entry_line, rank_line
from core.fide.figures import k_shown
from core.fide.norms.progress import rating_titles
from core.fide.periods import Published, last_figure, list_for, waiting_lists
from core.fide.state import PlayerState
from core.likeness.event_names import event_name
from core.lists import RatingList


def player_lines(card: PlayerCard) -> list[str]:
    """Return rating, rank, K, peak, what waits for the coming lists, titles and the next one."""
    state: PlayerState = card.state
    lines = [f"## {card.standing.displayed}", rank_line(card)]
    k = k_shown(state, card.rating_list, card.day, card.background)
    if k is not None:
        lines.append(f"K **{k.value}**: {k_reason(k)}; {k_next(k)}")
    facts = [count(state.games, "rated game")]
    if state.peak is not None:
        facts.append(f"peak {state.peak}")
    lines.append(" · ".join([*facts, f"unrated below {rating(card.floor, 0)}"]))
    lines += [_waiting_line(coming) for coming in waiting_lists(state, card.rating_list, card.background)]
    if card.titles:
        lines.append("🏅 By rating: " + ", ".join(title_name(award) for award in reversed(card.titles)))
    if card.rating_list is RatingList.FIDE_STANDARD:
        lines += _next_title(state)
    return lines


def _next_title(state: PlayerState) -> list[str]:
    """Return the title by rating that is nearest of those open to everybody; titles by norms are asked for apart."""
    ahead = [title for title in rating_titles(state.peak, state.games, woman=False) if not title.earned]
    return [f"Next by rating alone: {to_go_text(ahead[-1])}; by norms: /fide norm"] if ahead else []


def _waiting_line(coming: Published) -> str:
    waiting = f"{count(len(coming.events), 'event')}, {signed(coming.points, 2)}"
    return f"{capital(list_text(coming))} so far ({waiting})"


def entry_line(card: PlayerCard, entry: JournalEntry) -> str:
    """Return what an event brings and for which list, or what a list did."""
    if entry.list_fact_id is not None:
        text = f"{day_text(entry.place.date)} list: {figure(entry.before)} → **{figure(entry.after)}**"
        return text if entry.change is None else f"{text} ({signed(entry.change, 0)})"
    if entry.event_id is None:
        return default_entry_line(entry)
    what = safe(event_name(entry.event_name, entry.place.date), 40)
    state = PlayerState.from_json(entry.state)
    # Nothing is expected of an unrated player.
    change = None if entry.expected is None else last_figure(state, card.rating_list, card.background)
    if change is not None:
        brings = signed(change.points, 2)
    elif state.pool:
        brings = (
            f"{points(state.pool[-1].score)} of {count(len(state.pool[-1].opponents), 'game')} toward a first rating"
        )
    else:
        brings = "no change"
    # The list that counts it may be another than its month's.
    coming = day_text(card.listed_on.get(entry.place) or list_for(entry.place.date))
    return f"{day_text(entry.place.date)} {what}: **{brings}**, list of {coming}"
