"""A QURSH ranking as embeds, ten players a page: two lines each, 31 columns."""

from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.services.qursh.standings import Standings
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, count, fit, plain, safe, width
from bot.ui.naspa.rating_card import won_lost
from bot.ui.qursh.wording import SOURCE_WORDS, UNSCORED_WORDS, chance_line, table_line
from bot.ui.wording.remarks import all_remarks, remarks_line
from core.qursh.prizes import Seat, seat_of
from core.qursh.ranking import Ranking, RankingRow

PAGE_SIZE = 10
COLUMNS = 31
_NAMED, _CLASSES, _REMARKS, _REMARK, _NAME = 5, 5, 3, 100, 24
"""How many are named one by one, how many rating classes and remarks are; characters of a remark on the first page, and
of a name outside the table."""
_NOBODY = 0

_MEDALS = ("🥇", "🥈", "🥉")


def pages_of(standings: Standings) -> int:
    """Return how many pages there are, at least one; the last ones are of the file's remarks."""
    return _ranked_pages(standings) + len(_all_remarks(standings))


def _ranked_pages(standings: Standings) -> int:
    return max(1, -(-len(standings.ranking.rows) // PAGE_SIZE))


def _all_remarks(standings: Standings) -> list[str]:
    """Return the file's remarks by page; nothing where the first page of the ranking has them whole."""
    named = _REMARKS if _remarks_fit(standings) else 0
    return all_remarks(standings.remarks, named, _REMARK)


def _remarks_fit(standings: Standings) -> bool:
    """Tell whether the first page has room for the first remarks: names that are all markdown take that of two."""
    text = "\n".join((*_parts(standings, 0, _NOBODY), *remarks_line(standings.remarks, _REMARKS, _REMARK)))
    return len(text) + PAGE_SIZE <= DESCRIPTION_CHARACTERS  # a mark at the viewer's line makes the others wider


def page_of(standings: Standings, user_id: int) -> int | None:
    """Return the page on which a user of Discord is; None for one who is not ranked."""
    for index, row in enumerate(standings.ranking.rows):
        if standings.users.get(seat_of(row)) == user_id:
            return index // PAGE_SIZE
    return None


def standings_embed(standings: Standings, page: int, viewer: int) -> discord.Embed:
    """Return a page of the ranking; an arrow stands at the viewer's own line."""
    ranking, ranked = standings.ranking, _ranked_pages(standings)
    title = safe(standings.name, 80) if standings.name else "Scrabble event"
    embed = discord.Embed(title=f"QURSH · {title}", colour=LEVEL)
    if page < ranked:
        parts = _parts(standings, page, viewer)
        if page == 0 and _remarks_fit(standings):
            parts += remarks_line(standings.remarks, _REMARKS, _REMARK)
        embed.description = "\n".join(parts)
    else:
        embed.description = _all_remarks(standings)[page - ranked]
    pages = pages_of(standings)
    facts = [] if pages == 1 else [f"Page {page + 1} of {pages}"]
    facts.append(count(len(ranking.rows), "player"))
    facts.append("exact percents" if ranking.exact else "whole percents for each game")
    if not ranking.grouped:
        facts.append("ratings not grouped")
    facts.append("byes and forfeits are not scored")
    embed.set_footer(text=" · ".join(facts))
    return embed


def _parts(standings: Standings, page: int, viewer: int) -> list[str]:
    """Return what a page of the ranking has, but for the file's remarks."""
    ranking = standings.ranking
    shown = ranking.rows[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
    parts = []
    if page == 0:
        parts += [_medals(ranking)] if ranking.rows else ["Nobody has half of the rounds scored, so nobody is ranked."]
    if shown:
        parts.append(_block(ranking, shown, standings.users, viewer))
    if page == 0:
        parts += _prizes(standings)
    parts.append("")  # what follows is not of the list before it
    parts += _remarks(standings)
    return parts


def score_text(row: RankingRow) -> str:
    """Return a score with its two decimals."""
    return "–" if row.hundredths is None else f"{row.hundredths // 100}.{row.hundredths % 100:02}"


def _medals(ranking: Ranking) -> str:
    """Return who holds the first three ranks; several may share one."""
    lines = []
    for row in ranking.rows[:_NAMED]:
        if row.rank is not None and row.rank <= len(_MEDALS):
            lines.append(f"{_MEDALS[row.rank - 1]} {safe(row.player.name, _NAME)} **{score_text(row)}**")
    return "\n".join(lines)


def _block(ranking: Ranking, shown: Sequence[RankingRow], users: Mapping[Seat, int], viewer: int) -> str:
    ranks = [row.rank for row in ranking.rows]
    several = len({row.division for row in (*ranking.rows, *ranking.others)}) > 1
    firsts = []
    for row in shown:
        arrow = "▸" if users.get(seat_of(row)) == viewer else ""
        firsts.append(f"{arrow}{row.rank}{'=' if ranks.count(row.rank) > 1 else ''}")
    first = max(width(text) for text in (*firsts, "#"))
    score = max(len(score_text(row)) for row in shown)
    score = max(score, len("QURSH"))
    games = max(*(len(str(row.games)) for row in shown), len("Gm"))
    named = COLUMNS - first - score - games - 3
    lines = [_line(("#", "Player", "Gm", "QURSH"), first, named, games, score)]
    for mark, row in zip(firsts, shown, strict=True):
        cells = (mark, plain(row.player.name), str(row.games), score_text(row))
        lines.append(_line(cells, first, named, games, score))
        lines.append(fit(f"{' ' * first} {_details(row, several)}", COLUMNS).rstrip())
    return "```\n" + "\n".join(lines) + "\n```"


def _line(cells: tuple[str, str, str, str], first: int, named: int, games: int, score: int) -> str:
    mark, name, played, scored = cells
    return f"{fit(mark, first, '>')} {fit(name, named)} {fit(played, games, '>')} {fit(scored, score, '>')}"


def _details(row: RankingRow, several: bool) -> str:
    """Return division, rating, wins and losses, spread."""
    parts = []
    if several and row.division is not None:
        division = plain(row.division)
        parts.append(division if width(division) <= 5 else fit(division, 5))
    parts.append("–" if row.player.rating is None else f"{row.player.rating:.0f}")
    parts += [won_lost(row.record), f"{row.record.spread:+d}" if row.record.spread else "0"]
    return " ".join(parts)


def _prizes(standings: Standings) -> list[str]:
    """Return the class winners, and the best who has no prize where winners are marked."""
    lines = [f"{safe(name, _NAME)}: {_named(rows, 2)}" for name, rows in standings.classes.items()]
    if len(lines) > _CLASSES:
        lines[_CLASSES:] = [f"… and {len(lines) - _CLASSES} more"]
    if lines:
        lines.insert(0, "**Best of each rating class**")
    if standings.marked:
        best = _named(standings.best_of_the_rest) if standings.best_of_the_rest else "nobody is left"
        lines.append(f"**Highest out of the money:** {best}")
        lines.append(f"Prize winners marked: {_list(safe(row.player.name, _NAME) for row in standings.marked)}")
    return lines


def _named(rows: Iterable[RankingRow], most: int = _NAMED) -> str:
    return _list((f"{safe(row.player.name, _NAME)} {score_text(row)}" for row in rows), most)


def _list(texts: Iterable[str], most: int = _NAMED) -> str:
    known = list(texts)
    more = f" … and {len(known) - most} more" if len(known) > most else ""
    return "; ".join(known[:most]) + more


def _remarks(standings: Standings) -> list[str]:
    """Return the table in use, what is not scored or not there, and what chance does."""
    ranking = standings.ranking
    lines = []
    if ranking.missing:
        names = _list(safe(name, 12) for name in ranking.missing)
        lines.append(f"⚠️ Division {names} is not in it, or has no scores: add its file for one list of all divisions.")
    lines.append(table_line(ranking.history))
    if ranking.history.used:
        lines += [f"Games placed by {SOURCE_WORDS[source]}: {games}" for source, games in standings.sources]
    if ranking.unscored:
        reasons = "; ".join(f"{amount} {UNSCORED_WORDS[reason]}" for reason, amount in ranking.unscored)
        total = ranking.games + sum(amount for _, amount in ranking.unscored)
        lines.append(f"Scored {ranking.games} of {count(total, 'game')}; not: {reasons}")
    if ranking.others:
        names = _list(f"{safe(row.player.name, _NAME)} ({row.games})" for row in ranking.others)
        lines.append(f"Not ranked, for less than half of the rounds is scored: {names}")
    if ranking.rows:
        lines.append(chance_line(ranking.rows))
    return lines
