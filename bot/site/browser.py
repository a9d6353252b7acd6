"""What the pages show: the calculators' figures as headings, sentences and tables, in JSON."""

import json
from datetime import date
from typing import Any

from bot.site import calculator
from bot.site.norms import norm_parts
from core.errors import RatingError
from core.event.entered_rating import ESTABLISHED_GAMES
from core.words import counted, displayed

Part = dict[str, Any]
Data = dict[str, Any]


def answer(call: str, given: Any, today: str, rating_list: str = "") -> str:
    """Return the answer to a form as JSON: parts with a figure, a text, rows or steps; or an error's sentence.

    call: event, norm, match, margin or file. given: the fields as JSON, or names and bytes of files.
    today: year-month-day. rating_list: what files are rated by; empty for the list that fits them.
    """
    day = date.fromisoformat(today)
    try:
        if call == "file":
            parts = _file([(str(name), bytes(content)) for name, content in given], rating_list, day)
        else:
            parts = _CALLS[call](json.loads(given), day)
    except RatingError as error:
        return json.dumps({"error": error.message})
    return json.dumps({"parts": parts})


def _event(fields: dict[str, str], today: date) -> list[Part]:
    found = calculator.event(fields, today)
    return _needed(found) if "needed" in found else _rated(found)


def _needed(found: Data) -> list[Part]:
    of, target = found["of"], f"{found['target']:g}"
    if found["needed"] is None:
        text = f"No score against these opponents gives {target}."
    else:
        text = f"You need {_points(found['needed'])} of {of} for {target}."
    rows = [[_points(row["score"]), "–" if row["after"] is None else str(row["after"])] for row in found["scores"]]
    return [{"figure": text}, {"title": "Your rating after each score", "head": ["score", "rating"], "rows": rows}]


def _match(fields: dict[str, str], today: date) -> list[Part]:
    found = calculator.match(fields, today)
    first, *rest = _rated(found)
    return [first, {"text": f"The opponent has {found['other']:.2f} after the match."}, *rest]


def _margin(fields: dict[str, str], today: date) -> list[Part]:
    found = calculator.margin(fields, today)
    even = {"text": f"Your rating predicts a margin of {found['even']:+.1f}. That margin is worth 50%."}
    if found["percent"] is None:
        return [even]
    return [{"figure": f"{found['percent']:.1f}%"}, even]


_CALLS = {"event": _event, "norm": norm_parts, "match": _match, "margin": _margin}


def _rated(found: Data) -> list[Part]:
    parts: list[Part] = [{"figure": _change(found)}, {"text": _sentence(found)}]
    if found["games"]:
        rows = [
            [str(game["round"]), _figure(game["opponent"], 0), _points(game["score"]), _figure(game["expected"], 4)]
            for game in found["games"]
        ]
        total = sum(game["expected"] or 0 for game in found["games"])
        rows.append(["", "sum", _points(found["score"]), _figure(total, 4)])
        head = ["round", "opponent", "score", "expected score"]
        parts.append({"title": "Expected scores", "head": head, "rows": rows})
    if found["levels"]:
        parts.append(_norm_table(found["levels"], found["games"]))
    if found.get("established"):
        parts.insert(2, {"text": _ESTABLISHED})
    return [*parts, {"steps": found["steps"]}]


_ESTABLISHED = f"Without a number of games, the rating counts as established ({ESTABLISHED_GAMES} games)."


def _norm_table(levels: list[Data], games: list[Data]) -> Part:
    """Return the expected score of each level in each round, as the document of seed 000 shows them."""
    rounds = [
        [str(game["round"]), _figure(game["opponent"], 0), *(_figure(level["games"][place], 4) for level in levels)]
        for place, game in enumerate(games)
    ]
    sums = [
        ["", "expected", *(_figure(level["expected"], 4) for level in levels)],
        ["", "required", *(_figure(level["required"], 4) or "–" for level in levels)],
        ["", "norm", *("earned" if level["earned"] else "–" for level in levels)],
    ]
    head = ["round", "opponent", *(f"{level['level']} ({level['code']})" for level in levels)]
    return {"title": "Expected and required scores by norm level", "head": head, "rows": [*rounds, *sums]}


def _change(found: Data) -> str:
    if found["after"] is None:
        return "No rating yet"
    before = "unrated" if found["before"] is None else str(found["before"])
    change = "" if found["change"] is None else f" ({found['change']:+.2f})"
    return f"{before} → {found['after']}{change}"


def _sentence(found: Data) -> str:
    parts = [counted(found["score"], "point")]
    if found["expected"] is not None:
        parts.append(f"expected {found['expected']:.2f}")
    parts.append(f"performance rating {found['performance']:.2f}")
    return f"{', '.join(parts)}. Rules: {found['rules']}."


def _file(files: list[tuple[str, bytes]], rating_list: str, today: date) -> list[Part]:
    found = calculator.file(files, rating_list, today)
    return [*_ranking(found["ranking"]), *(part for section in found["sections"] for part in _section(section))]


def _ranking(found: Data | None) -> list[Part]:
    """Return the QURSH standings of a Scrabble event, or the sentence why there are none."""
    if found is None:
        return []
    if "error" in found:
        return [{"text": f"No QURSH standings: {found['error']}"}]
    rows = [
        [
            "–" if row["rank"] is None else str(row["rank"]),
            row["name"],
            row["division"] or "",
            _figure(row["rating"], 0),
            "–" if row["score"] is None else f"{row['score']:.2f}",
            str(row["games"]),
            f"{_points(row['wins'])}–{_points(row['losses'])}",
            f"{row['spread']:+d}",
        ]
        for row in found["rows"]
    ]
    head = ["rank", "name", "division", "rating", "QURSH", "games", "record", "spread"]
    parts: list[Part] = [{"title": "QURSH standings", "head": head, "rows": rows}]
    if any(row["rank"] is None for row in found["rows"]):
        parts.append({"text": "Players without a rank have fewer than half of their rounds scored."})
    if found["missing"]:
        names = ", ".join(found["missing"])
        parts.append({"text": f"Division {names} is missing or has no scores. Choose its file too."})
    return [*parts, {"text": f"Placed by {found['origin']}.", "small": True}]


def _section(section: Data) -> list[Part]:
    rows = [
        [
            str(row["number"]),
            row["name"],
            _points(row["score"]),
            _figure(row["expected"], 2),
            _figure(row["before"], 0),
            _figure(row["after"], 0),
            _figure(row["performance"], 0),
            " ".join(row["norms"]),
        ]
        for row in section["players"]
    ]
    head = ["no.", "name", "points", "expected", "before", "after", "performance", "norm"]
    note = f"{section['list']}, {section['day']}"
    if section["established"]:
        ratings = counted(section["established"], "rating")
        note += f". {ratings} without games: counted as established ({ESTABLISHED_GAMES} games)"
    return [
        {"text": note, "small": True},
        {"title": section["name"], "head": head, "rows": rows},
    ]


def _figure(value: float | None, decimals: int) -> str:
    if value is None:
        return ""
    return f"{value:.{decimals}f}" if decimals else str(displayed(value))


def _points(value: float | None) -> str:
    if value is None:
        return ""
    whole, half = divmod(value, 1)
    return f"{whole:g}" if not half else f"{whole:g}½" if whole else "½"
