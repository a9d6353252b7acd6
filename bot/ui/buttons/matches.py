"""Matches: report, confirm, dispute, add details. `/match`, the member's menu and challenges."""

import secrets
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Annotated, Any

import discord

from bot.services.framework.club_settings import lists_in_use
from bot.services.matches.challenges import match_of
from bot.services.matches.match import (
    MatchReport,
    MatchSubmission,
    SameMatchError,
    confirm_match,
    correct_match,
    match_limits,
    new_names,
    object_to_match,
    record_match,
)
from bot.services.ratings.oracle.pools import ParsedSide
from bot.store.database.rows import Player, ReportStanding
from bot.store.database.transactions import BusyError
from bot.ui.buttons.event import calculation_button
from bot.ui.buttons.oracle import match_side
from bot.ui.buttons.undo import open_or_offer, strike, undo_button
from bot.ui.cards.matches import disputed_card, match_card, question, same_match_card
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, in_time, remove_buttons, reply
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
    chosen_list,
    form,
    lasting,
    line,
    list_field,
    list_options,
)
from bot.ui.framework.club_memory import ClubMemory
from bot.ui.framework.errors import ANSWERING
from bot.ui.framework.server import actor_of, match_someone, only_users, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean
from bot.ui.framework.typed import meant_list, read_list
from bot.ui.systems.oracle.wording import KIND_WORDS
from core.errors import InputError, NotAllowedError, NotFoundError
from core.files.typed.matches import MatchGames, parse_match, parse_won
from core.files.typed.sides import ME, parse_sides
from core.lists import RatingList
from core.rating.oracle.config import PlayerKind
from core.rating.systems import is_pool

Store = Callable[[Press, bool], Coroutine[Any, Any, MatchReport]]
"""Stores a match; True: although somebody else has reported one of the same players."""


@button("match-confirm", "Confirm", Who.OTHER_SIDE, emoji="✅", style=GREEN)
async def confirm_match_button(press: Press, event_id: int) -> None:
    await _confirm(press, event_id)


async def _confirm(press: Press, event_id: int) -> None:
    await acknowledge(press.interaction)
    report = await confirm_match(press.services, press.actor, event_id)
    await edit_answer(press.interaction, content=None, embed=match_card(report), view=match_view(report))


@button("match-wrong", "Dispute", Who.OTHER_SIDE, emoji="✋")
async def dispute_match_button(press: Press, event_id: int) -> None:
    await _dispute(press, event_id)


async def _dispute(press: Press, event_id: int) -> None:
    await acknowledge(press.interaction)
    disputed = await object_to_match(press.services, press.actor, event_id)
    press.interaction.extras[ANSWERING] = True
    users = disputed.recipients
    await press.interaction.followup.send(
        " ".join(f"<@{user_id}>" for user_id in users),
        embed=disputed_card(disputed),
        allowed_mentions=only_users(users),
    )
    message = press.interaction.message
    shown = [] if message is None else discord.ui.View.from_message(message, timeout=None).children
    ids = [str(getattr(item, "custom_id", None)) for item in shown]
    mine = next((args for one in ids if (args := another_match_button.read(one)) is not None), None)
    if mine is None:
        await strike(press.interaction)
        return
    view = lasting(another_match_button.but(label="Report my result")(*mine))
    await afterwards(press.interaction.edit_original_response(view=view), "keeping the button of a match failed")


# Under the messages of earlier versions.
for _kind in ("oracle", "sides"):
    button(f"{_kind}-confirm", "Confirm", Who.OTHER_SIDE)(confirm_match_button.act)
    button(f"{_kind}-wrong", "Dispute", Who.OTHER_SIDE)(dispute_match_button.act)


@button("challenge-confirm", "Confirm", Who.OTHER_SIDE)
async def confirm_challenge_button(press: Press, challenge_id: int) -> None:
    """Confirm a result under a message of an earlier version."""
    await _confirm(press, await match_of(press.services, press.actor, challenge_id))


