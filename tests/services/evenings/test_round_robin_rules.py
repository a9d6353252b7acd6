"""A round robin that somebody leaves or is absent from (FIDE C.05): standings, prizes, chances, the stored event."""

from functools import partial

import pytest

from bot.services.evenings.announcements import set_prizes
from bot.services.evenings.chances import schedule_of
from bot.services.evenings.close import close_evening
from bot.services.evenings.entries import ask_bye, withdraw
from bot.services.evenings.rounds import close_round
from bot.services.evenings.standings import prizes_of, rank
from bot.services.evenings.tournament import Tournament, seeds_for
from bot.services.framework.context import Services
from bot.store.database.evening_rows import AskedBye, PairingKind
from bot.store.evenings import evening_rounds
from core.errors import RuleError
from core.event.crosstable import ByeKind
from core.tournament.prizes import Sharing
from tests.conftest import Actors
from tests.services.evenings.evening_steps import Steps

NAMES = ("Ann", "Bo", "Cy", "Di", "Eli", "Fay")


def points(state: Tournament) -> dict[str, float]:
    return {state.name_of(row.number): float(row.points) for row in rank(state)[0] if not row.out}


def chances_points(state: Tournament) -> dict[str, float]:
    """Return the points that chances are worked out from, those of forfeits to come too."""
    seeds = seeds_for(state, state.next_round)
    schedule = schedule_of(state, seeds)
    number_of = {seed: number for number, seed in seeds.items()}
    gone = schedule.out_of_the_table
    return {state.name_of(number_of[n]): p / 2 for n, p in schedule.half_points().items() if n not in gone}


async def left_after(steps: Steps, rounds: int) -> tuple[Tournament, str]:
    """Play a round robin in which one player loses every game and leaves after some rounds, and the rest draw."""
    await steps.opened(*NAMES, method="round-robin")
    gone = None
    for number in range(1, 6):
        state = await steps.begin()
        games = [one for one in state.pairings_of(number) if one.is_game]
        gone = gone or games[0].second
        sign = {True: "1-0", False: "½-½"}
        lines = [
            f"#{one.second} {sign[True]} #{one.first}"
            if one.first == gone
            else f"#{one.first} {sign[one.second == gone]} #{one.second}"
            for one in games
        ]
        await steps.enter("\n".join(lines))
        state = (await close_round(steps.services, steps.td, steps.key)).tournament
        if number == rounds:
            await withdraw(steps.services, steps.td, steps.key, gone or 0)
    state = await steps.state()
    return state, state.name_of(gone or 0)


async def test_who_leaves_with_less_than_half_played_is_out_of_the_table(services: Services, actor: Actors) -> None:
    steps = Steps(services, actor)
    state, gone = await left_after(steps, 2)
    others = set(NAMES) - {gone}
    assert points(state) == dict.fromkeys(others, 2.0)
    assert chances_points(state) == dict.fromkeys(others, 2.0)
    assert rank(state)[0][-1].out
    assert {row.rank for row in rank(state)[0] if not row.out} == {1}
    assert {state.name_of(number): each for number, each in state.points.items()} == {
        gone: 0.0,
        **dict.fromkeys(others, 2.0),
    }


async def test_of_who_leaves_later_the_games_left_are_lost_by_forfeit(services: Services, actor: Actors) -> None:
    steps = Steps(services, actor)
    state, gone = await left_after(steps, 3)
    expected = dict.fromkeys(NAMES, 3.0) | {gone: 0.0}
    assert points(state) == expected
    assert chances_points(state) == expected
    _, report = await close_evening(services, steps.td, steps.key)
    (section,) = report.sections
    kinds = [bye.kind for bye in section.crosstable.byes]
    assert sorted(kinds) == [ByeKind.FORFEIT_LOSS] * 2 + [ByeKind.FORFEIT_WIN] * 2
    assert len(section.crosstable.games) == 13


@pytest.mark.parametrize(("rounds", "shared"), [(2, 5), (3, 5)])
async def test_the_prize_is_shared_by_all_who_are_equal(
    services: Services, actor: Actors, rounds: int, shared: int
) -> None:
    steps = Steps(services, actor)
    await left_after(steps, rounds)
    await set_prizes(services, steps.td, steps.key, "1st 100, 2nd 50", "", Sharing.USCHESS)
    for closed in (False, True):
        if closed:
            await close_evening(services, steps.td, steps.key)
        found = await prizes_of(services, actor.club_id, steps.key)
        assert found.distribution is not None
        assert [share.cents for share in found.distribution.shares] == [3000] * shared


@pytest.mark.parametrize("who", ["Ann", "Tess"])
@pytest.mark.parametrize("method", ["round-robin", "double-round-robin", "quads"])
async def test_nobody_gets_a_bye_where_everybody_meets_everybody(
    services: Services, actor: Actors, method: str, who: str
) -> None:
    steps = await Steps(services, actor).opened("Ann", "Bo", "Cy", "Di", method=method)
    number = None if who == "Ann" else (await steps.state()).entrants[0].number
    with pytest.raises(RuleError, match="has no byes because everybody meets everybody"):
        await ask_bye(services, actor(who, manager=who == "Tess"), steps.key, number, 2, PairingKind.HALF_BYE)


async def test_a_bye_of_before_is_a_game_lost_by_forfeit(services: Services, actor: Actors) -> None:
    steps = await Steps(services, actor).opened("Ann", "Bo", "Cy", "Di", method="round-robin")
    key, (ann, *_) = steps.key, (await steps.state()).entrants
    bye = AskedBye(ann.number, 1, PairingKind.HALF_BYE, 1)
    put = partial(evening_rounds.put_bye, evening_id=key, bye=bye, now=services.now())
    await services.database.write(put, club=actor.club_id)
    state = await steps.begin()
    (met,) = [one.first for one in state.pairings_of(1) if one.kind is PairingKind.PAIRED_BYE]
    assert points(state)[state.name_of(met)] == 1.0
    assert points(state)["Ann"] == 0.0


async def test_the_free_place_of_an_odd_round_robin_is_no_forfeit(services: Services, actor: Actors) -> None:
    steps = await Steps(services, actor).opened("Ann", "Bo", "Cy", "Di", "Eli", method="round-robin")
    for _ in range(5):
        await steps.begin()
        state = await steps.play()
    assert sum(points(state).values()) == 10.0


async def test_byes_for_the_place_of_who_left_a_scrabble_round_robin_give_nothing(
    services: Services, actor: Actors
) -> None:
    """Five players: the one beaten in round 1 leaves, all other games are 380-380.

    Everybody else meets three opponents, 1½ points, and has the bye of the odd number, 1 point and +50: 2½ for all.
    """
    steps = await Steps(services, actor).opened("Ann", "Bo", "Cy", "Di", "Eli", method="scrabble-round-robin")
    gone = 0
    for number in range(1, 6):
        state = await steps.begin()
        games = [one for one in state.pairings_of(number) if one.is_game]
        gone = gone or games[0].second or 0
        lines = [f"#{one.first} {400 if gone in one.numbers else 380} #{one.second} 380" for one in games]
        await steps.enter("\n".join(lines))
        await close_round(steps.services, steps.td, steps.key)
        if number == 1:
            await withdraw(steps.services, steps.td, steps.key, gone)
    state = await steps.state()
    rows = rank(state).rows
    assert [(row.rank, row.points, row.values) for row in rows[:4]] == [(1, 2.5, (50,))] * 4
    assert [(row.number, row.out) for row in rows[4:]] == [(gone, True)]
