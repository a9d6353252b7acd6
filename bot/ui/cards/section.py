"""A rated section: its crosstable, before and after, with norms, titles and the upset of the event."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.section import SectionReport
from bot.ui.framework.colours import RISE
from bot.ui.framework.text import DESCRIPTION_CHARACTERS, count, day_text, fit, plain, points, safe, table
from bot.ui.systems import CARDS
from bot.ui.wall_chart.rows import ChartLine, WallChart, spread_text, wall_chart_of
from bot.ui.wording.printed import printed_without_games
from bot.ui.wording.remarks import NAMED, listed
from bot.ui.wording.unconfirmed import marked
from core.crosstable import ByeKind, Crosstable
from core.likeness.event_names import event_name
from core.lists import RatingList
from core.outcome import Outcome
from core.systems import PUBLISHED, SYSTEMS

ROWS_ON_A_PAGE = 30
COLUMNS = 31

_HEADER, _NAME = ("#", "Player", "Pts", "Old", "New"), 1
_EXPECTED_HEADER = ("Expected", "Made", "Diff.")
_SPREAD_HEADER = ("#", "Player", "Won", "Spread")


def section_pages(section: SectionReport) -> list[discord.Embed]:
    """Return a stored section as embeds to page through."""
    texts = section_texts(section, counts_line(section) + "\n")
    whole = sum(entrant.rated for entrant in section.crosstable.entrants) > 1
    if not whole:
        games = _own_games(section)
        if len(texts[-1]) + len(games) < DESCRIPTION_CHARACTERS:
            texts[-1] += games
    embeds = []
    for index, text in enumerate(texts, start=1):
        embed = section_embed(section, text, RISE)
        parts = [day_text(section.crosstable.date), *rules_titles(section)]
        parts += standing_apart(section.crosstable)
        parts.append("the whole section rated at once" if whole else "opponents' ratings as given")
        if len(texts) > 1:
            parts.append(f"page {index} of {len(texts)}")
        parts += CARDS[section.lists[0]].official
        embed.set_footer(text=" · ".join(parts))
        embeds.append(marked(embed, section.standing))
    return embeds


def _own_games(section: SectionReport) -> str:
    """Return the games of somebody who reported an event of their own, with what was expected of each."""
    main = section.lists[0]
    return "".join(f"\n{CARDS[main].own_games(section, player_id)}" for player_id in section.outcomes[main])


def section_embed(section: SectionReport, text: str, colour: int, before_title: str = "") -> discord.Embed:
    """Return an embed under a section's name and lists."""
    name = safe(event_name(section.name, section.crosstable.date), 80)
    embed = discord.Embed(title=f"{before_title}{name}", description=text, colour=colour)
    embed.set_author(name=" and ".join(moved.label for moved in section.lists))
    return embed


def counts_line(section: SectionReport) -> str:
    """Return how many players, rounds, games, byes and forfeits there are."""
    crosstable = section.crosstable
    forfeits = sum(bye.kind in (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS) for bye in crosstable.byes)
    amounts = {
        "player": len(crosstable.entrants),
        "round": crosstable.rounds,
        "game": len(crosstable.games),
        "bye": len(crosstable.byes) - forfeits,
        "forfeit": forfeits,
    }
    return " · ".join(count(amount, noun) for noun, amount in amounts.items() if amount)


def rules_titles(section: SectionReport) -> list[str]:
    """Return the name of the rules that the main list applied; nothing where it moved nobody."""
    main = section.lists[0]
    return [CARDS[main].rules_title(outcome) for outcome in section.outcomes[main].values()][:1]


def standing_apart(crosstable: Crosstable, *, dry: bool = False) -> Iterable[str]:
    """Say where an event was played online, and why it is rated though its time control is against it."""
    if crosstable.site is not None:
        yield f"played online ({plain(crosstable.site)})"
    if crosstable.overruled is not None and not dry:
        yield f"rated all the same: {plain(crosstable.overruled)}"


