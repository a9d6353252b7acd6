"""Players' buttons at a paired evening: own results, confirmations, waiting."""

import re
from enum import StrEnum
from typing import Annotated, Any

import discord

from bot.services.evenings.free_pairing import leave_queue, pair_me, pair_queue, waiting
from bot.services.evenings.no_shows import absent_boards, confirm_presence
from bot.services.evenings.report_game import (
    GameReport,
    OwnReport,
    answer_report,
    own_pairing,
    report_game,
    take_back_report,
)
from bot.services.evenings.results import decide_game
from bot.services.evenings.tournament import Tournament, tournament_of
from bot.store.database.evening_rows import EveningStatus, GameResult, Pairing, Report, ReportState, RoundStatus
from bot.ui.buttons.evening_live import on_panel
from bot.ui.framework.answers import acknowledge, defer, edit_answer, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    Filled,
    Labels,
    Press,
    Small,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
)
from bot.ui.framework.layout import INACTIVE, LEVEL, NEWS, RISE, answer
from bot.ui.framework.text import plain, safe
from bot.ui.wording.evenings import forfeit_line, result_sentence, result_text
from core.errors import InputError
from core.event.crosstable import GameType
from core.words import counted


async def _report(press: Press, evening_id: int, result: GameResult) -> None:
    await defer(press.interaction, ephemeral=True)
    await reply_report(press.interaction, await report_game(press.services, press.actor, evening_id, OwnReport(result)))


@button("evening-won", "I won", Who.PLAYS, style=GREEN)
async def i_won_button(press: Press, evening_id: int) -> None:
    await _report(press, evening_id, GameResult.WIN)


@button("evening-drew", "Draw", Who.PLAYS)
async def we_drew_button(press: Press, evening_id: int) -> None:
    await _report(press, evening_id, GameResult.DRAW)


@button("evening-lost", "I lost", Who.PLAYS)
async def i_lost_button(press: Press, evening_id: int) -> None:
    await _report(press, evening_id, GameResult.LOSS)


@button("evening-here", "I am here", Who.PLAYS, style=BLUE)
async def here_button(press: Press, evening_id: int) -> None:
    """Say that one is at the board, before the round clock runs out."""
    await defer(press.interaction, ephemeral=True)
    tournament, pairing = await confirm_presence(press.services, press.actor, evening_id)
    mine = tournament.number_of(press.actor)
    other = next(number for number in pairing.numbers if number != mine)
    text = f"You are at board {pairing.board} against {safe(tournament.name_of(other), 100)}."
    if pairing in absent_boards(tournament):
        text += f" Your opponent is not here yet.{forfeit_line(tournament)}"
    await reply(press.interaction, discord.Embed(description=text, colour=RISE), ephemeral=True)


@button("evening-my-game", "My game", Who.PLAYS, style=BLUE)
async def my_game_button(press: Press, evening_id: int) -> None:
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    mine, pairing = own_pairing(tournament, press.actor)
    other = next(number for number in pairing.numbers if number != mine)
    kind = GameKind.POINTS if tournament.needs_points else GameKind.RESULT
    title = f"{'Game' if tournament.is_free else 'Board'} {pairing.board}: {plain(tournament.name_of(other), 30)}"
    await game_form.but(title=title).open(press.interaction, {}, evening_id, kind)


@button("evening-opponent", "My opponent", Who.PLAYS)
async def my_opponent_button(press: Press, evening_id: int) -> None:
    """Show what one and the opponent of the round have played so far."""
    from bot.services.ratings.overview import versus
    from bot.ui.cards.player import pairing_lines

    await defer(press.interaction, ephemeral=True)
    tournament = await tournament_of(press.services, press.actor.club_id, evening_id)
    mine, pairing = own_pairing(tournament, press.actor)
    other = next(number for number in pairing.numbers if number != mine)
    found = await versus(press.services, press.actor, None, tournament.by_number[other].player, None)
    is_scrabble = tournament.game is GameType.SCRABBLE
    sides = ("going first", "going second") if is_scrabble else ("with White", "with Black")
    await reply(press.interaction, answer(pairing_lines(found, sides)), ephemeral=True)


_WORDS = (
    ("I won", GameResult.WIN),
    ("Draw", GameResult.DRAW),
    ("I lost", GameResult.LOSS),
    ("My opponent did not come", GameResult.FORFEIT_WIN),
    ("I did not come", GameResult.FORFEIT_LOSS),
    ("Nobody played", GameResult.NOBODY),
)


class GameKind(StrEnum):
    """The fields that a game's form has."""

    RESULT = "result"
    POINTS = "points"


