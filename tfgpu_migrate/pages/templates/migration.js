// The state of the page: which folder is shown, what is searched for, which need is asked for.
const state = { folder: data.root, size: "files", query: "", need: "", view: "decisions" };
const STATES = ["clean", "fixable", "person", "unreadable"];
const STATE_WORDS = { clean: "clean", fixable: "fixed by --fix", person: "needs a person", unreadable: "cannot be read" };
const byId = (id) => document.getElementById(id);

// --- Folders ---------------------------------------------------------------------------------------------------------

const sum = (values) => Object.values(values).reduce((all, each) => all + each, 0);
const parentOf = (path) => (path.lastIndexOf("/") > 0 ? path.slice(0, path.lastIndexOf("/")) : path.startsWith("/") && path !== "/" ? "/" : "");
const isBelow = (path, folder) => folder === "" || path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);

const nodes = new Map();
const node = (path, files, findings, isFile) => ({ path, files, findings, isFile, children: [] });
for (const each of data.folders) nodes.set(each.path, node(each.path, each.files, each.findings, false));
for (const each of data.files) {
  const files = Object.fromEntries(STATES.map((name) => [name, name === each.state ? 1 : 0]));
  nodes.set(each.path, node(each.path, files, sum(each.findings), true));
}
for (const each of nodes.values()) {
  if (each.path === data.root) continue;
  const parent = nodes.get(parentOf(each.path)) || nodes.get(data.root);
  if (parent && parent !== each) parent.children.push(each);
}

// A folder that holds nothing but one other folder is passed over.
const through = (each) => {
  while (!each.isFile && each.children.length === 1 && !each.children[0].isFile) each = each.children[0];
  return each;
};
const nameIn = (each, folder) => {
  if (folder === "" || !each.path.startsWith(folder)) return each.path;
  return each.path.slice(folder.endsWith("/") ? folder.length : folder.length + 1);
};
const worth = (each) => (state.size === "files" ? sum(each.files) : each.findings);
const childrenOf = (path) => {
  const shown = (nodes.get(path) || { children: [] }).children.map(through);
  return shown.sort((one, other) => worth(other) - worth(one) || (one.path < other.path ? -1 : 1));
};

// --- Map -------------------------------------------------------------------------------------------------------------

// Rectangles for values in falling order, as near to squares as rows allow.
const squarified = (values, box) => {
  const made = [];
  let { x, y, width, height } = box;
  const scale = (width * height) / values.reduce((all, each) => all + each, 0);
  const areas = values.map((each) => each * scale);
  const worst = (row, side) => {
    const total = row.reduce((all, each) => all + each, 0);
    return Math.max((side * side * row[0]) / (total * total), (total * total) / (side * side * row[row.length - 1]));
  };
  for (let at = 0; at < areas.length; ) {
    const side = Math.min(width, height);
    const row = [areas[at]];
    while (at + row.length < areas.length && worst([...row, areas[at + row.length]], side) <= worst(row, side)) row.push(areas[at + row.length]);
    const depth = row.reduce((all, each) => all + each, 0) / side;
    let along = 0;
    for (const area of row) {
      const length = area / depth;
      made.push(width >= height ? { x, y: y + along, width: depth, height: length } : { x: x + along, y, width: length, height: depth });
      along += length;
    }
    if (width >= height) [x, width] = [x + depth, width - depth];
    else [y, height] = [y + depth, height - depth];
    at += row.length;
  }
  return made;
};

const MOST_TILES = 80;

const strip = (files) => {
  const total = sum(files);
  const made = svg("svg", { "aria-hidden": "true", focusable: "false" });
  let start = 0;
  for (const name of STATES) {
    const width = (100 * files[name]) / total;
    if (width) made.append(svg("rect", { class: `is-${name}`, x: `${start}%`, width: `${width}%`, height: 6 }));
    start += width;
  }
  return made;
};

// How much of a folder waits for a person, in steps; below these, whether --fix has something to do.
const STEPS = [0, 0.05, 0.15, 0.35, 0.65];
const level = (files) => {
  const open = (files.person + files.unreadable) / sum(files);
  if (open > 0) return 1 + STEPS.filter((each) => open > each).length;
  return files.fixable ? 1 : 0;
};

const said = (files) => {
  const parts = STATES.filter((name) => files[name]).map((name) => `${number(files[name])} ${STATE_WORDS[name]}`);
  return parts.join(", ");
};

const openWork = (each) => {
  if (each.isFile) return `${STATE_WORDS[STATES.find((name) => each.files[name])]}, ${count(each.findings, "finding")}`;
  const waiting = each.files.person + each.files.unreadable;
  const total = sum(each.files);
  if (waiting) return `${number(waiting)} of ${number(total)} for a person`;
  return each.files.fixable ? `${number(each.files.fixable)} of ${number(total)} by --fix` : `${count(total, "file")}, clean`;
};

