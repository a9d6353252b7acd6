"""FIDE title norms in words: verdict, check list, needs. Imports no Discord."""

from collections.abc import Iterable, Sequence

from bot.ui.framework.text import capital, day_text, points, result_letter
from core.rating.fide.norms.evaluation import (
    FEDERATION_ITEMS,
    Basis,
    CheckState,
    DroppedGame,
    DropReason,
    Evaluation,
    ExcludedGame,
    Exclusion,
    NormCheck,
    NormItem,
)
from core.rating.fide.norms.facts import UNRATED, Championship, EventFormat, Exemption, NormGame, PlayerTitle, TitleNorm
from core.rating.fide.norms.forecast import Forecast, NormAnswer, UnknownOpponents
from core.rating.fide.norms.result import NormRemark, NormResult, NormWarning
from core.words import counted

RULES = "FIDE B.01, since 2024"


ITEMS = {
    NormItem.RATED: "rated by FIDE",
    NormItem.REGISTERED: "registered 30 days ahead",
    NormItem.ROUNDS_A_DAY: "rounds a day",
    NormItem.MINUTES_A_DAY: "minutes of play a day",
    NormItem.TIME_CONTROL: "minutes for 60 moves",
    NormItem.ARBITERS: "an IA or FA in charge",
    NormItem.ARBITERS_DO_NOT_PLAY: "no arbiter plays",
    NormItem.FORMAT: "format allowed",
    NormItem.UNCHANGED: "nothing changed for a player",
    NormItem.GAMES: "games that count",
    NormItem.ALL_ROUNDS: "rounds played to the end",
    NormItem.SCORE: "points (35%)",
    NormItem.TITLE_HOLDERS: "title-holders among the opponents",
    NormItem.REQUIRED_TITLES: "{0} among the opponents",
    NormItem.PLAYERS: "players",
    NormItem.FOREIGN_FEDERATIONS: "foreign federations",
    NormItem.OWN_FEDERATION: "opponents of the player's own federation",
    NormItem.ONE_FEDERATION: "opponents of one federation",
    NormItem.AVERAGE: "average of the opponents",
    NormItem.PERFORMANCE: "performance",
    NormItem.WOMEN: "only for women",
}
"""Check list items; {0} is the titles that count."""

ASSERTED = frozenset(
    {
        NormItem.RATED,
        NormItem.REGISTERED,
        NormItem.ARBITERS,
        NormItem.ARBITERS_DO_NOT_PLAY,
        NormItem.FORMAT,
        NormItem.UNCHANGED,
        NormItem.WOMEN,
    }
)

HEADINGS = {
    1: "The event",
    2: "Not counted",
    3: "Games",
    4: "Dropped",
    5: "Score",
    6: "Title-holders",
    7: "Titles that the norm requires",
    8: "Federations",
    9: "Average",
    10: "Performance",
}
"""The ten points of the check list."""

EXCLUSIONS = {
    Exclusion.FORFEIT: "a forfeit",
    Exclusion.ADJUDICATED: "not decided over the board",
    Exclusion.BYE: "a bye",
    Exclusion.NOT_FIDE: "an opponent whose federation is not FIDE's",
    Exclusion.POINTLESS: "an unrated opponent without a point against rated ones",
}

DROPS = {
    DropReason.WON: "a win may be dropped",
    DropReason.LATER: "played when the norm was complete",
}

BASES = {
    Basis.GAMES: "every game by itself",
    Basis.TEAM_CHAMPIONSHIP: "seven games are enough in this team championship",
    Basis.WORLD_CUP: "eight games count as nine in a World Cup",
    Basis.LAST_ROUND_FORFEIT: "the forfeit win of the last round counts as a loss",
    Basis.EIGHT_AND_A_POINT: "eight games and a point without play count as nine",
}

BASE_CLAUSES = {
    Basis.GAMES: "1.4.1",
    Basis.TEAM_CHAMPIONSHIP: "1.4.1b",
    Basis.WORLD_CUP: "1.4.1b",
    Basis.LAST_ROUND_FORFEIT: "1.4.2c",
    Basis.EIGHT_AND_A_POINT: "1.4.1c",
}

FORMATS = {
    EventFormat.SWISS: "Swiss",
    EventFormat.ROUND_ROBIN: "round robin",
    EventFormat.DOUBLE_ROUND_ROBIN: "double round robin",
    EventFormat.KNOCKOUT: "knockout",
    EventFormat.OTHER: "another format",
}

