"""Texts of /help: at most 120 words, one phone screen each."""

MEMBERS: dict[str, tuple[str, str]] = {
    "start": (
        "Report an event",
        "**Rate an event you played:**\n"
        "`/rating update opponents: 974 951 2471 1585 score: 3`\n"
        "The first time, add `rating` and `games` (the rated games behind that rating), or `games: 0` if you were "
        "never rated. The answer shows your new rating, your performance rating and any norm.\n"
        "\n"
        "**Only calculate:** `/rating estimate` stores nothing. It also works in direct messages.\n"
        "**A mistake?** Press **Undo** under the answer, or type `/rating undo`.\n"
        "**More:** `/rating show` is your card, `/norms` your way to the next title, `/leaderboard` the club.",
    ),
    "opponents": (
        "Write opponents and results",
        "`opponents` takes ratings and players, in the order you met them: `974 951`, `@Dana 1585`, `Anna Lee, "
        "#12`.\n"
        "Put the result in front or behind, in letters, signs or words: `W974 D951 L@Dana`, `974W 951D`, `+1500 "
        "=1700`, `beat Anna Lee, lost to 1585`. Without results, give your points: `score: 2.5`.\n"
        "`BYE` is a full-point bye and `FORFEIT` a forfeit win. Neither is rated.\n"
        "`date` is the day the event ended; its rules apply. A late report is put in its place, and everything "
        "after it is recalculated.\n"
        "**Add details** under the answer takes the time control, the kind of event and, for a first rating, your "
        "birth date and ratings held elsewhere.",
    ),
    "confirm": (
        "Confirm a report",
        "Your own report counts at once. Titles, norms and lifetime points wait until it is confirmed; such "
        "ratings are marked on cards and on the leaderboard.\n"
        "Each opponent you named is asked and presses **Confirm** or **Dispute**. If you typed ratings only, a "
        "director confirms the report.\n"
        "If your report looks like an event that is already stored, you are asked before it is stored twice.",
    ),
    "estimate": (
        "Look ahead",
        "`/rating estimate` calculates and stores nothing; only you see the answer.\n"
        "* An event: `opponents: W1500 L1700` shows what it would do to your rating.\n"
        "* One game: `opponents: 1500` shows what a win, a draw and a loss would bring you and your opponent.\n"
        "* A target: `opponents: 1500 1600 1700 target: 1600` shows the score it takes, for a rating and for each "
        "norm.\n"
        "Add `rating` and `games` to calculate for somebody the club does not know, and `rules` for another "
        "edition.",
    ),
    "norms": (
        "Earn US Chess norms",
        "You earn a norm at a level (1200, 1400, … 2400) when your points exceed that level's expected score by "
        "more than one. The event must be Regular, with four games or more and no opponent met more than twice. "
        "With three games and a full-point bye you must exceed it by two.\n"
        "Five norms at a level or higher make its title, for life. You also need an established rating, and from "
        "2000 up an established rating of that level once.\n"
        "`/norms` shows your last event. **All levels** has the whole table.",
    ),
    "lifetime": (
        "Read a code such as 1575*c2",
        "The code behind an established rating is a lifetime title of the 1990s (`c`, Certified Class C, 1400) "
        "and the points toward the next one. It starts 100 points below your first established rating and never "
        "falls.\n"
        "An event of four rounds or more, with four rated games and two points, tests each level from your title "
        "up. The highest level earns 2 points, or 5 when it is two titles above yours. Ten points make the next "
        "title. 300 games above 2200 make a Life Master.\n"
        "**Tables** under `/norms` shows the numbers and their sources. After a long run of poor results you can "
        "ask for a lower title there.",
    ),
    "fide": (
        "Play for a FIDE rating",
        "Choose a FIDE list with `list`. Events wait for the next monthly list: all changes of the month are "
        "added and rounded once. **Coming list** under a FIDE `/leaderboard` shows who gains or loses how much.\n"
        "A first rating requires five games against rated opponents and at least 1400. `/rating estimate` with a "
        "FIDE list and `games: 0` shows what your games make.\n"
        "**Check a FIDE norm** under `/norms` tests an event for GM, IM, WGM and WIM norms, and shows what is "
        "missing.\n"
        "All figures are estimates. Official ratings: [ratings.fide.com](https://ratings.fide.com/).",
    ),
    "games": (
        "Rate any game: Elo and Glicko-2",
        "**Elo:** what you score beyond the expected score is multiplied by K: 32, or 20 or 10 if the club wants "
        "calmer ratings. Everybody starts at 1500. There are no floors or titles.\n"
        "**Glicko-2** adds a deviation (RD), which shows how certain a rating is: the true value is within two "
        "deviations 95% of the time. Games make it smaller, months without games larger. A rating period is a "
        "calendar month. A newcomer starts at 1500 with a deviation of 350; P marks a deviation above 110.\n"
        "Choose the list with `list`, or a director makes it the club's default.",
    ),
    "scrabble": (
        "Scrabble: NASPA and QURSH",
        "**NASPA (estimate)** is the rating list of Scrabble events. NASPA does not publish its whole formula, so "
        "its own figure may differ by a few points.\n"
        "**QURSH** ranks how well you did for your rating. Each game's margin is compared with earlier games "
        "between players rated like you and your opponent: 50% is what your rating predicts. Your score is the "
        "mean over your games, so a low-rated player can win.\n"
        "`/qursh rank` ranks an event or a file; `/qursh margin` shows what each margin is worth. Luck weighs "
        "heavily in short events; the answer says how much.\n"
        "**Records** under an event or its standings has high games, averages and luck.",
    ),
    "oracle": (
        "Oracle: ratings from long matches",
        "An Oracle rating is the chance in percent of beating the **Keeper**, a benchmark player at 50. Everybody "
        "starts at 50; a rating under 20 games is provisional (P).\n"
        "`/match opponent: @Dana wins: 12 losses: 8` reports a match, `wins: 11-7 9-11 11-5` its sets, "
        "`opponent: me + Bo, Cy + Di` doubles on an Elo or Glicko-2 list. It counts once your opponent or a director "
        "confirms it, or after the club's hours; against an engine at once.\n"
        "`/leaderboard` with an Oracle list is the pool, `/rating estimate` predicts a game.\n"
        "**Ratings that hardly move** belong to players with many games. If you only meet weaker players, play "
        "the Keeper or those who do.",
    ),
    "standing": (
        "See where you stand",
        "`/leaderboard` has ten players a page; tied ratings share a rank. **Me** jumps to you. The menu sorts by "
        "gain of the month, games or newest peak, and **Distribution** shows how the ratings are spread.\n"
        "`/rating show` is your card, `/rating history` your rating over time, `/rating compare` draws two to "
        "five players. P marks a provisional rating.\n"
        "`/season` shows the season's leaderboard: who gained, scored or performed best, also for their rating. "
        "`/yearbook` has the year's records.",
    ),
    "challenges": (
        "Challenge somebody",
        "`/challenge player: @Eli games: 3` proposes a rated match. Your opponent has seven days to press "
        "**Accept** or **Decline**.\n"
        "After playing, press **Report result**: each game, or a line such as `WWLDW`. Your opponent presses "
        "**Confirm** or **Dispute**. If nobody answers, the result counts after the hours the club has set.\n"
        "`/challenge` alone lists your open challenges; up to five can wait. A challenge that nobody answers "
        "expires.",
    ),
    "evening": (
        "Play at a club evening",
        "Press **Join** on the evening's card, and **Check in** where it asks for that. When a round is posted, tap "
        "**I won**, **Draw** or **I lost**; "
        "your opponent confirms it.\n"
        "If nobody is paired by the bot, press **Report a result** and type `Dana beat Eli` or `Eli ½-½ Ann`.\n"
        "**What do I need?** and **Chances** look ahead, **Standings** shows the table with its tie-breaks, "
        "**Prizes** who wins what. **Print**, below the standings, gives you a PDF.\n"
        "The evening is rated when a director closes it. `/events` finds it again.",
    ),
    "me": (
        "Your profile and your data",
        "`/me` is your page: membership ids, federation, birth date, notifications, and everything you reported, "
        "with **Undo**.\n"
        "Does the club know you from a file? **Claim a player** on that page; a director confirms it. If the bot "
        'asks "Are you …?", answer first, so that nothing counts twice.\n'
        "**My data** gives you everything the club stores about you. **Forget me** removes your name, ids and "
        "birth date for good; your games stay without your name, because other ratings depend on them.\n"
        "Ids and birth dates are shown to directors and to you only.",
    ),
    "rules": (
        "Which rules rated an event",
        "Federations change their rules. Every event is rated by the rules of its date, and the answer names "
        "them. `rules` chooses another edition.\n"
        "Your own report uses your opponents' ratings as you give them; members count with their rating of that "
        "day. US Chess rates whole sections in two passes, so its figure may differ by a few points. An event of "
        "30 to 65 minutes moves Regular and Quick, unless you name a list.\n"
        "**Calculation** under an answer shows every step with its clause.",
    ),
}

