"""Player cards and head to head: picture figures, words, alternative texts."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import discord

from bot.services.ratings.history import Point
from bot.services.ratings.overview import CardRating, PersonCard, Versus
from bot.services.ratings.rating_card import PlayerCard
from bot.store.evenings.played_games import PlayedGame
from bot.store.people.profiles import Profile
from bot.ui.cards.players import official_line, online_lines, result_text
from bot.ui.framework.layout import answer, cell_lines, change_text, figure_line, heading
from bot.ui.framework.server import Look
from bot.ui.framework.text import NAME_CHARACTERS, clean, number, ordinal, points, rating, safe
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.histories import cause_of_change, day_words, moved_by
from bot.ui.wording.shared_lines import code_heading, printed_without_games
from core.event.similarity import event_name
from core.rating.systems import system_of
from core.words import counted

if TYPE_CHECKING:
    from bot.ui.pictures.parts import Who
    from bot.ui.pictures.people import BarPart, CardFigures, FurtherList, VersusFigures


POINTS_DRAWN = 17
FURTHER_IN_WORDS = 4


def identity_line(profile_name: str, number: int, look: Look) -> "Who":
    from bot.ui.pictures.parts import Who

    return Who(profile_name, number, look.called, look.photo, look.colour)


def card_figures(card: PersonCard, rated: CardRating, look: Look, club: str) -> "CardFigures":
    from bot.ui.pictures.people import CardFigures

    profile, on_list, track = card.profile.profile, rated.card, rated.track
    which, standing = on_list.rating_list, rated.card.standing
    points = track.line[-POINTS_DRAWN:]
    last = points[-1]
    noun = "list" if track.steps else "event"
    return CardFigures(
        who=identity_line(profile.name, profile.id, look),
        rating=str(standing.displayed),
        list_name=which.label,
        title=_title(card, rated),
        class_name="provisional" if standing.provisional else system_of(which).class_of(standing.rating),
        champion=None if rated.champion is None else f"{clean(rated.champion, 20)} champion",
        line=[point.displayed for point in points],
        line_of=_line_of(points, noun),
        change=last.change,
        cause=cause_of_change(last, on_list.day),
        facts=_person_facts(rated),
        rank=rank_text(on_list),
        games=str(standing.games),
        form=rated.form,
        score=f"{100 * rated.score.points / rated.score.games:.0f}%" if rated.score.games else "",
        further=_further(card),
        footer=f"{club} · {day_words(on_list.day)}",
        alternative=person_alternative(card, rated),
    )


def rank_text(on_list: PlayerCard) -> str:
    if on_list.rank is None:
        return "not ranked yet" if on_list.standing.active else "inactive"
    return f"{ordinal(on_list.rank)} of {on_list.ranked}"


def card_lines(card: PersonCard, rated: CardRating) -> list[str]:
    on_list, track = rated.card, rated.track
    standing, last = on_list.standing, track.line[-1]
    shown = printed_without_games(standing, on_list.rating_list, card.profile.house_rules).replace("*", "\\*")
    change = "new" if last.change is None else change_text(last.change)
    rank = rank_text(on_list)
    facts = [part for part in (_person_facts(rated), _title(card, rated)) if part]
    facts += [] if rated.champion is None else [f"champion of {safe(rated.champion, NAME_CHARACTERS)}"]
    return [
        heading(safe(card.profile.profile.name, NAME_CHARACTERS)),
        figure_line(f"{shown}  {on_list.rating_list.label}"),
        f"{change} {safe(moved_by(last, on_list.day), NAME_CHARACTERS)} · {rank} · {counted(standing.games, 'game')}",
        *([" · ".join(facts)] if facts else []),
        *last_year_line(rated),
        *([official] if (official := official_line(card.profile.official, on_list.rating_list)) else []),
        *online_lines(card.profile.profile),
        *code_heading([shown]),
        *([" ".join(f"`{one.rating}` {one.name}  " for one in _further(card)[:FURTHER_IN_WORDS]).rstrip()]),
    ]


def card_embed(card: PersonCard, rated: CardRating, *, picture: str | None = None, note: str = "") -> discord.Embed:
    """Return the card's embed. picture: attached file, or None. note: what cannot be drawn."""
    official = official_line(card.profile.official, rated.card.rating_list) or ""
    drawn = [*last_year_line(rated), note, official, *online_lines(card.profile.profile)]
    lines = drawn if picture is not None else card_lines(card, rated)
    return answer(filter(None, lines), footer=CARDS[rated.card.rating_list].official, picture=picture)


def last_year_line(rated: CardRating) -> list[str]:
    """Return the rating a year ago with the change since; empty without one."""
    before = rated.last_year
    if before is None:
        return []
    figure = f"{before.displayed}{'P' * before.provisional}"
    return [f"This time last year **{figure}** · {change_text(rated.card.standing.displayed - before.displayed)} since"]


