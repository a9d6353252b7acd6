"""Guard each Python process that a test starts: this folder is on its path."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

_spec = spec_from_file_location("tests.connect.guard", Path(__file__).parent.parent / "guard.py")
assert _spec is not None
assert _spec.loader is not None
_guard = sys.modules[_spec.name] = module_from_spec(_spec)
_spec.loader.exec_module(_guard)
_guard.install()
