"""What a club plays: one answer sets its usual list, norm codes and web pages, and names a sample file."""

from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from bot.services.club.settings.change import WHAT, SetUp, Step, checked_step, done_step
from bot.services.club.settings.own_lists import with_new_list
from bot.services.framework.setting_kinds import CHANGED
from bot.services.framework.transaction import Read, Write, read, repeatable, use_case
from bot.store.club import clubs
from bot.store.database.club_choices import SitePart
from bot.store.database.rows import Club
from bot.store.events import facts
from core.lists import OwnList, RatingList
from core.rating.club_rules import Codes
from core.rating.systems import system_of

SAMPLES = Path(__file__).parents[3] / "samples"


class Played(StrEnum):
    """What a club may play; the value is in the ids of buttons."""

    USCHESS = "uschess"
    FIDE = "fide"
    SCRABBLE = "scrabble"
    ORACLE = "oracle"
    OTHER = "other"


LISTS = {
    Played.USCHESS: RatingList.USCHESS_REGULAR,
    Played.FIDE: RatingList.FIDE_STANDARD,
    Played.SCRABBLE: RatingList.NASPA,
    Played.ORACLE: RatingList.ORACLE,
}

_SAMPLES = {
    Played.USCHESS: "sample-event.csv",
    Played.FIDE: "sample-fide.trf",
    Played.SCRABBLE: "sample-scrabble.t",
    Played.ORACLE: "sample-oracle.csv",
    Played.OTHER: "sample-other-game.csv",
}


class NewList(NamedTuple):
    """A list of the club's own, as its form was filled in."""

    system: RatingList
    name: str
    settings: OwnList


class Sample(NamedTuple):
    """A file with invented people. is_dated: whether it names its day."""

    name: str
    data: bytes
    is_dated: bool


def played_on(rating_list: RatingList) -> Played:
    """Return what a club plays whose usual list this is."""
    system = None if rating_list.is_own else system_of(rating_list)
    return next((one for one, usual in LISTS.items() if system_of(usual) is system), Played.OTHER)


def sample_for(rating_list: RatingList) -> Sample:
    played = played_on(rating_list)
    name = _SAMPLES[played]
    return Sample(name, (SAMPLES / name).read_bytes(), played not in (Played.USCHESS, Played.SCRABBLE))


@use_case(CHANGED, director_to=WHAT)
def set_played(write: Write, played: Played, own: NewList | None = None) -> SetUp:
    """Set what a club plays, as the first step of its set-up, done or skipped. own: its list of any other game."""
    steps = checked_step(write, Step.LISTS, over_skipped=True)
    columns: dict[str, Any] = {"lifetime_titles": Codes.EARNED if played is Played.USCHESS else Codes.NONE}
    columns["site_parts"] = [one for one in SitePart if one is not SitePart.CALCULATIONS] if own else None
    if own is None:
        columns["default_list"] = LISTS[played]
    else:
        rules, new = with_new_list(write.club.house_rules, *own)
        columns |= {"house_rules": rules.to_json(), "default_list": new}
    return done_step(write, steps, Step.LISTS, columns)


# A club that skipped the question is asked once, when its first file shows the answer.

_ASKED = "asked"


@read()
def shown_by(look: Read, lists: Iterable[RatingList]) -> Played | None:
    """Return what a first file shows that the club plays, if nobody has said it. lists: that it would change."""
    shown = {played_on(one) for one in lists}
    steps, usual = clubs.set_up_of(look.connection, look.club.id), look.club.default_list
    is_said = usual is not Club(look.club.id).default_list or steps.get(Step.LISTS, {}).get("taken", False)
    if is_said or _ASKED in steps or len(shown) != 1 or facts.any_count(look.connection, look.club.id):
        return None
    (played,) = shown
    return None if played in (played_on(usual), Played.OTHER) else played


@repeatable(director_to=WHAT)
def note_asked(write: Write) -> None:
    steps = clubs.set_up_of(write.connection, write.club.id)
    clubs.change(write.connection, write.club.id, {"set_up": {**steps, _ASKED: True}})
