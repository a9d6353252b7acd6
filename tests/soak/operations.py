"""What the walk may do."""

import re
from collections.abc import Awaitable, Callable
from datetime import date, timedelta
from typing import Any

from sqlalchemy import select

from bot.services.club.directors_queue import accept as accept_waiting
from bot.services.club.directors_queue import directors_queue, reject, reject_all
from bot.services.club.settings.change import change_settings, undo_settings
from bot.services.evenings.close import close_evening
from bot.services.evenings.entries import join_evening, leave_evening
from bot.services.evenings.lifecycle import cancel_evening, new_evening
from bot.services.evenings.results import confirm_report, report_results
from bot.services.events import consent
from bot.services.events.corrections.correct import EventEdit, correct_event
from bot.services.events.corrections.restore import undo_correction, undo_void
from bot.services.events.imports.import_event import confirm_import, preview_import
from bot.services.events.imports.options import ImportOptions
from bot.services.events.record import record_own_event
from bot.services.events.same_games import StoredAlready
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event, void_event
from bot.services.framework.context import Actor
from bot.services.framework.rating_changes import AskFirstError
from bot.services.framework.setting_kinds import CHANGED, POOL_CHANGED
from bot.services.framework.whole_clubs import count_matches
from bot.services.matches.challenges import NewChallenge, accept, decline, propose
from bot.services.matches.challenges import report_challenge as report_a_challenge
from bot.services.matches.match import MatchSubmission, confirm_match, object_to_match, record_match
from bot.services.people.claims import link_player
from bot.services.people.edit import Edit, edit_player
from bot.services.people.merge import merge_players, undo_merge
from bot.services.ratings.fide.lists import bring_up_to_date, publish_list, undo_publication
from bot.services.ratings.leaderboard import leaderboard
from bot.services.ratings.oracle.calibrate import (
    PoolChange,
    change_pool,
    preview_calibration,
    store_calibration,
    undo_calibration,
)
from bot.services.ratings.oracle.exchange import IMPORTED, confirm_roster, preview_roster, undo_roster
from bot.services.ratings.oracle.pools import ParsedSide
from bot.services.ratings.seasons import (
    NewSeason,
    begin_season,
    change_season,
    end_due_seasons,
    end_season,
    reopen_season,
    undo_season,
)
from bot.services.ratings.set_rating import SetRatingRequest, set_rating, undo_last, undo_rating
from bot.services.ratings.uschess import demote_title, undo_demotion
from bot.store.database.club_choices import Confirm, ConfirmReports, FideFiles
from bot.store.database.tables import (
    amendment,
    audit,
    demotion,
    entered_rating,
    evening,
    event,
    list_fact,
    merge,
    player,
    season,
)
from bot.store.database.tables import challenge as challenge_table
from bot.store.events.unconfirmed import counts_or_waits
from bot.store.ratings.seasons import SeasonRatings
from core.errors import InputError
from core.event.background import ExternalRating, ExternalSystem
from core.event.corrections import RoundResult
from core.event.crosstable import TimeControl
from core.files.typed.opponents import parse_opponents
from core.files.typed.persons import Age, Birth
from core.files.typed.results import parse_results_list
from core.lists import RatingList
from core.rating.oracle.config import BareScores, Draws, Rebalancing
from tests.conftest import person
from tests.soak import files
from tests.soak.walk import DIRECTORS, MEMBERS, Walk

Delivery = Callable[[Actor], Awaitable[Any]]
Operation = Callable[[Walk], Awaitable[tuple[str, Delivery]]]
"""Returns who acts, and what happens when that arrives."""

CHESS = [one for one in RatingList if one.value.startswith(("uschess", "fide"))]
POOLS = [RatingList.ORACLE]
PLAIN = [RatingList.ELO, RatingList.GLICKO_2]
CONTROLS = [TimeControl(90, 30), TimeControl(45, 5), TimeControl(15, 5), TimeControl(5, 0), TimeControl(3, 2)]
BIRTHS = [date(1980, 5, 1), date(2010, 2, 3), date(2014, 7, 9)]


def _day(walk: Walk) -> date:
    ago = walk.random.choice([0, 0, 0, 1, 3, walk.random.randint(0, 120)])
    if walk.random.random() < 0.01:
        ago = 366 * walk.random.randint(3, 9)
    return walk.today() - timedelta(days=ago)


