"""Cards of challenges."""

from collections.abc import Sequence

import discord

from bot.services.matches.challenges import ChallengeCard, Side
from bot.store.events.challenges import ChallengeStatus
from bot.ui.framework.layout import INACTIVE, NEWS, SHOWN, STORED, answer, heading
from bot.ui.framework.text import safe
from core.words import counted

_COLOURS = {
    ChallengeStatus.OPEN: NEWS,
    ChallengeStatus.ACCEPTED: SHOWN,
    ChallengeStatus.REPORTED: NEWS,
    ChallengeStatus.DONE: STORED,
}


def challenge_embed(card: ChallengeCard) -> discord.Embed:
    challenge, status = card.challenge, card.challenge.status
    lines = [heading(_title(card))]
    lines.append(f"{safe(_begins(card).player.name)} begins" + (" the first game" if challenge.games > 1 else ""))
    if challenge.note is not None:
        lines.append(f"> {safe(challenge.note, 200)}")
    lines.append(_state(card))
    footer = [challenge.rating_list.label, f"up to {counted(challenge.games, 'game')}"]
    return answer(lines, colour=INACTIVE if card.has_lapsed else _COLOURS.get(status, INACTIVE), footer=footer)


def _title(card: ChallengeCard) -> str:
    sides = (card.first, card.second)
    return " – ".join(safe(one.player.name) + (f" {one.rating}" if one.rating is not None else "") for one in sides)


def _begins(card: ChallengeCard) -> Side:
    return card.first if card.challenge.white_first else card.second


def _state(card: ChallengeCard) -> str:
    status = card.challenge.status
    second = safe(card.second.player.name)
    if card.has_lapsed:
        return "Expired without an answer."
    if status is ChallengeStatus.OPEN:
        return f"{second} has until <t:{int(card.challenge.until.timestamp())}:f> to answer."
    if status is ChallengeStatus.ACCEPTED:
        return "Accepted. Play, then press **Report result**."
    return {
        ChallengeStatus.DECLINED: f"{second} declined.",
        ChallengeStatus.WITHDRAWN: "Cancelled.",
        ChallengeStatus.REPORTED: "Reported.",
    }.get(status, "Rated.")


def question(card: ChallengeCard) -> tuple[str, int] | None:
    user_id = card.second.player.user_id
    if card.challenge.status is not ChallengeStatus.OPEN or not card.pings or user_id is None:
        return None
    return f"<@{user_id}>, {safe(card.first.player.name)} challenges you.", user_id


def own_challenges_embed(cards: Sequence[ChallengeCard], club_id: int) -> discord.Embed:
    if not cards:
        return answer([heading("Challenges"), "No open challenges. Use **/challenge player** to send one."])
    return answer([heading("Challenges"), *(_listed(card, club_id) for card in cards[:_MOST])])


_MOST = 10
_WORDS = {
    ChallengeStatus.OPEN: "not answered",
    ChallengeStatus.ACCEPTED: "to be played",
    ChallengeStatus.REPORTED: "to be confirmed",
}


def _listed(card: ChallengeCard, club_id: int) -> str:
    challenge = card.challenge
    names = f"{safe(card.first.player.name)} – {safe(card.second.player.name)}"
    if challenge.place is not None:
        place = f"{challenge.place.channel_id}/{challenge.place.message_id}"
        names = f"[{names}](https://discord.com/channels/{club_id}/{place})"
    return f"{names} · {_WORDS[challenge.status]} · {challenge.rating_list.label}"
