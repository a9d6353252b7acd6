"""Report odd English in texts, documents, docstrings and tests: python tools/prose_lint.py [--count] [SCOPE ...].

Scopes: shown (texts of commands, cards, errors, remarks and logs), docs (Markdown, .env.example), code (docstrings and
comments of the product and the tools), tests (docstrings, comments and names of tests). `words: ok` excuses a line.
"""

import argparse
import ast
import io
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCOPES = ("shown", "docs", "code", "tests")
WORDS_OK = "words: ok"
GENERATED = ("docs/commands.md", "docs/buttons.md", "bot/store/database/migrations/", "tests/golden/")


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern of odd English: its name, what to write instead, and the scopes in which it is looked for."""

    name: str
    pattern: re.Pattern[str]
    instead: str
    scopes: tuple[str, ...]


def _rule(name: str, pattern: str, instead: str, *scopes: str) -> Rule:
    return Rule(name, re.compile(pattern), instead, scopes or ("shown", "docs", "code"))


END = r"(?=[\s.,;:!?)\"'*`]|$)"
RULES = (
    _rule(
        "is-no",
        r"(?<!here )\b(?:is|are|was) no (?!longer\b|more\b|less\b|difference\b|way\b|need\b|one\b)\"?[\w-]+",
        "is not a",
    ),
    _rule(
        "stands",
        r"\bstand(?:s|ing)? (?:there|twice|alone|in (?!s)|on (?:the|this|these|a)\b|under\b|beside\b|behind\b|at place"
        r"|below\b|first in)",
        "appears, is listed, is shown, comes first",
        *SCOPES,
    ),
    _rule(
        "headless-who",
        r"(?:^|[.:;,] |\n|\*\* )(?:and |or |for |to |also )?(?:[Ww]ho|He who) (?!is who\b)[^.;:?\n]{4,70}? (?:is|are"
        r"|shares?|goes|stands?|has|may|gets?|counts?|always|opens?|starts?|begins?|wants|left|finds|withdraws)\b"
        r"(?![^\n.;]*\?)",
        "anyone who, players who, or the person's name",
        "shown",
        "docs",
    ),
    _rule("whoever", r"\b[Ww]hoever\b", "the person: the operator, the reporter, the player"),
    _rule(
        "tell-of",
        r"\b[Tt]ell(?:s|ing)? (?:of|the (?:figures|medians)|by|what|which|who|whose|how|titles|it|them)\b"
        r"|\b(?:is|are)(?: not)? told\b",
        "report, show, list, document",
    ),
    _rule("tell-whether", r"^\s*Tell whether\b", "Return whether", "code", "tests"),
    _rule(
        "kept-of",
        r"\b(?:kept|keeps?|known|said|shown|written|told|remains?|left|stored) of (?!the\b (?:same|fold)|course\b)\w+",
        "stored about, known about",
    ),
    _rule("in-place-of", r"\bin (?:the )?place of\b", "instead of"),
    _rule(
        "alone-for-only",
        r"\b(?:to|for|by|of|on|with|at) (?:\w+ )?(?:directors|members|women|yourself|you|them|themselves|owner"
        r"|its owner|FIDE|that|it|this|players) alone\b"
        rf"|\balone{END}(?= (?:is|are|has|have|takes?|may|counts?)\b)",
        "only",
    ),
    _rule(
        "a-per",
        r"\b(?:one|one (?:row|line|file)|ten|six|three at most|some \w+|a (?:game|pair|board|row|line|thread|folder)"
        r"|[Gg]ames|[Dd]ays|columns|messages|times|rows|reports|a thousand) a (?:line|page|day|week|month|year|row"
        r"|player|second|minute|thread|process|game|club|member|round|seat|report|rating|table)\b"
        r"(?! (?:is|of|process))",
        "per, each",
    ),
    _rule("anew", r"\b(?:anew|afresh)\b", "again, from scratch, new"),
    _rule(
        "any-more",
        r"\b(?:not|no|nobody|none|nothing)\b[^.;:\n]{0,40}\bany more\b|\bis no more\b|\bno more:",
        "no longer",
    ),
    _rule(
        "archaic",
        r"\b(?:suffices?|foreseen?|foresaw|[Dd]eeds?|amiss|likewise|mends?|mended|mending|till|thereof|hither|wherein"
        r"|in the midst|parted by|parts them|bears the name|of like|to begin anew|be it)\b"
        r"|\b(?:holds?|held|holding) (?:\w+ ){0,3}against\b",
        "the everyday word: enough, predicted, action, wrong, fix, until, compare with",
    ),
    _rule("shall", r"\bshall\b(?! not be liable)", "must, will, or the imperative"),
    _rule(
        "it-takes",
        r"\b(?:[Ii]t|[Tt]hat|rating|norm|place|game|title|pool|report|chart|match|file) takes? (?!part\b|place\b"
        r"|turns?\b|care\b|over\b|back\b|effect\b|\w+ to\b)(?:\d|a\b|an\b|five|two|four|ten|games?|up to|from|one|\{)",
        "needs, requires, accepts",
        "shown",
        "docs",
    ),
    _rule("by-now", r"\bby now\b|\bsince then\b|\bmeanwhile\b", "the date, or already", "shown"),
    _rule(
        "leave-out",
        rf"\b[Ll]eaves? [^.;:\n]{{1,40}}? out\b|\bleft out{END}",
        "errors: remove; options: (default: X); remarks: skipped",
        "shown",
        "docs",
    ),
    _rule(
        "write-such-as", r"\b[Ww]rite (?:one |them |something )?such as\b", "write, for example 7d,4w", "shown", "docs"
    ),
    _rule("in-words", r"\bthe (?:card|answer|chart) in words\b|\bin words\b", "as text", "shown", "docs"),
    _rule(
        "choose-offered",
        r"\bchoose (?:one|some|those) that (?:is|are) offered\b",
        "pick one from the list",
        "shown",
    ),
    _rule("percent-space", r"(?:\d|\{[^}]*\}) %(?!\w|[sd(])", "no space before the percent sign", "shown", "docs"),
    _rule("the-own", r"\b(?:the|an) own \w+", "your own, the player's own"),
    _rule(
        "says-to-be",
        r"\bsays? to be\b|\bsays? that (?:it|they|he|she) was (?:otherwise|not so)\b|\bwas it so\b|\bthat is so\b",
        "claims to be, disputes this, is this correct?",
        "shown",
        "docs",
    ),
    _rule(
        "different",
        r"\bNo rating is different\b|\bNothing (?:would be|is|of \w+ \w+ would be) different\b",
        "no ratings changed",
        "shown",
    ),
    _rule(
        "room",
        r"\b(?:rooms?|doors?|house) (?:of|that|which|asks?|has|have|is|are|in)\b",
        "package, module, entry point",
        "docs",
        "code",
    ),
    _rule(
        "vague-cure",
        r": (?:write|give|add|name|correct|choose|rename) (?:as many|it|them|one|both|theirs|one of them"
        r"|one of the two)\.?$",
        "what to type, with an example",
        "shown",
    ),
)


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the project, with the place where it begins."""

    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Hit:
    """A rule that a text breaks."""

    place: Text
    rule: Rule
    found: re.Match[str]

    def __str__(self) -> str:
        text, found = self.place.text, self.found
        around = text[max(0, found.start() - 40) : found.end() + 40].replace("\n", " ")
        return f"{self.place.path}:{self.place.line}: {self.rule.name}: {around} (write {self.rule.instead})"


