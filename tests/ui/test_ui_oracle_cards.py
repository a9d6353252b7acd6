"""Oracle's cards: whatever the names and figures, no line of a table is wider than a phone, and no text too long."""

import re
from datetime import UTC, date, datetime
from math import exp

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import PHONE_COLUMNS, fast, names, person_card
from wcwidth import wcswidth

from bot.services.matches.match import MatchPlayer, MatchReport, match_crosstable
from bot.services.matches.predictions import PoolMatrix, PoolPrediction
from bot.services.ratings.oracle.calibrate import CalibrationLine, CalibrationReport, PoolSettings
from bot.services.ratings.oracle.exchange import ImportedLine, RosterImport
from bot.services.ratings.oracle.pools import PoolBoard, PoolCard, PoolPlayer, Rival
from bot.store.database.club_choices import Confirm
from bot.store.database.rows import FactPosition, Player
from bot.store.events.matches import Confirmation
from bot.ui.cards.matches import match_card
from bot.ui.framework.layout import PADDING
from bot.ui.framework.text import safe
from bot.ui.systems.oracle.pool_cards import (
    board_pages,
    calibration_pages,
    import_pages,
    matrix_pages,
    pool_card_lines,
    pool_settings_card,
    prediction_card,
)
from bot.ui.systems.oracle.wording import percent, record
from core.event.event_file import Remark
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.oracle.batch import Probabilities
from core.rating.oracle.config import DEFAULT, Draws, OracleConfig, PlayerKind
from core.rating.oracle.event import PlayerResult, rate_crosstable
from core.rating.oracle.reports import compare, details, leaderboard, superiority_by_errors, win_matrix
from core.rating.oracle.state import PlayerState, ResultTally, as_keeper
from core.rating.outcome import Outcome

POOL, DAY = RatingList("oracle:Second"), date(2026, 11, 21)
AT = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


@st.composite
def pool_players(draw: st.DrawFn, number: int = 1) -> PoolPlayer:
    """Draw a player: new, provisional, a veteran of thousands of games, or the Keeper."""
    wins, losses, draws = (draw(st.sampled_from([0, 3, 12, 250, 9999])) for _ in range(3))
    state = PlayerState(
        log_strength=draw(st.floats(-40, 40)),
        games=wins + losses + draws + draw(st.sampled_from([0, 20])),
        wins=wins,
        losses=losses,
        draws=draws,
        information=draw(st.floats(0, 5000)),
        calibrated=draw(st.sampled_from([None, DAY])),
    )
    kind = draw(st.sampled_from(PlayerKind))
    state = as_keeper(state) if kind is PlayerKind.AI_KEEPER else state
    return PoolPlayer(Player(number, draw(st.sampled_from([None, number])), draw(names)), kind, state)


@st.composite
def pools(draw: st.DrawFn, least: int = 1, most: int = 21) -> tuple[PoolPlayer, ...]:
    return tuple(draw(pool_players(number)) for number in range(1, draw(st.integers(least, most)) + 1))


def check(*embeds: discord.Embed) -> None:
    for embed in embeds:
        text = embed.description or ""
        assert len(text) <= 4096
        assert len(embed) <= 6000
        assert len(embed.title or "") <= 256
        assert len(embed.author.name or "") <= 256
        for block in re.findall(r"```\n(.*?)\n```", text, re.DOTALL):
            assert max(map(wcswidth, block.splitlines())) <= PHONE_COLUMNS, block


