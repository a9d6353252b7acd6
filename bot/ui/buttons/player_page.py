"""The directors' page of a player: edit, link, merge, split, hide, delete."""

from collections.abc import Callable
from typing import Any

import discord

from bot.services.club.privacy import preview_forgetting
from bot.services.framework.club_settings import today_in
from bot.services.framework.context import Services
from bot.services.framework.subject import Someone
from bot.services.framework.transaction import check_director
from bot.services.people.claims import link_player
from bot.services.people.edit import CHANGE, Edit, add_player, edit_player, player_to_change
from bot.services.people.merge import delete_player, hide_player, merge_players, split_player
from bot.services.ratings.rating_card import profile_card
from bot.store.database.rows import Player
from bot.store.people.profiles import Profile
from bot.ui.buttons.claims import merge_buttons
from bot.ui.buttons.official import look_up_buttons
from bot.ui.buttons.ratings import lower_title_button, undo_last_button
from bot.ui.buttons.reports import report_for_button
from bot.ui.buttons.undo import forget_button as really_forget_button
from bot.ui.cards.me import forgetting_card
from bot.ui.cards.players import edit_card, link_card, merge_card, page_embed, removal_card
from bot.ui.framework.answers import acknowledge, afterwards, defer, edit_answer, remove_buttons, reply
from bot.ui.framework.buttons import (
    RED,
    Button,
    Filled,
    Labels,
    Press,
    Who,
    button,
    choice,
    form,
    lasting,
    line,
)
from bot.ui.framework.layout import answer, heading
from bot.ui.framework.server import actor_of, find_member, match_player, member_of, services_of
from bot.ui.framework.text import NAME_CHARACTERS, clean, safe
from core.errors import InputError, NotFoundError
from core.files.typed.persons import (
    NOTHING,
    parse_birth,
    parse_federation,
    parse_fide_id,
    parse_naspa_id,
    parse_title,
    parse_us_chess,
)

REASON_CHARACTERS = 200


async def reply_page(interaction: discord.Interaction[Any], who: Someone) -> None:
    await defer(interaction, ephemeral=True)
    if isinstance(who, Player):
        await reply(interaction, *await _page(interaction, who.id))
        return
    await check_director(services_of(interaction), actor_of(interaction), CHANGE)
    lines = [heading(safe(who.name, NAME_CHARACTERS)), f"<@{who.user_id}> is not a player of this club yet."]
    await reply(interaction, answer(lines), lasting(add_button(who.user_id)))


@button("player-add", "Add to club", Who.DIRECTOR)
async def add_button(press: Press, user_id: int) -> None:
    await acknowledge(press.interaction)
    await press.check_director(CHANGE)
    member = await find_member(press.interaction, user_id)
    if member is None:
        raise NotFoundError("The member has left this server. Choose another player.")
    player = await add_player(press.services, press.actor, member_of(member))
    embed, view = await _page(press.interaction, player.id)
    await edit_answer(press.interaction, embed=embed, view=view)


async def _page(interaction: discord.Interaction[Any], player_id: int) -> tuple[discord.Embed, discord.ui.View]:
    services, actor = services_of(interaction), actor_of(interaction)
    profile, is_merged = await player_to_change(services, actor, player_id)
    return page_embed(await profile_card(services, actor, profile.player)), _buttons(
        profile, services, is_merged=is_merged
    )


def _buttons(profile: Profile, services: Services, *, is_merged: bool) -> discord.ui.View:
    shown: list[Button[[int]]] = [
        edit_profile_button,
        edit_ids_button,
        link_button if profile.user_id is None else unlink_button,
        merge_button,
        *([split_button] if is_merged else []),
        show_button if profile.hidden else hide_button,
        *([forget_button] if profile.user_id is None else []),
        delete_button,
        report_for_button,
        lower_title_button,
        undo_last_button,
    ]
    return lasting(*(one(profile.id) for one in shown), *look_up_buttons(services, profile, is_own=False))


async def _refresh_page(press: Press, player_id: int) -> None:
    message = press.interaction.message
    if message is not None:
        embed, view = await _page(press.interaction, player_id)
        await press.interaction.followup.edit_message(message.id, embed=embed, view=view)


async def _answer(press: Press, player_id: int, embed: discord.Embed, view: discord.ui.View | None = None) -> None:
    await reply(press.interaction, embed, view)
    await afterwards(_refresh_page(press, player_id), "updating a player's page failed")


async def _profile(press: Press, player_id: int) -> Profile:
    profile, _ = await player_to_change(press.services, press.actor, player_id)
    return profile


