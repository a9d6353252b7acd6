"""Options: opponents, score, results."""

import re
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.framework.find_player import known_players, name_keys
from bot.services.framework.subject import Someone as AnySomeone
from bot.ui.framework.server import actor_of, club_of, match_someone, services_of
from bot.ui.framework.text import clean, points
from bot.ui.framework.typed import read_opponents
from cogs.options.choices import CHOICE_CHARACTERS, MOST_CHOICES, chosen_list
from core.errors import InputError, RatingError
from core.files.typed.opponents import (
    LOWEST_IN_A_POOL,
    LOWEST_OPPONENT,
    KnownNames,
    ParsedOpponents,
    parse_opponents,
    parse_results,
    parse_score,
    split_people,
)

MOST_COMPARED = 5
_LAST_WORD = re.compile(r"(?:^|(?<=[\s,;]))(?P<result>[wdlWDL](?=[@\"]|$))?(?P<word>@?\"?[^\s,;\"]*)$")


class OpponentsOption(app_commands.Transformer):
    """Opponents as typed; completes the last word with players."""

    some_open = False
    """Whether only some need a result."""

    lowest: float = LOWEST_OPPONENT

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> ParsedOpponents:
        return await read_opponents(interaction, value, some_open=self.some_open, lowest=self.lowest)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        match = _LAST_WORD.search(value)
        if match is None or club_of(interaction) is None or match["word"][:1].isdigit():
            return []
        before, letter = value[: match.start()], match["result"] or ""
        words = clean(match["word"].lstrip('@"')) if match["word"].strip('@"') else ""
        rating_list = chosen_list(interaction)
        found = await known_players(services_of(interaction), actor_of(interaction), rating_list, words, MOST_CHOICES)
        choices = []
        for player, shown, _ in found:
            if player.user_id == interaction.user.id:
                continue
            written = clean(player.name, 60).replace('"', "")
            written = f'@"{written}"' if re.search(r"[\s,;]", written) else f"@{written}"
            name = f"{before}{letter}{written}" + (f" ({shown})" if shown is not None else "")
            exact = f"{before}{letter}#{player.id}"
            if len(name) <= CHOICE_CHARACTERS and len(exact) <= CHOICE_CHARACTERS:
                choices.append(Choice(name=name, value=exact))
        return choices


class FieldOption(OpponentsOption):
    """Opponents, some with results."""

    some_open = True
    lowest = LOWEST_IN_A_POOL


class PeopleOption(OpponentsOption):
    """One to five players; completes the last word."""

    async def transform(  # type: ignore[override]  # these are people
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> Sequence[AnySomeone]:
        known = KnownNames(await name_keys(services_of(interaction), actor_of(interaction)))
        called = split_people(value, known)
        if not 1 <= len(called) <= MOST_COMPARED:
            raise InputError(f"{len(called)} players cannot be compared. Name two to {MOST_COMPARED}.")
        return [await match_someone(interaction, one, partly=True) for one in called]


class ScoreOption(app_commands.Transformer):
    """Points; suggests what the typed opponents allow."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> float:
        return parse_score(value)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        try:
            games = len(parse_opponents(getattr(interaction.namespace, "opponents", None) or "").games)
        except RatingError:
            return []
        scores = [half / 2 for half in range(2 * games + 1)]
        choices = [Choice(name=f"{points(score)} of {games}", value=f"{score:g}") for score in scores]
        typed = value.strip()
        return [choice for choice in choices if choice.name.startswith(typed) or choice.value == typed][:MOST_CHOICES]


class ResultsOption(app_commands.Transformer):
    """Results in the order of the opponents."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[float, ...]:
        return parse_results(value)


Opponents = app_commands.Transform[ParsedOpponents, OpponentsOption]
Field = app_commands.Transform[ParsedOpponents, FieldOption]
People = app_commands.Transform[Sequence[AnySomeone], PeopleOption]
Score = app_commands.Transform[float, ScoreOption]
Results = app_commands.Transform[tuple[float, ...], ResultsOption]
