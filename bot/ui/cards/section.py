"""A rated section and a player's rated event: ratings, norms, upsets, goals."""

from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.services.events.report import EventReport, SectionReport, for_rating
from bot.services.ratings.forecast import GoalReport, PredictedSide, Prediction
from bot.store.database.rows import Player, ReportStanding
from bot.ui.framework.layout import (
    LEVEL,
    MOST_LINES,
    SHOWN,
    STORED,
    answer,
    cell_lines,
    change_text,
    figure_line,
    heading,
    whole,
)
from bot.ui.framework.pages import LONGEST_SOURCE, EmbedBook, look_button
from bot.ui.framework.text import (
    DESCRIPTION_CHARACTERS,
    NAME_CHARACTERS,
    PAGE_CHARACTERS,
    day_text,
    fit,
    harmless,
    number,
    plain,
    points,
    rating,
    safe,
    signed,
    table,
)
from bot.ui.systems.by_key import CARDS
from bot.ui.wording.shared_lines import (
    NAMED,
    GameLine,
    best_for_rating_line,
    changes_text,
    disputed,
    listed,
    marked,
    printed_without_games,
    rarity_text,
    to_confirm,
)
from bot.ui.wording.wall_chart import ChartLine, Expected, WallChart, spread_text, wall_chart_of
from core.event.crosstable import ByeKind, Crosstable
from core.event.similarity import event_name
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.systems import PUBLISHED, system_of
from core.words import counted

ROWS_ON_A_PAGE = 10


def section_pages(
    section: SectionReport, *, dry: bool = False, notes: Mapping[int, str] | None = None
) -> list[discord.Embed]:
    """Return a section's players, ten per page. notes: text after a name, by pairing number."""
    chart = wall_chart_of(section)
    rows = [
        ((line.place, line.score, *_figures(section, line)), _player(chart, line, notes or {})) for line in chart.lines
    ]
    texts = _pages_of(rows, ">><<")
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
    more = [chart.decided_by] if chart.decided_by else []
    return [marked(embed, section.standing) for embed in _embeds(section, texts, whole=whole, dry=dry, more=more)]


def expected_pages(section: SectionReport, *, dry: bool = False) -> list[discord.Embed]:
    chart = wall_chart_of(section)
    rows = [
        (("–",) * 3 if line.expected is None else line.expected.texts, whole_name(line.name) + _new(line.expected))
        for line in chart.lines
    ]
    known = [line.expected for line in chart.lines if line.expected is not None]
    sums = Expected(sum(one.expected for one in known), sum(one.scored for one in known)).texts
    texts = _pages_of(rows, ">>>", [(("Exp.", "Pts", "Diff."), "")], [(sums, "Sum")] if len(known) > 1 else [])
    texts = ["\n".join([text, *(f"*{line}*" for line in chart.newcomers_expected)]) for text in texts]
    return _embeds(section, texts, whole=True, dry=dry)


def _new(expected: Expected | None) -> str:
    return " (new)" if expected is not None and expected.is_estimate else ""


def section_source(sections: Sequence[SectionReport], part: str = "section") -> str:
    ids = [str(section.event_id) for section in sections]
    while len(source := f"{part}:{'-'.join(ids)}") > LONGEST_SOURCE:
        ids.pop()
    return source


def section_book(sections: Sequence[SectionReport]) -> EmbedBook:
    pages = [page for section in sections for page in section_pages(section)]
    rated = [section for section in sections if has_expected(section)]
    below = (look_button("Expected", section_source(rated, "expected"), row=1),) if rated else ()
    return EmbedBook(pages, below=below)


def has_expected(section: SectionReport) -> bool:
    return any(outcome.expected is not None for outcome in section.outcomes[section.lists[0]].values())


Row = tuple[Sequence[str], str]


def _pages_of(rows: Sequence[Row], align: str, head: Sequence[Row] = (), foot: Sequence[Row] = ()) -> list[str]:
    """Return lines, ten per page. foot: below the last page."""
    pages = [rows[start : start + ROWS_ON_A_PAGE] for start in range(0, max(1, len(rows)), ROWS_ON_A_PAGE)]
    below = [*([()] * (len(pages) - 1)), foot]
    return ["\n".join(cell_lines([*head, *page, *end], align)) for page, end in zip(pages, below, strict=True)]


