"""Import an event's file: look at what it would do, then store and rate it whole."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from enum import Enum

from bot.services.context import Actor, Services
from bot.services.imports.import_report import ImportOptions, ImportReport
from bot.services.imports.match_players import NEW_PLAYER
from bot.services.imports.remarks import rated_later
from bot.services.imports.store_file import ReadFile, read_file, store_file
from bot.services.report_codec import from_json, to_json
from bot.services.someone import AskServer, ServerMember, Someone
from bot.services.transaction import Read, Write, check_director, preview, read, repeatable, use_case
from bot.store.kept import imports
from bot.store.rows import Club, PendingImport, Player
from core.errors import NotFoundError, RuleError
from core.formats.common.days import parse_day
from core.lists import RatingList

IMPORT = "import an event"
"""What only directors may, as the end of a sentence."""


class StoredAlready(Enum):
    """What becomes of events that are stored already and look like a file's; ASK stores nothing where there are any."""

    ASK = "ask"
    REPLACED = "replaced"
    STAYS = "stays"


NOT_WAITING = "That file is stored already, or has waited too long: upload it again to see."


async def may_import(services: Services, actor: Actor) -> Club:
    """Raise NotAllowedError for anybody but a director, before a file is downloaded; return the club."""
    return await check_director(services, actor, IMPORT)


async def preview_import(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None = None
) -> ImportReport:
    """Return what a file would do, and keep it for a confirmation; directors only.

    ask: for the members of the server who may be somebody of the file.

    The whole import is done and rolled back, so that what is shown is what a confirmation stores.
    """

    # What is stored is what was shown, the day included, whenever it is confirmed.
    asked = replace(options, undated=services.today(await may_import(services, actor)))
    report = await _look_at(services, actor, data, asked, ask)
    pending_id = await _keep(services, actor, data, asked)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


@repeatable()
def _keep(write: Write, data: bytes, options: ImportOptions) -> int:
    kept = to_json(ImportOptions, options)
    return imports.keep(write.connection, write.club.id, data, kept, write.actor.member.user_id, write.now)


async def _look_at(
    services: Services, actor: Actor, data: bytes, options: ImportOptions, ask: AskServer | None
) -> ImportReport:
    file = await read_file(data)
    server: Sequence[ServerMember] = ()
    if ask is not None:
        named = {one.name for section in file.file.sections for one in section.players}
        server = await ask(sorted(named))
    return await _looked_at(services, actor, file, options, server)


@preview(director_to=IMPORT)
def _looked_at(write: Write, file: ReadFile, options: ImportOptions, server: Sequence[ServerMember]) -> ImportReport:
    """Return what a file would do, with what a director should look at first."""
    report = store_file(write, file, options, server)
    remarks = (*rated_later(write, report.sections), *report.file.remarks)
    return replace(report, file=replace(report.file, remarks=remarks))


