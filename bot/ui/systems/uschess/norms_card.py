"""An event's norms: the earned level and its neighbours; all others behind buttons."""

from collections.abc import Iterable, Mapping, Sequence

import discord

from bot.services.events.report import EventReport, ListReport
from bot.services.ratings.uschess import NormsReport
from bot.store.database.rows import EarnedNorm, Player, ReportStanding
from bot.ui.framework.layout import SHOWN, answer, heading, whole
from bot.ui.framework.text import (
    DESCRIPTION_CHARACTERS,
    capital,
    day_text,
    number,
    pack,
    plain,
    points,
    rating,
    result_letter,
    safe,
    signed,
    table,
)
from bot.ui.systems.uschess.report_lines import lifetime_lines, once_confirmed, title_lines
from bot.ui.systems.uschess.wording import (
    LIFETIME_BLOCKS,
    NORM_BLOCKS,
    code_text,
    delta_text,
    norm_name,
    points_text,
    rounds_text,
    title_name,
    way_to_next,
)
from bot.ui.wording.shared_lines import MARK, marked, opponents_note, rated_at_once, score_line
from core.event.crosstable import Crosstable
from core.event.similarity import event_name
from core.lists import RatingList
from core.rating.outcome import Outcome
from core.rating.uschess.lifetime import LOWEST_LEVEL, LevelTest, LifetimeBlock, LifetimeEvent, title_of
from core.rating.uschess.norms import NORMS_FOR_A_TITLE, NormBlock, NormLevel, NormRow, NormTable, TitleProgress
from core.rating.uschess.player import PlayerResult
from core.rating.uschess.rules import NormTest
from core.tournament.odds.open_event import percent
from core.words import counted, displayed

ROWS_SHOWN = 40


def games_table(crosstable: Crosstable, player_id: int, people: Mapping[int, Player], result: PlayerResult) -> str:
    """Return each game's result, opponent's rating and own expected score, and the sum: 31 columns.

    people: the club's players, by id.
    """
    places = 4 if result.edition.decimals == 4 else 2
    games = crosstable.games_of(crosstable.number_of(player_id))
    rows = []
    for played, game, expectancy in zip(games, result.event.games, result.expectancies, strict=True):
        player = played.opponent.player
        known = people.get(player) if isinstance(player, int) else None
        name = "" if known is None else plain(known.name)
        shown = str(displayed(game.rating))
        rows.append((str(game.round), result_letter(game.score), shown, number(expectancy, places), name))
    left_out = len(rows) - ROWS_SHOWN
    rows = [*rows[:ROWS_SHOWN], ("", "", "Sum", number(result.expected, places), "")]
    text = table(("Rd", "", "Opp.", "Exp.", "Player"), rows, (2, 1, 4, 3 + places, places - 17))
    return f"{text}\n… and {counted(left_out, 'more game')}" if left_out > 0 else text


def games_heading(crosstable: Crosstable) -> str:
    against = "against intermediate ratings*" if rated_at_once(crosstable) else "game by game*"
    return f"*Result and own expected score, {against}"


LEVELS_BESIDE, ROUNDS_IN_A_TABLE = 4, 25


def full_text(report: EventReport, further: Sequence[str]) -> str:
    result: PlayerResult = report.outcome.detail
    decimals = result.edition.decimals
    lines = [
        _headline(result, decimals),
        _standing_line(report.outcome),
        _score_line(result, decimals),
        _performance_line(result),
        norm_line(result.norms),
    ]
    lines += further
    lines += lifetime_lines(report)
    lines += title_lines(report)
    text = "\n".join(lines)
    text += f"\n\n{games_heading(report.crosstable)}\n"
    text += games_table(report.crosstable, report.player.id, report.opponents, result)
    text += "\n" + level_table(result.norms)
    by_round = "\n".join(["\n*Expected by norm level and round, in hundredths*", *round_tables(result)])
    if len(text) + len(by_round) <= DESCRIPTION_CHARACTERS:
        text += by_round
    return text


def further_line(moved: ListReport) -> str:
    result: PlayerResult = moved.outcome.detail
    before = "unrated" if result.before.rating is None else rating(result.before.rating, result.edition.decimals)
    text = f"{moved.rating_list.label} too: {before} → **{rating(result.rating, result.edition.decimals)}**"
    return text if result.change is None else f"{text} ({signed(result.change, result.edition.decimals)})"


