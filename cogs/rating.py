"""/rating: parse → use case → card → reply.

`cogs/options` read what a member typed; what has to be asked first (are you that player? is it stored already?) is
raised by the use case as a `Question` and asked by the frame, whatever led to it. `/rating update` goes

* `EventSubmission`, the event as typed → `record_own_event` (bot/services/events/record.py): one transaction
* → its crosstable (events/submission.py) → `Write.recalculate` (framework/recalculation), the event and all later ones
* → `rate_event` of the list's system (core/rating/systems.py): uschess/, fide/, oracle/, qursh/, naspa/, elo, glicko2
* → `EventReport` → `rating_card` (bot/ui/cards/section.py) with `reply_report` (bot/ui/buttons/reports.py)

`estimate` calculates the same without storing: bot/services/ratings/forecast.py.
"""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Services
from bot.services.ratings.history import HistoryQuery, Since, compare_histories, rating_history_of
from bot.services.ratings.history import Stretch as AnyStretch
from bot.services.ratings.overview import person_card
from bot.services.ratings.set_rating import undo_last
from bot.ui.buttons.charts import reply_history
from bot.ui.buttons.estimates import estimate_and_answer
from bot.ui.buttons.help import topic
from bot.ui.buttons.player_card import reply_player
from bot.ui.buttons.reports import reply_report
from bot.ui.cards.events import last_undone_card
from bot.ui.framework.answers import defer, in_time, reply
from bot.ui.framework.server import actor_of
from cogs.options.choices import DATES, GAMES, LIST, MOST_CHOICES, RULES_USED, Days, Games, List, Name, Rating, Rules
from cogs.options.events import SeasonOption
from cogs.options.games import Field, Opponents, People, Score
from cogs.options.players import PLAYER_OR_YOU, Known
from core.errors import InputError
from core.files.common.text import shorten

OPPONENTS = "Opponents: ratings or players, with W, D or L if you like: W974 L951 D@Dana"
SCORE = "Your points from these games, for example 2.5"
YOUR_RATING = "Your rating before these games (default: the club's)"


class StretchOption(SeasonOption):
    """A period until today, or a season."""

    async def transform(self, interaction: discord.Interaction[Any], value: str, /) -> AnyStretch:  # type: ignore[override]
        words = value.strip().casefold()
        if words in {since.value for since in Since}:
            return Since(words)
        if not words.isdigit():
            raise InputError(f'"{shorten(value)}" is not a period. Pick one from the list.')
        return await super().transform(interaction, words)

    async def autocomplete(  # type: ignore[override]  # these choices are strings
        self, interaction: discord.Interaction[Any], value: str, /
    ) -> list[Choice[str]]:
        words = value.strip().casefold()
        stretches = [Choice(name=since.value, value=since.value) for since in Since if words in since.value]
        return [*stretches, *await super().autocomplete(interaction, value)][:MOST_CHOICES]


Stretch = app_commands.Transform[AnyStretch, StretchOption]


@app_commands.allowed_installs(guilds=True, users=True)
@app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
class RatingCog(commands.GroupCog, group_name="rating", group_description="Rate your events and see ratings"):
    """One member's ratings."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        opponents=OPPONENTS,
        score=SCORE,
        system=LIST,
        date=DATES,
        event="Name of the event",
        rating=YOUR_RATING,
        games=GAMES,
        rules=RULES_USED,
    )
    async def update(
        self,
        interaction: discord.Interaction[Any],
        opponents: Opponents,
        score: Score | None = None,
        system: List | None = None,
        date: Days | None = None,
        event: Name | None = None,
        rating: Rating | None = None,
        games: Games | None = None,
        rules: Rules | None = None,
    ) -> None:
        """Rate an event you played and store it."""
        began, day = (None, None) if date is None else date
        submission = EventSubmission(opponents, score, None, system, rating, games, event, day, rules, began=began)
        report = await in_time(interaction, record_own_event(self.services, actor_of(interaction), submission))
        await reply_report(interaction, report)

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        opponents=OPPONENTS,
        score=f"{SCORE} (default: what to expect)",
        target="Rating to reach: shows the score it takes",
        system=LIST,
        rating=YOUR_RATING,
        games=GAMES,
        rules=RULES_USED,
    )
    async def estimate(
        self,
        interaction: discord.Interaction[Any],
        opponents: Field,
        score: Score | None = None,
        target: Rating | None = None,
        system: List | None = None,
        rating: Rating | None = None,
        games: Games | None = None,
        rules: Rules | None = None,
    ) -> None:
        """Estimate a rating after games, or the score for a target."""
        submission = EventSubmission(opponents, score, rating_list=system, rating=rating, games=games, rules=rules)
        await estimate_and_answer(interaction, submission, target)

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(player=PLAYER_OR_YOU, system=LIST)
    async def show(
        self, interaction: discord.Interaction[Any], player: Known | None = None, system: List | None = None
    ) -> None:
        """Show a player's rating card."""
        await reply_player(interaction, await person_card(self.services, actor_of(interaction), player, system))

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(player=PLAYER_OR_YOU, system=LIST, since="Period to show (default: everything)")
    async def history(
        self,
        interaction: discord.Interaction[Any],
        player: Known | None = None,
        system: List | None = None,
        since: Stretch = Since.EVERYTHING,
    ) -> None:
        """Show a player's rating over time."""
        actor = actor_of(interaction)
        await defer(interaction)
        query = HistoryQuery(system, since=since)
        await reply_history(interaction, await rating_history_of(self.services, actor, player, query))

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(players="Two to five players: @Dana Eli #12 (one: compared with you)", system=LIST)
    async def compare(self, interaction: discord.Interaction[Any], players: People, system: List | None = None) -> None:
        """Compare the ratings of two to five players over time."""
        actor = actor_of(interaction)
        await defer(interaction)
        query = HistoryQuery(system, since=Since.YEAR)
        people = [*players, None] if len(players) == 1 else players
        await reply_history(interaction, await compare_histories(self.services, actor, people, query))

    @app_commands.command()
    async def undo(self, interaction: discord.Interaction[Any]) -> None:
        """Undo the event you reported last."""
        actor = actor_of(interaction)
        await defer(interaction)
        await reply(interaction, last_undone_card(await undo_last(self.services, actor, None)))


