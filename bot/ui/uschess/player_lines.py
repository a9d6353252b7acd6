"""What a player's card says of a US Chess rating."""

from bot.services.players.rating_card import PlayerCard
from bot.ui.framework.text import count, rating
from bot.ui.uschess.norm_codes import title_name, way_to_next
from bot.ui.uschess.title_lines import award_name
from bot.ui.wording.entry_lines import rank_line
from bot.ui.wording.printed import rating_with_code
from core.uschess.lifetime import write_code
from core.uschess.state import PlayerState


def player_lines(card: PlayerCard) -> list[str]:
    """Return rating, rank, record, peak, floor and titles."""
    standing = card.standing
    tables = card.house_rules.lifetime
    state: PlayerState = card.state
    title = state.lifetime if state.established and card.house_rules.codes else None
    code = write_code(title, tables)
    shown = rating_with_code(standing.displayed, standing.games, standing.provisional, code).replace("*", "\\*")
    kind = "provisional" if standing.provisional else "established"
    lines = [f"## {shown}", f"{rating(standing.rating, 2)} exactly · {kind}, {count(standing.games, 'rated game')}"]
    lines.append(rank_line(card))
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
    return lines
