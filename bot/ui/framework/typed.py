"""What members type: options of commands and fields of forms are read by the same functions."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import discord

from bot.services.framework.club_settings import default_list, lists_of_club, today_in
from bot.services.framework.find_player import name_keys
from bot.ui.framework.server import actor_of, club_of, services_of
from bot.ui.framework.text import clean
from core.errors import InputError
from core.files.common.dates import Days, parse_days
from core.files.common.text import shorten
from core.files.typed.opponents import (
    LOWEST_OPPONENT,
    NO_NAMES,
    KnownNames,
    ParsedOpponents,
    has_names,
    parse_opponents,
)
from core.lists import RatingList
from core.rating.systems import list_named

LISTS: Sequence[RatingList] = tuple(RatingList)


async def read_opponents(
    interaction: discord.Interaction[Any], text: str, *, some_open: bool = False, lowest: float = LOWEST_OPPONENT
) -> ParsedOpponents:
    """Read ratings and players with results. some_open: only some need a result."""
    known = NO_NAMES
    if club_of(interaction) is not None and has_names(text):
        known = KnownNames(await name_keys(services_of(interaction), actor_of(interaction)))
    return parse_opponents(text, some_open=some_open, known=known, lowest=lowest)


async def read_list(
    interaction: discord.Interaction[Any], text: str, offered: Sequence[RatingList] = LISTS
) -> RatingList:
    """Read a rating list, also the club's own."""
    every = await _every_list(interaction, offered)
    named = list_named(text, every)
    if named is not None and named in every:
        return named
    raise InputError(f'"{shorten(text)}" is not a rating list. Pick one from the list.')


async def _every_list(interaction: discord.Interaction[Any], offered: Sequence[RatingList]) -> Sequence[RatingList]:
    if club_of(interaction) is None:
        return offered
    every = await lists_of_club(services_of(interaction), actor_of(interaction))
    return [one for one in every if one.base in offered]


async def meant_list(interaction: discord.Interaction[Any], named: RatingList | None) -> RatingList:
    """Return the named list, or the one that is meant without a name."""
    if named is None and club_of(interaction) is not None:
        return await default_list(services_of(interaction), actor_of(interaction))
    return named or RatingList.USCHESS_REGULAR


async def today_of(interaction: discord.Interaction[Any]) -> date:
    return await today_in(services_of(interaction), club_of(interaction))


async def read_days(interaction: discord.Interaction[Any], text: str) -> Days:
    """Read the day or days of an event."""
    return parse_days(text, await today_of(interaction))


def read_text(text: str, most: int) -> str:
    """Read a text without control characters."""
    if not text.strip():
        raise InputError("A text is blank. Write something, or remove the option.")
    return clean(text, most)
