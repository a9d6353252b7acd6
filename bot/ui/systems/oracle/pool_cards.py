"""Oracle pools: players, leaderboard, predictions, settings, calibration and imports."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord

from bot.services.framework.setting_kinds import Setting
from bot.services.matches.predictions import PoolComparison, PoolMatrix, PoolPrediction
from bot.services.ratings.oracle.calibrate import (
    POOL_SETTINGS,
    CalibrationLine,
    CalibrationReport,
    PoolSettings,
    UndoneCalibration,
)
from bot.services.ratings.oracle.exchange import ImportedLine, RosterImport, RosterUndone
from bot.services.ratings.oracle.pools import PoolBoard, PoolCard, PoolPlayer, Rival
from bot.ui.framework.layout import INACTIVE, LEVEL, RISE, answer, cell_lines, heading
from bot.ui.framework.pages import EmbedBook
from bot.ui.framework.text import NAME_CHARACTERS, day_text, fit, number, pack, plain, rating, safe, signed, table
from bot.ui.systems.oracle.wording import interval_text, percent, record, standing_text, tally_of
from bot.ui.wording.shared_lines import (
    NOT_LATELY,
    YOU,
    all_remarks,
    changes_text,
    listed,
    not_yet,
    provisional_line,
    rank_cell,
    remarks_line,
)
from core.lists import RatingList
from core.rating.compared_systems import COIN, ComparedPlayer, Forecasts
from core.rating.elo import USUAL, edition_named
from core.rating.glicko2 import MIDDLE
from core.rating.oracle.config import DEFAULT, BareScores, Draws, OracleConfig, Rebalancing
from core.rating.oracle.formula import displayed, rating_of
from core.rating.oracle.reports import PoolLine
from core.rating.oracle.state import ResultTally
from core.words import counted

COLUMNS = 31
_RIVALS = ("Player", "W-L-D", "Chance")


def pool_card_lines(card: PoolCard) -> list[str]:
    """Return rating, strength, record, interval, chance against the Keeper, multiplier and rivals."""
    details, state = card.details, card.one.state
    player = details.player
    kind = "by definition" if player.is_keeper else "provisional" if details.provisional else "established"
    lines = [f"## {details.displayed}", f"{number(details.rating, 2)} exactly · {kind} · {details.tier}"]
    lines.append(f"Strength **{rating(round(details.strength, 4), 4)}** (the Keeper's is 1)")
    lines.append(_games(card))
    if details.interval is not None and not player.is_keeper:
        lines.append(f"With a chance of 95% between **{interval_text(details.interval)}**")
    lines.append(f"Win probability against the Keeper **{percent(details.win_probability)}**")
    if details.above_keeper is not None and not player.is_keeper:
        lines.append(f"Stronger than the Keeper with a chance of **{percent(details.above_keeper)}**")
    lines.append(f"Current update multiplier **{details.multiplier:.3f}**")
    if state.calibrated is not None:
        lines.append(f"Calibrated on {day_text(state.calibrated)}")
    if card.rivals:
        lines.append("\n**Met most often**\n" + _rivals(card.rivals))
    lines.append("A rating is the chance in percent of beating the Keeper")
    return lines


def _games(card: PoolCard) -> str:
    details, state = card.details, card.one.state
    known = sum(tally_of(state))
    text = f"Games **{state.games}**"
    if not known:
        return f"{text}, from before this club: their results are not known"
    text += f", record **{record(tally_of(state))}**, wins {100 * state.wins / known:.1f}%"
    if state.draws:
        text += f", points {100 * details.player.points / known:.1f}%"
    return text if known == state.games else f"{text} (of {counted(known, 'game')} with a known result)"


def _rivals(rivals: Sequence[Rival]) -> str:
    """Return scores against opponents and winning chances now: 31 columns."""
    rows = [_rival_row(rival) for rival in rivals]
    records = max(len(row[1]) for row in (_RIVALS, *rows))
    # Figures are never cut.
    return table(_RIVALS, rows, (-(COLUMNS - records - 8), records, 6))


def _rival_row(rival: Rival) -> tuple[str, ...]:
    return plain(rival.player.name), record(rival.tally), percent(rival.chance).removesuffix("%")


BOARD_LINES = 10


def board_book(board: PoolBoard, below: tuple[discord.ui.Item[Any], ...]) -> EmbedBook:
    places = [index for index, line in enumerate(board.lines) if line.player.player_id == board.me]
    return EmbedBook(board_pages(board), jumps=True, me=places[0] // BOARD_LINES if places else None, below=below)


def board_pages(board: PoolBoard) -> list[discord.Embed]:
    if not board.lines:
        return [answer([heading(board.pool.label), NOT_LATELY if board.inactive else not_yet(board.pool)])]
    small = [counted(len(board.lines), "player"), "P provisional, K the Keeper, then 95% of the chance"]
    if board.inactive:
        small.append(f"{board.inactive} inactive")
    if board.sure:
        small.append("players share a rank unless one is clearly stronger")
    embeds = []
    for start in range(0, len(board.lines), BOARD_LINES):
        rows = [(_figures(line), _board_name(line, board.me)) for line in board.lines[start : start + BOARD_LINES]]
        shown = cell_lines(rows, ">>|>")
        below = [index for index, line in enumerate(board.lines[start : start + BOARD_LINES]) if line.rank is None]
        if below:
            shown.insert(below[0], provisional_line(board.pool, board.rules))
        embeds.append(answer([heading(board.pool.label), *shown], footer=small))
    return embeds


def _figures(line: PoolLine) -> tuple[str, ...]:
    mark = "K" if line.player.is_keeper else "P" if line.provisional else ""
    between = "" if line.interval is None or line.player.is_keeper else interval_text(line.interval)
    return rank_cell(line.rank), str(line.displayed), mark, between


def _board_name(line: PoolLine, me: int | None) -> str:
    player = line.player
    name = safe(player.name, NAME_CHARACTERS)
    if player.player_id == me:
        name = f"**{name}**{YOU}"
    tally = ResultTally(player.wins, player.losses, player.draws)
    return f"{name} · {record(tally)}" if any(tally) else name


_RESULTS = {1.0: "Win", 0.5: "Draw", 0.0: "Loss"}
_SIDE, _COLUMNS = 12, 31
BESIDE_EACH_OTHER = 7


def prediction_card(prediction: PoolPrediction) -> discord.Embed:
    first, second = prediction.sides
    name = safe(first.player.name)
    lines = [f"{name} {standing_text(first.state)} – {safe(second.player.name)} {standing_text(second.state)}"]
    if prediction.davidson is not None:
        win, draw, loss = (percent(chance) for chance in prediction.davidson)
        lines.append(f"## {win} – {draw} – {loss}")
        lines.append(f"Win, draw and loss for {name}, by Davidson's model of all matches")
        lines.append(f"Expected score **{number(prediction.chance, 3)}**")
    else:
        lines.append(f"## {percent(prediction.chance)}")
        draws = ", a draw counting half" if 0.5 in prediction.outcomes else ""
        lines.append(f"The chance that {name} wins{draws}")
    lines.append(f"With unknown strengths: {percent(prediction.cautious)}")
    lines.append(f"{name} is the stronger one with a chance of {percent(prediction.superiority)}")
    lines.append(_outcomes(prediction))
    embed = discord.Embed(title="One game", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(first.player.name)} and {plain(second.player.name)} · {prediction.pool.label}")
    embed.set_footer(text="not stored")
    return embed


def _outcomes(prediction: PoolPrediction) -> str:
    """Return both ratings after each result: 31 columns."""
    rows = [
        (_RESULTS[score], *(f"{number(one.after.rating, 1)} {signed(one.change, 1)}" for one in results))
        for score, results in prediction.outcomes.items()
    ]
    header = ("", *(fit(plain(side.player.name), _SIDE, ">") for side in prediction.sides))
    return table(header, rows, (-5, _SIDE, _SIDE))


def matrix_pages(matrix: PoolMatrix) -> list[discord.Embed]:
    """Return the chances of rows beating columns in percent, strongest first: 31 columns."""
    size = len(matrix.players)
    tables = [
        _matrix(matrix, range(start, min(start + BESIDE_EACH_OTHER, size)))
        for start in range(0, size, BESIDE_EACH_OTHER)
    ]
    embeds = []
    for text in pack(tables, "\n"):
        embed = discord.Embed(title="Who beats whom", description=text, colour=LEVEL)
        embed.set_author(name=matrix.pool.label)
        draws = ", a draw counting half" if matrix.counts_draws else ""
        embed.set_footer(text=f"Chance in percent that the player on the left wins a game{draws}")
        embeds.append(embed)
    return embeds


def _matrix(matrix: PoolMatrix, columns: range) -> str:
    rows = [
        (f"{at + 1} {_name(one)}", *("·" if other == at else _cell(matrix.chances[at][other]) for other in columns))
        for at, one in enumerate(matrix.players)
    ]
    header = ("", *(str(other + 1) for other in columns))
    return table(header, rows, (-(_COLUMNS - 3 * len(columns)), *(2 for _ in columns)))


def _name(one: PoolPlayer) -> str:
    return plain(one.player.name)


def _cell(chance: float) -> str:
    return str(max(1, min(99, round(100 * chance))))


LINES_ON_A_PAGE = 20
_SYSTEMS = ("Oracle", "Elo", "Glicko-2")


def comparison_pages(report: PoolComparison) -> list[discord.Embed]:
    players = report.compared.players
    starts = range(0, len(players), LINES_ON_A_PAGE)
    texts = [f"{_features(report)}\n\n{_forecasts(report)}"]
    texts += [_ratings(report, players[start : start + LINES_ON_A_PAGE]) for start in starts]
    embeds = []
    for page, text in enumerate(texts, start=1):
        embed = discord.Embed(title="Oracle, Elo and Glicko-2", description=text, colour=LEVEL)
        embed.set_author(name=report.pool.label)
        embed.set_footer(
            text=f"Page {page} of {len(texts)} · from matches only, with equal initial ratings: entered "
            "ratings and calibrations are not included"
        )
        embeds.append(embed)
    return embeds


def _features(report: PoolComparison) -> str:
    config = report.rules.oracle_for(report.pool)
    key = report.rules.usual_rules.get(RatingList.ELO)
    k = (USUAL if key is None else edition_named(key)).k
    lines = (
        ("Scale", "1-99", f"arbitrary ({MIDDLE:g} typical)", f"arbitrary ({MIDDLE:g} typical), with a deviation"),
        ("Interpretation", "win% vs benchmark", "abstract difference", "difference, and how sure it is"),
        ("Update", "A^delta (multiplicative)", "K×delta (additive)", "from a month's games at once"),
        ("Learning rate", f"adaptive (A {config.a_max:g} to {config.a_min:g})", f"fixed K ({k})", "by the deviation"),
        ("Probability", "s/(s+s')", "1/(1+10^(-d/400))", "1/(1+e^(-g·d/173.7))"),
    )
    return "\n".join(f"**{feature}:** {' | '.join(figures)}" for feature, *figures in lines)


def _forecasts(report: PoolComparison) -> str:
    """Return how well each system predicted the matches: 31 columns."""
    compared = report.compared
    found = (compared.oracle, compared.elo, compared.glicko2)
    rows = [(name, number(one.loss, 4), _right(one)) for name, one in zip(_SYSTEMS, found, strict=True)]
    verdict = (
        "No system is clearly better yet: too few games, or too close."
        if compared.best is None
        else f"**{_SYSTEMS[compared.best]}** is clearly the best."
    )
    lines = [
        f"**Better predictions**, of {counted(compared.games, 'game')} before they were played",
        table(("System", "Loss", "Right"), rows, (-12, 8, 9)),
        f"Loss: the mean of -ln of the chance given to what came; a coin loses {COIN:.4f}. Right: matches that the "
        f"favourite won. {verdict}",
    ]
    return "\n".join(lines)


def _right(forecasts: Forecasts) -> str:
    return f"{forecasts.right}/{forecasts.decided}"


def _ratings(report: PoolComparison, players: tuple[ComparedPlayer, ...]) -> str:
    """Return everybody's rating in each system: 31 columns."""
    rows = [
        (
            str(displayed(one.oracle)),
            rating(one.elo, 0),
            rating(one.glicko2, 0),
            f"±{rating(one.deviation, 0)}",
            plain(report.people[one.player].name),
        )
        for one in players
    ]
    return table(("Oracle", "Elo", "Gl-2", "", "Player"), rows, (6, 4, 4, 4, -9))


