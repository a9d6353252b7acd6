"""A round as everybody sees it: pings with board, colour and opponent, and the boards with their results."""

from collections.abc import Sequence

import discord

from bot.services.live_events.tournament import Tournament
from bot.store.events.evening_round_rows import Pairing, ReportState, Round, RoundStatus
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.layout import cell_lines
from bot.ui.framework.text import count, safe
from bot.ui.live_events.wording import BYES, DISPUTED, WAITS, goes_on, mention, sign_of, white, who

BOARDS_A_PAGE = 25
"""So many stand in a message: with their pings it stays below what Discord takes."""


def pages_of(tournament: Tournament, round_number: int) -> list[Sequence[Pairing]]:
    """Return a round's pairings, so many a message."""
    pairings = tournament.pairings_of(round_number)
    return [pairings[at : at + BOARDS_A_PAGE] for at in range(0, len(pairings), BOARDS_A_PAGE)] or [()]


def pings(tournament: Tournament, round_number: int, pairings: Sequence[Pairing], *, anew: bool) -> str:
    """Return what calls everybody to the boards, which stand below it once."""
    how = "was paired anew" if anew else "is paired"
    players = [tournament.by_number[number].player for one in pairings for number in one.numbers]
    called = " ".join(f"<@{one.user_id}>" for one in players if one.user_id is not None)
    return f"**Round {round_number} {how}.** Who stands first {_has(tournament)}.\n{called}".rstrip()


def ping(tournament: Tournament, pairing: Pairing) -> str:
    """Return the line that tells two where they sit, or one of a bye."""
    if pairing.second is None:
        return f"{mention(tournament, pairing.first)} {BYES[pairing.kind]}"
    return f"`{pairing.board}` {mention(tournament, pairing.first)} – {mention(tournament, pairing.second)}"


def _has(tournament: Tournament) -> str:
    called = white(tournament)
    return called if called == "begins" else f"has {called}"


def pinged(tournament: Tournament, pairings: Sequence[Pairing]) -> discord.AllowedMentions:
    """Return who may be mentioned: the players of these boards, nobody else."""
    numbers = [number for one in pairings for number in one.numbers]
    users = [user for number in numbers if (user := tournament.by_number[number].player.user_id) is not None]
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in users]
    )


def round_embed(tournament: Tournament, round_number: int, pairings: Sequence[Pairing]) -> discord.Embed:
    """Return a round's boards with the results that there are."""
    this = next((one for one in tournament.rounds if one.number == round_number), None)
    status = RoundStatus.DRAFT if this is None else this.status
    lines = board_lines(tournament, pairings) or ["Nobody is paired."]
    if this is not None and status is RoundStatus.PUBLISHED and (end := end_of(tournament, this)) is not None:
        lines.append(f"-# The clocks run out by <t:{end}:t>, <t:{end}:R>")
    embed = discord.Embed(
        title=f"{safe(tournament.evening.name, 80)} · round {round_number}",
        description="\n".join(lines),
        colour=RISE if status is RoundStatus.CLOSED else LEVEL,
    )
    small = []
    if status is RoundStatus.CLOSED:
        small.append("Closed")
    elif status is RoundStatus.PUBLISHED:
        left = len(tournament.open_boards(round_number))
        small.append(f"{count(left, 'board')} still playing" if left else "All results are in")
    states = [tournament.state_of(one) for one in pairings]
    if ReportState.REPORTED in states:
        small.append(f"{WAITS} not confirmed yet")
    if ReportState.DISPUTED in states:
        small.append(f"{DISPUTED} disputed: a TD decides")
    if any(one.by_hand for one in pairings):
        small.append("* paired by hand")
    embed.set_footer(text=" · ".join(small))
    return embed


def end_of(tournament: Tournament, this: Round) -> int | None:
    """Return when a round is over that began as it was published: seconds since 1970, None without a time control.

    Both clocks run out, with the time that 60 moves add (FIDE's and US Chess's count).
    """
    control = tournament.evening.time_control
    if control is None or this.published_at is None:
        return None
    return int(this.published_at.timestamp()) + 2 * 60 * (control.minutes + control.seconds)


def board_lines(tournament: Tournament, pairings: Sequence[Pairing]) -> list[str]:
    """Return a line for each board: its number and result in a cell, then both names, whole."""
    rows = []
    for one in pairings:
        mark = "*" if one.by_hand else ""
        if one.second is None:
            worth = BYES[one.kind].removeprefix("bye").replace(", ", " · ")
            rows.append((("", "bye"), f"{safe(tournament.name_of(one.first), 100)}{mark}{worth}"))
        else:
            names = f"{who(tournament, one.first)} – {who(tournament, one.second)}{mark}{goes_on(tournament, one)}"
            rows.append(((str(one.board), sign_of(tournament, one)), names))
    return cell_lines(rows, ">>")
