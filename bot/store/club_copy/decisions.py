"""What of each table a club's copy carries. A test asks for every table and column."""

from collections.abc import Collection

from sqlalchemy import Column, Table

from bot.store.tables import (
    amendment,
    club,
    demotion,
    entrant,
    event,
    event_list,
    game,
    history,
    list_fact,
    merge,
    metadata,
    opening,
    player,
    season,
    season_board,
)

CARRIED = (
    player, event, event_list, entrant, game, opening, demotion, list_fact, amendment, merge, season, season_board,
    history,
)  # fmt: skip
"""Facts, and what directors decided: row by row, those that others refer to first."""

DERIVED = ("journal", "standing", "norm", "title")
"""Told in the file, and worked out again from the facts, which must give the same."""

SPECIAL = {"club": "the settings", "audit": "who did what, without details", "chain": "the chain of the facts"}

LEFT_OUT = {
    "board": "worked out again",
    "claim": "what was confirmed stands with the player",
    "challenge": "a proposal in Discord; the event that it became is carried",
    "pending_import": "a file that waits for a click here",
    "federation_entry": "the operator's list",
    "kept_form": "what was typed into a form a moment ago",
    "live_board": "a message in a channel of this server",
    "role_rule": "roles of this server",
    "role_given": "roles of this server",
    "news": "what was announced here",
    "outbox": "what is still to be sent here",
    "forgotten": "numbers of this database",
    "shard": "the processes of this installation",
}
"""Tables of which nothing is carried, and why."""

LEFT_OUT_PREFIXES = {"evening": "kept in Discord while it is played; the event that it became is carried"}

HERE_ALONE = frozenset({"club_id", "interaction_id", "channel_id", "message_id", "folded", "search"})
"""Columns of any table that say something of this server, or of the row itself."""

SETTINGS_LEFT_OUT = frozenset(
    {
        *("id", "facts", "fold_version", "set_up", "created_at", "left_at"),
        *("queue_told", "followed", "news_channel_id", "news_when"),
    }
)
"""The club's columns that are no settings, or belong to what moves by itself in this server."""

OF_SERVER = ("td_role_id", "reporter_role_id", "td_channel_id")
"""Settings that are ids of one server: they come along to the same server alone."""

SOFT_REFERENCES = {
    (player.name, "merged_into"): player.name,
    (opening.name, "event_id"): event.name,
    (season.name, "list_fact_id"): list_fact.name,
}
"""Columns that refer to a row without a foreign key."""

NO_REFERENCES = frozenset(
    {
        (player.name, "user_id"),
        (player.name, "uschess_id"),
        (player.name, "fide_id"),
        (player.name, "naspa_id"),
    }
)
"""Columns that are called like references and are none: Discord's users are the same everywhere."""

JSON_WITH_NUMBERS = frozenset({(merge.name, "moved"), (amendment.name, "before"), (club.name, "house_rules")})
JSON_WITHOUT = frozenset(
    {
        (event.name, "title_norms"),
        (entrant.name, "elsewhere"),
        (entrant.name, "list_ratings"),
        (season.name, "corrected"),
        (season_board.name, "line"),
        (club.name, "news_kinds"),
    }
)
"""Columns of JSON that name rows by number, and those that do not."""

BY_SEQ = frozenset({event.name, opening.name, demotion.name, list_fact.name})
"""Facts are known by their seq, which is the club's own; players by their number in the chain."""

SETTINGS = tuple(one for one in club.columns if one.name not in {*SETTINGS_LEFT_OUT, *OF_SERVER})


def columns_of(table: Table) -> list[Column[object]]:
    """Return the columns of a table that are carried; a fact's own id is its seq."""
    left_out = HERE_ALONE | ({"id"} if table.name in BY_SEQ else set())
    return [column for column in table.columns if column.name not in left_out]


def target_of(table: Table, column: Column[object]) -> str | None:
    """Return the table whose number a column is."""
    for key in column.foreign_keys:
        return key.column.table.name
    return SOFT_REFERENCES.get((table.name, column.name))


def undecided(names: Collection[str] = frozenset(metadata.tables)) -> list[str]:
    """Return the tables of which nobody has said whether a club's copy carries them."""
    carried = {table.name for table in CARRIED}
    decided = carried | set(DERIVED) | SPECIAL.keys() | LEFT_OUT.keys()
    return sorted(name for name in names if name not in decided and not name.startswith(tuple(LEFT_OUT_PREFIXES)))
