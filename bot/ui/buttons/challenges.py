"""Challenges: accept, decline, report, confirm."""

from collections.abc import Awaitable, Callable, Iterable
from functools import wraps
from typing import Any, Concatenate

import discord

from bot.services.framework.club_settings import lists_in_use
from bot.services.framework.context import Actor, Services
from bot.services.framework.setting_kinds import Number, Setting
from bot.services.matches.challenges import (
    ChallengeCard,
    NewChallenge,
    accept,
    challenge_to_report,
    change_challenge,
    decline,
    keep_place,
    propose,
    report_challenge,
)
from bot.services.matches.match import MOST_GAMES, MatchReport, match_limits
from bot.store.database.rows import MessagePlace
from bot.store.events.challenges import ChallengeStatus
from bot.ui.buttons.matches import store_and_reply
from bot.ui.cards.challenges import challenge_embed, question
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, reply
from bot.ui.framework.buttons import (
    BLUE,
    DAMAGED,
    GREEN,
    Act,
    Filled,
    Labels,
    P,
    Press,
    Who,
    button,
    choice,
    chosen_number,
    form,
    lasting,
    line,
    list_field,
)
from bot.ui.framework.server import actor_of, match_member, only_users, services_of
from bot.ui.framework.text import plain
from bot.ui.framework.typed import read_list, read_text
from core.errors import InputError
from core.files.typed.matches import MatchGames, parse_match
from core.lists import RatingList

FIELDS = 5


_CHOICES = {"1": 1.0, "½": 0.5, "0": 0.0, "–": None}


def _refresh_card(change: Callable[Concatenate[Press, P], Awaitable[ChallengeCard]]) -> Act[P]:
    @wraps(change)
    async def act(press: Press, /, *args: P.args, **kwargs: P.kwargs) -> None:
        await acknowledge(press.interaction)
        card = await change(press, *args, **kwargs)
        await edit_answer(press.interaction, content=None, embed=challenge_embed(card), view=challenge_view(card))

    return act


@button("challenge-accept", "Accept", Who.OTHER_SIDE, style=GREEN)
@_refresh_card
async def accept_button(press: Press, challenge_id: int) -> ChallengeCard:
    return await accept(press.services, press.actor, challenge_id)


BEGINS = {"white": True, "black": False}


@button("challenge-terms", "Change terms", Who.EVERYONE)
async def challenge_terms_button(press: Press, challenge_id: int) -> None:
    """Open the form for who begins and the last day."""
    await terms_form.open(press.interaction, {}, challenge_id)


def _terms_fields(filled: Filled, challenge_id: int) -> Labels:
    options = [("The challenger (White, or the first move)", "white"), ("The other player", "black")]
    yield choice("begins", "Who begins", options, filled, required=False)
    yield line(
        "until", "Last day for an answer", filled, placeholder="2026-11-30 (empty: no change)", required=False, most=20
    )


@form("challenge-terms-form", "Terms of the challenge", Who.OWN, fields=_terms_fields)
async def terms_form(press: Press, challenge_id: int) -> None:
    begins, until = BEGINS.get(press.text("begins")), press.text("until")
    card = await change_challenge(press.services, press.actor, challenge_id, begins, until)
    await acknowledge(press.interaction)
    await edit_answer(press.interaction, content=None, embed=challenge_embed(card), view=challenge_view(card))


@button("challenge-decline", "Decline", Who.EITHER)
@_refresh_card
async def decline_button(press: Press, challenge_id: int) -> ChallengeCard:
    """Decline a challenge, or withdraw one's own."""
    return await decline(press.services, press.actor, challenge_id)


@button("challenge-report", "Report result", Who.EITHER, style=BLUE)
async def report_challenge_button(press: Press, challenge_id: int) -> None:
    card, is_director = await challenge_to_report(press.services, press.actor, challenge_id)
    await match_form.open_with(press.interaction, _match_fields(card, is_director=is_director), challenge_id)


def _match_fields(card: ChallengeCard, *, is_director: bool) -> Labels:
    games = card.challenge.games
    words = ("I won", "Draw", "I lost")
    if is_director:
        words = (f"{plain(card.first.player.name)} won", "Draw", f"{plain(card.second.player.name)} won")
    if games > FIELDS or card.by_points:
        text = f"Results of {plain(card.first.player.name)}, in order" if is_director else "Your results, in order"
        written: Any = discord.ui.TextInput(custom_id="results", max_length=200)
        described = "All sets: 11-7, 9-11, 11-5" if card.by_points else "For example WWLDW, or won-drawn-lost: 6-1-3"
        yield discord.ui.Label(text=text[:45], description=described, component=written)
        return
    for number in range(1, games + 1):
        options = [
            discord.RadioGroupOption(label=label[:100], value=value)
            for label, value in zip((*words, "Not played"), _CHOICES, strict=True)
        ]
        if games == 1:
            options.pop()
        component: Any = discord.ui.RadioGroup(custom_id=f"game-{number}", options=options, required=True)
        yield discord.ui.Label(text=f"Game {number}", component=component)


