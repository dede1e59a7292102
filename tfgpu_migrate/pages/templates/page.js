"use strict";
// What both pages use. Text comes into the page as text only: the policy of the page forbids anything else.

const data = JSON.parse(document.getElementById("data").textContent);

// An element; attributes that are false or null are left out, functions are listeners.
const el = (name, attributes, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((each) => each !== null && each !== undefined));
  return made;
};

const svg = (name, attributes, ...children) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...children);
  return made;
};

const NUMBERS = new Intl.NumberFormat("en-US");
const number = (value) => NUMBERS.format(value);
const count = (value, noun) => `${number(value)} ${noun}${value === 1 ? "" : "s"}`;

// A message with what it has in backticks as code.
const ticked = (text) => {
  const pieces = text.split("`");
  if (pieces.length % 2 === 0) return [text];
  return pieces.map((piece, at) => (at % 2 ? el("code", null, piece) : piece));
};

// A path that may go on in the next line behind each slash.
const breakable = (path) => path.split(/(?<=\/)/).flatMap((piece, at) => (at ? [el("wbr"), piece] : [piece]));

// Fills a list piece by piece: only what is asked for costs time.
const lazily = (list, items, make, step, noun) => {
  let shown = 0;
  const more = el("button", { type: "button", class: "button more", click: () => grow() });
  const grow = () => {
    const next = items.slice(shown, shown + step).map(make);
    list.append(...next);
    const first = next[0];
    shown += next.length;
    const left = items.length - shown;
    const had = document.activeElement === more;
    more.hidden = left <= 0;
    more.textContent = `Show ${number(Math.min(step, left))} more of ${number(left)} ${noun}`;
    if (had && left <= 0 && first) {
      first.setAttribute("tabindex", "-1");
      first.focus();
    }
  };
  list.replaceChildren();
  grow();
  return more;
};

// A link to something folded unfolds it.
const unfold = () => {
  const id = decodeURIComponent(location.hash.slice(1));
  const target = id && document.getElementById(id);
  if (!target) return;
  for (let each = target; each; each = each.parentElement) if (each.tagName === "DETAILS") each.open = true;
  target.scrollIntoView({ block: "start" });
};
addEventListener("hashchange", unfold);

// On paper everything is unfolded.
const folded = [];
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details.on-paper:not([open])")) {
    each.open = true;
    folded.push(each);
  }
});
addEventListener("afterprint", () => {
  for (const each of folded.splice(0)) each.open = false;
});
