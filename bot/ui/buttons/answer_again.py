"""Every answer to something stored, shown again from the audit: one line for each action.

A use case that is asked again by the same interaction answers again; so the old interaction asks.
"""

from collections.abc import Awaitable, Callable
from typing import Any

import discord

from bot.services.challenges.propose import ACCEPTED as CHALLENGE_ACCEPTED
from bot.services.challenges.propose import CHALLENGED, challenge_card
from bot.services.challenges.propose import DECLINED as CHALLENGE_DECLINED
from bot.services.challenges.results import CONFIRMED as CHALLENGE_CONFIRMED
from bot.services.challenges.results import OBJECTED as CHALLENGE_OBJECTED
from bot.services.challenges.results import REPORTED as CHALLENGE_REPORTED
from bot.services.club_copy.export import export_club, within
from bot.services.club_copy.take_in import ClubTakenIn
from bot.services.context import Actor, Member, Services
from bot.services.directors_queue import ALL_VOIDED, reject_all
from bot.services.events.amend import Amendment, amend_event
from bot.services.events.consent import stored_words
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.fide.lists import publish_list, undo_publication
from bot.services.fide.norm import NormQuestion, norm_of
from bot.services.imports.import_event import confirm_import
from bot.services.live_events.announced import ORDER_SET
from bot.services.live_events.announced import UNDONE as ANNOUNCED_UNDONE
from bot.services.live_events.close import close_evening
from bot.services.live_events.lifecycle import evening_card
from bot.services.live_events.results import report_results
from bot.services.live_events.tournament import tournament_of
from bot.services.oracle.calibrate import store_calibration, undo_calibration
from bot.services.oracle.exchange import confirm_roster
from bot.services.oracle.import_undo import UNDONE as ROSTER_UNDONE
from bot.services.oracle.import_undo import undo_roster
from bot.services.oracle.match import stored_match
from bot.services.oracle.settings import PoolChange, pool_settings
from bot.services.oracle.waiting import OBJECTED, object_to_match
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
from bot.services.qursh.history import LOAD, RESET, LoadReport, history_in_use
from bot.services.qursh.settings import QurshChange, qursh_settings
from bot.services.report_codec import from_json
from bot.services.roster.take_in import TAKEN_IN, confirm
from bot.services.roster.undo import UNDONE as PEOPLE_UNDONE
from bot.services.roster.undo import undo_roster as undo_people
from bot.services.seasons.begin import BEGUN as SEASON_BEGUN
from bot.services.seasons.begin import VOIDED as SEASON_VOIDED
from bot.services.seasons.begin import NewSeason, begin_season, undo_season
from bot.services.seasons.end import ENDED as SEASON_ENDED
from bot.services.seasons.end import REOPENED as SEASON_REOPENED
from bot.services.set_up import SKIPPED as STEP_SKIPPED
from bot.services.set_up import set_up
from bot.services.settings_undo import CHANGED as SETTINGS_CHANGED
from bot.services.settings_undo import POOL_CHANGED, QURSH_CHANGED
from bot.services.settings_undo import UNDONE as SETTINGS_UNDONE
from bot.services.uschess.demote_title import demote_title, undo_demotion
from bot.services.uschess.request_demotion import REQUESTED, request_demotion
from bot.store.events.unconfirmed import CONFIRMED as REPORT_CONFIRMED
from bot.store.events.unconfirmed import DISPUTED as REPORT_DISPUTED
from bot.store.people.oracle import CONFIRMED
from bot.store.rows import AuditEntry, Player
from bot.ui.buttons.alive.again import ALIVE_AGAIN
from bot.ui.buttons.challenge_buttons import reply_challenge
from bot.ui.buttons.club.settings_buttons import UndoSettings, reply_settings
from bot.ui.buttons.evening.announced_buttons import UndoAnnounced
from bot.ui.buttons.evening.panel_item import open_panel
from bot.ui.buttons.fide_list_buttons import reply_list
from bot.ui.buttons.import_buttons import reply_import
from bot.ui.buttons.live_event_buttons import CANCELLED, answer_report, post_evening
from bot.ui.buttons.oracle_buttons import match_buttons, reply_calibration, reply_match, reply_objection, reply_roster
from bot.ui.buttons.people.decision_buttons import claim_buttons, merge_buttons
from bot.ui.buttons.people.director_buttons import reply_request
from bot.ui.buttons.people.report_buttons import reply_report, reply_word
from bot.ui.buttons.people.roster_buttons import reply_people
from bot.ui.buttons.people.set_up_buttons import set_up_view
from bot.ui.buttons.season_buttons import reply_begun, reply_season
from bot.ui.buttons.undo_buttons import UndoDemotion, UndoRating, persistent
from bot.ui.cards.club_copy import taken_in_card
from bot.ui.cards.events import amend_card
from bot.ui.cards.people.claims import claim_card, id_card, removal_card
from bot.ui.cards.people.merge import merge_card
from bot.ui.cards.people.privacy import forgotten_card
from bot.ui.cards.people.profile import edit_card, link_card
from bot.ui.cards.people.reports import all_taken_back_card
from bot.ui.cards.people.roster import undone_card
from bot.ui.cards.people.set_up import set_up_card
from bot.ui.cards.seasons import season_undone_card
from bot.ui.cards.undo import opening_card, rating_undone_card, undo_card
from bot.ui.cards.wall_chart_answers import reply_file
from bot.ui.fide.list_card import taken_back_card as list_taken_back_card
from bot.ui.fide.norm_card import norm_pages
from bot.ui.framework.answers import reply, reply_pages_here
from bot.ui.live_events.announced_card import order_embed, undone_embed
from bot.ui.live_events.refresh import embed_of
from bot.ui.live_events.round_card import pages_of, round_embed
from bot.ui.oracle.calibration_card import taken_back_card
from bot.ui.oracle.import_card import import_undone_card
from bot.ui.oracle.match_card import match_card
from bot.ui.oracle.settings_card import pool_settings_card
from bot.ui.qursh.settings_card import qursh_settings_card
from bot.ui.qursh.table_card import loaded_embed, reset_embed
from bot.ui.uschess.demotion_card import demotion_card
from core.fide.norms.titles import NORMS
from core.formats.typed.opponents import ParsedOpponents
from core.lists import RatingList