def _embeds(
    section: SectionReport, texts: Sequence[str], *, whole: bool, dry: bool, more: Sequence[str] = ()
) -> list[discord.Embed]:
    head = heading(event_title(section), _lists(section))
    small = [day_text(section.crosstable.date), *byes_text(section), *rules_titles(section)]
    small += [*exception_notes(section.crosstable, dry=dry), *more]
    small.append("nothing is stored yet" if dry else "rated as one section" if whole else "opponents' ratings as given")
    small += CARDS[section.lists[0]].official
    first = f"{head}\n**{counts_line(section)}**"
    return [
        answer([first if index == 0 else head, text], colour=SHOWN if dry else STORED, footer=small)
        for index, text in enumerate(texts)
    ]


def _figures(section: SectionReport, line: ChartLine) -> tuple[str, str]:
    main = section.lists[0]
    outcome = _outcome(section, main, line.number)
    after = None if outcome is None else system_of(main).rating_after(outcome)
    if outcome is None or after is None:
        return "–", ""
    if outcome.before is None:
        return printed_without_games(after, main, section.house_rules), "new"
    change = change_text(after.displayed - outcome.before.displayed, space="")
    return str(after.displayed), change


def _player(chart: WallChart, line: ChartLine, notes: Mapping[int, str]) -> str:
    spread = f" · {spread_text(line.spread)}" if chart.has_points else ""
    return f"{whole_name(line.name)}{spread}" + notes.get(line.number, "")


def whole_name(name: str) -> str:
    return safe(name, NAME_CHARACTERS)


def event_title(section: SectionReport) -> str:
    return whole_name(event_name(section.name, section.crosstable.date))


def _lists(section: SectionReport) -> str:
    return " and ".join(moved.label for moved in section.lists)


def moves_most(sections: Sequence[SectionReport], most: int = 3) -> list[str]:
    moved = []
    for section in sections:
        main = section.lists[0]
        names = {player.id: player.name for player in section.players.values()}
        for player_id, outcome in section.outcomes[main].items():
            after = system_of(main).rating_after(outcome)
            if outcome.before is not None and after is not None and player_id in names:
                change = after.displayed - outcome.before.displayed
                moved.append((abs(change), change, str(after.displayed), names[player_id]))
    moved.sort(key=lambda one: (-one[0], -one[1], one[3].casefold()))
    rows = [
        ((after,), f"{change_text(change)} {whole_name(name)}") for size, change, after, name in moved[:most] if size
    ]
    return ["", "**Largest changes**", *cell_lines(rows, ">")] if rows else []


def _own_games(section: SectionReport) -> str:
    main = section.lists[0]
    return "".join(f"\n{CARDS[main].own_games(section, player_id)}" for player_id in section.outcomes[main])


def section_embed(section: SectionReport, text: str, colour: int) -> discord.Embed:
    name = safe(event_name(section.name, section.crosstable.date), 80)
    embed = discord.Embed(title=name, description=text, colour=colour)
    embed.set_author(name=" and ".join(moved.label for moved in section.lists))
    return embed


def counts_line(section: SectionReport) -> str:
    table = section.crosstable
    amounts = {"player": len(table.entrants), "round": table.rounds, "game": len(table.games)}
    return " · ".join(counted(amount, noun) for noun, amount in amounts.items() if amount)


def byes_text(section: SectionReport) -> list[str]:
    byes = section.crosstable.byes
    forfeits = sum(bye.kind in (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS) for bye in byes)
    amounts = {"bye": len(byes) - forfeits, "forfeit": forfeits}
    return [counted(amount, noun) for noun, amount in amounts.items() if amount]


def rules_titles(section: SectionReport) -> list[str]:
    main = section.lists[0]
    return [CARDS[main].rules_title(outcome) for outcome in section.outcomes[main].values()][:1]


def exception_notes(crosstable: Crosstable, *, dry: bool = False) -> Iterable[str]:
    """Yield where an event was played online, and why the rules are overruled."""
    if crosstable.site is not None:
        yield f"played online ({plain(crosstable.site)})"
    if crosstable.overruled is not None and not dry:
        yield f"{'rated anyway' if crosstable.is_rated else 'not rated'} ({plain(crosstable.overruled, 200)})"


