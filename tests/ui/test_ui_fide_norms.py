"""Title norms of FIDE: every key has words, and whatever the event, it fits Discord and a phone."""

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import date
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import check_fits, drawn_events, names

from bot.services.ratings.fide.norms import NormReport, WayToTitle
from bot.store.database.rows import Player
from bot.ui.systems.fide import norm_card, norm_lines
from bot.ui.systems.fide.norm_card import norm_pages
from bot.ui.systems.fide.norm_lines import MARKS
from core.rating.fide.norms.evaluation import Basis, CheckState, DropReason, Exclusion, NormItem
from core.rating.fide.norms.facts import (
    GM,
    NORMS,
    Championship,
    Decided,
    EventFormat,
    EventSettings,
    Exemption,
    NormGame,
    NormOpponent,
    NormPlayer,
    NormSnapshot,
    PlayerTitle,
    TitleNorm,
)
from core.rating.fide.norms.forecast import RemainingGame, forecast
from core.rating.fide.norms.result import (
    NormRecord,
    NormRemark,
    NormWarning,
    TitleItem,
    evaluate_all,
    rating_titles,
    title_progress,
)

DANA = Player(1, 2, "Dana")
DAY = date(2026, 5, 1)
COUNTRIES = ("NED", "FRA", "GER", "ESP", "ITA", "POL", "USA", "IND", "CHN", "NOR", "SWE")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (NormItem, norm_lines.ITEMS),
        (Exclusion, norm_lines.EXCLUSIONS),
        (DropReason, norm_lines.DROPS),
        (Basis, norm_lines.BASES),
        (Basis, norm_lines.BASE_CLAUSES),
        (EventFormat, norm_lines.FORMATS),
        (Championship, norm_lines.CHAMPIONSHIPS),
        (Exemption, norm_lines.EXEMPTIONS),
        (TitleItem, norm_card.TITLE_ITEMS),
        (CheckState, MARKS),
    ],
)
def test_every_key_has_words_of_its_own(kind: type[StrEnum], words: dict[Any, str]) -> None:
    assert set(words) == set(kind)
    assert all(words.values())
    if words is not norm_lines.BASE_CLAUSES:
        assert len(set(words.values())) == len(words)


@pytest.mark.parametrize("warning", list(NormWarning))
def test_every_warning_has_a_sentence_with_its_figures(warning: NormWarning) -> None:
    said = norm_lines.warning(NormRemark(warning, "1.4", (4.5, 13)))
    assert said[0].isupper() or said[0].isdigit()
    assert not re.search(r"[{}]", said)
    assert said != norm_lines.warning(NormRemark(_another(warning), "1.4", (4.5, 13)))


def _another(warning: NormWarning) -> NormWarning:
    every = list(NormWarning)
    return every[(every.index(warning) + 1) % len(every)]


def test_every_point_of_the_check_list_has_a_heading() -> None:
    assert list(norm_lines.HEADINGS) == list(range(1, 11))
    assert {item.number for item in NormItem} <= norm_lines.HEADINGS.keys()


@pytest.mark.parametrize(
    ("norm", "text"), list(zip(NORMS, ["GM", "GM or IM", "GM, IM or WGM", "GM, IM, WGM or WIM"], strict=True))
)
def test_the_titles_that_count_are_named_highest_first(norm: TitleNorm, text: str) -> None:
    assert norm_lines.titles_text(norm.counting) == text


def opponent(rating: int | None = 2500, country: str | None = "NED", title: str | None = "GM") -> NormOpponent:
    return NormOpponent(rating, country, None if title is None else PlayerTitle(title), (rating, country, title))


def reported(snapshot: NormSnapshot, remaining: tuple[RemainingGame, ...] = (), **more: Any) -> NormReport:
    results = evaluate_all(snapshot)
    chosen = more.pop("chosen", None) or results[0]
    forecasts = forecast(snapshot, remaining) if remaining else ()
    return NormReport(snapshot, results, chosen, remaining, forecasts, player=DANA, **more)


def event(results: str, rounds: int | None = None, **settings: Any) -> NormSnapshot:
    """Return an event against grandmasters rated 2500 of as many countries, where x is a bye."""
    scores = {"1": 1.0, "=": 0.5, "0": 0.0}
    games = [
        NormGame(number, None, None, Decided.ALLOCATED_BYE)
        if result == "x"
        else NormGame(number, opponent(country=country), scores[result])
        for number, (result, country) in enumerate(zip(results, COUNTRIES, strict=False), start=1)
    ]
    return NormSnapshot(NormPlayer("DEN"), EventSettings(DAY, rounds or len(games), **settings), tuple(games))