CHAMPIONSHIPS = {
    Championship.TEAM: "World or Continental team or club championship",
    Championship.WORLD_CUP: "World Cup",
}

EXEMPTIONS = {
    Exemption.NATIONAL_FINAL: "final of a national championship",
    Exemption.NATIONAL_TEAM: "national team championship",
    Exemption.ZONAL: "zonal",
    Exemption.LARGE_SWISS: "Swiss with 20 foreigners, 10 of them masters",
}

# {0}, {1}: the figures of core.rating.fide.norms.result.NormWarning.
_WARNINGS = {
    NormWarning.OLDER_RULES: "The event began before 2024, under rules that this check does not know",
    NormWarning.SCORE_ROUNDS_TO_35: "{0} of {1} are 35% only when rounded: taken strictly, as here, they are too few",
    NormWarning.STATELESS_OPPONENTS: "Opponents under FIDE's flag ({0}) count for no federation; "
    "Russians and Belarusians count under their own: give them that one",
    NormWarning.POINTLESS_UNKNOWN: "Unrated opponents ({0}) who score nothing against rated ones do not count",
    NormWarning.RATINGS_AT_THE_GAME: "An event of {0} days: the rating and title at each game count, "
    "not those of the first day",
    NormWarning.APPROVED_TIME_CONTROL: "{0} minutes for 60 moves need the Qualification Commission's approval",
    NormWarning.COUNTED_AS_LOSS: "The forfeit win of round {0} counts as a loss, so that there are enough games",
    NormWarning.EIGHT_GAMES_ONCE: "An application may use one norm of eight games and a point without play",
    NormWarning.EXEMPTION_USED: "Earned with an exemption: an application needs another norm without one",
    NormWarning.COUNTS_AS_13: "Of {0} games, 13 count toward the title",
}


def warning(remark: NormRemark) -> str:
    figures = [points(figure) for figure in remark.figures]
    return _WARNINGS[remark.warning].format(*figures)


def titles_text(titles: frozenset[PlayerTitle]) -> str:
    *others, last = [title.value for title in PlayerTitle if title in titles]
    return f"{', '.join(others)} or {last}" if others else last


MARKS = {
    CheckState.PASSED: "✅",
    CheckState.FAILED: "❌",
    CheckState.TO_CONFIRM: "❔",
    CheckState.WAIVED: "⤴",
}
THE_EVENT, NOT_COUNTED, LEFT_OUT, FEDERATIONS, PERFORMANCE = 1, 2, 4, 8, 10

MOST_WAYS = 3
_RULES = "FIDE B.01, "


def article(clause: str) -> str:
    return clause.removeprefix(_RULES)


def check_list(result: NormResult) -> Iterable[str]:
    best = result.best
    for number, heading in HEADINGS.items():
        checks = [check for check in best.checks if check.item.number == number]
        lines = _event_lines(checks) if number == THE_EVENT else [check_line(check, result.norm) for check in checks]
        if number == NOT_COUNTED:
            lines = [_excluded(one) for one in result.excluded] or ["✅ Every game counts"]
        elif number == LEFT_OUT:
            lines = [*_dropped(result), *lines]
        elif number == FEDERATIONS:
            lines += _exemption(result)
        elif number == PERFORMANCE:
            lines += _figures(best)
        yield "\n".join([f"**{number}. {heading}**", *lines])


def check_line(check: NormCheck, norm: TitleNorm) -> str:
    text = f"{MARKS[check.state]} {capital(item_label(check, norm))}"
    if check.item not in ASSERTED:
        text += "" if check.have is None else f": **{points(check.have)}**"
        text += f", {_needed(check)}"
    if check.state is CheckState.FAILED and check.missing:
        text += f",{_by(check)}"
    text += {CheckState.WAIVED: ", waived", CheckState.TO_CONFIRM: ", to confirm"}.get(check.state, "")
    return f"{text} ({article(check.item.clause)})"


def failing_text(checks: Sequence[NormCheck], norm: TitleNorm) -> str:
    """Return failures with shortfalls: performance 77 short, opponents of one federation 1 too many."""
    return ", ".join(f"{item_label(check, norm)}{_by(check)}" for check in checks)


