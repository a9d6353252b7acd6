"""SwissSys' files that are damaged or made to do harm."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from formats_checks import checked
from hypothesis import given
from hypothesis import strategies as st
from swisssys_examples import SECRETS, dumped, native, small_native, web

from core.errors import InputError
from core.files.chess.swisssys import is_swisssys, read_swisssys
from tests.ending import ends_in_200_mebibytes

MIB = 1024 * 1024
MUTATIONS = 1000
STRANGE: tuple[Any, ...] = (
    *(None, True, 0, -1, 7, 10**30, 1.5, 1e400, float("nan"), "", "x", "\0", "\ud800", "9" * 500, "a\nb"),
    *([], {}, [[]], [None], {"a": []}, "W", "$", "X;9;W;1;0;0;0", "+;2;W;1;0;0;0"),
)


def read_or_refuse(data: bytes) -> str:
    is_swisssys(data)
    try:
        event = read_swisssys(data)
    except InputError as error:
        return checked(error)
    for remark in event.remarks:
        assert remark.text.splitlines() == [remark.text]
    repr(event).encode()
    return ""


def containers(value: object) -> list[Any]:
    found: list[Any] = []
    if isinstance(value, dict | list):
        found.append(value)
        for item in value.values() if isinstance(value, dict) else value:
            found += containers(item)
    return found


def test_files_with_strange_values_are_read_or_refused() -> None:
    draw = random.Random(20261120)
    outcomes = set()
    for number in range(MUTATIONS):
        root: Any = native() if number % 2 else web()
        for _ in range(draw.choice((1, 1, 3))):
            target = draw.choice([container for container in containers(root) if container] or [{"a": 0}])
            key = draw.choice(list(target) if isinstance(target, dict) else range(len(target)))
            if draw.randrange(4):
                target[key] = deepcopy(draw.choice(STRANGE))
            else:
                del target[key]
        outcomes.add(read_or_refuse(json.dumps(root).encode()) == "")
    assert outcomes == {True, False}


def test_files_with_changed_bytes_are_read_or_refused() -> None:
    draw = random.Random(20261121)
    files = dumped(native()), dumped(web())
    for _ in range(MUTATIONS):
        data = bytearray(draw.choice(files))
        for _ in range(draw.choice((1, 2, 8))):
            position = draw.randrange(len(data))
            if draw.randrange(3):
                data[position] = draw.choice(b'0123456789"{}[],:;+-=XFHBU~WL$\0\xff')
            else:
                del data[position : position + draw.randrange(1, 30)]
        read_or_refuse(bytes(data))


@given(st.binary(max_size=200))
def test_whatever_the_bytes_it_is_an_event_or_one_sentence(data: bytes) -> None:
    read_or_refuse(data)
    read_or_refuse(b'{"Overview":{},"Sections":[{"Players":[' + data)


def test_a_refusal_repeats_nothing_private() -> None:
    root = native()
    for section in root["Sections"][:1]:
        for player in section["Players"]:
            player["Results"] = ["?;1;W;1;0;0;0"]
    sentence = read_or_refuse(dumped(root))
    assert sentence
    assert not [secret for secret in SECRETS if secret in sentence]


def many_players(number: int, rounds: int) -> bytes:
    tokens = [
        [f"{'+' if place % 2 else '-'};{place + 1 if place % 2 else place - 1};W;1;0;0;0"] * rounds
        for place in range(1, number + 1)
    ]
    return dumped(small_native(*tokens))


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    ("make", "part"),
    [
        (lambda: b"", "damaged"),
        (lambda: bytes(10 * MIB), "more than 4 MiB"),
        (lambda: bytes(4 * MIB), "damaged"),
        (lambda: b"[" * (4 * MIB), "damaged"),
        (lambda: b'{"a":' * 800_000, "damaged"),
        (lambda: b"1" * (4 * MIB), "damaged"),
        (lambda: b'{"Overview":{},"Sections":[' + b"{}," * (MIB + MIB // 4) + b"{}]}", "no players"),
        (lambda: b'{"Overview":{},"Sections":[{"Players":[' + b"{}," * MIB + b"{}]}]}", "more than 9999 players"),
        (lambda: b'{"Overview":{},"Sections":[' + b'{"Players":[{}]},' * 100_000 + b"{}]}", "more than 99 sections"),
        (lambda: many_players(10_000, 1), "more than 9999 players"),
        (lambda: many_players(9_000, 12), "more than 100000 results"),
        (lambda: many_players(9_000, 9), ""),
        (lambda: many_players(1_000, 100), "more than 100000 results"),
        (lambda: many_players(500, 100), "more than 99 rounds"),
    ],
)
def test_nothing_is_endless_or_takes_200_mebibytes(make: Callable[[], bytes], part: str) -> None:
    data = make()
    said = []
    ends_in_200_mebibytes(lambda: said.append(read_or_refuse(data)))
    assert part in said[0]
