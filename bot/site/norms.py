"""FIDE title norms for the browser: typed rounds compared with each norm, clause by clause."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from bot.ui.framework.text import capital, points
from bot.ui.systems.fide.norm_lines import (
    DROPS,
    EXCLUSIONS,
    RULES,
    article,
    failing_text,
    item_label,
    need_lines,
    warning,
)
from core.errors import InputError
from core.files.common.dates import parse_day
from core.files.common.text import shorten
from core.files.typed.opponents import parse_norm_opponents
from core.files.typed.persons import NOTHING, parse_federation
from core.files.typed.rules import parse_time_control
from core.rating.fide.norms.declared import DeclaredSettings
from core.rating.fide.norms.evaluation import CheckState, NormCheck
from core.rating.fide.norms.facts import MOST_ROUNDS, NORMS, EventFormat, Exemption, NormPlayer, NormSnapshot
from core.rating.fide.norms.forecast import NormAnswer, norm_answer
from core.rating.fide.norms.result import NormResult
from core.words import counted

Part = dict[str, Any]
Fields = Mapping[str, str]

MOST_ROUNDS_A_DAY = 9
_STATES = {
    CheckState.PASSED: "✓ fulfilled",
    CheckState.FAILED: "✗ not fulfilled",
    CheckState.TO_CONFIRM: "? to confirm",
    CheckState.WAIVED: "✓ waived",
}


def norm_parts(fields: Fields, today: date) -> list[Part]:
    """Return what the page shows; raise InputError.

    fields: opponents, federation, woman, norm, date, format, exemption, host, rounds, time_control, rounds_a_day,
    confirmed; empty where not filled in.
    """
    written = parse_norm_opponents(fields.get("opponents", ""))
    start = parse_day(fields["date"], today) if fields.get("date") else today
    woman = {"yes": True, "no": False}.get(fields.get("woman", ""))
    player = NormPlayer(_federation(fields, "federation"), woman)
    snapshot = NormSnapshot(player, _declared(fields).settings(start, None, written.rounds), written.games)
    asked = next((norm for norm in NORMS if str(norm) == fields.get("norm")), None)
    answer = norm_answer(snapshot, written.remaining, asked)
    return [
        {"figure": _figure(answer)},
        {"text": _heading(answer)},
        _verdicts(answer),
        _check_list(answer.chosen),
        *_remarks(answer.chosen),
    ]


def _declared(fields: Fields) -> DeclaredSettings:
    format_, exemption, control = fields.get("format"), fields.get("exemption"), fields.get("time_control")
    return DeclaredSettings(
        format=EventFormat(format_) if format_ else None,
        exemption=Exemption(exemption) if exemption else None,
        host=_federation(fields, "host"),
        rounds=_number(fields, "rounds", MOST_ROUNDS),
        time_control=parse_time_control(control) if control else None,
        rounds_a_day=_number(fields, "rounds_a_day", MOST_ROUNDS_A_DAY),
        confirmed=True if fields.get("confirmed") == "yes" else None,
    )


def _number(fields: Fields, name: str, most: int) -> int | None:
    text = fields.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise InputError(f'"{shorten(text)}" is not a number from 1 to {most}. Write, for example, {min(9, most)}.')
    return int(text)


def _federation(fields: Fields, name: str) -> str | None:
    text = fields.get(name, "").strip()
    found = parse_federation(text) if text else NOTHING
    return None if found == NOTHING else found


def _figure(answer: NormAnswer) -> str:
    norm = answer.chosen.norm
    coming = next((one for one in answer.forecasts if one.norm is norm), None)
    if coming is not None:
        return f"{norm} norm still possible" if coming.possible else f"{norm} norm out of reach"
    if answer.chosen.certain:
        return f"{norm} norm earned"
    return f"{norm} norm earned, to be confirmed" if answer.chosen.achieved else f"No {norm} norm"


def _heading(answer: NormAnswer) -> str:
    settings, player = answer.snapshot.settings, answer.snapshot.player
    parts = [counted(settings.rounds, "round"), f"player's federation {player.federation or 'not given'}"]
    return f"{', '.join(parts)}. Rules: {RULES}."


def _verdicts(answer: NormAnswer) -> Part:
    coming, rounds = {one.norm: one for one in answer.forecasts}, len(answer.remaining)
    rows = []
    for result in answer.results:
        figures, expected = result.best.figures, coming.get(result.norm)
        verdict = _verdict(result) if expected is None else " ".join(need_lines(expected, rounds))
        rows.append([str(result.norm), verdict, str(figures.average or ""), str(figures.performance or "")])
    return {"title": "Norms", "head": ["norm", "verdict", "average", "performance"], "rows": rows}


def _verdict(result: NormResult) -> str:
    if result.certain:
        return "earned"
    if result.achieved:
        return f"earned; {counted(len(result.best.to_confirm), 'condition')} to confirm"
    return f"not earned: {failing_text(result.best.failed, result.norm)}"


def _check_list(chosen: NormResult) -> Part:
    head = ["condition", "result", "event has", "norm needs", "clause"]
    rows = [_check(check, chosen) for check in chosen.best.checks]
    return {"title": f"Conditions of the {chosen.norm} norm", "head": head, "rows": rows}


def _check(check: NormCheck, chosen: NormResult) -> list[str]:
    need = "" if check.need is None else f"{'at most' if check.item.is_limit else 'at least'} {points(check.need)}"
    have = "" if check.have is None else points(check.have)
    return [capital(item_label(check, chosen.norm)), _STATES[check.state], have, need, article(check.item.clause)]


def _remarks(chosen: NormResult) -> list[Part]:
    rows = [
        [f"Round {one.game.round}", f"not counted: {EXCLUSIONS[one.exclusion]}", article(one.exclusion.clause)]
        for one in chosen.excluded
    ]
    rows += [
        [f"Round {one.game.round}", f"dropped: {DROPS[one.reason]}", article(one.reason.clause)]
        for one in chosen.best.dropped
    ]
    raised = chosen.best.figures.raised
    if raised is not None:
        rows.append([f"Round {raised.round}", f"lowest opponent, counted as {raised.floor}", "1.4.6"])
    rows += [["Event", warning(one), article(one.clause)] for one in chosen.remarks]
    return [{"title": "Remarks", "head": ["where", "remark", "clause"], "rows": rows}] if rows else []
