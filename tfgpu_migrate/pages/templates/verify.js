const byId = (id) => document.getElementById(id);
const whereOf = (op) => (op.file === null ? "no line of yours" : `${data.files[op.file]}:${op.line}`);
const nameOf = (op) => (op.op === "_EagerConst" ? "constant" : op.op);

// --- Files -----------------------------------------------------------------------------------------------------------

const tabs = [...document.querySelectorAll("[role=tab]")];
const panels = tabs.map((tab) => byId(tab.getAttribute("aria-controls")));

const showFile = (chosen, focus) => {
  tabs.forEach((tab, at) => {
    tab.setAttribute("aria-selected", String(at === chosen));
    tab.tabIndex = at === chosen ? 0 : -1;
    panels[at].hidden = at !== chosen;
  });
  if (focus) tabs[chosen].focus();
};

const TURNS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

if (tabs.length > 1) {
  byId("tabs").hidden = false;
  tabs.forEach((tab, at) => {
    panels[at].setAttribute("role", "tabpanel");
    panels[at].setAttribute("aria-labelledby", tab.id);
    tab.addEventListener("click", () => showFile(at, false));
    tab.addEventListener("keydown", (event) => {
      const next = event.key in TURNS ? (at + TURNS[event.key] + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1 }[event.key];
      if (next === undefined) return;
      event.preventDefault();
      showFile(next, true);
    });
  });
  showFile(0, false);
}

// A line of a file that is not shown is shown with its file.
const toLine = () => {
  const line = /^#f(\d+)-\d+$/.exec(location.hash);
  if (!line || !byId(location.hash.slice(1))) return;
  if (tabs.length > 1) showFile(Number(line[1]), false);
  byId(location.hash.slice(1)).scrollIntoView({ block: "center" });
};
addEventListener("hashchange", toLine);

// --- Why -------------------------------------------------------------------------------------------------------------

const byLine = new Map();
for (const op of data.ops) {
  const key = `${op.file}-${op.line}`;
  if (!byLine.has(key)) byLine.set(key, []);
  byLine.get(key).push(op);
}

const MOST_REASONS = 40;

// What is said of a line when its mark is pressed: findings, then each op with the ones that fell first.
const reason = (file, line, id) => {
  const ops = [...(byLine.get(`${file}-${line}`) || [])].sort((one, other) => other.fell - one.fell);
  const messages = data.messages[`${file}-${line}`] || [];
  const items = ops.slice(0, MOST_REASONS).map((op) => el("li", { class: op.fell ? "fell" : null },
    el("span", { class: "what" }, op.fell ? "! " : "", el("code", null, nameOf(op)), op.dtype ? ` (${op.dtype})` : "", op.device === "refused" ? " is refused" : ` on ${op.device}`),
    `, ${op.known}${op.count > 1 ? `, ${count(op.count, "time")}` : ""}${op.copies ? `, ${number(op.copies)} copies between host and GPU` : ""}. `, ...ticked(op.why)));
  if (ops.length > MOST_REASONS) items.push(el("li", null, `and ${number(ops.length - MOST_REASONS)} more: see the table of all ops`));
  return el("li", { class: "reason", id }, ...messages.map((text) => el("p", null, ...ticked(text))), el("ul", null, ...items));
};

for (const mark of document.querySelectorAll("button.mark")) {
  const { file, line } = mark.dataset;
  const first = (byLine.get(`${file}-${line}`) || []).slice().sort((one, other) => other.fell - one.fell)[0];
  if (first) mark.title = `${nameOf(first)} on ${first.device}. ${first.why}`;
  mark.addEventListener("click", () => {
    const id = `why-${file}-${line}`;
    const shown = byId(id);
    mark.setAttribute("aria-expanded", String(!shown));
    if (shown) shown.remove();
    else mark.closest("li").after(reason(Number(file), Number(line), id));
    if (shown) mark.removeAttribute("aria-controls");
    else mark.setAttribute("aria-controls", id);
  });
}

// --- Table -----------------------------------------------------------------------------------------------------------

const table = { key: "place", up: true, query: "", fell: false };
const haystacks = data.ops.map((op) => [whereOf(op), op.op, nameOf(op), op.dtype, op.kind, op.asked, op.device, op.memory, op.known, op.why].join(" ").toLowerCase());
const order = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const inOrder = (one, other) => {
  const { key } = table;
  const by = key === "place" ? order(one.file === null ? 1e9 : one.file, other.file === null ? 1e9 : other.file) || one.line - other.line : order(one[key], other[key]);
  return table.up ? by : -by;
};

const rowOf = (op) => el("tr", { class: op.fell ? "fell" : null },
  el("td", { class: "mono" }, op.file === null ? "–" : el("a", { href: `#f${op.file}-${op.line}` }, data.files.length > 1 ? whereOf(op) : String(op.line))),
  el("td", null, el("code", null, nameOf(op))), el("td", null, op.dtype), el("td", null, op.kind), el("td", { class: "mono" }, op.asked || "–"),
  el("td", { class: "mono" }, op.device), el("td", null, op.memory || "–"), el("td", null, op.known),
  el("td", { class: "number" }, number(op.count)), el("td", { class: "number" }, op.copies ? number(op.copies) : ""), el("td", { class: "why" }, ...ticked(op.why)));

const drawTable = () => {
  const terms = table.query.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = data.ops.filter((op, at) => (!table.fell || op.fell) && terms.every((term) => haystacks[at].includes(term))).sort(inOrder);
  const more = lazily(byId("op-table").tBodies[0], shown, rowOf, 100, "ops");
  byId("op-more").replaceChildren(more);
  byId("hits").textContent = `${number(shown.length)} of ${number(data.ops.length)}`;
};

if (byId("op-card")) {
  byId("op-card").hidden = false;
  byId("search").addEventListener("input", (event) => {
    table.query = event.target.value;
    drawTable();
  });
  byId("fell").addEventListener("click", () => {
    table.fell = !table.fell;
    byId("fell").setAttribute("aria-pressed", String(table.fell));
    drawTable();
  });
  for (const button of document.querySelectorAll(".sort")) button.addEventListener("click", () => {
    const { key } = button.dataset;
    table.up = table.key === key ? !table.up : !(key === "count" || key === "copies");
    table.key = key;
    for (const each of document.querySelectorAll("[aria-sort]")) {
      const own = each.querySelector(".sort").dataset.key === key;
      each.setAttribute("aria-sort", own ? (table.up ? "ascending" : "descending") : "none");
    }
    drawTable();
  });
  drawTable();
}
unfold();
toLine();
