"""QURSH rankings and tables as embeds."""

from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.services.ratings.qursh import (
    CellReport,
    HistoryInUse,
    HistoryPreview,
    PairReport,
    QuantileReport,
    QuantileSide,
    QurshSettings,
    Standings,
    cell_sources,
)
from bot.store.club.files import OPERATOR
from bot.ui.framework.layout import INACTIVE, LEVEL, MOST_LINES, RISE, answer, cell_lines, heading, whole
from bot.ui.framework.text import PAGE_CHARACTERS, day_text, number, rating, safe, signed, table
from bot.ui.systems.naspa.cards import won_lost
from bot.ui.wording.shared_lines import YOU, all_remarks, remarks_line
from core.rating.qursh.cells import GROUPS, POOLED, SEED_GRID
from core.rating.qursh.history import CellSummary, History, OwnGames, QuantileSource, Skipped
from core.rating.qursh.ranking import Compared, Comparison, GroupGain, Ranking, RankingRow, Unscored, seat_of
from core.words import counted

SOURCE_WORDS: dict[QuantileSource, str] = {
    QuantileSource.CELL: "their own cell",
    QuantileSource.THIN: "a thin cell (200 to 999 games)",
    QuantileSource.POOLED: "all ratings together, because their cell has too few games",
    QuantileSource.PARAMETRIC: "the normal curve",
}

UNSCORED_WORDS: dict[Unscored, str] = {
    Unscored.NOT_COUNTED: "marked as not rated",
    Unscored.NO_POINTS: "without scores",
    Unscored.FORFEIT: "forfeits",
    Unscored.UNRATED: "with an unrated player",
}

SKIPPED_WORDS: dict[Skipped, str] = {
    Skipped.TOO_OLD: "before March 2006",
    Skipped.NO_SCORE: "without both scores",
    Skipped.UNRATED: "without both ratings",
    Skipped.TWICE: "listed twice",
    Skipped.UNREADABLE: "not readable",
}


PICTURE = "margins.png"


def table_line(history: History) -> str:
    own = "" if history.own is None else f"; {own_line(history.own)}"
    if history.loaded is None:
        return f"Table in use: {history.origin} (shipped; no history is loaded){own}"
    loaded = f"loaded {day_text(history.loaded)}"
    games = history.used - (history.own.games if history.own else 0)
    noun = "game" if games == 1 else "games"
    return f"Table in use: {safe(history.origin, 120)} · **{games:,}** {noun} · {loaded}{own}"


def own_line(own: OwnGames) -> str:
    noun = "game" if own.games == 1 else "games"
    return f"**{own.games:,}** {noun} of this club's own on {own.label} since {day_text(own.since)}"


def percent(tenths: int) -> str:
    """Return a percentage as scored: whole, or with one decimal between equals."""
    return f"{tenths // 10}%" if tenths % 10 == 0 else f"{tenths / 10:.1f}%"


def reading_games(done: int, total: int) -> str:
    return f"Reading games: {done / 1e6:.1f} of {total / 1e6:.1f} MB …"


def cell_name(history: History, group: int | None, bin_number: int) -> str:
    higher = POOLED if group is None else f"higher rating {GROUPS[group]}"
    return f"{higher}, difference {history.grid.names[bin_number]}"


def chance_line(rows: Sequence[RankingRow]) -> str:
    chance = max(rows, key=lambda row: row.games).chance or 0.0
    within = number(chance * 2**0.5, 0)
    return f"Luck alone: ±{number(chance, 0)}. Two players within {within} are about equal."


PAGE_SIZE = 6

_NAMED, _CLASSES, _REMARKS, _REMARK = 5, 5, 3, 100
_NOBODY = 0

_MEDALS = ("🥇", "🥈", "🥉")


def pages_of(standings: Standings) -> int:
    return _ranked_pages(standings) + len(_further(standings))


def page_of(standings: Standings, user_id: int) -> int | None:
    for index, row in enumerate(standings.ranking.rows):
        if standings.users.get(seat_of(row)) == user_id:
            return index // PAGE_SIZE
    return None


