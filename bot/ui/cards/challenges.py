"""Cards of challenges."""

from collections.abc import Sequence

import discord

from bot.services.matches.challenges import ChallengeCard, Side
from bot.store.events.challenges import ChallengeStatus
from bot.ui.framework.layout import INACTIVE, NEWS, SHOWN, STORED, answer, change_text, heading
from bot.ui.framework.text import points, safe
from core.words import counted, displayed

_COLOURS = {
    ChallengeStatus.OPEN: NEWS,
    ChallengeStatus.ACCEPTED: SHOWN,
    ChallengeStatus.REPORTED: NEWS,
    ChallengeStatus.DONE: STORED,
}


def challenge_embed(card: ChallengeCard) -> discord.Embed:
    challenge, status = card.challenge, card.challenge.status
    lines = [heading(_title(card))]
    if challenge.reported is not None:
        lines.append(f"**{_score(card)}**")
        sets = ", ".join(f"{own}–{other}" for own, other in challenge.reported.points)
        lines += [f"Sets: {sets}"] if sets else []
    if status is ChallengeStatus.DONE:
        lines += [_moved(side) for side in (card.first, card.second) if side.moved is not None]
    elif status is not ChallengeStatus.REPORTED:
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


def _score(card: ChallengeCard) -> str:
    assert card.challenge.reported is not None
    results = card.challenge.reported.results
    won = sum(results)
    return (
        f"{safe(card.first.player.name)} {points(won)} – {points(len(results) - won)} {safe(card.second.player.name)}"
    )


def _moved(side: Side) -> str:
    moved, name = side.moved, safe(side.player.name)
    if moved is None or moved.after is None:
        return f"{name}: unrated"
    if moved.before is None:
        return f"new → **{displayed(moved.after)}** {name}"
    before, after = displayed(moved.before), displayed(moved.after)
    return f"{before} → **{after}** {change_text(after - before)} {name}"


def _state(card: ChallengeCard) -> str:
    status = card.challenge.status
    second = safe(card.second.player.name)
    if card.has_lapsed:
        return "Expired without an answer."
    if status is ChallengeStatus.OPEN:
        return f"{second} has until <t:{int(card.challenge.until.timestamp())}:f> to answer."
    if status is ChallengeStatus.ACCEPTED:
        return "Accepted. Play, then press **Report result**."
    if status is ChallengeStatus.REPORTED:
        return waiting_text(card)
    return {
        ChallengeStatus.DECLINED: f"{second} declined.",
        ChallengeStatus.WITHDRAWN: "Cancelled.",
    }.get(status, "Rated.")


def waiting_text(card: ChallengeCard) -> str:
    assert card.challenge.reported is not None
    assert card.counts_at is not None
    who = "a director"
    if card.confirms:
        who = f"{safe(card.other(card.challenge.reported.by).player.name)} or a director"
    return f"Waits for {who}; otherwise it counts <t:{int(card.counts_at.timestamp())}:R>."


def question(card: ChallengeCard) -> tuple[str, int] | None:
    status = card.challenge.status
    if status is ChallengeStatus.OPEN:
        user_id = card.second.player.user_id if card.pings else None
        return None if user_id is None else (f"<@{user_id}>, {safe(card.first.player.name)} challenges you.", user_id)
    if status is ChallengeStatus.REPORTED and card.confirms and card.challenge.reported is not None:
        user_id = card.other(card.challenge.reported.by).player.user_id
        return None if user_id is None else (f"<@{user_id}>, is this correct? Press Confirm or Dispute.", user_id)
    return None


def own_challenges_embed(cards: Sequence[ChallengeCard], club_id: int) -> discord.Embed:
    if not cards:
        return answer([heading("Challenges"), "No open challenges. Use **/challenge player** to make one."])
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
