"""Who shall not meet, and who keeps a board, as directors type them."""

from hypothesis import given
from hypothesis import strategies as st

from core.files.typed.rules import parse_fixed, parse_forbidden
from tests.depth import examples

NAMES = st.text("abcdefghij -'", min_size=3, max_size=20).map(lambda text: f"X{' '.join(text.split())}")


@examples()
@given(st.lists(st.tuples(NAMES, NAMES, st.one_of(st.none(), st.integers(1, 30))), max_size=20))
def test_pairs_that_are_written_are_read(pairs: list[tuple[str, str, int | None]]) -> None:
    text = "\n".join(f"{one} / {other}{f' rounds 1-{until}' if until else ''}" for one, other, until in pairs)
    assert [(pair.first.name, pair.second.name, pair.until) for pair in parse_forbidden(text)] == pairs


@examples()
@given(st.lists(st.tuples(NAMES, st.integers(1, 100)), max_size=20))
def test_boards_that_are_written_are_read(boards: list[tuple[str, int]]) -> None:
    text = "\n".join(f"{name}: {board}" for name, board in boards)
    assert [(who.name, board) for who, board in parse_fixed(text)] == boards
