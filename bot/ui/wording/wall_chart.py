"""Wall charts, as text and as pictures."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from bot.services.events.report import SectionReport, table_to_rank
from bot.ui.framework.layout import MOST_LINES, cell_lines, code_cells, whole
from bot.ui.framework.text import day_text, fit, number, plain, points, signed, width
from bot.ui.wording.shared_lines import printed
from core.event.crosstable import ByeKind, Entrant, Game
from core.event.similarity import event_name
from core.files.common.tables import Value, table_bytes
from core.lists import RatingList
from core.rating.systems import system_of
from core.tournament.tiebreaks.standings import chosen, ranked, unknown_scores
from core.words import counted, displayed

# A section as lines of a wall chart, for every form.


LETTER_WORDS = {
    "W": "win",
    "D": "draw",
    "L": "loss",
    "?": "result not known",
    ByeKind.FULL_POINT: "full-point bye",
    ByeKind.HALF_POINT: "half-point bye",
    ByeKind.ZERO_POINT: "zero-point bye",
    ByeKind.FORFEIT_WIN: "won by forfeit",
    ByeKind.FORFEIT_LOSS: "lost by forfeit",
    ByeKind.UNPLAYED: "unplayed",
}
"""Meanings of letters, in the legend's order."""

NOTHING = "–"
_LETTERS = {1.0: "W", 0.5: "D", 0.0: "L", None: "?"}


@dataclass(frozen=True, slots=True)
class ChartCell:
    """One round of one player.

    letter: W, D, L, ? for a played game; else of a `ByeKind`. opponent: their line. points: on the board, own first.
    bye_points: of a bye. began: whether the player went first. counts: False against somebody out of the table.
    """

    letter: str
    opponent: int | None = None
    rated: bool = True
    points: tuple[int, int] | None = None
    bye_points: int | None = None
    began: bool | None = None
    counts: bool = True

    @property
    def result(self) -> str:
        return self._marked(self.letter if self.opponent is None else f"{self.letter}{self.opponent}")

    @property
    def spread(self) -> int:
        if not self.counts:
            return 0
        return self.bye_points or 0 if self.points is None else self.points[0] - self.points[1]

    @property
    def score_line(self) -> str:
        """Return points on the board, 412-388, or a bye's, +50; else empty."""
        if self.points is not None:
            return f"{self.points[0]}-{self.points[1]}"
        return f"{self.bye_points:+d}" if self.bye_points else ""

    def __str__(self) -> str:
        if not self.score_line:
            return self.result
        opponent = "" if self.opponent is None else f" {self.opponent}"
        return self._marked(f"{self.letter} {self.score_line}{opponent}")

    def _marked(self, text: str) -> str:
        return f"[{text}]" if not self.counts else text if self.rated else f"({text})"


@dataclass(frozen=True, slots=True)
class Ratings:
    """A printed rating on a list; after: empty if the event does not move it.

    short_before, short_after: only figure and P.
    """

    before: str
    short_before: str
    after: str = ""
    change: int | None = None
    short_after: str = ""


NEWCOMERS_BY = "by the rating after the first pass"


class Expected(NamedTuple):
    """Expected and made score in the games that the main list rates.

    is_estimate: of a newcomer, by the rating after the first pass.
    """

    expected: float
    scored: float
    is_estimate: bool = False

    @property
    def texts(self) -> tuple[str, str, str]:
        """Return expected, made and difference: 2.24, 3, +0.76."""
        return number(self.expected, 2), points(self.scored), signed(self.scored - self.expected, 2)

    def __str__(self) -> str:
        expected, scored, difference = self.texts
        by = f" ({NEWCOMERS_BY})" if self.is_estimate else ""
        return f"exp. {expected}{by}, made {scored}: {difference}"


@dataclass(frozen=True, slots=True)
class ChartLine:
    """A player's line; cells and ratings in the chart's order.

    line: from 1, which cells name. rank: shared if tied; None out of the table. number: pairing number.
    total: game points with byes and forfeits; None if unknown. spread: on the board. extra: of the further column.
    expected: None without any.
    """

    line: int
    rank: int | None
    number: int
    name: str
    cells: tuple[ChartCell | None, ...]
    total: float | None
    spread: int
    ratings: tuple[Ratings, ...]
    extra: str = ""
    expected: Expected | None = None

    @property
    def place(self) -> str:
        return NOTHING if self.rank is None else str(self.rank)

    @property
    def label(self) -> str:
        """Return the place, with the line where it is another: 2 (3)."""
        return self.place if self.rank == self.line else f"{self.place} ({self.line})"

    @property
    def score(self) -> str:
        return NOTHING if self.rank is None else "?" if self.total is None else points(self.total)


