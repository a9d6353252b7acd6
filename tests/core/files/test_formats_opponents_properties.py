"""Opponents: what holds for every text, and for every list in every spelling."""

from typing import NamedTuple

from formats_checks import hostile_text, read_or_refused, read_to_the_end, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import ByeKind
from core.files.typed.opponents import ParsedOpponent, parse_opponents


class Spelled(NamedTuple):
    """An opponent, how it is spelled, and whether a result may stand right before it."""

    rating: float | None
    user: int | None
    player: int | None
    name: str | None
    text: str
    takes_letter: bool = True


def rated(rating: float, text: str, suffix: str) -> Spelled:
    return Spelled(rating, None, None, None, text + suffix)


def named(name: str, form: str) -> Spelled:
    # "WAnna" would be another name.
    return Spelled(None, None, None, name, form.format(name), takes_letter=form != "{}")


suffixes = st.one_of(
    st.just(""), st.builds("{}{}".format, st.sampled_from(["P", "p", "/"]), st.integers(min_value=1, max_value=9999))
)
whole = st.integers(min_value=100, max_value=3000)
decimal = st.integers(min_value=100_00, max_value=3000_00)
letters = st.sampled_from("ABCEFGHKMNOPRSTUVXYZabcefghkmnoprstuvxyzäéøñשج日한")
tails = st.text(st.sampled_from("abcwdlyz019'.-_!?*()éß語👍"), min_size=1, max_size=12)
words = st.builds(str.__add__, letters, tails).filter(lambda name: name.lower() not in ("bye", "forfeit"))
phrases = st.lists(words, min_size=1, max_size=3).map(" ".join)
spelled = st.one_of(
    st.builds(lambda rating, suffix: rated(rating, str(rating), suffix), whole, suffixes),
    st.builds(lambda cents, suffix: rated(cents / 100, f"{cents // 100}.{cents % 100:02}", suffix), decimal, suffixes),
    st.builds(
        lambda user, form: Spelled(None, user, None, None, form.format(user)),
        st.integers(min_value=1, max_value=2**63 - 1),
        st.sampled_from(["<@{}>", "<@!{}>"]),
    ),
    st.integers(min_value=1, max_value=10**18 - 1).map(lambda number: Spelled(None, None, number, None, f"#{number}")),
    st.builds(named, words, st.sampled_from(["{}", "@{}"])),
    st.builds(named, phrases, st.sampled_from(['"{}"', '@"{}"'])),
)
byes = st.sampled_from([("BYE", ByeKind.FULL_POINT), ("bye", ByeKind.FULL_POINT), ("Forfeit", ByeKind.FORFEIT_WIN)])
separators = st.sampled_from([" ", ",", ";", ", ", "  ", "\n", "\t", " (1585) ", " (7),"])
results = st.sampled_from([("W", 1.0), ("w", 1.0), ("D", 0.5), ("d", 0.5), ("L", 0.0), ("l", 0.0)])

Round = tuple[float | None, int | None, int | None, str | None, float | None] | ByeKind


@st.composite
def spelled_lists(draw: st.DrawFn) -> tuple[str, list[Round]]:
    """Draw a list as somebody may type it."""
    with_results = draw(st.booleans())
    text, expected = draw(st.sampled_from(["", " ", ", "])), list[Round]()
    for opponent in draw(st.lists(spelled, min_size=1, max_size=60)):
        if draw(st.integers(0, 9)) == 0:
            written, bye = draw(byes)
            text += written + draw(separators)
            expected.append(bye)
        score = None
        if with_results:
            letter, score = draw(results)
            text += letter
            if not opponent.takes_letter or draw(st.booleans()):
                text += draw(separators)
        text += opponent.text + draw(separators)
        expected.append((*opponent[:4], score))
    return text.rstrip() if draw(st.booleans()) else text, expected


def as_expected(entry: ParsedOpponent | ByeKind) -> Round:
    if isinstance(entry, ByeKind):
        return entry
    return entry.rating, entry.user, entry.player, entry.name, entry.score


@thorough
@given(spelled_lists())
def test_a_list_reads_back_in_every_spelling(drawn: tuple[str, list[Round]]) -> None:
    text, expected = drawn
    assert [as_expected(entry) for entry in parse_opponents(text).rounds] == expected


@thorough
@given(hostile_text)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    written = read_or_refused(parse_opponents, text)
    if written is not None:
        assert 1 <= len(written.games) <= 60
        assert all(game.rating is None or 100 <= game.rating <= 3000 for game in written.games)
        assert len({game.score is None for game in written.games}) == 1


@thorough
@given(hostile_text)
def test_an_opponent_is_exactly_one_of_four_things(text: str) -> None:
    written = read_or_refused(parse_opponents, text)
    for game in () if written is None else written.games:
        forms = (game.rating, game.user, game.player, game.name)
        assert sum(form is not None for form in forms) == 1
        assert len(game.text) <= 40


fragments = st.text(st.sampled_from('w1(). ,;@#<>"!pP/½a\u2003\0'), min_size=1, max_size=6)


@thorough
@given(fragments, fragments, fragments)
def test_no_repeated_fragment_takes_long(part: str, start: str, end: str) -> None:
    read_to_the_end(parse_opponents, part, start, end)
