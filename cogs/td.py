"""/td, hidden from members until an admin shows it to a role."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.services.club.audit import club_audit
from bot.services.evenings.lifecycle import MOST_ROUNDS, Plan, new_evening
from bot.services.events.imports.options import ImportOptions
from bot.services.framework.actions import AuditKind
from bot.services.framework.context import Services
from bot.services.ratings.fide.lists import publish_list
from bot.services.ratings.oracle.calibrate import preview_calibration
from bot.services.ratings.seasons import NewSeason, begin_season, end_season
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.store.database.evening_rows import TYPED
from bot.ui.buttons.attached import preview_files
from bot.ui.buttons.corrections import correct_and_answer, void_and_answer
from bot.ui.buttons.directors_queue import reply_queue
from bot.ui.buttons.evening_live import post_evening
from bot.ui.buttons.evening_method import METHODS_NAMED, ask_method
from bot.ui.buttons.exports import LABELS as EXPORTED
from bot.ui.buttons.exports import Exported, reply_export
from bot.ui.buttons.fide_lists import reply_list
from bot.ui.buttons.help import topic
from bot.ui.buttons.oracle import reply_calibration
from bot.ui.buttons.player_page import reply_page
from bot.ui.buttons.ratings import reply_entered_rating
from bot.ui.buttons.seasons import reply_begun, reply_season
from bot.ui.buttons.set_up import reply_set_up
from bot.ui.buttons.settings import PAGES_OFFERED, open_settings
from bot.ui.cards.club import audit_buttons, audit_embed
from bot.ui.framework.answers import defer, heavy_turn, reply
from bot.ui.framework.server import actor_of
from cogs.options.choices import DATE, GAMES, LIST, REASON, Day, Games, List, Name, Published, Rating, Reason
from cogs.options.events import EVENT, ClubEvent, LastDay, SeasonName
from cogs.options.players import PLAYER, OnDiscord, Someone
from core.errors import InputError
from core.rating.systems import PUBLISHED
from core.tournament.pairing.methods import method_named

AUDIT_KINDS = [
    Choice(name="events: imported, corrected, voided", value=AuditKind.EVENTS.value),
    Choice(name="reports, matches and their confirmations", value=AuditKind.REPORTS.value),
    Choice(name="club evenings", value=AuditKind.EVENINGS.value),
    Choice(name="ratings set, titles lowered", value=AuditKind.RATINGS.value),
    Choice(name="players", value=AuditKind.PLAYERS.value),
    Choice(name="lists published, calibrations, seasons", value=AuditKind.LISTS.value),
    Choice(name="settings", value=AuditKind.SETTINGS.value),
]


METHODS_OFFERED = [Choice(name=label, value=key) for label, key in METHODS_NAMED]


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class TdCog(commands.GroupCog, group_name="td", group_description="For directors: events, ratings, players, settings"):
    """The directors' commands, in alphabetical order."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command()
    @app_commands.describe(player="Member who did it (default: everybody)", kind="Kind of action (default: all)")
    @app_commands.choices(kind=AUDIT_KINDS)
    async def audit(
        self, interaction: discord.Interaction[Any], player: OnDiscord | None = None, kind: str | None = None
    ) -> None:
        """Show who did what, latest first."""
        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        chosen = None if kind is None else AuditKind(kind)
        page = await club_audit(self.services, actor, 0, chosen, None if player is None else player.user_id)
        await reply(interaction, audit_embed(page), audit_buttons(page, interaction.user.id), ephemeral=True)

    @app_commands.command()
    @app_commands.describe(
        event=EVENT,
        change="Change, for example round 3: Dana 1-0 Eli; date 2026-11-20 (default: a menu)",
        reason=REASON,
    )
    async def correct(
        self,
        interaction: discord.Interaction[Any],
        event: ClubEvent,
        change: app_commands.Range[str, 1, 1000] | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Correct an event, with a preview first."""
        await correct_and_answer(interaction, event, change, reason or "")

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        name="Name of the evening",
        method="Pairing method (default: you are asked)",
        system=LIST,
        rounds="Number of rounds (default: 5, or what the method takes)",
        starts="Start on the club's clock, for example 2026-12-04 19:00 or tomorrow 7pm (default: now)",
    )
    @app_commands.choices(method=METHODS_OFFERED)
    async def evening(
        self,
        interaction: discord.Interaction[Any],
        name: Name,
        method: str | None = None,
        system: List | None = None,
        rounds: app_commands.Range[int, 1, MOST_ROUNDS] | None = None,
        starts: str | None = None,
    ) -> None:
        """Open a club evening that members join and report to."""
        actor = actor_of(interaction)
        plan = None if method in (None, TYPED) else Plan(method_named(method or ""), rounds)
        if plan is None and rounds is not None:
            raise InputError("Only paired evenings have rounds. Choose a method too, for example Swiss.")
        await defer(interaction)
        card = await new_evening(self.services, actor, name, system, plan, starts)
        await post_evening(interaction, actor, card)
        if method is None:
            await ask_method(interaction, card.evening)

    @app_commands.command()
    @app_commands.describe(what="Data to export")
    @app_commands.choices(what=[Choice(name=label, value=what.value) for what, label in EXPORTED.items()])
    async def export(self, interaction: discord.Interaction[Any], what: str) -> None:
        """Export the club's data as a file."""
        await reply_export(interaction, Exported(what))

    @app_commands.command(name="import")
    @app_commands.rename(system="list")
    @app_commands.describe(
        file="File of an event or of players, a table (Oracle, QURSH), or a club's zip",
        system=LIST,
        date="Date, for example 2026-11-20 (default: the file's, or today)",
        name="Name (default: the file's)",
        file2="Second file, for example another division or config.tsh",
    )
    async def import_file(
        self,
        interaction: discord.Interaction[Any],
        file: discord.Attachment,
        system: List | None = None,
        date: Day | None = None,
        name: Name | None = None,
        file2: discord.Attachment | None = None,
    ) -> None:
        """Import a file, with a preview first."""
        files = [file] if file2 is None else [file, file2]
        await preview_files(interaction, self.services, files, ImportOptions(system, name, date))

    @app_commands.command()
    @app_commands.describe(player=PLAYER)
    async def player(self, interaction: discord.Interaction[Any], player: Someone) -> None:
        """Edit, link, merge, split, hide or delete a player."""
        await reply_page(interaction, player)

    @app_commands.command()
    @app_commands.describe(what="FIDE list to publish, or Oracle list to calibrate")
    async def publish(self, interaction: discord.Interaction[Any], what: Published) -> None:
        """Publish a FIDE list, or calibrate an Oracle list."""
        actor = actor_of(interaction)
        if what in PUBLISHED:
            await defer(interaction)
            await reply_list(interaction, await publish_list(self.services, actor, what))
            return
        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            report = await preview_calibration(self.services, actor, what)
        await reply_calibration(interaction, report)

    @app_commands.command()
    async def queue(self, interaction: discord.Interaction[Any]) -> None:
        """Decide the reports, claims and ids that wait."""
        await reply_queue(interaction)

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        player=PLAYER,
        rating="New rating",
        system=LIST,
        games=GAMES,
        date=DATE,
        reason=REASON,
    )
    async def rating(
        self,
        interaction: discord.Interaction[Any],
        player: Someone,
        rating: Rating,
        system: List | None = None,
        games: Games | None = None,
        date: Day | None = None,
        reason: Reason | None = None,
    ) -> None:
        """Set or correct a player's rating."""
        actor = actor_of(interaction)
        await defer(interaction)
        written = SetRatingRequest(player, rating, games, system, day=date, reason=reason)
        await reply_entered_rating(interaction, await set_rating(self.services, actor, written))

    @app_commands.command()
    @app_commands.rename(system="list")
    @app_commands.describe(
        action="Start a season, or end the current one",
        name="Name of the season, for example Autumn 2026",
        system=LIST,
        starts="First day, up to today (default: today)",
        ends="Last day (default: open)",
    )
    @app_commands.choices(action=[Choice(name=word, value=word) for word in ("start", "end")])
    async def season(
        self,
        interaction: discord.Interaction[Any],
        action: str,
        name: SeasonName | None = None,
        system: List | None = None,
        starts: Day | None = None,
        ends: LastDay | None = None,
    ) -> None:
        """Start or end a season."""
        actor = actor_of(interaction)
        await defer(interaction)
        if action == "end":
            async with heavy_turn(interaction):
                ended = await end_season(self.services, actor, name, system)
                await reply_season(interaction, self.services, actor, ended.id)
            return
        begun = await begin_season(self.services, actor, NewSeason(name, ends, starts, system))
        await reply_begun(interaction, begun)

    @app_commands.command()
    @app_commands.describe(page="Page (default: all pages, in a menu)")
    @app_commands.choices(page=[Choice(name=label, value=key) for key, (label, _) in PAGES_OFFERED.items()])
    async def settings(self, interaction: discord.Interaction[Any], page: str | None = None) -> None:
        """Show and change the club's settings."""
        await open_settings(interaction, page)

    @app_commands.command()
    async def setup(self, interaction: discord.Interaction[Any]) -> None:
        """Set up the club step by step."""
        await reply_set_up(interaction)

    @app_commands.command()
    @app_commands.describe(event=EVENT, reason="Reason, for the club's records")
    async def void(self, interaction: discord.Interaction[Any], event: ClubEvent, reason: Reason) -> None:
        """Void an event, with a preview first."""
        await void_and_answer(interaction, event, reason)


