"""Charts of ratings and the yearbook, in pictures and in words."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from statistics import median
from typing import Any

import discord

from bot.services.ratings.club_year import Amount, ClubChart, Yearbook
from bot.services.ratings.history import HistoryReport
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.text import NAME_CHARACTERS, number, points, rating, safe
from bot.ui.pictures.club import Bars, FrontPage, YearLine, YearPage, bars_scene, front_scene, year_scene
from bot.ui.pictures.history import compare_scene, history_scene
from bot.ui.pictures.scene import Scene
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.histories import event_lines, in_words, track_lines, why_no_picture
from bot.ui.wording.shared_lines import MONTHS, YOU, month_words, rank_cell, short_day
from core.event.similarity import event_name
from core.rating.outcome import Award
from core.words import counted

PICTURE = "history.png"


def scene_of(report: HistoryReport, club: str) -> Scene:
    if len(report.tracks) > 1:
        return compare_scene(report, club)
    return history_scene(report, club, title_names(report))


def title_names(report: HistoryReport) -> dict[Award, str]:
    return {
        mark.award: CARDS[track.rating_list].title_name(mark.award)
        for track in report.tracks
        for mark in track.marks
        if mark.is_title
    }


def picture_embeds(report: HistoryReport, in_full: str) -> list[discord.Embed]:
    """Return the picture's embed with the last events. in_full: names that it could not draw."""
    lines = track_lines(report) if len(report.tracks) > 1 else event_lines(report, report.tracks[0])
    return [answer([], picture=PICTURE), answer([*lines, *([in_full] if in_full else [])], footer=_official(report))]


def words_embed(report: HistoryReport) -> discord.Embed:
    why = why_no_picture(report)
    return answer([*in_words(report), *([why] if why else [])], footer=_official(report))


def _official(report: HistoryReport) -> list[str]:
    notes = [note for track in report.tracks for note in CARDS[track.rating_list].official]
    return list(dict.fromkeys(notes))


WIDTHS, MOST_BARS = (5, 10, 25, 50, 100, 200, 500, 1000), 16
YOURS = "Where you stand"


def _footer(chart: ClubChart, club: str) -> str:
    return f"{club} · {chart.today.day} {MONTHS[chart.today.month - 1][:3]} {chart.today.year}"


def spread_bars(chart: ClubChart, club: str) -> "Bars":
    low, width, counts = classes(chart)
    own, own_mark = None, None
    if chart.own is not None:
        own = (chart.own - low) // width
        own_mark = (f"you {chart.own}", (chart.own - low) % width / width)
    below = chart.percent_below
    edges = [(at, low + at * width) for at in range(len(counts) + 1)]
    return Bars(
        title=YOURS if own is not None else "How ratings are spread",
        subtitle=f"{chart.rating_list.label} · {chart.players} active members",
        counts=counts,
        labels=[(at, str(edge)) for at, edge in edges if edge % (2 * width) == 0],
        footer_left=f"median {rating(chart.median, 1)}",
        footer_right=_footer(chart, club),
        own=own,
        own_mark=own_mark,
        figure="" if below is None else f"{below}%",
        figure_caption="" if below is None else "of the club is below you",
        alternative=_spread_words(chart, low, width, counts),
    )


def activity_bars(chart: ClubChart, club: str) -> "Bars":
    games = [month.games for month in chart.months]
    first = chart.months[0].first
    return Bars(
        title="Games per month",
        subtitle=f"{chart.rating_list.label} · {counted(sum(one.events for one in chart.months), 'event')}",
        counts=games,
        labels=[(at + 0.5, MONTHS[month.first.month - 1][:3]) for at, month in enumerate(chart.months)],
        footer_left=f"since {month_words(first, chart.today)}",
        footer_right=_footer(chart, club),
        own=len(games) - 1,
        figure=str(sum(games)),
        figure_caption="games in twelve months",
        alternative=f"Games per month on {chart.rating_list.label}: "
        + ", ".join(f"{month_words(one.first, chart.today)} {one.games}" for one in chart.months)
        + ".",
    )


