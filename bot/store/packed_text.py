"""Texts as revisions 0011 to 0015 kept the explained steps: compressed. Only the migrations need it.

A value is the number of a dictionary and a raw DEFLATE stream (RFC 1951). Dictionary 1 is frozen, for stored values
need it: another one gets another number.
"""

import zlib

_PHRASES = """\
NASPA (estimate), acceleration: naspa-acceleration
US Chess 2025, 4.1: special-all-losses special-zero-high
FIDE B.02, 8.3: expected-score fide-own-rating score-minus-expected
FIDE C.07, 10.2: fide-performance
Oracle, Mathematical Foundation: oracle-keeper
Oracle, Update Formula: oracle-moved-whole
US Chess 2025, 2: initial-age
US Chess 2025, 4.1: special-zero-low special-few-games
US Chess 2025, 4.2: no-bonus-few-games
FIDE B.02, 8.3: fide-event-change fide-k-usual fide-list-change
FIDE B.02, 8.3.4: fide-list-rating fide-rounded
US Chess 2025, 4.1: expected-score score-minus-expected special-adjusted-score special-prior-rating special-rating
NASPA (estimate), feedback: naspa-feedback
Oracle, Batch Processing: oracle-calibrated oracle-interval
US Chess rating estimator, performance: performance-all
NASPA (estimate), expected wins: naspa-expected-wins
NASPA (estimate), multipliers: naspa-excess-wins naspa-multiplier
NASPA (estimate), performance: naspa-performance
NASPA (estimate), rounding: naspa-rating
NASPA (estimate), segments: naspa-segment
Oracle, Update Formula: oracle-moved-half
US Chess rating estimator, performance: performance-none
Oracle, Strength \\u2194 Rating Conversion: oracle-rating
Oracle, standard errors: oracle-error oracle-interval
FIDE B.02, 8.3: fide-game
US Chess 2025, floors: floor-applied
Oracle: new-rating
Oracle, Adaptive A: oracle-multiplier
Oracle, Update Formula: expected-score oracle-change-in-order oracle-expected
Oracle, performance: oracle-performance
US Chess 2025, floors: floor-absolute
US Chess 2025, 4.1: game-provisional-expectancy
NASPA (estimate), expected wins: naspa-game-expectancy
Glicko-2 2013, step 2: glicko2-scaled-rating glicko2-scaled-deviation
Glicko-2 2013, step 3: glicko2-variance
Glicko-2 2013, step 4: glicko2-delta
Glicko-2 2013, step 5: glicko2-volatility
Glicko-2 2013, step 6: glicko2-period-deviation
Glicko-2 2013, step 7: glicko2-new-deviation glicko2-new-scaled-rating
Glicko-2 2013, step 8: glicko2-deviation glicko2-new-rating
Glicko-2 2013, step 3: glicko2-game-expectancy
Elo 1978, start: elo-start
Elo 1978, 8.43: expected-score
Elo 1978, 1.62: elo-change elo-new-rating
Elo 1978, 8.43: elo-game-expectancy
US Chess 2025, floors: floor-peak
US Chess rating estimator, performance: performance-linear performance-logistic
US Chess 2025, 4.2: bonus bonus-threshold expected-score k-change k-factor score-minus-expected standard-rating
US Chess 2025: new-rating
US Chess 2025, 3: effective-games effective-games-cap
US Chess 2025, 4.2: game-expectancy
"""
"""Clauses and reasons of steps, a clause a line, the commonest last: DEFLATE names what is near most shortly."""


def _dictionary(phrases: str) -> bytes:
    lines = (line.split(": ") for line in phrases.splitlines())
    return "".join(f'],["{clause}","{reason}",' for clause, reasons in lines for reason in reasons.split()).encode()


_DICTIONARIES = {1: _dictionary(_PHRASES)}
_NEWEST = max(_DICTIONARIES)
_RAW = -15
_WINDOW, _MEMORY = -13, 6
"""As small as they may be for the dictionary and most texts: what is packed is the same, and made sooner."""

_READY = zlib.compressobj(wbits=_WINDOW, memLevel=_MEMORY, zdict=_DICTIONARIES[_NEWEST])


def pack(text: str) -> bytes:
    """Return a text compressed."""
    packer = _READY.copy()  # the dictionary is taken in once: a fold packs thousands
    return bytes([_NEWEST]) + packer.compress(text.encode()) + packer.flush()


def unpack(packed: bytes) -> str:
    """Return the text; raise ValueError for bytes that are none."""
    try:
        unpacker = zlib.decompressobj(wbits=_RAW, zdict=_DICTIONARIES[packed[0]])
        return (unpacker.decompress(packed[1:]) + unpacker.flush()).decode()
    except (IndexError, KeyError, zlib.error) as error:
        raise ValueError("no packed text") from error
