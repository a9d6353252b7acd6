"""A rated section: its crosstable, before and after, with norms, titles and the upset of the event."""

from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.services.events.section import SectionReport
from bot.ui.framework.colours import SHOWN, STORED
from bot.ui.framework.layout import answer, cell_lines, change_text, heading
from bot.ui.framework.pages import LONGEST_SOURCE, EmbedBook, look_button
from bot.ui.framework.text import (
    DESCRIPTION_CHARACTERS,
    NAME_CHARACTERS,
    PAGE_CHARACTERS,
    count,
    day_text,
    plain,
    points,
    safe,
)
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

ROWS_ON_A_PAGE = 10


def section_pages(
    section: SectionReport, *, dry: bool = False, notes: Mapping[int, str] | None = None
) -> list[discord.Embed]:
    """Return a section's players as embeds to page through, ten a page, best score first.

    notes: what stands behind a player's name, by pairing number.
    """
    chart = wall_chart_of(section)
    rows = [
        ((rank, *_figures(section, line)), _player(chart, line, notes or {}))
        for rank, line in zip(_ranks(chart), chart.lines, strict=True)
    ]
    texts = _pages_of(rows, "><<")
    whole = sum(entrant.rated for entrant in section.crosstable.entrants) > 1
    if not whole:
        games = _own_games(section)
        if len(texts[-1]) + len(games) < DESCRIPTION_CHARACTERS // 2:
            texts[-1] += games
    tail = "\n".join(highlights(section))
    if len(texts[-1]) + len(tail) > PAGE_CHARACTERS:
        texts.append(tail)
    elif tail:
        texts[-1] += f"\n{tail}"
    return [marked(embed, section.standing) for embed in _embeds(section, texts, whole=whole, dry=dry)]


def expected_pages(section: SectionReport, *, dry: bool = False) -> list[discord.Embed]:
    """Return what everybody was expected to score, what they made and the difference, ten a page."""
    chart = wall_chart_of(section)
    rows = [
        (("–",) * 3 if line.expected is None else line.expected.texts, whole_name(line.name)) for line in chart.lines
    ]
    texts = [f"expected, made, difference\n{text}" for text in _pages_of(rows, ">>>")]
    return _embeds(section, texts, whole=True, dry=dry)


def section_source(sections: Sequence[SectionReport], part: str = "section") -> str:
    """Return where the pages of stored sections come from (bot.ui.framework.pages); of many those of the first."""
    ids = [str(section.event_id) for section in sections]
    while len(source := f"{part}:{'-'.join(ids)}") > LONGEST_SOURCE:
        ids.pop()
    return source


def section_book(sections: Sequence[SectionReport]) -> EmbedBook:
    """Return the pages of stored sections, with what was expected behind a button."""
    pages = [page for section in sections for page in section_pages(section)]
    rated = [section for section in sections if has_expected(section)]
    below = (look_button("Expected", section_source(rated, "expected"), row=1),) if rated else ()
    return EmbedBook(pages, below=below)


def has_expected(section: SectionReport) -> bool:
    """Tell whether there is an expected score for anybody of a section."""
    return any(outcome.expected is not None for outcome in section.outcomes[section.lists[0]].values())


def _pages_of(rows: Sequence[tuple[Sequence[str], str]], align: str) -> list[str]:
    starts = range(0, max(1, len(rows)), ROWS_ON_A_PAGE)
    return ["\n".join(cell_lines(rows[start : start + ROWS_ON_A_PAGE], align)) for start in starts]


def _embeds(section: SectionReport, texts: Sequence[str], *, whole: bool, dry: bool) -> list[discord.Embed]:
    head = heading(event_title(section), _lists(section))
    small = [day_text(section.crosstable.date), *byes_text(section), *rules_titles(section)]
    small += standing_apart(section.crosstable, dry=dry)
    small.append("nothing is stored yet" if dry else "rated as one section" if whole else "opponents' ratings as given")
    small += CARDS[section.lists[0]].official
    first = f"{head}\n**{counts_line(section)}**"
    return [
        answer([first if index == 0 else head, text], colour=SHOWN if dry else STORED, footer=small)
        for index, text in enumerate(texts)
    ]


