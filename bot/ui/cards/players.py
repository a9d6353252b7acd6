"""Cards of players: profile, edits, links, games, merges, claims."""

from collections.abc import Iterable, Sequence
from datetime import date

import discord

from bot.services.events.report import EventSource
from bot.services.framework.identity import Candidate
from bot.services.people.accounts import linked_accounts
from bot.services.people.claims import LABELS, ClaimReport, IdReport, LinkReport, Queue
from bot.services.people.edit import EditReport
from bot.services.people.merge import DuplicateEvent, MergeReport, RemovalReport
from bot.services.ratings.overview import GamesPage
from bot.services.ratings.rating_card import Official, PlayerCard, ProfileCard
from bot.store.database.rows import FactKind
from bot.store.evenings.played_games import PlayedGame
from bot.store.people.claims import ClaimStatus
from bot.store.people.profiles import Moved, Profile
from bot.ui.framework.layout import INACTIVE, LEVEL, answer, cell_lines, heading
from bot.ui.framework.text import (
    DESCRIPTION_CHARACTERS,
    NAME_CHARACTERS,
    day_text,
    plain,
    points,
    rating,
    safe,
    signed,
    table,
)
from bot.ui.systems.by_key import CARDS, all_cards
from bot.ui.wording.shared_lines import MARK, ON_CARD, changes_text, code_heading, figure, printed
from core.event.entered_rating import EnteredRating
from core.event.similarity import event_and_day, event_name
from core.lists import RatingList
from core.rating.systems import PUBLISHED
from core.words import counted


def player_card_lines(card: PlayerCard) -> list[str]:
    return [*CARDS[card.rating_list].player_lines(card), latest_lines(card)]


def latest_lines(card: PlayerCard) -> str:
    cards = CARDS[card.rating_list]
    lines = [f"- {cards.entry_line(card, entry)}" for entry in card.entries]
    reported = [f"**{MARK}** {ON_CARD}"] if card.rests_on_reports else []
    return "\n".join([*reported, "\n**Latest**", *lines])


COLUMNS = 31

_HEADER = ("List", "Rating", "Games")


def profile_embed(
    card: ProfileCard,
    on_list: Sequence[str] = (),
    which: RatingList | None = None,
    avatar: str | None = None,
) -> discord.Embed:
    """Return a player's card. on_list: lines about `which`, events last. avatar: the picture's address."""
    profile = card.profile
    fact_line = _fact_line((("Federation", profile.federation), ("Title", profile.title)))
    kinds = [line for cards in all_cards() for line in cards.profile_lines(card)]
    who = [_on_discord(card), *kinds, *fact_line]
    is_new = not (on_list or card.ratings or card.events)
    lines = "\n".join([*_unrated(card), *who] if is_new else on_list or _unrated(card)).splitlines()
    while len("\n".join(lines)) > DESCRIPTION_CHARACTERS and lines[-1].startswith("- "):
        lines.pop()  # the oldest event
    embed = discord.Embed(title=safe(profile.name), description="\n".join(lines), colour=LEVEL)
    if card.ratings:
        embed.add_field(name="Ratings", value=_ratings(card), inline=False)
    said = official_line(card.official)
    who += [*([] if said is None else [said]), *online_lines(profile)]
    if not is_new:
        embed.add_field(name="Player", value="\n".join([*who, f"{counted(card.events, 'event')} played"]), inline=False)
    official = () if which is None else CARDS[which].official
    embed.set_footer(text=" · ".join((f"Player #{profile.id}", *official)))
    if which is not None:
        embed.set_author(name=which.label)
    return embed.set_thumbnail(url=avatar)


def page_embed(card: ProfileCard) -> discord.Embed:
    profile = card.profile
    ratings = [_ratings(card)] if card.ratings else ["No rating here yet."]
    lines = [heading(safe(profile.name, NAME_CHARACTERS)), _on_discord(card), *known_lines(profile), *ratings]
    said = official_line(card.official)
    lines += [] if said is None else [said]
    return answer(lines, footer=[f"Player #{profile.id}", f"{counted(card.events, 'event')} played"])


def month_text(day: date) -> str:
    return f"{day:%B %Y}"


