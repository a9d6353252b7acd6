"""The buttons under a round: one's own result by a press, or in a form; taken back; odd points asked back."""

import re
from collections.abc import Mapping
from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.reported.report_game import GameReport, Told, own_pairing, report_game, take_back_report
from bot.services.live_events.tournament import Tournament, tournament_of
from bot.store.events.evening_round_rows import GameResult, ReportState, RoundStatus
from bot.store.events.evening_rows import EveningStatus
from bot.ui.buttons.evening.evening_items import (
    BLUE,
    GREEN,
    NOTHING,
    EveningItem,
    Filled,
    choice,
    lasting,
    line,
    show_form,
)
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.colours import GONE, LEVEL, RISE
from bot.ui.framework.custom_ids import DAMAGED, KEY, SMALL, filled_in
from bot.ui.framework.server.actors import actor_of, services_of
from bot.ui.framework.text import plain, safe
from bot.ui.live_events.wording import told
from core.crosstable import GameType
from core.errors import InputError

GAME_FORM = "evening-game"


class Press(EveningItem, template=r"evening-press"):
    """Report one's own game by a press; there is no board to choose."""

    result: GameResult

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await defer(interaction, ephemeral=True)
        await reply_report(interaction, await report_game(services, actor, self.evening_id, Told(self.result)))


class IWon(Press, template=rf"evening-won:(?P<evening>{KEY})"):
    """Say that one has won."""

    name, label, style, result = "evening-won", "I won", GREEN, GameResult.WIN


class WeDrew(Press, template=rf"evening-drew:(?P<evening>{KEY})"):
    """Say that it was a draw."""

    name, label, result = "evening-drew", "Draw", GameResult.DRAW


class ILost(Press, template=rf"evening-lost:(?P<evening>{KEY})"):
    """Say that one has lost."""

    name, label, result = "evening-lost", "I lost", GameResult.LOSS


class MyGame(EveningItem, template=rf"evening-my-game:(?P<evening>{KEY})"):
    """Open the form for one's own game."""

    name, label, style = "evening-my-game", "My game", BLUE

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        tournament = await tournament_of(services, actor.club_id, self.evening_id)
        mine, pairing = own_pairing(tournament, actor)
        other = next(number for number in pairing.numbers if number != mine)
        game = "points" if tournament.game is GameType.SCRABBLE else "result"
        title = f"{'Game' if tournament.is_free else 'Board'} {pairing.board}: {plain(tournament.name_of(other), 30)}"
        await show_form(interaction, GameForm({"evening": str(self.evening_id), "game": game}, title=title))


_WORDS = (
    ("I won", GameResult.WIN),
    ("Draw", GameResult.DRAW),
    ("I lost", GameResult.LOSS),
    ("My opponent did not come", GameResult.FORFEIT_WIN),
    ("I did not come", GameResult.FORFEIT_LOSS),
    ("Nobody played", GameResult.NOBODY),
)


class GameForm(discord.ui.Modal):
    """The form for one's own game: the result, or in Scrabble the points of both."""

    def __init__(self, about: Mapping[str, str], filled: Filled = NOTHING, title: str = "My game") -> None:
        custom_id = f"{GAME_FORM}:{about['evening']}:{about['game']}"
        super().__init__(title=title[:45], custom_id=custom_id, timeout=None)
        has_points = about["game"] == "points"
        if has_points:
            self.add_item(line("mine", "Your points", filled, required=False, most=5))
            self.add_item(line("theirs", "Their points", filled, required=False, most=5))
        words = [(label, result.value) for label, result in _WORDS if not (has_points and result.is_played)]
        text = "Or without a game" if has_points else "Result"
        self.add_item(choice("result", text, words, filled, required=not has_points))
        self.add_item(line("note", "Note", filled, required=False, most=200))


async def submit_game(interaction: discord.Interaction[Any], match: re.Match[str]) -> None:
    """Store what was filled in, which may have been opened before a restart."""
    services, actor, filled = services_of(interaction), actor_of(interaction), filled_in(interaction)
    result = _chosen(filled)
    points = None
    if match["game"] == "points" and result is None:
        points = (_points(filled, "mine", "your"), _points(filled, "theirs", "their"))
    said = Told(result, points, note="".join(filled.get("note", ())) or None)
    await defer(interaction, ephemeral=True)
    await reply_report(interaction, await report_game(services, actor, int(match["evening"]), said))


def _chosen(filled: Filled) -> GameResult | None:
    word = "".join(filled.get("result", ()))
    if not word:
        return None
    try:
        return GameResult(word)
    except ValueError:
        raise InputError(DAMAGED) from None


