"""A stored event as title norms see it, what directors tell of it, and the way to the title."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import func, select

from bot.services.framework.context import Actor, Services
from bot.services.framework.transaction import AlreadyDoneError
from bot.services.ratings.fide.norms import NormQuestion, keep_norms, norm_of
from bot.services.ratings.fide.snapshot import NormEvent, format_of, is_large_event
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.tables import audit, event
from bot.store.people.profiles import PlayerDetails
from core.event.background import ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game, TimeControl
from core.files.typed.opponents import parse_norm_opponents
from core.files.typed.persons import NOTHING
from core.lists import RatingList
from core.rating.fide.norms.declared import NOTHING_DECLARED, DeclaredSettings
from core.rating.fide.norms.facts import GM, Championship, Decided, EventFormat, Exemption, Participant, PlayerTitle
from tests.conftest import Actors, person, rows
from tests.services.framework.folding_checks import CLUB, record_section, report

STANDARD = RatingList.FIDE_STANDARD
DAY, BEGAN = date(2026, 9, 9), date(2026, 9, 1)


def everybody(number: int, times: int = 1) -> tuple[Game, ...]:
    """Return the games of an even number of entrants who all meet."""
    games, others = [], list(range(2, number + 1))
    for turn in range(number - 1):
        circle = [1, *others[turn:], *others[:turn]]
        pairs = [(circle[0], circle[1]), *((circle[1 + at], circle[-at]) for at in range(1, number // 2))]
        for time in range(times):
            games += [Game(time * (number - 1) + turn + 1, first, second, 0.5) for first, second in pairs]
    return tuple(games)


def crosstable(
    games: tuple[Game, ...],
    byes: tuple[Bye, ...] = (),
    number: int = 4,
    whose: Mapping[int, dict[str, Any]] | None = None,
) -> Crosstable:
    """Return a section of entrants rated 2000, 2001, ...; `whose` says more of some of them, by number."""
    entrants = [
        Entrant(
            **{"number": one, "rating": 1999.0 + one, "player": 100 + one, "rated": True, **(whose or {}).get(one, {})}
        )
        for one in range(1, number + 1)
    ]
    return Crosstable(DAY, tuple(entrants), games, byes, began=BEGAN)


def given_event(table: Crosstable, told: DeclaredSettings = NOTHING_DECLARED, **details: PlayerDetails) -> NormEvent:
    """Return an event that does not move FIDE's list; details by "p" and the player's id."""
    return NormEvent(table, None, told, {int(key[1:]): value for key, value in details.items()})


class TestFormat:
    @pytest.mark.parametrize(
        ("times", "found"), [(1, EventFormat.ROUND_ROBIN), (2, EventFormat.DOUBLE_ROUND_ROBIN), (3, None)]
    )
    def test_everybody_met_everybody(self, times: int, found: EventFormat | None) -> None:
        assert format_of(crosstable(everybody(6, times), number=6)) is found

    def test_a_forfeit_is_a_pairing_too(self) -> None:
        """1 and 2 were to meet in round 1: the forfeit is listed for both, and is one pairing."""
        games = tuple(game for game in everybody(4) if {game.first, game.second} != {1, 2})
        byes = (Bye(1, 1, ByeKind.FORFEIT_WIN, 2), Bye(1, 2, ByeKind.FORFEIT_LOSS, 1))
        assert format_of(crosstable(games)) is None
        assert format_of(crosstable(games, byes)) is EventFormat.ROUND_ROBIN

    def test_a_missing_game_leaves_it_open(self) -> None:
        assert format_of(crosstable(everybody(6)[:-1], number=6)) is None

    def test_so_few_tell_nothing(self) -> None:
        assert format_of(crosstable((Game(1, 1, 2, 1.0),), number=2)) is None

    def test_what_is_told_comes_before_what_is_seen(self) -> None:
        table = crosstable(everybody(4))
        assert given_event(table).settings.format is EventFormat.ROUND_ROBIN
        assert given_event(table, DeclaredSettings(format=EventFormat.SWISS)).settings.format is EventFormat.SWISS


class TestSnapshot:
    def test_every_round_is_there_and_says_how_it_was_decided(self) -> None:
        """Round 6 is somebody else's; what is not written of player 1 is a bye."""
        games = (Game(1, 2, 1, 0.0), Game(2, 1, 3, 0.5, rated=False), Game(6, 2, 3, 1.0))
        byes = (
            Bye(3, 1, ByeKind.FULL_POINT),
            Bye(4, 1, ByeKind.FORFEIT_WIN, 4),
            Bye(5, 1, ByeKind.HALF_POINT),
        )
        found = given_event(crosstable(games, byes)).snapshot(1).games
        assert [(game.round, game.score, game.decided) for game in found] == [
            (1, 1.0, Decided.PLAYED),
            (2, None, Decided.ADJUDICATED),
            (3, None, Decided.ALLOCATED_BYE),
            (4, 1.0, Decided.FORFEIT),
            (5, None, Decided.OTHER_BYE),
            (6, None, Decided.OTHER_BYE),
        ]
        assert [None if game.opponent is None else game.opponent.rating for game in found] == [
            2001, 2002, None, 2003, None, None,
        ]  # fmt: skip

    def test_federation_and_title_are_those_at_the_event_and_then_the_clubs(self) -> None:
        whose = {2: {"federation": "NED", "title": "IM"}, 1: {"federation": "BEL"}}
        event = given_event(
            crosstable(everybody(4), whose=whose),
            p102=PlayerDetails(federation="FRA", title="GM"),
            p103=PlayerDetails(federation="GER", title="FM"),
            p101=PlayerDetails(federation="ESP", sex="w"),
        )
        snapshot = event.snapshot(1)
        assert (snapshot.player.federation, snapshot.player.woman) == ("BEL", True)
        assert event.snapshot(1, "ITA", woman=False).player.federation == "ITA"
        met = {game.opponent.person: game.opponent for game in snapshot.games if game.opponent is not None}
        assert (met[2].federation, met[2].title) == ("NED", PlayerTitle.IM)
        assert (met[3].federation, met[3].title) == ("GER", PlayerTitle.FM)
        assert (met[4].federation, met[4].title) == (None, None)

    def test_only_a_total_is_the_score_of_the_snapshot(self) -> None:
        games = (Game(1, 1, 2), Game(2, 1, 3))
        table = crosstable(games, (Bye(3, 1, ByeKind.FORFEIT_WIN),), whose={1: {"score": 1.5}})
        snapshot = given_event(table).snapshot(1)
        assert snapshot.score == 1.5
        assert [game.score for game in snapshot.games] == [None, None, 1.0]

    @pytest.mark.parametrize(("score", "pointless"), [(0.0, True), (0.5, False), (None, None)])
    def test_an_unrated_player_without_a_point_against_rated_ones_is_pointless(
        self, score: float | None, pointless: bool | None
    ) -> None:
        games = (Game(1, 4, 2, score), Game(2, 4, 1, 0.0), Game(3, 4, 3, 1.0))
        whose = {4: {"rating": None}, 3: {"rating": None}, 1: {"score": 1.0}}
        event = given_event(crosstable(games, whose=whose))
        (opponent,) = [game.opponent for game in event.snapshot(1).games if game.opponent is not None]
        assert opponent.pointless is pointless

    def test_an_event_of_one_reporter_says_nothing_about_the_others(self) -> None:
        whose = {number: {"rated": False} for number in (2, 3, 4)}
        event = given_event(crosstable((Game(1, 1, 2, 1.0),), whose=whose))
        assert event.settings.participants == ()
        (game,) = event.snapshot(1).games
        assert game.opponent is not None
        assert game.opponent.pointless is None

    def test_participants_miss_the_rounds_without_a_pairing(self) -> None:
        games = (Game(1, 1, 2, 1.0), Game(2, 3, 1, 1.0))
        byes = (Bye(1, 3, ByeKind.FULL_POINT), Bye(2, 2, ByeKind.FORFEIT_WIN), Bye(2, 4, ByeKind.ZERO_POINT))
        found = given_event(crosstable(games, byes)).settings.participants
        assert [one.missed for one in found] == [frozenset(), frozenset(), frozenset(), frozenset({1, 2})]
        assert [one.rating for one in found] == [2000, 2001, 2002, 2003]

    @pytest.mark.parametrize(("holders", "masters", "may"), [(4, 3, True), (3, 3, False), (4, 2, False), (9, 9, True)])
    def test_opponents_without_titles_enough_make_no_norm(self, holders: int, masters: int, may: bool) -> None:
        titles = {2 + at: {"title": "IM" if at < masters else "FM"} for at in range(holders)}
        assert given_event(crosstable(everybody(10), number=10, whose=titles)).may_be_norm(1) is may

    def test_so_few_rounds_make_no_norm(self) -> None:
        titles = {number: {"title": "GM"} for number in range(2, 9)}
        games = tuple(game for game in everybody(8) if game.round < 7)
        forfeit = Bye(7, 1, ByeKind.FORFEIT_WIN)
        assert not given_event(crosstable(games, number=8, whose=titles)).may_be_norm(1)
        assert given_event(crosstable(games, (forfeit,), number=8, whose=titles)).may_be_norm(1)

    def test_a_rating_of_fide_held_elsewhere_comes_before_the_one_of_the_event(self) -> None:
        other = ExternalRating(ExternalSystem.FIDE, 2345, DAY)
        table = crosstable((Game(1, 1, 2, 1.0),), whose={2: {"rating": 1800.0, "external_ratings": (other,)}})
        assert given_event(table).ratings[2] == 2345


