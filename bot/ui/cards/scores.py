"""The records of a Scrabble event: high games, averages and luck."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

import discord

from bot.ui.framework.layout import LEVEL, NAME_CHARACTERS, answer, cell_lines, heading
from bot.ui.framework.text import day_text, number, ordinal, points, safe, signed
from core.errors import NotFoundError
from core.event.crosstable import Crosstable
from core.event.scores import (
    SPREAD_DEVIATION,
    PlayerScores,
    ScoredGame,
    best_comeback,
    closest_games_counted,
    lucky_stiff,
    player_scores,
    score_records,
    scored_games,
    tuff_luck,
)

EVENT_RECORDS, EVENING_RECORDS = "records", "evening-records"

_PLAYERS_ON_A_PAGE = 9
_DASH = "\u2011"
"""A hyphen that breaks no line."""


@dataclass(frozen=True, slots=True)
class _Event:
    """An event of the pages. name_of: by pairing number."""

    name: str
    day: date
    crosstable: Crosstable
    name_of: Callable[[int], str]

    def called(self, number: Any) -> str:
        return safe(self.name_of(number), NAME_CHARACTERS)


def record_pages(name: str, crosstable: Crosstable, name_of: Callable[[int], str]) -> list[discord.Embed]:
    """Return the records, then averages and luck; raise NotFoundError without scores."""
    event = _Event(name, crosstable.date, crosstable, name_of)
    games = scored_games(crosstable)
    if not games:
        raise NotFoundError("This event has no game with scores yet, so it has no records.")
    averages = player_scores(games)
    pages = range(0, len(averages), _PLAYERS_ON_A_PAGE)
    return [_records(event, games), *(_averages(event, averages[at : at + _PLAYERS_ON_A_PAGE]) for at in pages)]


def _records(event: _Event, games: Sequence[ScoredGame]) -> discord.Embed:
    lines = [heading(safe(event.name, NAME_CHARACTERS), "records"), *_game_lines(event, games)]
    return answer([*lines, *_luck_lines(event, games), *_comeback(event)], colour=LEVEL, footer=[day_text(event.day)])


def _game_lines(event: _Event, games: Sequence[ScoredGame]) -> list[str]:
    found = score_records(games)
    records = [
        ("High win", found.high_win, "high", "winner"),
        ("High loss", found.high_loss, "low", "loser"),
        ("Low win", found.low_win, "high", "winner"),
        ("High combined", found.high_combined, "combined", ""),
        ("Largest spread", found.largest_spread, "spread", ""),
        ("Closest game", found.closest, "spread", ""),
    ]
    rows = [
        ((str(getattr(game, figure)),), f"**{label}** {_holder(event, game, whose)} · round {game.where}")
        for label, game, figure, whose in records
        if game is not None
    ]
    return cell_lines(rows, ">")


def _holder(event: _Event, game: ScoredGame, whose: str) -> str:
    if whose:
        return event.called(getattr(game, whose))
    return f"{event.called(game.winner)} {game.high}{_DASH}{game.low} {event.called(game.loser)}"


def _luck_lines(event: _Event, games: Sequence[ScoredGame]) -> Iterator[str]:
    most = closest_games_counted(event.crosstable.rounds)
    for label, found, results in (
        ("Lucky Stiff", lucky_stiff(games, most), "wins"),
        ("Tuff Luck", tuff_luck(games, most), "losses"),
    ):
        if found is not None:
            yield f"**{label}** {event.called(found.who)} · {most} closest {results} by {found.spread} in all"


def _comeback(event: _Event) -> Iterator[str]:
    found = best_comeback(event.crosstable)
    if found is not None:
        places = f"{ordinal(found.before_rank)} after round {found.after}, {ordinal(found.rank)} at the end"
        yield f"**Best comeback** {event.called(found.number)} · {places}"


def _averages(event: _Event, players: Sequence[PlayerScores]) -> discord.Embed:
    rows = [
        ((_whole(one.average), _whole(one.against), points(one.wins), signed(one.luck, 1)), event.called(one.who))
        for one in players
    ]
    lines = cell_lines([(("For", "Against", "Wins", "Luck"), ""), *rows], ">>>>")
    rule = f"luck: wins above those usual for the average spread (a game's spread varies by {SPREAD_DEVIATION})"
    title = heading(safe(event.name, NAME_CHARACTERS), "average scores")
    return answer([title, *lines], colour=LEVEL, footer=[rule])


def _whole(value: float) -> str:
    return number(value, 0)
