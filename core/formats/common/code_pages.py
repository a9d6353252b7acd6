"""Which of Windows' code pages a text without a mark is in, by the letters that the words of a language have.

A statistical detector needs sentences; lists of names are too short for one: it took every Western list for a Central
European one. Here a word counts for a page where one language of that page has all of its letters.
"""

import re
from typing import NamedTuple

from core.event_file import Remark


class DecodedText(NamedTuple):
    """A text, and the code page that was assumed, in words; None where the file leaves no doubt."""

    text: str
    assumed: str | None = None

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """Return what to say of the code page, nothing where there is no doubt."""
        if self.assumed is None:
            return ()
        text = f"The file is not in UTF-8. It is read as {self.assumed}: where names look wrong, save it as UTF-8."
        return (Remark(None, text),)


def _letters(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


_PAGES = {
    "cp1252": (
        "Western European",
        "äöüß àâæçéèêëîïôœùûü áéíñóúü áâãàçéêíóôúü àèéìíòóùú åäöé æøåéòôó áðéíóúýþæö éèëïöüáóç àçèéíïòóúü",
    ),
    "cp1250": (
        "Central European",
        "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű čćđšž ăâîşţ äöüß ëç",
    ),
    "cp1254": ("Turkish", "çğıöşüâîû"),
    "cp1257": ("Baltic", "āčēģīķļņšūž ąčęėįšųūž äöõüšž"),
    "cp1255": ("Hebrew", _letters("א", "ת")),
    "cp1253": ("Greek", "άέήίαβγδεζηθικλμνξοπρσςτυφχψωϊϋόύώ"),
    "cp1251": ("Cyrillic", _letters("а", "џ") + "ґ"),
    "cp1256": ("Arabic", _letters("ء", "ي")),
}
"""Pages by Python's name, the likeliest first: their own, and the letters beside a to z of the languages in them."""
_OTHER_SCRIPTS = {"cp1251", "cp1253", "cp1255", "cp1256"}
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_MOST_WORDS, _LONGEST_WORD = 5_000, 40


def decode_in_code_page(data: bytes) -> DecodedText:
    """Return text in the page in which most of its words are words of some language; Western where none is."""
    words = {match[0] for match, _ in zip(_WORD.finditer(data), range(_MOST_WORDS), strict=False)}
    page = max(_PAGES, key=lambda page: sum(_is_word(word[:_LONGEST_WORD], page) for word in words))
    return DecodedText(data.decode(page, errors="replace"), f"{_PAGES[page][0]} (Windows-{page[2:]})")


def _is_word(word: bytes, page: str) -> bool:
    try:
        text = word.decode(page)
    except UnicodeDecodeError:
        return False
    if page in _OTHER_SCRIPTS and (re.search(r"[a-zA-Z]|ς\w", text) or not _is_cased(text)):
        return False  # two scripts in a word, or what stands at its beginning or end in the midst of it
    # "İ" has a dot of its own in small letters; Portuguese has õ before e alone, which is ő in Hungarian.
    letters = {letter for letter in text.lower().replace("i̇", "i").replace("õe", "") if not letter.isascii()}
    return any(all(letter in alphabet for letter in letters) for alphabet in _PAGES[page][1].split())


def _is_cased(text: str) -> bool:
    return text in (text.lower(), text.upper(), text.capitalize())