@dataclass(frozen=True, slots=True)
class ExtraColumn:
    """A chart's last column; texts by pairing number."""

    title: str
    texts: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class WallChart:
    """A section's lines, by rank.

    rounds: non-empty ones. lists: main one first. has_points: on the board. extra: title of the further column, or
    empty. decided_by: the tie-breaks with their edition, or empty.
    """

    title: str
    day: date
    facts: str
    rounds: tuple[int, ...]
    lists: tuple[RatingList, ...]
    lines: tuple[ChartLine, ...]
    has_points: bool
    extra: str = ""
    decided_by: str = ""

    @property
    def has_expected(self) -> bool:
        """Return whether expected scores are shown: not beside points on the board."""
        return not self.has_points and any(line.expected is not None for line in self.lines)

    @property
    def legend(self) -> list[str]:
        cells = [cell for line in self.lines for cell in line.cells if cell is not None]
        met = {cell.letter for cell in cells}
        explained = [f"{letter} {words}" for letter, words in LETTER_WORDS.items() if letter in met]
        explained += [] if all(cell.rated or not cell.counts for cell in cells) else ["( ) not rated"]
        explained += [] if all(cell.counts for cell in cells) else ["[ ] does not count: a player left early"]
        shared = next((line for line in self.lines if line.rank not in (None, line.line)), None)
        explained += [] if shared is None else [f"{shared.label} place {shared.place}, line {shared.line}"]
        return [*explained, *([self.decided_by] if self.decided_by else [])]

    @property
    def newcomers_expected(self) -> list[str]:
        is_any = any(line.expected is not None and line.expected.is_estimate for line in self.lines)
        return [f"new: expected score {NEWCOMERS_BY}"] if is_any else []


def spread_text(spread: int) -> str:
    """Return a spread with its sign, 0 for none."""
    return f"{spread:+d}" if spread else "0"


def wall_chart_of(section: SectionReport, extra: ExtraColumn | None = None) -> WallChart:
    """Return a section's wall chart, by rank."""
    crosstable = section.crosstable
    has_points = crosstable.has_points
    found, unknown = ranked(table_to_rank(section)), unknown_scores(crosstable)
    cells = _cells(section, {row.number: line for line, row in enumerate(found.rows, start=1)})
    rounds = tuple(sorted({played for line in cells.values() for played in line}))
    entrants = {entrant.number: entrant for entrant in crosstable.entrants}
    lines = []
    for place, row in enumerate(found.rows, start=1):
        entrant, own = entrants[row.number], cells[row.number]
        lines.append(
            ChartLine(
                line=place,
                rank=None if row.out else row.rank,
                number=entrant.number,
                name=section.name_of(entrant.number),
                cells=tuple(own.get(played) for played in rounds),
                total=None if row.out or row.number in unknown else float(row.points),
                spread=sum(cell.spread for cell in own.values()) if has_points else 0,
                ratings=tuple(_ratings(section, entrant, moved) for moved in section.lists),
                extra="" if extra is None else extra.texts.get(entrant.number, NOTHING),
                expected=_expected(section, entrant),
            )
        )
    facts = [day_text(crosstable.date), " and ".join(moved.label for moved in section.lists)]
    facts += [counted(len(lines), "player"), counted(len(rounds), "round")]
    title = event_name(section.name, crosstable.date)
    return WallChart(
        title=title,
        day=crosstable.date,
        facts=" · ".join(fact for fact in facts if fact),
        rounds=rounds,
        lists=section.lists,
        lines=tuple(lines),
        has_points=has_points,
        extra="" if extra is None else extra.title,
        decided_by=decided_by(found.order, found.edition) if crosstable.ranking is not None else "",
    )


def decided_by(order: Sequence[str], edition: str) -> str:
    """Return the tie-breaks with the edition of FIDE's rules that they follow; empty without any."""
    return f"tie-breaks {', '.join(order)}" + (f" ({edition})" if edition else "") if order else ""


def tie_break_names(order: Sequence[str], edition: str) -> str:
    """Return what the codes of columns stand for, with FIDE's edition; empty without any."""
    return ", ".join([f"{code} {chosen(code).name}" for code in order] + ([edition] if edition else []))


