"""The club's rating list as files."""

from collections.abc import Sequence

from bot.services.events.export import ExportedFile
from bot.services.uschess.rating_list import PRINTED, PrintedList
from bot.ui.wording.printed import printed
from core.club_rules import ClubRules
from core.lists import RatingList
from core.outcome import DisplayedRating


def rating_list_files(found: PrintedList) -> Sequence[ExportedFile]:
    """Return the list as text and as CSV, the norm codes behind the ratings."""
    from core.formats.chess.rating_list import RatingListLine, write_rating_list_csv, write_rating_list_text

    rules = found.house_rules
    lines = []
    for player in found.players:
        regular, quick = (_printed(rating, moved, rules) for rating, moved in zip(player.ratings, PRINTED, strict=True))
        lines.append(RatingListLine(player.name, player.uschess_id, player.expires, player.state, regular, quick))
    name = f"rating-list-{found.day.isoformat()}"
    return [
        ExportedFile(f"{name}.txt", write_rating_list_text(lines)),
        ExportedFile(f"{name}.csv", write_rating_list_csv(lines)),
    ]


def _printed(rating: DisplayedRating | None, rating_list: RatingList, rules: ClubRules) -> str | None:
    return None if rating is None else printed(rating, rating_list, rules)
