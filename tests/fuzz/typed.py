"""What people type into options, written by chance."""

from collections.abc import Callable
from datetime import date
from random import Random

from core.files.common.dates import parse_day, parse_written_day
from core.files.common.text import clean_name
from core.files.typed.opponents import parse_norm_opponents, parse_opponents, parse_results, parse_score
from core.files.typed.persons import (
    parse_age,
    parse_birth,
    parse_external_ratings,
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_title,
    parse_uschess_id,
)
from core.files.typed.prizes import parse_prizes
from core.files.typed.results import parse_results_list
from core.files.typed.rules import parse_time_control
from core.tournament.tiebreaks.standings import parse_order

_TODAY = date(2026, 11, 20)
MOST_CHARACTERS = 6_000
"""What Discord lets a person type into an option."""

_TYPED = """
0 1 2 3 9 00 12 99 100 1500 3000 3001 -1 1e5 2.5 2,5 2½ 1/2 ½ .5 ٣ ² Ⅷ W L D w1500 L@Dana W#12 <@123> <@!1>
<@99999999999999999999> @Dana #3 #0 #99999999999999999999 BYE bye half zero FORFEIT +- -+ -- * 1-0 0-1 ½-½
Dana Eli Ann round rd r 1: 2: 100: 90+30 G/60;d5 25 d inc fide FIDE cfc quick online-quick 1600/24
2026-11-20 2026-02-30 1959-12-31 0000-00-00 9999-12-31 today yesterday 87/05/29 May 29, 1987 29.05.1987
2012 adult child none nothing GM WIM XX NED ned AA000123 12345678 2020009 unrated unr IM ? 2450 W2450
@everyone ` ``` ** İ ß
"""
_WORDS = (*_TYPED.split(), "\u202e", "\u0301" * 40, "\ud800", "\0", "\u2028", "\U0001f3c6", "_" * 9)
_BETWEEN = (" ", " ", " ", ",", ";", "\n", ", ", "", "\t", "(1500)", "\u00a0", '"', "'", ":", "-", "/", "+", "  ")

READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "opponents": (parse_opponents, 'W1500 L1620 @Dana BYE "Anna Lee" #12'),
    "opponents to come": (lambda text: parse_opponents(text, some_open=True), "W1500 1620 <@123> 974p5"),
    "score": (parse_score, "2½"),
    "results": (parse_results, "W D L 1/2 0.5 + = -"),
    "time control": (parse_time_control, "G/60;d5"),
    "results of an evening": (
        parse_results_list,
        '1: Dana 1-0 Eli; 2: "A; B" ½-½ #12, round 3: <@5> +- Bo; Cy half bye',
    ),
    "norm opponents": (parse_norm_opponents, "W2450 IM NED, =2380 GM FRA, BYE; + 2390 FM ITA #7, 2405 GM POL, ?"),
    "day": (lambda text: parse_day(text, _TODAY), "2026-11-20"),
    "written day": (parse_written_day, "29. 05. 1987"),
    "age": (lambda text: parse_age(text, _TODAY), "2012-05-30"),
    "birth": (lambda text: parse_birth(text, _TODAY), "2012"),
    "elsewhere": (lambda text: parse_external_ratings(text, _TODAY), "FIDE 1850, online-quick 1600/24 2025-03-01"),
    "US Chess id": (parse_uschess_id, "12345678"),
    "FIDE id": (parse_fide_id, "2020009"),
    "NASPA id": (parse_naspa_id, "AA000123"),
    "federation": (parse_federation, "USA"),
    "title": (parse_title, "WGM"),
    "order of tie-breaks": (parse_order, "DE, BH/C1, BH, SB/M2; mm"),
    "prizes": (parse_prizes, "1st 300 + trophy, U1800 75, class B 60, top junior 50, upset 20, based on 40"),
    "name": (clean_name, "Quill, Ada"),
}
"""By what is typed: what reads it, and an example."""


def typed(example: str, chance: Random) -> str:
    """Return an example that is mistyped, or words in an order that nobody types them in, up to an option's length."""
    text = _mistyped(example, chance) if chance.random() < 0.6 else _thrown(chance)
    if chance.random() < 0.05:
        text = chance.choice((text, text + chance.choice(_BETWEEN))) * chance.choice((10, 100, 1_000))
    return text[:MOST_CHARACTERS]


def _mistyped(text: str, chance: Random) -> str:
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(text) + 1)
        end = at + chance.choice((0, 0, 1, 2, 9))
        text = text[:at] + chance.choice((_character(chance), chance.choice(_WORDS), "", text[at:end] * 2)) + text[end:]
    return text


def _thrown(chance: Random) -> str:
    words: list[str] = []
    for _ in range(chance.choice((1, 1, 2, 3, 5, 12, 40))):
        words += [chance.choice(_WORDS), chance.choice(_BETWEEN)]
    text = "".join(words) + _character(chance) * chance.randrange(2)
    return text.strip() if chance.random() < 0.5 else text


def _character(chance: Random) -> str:
    return chr(chance.choice((chance.randrange(32, 127), chance.randrange(0x110000))))
