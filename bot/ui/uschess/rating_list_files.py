"""The club's rating list as files."""

from collections.abc import Sequence

from bot.services.events.export import ExportedFile
from bot.services.players.rating_list import PrintedList
from bot.ui.wording.norm_codes import printed, published
from core.formats.chess.rating_list import RatingListLine, write_rating_list_csv, write_rating_list_text
from core.outcome import DisplayedRating
from core.uschess.lifetime_tables import LifetimeTables


def rating_list_files(found: PrintedList) -> Sequence[ExportedFile]:
    """Return the list as text and as CSV, the norm codes behind the ratings."""
    tables = found.house_rules.lifetime
    lines = []
    for player in found.players:
        regular, quick = (_printed(rating, tables) for rating in player.ratings)
        lines.append(RatingListLine(player.name, player.uschess_id, player.expires, player.state, regular, quick))
    name = f"rating-list-{found.day.isoformat()}"
    return [
        ExportedFile(f"{name}.txt", write_rating_list_text(lines)),
        ExportedFile(f"{name}.csv", write_rating_list_csv(lines)),
    ]


def _printed(rating: DisplayedRating | None, tables: LifetimeTables) -> str | None:
    if rating is None:
        return None
    title = published(rating.title_level, rating.title_points)
    return printed(rating.shown, rating.games, rating.provisional, title, tables)
