"""A QURSH ranking as embeds, six players a page: score and whole name, then facts; prizes and remarks after them."""

from collections.abc import Iterable

import discord

from bot.services.qursh.standings import Standings
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.layout import MOST_LINES, answer, cell_lines, whole
from bot.ui.framework.text import PAGE_CHARACTERS, count
from bot.ui.naspa.rating_card import won_lost
from bot.ui.qursh.wording import SOURCE_WORDS, UNSCORED_WORDS, chance_line, table_line
from bot.ui.wording.marks import YOU
from bot.ui.wording.remarks import all_remarks, remarks_line
from core.qursh.prizes import seat_of
from core.qursh.ranking import Ranking, RankingRow

PAGE_SIZE = 6
"""Players on a page: with two lines each they fill a phone."""

_NAMED, _CLASSES, _REMARKS, _REMARK = 5, 5, 3, 100
"""How many are named one by one, how many rating classes and remarks are; characters of a remark before the last
pages."""
_NOBODY = 0

_MEDALS = ("🥇", "🥈", "🥉")


def pages_of(standings: Standings) -> int:
    """Return how many pages there are, at least one; the last ones are of prizes and remarks."""
    return _ranked_pages(standings) + len(_further(standings))


def page_of(standings: Standings, user_id: int) -> int | None:
    """Return the page on which a user of Discord is; None for one who is not ranked."""
    for index, row in enumerate(standings.ranking.rows):
        if standings.users.get(seat_of(row)) == user_id:
            return index // PAGE_SIZE
    return None


def standings_embed(standings: Standings, page: int, viewer: int) -> discord.Embed:
    """Return a page of the ranking; the viewer's own line is marked."""
    ranking, ranked = standings.ranking, _ranked_pages(standings)
    if page < ranked:
        lines = _ranked_lines(standings, page, viewer)
        if _on_one_page(standings):
            lines += _notes(standings)
    else:
        lines = [_further(standings)[page - ranked]]
    pages = pages_of(standings)
    facts = [] if pages == 1 else [f"Page {page + 1} of {pages}"]
    facts.append(count(len(ranking.rows), "player"))
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
    """Return a score with its two decimals."""
    return "–" if row.hundredths is None else f"{row.hundredths // 100}.{row.hundredths % 100:02}"


def _ranked_pages(standings: Standings) -> int:
    return max(1, -(-len(standings.ranking.rows) // PAGE_SIZE))


def _on_one_page(standings: Standings) -> bool:
    """Tell whether prizes and remarks have room under the only page of players."""
    if _ranked_pages(standings) > 1:
        return False
    lines = [*_ranked_lines(standings, 0, _NOBODY), *_notes(standings)]
    # The viewer's mark makes a line wider.
    return len(lines) <= MOST_LINES and sum(len(line) + 1 for line in lines) <= PAGE_CHARACTERS


def _further(standings: Standings) -> list[str]:
    """Return the pages after the players': prizes and remarks where they stand apart, then the file's remarks."""
    apart = [] if _on_one_page(standings) else _packed(_notes(standings))
    return apart + all_remarks(standings.remarks, _REMARKS, _REMARK)


def _packed(lines: Iterable[str]) -> list[str]:
    """Return lines as pages of a phone's height."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if len(pages[-1]) == MOST_LINES or sum(map(len, pages[-1])) + len(line) > PAGE_CHARACTERS:
            pages.append([])
        pages[-1].append(line)
    return ["\n".join(page) for page in pages]


def _ranked_lines(standings: Standings, page: int, viewer: int) -> list[str]:
    """Return a page's players, two lines each; on the first one which divisions are not there."""
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
        lines += [line, f"-# {_details(row, several)}"]
    return lines


def _details(row: RankingRow, several: bool) -> str:
    """Return games scored, division, rating, wins and losses, spread."""
    parts = [count(row.games, "game")]
    if several and row.division is not None:
        parts.append(whole(row.division))
    parts.append("unrated" if row.player.rating is None else f"{row.player.rating:.0f}")
    parts += [won_lost(row.record), f"{row.record.spread:+d}" if row.record.spread else "0"]
    return " · ".join(parts)


def _notes(standings: Standings) -> list[str]:
    """Return what stands after the players: prizes, the table in use, the file's first remarks."""
    lines = _prizes(standings)
    if lines:
        lines.append("")  # what follows is not of the list before it
    return [*lines, *_remarks(standings), *remarks_line(standings.remarks, _REMARKS, _REMARK)]


def _prizes(standings: Standings) -> list[str]:
    """Return the class winners, and the best who has no prize where winners are marked."""
    lines = [f"{whole(name)}: {_named(rows, 2)}" for name, rows in standings.classes.items()]
    if len(lines) > _CLASSES:
        lines[_CLASSES:] = [f"… and {len(lines) - _CLASSES} more"]
    if lines:
        lines.insert(0, "**Best of each rating class**")
    if standings.marked:
        best = _named(standings.best_of_the_rest) if standings.best_of_the_rest else "nobody is left"
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
    return [f"⚠️ Division {names} is not in it, or has no scores: add its file for one list of all divisions."]


def _remarks(standings: Standings) -> list[str]:
    """Return the table in use, and what is not scored."""
    ranking = standings.ranking
    lines = [table_line(ranking.history)]
    if ranking.history.used:
        lines += [f"Games placed by {SOURCE_WORDS[source]}: {games}" for source, games in standings.sources]
    if ranking.unscored:
        reasons = "; ".join(f"{amount} {UNSCORED_WORDS[reason]}" for reason, amount in ranking.unscored)
        total = ranking.games + sum(amount for _, amount in ranking.unscored)
        lines.append(f"Scored {ranking.games} of {count(total, 'game')}; not: {reasons}")
    if ranking.others:
        names = _list(f"{whole(row.player.name)} ({row.games})" for row in ranking.others)
        lines.append(f"Not ranked, for less than half of the rounds is scored: {names}")
    return lines
