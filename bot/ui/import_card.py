"""A file's event: the dry run before it is stored, and the crosstable when it is."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.import_event import ESTABLISHED_GAMES, ImportReport
from bot.services.sections import SectionReport
from bot.ui.changes import changes_text
from bot.ui.codes import published
from bot.ui.rating_card import LEVEL, RISE, award_name
from bot.ui.text import count, day_text, number, plain, points, safe, table
from core.crosstable import ByeKind, score_in
from core.lists import RatingList
from core.outcome import Outcome
from core.uschess.lifetime import write_code
from core.uschess.player import PlayerResult

ROWS_ON_A_PAGE = 30
COLUMNS = 31
_HEADER, _NAME = ("#", "Player", "Pts", "Old", "New"), 1
NAMED = 10
"""How many new players, remarks or norms are named one by one."""


def import_pages(report: ImportReport) -> list[discord.Embed]:
    """Return the embeds of a file: what was understood, then each section's crosstable, before and after."""
    texts = []
    for section in report.sections:
        rows = _rows(section)
        # No figure is cut: names have what the figures leave.
        widths = [max(len(row[column]) for row in (_HEADER, *rows)) for column in range(len(_HEADER))]
        widths[_NAME] = -(COLUMNS - sum(widths) + widths[_NAME] - len(widths) + 1)
        for first in range(0, len(rows), ROWS_ON_A_PAGE):
            head = _summary(report, section) if first == 0 else ""
            part = table(_HEADER, rows[first : first + ROWS_ON_A_PAGE], widths)
            tail = _highlights(section) if first + ROWS_ON_A_PAGE >= len(rows) else ""
            texts.append((section, f"{head}{part}{tail}"))
    if report.later:
        section, text = texts[-1]
        changed = changes_text(report.later, report.people, 1000)
        texts[-1] = (section, f"{text}\n**Rated again, for they came later**\n{changed}")
    dry = report.pending_id is not None
    embeds = []
    for index, (section, text) in enumerate(texts, start=1):
        name = safe(section.name, 80) if section.name else f"Event of {day_text(report.day)}"
        embed = discord.Embed(
            title=f"Dry run: {name}" if dry else name, description=text, colour=LEVEL if dry else RISE
        )
        embed.set_author(name=" and ".join(moved.label for moved in section.lists))
        parts = ["nothing is stored yet"] if dry else ["the whole section rated at once"]
        if len(texts) > 1:
            parts.append(f"page {index} of {len(texts)}")
        embed.set_footer(text=" · ".join([day_text(report.day), *parts]))
        embeds.append(embed)
    return embeds


def _summary(report: ImportReport, section: SectionReport) -> str:
    crosstable = section.crosstable
    forfeits = sum(bye.kind in (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS) for bye in crosstable.byes)
    amounts = {
        "player": len(crosstable.entrants),
        "round": crosstable.rounds,
        "game": len(crosstable.games),
        "bye": len(crosstable.byes) - forfeits,
        "forfeit": forfeits,
    }
    counts = [count(amount, noun) for noun, amount in amounts.items() if amount]
    lines = [" · ".join(counts)]
    if report.pending_id is not None:
        lines.insert(0, f"Recognised as a **{report.file.format}**")
        lines.append(f"Known in this club: {len(report.people) - len(report.new)}, new: {len(report.new)}")
        lines += _listed("New here", [safe(player.name) for player in report.new])
        if report.guessed:
            lines.append(
                f"{count(report.guessed, 'new rating')} without games: "
                f"counted as established ({ESTABLISHED_GAMES} games)"
            )
        lines += _listed("Remarks", [safe(str(remark), 120) for remark in report.file.remarks])
    return "\n".join(lines) + "\n"


def _listed(title: str, items: Sequence[str]) -> list[str]:
    if not items:
        return []
    more = f" … and {len(items) - NAMED} more" if len(items) > NAMED else ""
    return [f"**{title}:** {'; '.join(items[:NAMED])}{more}"]


def _rows(section: SectionReport) -> list[tuple[str, str, str, str, str]]:
    """Return a line for each player, best score first."""
    played = section.crosstable.played()
    scores = {
        entrant.number: score_in(entrant, played[entrant.number])
        + sum(_BYE_POINTS[bye.kind] for bye in section.crosstable.byes if bye.entrant == entrant.number)
        for entrant in section.crosstable.entrants
    }
    ordered = sorted(section.crosstable.entrants, key=lambda entrant: (-scores[entrant.number], entrant.number))
    rows = []
    for entrant in ordered:
        outcome = _outcome(section, section.lists[0], entrant.number)
        before = after = "–"
        if outcome is not None:
            before = "new" if outcome.before is None else str(outcome.before.shown)
            title = published(outcome.after.title_level, outcome.after.title_points)
            code = write_code(title, section.house_rules.lifetime)
            mark = "P" if outcome.after.provisional else f"*{code}" if code else ""
            after = f"{outcome.after.shown}{mark}"
        score = points(scores[entrant.number])
        rows.append((str(entrant.number), plain(section.name_of(entrant.number)), score, before, after))
    return rows


_BYE_POINTS = {
    ByeKind.FULL_POINT: 1.0,
    ByeKind.FORFEIT_WIN: 1.0,
    ByeKind.HALF_POINT: 0.5,
    ByeKind.ZERO_POINT: 0.0,
    ByeKind.FORFEIT_LOSS: 0.0,
    ByeKind.UNPLAYED: 0.0,
}


def _highlights(section: SectionReport) -> str:
    """Say who earned norms and titles, and what the upset of the event was."""
    names = {player.id: safe(player.name) for player in section.players.values()}
    norms, titles = [], []
    for moved, outcomes in section.outcomes.items():
        for player_id, outcome in outcomes.items():
            result: PlayerResult = outcome.detail
            if result.norms.earned is not None:
                norms.append(f"{names[player_id]} {result.norms.earned.code}")
            where = f", {moved.label}" if len(section.lists) > 1 else ""
            titles += [
                f"🏅 {names[player_id]}: **{award_name(award, section.house_rules.lifetime)}**{where}"
                for award in outcome.titles
            ]
    lines = _listed("Norms", norms)
    lines += titles[:NAMED]
    if len(titles) > NAMED:
        lines.append(f"… and {count(len(titles) - NAMED, 'more title')}")
    lines += _upset(section)
    return "\n" + "\n".join(lines) if lines else ""


def _outcome(section: SectionReport, rating_list: RatingList, number: int) -> Outcome | None:
    player = section.players.get(number)
    return None if player is None else section.outcomes[rating_list].get(player.id)


def _upset(section: SectionReport) -> Iterable[str]:
    """Return the win over the player whose rating was furthest above the winner's."""
    before = {}
    for entrant in section.crosstable.entrants:
        outcome = _outcome(section, section.lists[0], entrant.number)
        if outcome is not None and outcome.before is not None:
            before[entrant.number] = outcome.before.rating
    upsets = []
    for game in section.crosstable.games:
        if game.rated and game.score in (0, 1) and game.first in before and game.second in before:
            winner, loser = (game.first, game.second) if game.score == 1 else (game.second, game.first)
            upsets.append((before[loser] - before[winner], -game.round, winner, loser))
    if not upsets or max(upsets)[0] <= 0:
        return []
    by, round_number, winner, loser = max(upsets)
    who, whom = (safe(section.name_of(one)) for one in (winner, loser))
    return [f"Upset of the event: {who} beat {whom} in round {-round_number}, {number(by, 0)} points above"]