def standings_embed(standings: Standings, page: int, viewer: int) -> discord.Embed:
    ranking, ranked = standings.ranking, _ranked_pages(standings)
    if page < ranked:
        lines = _ranked_lines(standings, page, viewer)
        if _on_one_page(standings):
            lines += _notes(standings)
    else:
        lines = [_further(standings)[page - ranked]]
    pages = pages_of(standings)
    facts = [] if pages == 1 else [f"Page {page + 1} of {pages}"]
    facts.append(counted(len(ranking.rows), "player"))
    facts.append("exact percents" if ranking.exact else "whole percents for each game")
    if not ranking.grouped:
        facts.append("ratings not grouped")
    facts.append("byes and forfeits are not scored")
    if ranking.rows:
        facts.append(chance_line(ranking.rows))
    embed = answer(lines, colour=LEVEL, footer=facts)
    embed.title = f"QURSH · {whole(standings.name) if standings.name else 'Scrabble event'}"
    return embed


def score_text(row: RankingRow) -> str:
    return "–" if row.hundredths is None else f"{row.hundredths // 100}.{row.hundredths % 100:02}"


def _ranked_pages(standings: Standings) -> int:
    return max(1, -(-len(standings.ranking.rows) // PAGE_SIZE))


def _on_one_page(standings: Standings) -> bool:
    if _ranked_pages(standings) > 1:
        return False
    lines = [*_ranked_lines(standings, 0, _NOBODY), *_notes(standings)]
    # the viewer's mark makes a line wider
    return len(lines) <= MOST_LINES and sum(len(line) + 1 for line in lines) <= PAGE_CHARACTERS


def _further(standings: Standings) -> list[str]:
    apart = [] if _on_one_page(standings) else _packed(_notes(standings))
    return apart + all_remarks(standings.remarks, _REMARKS, _REMARK)


def _packed(lines: Iterable[str]) -> list[str]:
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) == MOST_LINES or sum(map(len, pages[-1])) + len(line) > PAGE_CHARACTERS:
            pages.append([])
        pages[-1].append(line)
    return ["\n".join(page) for page in pages]


def _ranked_lines(standings: Standings, page: int, viewer: int) -> list[str]:
    """Return a page's players, two lines each; the first page names missing divisions."""
    ranking = standings.ranking
    lines = _missing(ranking) if page == 0 else []
    shown = ranking.rows[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
    if not shown:
        return [*lines, "Nobody has half of the rounds scored, so nobody is ranked."]
    ranks = [row.rank for row in ranking.rows]
    several = len({row.division for row in (*ranking.rows, *ranking.others)}) > 1
    cells = []
    for row in shown:
        name = whole(row.player.name)
        if standings.users.get(seat_of(row)) == viewer:
            name = f"**{name}**{YOU}"
        if row.rank is not None and row.rank <= len(_MEDALS):
            name = f"{_MEDALS[row.rank - 1]} {name}"
        cells.append(((str(row.rank), "=" if ranks.count(row.rank) > 1 else "", score_text(row)), name))
    for line, row in zip(cell_lines(cells, ">|>"), shown, strict=True):
        lines += [line, _details(row, several)]
    return lines


def _details(row: RankingRow, several: bool) -> str:
    parts = [counted(row.games, "game")]
    if several and row.division is not None:
        parts.append(whole(row.division))
    parts.append("unrated" if row.player.rating is None else rating(row.player.rating, 0))
    parts += [won_lost(row.record), f"{row.record.spread:+d}" if row.record.spread else "0"]
    return " · ".join(parts)


def _notes(standings: Standings) -> list[str]:
    lines = _prizes(standings)
    if lines:
        lines.append("")  # ends the list
    return [*lines, *_remarks(standings), *remarks_line(standings.remarks, _REMARKS, _REMARK)]


def _prizes(standings: Standings) -> list[str]:
    """Return the class winners, and the best without a prize if winners are marked."""
    lines = [f"{whole(name)}: {_named(rows, 2)}" for name, rows in standings.classes.items()]
    if len(lines) > _CLASSES:
        lines[_CLASSES:] = [f"… and {len(lines) - _CLASSES} more"]
    if lines:
        lines.insert(0, "**Best of each rating class**")
    if standings.marked:
        best = _named(standings.best_of_the_rest) if standings.best_of_the_rest else "nobody"
        lines.append(f"**Highest out of the money:** {best}")
        lines.append(f"Prize winners marked: {_list(whole(row.player.name) for row in standings.marked)}")
    return lines


def _named(rows: Iterable[RankingRow], most: int = _NAMED) -> str:
    return _list((f"{whole(row.player.name)} {score_text(row)}" for row in rows), most)


def _list(texts: Iterable[str], most: int = _NAMED) -> str:
    known = list(texts)
    more = f" … and {len(known) - most} more" if len(known) > most else ""
    return "; ".join(known[:most]) + more


def _missing(ranking: Ranking) -> list[str]:
    if not ranking.missing:
        return []
    names = _list(whole(name) for name in ranking.missing)
    return [f"⚠️ Division {names} is missing or has no scores. Add its file for one list of all divisions."]


def _remarks(standings: Standings) -> list[str]:
    ranking = standings.ranking
    lines = [table_line(ranking.history)]
    if ranking.history.used:
        lines += [f"Games placed by {SOURCE_WORDS[source]}: {games}" for source, games in standings.sources]
    if ranking.unscored:
        reasons = "; ".join(f"{amount} {UNSCORED_WORDS[reason]}" for reason, amount in ranking.unscored)
        total = ranking.games + sum(amount for _, amount in ranking.unscored)
        lines.append(f"Scored {ranking.games} of {counted(total, 'game')}; not: {reasons}")
    if ranking.others:
        names = _list(f"{whole(row.player.name)} ({row.games})" for row in ranking.others)
        lines.append(f"Not ranked, with less than half of the rounds scored: {names}")
    return lines


_MARKS = {QuantileSource.CELL: "", QuantileSource.THIN: "t", QuantileSource.POOLED: "p", QuantileSource.PARAMETRIC: "c"}
_LEGEND = {
    "t": "t thin: 200 to 999 games",
    "p": "p placed by all ratings together: fewer than 200 games",
    "c": "c placed by a normal curve",
}


def table_embed(in_use: HistoryInUse) -> discord.Embed:
    """Return the table: every cell with games, mean and deviation: 31 columns."""
    embed = discord.Embed(title="QURSH · the table in use", colour=LEVEL)
    embed.description = "\n".join([*_facts(in_use), *_blocks(in_use)])
    marks = {_MARKS[cell.source] for cell in (*in_use.cells, *in_use.pooled)} - {""}
    legend = [_LEGEND[mark] for mark in _LEGEND if mark in marks]
    embed.set_footer(text=" · ".join(["points by which the higher rated player wins", *legend]))
    return embed


def cell_embed(report: CellReport) -> discord.Embed:
    """Return a cell's figures, with its histogram `PICTURE` attached."""
    found, history = report.distribution, report.history
    cell = found.summary
    embed = discord.Embed(title=f"QURSH · {cell_name(history, cell.group, cell.bin_number)}", colour=LEVEL)
    games_text = f": **{found.games:,}** games" if found.games else ""
    lines = [
        f"Games in the cell: **{cell.games:,}**",
        f"Mean **{number(cell.mean, 1)}**, standard deviation **{number(cell.deviation, 1)}** points",
        f"Placed by {SOURCE_WORDS[cell.source]}{games_text}",
        table_line(history),
    ]
    embed.description = "\n".join(lines)
    embed.set_image(url=f"attachment://{PICTURE}")
    embed.set_footer(text="points by which the higher rated player wins")
    return embed


def preview_embed(preview: HistoryPreview) -> discord.Embed:
    embed = table_embed(preview.in_use)
    embed.title = "QURSH · a new table"
    # equal remarks are counted: all fit
    lines = [f"- {safe(str(remark), 120)}" for remark in preview.remarks]
    embed.description = "\n".join([embed.description or "", *lines])
    embed.set_footer(text="Nothing is stored yet · The file replaces the table in use")
    return embed


def loaded_embed(in_use: HistoryInUse) -> discord.Embed:
    embed = table_embed(in_use)
    embed.title, embed.colour = "QURSH · history loaded", discord.Colour(RISE)
    return embed


def reset_question(in_use: HistoryInUse) -> discord.Embed:
    lines = [heading("Use the built-in table?"), table_line(in_use.history)]
    lines.append("The loaded table is deleted. To get it back, import its file again.")
    return answer(lines, colour=INACTIVE)


def reset_embed(in_use: HistoryInUse) -> discord.Embed:
    embed = table_embed(in_use)
    embed.title = "QURSH · back to the built-in table"
    return embed


def _facts(in_use: HistoryInUse) -> list[str]:
    history = in_use.history
    lines = [table_line(history)]
    if in_use.loaded_by == OPERATOR:
        lines.append("Loaded by the operator of this bot")
    elif in_use.loaded_by is not None:
        lines.append(f"Loaded by <@{in_use.loaded_by}>")
    if history.read:
        left_out = "; ".join(f"{amount:,} {SKIPPED_WORDS[reason]}" for reason, amount in history.skipped)
        used = history.used - (history.own.games if history.own else 0)
        lines.append(
            f"{used:,} of {history.read:,} games of the file count" + (f", not: {left_out}" if left_out else "")
        )
    return lines


def _blocks(in_use: HistoryInUse) -> Iterable[str]:
    names = in_use.history.grid.names
    for group in reversed(range(len(GROUPS))):
        cells = [cell for cell in in_use.cells if cell.group == group]
        yield f"**Higher rating {GROUPS[group]}**\n{_block(cells, names)}"
    yield f"**{POOLED.capitalize()} together**\n{_block(in_use.pooled, names)}"


def _block(cells: Sequence[CellSummary], names: Sequence[str]) -> str:
    rows = [
        (
            names[cell.bin_number],
            str(cell.games),
            number(cell.mean, 0),
            number(cell.deviation, 0),
            _MARKS[cell.source],
        )
        for cell in cells
    ]
    return table(("Apart", "Games", "Mean", "Dev.", ""), rows, (-9, 8, 5, 4, 1))


def comparison_pages(standings: Standings, comparison: Comparison) -> list[discord.Embed]:
    """Return the rankings with three groups and one, six per page, largest gains first."""
    lines = comparison.lines
    pages = max(1, -(-len(lines) // PAGE_SIZE))
    title = whole(standings.name) if standings.name else "Scrabble event"
    embeds = []
    for page in range(pages):
        parts = [_group_line(group) for group in comparison.groups] if page == 0 else []
        shown = lines[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
        parts += _lines(shown) if shown else ["Nobody has half of the rounds scored, so nobody is ranked."]
        if page == 0:
            parts.append(table_line(standings.ranking.history))
        embed = discord.Embed(title=f"QURSH · {title} · one group against three", colour=LEVEL)
        embed.description = "\n".join(parts)
        facts = [] if pages == 1 else [f"Page {page + 1} of {pages}"]
        facts += [counted(len(lines), "player"), "three: grouped by the higher rating; one: by the difference alone"]
        embed.set_footer(text=" · ".join(facts))
        embeds.append(embed)
    return embeds


def _group_line(group: GroupGain) -> str:
    """Return a group's gains: Rated above 1500: 14% have a higher score with one group (2 of 14)."""
    share = round(100 * group.higher / group.players)
    share_text = f"**{share}%** have a higher score with one group ({group.higher} of {group.players}"
    return f"Rated {group.name}: {share_text}, lower {group.lower})"


def _lines(shown: tuple[Compared, ...]) -> list[str]:
    rows = [
        (
            (score_text(line.three), score_text(line.one), signed(line.gain / 100, 2)),
            f"{whole(line.three.player.name)} · {rating(line.three.player.rating or 0, 0)}",
        )
        for line in shown
    ]
    return ["three groups, one, gain", *cell_lines(rows, ">>>")]


def pair_embed(report: PairReport) -> discord.Embed:
    """Return margins and quantiles of two ratings, with the picture `PICTURE` attached."""
    higher, lower, games = report.higher, report.lower, report.table.games
    title = f"QURSH · {safe(higher.name)} {rating(higher.rating, 1)} and {safe(lower.name)} {rating(lower.rating, 1)}"
    embed = discord.Embed(title=title, colour=LEVEL)
    placed = games[0]
    where = SOURCE_WORDS[placed.source] + (" of that cell" if placed.source is QuantileSource.PARAMETRIC else "")
    games_text = f": **{placed.games:,}** games" if placed.games else ""
    rows = [(signed(game.margin, 0), percent(game.first_tenths), percent(game.second_tenths)) for game in games]
    quantiles = [(f"{wanted}%", signed(margin, 0)) for wanted, margin in report.table.margins]
    embed.description = "\n".join(
        [
            _headline(report),
            f"Difference {rating(higher.rating - lower.rating, 1)}: {cell_name(report.history, *_cell(report))}",
            f"Placed by {where}{games_text}",
            "**A win by so many points is worth**",
            table(("Win by", "Higher", "Lower"), rows, (7, 8, 8)),
            "**Margin that reaches each share of games**",
            table(("Quantile", "Win by"), quantiles, (8, 8)),
            table_line(report.history),
        ]
    )
    embed.set_image(url=f"attachment://{PICTURE}")
    embed.set_footer(text="a win by less than 0 is a loss · one game is mostly luck")
    return embed


def _cell(report: PairReport) -> tuple[int | None, int]:
    placed = report.table.games[0]
    return placed.group, placed.bin_number


def _headline(report: PairReport) -> str:
    """Return the margin that is worth 50 percent."""
    if report.higher.rating == report.lower.rating:
        return "## A tie is expected"
    even = number(report.table.even, 0)
    does = f"win by {even}" if report.table.even >= 0 else f"lose by {even.removeprefix('-')}"
    return f"## {safe(report.higher.name)} is expected to {does}"


def quantile_embed(report: QuantileReport) -> discord.Embed:
    """Return both players' percentages, with the picture `PICTURE` attached."""
    first, second, placed = report.first, report.second, report.placed
    title = f"QURSH · {safe(first.name)} {first.points - second.points:+d} against {safe(second.name)}"
    embed = discord.Embed(title=title, colour=LEVEL)
    lines = [
        f"## {percent(placed.first_tenths)} – {percent(placed.second_tenths)}",
        _side_line(first, placed.first_tenths, placed.first),
        _side_line(second, placed.second_tenths, placed.second),
        f"Cell: {cell_name(report.history, placed.group, placed.bin_number)}",
        _source_line(report),
        f"50% is {_margin_text(report)}.",
        table_line(report.history),
    ]
    embed.description = "\n".join(lines)
    embed.set_image(url=f"attachment://{PICTURE}")
    embed.set_footer(text="One game is mostly luck. The mean of an event says more.")
    return embed


def _side_line(side: QuantileSide, tenths: int, exact: float) -> str:
    return f"{safe(side.name)} ({rating(side.rating, 1)}): **{percent(tenths)}**, exactly {number(exact, 2)}"


def _source_line(report: QuantileReport) -> str:
    placed = report.placed
    if placed.source is QuantileSource.PARAMETRIC:
        return f"Placed by {SOURCE_WORDS[placed.source]} of that cell"
    return f"Placed by {SOURCE_WORDS[placed.source]}: **{placed.games:,}** games"


def _margin_text(report: QuantileReport) -> str:
    if report.first.rating == report.second.rating:
        return "a tie"
    higher = max(report.first, report.second, key=lambda side: side.rating)
    does = "win" if report.even_margin >= 0 else "loss"
    return f"a {does} of {safe(higher.name)} by {number(abs(report.even_margin), 0)}"


_CELLS = {
    QuantileSource.CELL: "with 1,000 games or more",
    QuantileSource.THIN: "thin, with 200 to 999",
    QuantileSource.POOLED: "with fewer games, placed by all ratings together",
    QuantileSource.PARAMETRIC: "still too few, placed by the normal curve",
}


def qursh_settings_card(settings: QurshSettings) -> discord.Embed:
    rules, history = settings.rules, settings.in_use.history
    usual = " (as announced)" if rules.grid == SEED_GRID else ""
    lines = [f"Bins of the rating difference{usual}: **{', '.join(rules.grid.names)}**"]
    if history.own is None:
        lines.append("The club's own games: **not part of it**")
    else:
        lines.append(
            f"The club's own games on {history.own.label}: **part of it**; every new event adds its games, and "
            "undoing it removes them"
        )
    if rules.own_list is not None and history.own is not None and not history.own.games:
        lines.append(f"No game of {rules.own_list.label} since {day_text(rules.own_since)} has both scores and ratings")
    lines.append(table_line(history))
    now = cell_sources(history)
    lines.append(f"\n**{counted(history.grid.cells, 'cell')}**")
    lines += [f"- {_figure(source, settings.before, now)} {_CELLS[source]}" for source in QuantileSource]
    lines.append(
        "\nFiner bins compare closer pairs, and leave fewer games in each. The menu under `/qursh rank` shows them."
    )
    return discord.Embed(title="QURSH · settings", description="\n".join(lines), colour=LEVEL)


def _figure(
    source: QuantileSource, before: Mapping[QuantileSource, int] | None, now: Mapping[QuantileSource, int]
) -> str:
    was = now[source] if before is None else before[source]
    return f"**{now[source]}**" if was == now[source] else f"{was} → **{now[source]}**"
