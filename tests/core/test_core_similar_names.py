"""Similar names: those that difflib finds by looking at every pair, without looking at every pair."""

import time
from difflib import get_close_matches
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from core.similar_names import SimilarNames

_SYLLABLES = "ka ri no ma el an da ber to li sen hart wood ley mar ton ev os ja fen ros ne il bar mi sa ve wo xi yu"
SYLLABLES = _SYLLABLES.split()
NAMES = st.text(st.sampled_from("abcde é-"), max_size=24) | st.text(max_size=12)


def made_up(chance: Random) -> str:
    """Return a first and a last name."""
    first, last = ("".join(chance.choices(SYLLABLES, k=chance.randint(2, 4))) for _ in range(2))
    return f"{first} {last}"


def mistyped(name: str, chance: Random) -> str:
    """Return a name in which a letter or two are others, twice, away or at another place."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(name))
        name = name[:at] + chance.choice(("", name[at] * 2, chance.choice("aeiou"))) + name[at + 1 :]
    return name


@given(st.lists(NAMES, unique=True, max_size=30), NAMES, st.sampled_from((0.5, 0.6, 0.75, 0.9)), st.integers(1, 6))
def test_they_are_what_looking_at_every_pair_finds(names: list[str], written: str, cutoff: float, most: int) -> None:
    assert SimilarNames(names, cutoff).to(written, most) == get_close_matches(written, names, most, cutoff)


def test_names_of_a_club_are_found_as_by_looking_at_every_pair() -> None:
    chance = Random(2026)
    names = list(dict.fromkeys(made_up(chance) for _ in range(600)))
    # More kinds of letters than there are bits for them.
    names += [f"{chr(0x4E00 + at)}{chr(0x4E00 + at // 2)}{chr(0x4E00 + at // 3)} wang" for at in range(400)]
    similar = SimilarNames(names, 0.75)
    found = 0
    for written in [mistyped(chance.choice(names), chance) for _ in range(60)] + [made_up(chance) for _ in range(20)]:
        close = get_close_matches(written, names, 5, 0.75)
        assert similar.to(written, 5) == close
        found += bool(close)
    assert found > 40


def seconds(similar: SimilarNames, written: list[str]) -> float:
    begun = time.process_time()
    for one in written:
        similar.to(one, 5)
    return time.process_time() - begun


def test_two_hundred_new_names_among_five_thousand_take_less_than_half_a_second() -> None:
    chance = Random(2026)
    names = list(dict.fromkeys(made_up(chance) for _ in range(6_000)))[:5_000]
    assert len(names) == 5_000
    written = [made_up(chance) for _ in range(200)]
    # difflib takes 3.4 s.
    assert min(seconds(SimilarNames(names, 0.75), written) for _ in range(3)) < 0.5


def test_names_that_are_all_alike_end_soon_too() -> None:
    chance = Random(2026)
    names = list({f"{chance.getrandbits(100):0100b}" for _ in range(5_000)})
    assert seconds(SimilarNames(names, 0.75), names[::-1] * 2) < 6
