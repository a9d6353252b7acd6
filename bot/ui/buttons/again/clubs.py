"""Answers about a club, its pools, seasons and histories, shown again."""

from bot.services.club_copy.export import export_club, within
from bot.services.club_copy.take_in import ClubTakenIn
from bot.services.context import Actor, Services
from bot.services.oracle.calibrate import store_calibration, undo_calibration
from bot.services.oracle.exchange import confirm_roster
from bot.services.oracle.import_undo import UNDONE as ROSTER_UNDONE
from bot.services.oracle.import_undo import undo_roster
from bot.services.oracle.settings import PoolChange, pool_settings
from bot.services.qursh.history import LOAD, RESET, LoadReport, history_in_use
from bot.services.qursh.settings import QurshChange, qursh_settings
from bot.services.report_codec import from_json
from bot.services.seasons.begin import BEGUN as SEASON_BEGUN
from bot.services.seasons.begin import VOIDED as SEASON_VOIDED
from bot.services.seasons.begin import NewSeason, begin_season, undo_season
from bot.services.seasons.end import ENDED as SEASON_ENDED
from bot.services.seasons.end import REOPENED as SEASON_REOPENED
from bot.services.settings.set_up import SKIPPED as STEP_SKIPPED
from bot.services.settings.set_up import set_up
from bot.services.settings_undo import CHANGED as SETTINGS_CHANGED
from bot.services.settings_undo import POOL_CHANGED, QURSH_CHANGED
from bot.services.settings_undo import UNDONE as SETTINGS_UNDONE
from bot.store.rows import AuditEntry
from bot.ui.buttons.again.shown import Again, Interaction
from bot.ui.buttons.club.settings_buttons import UndoSettings, reply_settings
from bot.ui.buttons.oracle_buttons import reply_calibration, reply_roster
from bot.ui.buttons.people.set_up_buttons import set_up_view
from bot.ui.buttons.season_buttons import reply_begun, reply_season
from bot.ui.buttons.undo_buttons import persistent
from bot.ui.cards.club.club_copy import taken_in_card
from bot.ui.cards.club.seasons import season_undone_card
from bot.ui.cards.events.wall_chart_answers import reply_file
from bot.ui.cards.people.set_up import set_up_card
from bot.ui.framework.answers import reply
from bot.ui.oracle.calibration_card import taken_back_card
from bot.ui.oracle.import_card import import_undone_card
from bot.ui.oracle.settings_card import pool_settings_card
from bot.ui.qursh.settings_card import qursh_settings_card
from bot.ui.qursh.table_card import loaded_embed, reset_embed
from core.lists import RatingList


async def _calibration(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    report = await store_calibration(services, actor, RatingList(entry.details["list"]))
    await reply_calibration(interaction, report, actor.interaction_id)


async def _calibration_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, taken_back_card(await undo_calibration(services, actor, entry.subject_id or 0)))


async def _roster(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_roster(interaction, await confirm_roster(services, actor, entry.details["pending"]))


async def _roster_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, import_undone_card(await undo_roster(services, actor, 0)))


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


async def _season(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    """Show a season as it stands, with its board."""
    await reply_season(interaction, services, actor, entry.subject_id or 0)


async def _season_begun(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply_begun(interaction, await begin_season(services, actor, NewSeason("")))


async def _season_undone(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, season_undone_card(await undo_season(services, actor, entry.subject_id or 0)))


async def _loaded(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, loaded_embed(LoadReport(await history_in_use(services, actor.club_id), ())))


async def _reset(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    await reply(interaction, reset_embed(await history_in_use(services, actor.club_id)))


async def _qursh(interaction: Interaction, services: Services, actor: Actor, entry: AuditEntry) -> None:
    card = qursh_settings_card(await qursh_settings(services, actor, QurshChange()))
    await reply(interaction, card, persistent(UndoSettings(actor.interaction_id)))


CLUBS_AGAIN: dict[str, Again] = {
    "calibrate": _calibration,
    "export-club": _club_exported,
    "import-club": _club_taken_in,
    "import-pool": _roster,
    LOAD: _loaded,
    POOL_CHANGED: _pool,
    QURSH_CHANGED: _qursh,
    RESET: _reset,
    SEASON_BEGUN: _season_begun,
    SEASON_ENDED: _season,
    SEASON_REOPENED: _season,
    SEASON_VOIDED: _season_undone,
    SETTINGS_CHANGED: _settings,
    "undo-calibration": _calibration_undone,
    SETTINGS_UNDONE: _settings_undone,
    STEP_SKIPPED: _step_skipped,
    ROSTER_UNDONE: _roster_undone,
}
"""How to show again what was stored, by the action that the audit names."""