def _reason(filled: Filled, *, required: bool = False) -> discord.ui.Label[Any]:
    return line("reason", "Reason, for the club's records", filled, required=required, most=REASON_CHARACTERS)


def reason_field(filled: Filled, player_id: int) -> Labels:
    yield _reason(filled)


def required_reason(filled: Filled, player_id: int) -> Labels:
    yield _reason(filled, required=True)


def _reason_in(press: Press) -> str | None:
    return clean(press.text("reason"), REASON_CHARACTERS) if press.text("reason") else None


def _why(press: Press) -> str:
    reason = _reason_in(press)
    if reason is None:
        raise InputError("The reason is blank. Write why, for example: one person, two spellings.")
    return reason


_SEXES = (("Woman", "w"), ("Man", "m"), ("Not stated", "none"))


def profile_fields(filled: Filled, player_id: int) -> Labels:
    yield line("name", "Name in this club", filled, most=NAME_CHARACTERS)
    yield born_field(filled)
    yield choice("sex", "Sex, for women's and men's titles and lists", _SEXES, filled)
    yield federation_field(filled)
    yield _reason(filled)


def born_field(filled: Filled) -> discord.ui.Label[Any]:
    """Return the field of a birth date, which never shows the stored one."""
    hint = "2012-05-30, 2012, adult or child; none removes it. Empty: no change"
    return line("born", "Birth date (only the year is shown)", filled, description=hint, required=False)


def federation_field(filled: Filled) -> discord.ui.Label[Any]:
    return line("federation", "Federation, three letters", filled, placeholder="USA", required=False)


def number_fields(filled: Filled) -> Labels:
    hint = "Id, end of membership, state: 12345678 2027-08 WV"
    yield line("uschess", "US Chess", filled, description=hint, required=False)
    yield line("fide", "FIDE id", filled, placeholder="2020009", required=False)
    yield line("naspa", "NASPA id", filled, placeholder="AA000123", required=False)


def id_fields(filled: Filled, player_id: int) -> Labels:
    yield from number_fields(filled)
    yield line("title", "FIDE title (counts in opponents' norms)", filled, placeholder="WIM", required=False)
    yield _reason(filled)


def written_now(profile: Profile) -> Filled:
    """Return the stored values for the forms, without the birth date."""
    us_chess = " ".join(filter(None, (profile.uschess_id, profile.expires, profile.state)))
    now = {
        "name": profile.name,
        "sex": profile.sex or "none",
        "federation": profile.federation,
        "uschess": us_chess,
        "fide": profile.fide_id,
        "naspa": profile.naspa_id,
        "title": profile.title,
    }
    return {field: [text] for field, text in now.items() if text}


_READ: dict[str, tuple[str, Callable[[str], str]]] = {
    "name": ("name", lambda text: clean(text, NAME_CHARACTERS)),
    "sex": ("sex", lambda text: NOTHING if text == "none" else text),
    "federation": ("federation", parse_federation),
    "fide": ("fide_id", parse_fide_id),
    "naspa": ("naspa_id", parse_naspa_id),
    "title": ("title", parse_title),
}


async def written_edit(press: Press) -> Edit:
    texts = {}
    for field in press.filled:
        if field in _READ:
            column, read = _READ[field]
            texts[column] = read(press.text(field)) if press.text(field) else NOTHING
        elif field == "uschess":
            texts |= parse_us_chess(press.text(field))
    born = press.text("born")
    today = await today_in(press.services, press.actor.club_id)
    return Edit(texts, parse_birth(born, today) if born else None)


