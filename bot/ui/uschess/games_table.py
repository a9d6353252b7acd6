"""The games of an event as they were rated: what was expected of each, and what came of it."""

from collections.abc import Mapping

from bot.store.rows import Player
from bot.ui.framework.text import count, number, plain, table
from bot.ui.wording.event_lines import result_letter
from core.crosstable import Crosstable
from core.uschess.player import PlayerResult
from core.uschess.rounding import displayed

ROWS_SHOWN = 40


def games_table(crosstable: Crosstable, player_id: int, people: Mapping[int, Player], result: PlayerResult) -> str:
    """Return result, opponent's rating and own expected score of every game, and the sum: 31 columns.

    people: opponents whom the club knows, by id.
    """
    places = 4 if result.edition.decimals == 4 else 2
    games = crosstable.games_of(crosstable.number_of(player_id))
    rows = []
    for played, game, expectancy in zip(games, result.event.games, result.expectancies, strict=True):
        player = played.opponent.player
        known = people.get(player) if isinstance(player, int) else None
        name = "" if known is None else plain(known.name)
        shown = str(displayed(game.rating))
        rows.append((str(game.round), result_letter(game.score), shown, number(expectancy, places), name))
    left_out = len(rows) - ROWS_SHOWN
    rows = [*rows[:ROWS_SHOWN], ("", "", "Sum", number(result.expected, places), "")]
    text = table(("Rd", "", "Opp.", "Exp.", "Player"), rows, (2, 1, 4, 3 + places, places - 17))
    return f"{text}\n… and {count(left_out, 'more game')}" if left_out > 0 else text


def games_heading(crosstable: Crosstable) -> str:
    """Say what the table shows, and which ratings the opponents have in it."""
    whole = sum(entrant.rated for entrant in crosstable.entrants) > 1
    return "*Result and own expected score, " + ("against intermediate ratings*" if whole else "game by game*")