// What lies in a folder, as deep as there is room: to be seen, not to be reached.
const cells = (each, inner, depth) => {
  const children = childrenOf(each.path).filter((child) => worth(child) > 0).slice(0, MOST_TILES);
  if (!depth || children.length < 2 || inner.width < 40 || inner.height < 30) return [];
  if ((inner.width * inner.height) / children.length < 64) return []; // dust
  return squarified(children.map(worth), inner).flatMap((place, at) => {
    const child = children[at];
    const cell = el("span", { class: `cell l${level(child.files)}` });
    const isNamed = place.width > 90 && place.height > 40;
    if (isNamed) cell.classList.add("named");
    if (isNamed) cell.append(nameIn(child, each.path));
    cell.style.left = `${place.x}px`;
    cell.style.top = `${place.y}px`;
    cell.style.width = `${Math.max(place.width - 2, 1)}px`;
    cell.style.height = `${Math.max(place.height - 2, 1)}px`;
    const top = isNamed ? 20 : 3;
    return [cell, ...cells(child, { x: place.x + 3, y: place.y + top, width: place.width - 6, height: place.height - top - 4 }, depth - 1)];
  });
};

const drawMap = (focus) => {
  const map = byId("map");
  const { width, height } = map.getBoundingClientRect();
  const all = childrenOf(state.folder).filter((each) => worth(each) > 0);
  const shown = all.length > MOST_TILES ? all.slice(0, MOST_TILES - 1) : all;
  const rest = all.slice(shown.length);
  const values = shown.map(worth);
  if (rest.length) values.push(Math.min(rest.reduce((total, each) => total + worth(each), 0), values[0]));
  if (rest.length) values.sort((one, other) => other - one);
  const items = [...shown];
  if (rest.length) items.splice(values.lastIndexOf(Math.min(rest.reduce((total, each) => total + worth(each), 0), worth(shown[0]))), 0, null);
  if (!width || !values.length) {
    map.replaceChildren(el("p", { class: "soft" }, "Nothing here has findings."));
    return;
  }
  const tiles = squarified(values, { x: 0, y: 0, width, height }).map((box, at) => {
    const each = items[at];
    const place = (tile) => {
      tile.style.left = `${box.x}px`;
      tile.style.top = `${box.y}px`;
      tile.style.width = `${Math.max(box.width, 1)}px`;
      tile.style.height = `${Math.max(box.height, 1)}px`;
      if (box.width < 44 || box.height < 30) tile.classList.add("small");
      else if (box.height < 52) tile.classList.add("low");
      return tile;
    };
    if (each === null) return place(el("div", { class: "tile rest" }, el("span", { class: "name" }, `${number(rest.length)} smaller ones`), el("span", { class: "said" }, "in the table below")));
    const name = nameIn(each, state.folder);
    const label = `${name}${each.isFile ? "" : "/"}: ${said(each.files)}; ${count(each.findings, "finding")}`;
    return place(el("button", { type: "button", class: `tile l${level(each.files)}`, tabindex: -1, title: label, "aria-label": label, click: () => enter(each) },
      el("span", { class: "name" }, name + (each.isFile ? "" : "/")), el("span", { class: "said" }, openWork(each)), ...cells(each, { x: 4, y: 42, width: box.width - 10, height: box.height - 58 }, 3), strip(each.files)));
  });
  map.replaceChildren(...tiles);
  const first = map.querySelector("button");
  if (first) first.tabIndex = 0;
  if (first && focus) first.focus();
};

const enter = (each) => {
  show(each.path, !each.isFile);
  if (!each.isFile) return;
  byId("decide").scrollIntoView();
};

// The tile that is next in a direction: the nearest of those that lie there.
const neighbour = (tile, dx, dy) => {
  const middle = (each) => ({ x: each.offsetLeft + each.offsetWidth / 2, y: each.offsetTop + each.offsetHeight / 2 });
  const from = middle(tile);
  let best = null;
  let least = Infinity;
  for (const each of byId("map").querySelectorAll("button")) {
    const to = middle(each);
    const ahead = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    const far = ahead + 2 * aside;
    if (each !== tile && ahead > 1 && far < least) [best, least] = [each, far];
  }
  return best;
};

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const onMapKey = (event) => {
  const tile = event.target.closest("button.tile");
  if (!tile || event.ctrlKey || event.altKey || event.metaKey) return;
  const all = [...byId("map").querySelectorAll("button")];
  let next = null;
  if (event.key in ARROWS) next = neighbour(tile, ...ARROWS[event.key]);
  else if (event.key === "Home") next = all[0];
  else if (event.key === "End") next = all[all.length - 1];
  else if (event.key === "Escape" || event.key === "Backspace") {
    if (state.folder !== data.root) show(above(folderShown()), true);
  } else return;
  event.preventDefault();
  if (!next) return;
  tile.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
};