_DRAWS = {
    Draws.HALF: "half a win for each",
    Draws.IGNORE: "do not count",
    Draws.DAVIDSON: "half a win; predictions fit them (Davidson)",
}
_BARE_SCORES = {
    BareScores.MEAN: "every game counts the mean score",
    BareScores.WINS_FIRST: "wins first, then losses, then draws\\*",
}
_REBALANCING = {
    Rebalancing.ANCHOR: "only the opponent's rating changes",
    Rebalancing.ALL: "everybody is rebalanced\\*",
}


def pool_settings_card(settings: PoolSettings) -> discord.Embed:
    """Return a pool's Keeper and settings, changed ones marked."""
    config, keeper = settings.config, settings.keeper
    lines = [f"Keeper **{'nobody yet' if keeper is None else safe(keeper.name)}**, at 50 by definition"]
    lines += [_line(setting, config) for setting in POOL_SETTINGS if setting.name != "use_draws"]
    if len(settings.pools) > 1:
        lines.append("Pools: " + ", ".join(pool.label for pool in settings.pools))
    if settings.changes:
        lines.append("\n**What changed**\n" + changes_text(settings.changes, settings.people, 2500))
    embed = discord.Embed(title="Settings", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=settings.pool.label)
    embed.set_footer(text="* not the usual one · a change is applied to every match so far")
    return embed


