"""What happens to a paired evening between its steps."""

import asyncio
from collections import Counter

import pytest
from evening_steps import Steps, refusals
from sqlalchemy import select

from bot.services.club.privacy import forget_player
from bot.services.evenings.close import close_evening, reopen_evening
from bot.services.evenings.entries import add_entrants, join_evening, leave_evening, withdraw
from bot.services.evenings.lifecycle import cancel_evening
from bot.services.evenings.report_game import OwnReport, report_game, take_back_report
from bot.services.evenings.rounds import draft_round, pairing_digest, publish_round, unpublish_round
from bot.services.evenings.standings import rank, section_of_tournament
from bot.services.evenings.tournament import pairing_by_id
from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.events.void import undo_event
from bot.services.framework.context import Services
from bot.services.people.merge import hide_player, merge_players, undo_merge
from bot.store.database.evening_rows import GameResult, ReportState
from bot.store.database.tables import event
from bot.store.database.transactions import Connection
from bot.store.messages import outbox
from core.errors import NotFoundError, RuleError
from tests.conftest import Actors

WON, LOST = OwnReport(GameResult.WIN), OwnReport(GameResult.LOSS)


@pytest.fixture
def steps(services: Services, actor: Actors) -> Steps:
    return Steps(services, actor)


@pytest.mark.long
async def test_people_are_merged_hidden_and_forgotten_in_the_middle(steps: Steps) -> None:
    services, actor = steps.services, steps.actor
    await steps.opened("Ann", "Bo", "Cy", "Di", "Wim", rounds=3, places=4)
    state = await steps.begin()
    ids = {one.player.name: one.player.id for one in state.entrants}
    assert [one.player.name for one in state.entrants if one.waits] == ["Wim"]
    (sentence,) = await refusals(merge_players(services, steps.td, ids["Ann"], ids["Bo"], "one person"))
    assert "both played in Friday" in sentence
    # Somebody who plays turns out to be a player whom the club knows by another account.
    other = await Steps(services, actor).opened("Old Ann", rounds=1)
    old = (await other.state()).entrants[0].player.id
    merged = await merge_players(services, steps.td, old, ids["Ann"], "one person")
    assert (await steps.state()).by_number[1].player.id == old
    await undo_merge(services, steps.td, merged.merge_id)
    assert (await steps.state()).by_number[1].player.id == ids["Ann"]
    await steps.play()
    await steps.draft()
    await hide_player(services, steps.td, ids["Cy"], "asked for it", hidden=True)
    await forget_player(services, actor("Bo"), None)
    state = await steps.state()
    bo = state.by_number[2]
    assert (bo.player.user_id, bo.until_round) == (None, 1)
    assert "Bo" not in {one.player.name for one in state.entrants}
    assert not state.by_number[5].waits  # their place is free
    (sentence,) = await refusals(steps.publish())
    assert "Press Pair again" in sentence
    state = await steps.begin()
    seated = {number for one in state.pairings_of(2) for number in one.numbers}
    assert seated == {1, 3, 4, 5}
    # One who was never paired is gone altogether.
    await join_evening(services, actor("Eva"), steps.key)
    await forget_player(services, actor("Eva"), None)
    assert len((await steps.state()).entrants) == 5
    for _ in range(2):
        state = await steps.play()
        if state.next_round == 3:
            await steps.begin()
    assert len(section_of_tournament(state, None).people) == 5

    def waiting(connection: Connection) -> list[str]:
        return [one.subject for one in outbox.of_kind(connection, actor.club_id, "evening-card")]

    assert f"{steps.key}:all" in await services.database.read(waiting, club=actor.club_id)


