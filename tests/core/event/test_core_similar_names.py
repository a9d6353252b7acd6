"""Similar names: those that difflib finds by looking at every pair, without looking at every pair."""

from difflib import SequenceMatcher, get_close_matches
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.event import similarity
from core.event.similarity import SimilarNames

_SYLLABLES = "ka ri no ma el an da ber to li sen hart wood ley mar ton ev os ja fen ros ne il bar mi sa ve wo xi yu"
SYLLABLES = _SYLLABLES.split()
NAMES = st.text(st.sampled_from("abcde é-"), max_size=24) | st.text(max_size=12)


def made_up(chance: Random) -> str:
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


def test_two_hundred_new_names_among_five_thousand_are_compared_with_few(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(2026)
    names = list(dict.fromkeys(made_up(chance) for _ in range(6_000)))[:5_000]
    assert len(names) == 5_000
    compared = count_comparisons(monkeypatch)
    similar = SimilarNames(names, 0.75)
    for _ in range(200):
        similar.to(made_up(chance), 5)
    assert len(compared) < 200 * len(names) / 1_000  # difflib compares with every one


def test_names_that_are_all_alike_end_too(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(2026)
    names = list({f"{chance.getrandbits(100):0100b}" for _ in range(5_000)})
    compared = count_comparisons(monkeypatch)
    similar = SimilarNames(names, 0.75)
    for written in names[::-1] * 2:
        similar.to(written, 5)
    assert len(compared) <= similarity._MOST_STEPS / 100**2 + 1


def count_comparisons(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Return a list that grows with each pair."""
    compared: list[None] = []

    class Counted(SequenceMatcher[str]):
        def ratio(self) -> float:
            compared.append(None)
            return super().ratio()

    monkeypatch.setattr(similarity, "SequenceMatcher", Counted)
    return compared