@button("challenge-wrong", "Dispute", Who.OTHER_SIDE)
async def dispute_challenge_button(press: Press, challenge_id: int) -> None:
    """Dispute a result under a message of an earlier version."""
    await _dispute(press, await match_of(press.services, press.actor, challenge_id))


# The same match twice.


_Number = Annotated[str, "[0-9a-f]{16}"]

_waiting: ClubMemory[Store] = ClubMemory()
"""Matches that somebody else has reported, until the member decides."""


@button("match-another", "Another match", Who.ASKED, style=BLUE)
async def another_match_button(press: Press, owner: int, number: _Number) -> None:
    """Store a match although somebody else has reported one of the same players."""
    if press.user_id != owner:
        raise NotAllowedError("Only the member who asked can use these buttons. Use the command yourself.")
    # Removed first, so that two presses store it once.
    store = _waiting.take(press.interaction, number)
    if store is None:
        raise NotFoundError("That match was not stored and has expired. Use /match again.")
    await defer(press.interaction)
    try:
        report = await store(press, True)
    except BusyError:
        _waiting.put(press.interaction, number, store)  # for another press
        raise
    await reply_match(press.interaction, report)
    await remove_buttons(press.interaction)


async def store_and_reply(interaction: discord.Interaction[Any], store: Store) -> None:
    """Store a match and show it; where somebody else has reported it, offer to confirm that."""
    try:
        report = await in_time(interaction, store(Press(interaction), False))
    except SameMatchError as same:
        number = secrets.token_hex(8)
        _waiting.put(interaction, number, store)
        key = 0 if same.waiting is None else same.waiting.event_id
        answers = [confirm_match_button.but(label="Confirm it")(key)] if same.may_confirm else []
        answers += [dispute_match_button.but(label="Dispute it")(key)] if same.may_dispute else []
        view = lasting(*answers, another_match_button(interaction.user.id, number))
        await reply(interaction, same_match_card(same), view)
        return
    await reply_match(interaction, report)


async def reply_match(interaction: discord.Interaction[Any], report: MatchReport) -> int | None:
    """Show a match to everybody and ask the other side; return the message's id."""
    message_id = await reply(interaction, match_card(report), match_view(report))
    asked = question(report)
    if asked is not None:
        # Discord does not notify mentions in a deferred answer.
        asking = interaction.followup.send(asked, allowed_mentions=only_users(report.asked))
        await afterwards(asking, "asking the other side of a match failed")
    return message_id


def match_view(report: MatchReport) -> discord.ui.View:
    """Return the buttons of a match: confirm or dispute, later its calculation; details and undo."""
    key, first = report.event_id, report.sides[0][0]
    details = [match_details_button(key)] if is_pool(report.rating_list) else []
    if report.waits_until is not None:
        return lasting(confirm_match_button(key), dispute_match_button(key), *details, undo_button(key))
    shown = [] if first.outcome is None else [calculation_button(key, first.player.id)]
    is_final = report.standing is ReportStanding.CONFIRMED
    return lasting(*shown, *details, (undo_button.but(label="Undo (TD)") if is_final else undo_button)(key))


# New players of a pool.


KINDS: dict[PlayerKind, str] = {
    **{kind: KIND_WORDS[kind] for kind in PlayerKind if kind not in (PlayerKind.AI_KEEPER, PlayerKind.HUMAN)},
    PlayerKind.HUMAN: "a person who is not on Discord (TD)",
}

_Side = Annotated[str, "[#@][0-9]{1,19}"]


def _new_player_fields(filled: Filled, *_: Any) -> Labels:
    yield from _new_player(filled, "")


def _new_players_fields(filled: Filled, *_: Any) -> Labels:
    yield from _new_player(filled, "")
    yield from _new_player(filled, "other-")


def _new_player(filled: Filled, prefix: str) -> Labels:
    text = "Name of the other new player" if prefix else "Name of the new player"
    yield line(f"{prefix}name", text, filled, most=NAME_CHARACTERS)
    yield choice(f"{prefix}kind", "Kind of player", [(words, kind.value) for kind, words in KINDS.items()], filled)