DIRECTORS: dict[str, tuple[str, str]] = {
    "directors": (
        "Directors: the first evening",
        "**1.** `/td setup` asks for the directors' role, the rating list, the time zone and who may report. To "
        "show `/td` to a role: Server Settings → Integrations → Crosstable → `/td`.\n"
        "**2.** `/td import` takes your roster: a table with names and ratings.\n"
        "**3.** `/td import` takes a tournament's file: you see a preview, then **Store it** rates it.\n"
        "**4.** `/td evening` opens a club evening; **Directors** on its card runs it.\n"
        "**5.** `/events` shows what happened. **Undo** is under most answers; `/td correct` and `/td void` "
        "change an event later.\n"
        "**6.** `/td queue` shows what waits for you, `/td settings` everything else.",
    ),
    "import": (
        "Directors: import a file",
        "`/td import` recognises the file: TRF, US Chess rating reports (zip), SwissSys, tsh, CoCo, "
        "crosstables from chess-results, spreadsheets, lists of games, rosters, Oracle tables, QURSH histories, "
        "a club's zip.\n"
        "The preview shows which list would move and why, who is new, and the largest changes. **Settle names** "
        "decides who is who, **Remarks** lists what was doubtful, **Edit details** has name, date, time control and "
        "rules. Nothing is stored until you press **Store it**.\n"
        "A corrected file, or one with a round more, replaces the stored event. Every format with an example: "
        "docs/formats.md.",
    ),
    "run": (
        "Directors: run an evening",
        "`/td evening name: Friday method: Swiss` opens it. **Directors** on the card pairs rounds, takes "
        "results, adds latecomers, withdraws players, and sets tie-breaks, prizes and sections.\n"
        "Results: tap them, or type several: `1: Bo 1-0 Cy; 2: draw; 3: +-` (forfeit).\n"
        "**No-shows** has the check-in before round 1 and the round clock, after which absent players forfeit.\n"
        "**Close** rates the evening. If results are unconfirmed, it asks whether they count as reported. "
        "**Reopen** brings a closed evening back.\n"
        "Quads, round robins, knockouts, ladders and Scrabble pairings are other methods.",
    ),
    "correct": (
        "Directors: correct something",
        "**Undo** is under answers that store events, results, ratings, merges, seasons or settings.\n"
        "`/td correct` changes a stored event: a result, an opponent, a rating, the name, the date, who took "
        "part. `/td void` removes it. Both show first what would move, and both have **Undo**.\n"
        "`/td rating` enters or corrects one rating. `/td player` is a player's page: edit, link to a member, "
        "merge, split, hide, delete, report for them, undo their last report.\n"
        "**Official ratings** on `/td queue` compares US Chess' figures with yours, and fetches a rated section by "
        "its number.\n"
        "`/td audit` shows who did what.",
    ),
    "club": (
        "Directors: the club's settings",
        "`/td settings` is one page with a menu: rating list and rules, who may report, what must be confirmed, "
        "time zone, roles that follow ratings, live leaderboards, announcements, Oracle and QURSH. **Undo** takes "
        "a change back; **File** copies all settings to another server.\n"
        "`/td season` starts and ends a season. `/td publish` publishes the month's FIDE list, or recalculates "
        "Oracle.\n"
        "`/td export` gives you ratings, roster, events or the whole club as files, or an event on paper.\n"
        "Members who may manage the server are always directors.",
    ),
}

HELP = MEMBERS | DIRECTORS
