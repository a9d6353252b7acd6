"""Runs in Pyodide under node."""

import os
import sys
from typing import Any
from unittest import mock

os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
os.chdir("/checkout")
sys.path[:0] = ["/checkout", "/checkout/tests/core"]
sys.path.append("/packages")

import pytest  # noqa: E402


def _given(*_: Any, **__: Any) -> Any:
    return lambda function: mock.MagicMock()


hypothesis = mock.MagicMock(given=_given)
hypothesis.settings.default.max_examples = 1
for name in ("hypothesis", "hypothesis.strategies", "hypothesis.stateful"):
    sys.modules[name] = hypothesis


def run(*arguments: str) -> int:
    options = ["-q", "--noconftest", "-p", "no:cacheprovider", "-c", "/dev/null", "-W", "ignore"]
    return int(pytest.main([*options, *arguments]))