Interaction = discord.Interaction[Any]
Again = Callable[[Interaction, Services, Actor, AuditEntry], Awaitable[None]]

NOBODY = Member(0, "")
"""Stands where a use case that answers again does not ask whom it is about."""

NOTHING_WRITTEN = EventSubmission(ParsedOpponents(()))
"""Stands where one that answers again does not ask what was written."""


async def _event(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show a report; whoever else was in it has not been asked yet either, for that follows the answer."""
    await reply_report(interaction, await record_own_event(services, actor, NOTHING_WRITTEN))


async def _import(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_import(interaction, await confirm_import(services, actor, 0), actor.interaction_id)


async def _void(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, undo_card(await undo_event(services, actor, entry.subject_id or 0)))


async def _all_voided(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, all_taken_back_card(await reject_all(services, actor, 0, 0)))


async def _amend(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await amend_event(services, actor, entry.subject_id or 0, Amendment(entry.details["reason"]))
    await reply(interaction, amend_card(report))


async def _word(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_word(interaction, await stored_words(services, actor, entry.subject_id or 0))


async def _match(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show a match that was reported; the other side has not been asked yet either, for that follows the answer."""
    await reply_match(interaction, await stored_match(services, actor, entry.subject_id or 0))


async def _confirmed(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await stored_match(services, actor, entry.subject_id or 0)
    await reply(interaction, match_card(report), match_buttons(report))


async def _objected(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_objection(interaction, await object_to_match(services, actor, entry.subject_id or 0))


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


async def _list(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    found = await publish_list(services, actor, RatingList(entry.details["list"]))
    await reply_list(interaction, found)


async def _list_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, list_taken_back_card(await undo_publication(services, actor, entry.subject_id or 0)))


async def _calibration(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await store_calibration(services, actor, RatingList(entry.details["list"]))
    await reply_calibration(interaction, report, actor.interaction_id)


async def _calibration_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, taken_back_card(await undo_calibration(services, actor, entry.subject_id or 0)))


async def _roster(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_roster(interaction, await confirm_roster(services, actor, entry.details["pending"]))


async def _roster_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, import_undone_card(await undo_roster(services, actor, 0)))


async def _people(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_people(interaction, await confirm(services, actor, 0, ""))


async def _people_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, undone_card(await undo_people(services, actor, 0)))


async def _club_exported(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_file(interaction, within(await export_club(services, actor), interaction.filesize_limit))


async def _club_taken_in(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, taken_in_card(from_json(ClubTakenIn, entry.details, None)))


async def _pool(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    found = await pool_settings(services, actor, RatingList(entry.details["list"]), PoolChange())
    await reply(interaction, pool_settings_card(found), persistent(UndoSettings(actor.interaction_id)))


async def _settings(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_settings(interaction, actor.interaction_id)


async def _settings_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_settings(interaction)


async def _step_skipped(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    found = await set_up(services, actor)
    await reply(interaction, set_up_card(found), set_up_view(found))


async def _norms(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    norm = next((norm for norm in NORMS if str(norm) == entry.details["norm"]), None)
    whose = Player(entry.details["player"], None, "")
    question = NormQuestion(event_id=entry.subject_id, norm=norm, member=whose, keep=True)
    await reply_pages_here(interaction, norm_pages(await norm_of(services, actor, question)))


async def _challenge(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show a challenge as it stands; whoever is to answer has not been asked yet either."""
    await reply_challenge(interaction, await challenge_card(services, actor, entry.subject_id or 0))


async def _season(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show a season as it stands, with its board."""
    await reply_season(interaction, services, actor, entry.subject_id or 0)


async def _season_begun(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_begun(interaction, await begin_season(services, actor, NewSeason("")))


async def _season_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, season_undone_card(await undo_season(services, actor, entry.subject_id or 0)))


async def _evening(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    card, _ = await evening_card(services, actor.club_id, entry.subject_id or 0)
    await post_evening(interaction, actor, card)


async def _entered(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    card, _ = await evening_card(services, actor.club_id, entry.subject_id or 0)
    await reply(interaction, await embed_of(services, card))


DIRECTED = (
    "withdraw",
    "come-back",
    "draft-round",
    "drop-draft",
    "pair-by-hand",
    "publish-round",
    "unpublish-round",
    "close-round",
    "reopen-round",
)
"""What directors do at a paired evening, and see in their panel."""


async def _panel(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await open_panel(interaction, await tournament_of(services, actor.club_id, entry.subject_id or 0))


async def _order(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    tournament = await tournament_of(services, actor.club_id, entry.subject_id or 0)
    await reply(interaction, order_embed(tournament), persistent(UndoAnnounced(actor.interaction_id)))


async def _announced_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    tournament = await tournament_of(services, actor.club_id, entry.subject_id or 0)
    await reply(interaction, undone_embed(tournament))


async def _boards(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show the boards of the latest round of a paired evening."""
    tournament = await tournament_of(services, actor.club_id, entry.subject_id or 0)
    number = tournament.next_round - 1
    await reply(interaction, round_embed(tournament, number, pages_of(tournament, number)[0]))


async def _cancelled(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, CANCELLED)


async def _results(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await answer_report(interaction, await report_results(services, actor, entry.subject_id, ()))


async def _closed(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    _, report = await close_evening(services, actor, entry.details["evening"])
    await reply_import(interaction, report, actor.interaction_id)


async def _loaded(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, loaded_embed(LoadReport(await history_in_use(services, actor.club_id), ())))


async def _reset(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, reset_embed(await history_in_use(services, actor.club_id)))


async def _qursh(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    card = qursh_settings_card(await qursh_settings(services, actor, QurshChange()))
    await reply(interaction, card, persistent(UndoSettings(actor.interaction_id)))


AGAIN: dict[str, Again] = {
    **ALIVE_AGAIN,
    "amend-event": _amend,
    "calibrate": _calibration,
    "cancel-evening": _cancelled,
    CLAIMED: _claimed,
    CLAIM_UNDONE: _claim_undone,
    "close-evening": _closed,
    "confirm-results": _results,
    CONFIRMED: _confirmed,
    DECIDED: _decided,
    DELETED: _deleted,
    REPORT_CONFIRMED: _word,
    REPORT_DISPUTED: _word,
    "demote-title": _demotion,
    "edit-player": _edit,
    "export-club": _club_exported,
    HIDDEN: _hidden,
    ID_CONFIRMED: _id,
    "import-club": _club_taken_in,
    "import-event": _import,
    "import-pool": _roster,
    "join-evening": _entered,
    "leave-evening": _entered,
    "link-player": _link,
    LOAD: _loaded,
    FORGOTTEN: _forgotten,
    "merge-players": _merge,
    "new-evening": _evening,
    "norm-settings": _norms,
    OBJECTED: _objected,
    POOL_CHANGED: _pool,
    "publish-list": _list,
    "record-event": _event,
    "record-match": _match,
    "report-results": _results,
    **dict.fromkeys(DIRECTED, _panel),
    **dict.fromkeys(("report-game", "answer-game", "take-back-game", "enter-results", "decide-game"), _boards),
    ORDER_SET: _order,
    ANNOUNCED_UNDONE: _announced_undone,
    "ask-bye": _entered,
    "add-entrants": _entered,
    REQUESTED: _requested,
    QURSH_CHANGED: _qursh,
    RESET: _reset,
    **dict.fromkeys((CHALLENGED, CHALLENGE_ACCEPTED, CHALLENGE_DECLINED), _challenge),
    **dict.fromkeys((CHALLENGE_REPORTED, CHALLENGE_CONFIRMED, CHALLENGE_OBJECTED), _challenge),
    SEASON_BEGUN: _season_begun,
    SEASON_ENDED: _season,
    SEASON_REOPENED: _season,
    SEASON_VOIDED: _season_undone,
    "set-rating": _opening,
    TAKEN_IN: _people,
    PEOPLE_UNDONE: _people_undone,
    SETTINGS_CHANGED: _settings,
    "undo-calibration": _calibration_undone,
    "undo-demotion": _demotion_undone,
    "undo-merge": _merge_undone,
    RATING_UNDONE: _opening_undone,
    SETTINGS_UNDONE: _settings_undone,
    STEP_SKIPPED: _step_skipped,
    ROSTER_UNDONE: _roster_undone,
    "undo-publication": _list_undone,
    "void-event": _void,
    ALL_VOIDED: _all_voided,
}
"""How to show again what was stored, by the action that the audit names."""

PRIVATE = frozenset(
    {
        "cancel-evening",
        ALL_VOIDED,
        DELETED,
        "edit-player",
        FORGOTTEN,
        HIDDEN,
        *ALIVE_AGAIN,
        "join-evening",
        "leave-evening",
        "ask-bye",
        "add-entrants",
        "report-game",
        "answer-game",
        "take-back-game",
        *DIRECTED,
        POOL_CHANGED,
        SETTINGS_CHANGED,
        SETTINGS_UNDONE,
        STEP_SKIPPED,
    }
)
"""What is for the member alone: what was answered so, and cards that stand elsewhere for everybody."""
