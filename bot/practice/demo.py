"""The practice club's people, and what they have played: all of it invented."""

from collections.abc import Awaitable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from bot.services.club.settings.change import change_settings
from bot.services.events.imports.import_event import confirm_import, preview_import
from bot.services.events.imports.options import ImportOptions
from bot.services.events.record import record_own_event
from bot.services.events.report import EventReport, stored_report
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.transaction import AlreadyDoneError, stored_by
from bot.services.matches.match import MatchSubmission, record_match
from bot.services.ratings.oracle.calibrate import PoolChange, change_pool
from bot.services.ratings.oracle.pools import ParsedSide
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from core.files.typed.opponents import parse_opponents, parse_results
from core.lists import RatingList
from core.rating.oracle.config import PlayerKind

# The practice club's Scrabble event: a division in which everybody met everybody, from the file of it.


NAME, DAYS_AGO = "Riverside Scrabble Evening", 20

# Some of the club's members and others: rating, opponents, scores, class, and games of the career.
_DIVISION = b"""\
Castellan, Bea         1812 8 7 6 5 4 3 2; 430 348 435 431 445 493 461; class A; lifeg 640
Okafor, Lin            1655 7 5 3 8 6 4 1; 462 427 308 495 436 420 341; class A; lifeg 212
Quill, Nora            1490 6 4 2 7 5 1 8; 387 399 408 399 489 228 475; class B; lifeg 88
Brandt, Ivo            1334 5 3 8 6 1 2 7; 408 311 496 449 330 345 379; class B; lifeg 51
Sorrel, Mina           1178 4 2 7 1 3 8 6; 423 410 460 330 338 422 353; class B; lifeg 34
Finch, Otto            1015 3 8 1 4 2 7 5; 360 364 380 404 335 352 347; class C; lifeg 140
Achterberg, Jo          862 2 1 5 3 8 6 4; 353 399 397 413 443 355 325; class C; lifeg 17
Delacroix, Wim          640 1 6 4 2 7 5 3; 389 360 339 356 361 351 252; class C; lifeg 9
"""


async def fill_scrabble(services: Services, director: Actor) -> int:
    day = services.today(None) - timedelta(days=DAYS_AGO)
    return await import_once(services, director, _DIVISION, ImportOptions(name=NAME, day=day))


async def import_once(services: Services, director: Actor, file: bytes, options: ImportOptions) -> int:
    """Import a file, unless this interaction has done it on an earlier start; return its first event's id."""
    before = await stored_by(services, director.club_id, director.interaction_id)
    if before is not None:
        assert before.subject_id is not None
        return before.subject_id
    looked = await preview_import(services, director, file, options)
    assert looked.pending_id is not None
    event_id = (await confirm_import(services, director, looked.pending_id)).sections[0].event_id
    assert event_id is not None
    return event_id


@dataclass(frozen=True, slots=True)
class Demo:
    """An invented member: stored rating and games, and what they scored in the two past events.

    fide, open: their FIDE rating, and what they scored in an event that waits for the next FIDE list.
    """

    name: str
    rating: float | None = None
    games: int = 0
    autumn: str = ""
    quads: str = ""
    fide: int | None = None
    open: str = ""


MEMBER, DIRECTOR, NEWCOMER = "Nora Quill", "Tobias Arbor", "Pip Newcombe"
MEMBERS = (
    Demo(MEMBER, 1470, 25),
    Demo(DIRECTOR, 1912, 340, "W1688 W1751 D1840 L2010", "W1702 W1610 D1755", 1874, "W1790 D1955 L2042 W1836 D1901"),
    Demo(NEWCOMER),
    Demo("Mara Lindqvist", 1755, 88, "W1490 D1912 W1630 L2010", "D1912 W1610 L1702", 1731, "L1955 W1722 D1801 L1874"),
    Demo("Idris Vale", 1702, 61, "L1912 W1455 W1520 D1688", "L1912 W1755 W1610"),
    Demo("Bea Castellan", 2010, 512, "W1755 W1840 W1702 D1912", fide=1968, open="W1801 W1874 D2042 W1955 D1990"),
    Demo("Otto Finch", 1610, 44, "W1320 L1755 D1520 W1455", "L1702 L1912 L1755"),
    Demo("Yuki Marlowe", 1520, 33, "L1702 W1210 D1610 D1490", "W1455 W1320 D1490"),
    Demo("Gwen Harrow", 1490, 29, "L1755 W1320 W1210 D1520", "D1520 W1320 L1455"),
    Demo("Leif Tansy", 1455, 19, "L1702 L1610 W1210 W1320", "L1520 W1490 W1320"),
    Demo("Sol Petrakis", 1320, 12, "L1610 L1490 L1455 W1210", "L1490 L1520 L1455"),
    Demo("June Abara", 1210, 7, "L1520 L1490 L1455 L1320"),
    Demo("Rafi Ostrow", 1210, 41),
)

SHOWN = "Yuki Marlowe"
"""Whose last event the channel shows."""

KEEPER, ENGINE = "Keeper", "Foxglove"
EVENINGS = "Idris Vale", 1612, 48
"""Who has played quick chess for a year and a half, and the rating and games before that."""

