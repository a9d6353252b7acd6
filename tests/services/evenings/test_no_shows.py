"""Check-in and round clock by their use cases: what is refused, who moves up, what the clock leaves alone."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.services.evenings.close import change_evening
from bot.services.evenings.entries import ask_bye, join_evening, leave_evening
from bot.services.evenings.lifecycle import cancel_evening
from bot.services.evenings.no_shows import (
    CLOCK,
    check_in_players,
    check_in_self,
    clock_end,
    confirm_presence,
    missing,
    run_clock,
    set_no_shows,
    withdraw_absent,
)
from bot.services.evenings.report_game import OwnReport, report_game
from bot.services.evenings.rounds import close_round, unpublish_round
from bot.services.evenings.tournament import Tournament
from bot.services.framework.context import Services
from bot.store.database.evening_rows import GameResult, PairingKind
from bot.store.database.tables import evening_announcement, outbox
from core.errors import RuleError
from tests.conftest import Actors, Clock, rows
from tests.services.evenings.evening_steps import Steps

NAMES = ("Ann", "Bo", "Cy", "Di")


def names(entrants: object) -> list[str]:
    assert isinstance(entrants, list)
    return [one.player.name for one in entrants]


async def checking(steps: Steps, *joined: str, **plan: object) -> Steps:
    """Open an evening with a check-in."""
    await steps.opened(*joined, **(plan or {"rounds": 1}))
    await set_no_shows(steps.services, steps.td, steps.key, checks_in=True, minutes=0)
    return steps


async def come(steps: Steps, *who: str) -> Tournament:
    state = await steps.state()
    for name in who:
        state = await check_in_self(steps.services, steps.actor(name), steps.key)
    return state


async def timed(steps: Steps, *joined: str, minutes: int = 30) -> Steps:
    """Open an evening with a round clock, and begin its first round."""
    await steps.opened(*(joined or NAMES), rounds=1)
    await set_no_shows(steps.services, steps.td, steps.key, checks_in=False, minutes=minutes)
    await steps.begin()
    return steps


async def tick(steps: Steps, number: int = 1) -> float | None:
    return await run_clock(steps.services, steps.actor.club_id, steps.key, number)


async def given(steps: Steps, number: int = 1) -> dict[int, str]:
    """Return the results of a round by board."""
    state = await steps.state()
    reports = {one.board: state.report_of(one) for one in state.pairings_of(number) if one.is_game}
    return {board: report.result.value for board, report in reports.items() if report is not None}


async def test_who_has_not_checked_in_is_not_paired_and_comes_later(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES, "Eli", "Flo", rounds=2)
    await come(steps, "Ann", "Bo", "Eli")
    state = await steps.begin()
    assert {state.name_of(number) for one in state.pairings_of(1) for number in one.numbers} == {"Ann", "Bo", "Eli"}
    assert names(missing(state)) == ["Cy", "Di", "Flo"]
    await steps.play()
    await join_evening(services, actor("Cy"), steps.key)
    await check_in_players(services, steps.td, steps.key, [4])
    state = await steps.begin()
    assert {state.name_of(number) for one in state.pairings_of(2) for number in one.numbers} == {*NAMES, "Eli"}


async def test_a_new_member_checks_in_without_joining_first(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor))
    state = await come(steps, "Ann", "Ann", "Bo")
    assert len(state.entrants) == 2
    assert missing(state) == []


async def test_a_late_check_in_makes_the_draft_stale(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES)
    await come(steps, "Ann", "Bo")
    await steps.draft()
    await come(steps, "Cy")
    with pytest.raises(RuleError, match="Press Pair again"):
        await steps.publish()
    state = await steps.begin()
    assert len([number for one in state.pairings_of(1) for number in one.numbers]) == 3


async def test_nobody_is_paired_before_two_have_checked_in(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES)
    await come(steps, "Ann")
    with pytest.raises(RuleError, match="3 players must check in"):
        await steps.draft()


async def test_a_bye_in_round_1_needs_no_check_in(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES, rounds=2)
    await ask_bye(services, actor("Di"), steps.key, None, 1, PairingKind.HALF_BYE)
    assert names(missing(await steps.state())) == ["Ann", "Bo", "Cy"]
    await ask_bye(services, actor("Di"), steps.key, None, 1, None)
    assert names(missing(await steps.state())) == list(NAMES)
    await ask_bye(services, actor("Di"), steps.key, None, 1, PairingKind.HALF_BYE)
    await come(steps, "Ann", "Bo")
    state = await steps.begin()
    assert [(state.name_of(one.first), one.kind) for one in state.pairings_of(1) if not one.is_game] == [
        ("Di", PairingKind.HALF_BYE)
    ]


async def test_check_in_opens_an_hour_before_the_start(services: Services, actor: Actors, clock: Clock) -> None:
    steps = await checking(Steps(services, actor), *NAMES)
    start = clock() + timedelta(hours=3)
    await change_evening(services, steps.td, steps.key, "Friday", f"{start:%Y-%m-%d %H:%M}", "Hall")
    with pytest.raises(RuleError, match="Check-in opens"):
        await come(steps, "Ann")
    clock.move(minutes=121)
    assert "Ann" not in names(missing(await come(steps, "Ann")))


async def test_the_waiting_list_gets_the_places_of_the_absent(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES, places=2, rounds=1)
    state = await come(steps, "Ann", "Di")
    assert [one.waits for one in state.entrants] == [False, False, True, True]
    state = await withdraw_absent(services, steps.td, steps.key, unchecked=True)
    assert [(one.player.name, one.waits) for one in state.entrants] == [("Ann", False), ("Di", False)]


async def test_a_round_robin_that_has_begun_takes_nobody_in(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES, "Eli", method="round-robin")
    await come(steps, *NAMES)
    state = await steps.begin()
    assert len(state.pairings_of(1)) == 2
    with pytest.raises(RuleError, match="closed to new players"):
        await come(steps, "Eli")
    with pytest.raises(RuleError, match="closed to new players"):
        await check_in_players(services, steps.td, steps.key, [5])
    for _ in range(3):
        await steps.play()
        if (await steps.state()).next_round <= 3:
            await steps.begin()
    assert (await steps.state()).next_round == 4


async def test_check_in_is_not_turned_on_after_round_1_began(services: Services, actor: Actors) -> None:
    steps = await Steps(services, actor).opened(*NAMES, rounds=1)
    with pytest.raises(RuleError, match="has no check-in"):
        await come(steps, "Ann")
    await steps.begin()
    with pytest.raises(RuleError, match="Round 1 is already published"):
        await set_no_shows(services, steps.td, steps.key, checks_in=True, minutes=0)


async def test_check_in_after_a_draft_takes_the_old_numbers_away(services: Services, actor: Actors) -> None:
    steps = await Steps(services, actor).opened(*NAMES, "Eli", method="round-robin")
    await steps.draft()
    await set_no_shows(services, steps.td, steps.key, checks_in=True, minutes=0)
    await come(steps, *NAMES)
    await steps.begin()
    state = await steps.play()
    assert sorted(one.seed or 0 for one in state.entrants) == [0, 1, 2, 3, 4]


async def test_free_pairing_has_neither(services: Services, actor: Actors) -> None:
    steps = await Steps(services, actor).opened(*NAMES, method="free")
    with pytest.raises(RuleError, match="has no rounds"):
        await set_no_shows(services, steps.td, steps.key, checks_in=True, minutes=0)


async def test_the_clock_reminds_then_gives_forfeits_once(services: Services, actor: Actors, clock: Clock) -> None:
    steps = await timed(Steps(services, actor))
    assert await tick(steps) == 25 * 60
    clock.move(minutes=25)
    assert await tick(steps) == 5 * 60
    state, pairing = await confirm_presence(services, actor("Ann"), steps.key)
    clock.move(minutes=5)
    ticks = await asyncio.gather(*(tick(steps) for _ in range(3)))
    assert ticks == [None] * 3
    other = 3 - pairing.board
    by_ann = "+-" if pairing.first == 1 else "-+"
    assert await given(steps) == {pairing.board: by_ann, other: "--"}
    assert await tick(steps) is None
    assert len((await steps.state()).reports) == 2
    said = await rows(
        services.database, select(evening_announcement.c.kind).where(evening_announcement.c.kind.startswith("no-show"))
    )
    assert sorted(kind for (kind,) in said) == ["no-show-over", "no-show-soon"]
    assert state.points == {1: 0.0, 2: 0.0, 3: 0.0, 4: 0.0}
    ended = (await close_round(services, steps.td, steps.key)).tournament
    assert {ended.name_of(number): points for number, points in ended.points.items()} == {
        "Ann": 1.0,
        "Bo": 0.0,
        "Cy": 0.0,
        "Di": 0.0,
    }


async def test_after_a_stop_of_the_bot_there_is_a_reminder_first(
    services: Services, actor: Actors, clock: Clock
) -> None:
    steps = await timed(Steps(services, actor))
    clock.move(minutes=90)
    assert await tick(steps) == 5 * 60
    assert await given(steps) == {}
    clock.move(minutes=5)
    assert await tick(steps) is None
    assert set((await given(steps)).values()) == {"--"}


@pytest.mark.parametrize("how", ["closed", "cancelled", "results", "taken back", "turned off"])
async def test_the_clock_leaves_alone(services: Services, actor: Actors, clock: Clock, how: str) -> None:
    steps = await timed(Steps(services, actor))
    if how == "closed":
        await steps.play()
    elif how == "cancelled":
        await cancel_evening(services, steps.td, steps.key, sure=True)
    elif how == "results":
        await steps.enter("\n".join(f"#{one.first} ½ #{one.second}" for one in (await steps.state()).pairings_of(1)))
    elif how == "taken back":
        await unpublish_round(services, steps.td, steps.key)
    else:
        await set_no_shows(services, steps.td, steps.key, checks_in=False, minutes=0)
    before = await given(steps)
    clock.move(minutes=60)
    assert await tick(steps) is None
    clock.move(minutes=60)
    assert await tick(steps) is None
    assert await given(steps) == before


async def test_the_clock_begins_again_with_a_round_published_again(
    services: Services, actor: Actors, clock: Clock
) -> None:
    steps = await timed(Steps(services, actor))
    clock.move(minutes=25)
    assert await tick(steps) == 5 * 60
    await unpublish_round(services, steps.td, steps.key)
    await steps.publish()
    assert await tick(steps) == 25 * 60
    waiting = await rows(services.database, select(outbox.c.subject).where(outbox.c.kind == CLOCK))
    assert [tuple(one) for one in waiting] == [(f"{steps.key}:1",)]


async def test_the_clock_of_round_1_begins_with_the_evening(services: Services, actor: Actors, clock: Clock) -> None:
    steps = await Steps(services, actor).opened(*NAMES, rounds=1)
    start = clock() + timedelta(hours=2)
    await change_evening(services, steps.td, steps.key, "Friday", f"{start:%Y-%m-%d %H:%M}", "Hall")
    await set_no_shows(services, steps.td, steps.key, checks_in=False, minutes=10)
    state = await steps.begin()
    assert state.open_round is not None
    end = clock_end(state, state.open_round)
    assert end is not None
    assert end - start.replace(second=0, microsecond=0) == timedelta(minutes=10)


async def test_a_played_game_replaces_a_forfeit_unless_the_loser_says_so(
    services: Services, actor: Actors, clock: Clock
) -> None:
    steps = await timed(Steps(services, actor), "Ann", "Bo")
    await confirm_presence(services, actor("Ann"), steps.key)
    clock.move(minutes=31)
    await tick(steps)
    clock.move(minutes=16)
    await tick(steps)
    with pytest.raises(RuleError, match="Ask a TD if that is wrong"):
        await report_game(services, actor("Bo"), steps.key, OwnReport(GameResult.WIN))
    done = await report_game(services, actor("Ann"), steps.key, OwnReport(GameResult.LOSS))
    assert done.report is not None
    assert done.report.result.is_played
    done = await report_game(services, actor("Bo"), steps.key, OwnReport(GameResult.WIN))
    assert done.report is not None
    assert done.report.state.value == "confirmed"


async def test_a_player_who_leaves_before_round_1_is_gone(services: Services, actor: Actors) -> None:
    steps = await checking(Steps(services, actor), *NAMES)
    await come(steps, "Ann")
    await leave_evening(services, actor("Ann"), steps.key)
    assert names(missing(await steps.state())) == ["Bo", "Cy", "Di"]
