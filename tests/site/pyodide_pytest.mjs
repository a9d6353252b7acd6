// node pyodide_pytest.mjs PYODIDE CHECKOUT SITE_PACKAGES ARGUMENT...: run pytest in WebAssembly.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, checkout, packages, ...given] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const python = await loadPyodide();
python.mountNodeFS("/checkout", checkout);
python.mountNodeFS("/packages", packages);
python.runPython(readFileSync(`${checkout}/tests/site/pyodide_pytest.py`, "utf-8"));
process.exitCode = python.globals.get("run")(...given);
