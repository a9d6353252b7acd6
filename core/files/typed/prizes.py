"""Typed prizes:

1st 300, 4th-6th 50, €100 first
U1800 75; class B 60, expert 80; 1600-1799 60
unrated 40, junior 50, women 50
upset 20, best for rating 15, best game 25
1st trophy, 2nd 200 + medal
based on 40                      fewer entries lower the prizes
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from core.errors import InputError
from core.files.common.text import shorten
from core.tournament.prizes import Prize, PrizeFund, PrizeKind

MOST_PRIZES, MOST_PLACES, MOST_CHARACTERS, MOST_CENTS = 60, 50, 2000, 100_000_000
LEAST_RATING, MOST_RATING = 100, 3000

_BREAK = re.compile(r"[;\n\r]|,(?!\d{2,3}(?!\w))")
_DASHES = str.maketrans(dict.fromkeys("‐‑‒–—−", "-"))
_AMOUNT = re.compile(
    r"(?P<before>.*?)(?:(?<=\s)|^|(?<=[$€£:]))[$€£]?"
    r"(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,9})(?:[.,](?P<cents>\d{1,2}))?\s?[$€£]?",
    re.ASCII,
)
_SIGNS = {
    "€": ("€", "eur", "euro", "euros"), "$": ("$", "usd", "us$", "dollar", "dollars"),
    "£": ("£", "gbp", "pound", "pounds"), "CHF": ("chf", "fr.", "francs"), "PLN": ("pln", "zł", "zl"),
    "CZK": ("czk", "kč"), "HUF": ("huf", "ft"), "SEK": ("sek",), "NOK": ("nok",), "DKK": ("dkk",), "CAD": ("cad", "c$"),
    "AUD": ("aud", "a$"), "NZD": ("nzd",), "INR": ("inr", "₹", "rs"), "JPY": ("jpy", "¥", "yen"), "BRL": ("brl", "r$"),
    "ZAR": ("zar",), "RUB": ("rub", "₽"), "UAH": ("uah", "₴"), "TRY": ("try", "₺"), "ILS": ("ils", "₪"),
}  # fmt: skip
_SIGN_OF = {written: sign for sign, forms in _SIGNS.items() for written in forms}
_CURRENCY = "|".join(re.escape(form) for form in sorted(_SIGN_OF, key=len, reverse=True))
_NUMBER = r"\d{1,3}(?:[,']\d{3})+(?:\.\d{1,2})?|\d{1,9}(?:[.,]\d{1,2})?"
_MONEY = re.compile(
    rf"(?<!\w)(?:(?P<in_front>{_CURRENCY})\s?(?P<amount>{_NUMBER})|(?P<number>{_NUMBER})\s?(?P<behind>{_CURRENCY}))(?!\w)",
    re.IGNORECASE,
)
_AMOUNT_FIRST = re.compile(
    rf"(?P<amount>{_NUMBER})\s+(?:(?:for|to)\s+)?(?:the\s+)?(?P<what>[^\W\d].*|\d+\s?(?:st|nd|rd|th)\b.*)"
)
_NUMBERED = re.compile(r"(?:place\s+|no\.?\s?|#)(?P<place>\d{1,2})(?=\s|$)|(?P<dotted>\d{1,2})\.(?=\s)", re.IGNORECASE)
_BOTH = re.compile(r"(?P<money>.*\d[€£$]?)\s?(?:\+|and|&)\s?(?P<thing>[^\d\s].*)")
_ORDINAL = r"(?P<nth>\d{1,2})(?:st|nd|rd|th)"
_WORDS = {
    "winner": "1st",
    "runner-up": "2nd",
    "first": "1st",
    "second": "2nd",
    "third": "3rd",
    "fourth": "4th",
    "fifth": "5th",
}
_PLACE = re.compile(rf"{_ORDINAL}(?:\s?-\s?(?P<last>\d{{1,2}})(?:st|nd|rd|th))?(?: place| prize)?(?P<rest> .*)?")
_NTH = re.compile(rf"(?:(?:{_ORDINAL}|top|best) )?(?P<what>.+?)(?: {_ORDINAL.replace('nth', 'later')})?")
_UNDER = re.compile(r"(?:u|under|below)[ -]?(?P<upper>\d{3,4})(?P<rest> .*)?")
_SPAN = re.compile(r"(?:class )?(?P<lower>\d{3,4})\s?-\s?(?P<last>\d{3,4})(?P<rest> .*)?")
_CLASS = re.compile(r"class (?P<letter>[a-j])(?P<rest> .*)?|(?P<name>senior master|master|expert)s?(?P<more> .*)?")
_LOWERS = {"senior master": 2400, "master": 2200, "expert": 2000} | {
    letter: 1800 - 200 * step for step, letter in enumerate("abcdefghij")
}
_GROUPS = {
    "junior": "junior", "juniors": "junior", "youth": "junior",
    "senior": "senior", "seniors": "senior",
    "woman": "women", "women": "women", "female": "women", "lady": "women", "ladies": "women", "girl": "women",
}  # fmt: skip
_UNRATED = ("unrated", "unr", "newcomer")
_FOR_RATING = "for rating"
_UPSET = ("upset", "biggest upset", "largest upset")
_BY_HAND = re.compile(r"(?:best|special|brilliancy)(?: .+)?|.+ prize")
_BASED_ON = re.compile(r"(?:based on|b/)\s?(?P<entries>\d{1,4})(?: (?:entries|players))?")
_LIKE = "Write, for example, 1st 300, U1800 75, class B 60, unrated 40, upset 20, best for rating 15 or best game 25"


@dataclass(frozen=True, slots=True)
class _Entry:
    """A written prize: its words in lower case, and its amount or thing."""

    text: str
    words: str
    cents: int | None


def parse_prizes(text: str) -> PrizeFund:
    if len(text) > MOST_CHARACTERS:
        raise InputError(f"The text is too long. Write the prizes in {MOST_CHARACTERS} characters.")
    prizes: list[Prize] = []
    based_on = None
    for entry in _entries(text):
        based = _BASED_ON.fullmatch(" ".join(entry.text.lower().split()))
        if based:
            if based_on is not None or not int(based["entries"]):
                raise InputError("There are two numbers of entries. Write one, for example based on 40.")
            based_on = int(based["entries"])
            continue
        prizes += _prizes(entry)
        if len(prizes) > MOST_PRIZES:
            raise InputError(f"There are more than {MOST_PRIZES} prizes. Remove the smallest.")
    if not prizes:
        raise InputError(f"No prizes are given. {_LIKE}.")
    _check_places(prizes)
    # Places first: things go in this order.
    prizes.sort(key=lambda prize: prize.place if prize.kind is PrizeKind.PLACE else MOST_PLACES)
    return PrizeFund(tuple(_numbered(prizes)), based_on)


def _entries(text: str) -> Iterator[_Entry]:
    for piece in _BREAK.split(text.translate(_DASHES)):
        written = _as_usual(" ".join(piece.replace(":", " ").split()))
        both = _BOTH.fullmatch(written)
        money = _AMOUNT.fullmatch(both["money"]) if both else None
        if both and money:
            yield from _entry(both["money"])
            yield from _entry(f"{money['before'].strip()} {both['thing']}")
        elif written:
            yield from _entry(written)


def currency_of(text: str) -> str:
    """Return the sign or letters of the first currency beside an amount; empty if none."""
    match = _MONEY.search(text)
    return _SIGN_OF[(match["in_front"] or match["behind"]).lower()] if match else ""


def _as_usual(written: str) -> str:
    written = _MONEY.sub(lambda match: (match["amount"] or match["number"]).replace("'", ","), written)
    turned = _AMOUNT_FIRST.fullmatch(written)
    if turned:
        written = f"{turned['what']} {turned['amount']}"
    numbered = _NUMBERED.match(written)
    if numbered:
        written = _ordinal(int(numbered["place"] or numbered["dotted"])) + written[numbered.end() :]
    return written


def _entry(written: str) -> Iterator[_Entry]:
    match = _AMOUNT.fullmatch(written)
    before = match["before"].strip(" =-") if match else ""
    if match is None or not before or _BASED_ON.fullmatch(written.lower()):
        yield _Entry(written, written, None)
        return
    cents = int(match["whole"].replace(",", "")) * 100 + int((match["cents"] or "").ljust(2, "0"))
    if not 0 < cents <= MOST_CENTS:
        raise InputError(
            f'"{shorten(written)}" is not a prize amount. Write an amount between 0.01 and {MOST_CENTS // 100}.'
        )
    yield _Entry(written, before, cents)


def _prizes(entry: _Entry) -> list[Prize]:
    lower = entry.words.lower()
    for word, ordinal in _WORDS.items():
        if lower == word or lower.startswith(f"{word} "):
            lower = ordinal + lower[len(word) :]
    places = _PLACE.fullmatch(lower)
    if places and (entry.cents is None or not places["rest"]):
        return _places(entry, places)
    prize = _of_its_kind(entry, lower)
    if prize is None:
        raise _refused(entry)
    return [prize]


def _places(entry: _Entry, match: re.Match[str]) -> list[Prize]:
    first, last = int(match["nth"]), int(match["last"] or match["nth"])
    if not 1 <= first <= last <= MOST_PLACES:
        raise InputError(
            f'"{shorten(entry.text)}" is not a place. Write 1st to {MOST_PLACES}th, for example 4th-6th 50.'
        )
    return [
        _worth(entry, Prize(_ordinal(place), PrizeKind.PLACE, place), match["rest"]) for place in range(first, last + 1)
    ]


def _of_its_kind(entry: _Entry, lower: str) -> Prize | None:
    outer = _NTH.fullmatch(lower)
    words = outer["what"] if outer else lower
    for pattern in (_UNDER, _SPAN, _CLASS):
        match = pattern.fullmatch(words)
        if match is None:
            continue
        found = match.groupdict()
        rest = found.get("rest") or found.get("more")
        if rest and entry.cents is not None:
            return None
        return _worth(entry, _by_rating(entry, found), rest)
    head, _, rest = words.partition(" ")
    if head in _GROUPS and (not rest or entry.cents is None):
        group = _GROUPS[head]
        return _worth(entry, Prize(f"top {group}", PrizeKind.GROUP, group=group), rest)
    if head in _UNRATED and (not rest or entry.cents is None):
        return _worth(entry, Prize("top unrated", PrizeKind.UNRATED), rest)
    best = words.removeprefix("best ")
    if best == _FOR_RATING or (entry.cents is None and best.startswith(f"{_FOR_RATING} ")):
        return _worth(entry, Prize("best for rating", PrizeKind.FOR_RATING), best.removeprefix(_FOR_RATING))
    if words in _UPSET or (entry.cents is None and head == "upset"):
        return _worth(entry, Prize("upset", PrizeKind.UPSET), rest if head == "upset" else "")
    if entry.cents is not None and _BY_HAND.fullmatch(lower):
        return _worth(entry, Prize(shorten(lower), PrizeKind.BY_HAND), "")
    if entry.cents is None and lower.startswith("best game "):
        return _worth(entry, Prize("best game", PrizeKind.BY_HAND), lower.removeprefix("best game "))
    return None


def _by_rating(entry: _Entry, found: dict[str, str | None]) -> Prize:
    lower: int | None
    upper: int | None
    if found.get("upper"):
        lower, upper = None, int(found["upper"] or 0)
        name = f"U{upper}"
    elif found.get("last"):
        lower, upper = int(found["lower"] or 0), int(found["last"] or 0)
        # People write 1600-1799 or 1600-1800 for the same class.
        upper += upper % 100 == 99
        name = f"{lower}-{upper - 1}"
    else:
        word = found.get("letter") or found.get("name") or ""
        lower = _LOWERS[word]
        upper = None if word == "senior master" else lower + 200
        name = f"class {word.upper()}" if len(word) == 1 else word
    ends = [end for end in (lower, upper) if end]
    if not all(LEAST_RATING <= end <= MOST_RATING for end in ends) or ends != sorted(set(ends)):
        raise InputError(
            f'"{shorten(entry.text)}" is not a range of ratings. Write, for example, U1800 or 1600-1799, '
            f"between {LEAST_RATING} and {MOST_RATING}."
        )
    return Prize(name, PrizeKind.RATING, lower=lower, upper=upper)


def _worth(entry: _Entry, prize: Prize, rest: str | None) -> Prize:
    if entry.cents is not None:
        return replace(prize, cents=entry.cents)
    thing = (rest or "").strip(" :=-")
    if not thing:
        raise InputError(f'"{shorten(entry.text)}" has no amount. Write one after it, for example {prize.name} 50.')
    if thing[0].isdigit():
        raise InputError(f'"{shorten(entry.text)}" has its amount in the middle. Write, for example, 1st 300 + trophy.')
    # as written, not in lower case
    return replace(prize, thing=shorten(entry.text[-len(thing) :]))


def _check_places(prizes: list[Prize]) -> None:
    for things in (False, True):
        places = [prize.place for prize in prizes if prize.kind is PrizeKind.PLACE and (prize.cents is None) is things]
        twice = next((place for place, amount in sorted(Counter(places).items()) if amount > 1), None)
        if twice is not None:
            raise InputError(f"{_ordinal(twice)} is listed twice. Write each place once.")
        missing = next((place for place in range(1, max(places, default=0)) if place not in places), None)
        if missing is not None:
            raise InputError(f"There is no {_ordinal(missing)} prize. Do not skip a place.")


def _numbered(prizes: list[Prize]) -> Iterator[Prize]:
    seen: Counter[object] = Counter()
    for prize in prizes:
        if prize.kind is PrizeKind.PLACE:
            yield prize
            continue
        key = (prize.likes, prize.cents is None, prize.name if prize.kind is PrizeKind.BY_HAND else "")
        seen[key] += 1
        place = seen[key]
        name = prize.name if place == 1 else f"{_ordinal(place)} {prize.name.removeprefix('top ')}"
        yield replace(prize, place=place, name=name)


def _ordinal(number: int) -> str:
    ending = "th" if 11 <= number % 100 <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _refused(entry: _Entry) -> InputError:
    return InputError(f'"{shorten(entry.text)}" is not a prize. {_LIKE}.')