class TestTold:
    told = st.builds(
        DeclaredSettings,
        st.none() | st.sampled_from(EventFormat),
        st.none() | st.sampled_from(Championship),
        st.none() | st.sampled_from(Exemption),
        st.none() | st.just("NOR"),
        st.none() | st.integers(1, 22),
        st.none() | st.builds(TimeControl, st.integers(0, 180), st.integers(0, 60)),
        st.none() | st.integers(1, 9),
        st.none() | st.booleans(),
    )

    @given(told)
    def test_it_reads_back_from_json(self, told: DeclaredSettings) -> None:
        assert DeclaredSettings.from_json(told.to_json()) == told

    @given(told, told)
    def test_what_is_told_last_counts(self, first: DeclaredSettings, last: DeclaredSettings) -> None:
        both = last.over(first)
        for name, value in last.to_json().items():
            assert both.to_json()[name] == value
        assert both.to_json().keys() == first.to_json().keys() | last.to_json().keys()
        assert last.over(last) == last == NOTHING_DECLARED.over(last)

    def test_nothing_takes_back_what_was_told(self) -> None:
        kept = DeclaredSettings(host="NOR", exemption=Exemption.ZONAL, rounds=9)
        written = DeclaredSettings.written(host=NOTHING, exemption=NOTHING, rounds=None, rounds_a_day=1)
        assert written.over(kept) == DeclaredSettings(rounds=9, rounds_a_day=1)

    def test_who_confirms_the_conditions_vouches_for_two_rounds_a_day(self) -> None:
        settings = DeclaredSettings(confirmed=True).settings(BEGAN, DAY, 9)
        assert (settings.rated, settings.arbiters, settings.arbiters_play) == (True, True, False)
        assert settings.most_rounds_a_day == 2
        assert DeclaredSettings(confirmed=False).settings(BEGAN, DAY, 9).rated is None

    @pytest.mark.parametrize(
        ("told", "players", "large"),
        [
            ({"format": EventFormat.SWISS}, 40, True),
            ({"format": EventFormat.SWISS}, 39, False),
            ({"format": EventFormat.SWISS}, 0, None),
            ({}, 40, None),
            ({"format": EventFormat.ROUND_ROBIN}, 40, False),
            ({"exemption": Exemption.NATIONAL_FINAL}, 0, True),
            ({"exemption": Exemption.ZONAL}, 0, None),
            ({"championship": Championship.WORLD_CUP}, 0, True),
            ({"championship": Championship.TEAM, "format": EventFormat.SWISS}, 40, None),
        ],
    )
    def test_the_kind_of_event_that_a_title_takes_once(
        self, told: dict[str, Any], players: int, large: bool | None
    ) -> None:
        settings = DeclaredSettings(**told).settings(BEGAN, DAY, 9, participants=[Participant("NOR", 2000)] * players)
        assert is_large_event(settings) is large