def figure_text(rating: EnteredRating) -> str:
    return f"{rating.rating:g}" + ("" if rating.games is None else f" after {counted(rating.games, 'game')}")


def official_line(official: Sequence[Official], which: RatingList | None = None) -> str | None:
    """Return what federations say of a player, on one list or all, or None."""
    told = [
        f"{one.rating_list.label} {figure_text(one.rating)} ({month_text(one.day)})"
        for one in official
        if which is None or one.rating_list is which
    ]
    return f"**Official** {' · '.join(told)}" if told else None


def online_lines(profile: Profile) -> list[str]:
    lines = []
    for one in linked_accounts(profile.online):
        ratings = " · ".join(f"{rating.speed} {rating.rating}{'?' * rating.provisional}" for rating in one.ratings)
        lines.append(f"**Online, {one.site.label}** {safe(one.name)}: {ratings or 'no rating'} ({day_text(one.day)})")
    return lines


def _unrated(card: ProfileCard) -> list[str]:
    moves = [_move_line(move, card.listed_on.get((move.event_id, move.rating_list))) for move in card.latest]
    return [
        "No rating here yet. `/rating update` stores a first event.",
        *(["**Latest**"] if moves else []),
        *(f"- {line}" for line in moves),
    ]


def private_embed(card: ProfileCard) -> discord.Embed | None:
    """Return ids and year of birth; None if the viewer may not see any."""
    profile, fact_line = card.profile, _private(card.profile)
    if not card.tells_all or not fact_line:
        return None
    embed = discord.Embed(title=safe(profile.name), description="\n".join(fact_line), colour=LEVEL)
    embed.set_footer(text="Shown to directors and to the player only.")
    return embed


def known_lines(profile: Profile) -> list[str]:
    facts = [("Federation", profile.federation), ("Title", profile.title), ("Sex", profile.sex)]
    facts += [("State", profile.state), ("US Chess until", profile.expires)]
    return [*_fact_line(facts), *_private(profile)]


def _private(profile: Profile) -> list[str]:
    year = profile.birth_year
    return _fact_line((*_ids(profile), ("Born", None if year is None else str(year))))


def id_lines(profile: Profile) -> list[str]:
    return [f"{label} {plain(number)}" for label, number in _ids(profile) if number is not None]


def _ids(profile: Profile) -> list[tuple[str, str | None]]:
    return [
        (label, None if number is None else number + (" (not confirmed)" if column in profile.unconfirmed_ids else ""))
        for label, column, number in (
            ("US Chess", "uschess_id", profile.uschess_id),
            ("FIDE", "fide_id", profile.fide_id),
            ("NASPA", "naspa_id", profile.naspa_id),
        )
    ]


def _fact_line(facts: Iterable[tuple[str, str | None]]) -> list[str]:
    fact_line = [f"{label} **{safe(value)}**" for label, value in facts if value is not None]
    return [" · ".join(fact_line)] if fact_line else []


def _on_discord(card: ProfileCard) -> str:
    profile = card.profile
    if profile.user_id is None:
        who = "Not on Discord"
    elif profile.left_at is not None:
        who = f"Left this server on {day_text(profile.left_at.date())}"
    else:
        who = f"On Discord: <@{profile.user_id}>"
    return f"{who} · hidden" if profile.hidden else who


def _ratings(card: ProfileCard) -> str:
    rows = []
    for rating_list, standing in card.ratings.items():
        rows.append((rating_list.label, printed(standing, rating_list, card.house_rules), str(standing.games)))
    # names of lists get the space that figures leave
    figures, games = (max(len(row[column]) for row in (_HEADER, *rows)) for column in (1, 2))
    ratings = table(_HEADER, rows, (-(COLUMNS - figures - games - 2), figures, games))
    return "\n".join([*code_heading(shown for _, shown, _ in rows), ratings])


def _move_line(move: Moved, listed_on: date | None) -> str:
    name = safe(event_name(move.event_name, move.date), 40)
    where = f" ({move.rating_list.label})"
    waiting = PUBLISHED.get(move.rating_list)
    if waiting is not None:
        on_list = listed_on or waiting.list_for(move.date)
        return f"{day_text(move.date)} {name}{where}: counts on the list of {day_text(on_list)}"
    text = f"{day_text(move.date)} {name}{where}: {figure(move.before)} → **{figure(move.after)}**"
    return text if move.before is None or move.after is None else f"{text} ({signed(move.after - move.before, 2)})"


