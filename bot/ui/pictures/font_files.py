"""The installed font files and the characters in each, read without drawing."""

import struct
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

INTER = Path(__file__).parent / "inter" / "Inter.ttf"
"""Part of the program, under the OFL."""

PACKAGES = (
    "fontpkg_noto_sans",
    "fontpkg_noto_sans_devanagari",
    "fontpkg_noto_sans_thai",
    "fontpkg_noto_sans_arabic",
    "fontpkg_noto_sans_tamil",
    "fontpkg_noto_sans_telugu",
    "cvttf_NotoSansCJK_Regular",
)

_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc")
_NOT_FOR_NAMES = ("lastresort", "adobeblank", "emoji", "symbol", "dingbat", "braille", "italic", "oblique", "icon")
"""Slanted, coloured, or with a box for every character."""
_LATER = ("serif", "mono", "condensed", "light", "thin", "black", "math", "music")
_MOST_FILES, _LARGEST = 3_000, 200 << 20
_folders: list[Path] = []


def _folders_of_the_system() -> tuple[Path, ...]:
    home = Path.home()
    if sys.platform == "win32":
        return Path("C:/Windows/Fonts"), home / "AppData/Local/Microsoft/Windows/Fonts"
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"
    return (
        home / ".local/share/fonts",
        home / ".fonts",
        Path("/", "usr/local/share/fonts"),
        Path("/", "usr/share/fonts"),
    )


_SYSTEM = _folders_of_the_system()


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font in a file. starts, ends: of its runs of characters."""

    path: Path
    index: int
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def has(self, character: str) -> bool:
        at = bisect_right(self.starts, ord(character)) - 1
        return at >= 0 and ord(character) <= self.ends[at]


def add_folders(folders: Sequence[Path]) -> None:
    _folders[:] = folders
    system_fonts.cache_clear()


def missing_folders() -> list[Path]:
    return [folder for folder in _folders if not folder.is_dir()]


@lru_cache(maxsize=1)
def own_fonts() -> tuple[FontFile, ...]:
    paths = [INTER, *(path for package in PACKAGES for path in _of_package(package))]
    return tuple(font for path in paths if (font := read_font(path)) is not None)


@lru_cache(maxsize=1)
def system_fonts() -> tuple[FontFile, ...]:
    """Return added folders' and the system's fonts, upright and plain ones first."""
    return tuple(font for path in _system_paths() if (font := read_font(path)) is not None)


@lru_cache(maxsize=4096)
def read_font(path: Path) -> FontFile | None:
    try:
        if path.stat().st_size > _LARGEST:
            return None
        with path.open("rb") as file:
            head = file.read(16)
            start = struct.unpack(">I", head[12:16])[0] if head[:4] == b"ttcf" else 0
            file.seek(start + 4)
            tables = struct.unpack(">H", file.read(8)[:2])[0]
            for _ in range(tables):
                tag, _, offset, length = struct.unpack(">4sIII", file.read(16))
                if tag == b"cmap" and length < 8 << 20:
                    file.seek(offset)
                    runs = sorted(_runs(file.read(length)))
                    return FontFile(path, 0, *_united(runs))
    except (OSError, struct.error, IndexError, ValueError):
        return None
    return None


def _of_package(package: str) -> Iterator[Path]:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return
    for folder in spec.submodule_search_locations or () if spec is not None else ():
        yield from (path for path in sorted(Path(folder).rglob("*")) if _is_upright(path))


def _system_paths() -> list[Path]:
    found: list[Path] = []
    for folder in (*_folders, *_SYSTEM):
        try:
            own = [path for path in sorted(folder.rglob("*")) if _is_upright(path)]
        except OSError:
            continue
        found += sorted(own, key=lambda path: any(word in path.name.lower() for word in _LATER))
    return found[:_MOST_FILES]


def _is_upright(path: Path) -> bool:
    name = path.name.lower()
    return name.endswith(_SUFFIXES) and not any(word in name for word in _NOT_FOR_NAMES)


def _runs(cmap: bytes) -> Iterator[tuple[int, int]]:
    """Yield runs of characters in a `cmap`'s best table (OpenType formats 4 and 12)."""
    amount = struct.unpack_from(">H", cmap, 2)[0]
    offsets = {}
    for at in range(amount):
        platform, encoding, offset = struct.unpack_from(">HHI", cmap, 4 + 8 * at)
        offsets[platform, encoding] = offset
    for wanted in ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0)):
        offset = offsets.get(wanted)
        if offset is None:
            continue
        kind = struct.unpack_from(">H", cmap, offset)[0]
        if kind == 12:
            groups = struct.unpack_from(">I", cmap, offset + 12)[0]
            for first, last, glyph in struct.iter_unpack(">III", cmap[offset + 16 : offset + 16 + 12 * groups]):
                if last >= first + (glyph == 0):
                    yield first + (glyph == 0), last
            return
        if kind == 4:
            yield from _segments(cmap, offset)
            return


def _segments(cmap: bytes, offset: int) -> Iterator[tuple[int, int]]:
    """Yield the runs of a format 4 table; glyph 0 means missing."""
    amount = struct.unpack_from(">H", cmap, offset + 6)[0] // 2
    ends = struct.unpack_from(f">{amount}H", cmap, offset + 14)
    starts = struct.unpack_from(f">{amount}H", cmap, offset + 16 + 2 * amount)
    deltas = struct.unpack_from(f">{amount}H", cmap, offset + 16 + 4 * amount)
    at_ranges = offset + 16 + 6 * amount
    ranges = struct.unpack_from(f">{amount}H", cmap, at_ranges)
    for at, (first, last, delta, away) in enumerate(zip(starts, ends, deltas, ranges, strict=True)):
        if first == 0xFFFF:
            continue
        for character in range(first, last + 1):
            if away == 0:
                glyph = (character + delta) & 0xFFFF
            else:
                place = at_ranges + 2 * at + away + 2 * (character - first)
                glyph = struct.unpack_from(">H", cmap, place)[0] if place + 2 <= len(cmap) else 0
            if glyph:
                yield character, character


def _united(runs: Sequence[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    starts: list[int] = []
    ends: list[int] = []
    for first, last in runs:
        if ends and first <= ends[-1] + 1:
            ends[-1] = max(ends[-1], last)
        else:
            starts.append(first)
            ends.append(last)
    return tuple(starts), tuple(ends)