@form("challenge-results", "Report the match", Who.EITHER)
async def match_form(press: Press, challenge_id: int) -> None:
    """Store the results and ask the opponent."""
    card, _ = await challenge_to_report(press.services, press.actor, challenge_id)
    games = card.challenge.games
    _, set_from = await match_limits(press.services, press.actor, card.challenge.rating_list)
    text = press.text("results")
    played = parse_match(text, games, set_from) if text else MatchGames(_results(press.filled, games))

    async def store(press: Press, another: bool) -> MatchReport:
        services, actor, more = press.services, press.actor, {"in_order": played.in_order, "another": another}
        return await report_challenge(services, actor, challenge_id, played.results, played.sets, **more)

    await store_and_reply(press.interaction, store)


def _results(filled: dict[str, list[str]], games: int) -> tuple[float, ...]:
    words = ["".join(filled.get(f"game-{number}", ["–"])) for number in range(1, games + 1)]
    if set(words) - _CHOICES.keys():
        raise InputError(DAMAGED)
    results = tuple(result for word in words if (result := _CHOICES[word]) is not None)
    if not results:
        raise InputError("No game is marked as played. Choose a result for at least one game.")
    return results


def challenge_view(card: ChallengeCard) -> discord.ui.View | None:
    key, status = card.challenge.id, card.challenge.status
    if card.has_lapsed:
        return None
    if status is ChallengeStatus.OPEN:
        return lasting(accept_button(key), decline_button(key), challenge_terms_button(key))
    if status is ChallengeStatus.ACCEPTED:
        return lasting(report_challenge_button(key), decline_button.but(label="Call it off")(key))
    return None


async def reply_challenge(interaction: discord.Interaction[Any], card: ChallengeCard) -> None:
    message_id = await reply(interaction, challenge_embed(card), challenge_view(card))
    services, actor = services_of(interaction), actor_of(interaction)
    if message_id is not None and interaction.channel_id is not None:
        place = MessagePlace(interaction.channel_id, message_id)
        keeping = keep_place(services, actor, card.challenge.id, place)
        await afterwards(keeping, "storing the message of a challenge failed")
    found = question(card)
    if found is not None:
        text, user_id = found
        # Discord does not notify mentions in a deferred answer.
        asking = interaction.followup.send(text, allowed_mentions=only_users([user_id]))
        await afterwards(asking, "asking a challenge's opponent failed")


_GAMES = Setting("games", "", Number(1, MOST_GAMES))


def _challenge_fields(filled: Filled, lists: Iterable[RatingList]) -> Labels:
    before = [discord.SelectDefaultValue.from_user(discord.Object(int(one))) for one in filled.get("player", ())]
    player: Any = discord.ui.UserSelect(custom_id="player", default_values=before)
    yield discord.ui.Label(text="Member to challenge", component=player)
    yield list_field(filled, lists)
    hint = f"1 to {MOST_GAMES} (empty: 1)"
    yield line("games", "Number of games", filled, description=hint, required=False, most=3)
    yield line("note", "Note", filled, description="For example when and where", required=False, most=200)


@button("challenge-new", "Challenge", Who.EVERYONE)
async def challenge_button(press: Press) -> None:
    """Open the form that reads what /challenge reads."""
    lists = await lists_in_use(press.services, press.actor)
    await challenge_form.open_with(press.interaction, _challenge_fields({}, lists))


@form("challenge-new-form", "Challenge a member", Who.EVERYONE, fields=lambda filled: _challenge_fields(filled, ()))
async def challenge_form(press: Press) -> None:
    named, games, note = press.text("list"), press.text("games"), press.text("note")
    player = await match_member(press.interaction, f"<@{chosen_number(press.filled.get('player'))}>")
    rating_list = await read_list(press.interaction, named) if named else None
    written = NewChallenge(player, rating_list, _GAMES.parse(games or "1"), note=read_text(note, 200) if note else None)
    await challenge_and_reply(press.interaction, press.services, press.actor, written)


async def challenge_and_reply(
    interaction: discord.Interaction[Any], services: Services, actor: Actor, written: NewChallenge
) -> None:
    await defer(interaction)
    await reply_challenge(interaction, await propose(services, actor, written))
