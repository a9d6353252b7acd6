"""A second fold, straight on core/ and plain SQL."""

import json
from collections import defaultdict
from datetime import date
from typing import Any

from sqlalchemy import Connection, text

from core.event.background import Background, ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.event.entered_rating import EnteredRating, EnteredRecord
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.elo import SYSTEM as elo
from core.rating.fide.system import SYSTEM as fide
from core.rating.glicko2 import SYSTEM as glicko2
from core.rating.naspa import SYSTEM as naspa
from core.rating.oracle.system import SYSTEM as oracle
from core.rating.outcome import Outcome
from core.rating.rating_system import ClubPool, LifetimeTitles
from core.rating.uschess.system import SYSTEM as uschess
from core.tournament.best_for_rating import with_compared

SYSTEMS: dict[RatingList, Any] = {
    one: system for system in (uschess, fide, naspa, oracle, elo, glicko2) for one in system.lists
}
US = {one: ExternalSystem(one.value) for one in uschess.lists}
LENT = {
    **{one: {k: v for k, v in US.items() if k is not one} for one in uschess.lists},
    **{one: {RatingList.FIDE_STANDARD: ExternalSystem.FIDE} for one in fide.lists[1:]},
}
"""Whose ratings somebody unrated on a list may begin with."""


class Book:
    """A club's facts, and where they have led so far."""

    def __init__(self, connection: Connection, club: int) -> None:
        self.connection, self.club = connection, club
        self.states: dict[RatingList, dict[int, Any]] = {
            one: defaultdict(system.unrated) for one, system in SYSTEMS.items()
        }
        self.rated_on: dict[tuple[RatingList, int], date] = {}
        self.waiting: dict[RatingList, list[tuple[date, int]]] = defaultdict(list)
        self.played: dict[RatingList, list[Crosstable]] = defaultdict(list)
        self.known: dict[RatingList, set[int]] = defaultdict(set)
        self.norms: dict[Any, Any] = {}
        self.titles: dict[Any, Any] = {}
        self.outcomes: dict[int, dict[RatingList, dict[int, Outcome]]] = defaultdict(lambda: defaultdict(dict))
        rules = self.read("SELECT house_rules FROM club WHERE id = :club")  # none before anything is stored
        self.rules = ClubRules.from_json(_json(rules[0].house_rules)) if rules else ClubRules()
        self.ages = {row.id: row for row in self.read("SELECT * FROM player WHERE club_id = :club")}

    def read(self, query: str, **values: Any) -> Any:
        return self.connection.execute(text(query), {"club": self.club, **values}).all()

    def facts(self) -> list[tuple[date, int, int, str, RatingList, Any]]:
        """Return every fact that counts, on each of its lists."""
        found = []
        order = list(RatingList).index
        where = "WHERE NOT voided AND club_id = :club"
        for kind, query in {
            "event": f"SELECT e.*, list, rules FROM (SELECT * FROM event {where}) e JOIN event_list ON event_id = e.id",
            "entered_rating": f"SELECT * FROM entered_rating {where}",
            "demotion": f"SELECT * FROM demotion {where}",
            "list": f"SELECT * FROM list_fact {where}",
        }.items():
            for row in self.read(query):
                moved = RatingList(row.list)
                found.append((_day(row.date), row.seq, order(moved), kind, moved, row))
        return sorted(found, key=lambda one: one[:3])

    def background(self, player: int, moved: RatingList, given: tuple[ExternalRating, ...]) -> Background:
        row, others = self.ages[player], {one.system: one for one in given}
        for lender, name in LENT.get(moved, {}).items():
            rank = SYSTEMS[lender].rank(self.before[lender][player])
            if rank is not None:
                others[name] = ExternalRating(name, rank.rating, self.days_before[lender, player], rank.games)
        unrated = SYSTEMS[moved].rank(self.before[moved][player]) is None
        born = None if row.born is None else _day(row.born)
        return Background(born, bool(row.adult), tuple(others.values()) if unrated else (), row.born_year)

    def fold(self) -> "Book":
        place = None
        for day, seq, _, kind, moved, row in self.facts():
            if place != (day, seq):
                # An event moves its lists at once: on none of them it knows what it did to the others.
                place = (day, seq)
                self.before = {one: defaultdict(SYSTEMS[one].unrated, states) for one, states in self.states.items()}
                self.days_before = dict(self.rated_on)
            if kind in ("demotion", "list"):
                self.measure(moved)
            getattr(self, f"_{kind}")(day, moved, row)
        for moved in self.states:
            self.measure(moved)
        return self

    def measure(self, moved: RatingList, *new: int) -> None:
        """Measure everybody on a list by its benchmark."""
        system, states = SYSTEMS[moved], self.states[moved]
        states |= {player: states[player] for player in new}
        keeper = system.benchmark(moved, self.rules) if isinstance(system, ClubPool) else None
        if keeper is not None:
            by = states[keeper]
            assert isinstance(system, ClubPool)
            states |= {player: system.measured(state, by) for player, state in states.items()}

    def _entered_rating(self, day: date, moved: RatingList, row: Any) -> None:
        told = (row.wins, row.losses, row.draws, row.confidence, row.standard_error)
        record = None if row.wins is None else EnteredRecord(*told)
        entered = EnteredRating(row.rating, row.games, row.peak, row.floor, row.player_id, record)
        states = self.states[moved]
        self.measure(moved, row.player_id)
        before, system = states[row.player_id], SYSTEMS[moved]
        after = system.apply_entered(before, entered, moved, self.rules)
        if not row.confirmed and isinstance(system, LifetimeTitles):
            after = system.hold_for_life(before, after)
        states[row.player_id] = after
        self.rated_on[moved, row.player_id] = day
        self.known[moved].add(row.player_id)

    def _demotion(self, day: date, moved: RatingList, row: Any) -> None:
        self.states[moved][row.player_id] = SYSTEMS[moved].demote(self.states[moved][row.player_id])

    def _list(self, day: date, moved: RatingList, row: Any) -> None:
        states, through = self.states[moved], _day(row.through)
        if row.kind == "publication":
            mine = {player for ended, player in self.waiting[moved] if ended <= through}
            self.waiting[moved] = [one for one in self.waiting[moved] if one[0] > through]
            ages = {player: self.background(player, moved, ()) for player in mine}
            told = {one: fide.publish(states[one], moved, day, through, ages[one]) for one in mine}
            told = {player: outcome for player, outcome in told.items() if outcome is not None}
        elif row.kind == "season":
            self._season(moved, row.factor)
            return
        else:
            mine = {player: states[player] for player in self.known[moved]}
            told = oracle.calibrate_club(self.played[moved], moved, mine, day, self.rules)
        for player, outcome in told.items():
            states[player], self.rated_on[moved, player] = outcome.state, day

    def _season(self, moved: RatingList, factor: float) -> None:
        middle = {"oracle": 50.0}.get(moved.value.partition("-")[0], 1500.0)
        for player, state in list(self.states[moved].items()):
            rank = SYSTEMS[moved].rank(state)
            if rank is not None:
                rating = middle + factor * (rank.rating - middle)
                entered = EnteredRating(rating, None if factor else 0, player=player)
                self.states[moved][player] = SYSTEMS[moved].apply_entered(state, entered, moved, self.rules)

    def _event(self, day: date, moved: RatingList, row: Any) -> None:
        table, states, system = self.crosstable(row), self.states[moved], SYSTEMS[moved]
        mine = [one for one in table.entrants if one.rated]
        self.measure(moved, *(one.player for one in mine))
        known = {one.player: self.background(one.player, moved, one.external_ratings) for one in mine}
        asked = {one: told for one, told in known.items() if system.needs_player_background(states[one])}
        rated = system.rate_event(table, moved, states, row.rules, asked, self.rules)
        for player, outcome in with_compared(rated, table, moved, states, self.rules).items():
            if row.standing != "confirmed" and isinstance(system, LifetimeTitles):
                outcome = system.as_reported(states[player], outcome)
            states[player], self.rated_on[moved, player] = outcome.state, day
            self.outcomes[row.id][moved][player] = outcome
            for norm in outcome.norms:
                self.norms[row.id, moved.value, player, norm.scheme] = (norm.level, norm.code)
            for title in outcome.titles:
                self.titles[player, moved.value, title.scheme, title.level] = (row.id,)
        self.waiting[moved] += [(day, one.player) for one in mine]
        self.played[moved].append(table)
        self.known[moved] |= {one.player for one in mine}

    def crosstable(self, row: Any) -> Crosstable:
        entrants = tuple(
            Entrant(
                one.number,
                one.rating,
                one.player_id,
                one.name,
                bool(one.rated),
                one.score,
                tuple(ExternalRating.from_json(data) for data in _json(one.elsewhere) or ()),
                tuple((RatingList(name), rating) for name, rating in (_json(one.list_ratings) or {}).items()),
                one.federation,
                one.title,
                one._mapping["class"],
                deviation=one.deviation,
            )
            for one in self.read("SELECT * FROM entrant WHERE event_id = :id ORDER BY number", id=row.id)
        )
        games, byes = [], []
        for one in self.read("SELECT * FROM game WHERE event_id = :id ORDER BY round, first", id=row.id):
            points = [None if value is None else int(value) for value in (one.first_points, one.second_points)]
            began = None if one.first_began is None else bool(one.first_began)
            if one.unrated_reason is None:
                games.append(Game(one.round, one.first, one.second, one.result, began, *points, bool(one.rated)))
            else:
                byes.append(Bye(one.round, one.first, ByeKind(one.unrated_reason), one.second, points[0]))
        control = None if row.minutes is None else TimeControl(row.minutes, row.seconds)
        began = None if row.began is None else _day(row.began)
        return Crosstable(
            _day(row.date), entrants, tuple(games), tuple(byes), EventKind(row.kind), control, began=began
        )