def highlights(section: SectionReport, *, is_brief: bool = False) -> list[str]:
    """Return what is notable. is_brief: only norms and titles, for one of many events."""
    names = {player.id: safe(player.name) for player in section.players.values()}
    norms, titles = [], []
    for moved, outcomes in section.outcomes.items():
        for player_id, outcome in outcomes.items():
            norm = CARDS[moved].norm_name(outcome)
            if norm is not None:
                norms.append(f"{names[player_id]}, {norm}")
            where = f", {moved.label}" if len(section.lists) > 1 else ""
            titles += [
                f"🏅 {names[player_id]}: **{CARDS[moved].award_name(award)}**{where}" for award in outcome.titles
            ]
    for cards in dict.fromkeys(CARDS[moved] for moved in section.lists):
        norms += cards.section_norms(section)
    lines = []
    published_system = PUBLISHED.get(section.lists[0])
    if not is_brief and published_system is not None and section.outcomes[section.lists[0]]:
        coming = day_text(section.listed_on or published_system.list_for(section.crosstable.date))
        lines.append(f"*The new ratings are those expected for the list of {coming}*")
    lines += listed("Norms", norms)
    lines += titles[:NAMED]
    if len(titles) > NAMED:
        lines.append(f"… and {counted(len(titles) - NAMED, 'more title')}")
    if is_brief:
        return lines
    return [*lines, *best_for_rating_line(for_rating(section), section.name_of), *_upset(section)]


def _outcome(section: SectionReport, rating_list: RatingList, number: int) -> Outcome | None:
    player = section.players.get(number)
    return None if player is None else section.outcomes[rating_list].get(player.id)


def _upset(section: SectionReport) -> Iterable[str]:
    before = {}
    for entrant in section.crosstable.entrants:
        outcome = _outcome(section, section.lists[0], entrant.number)
        if outcome is not None and outcome.before is not None:
            before[entrant.number] = outcome.before.displayed
    upsets = []
    for game in section.crosstable.games:
        if game.rated and game.score in (0, 1) and game.first in before and game.second in before:
            winner, loser = (game.first, game.second) if game.score == 1 else (game.second, game.first)
            upsets.append((before[loser] - before[winner], -game.round, winner, loser))
    if not upsets or max(upsets)[0] <= 0:
        return []
    by, round_number, winner, loser = max(upsets)
    who, whom = (safe(section.name_of(one)) for one in (winner, loser))
    return [f"Upset of the event: {who} beat {whom}, rated {counted(by, 'point')} higher, in round {-round_number}"]


MOST_LATER = 3

MOST_GAMES = 9


def rating_card(report: EventReport, asked: Sequence[Player] = ()) -> discord.Embed:
    """Return a rated event's card. asked: the players who can confirm a report, besides a director."""
    lines = [*_rating_figures(report), *CARDS[report.rating_list].published(report), _score_line(report)]
    lines += dict.fromkeys(note for moved in report.lists for note in CARDS[moved.rating_list].notes(report, moved))
    if report.standing is not ReportStanding.CONFIRMED:
        counts = CARDS[report.rating_list].waits
        is_disputed = report.standing is ReportStanding.DISPUTED
        lines.append(disputed(counts) if is_disputed else f"{to_confirm([safe(one.name) for one in asked])} {counts}")
    if report.later:
        lines.append("**Recalculated later events**")
        lines += changes_text(report.later, {report.player.id: report.player}, most=MOST_LATER).split("\n")
    lines += _games(report, MOST_LINES - len(lines) - (len(report.lists) - 1))
    footer = CARDS[report.rating_list].small_print(report)
    if report.event_id is None:
        return answer(lines, colour=SHOWN, footer=[*footer, "not stored"])
    return answer(lines, colour=STORED, footer=footer)


def _rating_figures(report: EventReport) -> Iterable[str]:
    names = [whole(report.player.name)] if report.event_id is not None else ["Estimate", whole(report.player.name)]
    if len(report.lists) == 1:
        yield heading(*names, report.rating_list.label)
        yield figure_line(CARDS[report.rating_list].moved_text(report, report.lists[0]))
        return
    yield heading(*names)
    for moved in report.lists:
        # only code is small in a heading
        name = moved.rating_list.label.removeprefix("US Chess ").removeprefix("FIDE ")
        yield figure_line(f"{CARDS[moved.rating_list].moved_text(report, moved)} `{name}`")


def _score_line(report: EventReport) -> str:
    outcome, games = report.outcome, CARDS[report.rating_list].games_counted(report.outcome)
    scored = f"**{points(outcome.score)} of {games}**"
    expected = "" if outcome.expected is None else f", expected {number(outcome.expected, 2)}{rarity_text(report)}"
    peak = " · new peak" if any(moved.is_peak for moved in report.lists) else ""
    event = whole(event_name(report.name, report.day))
    return f"{event} · {scored}{expected} · performance **{rating(outcome.performance, 0)}**{peak}"


