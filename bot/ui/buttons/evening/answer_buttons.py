"""The buttons under a question: the other player confirms a report or objects; a director decides."""

from typing import Any

import discord

from bot.services.context import Actor, Services
from bot.services.live_events.reported.enter_results import decide_game
from bot.services.live_events.reported.report_game import answer_report
from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_round_rows import GameResult, Pairing, Report
from bot.ui.buttons.evening.evening_items import GREEN, EveningItem, lasting
from bot.ui.buttons.evening.game_buttons import TakeBack
from bot.ui.framework.answers import acknowledge, edit_answer
from bot.ui.framework.colours import NEWS, RISE
from bot.ui.framework.custom_ids import KEY, SMALL
from bot.ui.framework.text import plain
from bot.ui.live_events.wording import said

_ABOUT = rf"(?P<evening>{KEY}):(?P<pairing>{KEY}):(?P<version>{SMALL})"


class AnswerItem(EveningItem, template=r"evening-answer-item"):
    """A button about one version of a report: one that was replaced is about nothing any more."""

    right: bool

    def __init__(self, evening_id: int, pairing_id: int, version: int) -> None:
        super().__init__(evening_id, pairing_id, version)
        self.pairing_id, self.version = pairing_id, version

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        done = await answer_report(services, actor, self.evening_id, self.pairing_id, self.version, right=self.right)
        assert done.report is not None
        what = "Confirmed" if self.right else "Disputed: a TD decides"
        text = f"{what}: {said(done.tournament, done.pairing, done.report)}."
        embed = discord.Embed(description=text, colour=RISE if self.right else NEWS)
        await edit_answer(interaction, content=None, embed=embed, view=None)


class ConfirmGame(AnswerItem, template=rf"evening-right:{_ABOUT}"):
    """Confirm what the other player reported."""

    name, label, style, right = "evening-right", "Confirm", GREEN, True


class WrongGame(AnswerItem, template=rf"evening-wrong:{_ABOUT}"):
    """Say that what the other player reported is wrong."""

    name, label, right = "evening-wrong", "That's wrong", False


_LETTERS = {"w": GameResult.WIN, "d": GameResult.DRAW, "l": GameResult.LOSS, "n": GameResult.NOBODY}


class DecideGame(EveningItem, template=rf"evening-decide:{_ABOUT}:(?P<result>w|d|l|n)"):
    """Say what a disputed game was, for a director."""

    name, label = "evening-decide", "Decide"

    def __init__(self, evening_id: int, pairing_id: int, version: int, result: str, label: str | None = None) -> None:
        super().__init__(evening_id, pairing_id, version, result, label=label)
        self.pairing_id, self.version, self.result = pairing_id, version, _LETTERS[result]

    async def do(self, interaction: discord.Interaction[Any], services: Services, actor: Actor) -> None:
        await acknowledge(interaction)
        done = await decide_game(services, actor, self.evening_id, self.pairing_id, self.version, self.result)
        ((pairing, report),) = done.lines
        assert report is not None
        text = f"<@{actor.member.user_id}> decided: {said(done.tournament, pairing, report)}."
        view = lasting(TakeBack(self.evening_id, pairing.id, report.version))
        await edit_answer(interaction, content=None, embed=discord.Embed(description=text, colour=RISE), view=view)


def asking_view(tournament: Tournament, pairing: Pairing, report: Report) -> discord.ui.View:
    """Return what the other player may say of a report."""
    about = (tournament.evening.id, pairing.id, report.version)
    return lasting(ConfirmGame(*about), WrongGame(*about))


def deciding_view(tournament: Tournament, pairing: Pairing, report: Report) -> discord.ui.View:
    """Return what a director may say of a disputed game."""
    assert pairing.second is not None
    first, second = (plain(tournament.name_of(number), 60) for number in (pairing.first, pairing.second))
    labels = {"w": f"{first} won", "d": "Draw", "l": f"{second} won", "n": "Not played"}
    about = (tournament.evening.id, pairing.id, report.version)
    return lasting(*(DecideGame(*about, letter, label) for letter, label in labels.items()))


ANSWER_ITEMS = (ConfirmGame, WrongGame, DecideGame)
