"""Check the zip of a whole club: python tools/verify_export.py FILE.zip [EARLIER.zip]

Needs Python and the folder core/ beside this one, nothing else. Says of every list whether the facts in the file,
folded one after the other by core/, give the ratings, norms, titles and journal that stand in it; before that the
SHA-256 of every file and the chain are checked. EARLIER.zip: an earlier file of the same club, with whose chain this
one must begin. Ends with 0 where all is right, with 1 where anything is not.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from core.background import Background, ExternalRating
from core.club_file import heads
from core.club_rules import ClubRules
from core.club_zip import ClubZip, unpack
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.errors import RatingError
from core.lists import RatingList
from core.opening import EnteredRecord, Opening
from core.rating_system import ClubPool, LifetimeTitles, SeasonalSystem
from core.systems import CALIBRATED, PUBLISHED, SYSTEMS

Row = dict[str, Any]
MOST = 10
"""Differences that are printed of a list."""


class Book:
    """A club's facts, and where they lead: everything in memory, in the order of the days."""

    def __init__(self, club: ClubZip) -> None:
        self.tables = club.tables
        rules = ClubRules.from_json(club.settings["house_rules"])
        self.rules = replace(rules, codes=club.settings["lifetime_titles"])
        self.states: dict[RatingList, dict[int, Any]] = {
            moved: defaultdict(system.unrated) for moved, system in SYSTEMS.items()
        }
        self.last: dict[tuple[RatingList, int], tuple[str, int]] = {}
        self.rated_on: dict[tuple[RatingList, int], date] = {}
        self.waiting: dict[RatingList, list[tuple[date, int]]] = defaultdict(list)
        self.played: dict[RatingList, list[Crosstable]] = defaultdict(list)
        self.known: dict[RatingList, set[int]] = defaultdict(set)
        self.people = {row["id"]: row for row in club.tables["player"]}
        self.lines = {table: _by_event(club.tables[table]) for table in ("entrant", "game")}
        self.given: dict[str, list[Row]] = {"journal": [], "norm": [], "title": [], "standing": []}

    def facts(self) -> Iterator[tuple[RatingList, str, Row]]:
        """Yield every fact that counts, on each of its lists, in the order of the fold."""
        events = {row["seq"]: row for row in self.tables["event"]}
        found = [("event", {**events[line["event_id"]], **line}) for line in self.tables["event_list"]]
        found += [(kind, row) for kind in ("opening", "demotion", "list_fact") for row in self.tables[kind]]
        order = list(RatingList)
        for kind, row in sorted(found, key=lambda one: (one[1]["date"], one[1]["seq"], order.index(one[1]["list"]))):
            if not row["voided"]:
                yield RatingList(row["list"]), kind, row

    def fold(self) -> None:
        place = None
        for moved, kind, row in self.facts():
            if place != (row["date"], row["seq"]):
                # An event moves its lists at once: on none of them it knows what it did to the others.
                place = (row["date"], row["seq"])
                self.before = {one: defaultdict(SYSTEMS[one].unrated, states) for one, states in self.states.items()}
                self.days_before = dict(self.rated_on)
            getattr(self, f"_{kind}")(date.fromisoformat(row["date"]), moved, row)
        for moved, states in self.states.items():
            self.measure(moved, states)
            for player, state in states.items():
                rank = SYSTEMS[moved].rank(state)
                if rank is not None:
                    figures = rank._asdict()
                    day, seq = self.last[moved, player]
                    shown = {"shown": figures.pop("displayed"), **figures, "date": day, "seq": seq}
                    self.given["standing"].append({"list": moved.value, "player_id": player, **shown})

    def measure(self, moved: RatingList, players: Any) -> None:
        """Measure players by the list's benchmark, where one moves."""
        system, states = SYSTEMS[moved], self.states[moved]
        if not isinstance(system, ClubPool):
            return
        keeper = system.benchmark(moved, self.rules)
        if keeper is not None:
            by = states[keeper]
            for player in tuple(players):
                states[player] = system.measured(states[player], by)

    def note(self, moved: RatingList, player: int, row: Row, before: Any, after: Any, **more: Any) -> None:
        """Write a line of the journal, as it stands in the file."""
        self.last[moved, player] = (row["date"], row["seq"])
        line = {"list": moved.value, "player_id": player, "date": row["date"], "seq": row["seq"]}
        line |= {
            "before": None if before is None else before.rating,
            "after": None if after is None else after.rating,
            "games_before": 0 if before is None else before.games,
            "games_after": 0 if after is None else after.games,
        }
        rest = dict.fromkeys(("expected", "score", "performance", "rules"))
        self.given["journal"].append(line | rest | more)

    def _opening(self, day: date, moved: RatingList, row: Row) -> None:
        system, states, player = SYSTEMS[moved], self.states[moved], row["player_id"]
        record = None
        if row["wins"] is not None:
            record = EnteredRecord(*(row[name] for name in EnteredRecord._fields))
        self.measure(moved, (player,))
        before = states[player]
        opening = Opening(row["rating"], row["games"], row["peak"], row["floor"], player, record)
        after = system.apply_opening(before, opening, moved, self.rules)
        if not row["confirmed"] and isinstance(system, LifetimeTitles):
            after = system.hold_for_life(before, after)
        states[player] = after
        self.note(moved, player, row, system.rank(before), system.rank(states[player]))
        self.rated_on[moved, player] = day
        self.known[moved].add(player)

    def _demotion(self, day: date, moved: RatingList, row: Row) -> None:
        system, states, player = SYSTEMS[moved], self.states[moved], row["player_id"]
        self.measure(moved, (player,))
        before = states[player]
        states[player] = system.demote(before)
        self.note(moved, player, row, system.rank(before), system.rank(states[player]))

    def _list_fact(self, day: date, moved: RatingList, row: Row) -> None:
        system, states, through = SYSTEMS[moved], self.states[moved], date.fromisoformat(row["through"])
        told: dict[int, Any]
        if row["kind"] == "publication":
            self.measure(moved, tuple(states))
            mine = {player for ended, player in self.waiting[moved] if ended <= through}
            self.waiting[moved] = [one for one in self.waiting[moved] if one[0] > through]
            publish = PUBLISHED[moved].publish
            told = {one: publish(states[one], moved, day, through, self.age(one)) for one in mine}
        elif row["kind"] == "season":
            self.measure(moved, self.known[moved])
            assert isinstance(system, SeasonalSystem)
            factor = 1.0 if row["factor"] is None else row["factor"]
            told = {one: system.begin_season(states[one], factor, one, moved, self.rules) for one in self.known[moved]}
        else:
            self.measure(moved, self.known[moved])
            mine_now = {one: states[one] for one in self.known[moved]}
            told = dict(CALIBRATED[moved].calibrate_club(self.played[moved], moved, mine_now, day, self.rules))
        for player, outcome in told.items():
            if outcome is not None:
                states[player], self.rated_on[moved, player] = outcome.state, day
                self.note(moved, player, row, outcome.before, outcome.after, rules=outcome.rules)

    def _event(self, day: date, moved: RatingList, row: Row) -> None:
        table, states, system = self.crosstable(row), self.states[moved], SYSTEMS[moved]
        mine = [one for one in table.entrants if one.rated]
        players: list[Any] = [one.player for one in mine]
        self.measure(moved, players)
        asked = [one for one in mine if system.needs_player_background(states[one.player])]  # type: ignore[index]
        known = {one.player: self.background(one.player, moved, one.external_ratings) for one in asked}
        for key, outcome in system.rate_event(table, moved, states, row["rules"], known, self.rules).items():
            player: Any = key
            if row["standing"] != "confirmed" and isinstance(system, LifetimeTitles):
                outcome = system.as_reported(states[player], outcome)
            states[player], self.rated_on[moved, player] = outcome.state, day
            figures = {name: getattr(outcome, name) for name in ("expected", "score", "performance", "rules")}
            self.note(moved, player, row, outcome.before, outcome.after, **figures)
            where = {"list": moved.value, "player_id": player, "event_id": row["seq"]}
            for norm in outcome.norms:
                self.given["norm"].append(where | norm._asdict())
            for title in outcome.titles:
                earned = {"scheme": title.scheme, "level": title.level, "date": row["date"], "seq": row["seq"]}
                self.given["title"].append(where | earned)
        self.waiting[moved] += [(day, player) for player in players]
        self.played[moved].append(table)
        self.known[moved] |= set(players)

    def age(self, player: int) -> Background:
        row = self.people[player]
        born = None if row["born"] is None else date.fromisoformat(row["born"])
        return Background(born=born, adult=row["adult"], born_year=row["born_year"])

    def background(self, player: Any, moved: RatingList, given: Sequence[ExternalRating]) -> Background:
        """Return what is known of a player, and where they have no rating here what they have elsewhere."""
        system, told = SYSTEMS[moved], self.age(player)
        if system.rank(self.states[moved][player]) is not None:
            return told
        others = {one.system: one for one in given}
        for lender in system.related_lists(moved):
            rank = SYSTEMS[lender].rank(self.before[lender][player])
            if lender is not moved and lender in system.background_of and rank is not None:
                name = system.background_of[lender]
                others[name] = ExternalRating(name, rank.rating, self.days_before[lender, player], rank.games)
        return replace(told, ratings=tuple(others.values()))

    def crosstable(self, row: Row) -> Crosstable:
        entrants = tuple(
            Entrant(
                number=one["number"],
                rating=one["rating"],
                player=one["player_id"],
                name=one["name"],
                rated=one["rated"],
                score=one["score"],
                external_ratings=tuple(ExternalRating.from_json(data) for data in one["elsewhere"] or ()),
                list_ratings=tuple((RatingList(name), rating) for name, rating in (one["list_ratings"] or {}).items()),
                federation=one["federation"],
                title=one["title"],
                rating_class=one["class"],
                deviation=one["deviation"],
            )
            for one in self.lines["entrant"][row["seq"]]
        )
        games, byes = [], []
        for one in self.lines["game"][row["seq"]]:
            points = [None if one[name] is None else int(one[name]) for name in ("first_points", "second_points")]
            if one["unrated_reason"] is None:
                score, began = one["result"], one["first_began"]
                games.append(Game(one["round"], one["first"], one["second"], score, began, *points, one["rated"]))
            else:
                byes.append(Bye(one["round"], one["first"], ByeKind(one["unrated_reason"]), one["second"], points[0]))
        return Crosstable(
            date=date.fromisoformat(row["date"]),
            entrants=entrants,
            games=tuple(games),
            byes=tuple(byes),
            kind=EventKind(row["kind"]),
            time_control=None if row["minutes"] is None else TimeControl(row["minutes"], row["seconds"]),
            began=None if row["began"] is None else date.fromisoformat(row["began"]),
            site=row["site"],
            overruled=row["overruled"],
        )