def _points(filled: Filled, field: str, whose: str) -> int:
    text = "".join(filled.get(field, ())).strip()
    if not re.fullmatch(r"-?[0-9]{1,4}", text):
        raise InputError(f"Write {whose} points as a whole number, such as 412.")
    return int(text)


class ReallyPoints(
    EveningItem, template=rf"evening-points:(?P<evening>{KEY}):(?P<mine>-?[0-9]{{1,4}}):(?P<theirs>-?[0-9]{{1,4}})"
):
    """Store points that were asked back."""

    name, label, style = "evening-points", "Yes, that is right", GREEN

    def __init__(self, evening_id: int, mine: int | str, theirs: int | str) -> None:
        super().__init__(evening_id, mine, theirs)
        self.points = (int(mine), int(theirs))

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        report = await report_game(services, actor, self.evening_id, Told(None, self.points, sure=True))
        embed, view = report_answer(report)
        await edit_answer(interaction, embed=embed, view=view)


class TakeBack(EveningItem, template=rf"evening-back:(?P<evening>{KEY}):(?P<pairing>{KEY}):(?P<version>{SMALL})"):
    """Take a report back: one's own until it is confirmed, any for a director."""

    name, label = "evening-back", "Undo"

    def __init__(self, evening_id: int, pairing_id: int, version: int) -> None:
        super().__init__(evening_id, pairing_id, version)
        self.pairing_id, self.version = pairing_id, version

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        await take_back_report(services, actor, self.evening_id, self.pairing_id, self.version)
        embed = discord.Embed(description="Taken back: the board is as it was before.", colour=GONE)
        await edit_answer(interaction, embed=embed, view=None)


async def reply_report(interaction: discord.Interaction[Any], report: GameReport) -> None:
    """Say to whoever reported alone what is stored, with a button to take it back."""
    embed, view = report_answer(report)
    await reply(interaction, embed, view, ephemeral=True)


def report_answer(report: GameReport) -> tuple[discord.Embed, discord.ui.View | None]:
    """Return what is said of a report, and what can be done about it."""
    tournament, pairing, stored, mine = report.tournament, report.pairing, report.report, report.mine
    evening_id = tournament.evening.id
    if report.odd is not None:
        own, theirs = report.odd
        embed = discord.Embed(description=f"{own}:{theirs}, really? Nothing is stored yet.", colour=LEVEL)
        return embed, lasting(ReallyPoints(evening_id, own, theirs))
    if stored is None or mine is None:
        return discord.Embed(description="Nothing is reported of that board now.", colour=GONE), None
    text = told(tournament, pairing, stored, mine)
    other = next(number for number in pairing.numbers if number != mine)
    player = tournament.by_number[other].player
    state = tournament.state_of(pairing) or stored.state
    if state in (ReportState.CONFIRMED, ReportState.DECIDED):
        return discord.Embed(description=f"{text} That is confirmed.", colour=RISE), None
    back = lasting(TakeBack(evening_id, pairing.id, stored.version))
    if state is ReportState.DISPUTED:
        said = f"{text} {safe(player.name, 100)} says something else: a TD decides."
        return discord.Embed(description=said, colour=LEVEL), back
    due = f"<t:{int(tournament.due_at(stored).timestamp())}:R>"
    asked = (
        f"It counts {due}"
        if player.user_id is None
        else f"{safe(player.name, 100)} is asked to confirm, or it counts {due}"
    )
    return discord.Embed(description=f"{text} {asked}.", colour=LEVEL), back


def round_view(tournament: Tournament, round_number: int) -> discord.ui.View | None:
    """Return the buttons under a round that is played."""
    playing = tournament.open_round
    is_open = tournament.evening.status is EveningStatus.OPEN
    if not is_open or playing is None or playing.number != round_number or playing.status is not RoundStatus.PUBLISHED:
        return None
    key = tournament.evening.id
    if tournament.game is GameType.SCRABBLE:
        return lasting(MyGame(key))
    return lasting(IWon(key), WeDrew(key), ILost(key), MyGame(key))


GAME_ITEMS = (IWon, WeDrew, ILost, MyGame, ReallyPoints, TakeBack)
GAME_FORMS = {rf"{GAME_FORM}:(?P<evening>{KEY}):(?P<game>result|points)": submit_game}
GAME_REOPENED = {rf"{GAME_FORM}:(?P<evening>{KEY}):(?P<game>result|points)": GameForm}
