"""What people type, in plain characters: full-width signs, digits of other scripts and every kind of dash."""

import re
import unicodedata

_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys(map(ord, "‐‑‒–—−﹣"), "-")
_OTHER_DIGIT = re.compile(r"(?![0-9])\d")


def plain_text(text: str) -> str:
    """Return text with plain digits, signs and dashes; letters and everything else stay."""
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text.translate(_PLAIN))


_AGAINST = r"(?:to|against|with|over|vs\.?|v\.?)"
RESULT_WORDS = (
    ("w", rf"(?:beats?|beaten|defeat(?:s|ed)|def\.|w[io]ns?(?: {_AGAINST})?)"),
    ("l", rf"(?:lost|loses?|loss)(?: {_AGAINST})?"),
    ("d", rf"(?:drew|draws?|drawn|tied)(?: {_AGAINST})?"),
)
"""A result in words by its letter, with the word that leads on to the opponent."""
_WHOLE_WORDS = [(letter, re.compile(rf"\b{words}\b", re.IGNORECASE)) for letter, words in RESULT_WORDS]


def letters_for_words(text: str) -> str:
    """Return a list of results with letters for what is written in words; three capitals are a code, as WIN."""
    for letter, words in _WHOLE_WORDS:
        text = words.sub(lambda word, letter=letter: word[0] if re.fullmatch("[A-Z]{3}", word[0]) else letter, text)  # type: ignore[misc]
    return text
