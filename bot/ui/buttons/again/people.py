"""Answers about players and their ratings, shown again."""

from bot.services.context import Actor, Member, Services
from bot.services.players.edit import Edit, edit_player
from bot.services.players.identity.claims import CLAIMED, DECIDED, claim_player, refuse_claim, undo_claim
from bot.services.players.identity.claims import TAKEN_BACK as CLAIM_UNDONE
from bot.services.players.identity.link import link_player
from bot.services.players.identity.merge import merge_players, undo_merge
from bot.services.players.identity.remove import DELETED, HIDDEN, delete_player, hide_player
from bot.services.players.identity.who_is_who import ID_CONFIRMED, confirm_id
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.players.undo_rating import UNDONE as RATING_UNDONE
from bot.services.players.undo_rating import undo_rating
from bot.services.privacy.forget import FORGOTTEN, WORD, forget_player
from bot.services.roster.take_in import TAKEN_IN, confirm
from bot.services.roster.undo import UNDONE as PEOPLE_UNDONE
from bot.services.roster.undo import undo_roster as undo_people
from bot.services.uschess.demote_title import demote_title, undo_demotion
from bot.services.uschess.request_demotion import REQUESTED, request_demotion
from bot.store.rows import AuditEntry
from bot.ui.buttons.again.shown import Again, Interaction
from bot.ui.buttons.people.decision_buttons import claim_buttons, merge_buttons
from bot.ui.buttons.people.director_buttons import reply_request
from bot.ui.buttons.people.roster_buttons import reply_people
from bot.ui.buttons.undo_buttons import UndoDemotion, UndoRating, persistent
from bot.ui.cards.events.undo import opening_card, rating_undone_card
from bot.ui.cards.people.claims import claim_card, id_card, removal_card
from bot.ui.cards.people.merge import merge_card
from bot.ui.cards.people.privacy import forgotten_card
from bot.ui.cards.people.profile import edit_card, link_card
from bot.ui.cards.people.roster import undone_card
from bot.ui.framework.answers import reply
from bot.ui.uschess.demotion_card import demotion_card

NOBODY = Member(0, "")
"""Stands where a use case that answers again does not ask whom it is about."""


async def _opening(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await set_rating(services, actor, SetRatingRequest(NOBODY, entry.details["rating"]))
    await reply(interaction, opening_card(report), persistent(UndoRating(report.opening_id)))


async def _opening_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, rating_undone_card(await undo_rating(services, actor, entry.subject_id or 0)))


async def _demotion(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await demote_title(services, actor, NOBODY, None, entry.details["reason"])
    await reply(interaction, demotion_card(report), persistent(UndoDemotion(report.demotion_id)))


async def _requested(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_request(interaction, await request_demotion(services, actor, None, ""))


async def _demotion_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, demotion_card(await undo_demotion(services, actor, entry.subject_id or 0)))


async def _edit(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, edit_card(await edit_player(services, actor, None, Edit(), None)))


async def _link(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, link_card(await link_player(services, actor, entry.subject_id or 0, None, None)))


async def _merge(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await merge_players(services, actor, entry.details["keep"], entry.details["gone"], "")
    await reply(interaction, merge_card(report), merge_buttons(report))


async def _merge_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, merge_card(await undo_merge(services, actor, entry.subject_id or 0)))


async def _claimed(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await claim_player(services, actor, entry.details["player"])
    await reply(interaction, claim_card(report), claim_buttons(report))


async def _decided(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await refuse_claim(services, actor, entry.subject_id or 0)
    await reply(interaction, claim_card(report), claim_buttons(report))


async def _claim_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, claim_card(await undo_claim(services, actor, entry.subject_id or 0)))


async def _id(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, id_card(await confirm_id(services, actor, entry.subject_id or 0, "")))


async def _hidden(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await hide_player(services, actor, entry.subject_id or 0, None, hidden=True)
    await reply(interaction, removal_card(report))


async def _deleted(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, removal_card(await delete_player(services, actor, entry.subject_id or 0, "")))


async def _forgotten(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, forgotten_card(await forget_player(services, actor, None, WORD)))


async def _people(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_people(interaction, await confirm(services, actor, 0, ""))


async def _people_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, undone_card(await undo_people(services, actor, 0)))


PEOPLE_AGAIN: dict[str, Again] = {
    CLAIMED: _claimed,
    CLAIM_UNDONE: _claim_undone,
    DECIDED: _decided,
    DELETED: _deleted,
    "demote-title": _demotion,
    "edit-player": _edit,
    HIDDEN: _hidden,
    ID_CONFIRMED: _id,
    "link-player": _link,
    FORGOTTEN: _forgotten,
    "merge-players": _merge,
    REQUESTED: _requested,
    "set-rating": _opening,
    TAKEN_IN: _people,
    PEOPLE_UNDONE: _people_undone,
    "undo-demotion": _demotion_undone,
    "undo-merge": _merge_undone,
    RATING_UNDONE: _opening_undone,
}
"""How to show again what was stored, by the action that the audit names."""
