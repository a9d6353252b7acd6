"""What the tests of the UI share."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType
from typing import Any

import discord
from hypothesis import strategies as st
from wcwidth import wcswidth

from bot.services.events.report import EventReport, ListReport
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.ratings.forecast import GoalReport
from bot.services.ratings.rating_card import ProfileCard
from bot.services.ratings.uschess import NormsReport
from bot.store.database.rows import EarnedNorm, Player, Standing
from bot.store.people.profiles import Profile
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.players import profile_embed
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules, Codes
from core.rating.uschess.formulas import FIDE_SINCE
from core.rating.uschess.lifetime import LifetimeTitle
from core.rating.uschess.norms import title_progress
from core.rating.uschess.rules import EDITIONS
from core.rating.uschess.state import PlayerState
from core.rating.uschess.system import LISTS as USCHESS_LISTS
from core.rating.uschess.system import SYSTEM as system
from tests.depth import examples

PHONE_COLUMNS = 31
"""Columns of a code block that a phone shows without breaking its lines."""

fast = examples()
drawn_events = examples()

ALPHABETS = (
    "abcXYZ 019.,-#@`*_~|<>[]()\\:/'\"!?+=",
    "日本語名前ｗｉｄｅ한국어각",
    "עבריתالعربيةא",
    "\u0301\u0300\u0308\u20dd\u0483",
    "👩👨👧🏽\u200d\ufe0f🇩🇪🇺🇸❤☠✌1\u20e3♜",
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c",
    "नमस्तेक्षिไทยกำ\u1100\u1161\u11a8",
    "\u0000\u0007\u001b\u0085\u00ad\u2028\u2029\n\r\t\u00a0\u3000",
    "\u200b\u2060\ufeff\u180e\u034f\u3164\u2800\ufe0e\U000e0041\U000e007f",
)
characters = st.one_of(
    *(st.sampled_from(alphabet) for alphabet in ALPHABETS), st.characters(exclude_categories=["Cs", "Cn"])
)
any_text = st.text(characters, max_size=100)
names = st.one_of(
    st.text(characters, min_size=1, max_size=100),
    st.builds(lambda character, times: character * times, characters, st.integers(1, 100)),
    st.sampled_from(["Dana", "@everyone", "<@&123456789012345678>", "[x](http://example.com)", "*" * 100, "://" * 33]),
)
"""Names of up to 100 characters of any kind, and the longest once they are escaped."""

hundredths = st.integers(min_value=100_00, max_value=3000_00).map(lambda cents: cents / 100)
opponent_ratings = st.one_of(st.integers(min_value=100, max_value=3000).map(float), hundredths)


lifetime_titles = st.builds(
    LifetimeTitle, st.integers(10, 29).map(lambda hundreds: 100 * hundreds), st.integers(0, 9), st.sampled_from([0, 2])
)


def house_rules() -> st.SearchStrategy[ClubRules]:
    """Draw a club's choices: which codes of titles it shows."""
    return st.sampled_from(Codes).map(lambda codes: ClubRules(codes=codes))


@st.composite
def player_states(draw: st.DrawFn) -> PlayerState:
    """Draw a standing: unrated, or opened with a rating and games."""
    if draw(st.integers(0, 5)) == 0:
        return PlayerState()
    rating = draw(opponent_ratings)
    games = draw(st.sampled_from([0, 3, 8, 9, 25, 26, 300, 100_000]))
    norms = tuple(draw(st.lists(st.integers(0, 6), min_size=7, max_size=7)))
    title = draw(st.none() | lifetime_titles)
    return PlayerState(rating=rating, games=games, peak=rating if games > 25 else None, norms=norms, lifetime=title)


