"""What can be done about a roster: say who somebody is, take the file's word, confirm it, undo it."""

import asyncio
from dataclasses import replace
from datetime import date
from typing import Any, ClassVar

import discord

from bot.services.context import Actor, Services
from bot.services.events.export import ExportedFile
from bot.services.imports.match_players import NEW_PLAYER
from bot.services.roster.report import Person, RosterOptions, RosterReport
from bot.ui.buttons.undo_buttons import UndoButton, persistent
from bot.ui.cards.events.wall_chart_answers import file_answer
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply, take_buttons_away
from bot.ui.framework.custom_ids import DIGEST, KEY, SMALL, chosen_number
from bot.ui.framework.heavy_turn import heavy_turn
from bot.ui.framework.items import FileButton, LastingButton, LastingMenu
from bot.ui.framework.pages import paged
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import day_text, plain

MOST_MENUS = 4
"""A message has five rows, of which the buttons take one."""


class ConfirmPeople(FileButton, template=rf"roster:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Take in the roster that was looked at, for a director."""

    name, label, style = "roster", "Store it", discord.ButtonStyle.success

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.roster.take_in import confirm

        actor = actor_of(interaction)
        await defer(interaction)
        async with heavy_turn(interaction):
            report = await confirm(services_of(interaction), actor, self.pending_id, self.digest)
        await reply_people(interaction, report)
        await take_buttons_away(interaction)


class Toggle(FileButton, template=r"roster-toggle"):
    """Choose something of a waiting roster, or choose otherwise again."""

    labels: ClassVar[tuple[str, str]]
    """What the button says before and after it is pressed."""

    def __init__(self, pending_id: int, digest: str, *, taken: bool = False) -> None:
        super().__init__(pending_id, digest, self.labels[taken])

    def toggled(self, options: RosterOptions) -> RosterOptions:
        """Return the options as the press leaves them."""
        raise NotImplementedError

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.roster.take_in import change_options

        await acknowledge(interaction)
        async with heavy_turn(interaction):
            report = await change_options(
                services_of(interaction), actor_of(interaction), self.pending_id, self.digest, self.toggled
            )
        await _show_again(interaction, report)


class TakeFiles(Toggle, template=rf"roster-take:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Let the file's word count where something else is known, or no longer."""

    name, labels = "roster-take", ("Take the file's", "Keep the club's")

    def toggled(self, options: RosterOptions) -> RosterOptions:
        return replace(options, overwrite=not options.overwrite)


class TakeMembers(Toggle, template=rf"roster-members:(?P<pending>{KEY}):(?P<digest>{DIGEST})"):
    """Link whoever is called as a member of the server to them, or no longer."""

    name, labels = "roster-members", ("They are the members", "They are others")

    def toggled(self, options: RosterOptions) -> RosterOptions:
        return replace(options, by_name=not options.by_name)


class ChoosePerson(
    LastingMenu,
    template=rf"roster-who:(?P<pending>{KEY}):(?P<digest>{DIGEST}):(?P<line>{SMALL})",
):
    """Choose who somebody of a roster is, whom the club may know."""

    def __init__(self, pending_id: int, digest: str, line: int, doubt: Person | None = None) -> None:
        options = []
        if doubt is not None:
            new = f"{plain(doubt.name, 60)} is new here"
            options.append(discord.SelectOption(label=new, value=str(NEW_PLAYER)))
            options += [
                discord.SelectOption(label=f"{plain(known.name, 80)} #{known.id}", value=str(known.id))
                for known in doubt.suggestions
            ]
        select: discord.ui.Select[discord.ui.View] = discord.ui.Select(
            custom_id=f"roster-who:{pending_id}:{digest}:{line}",
            placeholder=None if doubt is None else f"Who is {plain(doubt.name, 80)}, line {line}?",
            options=options,
        )
        super().__init__(select)
        self.pending_id, self.digest, self.line = pending_id, digest, line

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.roster.take_in import change_options

        data: Any = interaction.data
        player_id = chosen_number(data.get("values"))

        def change(options: RosterOptions) -> RosterOptions:
            return replace(options, chosen={**options.chosen, str(self.line): player_id})

        await acknowledge(interaction)
        async with heavy_turn(interaction):
            report = await change_options(
                services_of(interaction), actor_of(interaction), self.pending_id, self.digest, change
            )
        await _show_again(interaction, report)


class UndoPeople(UndoButton, template=rf"undo-roster:(?P<key>{KEY})"):
    """Take a roster back, for a director."""

    name = "undo-roster"

    async def undo(self, services: Services, actor: Actor) -> discord.Embed:
        from bot.services.roster.undo import undo_roster
        from bot.ui.cards.people.roster import undone_card

        return undone_card(await undo_roster(services, actor, self.key))


class LookAtFides(LastingButton, template=r"roster-fide"):
    """Look at what FIDE's list that the operator has loaded would do, for a director."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label="Look at FIDE's list", custom_id="roster-fide"))

    async def act(self, interaction: discord.Interaction[Any]) -> None:
        from bot.services.roster.federation import preview_loaded

        actor = actor_of(interaction)
        await defer(interaction, ephemeral=True)
        async with heavy_turn(interaction):
            report = await preview_loaded(services_of(interaction), actor)
        await reply_people(interaction, report)


async def reply_template(interaction: discord.Interaction[Any], exported: ExportedFile, month: date | None) -> None:
    """Send a table to fill in; month: of FIDE's list, where one is loaded."""
    embed, files = file_answer(exported)
    embed.description = FILL_IN
    view = None
    if month is not None:
        embed.description += f"\nFIDE's list of {day_text(month)} is loaded: look at what it says of your players."
        view = persistent(LookAtFides())
    await edit_answer(interaction, embed=embed, attachments=files, view=view)


FILL_IN = (
    "Fill it in, one line for each person, and upload it with /player import. Only a name is needed; leave out what "
    "you do not know, and add columns such as FIDE Standard rating. Your own table will do: name its columns in the "
    "first line, and save it as CSV."
)

ROSTER_ITEMS = (LookAtFides, ConfirmPeople, TakeFiles, TakeMembers, ChoosePerson, UndoPeople)


async def reply_people(interaction: discord.Interaction[Any], report: RosterReport) -> None:
    """Send a roster's dry run to the director alone, and how much was taken in to everybody."""
    from bot.ui.cards.people.roster import taken_in_card

    if report.pending_id is None:
        await reply(interaction, taken_in_card(report), persistent(UndoPeople(report.import_id)))
        return
    pages, view = await _answer(interaction, report)
    await reply(interaction, pages[0], view, ephemeral=True)


async def _show_again(interaction: discord.Interaction[Any], report: RosterReport) -> None:
    pages, view = await _answer(interaction, report)
    await edit_answer(interaction, embed=pages[0], view=view)


async def _answer(
    interaction: discord.Interaction[Any], report: RosterReport
) -> tuple[list[discord.Embed], discord.ui.View]:
    """Return a dry run's pages with what can be done about it."""
    from bot.ui.cards.people.roster import roster_pages

    pages = await asyncio.to_thread(roster_pages, report)
    view = paged(interaction, pages) or persistent()
    assert report.pending_id is not None
    view.add_item(ConfirmPeople(report.pending_id, report.digest))
    if report.kept or report.overwrite:
        view.add_item(TakeFiles(report.pending_id, report.digest, taken=report.overwrite))
    if report.namesakes or report.by_name:
        view.add_item(TakeMembers(report.pending_id, report.digest, taken=report.by_name))
    asked = [one for one in report.people if one.suggestions]
    for doubt in asked[:MOST_MENUS]:
        view.add_item(ChoosePerson(report.pending_id, report.digest, doubt.told.line, doubt))
    return pages, view