def hits_in(texts: Iterator[Text], scope: str) -> Iterator[Hit]:
    """Yield every break of a rule in the texts of a scope."""
    rules = [rule for rule in RULES if scope in rule.scopes]
    for place in texts:
        for rule in rules:
            for found in rule.pattern.finditer(place.text):
                yield Hit(place, rule, found)


def texts_of(scope: str, root: Path = ROOT) -> Iterator[Text]:
    """Yield the texts of a scope in a checkout."""
    if scope == "docs":
        for path in [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md")), root / ".env.example"]:
            if _is_written_by_hand(path, root):
                yield from markdown_texts(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
        return
    tops = {"tests": ["tests"], "code": ["bot", "cogs", "core", "tools"], "shown": ["bot", "cogs", "core"]}[scope]
    for path in [path for top in tops for path in sorted((root / top).rglob("*.py"))]:
        if _is_written_by_hand(path, root) and path.name != Path(__file__).name:
            name, source = path.relative_to(root).as_posix(), path.read_text(encoding="utf-8")
            if scope == "shown":
                yield from shown_texts(source, name)
            else:
                yield from comment_texts(source, name, with_tests=scope == "tests")


def _is_written_by_hand(path: Path, root: Path) -> bool:
    return not path.relative_to(root).as_posix().startswith(GENERATED)


def markdown_texts(source: str, name: str) -> Iterator[Text]:
    """Yield the lines of a document, without code and the targets of links."""
    fenced = False
    for number, line in enumerate(source.splitlines(), 1):
        fence = line.startswith("```")
        fenced ^= fence
        if not fenced and not fence and WORDS_OK not in line:
            yield Text(name, number, re.sub(r"`[^`]*`|\]\([^)]*\)", "", line))


def comment_texts(source: str, name: str, *, with_tests: bool) -> Iterator[Text]:
    """Yield the docstrings and comments of a module, and the names of its tests in words."""
    tree = ast.parse(source)
    shown = set(map(id, _command_docstrings(tree)))
    for node in _docstrings(tree):
        if id(node) not in shown:
            for offset, line in enumerate(str(node.value).splitlines()):
                yield Text(name, node.lineno + offset, line)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and WORDS_OK not in token.line:
            yield Text(name, token.start[0], token.string.lstrip("# "))
    if with_tests:
        for function in _functions(tree):
            if function.name.startswith("test_"):
                yield Text(name, function.lineno, function.name.replace("_", " "))


SHOWN_CALLS = {"Remark", "add", "fault", "doubt", "write", "print", "warning", "error", "info", "exit", "debug"}
"""Calls whose strings people read; those of errors are recognised by their name."""


def shown_texts(source: str, name: str) -> Iterator[Text]:
    """Yield the strings of a module that people read; in bot/ui and cogs all of them."""
    tree, lines = ast.parse(source), source.splitlines()
    for node in _command_docstrings(tree):
        yield Text(name, node.lineno, str(node.value).split("\n\n")[0])
    silent = set(map(id, _docstrings(tree)))
    roots = [tree] if name.startswith(("cogs/", "bot/ui/")) else _shown_nodes(tree)
    seen: set[int] = set()
    for root in roots:
        for node, text in _strings(root, silent):
            if id(node) not in seen and WORDS_OK not in lines[node.lineno - 1]:
                seen.add(id(node))
                yield Text(name, node.lineno, text)


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def _docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the strings that are statements: docstrings, also those under an assignment."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield node.value


def _command_docstrings(tree: ast.Module) -> Iterator[ast.Constant]:
    """Yield the docstrings of commands, which Discord shows."""
    for function in _functions(tree):
        first = function.body[0]
        is_command = any("command" in ast.unparse(decorator) for decorator in function.decorator_list)
        if is_command and isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            yield first.value


def _shown_nodes(tree: ast.Module) -> Iterator[ast.AST]:
    """Yield assignments, raised errors and calls that show their strings."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None):
            yield node
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in SHOWN_CALLS or called.endswith("Error"):
                yield node


def _strings(node: ast.AST, silent: set[int]) -> Iterator[tuple[ast.expr, str]]:
    """Yield the strings under a node that have more than one word, with {} for what is filled in."""
    if isinstance(node, ast.JoinedStr):
        yield node, "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        children: Iterator[ast.AST] = (part.value for part in node.values if isinstance(part, ast.FormattedValue))
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str) and " " in node.value.strip() and id(node) not in silent:
            yield node, node.value
        return
    else:
        children = ast.iter_child_nodes(node)
    for child in children:
        yield from _strings(child, silent)


def main(arguments: list[str] | None = None) -> int:
    """Print the hits, or their counts by rule; return 1 where there is one."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("scopes", nargs="*", metavar="SCOPE", help=f"{', '.join(SCOPES)} (default: all)")
    parser.add_argument("--count", action="store_true", help="print counts by rule only")
    given = parser.parse_args(arguments)
    if unknown := set(given.scopes) - set(SCOPES):
        parser.error(f'"{min(unknown)}" is not a scope. Use {", ".join(SCOPES)}.')
    counts: Counter[tuple[str, str]] = Counter()
    for scope in given.scopes or SCOPES:
        for hit in hits_in(texts_of(scope), scope):
            counts[scope, hit.rule.name] += 1
            if not given.count:
                print(hit)
    for (scope, rule), number in counts.most_common():
        print(f"{number:5} {scope:6} {rule}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
