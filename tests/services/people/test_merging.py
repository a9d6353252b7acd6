"""Merges: whatever was reported, merged and undone, ratings are those of the facts under whom they stand at the end."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.people.merge import merge_players, undo_merge
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.transactions import Connection
from bot.store.people import players
from core.errors import RuleError
from core.event.crosstable import TimeControl
from core.rating.uschess.system import LISTS as USCHESS_LISTS
from tests.conftest import TODAY, person
from tests.depth import examples
from tests.services.framework.folding_checks import BOTH, CLUB, derived, record_section, report, wipe

NAMES = ("Dana", "Eli", "Fay")
AGES = {"unknown": (None, True), "child": (None, False), "born": (date(2014, 3, 1), True)}
DUAL = TimeControl(30, 5)
TESS = person("Tess")

WHO = st.sampled_from(NAMES)
DAYS_AGO = st.integers(0, 12)
OWN = st.tuples(
    st.just("own"),
    WHO,
    DAYS_AGO,
    st.sampled_from(["W1500 L1600 D1550", "W1700 W1650 W1720 D1800", "L1300", "L1800"]),
    st.sampled_from([{"time_control": DUAL}, *({"rating_list": rating_list} for rating_list in USCHESS_LISTS)]),
)
SECTION = st.tuples(
    st.just("section"),
    st.permutations(NAMES),
    DAYS_AGO,
    st.sampled_from([1.0, 0.5, 0.0]),
    st.sampled_from([{"control": DUAL, "lists": BOTH}, {"lists": BOTH[:1]}]),
)
ENTERED_RATING = st.tuples(
    st.just("entered_rating"), WHO, DAYS_AGO, st.sampled_from([1450.0, 1620.0]), st.sampled_from(BOTH)
)
MERGE = st.tuples(st.just("merge"), st.permutations(NAMES))
LATER = st.tuples(st.sampled_from(["undo", "void"]), st.integers(0, 7))
DOINGS = st.lists(st.one_of(OWN, OWN, SECTION, ENTERED_RATING, MERGE, MERGE, LATER), min_size=3, max_size=12)


@dataclass
class Told:
    """A fact as it was told, and under whom it stands."""

    what: tuple[Any, ...]
    owners: list[str]
    event_id: int | None = None
    voided: bool = False


@dataclass
class Merged:
    id: int
    keep: str
    gone: str
    facts: list[Told]
    age: str | None
    undone: bool = False


@dataclass
class World:
    """What a director knows about the club: who is who, and whose events they are."""

    ages: dict[str, str]
    told: list[Told] = field(default_factory=list)
    merged: list[Merged] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)

    def share_an_event(self, one: str, other: str) -> bool:
        return any({one, other} <= set(fact.owners) for fact in self.told if not fact.voided)

    def merge(self, merge_id: int, keep: str, gone: str) -> None:
        facts = [fact for fact in self.told if gone in fact.owners and keep not in fact.owners]
        for fact in facts:
            fact.owners = [keep if owner == gone else owner for owner in fact.owners]
        taken = self.ages[gone] if self.ages[gone] != "unknown" and self.is_taken_over(keep, gone) else None
        before = self.ages[keep]
        if taken is not None:
            self.ages[keep] = taken
        self.merged.append(Merged(merge_id, keep, gone, facts, None if taken is None else before))
        self.gone.add(gone)

    def is_taken_over(self, keep: str, gone: str) -> bool:
        """A birth date is more than the word child."""
        return self.ages[keep] == "unknown" or (self.ages[keep] == "child" and self.ages[gone] == "born")

    def part(self, merge: Merged) -> None:
        for fact in merge.facts:
            fact.owners = [merge.gone if owner == merge.keep else owner for owner in fact.owners]
        if merge.age is not None and self.ages[merge.keep] == self.ages[merge.gone]:
            self.ages[merge.keep] = merge.age
        merge.undone = True
        self.gone.remove(merge.gone)


def director(interaction: int) -> Actor:
    return Actor(CLUB, TESS, interaction, manager=True)


async def begin(services: Services, ages: dict[str, str]) -> dict[str, int]:
    """Empty the club, and let its players be there with their ages; return their ids."""
    await wipe(services.database)
    await set_rating(services, director(1), SetRatingRequest(person("Zoe"), 1500.0, 30))

    def add(connection: Connection) -> dict[str, int]:
        ids = {}
        for name in NAMES:
            ids[name] = players.ensure(connection, CLUB, person(name).user_id, name, services.now()).id
            born, adult = AGES[ages[name]]
            players.set_background(connection, ids[name], born, adult=adult)
        return ids

    return await services.database.write(add, club=CLUB)


async def tell(services: Services, interaction: int, what: tuple[Any, ...], owners: list[str]) -> int | None:
    """Record a fact under its owners."""
    kind, _, days_ago, *rest = what
    day = TODAY - timedelta(days_ago)
    if kind == "own":
        opponents, options = rest
        return await report(services, Actor(CLUB, person(owners[0]), interaction), opponents, day, **options)
    if kind == "entered_rating":
        rating, rating_list = rest
        written = SetRatingRequest(person(owners[0]), rating, 20, rating_list, day=day)
        await set_rating(services, director(interaction), written)
        return None
    score, options = rest
    games = [(1, 1, 2, score), (2, 1, 3, 0.5), (3, 2, 3, 1.0)]
    section = partial(
        record_section, services=services, names=owners, games=games, strangers=[1600.0], day=day, **options
    )
    event_id, _ = await services.database.write(lambda connection: section(connection), club=CLUB)
    return event_id


async def act(services: Services, world: World, ids: dict[str, int], interaction: int, doing: tuple[Any, ...]) -> None:
    """Do one thing in the club and in the world."""
    kind = doing[0]
    if kind in ("own", "entered_rating", "section"):
        owners = list(doing[1][:2]) if kind == "section" else [doing[1]]
        if not world.gone & set(owners):
            event_id = await tell(services, interaction, doing, owners)
            world.told.append(Told(doing, owners, event_id))
    elif kind == "merge":
        keep, gone, _ = doing[1]
        if world.gone & {keep, gone}:
            return
        merging = merge_players(services, director(interaction), ids[keep], ids[gone], "one person")
        if world.share_an_event(keep, gone):
            with pytest.raises(RuleError, match="both played in"):
                await merging
        else:
            world.merge((await merging).merge_id, keep, gone)
    elif kind == "undo":
        standing = [merge for merge in world.merged if not merge.undone]
        if standing:
            await part(services, world, interaction, standing[doing[1] % len(standing)])
    else:
        events = [fact for fact in world.told if fact.event_id is not None and not fact.voided]
        if events:
            fact = events[doing[1] % len(events)]
            await undo_event(services, director(interaction), fact.event_id or 0)
            fact.voided = True


async def part(services: Services, world: World, interaction: int, merge: Merged) -> None:
    undoing = undo_merge(services, director(interaction), merge.id)
    if merge.keep in world.gone:
        with pytest.raises(RuleError, match="Undo that merge first"):
            await undoing
    else:
        await undoing
        world.part(merge)


@pytest.mark.sampled(2)
@given(doings=DOINGS, ages=st.fixed_dictionaries({name: st.sampled_from(list(AGES)) for name in NAMES}))
@examples(0.8, fixtures=True)
async def test_any_reports_merges_and_undos_end_where_the_facts_say(
    services: Services, doings: list[tuple[Any, ...]], ages: dict[str, str]
) -> None:
    """Told once more in order, under whom each fact stands at the end, the facts give the same ratings."""
    world = World(dict(ages))
    ids = await begin(services, ages)
    for index, doing in enumerate(doings):
        await act(services, world, ids, 100 + 2 * index, doing)
    result = await derived(services.database)

    await begin(services, world.ages)
    told = [(index, fact) for index, fact in enumerate(world.told) if not fact.voided]
    for index, fact in sorted(told, key=lambda one: (-one[1].what[2], one[0])):
        await tell(services, 1000 + 2 * index, fact.what, fact.owners)
    assert result == await derived(services.database)
    await wipe(services.database)


@pytest.mark.sampled(2)
@given(doings=st.lists(st.one_of(OWN, SECTION, ENTERED_RATING), min_size=1, max_size=8), pair=st.permutations(NAMES))
@examples(0.4, fixtures=True)
async def test_a_merge_undone_at_once_leaves_everything_as_it_was(
    services: Services, doings: list[tuple[Any, ...]], pair: list[str]
) -> None:
    keep, gone, third = pair
    world = World(dict.fromkeys(NAMES, "unknown"))
    ids = await begin(services, world.ages)
    for index, doing in enumerate(doings):
        # The two never meet: sections are with the third.
        played = (doing[0], [third, doing[1][0] if doing[1][0] != third else keep], *doing[2:])
        await act(services, world, ids, 100 + 2 * index, played if doing[0] == "section" else doing)
    before = await derived(services.database)
    if world.share_an_event(keep, gone):
        return
    merged = await merge_players(services, director(900), ids[keep], ids[gone], "one person")
    assert f'"player_id": "{gone}"' not in str(await derived(services.database))
    await undo_merge(services, director(902), merged.merge_id)
    assert await derived(services.database) == before
    await wipe(services.database)
