"""Title norms in words: a phrase for every line of the check list, every warning and every reason."""

from bot.ui.framework.text import points
from core.fide.norms.checks import NormItem
from core.fide.norms.evaluation import Basis, DropReason
from core.fide.norms.event import Championship, EventFormat, Exemption
from core.fide.norms.exclusions import Exclusion
from core.fide.norms.progress import TitleItem
from core.fide.norms.result import NormRemark, NormWarning
from core.fide.norms.titles import PlayerTitle

ITEMS = {
    NormItem.RATED: "rated by FIDE",
    NormItem.REGISTERED: "registered 30 days ahead",
    NormItem.ROUNDS_A_DAY: "rounds a day",
    NormItem.MINUTES_A_DAY: "minutes of play a day",
    NormItem.TIME_CONTROL: "minutes for 60 moves",
    NormItem.ARBITERS: "an IA or FA in charge",
    NormItem.ARBITERS_DO_NOT_PLAY: "no arbiter plays",
    NormItem.FORMAT: "format allowed",
    NormItem.UNCHANGED: "nothing changed for a player",
    NormItem.GAMES: "games that count",
    NormItem.ALL_ROUNDS: "rounds played to the end",
    NormItem.SCORE: "points (35 %)",
    NormItem.TITLE_HOLDERS: "title-holders among the opponents",
    NormItem.REQUIRED_TITLES: "{0} among the opponents",
    NormItem.PLAYERS: "players",
    NormItem.FOREIGN_FEDERATIONS: "foreign federations",
    NormItem.OWN_FEDERATION: "opponents of the own federation",
    NormItem.ONE_FEDERATION: "opponents of one federation",
    NormItem.AVERAGE: "average of the opponents",
    NormItem.PERFORMANCE: "performance",
    NormItem.WOMEN: "for women alone",
}
"""What is checked; {0} is which titles count."""

ASSERTED = frozenset(
    {
        NormItem.RATED,
        NormItem.REGISTERED,
        NormItem.ARBITERS,
        NormItem.ARBITERS_DO_NOT_PLAY,
        NormItem.FORMAT,
        NormItem.UNCHANGED,
        NormItem.WOMEN,
    }
)
"""Lines without a figure: somebody says that it is so."""

HEADINGS = {
    1: "The event",
    2: "Not counted",
    3: "Games",
    4: "Left out",
    5: "Score",
    6: "Title-holders",
    7: "Titles that the norm asks for",
    8: "Federations",
    9: "Average",
    10: "Performance",
}
"""The ten points of the check list."""

EXCLUSIONS = {
    Exclusion.FORFEIT: "a forfeit",
    Exclusion.ADJUDICATED: "not decided over the board",
    Exclusion.BYE: "a bye",
    Exclusion.NOT_FIDE: "an opponent whose federation is not FIDE's",
    Exclusion.POINTLESS: "an unrated opponent without a point against rated ones",
}

DROPS = {
    DropReason.WON: "a win may be left out",
    DropReason.LATER: "played when the norm was complete",
}

BASES = {
    Basis.GAMES: "every game by itself",
    Basis.TEAM_CHAMPIONSHIP: "seven games are enough in this team championship",
    Basis.WORLD_CUP: "eight games count as nine in a World Cup",
    Basis.LAST_ROUND_FORFEIT: "the forfeit win of the last round counts as a loss",
    Basis.EIGHT_AND_A_POINT: "eight games and a point without play count as nine",
}

BASE_CLAUSES = {
    Basis.GAMES: "1.4.1",
    Basis.TEAM_CHAMPIONSHIP: "1.4.1b",
    Basis.WORLD_CUP: "1.4.1b",
    Basis.LAST_ROUND_FORFEIT: "1.4.2c",
    Basis.EIGHT_AND_A_POINT: "1.4.1c",
}

FORMATS = {
    EventFormat.SWISS: "Swiss",
    EventFormat.ROUND_ROBIN: "round robin",
    EventFormat.DOUBLE_ROUND_ROBIN: "double round robin",
    EventFormat.KNOCKOUT: "knockout",
    EventFormat.OTHER: "another format",
}

CHAMPIONSHIPS = {
    Championship.TEAM: "World or Continental team or club championship",
    Championship.WORLD_CUP: "World Cup",
}

EXEMPTIONS = {
    Exemption.NATIONAL_FINAL: "final of a national championship",
    Exemption.NATIONAL_TEAM: "national team championship",
    Exemption.ZONAL: "zonal",
    Exemption.LARGE_SWISS: "Swiss with 20 foreigners, 10 of them masters",
}

TITLE_ITEMS = {
    TitleItem.GAMES: "games in norms",
    TitleItem.RATING: "highest rating",
    TitleItem.NORMAL_FOREIGNERS: "norms without an exemption",
    TitleItem.LARGE_EVENT: "norms from a large Swiss, an Olympiad, a national final or the world cycle",
    TitleItem.ONE_ROUND_DAYS: "norms with one round a day on three days",
}

# {0}, {1} are the figures that core.fide.norms.result.NormWarning names.
_WARNINGS = {
    NormWarning.OLDER_RULES: "The event began before 2024, under rules that are not checked here: take it with care",
    NormWarning.SCORE_ROUNDS_TO_35: "{0} of {1} are 35 % only when rounded: taken strictly, as here, they are too few",
    NormWarning.STATELESS_OPPONENTS: "Opponents under FIDE's flag ({0}) count for no federation; "
    "Russians and Belarusians count under their own: give them that one",
    NormWarning.POINTLESS_UNKNOWN: "Unrated opponents ({0}) who score nothing against rated ones do not count",
    NormWarning.RATINGS_AT_THE_GAME: "An event of {0} days: the rating and title at each game count, "
    "not those of the first day",
    NormWarning.APPROVED_TIME_CONTROL: "{0} minutes for 60 moves need the Qualification Commission's approval",
    NormWarning.COUNTED_AS_LOSS: "The forfeit win of round {0} counts as a loss, so that there are games enough",
    NormWarning.EIGHT_GAMES_ONCE: "An application may use one norm of eight games and a point without play",
    NormWarning.EXEMPTION_USED: "Made with an exemption: an application needs another norm without one",
    NormWarning.COUNTS_AS_13: "Of {0} games, 13 count toward the title",
}


def warning(remark: NormRemark) -> str:
    """Say what a person should know beside the verdict."""
    figures = [points(figure) for figure in remark.figures]
    return _WARNINGS[remark.warning].format(*figures)


def titles_text(titles: frozenset[PlayerTitle]) -> str:
    """Return titles as people say them, highest first: GM or IM."""
    *others, last = [title.value for title in PlayerTitle if title in titles]
    return f"{', '.join(others)} or {last}" if others else last
