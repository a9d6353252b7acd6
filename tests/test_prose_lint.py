"""The lint of our English finds odd phrases where people read them, and only there."""

import pytest

from tools.prose_lint import Text, comment_texts, hits_in, markdown_texts, shown_texts


def rules_broken(texts: list[Text], scope: str) -> list[str]:
    return [hit.rule.name for hit in hits_in(iter(texts), scope)]


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ('"Foo" is no time zone', "is-no"),
        ("player 7 stands there twice", "stands"),
        ("Who is equal in all of that shares the rank.", "headless-who"),
        ("Whoever runs the bot", "whoever"),
        ("Nothing is kept of you in this club.", "kept-of"),
        ("one row a player", "a-per"),
        ("A round was paired anew", "anew"),
        ("a tie-break is no code: left out", "leave-out"),
        ("@A says to be B.", "says-to-be"),
        ("62 % of the games", "percent-space"),
    ],
)
def test_odd_phrases_are_found(sentence: str, rule: str) -> None:
    assert rule in rules_broken([Text("x.py", 1, sentence)], "shown")


@pytest.mark.parametrize(
    "sentence",
    [
        '"Foo" is not a time zone. Pick one from the list, for example Europe/Berlin.',
        "Round 3: player 7 is listed twice. Remove one of the two.",
        "The club no longer exists.",
        "There is no longer a round 3. 62% of the games are draws.",
        "Who is who?",
    ],
)
def test_plain_sentences_pass(sentence: str) -> None:
    assert rules_broken([Text("x.py", 1, sentence)], "shown") == []


MODULE = '''\
"""Return the rows anew."""
NAME = "is_no key"
def check(x):
    """Tell whether it is told."""
    raise ValueError(f"{x} is no day")  # whoever reads
    raise ValueError(f"{x} is no night")  # words: ok
def test_it_stands_there(): pass
'''


def test_errors_are_shown_and_docstrings_are_code() -> None:
    assert [(text.line, text.text) for text in shown_texts(MODULE, "core/x.py")] == [
        (2, "is_no key"),
        (5, "{} is no day"),
    ]
    found = [hit.rule.name for hit in hits_in(comment_texts(MODULE, "core/x.py", with_tests=False), "code")]
    assert sorted(found) == ["anew", "tell-of", "tell-whether", "whoever"]


def test_names_of_tests_are_read_as_words() -> None:
    assert "test it stands there" in [text.text for text in comment_texts(MODULE, "tests/x.py", with_tests=True)]


def test_code_and_link_targets_of_documents_are_skipped() -> None:
    page = "It is `is no day` [here](anew.md)\n```\nwhoever\n```\nwhoever\nanew <!-- words: ok -->\n"
    assert [(text.line, text.text) for text in markdown_texts(page, "x.md")] == [(1, "It is  [here"), (5, "whoever")]