def person_alternative(card: PersonCard, rated: CardRating) -> str:
    on_list, track = rated.card, rated.track
    standing, last = on_list.standing, track.line[-1]
    name, shown = card.profile.profile.name, f"{standing.displayed}{' provisional' * standing.provisional}"
    moved = "first rating" if last.change is None else _moved(last.change)
    parts = [f"{name}: {shown}, {on_list.rating_list.label}", f"{moved} {moved_by(last, on_list.day)}"]
    parts += [part for part in (_person_facts(rated), _title(card, rated)) if part]
    parts += [] if rated.champion is None else [f"champion of {rated.champion}"]
    parts.append(rank_text(on_list))
    parts.append(counted(standing.games, "game"))
    if rated.form:
        words = {1.0: "won", 0.5: "drawn", 0.0: "lost"}
        parts.append("latest games: " + ", ".join(words.get(result, "?") for result in rated.form))
    if rated.score.games:
        parts.append(f"scored {100 * rated.score.points / rated.score.games:.0f}%")
    parts += [f"{one.rating} {one.name}" for one in _further(card)]
    return "; ".join(parts) + "."


def _line_of(points: Sequence[Point], noun: str) -> str:
    if len(points) == POINTS_DRAWN:
        return f"last {counted(POINTS_DRAWN, noun)}"
    moved = sum(bool(point.events) for point in points)
    return counted(moved, noun) if moved else "first rating"


def _moved(change: int) -> str:
    return "level" if change == 0 else f"{'up' if change > 0 else 'down'} {abs(change)}"


def _title(card: PersonCard, rated: CardRating) -> str | None:
    titles = rated.card.titles
    if titles:
        return CARDS[rated.card.rating_list].title_name(titles[-1])
    return card.profile.profile.title


def _person_facts(rated: CardRating) -> str:
    sure = CARDS[rated.card.rating_list].certainty(rated.card)
    if sure is not None:
        return sure
    peak, floor = rated.track.peak, rated.track.floor
    facts = [] if peak is None else [f"{peak.name} {peak.rating}"]
    return " · ".join(facts if floor is None else [*facts, f"floor {rating(floor.rating, 0)}"])


def _further(card: PersonCard) -> "list[FurtherList]":
    from bot.ui.pictures.people import FurtherList

    return [
        FurtherList(f"{standing.displayed}{'P' * standing.provisional}", one.label)
        for one, standing in card.profile.ratings.items()
        if one is not card.which
    ]


LATEST_DRAWN, LATEST_WRITTEN = 8, 5


def versus_figures(versus: Versus, looks: tuple[Look, Look]) -> "VersusFigures":
    from bot.ui.pictures.people import BarPart, VersusFigures

    first, second = versus.sides
    played = versus.all_games
    known = [game.result for game in played if game.result is not None]
    chance, next_game = versus.chance, ""
    if played:
        wins, draws, losses = versus.counts
        score = " – ".join(map(points, versus.score))
        parts = (_wins(wins), BarPart(draws, counted(draws, "draw"), str(draws)), _wins(losses))
        if chance is not None:
            next_game = f"next: {_short(first)} {_percent(chance)}"
    else:
        assert chance is not None  # `versus` refuses two without games and ratings
        score = f"{_percent(chance)} – {_percent(1 - chance)}"
        parts = (_chance(chance), BarPart(0, "", ""), _chance(1 - chance))
    return VersusFigures(
        sides=(_opponent_name(first, looks[0]), _opponent_name(second, looks[1])),
        ratings=_ratings(versus),
        score=score,
        subtitle=" · ".join(_facts(versus)),
        parts=parts,
        latest=known[:LATEST_DRAWN][::-1],
        next_game=next_game,
        last_line=_last_line(versus),
        alternative=versus_alternative(versus),
    )


def versus_embed(versus: Versus, *, picture: str | None = None, note: str = "") -> discord.Embed:
    lists = _by_list(versus) if len(versus.games) > 1 else ""
    if picture is not None:
        return answer([line for line in (lists, note) if line], picture=picture)
    first, second = versus.sides
    heads = [heading(f"{safe(first.name, NAME_CHARACTERS)} – {safe(second.name, NAME_CHARACTERS)}")]
    if not versus.games:
        assert versus.chance is not None
        chances = f"{_percent(versus.chance)} – {_percent(1 - versus.chance)}"
        return answer([*heads, figure_line(chances), *_facts(versus)])
    wins, draws, losses = versus.counts
    lines = [
        figure_line(" – ".join(map(points, versus.score))),
        " · ".join([f"{counted(wins, 'win')}, {counted(draws, 'draw')}, {losses} lost", *_facts(versus)]),
        *([lists] if lists else []),
        *cell_lines([((result_text(game),), _played_at(game)) for game in versus.all_games[:LATEST_WRITTEN]], "<"),
        *([safe_line] if (safe_line := _last_line(versus)) else []),
    ]
    if versus.chance is not None:
        lines.append(f"Next game: {_percent(versus.chance)} – {_percent(1 - versus.chance)}")
    return answer([*heads, *lines])


LEAST_OF_A_SIDE = 2
"""Games with one colour from which a clean score is mentioned."""