def _maybe(walk: Walk, value: Any, chance: float = 0.4) -> Any:
    return value if walk.random.random() < chance else None


def _anybody(walk: Walk) -> str:
    return walk.random.choice(MEMBERS)


def _director(walk: Walk) -> str:
    return walk.random.choice(DIRECTORS)


def _somebody(walk: Walk) -> str:
    return walk.random.choice([_anybody, _director, _director])(walk)


async def own_event(walk: Walk) -> tuple[str, Delivery]:
    random, who = walk.random, _anybody(walk)
    words = []
    for _ in range(random.randint(1, 5)):
        known, typed = f"<@{person(_anybody(walk)).user_id}>", str(random.randint(1300, 2300))
        against = known if random.random() < 0.3 else typed
        words.append(random.choice("WDL") + against)
    moved = _maybe(walk, random.choice([*CHESS, RatingList.NASPA, *PLAIN]))
    brings: dict[str, Any] = random.choice(
        [{}, {}, {"games": 0}, {"rating": float(random.randint(1200, 2300)), "games": 20}]
    )
    if not brings and random.random() < 0.3:
        brings = {"external_ratings": (ExternalRating(ExternalSystem.FIDE, 1700.0, walk.today()),)}
    written = EventSubmission(
        parse_opponents(" ".join(words)),
        rating_list=moved,
        time_control=None if moved else _maybe(walk, random.choice(CONTROLS), 0.7),
        day=_day(walk),
        age=_maybe(walk, Age(random.choice(BIRTHS), True), 0.1),
        **brings,
    )
    twice = random.random() < 0.3
    return who, lambda actor: record_own_event(walk.services, actor, written, twice=twice)


async def _imported(walk: Walk, data: bytes, options: ImportOptions) -> tuple[str, Delivery]:
    who = _director(walk)
    looked = await preview_import(walk.services, walk.actor(who), data, options)
    again = walk.random.choice((StoredAlready.REPLACED, StoredAlready.STAYS))
    return who, lambda actor: confirm_import(walk.services, actor, looked.pending_id or 0, if_stored=again)


async def import_chess(walk: Walk) -> tuple[str, Delivery]:
    moved = _maybe(walk, walk.random.choice(CHESS))
    control = None if moved else walk.random.choice(CONTROLS)
    options = ImportOptions(rating_list=moved, day=_day(walk), time_control=control)
    walk.files.append((files.crosstable(walk.random, MEMBERS), options))
    return await _imported(walk, *walk.files[-1])


async def import_corrected(walk: Walk) -> tuple[str, Delivery]:
    """Import a file again, with who won and who lost the other way round."""
    data, options = walk.choice(walk.files[-6:])
    turned = re.sub(rb"(?<=,)[WL](?=[0-9])", lambda found: b"L" if found[0] == b"W" else b"W", data)
    walk.files.append((turned + b"\n", options))
    return await _imported(walk, *walk.files[-1])


async def take_import_back(walk: Walk) -> tuple[str, Delivery]:
    replaced = select(event.c.successor_id).where(event.c.successor_id.is_not(None))
    key = await walk.one_of(select(event.c.id).where(event.c.voided.is_(False), event.c.id.in_(replaced)))
    return _director(walk), lambda actor: undo_event(walk.services, actor, key)


async def import_fide(walk: Walk) -> tuple[str, Delivery]:
    control = _maybe(walk, walk.random.choice(CONTROLS))
    return await _imported(walk, files.trf(walk.random, MEMBERS, _day(walk)), ImportOptions(time_control=control))


async def import_scrabble(walk: Walk) -> tuple[str, Delivery]:
    return await _imported(walk, files.division(walk.random, MEMBERS), ImportOptions(day=_day(walk)))