def _games(report: EventReport, space: int) -> Iterable[str]:
    cards = CARDS[report.rating_list]
    games = cards.game_lines(report)
    sums = cards.game_sums(report.outcome) if len(games) > 1 else None
    most = min(MOST_GAMES, max(space - 1 - (sums is not None), 2))
    shown = list(games if len(games) <= most else games[: most - 1])
    below = [] if sums is None else [GameLine(sums, "")]
    known = [any(column) for column in zip(*(line.figures for line in [*games, *below]), strict=True)]
    above = tuple(word if is_shown else "" for word, is_shown in zip(cards.game_heading, known, strict=True))
    lines = cell_lines([GameLine(above, ""), *shown, *below], cards.game_columns, edges=True) if games else []
    if len(shown) < len(games):
        lines.insert(len(shown) + 1, f"… and {len(games) - len(shown)} more: see Calculation")
    return lines


def goal_card(goal: GoalReport) -> discord.Embed:
    embed = CARDS[goal.best.rating_list].goal_card(goal)
    if goal.target is None:
        embed.description = "\n".join([*_expected(goal.best), (embed.description or "").lstrip("\n")])
    return embed


def _expected(report: EventReport) -> list[str]:
    """Return the expected score against each opponent, and the sum."""
    if report.outcome.expected is None:
        return []
    cards, games = CARDS[report.rating_list], CARDS[report.rating_list].game_lines(report)
    heading = GameLine(cards.game_heading[:2], "")
    total = GameLine(("Sum", number(report.outcome.expected, 2)), "")
    lines = [heading, *(line._replace(figures=line.figures[:2]) for line in games[:MOST_GAMES]), total]
    shown = cell_lines(lines, cards.game_columns[:2], edges=True)
    if len(games) > MOST_GAMES:
        shown.insert(-1, f"… and {len(games) - MOST_GAMES} more")
    return [*shown, ""]


_RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}
_NAME = 12


def prediction_card(prediction: Prediction) -> discord.Embed:
    """Return both sides' expected scores and changes for each result."""
    sides = (prediction.own, prediction.opponent)
    text = "\n".join(_side_line(side) for side in sides)
    text += "\n" + "\n".join(_side_text(side, prediction.rating_list) for side in sides)
    if prediction.opponent.player is not None and prediction.own.rating is None:
        text += "\nAgainst an unrated player the opponent's change cannot be calculated."
    embed = discord.Embed(title="One game", description=text, colour=LEVEL)
    embed.set_author(name=f"{_name(prediction.own)} and {_name(prediction.opponent)} · {prediction.rating_list.label}")
    outcome = next(iter(prediction.own.outcomes.values()))
    cards = CARDS[prediction.rating_list]
    parts = [f"Rules: {cards.rules_title(outcome)}", "an event of this game only", "not stored", *cards.official]
    embed.set_footer(text=" · ".join(parts))
    return embed


def _name(side: PredictedSide) -> str:
    return _figure(side) if side.player is None else plain(side.player.name)


def _figure(side: PredictedSide) -> str:
    return "unrated" if side.rating is None else rating(side.rating, 2)


def _side_line(side: PredictedSide) -> str:
    if side.player is None and side.expected is None:
        return f"against {_figure(side)}"
    who = _figure(side) if side.player is None else f"{safe(side.player.name)} {_figure(side)}"
    return who if side.expected is None else f"{who}: expected **{number(side.expected, 2)}**"


def _side_text(side: PredictedSide, rating_list: RatingList) -> str:
    """Return a side's changes in 31 columns."""
    if side.why is not None and side.player is not None:
        return f"{safe(side.player.name)}: {harmless(side.why)}"
    if not side.outcomes:
        return ""
    rows = []
    for score, outcome in side.outcomes.items():
        change, after = system_of(rating_list).change_by(outcome), system_of(rating_list).rating_after(outcome)
        cells = "" if change is None else signed(change, 2), "–" if after is None else rating(after.rating, 2)
        rows.append((_RESULTS[score], *cells))
    header = (fit(_name(side), _NAME), "Change", "List" if system_of(rating_list).waits_for_list else "Rating")
    return table(header, rows, (-_NAME, 8, 9))