async def test_ratings_are_those_of_the_first_day(services: Services) -> None:
    """Eli, 2300, wins five times and loses once against 2300s: K 20, (5 − 1) × 10 = +40, on the list of 1 October."""
    for number, name in enumerate(("Dana", "Eli")):
        entered = SetRatingRequest(person(name), 2300, 50, STANDARD, day=date(2026, 8, 1))
        await set_rating(services, Actor(CLUB, person("Tess"), number + 1, manager=True), entered)
    await report(services, Actor(CLUB, person("Eli"), 11), "W2300 W2300 W2300 W2300 W2300", date(2026, 9, 10),
                 rating_list=STANDARD)  # fmt: skip
    games = [(1, 1, 2, 1.0)]
    found = {}
    for day in (date(2026, 9, 20), date(2026, 10, 20)):
        event_id, _ = await services.database.write(
            lambda connection, day=day: record_section(
                connection, services, ["Dana", "Eli"], games, day=day, lists=(STANDARD,)
            ),
            club=CLUB,
        )
        asked = NormQuestion(event_id=event_id)
        (game,) = (await norm_of(services, Actor(CLUB, person("Dana"), 12), asked)).snapshot.games
        assert game.opponent is not None
        found[day.month] = game.opponent.rating
    assert found == {9: 2300, 10: 2340}


