"""The club's Tables I to III of lifetime titles; requests and alerts for directors."""

from collections.abc import Iterable, Sequence

import discord

from bot.services.events.listing import ExportedFile
from bot.services.ratings.set_rating import FloorAlert
from bot.services.ratings.uschess import PRINTED, DemotionReport, DemotionRequest, PrintedList
from bot.ui.framework.layout import INACTIVE, LEVEL
from bot.ui.framework.text import plain, safe, table
from bot.ui.systems.uschess.wording import code_text, delta_text, rounds_text, title_name, way_to_next
from bot.ui.wording.shared_lines import printed
from core.lists import RatingList
from core.rating.club_rules import ClubRules
from core.rating.outcome import DisplayedRating
from core.rating.uschess.lifetime import DELTAS, TITLES, Evidence, scoring_probability

MARKS = {Evidence.ATTESTED: "=", Evidence.RECONSTRUCTED: "~"}

_LEGEND = (
    "These tables are rebuilt: the originals of 1998 did not survive. `=` attested: a figure or an example of the "
    "document's text fixes it. `~` reconstructed, after the pattern of those or, for Expert and above, without any "
    "evidence."
)
_PROBABILITIES = (
    "*Reconstructed: the logistic curve, to three decimals, gives every sum that the text prints (2.301, 2.987, 3.84); "
    "each point of difference counts, here every 25th.*"
)
_STEP, _LARGEST = 25, 800


def tables_card() -> discord.Embed:
    parts = [
        _LEGEND,
        "\n**Table I**, the letters of the titles",
        table(("Level", "Code", "Title", ""), _letters(), (5, -4, -18, 1)),
        "**Table II**, the delta: what a score must exceed the expected one by",
        table(("Rounds", "Delta", ""), _deltas(), (-9, 5, 1)),
        "**Table III**, the scoring probability by the difference of ratings",
        table(("Difference", "Higher", "Lower"), _probabilities(), (10, 6, 6)),
        _PROBABILITIES,
    ]
    return discord.Embed(title="Tables of the lifetime titles", description="\n".join(parts), colour=LEVEL)


def _letters() -> Iterable[tuple[str, ...]]:
    for row in TITLES:
        name = row.name.replace("Advanced ", "Adv. ").replace("Certified ", "Cert. ")
        yield str(row.level), row.letter, name, MARKS[row.evidence]


def _deltas() -> Iterable[tuple[str, ...]]:
    for row in DELTAS:
        yield rounds_text(row).replace(" rounds", ""), delta_text(row), MARKS[row.evidence]


def _probabilities() -> Iterable[tuple[str, ...]]:
    for difference in range(0, _LARGEST + 1, _STEP):
        higher, lower = scoring_probability(difference), scoring_probability(-difference)
        yield str(difference), f"{higher / 1000:.3f}", f"{lower / 1000:.3f}"


def request_card(request: DemotionRequest) -> discord.Embed:
    would = request.would
    before, after = would.before, would.after
    assert before is not None  # requests without a title are refused
    assert after is not None
    lines = [
        f"## {code_text(before)} → {code_text(after)}",
        f"From {title_name(before.level)} to **{title_name(after.level)}**, "
        "once a director grants it. Its points start again at 0.",
        f"Reason: {safe(would.reason, 200)}",
    ]
    embed = discord.Embed(title="Request: a lower lifetime title", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=f"{plain(would.player.name)} · {would.rating_list.label}")
    return embed


def alert_card(alerts: Sequence[FloorAlert]) -> discord.Embed:
    """Return whose norm is far above the rating, and the floor that it justifies."""
    lines = [
        f"- {safe(alert.player.name)} ({alert.rating_list.label}): a norm of **{alert.due.norm}** at a rating of "
        f"{alert.due.rating}; floor **{alert.due.floor}**"
        for alert in alerts
    ]
    text = "\n".join(lines)
    text += "\n\nA director can assign it with one press, and undo it. A minimum rating raises a rating below it."
    return discord.Embed(title="A minimum rating may be due", description=text, colour=LEVEL)


def demotion_card(report: DemotionReport) -> discord.Embed:
    text = f"## {code_text(report.before)} → {code_text(report.after)}"
    if report.after is not None:
        text += f"\nLifetime title **{title_name(report.after.level)}**: {way_to_next(report.after)}"
    text += f"\n{'Reason for lowering it' if report.undone else 'Reason'}: {safe(report.reason, 200)}"
    title = "Title restored" if report.undone else "Title lowered, as requested"
    embed = discord.Embed(title=title, description=text, colour=INACTIVE if report.undone else LEVEL)
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    return embed


def rating_list_files(found: PrintedList) -> Sequence[ExportedFile]:
    from core.files.chess.rating_list import RatingListLine, write_rating_list_csv, write_rating_list_text

    rules = found.house_rules.with_every_code
    lines = []
    for player in found.players:
        regular, quick = (_printed(rating, moved, rules) for rating, moved in zip(player.ratings, PRINTED, strict=True))
        lines.append(RatingListLine(player.name, player.uschess_id, player.expires, player.state, regular, quick))
    name = f"rating-list-{found.day.isoformat()}"
    return [
        ExportedFile(f"{name}.txt", write_rating_list_text(lines)),
        ExportedFile(f"{name}.csv", write_rating_list_csv(lines)),
    ]


def _printed(rating: DisplayedRating | None, rating_list: RatingList, rules: ClubRules) -> str | None:
    return None if rating is None else printed(rating, rating_list, rules)