async def choose_player(
    services: Services,
    actor: Actor,
    pending_id: int,
    section: int,
    number: int,
    player_id: int,
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Say who somebody of a waiting file is; return what the file would do now.

    player_id: a player's, the negative of a member's Discord id, or `NEW_PLAYER`.
    """

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, chosen={**options.chosen, f"{section}:{number}": player_id})

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def choose_lists(
    services: Services,
    actor: Actor,
    pending_id: int,
    lists: Sequence[RatingList],
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Say which lists a waiting file moves; return what it would do now."""
    order = list(RatingList)
    chosen = tuple(sorted(lists, key=order.index))

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, lists=chosen, why=None)

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def give_reason(
    services: Services,
    actor: Actor,
    pending_id: int,
    why: str,
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Say why a waiting file moves lists whose rules would not rate it; return what it would do now."""

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, why=why)

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def call_it(
    services: Services,
    actor: Actor,
    pending_id: int,
    name: str | None,
    written_day: str,
    digest: str | None = None,
    ask: AskServer | None = None,
) -> ImportReport:
    """Name and date a waiting file; return what it would do now. What is left empty is as in the file."""
    today = services.today(await may_import(services, actor))
    day = parse_day(written_day, today) if written_day.strip() else None

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, name=name, day=day)

    return await _change_options(services, actor, pending_id, digest, choose, ask)


@read(director_to=IMPORT)
def chosen_so_far(look: Read, pending_id: int, digest: str) -> ImportOptions:
    """Return what a director has chosen for a waiting file."""
    return _options_of(imports.find(look.connection, look.club.id, pending_id, digest, look.now))


async def _change_options(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None,
    choose: Callable[[ImportOptions], ImportOptions],
    ask: AskServer | None,
) -> ImportReport:
    data, options = await _choose(services, actor, pending_id, digest, choose)
    report = await _look_at(services, actor, data, options, ask)
    return replace(report, pending_id=pending_id, digest=imports.digest_of(data))


@repeatable(director_to=IMPORT)
def _choose(
    write: Write, pending_id: int, digest: str | None, choose: Callable[[ImportOptions], ImportOptions]
) -> tuple[bytes, ImportOptions]:
    data, options = _waiting(write, pending_id, digest)
    options = choose(options)
    imports.choose(write.connection, pending_id, to_json(ImportOptions, options))
    return data, options


async def look_again(
    services: Services, actor: Actor, pending_id: int, digest: str | None = None, ask: AskServer | None = None
) -> ImportReport:
    """Return what a waiting file would do now."""
    return await _change_options(services, actor, pending_id, digest, lambda options: options, ask)


async def choose_new(
    services: Services, actor: Actor, pending_id: int, digest: str | None, ask: AskServer | None
) -> ImportReport:
    """Say that whoever of a waiting file is not settled yet is new; return what the file would do now."""
    report = await look_again(services, actor, pending_id, digest, ask)
    new = {f"{one.section}:{one.file.number}": NEW_PLAYER for one in report.doubts}

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, chosen={**new, **options.chosen})

    return await _change_options(services, actor, pending_id, digest, choose, ask)


async def choose_named(
    services: Services, actor: Actor, pending_id: int, digest: str | None, ask: AskServer | None
) -> ImportReport:
    """Take everybody of a waiting file for the one who has exactly that name; return what the file would do now."""

    report = await look_again(services, actor, pending_id, digest, ask)
    named = {f"{one.section}:{one.file.number}": chosen_key(one.suggestions[0]) for one in report.doubts if one.named}

    def choose(options: ImportOptions) -> ImportOptions:
        return replace(options, chosen={**named, **options.chosen})

    return await _change_options(services, actor, pending_id, digest, choose, ask)


def chosen_key(one: Someone) -> int:
    """Return how somebody is kept whom a director chose: a player by id, a member by the negative of theirs."""
    return one.id if isinstance(one, Player) else -one.user_id


def _waiting(write: Write, pending_id: int, digest: str | None) -> tuple[bytes, ImportOptions]:
    """Return the file that a button is about, and its options; raise NotFoundError where it waits no more."""
    pending = imports.find(write.connection, write.club.id, pending_id, digest, write.now)
    options = _options_of(pending)
    assert pending is not None
    return pending.data, options


def _options_of(pending: PendingImport | None) -> ImportOptions:
    if pending is None or "chosen" not in pending.options:  # a table of a pool waits in the same place
        raise NotFoundError(NOT_WAITING)
    return from_json(ImportOptions, pending.options, NOT_WAITING)


async def confirm_import(
    services: Services,
    actor: Actor,
    pending_id: int,
    digest: str | None = None,
    again: StoredAlready = StoredAlready.ASK,
) -> ImportReport:
    """Store and rate a file that was looked at, in one transaction; directors only.

    digest: how the digest of the file begins that was looked at; None for whatever waits.
    again: what becomes of events that are stored already and look like the file's.
    """
    data = await _waiting_data(services, actor, pending_id, digest)
    return await _store(services, actor, pending_id, digest, None if data is None else await read_file(data), again)


@read(director_to=IMPORT)
def _waiting_data(look: Read, pending_id: int, digest: str | None) -> bytes | None:
    waiting = imports.find(look.connection, look.club.id, pending_id, digest, look.now)
    return None if waiting is None else waiting.data


@use_case("import-event", director_to=IMPORT)
def _store(
    write: Write, pending_id: int, digest: str | None, file: ReadFile | None, again: StoredAlready
) -> ImportReport:
    """Store and rate a file that waits."""
    _, options = _waiting(write, pending_id, digest)
    # What is there now was there when it was read: a number is never used again, and its file never changed.
    assert file is not None
    report = store_file(write, file, options, beside=again is StoredAlready.STAYS)
    if report.asks:
        raise RuleError("Choose in the menu which list the event moves, then confirm.")
    if report.against is not None:
        raise RuleError(f"{report.against} Give a reason with the button, or choose other lists.")
    if report.replaces and again is StoredAlready.ASK:
        raise RuleError("An event like this one has been stored since you looked. Upload the file again.")
    imports.forget(write.connection, pending_id)
    stored = [section.event_id for section in report.sections]
    replaced = [] if again is StoredAlready.STAYS else [one.event.id for one in report.replaces]
    write.note(stored[0], {"events": stored, "why": options.why, "replaced": replaced})
    return report if replaced else replace(report, replaces=())


@repeatable(director_to=IMPORT)
def drop_import(write: Write, pending_id: int, digest: str) -> None:
    """Let a file wait no longer: nothing of it is stored."""
    _waiting(write, pending_id, digest)
    imports.forget(write.connection, pending_id)