def classes(chart: ClubChart) -> tuple[int, int, list[int]]:
    return classes_of([(level.displayed, level.players) for level in chart.levels], chart.own)


def classes_of(levels: Sequence[tuple[int, int]], own: int | None = None) -> tuple[int, int, list[int]]:
    """Return the lowest class's start, the width, and the counts of at most 16. levels: (rating, players)."""
    ratings = [displayed for displayed, _ in levels] + ([] if own is None else [own])
    lowest, highest = min(ratings), max(ratings)
    width = next((one for one in WIDTHS if highest // one - lowest // one < MOST_BARS), WIDTHS[-1])
    first = lowest // width
    counts = [0] * (highest // width - first + 1)
    for displayed, players in levels:
        counts[displayed // width - first] += players
    return first * width, width, counts


def improved_lines(chart: ClubChart) -> list[str]:
    rows = [
        ((change_text(one.gain, space=""),), f"{safe(one.player.name, NAME_CHARACTERS)} · {one.rating}")
        for one in chart.improved
    ]
    return ["**Most improved in a year**", *cell_lines(rows, "<")] if rows else []


def around_lines(chart: ClubChart) -> list[str]:
    rows = [
        (
            (rank_cell(one.rank), f"{one.line.displayed}{'P' * one.line.provisional}"),
            f"**{name}**{YOU}" if one.line.player.id == chart.me else name,
        )
        for one in chart.around
        for name in [safe(one.line.player.name, NAME_CHARACTERS)]
    ]
    return ["**Around you**", *cell_lines(rows, ">>"), ""] if rows else []


def chart_embed(chart: ClubChart, *, picture: str | None = None) -> discord.Embed:
    month = chart.months[-1]
    played = f"{counted(month.games, 'game')} this month, {sum(one.games for one in chart.months)} in twelve"
    if picture is not None:
        return answer([*around_lines(chart), *improved_lines(chart)], footer=(played,), picture=picture)
    low, width, counts = classes(chart)
    lines = [heading(chart.rating_list.label, YOURS if chart.own is not None else "how ratings are spread")]
    if chart.own is not None:
        lines.append(f"# {chart.own}  {chart.percent_below}% of the club is below you")
    rows = [((f"{low + at * width}", str(amount)), "") for at, amount in enumerate(counts) if amount]
    lines += [*around_lines(chart), *cell_lines(rows, ">>"), *improved_lines(chart)]
    return answer(lines, footer=(played,))


def activity_embed(chart: ClubChart, *, picture: str | None = None) -> discord.Embed:
    if picture is not None:
        return answer((), picture=picture)
    rows = [
        ((str(month.games),), f"{month_words(month.first, chart.today)} · {counted(month.events, 'event')}")
        for month in reversed(chart.months)
    ]
    return answer([heading(chart.rating_list.label, "games per month"), *cell_lines(rows, ">")])


def _spread_words(chart: ClubChart, low: int, width: int, counts: Sequence[int]) -> str:
    parts = [
        f"{low + at * width} to {low + (at + 1) * width - 1}: {amount}" for at, amount in enumerate(counts) if amount
    ]
    text = f"Ratings on {chart.rating_list.label} of {chart.players} active members. {'; '.join(parts)}."
    if chart.own is not None:
        text += f" You are at {chart.own}; {chart.percent_below}% of the club is below you."
    return text


MOST_PAGES, LEAST_PLAYERS = 10, 10

_NAMES_IN_FULL = 20


def book_scenes(book: Yearbook, club: str) -> list[Scene]:
    pages = list(book_pages(book, club))
    last = _spread(book, club)
    total = min(MOST_PAGES, 1 + len(pages) + (last is not None))
    numbered = [
        year_scene(replace(page, number=f"{at} of {total}")) for at, page in enumerate(pages[: total - 1], start=2)
    ]
    scenes = [front_scene(_front(book, club)), *numbered]
    return scenes if last is None or len(scenes) == MOST_PAGES else [*scenes, bars_scene(last)]


def book_heading(book: Yearbook, club: str, in_full: Sequence[str]) -> discord.Embed:
    lines = [heading(safe(club, NAME_CHARACTERS), f"yearbook {safe(book.stretch.name, NAME_CHARACTERS)}")]
    if in_full:
        lines.append("In full: " + ", ".join(safe(name, NAME_CHARACTERS) for name in in_full[:_NAMES_IN_FULL]))
    return answer(lines)


def book_embeds(book: Yearbook, club: str) -> list[discord.Embed]:
    embeds = [book_heading(book, club, ())]
    embeds[0].set_footer(text=" · ".join(_facts(_front(book, club))))
    for page in book_pages(book, club):
        lines = [heading(page.title), safe(page.subtitle, NAME_CHARACTERS)]
        for line in page.lines:
            names = " – ".join(safe(name, NAME_CHARACTERS) for name in line.names)
            detail = f" · {safe(line.detail, NAME_CHARACTERS)}" if line.detail else ""
            lines.append(f"**{line.figure}** {names}{detail}")
        embeds.append(answer(lines))
    return embeds[:MOST_PAGES]


def book_pages(book: Yearbook, club: str) -> Iterator[YearPage]:
    which, name = book.rating_list.label, book.stretch.name
    for title, subtitle, lines in (
        ("Most games", f"{name} · every list", _most_games(book)),
        ("Greatest gain", f"{name} · {which}", _gains(book)),
        ("Best performance", f"{name} · {which} · five games or more", _performances(book)),
        ("Upset of the year", f"{name} · {which}", _upsets(book)),
        ("Norms and titles", _earned_of(book), _earned(book)),
        ("So close to a norm", f"{name} · half a point or less was missing", _near_norms(book)),
        ("Longest winning run", f"{name} · wins in a row, every list", _runs(book)),
        ("Closest rivalry", f"{name} · four games or more", _rivalries(book)),
        ("QURSH player of the year", f"{name} · mean percent, ten games or more", _qursh(book)),
        ("Scores of the year", f"{name} · Scrabble", _scores(book)),
    ):
        found = list(lines)
        if found:
            page = YearPage(title, subtitle, found, f"{club} · yearbook {name}", "")
            yield replace(page, alternative=_words(page))


def _front(book: Yearbook, club: str) -> FrontPage:
    facts = [
        ("Events", str(len(book.events))),
        ("Games", str(book.games)),
        ("Players", str(book.players)),
        ("Newcomers", str(book.newcomers)),
    ]
    days = f"{short_day(book.stretch.first, book.today)} to {short_day(min(book.stretch.last, book.today), book.today)}"
    page = FrontPage(book.stretch.name, club, facts, days)
    return replace(page, alternative=f"Yearbook {page.title} of {club}: {', '.join(_facts(page))}.")


def _facts(page: FrontPage) -> list[str]:
    return [f"{label.lower()} {figure}" for label, figure in page.facts]


def _words(page: YearPage) -> str:
    lines = [
        f"{line.figure} {' and '.join(line.names)}" + (f" ({line.detail})" if line.detail else "")
        for line in page.lines
    ]
    return f"{page.title}, {page.subtitle}: {'; '.join(lines)}."


def _name(book: Yearbook, player_id: Any) -> str:
    return book.people[player_id].name


def _event(book: Yearbook, event_id: int) -> str:
    found = book.events[event_id]
    return event_name(found.name, found.day)


def _most_games(book: Yearbook) -> Iterable[YearLine]:
    return _amounts(book, book.most_games)


def _amounts(book: Yearbook, found: Sequence[Amount]) -> Iterable[YearLine]:
    for place, one in enumerate(found):
        equals = f"shared with {counted(one.equals, 'other')}" if one.equals and place == 0 else ""
        yield YearLine(str(one.amount), (_name(book, one.player_id),), equals)


def _gains(book: Yearbook) -> Iterable[YearLine]:
    for one in book.gains:
        gain = rating(one.gain or 0, 0)
        yield YearLine(f"▲ {gain}", (_name(book, one.player_id),), f"to {one.rating}")


def _performances(book: Yearbook) -> Iterable[YearLine]:
    for one in book.performances:
        score = f"{points(one.score)} of {one.games} · {_event(book, one.event_id)}"
        yield YearLine(rating(one.rating, 0), (_name(book, one.player_id),), score)


def _upsets(book: Yearbook) -> Iterable[YearLine]:
    for one in book.upsets:
        names = (_name(book, one.winner), _name(book, one.loser))
        beaten = f"{rating(one.own, 0)} beat {rating(one.other, 0)} · {_event(book, one.event_id)}"
        yield YearLine(str(one.difference), names, beaten)


def _earned(book: Yearbook) -> Iterable[YearLine]:
    norms = {one.player_id: one.amount for one in book.norms}
    titles: dict[int, str] = {}
    for one in book.titles:
        titles.setdefault(one.player_id, CARDS[one.rating_list].title_name(one.award))
    for player_id in list(dict.fromkeys((*titles, *norms)))[:5]:
        earned = norms.get(player_id, 0)
        figure = counted(earned, "norm") if earned else "Title"
        yield YearLine(figure, (_name(book, player_id),), titles.get(player_id, ""))


def _earned_of(book: Yearbook) -> str:
    earned = f" · {counted(len(book.titles), 'title')} earned" if book.titles else ""
    return f"{book.stretch.name}{earned}"


def _near_norms(book: Yearbook) -> Iterable[YearLine]:
    for one in book.near_norms:
        norm = CARDS[one.rating_list].title_name(Award(one.award.scheme, one.award.level, one.award.code))
        yield YearLine(points(one.short), (_name(book, one.player_id),), f"{norm} · {_event(book, one.event_id)}")


def _runs(book: Yearbook) -> Iterable[YearLine]:
    return _amounts(book, book.runs)


def _rivalries(book: Yearbook) -> Iterable[YearLine]:
    for one in book.rivalries:
        score = f"{points(one.wins + one.draws / 2)} – {points(one.losses + one.draws / 2)}"
        yield YearLine(score, (_name(book, one.first), _name(book, one.second)), counted(one.games, "game"))


def _qursh(book: Yearbook) -> Iterable[YearLine]:
    for one in book.qursh:
        yield YearLine(
            f"{number((one.qursh or 0) / 100, 1)}%", (_name(book, one.player_id),), counted(one.games, "game")
        )


def _scores(book: Yearbook) -> Iterable[YearLine]:
    found = book.scores
    for label, game, figure in (
        ("high win", found.high_win, "high"),
        ("high loss", found.high_loss, "low"),
        ("high combined", found.high_combined, "combined"),
        ("closest game", found.closest, "spread"),
    ):
        if game is not None:
            players = {"high win": [game.winner], "high loss": [game.loser]}.get(label, [game.winner, game.loser])
            names = tuple(_name(book, one) for one in players)
            yield YearLine(str(getattr(game, figure)), names, f"{label} · {_event(book, game.where)}")
    if book.average is not None:
        games = counted(book.average.games, "game")
        yield YearLine(number(book.average.average, 0), (_name(book, book.average.who),), f"highest average · {games}")


def _spread(book: Yearbook, club: str) -> Bars | None:
    if len(book.ratings) < LEAST_PLAYERS:
        return None
    low, width, counts = classes_of([(one, 1) for one in book.ratings])
    shown = [
        f"{low + at * width} to {low + (at + 1) * width - 1}: {amount}" for at, amount in enumerate(counts) if amount
    ]
    subtitle = f"{book.rating_list.label} · {len(book.ratings)} who played in {book.stretch.name}"
    return Bars(
        title="The club's ratings",
        subtitle=subtitle,
        counts=counts,
        labels=[(at, str(low + at * width)) for at in range(len(counts) + 1) if (low + at * width) % (2 * width) == 0],
        footer_left=f"median {rating(median(book.ratings), 1)}",
        footer_right=f"{club} · yearbook {book.stretch.name}",
        alternative=f"The club's ratings, {subtitle}. {'; '.join(shown)}.",
    )