@st.composite
def crosstables(draw: st.DrawFn, most: int = 60) -> tuple[Crosstable, dict[int, Player]]:
    """Draw a member's event of 1 to 60 games, and the opponents whom the club knows."""
    games = draw(st.one_of(st.integers(1, most), st.sampled_from([1, 4, 12, 25, 26, most])))
    ratings = draw(st.lists(opponent_ratings, min_size=games, max_size=games))
    known = {
        100 + index: Player(100 + index, None, name) for index, name in enumerate(draw(st.lists(names, max_size=4)))
    }
    halves = draw(st.lists(st.integers(0, 2), min_size=games, max_size=games))
    with_results, bye = draw(st.booleans()), draw(st.booleans())
    entrants = [Entrant(1, player=1, rated=True, score=None if with_results else sum(halves) / 2)]
    entrants += [
        Entrant(index + 2, rating, player=100 + index if 100 + index in known else None)
        for index, rating in enumerate(ratings)
    ]
    opponents = draw(st.lists(st.integers(2, games + 1), min_size=games, max_size=games))
    if draw(st.booleans()):
        opponents = list(range(2, games + 2))  # everybody once
    played = [
        Game(number, 1, opponent, half / 2 if with_results else None)
        for number, (opponent, half) in enumerate(zip(opponents, halves, strict=True), start=1)
    ]
    byes = (Bye(games + 1, 1, draw(st.sampled_from(ByeKind))),) if bye else ()
    day = draw(st.dates(min_value=date(1960, 1, 1), max_value=date(2026, 11, 21)))
    return Crosstable(day, tuple(entrants), tuple(played), byes), known


class DrawnReport(EventReport):
    """A report that a failing test shows in one line."""

    __slots__ = ()

    def __repr__(self) -> str:
        ratings = [entrant.rating for entrant in self.crosstable.entrants[1:]]
        return (
            f"<{self.outcome.score:g} of {len(self.crosstable.games)} against {ratings} on {self.day}, "
            f"{self.rating_list} by {self.outcome.rules}, {self.outcome.before} before, {self.name!r} {self.player!r}>"
        )

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))


def report_of(
    crosstable: Crosstable,
    state: PlayerState | None = None,
    *,
    rules: str | None = None,
    rating_list: RatingList = RatingList.USCHESS_REGULAR,
    further: Mapping[RatingList, PlayerState] = MappingProxyType({}),
    others: Mapping[int, PlayerState] = MappingProxyType({}),
    opponents: dict[int, Player] | None = None,
    house_rules: ClubRules = DEFAULT_RULES,
    **more: Any,
) -> EventReport:
    """Return the report of entrant 1's event, as the services make it.

    further: the states on the other lists that it moves. others: those of the other rated players, on every list.
    """
    fields: dict[str, Any] = {"event_id": 7, "name": "Open", "player": Player(1, 11, "Dana"), "reported_by": 11}
    lists = []
    for moved, own in {rating_list: state or PlayerState(), **further}.items():
        states = {1: own, **others}
        outcome = system.rate_event(crosstable, moved, states, rules, house_rules=house_rules)[1]
        lists.append(ListReport(moved, outcome))
    return DrawnReport(
        day=crosstable.date,
        crosstable=crosstable,
        lists=tuple(lists),
        opponents=opponents or {},
        house_rules=house_rules,
        **(fields | more),
    )


@st.composite
def reports(draw: st.DrawFn) -> EventReport:
    """Draw a rated event of any size, under any rules, on any list."""
    crosstable, known = draw(crosstables())
    rating_list, state = draw(st.sampled_from(USCHESS_LISTS)), draw(player_states())
    further = {}
    regular = rating_list is RatingList.USCHESS_REGULAR
    if regular and crosstable.date >= FIDE_SINCE and state.established and draw(st.booleans()):
        kind = draw(st.sampled_from([EventKind.ABROAD, EventKind.YOUTH_ABROAD]))
        # FIDE ratings begin at 1000 there; what is far below would be no rating on the US Chess scale.
        fide = [
            replace(one, rating=max(one.rating, 1000.0) if one.rating else one.rating) for one in crosstable.entrants
        ]
        crosstable = replace(crosstable, kind=kind, entrants=tuple(fide))
    elif regular and draw(st.booleans()):
        # A dual-rated event: 30 + 5 = 35 minutes, from 30 to 65, go to the Regular and the Quick list.
        crosstable = replace(crosstable, time_control=TimeControl(30, 5))
        further = {RatingList.USCHESS_QUICK: draw(player_states())}
    return report_of(
        crosstable,
        state,
        rules=draw(st.none() | st.sampled_from([edition.key for edition in EDITIONS])),
        rating_list=rating_list,
        further=further,
        opponents=known,
        event_id=draw(st.none() | st.integers(1, 10**18)),
        name=draw(st.none() | names),
        player=Player(1, 11, draw(names)),
    )


