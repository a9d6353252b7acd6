"""Answers about events, reports, matches, challenges and lists, shown again."""

from bot.services.challenges.propose import ACCEPTED as CHALLENGE_ACCEPTED
from bot.services.challenges.propose import CHALLENGED, challenge_card
from bot.services.challenges.propose import DECLINED as CHALLENGE_DECLINED
from bot.services.challenges.results import CONFIRMED as CHALLENGE_CONFIRMED
from bot.services.challenges.results import OBJECTED as CHALLENGE_OBJECTED
from bot.services.challenges.results import REPORTED as CHALLENGE_REPORTED
from bot.services.context import Actor, Services
from bot.services.directors_queue import ALL_VOIDED, reject_all
from bot.services.events.amend import Amendment, amend_event
from bot.services.events.consent import stored_words
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.fide.lists import publish_list, undo_publication
from bot.services.fide.norm import NormQuestion, norm_of
from bot.services.imports.import_event import confirm_import
from bot.services.oracle.match import stored_match
from bot.services.oracle.waiting import OBJECTED, object_to_match
from bot.store.events.unconfirmed import CONFIRMED as REPORT_CONFIRMED
from bot.store.events.unconfirmed import DISPUTED as REPORT_DISPUTED
from bot.store.people.oracle import CONFIRMED
from bot.store.rows import AuditEntry, Player
from bot.ui.buttons.again.shown import Again, Interaction
from bot.ui.buttons.challenge_buttons import reply_challenge
from bot.ui.buttons.events.import_buttons import reply_import
from bot.ui.buttons.fide_list_buttons import reply_list
from bot.ui.buttons.oracle_buttons import match_buttons, reply_match, reply_objection
from bot.ui.buttons.people.report_buttons import reply_report, reply_word
from bot.ui.cards.events.events import amend_card
from bot.ui.cards.events.undo import undo_card
from bot.ui.cards.people.reports import all_taken_back_card
from bot.ui.fide.list_card import taken_back_card as list_taken_back_card
from bot.ui.fide.norm_card import norm_pages
from bot.ui.framework.answers import reply, reply_pages_here
from bot.ui.oracle.match_card import match_card
from core.fide.norms.titles import NORMS
from core.formats.typed.opponents import ParsedOpponents
from core.lists import RatingList

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


async def _list(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    found = await publish_list(services, actor, RatingList(entry.details["list"]))
    await reply_list(interaction, found)


async def _list_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, list_taken_back_card(await undo_publication(services, actor, entry.subject_id or 0)))


async def _norms(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    norm = next((norm for norm in NORMS if str(norm) == entry.details["norm"]), None)
    whose = Player(entry.details["player"], None, "")
    question = NormQuestion(event_id=entry.subject_id, norm=norm, member=whose, keep=True)
    await reply_pages_here(interaction, norm_pages(await norm_of(services, actor, question)))


async def _challenge(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show a challenge as it stands; whoever is to answer has not been asked yet either."""
    await reply_challenge(interaction, await challenge_card(services, actor, entry.subject_id or 0))


EVENTS_AGAIN: dict[str, Again] = {
    "amend-event": _amend,
    CONFIRMED: _confirmed,
    REPORT_CONFIRMED: _word,
    REPORT_DISPUTED: _word,
    "import-event": _import,
    "norm-settings": _norms,
    OBJECTED: _objected,
    "publish-list": _list,
    "record-event": _event,
    "record-match": _match,
    **dict.fromkeys((CHALLENGED, CHALLENGE_ACCEPTED, CHALLENGE_DECLINED), _challenge),
    **dict.fromkeys((CHALLENGE_REPORTED, CHALLENGE_CONFIRMED, CHALLENGE_OBJECTED), _challenge),
    "undo-publication": _list_undone,
    "void-event": _void,
    ALL_VOIDED: _all_voided,
}
"""How to show again what was stored, by the action that the audit names."""
