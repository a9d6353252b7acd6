// The page: reads the form and the address, asks the worker, shows what it answers. Links to the other calculators
// change the page's content only, so that Python starts once.
let form, answerPlace, progress, worker;
let asked = 0, loaded = 0;

if ("serviceWorker" in navigator) navigator.serviceWorker.register("service-worker.js");
document.addEventListener("click", (event) => {
  const link = event.target.closest("header a, main .cards a");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  history.pushState(null, "", link.href);
  turn();
});
addEventListener("popstate", turn);
let shown = location.pathname;
start();

async function turn() {
  if (location.pathname === shown) return;
  const page = await fetch(location.pathname).then((answer) => answer.text()).catch(() => null);
  if (page === null) return location.reload();
  const next = new DOMParser().parseFromString(page, "text/html");
  for (const name of ["header", "main"]) document.querySelector(name).replaceWith(next.querySelector(name));
  document.title = next.title;
  shown = location.pathname;
  scrollTo(0, 0);
  document.querySelector("h1").tabIndex = -1;
  document.querySelector("h1").focus();
  start();
}

function open() {
  worker = new Worker("worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.progress !== undefined) {
      loaded = data.progress;
      showProgress();
    } else if (data.id === asked) {
      show(data.error ? { error: data.error } : data.answer);
    }
  };
  worker.onerror = () => show({ error: "The calculator could not be loaded. Reload the page." });
}

function showProgress() {
  if (!progress) return;
  document.querySelector("#bar").value = loaded;
  progress.hidden = loaded === 100;
}

function start() {
  form = document.querySelector("#form");
  answerPlace = document.querySelector("#answer");
  progress = document.querySelector("#progress");
  asked++;
  if (!form) return;
  if (!worker) open();
  showProgress();
  const ask = (call, fields, list) => worker.postMessage({ id: ++asked, call, fields, today: today(), list });

  if (form.dataset.call === "file") return startFile(ask);
  fill(new URLSearchParams(location.hash.slice(1)));
  const calculate = () => {
    const fields = Object.fromEntries([...new FormData(form)].filter(([, value]) => value));
    history.replaceState(null, "", "#" + new URLSearchParams(fields));
    ask(form.dataset.call, fields);
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); calculate(); });
  document.querySelector("#example").addEventListener("click", () => {
    for (const input of form.querySelectorAll("input")) input.value = input.placeholder;
    for (const choice of form.querySelectorAll("[data-example]")) choice.value = choice.dataset.example;
    calculate();
  });
  if (location.hash.length > 1) calculate();
}

function startFile(ask) {
  const drop = document.querySelector("#drop"), { file: input, list } = form.elements;
  const read = async (file) => [file.name, new Uint8Array(await file.arrayBuffer())];
  let files = [];
  const rate = async () => files.length && ask("file", await Promise.all(files.map(read)), list.value);
  const choose = (chosen) => { files = [...chosen]; rate(); };
  input.addEventListener("change", () => choose(input.files));
  list.addEventListener("change", rate);
  drop.addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  drop.addEventListener("dragleave", () => drop.classList.remove("over"));
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    choose(event.dataTransfer.files);
  });
}

function fill(given) {
  for (const [name, value] of given) {
    const field = form.elements.namedItem(name);
    if (field) field.value = value;
  }
}

function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.append(...emphasised(String(text)));
  if (className) made.className = className;
  return made;
}

// The sentences mark figures with two stars and escape single ones, as Discord writes them.
function emphasised(text) {
  return text.replaceAll("\\*", "∗").split("**").map((part, place) => {
    const plain = part.replaceAll("∗", "*");
    if (place % 2 === 0) return plain;
    const strong = document.createElement("strong");
    strong.textContent = plain;
    return strong;
  });
}

function table({ title, head, rows }) {
  const frame = element("div", undefined, "scroll"), made = element("table");
  frame.tabIndex = 0;
  made.append(element("caption", title));
  const line = (cells, name) => {
    const row = element("tr");
    for (const cell of cells) {
      const made = element(name, cell, /^[\d.,½+−-]*$/.test(cell) ? "" : "text");
      if (name === "th") made.scope = "col";
      row.append(made);
    }
    return row;
  };
  made.append(element("thead"), element("tbody"));
  made.tHead.append(line(head, "th"));
  made.tBodies[0].append(...rows.map((row) => line(row, "td")));
  frame.append(made);
  return frame;
}

function show(answer) {
  if (!answerPlace) return;
  answerPlace.replaceChildren();
  if (answer.error) return answerPlace.append(element("p", answer.error, "error"));
  for (const part of answer.parts) {
    if (part.figure) answerPlace.append(element("p", part.figure, "figure"));
    if (part.text) answerPlace.append(element("p", part.text, part.small ? "small" : ""));
    if (part.rows) answerPlace.append(table(part));
    if (part.steps) {
      const details = element("details"), list = element("ol", undefined, "steps");
      details.append(element("summary", "Calculation: every step with its clause"), list);
      for (const step of part.steps) {
        const line = element("li", step.text);
        line.append(element("small", step.clause));
        list.append(line);
      }
      details.open = true;
      answerPlace.append(details);
    }
  }
}