rating_changes = st.builds(
    RatingChange,
    player_id=st.integers(1, 3),
    rating_list=st.sampled_from(USCHESS_LISTS),
    event_name=st.none() | names,
    day=st.none() | st.dates(),
    before=st.none() | hundredths,
    after=st.none() | hundredths,
)


def tournament(*ratings: float, score: float) -> Crosstable:
    """Return entrant 1's event against these ratings, a round each, with a total score."""
    entrants = (Entrant(1, player=1, rated=True, score=score), *(Entrant(n + 2, r) for n, r in enumerate(ratings)))
    games = tuple(Game(number + 1, 1, number + 2) for number in range(len(ratings)))
    return Crosstable(date(2026, 11, 20), entrants, games)


def goal_of(
    crosstable: Crosstable, state: PlayerState, target: float, played: int = 0, fixed: float = 0, **more: Any
) -> GoalReport:
    """Return every score from `fixed` up with its outcome."""
    me, *others = crosstable.entrants
    games = tuple(replace(game, score=None) for game in crosstable.games)  # totals alone
    outcomes = []
    for half in range(2 * (len(crosstable.games) - played) + 1):
        score = fixed + half / 2
        event = replace(crosstable, entrants=(replace(me, score=score), *others), games=games)
        outcomes.append((score, report_of(event, state, event_id=None, **more)))
    reached = [score for score, report in outcomes if report.outcome.after.rating >= target]
    return GoalReport(target, played, fixed, tuple(outcomes), min(reached, default=None))


earned_norms = st.builds(
    EarnedNorm,
    scheme=st.just("uschess"),
    level=st.just(1200),
    code=st.sampled_from("4321CMS"),
    event_id=st.just(1),
    event_name=st.none() | names,
    date=st.dates(),
)


def norms_report(
    report: EventReport, state: PlayerState | None = None, earned: Sequence[EarnedNorm] = ()
) -> NormsReport:
    """Return what /norms shows: titles are counted where the event moved the Regular list."""
    regular = any(moved.rating_list is RatingList.USCHESS_REGULAR for moved in report.lists)
    counted = report.outcome.state if state is None else state
    return NormsReport(report, title_progress(counted.norms, counted.peak) if regular else None, earned)


def in_full(report: EventReport) -> discord.Embed:
    """Return the first page of the calculation."""
    return calculation_pages(report)[0]


def blocks(text: str | None) -> list[list[str]]:
    parts = (text or "").split("```")
    assert len(parts) % 2 == 1
    return [part.strip("\n").split("\n") for part in parts[1::2]]


def person_card(name: str, lines: Sequence[str], *ratings: tuple[RatingList, Standing]) -> discord.Embed:
    """Return the card of a player of whom these lines are told on one list."""
    empty = dict.fromkeys(Profile.__dataclass_fields__)
    profile = Profile(**{**empty, "id": 1, "name": name, "user_id": 2**60, "federation": "USA", "title": "WGM"})
    return profile_embed(ProfileCard(profile, dict(ratings), 6, (), DEFAULT_RULES), lines, RatingList.USCHESS_REGULAR)


def check_fits(embed: discord.Embed) -> None:
    """Fail unless Discord takes the embed and a phone shows its tables."""
    parts = [
        ("title", embed.title, 256),
        ("description", embed.description, 4096),
        ("footer", embed.footer.text, 2048),
        ("author", embed.author.name, 256),
    ]
    for field in embed.fields:
        assert field.name
        assert field.value
        parts += [("name of a field", field.name, 256), (field.name, field.value, 1024)]
    for part, text, most in parts:
        assert len(text or "") <= most, f"the {part} has {len(text or '')} characters"
    assert len(embed.fields) <= 25
    assert len(embed) <= 6000, f"the embed has {len(embed)} characters"
    for text in (embed.description, *(field.value for field in embed.fields)):
        for line in [line for block in blocks(text) for line in block]:
            assert 0 <= wcswidth(line) <= PHONE_COLUMNS, f"{wcswidth(line)} columns: {line!r}"