topic(
    16,
    "directors",
    "Directors: the first evening",
    "**1.** `/td setup` asks what you play and who directs, and has a sample. "
    "To show `/td` to a role: Server Settings → Integrations → Crosstable → `/td`.\n"
    "**2.** `/td import` reads your roster: a table with names and ratings.\n"
    "**3.** `/td import` reads a tournament's file: you see a preview, then **Store it** rates it.\n"
    "**4.** `/td evening` opens a club evening; **Directors** on its card is where you run it.\n"
    "**5.** `/events` shows what happened. **Undo** is under most answers; `/td correct` and `/td void` "
    "change an event later.\n"
    "**6.** `/td queue` shows what waits for you, `/td settings` everything else, with a **Club panel** of "
    "buttons for members.",
)

topic(
    17,
    "import",
    "Directors: import a file",
    "`/td import` recognises the file: TRF, US Chess rating reports (zip), SwissSys, tsh, CoCo, "
    "crosstables from chess-results, spreadsheets, lists of games, rosters, Oracle tables, QURSH histories, "
    "a club's zip.\n"
    "The preview shows which list would change and why, who is new, and the largest changes. **Settle names** "
    "decides who is who, **Remarks** lists what was doubtful, **Edit details** has name, date, time control and "
    "rules. Nothing is stored until you press **Store it**.\n"
    "A corrected file, or one with a round more, replaces the stored event. Every format with an example: "
    "docs/formats.md.",
)