def section_texts(section: SectionReport, head: str) -> list[str]:
    """Return the crosstable in parts that fit an embed each: 31 columns."""
    chart = wall_chart_of(section)
    header = _SPREAD_HEADER if chart.has_points else _HEADER
    rows = _spread_rows(section, chart) if chart.has_points else _rows(section, chart)
    # No figure is cut: names have what the figures leave.
    widths = [max(len(row[column]) for row in (header, *rows)) for column in range(len(header))]
    widths[_NAME] = -(COLUMNS - sum(widths) + widths[_NAME] - len(widths) + 1)
    texts = []
    for first in range(0, len(rows), ROWS_ON_A_PAGE):
        part = table(header, rows[first : first + ROWS_ON_A_PAGE], widths)
        if chart.has_expected:
            part = _with_expected(part, chart.lines[first : first + ROWS_ON_A_PAGE])
        tail = _highlights(section) if first + ROWS_ON_A_PAGE >= len(rows) else ""
        texts.append(f"{head if first == 0 else ''}{part}{tail}")
    return texts


def _rows(section: SectionReport, chart: WallChart) -> list[tuple[str, ...]]:
    """Return a line for each player, best score first."""
    return [
        (str(line.number), plain(line.name), _total(line), *_before_and_after(section, line.number))
        for line in chart.lines
    ]


def _spread_rows(section: SectionReport, chart: WallChart) -> list[tuple[str, ...]]:
    """Return two lines for each player of a game with points on the board: the ratings stand below the name."""
    rows: list[tuple[str, ...]] = []
    for line in chart.lines:
        before, after = _before_and_after(section, line.number)
        rows.append((str(line.number), plain(line.name), _total(line), spread_text(line.spread)))
        rows.append(("", f"{before} → {after}", "", ""))
    return rows


def _with_expected(part: str, lines: Sequence[ChartLine]) -> str:
    """Return a table with a line below each of its own: what was expected, what was made of it, and the difference."""
    fence, *shown, end = part.splitlines()
    texts = [_EXPECTED_HEADER, *(("–",) * 3 if line.expected is None else line.expected.texts for line in lines)]
    below = [" ".join(fit(text, size, ">") for text, size in zip(row, (12, 5, 6), strict=True)) for row in texts]
    return "\n".join([fence, *(text for pair in zip(shown, below, strict=True) for text in pair), end])


def _total(line: ChartLine) -> str:
    return "?" if line.total is None else points(line.total)


def _before_and_after(section: SectionReport, number: int) -> tuple[str, str]:
    main = section.lists[0]
    outcome = _outcome(section, main, number)
    after = None if outcome is None else SYSTEMS[main].rating_after(outcome)
    if outcome is None or after is None:
        return "–", "–"
    before = "new" if outcome.before is None else str(outcome.before.displayed)
    return before, printed_without_games(after, main, section.house_rules)


def _highlights(section: SectionReport) -> str:
    """Say who earned norms and titles, and what the upset of the event was."""
    names = {player.id: safe(player.name) for player in section.players.values()}
    norms, titles = [], []
    for moved, outcomes in section.outcomes.items():
        for player_id, outcome in outcomes.items():
            norm = CARDS[moved].norm_letter(outcome)
            if norm is not None:
                norms.append(f"{names[player_id]} {norm}")
            where = f", {moved.label}" if len(section.lists) > 1 else ""
            titles += [
                f"🏅 {names[player_id]}: **{CARDS[moved].award_name(award, section.house_rules)}**{where}"
                for award in outcome.titles
            ]
    for cards in dict.fromkeys(CARDS[moved] for moved in section.lists):
        norms += cards.section_norms(section)
    lines = []
    published_system = PUBLISHED.get(section.lists[0])
    if published_system is not None:
        coming = day_text(section.listed_on or published_system.list_for(section.crosstable.date))
        lines.append(f"*The new ratings are those of the list of {coming}, as it was to be then*")
    lines += listed("Norms", norms)
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
    return [f"Upset of the event: {who} beat {whom} in round {-round_number}, {count(round(by), 'point')} above"]
