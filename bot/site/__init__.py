"""The calculators for the browser: the same core, run by Pyodide on a static page. `build.py` makes the folder."""