topic(
    1,
    "start",
    "Report an event",
    "**Rate an event you played:** press **Report an event** on the club's panel, or type\n"
    "`/rating update opponents: 974 951 2471 1585 score: 3`\n"
    "The first time, press **I was never rated** or **Enter my rating** under the question that follows. "
    "The answer shows your new rating, your performance rating and any norm.\n"
    "\n"
    "**Only calculate:** `/rating estimate` stores nothing, and also works in direct messages.\n"
    "**A mistake?** Press **Undo** under the answer, or type `/rating undo`.\n"
    "**More:** `/rating show` is your card, `/norms` your way to the next title, `/leaderboard` the club.",
)

topic(
    2,
    "opponents",
    "Write opponents and results",
    "`opponents` accepts ratings and players, in the order you met them: `974 951`, `@Dana 1585`, `Anna Lee, "
    "#12`.\n"
    "Put the result in front or behind, in letters, signs or words: `W974 D951 L@Dana`, `974W 951D`, `+1500 "
    "=1700`, `beat Anna Lee, lost to 1585`. Without results, give your points: `score: 2.5`.\n"
    "`BYE` is a full-point bye and `FORFEIT` a forfeit win. Neither is rated.\n"
    "`date` is the day the event ended; its rules apply. A late report is put in its place, and everything "
    "after it is recalculated.\n"
    "**Add details** under the answer asks for the time control, the kind of event and, for a first rating, your "
    "birth date and ratings held elsewhere.",
)

topic(
    3,
    "confirm",
    "Confirm a report",
    "Your own report counts at once. Titles, norms and lifetime points wait until it is confirmed; such "
    "ratings are marked on cards and on the leaderboard.\n"
    "Each opponent you named is asked and presses **Confirm** or **Dispute**. If you typed ratings only, a "
    "director confirms the report.\n"
    "If your report looks like an event that is already stored, you are asked before it is stored twice.",
)

topic(
    4,
    "estimate",
    "Look ahead",
    "`/rating estimate` calculates and stores nothing; only you see the answer.\n"
    "* An event: `opponents: W1500 L1700` shows what it would do to your rating.\n"
    "* One game: `opponents: 1500` shows what a win, a draw and a loss would give you and your opponent.\n"
    "* A target: `opponents: 1500 1600 1700 target: 1600` shows the score you need, for a rating and for each "
    "norm.\n"
    "Add `rating` and `games` to calculate for somebody the club does not know, and `rules` for another "
    "edition.",
)

topic(
    8,
    "games",
    "Rate any game: Elo and Glicko-2",
    "**Elo:** what you score beyond the expected score is multiplied by K: 32, or 20 or 10 if the club wants "
    "calmer ratings. Everybody starts at 1500. There are no floors or titles.\n"
    "**Glicko-2** adds a deviation (RD), which shows how certain a rating is: the true value is within two "
    "deviations 95% of the time. Games reduce it, months without games increase it. A rating period is a "
    "calendar month. A newcomer starts at 1500 with a deviation of 350; P marks a deviation above 110.\n"
    "Choose the list with `list`, or a director sets it as the club's default.",
)

topic(
    15,
    "rules",
    "Which rules rated an event",
    "Federations change their rules. Every event is rated by the rules of its date, and the answer names "
    "them. `rules` chooses another edition.\n"
    "Your own report uses your opponents' ratings as you give them; members count with their rating of that "
    "day. US Chess rates whole sections in two passes, so its figure may differ by a few points. An event of "
    "30 to 65 minutes counts for Regular and Quick, unless you name a list.\n"
    "**Calculation** under an answer shows every step with its clause.",
)