def need_lines(forecast: Forecast, rounds: int) -> list[str]:
    """Return what a norm still needs from the coming rounds."""
    name = f"**{forecast.norm}**"
    if not forecast.possible:
        return [f"❌ {name}: out of reach. Even with {rounds} of {rounds}: {_blocked(forecast)}"]
    if forecast.unknown is not None:
        return _unknown_lines(name, forecast, forecast.unknown)
    if forecast.points is None:
        return [f"❔ {name}: not by points alone"]
    text = f"❔ {name}: **{points(forecast.points)}** of {rounds}" if forecast.points else f"✅ {name}: safe already"
    if forecast.ways:
        shown = " or ".join(" ".join(result_letter(one) for one in way) for way in forecast.ways[:MOST_WAYS])
        text += f"; or with fewer by {shown}, because wins may be dropped"
    if not forecast.exact:
        text += "; fewer may do, because games may be dropped"
    return [text]


def warning_lines(result: NormResult) -> list[str]:
    return [f"⚠️ {warning(remark)} ({article(remark.clause)})" for remark in result.remarks]


def _by(check: NormCheck) -> str:
    if not check.missing:
        return ""
    return f" {points(check.missing)} {'too many' if check.item.is_limit else 'short'}"


def item_label(check: NormCheck, norm: TitleNorm) -> str:
    return ITEMS[check.item].format(titles_text(norm.counting))


def _needed(check: NormCheck) -> str:
    if check.need is None:
        return "to be given"
    return f"{'at most' if check.item.is_limit else 'at least'} {points(check.need)}"


def _event_lines(checks: Sequence[NormCheck]) -> list[str]:
    """Return the event's conditions; met ones and unknown ones on one line each."""
    lines = []
    for state, words in ((CheckState.PASSED, ""), (CheckState.TO_CONFIRM, "To confirm: ")):
        parts = []
        for check in checks:
            if check.state is state:
                figure = f": {points(check.have)}" if check.have is not None else ""
                needed = f"{_needed(check)}, " if check.have is None and check.need is not None else ""
                parts.append(f"{ITEMS[check.item]}{figure} ({needed}{article(check.item.clause)})")
        if parts:
            text = "; ".join(parts)
            lines.append(f"{MARKS[state]} {words}{text if words else capital(text)}")
    others = [check for check in checks if check.state in (CheckState.FAILED, CheckState.WAIVED)]
    return [*lines, *(f"{_event_line(check)}" for check in others)]


def _event_line(check: NormCheck) -> str:
    have = "" if check.have is None else f": **{points(check.have)}**, {_needed(check)}"
    waived = ", approved" if check.state is CheckState.WAIVED else ""
    return f"{MARKS[check.state]} {capital(ITEMS[check.item])}{have}{waived} ({article(check.item.clause)})"


def _opponent(game: NormGame) -> str:
    if game.opponent is None:
        return ""
    parts = [str(game.opponent.title or ""), str(game.opponent.rating or "unrated"), game.opponent.federation or ""]
    return " ".join(part for part in parts if part)


def _excluded(excluded: ExcludedGame) -> str:
    who = _opponent(excluded.game)
    against = f" against {who}" if who else ""
    why = EXCLUSIONS[excluded.exclusion]
    return f"– Round {excluded.game.round}{against}: {why} ({article(excluded.exclusion.clause)})"


def _dropped(result: NormResult) -> list[str]:
    dropped = result.best.dropped
    if not dropped:
        return ["✅ No game is dropped"]
    lines = [_dropped_line(one) for one in dropped]
    if result.repaired:
        missing = [check for check in result.whole.failed if check.item in result.repaired]
        lines.append(f"Counted with {'it' if len(dropped) == 1 else 'them'}: {failing_text(missing, result.norm)}")
    return lines


def _dropped_line(dropped: DroppedGame) -> str:
    game, why = dropped.game, DROPS[dropped.reason]
    return f"– Round {game.round} against {_opponent(game)}: {why} ({article(dropped.reason.clause)})"


def _exemption(result: NormResult) -> list[str]:
    claimed = result.exemption
    if claimed is None:
        return []
    how = {True: "exempt", False: "no exemption for this player", None: "exempt, if it is the player's federation"}
    waived = any(check.item in FEDERATION_ITEMS for check in result.best.waived)
    used = ", used" if waived else ""
    clause = article(claimed.exemption.clause)
    return [f"{capital(EXEMPTIONS[claimed.exemption])}: {how[claimed.holds]}{used} ({clause})"]