def _cells(section: SectionReport, lines: Mapping[int, int]) -> dict[int, dict[int, ChartCell]]:
    """Return everybody's cells by round. lines: by pairing number."""
    cells: dict[int, dict[int, ChartCell]] = defaultdict(dict)
    out = section.crosstable.out
    for game in section.crosstable.games:
        began, score = game.first_began, game.score
        second_began, other = None if began is None else not began, None if score is None else 1 - score
        own = _cell(game, lines[game.second], score, game.first_points, game.second_points, began)
        theirs = _cell(game, lines[game.first], other, game.second_points, game.first_points, second_began)
        if not out.isdisjoint((game.first, game.second)):
            own, theirs = replace(own, counts=False), replace(theirs, counts=False)
        cells[game.first][game.round], cells[game.second][game.round] = own, theirs
    for bye in section.crosstable.byes:
        opponent = None if bye.opponent is None else lines[bye.opponent]
        counts = out.isdisjoint((bye.entrant, bye.opponent))
        cells[bye.entrant][bye.round] = ChartCell(bye.kind.value, opponent, bye_points=bye.points, counts=counts)
    return cells


def _cell(
    game: Game, opponent: int, score: float | None, own: int | None, other: int | None, began: bool | None
) -> ChartCell:
    points = None if own is None or other is None else (own, other)
    # A game that is being played is not an unrated one.
    return ChartCell(_LETTERS[score], opponent, game.rated or score is None, points, began=began)


def _expected(section: SectionReport, entrant: Entrant) -> Expected | None:
    player = section.players.get(entrant.number)
    outcome = None if player is None or not section.lists else section.outcomes[section.lists[0]].get(player.id)
    if outcome is None or outcome.expected is None:
        return None
    if outcome.before is None and outcome.first_pass is None:
        return None
    return Expected(outcome.expected, outcome.score, outcome.before is None)


def _ratings(section: SectionReport, entrant: Entrant, moved: RatingList) -> Ratings:
    player = section.players.get(entrant.number)
    outcome = None if player is None else section.outcomes[moved].get(player.id)
    reached = None if outcome is None else system_of(moved).rating_after(outcome)
    if outcome is None or reached is None:
        given = entrant.rating_on(moved)
        figure = NOTHING if given is None else str(displayed(given))
        return Ratings(figure, figure)
    after = printed(reached, moved, section.house_rules)
    short = f"{reached.displayed}{'P' if reached.provisional else ''}"
    if outcome.before is None:
        return Ratings("new", "new", after, None, short)
    before = printed(outcome.before, moved, section.house_rules)
    return Ratings(before, str(outcome.before.displayed), after, reached.displayed - outcome.before.displayed, short)


def wall_chart_csv(chart: WallChart) -> bytes:
    header: list[Value] = ["place", "number", "name", *(["before"] if chart.lists else []), *map(str, chart.rounds)]
    header += ["total", *(["spread"] if chart.has_points else [])]
    header += ["expected", "made"] if chart.has_expected else []
    header += [*(["after"] if chart.lists else []), *(further.label for further in chart.lists[1:])]
    header += [chart.extra] if chart.extra else []
    rows: list[Sequence[Value]] = [header]
    for line in chart.lines:
        row: list[Value] = [line.rank, line.line, line.name]
        row += [line.ratings[0].before] if chart.lists else []
        row += ["" if cell is None else str(cell) for cell in line.cells]
        row += [line.total, *([line.spread] if chart.has_points else [])]
        if chart.has_expected:
            one = line.expected
            row += ["", ""] if one is None else [round(one.expected, 2), round(one.scored, 3)]
        row += [line.ratings[0].after] if chart.lists else []
        row += [further.after for further in line.ratings[1:]]
        row += [line.extra] if chart.extra else []
        rows.append(row)
    return table_bytes(rows)


COLUMNS = 31
CHARACTERS_ON_A_PAGE = 3_800
_NAME_COLUMNS = 36


def wall_chart_text(section: SectionReport, extra: ExtraColumn | None = None) -> str:
    """Return the whole chart in columns that are straight in any monospaced font."""
    chart = wall_chart_of(section, extra)
    header, aligns, rows = chart_table(chart)
    for row in rows:
        row[1] = fit(row[1], _NAME_COLUMNS) if width(row[1]) > _NAME_COLUMNS else row[1]
    widths = [max(width(row[column]) for row in (header, *rows)) for column in range(len(header))]
    lines = [
        "  ".join(fit(cell, size, align) for cell, size, align in zip(row, widths, aligns, strict=True)).rstrip()
        for row in (header, *rows)
    ]
    lines.insert(1, "  ".join("-" * size for size in widths))
    explained = explained_in(chart)
    legend = [" · ".join(explained)] if explained else []
    return "\n".join([plain(chart.title, 200), chart.facts, "", *lines, "", *legend]).rstrip() + "\n"


def explained_in(chart: WallChart) -> list[str]:
    explained = chart.legend + (chart.newcomers_expected if chart.has_expected else [])
    if any("*" in rating.before + (rating.after or "") for line in chart.lines for rating in line.ratings):
        explained.append("*c2 lifetime title and points")
    return explained


