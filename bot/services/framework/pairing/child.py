"""The Swiss pairing process: JSON lines in and out.

Run by path without the bot's imports, so that it starts fast; only this file knows the engine.
"""

import contextlib
import json
import os
import signal
import sys
from typing import Any

_LEAST_STATUS_OF_A_FAULT = 400

_SECONDS_ALONE = 90
"""longer than the bot waits"""


def main() -> None:
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # The engine's output must not mix with the answers.
    sys.stdout = sys.stderr
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)  # the process that answers every club goes first
    for line in sys.stdin:
        if sys.platform != "win32":
            signal.alarm(_SECONDS_ALONE)
        answers.write(json.dumps(_answer(json.loads(line))) + "\n")
        answers.flush()
        if sys.platform != "win32":
            signal.alarm(0)


def _answer(question: dict[str, Any]) -> dict[str, Any]:
    try:
        from gacrux import gacruxexeptions, pairingdutch, trf2json
    except ImportError as error:
        return {"error": "missing", "detail": str(error)}
    try:
        reader = trf2json.trf2json()
        reader.parse_file(question["text"], 0)
        status = reader.chessjson["status"]
        if status["code"] > _LEAST_STATUS_OF_A_FAULT:
            return {"error": "failed", "detail": f"the text is wrong: {status}"}
        settings = {"experimental": [], "verbose": 0, "top_color": "w", "rank": False}
        engine = pairingdutch.pairing_dutch(reader.get_tournament(1), question["round"], settings)
        found = [pair for bracket in engine.compute_pairing(False, 0) for pair in bracket["pairs"]]
    except gacruxexeptions.GacruxNoLegalPairing as error:
        return {"error": "no-legal-pairing", "detail": str(error)}
    except Exception as error:
        return {"error": "failed", "detail": f"{type(error).__name__}: {error}"}
    return {"pairs": [[pair["w"], pair["b"]] for pair in sorted(found, key=lambda pair: pair["board"])]}


if __name__ == "__main__":
    main()