def _game_fields(filled: Filled, evening_id: int, kind: GameKind) -> Labels:
    has_points = kind is GameKind.POINTS
    if has_points:
        yield line("mine", "Your points", filled, required=False, most=5)
        yield line("theirs", "Their points", filled, required=False, most=5)
    words = [(label, result.value) for label, result in _WORDS if not (has_points and result.is_played)]
    yield choice("result", "Or, without a game" if has_points else "Result", words, filled, required=not has_points)
    yield line("note", "Note", filled, required=False, most=200)


@form("evening-game", "My game", Who.PLAYS, fields=_game_fields)
async def game_form(press: Press, evening_id: int, kind: GameKind) -> None:
    result, points = _chosen(press), None
    if kind is GameKind.POINTS and result is None:
        points = (_points(press, "mine", "your"), _points(press, "theirs", "their"))
    result_text = OwnReport(result, points, note="".join(press.filled.get("note", ())) or None)
    await defer(press.interaction, ephemeral=True)
    await reply_report(press.interaction, await report_game(press.services, press.actor, evening_id, result_text))


def _chosen(press: Press) -> GameResult | None:
    word = press.text("result")
    if not word:
        return None
    try:
        return GameResult(word)
    except ValueError:
        raise InputError(DAMAGED) from None


def _points(press: Press, field: str, owner: str) -> int:
    text = press.text(field)
    if not re.fullmatch(r"-?[0-9]{1,4}", text):
        raise InputError(f"Write {owner} points as a whole number, for example 412.")
    return int(text)


_Points = Annotated[int, "-?[0-9]{1,4}"]


@button("evening-points", "Yes, correct", Who.PLAYS, style=GREEN)
async def really_points_button(press: Press, evening_id: int, mine: _Points, theirs: _Points) -> None:
    await acknowledge(press.interaction)
    confirmed = OwnReport(None, (mine, theirs), sure=True)
    embed, view = report_answer(await report_game(press.services, press.actor, evening_id, confirmed))
    await edit_answer(press.interaction, embed=embed, view=view)


@button("evening-back", "Undo", Who.OWN)
async def undo_result_button(press: Press, evening_id: int, pairing_id: int, version: Small) -> None:
    """Undo a report: one's own until it is confirmed, any as a director."""
    await acknowledge(press.interaction)
    await take_back_report(press.services, press.actor, evening_id, pairing_id, version)
    embed = discord.Embed(description="Undone. The board is as it was before.", colour=INACTIVE)
    await edit_answer(press.interaction, embed=embed, view=None)


async def reply_report(interaction: discord.Interaction[Any], report: GameReport) -> None:
    embed, view = report_answer(report)
    await reply(interaction, embed, view, ephemeral=True)


def report_answer(report: GameReport) -> tuple[discord.Embed, discord.ui.View | None]:
    tournament, pairing, stored, mine = report.tournament, report.pairing, report.report, report.mine
    evening_id = tournament.evening.id
    if report.odd is not None:
        own, theirs = report.odd
        embed = discord.Embed(description=f"Is {own}:{theirs} correct? Nothing is stored yet.", colour=LEVEL)
        return embed, lasting(really_points_button(evening_id, own, theirs))
    if stored is None or mine is None:
        return discord.Embed(description="This board has no result now.", colour=INACTIVE), None
    text = result_sentence(tournament, pairing, stored, mine)
    other = next(number for number in pairing.numbers if number != mine)
    player = tournament.by_number[other].player
    state = tournament.state_of(pairing) or stored.state
    if state in (ReportState.CONFIRMED, ReportState.DECIDED):
        return discord.Embed(description=f"{text} The result is confirmed.", colour=RISE), None
    back = lasting(undo_result_button(evening_id, pairing.id, stored.version))
    if state is ReportState.DISPUTED:
        result_text = f"{text} {safe(player.name, 100)} disputes it. A TD decides."
        return discord.Embed(description=result_text, colour=LEVEL), back
    due = f"<t:{int(tournament.due_at(stored).timestamp())}:R>"
    asked = f"{safe(player.name, 100)} is asked to confirm it. Without an answer it counts {due}."
    if player.user_id is None:
        asked = f"The result counts {due}."
    return discord.Embed(description=f"{text} {asked}", colour=LEVEL), back


def round_view(tournament: Tournament, round_number: int) -> discord.ui.View | None:
    playing = tournament.open_round
    is_open = tournament.evening.status is EveningStatus.OPEN
    if not is_open or playing is None or playing.number != round_number or playing.status is not RoundStatus.PUBLISHED:
        return None
    key = tournament.evening.id
    here = [here_button(key)] if absent_boards(tournament) else []
    if tournament.needs_points:
        return lasting(*here, my_game_button(key), my_opponent_button(key))
    results = i_won_button(key), we_drew_button(key), i_lost_button(key)
    return lasting(*here, *results, my_game_button(key), my_opponent_button(key))