// --- Where one is ----------------------------------------------------------------------------------------------------

// A file is shown in its folder.
const folderShown = () => {
  const each = nodes.get(state.folder);
  return each && each.isFile ? parentOf(each.path) : state.folder;
};

// The folder that a folder is shown in.
const above = (path) => {
  let at = parentOf(path);
  while (at !== data.root && nodes.has(at) && nodes.get(at).children.length === 1) at = parentOf(at);
  return nodes.has(at) && isBelow(at, data.root) ? at : data.root;
};

const show = (path, focus) => {
  state.scope = path;
  const each = nodes.get(path);
  state.folder = each && each.isFile ? state.folder : path;
  drawWhere(focus);
  filter();
  byId("map-said").textContent = each ? `${path || "All folders"}: ${said(each.files)}` : "";
};

const drawWhere = (focus) => {
  const trail = [];
  for (let at = state.folder; at !== data.root; at = above(at)) trail.unshift(at);
  trail.unshift(data.root);
  const items = trail.map((path, at) => {
    const name = at ? nameIn(nodes.get(path) || { path }, trail[at - 1]) : path.split("/").pop() || "All";
    const isLast = at === trail.length - 1;
    return el("li", null, isLast ? el("span", { "aria-current": "location" }, name) : el("button", { type: "button", class: "plain", click: () => show(path, true) }, name));
  });
  byId("crumbs").replaceChildren(el("ol", null, ...items));
  drawMap(focus);
  const rows = childrenOf(state.folder);
  const body = byId("folder-rows");
  const more = lazily(body, rows, (each) => el("tr", null,
    el("th", { scope: "row", class: "mono" }, el("button", { type: "button", class: "plain", click: () => enter(each) }, nameIn(each, state.folder) + (each.isFile ? "" : "/"))),
    ...STATES.map((name) => el("td", { class: "number" }, number(each.files[name]))),
    el("td", { class: "number" }, number(each.findings))), 100, "rows");
  for (const old of byId("folders").querySelectorAll(".more")) old.remove();
  byId("folders").append(more);
};

// --- Search ----------------------------------------------------------------------------------------------------------

const cards = new Map([...document.querySelectorAll("#decisions .decision")].map((card) => [Number(card.dataset.index), card]));
const groups = [...document.querySelectorAll("#decisions .group")];
const paths = data.files.map((each) => each.path.toLowerCase());
const words = data.decisions.map((each) => {
  const head = `${each.code} ${each.name} `.toLowerCase();
  return each.messages.map((message) => head + message.text.toLowerCase());
});

// The places of each decision that fit what is asked for.
const fitting = () => {
  const terms = state.query.toLowerCase().split(/\s+/).filter(Boolean);
  const scope = state.scope;
  const inPath = terms.map((term) => paths.map((path) => path.includes(term)));
  const inScope = scope === undefined || scope === data.root ? null : data.files.map((each) => isBelow(each.path, scope));
  return data.decisions.map((decision, at) => {
    if (state.need && decision.needs !== state.need) return [];
    if (!terms.length && !inScope) return decision.places;
    const inWords = terms.map((term) => words[at].map((text) => text.includes(term)));
    return decision.places.filter((place) => (!inScope || inScope[place.file]) && terms.every((_, n) => inPath[n][place.file] || inWords[n][place.message]));
  });
};

const filesOf = (places) => new Set(places.map((place) => place.file)).size;
const at = (place) => `${place.cell === undefined ? "" : `cell ${place.cell}:`}${place.line}:${place.column}`;

let found = data.decisions.map((each) => each.places);

const filter = () => {
  if (!cards.size) return;
  found = fitting();
  let total = 0;
  for (const [index, card] of cards) {
    const places = found[index];
    const all = data.decisions[index].places.length;
    total += places.length;
    card.hidden = !places.length;
    if (!places.length) continue;
    const tally = `${places.length < all ? `${number(places.length)} of ${number(all)}` : number(all)} in ${count(filesOf(places), "file")}`;
    const shown = card.querySelector("summary .tally");
    if (shown.textContent !== tally) shown.textContent = tally;
    if (card.open) drawPlaces(card);
  }
  for (const group of groups) {
    const own = [...cards].filter(([, card]) => card.parentElement === group && !card.hidden);
    group.hidden = !own.length;
    const places = own.reduce((all, [index]) => all + found[index].length, 0);
    // What follows from another asks for no decision of its own where that one is shown.
    const asking = own.filter(([index]) => !cards.has(data.decisions[index].because) || cards.get(data.decisions[index].because).hidden);
    group.querySelector("h3 .tally").textContent = `${count(places, "finding")}, ${count(asking.length, "decision")}`;
  }
  byId("none").hidden = total > 0;
  byId("hits").textContent = `${count(total, "finding")} in ${count(filesOf(found.flat()), "file")}`;
  const scope = byId("scope");
  scope.hidden = state.scope === undefined || state.scope === data.root;
  scope.textContent = scope.hidden ? "" : `in ${nameIn({ path: state.scope }, data.root)} ✕`;
  scope.setAttribute("aria-label", scope.hidden ? "" : `Only in ${state.scope}: show all folders again`);
  byId("decisions").hidden = state.view !== "decisions";
  byId("by-file").hidden = state.view !== "files";
  if (state.view === "files") drawFiles();
};