def _headline(result: PlayerResult, decimals: int) -> str:
    before = "unrated" if result.before.rating is None else rating(result.before.rating, decimals)
    text = f"## {before} → {rating(result.rating, decimals)}"
    return text if result.change is None else f"{text} ({signed(result.change, decimals)})"


def _standing_line(outcome: Outcome) -> str:
    after = outcome.after
    assert after is not None  # US Chess rates everybody who played
    return f"{'provisional' if after.provisional else 'established'}, {counted(after.games, 'rated game')}"


def _score_line(result: PlayerResult, decimals: int) -> str:
    event = result.event
    if result.before.rating is None:
        return f"{points(event.score)} of {event.games_played} scored"
    return score_line(event.score, event.games_played, result.expected, 4 if decimals == 4 else 2)


def _performance_line(result: PlayerResult) -> str:
    exact = result.performance
    if not result.edition.performance_by_descent:
        return f"performance **{rating(exact.rating, 0)}**"
    line = f"exactly **{number(exact.rating, 4)}**"
    descent = result.descent
    if descent is None:
        return f"performance {line}; the calculator's own search does not end here"
    if number(descent.rating, 4) == number(exact.rating, 4):
        return f"performance **{number(exact.rating, 4)}**, as the calculator prints it"
    why = "its search stops early" if descent.steps else "it does not stop at 100 and 2700"
    return f"performance **{number(descent.rating, 4)}** as the calculator prints it; {line}: {why}"


def norm_line(norms: NormTable) -> str:
    if norms.earned is not None:
        unofficial = "" if norms.test is NormTest.TITLE_SYSTEM else ", unofficial"
        return f"Norm **{norm_name(norms.earned)}**{unofficial}"
    if norms.blocked is not None:
        return f"No norm: {NORM_BLOCKS[norms.blocked]}"
    return "No norm"


def level_table(norms: NormTable) -> str:
    """Return expected and required score by level, and whether it was earned: 31 columns."""
    rows = [
        (f"{short_level(row.level)} {row.level.rating}", number(row.expected, 4), _earned_text(row, norms.test))
        for row in norms.rows
    ]
    return table(("Norm", "Expect", "Require Earned"), rows, (-8, 7, 14))


def _earned_text(row: NormRow, test: NormTest) -> str:
    """Return the required score and whether it was reached; or that none is enough."""
    if row.required is None:
        return "not possible"
    required = points(row.required) if test is NormTest.TITLE_SYSTEM else number(row.required, 4)
    return f"{required:>7} {'YES' if row.earned else 'no':>6}"


def short_level(level: NormLevel) -> str:
    return {"4": "4th", "3": "3rd", "2": "2nd", "1": "1st"}.get(level.code, f" {level.code} ")


def round_tables(result: PlayerResult) -> list[str]:
    """Return each level's expected score per round, in hundredths: 29 columns."""
    games = list(enumerate(result.event.games))
    tables = []
    for levels in (result.norms.rows[:LEVELS_BESIDE], result.norms.rows[LEVELS_BESIDE:]):
        header = ("Rd", "Opp.", *(row.level.code for row in levels))
        for first in range(0, len(games), ROUNDS_IN_A_TABLE):
            rows = [
                (
                    f"{game.round}{result_letter(game.score)}",
                    str(result.norms.opponents[index]),
                    *(_hundredths(row.games[index]) for row in levels),
                )
                for index, game in games[first : first + ROUNDS_IN_A_TABLE]
            ]
            tables.append(table(header, rows, (3, 4, *(4 for _ in levels))))
    return tables


def _hundredths(probability: float) -> str:
    """Return a probability in hundredths: 79, 04, and 99+ instead of 100."""
    text = f"{probability:.2f}"
    return text[2:] if text.startswith("0") else "99+"


NORMS_NAMED = 6

_COLUMNS = (-8, 6, 15)
_HEADER = ("Norm", "Exp.", "Req. Pts. Earn")
"""Level, expected, required and scored points, earned: 31 columns."""

_NUMBERS = {1: "One game", 2: "Two games", 3: "Three games"}


