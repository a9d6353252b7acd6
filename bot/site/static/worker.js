// Runs Python beside the page: loads it once, then answers one question at a time.
import { loadPyodide } from "./pyodide/pyodide.mjs";

const answerer = load();

onmessage = async ({ data }) => {
  try {
    const answer = await answerer;
    postMessage({ id: data.id, answer: JSON.parse(answer(data)) });
  } catch (error) {
    postMessage({ id: data.id, error: String(error.message ?? error) });
  }
};

async function load() {
  await download(["pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "crosstable.zip"]);
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location).href });
  const archive = await fetch("crosstable.zip", { cache: "force-cache" });
  python.unpackArchive(await archive.arrayBuffer(), "zip");
  python.runPython("from bot.site.browser import answer");
  postMessage({ progress: 100 });
  const answer = python.globals.get("answer");
  return ({ call, fields, today, list }) =>
    answer(call, Array.isArray(fields) ? fields : JSON.stringify(fields), today, list ?? "");
}

async function download(paths) {
  const answers = await Promise.all(paths.map((path) => fetch(path, { cache: "force-cache" })));
  const lost = answers.find((one) => !one.ok);
  if (lost) throw new Error("The calculator could not be loaded. Check the connection and reload the page.");
  const total = answers.reduce((sum, one) => sum + Number(one.headers.get("Content-Length") ?? 0), 0);
  let done = 0;
  await Promise.all(answers.map(async (one) => {
    const reader = one.body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      done += part.value.length;
      if (total) postMessage({ progress: Math.min(95, Math.round((95 * done) / total)) });
    }
  }));
}