async def _answer(press: Press, evening_id: int, pairing_id: int, version: int, *, right: bool) -> None:
    """Answer one version of a report; a replaced one is refused."""
    await acknowledge(press.interaction)
    done = await answer_report(press.services, press.actor, evening_id, pairing_id, version, right=right)
    assert done.report is not None
    state = "Confirmed" if right else "Disputed; a TD decides"
    text = f"{state}: {result_text(done.tournament, done.pairing, done.report)}."
    embed = discord.Embed(description=text, colour=RISE if right else NEWS)
    await edit_answer(press.interaction, content=None, embed=embed, view=None)


@button("evening-right", "Confirm", Who.OTHER_SIDE, style=GREEN)
async def confirm_game_button(press: Press, evening_id: int, pairing_id: int, version: Small) -> None:
    await _answer(press, evening_id, pairing_id, version, right=True)


@button("evening-wrong", "Dispute", Who.OTHER_SIDE)
async def dispute_game_button(press: Press, evening_id: int, pairing_id: int, version: Small) -> None:
    await _answer(press, evening_id, pairing_id, version, right=False)


class _Letter(StrEnum):
    WIN = "w"
    DRAW = "d"
    LOSS = "l"
    NOBODY = "n"


@button("evening-decide", "Decide", Who.DIRECTOR)
async def decide_game_button(press: Press, evening_id: int, pairing_id: int, version: Small, result: _Letter) -> None:
    await acknowledge(press.interaction)
    actor, outcome = press.actor, GameResult[result.name]
    done = await decide_game(press.services, actor, evening_id, pairing_id, version, outcome)
    ((pairing, report),) = done.lines
    assert report is not None
    text = f"<@{actor.member.user_id}> decided: {result_text(done.tournament, pairing, report)}."
    view = lasting(undo_result_button(evening_id, pairing.id, report.version))
    await edit_answer(press.interaction, content=None, embed=discord.Embed(description=text, colour=RISE), view=view)


def asking_view(tournament: Tournament, pairing: Pairing, report: Report) -> discord.ui.View:
    about = (tournament.evening.id, pairing.id, report.version)
    return lasting(confirm_game_button(*about), dispute_game_button(*about))


def deciding_view(tournament: Tournament, pairing: Pairing, report: Report) -> discord.ui.View:
    assert pairing.second is not None
    first, second = (plain(tournament.name_of(number), 60) for number in (pairing.first, pairing.second))
    labels = {
        _Letter.WIN: f"{first} won",
        _Letter.DRAW: "Draw",
        _Letter.LOSS: f"{second} won",
        _Letter.NOBODY: "Not played",
    }
    about = (tournament.evening.id, pairing.id, report.version)
    return lasting(*(decide_game_button.but(label=label)(*about, letter) for letter, label in labels.items()))


NO_LONGER = discord.Embed(description="You are no longer waiting for a game.", colour=INACTIVE)


@button("evening-pair-me", "Pair me now", Who.EVERYONE, style=GREEN)
async def pair_me_button(press: Press, evening_id: int) -> None:
    """Wait for a game, and enter the evening if needed."""
    await defer(press.interaction, ephemeral=True)
    await reply_waiting(press.interaction, await pair_me(press.services, press.actor, evening_id))


@button("evening-not-now", "Not now", Who.PLAYS)
async def not_now_button(press: Press, evening_id: int) -> None:
    await defer(press.interaction, ephemeral=True)
    await leave_queue(press.services, press.actor, evening_id)
    await reply(press.interaction, NO_LONGER, ephemeral=True)


@button("evening-pair-waiting", "Pair waiting players", Who.DIRECTOR, style=BLUE)
@on_panel
async def pair_waiting_button(press: Press, evening_id: int) -> tuple[Tournament, str]:
    paired = await pair_queue(press.services, press.actor, evening_id)
    return paired.tournament, f"Paired: {counted(len(paired.games), 'game')}."


async def reply_waiting(interaction: discord.Interaction[Any], tournament: Tournament) -> None:
    others = len(waiting(tournament)) - 1
    so_far = f"Others waiting: {others}." if others > 0 else "Nobody else is waiting yet."
    text = f"You are waiting for a game. You will be called in the thread. {so_far}"
    await reply(
        interaction,
        discord.Embed(description=text, colour=RISE),
        lasting(not_now_button(tournament.evening.id)),
        ephemeral=True,
    )


def game_view(tournament: Tournament, game: Pairing) -> discord.ui.View | None:
    key = tournament.evening.id
    if tournament.evening.status is not EveningStatus.OPEN:
        return None
    if tournament.report_of(game) is not None:
        return lasting(pair_me_button(key))
    if tournament.needs_points:
        return lasting(my_game_button(key), my_opponent_button(key))
    results = i_won_button(key), we_drew_button(key), i_lost_button(key)
    return lasting(*results, my_game_button(key), my_opponent_button(key))
