"""Events of any kind for the tests of the tables and of tsh, and what of them is a fact."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from hypothesis import strategies as st

from core.event.crosstable import Bye, ByeKind, EventKind, Game, GameType, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection

MEBIBYTE = 1024 * 1024
DAYS = st.dates(date(1900, 1, 1), date(2099, 12, 31))


def plain_text(most: int = 30) -> st.SearchStrategy[str]:
    alphabet = st.one_of(
        st.characters(blacklist_categories=("Cc", "Cs", "Zl", "Zp", "Zs")), st.sampled_from(" ;,\"'\\#=+-@:|0123456789")
    )
    texts = st.tuples(st.sampled_from(["", "", "=", "'=", "+", "-1", "@", "#", "'"]), st.text(alphabet, max_size=most))
    return texts.map(lambda parts: " ".join("".join(parts).split())).filter(bool)


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


RATINGS = st.integers(1, 9999 * 16).map(lambda sixteenths: sixteenths / 16)


def players(number: int) -> st.SearchStrategy[FilePlayer]:
    return st.builds(
        FilePlayer,
        number=st.just(number),
        name=plain_text(),
        rating=maybe(RATINGS),
        games=maybe(st.integers(0, 5000)),
        uschess_id=maybe(plain_text(8)),
        fide_id=maybe(plain_text(8)),
        naspa_id=maybe(st.just("AA001234") | plain_text(8)),
        born=maybe(DAYS),
        born_year=maybe(st.integers(1900, 2020)),
        federation=maybe(plain_text(3)),
        sex=maybe(st.sampled_from("mw")),
        title=maybe(plain_text(3)),
        state=maybe(plain_text(2)),
        team=maybe(plain_text(8)),
        rating_class=maybe(plain_text(3)),
        board=maybe(st.integers(1, 999)),
    )


@st.composite
def sections(
    draw: st.DrawFn,
    name: str | None,
    game: Callable[[int, int, int], st.SearchStrategy[Game]],
    byes: Callable[[int, int], st.SearchStrategy[Bye]],
) -> FileSection:
    """A section whose facts do not contradict each other."""
    numbers = draw(st.lists(st.integers(1, 200), min_size=1, max_size=6, unique=True))
    games: list[Game] = []
    unplayed: list[Bye] = []
    for round_number in range(1, draw(st.integers(0, 4)) + 1):
        order = draw(st.permutations(numbers))
        pairs = draw(st.integers(0, len(order) // 2))
        games += [draw(game(round_number, *order[2 * i : 2 * i + 2])) for i in range(pairs)]
        unplayed += [draw(byes(round_number, one)) for one in order[2 * pairs :] if draw(st.booleans())]
    entrants = tuple(draw(players(number)) for number in numbers)
    return FileSection(entrants, tuple(games), tuple(unplayed), name=name)


def turned(game: Game) -> Game:
    if game.first < game.second:
        return game
    return replace(
        game,
        first=game.second,
        second=game.first,
        score=None if game.score is None else 1 - game.score,
        first_began=None if game.first_began is None else not game.first_began,
        first_points=game.second_points,
        second_points=game.first_points,
    )


def sorted_facts(section: FileSection) -> FileSection:
    return replace(
        section,
        players=tuple(replace(player, line=None) for player in section.players),
        games=tuple(sorted(map(turned, section.games), key=lambda game: (game.round, game.first))),
        byes=tuple(sorted(section.byes, key=lambda bye: (bye.round, bye.entrant))),
    )


def facts(event: FileEvent) -> FileEvent:
    """Return an event without what depends on the file alone."""
    return replace(event, format="", remarks=(), sections=tuple(map(sorted_facts, event.sections)))


def any_game(points: st.SearchStrategy[int | None]) -> Callable[[int, int, int], st.SearchStrategy[Game]]:
    return lambda round_number, first, second: st.builds(
        Game,
        *(st.just(round_number), st.just(first), st.just(second)),
        *(st.sampled_from([None, 0.0, 0.5, 1.0]), st.sampled_from([None, True, False]), points, points),
        rated=st.booleans(),
    )


def any_bye(points: st.SearchStrategy[int | None]) -> Callable[[int, int], st.SearchStrategy[Bye]]:
    return lambda round_number, number: st.builds(
        Bye, st.just(round_number), st.just(number), st.sampled_from(ByeKind), points=points
    )


@st.composite
def events(draw: st.DrawFn) -> FileEvent:
    board = draw(st.sampled_from(GameType))
    points = st.none() if board is GameType.CHESS else st.none() | st.integers(-100, 800)
    names = draw(st.lists(maybe(plain_text(8)), min_size=1, max_size=3, unique=True))
    parts = []
    for name in names:
        section = draw(sections(name, any_game(points), any_bye(points)))
        parts.append(
            replace(
                section,
                kind=draw(st.sampled_from(EventKind)),
                time_control=draw(maybe(st.builds(TimeControl, st.integers(0, 999), st.integers(0, 99)))),
                rounds_planned=draw(maybe(st.integers(1, 99))),
            )
        )
    texts = maybe(plain_text())
    return FileEvent(
        "", tuple(parts), draw(texts), draw(maybe(DAYS)), draw(maybe(DAYS)), board, draw(texts), draw(texts)
    )


def told(section: FileSection) -> tuple[int, int, int, int]:
    """Return how many players, games, byes and rounds there are."""
    return len(section.players), len(section.games), len(section.byes), section.rounds


def lines(*texts: str) -> bytes:
    return "\n".join(texts).encode() + b"\n"


def cells_of(rows: Iterable[list[str]]) -> list[str]:
    return [cell for row in rows for cell in row]