@pytest.mark.long
async def test_what_was_said_of_a_round_that_is_taken_back_goes_with_it(steps: Steps) -> None:
    services, actor = steps.services, steps.actor
    await steps.opened("Ann", "Bo", "Cy", "Di", rounds=2)
    state = await steps.begin()
    said = await report_game(services, actor("Ann"), steps.key, WON)
    assert said.report is not None
    await take_back_report(services, actor("Ann"), steps.key, said.pairing.id, said.report.version)
    await unpublish_round(services, steps.td, steps.key)
    await withdraw(services, steps.td, steps.key, 4)
    state = await steps.begin()
    assert [one.is_game for one in state.pairings_of(1)] == [True, False]
    assert state.by_pairing == {}
    with pytest.raises(NotFoundError, match="no longer exists"):
        pairing_by_id(state, said.pairing.id)
    state = await steps.play()
    (board,) = [one for one in state.pairings_of(1) if one.is_game]
    (sentence,) = await refusals(steps.enter(f"1: #{board.first} * #{board.second}", "a slip"))
    assert "Write the result" in sentence


@pytest.mark.sampled(2)
async def test_two_at_once(steps: Steps) -> None:
    services, actor = steps.services, steps.actor
    names = [f"P{number:02d}" for number in range(1, 17)]
    await steps.opened(*names, rounds=3)
    drafted = await refusals(*(draft_round(services, steps.td, steps.key) for _ in range(2)))
    state = await steps.state()
    assert drafted == []
    assert state.draft is not None
    digest = pairing_digest(state, state.draft)
    (sentence,) = await refusals(
        *(publish_round(services, steps.td, steps.key, 1, digest, anyway=True) for _ in range(2))
    )
    assert "already published" in sentence
    # 64 presses at once: everybody presses four times.
    seats = {number: one for one in state.pairings_of(1) for number in one.numbers}
    told = {number: WON if number == one.first else LOST for number, one in seats.items()}
    presses = [report_game(services, actor(state.name_of(number)), steps.key, told[number]) for number in [*seats] * 4]
    assert await refusals(*presses) == []
    state = await steps.state()
    assert {state.state_of(one) for one in state.pairings_of(1)} == {ReportState.CONFIRMED}
    assert sum(state.points.values()) == 8
    state = await steps.play()
    # 64 on one board: both say that they won, 32 times each.
    state = await steps.begin()
    board = state.pairings_of(2)[0]
    assert board.second is not None
    pair = [state.name_of(board.first), state.name_of(board.second)]
    assert await refusals(*(report_game(services, actor(pair[at % 2]), steps.key, WON) for at in range(64))) == []
    state = await steps.state()
    assert state.state_of(board) is ReportState.DISPUTED
    assert len(state.by_pairing[board.id]) == 2
    assert state.result_of(board) is None


async def test_a_bye_of_a_round_robin_scores_nothing_but_in_scrabble(steps: Steps) -> None:
    await steps.opened("Ann", "Bo", "Cy", method="round-robin")
    for _ in range(3):
        await steps.begin()
        state = await steps.play()
    rows = rank(state).rows
    assert sum(state.points.values()) == sum(row.points for row in rows) == 3  # three games
    words = await Steps(steps.services, steps.actor).opened("Ann", "Bo", "Cy", method="scrabble-round-robin")
    state = await words.begin()
    assert sorted(state.points.values()) == [0, 0, 1]
    (bye,) = [one for one in section_of_tournament(state, None).crosstable.byes if one.kind.gives_a_point]
    assert bye.points == 50


async def test_nobody_comes_into_a_round_robin_for_one_who_leaves(steps: Steps) -> None:
    await steps.opened("Ann", "Bo", "Cy", "Di", "Wim", method="round-robin", places=4)
    await steps.begin()
    await leave_evening(steps.services, steps.actor("Di"), steps.key)
    state = await steps.play()
    assert state.by_number[5].waits
    with pytest.raises(RuleError, match="has begun"):
        await join_evening(steps.services, steps.actor("Eva"), steps.key)


