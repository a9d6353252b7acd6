"""Safe text: names, numbers, tables for phones."""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import Any

from core.files.common.text import clean_name
from core.words import displayed

_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"

_MARKDOWN = re.compile(
    r"[\\*_~`|<>\[\]()]|(?<!\S)/(?=\w)|^[#>+-]|(?<=^\d)\.|(?<=^\d\d)\.|(?<=^\d\d\d)\.|(?<=^\d\d\d\d)\."
)
_SENTENCE_MARKUP = re.compile(r"[\\*~`|<>\[\]]|_(?![^\W_])|(?<![^\W_])_")
"""Within a word, _ is not markup."""

_LINE_START = re.compile(r"^(?=[#>+-])|(?<=^\d)(?=\.)|(?<=^\d\d)(?=\.)|(?<=^\d\d\d)(?=\.)|(?<=^\d\d\d\d)(?=\.)")
"""Heading, quotation or list."""
_MENTION_SIGN = re.compile(r"(?<=<)@|@(?=everyone|here)")
_MESSAGE_LINK = re.compile(r"https://discord\.com/channels(?:/[0-9]{1,20}){3}[,:;.]?")
CONTENT_CHARACTERS, SENTENCE_CHARACTERS = 2000, 1500
"""Discord's limit outside an embed; sentences before escaping."""

NAME_CHARACTERS = 100


DESCRIPTION_CHARACTERS, PAGE_CHARACTERS = 4096, 3500
"""Discord's limit for a description; fill of a page."""

_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"


def clean(name: str, most: int = 40) -> str:
    shown = clean_name(name, most)
    return shown if any(map(_is_visible, shown)) else "(no name)"


def _is_visible(character: str) -> bool:
    return (
        unicodedata.category(character)[0] not in "MZ"
        and unicodedata.category(character) not in ("Cc", "Cf")
        and (character not in _BLANKS)
    )


@lru_cache(maxsize=1024)
def safe(name: str, most: int = 40) -> str:
    """Return a name without markup, mentions and links."""
    shown = _MARKDOWN.sub(r"\\\g<0>", clean(name, most))
    return _isolated(shown.replace("@", "@\u200b").replace("://", ":\u200b//"))


def harmless(sentence: str, mentions: Iterable[int] = ()) -> str:
    """Return a sentence without markup, links except to messages, and mentions except these ids."""
    words = []
    for word in clean(sentence, SENTENCE_CHARACTERS).split():
        shown = _SENTENCE_MARKUP.sub(r"\\\g<0>", word)
        if not _MESSAGE_LINK.fullmatch(word):
            shown = _MENTION_SIGN.sub("@\u200b", shown).replace("://", ":\u200b//")
        words.append(shown)
    text = _LINE_START.sub(r"\\", " ".join(_isolated_runs(words)))
    for user_id in mentions:
        text = text.replace(f"\\<@\u200b{user_id}\\>", f"<@{user_id}>")
    return text if len(text) <= CONTENT_CHARACTERS else text[: CONTENT_CHARACTERS - 1].rstrip("\\") + "…"


def _isolated_runs(words: Iterable[str]) -> Iterable[str]:
    for is_one, run in groupby(words, _has_right_to_left):
        text = " ".join(run)
        yield f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}" if is_one else text


def plain(name: str, most: int = 40) -> str:
    return _isolated(clean(name, most).replace("`", "ˋ").replace("@", "@\u200b"))


def _isolated(text: str) -> str:
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}" if _has_right_to_left(text) else text


def _has_right_to_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(character) in ("R", "AL") for character in text)


def width(text: str) -> int:
    if text.isascii() and text.isprintable():
        return len(text)
    from wcwidth import wcswidth  # covers every version of Unicode

    return max(wcswidth(text), 0)


def fit(text: str, columns: int, align: str = "<") -> str:
    if width(text) > columns:
        cut = text
        while cut and width(cut) > columns - 1:
            cut = cut[:-1]
        text = cut + (_POP_ISOLATE if _FIRST_STRONG_ISOLATE in cut else "") + "…"
    padding = " " * (columns - width(text))
    return padding + text if align == ">" else text + padding


def table(header: Sequence[str], rows: Iterable[Sequence[str]], columns: Sequence[int]) -> str:
    """Return a code block; negative widths align left."""
    lines = [
        " ".join(
            fit(cell, abs(size), "<" if size < 0 else ">") for cell, size in zip(row, columns, strict=True)
        ).rstrip()
        for row in (header, *rows)
    ]
    return "```\n" + "\n".join(lines) + "\n```"


def number(value: float, decimals: int) -> str:
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text


def rating(value: float, decimals: int) -> str:
    """Return a rating; whole ones without decimals."""
    return str(displayed(value)) if decimals == 0 or value % 1 == 0 else number(value, decimals)


def signed(value: float, decimals: int) -> str:
    text = number(value, decimals)
    if float(text) == 0:
        return f"±{text}"
    return text if text.startswith("-") else f"+{text}"


SHARE = 1e-6
"""Sums of shares may miss a half by less."""


def points(value: float) -> str:
    """Return game points as 3, 2½ or ½, and shares of the points as 0.574."""
    if abs(2 * value - round(2 * value)) > SHARE:
        return f"{value:.3f}"
    whole, half = divmod(round(2 * value) / 2, 1)
    if half == 0:
        return str(int(whole))
    return "½" if whole == 0 else f"{int(whole)}½"


def ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def capital(text: str) -> str:
    return text[0].upper() + text[1:]


def day_text(day: date) -> str:
    return day.isoformat()


def pack(parts: Iterable[str], between: str) -> Iterable[str]:
    page = ""
    for part in parts:
        if page and len(page) + len(part) > PAGE_CHARACTERS:
            yield page
            page = ""
        page += between + part if page else part
    if page:
        yield page


HALF_CHARACTER = "That text contains half of a character, for example a broken emoji. Write it again."


def is_whole(sent: Mapping[str, Any]) -> bool:
    files = (sent.get("resolved") or {}).get("attachments")
    written = [files, *(sent.get(part) for part in ("options", "components", "values"))]
    try:
        json.dumps(written, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def result_letter(score: float | None) -> str:
    """Return the letter of a result, or the share of the points where a list rates it."""
    return "" if score is None else {1.0: "W", 0.5: "D", 0.0: "L"}.get(score) or points(score)