async def amend(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    key = await walk.one_of(select(event.c.id).where(event.c.voided.is_(False)))
    what = random.choice(["day", "control", "result", "opponent", "rating", "name"])
    round_number, member = random.randint(1, 3), _maybe(walk, person(_anybody(walk)), 0.7)
    result = random.choice(list(RoundResult))
    asked = {
        "day": EventEdit(day=_day(walk)),
        "control": EventEdit(time_control=random.choice(CONTROLS)),
        "result": EventEdit(round=round_number, result=result, member=member),
        "opponent": EventEdit(round=round_number, result=result, member=member, opponent=person(_anybody(walk))),
        "rating": EventEdit(round=round_number, rating=float(random.randint(1300, 2300))),
        "name": EventEdit(name=f"Cup {random.randint(1, 99)}"),
    }[what]
    return _director(walk), lambda actor: correct_event(walk.services, actor, key, [asked], "wrong")


async def void(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(event.c.id).where(event.c.voided.is_(False)))

    async def deliver(actor: Actor) -> Any:
        return await _as_shown(lambda shown: void_event(walk.services, actor, key, "never played", shown))

    return _director(walk), deliver


async def _as_shown(doing: Callable[[str | None], Awaitable[Any]]) -> Any:
    try:
        return await doing(None)
    except AskFirstError as asked:
        shown = asked.found.moves.digest
    try:
        return await doing(shown)
    except AskFirstError as again:
        raise InputError("Something changed meanwhile.") from again


async def restore_voided(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(event.c.id).where(event.c.voided.is_(True)))

    async def deliver(actor: Actor) -> Any:
        return await _as_shown(lambda shown: undo_void(walk.services, actor, key, shown))

    return _director(walk), deliver


async def take_correction_back(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(amendment.c.id))

    async def deliver(actor: Actor) -> Any:
        return await _as_shown(lambda shown: undo_correction(walk.services, actor, key, shown))

    return _director(walk), deliver


async def undo(walk: Walk) -> tuple[str, Delivery]:
    return _anybody(walk), lambda actor: undo_last(walk.services, actor, None)


async def undo_for_another(walk: Walk) -> tuple[str, Delivery]:
    """Take back what came in last for somebody."""
    whom = person(_anybody(walk))
    return _director(walk), lambda actor: undo_last(walk.services, actor, whom)


async def set_one(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    moved = random.choice([*CHESS, RatingList.FIDE_STANDARD, RatingList.FIDE_STANDARD, RatingList.NASPA, *POOLS])
    rating = random.randint(20, 80) if moved in POOLS else random.randint(1000, 2200)
    written = SetRatingRequest(
        person(_anybody(walk)), float(rating), _maybe(walk, random.randint(1, 60), 0.8), moved, day=_day(walk)
    )
    return _director(walk), lambda actor: set_rating(walk.services, actor, written)


async def take_rating_back(walk: Walk) -> tuple[str, Delivery]:
    """Take back any starting rating by its number, be it one that was set or not."""
    key = await walk.one_of(select(entered_rating.c.id).where(entered_rating.c.voided.is_(False)))
    return _director(walk), lambda actor: undo_rating(walk.services, actor, key)


async def demote(walk: Walk) -> tuple[str, Delivery]:
    whom, moved = person(_anybody(walk)), RatingList.USCHESS_REGULAR
    return _director(walk), lambda actor: demote_title(walk.services, actor, whom, moved, "asked for it")


async def give_back(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(demotion.c.id))
    return _director(walk), lambda actor: undo_demotion(walk.services, actor, key)


async def merge_two(walk: Walk) -> tuple[str, Delivery]:
    free = select(player.c.id).where(player.c.merged_into.is_(None))
    keep, gone = await walk.one_of(free), await walk.one_of(free.where(player.c.user_id.is_(None)))
    return _director(walk), lambda actor: merge_players(walk.services, actor, keep, gone, "the same")


async def part_two(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(merge.c.id))
    return _director(walk), lambda actor: undo_merge(walk.services, actor, key)


async def link(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(player.c.id).where(player.c.merged_into.is_(None)))
    member = _maybe(walk, person(_anybody(walk)), 0.8)
    return _director(walk), lambda actor: link_player(walk.services, actor, key, member, None)


async def publish(walk: Walk) -> tuple[str, Delivery]:
    moved = walk.random.choice([one for one in CHESS if one.value.startswith("fide")])
    return _director(walk), lambda actor: publish_list(walk.services, actor, moved)


async def take_list_back(walk: Walk) -> tuple[str, Delivery]:
    """Take back any fact of a whole list by the number of one, be it of this kind or not."""
    key = await walk.one_of(select(list_fact.c.id))
    return _director(walk), lambda actor: undo_publication(walk.services, actor, key)


async def due(walk: Walk) -> tuple[str, Delivery]:
    return _anybody(walk), lambda actor: bring_up_to_date(walk.services, actor.club_id)


async def match(walk: Walk) -> tuple[str, Delivery]:
    random, who = walk.random, _anybody(walk)
    opponent = random.choice([ParsedSide("@x", person(_anybody(walk))), ParsedSide("Keeper"), ParsedSide("Ann")])
    results = _maybe(walk, tuple(random.choice([0.0, 0.5, 1.0]) for _ in range(random.randint(1, 5))))
    counts = {} if results else {"wins": random.randint(0, 4), "losses": random.randint(0, 4), "draws": 1}
    written = MatchSubmission(opponent, results=results, day=_day(walk), **counts)
    return who, lambda actor: record_match(walk.services, actor, written)


async def confirm_a_match(walk: Walk) -> tuple[str, Delivery]:
    key = await _match(walk)
    return _somebody(walk), lambda actor: confirm_match(walk.services, actor, key)


async def object_to_a_match(walk: Walk) -> tuple[str, Delivery]:
    key = await _match(walk)
    return _somebody(walk), lambda actor: object_to_match(walk.services, actor, key)


async def _match(walk: Walk) -> int:
    matches = select(event.c.id).where(event.c.source == "match")
    waits = await walk.rows(matches.where(event.c.waits_until.is_not(None)))
    return await walk.one_of(matches) if walk.random.random() < 0.2 else int(walk.choice(waits)[0])


async def confirm_a_report(walk: Walk) -> tuple[str, Delivery]:
    key = await _unconfirmed(walk)
    return _somebody(walk), lambda actor: consent.confirm_report(walk.services, actor, key)


async def dispute_a_report(walk: Walk) -> tuple[str, Delivery]:
    key = await _unconfirmed(walk)
    return _anybody(walk), lambda actor: consent.dispute_report(walk.services, actor, key, "it was a draw")


async def _unconfirmed(walk: Walk) -> int:
    reports = select(event.c.id).where(event.c.source == "report")
    waits = await walk.rows(reports.where(event.c.standing != "confirmed", counts_or_waits()))
    return await walk.one_of(reports) if walk.random.random() < 0.1 else int(walk.choice(waits)[0])


async def decide_in_the_queue(walk: Walk) -> tuple[str, Delivery]:
    page = await directors_queue(walk.services, walk.actor(_director(walk)), walk.random.randint(0, 3))
    key = walk.choice(page.reports).event_id
    decide = walk.random.choice([accept_waiting, accept_waiting, reject])
    return _director(walk), lambda actor: decide(walk.services, actor, key)


async def take_all_back(walk: Walk) -> tuple[str, Delivery]:
    who, page = _director(walk), await directors_queue(walk.services, walk.actor(_director(walk)))
    flood = walk.choice([page.flood] if page.flood is not None else [])
    return who, lambda actor: reject_all(walk.services, actor, flood.user_id, flood.latest)


async def count_by_the_hour(walk: Walk) -> tuple[str, Delivery]:
    return _anybody(walk), lambda actor: count_matches(walk.services)


async def calibrate(walk: Walk) -> tuple[str, Delivery]:
    who = _director(walk)
    looked = await preview_calibration(walk.services, walk.actor(who), POOLS[0])
    return who, lambda actor: store_calibration(walk.services, actor, POOLS[0], looked.place.seq)


async def take_calibration_back(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(list_fact.c.id))
    return _director(walk), lambda actor: undo_calibration(walk.services, actor, key)


async def set_pool(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    values = random.choice(
        [
            {},
            {"draws": random.choice(list(Draws))},
            {"use_draws": random.random() < 0.8},
            {"a_max": random.choice([1.2, 1.5])},
            {"bare_scores": random.choice(list(BareScores))},
            {"rebalancing": random.choice(list(Rebalancing))},
        ]
    )
    keeper = None if values else ParsedSide(random.choice(["Keeper", "Keeper", "Ann"]))
    change = PoolChange(values, keeper)
    return _director(walk), lambda actor: change_pool(walk.services, actor, POOLS[0], change)


async def take_settings_back(walk: Walk) -> tuple[str, Delivery]:
    key = await walk.one_of(select(audit.c.interaction_id).where(audit.c.action.in_([CHANGED.name, POOL_CHANGED.name])))
    return _director(walk), lambda actor: undo_settings(walk.services, actor, key)


async def import_pool(walk: Walk) -> tuple[str, Delivery]:
    who = _director(walk)
    looked = await preview_roster(walk.services, walk.actor(who), POOLS[0], files.pool(walk.random, MEMBERS))
    return who, lambda actor: confirm_roster(walk.services, actor, looked.pending_id or 0)


async def take_pool_back(walk: Walk) -> tuple[str, Delivery]:
    """Take a table back by the interaction that took it in."""
    key = await walk.one_of(select(audit.c.interaction_id).where(audit.c.action == IMPORTED.name))
    return _director(walk), lambda actor: undo_roster(walk.services, actor, key)


async def begin(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    own, ratings = random.choice([*POOLS, *POOLS, *PLAIN]), random.choice(list(SeasonRatings))
    moved = random.choice(CHESS) if ratings is SeasonRatings.CARRY_OVER else own
    starts = _day(walk)
    ends = _maybe(walk, starts + timedelta(days=random.randint(0, 60)), 0.7)
    written = NewSeason("Season", ends, starts, moved, ratings, random.randint(1, 8))
    return _director(walk), lambda actor: begin_season(walk.services, actor, written)


async def _season(walk: Walk) -> int:
    return await walk.one_of(select(season.c.id).where(season.c.voided.is_(False)))


async def end(walk: Walk) -> tuple[str, Delivery]:
    which = RatingList(await walk.one_of(select(season.c.list).where(season.c.voided.is_(False))))
    return _somebody(walk), lambda actor: end_season(walk.services, actor, None, which)


async def change_rules(walk: Walk) -> tuple[str, Delivery]:
    key, ratings = await _season(walk), walk.random.choice(list(SeasonRatings))
    return _director(walk), lambda actor: change_season(walk.services, actor, key, ratings, 4)


async def end_by_the_hour(walk: Walk) -> tuple[str, Delivery]:
    return _anybody(walk), lambda actor: end_due_seasons(walk.services)


async def reopen(walk: Walk) -> tuple[str, Delivery]:
    key = await _season(walk)
    return _somebody(walk), lambda actor: reopen_season(walk.services, actor, key)


async def take_season_back(walk: Walk) -> tuple[str, Delivery]:
    key = await _season(walk)
    return _somebody(walk), lambda actor: undo_season(walk.services, actor, key)


async def challenge(walk: Walk) -> tuple[str, Delivery]:
    random, who = walk.random, _anybody(walk)
    moved = random.choice([RatingList.USCHESS_REGULAR, *POOLS, *PLAIN, RatingList.FIDE_STANDARD])
    written = NewChallenge(person(_anybody(walk)), moved, random.randint(1, 4))
    return who, lambda actor: propose(walk.services, actor, written)


async def _challenge(walk: Walk, status: str) -> int:
    return await walk.one_of(select(challenge_table.c.id).where(challenge_table.c.status == status))


async def answer_challenge(walk: Walk) -> tuple[str, Delivery]:
    key = await _challenge(walk, "open")
    answer = walk.random.choice([accept, accept, decline])
    return _somebody(walk), lambda actor: answer(walk.services, actor, key)


async def report_challenge(walk: Walk) -> tuple[str, Delivery]:
    key, results = await _challenge(walk, "accepted"), [walk.random.choice([0.0, 0.5, 1.0]) for _ in range(2)]
    return _somebody(walk), lambda actor: report_a_challenge(walk.services, actor, key, results)


async def open_evening(walk: Walk) -> tuple[str, Delivery]:
    moved = _maybe(walk, walk.random.choice(CHESS), 0.2)
    return _director(walk), lambda actor: new_evening(walk.services, actor, "Evening", moved)


async def _open_evening(walk: Walk) -> int:
    found = await walk.rows(
        select(evening.c.id)
        .where(evening.c.status == "open", evening.c.method == "typed")
        .order_by(evening.c.id)
        .limit(1)
    )
    (key,) = walk.choice(found)
    return int(key)


async def join(walk: Walk) -> tuple[str, Delivery]:
    key = await _open_evening(walk)
    return _anybody(walk), lambda actor: join_evening(walk.services, actor, key)


async def leave(walk: Walk) -> tuple[str, Delivery]:
    key = await _open_evening(walk)
    return _anybody(walk), lambda actor: leave_evening(walk.services, actor, key)


async def results(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    key = await _open_evening(walk)
    one, other = random.sample(range(1, 4), 2)
    sign = random.choice(["1-0", "½-½", "0-1", "+-", "*"])
    written = parse_results_list(f"{random.randint(1, 3)}: #{one} {sign} #{other}")
    return _somebody(walk), lambda actor: report_results(walk.services, actor, key, written)


async def confirm_results(walk: Walk) -> tuple[str, Delivery]:
    reports = select(audit.c.interaction_id, audit.c.subject_id).where(audit.c.action == "report-results")
    report, key = walk.choice([tuple(row) for row in await walk.rows(reports)])
    return _anybody(walk), lambda actor: confirm_report(walk.services, actor, key, report)


async def close(walk: Walk) -> tuple[str, Delivery]:
    key = await _open_evening(walk)
    return _director(walk), lambda actor: close_evening(walk.services, actor, key, force=True)


async def cancel(walk: Walk) -> tuple[str, Delivery]:
    key = await _open_evening(walk)
    return _director(walk), lambda actor: cancel_evening(walk.services, actor, key, sure=True)


async def settings(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    values: dict[str, Any] = random.choice(
        [
            {"rules": random.choice([("uschess-regular", "standard"), ("uschess-regular", "informal-2020")])},
            {"confirm_results": random.choice(list(Confirm)), "confirm_hours": random.choice([1, 24, 100, 168])},
            {"confirm_reports": random.choice(list(ConfirmReports))},
            {"rate_opponents": random.random() < 0.6},
            {"fide_files": random.choice(list(FideFiles))},
            {"default_list": random.choice([RatingList.USCHESS_REGULAR, RatingList.FIDE_STANDARD])},
        ]
    )
    return _director(walk), lambda actor: change_settings(walk.services, actor, values)


async def edit_birth(walk: Walk) -> tuple[str, Delivery]:
    random = walk.random
    key = await walk.one_of(select(player.c.id).where(player.c.merged_into.is_(None)))
    birth = random.choice(
        [
            Birth(random.choice(BIRTHS), True, None),
            Birth(None, True, random.randint(1950, 2012)),
            Birth(None, False, None),
        ]
    )
    return _director(walk), lambda actor: edit_player(walk.services, actor, key, Edit(birth=birth), None)


async def board(walk: Walk) -> tuple[str, Delivery]:
    moved = walk.random.choice(list(RatingList))
    return _anybody(walk), lambda actor: leaderboard(walk.services, actor, moved)


OPERATIONS: dict[Operation, int] = {
    own_event: 14,
    import_chess: 8,
    import_corrected: 5,
    take_import_back: 3,
    import_fide: 4,
    import_scrabble: 3,
    amend: 9,
    void: 6,
    restore_voided: 5,
    take_correction_back: 4,
    undo: 5,
    undo_for_another: 2,
    set_one: 8,
    take_rating_back: 3,
    demote: 1,
    give_back: 1,
    merge_two: 3,
    part_two: 2,
    link: 2,
    publish: 2,
    take_list_back: 2,
    due: 1,
    match: 10,
    confirm_a_match: 5,
    object_to_a_match: 3,
    confirm_a_report: 6,
    dispute_a_report: 3,
    decide_in_the_queue: 3,
    take_all_back: 1,
    count_by_the_hour: 2,
    calibrate: 2,
    take_calibration_back: 1,
    set_pool: 2,
    take_settings_back: 2,
    import_pool: 2,
    challenge: 4,
    answer_challenge: 3,
    report_challenge: 3,
    begin: 4,
    end: 1,
    change_rules: 1,
    end_by_the_hour: 1,
    reopen: 1,
    take_season_back: 1,
    take_pool_back: 1,
    open_evening: 2,
    join: 6,
    leave: 1,
    results: 10,
    confirm_results: 2,
    close: 3,
    cancel: 1,
    settings: 2,
    edit_birth: 3,
    board: 2,
}
"""How often each comes, in proportion."""
