"""The options of commands: one transformer for each noun, so that a command receives what it needs."""

import re
from datetime import date, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.services.club_settings import default_list
from bot.services.context import Member
from bot.services.events.listing import club_events
from bot.services.live_events.lifecycle import open_evenings
from bot.services.players.profile import find_player
from bot.services.players.rating_card import known_players, recent_events
from bot.store.rows import Event as StoredEvent
from bot.store.rows import Player
from bot.ui.framework.actors import NAME_CHARACTERS, actor_of, member_of, services_of
from bot.ui.framework.text import clean, points
from core.background import OtherRating
from core.crosstable import EventKind, TimeControl
from core.errors import InputError, RatingError
from core.event_names import event_name
from core.formats.common.days import parse_day
from core.formats.typed.lifetime_table_text import parse_deltas, parse_letters
from core.formats.typed.newcomers import Age, parse_age, parse_elsewhere
from core.formats.typed.opponents import WrittenOpponents, parse_opponents
from core.formats.typed.results_list import WrittenResult, parse_results_list
from core.formats.typed.scores import parse_results, parse_score, shorten
from core.formats.typed.time_controls import parse_time_control
from core.lists import RatingList
from core.systems import PUBLISHED, SYSTEMS

MOST_CHOICES, CHOICE_CHARACTERS = 25, 100

AnyChoice = Choice[str | int | float]
LISTS = [AnyChoice(name=rating_list.label, value=rating_list.value) for rating_list in SYSTEMS]
KINDS = [
    AnyChoice(name="a match: all games against one opponent", value=EventKind.MATCH.value),
    AnyChoice(name="a FIDE event abroad: the opponents' ratings are FIDE's", value=EventKind.ABROAD.value),
    AnyChoice(name="a FIDE youth event abroad", value=EventKind.YOUTH_ABROAD.value),
]
RULES: dict[RatingList, dict[str, str]] = {
    moved: {edition.key: edition.title for edition in system.editions} for moved, system in SYSTEMS.items()
}
"""The keys and titles of the editions by list, the official ones oldest first."""

_LAST_WORD = re.compile(r"(?:^|(?<=[\s,;]))(?P<result>[wdlWDL](?=[@\"]|$))?(?P<word>@?\"?[^\s,;\"]*)$")


class OpponentsOption(app_commands.Transformer):
    """Opponents as typed; suggests the club's players for the word at the end."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> WrittenOpponents:
        return parse_opponents(value)

    async def autocomplete(  # type: ignore[override]  # this option's choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        match = _LAST_WORD.search(value)
        if match is None or interaction.guild is None or match["word"][:1].isdigit():
            return []
        before, letter = value[: match.start()], match["result"] or ""
        words = clean(match["word"].lstrip('@"')) if match["word"].strip('@"') else ""
        rating_list = _chosen_list(interaction)
        found = await known_players(services_of(interaction), actor_of(interaction), rating_list, words, MOST_CHOICES)
        choices = []
        for player, shown in found:
            if player.user_id == interaction.user.id:
                continue
            written = clean(player.name, 60).replace('"', "")
            written = f'@"{written}"' if re.search(r"[\s,;]", written) else f"@{written}"
            name = f"{before}{letter}{written}" + (f" ({shown})" if shown is not None else "")
            exact = f"{before}{letter}#{player.id}"
            if len(name) <= CHOICE_CHARACTERS and len(exact) <= CHOICE_CHARACTERS:
                choices.append(Choice(name=name, value=exact))
        return choices


def _chosen_list(interaction: discord.Interaction[Any]) -> RatingList | None:
    """Return the list that another option already names."""
    chosen = getattr(interaction.namespace, "system", None)
    return RatingList(chosen) if chosen in {rating_list.value for rating_list in RatingList} else None


class FieldOption(OpponentsOption):
    """Opponents of whom some may have a result already."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> WrittenOpponents:
        return parse_opponents(value, some_open=True)