def _line(setting: Setting, config: OracleConfig) -> str:
    name = setting.name
    value = getattr(config, name)
    if name in _WORDS:
        title, words = _WORDS[name]
        return f"{title}: **{words[value] if name != 'draws' or config.use_draws else 'do not count'}**"
    mark = "" if value == getattr(DEFAULT, name) else "\\*"
    shown = "none: pure maximum likelihood" if value is None else f"{value:g}"
    return f"`{name}` **{shown}**{mark} · {setting.label}"


_WORDS: Mapping[str, tuple[str, Mapping[Any, str]]] = {
    "draws": ("Draws", _DRAWS),
    "bare_scores": ("Scores without the order of play", _BARE_SCORES),
    "rebalancing": ("Matches with the Keeper", _REBALANCING),
}


def calibration_pages(report: CalibrationReport) -> list[discord.Embed]:
    dry = report.list_fact_id is None
    embeds = []
    pages = range(0, max(1, len(report.lines)), LINES_ON_A_PAGE)
    for number_of_page, start in enumerate(pages, start=1):
        lines = report.lines[start : start + LINES_ON_A_PAGE]
        head = (
            "All matches up to today, calculated together. **Nothing is stored yet.**"
            if dry
            else f"All matches up to **{day_text(report.place.date)}** together, later ones match by match."
        )
        title = "Calibration" if not dry else "Preview: calibration"
        embed = discord.Embed(title=title, colour=LEVEL if dry else RISE)
        embed.description = f"{head}\n{_unknown(report)}{_calibration_table(lines)}"
        embed.set_author(name=report.pool.label)
        parts = [counted(len(report.lines), "player"), "Incr.: match by match"]
        if len(pages) > 1:
            parts.append(f"page {number_of_page} of {len(pages)}")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def calibration_undone_card(undone: UndoneCalibration) -> discord.Embed:
    text = f"The calibration of **{day_text(undone.day)}** no longer counts."
    if undone.changes:
        text += "\n\n**What changed**\n" + changes_text(undone.changes, undone.people)
    embed = discord.Embed(title="Calibration undone", description=text, colour=INACTIVE)
    embed.set_author(name=undone.pool.label)
    return embed