def chart_table(chart: WallChart) -> tuple[list[str], str, list[list[str]]]:
    header, aligns = ["#", "Player"], "><"
    if chart.lists:
        header, aligns = [*header, "Before"], aligns + ">"
    header += [str(played) for played in chart.rounds] + ["Total"]
    aligns += "<" * len(chart.rounds) + ">"
    if chart.has_points:
        header, aligns = [*header, "Spread"], aligns + ">"
    if chart.has_expected:
        header, aligns = [*header, "Expected", "Made", "Difference"], aligns + ">>>"
    if chart.lists:
        header, aligns = [*header, "After"], aligns + "<"
    for further in chart.lists[1:]:
        header, aligns = [*header, further.label], aligns + "<"
    if chart.extra:
        header, aligns = [*header, chart.extra], aligns + ">"
    totals = _totals(chart)
    rows = [_file_row(chart, line, total) for line, total in zip(chart.lines, totals, strict=True)]
    return header, aligns, rows


def _file_row(chart: WallChart, line: ChartLine, total: str) -> list[str]:
    row = [line.label, plain(line.name, 100)]
    row += [line.ratings[0].before] if chart.lists else []
    row += [NOTHING if cell is None else str(cell) for cell in line.cells]
    row.append(total)
    if chart.has_points:
        row.append(spread_text(line.spread))
    if chart.has_expected:
        row += [NOTHING] * 3 if line.expected is None else line.expected.texts
    row += [line.ratings[0].after or NOTHING] if chart.lists else []
    row += [f"{further.before} → {further.after or NOTHING}" for further in line.ratings[1:]]
    row += [line.extra] if chart.extra else []
    return row


def wall_chart_pages(section: SectionReport, extra: ExtraColumn | None = None) -> list[str]:
    """Return pages of a phone's height.

    Per player place, total and ratings before the name, then cells, then expected scores or the extra.
    """
    chart = wall_chart_of(section, extra)
    ratings = [_ratings_text(line) for line in chart.lines]
    figures = [
        (line.label, total, spread_text(line.spread) if chart.has_points else "")
        for line, total in zip(chart.lines, _totals(chart), strict=True)
    ]
    names = [whole(line.name) for line in chart.lines]
    beside = [((*row, rated), name) for row, rated, name in zip(figures, ratings, names, strict=True)]
    heads = cell_lines(beside, ">>><")
    ratings_below = any(width(cell) > COLUMNS for cell in code_cells([row for row, _ in beside], ">>><"))
    if ratings_below:
        heads = cell_lines(zip(figures, names, strict=True), ">>>")
    cells = [[NOTHING if cell is None else str(cell) for cell in line.cells] for line in chart.lines]
    size = min(max((width(cell) for row in cells for cell in row), default=1), COLUMNS)
    entries = []
    for index, line in enumerate(chart.lines):
        entry = [heads[index], *([ratings[index]] if ratings_below and ratings[index] else [])]
        entry += _wrapped(cells[index], size)
        if chart.has_expected and line.expected is not None:
            entry.append(str(line.expected))
        if chart.extra:
            entry.append(f"{chart.extra} {line.extra}")
        entries.append(entry)
    return _packed(entries)


def _wrapped(cells: Sequence[str], size: int) -> list[str]:
    on_a_line = max((COLUMNS + 1) // (size + 1), 1)
    rows = [[fit(cell, size) for cell in cells[at : at + on_a_line]] for at in range(0, len(cells), on_a_line)]
    return [code_cells([[" ".join(row).rstrip()]], "<")[0] for row in rows]


def _packed(entries: Iterable[Sequence[str]]) -> list[str]:
    """Return pages within a phone's height and Discord's limits; only too long an entry is split."""
    pages: list[list[str]] = [[]]
    for entry in entries:
        for part in [entry] if _fits(entry) else [[line] for line in entry]:
            if pages[-1] and not _fits([*pages[-1], *part]):
                pages.append([])
            pages[-1] += part
    return ["\n".join(page) or "No players" for page in pages]


def _fits(lines: Sequence[str]) -> bool:
    return len(lines) <= MOST_LINES and sum(len(line) + 1 for line in lines) <= CHARACTERS_ON_A_PAGE


def _totals(chart: WallChart) -> list[str]:
    texts = [line.score for line in chart.lines]
    if any(text.endswith("½") for text in texts):
        return [text if text.endswith("½") else f"{text} " for text in texts]
    return texts


def _ratings_text(line: ChartLine) -> str:
    if not line.ratings:
        return ""
    main = line.ratings[0]
    return f"{main.short_before}→{main.after}" if main.after else main.short_before
