"""Two players head to head, written out: the picture, the words, and the words for who cannot see pictures."""

from typing import TYPE_CHECKING

import discord

from bot.services.people.versus import Versus
from bot.store.events.played_games import PlayedGame
from bot.store.people.profiles import Profile
from bot.ui.cards.people.games import result_text
from bot.ui.framework.layout import answer, cell_lines, figure_line, heading
from bot.ui.framework.looks import Look
from bot.ui.framework.text import NAME_CHARACTERS, count, number, points, safe
from bot.ui.wording.histories import day_words
from core.likeness.event_names import event_name

if TYPE_CHECKING:
    from bot.ui.pictures.drawn.versus import BarPart, VersusFigures
    from bot.ui.pictures.parts import Who

LATEST_DRAWN, LATEST_SAID = 8, 5


def versus_figures(versus: Versus, looks: tuple[Look, Look]) -> "VersusFigures":
    """Return what the picture shows."""
    from bot.ui.pictures.drawn.versus import BarPart, VersusFigures

    first, second = versus.sides
    played = versus.all_games
    known = [game.result for game in played if game.result is not None]
    chance, next_game = versus.chance, ""
    if played:
        wins, draws, losses = versus.counts
        score = " – ".join(map(points, versus.score))
        parts = (_wins(wins), BarPart(draws, count(draws, "draw"), str(draws)), _wins(losses))
        if chance is not None:
            next_game = f"next: {_short(first)} {_percent(chance)}"
    else:
        assert chance is not None  # `versus` refuses two of whom nothing can be told
        score = f"{_percent(chance)} – {_percent(1 - chance)}"
        parts = (_chance(chance), BarPart(0, "", ""), _chance(1 - chance))
    return VersusFigures(
        sides=(_who(first, looks[0]), _who(second, looks[1])),
        ratings=_ratings(versus),
        score=score,
        subtitle=" · ".join(_facts(versus)),
        parts=parts,
        latest=known[:LATEST_DRAWN][::-1],
        next_game=next_game,
        last_line=_last_line(versus),
        alternative=alternative(versus),
    )


def versus_embed(versus: Versus, *, picture: str | None = None, beside: str = "") -> discord.Embed:
    """Return the embed: the picture with the score list by list above it, or everything in words."""
    lists = _by_list(versus) if len(versus.games) > 1 else ""
    if picture is not None:
        return answer([line for line in (lists, beside) if line], picture=picture)
    first, second = versus.sides
    heads = [heading(f"{safe(first.name, NAME_CHARACTERS)} – {safe(second.name, NAME_CHARACTERS)}")]
    if not versus.games:
        assert versus.chance is not None
        said = f"{_percent(versus.chance)} – {_percent(1 - versus.chance)}"
        return answer([*heads, figure_line(said), *_facts(versus)])
    wins, draws, losses = versus.counts
    lines = [
        figure_line(" – ".join(map(points, versus.score))),
        " · ".join([f"{count(wins, 'win')}, {count(draws, 'draw')}, {losses} lost", *_facts(versus)]),
        *([lists] if lists else []),
        *cell_lines([((result_text(game),), _played_at(game)) for game in versus.all_games[:LATEST_SAID]], "<"),
        *([safe_line] if (safe_line := _last_line(versus)) else []),
    ]
    if versus.chance is not None:
        lines.append(f"Next game: {_percent(versus.chance)} – {_percent(1 - versus.chance)}")
    return answer([*heads, *lines])


def alternative(versus: Versus) -> str:
    """Return the picture in words."""
    first, second = versus.sides
    names = [
        f"{side.name}{'' if shown is None else f' {shown}'}"
        for side, shown in zip(versus.sides, _ratings(versus), strict=True)
    ]
    parts = [f"{names[0]} against {names[1]}"]
    if versus.games:
        wins, draws, losses = versus.counts
        parts.append(" to ".join(map(points, versus.score)))
        parts.append(f"{count(wins, 'win')} for {first.name}, {count(draws, 'draw')}, {losses} for {second.name}")
    parts += _facts(versus)
    if versus.chance is not None:
        parts.append(f"next game: {_percent(versus.chance)} for {first.name}")
    if last := _last_line(versus):
        parts.append(last)
    return "; ".join(parts) + "."


def _facts(versus: Versus) -> list[str]:
    """Return how many games since when, what was expected of the first one, and the points on the board."""
    games = versus.all_games
    if not games:
        where = "" if versus.rating_list is None else f" by {versus.rating_list.label}"
        return [f"No game yet: what the first one lets expect{where}"]
    first, last = games[-1].day.year, games[0].day.year
    facts = [f"{count(len(games), 'game')} {'in' if first == last else 'since'} {first}"]
    expected = versus.expected
    if expected is not None:
        facts.append(
            f"{number(expected[0], 1)} expected"
            + ("" if expected[1] == versus.score[0] else f", {points(expected[1])} made")
        )
    board = versus.board_points
    if board is not None:
        facts.append(f"{board[0]} – {count(board[1], 'point')}")
    return facts


def _last_line(versus: Versus) -> str:
    """Return the greatest upset; in games with points on the board the most that somebody made in one."""
    highest, upset = versus.highest_game, versus.upset
    if highest is not None:
        return f"Highest game: {_short(versus.sides[0 if highest[1] else 1])}, {count(highest[0], 'point')}"
    if upset is None:
        return ""
    who = _short(versus.sides[0 if upset.by_first else 1])
    return f"Biggest win: {who} at {upset.winner:.0f} against {upset.loser:.0f} · {day_words(upset.game.day)}"


def _by_list(versus: Versus) -> str:
    """Return the score on each list."""
    scores = []
    for one, games in versus.games.items():
        results = [game.result for game in games if game.result is not None]
        made = sum(results)
        scores.append(f"{one.label} {points(made)} – {points(len(results) - made)}")
    return " · ".join(scores)


def _played_at(game: PlayedGame) -> str:
    return f"{safe(event_name(game.event_name, game.day), NAME_CHARACTERS)} · {day_words(game.day)}"


def _ratings(versus: Versus) -> tuple[str | None, str | None]:
    first, second = (
        None if standing is None else f"{standing.displayed}{'P' * standing.provisional}"
        for standing in versus.standings
    )
    return first, second


def _who(profile: Profile, look: Look) -> "Who":
    from bot.ui.pictures.parts import Who

    return Who(profile.name, profile.id, look.called, look.photo)


def _short(profile: Profile) -> str:
    """Return somebody's first name, as far as the name tells which that is."""
    surname, _, given = (part.strip() for part in profile.name.partition(","))
    return (given or surname).split()[0] if (given or surname).split() else f"#{profile.id}"


def _wins(amount: int) -> "BarPart":
    from bot.ui.pictures.drawn.versus import BarPart

    return BarPart(amount, count(amount, "win"), str(amount))


def _chance(chance: float) -> "BarPart":
    from bot.ui.pictures.drawn.versus import BarPart

    return BarPart(chance, _percent(chance), "")


def _percent(chance: float) -> str:
    """Return a chance; never a certainty."""
    return f"{min(99, max(1, round(100 * chance)))} %"