def norms_card(report: NormsReport) -> discord.Embed:
    """Return the highest level earned, its neighbours, and the next titles."""
    event = report.event
    lines = [heading(whole(event.player.name), f"norms at {whole(event_name(event.name, event.day))}")]
    for moved in event.lists:
        result: PlayerResult = moved.outcome.detail
        if moved.rating_list is RatingList.USCHESS_REGULAR or len(event.lists) == 1:
            lines += [*_levels(event, result), *title_lines(event), *_way_to_next(report)]
        if result.lifetime is not None:
            where = f" ({moved.rating_list.label})" if len(event.lists) > 1 else ""
            lines.append(f"Titles of the 1990s{where}: {_lifetime_line(result.lifetime, event)}")
    if event.standing is not ReportStanding.CONFIRMED:
        lines.append(f"⚠️ {MARK}. The rating counts now; norms and titles count once the report is confirmed.")
    main: PlayerResult = event.outcome.detail
    return answer(lines, footer=[main.edition.title, opponents_note(event)])


def has_tables(report: EventReport) -> bool:
    results: list[PlayerResult] = [moved.outcome.detail for moved in report.lists]
    return any(result.norms.blocked is not NormBlock.FEW_GAMES for result in results)


def _levels(event: EventReport, result: PlayerResult) -> list[str]:
    norms, score = result.norms, result.event.score
    if norms.earned is None and norms.blocked is NormBlock.FEW_GAMES:
        games = result.event.games_played
        return [f"{_NUMBERS.get(games, counted(games, 'game'))}. A norm needs four."]
    if norms.earned is None and norms.blocked is not None:
        return [f"{capital(NORM_BLOCKS[norms.blocked])}."]
    earned = [row for row in norms.rows if row.earned][-2:]
    lines: list[str] = []
    for row in reversed(earned):
        needed = f"{_required(row, norms.test)} needed"
        name = norm_name(row.level)
        scored = "" if lines else f"{points(score)} scored, "
        lines.append(f"✅ {name if lines else f'**{name}**'}: {scored}{needed}{_chance(event, row)}")
    ahead = norms.lowest_missed
    if ahead is not None:
        lines.append(
            f"▫️ **{norm_name(ahead.level)}**: {_missing_score(ahead, norms.test, score)}{_chance(event, ahead)}"
        )
    if norms.test is not NormTest.TITLE_SYSTEM:
        lines.append("Norms by these rules do not count toward titles.")
    return lines


def _chance(event: EventReport, row: NormRow) -> str:
    chance = None if row.required is None else event.chance_of(row.required)
    return "" if chance is None else f", a {percent(chance)} chance"


def _missing_score(row: NormRow, test: NormTest, score: float) -> str:
    if row.required is None:
        return "not possible here"
    short = row.required - score
    by = points(short) if test is NormTest.TITLE_SYSTEM else number(short, 2)
    return f"{_required(row, test)} needed, {by} short"


def _way_to_next(report: NormsReport) -> list[str]:
    ahead = next((one for one in report.progress or () if not one.earned), None)
    if ahead is None:
        return []
    wait = _once_confirmed(report, ahead).norms - ahead.norms
    have = min(ahead.norms, NORMS_FOR_A_TITLE)
    dots = " ".join("●" * have + "○" * (NORMS_FOR_A_TITLE - have))
    missing = f", {NORMS_FOR_A_TITLE - have} to go" if have < NORMS_FOR_A_TITLE else ""
    line = f"{dots}  {have} of {NORMS_FOR_A_TITLE} norms{missing}{f' · {wait} more once confirmed' if wait else ''}"
    needs = (f"You also need {need}{_counts_later(report, ahead)}." for need in _needs(ahead))
    return ["", f"**On the way to {ahead.level.title}**", line, *needs]


def _once_confirmed(report: NormsReport, progress: TitleProgress) -> TitleProgress:
    return next((one for one in report.once_confirmed if one.level is progress.level), progress)


def _counts_later(report: NormsReport, progress: TitleProgress) -> str:
    later = _once_confirmed(report, progress)
    lacks = (progress.needs_established, progress.needs_rating) != (later.needs_established, later.needs_rating)
    return ": yours counts once confirmed" if lacks else ""


def _lifetime_line(event: LifetimeEvent, report: EventReport) -> str:
    code = code_text(event.before)
    if event.after != event.before:
        code += f" → {code_text(event.after)}{once_confirmed(report)}"
    parts = [code]
    if event.after is None and event.blocked is LifetimeBlock.NO_TITLE:
        parts.append(f"the first one requires an established rating of {LOWEST_LEVEL + 100}")
    elif event.blocked is not None and event.before == event.after:
        parts.append(f"no norm ({LIFETIME_BLOCKS[event.blocked]})")
    elif event.after is not None:
        parts.append(way_to_next(event.after))
    return ", ".join(parts)