def pairing_lines(versus: Versus, sides: tuple[str, str]) -> list[str]:
    """Return what two paired players have played; the reader is first. sides: with White, with Black."""
    name = safe(_short(versus.sides[1]), NAME_CHARACTERS)
    played = [game for game in versus.all_games if game.result is not None]
    lines = [heading("You", safe(versus.sides[1].name, NAME_CHARACTERS))]
    if not played:
        lines.append("You have not played each other in this club yet.")
    else:
        own, theirs = (points(score) for score in versus.score)
        whose = "between you" if own == theirs else "for you" if versus.score[0] > versus.score[1] else "against you"
        lines.append(f"**{own}–{theirs}** {whose} in {counted(len(played), 'game')}")
        lines += [*_side_notes(played, "You", sides, mine=True), *_side_notes(played, name, sides, mine=False)]
        lines.append(f"Last game: you {_RESULTS[played[0].result or 0]} · {_played_at(played[0])}")
    if versus.chance is not None:
        lines.append(f"Next game by your ratings: {_percent(versus.chance)} – {_percent(1 - versus.chance)}")
    return lines


_RESULTS = {1.0: "won", 0.5: "drew", 0.0: "lost"}


def _side_notes(played: Sequence[PlayedGame], name: str, sides: tuple[str, str], *, mine: bool) -> Iterable[str]:
    for side, is_first in zip(sides, (True, False), strict=True):
        games = [game.result or 0 for game in played if game.began is not None and game.began == (is_first == mine)]
        wins = games.count(1.0 if mine else 0.0)
        if len(games) >= LEAST_OF_A_SIDE and wins in (0, len(games)):
            words = "never won" if wins == 0 else "won every game"
            yield f"{name} {words} {side} ({counted(len(games), 'game')})"


def versus_alternative(versus: Versus) -> str:
    first, second = versus.sides
    names = [
        f"{side.name}{'' if shown is None else f' {shown}'}"
        for side, shown in zip(versus.sides, _ratings(versus), strict=True)
    ]
    parts = [f"{names[0]} against {names[1]}"]
    if versus.games:
        wins, draws, losses = versus.counts
        parts.append(" to ".join(map(points, versus.score)))
        parts.append(f"{counted(wins, 'win')} for {first.name}, {counted(draws, 'draw')}, {losses} for {second.name}")
    parts += _facts(versus)
    if versus.chance is not None:
        parts.append(f"next game: {_percent(versus.chance)} for {first.name}")
    if last := _last_line(versus):
        parts.append(last)
    return "; ".join(parts) + "."


def _facts(versus: Versus) -> list[str]:
    games = versus.all_games
    if not games:
        where = "" if versus.rating_list is None else f" by {versus.rating_list.label}"
        return [f"No games yet. Expected in the first one{where}"]
    first, last = games[-1].day.year, games[0].day.year
    facts = [f"{counted(len(games), 'game')} {'in' if first == last else 'since'} {first}"]
    expected = versus.expected
    if expected is not None:
        facts.append(
            f"{number(expected[0], 1)} expected"
            + ("" if expected[1] == versus.score[0] else f", {points(expected[1])} made")
        )
    board = versus.board_points
    if board is not None:
        facts.append(f"{board[0]} – {counted(board[1], 'point')}")
    return facts


def _last_line(versus: Versus) -> str:
    highest, upset = versus.highest_game, versus.upset
    if highest is not None:
        return f"Highest game: {_short(versus.sides[0 if highest[1] else 1])}, {counted(highest[0], 'point')}"
    if upset is None:
        return ""
    who, over = _short(versus.sides[0 if upset.by_first else 1]), rating(upset.loser, 0)
    return f"Biggest win: {who} at {rating(upset.winner, 0)} against {over} · {day_words(upset.game.day)}"


def _by_list(versus: Versus) -> str:
    scores = []
    for one, games in versus.games.items():
        results = [game.result for game in games if game.result is not None]
        scored = sum(results)
        scores.append(f"{one.label} {points(scored)} – {points(len(results) - scored)}")
    return " · ".join(scores)


def _played_at(game: PlayedGame) -> str:
    return f"{safe(event_name(game.event_name, game.day), NAME_CHARACTERS)} · {day_words(game.day)}"


def _ratings(versus: Versus) -> tuple[str | None, str | None]:
    first, second = (
        None if standing is None else f"{standing.displayed}{'P' * standing.provisional}"
        for standing in versus.standings
    )
    return first, second


def _opponent_name(profile: Profile, look: Look) -> "Who":
    from bot.ui.pictures.parts import Who

    return Who(profile.name, profile.id, look.called, look.photo)


def _short(profile: Profile) -> str:
    surname, _, given = (part.strip() for part in profile.name.partition(","))
    return (given or surname).split()[0] if (given or surname).split() else f"#{profile.id}"


def _wins(amount: int) -> "BarPart":
    from bot.ui.pictures.people import BarPart

    return BarPart(amount, counted(amount, "win"), str(amount))


def _chance(chance: float) -> "BarPart":
    from bot.ui.pictures.people import BarPart

    return BarPart(chance, _percent(chance), "")


def _percent(chance: float) -> str:
    """Return a chance; never 0% or 100%."""
    return f"{min(99, max(1, round(100 * chance)))}%"