def _unknown(report: CalibrationReport) -> str:
    if not report.unknown:
        return ""
    if report.unknown == 1:
        text = "1 player has earlier games that are not stored as matches."
    else:
        text = f"{report.unknown} players have earlier games that are not stored as matches."
    return f"{text} A calibration cannot count them.\n"


def _calibration_table(lines: tuple[CalibrationLine, ...]) -> str:
    rows = [
        (
            plain(line.player.name),
            number(line.compared.incremental, 1),
            number(line.compared.batch, 1),
            signed(line.compared.difference, 1),
        )
        for line in lines
    ]
    return table(("Player", "Incr.", "Batch", "Diff"), rows, (-13, 5, 5, 5))


def import_pages(report: RosterImport) -> list[discord.Embed]:
    dry = report.pending_id is not None
    embeds = []
    starts = range(0, len(report.lines), LINES_ON_A_PAGE)
    pages = [_import_table(report.lines[start : start + LINES_ON_A_PAGE]) for start in starts]
    pages[0] = "\n".join([*_summary(report), pages[0]])
    pages += all_remarks(report.remarks)
    for page, text in enumerate(pages, start=1):
        title = f"Preview: {counted(len(report.lines), 'player')}" if dry else counted(len(report.lines), "player")
        embed = discord.Embed(title=title, description=text, colour=LEVEL if dry else RISE)
        embed.set_author(name=report.pool.label)
        parts = ["nothing is stored yet" if dry else "imported as initial ratings"]
        if len(pages) > 1:
            parts.append(f"page {page} of {len(pages)}")
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    return embeds


