"""The tables. Facts are never overwritten; everything else is calculated from them.

A fact's place is (date, seq); `seq` counts up within a club. Every row names its club.
"""

import secrets
from dataclasses import fields
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    desc,
    false,
    text,
    true,
)

from bot.store.database.rows import Club
from bot.store.database.types import Json, Key, Snowflake, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _index_of_known(name: str, *columns: str) -> Index:
    where = text(f"{columns[-1]} IS NOT NULL")
    return Index(name, *columns, sqlite_where=where, postgresql_where=where)


def _club_of_part() -> Column[int]:
    return Column("club_id", Snowflake, nullable=False, comment="the club of the whole")


# Facts

_USUAL = {part.name: part.default for part in fields(Club)}


def setting(name: str, kind: Any, comment: str | None = None) -> Column[Any]:
    """Return a setting's column, with the default that `Club` gives it."""
    usual = _USUAL[name]
    if usual is None:
        return Column(name, kind, comment=comment)
    if isinstance(usual, bool):
        default: Any = true() if usual else false()
    else:
        default = str(usual) if isinstance(usual, str) else text(str(usual))
    return Column(name, kind, nullable=False, server_default=default, comment=comment)


club = Table(
    "club",
    metadata,
    Column("id", Snowflake, primary_key=True, autoincrement=False, comment="the Discord server's id"),
    Column("facts", Integer, nullable=False, server_default=text("0"), comment="the last seq given out"),
    setting("td_role_id", Snowflake, "holders are tournament directors"),
    setting("default_list", String(32)),
    setting("self_report", String(16), "who may report their own events"),
    setting("reporter_role_id", Snowflake, "the role that may, where self_report is 'role'"),
    setting("confirm_results", String(16), "who confirms at an evening"),
    setting("confirm_hours", Integer, "then it confirms itself"),
    setting("confirm_minutes", Integer, "so of a paired evening"),
    setting("check_in", Boolean, "at paired evenings, before round 1"),
    setting("forfeit_minutes", Integer, "of a round; 0: no clock"),
    setting("claims", String(16), "whether a director says who is who"),
    setting("fide_files", String(8), "whether TRF moves FIDE's lists"),
    setting("time_zone", String(64), "whose days are the club's"),
    setting("paper", String(8), "that is printed on: by the time zone, A4 or Letter"),
    setting("confirm_reports", String(16), "what of a member's own report waits for its confirmation"),
    setting("rate_opponents", Boolean, "whether who confirms a report is rated by it too"),
    setting("td_channel_id", Snowflake, "the directors' channel for daily reminders"),
    setting("official", Boolean, "whether ratings are compared each month"),
    Column("queue_told", Date, comment="the last day on which they were"),
    setting("news_channel_id", Snowflake, "where titles, norms, peaks and upsets are announced"),
    setting("news_when", String(8), "off, event, daily or weekly"),
    setting("news_hour", Integer, "of the club's day"),
    setting("news_kinds", Json, "which kinds of news; none: all"),
    Column("followed", String(64), nullable=False, server_default="", comment="what follows ratings: board, news, ..."),
    setting("lifetime_titles", String(8), "whose codes are shown"),
    setting("gone", String(8), "when leavers go from live boards"),
    setting("site", String(8), "web pages: off, link or public"),
    setting("site_name", String(60), "the club's name on its web pages"),
    setting("site_parts", Json, "which pages; none: all"),
    setting("site_ids", Boolean, "whether they show ids"),
    Column("site_key", String(16), nullable=False, default=lambda: secrets.token_hex(8), comment="of the address"),
    Column("house_rules", Json, comment="what the club decides beyond the systems' own rules"),
    Column("fold_version", Integer, nullable=False, server_default=text("1"), comment="the calculators' version"),
    Column("set_up", Json, comment="what each step of the set-up changed, before and after"),
    Column("created_at", UtcDateTime, nullable=False),
    Column("left_at", UtcDateTime, comment="since when the bot is no longer on the server"),
)