QUICK = (
    "W1520 L1755 W1610 D1702", "D1688 W1490 L1840", "W1455 W1610 W1755 L1912", "W1702 D1755 W1520",
    "L1610 L1490 W1320 L1702", "D1520 L1755 L1688", "W1610 W1702 D1840", "W1755 W1490 W1688 D1912",
    "L1520 W1610 L1755", "W1702 W1840 W1610 D1755", "D1912 W1688 L2010", "L1610 D1520 L1702 W1490",
    "W1755 W1702 D1688", "W1840 L1912 W1755 W1610", "D1755 D1840 W1702", "W1912 W1688 L2010 W1755",
)  # fmt: skip
"""What they scored, a month apart."""

NIGHT, NIGHT_DAYS_AGO = "Riverside Club Night", 6
_SECTION = b"""\
number,name,rating,games,born,1,2,3,4,5
1,Bea Castellan,,,,W10,W8,W6,W4,D2
2,Mara Lindqvist,,,,W9,W5,W10,L6,D1
3,Idris Vale,,,,L8,W4,W9,W5,W10
4,Otto Finch,,,,W7,L3,W8,L1,W9
5,Yuki Marlowe,,,,W6,L2,W7,L3,W8
6,Gwen Harrow,,,,L5,W10,L1,W2,W7
7,Leif Tansy,,,,L4,W9,L5,D10,L6
8,Sol Petrakis,,,,W3,L1,L4,W9,L5
9,Wren Talbot,1385,12,,L2,L7,L3,L8,L4
10,Ivo Marsh,,,2014-04-09,L1,L6,L2,D7,L3
"""
"""A rated section: ten players, five rounds, two of them new to the club."""

MATCHES = (
    (MEMBER, KEEPER, "WLWWDLWWLW", 20),
    (DIRECTOR, KEEPER, "WWWLWWDWWWLW", 18),
    ("Idris Vale", KEEPER, "LWLWWLLDWL", 16),
    ("Bea Castellan", ENGINE, "WWLWWDWW", 12),
    (MEMBER, "Idris Vale", "WWLDW", 9),
    ("Yuki Marlowe", ENGINE, "LLWLDL", 7),
    (DIRECTOR, "Bea Castellan", "LWLLDW", 5),
    (MEMBER, ENGINE, "LWWLD", 2),
)
"""Oracle matches: whose, against whom, their results in the order of play, and how many days ago."""


@dataclass(frozen=True, slots=True)
class Played:
    """What the channel shows of the last days: somebody's event, and a rated section by its id."""

    event: EventReport
    section: int


async def fill(services: Services, club_id: int, td_role_id: int, members: dict[str, Member]) -> Played:
    """Put the demo club into a database that does not have it yet; return what there is to show of it.

    Every write has an interaction id of its own, counted from 1: what an earlier start has stored stays as it is.
    """
    director, today = members[DIRECTOR], services.today(None)
    steps = iter(range(1, 1000))

    def actor() -> Actor:
        return Actor(club_id, director, interaction_id=next(steps), manager=True)

    def rated(name: str, rating: float, games: int, days_ago: int, moved: RatingList | None = None) -> SetRatingRequest:
        day = today - timedelta(days=days_ago)
        return SetRatingRequest(members[name], rating, games, moved, day=day, reason="demo club")

    async def once(doing: Awaitable[Any]) -> int | None:
        try:
            return getattr(await doing, "event_id", None)
        except AlreadyDoneError as done:
            return done.entry.subject_id

    async def played(name: str, opponents: str, event: str, days_ago: int, **more: Any) -> int | None:
        day = today - timedelta(days=days_ago)
        submission = EventSubmission(parse_opponents(opponents), name=event, day=day, member=members[name], **more)
        return await once(record_own_event(services, actor(), submission))

    await once(change_settings(services, actor(), {"td_role_id": td_role_id}))
    for demo in MEMBERS:
        if demo.rating is not None:
            await once(set_rating(services, actor(), rated(demo.name, demo.rating, demo.games, 120)))
    shown: dict[str, int | None] = {}
    for demo in MEMBERS:
        if demo.autumn:
            await played(demo.name, demo.autumn, "Riverside Autumn Swiss", 41)
    for demo in MEMBERS:
        if demo.quads:
            shown[demo.name] = await played(demo.name, demo.quads, "November Quads", 13)
    for demo in MEMBERS:
        if demo.fide is not None:
            opened = {"rating_list": RatingList.FIDE_STANDARD, "rating": float(demo.fide), "games": 75}
            await played(demo.name, demo.open, "Riverside FIDE Open", 4, **opened)
    await once(change_pool(services, actor(), RatingList.ORACLE, PoolChange(keeper=ParsedSide(KEEPER))))
    for name, opponent, results, days_ago in MATCHES:
        submission = MatchSubmission(
            ParsedSide(opponent, members.get(opponent)),
            results=parse_results(results),
            member=ParsedSide(name, members[name]),
            kind=PlayerKind.AI_AGGRESSIVE if opponent == ENGINE else None,
            day=today - timedelta(days=days_ago),
        )
        await once(record_match(services, actor(), submission))
    await fill_scrabble(services, actor())
    name, rating, games = EVENINGS
    first = 30 * len(QUICK) + 10
    await once(set_rating(services, actor(), rated(name, rating, games, first + 10, RatingList.USCHESS_QUICK)))
    for number, opponents in enumerate(QUICK):
        event = f"Quick evening {number + 1}"
        await played(name, opponents, event, first - 30 * number, rating_list=RatingList.USCHESS_QUICK)
    options = ImportOptions(name=NIGHT, day=today - timedelta(days=NIGHT_DAYS_AGO))
    section = await import_once(services, actor(), _SECTION, options)
    report = await stored_report(services, actor(), shown[SHOWN] or 0)
    return Played(report, section)