def _by_event(rows: Sequence[Row]) -> dict[int, list[Row]]:
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["event_id"]].append(row)
    return found


KEYS = {
    "journal": ("player_id", "date", "seq"),
    "standing": ("player_id",),
    "norm": ("event_id", "player_id", "scheme"),
    "title": ("player_id", "scheme", "level"),
}
"""What tells rows of a list apart."""


def differences(told: Sequence[Row], given: Sequence[Row], table: str) -> dict[str, list[str]]:
    """Return in what rows are not the same, by list."""

    def by_key(rows: Sequence[Row]) -> dict[tuple[Any, ...], Row]:
        return {(row["list"], *(row[name] for name in KEYS[table])): row for row in rows}

    one, other = by_key(told), by_key(given)
    found: dict[str, list[str]] = defaultdict(list)
    for key in sorted(one.keys() | other.keys(), key=str):
        if one.get(key) != other.get(key):
            where = ", ".join(f"{name} {value}" for name, value in zip(KEYS[table], key[1:], strict=True))
            found[key[0]].append(
                f"{table}: {where}: {one.get(key, 'nothing')} is told, {other.get(key, 'nothing')} is folded"
            )
    return found


def verify(path: Path, earlier: Path | None) -> bool:
    """Print what is found; return whether all is right."""
    club, digest = unpack(path.read_bytes())
    print(f"{path}: club {club.club_id}, {len(club.links)} links, head {heads(club.links)[-1]}, digest {digest}")
    good = True
    if earlier is not None:
        before, _ = unpack(earlier.read_bytes())
        good = list(club.links[: len(before.links)]) == list(before.links)
        print(f"The chain {'begins' if good else 'does not begin'} with the {len(before.links)} links of {earlier}.")
    book = Book(club)
    book.fold()
    wrong: dict[str, list[str]] = defaultdict(list)
    for table in KEYS:
        for name, lines in differences(club.derived[table], book.given[table], table).items():
            wrong[name] += lines
    for name in sorted({row["list"] for rows in (*club.derived.values(), *book.given.values()) for row in rows}):
        lines = sum(row["list"] == name for row in club.derived["journal"])
        print(f"{name}: {lines} lines of the journal, {len(wrong[name])} differences")
        for difference in wrong[name][:MOST]:
            print(f"  {difference}")
    return good and not any(wrong.values())


def main(arguments: Sequence[str]) -> int:
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith("-"):
        print(__doc__)
        return 64
    try:
        return 0 if verify(Path(arguments[0]), Path(arguments[1]) if len(arguments) > 1 else None) else 1
    except (RatingError, OSError) as error:
        print(error)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