def _figures(best: Evaluation) -> list[str]:
    """Return Ra, dp and Rp, raised ratings, and how games are counted."""
    figures, lines = best.figures, []
    if figures.performance is not None:
        scored = f"{points(figures.score)} of {figures.games}, {figures.percent}%"
        lines.append(
            f"Ra **{figures.average}** {'−' if (figures.difference or 0) < 0 else '+'} dp "
            f"**{abs(figures.difference or 0)}** = Rp **{figures.performance}** ({scored})"
        )
    raised = figures.raised
    if raised is not None:
        was = "unrated" if raised.rating is None else str(raised.rating)
        lines.append(f"Round {raised.round}, {was}: the lowest, counted as {raised.floor} (1.4.6)")
    if best.basis is not Basis.GAMES:
        lines.append(f"{capital(BASES[best.basis])} ({BASE_CLAUSES[best.basis]})")
    return lines


def _blocked(forecast: Forecast) -> str:
    return failing_text(forecast.blocked, forecast.norm)


def _unknown_lines(name: str, forecast: Forecast, unknown: UnknownOpponents) -> list[str]:
    asked = []
    for amount, noun in (
        (unknown.title_holders, "title-holder"),
        (unknown.required_titles, titles_text(forecast.norm.counting)),
    ):
        if amount:
            asked.append(f"{amount} {noun}" if noun != "title-holder" else counted(amount, noun))
    if unknown.foreign_federations:
        asked.append(f"{counted(unknown.foreign_federations, 'new foreign federation')}")
    whom = "the opponent" if unknown.games == 1 else f"the {unknown.games} opponents"
    lines = [f"❔ {name}: it depends on {whom} to come" + (f", among them {', '.join(asked)}" if asked else "")]
    for need in unknown.ratings:
        if need.rating is None:
            continue
        if need.rating <= UNRATED:
            return [*lines, f"- **{points(need.points)}** of {unknown.counting} or more: whatever their rating"]
        lines.append(f"- **{points(need.points)}** of {unknown.counting}: each rated {need.rating} or more")
    return lines


def answer_parts(answer: NormAnswer) -> Iterable[str]:
    """Yield each norm's verdict, the chosen one's check list, and warnings."""
    chosen = answer.chosen
    if answer.remaining:
        yield from _needs(answer)  # by line: many rounds need more than a page
    else:
        yield "\n".join([_headline(chosen), *(_verdict(result) for result in answer.results)])
    yield "\n".join([f"\n**Check list of the {chosen.norm} norm{_progress(answer)}**", _heading_line(answer)])
    yield from check_list(chosen)
    warnings = warning_lines(chosen)
    if warnings:
        yield "\n".join(warnings)
    if chosen.achieved and not answer.remaining:
        yield _worth(chosen)


def _headline(chosen: NormResult) -> str:
    if chosen.certain:
        return f"## {chosen.norm} norm earned"
    return f"## {chosen.norm} norm earned, to be confirmed" if chosen.achieved else f"## No {chosen.norm} norm"


def _verdict(result: NormResult) -> str:
    best = result.best
    if result.certain:
        return f"{MARKS[CheckState.PASSED]} **{result.norm}**: earned"
    if result.achieved:
        women = any(check.item is NormItem.WOMEN for check in best.to_confirm)
        return (
            f"{MARKS[CheckState.TO_CONFIRM]} **{result.norm}**: earned{', for women' if women else ''}; "
            f"{counted(len(best.to_confirm), 'condition')} to confirm"
        )
    fails = failing_text(best.failed, result.norm)
    return f"{MARKS[CheckState.FAILED]} **{result.norm}**: fails {len(best.failed)} ({fails})"


def _needs(answer: NormAnswer) -> list[str]:
    rounds = len(answer.remaining)
    lines = [f"**Needed from the last {counted(rounds, 'round')}**" if rounds > 1 else "**Needed from the last round**"]
    for forecast in answer.forecasts:
        lines += need_lines(forecast, rounds)
    return lines


def _progress(answer: NormAnswer) -> str:
    return ", so far" if answer.remaining else ""


def _heading_line(answer: NormAnswer) -> str:
    settings, who = answer.snapshot.settings, answer.snapshot.player
    parts = [
        "format not given" if settings.format is None else FORMATS[settings.format],
        counted(settings.rounds, "round"),
        f"from {day_text(settings.start)}",
        "federation not given" if who.federation is None else f"a player of {who.federation}",
    ]
    return " · ".join(parts)


def _worth(chosen: NormResult) -> str:
    best = chosen.best
    extra = f", {best.extra_games} of them for points above the norm (1.4.1d)" if best.extra_games else ""
    return f"Worth **{best.games_for_title}** games toward the title{extra}"