def all_levels(report: NormsReport) -> discord.Embed:
    event = report.event
    lines = []
    for moved in event.lists:
        result: PlayerResult = moved.outcome.detail
        several = len(event.lists) > 1
        if moved.rating_list is RatingList.USCHESS_REGULAR or not several:
            lines += _title_norms(result)
            lines += _way_to_titles(report)
        if result.lifetime is not None:
            lines += _lifetime(result.lifetime, event, result.event.score, moved.rating_list if several else None)
    lines += title_lines(event)
    embed = discord.Embed(title=_title("Norms", event), description="\n".join(lines), colour=SHOWN)
    embed.set_author(
        name=f"{plain(event.player.name)} · {' and '.join(moved.rating_list.label for moved in event.lists)}"
    )
    main: PlayerResult = event.outcome.detail
    embed.set_footer(text=f"Rules: {main.edition.title} · {opponents_note(event)}")
    return marked(embed, event.standing)


def by_round(report: EventReport) -> list[discord.Embed]:
    main = next((one for one in report.lists if one.rating_list is RatingList.USCHESS_REGULAR), report.lists[0])
    embeds = []
    parts = ["Expected by norm level and round, in hundredths; 99+ is above 99½", *round_tables(main.outcome.detail)]
    for text in pack(parts, "\n"):
        embed = discord.Embed(title=_title("Round by round", report), description=text, colour=SHOWN)
        embed.set_author(name=f"{plain(report.player.name)} · {main.rating_list.label}")
        embeds.append(embed)
    return embeds


def _title(subject: str, report: EventReport) -> str:
    return f"{subject}: {safe(event_name(report.name, report.day), 80)}"


def _title_norms(result: PlayerResult) -> list[str]:
    official = result.norms.test is NormTest.TITLE_SYSTEM
    code = f" · `N:{result.norms.earned.code}`" if official and result.norms.earned is not None else ""
    lines = [norm_line(result.norms) + code, _scored_table(result.norms, result.event.score)]
    if not official:
        lines.append("Norms by these rules do not count toward titles.")
    return lines


def _scored_table(norms: NormTable, score: float) -> str:
    rows = [
        (
            f"{short_level(row.level)} {row.level.rating}",
            number(row.expected, 2),
            _held_against(None if row.required is None else _required(row, norms.test), score, earned=row.earned),
        )
        for row in norms.rows
    ]
    return table(_HEADER, rows, _COLUMNS)


def _held_against(required: str | None, score: float, *, earned: bool) -> str:
    if required is None:
        return "not possible"
    return f"{required:>5} {points(score):>4} {'YES' if earned else 'no':>4}"


def _required(row: NormRow, test: NormTest) -> str:
    assert row.required is not None
    return points(row.required) if test is NormTest.TITLE_SYSTEM else number(row.required, 2)


def _way_to_titles(report: NormsReport) -> list[str]:
    if report.progress is None:
        return []
    held = [progress for progress in report.progress if progress.earned]
    ahead = [progress for progress in report.progress if not progress.earned]
    lines = []
    if held:
        lines.append(f"Title: **{norm_name(held[-1].level)}**")
    if ahead:
        lines.append(_missing(ahead[0]) + _counts_later(report, ahead[0]))
    started = [progress for progress in ahead[1:] if progress.norms]
    lines += [f"{progress.level.title}: {progress.norms} of {NORMS_FOR_A_TITLE} norms" for progress in started]
    if report.earned:
        lines += ["Norms so far:", *_earned(report.earned)]
    return lines


def _earned(norms: Sequence[EarnedNorm]) -> list[str]:
    lines = [
        f"- `N:{norm.code}` {safe(norm.event_name, 40) if norm.event_name else 'event'}, {day_text(norm.date)}"
        for norm in norms[:NORMS_NAMED]
    ]
    more = len(norms) - NORMS_NAMED
    return [*lines, f"- … and {more} more"] if more > 0 else lines


def _missing(progress: TitleProgress) -> str:
    have = min(progress.norms, NORMS_FOR_A_TITLE)
    text = f"Next title **{norm_name(progress.level)}**: {have} of {NORMS_FOR_A_TITLE} norms"
    return ", and ".join([text, *_needs(progress)])