async def _edit(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    edit = await written_edit(press)
    await defer(press.interaction, ephemeral=True)
    report = await edit_player(press.services, press.actor, player_id, edit, _reason_in(press))
    await _answer(press, player_id, edit_card(report))


@form("player-profile-form", "Edit profile", Who.DIRECTOR, fields=profile_fields)
async def profile_form(press: Press, player_id: int) -> None:
    await _edit(press, player_id)


@form("player-ids-form", "Edit ids", Who.DIRECTOR, fields=id_fields)
async def ids_form(press: Press, player_id: int) -> None:
    await _edit(press, player_id)


@button("player-profile", "Edit profile", Who.DIRECTOR)
async def edit_profile_button(press: Press, player_id: int) -> None:
    await profile_form.open(press.interaction, written_now(await _profile(press, player_id)), player_id)


@button("player-ids", "Edit ids", Who.DIRECTOR)
async def edit_ids_button(press: Press, player_id: int) -> None:
    await ids_form.open(press.interaction, written_now(await _profile(press, player_id)), player_id)


def link_fields(filled: Filled, player_id: int) -> Labels:
    member: Any = discord.ui.UserSelect(custom_id="member")
    yield discord.ui.Label(text="Member", description="Whose ratings and results these are", component=member)
    yield _reason(filled)


@form("player-link-form", "Link to a member", Who.DIRECTOR, fields=link_fields)
async def link_form(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    people = press.members()
    if not people:
        raise InputError("Bots have no ratings here. Choose a member.")
    await defer(press.interaction)
    report = await link_player(press.services, press.actor, player_id, people[0], _reason_in(press))
    await _answer(press, player_id, link_card(report))


@form("player-unlink-form", "Unlink from the member", Who.DIRECTOR, fields=reason_field)
async def unlink_form(press: Press, player_id: int) -> None:
    """Unlink a player; ratings and results stay."""
    await press.check_director(CHANGE)
    await defer(press.interaction)
    report = await link_player(press.services, press.actor, player_id, None, _reason_in(press))
    await _answer(press, player_id, link_card(report))


@button("player-link", "Link to a member", Who.DIRECTOR)
async def link_button(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    await link_form.open(press.interaction, {}, player_id)


@button("player-unlink", "Unlink", Who.DIRECTOR)
async def unlink_button(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    await unlink_form.open(press.interaction, {}, player_id)


def merge_fields(filled: Filled, player_id: int) -> Labels:
    hint = "Name, id or #12 of the player to merge into this one"
    yield line("duplicate", "Duplicate", filled, description=hint)
    yield _reason(filled, required=True)


@form("player-merge-form", "Merge a duplicate", Who.DIRECTOR, fields=merge_fields)
async def merge_form(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    reason, duplicate = _why(press), await match_player(press.interaction, press.text("duplicate"))
    await defer(press.interaction)
    report = await merge_players(press.services, press.actor, player_id, duplicate.id, reason)
    await _answer(press, player_id, merge_card(report), merge_buttons(report))


@button("player-merge", "Merge a duplicate", Who.DIRECTOR)
async def merge_button(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    await merge_form.open(press.interaction, {}, player_id)


@button("player-split", "Split", Who.DIRECTOR)
async def split_button(press: Press, player_id: int) -> None:
    """Undo the player's last merge."""
    await defer(press.interaction)
    await _answer(press, player_id, merge_card(await split_player(press.services, press.actor, player_id)))


@form("player-hide-form", "Hide player", Who.DIRECTOR, fields=lambda filled, *_: [_reason(filled)])
async def hide_form(press: Press, player_id: int, hidden: bool) -> None:
    """Hide a player from members, or show them again."""
    await defer(press.interaction, ephemeral=True)
    report = await hide_player(press.services, press.actor, player_id, _reason_in(press), hidden=hidden)
    await _answer(press, player_id, removal_card(report))


@button("player-hide", "Hide player", Who.DIRECTOR)
async def hide_button(press: Press, player_id: int) -> None:
    """Open the form that hides a player; results and ratings stay."""
    await press.check_director(CHANGE)
    await hide_form.open(press.interaction, {}, player_id, True)


@button("player-show", "Show player", Who.DIRECTOR)
async def show_button(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    await hide_form.but(title="Show player").open(press.interaction, {}, player_id, False)


@button("player-forget", "Forget player", Who.DIRECTOR, style=RED)
async def forget_button(press: Press, player_id: int) -> None:
    """Show what would be deleted about a player who is not on Discord, and ask."""
    await press.check_director(CHANGE)
    await defer(press.interaction, ephemeral=True)
    report = await preview_forgetting(press.services, press.actor, player_id)
    await reply(press.interaction, forgetting_card(report), lasting(really_forget_button(report.player_id)))


@form("player-delete-form", "Delete player", Who.DIRECTOR, fields=required_reason)
async def delete_form(press: Press, player_id: int) -> None:
    """Delete a player who has no results and ratings, for good."""
    await press.check_director(CHANGE)
    reason = _why(press)
    await defer(press.interaction, ephemeral=True)
    await reply(press.interaction, removal_card(await delete_player(press.services, press.actor, player_id, reason)))
    await remove_buttons(press.interaction)


@button("player-delete", "Delete player", Who.DIRECTOR, style=RED)
async def delete_button(press: Press, player_id: int) -> None:
    await press.check_director(CHANGE)
    await delete_form.open(press.interaction, {}, player_id)