@form("match-new-player", "A new player", Who.EVERYONE, fields=_new_player_fields)
async def new_player_form(
    press: Press, pool: RatingList, wins: Small, losses: Small, draws: Small, side: _Side | None
) -> None:
    """Report a match against a new player."""
    name, kind = _named(press, "")
    written = side if side is None or side.startswith("#") else f"<{side}>"
    first = None if written is None else await match_side(press.interaction, written)
    await report_and_reply(
        press.interaction, MatchSubmission(name, wins, losses, draws, member=first, kind=kind, pool=pool)
    )


@form("match-new-players", "Two new players", Who.DIRECTOR, fields=_new_players_fields)
async def new_players_form(press: Press, pool: RatingList, wins: Small, losses: Small, draws: Small) -> None:
    """Report a match between two new players."""
    await press.check_director("report for somebody else")
    (first, one), (second, other) = _named(press, ""), _named(press, "other-")
    kinds = {first.text: one, second.text: other}
    match = MatchSubmission(second, wins, losses, draws, member=first, pool=pool, kinds=kinds)
    await report_and_reply(press.interaction, match)


def _named(press: Press, prefix: str) -> tuple[ParsedSide, PlayerKind]:
    kind = press.text(f"{prefix}kind")
    if kind not in KINDS:
        raise InputError(DAMAGED)
    return ParsedSide(clean(press.written(f"{prefix}name"), NAME_CHARACTERS)), PlayerKind(kind)


# Details.


def _details_fields(filled: Filled, event_id: int) -> Labels:
    yield line("results", "Results in the order of play", filled, placeholder="WWLDW", required=False, most=2000)
    yield line("date", "Day of the match", filled, placeholder="2026-11-20", required=False, most=20)


@button("match-details", "Add details", Who.EVERYONE)
async def match_details_button(press: Press, event_id: int) -> None:
    """Open the form for a match's order of play and day."""
    await match_details_form.open(press.interaction, {}, event_id)


@form("match-details-form", "Details of the match", Who.EITHER, fields=_details_fields)
async def match_details_form(press: Press, event_id: int) -> None:
    """Rate a match in the order of play, or on another day."""
    results, day = press.text("results"), press.text("date")
    report = await correct_match(press.services, press.actor, event_id, results, day)
    await acknowledge(press.interaction)
    await edit_answer(press.interaction, embed=match_card(report), view=match_view(report))


# Report.


Sides = tuple[Sequence[ParsedSide], Sequence[ParsedSide]]


async def read_sides(interaction: discord.Interaction[Any], text: str) -> Sides:
    """Read an opponent, two players or two sides of several; the first is empty for the actor alone."""
    sides = parse_sides(text)
    if sides is not None:
        own = f"<@{interaction.user.id}>"
        one, other = [[await match_side(interaction, own if name == ME else name) for name in side] for side in sides]
        return one, other
    names = [name.strip() for name in text.split(",")]
    if len(names) == 2 and all(names):
        first, second = [await match_side(interaction, name) for name in names]
        # "Blank, Ada" is one player, unless both are known.
        if (first.is_known and second.is_known) or not (await match_side(interaction, text)).is_known:
            return (first,), (second,)
    return (), (await match_side(interaction, text),)


async def report_match(
    interaction: discord.Interaction[Any],
    sides: Sides,
    won: str,
    losses: int = 0,
    draws: int = 0,
    rating_list: RatingList | None = None,
) -> None:
    """Report a match as `/match` and its form say it. won: games won, or the whole result."""
    target = await meant_list(interaction, rating_list)
    limits = await match_limits(services_of(interaction), actor_of(interaction), target)
    await report_games(interaction, *sides, target, parse_won(won, losses, draws, *limits))


def _match_fields(filled: Filled, lists: Iterable[RatingList]) -> Labels:
    hint = "A player or @name. Doubles: me + Bo, Cy + Di. For two others (directors): Dana, Eli"
    yield line("opponent", "Opponent", filled, description=hint)
    hint = "Yours first: 3-1, won-drawn-lost 6-1-3, in order WWDL, or sets 11-7 9-11 11-5"
    yield line("result", "Result", filled, description=hint, placeholder="1-0", most=200)
    yield list_field(filled, lists)