def text_of(report: NormReport) -> str:
    return "\n".join(str(page.description) for page in norm_pages(report))


def test_a_norm_is_shown_with_its_figures() -> None:
    """Six of nine: 67%, dp 125; 2500 + 125 = 2625."""
    text = text_of(reported(event("111111000", format=EventFormat.SWISS)))
    assert text.startswith("## GM norm earned, to be confirmed\n❔ **GM**: earned; 8 conditions to confirm\n")
    assert "✅ Performance: **2625**, at least 2600 (1.4.8)" in text
    assert "Ra **2500** + dp **125** = Rp **2625** (6 of 9, 67%)" in text
    assert "Worth **9** games toward the title" in text


def test_what_misses_is_said_with_how_much() -> None:
    """Five of nine: 56%, dp 43; 2543 is 57 short."""
    text = text_of(reported(event("111110000")))
    assert text.startswith("## No GM norm\n❌ **GM**: fails 1 (performance 57 short)\n")
    assert "❌ Performance: **2543**, at least 2600, 57 short (1.4.8)" in text


def test_a_negative_difference_is_written_as_one() -> None:
    """Four of nine: 44%, dp −43."""
    assert "Ra **2500** − dp **43** = Rp **2457**" in text_of(reported(event("111100000")))


def test_a_game_that_is_left_out_says_why_and_what_for() -> None:
    """6 of 9 against 2475 make 2475 + 125 = 2600; with the win against 1500, (9 × 2475 + 2200) / 10 + 149 = 2597."""
    nine = tuple(
        replace(game, opponent=opponent(2475, country))
        for game, country in zip(event("111111000").games, COUNTRIES, strict=False)
    )
    weak = NormGame(10, opponent(1500, "SWE", None), 1.0)
    ten = event("1" * 10, format=EventFormat.SWISS)
    text = text_of(reported(replace(ten, games=(*nine, weak))))
    assert "– Round 10 against 1500 SWE: a win may be dropped (1.4.1f)" in text
    assert "Counted with it: performance 3 short" in text
    assert "Rp **2600**" in text


def test_a_bye_is_not_counted_and_can_complete_a_norm() -> None:
    text = text_of(reported(event("11111100x", format=EventFormat.SWISS)))
    assert "– Round 9: a bye (1.4.2c)" in text
    assert "Eight games and a point without play count as nine (1.4.1c)" in text
    assert "⚠️ An application may use one norm of eight games and a point without play (1.4.1c)" in text


def test_a_waived_line_says_so() -> None:
    alike = tuple(replace(game, opponent=opponent(country="NED")) for game in event("111111000").games)
    told = event("111111000", format=EventFormat.SWISS, exemption=Exemption.ZONAL)
    text = text_of(reported(replace(told, games=alike)))
    assert "⤴ Opponents of one federation: **9**, at most 6, waived (1.4.4)" in text
    assert "Zonal: exempt, used (1.4.3c)" in text


def test_what_rounds_to_come_must_bring_is_said_for_each_title() -> None:
    """Five of seven; of nine 6 are needed (67%, dp 125 with Ra 2500): one more point."""
    left = (RemainingGame(8, opponent(country="IND")), RemainingGame(9, opponent(country="CHN")))
    text = text_of(reported(event("1111100", rounds=9, format=EventFormat.SWISS), left))
    assert text.startswith("**Needed from the last 2 rounds**\n❔ **GM**: **1** of 2\n✅ **IM**: safe already\n")
    assert "**Check list of the GM norm, so far**" in text
    assert "Worth" not in text


def test_what_is_out_of_reach_says_why() -> None:
    text = text_of(reported(event("11110000", rounds=9), (RemainingGame(9, opponent(country="CHN")),)))
    assert "❌ **GM**: out of reach. Even with 1 of 1: performance 57 short" in text


def test_an_unknown_opponent_must_have_a_rating_by_the_points() -> None:
    """Five of eight; 6 of 9 need Ra 2475: (8 × 2500 + R) / 9 ≥ 2474.5, so 2271; 5½ need 2520 and 2676 (2675.5)."""
    text = text_of(reported(event("11111000", rounds=9), (RemainingGame(9),)))
    assert "❔ **GM**: it depends on the opponent to come" in text
    assert "- **½** of 1: each rated 2676 or more" in text
    assert "- **1** of 1: each rated 2271 or more" in text