@pytest.mark.long
async def test_a_reopened_evening_is_corrected_and_rated_as_if_right(
    steps: Steps,
) -> None:
    services, actor = steps.services, steps.actor
    await steps.opened("Ann", "Bo", "Cy", "Di", rounds=2)
    for _ in range(2):
        await steps.begin()
        state = await steps.play()
    board = state.pairings_of(1)[0]
    correction = f"1: #{board.first} 0-1 #{board.second}"
    _, wrong = await close_evening(services, steps.td, steps.key)
    ids = {one.player.name: one.player.id for one in state.entrants}
    other = await Steps(services, actor).opened("Old Ann", rounds=1)
    old = (await other.state()).entrants[0].player.id
    # Somebody who played turns out to be another player before it is opened again.
    await merge_players(services, steps.td, old, ids["Ann"], "one person")
    state = await reopen_evening(services, steps.td, steps.key)
    assert state.by_number[1].player.id == old
    (sentence,) = await refusals(reopen_evening(services, steps.td, steps.key))
    assert "is open" in sentence
    (sentence,) = await refusals(steps.enter(correction))
    assert "Give a reason" in sentence
    await steps.enter(correction, "the scoresheet says so")
    assert next(one for one in (await steps.state()).rounds if one.number == 1).corrected
    _, right = await close_evening(services, steps.td, steps.key)
    (section,) = right.sections
    who = {one.number: one.player for one in section.crosstable.entrants}
    won = {who[one.first if one.score == 1 else one.second] for one in section.crosstable.games if one.round == 1}
    assert state.by_number[board.second or 0].player.id in won
    assert state.by_number[board.first].player.id not in won
    (was,) = wrong.sections
    assert was.event_id != section.event_id

    def events(connection: Connection) -> list[tuple[int, bool]]:
        return [(row.id, bool(row.voided)) for row in connection.execute(select(event).order_by(event.c.id))]

    assert await services.database.read(events, club=actor.club_id) == [(was.event_id, True), (section.event_id, False)]
    # What was corrected otherwise is not lost by opening it again; what is voided may be.
    await correct_event(services, steps.td, section.event_id, [EventEdit(name="Saturday")], "its name")
    (sentence,) = await refusals(reopen_evening(services, steps.td, steps.key))
    assert "has been corrected with /td correct" in sentence
    await undo_event(services, steps.td, section.event_id, "all wrong")
    assert (await reopen_evening(services, steps.td, steps.key)).evening.event_id is None
    # Cancelled by a slip: the same brings it back.
    await cancel_evening(services, steps.td, steps.key, sure=True)
    assert (await reopen_evening(services, steps.td, steps.key)).next_round == 3


@pytest.mark.long
async def test_two_rounds_of_200(steps: Steps) -> None:
    names = [f"P{number:03d}" for number in range(200)]
    await steps.opened(rounds=2)
    await add_entrants(steps.services, steps.td, steps.key, [steps.actor(name).member for name in names])
    met: list[frozenset[int]] = []
    for number in (1, 2):
        drafting = asyncio.create_task(steps.draft())
        turns = 0
        while not drafting.done():
            await asyncio.sleep(0.01)
            turns += 1
        state = await steps.publish()
        assert turns > 1  # others were served meanwhile
        boards = state.pairings_of(number)
        assert sorted(place for one in boards for place in one.numbers) == [*range(1, 201)]
        met += [frozenset(one.numbers) for one in boards]
        state = await steps.play()
    assert len({*met}) == 200
    assert Counter(state.points.values()) == {0.0: 50, 1.0: 100, 2.0: 50}


async def test_a_swiss_takes_400(steps: Steps) -> None:
    await steps.opened(rounds=2)
    names = [f"P{number:03d}" for number in range(400)]
    await add_entrants(steps.services, steps.td, steps.key, [steps.actor(name).member for name in names])
    with pytest.raises(RuleError, match="400 players"):
        await join_evening(steps.services, steps.actor("One more"), steps.key)
