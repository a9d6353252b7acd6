"""Import an event's file: preview it, change the choices, then store and rate it whole."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from bot.services.events.imports.matching import NEW_PLAYER
from bot.services.events.imports.options import ImportOptions, ImportReport
from bot.services.events.imports.remarks import rated_later
from bot.services.events.imports.store_file import ReadFile, read_file, store_file
from bot.services.events.published import with_near
from bot.services.events.same_games import StoredAlready
from bot.services.framework.actions import event_action
from bot.services.framework.clock import calendar_of
from bot.services.framework.context import Actor, Services
from bot.services.framework.subject import AskServer, ServerMember, Someone
from bot.services.framework.transaction import Write, check_director, preview, use_case
from bot.services.framework.waiting import Waiting
from bot.store.club import files
from bot.store.database.rows import Club, Player
from core.errors import RuleError
from core.event.dated import Span
from core.files.common.people import user_in
from core.lists import RatingList
from core.rating.systems import system_of

IMPORT = "import an event"


NOT_WAITING = "The file is already stored, or the preview has expired. Upload it again."

UPLOADED = Waiting("event", ImportOptions, IMPORT, NOT_WAITING)

Change = Callable[[ImportOptions], ImportOptions]


async def may_import(services: Services, actor: Actor) -> Club:
    """Return the club; raise NotAllowedError for non-directors."""
    return await check_director(services, actor, IMPORT)


async def preview_import(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None = None
) -> ImportReport:
    """Return a file's effect, by a rolled-back import, and store the file; directors only.

    ask: for similar server members.
    """
    # Stored as shown, day included.
    asked = replace(options, undated=services.today(await may_import(services, actor)))
    report = await _look_at(services, actor, data, asked, ask)
    pending_id, digest = await UPLOADED.keep(services, actor, data, asked)
    return replace(report, pending_id=pending_id, digest=digest)


async def _look_at(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None
) -> ImportReport:
    file = await _read_for(services, await may_import(services, actor), data, options)
    server: Sequence[ServerMember] = ()
    if ask is not None:
        server = await ask(sorted(_names_in(file)))
    return await _looked_at(services, actor, file, options, server)


async def _read_for(services: Services, club: Club, data: bytes, options: ImportOptions) -> ReadFile:
    return await read_file(data, calendar_of(club, services.now(), options.chosen_lists, options.order))


def _names_in(file: ReadFile) -> set[str]:
    return {one.name for section in file.file.sections for one in section.players}


@preview(director_to=IMPORT)
def _looked_at(write: Write, file: ReadFile, options: ImportOptions, server: Sequence[ServerMember]) -> ImportReport:
    report = store_file(write, file, options, server)
    remarks = (*rated_later(write, report.sections), *report.file.remarks)
    sections = tuple(with_near(write.connection, section) for section in report.sections)
    return replace(report, sections=sections, file=replace(report.file, remarks=remarks))


async def change_import(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None,
    change: Change = lambda options: options,
    ask: AskServer | None = None,
) -> ImportReport:
    """Change a waiting file's options; return its effect."""
    found = await UPLOADED.change(services, actor, pending_id, digest, change)
    report = await _look_at(services, actor, found.data, found.options, ask)
    return replace(report, pending_id=pending_id, digest=files.digest_of(found.data))


def with_players(chosen: Mapping[str, int]) -> Change:
    """chosen: see `ImportOptions`; a player, a negative Discord id, or `NEW_PLAYER`."""
    return lambda options: replace(options, chosen={**options.chosen, **chosen})


def with_span(span: Span) -> Change:
    return lambda options: replace(options, span=span)


def with_lists(lists: Sequence[RatingList]) -> Change:
    chosen = tuple(sorted(lists, key=attrgetter("order")))
    editions = {edition.key for moved in chosen for edition in system_of(moved).editions}

    def change(options: ImportOptions) -> ImportOptions:
        return replace(options, lists=chosen, why=None, rules=options.rules if options.rules in editions else None)

    return change


async def settle_names(
    services: Services, actor: Actor, pending_id: int, digest: str | None, ask: AskServer | None, *, named: bool
) -> ImportReport:
    """Choose the exactly named players, or newcomers for all in doubt; return the file's effect."""
    report = await change_import(services, actor, pending_id, digest, ask=ask)
    chosen = {
        f"{one.section}:{one.file.number}": chosen_key(one.suggestions[0]) if named else NEW_PLAYER
        for one in report.doubts
        if one.named or not named
    }
    return await change_import(
        services, actor, pending_id, digest, lambda options: replace(options, chosen={**chosen, **options.chosen}), ask
    )


def chosen_key(one: Someone) -> int:
    """Return the stored key of a choice: player id, or negative Discord id."""
    return one.id if isinstance(one, Player) else -one.user_id


async def confirm_import(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None = None,
    if_stored: StoredAlready = StoredAlready.ASK,
    ask: AskServer | None = None,
) -> ImportReport:
    """Store and rate a previewed file; directors only.

    digest: of the preview, None for any. if_stored: what happens to events that are stored. ask: for the names of
    members whom the file mentions.
    """
    found = await UPLOADED.peek(services, actor, pending_id, digest)
    file = None
    if found is not None:
        file = await _read_for(services, await may_import(services, actor), found.data, found.options)
    mentioned = [] if file is None else sorted(name for name in _names_in(file) if user_in(name) is not None)
    server = await ask(mentioned) if mentioned and ask is not None else ()
    return await _store(services, actor, pending_id, digest, file, if_stored, server)


@use_case(event_action("import-event", "imported"), director_to=IMPORT)
def _store(
    write: Write,
    pending_id: int,
    digest: str | None,
    file: ReadFile | None,
    if_stored: StoredAlready,
    server: Sequence[ServerMember],
) -> ImportReport:
    options = UPLOADED.take(write, pending_id, digest).options
    assert file is not None  # its number is never reused
    report = store_file(write, file, options, server, if_stored)
    if report.asks_day:
        raise RuleError("Press the button with the right day, then confirm.")
    if report.asks:
        raise RuleError("Choose in the menu which list the event changes, then confirm.")
    if report.against is not None:
        raise RuleError(f"{report.against} Give a reason with the button, or choose other lists.")
    if report.replaces and if_stored is StoredAlready.ASK:
        raise RuleError("An event like this one has been stored since you looked. Upload the file again.")
    stored = [section.event_id for section in report.sections]
    replaced = [] if if_stored is StoredAlready.STAYS else [one.event.id for one in report.replaces]
    write.note(stored[0], {"events": stored, "why": options.why, "replaced": replaced})
    return report if replaced else replace(report, replaces=())