@given(pool=pools(), sure=st.booleans())
@fast
def test_the_board_fits_a_phone(pool: tuple[PoolPlayer, ...], sure: bool) -> None:
    lines = leaderboard((one.line(DEFAULT) for one in pool), superiority=superiority_by_errors if sure else None)
    pages = board_pages(PoolBoard(POOL, lines, sure, 2, 1, DEFAULT_RULES))
    check(*pages)
    assert len(pages) == -(-len(pool) // 10)
    for embed, start in zip(pages, range(0, len(lines), 10), strict=True):
        rows = (embed.description or "").splitlines()[1:]
        assert len({wcswidth(row.split("`")[1].replace(PADDING, "_")) for row in rows}) == 1
        shown = zip(rows, lines[start : start + 10], strict=True)
        assert all(safe(line.player.name, 100) in row and " " not in row.split("`")[1] for row, line in shown)


def outcome_of(result: PlayerResult) -> Outcome:
    return Outcome(None, None, result.expected, result.score, result.performance, "", (), (), None, result)


@given(pool=pools(2, 2), results=st.text("WLD", min_size=1, max_size=300), in_order=st.booleans(), data=st.data())
@fast
def test_a_match_fits_a_phone(pool: tuple[PoolPlayer, ...], results: str, in_order: bool, data: st.DataObject) -> None:
    first, second = pool
    scores = tuple({"W": 1.0, "L": 0.0, "D": 0.5}[letter] for letter in results)
    crosstable = match_crosstable(DAY, first.player, second.player, scores, in_order=in_order)
    if first.is_keeper and second.is_keeper:
        return
    rated = rate_crosstable(crosstable, {one.player.id: one.state for one in pool}, DEFAULT)
    sides = [
        (MatchPlayer(one.player, one.kind, outcome_of(rated[number])),) for number, one in enumerate(pool, start=1)
    ]
    confirmations = data.draw(st.sampled_from([(), (Confirmation(1, AT), Confirmation(9, AT))]))
    confirm = data.draw(st.sampled_from([None, Confirm.BOTH, Confirm.DIRECTOR]))
    waits = data.draw(st.sampled_from([None, AT]))
    check(
        match_card(
            MatchReport(1, POOL, DAY, (sides[0], sides[1]), scores, in_order, DEFAULT, 1, confirmations, confirm, waits)
        )
    )


def test_a_match_of_which_no_game_counts_says_so() -> None:
    sides = [
        (MatchPlayer(Player(number, number, name), PlayerKind.HUMAN, None),) for number, name in ((1, "A"), (2, "B"))
    ]
    card = match_card(MatchReport(1, POOL, DAY, (sides[0], sides[1]), (0.5,), True, DEFAULT, 1, (), None))
    assert "None of its games count" in (card.description or "")
    assert "Reported by A" in (card.description or "")


@given(pool=pools(2, 9))
@fast
def test_a_player_fits_a_phone(pool: tuple[PoolPlayer, ...]) -> None:
    one, *others = pool
    rivals = [Rival(other.player, ResultTally(9999, 9999, 9999), 0.5) for other in others]
    check(person_card(one.player.name, pool_card_lines(PoolCard(POOL, one, details(one.line(DEFAULT)), rivals))))


@pytest.mark.long
@given(pool=pools(2, 20))
@fast
def test_predictions_fit_a_phone(pool: tuple[PoolPlayer, ...]) -> None:
    matrix = PoolMatrix(POOL, pool, win_matrix([one.state.log_strength for one in pool]), counts_draws=True)
    check(*matrix_pages(matrix))
    first, second = pool[:2]
    if first.is_keeper and second.is_keeper:
        return
    states = {one.player.id: one.state for one in (first, second)}
    outcomes = {}
    for score in (1.0, 0.5, 0.0):
        rated = rate_crosstable(
            match_crosstable(DAY, first.player, second.player, [score], in_order=True), states, DEFAULT
        )
        outcomes[score] = (rated[1], rated[2])
    for davidson in (None, Probabilities(0.2, 0.3, 0.5)):
        check(prediction_card(PoolPrediction(POOL, (first, second), 0.5, 0.5, 0.5, davidson, outcomes)))


@pytest.mark.long
@given(pool=pools(), unknown=st.integers(0, 10**6), stored=st.sampled_from([None, 7]))
@fast
def test_a_calibration_fits_a_phone(pool: tuple[PoolPlayer, ...], unknown: int, stored: int | None) -> None:
    people = {one.player.id: one.player for one in pool}
    before = {one.player.id: one.state.log_strength for one in pool}
    compared = compare(before, {key: -strength for key, strength in before.items()})
    lines = tuple(CalibrationLine(people[int(str(line.player))], line) for line in compared)
    pages = calibration_pages(CalibrationReport(POOL, FactPosition(DAY, 1), lines, unknown, stored))
    check(*pages)
    assert ("Nothing is stored yet" in (pages[0].description or "")) == (stored is None)


@pytest.mark.long
@given(pool=pools(), pending=st.sampled_from([None, 7]))
@fast
def test_a_table_fits_a_phone(pool: tuple[PoolPlayer, ...], pending: int | None) -> None:
    lines = tuple(
        ImportedLine(one.line(DEFAULT), one.player, one.player.id % 2 == 0, None if one.player.id % 3 else 99.9)
        for one in pool
    )
    remarks = [Remark(number, "strength 0 has no digits left") for number in range(30)]
    check(*import_pages(RosterImport(POOL, lines, pool[0].player, True, remarks, pending)))


def test_settings_mark_what_is_not_usual() -> None:
    config = OracleConfig(a_min=1.02, prior_sd=None, draws=Draws.DAVIDSON)
    card = pool_settings_card(PoolSettings(POOL, config, Player(1, None, "Borealis"), (RatingList.ORACLE, POOL)))
    text = card.description or ""
    assert "Keeper **Borealis**" in text
    assert "`a_min` **1.02**\\*" in text
    assert "`a_max` **1.3** ·" in text
    assert "**none: pure maximum likelihood**\\*" in text
    assert "predictions fit them (Davidson)" in text


@pytest.mark.parametrize(
    ("tally", "words"),
    [(ResultTally(12, 8, 0), "12-8"), (ResultTally(12, 8, 1), "12-8-1"), (ResultTally(0, 0, 0), "0-0")],
)
def test_records_leave_out_draws_that_were_not_played(tally: ResultTally, words: str) -> None:
    assert record(tally) == words


@pytest.mark.parametrize(("chance", "words"), [(0.5, "50.0%"), (1.0, "99.9%"), (exp(-40), "0.1%")])
def test_no_chance_is_a_certainty(chance: float, words: str) -> None:
    assert percent(chance) == words