def import_undone_card(report: RosterUndone) -> discord.Embed:
    text = f"The table no longer counts: {counted(report.entered_ratings, 'initial rating')} removed."
    if report.keeper_gone:
        text += " The pool has no Keeper now."
    if report.changes:
        text += f"\n\n**What changed**, for {counted(report.different, 'player')}\n"
        text += changes_text(report.changes, report.people)
    else:
        text += "\n\nNo ratings changed."
    embed = discord.Embed(title="Undone", description=text, colour=INACTIVE)
    embed.set_author(name=report.pool.label)
    embed.set_footer(text="The club's records still list the table, as undone.")
    return embed


def _summary(report: RosterImport) -> Iterator[str]:
    new = report.new
    yield f"👤 {counted(len(new), 'new player')}, {len(report.lines) - len(new)} known here"
    becomes = " and becomes this pool's" if report.becomes_keeper else ""
    yield f"The Keeper is **{safe(report.keeper.name)}**{becomes}."
    if report.replaced:
        wins = [sum(one.before.wins for one in report.replaced), sum(one.after.wins for one in report.replaced)]
        yield (
            f"⚠️ **Replaces the records of {counted(len(report.replaced), 'player')}**: "
            f"{counted(wins[0], 'win')} so far, "
            f"{wins[1]} by the table. Undo restores them."
        )
        records = [f"{safe(one.player.name)} {record(one.before)} → {record(one.after)}" for one in report.replaced]
        yield from listed("Won, lost, drawn", records)
    if report.waiting:
        yield (
            "⚠️ **Matches wait** that were reported before the table. Once they count, the table replaces their effect. "
            "Confirm or void them first, or remove those players."
        )
        yield from listed("Whose", [safe(player.name) for player in report.waiting])
    yield from listed("New here", [safe(one.player.name) for one in new])
    undone = [one for one in report.lines if one.line.name.casefold() != one.player.name.casefold() and not one.is_new]
    yield from listed("Taken for", [f"{safe(one.line.name)} → {safe(one.player.name)}" for one in undone])
    yield from remarks_line(report.remarks)


def _import_table(lines: tuple[ImportedLine, ...]) -> str:
    """Return ratings here and in the table: 31 columns."""
    rows = [
        (
            plain(one.player.name),
            "new" if one.is_new else "–" if one.before is None else number(one.before, 1),
            number(rating_of(one.line.log_strength), 1),
            str(one.line.games),
        )
        for one in lines
    ]
    return table(("Player", "Now", "Table", "Games"), rows, (-13, 5, 5, 5))