def disagreements(connection: Connection, club: int) -> list[str]:
    """Return where what is stored of a club is not where its facts lead."""
    book = Book(connection, club).fold()
    given = {}
    for moved, states in book.states.items():
        for player, state in states.items():
            rank = SYSTEMS[moved].rank(state)
            if rank is not None:
                given[moved.value, player] = tuple(rank)
    columns = "rating, shown, games, provisional, title_level, title_points"
    rows = book.read(f"SELECT list, player_id, {columns} FROM standing WHERE club_id = :club")
    stored = {(row.list, row.player_id): tuple(row)[2:] for row in rows}
    norms = book.read("SELECT n.* FROM norm n JOIN event e ON e.id = n.event_id WHERE e.club_id = :club")
    titles = book.read("SELECT t.* FROM title t JOIN player p ON p.id = t.player_id WHERE p.club_id = :club")
    kept = {(row.event_id, row.list, row.player_id, row.scheme): (row.level, row.code) for row in norms}
    held = {(row.player_id, row.list, row.scheme, row.level): (row.event_id,) for row in titles}
    return [
        f"{what} {key}: {one.get(key)} is stored, the facts lead to {other.get(key)}"
        for what, one, other in (("rating", stored, given), ("norm", kept, book.norms), ("title", held, book.titles))
        for key in sorted(one.keys() | other.keys(), key=repr)
        if one.get(key) != other.get(key)
    ]


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value


def _day(value: Any) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
