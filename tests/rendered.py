"""Reads whatever the bot shows in the tests, and looks for odd English where the parts are joined.

tools/prose_lint.py reads the sources. Here are the rules for what only a whole sentence shows: answers, forms and
buttons as Discord gets them, errors as they are raised, and web pages. What people typed is not read: quotes, code,
and what stands between Unicode's isolates.
"""

import re
import sys
from collections.abc import Iterator
from functools import cache, wraps
from typing import Any, NamedTuple

import jinja2
import pytest
import simcord.http.router

from core.errors import RatingError


class Rule(NamedTuple):
    """A pattern that no sentence has, and what to write instead."""

    name: str
    pattern: re.Pattern[str]
    instead: str


_AFTER = (
    r"is|are|was|were|has|have|had|can|cannot|may|might|must|will|would|does|do|did|makes?|gives?|takes?|happens?|looks?"
    r"|works?|counts?|needs?|means?|changes|brings?|removes?|only|also|already|applies|stays?|waits?|shows?"
)
RULES = (
    Rule(
        "pronoun",
        re.compile(rf"^(?:(?:It|They|He|She) \w+ \w|(?:That|This|These|Those) (?:{_AFTER})\b)"),
        "the noun: The file is ..., The evening has ...",
    ),
    Rule(
        "moves",
        re.compile(r"\b(?:rating|figure|list|event|report)s? (?:moves?|moved)\b|\bmoves? (?:the|a) (?:list|rating)"),
        "changes, counts for",
    ),
    Rule(
        "takes",
        re.compile(r"\b(?:Discord|score|list|file|option|match|method|formula)s? takes? (?!part|place|turns)"),
        "accepts, needs, uses",
    ),
    Rule(
        "makes",
        re.compile(
            r"\b(?:score|points?|games?|norms|results|weights|rounds) (?:makes?|brings?) (?!sure)"
            r"|\bbrings (?:the|a|you|back)\b|\bwould bring\b"
        ),
        "gives, is, earns",
    ),
    Rule("runs", re.compile(r"\b(?:season|evening|event|round|clock)s? runs?\b(?! out)"), "is running"),
    Rule("ranked", re.compile(r"\branked after \d"), "Players with at least 6 games are ranked"),
    Rule("again", re.compile(r"\b[Uu]se the command again\b"), "the command's name, or the button's"),
    Rule("zeros", re.compile(r"(?<![-+±\d.])\d+\.0000\b"), "the whole number"),
    Rule("colons", re.compile(r"[^\W\d]: [^;,(]*[^\W\d]: "), "two sentences, or brackets"),
)

ALLOWED: dict[str, str] = {}
"""Sentences that break a rule and may, each with its reason."""

_TYPED = re.compile(
    '```.*?```|`[^`]*`|"[^"]*"|\u201c[^\u201d]*\u201d|[\u2066-\u2068][^\u2069]*\u2069|<(?:@[!&]?|#|t:|/)[^>]*>|https?://\\S+',
    re.DOTALL,
)
_MARKUP = re.compile(r"\\(?=[^\w\s])|\*\*|__|^(?:#+|-#|[-*>•⚠⏳✅✋🏅\ufe0f]+)\s*", re.MULTILINE)
_END = re.compile(r"(?<=[.!?])\s+|\n+| · ")
_HEAD = re.compile(r"^(\W*\*\*[^*\n]+\*\*):? ", re.MULTILINE)
_ITALICS = re.compile(r"(?<!\*)\*(?![*\s])[^*\n]*\*(?!\*)")
"""Bold words before a sentence, and titles in italics, have colons of their own."""
_TAG = re.compile(r"<(script|style|svg|code|pre)\b.*?</\1>|<[^>]+>", re.DOTALL)


def sentences(text: str) -> Iterator[str]:
    """Yield a text's sentences without what people typed."""
    for sentence in _END.split(_MARKUP.sub("", _HEAD.sub(r"\1\n", _ITALICS.sub("…", _TYPED.sub("…", text))))):
        if sentence.strip():
            yield sentence.strip()


@cache
def faults(text: str) -> tuple[str, ...]:
    """Return how a text breaks the rules."""
    return tuple(
        f"{rule.name}: {sentence} (write {rule.instead})"
        for sentence in sentences(text)
        if sentence not in ALLOWED
        for rule in RULES
        if rule.pattern.search(sentence)
    )


_SHOWN = ("content", "description", "title", "value", "text", "label", "placeholder", "name")


def shown_texts(sent: Any) -> Iterator[str]:
    """Yield the texts of a request to Discord that people read."""
    if isinstance(sent, dict):
        for key, value in sent.items():
            if isinstance(value, str):
                if key in _SHOWN:
                    yield value
            else:
                yield from shown_texts(value)
    elif isinstance(sent, list | tuple):
        for one in sent:
            yield from shown_texts(one)


_found: list[str] = []


def _read(text: str) -> None:
    _found.extend(faults(text))


def read_all() -> None:
    """Read every request to Discord, every error and every web page from now on."""
    dispatched, rendered, raised = simcord.http.router.dispatch, jinja2.Template.render, RatingError.__init__

    @wraps(dispatched)
    def dispatch(backend: Any, method: str, path: str, **more: Any) -> Any:
        if "commands" not in path and "/guilds/" not in path:
            for text in shown_texts(more.get("json")):
                _read(text)
        return dispatched(backend, method, path, **more)

    for module in list(sys.modules.values()):
        if getattr(module, "dispatch", None) is dispatched:
            vars(module)["dispatch"] = dispatch

    @wraps(rendered)
    def render(template: jinja2.Template, *given: Any, **named: Any) -> str:
        page = rendered(template, *given, **named)
        _read(_TAG.sub("\n", page))
        return page

    @wraps(raised)
    def init(error: RatingError, message: str, **more: Any) -> None:
        raised(error, message, **more)
        _read(message)

    vars(jinja2)["Template"].render = render
    type.__setattr__(RatingError, "__init__", init)


@pytest.fixture(autouse=True)
def every_answer_is_plain_english() -> Iterator[None]:
    """Fail the test in which the bot shows a sentence that breaks a rule."""
    _found.clear()
    yield
    broken, _found[:] = sorted(set(_found)), []
    assert not broken, "\n".join(broken)