async def test_what_is_kept_is_kept_once_though_delivered_twice(services: Services, actor: Actors) -> None:
    event_id = await report(services, actor(), "W1500 L1600", DAY, rating=1500, games=50, rating_list=STANDARD)
    question = NormQuestion(DeclaredSettings(host="NOR"), event_id)
    first = await keep_norms(services, actor(manager=True, interaction=77), question)
    later = replace(question, declared=DeclaredSettings(host="GER"))
    await keep_norms(services, actor(manager=True, interaction=78), later)
    with pytest.raises(AlreadyDoneError):
        await keep_norms(services, actor(manager=True, interaction=77), question)
    assert first.snapshot.settings.federation == "NOR"
    query = select(func.count()).select_from(audit).where(audit.c.action == "norm-settings")
    assert [tuple(row) for row in await rows(services.database, query)] == [(2,)]
    assert [tuple(row) for row in await rows(services.database, select(event.c.title_norms))] == [({"host": "GER"},)]


async def test_the_last_standard_event_is_asked_about_where_none_is_named(services: Services, actor: Actors) -> None:
    await report(services, actor(), "W1500 L1600", DAY, rating=1500, games=50, rating_list=STANDARD)
    await report(services, actor(), "W1500", DAY, rating=1500, games=50, rating_list=RatingList.FIDE_RAPID)
    found = await norm_of(services, actor(), NormQuestion())
    assert len(found.snapshot.games) == 2
    assert not found.ratings_given


async def test_an_event_of_another_list_is_judged_by_the_ratings_it_gives(services: Services, actor: Actors) -> None:
    event_id = await report(services, actor(), "W2350 L2210", DAY, rating=2000, games=50)
    found = await norm_of(services, actor(), NormQuestion(event_id=event_id))
    assert found.ratings_given
    assert [game.opponent.rating for game in found.snapshot.games if game.opponent] == [2350, 2210]


class TestTheNormToLookAt:
    gm = ", ".join(f"W2600 GM {country}" for country in ("NED", "FRA", "GER", "ESP", "ITA", "POL", "IND", "USA", "CHN"))

    @pytest.mark.parametrize(
        ("text", "woman", "shown"),
        [
            (gm, None, "GM"),
            (gm.replace("W2600 GM", "=2450 IM"), None, "IM"),
            # Norms only for women are not looked at unless the player is known to be one.
            (gm.replace("W2600 GM", "=2270 WIM"), None, "IM"),
            (gm.replace("W2600 GM", "=2270 WIM"), True, "WIM"),
            # Still to come: the highest that can be made.
            (gm.replace("W2600 GM CHN", "2600 GM CHN"), None, "GM"),
            # None is made: the one that misses least.
            (gm.replace("W2600 GM", "L2300 FM"), None, "IM"),
        ],
    )
    async def test_it_is_the_highest_that_is_made_or_misses_least(
        self, services: Services, text: str, woman: bool | None, shown: str
    ) -> None:
        found = await norm_of(services, None, NormQuestion(rounds=parse_norm_opponents(text), woman=woman))
        assert str(found.chosen.norm) == shown

    async def test_one_that_is_not_open_to_the_player_is_answered_too(self, services: Services) -> None:
        wgm = next(result.norm for result in (await self._asked(services, True)).results if result.norm.women_only)
        found = await norm_of(services, None, NormQuestion(rounds=parse_norm_opponents(self.gm), woman=False, norm=wgm))
        assert found.chosen.norm is wgm
        assert not found.chosen.achieved
        assert wgm not in {result.norm for result in found.results}

    async def test_womens_norms_are_listed_for_women_or_on_request(self, services: Services) -> None:
        """0.5: nothing is said of a woman's norm to a man, nor to somebody of whom nothing is told."""
        listed = {
            woman: [str(result.norm) for result in (await self._asked(services, woman)).results]
            for woman in (None, False, True)
        }
        assert listed == {None: ["GM", "IM"], False: ["GM", "IM"], True: ["GM", "IM", "WGM", "WIM"]}
        wim = (await self._asked(services, True)).results[-1].norm
        found = await norm_of(services, None, NormQuestion(rounds=parse_norm_opponents(self.gm), norm=wim))
        assert [str(result.norm) for result in found.results] == ["GM", "IM", "WIM"]

    async def _asked(self, services: Services, woman: bool | None) -> Any:
        return await norm_of(services, None, NormQuestion(rounds=parse_norm_opponents(self.gm), woman=woman, norm=GM))
