"""What /help says, in a member's words."""

HELP: dict[str, tuple[str, str]] = {
    "start": (
        "I played an event",
        "**Rate an event you played.**\n"
        "`/rating update opponents: 974 951 2471 1585 score: 3`\n"
        "The first time, add `rating` and `games` (your rating and the rated games behind it), or `games: 0` "
        "if you were never rated. The answer shows your new rating, your performance, and whether you made a norm.\n\n"
        "**Only look, store nothing:** `/rating estimate` answers here, in a direct message, or "
        "anywhere once you have added Crosstable to your account; so does `/qursh quantile`.\n"
        "**Made a mistake?** Click Undo under the answer, or type `/rating undo`.\n"
        "**Confirmed?** Your own report moves your rating at once; titles, norms and lifetime points wait until "
        "everybody you named with @ has pressed **Confirm** under it, or a director. See `/help topic: events`.\n"
        "**See where you stand:** `/rating show`, `/norms`, `/leaderboard`.\n"
        "**See how you got there:** `/rating history` draws it over time, `/rating compare` draws several players.\n"
        "**See what you need:** `/rating estimate` with `target` says what score a field demands for a rating "
        "and for norms.\n"
        "**One game ahead:** `/rating estimate` of one opponent alone says what a win, a draw and a loss bring."
        "\n\nSwiss rounds are paired by [Gacrux](https://www.gacrux.no).",
    ),
    "directors": (
        "Directors: the first evening",
        "**1. Set up.** `/td setup`: the directors' role, the usual list, who may report, the roster; each "
        "step can be skipped and taken back. Members who may manage the server are directors (TDs); to show "
        "`/td` to a role, add the role under Server Settings → Integrations → Crosstable → `/td`. "
        "`/td setup` says what is missing.\n"
        "**2. The roster.** **/player import** takes in your members from a table; `/td rating` enters one "
        "rating.\n"
        "**3. Who is who.** `/td player` links a player to a member and merges two who are one; or members press "
        "**That's me** and you confirm (`/td queue`).\n"
        "**4. The first event.** `/td import` takes a result file: see what it would do, then store it. For "
        "an evening, `/td evening` opens it: members click Join and report, the other side confirms, **Close "
        "(TD)** rates it.\n"
        "**5. Look.** `/events` has what it did to each player; **Crosstable** opens the table; `/td "
        "export` writes it as a file, for the federation too.\n"
        "**6. Let the club live.** In `/td settings`, **Live boards** keeps a leaderboard up to date in a channel, "
        "**Announcements** tells titles, upsets and peaks as one digest, **Roles** follow class and title.\n"
        "**7. What went wrong.** Undo stands under every answer that stored something; `/td correct` corrects a "
        "round, `/td void` takes an event back, **Undo last report** on `/td player` somebody's last report.\n"
        "**8. Once a month or season.** `/td publish` publishes FIDE's lists, `/td season` keeps a board "
        "of what happened between, `/yearbook` has the year's records, `/td export` keeps a copy.\n\n"
        "Everything else is on one page, `/td settings`. Commands for directors begin with **TD:** in Discord's "
        "list. Discord hides whole groups only: the others refuse who is no director.",
    ),
    "rating": (
        "How I write what I played",
        "**opponents** takes ratings, members and players, with spaces or commas between: "
        "`974 951`, `@Dana 1585`, `Anna Lee, #12`. Give results in front, behind or in words: `W974 D951 L@Dana`, "
        "`974W 951D`, `beat Anna Lee, lost to 1585`. "
        "`BYE` stands for a full-point bye, `FORFEIT` for a forfeit win; they are not rated.\n"
        "**score** is your points from played games: `3`, `2.5` or `2½`. Leave it out when results are given.\n"
        "**date** is the day the event ended, such as `2026-11-20` or `Nov 20`; its rules are applied.\n"
        "**Add details** under the answer asks for what is seldom told. A time control, such as `90+30` or `G/60;d5`, "
        "tells the list: an event of 30 to 65 minutes and seconds is dual-rated, and moves Regular and Quick. The kind "
        "is for a match against one opponent, and for FIDE events abroad. For a first rating, write the birth date (or "
        "`adult`, `child`) and ratings held elsewhere: `FIDE 1850`, `CFC 1500`, `online-quick 1600/24 2025-03-01`. A "
        "first rating on another list comes from those you have here.\n\n"
        "An event that is reported late is put in its place by date, and what came after it is rated again. "
        "`/td rating` lets a director (TD) enter or correct a rating.",
    ),
    "norms": (
        "What I need for a norm",
        "A norm is earned at a level (1200, 1400, … 2400) when your points from played games exceed what that level "
        "is expected to score by **more than one point**, in a Regular event with at least four games, "
        "against opponents none of whom you met more than twice. Three games and a full-point bye count when you "
        "exceed it by two. The highest level is the event's norm.\n"
        "Five norms at a level or higher make its title, for life. You need an established rating (over 25 games), "
        "and from 2000 up an established rating of that level once.\n"
        "`/norms` shows the last event and what is missing for the next title. **All levels** has the table and the "
        "events that gave norms, **How?** the sums for each opponent, **Calculation** how the rating came about.",
    ),
    "lifetime": (
        "The code behind my rating: titles of the 1990s",
        "The code behind an established rating, as in `1575*c2`, is a lifetime title (`c`, Certified Class C, 1400) "
        "and the points toward the next one. It begins 100 points below your first established rating, in hundreds, "
        "and never falls.\n"
        "After an event of four rounds or more, with 4 rated games and 2 points, each level from your own title upward "
        "is tested: your score must exceed what that level is expected to score against your opponents' new ratings by "
        "a delta. The highest level made earns 2 points, or 5 when it is two titles above yours; higher still lifts "
        "the title at once. Ten points make the next title. Regular and Quick are kept apart; matches never count.\n"
        "These tables are rebuilt: the originals of 1998 did not survive. **Tables** under `/norms` shows them, and "
        "what is attested. A director can set others (`/td settings`). 300 games above 2200 "
        "make a Life Master. After a long period of poor results you may ask for a title 100 points lower "
        "(**Ask to lower title** below `/norms`): a director grants it.",
    ),
    "fide": (
        "I play for a FIDE rating",
        "Choose the list with `list`: `fide-standard`, `fide-rapid` or `fide-blitz`, in `/rating update` as "
        "everywhere; or a director makes one of them the club's default. An event is rated with the ratings of its "
        "first day, and then **waits**: no rating changes before the list of the next month that counts it.\n"
        "**Monthly lists.** On the first of a month everything that ended three days before is added up, multiplied "
        "with K, and rounded once. **Coming list** under `/leaderboard` shows who moves, by how much, and why. "
        "A director may publish it earlier (`/td publish`), and take that back.\n"
        "**A first rating** takes five games against rated opponents, and 1400: `/rating estimate` with `games: 0` and "
        "a FIDE list shows what games make, and `/rating show` those so far.\n\n"
        "**Title norms.** `/norms` holds your last standard event, or `event`, against the GM and IM norms, "
        "and for women WGM and WIM: what is met, what fails and by how much, which games may be left "
        "out, and the way to the title.\n"
        "Or type the rounds, by **Check a FIDE norm** or `/norms` in a direct message: `W2450 IM NED, =2380 GM FRA, "
        "L unrated ESP, BYE, 2510 GM GER, ?`. An entry has a result (W D L, 1 ½ 0), a rating, a title and a "
        "federation, in any order; one without a result is to come, and `?` is somebody not known yet: then the answer "
        "says what the last rounds must bring. `+` is a forfeit win.\n"
        "What nobody tells is *to confirm*: **Event facts** and **More facts** tell of the event what its crosstable "
        "does not show, and who the player is. A director keeps that with **Keep facts**. "
        "Titles and federations of opponents come with a TRF file, or from `/td player`.\n\n"
        "**The calculator of 2017.** `rules: FIDE as in the calculator of 2017` rates by formulas in the place of "
        "FIDE's tables: expected 1 / (1 + 10^(−D/400)), performance by 400 log₁₀(S / (N − S)), K 40 until 30 games, "
        "then 20 under 2400 and 10 from there; the answer says how far that is from the tables.\n"
        "**Disclaimer.** All this is for estimation purposes only and does not represent official FIDE calculations; "
        "FIDE's official ratings may differ. Official: [FIDE](https://www.fide.com/), "
        "[its ratings](https://ratings.fide.com/), [handbook](https://handbook.fide.com/chapter/B022024), "
        "[the regulations of July 2017](https://www.fide.com/FIDE/handbook/"
        "Rating_Regulations_effective_from_July_2017.pdf).",
    ),
    "elo": (
        "I play any game: Elo",
        "Plain ratings for any game: choose the list with `list`, or a director makes it the club's default. What "
        "you scored beyond expectation is multiplied by **K**: 32, or 20 or 10 where the club wants calmer "
        "ratings (`/td settings` with `list` and `rules`); `rules` names another K for one event. Everybody "
        "begins at 1500, an event counts all at once, and there are no floors, bonuses or titles.",
    ),
    "glicko-2": (
        "I play any game: Glicko-2",
        "Glickman's ratings for any game: choose the list with `list`, or a director makes it the club's default. "
        "Beside the rating stands its **deviation** (RD), which says how sure it is: the true strength is within two "
        "of them with a chance of 95 %. A newcomer has 1500 and 350; games make it smaller, months without a game "
        "larger. The volatility says how steady the results are.\n"
        "A rating period is a calendar month: all its games count together, against the ratings of its beginning; "
        "after each event the month so far is worked out again. An opponent of whom only a rating is typed counts with "
        "a deviation of 50. P marks a deviation above 110.",
    ),
    "leaderboard": (
        "Where I stand",
        "`/rating show` is your card; `/rating history` draws how you got there, `/rating compare` draws several "
        "and shows two head to head. `/rating estimate` with a `target` says what score it takes.\n"
        "`/leaderboard` shows ten players a page; players with the same rating share a rank. **Me** opens your own "
        "page, the page's number takes a page or a name, and the menu orders by gain of the month, games or newest "
        "peak. Whoever else presses gets a page of their own. P marks a provisional rating; who has not played for a "
        "year is listed by **Show inactive**. **Distribution** draws how the ratings are spread and where you stand.",
    ),
    "challenges": (
        "I want to challenge somebody",
        "`/challenge player: @Eli games: 3` proposes a match, as does **Challenge** under a member's Apps; "
        "**Report a result** there reports one that is played. "
        "The other is asked once, and presses **Accept** or **Decline** within seven days. Who has White, or the "
        "first move, is drawn by lot; then in turn. **Change terms** changes both.\n"
        "Play, then press **Report result**: each game, or for longer matches a line such as `WWLDW` or `6-1-3` "
        "(won-drawn-lost). The other presses **Confirm**, or **That's wrong**, and it is reported anew; after the "
        "hours that the club has set it counts by itself. It is rated for both, as the list rates a match of two. Only "
        "the two and directors may press.\n"
        "`/match opponent: @Eli wins: 2 losses: 1` reports a match without a challenge.\n"
        "`/challenge` alone lists what is open; five of yours may wait for an answer. A challenge that nobody answers "
        "lapses in silence.",
    ),
    "seasons": (
        "Who leads the season",
        "A season is a stretch of a list with a board of its own: who gained most, scored most, performed best. By "
        "default nobody's rating is touched.\n"
        "`/season` has the board that runs, or that of any `season`; the menu orders it by rating, gain, "
        "performance, points or games, for Scrabble also by the mean of QURSH. **Gain** is the last rating less the "
        "first; **performance** is the list's own, over all games of the season. Who has too few games stands behind "
        "the others. Equals are parted by more games, then by the better performance.\n"
        "**All seasons** below it has who won which; while one runs, the menu under `/leaderboard` has its "
        "performance. `/yearbook` has the records of a season, or of a year.\n\n"
        "**For directors:** `/td season` starts one, today or on an earlier day, and ends it; with "
        "`ends` it ends by itself when that day is over in the club's time zone. Its board is kept, and posted "
        "where the club announces its news. What is corrected later moves the board, and the board says which "
        "places. **Reopen** lets it go on, **Undo** under its start lets it be none. On lists of the club's own "
        "(Oracle, Elo, Glicko-2) **Change rules** can move everybody half the way to the middle, or let everybody "
        "begin afresh; official lists refuse that.",
    ),
    "players": (
        "Which player I am",
        "A club has players who are not on Discord too: they come with imported events, are on the leaderboard, and "
        "can be opponents. Wherever a command takes a person, write a name, a nickname, an id, `#12` or a mention, or "
        "choose as you type: it takes anybody of the club, also who has left the server.\n"
        "`/rating show` is a player's card. **Games**, **Chart** and **Norms** below it say more; ids and the year of "
        "birth under **Details** go to directors and to yourself alone. "
        "**Compare** below a card shows two head to head.\n"
        "**That's me:** does the club know you from a file? Press it under the event, or **Claim a player** on `/me`; "
        'a director confirms it with one press. Where the bot asks "Are you …?", answer first, so that nothing counts '
        "twice.\n"
        "`/me` is your own page. **Edit profile** corrects your US Chess, FIDE or NASPA id, your federation and your "
        "birth date, which decides a first rating; also your state and the end of your US Chess membership, for the "
        "club's rating list. Once a director has confirmed your id, imported events find you by it, whatever you are "
        "called.\n"
        "**Notifications** lets the bot write to you when somebody else moves your rating, or a round makes a norm "
        "safe or puts it out of reach. It also keeps challenges away, your name out of announcements, or your card to "
        "yourself and directors. A menu undoes what you reported.\n\n"
        "**For directors**\n"
        "`/player import` takes in everybody at once: a table as CSV, with columns named as you name them (name, "
        "Discord name or id, US Chess id, FIDE id, NASPA id, born, federation, sex, title; and of each list rating, "
        "games, peak and floor), or FIDE's list, of which it takes your players. It shows who is new, changed or "
        "doubtful; **Store it** stores it, **Undo** takes all of it back. What the club knows stays, unless you press "
        "**Take the file's**. Without a file it gives you a table to fill in; `/td export` writes the club "
        "in the same columns.\n"
        "`/td queue` shows who says to be whom and whose id is whose; choose what is so. `/td player` is the "
        "page of one player. **Link to a member** gives a player to the member who it is at once, **Unlink** undoes "
        "it. A name that a member chose on Discord is never taken for one in a file unasked: the dry run of "
        "`/td import` proposes them, and "
        "one button takes all whose whole names are the same.\n"
        "**Merge a duplicate** makes two players one: every event, entered rating and lowered title of the duplicate "
        "goes to the player, everything is rated again, and the answer says whose rating changed. An event that is "
        "there twice then is named, with a button for either telling that stays. **Undo**, or **Split** much later, "
        "gives back exactly what went over; what was played since stays with the player.\n"
        "**Hide player** shows a player to directors alone, **Delete player** removes one without any result, and "
        "**Edit profile** has the name, which stays whatever a member is called on Discord.",
    ),
    "rules": (
        "Which rules rated my event",
        "US Chess changed its rules many times. Every event is rated by the rules of its date; the answer names them. "
        "`rules` chooses others, among them the informal calculator of 2020, whose figures differ from the official "
        "ones.\n"
        "Your own event is rated against the opponents' ratings **as you give them**; members count with their rating "
        "of that day. US Chess rates whole sections at once, in two passes, so that its figure may differ by a few "
        "points.\n"
        "**Calculation** opens every step with its clause.",
    ),
    "events": (
        "I was at an event or a club evening",
        "`/events` lists them, by kind in the menu, and opens one: before and after, with what was expected and the "
        "**Crosstable** behind buttons. **Me** finds you there, **File** has all of it, **Post here** shows it to "
        "everybody.\n"
        "**Own reports** (`/rating update`) are marked until they are confirmed, on the leaderboard and on "
        "cards. Whoever you named with @ is asked and presses **Confirm**, or **That's wrong** and says how it was; "
        "typed ratings, and opponents whose own "
        "rating is not confirmed, take a director. A report that looks like an event which is "
        "stored is asked about before it is stored twice.\n"
        "**A club evening:** a director opens it with `/td evening`; everybody clicks Join and reports what they "
        "played with **Report a result**: `Dana beat Eli`, `2: Eli ½-½ Ann`, `1: Dana +- Eli` "
        "(forfeit), `1: Dana bye`. The other player or a director confirms, or the hours that the club has set do. "
        "**Close (TD)** rates it. With `method` the bot pairs it: tap **I won · Draw · I lost** under the round, and "
        "the opponent confirms; **What do I need?** and **Chances** look ahead; directors have **Directors** under the "
        "card: **Plan**, **Add a player** (newcomers too), and **Tie-breaks** for what decides between equal "
        "points; **How?** under the standings shows the sums. **Prizes** says who gets what and why; a director "
        "sets them there: `1st 100`, `U1600 30`, `upset 20`. Sections in **Plan**, such as `1600, 1200`, "
        "divide an event by rating: **Make sections** gives each a card, rounds and a result of its own. "
        "**More** has who shall not meet, kept boards and acceleration. "
        "**Reopen** under the card of one that has ended lets any round be mended.\n"
        "**For directors:** `/td import` takes a result file: TRF, a US Chess rating report (zip), SwissSys' JSON, "
        "a list of games as CSV (`white,black,result`), or a crosstable as CSV (`number,name,rating,games,1,2,3` with "
        "cells such as `W4`, `D2`, `B`). It shows what it would do and what moves most; "
        "**Settle names** says who is who, **Remarks** what was doubtful, **Store it** "
        "rates the whole section at once. A rating without games counts as established.\n"
        "The dry run says **which lists** the file would move and why: by its federation, its players' ids, its time "
        "control; the menu below changes them. An online event, and a time control that is not understood, ask for a "
        "list; a site's ratings start nobody. Where a list's rules would not rate it, a reason of yours rates it all "
        "the same and is kept.\n"
        "`/td correct` corrects a round, an opponent, a rating, the name, the day or the time control, and adds or "
        "removes players: type `change`, or choose below the answer. `/td void` voids an event. Both show first all "
        "that moves, rate everything after it again, and have Undo. "
        "`/td queue` shows every report and match that waits, with both versions of what is disputed, and a "
        "button to confirm each or take it back. "
        "`/td export` writes an event as a file; an evening that is being played as it stood after the last round "
        "that is over.",
    ),
    "scrabble": (
        "I play Scrabble: QURSH and NASPA",
        "**Files:** `/td import` takes tsh's division files (`a.t`, with `config.tsh` where there is one), a tsh "
        "archive, AUPAIR, CoCo's CSV and pairings as CSV (`round,player1,score1,player2,score2`). A Scrabble event "
        "moves the list **NASPA (estimate)**: NASPA publishes no official text of its formula, so that its own figure "
        "may differ by a few points. Events of a local club count a third there: choose that edition under `rules`.\n"
        "**QURSH** asks how well you did for your rating. Each game's score difference is placed among those of "
        "earlier games between players rated like you and your opponent: 50 % is what your rating predicts, and "
        "your opponent gets the rest of 100. Your score is the mean of your games, so that a low rated player can be "
        "first.\n"
        "`/qursh standings` ranks an event of the club, or a file at once without storing it; all divisions stand in "
        "one list. Upload the divisions together. `winners` marks who has a prize already, and the answer names the "
        "highest out of the money. `style` gives the wall chart with the score as its last column.\n"
        "`style: one group against three` shows who gains where ratings are not grouped. `/qursh quantile` "
        "places one game that you type in, or without scores says by how much who is expected to win, and what each "
        "margin is worth; `/qursh table` shows the table that places it, and with `cell` a histogram. Under "
        "every ranking stands which table that is. A short event is mostly luck: the answer says how much.\n"
        "**For directors:** `/qursh history load` takes the games of a large history as CSV, which replace "
        "the normal curves that are shipped. Discord takes 10 MiB in most servers, for which the needed columns, "
        "packed with gzip, are small enough; a larger file the bot's operator loads, by `crosstable history`. "
        "`/qursh history reset` goes back to the curves. `/td settings` with the page QURSH makes the club's own "
        "events of a list part of the history (each event is placed by those before it), and cuts the bins finer.",
    ),
    "oracle": (
        "I play long matches: Oracle ratings",
        "For games that are played in long matches, against people, bots and engines. A rating is the chance in "
        "percent of beating the **Keeper**, a benchmark player whom a director names (`/td settings`, Oracle) and who "
        "stands at 50. Everybody else begins at 50 too; below 20 games a rating is provisional (P).\n"
        "**Report a match:** `/match opponent: @Dana wins: 12 losses: 8`; **Add details** below takes the day, and the "
        "results in the order of play, which are rated game by game. Of a bare score each game counts the mean. It "
        "rates both sides once the "
        "other one, or a director, presses **Confirm**, or a day has gone by (`/td settings`, "
        "Results). **That's "
        "wrong** and the reporter's **Undo** take it back till then; afterwards a director voids it. A "
        "name that is new becomes an engine of the club; directors name two players: `opponent: Dana, Eli`.\n"
        "**Look:** `/leaderboard`, `/rating show` and `/rating estimate` with `list: Oracle`: the chances against "
        "one opponent, or of everybody against everybody where you name several. **Sure ranks** under the board lets "
        "those share a rank of whom nobody is surely stronger. **Compare systems** rates the same matches by Elo and "
        "Glicko-2, and tells which of the three "
        "**For directors:** `/td publish` rates all matches at once, which is more exact than match by match: "
        "it shows both first, **Store it** stores it, Undo takes it back, as it does a table. `/oracle import` "
        "takes players in from CSV "
        "(`player_id,name,type,rating,bt_strength,games,wins`, and the losses, draws and doubt behind them), "
        "`/td export` writes it. `/td settings` with the page Oracle has "
        "the Keeper, the multipliers and what draws count, and opens further pools, each with a Keeper of its own; "
        "a change is applied to every match so far. `bare_scores` and `rebalancing` choose what the seed's own program "
        "does: all wins of a bare score first, which lets the winner of a 12-8 fall, and everybody divided by the "
        "Keeper, which moves who did not play.\n"
        "**Ratings that hardly move** belong to veterans: their multiplier is at its least. A strong player who only "
        "meets weak ones is rated relative to them: play the Keeper, or those who do.",
    ),
    "club": (
        "Directors: settings, roles, files",
        "**`/td settings`** is one page: choose in its menu what to change, each is explained in a line. The "
        "page is edited in place, and **Undo** takes the change back. With `page` a page opens at once. "
        "**File** gives all of them as a file, which another server takes in.\n"
        "**Time zone** says where the club is: days, months and hours are counted there. **Who is who** says "
        "whether a director confirms every \"That's me\", or name and membership id where both agree. **Members' "
        "own reports** says what of a report waits until it is confirmed; what waits is decided with `/td "
        "queue`, and told once a day in the directors' channel. **Titles of the 1990s** hides their codes "
        "everywhere, and keeps them; their tables can be the club's own.\n"
        "**Roles** gives roles by class of rating or by title: you see first which, and how many members "
        "get each. The bot needs *Manage Roles*, and its own role above those that it gives.\n"
        "**Check** under it says what is missing, and what is paused.\n"
        "**For others:** `/td rating` sets a rating. The page of `/td player` reports an event, undoes the last report "
        "and lowers a lifetime title, and who asks for that brings a button for it. When a norm lies 200 points or "
        "more above a rating, you are told that a minimum rating may be "
        "due, with a button that sets it. `/td export` writes the rating list as US Chess printed it.\n"
        "`/td audit` shows who did what, of one `kind` or of one `player`. `/td export` gives the whole "
        "club as a zip, which `/td import` takes into an empty one.\n"
        "**Live boards** keeps a leaderboard up to date in a channel, one of each list and order. "
        "**Announcements** tells titles, the upset, peaks, norms, milestones and newcomers, daily, weekly or after "
        "each event. Nobody is mentioned. What no longer can be sent is paused, and said once in "
        "the directors' channel.\n"
        "Members who may manage the server always count as directors.",
    ),
    "privacy": (
        "What is kept of me",
        "A club keeps who you are (Discord id, name, the membership numbers, federation, title and birth date that "
        "you or a director gave), what you played, and who stored what. It keeps no messages and shares nothing.\n"
        "On `/me`, **My data** gives you all of it as a zip, and **Forget me** makes you nameless: ids and "
        "birth date go, your games stay, because other people's ratings rest on them. For a player who is not on "
        "Discord a director does it. Files that nobody confirms go after two days, and a club thirty days after "
        "the bot has left its server.\n"
        "In full: docs/PRIVACY.md and docs/TERMS.md of the project.",
    ),
}
"""By topic: the title and the text."""