player = Table(
    "player",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("user_id", Snowflake, comment="the Discord user, or none"),
    Column("name", String(100), nullable=False),
    Column("folded", String(300), nullable=False, comment="the folded words of the name in alphabetical order"),
    Column("search", String(400), nullable=False, comment="the folded name in which a typed name is looked for"),
    Column("known_as", String(300), comment="the folded name by which a director knows a member"),
    Column("named", Boolean, nullable=False, server_default=false(), comment="by a director, whatever Discord says"),
    Column("born", Date, comment="birth date, for a first rating"),
    Column("adult", Boolean, nullable=False, server_default=true(), comment="inferred where the birth date is unknown"),
    Column("uschess_id", String(16), comment="membership numbers"),
    Column("fide_id", String(16)),
    Column("naspa_id", String(16)),
    Column("federation", String(3), comment="three letters, such as USA"),
    Column("sex", String(1), comment="m or w"),
    Column("state", String(2), comment="two letters, such as WV"),
    Column("expires", String(7), comment="month of the US Chess membership: 2027-08"),
    Column("born_year", Integer, comment="if the birth date is unknown"),
    Column("title", String(4), comment="FIDE's, such as WIM"),
    Column("online", Json, comment="accounts that they linked, with the ratings there, by site; none: no account"),
    Column("kind", String(16), comment="null: a human; else an engine, a benchmark, ..."),
    Column("merged_into", Key, comment="the player whom this one turned out to be"),
    Column("hidden", Boolean, nullable=False, server_default=false(), comment="shown only to directors"),
    Column("voided", Boolean, nullable=False, server_default=false(), comment="came with what no longer counts, alone"),
    Column("left_at", UtcDateTime, comment="since when they have left the server"),
    Column("unconfirmed", String(40), comment="ids that nobody but themselves has said to be theirs, by column"),
    Column("notices", String(8), nullable=False, server_default="off", comment="of rating changes: off, each, weekly"),
    Column("challenged", Boolean, nullable=False, server_default=true(), comment="whether others may challenge them"),
    Column("announced", Boolean, nullable=False, server_default=true(), comment="whether the club's news names them"),
    Column("card_private", Boolean, nullable=False, server_default=false(), comment="shown to them and directors"),
    Column("on_site", Boolean, nullable=False, server_default=true(), comment="whether web pages name them"),
    Column("created_at", UtcDateTime, nullable=False),
    UniqueConstraint("club_id", "user_id"),
    Index("ix_player_club_id_folded", "club_id", "folded"),
    _index_of_known("ix_player_club_id_known_as", "club_id", "known_as"),
    _index_of_known("ix_player_club_id_uschess_id", "club_id", "uschess_id"),
    _index_of_known("ix_player_club_id_fide_id", "club_id", "fide_id"),
    _index_of_known("ix_player_club_id_naspa_id", "club_id", "naspa_id"),
)

event = Table(
    "event",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("date", Date, nullable=False, comment="the day it ended"),
    Column("began", Date, comment="none: on that day too"),
    Column("days", Json, comment="of the rounds, from round 1, where not all on that day"),
    Column("seq", Integer, nullable=False),
    Column("name", String(100)),
    Column("kind", String(16), nullable=False),
    Column("minutes", Integer, comment="time control: main minutes"),
    Column("seconds", Integer, comment="time control: increment or delay"),
    Column("source", String(16), nullable=False, comment="how it came in: a member's report, a file, ..."),
    Column("voided", Boolean, nullable=False, server_default=false()),
    Column("reported_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    Column("digest", String(64), comment="SHA-256 of the file that it came from"),
    Column("channel_id", Snowflake, comment="where Discord shows it"),
    Column("message_id", Snowflake),
    Column("title_norms", Json, comment="declared details for title norms"),
    Column("header", Json, comment="city, federation and arbiters, as the file had them"),
    Column("waits_until", UtcDateTime, comment="when a waiting event counts by itself"),
    Column("site", String(32), comment="where it was played online; none: at a board"),
    Column("overruled", String(200), comment="why it moves these lists though their rules would not rate it"),
    Column("ranking", Json, comment="tie-breaks and rounds; none: only points and spread count"),
    Column(
        "standing", String(16), nullable=False, server_default="confirmed", comment="reported, confirmed or disputed"
    ),
    Column("successor_id", Key, comment="the event that replaced this voided one"),
    UniqueConstraint("club_id", "seq"),
    _index_of_known("ix_event_successor_id", "successor_id"),
    _index_of_known("ix_event_club_id_digest", "club_id", "digest"),
    _index_of_known("ix_event_waits_until", "waits_until"),
)

event_list = Table(
    "event_list",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("list", String(32), primary_key=True, comment="a rating list that the event moves"),
    _club_of_part(),
    Column("rules", String(32), comment="an edition chosen by name; none: by the event's date"),
)

entrant = Table(
    "entrant",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False, comment="pairing number"),
    _club_of_part(),
    Column("player_id", ForeignKey("player.id")),
    Column("name", String(100)),
    Column("rating", Float(53), comment="as given with the event"),
    Column("rated", Boolean, nullable=False, comment="whether the event moves this entrant's rating"),
    Column("score", Float(53), comment="total points, where single results are not known"),
    Column("elsewhere", Json, comment="ratings held elsewhere by a player without one here"),
    Column("list_ratings", Json, comment="as given, on further lists that the event moves"),
    Column("published", Json, comment="ratings that the federation published with the event, by list"),
    Column("federation", String(3), comment="at the event"),
    Column("title", String(4)),
    Column("class", String(16), comment="rating class of a Scrabble division"),
    Column("deviation", Float(53), comment="how sure the rating as given is; none where that is not known"),
    Column("team", String(60), comment="the team that they played for"),
    Column("board", Integer, comment="their place in its order, from 1"),
    Column("seats", Json, comment="boards by round, where the team sat in another order"),
    Column("out", Boolean, nullable=False, server_default=false(), comment="left a round robin early (FIDE C.05)"),
    Column("place", Integer, comment="as a knockout, a ladder or a play-off gave it; none: counted from the games"),
    _index_of_known("ix_entrant_player_id", "player_id"),
)