def _needs(progress: TitleProgress) -> list[str]:
    """Return a title's other requirements as one phrase; empty if none."""
    once = f"of {progress.level.rating} once"
    if progress.needs_established:
        established = "an established rating (more than 25 games)"
        return [f"{established} {once}" if progress.needs_rating else established]
    return [f"an established rating {once}"] if progress.needs_rating else []


def _lifetime(event: LifetimeEvent, report: EventReport, score: float, rating_list: RatingList | None) -> list[str]:
    where = "" if rating_list is None else f", {rating_list.label}"
    codes = code_text(event.before)
    if event.after != event.before:
        codes += f" → {code_text(event.after)}{once_confirmed(report)}"
    lines = [f"\n**Lifetime titles of the 1990s{where}** · code {codes}"]
    if event.blocked is not None and event.before is None and event.after is not None:
        lines.append(f"The title starts at {title_name(event.after.level)}, by the rating after the event.")
    elif event.blocked is LifetimeBlock.NO_TITLE:
        lines.append(f"No title yet: the first one requires an established rating of {LOWEST_LEVEL + 100}.")
    elif event.blocked is not None:
        lines.append(f"No norm: {LIFETIME_BLOCKS[event.blocked]}.")
    if event.life_master:
        lines.append("300 games at the 2200 level give the title Life Master, without a norm.")
    if event.tests:
        lines.append(table(_HEADER, [_level_row(test, score) for test in event.tests], _COLUMNS))
    if event.delta is not None and event.tests:
        lines.append(f"Required: {delta_text(event.delta)} above expected, for {rounds_text(event.delta)}.")
    if event.after is not None:
        lines.append(capital(way_to_next(event.after)))
    return lines


def _level_row(test: LevelTest, score: float) -> tuple[str, ...]:
    required = None if test.required is None else points(test.required)
    return (
        f"{title_of(test.level).letter} {test.level}",
        number(test.expected / 1000, 3),
        _held_against(required, score, earned=test.made),
    )


ROWS_IN_A_TABLE = 25
LEVELS_IN_A_TABLE = 3
"""Of four decimals beside each other: 31 columns."""


def calculation_tables(report: EventReport, moved: ListReport) -> Iterable[str]:
    """Return the opponents as rated, the norm table, and the points toward lifetime titles."""
    result: PlayerResult = moved.outcome.detail
    return [_opponents_table(report, result), *norm_tables(result), *_lifetime_points(report)]


def _lifetime_points(report: EventReport) -> Iterable[str]:
    """Return the points toward the next two lifetime titles, by list."""
    for moved in report.lists:
        event = moved.outcome.detail.lifetime if isinstance(moved.outcome.detail, PlayerResult) else None
        if event is None or event.after is None:
            continue
        lines = [f"\n**Points toward lifetime titles**, {moved.rating_list.label}"]
        for when, title in (("Before", event.before), ("After", event.after)):
            if title is not None:
                lines.append(f"{when} {code_text(title)}: {points_text(title)}")
        yield "\n".join([*lines, "*US Chess does not publish the second points: no code has them.*"])


def _opponents_table(report: EventReport, result: PlayerResult) -> str:
    own = report.crosstable.number_of(report.player.id)
    rows = []
    for played, game in zip(report.crosstable.games_of(own), result.event.games, strict=True):
        known = report.opponents.get(played.opponent.player) if isinstance(played.opponent.player, int) else None
        name = plain(known.name) if known else ""
        rows.append((str(played.round), result_letter(played.score), rating(game.rating, 2), name))
    whole = rated_at_once(report.crosstable)
    heading = "Opponents, intermediate ratings (step 4)" if whole else "Opponents, ratings as given"
    return f"**{heading}**\n" + table(("Rd", "", "Rating", "Player"), rows, (2, 1, 7, -18))


def norm_tables(result: PlayerResult) -> Iterable[str]:
    """Return the norm table, three levels and at most 25 rounds at a time."""
    heading = "**Expected scores by norm level**\n"
    rows = result.norms.rows
    for start in range(0, len(rows), LEVELS_IN_A_TABLE):
        levels = rows[start : start + LEVELS_IN_A_TABLE]
        header = ("Rd", "Opp.", *(f"{row.level.code} {row.level.rating}" for row in levels))
        columns = (2, 4, *(7 for _ in levels))
        games = list(enumerate(result.event.games))
        for first in range(0, len(games), ROWS_IN_A_TABLE):
            lines: list[Sequence[str]] = [
                (str(game.round), str(result.norms.opponents[index]), *(number(row.games[index], 4) for row in levels))
                for index, game in games[first : first + ROWS_IN_A_TABLE]
            ]
            if first + ROWS_IN_A_TABLE >= len(games):
                lines += _sums(levels)
            yield heading + table(header, lines, columns)
            heading = ""


