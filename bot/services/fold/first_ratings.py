"""What a player's age decides, folded again."""

from dataclasses import replace

from bot.services.fold.lists import ListChange, ListChanges
from bot.store.database import Connection
from bot.store.derived import journals
from bot.store.events import facts
from core.systems import PUBLISHED, SYSTEMS


def rate_first_again(connection: Connection, player_id: int, changed: ListChanges) -> None:
    """Add to what is folded again whatever a player's age may decide: first ratings, and FIDE's K all along."""
    decided = journals.played_unrated(connection, [player_id], list(SYSTEMS), facts.BEGINNING)
    for published in PUBLISHED:
        ref = journals.first_event(connection, player_id, published)
        decided += [] if ref is None else [(published, ref)]
    for rating_list, ref in decided:
        before = changed.get(rating_list, ListChange())
        changed[rating_list] = replace(before, recompute=(*before.recompute, ref))