def edit_card(report: EditReport) -> discord.Embed:
    lines = []
    for one in report.fields:
        before, after = ("none" if value is None else safe(value, 100) for value in (one.before, one.after))
        # Only the year is shown.
        moved = f"**{after}**, corrected" if before == after else f"{before} → **{after}**"
        lines.append(f"{one.label}: {moved}")
    if report.waits:
        lines.append("A director confirms the id. Until then imports do not use it.")
    if report.reason:
        lines.append(f"Reason: {safe(report.reason, 200)}")
    text = "\n".join(lines)
    if report.changes:
        different = len({change.player_id for change in report.changes})
        text += f"\n\n**What changed**, for {counted(different, 'player')}\n"
        text += changes_text(report.changes, report.people)
    embed = discord.Embed(title="Player edited", description=text, colour=LEVEL)
    embed.set_author(name=plain(report.player.name))
    return embed


def link_card(report: LinkReport) -> discord.Embed:
    name = safe(report.player.name)
    if report.user_id is not None:
        text = f"{name} is now <@{report.user_id}>. All ratings and results stay."
    else:
        text = f"{name} is no longer <@{report.was}>. Ratings and results stay."
    if report.reason:
        text += f"\nReason: {safe(report.reason, 200)}"
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, {report.player.id: report.player})
    title = "Unlinked" if report.user_id is None else "Linked"
    return discord.Embed(title=title, description=text, colour=LEVEL)


_RESULTS = {1.0: "1-0", 0.5: "½-½", 0.0: "0-1"}


def games_embed(page: GamesPage) -> discord.Embed:
    rows = [((result_text(game),), _against(game)) for game in page.games]
    name = safe(page.profile.name, NAME_CHARACTERS)
    footer = [counted(page.total, "game")]
    if page.page == page.pages - 1:
        footer += [f"Player #{page.profile.id}", page.profile.federation or ""]
        footer += id_lines(page.profile) if page.tells_all else []
    return answer([heading(name, page.rating_list.label), *cell_lines(rows, "<")], footer=footer)


def result_text(game: PlayedGame) -> str:
    """Return a result from one side: a match's games, points on the board, else 1-0."""
    if game.score is not None:
        return "-".join(map(points, game.score))
    if game.points is not None and game.theirs is not None:
        return f"{game.points:.0f}-{game.theirs:.0f}"
    return "?" if game.result is None else _RESULTS.get(game.result, "?")


def _against(game: PlayedGame) -> str:
    name = safe(game.name or "a player", NAME_CHARACTERS)
    shown = "" if game.opponent_rating is None else f" {rating(game.opponent_rating, 0)}"
    return f"{name}{shown} · {safe(event_name(game.event_name, game.day), NAME_CHARACTERS)}, {game.round}"


MOST_PAIRS = 6

_NOUNS = {FactKind.EVENT: "event", FactKind.ENTERED_RATING: "entered rating", FactKind.DEMOTION: "lowered title"}


def report_source(event: DuplicateEvent) -> str:
    return "own report" if event.source == EventSource.REPORT else counted(event.entrants, "player")


def _event_name(event: DuplicateEvent) -> str:
    return f"{safe(event_and_day(event.name, event.day), 80)} ({report_source(event)})"


def twice_text(report: MergeReport) -> str:
    return "".join(
        f"\n\n**Counted twice?** {_event_name(one)} and {_event_name(other)} look like the same event. "
        "Choose which one stays, or keep both."
        for one, other in report.twice[:MOST_PAIRS]
    )