game = Table(
    "game",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, primary_key=True, autoincrement=False, comment="pairing number"),
    _club_of_part(),
    Column("second", Integer, comment="pairing number; none for a bye"),
    Column("first_began", Boolean, comment="whether the first had White, or the first move"),
    Column("result", Float(53), comment="game points of the first; none when only totals are known"),
    Column("first_points", Float(53), comment="points on the board, in games that have them"),
    Column("second_points", Float(53)),
    Column("rated", Boolean, nullable=False),
    Column("unrated_reason", String(16), comment="why a round is not rated"),
)

entered_rating = Table(
    "entered_rating",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("player_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("list", String(32), nullable=False),
    Column("date", Date, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("rating", Float(53), nullable=False),
    Column("games", Integer, comment="none: a correction that keeps the games"),
    Column("peak", Float(53)),
    Column("floor", Float(53)),
    Column("wins", Integer, comment="of these games; none where nobody tells the results"),
    Column("losses", Integer),
    Column("draws", Integer),
    Column("confidence", Float(53), comment="the figure of the Oracle seed's program"),
    Column("standard_error", Float(53), comment="of the log strength"),
    Column("reason", String(200)),
    Column("event_id", Key, comment="the event that it came with"),
    Column("successor_id", Key, comment="the event for which this one is voided, as long as that one counts"),
    Column("voided", Boolean, nullable=False, server_default=false()),
    Column("confirmed", Boolean, nullable=False, server_default=true(), comment="not: nothing of it is for life"),
    Column("reported_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    UniqueConstraint("club_id", "seq"),
    _index_of_known("ix_entered_rating_event_id", "event_id"),
)

demotion = Table(
    "demotion",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("player_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("list", String(32), nullable=False),
    Column("date", Date, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("reason", String(200), nullable=False),
    Column("voided", Boolean, nullable=False, server_default=false()),
    Column("reported_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    UniqueConstraint("club_id", "seq"),
    comment="a lifetime title lowered by 100 points, as a player may request",
)

list_fact = Table(
    "list_fact",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("list", String(32), nullable=False),
    Column("kind", String(16), nullable=False, comment="a publication or a calibration"),
    Column("date", Date, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("through", Date, nullable=False, comment="the last day whose events are in it"),
    Column("factor", Float(53), comment="of a season: remaining share of the distance to the middle; 0: all equal"),
    Column("voided", Boolean, nullable=False, server_default=false()),
    Column("reported_by", Snowflake, comment="none: it was due"),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    UniqueConstraint("club_id", "seq"),
    Index("ix_list_fact_club_id_list", "club_id", "list", "date", "seq"),
    comment="facts about a whole list",
)

amendment = Table(
    "amendment",
    metadata,
    Column("id", Key, primary_key=True),
    _club_of_part(),
    Column("event_id", ForeignKey("event.id"), nullable=False, index=True),
    Column("before", Json, nullable=False, comment="the event as it was"),
    Column("reason", String(200), nullable=False),
    Column("amended_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
)

merge = Table(
    "merge",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("target_id", ForeignKey("player.id"), nullable=False),
    Column("merged_id", ForeignKey("player.id"), nullable=False),
    Column("moved", Json, nullable=False, comment="which facts went from one to the other"),
    Column("undone", Boolean, nullable=False, server_default=false()),
    Column("merged_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    comment="two players who are one person",
)

claim = Table(
    "claim",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("player_id", ForeignKey("player.id"), nullable=False, index=True, comment="the claimed player"),
    Column("user_id", Snowflake, nullable=False, comment="who says so"),
    Column("name", String(100), nullable=False, comment="what they are called"),
    Column("status", String(16), nullable=False, comment="waiting, confirmed, refused or denied by themselves"),
    Column("created_at", UtcDateTime, nullable=False),
    Column("decided_by", Snowflake),
    Column("decided_at", UtcDateTime),
    Column("merge_id", Key, comment="the merge that a confirmation made"),
    Column("interaction_id", Snowflake, unique=True),
    Index("ix_claim_club_id_user_id", "club_id", "user_id"),
    comment="members who say which player they are",
)

evening = Table(
    "evening",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("name", String(100), nullable=False),
    Column("date", Date, nullable=False),
    Column("list", String(32), comment="none: the time control's or the club's default"),
    Column("minutes", Integer),
    Column("seconds", Integer),
    Column("status", String(16), nullable=False, comment="open, closed or cancelled"),
    Column("event_id", ForeignKey("event.id"), comment="the event that it became"),
    Column("created_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    Column("method", String(24), nullable=False, server_default="typed", comment="how it is paired; typed: not at all"),
    Column("rounds", Integer, comment="planned; none: as many as the method gives"),
    Column("most", Integer, comment="players before the waiting list"),
    Column("confirm_minutes", Integer, nullable=False, server_default=text("15"), comment="then it confirms itself"),
    Column("check_in", Boolean, nullable=False, server_default=false(), comment="before round 1"),
    Column("forfeit_minutes", Integer, nullable=False, server_default=text("0"), comment="of a round; 0: no clock"),
    Column("lot", Integer, nullable=False, server_default=text("0"), comment="drawn once: what rules leave to lot"),
    Column("posts_in", Snowflake, comment="its thread; the channel where no thread may be made"),
    Column("tie_breaks", String(200), comment="codes in order, or the word none; null: the usual of its method"),
    Column("tie_breaks_reason", String(200), comment="why they changed after the first round was published"),
    Column("prizes", String(2000), comment="as a director typed them; null: none"),
    Column("prize_people", Json, comment="numbers by the group or prize that they are named for"),
    Column("prize_sharing", String(16), comment="how who ties shares; null without prizes"),
    Column("starts_at", UtcDateTime, comment="when it starts; null: not told"),
    Column("place", String(100), comment="where; told with the start"),
    Column("scheduled_id", Snowflake, comment="Discord's scheduled event for it, while there is one"),
    Column("sections", String(120), comment="the ratings below which a section begins, highest first; null: none"),
    Column("part_of", Key, comment="the evening of which it is a section"),
    Column("under", Integer, comment="the rating below which its players are; null: the highest section, or none"),
    Column("forbidden", Json, comment="pairs of numbers that must not meet, with the last round; null: none"),
    Column("fixed", Json, comment="numbers with the board that they keep; null: nobody"),
    Column("accelerated", Boolean, nullable=False, server_default=false(), comment="by C.04.5.1"),
    Column("all_meet_in", Integer, comment="the round that is paired as if everybody might meet"),
    Column("teams", Json, comment="boards of a match, and numbers by team in board order; null: individuals"),
    Column("play_off", Json, comment="numbers of players who were tied, best first, and by what; null: none"),
    Column("series_id", Key, comment="the series that it is of; null: it does not repeat"),
    Column("every", Integer, comment="after how many weeks it repeats; null: it does not"),
    _index_of_known("ix_evening_part_of", "part_of"),
    comment="an event that is kept in Discord while it is played",
)

series = Table(
    "series",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("plan", Json, nullable=False, comment="columns of the last evening that the next takes over"),
    Column("weeks", Integer, nullable=False, comment="between two evenings; 0: ended"),
    Column("at", Integer, nullable=False, comment="the start, in minutes of the club's day"),
    Column("next_on", Date, nullable=False, comment="the day of the next evening"),
    Column("missed_on", Date, comment="a day on which it did not open, until that is posted"),
    Column("posts_in", Snowflake, comment="the channel of its cards; null: unknown after a move"),
    Column("evening_id", Key, comment="the last evening"),
    Column("scheduled_id", Snowflake, comment="Discord's scheduled event for the next evening"),
    Column("created_by", Snowflake, nullable=False),
    comment="evenings that repeat",
)

evening_entrant = Table(
    "evening_entrant",
    metadata,
    Column("evening_id", ForeignKey("evening.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _club_of_part(),
    Column("player_id", ForeignKey("player.id"), nullable=False),
    Column(
        "from_round", Integer, nullable=False, server_default=text("1"), comment="the first that they are paired in"
    ),
    Column("until_round", Integer, comment="the last round before a withdrawal"),
    Column("waits", Boolean, nullable=False, server_default=false(), comment="whether they wait for a place"),
    Column("seed", Integer, comment="pairing number, drawn with the first round"),
    Column("missing", Boolean, nullable=False, server_default=false(), comment="whether they have yet to check in"),
    Column("here_in", Integer, comment="the last round for which they said that they are here"),
    Column("ready_at", UtcDateTime, comment="in free pairing: since when they wait for a game; none: they do not"),
    Column("entered_by", Snowflake),
    Column("entered_at", UtcDateTime),
    Column("withdrawn_by", Snowflake),
    Column("withdrawn_at", UtcDateTime),
    UniqueConstraint("evening_id", "player_id"),
)

evening_result = Table(
    "evening_result",
    metadata,
    Column("evening_id", ForeignKey("evening.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("first", Integer, primary_key=True, autoincrement=False, comment="number of the entrant"),
    _club_of_part(),
    Column("second", Integer, nullable=False),
    Column("result", Float(53), nullable=False, comment="game points of the first"),
    Column("reported_by", Snowflake, nullable=False),
    Column("reported_at", UtcDateTime, nullable=False),
    Column("confirmed_by", Snowflake),
    Column("confirmed_at", UtcDateTime),
)

evening_bye = Table(
    "evening_bye",
    metadata,
    Column("evening_id", ForeignKey("evening.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, primary_key=True, autoincrement=False),
    _club_of_part(),
    Column("kind", String(1), nullable=False, comment="H, F or Z: half a point, a full one, none"),
    Column("asked_by", Snowflake, nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    comment="rounds that an entrant asked not to play",
)

evening_round = Table(
    "evening_round",
    metadata,
    Column("evening_id", ForeignKey("evening.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    _club_of_part(),
    Column("status", String(12), nullable=False, comment="draft, published or closed"),
    Column("facts", String(64), nullable=False, comment="digest of what it was paired from"),
    Column("drafted_by", Snowflake, nullable=False),
    Column("drafted_at", UtcDateTime, nullable=False),
    Column("published_by", Snowflake),
    Column("published_at", UtcDateTime),
    Column("closed_by", Snowflake),
    Column("closed_at", UtcDateTime),
    Column("corrected", Boolean, nullable=False, server_default=false(), comment="after a later one was paired"),
)

evening_pairing = Table(
    "evening_pairing",
    metadata,
    Column("id", Key, primary_key=True),
    _club_of_part(),
    Column("evening_id", ForeignKey("evening.id"), nullable=False),
    Column("round", Integer, nullable=False),
    Column("board", Integer, nullable=False, comment="0 for a bye"),
    Column("first", Integer, nullable=False, comment="number of the entrant who begins"),
    Column("second", Integer, comment="none for a bye"),
    Column(
        "kind",
        String(1),
        nullable=False,
        comment="G: a game; U: a bye by pairing; H, F, Z: one that was asked; X: an empty seat",
    ),
    Column("by_hand", Boolean, nullable=False, server_default=false()),
    Column("goes_on", Integer, comment="in a knockout after a draw: number of the entrant who does"),
    Column("play_off", String(16), comment="the score that decided it"),
    Column("paired_at", UtcDateTime, comment="in free pairing, whose games are counted by the day"),
    UniqueConstraint("evening_id", "round", "first"),
)

evening_report = Table(
    "evening_report",
    metadata,
    Column("id", Key, primary_key=True),
    _club_of_part(),
    Column("evening_id", ForeignKey("evening.id"), nullable=False, index=True),
    Column("pairing_id", ForeignKey("evening_pairing.id"), nullable=False),
    Column("version", Integer, nullable=False),
    Column("result", String(4), nullable=False, comment="from the side of who begins: 1-0, ½, 0-1, +-, -+, --"),
    Column("first_points", Integer),
    Column("second_points", Integer),
    Column("note", String(200)),
    Column("reported_by", Snowflake, nullable=False),
    Column("reported_at", UtcDateTime, nullable=False),
    Column("state", String(10), nullable=False, comment="reported, confirmed, disputed, decided or withdrawn"),
    Column("state_by", Snowflake),
    Column("state_at", UtcDateTime),
    UniqueConstraint("pairing_id", "version"),
    comment="reports of a pairing; the last version that is not withdrawn counts",
)

evening_announcement = Table(
    "evening_announcement",
    metadata,
    Column("evening_id", ForeignKey("evening.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    _club_of_part(),
    Column("at", UtcDateTime, nullable=False),
    Column("channel_id", Snowflake),
    Column("message_id", Snowflake),
    comment="what an evening has announced, each once",
)

form_draft = Table(
    "form_draft",
    metadata,
    Column("club_id", ForeignKey("club.id"), primary_key=True),
    Column("user_id", Snowflake, primary_key=True),
    Column("form", String(100), nullable=False, comment="the form's id"),
    Column("filled", Json, nullable=False, comment="what was typed, by field"),
    Column("saved_at", UtcDateTime, nullable=False),
    comment="what a member typed into a form that was refused, for a quarter of an hour",
)

pending_import = Table(
    "pending_import",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("data", LargeBinary, nullable=False, comment="the file"),
    Column("options", Json, nullable=False),
    Column("asked_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    comment="files that wait for a director's confirmation",
)

federation_entry = Table(
    "federation_entry",
    metadata,
    Column("club_id", ForeignKey("club.id"), primary_key=True),
    Column("membership", String(16), primary_key=True, comment="the player's column that has the number"),
    Column("number", String(16), primary_key=True, comment="the membership number there"),
    Column("month", Date, nullable=False, comment="of the list, or the day of its loading"),
    Column("line", Json, nullable=False, comment="what the list says of them"),
    Column("source", String(100), nullable=False, comment="where the line comes from"),
    Column("decided", Json, comment="what directors did with its figures, by list; none: nothing yet"),
    Column("asked", Date, comment="the last day on which a service was asked; none: it comes from a file"),
    comment="what federations say, of the club's players alone",
)

history = Table(
    "history",
    metadata,
    Column("club_id", ForeignKey("club.id"), primary_key=True),
    Column("origin", String(200), nullable=False),
    Column("data", LargeBinary, nullable=False, comment="score differences, counted by cell"),
    Column("loaded_by", Snowflake, nullable=False),
    Column("loaded_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    comment="what a club ranks its Scrabble events against",
)

audit = Table(
    "audit",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("actor_id", Snowflake, nullable=False),
    Column("action", String(32), nullable=False),
    Column("subject_id", Key, comment="the event, entered rating or club that was acted on"),
    Column("details", Json),
    Column("interaction_id", Snowflake, unique=True),
    Index("ix_audit_club_id_at", "club_id", "at"),
)

forgotten = Table(
    "forgotten",
    metadata,
    Column("club_id", Snowflake, primary_key=True, autoincrement=False),
    Column("player_id", Key, primary_key=True, autoincrement=False, comment="0: the whole club was erased"),
    Column("at", UtcDateTime, nullable=False),
    comment="whom a restored backup must forget again, by number; stays when its club is erased",
)

season = Table(
    "season",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("name", String(100), nullable=False),
    Column("list", String(32), nullable=False),
    Column("starts", Date, nullable=False),
    Column("ends", Date, comment="its last day as planned; none: until a director ends it"),
    Column("ratings", String(8), nullable=False, comment="how ratings start: carry, middle or afresh"),  # words: ok
    Column("minimum", Integer, nullable=False, comment="games for a place"),
    Column("list_fact_id", Key, comment="what its beginning does to the ratings; none: nothing"),
    Column("ended_on", Date, comment="the last day that it had"),
    Column("ended_at", UtcDateTime, comment="since when its board is kept"),
    Column("corrected", Json, comment="since when and where the board is another than the one that is kept"),
    Column("voided", Boolean, nullable=False, server_default=false()),
    Column("reported_by", Snowflake, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    comment="stretches of a list with a board of their own",
)

season_board = Table(
    "season_board",
    metadata,
    Column("season_id", ForeignKey("season.id"), primary_key=True),
    Column("position", Integer, primary_key=True, autoincrement=False, comment="from 1, in the order of the board"),
    _club_of_part(),
    Column("player_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("line", Json, nullable=False, comment="the place and the figures when the season ended"),
    comment="the boards of seasons that have ended, as they were then",
)

challenge = Table(
    "challenge",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("from_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("to_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("list", String(32), nullable=False),
    Column("games", Integer, nullable=False),
    Column("white_first", Boolean, nullable=False, comment="whether who challenges has White in the first game"),
    Column("note", String(200)),
    Column("until", UtcDateTime, nullable=False),
    Column("status", String(16), nullable=False, comment="open, accepted, declined or withdrawn"),
    Column("event_id", ForeignKey("event.id"), comment="its match, once reported"),
    Column("channel_id", Snowflake),
    Column("message_id", Snowflake),
    Column("created_at", UtcDateTime, nullable=False),
    Column("interaction_id", Snowflake, unique=True),
    Index("ix_challenge_club_id_status", "club_id", "status"),
    comment="matches of two that somebody proposed",
)

# Settings of automatic features, and the outbox

live_board = Table(
    "live_board",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("list", String(32), nullable=False),
    Column("order", String(16), nullable=False),
    Column("top", Integer, nullable=False, comment="how many players"),
    Column("channel_id", Snowflake, nullable=False),
    Column("message_id", Snowflake, comment="none: not posted yet"),
    Column("shown", String(64), comment="digest of the content, without its time"),
    Column("edited_at", UtcDateTime),
    Column("lost", Integer, nullable=False, server_default=text("0"), comment="how often its message was gone"),
    Column("limited_at", UtcDateTime, comment="since when Discord takes no edits of its message"),
    Column("reposted_at", UtcDateTime, comment="when it was last posted again because of that"),
    UniqueConstraint("club_id", "list", "order"),
    comment="leaderboards that are edited when ratings move",
)

role_rule = Table(
    "role_rule",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("list", String(32), nullable=False),
    Column("by", String(8), nullable=False, comment="class or title"),
    Column("name", String(100), nullable=False),
    Column("low", Float, comment="the least rating of a class"),
    Column("title", String(8), comment="the title"),
    Column("provisional", Boolean, nullable=False, comment="whether provisional ratings count"),
    Column("role_id", Snowflake, comment="none: not made yet"),
    Column("made_here", Boolean, nullable=False, comment="whether the bot made the role"),
    comment="roles that follow ratings and titles",
)

role_given = Table(
    "role_given",
    metadata,
    Column("club_id", ForeignKey("club.id"), primary_key=True),
    Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    Column("role_id", Snowflake, primary_key=True, autoincrement=False),
    comment="which of the roles that follow ratings somebody was given last",
)

news = Table(
    "news",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("kind", String(16), nullable=False),
    Column("player_id", ForeignKey("player.id"), nullable=False, index=True),
    Column("event_id", ForeignKey("event.id"), nullable=False, index=True),
    Column("value", Json, nullable=False, comment="the figures"),
    Column("made_at", UtcDateTime, nullable=False),
    Column("settled_at", UtcDateTime),
    Column("withdrawn_at", UtcDateTime, comment="undone after it had been told"),
    UniqueConstraint("club_id", "kind", "player_id", "event_id"),
    comment="what there is to announce, and what has been",
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False, comment="board, role, digest, notice, ..."),
    Column("subject", String(64), nullable=False, comment="which board, member, digest"),
    Column("details", Json),
    Column("due_at", UtcDateTime, nullable=False, index=True),
    Column("claimed_until", UtcDateTime, comment="while a process sends it"),
    Column("changes", Integer, nullable=False, server_default=text("0"), comment="how often it was put again"),
    Column("tries", Integer, nullable=False, server_default=text("0"), comment="how often it failed"),
    Column("paused", String(200), comment="why it is paused"),
    Column("noted", Boolean, nullable=False, server_default=false(), comment="whether directors know of the pause"),
    UniqueConstraint("club_id", "kind", "subject"),
    comment="what is still to be sent to Discord",
)

# Derived

journal = Table(
    "journal",
    metadata,
    Column("id", Key, primary_key=True),
    Column("club_id", ForeignKey("club.id"), nullable=False),
    Column("list", String(32), nullable=False),
    Column("player_id", ForeignKey("player.id"), nullable=False),
    Column("date", Date, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("event_id", ForeignKey("event.id"), index=True),
    Column("entered_rating_id", ForeignKey("entered_rating.id")),
    Column("list_fact_id", Key, comment="a publication or a calibration"),
    Column("before", Float(53), comment="rating; none for unrated"),
    Column("after", Float(53), comment="none for somebody who stays unrated"),
    Column("games_before", Integer, nullable=False),
    Column("games_after", Integer, nullable=False),
    Column("expected", Float(53)),
    Column("score", Float(53)),
    Column("performance", Float(53)),
    Column("compared", Integer, comment="games of two who were rated before the event"),
    Column("compared_score", Float(53)),
    Column("compared_expected", Float(53), comment="by the ratings before the event"),
    Column("rules", String(32), comment="the edition that was applied"),
    Column("state", Json, nullable=False, comment="what the calculator needs to go on from here"),
    UniqueConstraint("player_id", "list", "date", "seq"),
    _index_of_known("ix_journal_entered_rating_id", "entered_rating_id"),
    Index("ix_journal_club_id_list_date", "club_id", "list", "date"),  # who gained this month
)

standing = Table(
    "standing",
    metadata,
    Column("club_id", ForeignKey("club.id"), primary_key=True),
    Column("list", String(32), primary_key=True),
    Column("player_id", ForeignKey("player.id"), primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("shown", Integer, nullable=False, comment="the rating as displayed; equal ones share a rank"),
    Column("games", Integer, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("title_level", Integer, comment="the lifetime title, and the points toward the next one"),
    Column("title_points", Integer),
    Column("active", Boolean, nullable=False, comment="whether the last fact is recent"),
    Column("peak", Integer, comment="the highest rating so far, as displayed"),
    Column("peak_on", Date, comment="when an event or a list brought it; none where it was entered or the first"),
    Column("date", Date, nullable=False, comment="of the last fact"),
    Column("seq", Integer, nullable=False),
    Column("state", Json, nullable=False),
)
# in leaderboard order, for all and active players: pages and positions need no more
_BOARD_ORDER = (desc(standing.c.shown), desc(standing.c.rating), standing.c.player_id)
Index("ix_standing_shown", standing.c.club_id, standing.c.list, *_BOARD_ORDER)
Index("ix_standing_active_shown", standing.c.club_id, standing.c.list, standing.c.active, *_BOARD_ORDER)
Index("ix_standing_games", standing.c.club_id, standing.c.list, desc(standing.c.games), standing.c.player_id)
Index(
    "ix_standing_active_games",
    standing.c.club_id,
    standing.c.list,
    standing.c.active,
    desc(standing.c.games),
    standing.c.player_id,
)
# How known some players are, from this alone.
Index("ix_standing_player_games", standing.c.club_id, standing.c.list, standing.c.player_id, standing.c.games)
Index("ix_standing_date", standing.c.club_id, standing.c.list, standing.c.active, standing.c.date)

board = Table(
    "board",
    metadata,
    Column("club_id", ForeignKey("club.id"), primary_key=True),
    Column("list", String(32), primary_key=True),
    Column("swept_on", Date, nullable=False, comment="the day up to which activity was checked"),
)

norm = Table(
    "norm",
    metadata,
    Column("event_id", ForeignKey("event.id"), primary_key=True),
    Column("list", String(32), primary_key=True),
    Column("player_id", ForeignKey("player.id"), primary_key=True, index=True),
    Column("scheme", String(32), primary_key=True, comment="the rules of the norm"),
    _club_of_part(),
    Column("level", Integer, nullable=False),
    Column("code", String(8), nullable=False),
)

title = Table(
    "title",
    metadata,
    Column("player_id", ForeignKey("player.id"), primary_key=True),
    Column("list", String(32), primary_key=True),
    Column("scheme", String(32), primary_key=True),
    Column("level", Integer, primary_key=True, autoincrement=False),
    _club_of_part(),
    Column("event_id", ForeignKey("event.id"), comment="the event that earned it"),
    Column("date", Date, nullable=False),
    Column("seq", Integer, nullable=False),
)


# SQLite reuses deleted numbers: old buttons would act on other rows
for _table in metadata.tables.values():
    if _table.autoincrement_column is not None and _table is not journal:
        _table.dialect_options["sqlite"]["autoincrement"] = True