def _sums(levels: Sequence[NormRow]) -> list[Sequence[str]]:
    return [
        ("", "Exp.", *(number(row.expected, 4) for row in levels)),
        ("", "Req.", *("N/A" if row.required is None else number(row.required, 4) for row in levels)),
        ("", "Norm", *("YES" if row.earned else "NO" for row in levels)),
    ]


def norm_rules_pages(report: EventReport) -> list[discord.Embed]:
    pages: list[tuple[ListReport, str]] = []
    for moved in report.lists:
        result: PlayerResult = moved.outcome.detail
        if moved.rating_list is RatingList.USCHESS_REGULAR or len(report.lists) == 1:
            pages += [(moved, page) for page in pack([_title_intro(report, result), *norm_tables(result)], "\n")]
        if result.lifetime is not None and result.lifetime.tests:
            parts = _level_parts(report, result.lifetime, result.event.score)
            pages += [(moved, page) for page in pack(parts, "\n")]
    embeds = []
    for index, (moved, text) in enumerate(pages, start=1):
        embed = discord.Embed(title="How norms are calculated", description=text, colour=SHOWN)
        embed.set_author(name=f"{plain(report.player.name)} · {moved.rating_list.label}")
        embed.set_footer(text=f"Page {index} of {len(pages)}")
        embeds.append(embed)
    return embeds


def _opponent_ratings(report: EventReport) -> str:
    return "post-event rating" if rated_at_once(report.crosstable) else "rating as given"


def _title_intro(report: EventReport, result: PlayerResult) -> str:
    norms = result.norms
    threshold = "more than 1 point above that"
    if norms.test is not NormTest.TITLE_SYSTEM:
        threshold = "1 point above that, or more"
    elif result.event.games_played == 3 and result.event.bye is not None:
        threshold = "2 points above that, or more"
    none = "" if norms.blocked is None or norms.earned is not None else f" No norm: {NORM_BLOCKS[norms.blocked]}."
    return (
        f"Score **{points(result.event.score)}**. For every level, what a player of that rating is expected to score "
        f"against each opponent's {_opponent_ratings(report)} is summed. A norm requires {threshold}.{none}"
    )


def _level_parts(report: EventReport, event: LifetimeEvent, score: float) -> Iterable[str]:
    assert event.delta is not None
    delta = f"Delta for {rounds_text(event.delta)}: {delta_text(event.delta)}"
    for test in event.tests:
        rows = [
            (str(opponent), str(abs(test.level - opponent)), f"{probability / 1000:.3f}", _side(test.level, opponent))
            for opponent, probability in zip(event.opponents, test.probabilities, strict=True)
        ]
        expected, margin = number(test.expected / 1000, 3), number(test.margin / 1000, 3)
        rows.append(("Sum", "", expected, ""))
        verdict = "not below it: norm **earned**" if test.made else "below it: norm **not earned**"
        yield (
            f"**{title_name(test.level)}**, lifetime title\n"
            f"1. Scoring probability against each opponent's {_opponent_ratings(report)}\n"
            + table(("Opp.", "Diff.", "Prob.", "Level is"), rows, (4, 5, 6, -9))
            + f"\n2. Sum: **{expected}**"
            f"\n3. {points(score)} − {expected} = **{margin}**"
            f"\n4. {delta}. {margin} is {verdict}\n"
        )
    after = event.after
    code = f"The code stays {code_text(after)}"
    if after != event.before:
        code = f"Code {code_text(event.before)} → {code_text(after)}{once_confirmed(report)}"
    highest = "No norm" if event.highest is None else f"Highest norm **{event.highest}**"
    ending = f"{highest}. {code}."
    if after is not None:
        ending += f" {capital(way_to_next(after))}."
    yield ending


def _side(level: int, opponent: int) -> str:
    if level == opponent:
        return "equal"
    return "higher" if level > opponent else "lower"