def merge_card(report: MergeReport) -> discord.Embed:
    keep, merged_name = safe(report.keep.name), safe(report.gone.name)
    amounts = ", ".join(counted(amount, _NOUNS[kind]) for kind, amount in report.facts.items() if amount)
    if report.undone:
        text = f"{merged_name} (#{report.gone.id}) and {keep} (#{report.keep.id}) are two players again."
        text += f"\nReturned: {amounts or 'nothing'}. Results since the merge stay with {keep}."
        if report.unlinked:
            text += f"\n{merged_name} is not linked to a member. A director can link them again."
    else:
        text = f"{merged_name} (#{report.gone.id}) was merged into {keep} (#{report.keep.id})."
        text += f"\nMoved: {amounts or 'nothing'}."
    text += f"\n{'Reason of the merge' if report.undone else 'Reason'}: {safe(report.reason, 200)}"
    if report.changes:
        text += "\n\n**What changed**\n" + changes_text(report.changes, report.people)
    else:
        text += "\n\nNo ratings changed."
    text += twice_text(report)
    title = "Merge undone" if report.undone else "Players merged"
    return discord.Embed(title=title, description=text, colour=INACTIVE if report.undone else LEVEL)


SHOWN = 25


MOST_CLAIMS = 10


def question_card(candidate: Candidate, name: str | None) -> discord.Embed:
    player = f"**{safe(candidate.player.name)}**{_place(candidate)}"
    text = f"Are you {player}?" if name is None else f"Is {safe(name)} {player}?"
    text += "\nIf so, answer first, so that nothing counts twice."
    embed = discord.Embed(title="Is that you?" if name is None else "Is that them?", description=text, colour=LEVEL)
    embed.set_footer(text=f"Player #{candidate.player.id} · a tournament director (TD) confirms it")
    return embed


def _place(candidate: Candidate) -> str:
    entry = candidate.entry
    return "" if entry is None else f", number {entry.number} of {safe(entry.label, 60)}"


def claim_card(report: ClaimReport) -> discord.Embed:
    name, who = safe(report.player.name), f"<@{report.user_id}>"
    place = "" if report.event is None else f", number {report.number} of {safe(report.event, 60)}"
    if report.status is ClaimStatus.WAITING:
        title, text = (
            "That's me",
            f"{who} claims to be **{name}**{place} (#{report.player.id}). A director confirms it.",
        )
    elif report.status is ClaimStatus.CONFIRMED:
        title, text = "Confirmed", f"{who} is now **{name}**{place}. All ratings and results stay."
    elif report.status is ClaimStatus.REFUSED:
        title, text = "Not confirmed", f"{who} is not **{name}**{place}."
    else:
        title, text = "Somebody else", f"{who} is not **{name}**{place}, and will not be asked again."
    if report.merge is not None:
        changes = report.merge.changes
        text += "\n\n" + (
            "**What changed**\n" + changes_text(changes, report.merge.people) if changes else "No ratings changed."
        )
        text += twice_text(report.merge)
    refused = report.status in (ClaimStatus.REFUSED, ClaimStatus.DENIED)
    return discord.Embed(title=title, description=text, colour=INACTIVE if refused else LEVEL)


def claims_lines(queue: Queue) -> list[str]:
    lines = [
        f"- <@{one.claim.user_id}> claims to be **{safe(one.candidate.player.name)}**{_place(one.candidate)}"
        for one in queue.claims
    ]
    lines += [f"- {safe(one.player.name)} gave the {LABELS[one.column]} **{safe(one.number)}**" for one in queue.ids]
    left = len(lines) - MOST_CLAIMS
    return [*lines[:MOST_CLAIMS], *([f"… and {left} more"] if left > 0 else [])]


def id_card(report: IdReport) -> discord.Embed:
    """Return that an id is confirmed, without the id."""
    text = f"The {LABELS[report.column]} of {safe(report.player.name)} is confirmed. Imports use it from now on."
    return discord.Embed(title="Confirmed", description=text, colour=LEVEL)


def removal_card(report: RemovalReport) -> discord.Embed:
    name = safe(report.name)
    text = {
        "hidden": f"{name} (#{report.player_id}) is now shown only to directors. Results and ratings stay.",
        "shown": f"{name} (#{report.player_id}) is shown to everybody again.",
        "deleted": f"{name} (#{report.player_id}) is deleted, and had no results or ratings.",
    }[report.action]
    text = text if report.reason is None else f"{text}\nReason: {safe(report.reason, 200)}"
    return discord.Embed(title=f"Player {report.action}", description=text, colour=INACTIVE)
