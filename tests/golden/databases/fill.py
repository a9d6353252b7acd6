"""Fills a database through the services of the version that lies in the working folder, and dumps it as SQL.

Run with the old version's checkout as working folder; README.md says how. Every name is invented.
"""

import argparse
import asyncio
import lzma
import random
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

from bot.practice.demo import MEMBERS
from bot.practice.demo import fill as fill_demo
from bot.services.context import Actor, Member, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.players.leaderboard import leaderboard
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.players.undo_last import undo_last
from bot.store import migrate
from bot.store.database import Database
from core.formats.typed.opponents import parse_opponents

CLUB, EVENTS, SEED = 700, 200, 20261120
TODAY = datetime(2026, 11, 20, 12, tzinfo=UTC)
SCORES = "WWWDDLLL"


class Filler:
    """One club of one database; every write has an interaction of its own."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.chance = random.Random(SEED)
        self.interactions = iter(range(10_000, 100_000))
        self.members = {demo.name: Member(9000 + number, demo.name) for number, demo in enumerate(MEMBERS)}
        self.names = list(self.members)
        self.rated = [demo.name for demo in MEMBERS if demo.rating is not None]
        self.days = iter(range(2 * EVENTS))

    def actor(self, name: str, *, manager: bool = True) -> Actor:
        return Actor(CLUB, self.members[name], next(self.interactions), manager=manager)

    def day(self) -> Any:
        """Return the next day, of the hundred since the demo club began, on which something happens."""
        return TODAY.date() - timedelta(days=110 - next(self.days) // 4)

    async def own_events(self, count: int) -> None:
        """Report events of four rounds, against ratings and members; now and then take one back."""
        for number in range(count):
            name = self.chance.choice(self.rated[:10])
            rounds = [f"{self.chance.choice(SCORES)}{self.chance.randrange(1100, 2000)}" for _ in range(4)]
            if number % 5 == 0:
                other = self.chance.choice([other for other in self.rated[:10] if other != name])
                rounds[0] = f"W<@{self.members[other].user_id}>"
            event = EventSubmission(parse_opponents(" ".join(rounds)), name=f"Open {number}", day=self.day())
            await record_own_event(self.services, self.actor(name), event, twice=True)
            if number % 40 == 7:
                await undo_last(self.services, self.actor(name), None)

    async def champion(self) -> None:
        """Win eight strong events, for norms and titles."""
        self.members["Vera Summit"] = Member(9900, "Vera Summit")
        opening = SetRatingRequest(self.members["Vera Summit"], 2250.0, 120, day=self.day(), reason="from elsewhere")
        await set_rating(self.services, self.actor("Vera Summit"), opening)
        for number in range(8):
            opponents = parse_opponents("W2250 W2300 W2200 D2350 W2280 W2210")
            event = EventSubmission(opponents, name=f"Masters {number}", day=self.day())
            await record_own_event(self.services, self.actor("Vera Summit"), event, twice=True)

    async def demotion(self) -> None:
        """Lower a title, as somebody asked."""
        demote = import_module("bot.services.uschess.demote_title")
        director = self.actor(self.names[1])
        await demote.demote_title(self.services, director, self.members["Vera Summit"], None, "as asked")

    async def files(self) -> None:
        """Import a section, and leave a file that waits."""
        imports = import_module("bot.services.imports.import_event")
        for number, keep in enumerate((True, True, False)):
            data = SECTION.replace(b"1388", str(1388 + number).encode())
            options = imports.ImportOptions(name=f"Section {number}", day=TODAY.date() - timedelta(days=3 - number))
            director = self.actor(self.names[1])
            report = await imports.preview_import(self.services, director, data, options)
            if keep:
                await imports.confirm_import(self.services, self.actor(self.names[1]), report.pending_id)

    async def people(self, database: sqlite3.Connection) -> None:
        """Let a member say which player of a file they are, and report what nobody has confirmed."""
        claims = import_module("bot.services.players.identity.claims")
        ((player_id,),) = database.execute("SELECT id FROM player WHERE name = 'Ines Radcliff'").fetchall()
        self.members["Ines R."] = Member(9950, "Ines R.")
        await claims.claim_player(self.services, self.actor("Ines R.", manager=False), player_id)
        event = EventSubmission(parse_opponents("W1500 W1600"), name="Unconfirmed", day=self.day())
        await record_own_event(self.services, self.actor(self.rated[0], manager=False), event)

    async def evening(self, name: str, *, close: bool) -> None:
        """Keep an evening: four enter, report, and one confirms."""
        evenings = import_module("bot.services.live_events.lifecycle")
        results = import_module("bot.services.live_events.reported.results")
        parse = import_module("core.formats.typed.results_list").parse_results_list
        card = await evenings.new_evening(self.services, self.actor(self.names[1]), name, None, None, None)
        four = [self.names[number] for number in (0, 1, 3, 4)]
        # Older versions have it beside what opens an evening.
        entries = evenings if hasattr(evenings, "join_evening") else import_module("bot.services.live_events.entries")
        for member in four:
            await entries.join_evening(self.services, self.actor(member), card.evening.id)
        text = f"1: {four[0]} 1-0 {four[1]}; 1: {four[2]} 1/2 {four[3]}"
        await results.report_results(self.services, self.actor(self.names[1]), card.evening.id, parse(text))
        if close:
            closing_module = import_module("bot.services.live_events.close")
            await closing_module.close_evening(self.services, self.actor(self.names[1]), card.evening.id, force=True)

    async def paired(self, database: sqlite3.Connection) -> None:
        """Pair an evening: six enter, the first round is published and partly told, one asks for a bye in the next."""
        lifecycle = import_module("bot.services.live_events.lifecycle")
        entries = import_module("bot.services.live_events.entries")
        draft = import_module("bot.services.live_events.rounds.draft")
        report = import_module("bot.services.live_events.reported.report_game")
        byes = import_module("bot.services.live_events.byes")
        rows = import_module("bot.store.events.evening_round_rows")
        method = import_module("core.pairing.methods").method_named("round-robin")
        director, six = self.names[1], [self.names[number] for number in (0, 1, 3, 4, 5, 6)]
        opened = await lifecycle.new_evening(
            self.services, self.actor(director), "Paired evening", None, None, None, lifecycle.Plan(method)
        )
        key = opened.evening.id
        for member in six:
            await entries.join_evening(self.services, self.actor(member), key)
        drafted = await draft.draft_round(self.services, self.actor(director), key)
        digest = draft.pairing_digest(drafted, drafted.rounds[-1])
        await draft.publish_round(self.services, self.actor(director), key, 1, digest, anyway=False)
        await report.report_game(
            self.services, self.actor(six[0], manager=False), key, report.Told(rows.GameResult.WIN)
        )
        await byes.ask_bye(self.services, self.actor(director), key, 2, 3, rows.PairingKind.HALF_BYE)
        await import_module("bot.services.club_copy.export").export_whole(self.services, CLUB)
        at = f"{TODAY:%F} 12:00:00"
        for text in (
            f"INSERT INTO kept_form VALUES (700, 9002, 'evening-game:{key}', '{{\"note\": \"late\"}}', '{at}')",
            f"INSERT INTO forgotten VALUES (700, 999, '{at}')",
        ):
            database.execute(text)
        database.commit()

    async def corrections(self, database: sqlite3.Connection) -> None:
        """Amend an event, and merge two players."""
        amend = import_module("bot.services.events.amend")
        merge = import_module("bot.services.players.identity.merge")
        (event_id,) = database.execute("SELECT id FROM event WHERE name = 'Open 11'").fetchone()
        change = amend.Amendment("misread", name="Open 11 again", day=self.day())
        await amend.amend_event(self.services, self.actor(self.names[1]), event_id, change)
        for name in ("Ursa Twin", "Ursa Other"):
            self.members[name] = Member(9800 + len(name), name)
            opening = SetRatingRequest(self.members[name], 1400.0, 10, day=self.day(), reason="twice")
            await set_rating(self.services, self.actor(name), opening)
        found = database.execute("SELECT id FROM player WHERE name LIKE 'Ursa %' ORDER BY id").fetchall()
        await merge.merge_players(
            self.services, self.actor(self.names[1]), found[0][0], found[1][0], "they are one person"
        )

    async def lists(self) -> None:
        """Load a history of Scrabble games, calibrate a pool and publish a FIDE list."""
        history = import_module("bot.services.qursh.history")
        calibrate = import_module("bot.services.oracle.calibrate")
        fide = import_module("bot.services.fide.lists")
        rating_list = import_module("core.lists").RatingList
        games = b"rating_hi,rating_lo,score_hi,score_lo\n" + b"1800,1675,405,400\n1700,1675,390,410\n" * 200
        await history.load_history(self.services, self.actor(self.names[1]), games, "the club's own games")
        await calibrate.store_calibration(self.services, self.actor(self.names[1]), rating_list.ORACLE)
        await fide.publish_everywhere(self.services)
        await fide.publish_list(self.services, self.actor(self.names[1]), rating_list.FIDE_STANDARD)

    async def alive(self, database: sqlite3.Connection) -> None:
        """Begin a season that is over and one toward the middle; challenge somebody; leave what is to be sent."""
        seasons = import_module("bot.services.seasons.begin")
        challenges = import_module("bot.services.challenges.propose")
        rating_list = import_module("core.lists").RatingList
        year = {"starts": TODAY.date() - timedelta(days=60), "ends": TODAY.date() - timedelta(days=2)}
        regular = seasons.NewSeason("Autumn", rating_list=rating_list.USCHESS_REGULAR, minimum=3, **year)
        await seasons.begin_season(self.services, self.actor(self.names[1]), regular)
        soft = seasons.SeasonRatings.TOWARD_MIDDLE
        day = TODAY.date() - timedelta(days=10)
        pool = seasons.NewSeason("Oracle cup", starts=day, rating_list=rating_list.ORACLE, ratings=soft)
        await seasons.begin_season(self.services, self.actor(self.names[1]), pool)
        first, second = self.members[self.names[3]], self.members[self.names[4]]
        written = challenges.NewChallenge(second, rating_list.ORACLE, games=3)
        await challenges.propose(self.services, self.actor(first.name, manager=False), written)
        (player_id, user_id), now = (
            database.execute("SELECT id, user_id FROM player WHERE user_id > 0").fetchone(),
            f"{TODAY:%F} 12:00:00",
        )
        (event_id,) = database.execute("SELECT id FROM event WHERE NOT voided").fetchone()
        for text in (
            'INSERT INTO live_board (club_id, list, "order", top, channel_id, message_id, shown, edited_at)'
            f" VALUES (700, 'uschess-regular', 'rating', 10, 61, 62, 'a', '{now}')",
            "INSERT INTO role_rule (club_id, list, by, name, low, provisional, role_id, made_here)"
            " VALUES (700, 'uschess-regular', 'class', 'Class A', 1800, 0, 63, 1)",
            f"INSERT INTO role_given (club_id, user_id, role_id) VALUES (700, {user_id}, 63)",
            "INSERT INTO news (club_id, kind, player_id, event_id, value, made_at)"
            f" VALUES (700, 'peak', {player_id}, {event_id}, '{{}}', '{now}')",
            "INSERT INTO outbox (club_id, kind, subject, due_at, paused)"
            f" VALUES (700, 'board', '1', '{now}', 'the channel is gone')",
        ):
            database.execute(text)
        database.commit()


SECTION = b"""\
number,name,rating,games,born,1,2,3,4
1,Bea Castellan,,,,W5,W3,D2,W4
2,Tobias Arbor,,,,W6,W4,D1,L3
3,Mara Lindqvist,,,,W7,L1,W6,W2
4,Idris Vale,,,,W8,L2,W5,L1
5,Hugo Vantongeren,1388,31,,L1,W7,L4,W8
6,Ines Radcliff,1290,22,,L2,W8,L3,D7
7,Pavel Orchard,,0,2009-05-02,L3,L5,W8,D6
8,Ana Bellweather,,0,2011-08-19,L4,L6,L7,L5
"""


async def fill(database: Database, path: Path) -> None:
    services = Services(database, lambda: TODAY)
    filler = Filler(services)
    with closing(sqlite3.connect(path)) as look:
        tables = {name for (name,) in look.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        await fill_demo(services, CLUB, 4321, filler.members)
        await filler.champion()
        await filler.own_events(EVENTS - 60)
        if "demotion" in tables:
            await filler.demotion()
        if "pending_import" in tables:
            await filler.files()
        if "claim" in tables:
            await filler.people(look)
        if "evening" in tables:
            await filler.evening("First evening", close=True)
            await filler.evening("Second evening", close=False)
            await filler.corrections(look)
        if "history" in tables:
            await filler.lists()
        (events,) = look.execute("SELECT count(*) FROM event").fetchone()
        await filler.own_events(EVENTS - events)
        await leaderboard(services, filler.actor(filler.names[1]), None)
        if "outbox" in tables:
            await filler.alive(look)
        if "evening_round" in tables:
            await filler.paired(look)
        if "federation_entry" in tables:
            look.execute("INSERT INTO federation_entry VALUES (700, '99900017', '2026-11-01', '{}')")
            look.commit()
        if "unshown" in tables:
            look.execute("INSERT INTO unshown VALUES (10001, 700, 9001, '2026-11-20 12:00:00.000000')")
            look.commit()
        if "shard" in tables:
            look.execute("INSERT INTO shard VALUES (-1, 'there 1', '2026-11-20 12:00:00.000000')")
            look.commit()


def rows(database: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        yield name, database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("target", type=Path, help="the dump to write, such as 0004.sql.xz")
    target = parser.parse_args().target

    async def make(path: Path) -> None:
        database = Database(f"sqlite+aiosqlite:///{path}")
        await migrate.upgrade(database)
        await fill(database, path)
        await database.close()

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "club.db"
        asyncio.run(make(path))
        with closing(sqlite3.connect(path)) as made:
            counts = dict(rows(made))
            print(counts)
            assert all(count for name, count in counts.items() if not name.startswith("sqlite_")), "an empty table"
            text = "".join(f"{line}\n" for line in made.iterdump())
    target.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    print(f"{target}: {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
