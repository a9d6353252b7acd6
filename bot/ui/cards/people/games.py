"""A player's games as lines, latest first."""

import discord

from bot.services.people.games import GamesPage
from bot.store.events.played_games import PlayedGame
from bot.ui.cards.people.profile import kept_ids
from bot.ui.framework.layout import answer, cell_lines, heading
from bot.ui.framework.text import NAME_CHARACTERS, count, rating, safe
from core.likeness.event_names import event_name

_RESULTS = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}


def games_embed(page: GamesPage) -> discord.Embed:
    """Return a page of games; the last one's small print says who the player is."""
    rows = [((result_text(game),), _against(page, game)) for game in page.games]
    name = safe(page.profile.name, NAME_CHARACTERS)
    footer = [count(page.total, "game")]
    if page.page == page.pages - 1:
        footer += [f"Player #{page.profile.id}", page.profile.federation or ""]
        footer += kept_ids(page.profile) if page.tells_all else []
    return answer([heading(name, page.rating_list.label), *cell_lines(rows, "<")], footer=footer)


def result_text(game: PlayedGame) -> str:
    """Return how a game ended, from one side: points on the board, else 1-0."""
    if game.points is not None and game.theirs is not None:
        return f"{game.points:.0f}-{game.theirs:.0f}"
    return "?" if game.result is None else _RESULTS.get(game.result, "?")


def _against(page: GamesPage, game: PlayedGame) -> str:
    known = game.name is not None and (page.tells_all or not game.hidden)
    name = safe(game.name or "", NAME_CHARACTERS) if known else "a player"
    shown = "" if game.opponent_rating is None else f" {rating(round(game.opponent_rating), 0)}"
    return f"{name}{shown} · {safe(event_name(game.event_name, game.day), NAME_CHARACTERS)}, {game.round}"