class AgeOption(app_commands.Transformer):
    """A birth date, or adult or child."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Age:
        return parse_age(value, services_of(interaction).today())


class ElsewhereOption(app_commands.Transformer):
    """Ratings held elsewhere."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[OtherRating, ...]:
        return parse_elsewhere(value, services_of(interaction).today())


class KindOption(app_commands.Transformer):
    """What kind of event it is."""

    @property
    def choices(self) -> list[AnyChoice]:
        return KINDS

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> EventKind:
        return EventKind(value)


class DeltasOption(app_commands.Transformer):
    """Deltas of the lifetime titles."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> dict[int, int]:
        return parse_deltas(value)


class LettersOption(app_commands.Transformer):
    """Letters of the lifetime titles."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> dict[int, str]:
        return parse_letters(value)


class ScoreOption(app_commands.Transformer):
    """Points from played games; suggests what the opponents typed so far allow."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> float:
        return parse_score(value)

    async def autocomplete(  # type: ignore[override]  # as above
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


class DayOption(app_commands.Transformer):
    """A date up to today; suggests today and the last weekends."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> date:
        return parse_day(value, services_of(interaction).today())

    async def autocomplete(  # type: ignore[override]  # as above
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        today = services_of(interaction).today()
        days = [today - timedelta(days=back) for back in range(30)]
        likely = [day for day in days if day >= today - timedelta(days=1) or day.weekday() >= 5]
        choices = [Choice(name=f"{day.isoformat()} ({day:%A})", value=day.isoformat()) for day in likely]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class TimeControlOption(app_commands.Transformer):
    """A time control."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> TimeControl:
        return parse_time_control(value)


class ListOption(app_commands.Transformer):
    """A rating list."""

    @property
    def choices(self) -> list[AnyChoice]:
        return LISTS

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> RatingList:
        return RatingList(value)


class FideListOption(ListOption):
    """One of FIDE's lists."""

    @property
    def choices(self) -> list[AnyChoice]:
        return [choice for choice in LISTS if choice.value in PUBLISHED]


class RulesOption(app_commands.Transformer):
    """An edition of the rules, by name; suggests those of the list that is named, latest first."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        for editions in RULES.values():
            for key, title in editions.items():
                if value.strip().casefold() in (key, title.casefold()):
                    return key
        raise InputError(f'There are no rules called "{shorten(value)}": choose some that are offered as you type.')

    async def autocomplete(  # type: ignore[override]  # as above
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        chosen = _chosen_list(interaction)
        offered: dict[str, str] = {}
        for rating_list, editions in RULES.items():
            if chosen in (None, rating_list):
                offered |= editions
        choices = [Choice(name=title, value=key) for key, title in reversed(offered.items())]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class MemberOption(app_commands.Transformer):
    """A member of the server who can be a player."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.user

    async def transform(self, interaction: discord.Interaction[Any], value: Any, /) -> Member:
        return member_of(value)


class RatingOption(app_commands.Transformer):
    """A rating that the list of the command could have: the named one, or else the club's default."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.number

    async def transform(self, interaction: discord.Interaction[Any], value: float, /) -> float:
        chosen = _chosen_list(interaction)
        if chosen is None and interaction.guild is not None:
            chosen = await default_list(services_of(interaction), actor_of(interaction))
        lowest, highest = SYSTEMS[chosen or RatingList.USCHESS_REGULAR].typed_ratings
        if not lowest <= value <= highest:
            raise InputError(f"{value:g} is not a rating: write one between {lowest:g} and {highest:g}.")
        return value


def _event_choice(event: StoredEvent) -> str:
    day = event.place.date
    return event_name(None, day) if event.name is None else f"{clean(event.name, 80)} · {day.isoformat()}"


class EventOption(app_commands.Transformer):
    """A stored event; suggests the latest ones."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> int:
        if not value.isascii() or not value.isdigit() or len(value) > 18:
            raise InputError(f'There is no event "{value[:40]}": choose one that is offered as you type.')
        return int(value)

    async def autocomplete(  # type: ignore[override]  # as above
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        member = getattr(interaction.namespace, "member", None)
        subject = Member(member.id, "") if member is not None else None
        events = await recent_events(services_of(interaction), actor_of(interaction), subject, MOST_CHOICES)
        choices = [Choice(name=_event_choice(event), value=str(event.id)) for event in events]
        return [choice for choice in choices if value.lower() in choice.name.lower()]


class ClubEventOption(EventOption):
    """A stored event of anybody; suggests the club's, by their names."""

    async def autocomplete(  # type: ignore[override]  # as above
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if interaction.guild is None:
            return []
        found = await club_events(services_of(interaction), actor_of(interaction), value.strip(), MOST_CHOICES)
        return [Choice(name=_event_choice(event), value=str(event.id)) for event in found]


class PlayerOption(app_commands.Transformer):
    """A player of the club, on Discord or not; suggests those whose name has the words, each with their number."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> Player:
        return await find_player(services_of(interaction), actor_of(interaction), value)

    async def autocomplete(  # type: ignore[override]  # as above
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        if interaction.guild is None:
            return []
        words = clean(value) if value.strip() else ""
        found = await known_players(services_of(interaction), actor_of(interaction), None, words, MOST_CHOICES)
        return [
            Choice(
                # The number at the end tells namesakes apart, and is understood when somebody goes on typing.
                name=clean(player.name, 60) + (f" ({shown})" if shown is not None else "") + f" #{player.id}",
                value=f"#{player.id}",
            )
            for player, shown in found
        ]


class EveningOption(EventOption):
    """An evening that is kept in Discord; suggests the open ones."""

    async def autocomplete(  # type: ignore[override]  # as above
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        found = await open_evenings(services_of(interaction), actor_of(interaction))
        choices = [
            Choice(name=f"{clean(evening.name, 80)} · {evening.day.isoformat()}", value=str(evening.id))
            for evening in found
        ]
        return [choice for choice in choices if value.strip().lower() in choice.name.lower()][:MOST_CHOICES]


class EveningResultsOption(app_commands.Transformer):
    """Results of an evening, as a list."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> tuple[WrittenResult, ...]:
        return parse_results_list(value)


class TextOption(app_commands.Transformer):
    """Words for people, kept without characters that hide or reorder."""

    def __init__(self, most: int) -> None:
        self.most = most

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int:
        return self.most

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> str:
        if not value.strip():
            raise InputError("One of the texts is blank: write words there.")
        return clean(value, self.most)


Opponents = app_commands.Transform[WrittenOpponents, OpponentsOption]
Field = app_commands.Transform[WrittenOpponents, FieldOption]
Born = app_commands.Transform[Age, AgeOption]
Elsewhere = app_commands.Transform[tuple[OtherRating, ...], ElsewhereOption]
Kind = app_commands.Transform[EventKind, KindOption]
Deltas = app_commands.Transform[dict[int, int], DeltasOption]
Letters = app_commands.Transform[dict[int, str], LettersOption]
Score = app_commands.Transform[float, ScoreOption]
Results = app_commands.Transform[tuple[float, ...], ResultsOption]
Day = app_commands.Transform[date, DayOption]
Control = app_commands.Transform[TimeControl, TimeControlOption]
List = app_commands.Transform[RatingList, ListOption]
FideList = app_commands.Transform[RatingList, FideListOption]
Rules = app_commands.Transform[str, RulesOption]
Someone = app_commands.Transform[Member, MemberOption]
Rating = app_commands.Transform[float, RatingOption]
Event = app_commands.Transform[int, EventOption]
Evening = app_commands.Transform[int, EveningOption]
EveningResults = app_commands.Transform[tuple[WrittenResult, ...], EveningResultsOption]
ClubEvent = app_commands.Transform[int, ClubEventOption]
Games = app_commands.Range[int, 0, 100_000]
Name = app_commands.Transform[str, TextOption(NAME_CHARACTERS)]
Reason = app_commands.Transform[str, TextOption(200)]
Person = app_commands.Transform[Player, PlayerOption]