def way(*records: NormRecord, highest: int | None = 2450, norm: TitleNorm = GM) -> WayToTitle:
    progress = next(one for one in title_progress(records, highest, None) if one.norm is norm)
    return WayToTitle(progress, rating_titles(highest, 20, False), highest)


def test_the_way_to_the_title_names_norms_and_what_is_missing() -> None:
    record = NormRecord(GM, DAY, 9, exempt=False, large_event=None, one_round_days=True)
    text = text_of(reported(event("111111000"), way=way(record)))
    assert "**The way to the GM title**\nNorms: GM 2026-05-01 (9)\n" in text
    assert "❌ Games in norms: **9** of 27, 18 missing (1.5.1)" in text
    assert "❌ Highest rating: **2450** of 2500, 50 missing (1.5.3)" in text
    assert "❔ Norms from a large Swiss" in text
    assert "By rating alone: CM 2200 (10 games to go); FM 2300 (10 games to go) (0.6)" in text


def test_a_title_that_is_earned_is_said_to_be() -> None:
    records = [NormRecord(GM, DAY, 9, large_event=True, one_round_days=True)] * 3
    assert "**The way to the GM title**: earned" in text_of(
        reported(event("111111000"), way=way(*records, highest=2500))
    )


opponents = st.builds(
    opponent,
    st.none() | st.integers(1000, 3000),
    st.sampled_from([*COUNTRIES, "FID", "NON", None]),
    st.sampled_from([None, *[title.value for title in PlayerTitle]]),
)
games = st.tuples(st.none() | opponents, st.sampled_from([0.0, 0.5, 1.0]), st.sampled_from(Decided))


@st.composite
def reports(draw: st.DrawFn) -> NormReport:
    """Draw an event of any kind."""
    drawn = draw(st.lists(games, max_size=13))
    to_come = draw(st.lists(st.none() | opponents, max_size=2))
    rounds = max(1, len(drawn) + len(to_come))
    passed: list[NormGame] = []
    for number, (met, score, decided) in enumerate(drawn, start=1):
        how = Decided.ALLOCATED_BYE if met is None and decided is Decided.PLAYED else decided
        passed.append(NormGame(number, met, score, how))
    settings = EventSettings(
        DAY,
        rounds,
        draw(st.none() | st.sampled_from(EventFormat)),
        draw(st.sampled_from([None, date(2026, 5, 9), date(2026, 9, 1)])),
        championship=draw(st.none() | st.sampled_from(Championship)),
        exemption=draw(st.none() | st.sampled_from(Exemption)),
        federation=draw(st.sampled_from([None, "NOR"])),
        most_rounds_a_day=draw(st.sampled_from([None, 1, 3])),
        rated=draw(st.sampled_from([None, True, False])),
    )
    woman = draw(st.sampled_from([None, True, False]))
    snapshot = NormSnapshot(NormPlayer(draw(st.sampled_from([None, "NOR"])), woman), settings, tuple(passed))
    remaining = tuple(RemainingGame(len(drawn) + 1 + at, met) for at, met in enumerate(to_come))
    chosen = draw(st.sampled_from(evaluate_all(snapshot)))
    progress = draw(st.sampled_from(title_progress([NormRecord(GM, DAY, 13)] * 9, 2400, woman)))
    path = draw(st.sampled_from([None, WayToTitle(progress, rating_titles(None, 0, woman), 2400)]))
    return reported(snapshot, remaining, chosen=chosen, way=path, event_id=draw(st.sampled_from([None, 7])))


@drawn_events
@given(reports(), names)
def test_whatever_the_event_the_answer_fits_discord(report: NormReport, name: str) -> None:
    for page in norm_pages(replace(report, name=name, player=replace(DANA, name=name))):
        check_fits(page)
        assert page.description
    text = text_of(report)
    assert not re.search(r"[{}]|None", text)
    shown = {str(result.norm) for result in report.results}
    assert _titles_with_a_verdict(text) >= shown


def _titles_with_a_verdict(text: str) -> Collection[str]:
    return set(re.findall(r"^(?:✅|❔|❌) \*\*([WGIM]+)\*\*:", text, re.MULTILINE))