@button("report-match", "Report a match", Who.EVERYONE, style=BLUE)
async def report_match_button(press: Press) -> None:
    """Open the form that reads what /match reads."""
    lists = await lists_in_use(press.services, press.actor)
    await report_match_form.open_with(press.interaction, _match_fields({}, lists))


@form("report-match-form", "Report a match", Who.EVERYONE, fields=lambda filled: _match_fields(filled, ()))
async def report_match_form(press: Press) -> None:
    named = press.text("list")
    sides = await read_sides(press.interaction, press.text("opponent"))
    rating_list = await read_list(press.interaction, named) if named else None
    await report_match(press.interaction, sides, press.text("result"), rating_list=rating_list)


async def report_games(
    interaction: discord.Interaction[Any],
    first: Sequence[ParsedSide],
    second: Sequence[ParsedSide],
    rating_list: RatingList,
    games: MatchGames,
) -> None:
    """Report a match; a pool's new players are asked for in a form. first: empty for the actor."""
    wins, losses, draws = (games.results.count(score) for score in (1.0, 0.0, 0.5))
    if is_pool(rating_list) and len(first) <= 1 and len(second) == 1:
        sides = (*first, *second)
        new = await new_names(services_of(interaction), actor_of(interaction), rating_list, sides)
        if len(new) == 2:
            filled = {"name": [new[0]], "other-name": [new[1]]}
            await open_or_offer(interaction, new_players_form, filled, rating_list, wins, losses, draws)
            return
        if new and new == [second[0].text]:
            known = first[0].text.strip("<>") if first else None
            await open_or_offer(interaction, new_player_form, {"name": new}, rating_list, wins, losses, draws, known)
            return
        if new:
            known = second[0].text.strip("<>")
            await open_or_offer(interaction, new_player_form, {"name": new}, rating_list, losses, wins, draws, known)
            return
    written = MatchSubmission(
        second[0],
        wins,
        losses,
        draws,
        games.results if games.in_order else None,
        first[0] if first else None,
        pool=rating_list,
        sets=games.sets,
        partners=tuple(first[1:]),
        others=tuple(second[1:]),
    )
    await report_and_reply(interaction, written)


async def report_and_reply(interaction: discord.Interaction[Any], written: MatchSubmission) -> None:
    async def store(press: Press, another: bool) -> MatchReport:
        return await record_match(press.services, press.actor, written, another=another)

    await store_and_reply(interaction, store)


def result_fields(filled: Filled, user_id: int) -> Labels:
    chosen = [chosen_list(filled["list"])] if "list" in filled else []
    return _fields(filled, dict.fromkeys((*chosen, *RatingList)))


def _fields(filled: Filled, lists: Iterable[RatingList]) -> Labels:
    hint = "In order, such as WWDL; 3-1 or 2½-½; won-drawn-lost: 6-1-3; or sets: 11-7, 9-11, 11-5"
    yield line("results", "Your results", filled, description=hint, most=200)
    before = "".join(filled.get("list", ()))
    select: Any = discord.ui.Select(custom_id="list", options=list_options(lists, before))
    yield discord.ui.Label(text="Rating list", component=select)


@form("result-form", "Report a result", Who.EVERYONE, fields=result_fields)
async def result_form(press: Press, user_id: int) -> None:
    """Report games against a member, who confirms them."""
    text, chosen = press.text("results"), chosen_list([press.text("list")])
    games = parse_match(text, *await match_limits(press.services, press.actor, chosen))
    found = await match_someone(press.interaction, f"<@{user_id}>")
    side = ParsedSide(f"#{found.id}") if isinstance(found, Player) else ParsedSide(f"<@{user_id}>", found)
    await report_games(press.interaction, (), (side,), chosen, games)


async def open_result_form(interaction: discord.Interaction[Any], user_id: int) -> None:
    actor = actor_of(interaction)
    if user_id == actor.member.user_id:
        raise InputError("A match has two players. Choose another member.")
    lists = await lists_in_use(services_of(interaction), actor)
    await result_form.open_with(interaction, _fields({"list": [lists[0].value]}, lists), user_id)