// The places of one file together.
const inFiles = (places) => {
  const rows = new Map();
  for (const place of places) rows.set(place.file, [...(rows.get(place.file) || []), place]);
  return [...rows.values()];
};

const drawPlaces = (card) => {
  const index = Number(card.dataset.index);
  const decision = data.decisions[index];
  const places = found[index];
  if (card.drawn === places) return;
  card.drawn = places;
  const tells = decision.messages.length > 1;
  const list = el("ul", { class: `place-list${tells ? " told" : ""}` });
  const rows = tells ? places.map((place) => [place]) : inFiles(places);
  const more = lazily(list, rows, (row) => el("li", null, ...breakable(`${data.files[row[0].file].path}:`), row.map(at).join(", "),
    ...(tells ? [" ", el("span", { class: "soft" }, ...ticked(decision.messages[row[0].message].text))] : [])), 50, tells ? "places" : "files");
  card.querySelector(".places").replaceChildren(el("h4", null, `${places.length === 1 ? "The place" : `All ${number(places.length)} places`}`), list, more);
};

const drawFiles = () => {
  const byFile = new Map();
  found.forEach((places, index) => places.forEach((place) => {
    if (!byFile.has(place.file)) byFile.set(place.file, []);
    byFile.get(place.file).push([place, data.decisions[index]]);
  }));
  const order = [...byFile.keys()].sort((one, other) => one - other);
  const list = el("div", null);
  const more = lazily(list, order, (file) => {
    const { path, state: name } = data.files[file];
    const rows = byFile.get(file).sort(([one], [other]) => (one.cell || 0) - (other.cell || 0) || one.line - other.line || one.column - other.column);
    const body = el("div", { class: "body" });
    const made = el("details", { class: "decision file", toggle: () => {
      if (!made.open || body.firstChild) return;
      const places = el("ul", { class: "place-list told" });
      const rest = lazily(places, rows, ([place, decision]) => el("li", null, el("a", { href: `#rule-${decision.code}` }, decision.code), ` ${at(place)} `,
        el("span", { class: "soft" }, ...ticked(decision.messages[place.message].text))), 100, "findings");
      body.append(places, rest);
    } }, el("summary", null, el("span", { class: "mono" }, ...breakable(path)), el("span", { class: "tally small soft" },
      el("span", { class: `badge of-${name}` }, STATE_WORDS[name]), ` ${count(rows.length, "finding")} `)), body);
    return made;
  }, 60, "files");
  byId("by-file").replaceChildren(list, more);
};

// --- The tools -------------------------------------------------------------------------------------------------------

const press = (name, value) => {
  for (const each of document.querySelectorAll(`[data-${name}].chip`)) each.setAttribute("aria-pressed", String(each.dataset[name] === value));
};

const listen = () => {
  for (const each of document.querySelectorAll(".chip[data-need]")) each.addEventListener("click", () => {
    state.need = each.dataset.need;
    press("need", state.need);
    filter();
  });
  for (const each of document.querySelectorAll(".chip[data-view]")) each.addEventListener("click", () => {
    state.view = each.dataset.view;
    press("view", state.view);
    filter();
  });
  for (const card of cards.values()) card.addEventListener("toggle", () => card.open && drawPlaces(card));
  const search = byId("search");
  search.addEventListener("input", () => {
    state.query = search.value;
    filter();
  });
  byId("scope").addEventListener("click", () => {
    show(data.root, false);
    search.focus();
  });
  byId("reset").addEventListener("click", () => {
    search.value = state.query = state.need = "";
    press("need", "");
    show(data.root, false);
    search.focus();
  });
  byId("tools").hidden = false;
};

if (cards.size) listen();
if (byId("map") && data.files.length > 1) {
  for (const id of ["map", "map-tools", "legend"]) byId(id).hidden = false;
  for (const each of document.querySelectorAll(".chip[data-size]")) each.addEventListener("click", () => {
    state.size = each.dataset.size;
    press("size", state.size);
    drawMap(false);
  });
  byId("map").addEventListener("keydown", onMapKey);
  state.folder = nodes.has(data.root) ? through(nodes.get(data.root)).path : data.root;
  drawWhere(false);
  new ResizeObserver(() => drawMap(false)).observe(byId("map"));
}
unfold();
