"""What the walk may do at paired evenings: check in, pair, say that one is here, let the round clock run."""

from typing import Any

from sqlalchemy import exists, select

from bot.services.evenings.close import close_evening, reopen_evening
from bot.services.evenings.entries import join_evening, leave_evening
from bot.services.evenings.lifecycle import Plan, cancel_evening, new_evening
from bot.services.evenings.no_shows import (
    check_in_players,
    check_in_self,
    confirm_presence,
    run_clock,
    set_no_shows,
    withdraw_absent,
)
from bot.services.evenings.report_game import OwnReport, report_game, take_back_report
from bot.services.evenings.rounds import close_round, draft_round, pairing_digest, publish_round, unpublish_round
from bot.services.evenings.tournament import Tournament, tournament_of
from bot.store.database.evening_rows import GameResult
from bot.store.database.tables import evening, evening_entrant, evening_pairing, evening_report, evening_round
from bot.store.database.transactions import Connection
from core.lists import RatingList
from core.tournament.pairing.methods import method_named
from tests.soak.operations import Delivery, Operation, _anybody, _director, _somebody
from tests.soak.walk import CLUB, NothingThere, Walk


async def _paired(walk: Walk, status: str = "open") -> Tournament:
    query = select(evening.c.id).where(evening.c.status == status, evening.c.method != "typed")
    return await tournament_of(walk.services, CLUB, await walk.one_of(query))


async def open_paired(walk: Walk) -> tuple[str, Delivery]:
    still_open = select(evening.c.id).where(evening.c.status == "open", evening.c.method != "typed")
    if await walk.rows(still_open):
        raise NothingThere
    plan = Plan(method_named(walk.random.choice(["swiss", "swiss", "round-robin"])))
    if plan.method.set_rounds is None:
        plan = Plan(plan.method, walk.random.choice([1, 2]))
    moved = RatingList.USCHESS_REGULAR
    return _director(walk), lambda actor: new_evening(walk.services, actor, "Cup", moved, plan)


async def join(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _anybody(walk), lambda actor: join_evening(walk.services, actor, key)


async def leave(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _anybody(walk), lambda actor: leave_evening(walk.services, actor, key)


async def checks(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _anybody(walk), lambda actor: check_in_self(walk.services, actor, key)


async def checks_others_in(walk: Walk) -> tuple[str, Delivery]:
    found = await _paired(walk)
    numbers = [one.number for one in found.entrants if walk.random.random() < 0.5]
    return _director(walk), lambda actor: check_in_players(walk.services, actor, found.evening.id, numbers)


async def rules(walk: Walk) -> tuple[str, Delivery]:
    key, random = (await _paired(walk)).evening.id, walk.random
    checks_in, minutes = random.random() < 0.7, random.choice([0, 10, 30])
    return _director(walk), lambda actor: set_no_shows(walk.services, actor, key, checks_in=checks_in, minutes=minutes)


async def withdraw(walk: Walk) -> tuple[str, Delivery]:
    key, unchecked = (await _paired(walk)).evening.id, walk.random.random() < 0.5
    return _director(walk), lambda actor: withdraw_absent(walk.services, actor, key, unchecked=unchecked)


async def draft(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _director(walk), lambda actor: draft_round(walk.services, actor, key)


async def publish(walk: Walk) -> tuple[str, Delivery]:
    found = await _paired(walk)
    if found.draft is None:
        raise NothingThere
    number, digest = found.draft.number, pairing_digest(found, found.draft)
    return _director(walk), lambda actor: publish_round(
        walk.services, actor, found.evening.id, number, digest, anyway=True
    )


async def unpublish(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _director(walk), lambda actor: unpublish_round(walk.services, actor, key)


async def here(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _anybody(walk), lambda actor: confirm_presence(walk.services, actor, key)


async def report(walk: Walk) -> tuple[str, Delivery]:
    key, result = (await _paired(walk)).evening.id, walk.random.choice(list(GameResult))
    return _anybody(walk), lambda actor: report_game(walk.services, actor, key, OwnReport(result))


async def take_back(walk: Walk) -> tuple[str, Delivery]:
    found = await _paired(walk)
    reported = [one for one in found.pairings if found.report_of(one) is not None]
    pairing = walk.choice(reported)
    told = found.report_of(pairing)
    assert told is not None
    return _somebody(walk), lambda actor: take_back_report(
        walk.services, actor, found.evening.id, pairing.id, told.version
    )


async def clock(walk: Walk) -> tuple[str, Delivery]:
    found = await _paired(walk)
    if found.open_round is None:
        raise NothingThere
    number = found.open_round.number
    return _anybody(walk), lambda actor: run_clock(walk.services, CLUB, found.evening.id, number)


async def end_round(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _director(walk), lambda actor: close_round(walk.services, actor, key, forfeits=True)


async def close(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _director(walk), lambda actor: close_evening(walk.services, actor, key, force=True)


async def reopen(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk, "closed")).evening.id
    return _director(walk), lambda actor: reopen_evening(walk.services, actor, key)


async def cancel(walk: Walk) -> tuple[str, Delivery]:
    key = (await _paired(walk)).evening.id
    return _director(walk), lambda actor: cancel_evening(walk.services, actor, key, sure=True)


def missing_but_seated(connection: Connection) -> list[Any]:
    """Return seats of published rounds that belong to players who have yet to check in."""
    seats, pairs, rounds = evening_entrant.c, evening_pairing.c, evening_round.c
    shown = exists().where(rounds.evening_id == pairs.evening_id, rounds.round == pairs.round, rounds.status != "draft")
    query = select(seats.evening_id, seats.number).join(
        evening_pairing,
        (pairs.evening_id == seats.evening_id) & ((pairs.first == seats.number) | (pairs.second == seats.number)),
    )
    return list(connection.execute(query.where(seats.missing, seats.club_id == CLUB, shown)))


def forfeited_twice(connection: Connection) -> list[Any]:
    """Return pairings with more than one result that stands."""
    told, counts = evening_report.c, ("confirmed", "decided", "reported")
    query = select(told.pairing_id).where(told.club_id == CLUB, told.reported_by == 0, told.state.in_(counts))
    found = list(connection.execute(query).scalars())
    return sorted({one for one in found if found.count(one) > 1})


PAIRED: dict[Operation, int] = {
    open_paired: 2,
    join: 12,
    leave: 1,
    checks: 8,
    checks_others_in: 2,
    rules: 2,
    withdraw: 1,
    draft: 6,
    publish: 6,
    unpublish: 1,
    here: 6,
    report: 6,
    take_back: 2,
    clock: 8,
    end_round: 4,
    close: 2,
    reopen: 1,
    cancel: 1,
}
"""How often each comes, in proportion."""
