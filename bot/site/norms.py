"""FIDE title norms for the browser: typed rounds compared with each norm, clause by clause."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from core.errors import InputError
from core.fide.norms.evaluation import CheckState, NormCheck
from core.fide.norms.facts import (
    MOST_ROUNDS,
    NORMS,
    EventFormat,
    EventSettings,
    Exemption,
    NormPlayer,
    NormSnapshot,
    TitleNorm,
)
from core.fide.norms.forecast import Forecast, RemainingGame, forecast, needed
from core.fide.norms.result import NormResult, evaluate, evaluate_all
from core.formats.common.text import parse_day, shorten
from core.formats.typed.opponents import parse_norm_opponents
from core.formats.typed.persons import NOTHING, parse_federation
from core.formats.typed.rules import parse_time_control
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
    settings = _settings(fields, written.rounds, today)
    woman = {"yes": True, "no": False}.get(fields.get("woman", ""))
    player = NormPlayer(_federation(fields, "federation"), woman)
    snapshot = NormSnapshot(player, settings, written.games)
    to_come = range(written.rounds + 1, settings.rounds + 1)
    remaining = (*written.remaining, *map(RemainingGame, to_come))
    asked = next((norm for norm in NORMS if str(norm) == fields.get("norm")), None)
    results = list(evaluate_all(snapshot))
    forecasts = {one.norm: one for one in (forecast(snapshot, remaining) if remaining else ())}
    if asked is not None and asked not in [result.norm for result in results]:
        results.append(evaluate(snapshot, asked))
        if remaining:
            forecasts[asked] = needed(snapshot, remaining, asked)
    chosen = _chosen(results, forecasts, asked)
    return [
        {"figure": _figure(chosen, forecasts.get(chosen.norm))},
        {"text": f"{_heading(settings, player)}. Rules: FIDE B.01, since 2024."},
        _verdicts(results, forecasts, len(remaining)),
        *_check_list(chosen),
        *_remarks(chosen),
    ]


def _settings(fields: Fields, written: int, today: date) -> EventSettings:
    yes, no = (True, False) if fields.get("confirmed") == "yes" else (None, None)
    format_, exemption, control = fields.get("format"), fields.get("exemption"), fields.get("time_control")
    rounds_a_day = _number(fields, "rounds_a_day", MOST_ROUNDS_A_DAY)
    return EventSettings(
        start=parse_day(fields["date"], today) if fields.get("date") else today,
        rounds=_number(fields, "rounds", MOST_ROUNDS) or written,
        format=EventFormat(format_) if format_ else None,
        federation=_federation(fields, "host"),
        exemption=Exemption(exemption) if exemption else None,
        rated=yes,
        registered=yes,
        most_rounds_a_day=2 if rounds_a_day is None and yes else rounds_a_day,
        time_control=parse_time_control(control) if control else None,
        time_control_approved=yes,
        arbiters=yes,
        arbiters_play=no,
        changed_for_players=no,
        format_approved=yes,
    )


def _number(fields: Fields, name: str, most: int) -> int | None:
    text = fields.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= most):
        raise InputError(f'"{shorten(text)}" is not a number from 1 to {most}. Write for example {min(9, most)}.')
    return int(text)


def _federation(fields: Fields, name: str) -> str | None:
    text = fields.get(name, "").strip()
    found = parse_federation(text) if text else NOTHING
    return None if found == NOTHING else found


def _chosen(
    results: Sequence[NormResult], forecasts: Mapping[TitleNorm, Forecast], asked: TitleNorm | None
) -> NormResult:
    """Return the norm that was asked for, else the highest that is earned or possible, else the nearest."""
    if asked is not None:
        return next(result for result in results if result.norm is asked)
    near = min(results, key=lambda result: len(result.best.failed))
    return next((result for result in results if _is_open(result, forecasts)), near)


def _is_open(result: NormResult, forecasts: Mapping[TitleNorm, Forecast]) -> bool:
    return forecasts[result.norm].possible if forecasts else result.achieved


def _figure(chosen: NormResult, coming: Forecast | None) -> str:
    if coming is not None:
        return f"{chosen.norm} norm still possible" if coming.possible else f"{chosen.norm} norm out of reach"
    if chosen.certain:
        return f"{chosen.norm} norm earned"
    return f"{chosen.norm} norm earned, to be confirmed" if chosen.achieved else f"No {chosen.norm} norm"


def _heading(settings: EventSettings, player: NormPlayer) -> str:
    parts = [
        counted(settings.rounds, "round"),
        f"format {_words(settings.format) if settings.format else 'not given'}",
        f"player's federation {player.federation or 'not given'}",
    ]
    return ", ".join(parts)


def _verdicts(results: Sequence[NormResult], forecasts: Mapping[TitleNorm, Forecast], remaining: int) -> Part:
    rows = []
    for result in results:
        figures, coming = result.best.figures, forecasts.get(result.norm)
        verdict = _needs(coming, remaining) if coming else _verdict(result)
        rows.append([str(result.norm), verdict, str(figures.average or ""), str(figures.performance or "")])
    return {"title": "Norms", "head": ["norm", "verdict", "average", "performance"], "rows": rows}


def _verdict(result: NormResult) -> str:
    if result.certain:
        return "earned"
    if result.achieved:
        return f"earned; {counted(len(result.best.to_confirm), 'condition')} to confirm"
    return f"not earned: {', '.join(_missing(check) for check in result.best.failed)}"


def _needs(coming: Forecast, remaining: int) -> str:
    if not coming.possible:
        return f"out of reach: {', '.join(_missing(check) for check in coming.blocked)}"
    if coming.points is None:
        return "depends on the opponents to come"
    return f"needs {coming.points:g} of {remaining}" if coming.points else "safe already"


def _missing(check: NormCheck) -> str:
    if not check.missing:
        return _words(check.item)
    return f"{_words(check.item)} {check.missing:g} {'too many' if check.item.is_limit else 'short'}"


def _words(value: str) -> str:
    return value.replace("-", " ")


def _clause(text: str) -> str:
    return text.removeprefix("FIDE B.01, ")  # named above the tables


def _check_list(chosen: NormResult) -> list[Part]:
    rows = [
        [
            _words(check.item).capitalize(),
            _STATES[check.state],
            "" if check.have is None else f"{check.have:g}",
            "" if check.need is None else f"{'at most' if check.item.is_limit else 'at least'} {check.need:g}",
            _clause(check.item.clause),
        ]
        for check in chosen.best.checks
    ]
    head = ["condition", "result", "event has", "norm needs", "clause"]
    return [{"title": f"Conditions of the {chosen.norm} norm", "head": head, "rows": rows}]


def _remarks(chosen: NormResult) -> list[Part]:
    """Return the rounds that do not count, and what a person should check."""
    rows = [
        [f"Round {one.game.round}", f"not counted: {_words(one.exclusion)}", _clause(one.exclusion.clause)]
        for one in chosen.excluded
    ]
    rows += [
        [f"Round {one.game.round}", f"left out for the norm: {_words(one.reason)}", _clause(one.reason.clause)]
        for one in chosen.best.dropped
    ]
    raised = chosen.best.figures.raised
    if raised is not None:
        rows.append([f"Round {raised.round}", f"lowest opponent counted as {raised.floor}", "1.4.6"])
    rows += [["Event", _words(one.warning), _clause(one.clause)] for one in chosen.remarks]
    return [{"title": "Remarks", "head": ["where", "remark", "clause"], "rows": rows}] if rows else []
