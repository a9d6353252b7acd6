"""The lines of a title-norm card: the check list point by point, and what the rounds to come must bring."""

from collections.abc import Iterable, Sequence

from bot.services.events.section import SectionReport
from bot.services.fide.section_norms import section_norms
from bot.ui.fide.norm_words import (
    ASSERTED,
    BASE_CLAUSES,
    BASES,
    DROPS,
    EXCLUSIONS,
    EXEMPTIONS,
    HEADINGS,
    ITEMS,
    titles_text,
    warning,
)
from bot.ui.framework.text import capital, count, points, safe
from bot.ui.wording.event_lines import result_letter
from core.fide.norms.checks import FEDERATION_ITEMS, CheckState, NormCheck
from core.fide.norms.counts import UNRATED
from core.fide.norms.evaluation import Basis, DroppedGame, Evaluation
from core.fide.norms.event import NormGame
from core.fide.norms.exclusions import ExcludedGame
from core.fide.norms.forecast import Forecast
from core.fide.norms.result import NormResult
from core.fide.norms.titles import TitleNorm
from core.fide.norms.unknown_opponents import UnknownOpponents

MARKS = {
    CheckState.PASSED: "✅",
    CheckState.FAILED: "❌",
    CheckState.TO_CONFIRM: "❔",
    CheckState.WAIVED: "⤴",
}
THE_EVENT, NOT_COUNTED, LEFT_OUT, FEDERATIONS, PERFORMANCE = 1, 2, 4, 8, 10
"""Points of the check list that say more than their lines."""

MOST_WAYS = 3
_RULES = "FIDE B.01, "


def article(clause: str) -> str:
    """Return a clause without the name of the rules, which the footer gives."""
    return clause.removeprefix(_RULES)


def check_list(result: NormResult) -> Iterable[str]:
    """Yield the ten points, each with its lines."""
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
    """Return one line: what there is, what is needed, and by how much it misses."""
    text = f"{MARKS[check.state]} {capital(_label(check, norm))}"
    if check.item not in ASSERTED:
        text += "" if check.have is None else f": **{points(check.have)}**"
        text += f", {_needed(check)}"
    if check.state is CheckState.FAILED and check.missing:
        text += f",{_by(check)}"
    text += {CheckState.WAIVED: ", waived", CheckState.TO_CONFIRM: ", to confirm"}.get(check.state, "")
    return f"{text} ({article(check.item.clause)})"


def failing_text(checks: Sequence[NormCheck], norm: TitleNorm) -> str:
    """Return what fails and by how much: performance 77 short, opponents of one federation 1 too many."""
    return ", ".join(f"{_label(check, norm)}{_by(check)}" for check in checks)


def need_lines(forecast: Forecast, rounds: int) -> list[str]:
    """Return what one norm still takes from the rounds to come."""
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
        text += f"; or with fewer by {shown}, for wins may be left out"
    if not forecast.exact:
        text += "; fewer may do, for games may be left out"
    return [text]


def section_norm_texts(section: SectionReport) -> list[str]:
    """Return who of a section has made a title norm: Dana IM (to confirm)."""
    return [
        f"{safe(section.players[number].name)} {result.norm}{'' if result.certain else ' (to confirm)'}"
        for number, result in section_norms(section).items()
    ]


def warning_lines(result: NormResult) -> list[str]:
    """Return what a person should know beside the verdict."""
    return [f"⚠️ {warning(remark)} ({article(remark.clause)})" for remark in result.remarks]


def _by(check: NormCheck) -> str:
    if not check.missing:
        return ""
    return f" {points(check.missing)} {'too many' if check.item.is_limit else 'short'}"


def _label(check: NormCheck, norm: TitleNorm) -> str:
    return ITEMS[check.item].format(titles_text(norm.counting))


def _needed(check: NormCheck) -> str:
    if check.need is None:
        return "to be told"
    return f"{'at most' if check.item.is_limit else 'at least'} {points(check.need)}"


def _event_lines(checks: Sequence[NormCheck]) -> list[str]:
    """Return the conditions of the event: those that are right, or not told, on one line each."""
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
    # No condition of the event names titles: any norm will do.
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
    """Return the games that are left out, and what that mends."""
    dropped = result.best.dropped
    if not dropped:
        return ["✅ No game is left out"]
    lines = [_dropped_line(one) for one in dropped]
    if result.repaired:
        mended = [check for check in result.whole.failed if check.item in result.repaired]
        lines.append(f"Counted with {'it' if len(dropped) == 1 else 'them'}: {failing_text(mended, result.norm)}")
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
    """Return Ra, dp and Rp, whose rating was raised, and how the games are counted."""
    figures, lines = best.figures, []
    if figures.performance is not None:
        made = f"{points(figures.score)} of {figures.games}, {figures.percent} %"
        lines.append(
            f"Ra **{figures.average}** {'−' if (figures.difference or 0) < 0 else '+'} dp "
            f"**{abs(figures.difference or 0)}** = Rp **{figures.performance}** ({made})"
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
    """Return what opponents who are not paired yet must be like: a rating by score, and the mix."""
    asked = []
    for amount, what in (
        (unknown.title_holders, "title-holder"),
        (unknown.required_titles, titles_text(forecast.norm.counting)),
    ):
        if amount:
            asked.append(f"{amount} {what}" if what != "title-holder" else count(amount, what))
    if unknown.foreign_federations:
        asked.append(f"{count(unknown.foreign_federations, 'new foreign federation')}")
    whom = "the opponent" if unknown.games == 1 else f"the {unknown.games} opponents"
    lines = [f"❔ {name}: it hangs on {whom} to come" + (f", among them {', '.join(asked)}" if asked else "")]
    for need in unknown.ratings:
        if need.rating is None:
            continue
        if need.rating <= UNRATED:
            # More points do no harm.
            return [*lines, f"- **{points(need.points)}** of {unknown.counting} or more: whatever their rating"]
        lines.append(f"- **{points(need.points)}** of {unknown.counting}: each rated {need.rating} or more")
    return lines