def _ranks(chart: WallChart) -> list[str]:
    """Return everybody's place by score, and by spread where there is one; who are equal share it."""
    ranks: list[str] = []
    for index, line in enumerate(chart.lines):
        last = chart.lines[index - 1]
        same = index > 0 and (line.total, line.spread) == (last.total, last.spread)
        ranks.append(ranks[-1] if same else str(index + 1))
    return ranks


def _figures(section: SectionReport, line: ChartLine) -> tuple[str, str]:
    """Return a player's rating after the event, and the change or `new`."""
    main = section.lists[0]
    outcome = _outcome(section, main, line.number)
    after = None if outcome is None else SYSTEMS[main].rating_after(outcome)
    if outcome is None or after is None:
        return "–", ""
    if outcome.before is None:
        return printed_without_games(after, main, section.house_rules), "new"
    change = change_text(after.displayed - outcome.before.displayed, space="")
    return str(after.displayed), change


def _player(chart: WallChart, line: ChartLine, notes: Mapping[int, str]) -> str:
    text = f"{whole_name(line.name)} · {_total(line)}"
    if chart.has_points:
        text += f" {spread_text(line.spread)}"
    return text + notes.get(line.number, "")


def whole_name(name: str) -> str:
    return safe(name, NAME_CHARACTERS)


def event_title(section: SectionReport) -> str:
    return whole_name(event_name(section.name, section.crosstable.date))


def _lists(section: SectionReport) -> str:
    return " and ".join(moved.label for moved in section.lists)


def moves_most(sections: Sequence[SectionReport], most: int = 3) -> list[str]:
    """Return whose ratings an event moves most: the rating after it, the change, the name."""
    moved = []
    for section in sections:
        main = section.lists[0]
        names = {player.id: player.name for player in section.players.values()}
        for player_id, outcome in section.outcomes[main].items():
            after = SYSTEMS[main].rating_after(outcome)
            if outcome.before is not None and after is not None and player_id in names:
                change = after.displayed - outcome.before.displayed
                moved.append((abs(change), change, str(after.displayed), names[player_id]))
    moved.sort(key=lambda one: (-one[0], -one[1], one[3].casefold()))
    rows = [
        ((after,), f"{change_text(change)} {whole_name(name)}") for size, change, after, name in moved[:most] if size
    ]
    return ["", "**What moves most**", *cell_lines(rows, ">")] if rows else []


def _own_games(section: SectionReport) -> str:
    """Return the games of somebody who reported an event of their own, with what was expected of each."""
    main = section.lists[0]
    return "".join(f"\n{CARDS[main].own_games(section, player_id)}" for player_id in section.outcomes[main])


def section_embed(section: SectionReport, text: str, colour: int) -> discord.Embed:
    """Return an embed under a section's name and lists."""
    name = safe(event_name(section.name, section.crosstable.date), 80)
    embed = discord.Embed(title=name, description=text, colour=colour)
    embed.set_author(name=" and ".join(moved.label for moved in section.lists))
    return embed


def counts_line(section: SectionReport) -> str:
    """Return how many players, rounds and games there are."""
    table = section.crosstable
    amounts = {"player": len(table.entrants), "round": table.rounds, "game": len(table.games)}
    return " · ".join(count(amount, noun) for noun, amount in amounts.items() if amount)


def byes_text(section: SectionReport) -> list[str]:
    """Return how many byes and forfeits there are, where there are any."""
    byes = section.crosstable.byes
    forfeits = sum(bye.kind in (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS) for bye in byes)
    amounts = {"bye": len(byes) - forfeits, "forfeit": forfeits}
    return [count(amount, noun) for noun, amount in amounts.items() if amount]


def rules_titles(section: SectionReport) -> list[str]:
    """Return the name of the rules that the main list applied; nothing where it moved nobody."""
    main = section.lists[0]
    return [CARDS[main].rules_title(outcome) for outcome in section.outcomes[main].values()][:1]


def standing_apart(crosstable: Crosstable, *, dry: bool = False) -> Iterable[str]:
    """Say where an event was played online, and why it is rated though its time control is against it."""
    if crosstable.site is not None:
        yield f"played online ({plain(crosstable.site)})"
    if crosstable.overruled is not None and not dry:
        yield f"{'rated all the same' if crosstable.is_rated else 'not rated'}: {plain(crosstable.overruled, 200)}"


def _total(line: ChartLine) -> str:
    return "?" if line.total is None else points(line.total)


def highlights(section: SectionReport) -> list[str]:
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
    return [*lines, *_upset(section)]


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
