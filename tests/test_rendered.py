"""The lint of rendered answers finds what only a whole sentence shows, and reads nothing that people typed."""

from typing import Any

import pytest

from core.errors import InputError
from tests import rendered
from tests.rendered import RULES, faults, sentences, shown_texts


def broken(text: str) -> list[str]:
    return [fault.partition(":")[0] for fault in faults(text)]


CASES = (
    ("Stored. It counts for the rating.", "pronoun"),
    ("They are not here yet.", "pronoun"),
    ("That is too long. Report one round at a time.", "pronoun"),
    ("## 3 of 4\nThat makes **1626.86**; less is not enough.", "pronoun"),
    ("**3 ratings move**, from 1 event", "moves"),
    ("An event of 30 minutes moves the rating.", "moves"),
    ("The file has 9 MB. Discord takes 8 MB.", "takes"),
    ("**What a score would bring**\n...", "makes"),
    ("/rating update brings the first rating.", "makes"),
    ("Even 4 points make 1500.", "makes"),
    ("A season runs here.", "runs"),
    ("You are ranked after 6 games.", "ranked"),
    ("These pages have expired. Use the command again.", "again"),
    ("Ra over 5 games: 1852.0000", "zeros"),
    ("not rated: FIDE does not rate these games: the opponents are unrated.", "colons"),
)


@pytest.mark.parametrize(("sentence", "rule"), CASES)
def test_odd_sentences_are_found(sentence: str, rule: str) -> None:
    assert rule in broken(sentence)


def test_every_rule_has_a_case() -> None:
    assert {rule for _, rule in CASES} == {rule.name for rule in RULES}


@pytest.mark.parametrize(
    "sentence",
    [
        "The file is too long. That file is stored already. This event has no games.",
        "⏳ Waiting for Eli, or a director, to confirm. The rating counts now; norms and titles count then.",
        "Take part: press **Join**. Tap results, or type several; empty: none",
        "**Live board:** US Chess Regular: the channel was deleted. Choose another one",
        "Ra over 5 games: **1852.2000** and 1852",
        "The clocks run out at 20:00.",
    ],
)
def test_plain_sentences_pass(sentence: str) -> None:
    assert broken(sentence) == []


@pytest.mark.parametrize(
    "typed",
    [
        '"It is a game: one: two 1.0000" is not a name. Write another.',
        "```\nIt is a table 1.0000\n```",
        "Type `They are here` in the form.",
        "Confirmed by \u2068It was: me: you\u2069.",
    ],
)
def test_what_people_typed_is_not_read(typed: str) -> None:
    assert broken(typed) == []


def test_a_sentence_is_read_without_its_markup() -> None:
    assert list(sentences("## **One**\n- two. Three · four")) == ["One", "two.", "Three", "four"]


def test_texts_are_read_wherever_an_answer_has_them() -> None:
    sent: dict[str, Any] = {
        "data": {
            "content": "a",
            "embeds": [{"title": "b", "footer": {"text": "c"}, "fields": [{"name": "d", "value": "e"}]}],
            "components": [{"components": [{"label": "f", "custom_id": "no", "placeholder": "g"}]}],
        }
    }
    assert sorted(shown_texts(sent)) == list("abcdefg")


def test_an_error_is_read_when_it_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[str] = []
    monkeypatch.setattr(rendered, "_found", noted)
    with pytest.raises(InputError):
        raise InputError("That is too long.")
    assert [fault.partition(":")[0] for fault in noted] == ["pronoun"]