topic(
    18,
    "run",
    "Directors: run an evening",
    "`/td evening name: Friday method: Swiss` opens it. **Directors** on the card pairs rounds, reads "
    "results, adds latecomers, withdraws players, and sets tie-breaks, prizes and sections.\n"
    "Tap results, or type several: `1: Bo 1-0 Cy; 2: draw; 3: +-` (forfeit).\n"
    "**No-shows** has the check-in before round 1 and the round clock, after which absent players forfeit.\n"
    "**Close** rates the evening. If results are unconfirmed, it asks whether they count as reported. "
    "**Reopen** opens a closed evening again. **Name, time, place** lets it repeat every week.\n"
    "Quads, round robins, knockouts, ladders and Scrabble pairings are other methods.",
)

topic(
    19,
    "correct",
    "Directors: correct something",
    "**Undo** is under answers that store events, results, ratings, merges, seasons or settings.\n"
    "`/td correct` changes a stored event: a result, an opponent, a rating, the name, the date, who took "
    "part. `/td void` removes it. Both show first what would change, and both have **Undo**.\n"
    "`/td rating` enters or corrects one rating. `/td player` is a player's page: edit, link to a member, "
    "merge, split, hide, delete, report for them, undo their last report.\n"
    "**Official ratings** on `/td queue` compares US Chess' figures with yours, and fetches a rated section by "
    "its number.\n"
    "`/td audit` shows who did what.",
)

topic(
    20,
    "club",
    "Directors: the club's settings",
    "`/td settings` is one page with a menu: rating list and rules, who may report, what must be confirmed, "
    "time zone, roles that follow ratings, live leaderboards, announcements, Oracle and QURSH. **Undo** "
    "reverses a change.\n"
    "`/td season` starts and ends a season. `/td publish` publishes the month's FIDE list, or recalculates "
    "Oracle.\n"
    "`/td export` gives you ratings, roster, events or the whole club as files, or an event on paper.\n"
    "Members who may manage the server are always directors.",
)
