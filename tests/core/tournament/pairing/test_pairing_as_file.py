"""A running event as a TRF file."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.event.crosstable import ByeKind, Crosstable, Entrant
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.trf_read import read_trf
from core.files.chess.trf_write import write_trf26
from core.tournament.pairing.snapshot import Board, ForbiddenPair, Snapshot
from core.tournament.pairing.trf26 import conduct_before, engine_text, facts_before
from tests.core.tournament.pairing.pairing_factories import DAY, after, snapshot
from tests.core.tournament.pairing.test_pairing_trf26 import TEXT, event
from tests.depth import examples


def written(before: Snapshot) -> bytes:
    games, byes = facts_before(before)
    section = FileSection(
        tuple(FilePlayer(one.number, f"Player {one.number}", one.rating) for one in before.entrants),
        games,
        byes,
        rounds_planned=before.rounds,
        conduct=conduct_before(before),
    )
    return write_trf26(FileEvent("anything", (section,), "Friday", day=DAY))


def read_back(data: bytes) -> Snapshot:
    """Return what the round after the last one of a file is paired from."""
    (section,) = read_trf(data).sections
    conduct, rounds = section.conduct, section.rounds_planned
    assert conduct is not None
    assert rounds is not None
    asked_for = {bye.round for bye in section.byes} - {game.round for game in section.games}
    number = max((game.round for game in section.games), default=0) + 1
    assert asked_for <= {number}
    entrants = tuple(Entrant(one.number, one.rating, name=one.name) for one in section.players)
    return Snapshot(
        Crosstable(DAY, entrants, section.games, section.byes),
        number,
        rounds,
        asked={bye.entrant: bye.kind for bye in section.byes if bye.round == number},
        forbidden=tuple(ForbiddenPair(*pair.numbers, until=pair.last_round) for pair in conduct.forbidden),
        white_first=bool(conduct.white_first),
        allocated=conduct.given_byes,
        half_point_bye=conduct.half_point_bye,
        accelerated=bool(conduct.accelerated),
    )


def test_an_event_with_every_feature_gives_the_engines_text() -> None:
    assert engine_text(read_back(written(event()))).text == TEXT


@pytest.mark.parametrize("given", [True, False])
def test_a_last_round_without_a_game_is_over_all_the_same(given: bool) -> None:
    """Three players: one has the bye, the two others a forfeit; nothing of it was asked for."""
    before = snapshot(3)
    now = after(before, [Board(1, 1, 2), Board(None, 3, None)], {0: None})
    games, byes = facts_before(now)
    section = FileSection(
        tuple(FilePlayer(number, f"Player {number}") for number in (1, 2, 3)),
        games,
        byes if given else tuple(bye for bye in byes if bye.entrant != 3),
        rounds_planned=5,
        conduct=conduct_before(now),
    )
    text = write_trf26(FileEvent("anything", (section,))).decode()
    assert "\r\n240 " not in text
    assert ("0000 - U" in text) is given


@given(st.integers(0, 2**32), st.booleans(), st.booleans())
@examples()
def test_whatever_was_played_the_text_for_the_engine_is_the_same(seed: int, white: bool, accelerated: bool) -> None:
    chance = Random(seed)
    before = snapshot(chance.randint(5, 9), white_first=white, accelerated=accelerated)
    for _ in range(chance.randint(1, 4)):
        numbers = [one.number for one in before.entrants]
        away = frozenset(chance.sample(numbers, chance.randint(0, 1)))
        kinds = (ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FULL_POINT)
        asked = {number: chance.choice(kinds) for number in numbers[:1] if number not in away}
        before = replace(before, absent=away, asked=asked)
        playing = [number for number in numbers if number not in away and number not in asked]
        chance.shuffle(playing)
        pairs = list(zip(playing[::2], playing[1::2], strict=False))
        boards = [Board(place, *pair) for place, pair in enumerate(pairs, start=1)]
        if len(playing) % 2:
            boards.append(Board(None, playing[-1], None))
        results = {place: chance.choice([1.0, 0.5, 0.0]) for place in range(len(pairs))}
        before = after(before, boards, results, accelerated=accelerated)
        # The file says of everybody whether they were there.
        there = {bye.entrant for bye in before.crosstable.byes if bye.round == before.round - 1}
        there |= {one for pair in pairs for one in pair}
        assert there | away == {*numbers}
    before = replace(before, asked={1: ByeKind.HALF_POINT}, absent=frozenset({2}))
    assert engine_text(read_back(written(before))).text == engine_text(before).text
