// The tree and its timeline: only the rows on the screen have elements, which are used again for other rows while one scrolls. Everything that
// comes from the program is set as text, never as markup.

const ROW_HEIGHT = 24;
/** The most rows that are printed. */
const PRINT_LIMIT = 3000;

const byId = (id) => document.getElementById(id);
const list = byId("list");
const sizer = byId("sizer");

/** Creates an element with a class and a text. */
function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The selected row, and the rows that the search found. */
const selection = { row: undefined, matches: new Set() };

/** The part of the time that the timeline shows. */
const zoom = { start: 0, end: Math.max(1, run.end * 1.02) };

const share = (time) => (time - zoom.start) / (zoom.end - zoom.start);

// Elements of rows that are not in use.
const spare = [];
const shown = new Map();

function makeRow() {
  const made = element("div", "row");
  made.setAttribute("role", "treeitem");
  const parts = {};
  const tree = element("span", "cell");
  for (const part of ["guides", "twist", "glyph", "name", "id", "hidden"]) {
    parts[part] = element("span", part);
    tree.append(parts[part]);
  }
  const outcome = element("span", "cell");
  parts.outcome = element("span", "outcome");
  parts.rule = element("span", "rule");
  outcome.append(parts.outcome, parts.rule);
  parts.total = element("span", "total");
  parts.bars = element("div", "bars");
  made.append(tree, outcome, parts.total, parts.bars);
  made.parts = parts;
  sizer.append(made);
  return made;
}

/** Draws the rows that are on the screen. */
function drawList() {
  sizer.style.height = `${visible.length * ROW_HEIGHT}px`;
  list.setAttribute("aria-rowcount", visible.length);
  const isPrinting = document.body.classList.contains("printing");
  const first = isPrinting ? 0 : Math.max(0, Math.floor(list.scrollTop / ROW_HEIGHT) - 4);
  const end = isPrinting ? Math.min(visible.length, PRINT_LIMIT) : Math.min(visible.length, first + Math.ceil(list.clientHeight / ROW_HEIGHT) + 9);
  for (const [index, made] of shown) {
    if (index >= first && index < end) continue;
    shown.delete(index);
    spare.push(made);
  }
  for (let index = first; index < end; index += 1) {
    let made = shown.get(index);
    if (!made) {
      made = spare.pop() ?? makeRow();
      shown.set(index, made);
    }
    drawRow(made, visible[index], index);
  }
  for (const made of spare) made.hidden = true;
  const nothing = byId("nothing");
  nothing.hidden = visible.length > 0;
  nothing.textContent = allRows.length === 0 ? say("empty") : isFiltered() ? say("nothing") : say("before");
}

function drawRow(made, row, index) {
  const { parts } = made;
  made.hidden = false;
  made.row = row;
  made.id = `row-${row.index}`;
  made.style.top = `${index * ROW_HEIGHT}px`;
  made.style.order = index;
  made.setAttribute("aria-level", row.level + 1);
  made.setAttribute("aria-posinset", index + 1);
  made.setAttribute("aria-setsize", visible.length);
  made.setAttribute("aria-selected", row === selection.row);
  if (row.below) made.setAttribute("aria-expanded", !folded.has(row.index));
  else made.removeAttribute("aria-expanded");
  const findings = row.kind === ROW_NODE ? findingsAt(row.value) : [];
  made.className = `row ${findings[0]?.severity ?? ""} ${row.isDimmed ? "dimmed" : ""} ${selection.matches.has(row) ? "match" : ""}`;
  const elided = row.level > row.guides.length ? `…${row.level - row.guides.length} ` : "";
  parts.guides.replaceChildren(elided, ...row.guides.map((guide) => element("i", guide)));
  parts.twist.textContent = folded.has(row.index) ? "▸" : row.below ? "▾" : "";
  parts.twist.className = `twist ${row.below ? (row.continues && !folded.has(row.index) ? "starts" : "") : row.rail}`;
  parts.rule.hidden = findings.length === 0;
  parts.rule.textContent = findings.map((finding) => finding.rule).join(", ");
  parts.hidden.textContent = row.hides > 0 ? `  ${say("hidden", grouped(row.hides))}` : "";
  if (row.kind === ROW_NODE) return drawPromise(made, row);
  made.removeAttribute("title");
  parts.glyph.className = row.kind === ROW_REFERENCE ? "glyph id" : "glyph lost";
  parts.glyph.textContent = row.kind === ROW_REFERENCE ? "↪ " : row.kind === ROW_LOST ? "▲ " : "⋮ ";
  parts.name.className = row.kind === ROW_REFERENCE ? "name id" : "name lost";
  parts.name.textContent =
    row.kind === ROW_REFERENCE ? `#${run.promises[row.value].id} ${nameOf(run.promises[row.value])}`
    : row.kind === ROW_EVICTED ? count("evictedHere", row.value)
    : count(row.flags & IS_DAMAGE ? "damaged" : "lostHere", row.value);
  parts.id.textContent = row.flags & IS_CYCLE ? ` (${say("cycle")})` : "";
  parts.outcome.textContent = "";
  parts.total.textContent = "";
  parts.bars.replaceChildren();
}

function drawPromise(made, row) {
  const { parts } = made;
  const promise = run.promises[row.value];
  const state = STATES[row.state];
  const badge = isAtEnd() ? promise.b : undefined;
  parts.glyph.className = `glyph ${badge === undefined ? state : "badge"}`;
  parts.glyph.textContent = `${badge ?? GLYPHS[row.state]} `;
  parts.name.className = promise.n === undefined ? "name" : "name label";
  parts.name.textContent = nameOf(promise);
  parts.id.textContent = ` #${promise.id}`;
  const outcome = outcomeOf(promise, row.state);
  parts.outcome.className = `outcome ${state}`;
  parts.outcome.textContent = outcome;
  const [created] = promise.t;
  const end = promise.p.length > 0 ? promise.p[promise.p.length - 1] : created;
  const now = isAtEnd() ? end : Math.min(end, head.time);
  parts.total.textContent = promise.placeholder ? "" : duration(Math.max(0, now - created));
  made.title = [`${nameOf(promise)} #${promise.id}`, promise.o, siteOf(promise), say(state), outcome].filter(Boolean).join(" · ").slice(0, 800);
  made.setAttribute("aria-label", made.title);
  drawBars(parts.bars, promise, row.state);
}

function drawBars(bars, promise, state) {
  const phases = promise.p.length > 0 ? promise.p : [2, promise.t[0], promise.t[0]];
  let used = 0;
  for (let at = 0; at < phases.length; at += 3) {
    const [kind, start, last] = phases.slice(at, at + 3);
    const end = isAtEnd() ? last : Math.min(last, head.time);
    if (end < start || start > zoom.end || end < zoom.start) continue;
    const bar = bars.children[used] ?? bars.appendChild(element("i"));
    used += 1;
    bar.className = kind === 0 || kind >= 5 ? "waits" : kind === 1 ? "queued"
      : state <= WAITING || state === UNKNOWN ? "open" : state === UNHANDLED || (state === REJECTED && promise.handledBy === undefined) ? "failed" : "done";
    const [from, to] = [Math.max(0, share(start)), Math.min(1, share(end))];
    bar.style.left = `${from * 100}%`;
    bar.style.width = `${(to - from) * 100}%`;
  }
  while (bars.children.length > used) bars.lastChild.remove();
}

/** Draws the ruler, with the playhead. */
function drawRuler() {
  const ruler = byId("ruler");
  ruler.replaceChildren();
  const span = zoom.end - zoom.start;
  const least = (span * 70) / Math.max(70, ruler.clientWidth);
  let step = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  step = [1, 2, 5, 10].map((factor) => factor * step).find((value) => value >= least) ?? step * 10;
  const [unit, name] = zoom.end >= 1e9 && step >= 1e7 ? [1e9, "s"] : step >= 1e4 || zoom.end >= 1e6 ? [1e6, "ms"] : zoom.end >= 1e3 ? [1e3, "µs"] : [1, "ns"];
  const first = Math.ceil(zoom.start / step) * step;
  for (let time = first, count = 0; time <= zoom.end && count < 60; time += step, count += 1) {
    const tick = element("span", "", `${parseFloat((time / unit).toPrecision(6))}${count === 0 ? ` ${name}` : ""}`);
    if (share(time) > 0.96) tick.textContent = "";
    tick.style.left = `${share(time) * 100}%`;
    ruler.append(tick);
  }
  if (isAtEnd() || share(head.time) < 0 || share(head.time) > 1) return;
  const playhead = element("div", "playhead");
  playhead.style.left = `${share(head.time) * 100}%`;
  ruler.append(playhead);
}

/** Scrolls the selected row into view. */
function scrollToSelection() {
  const index = visible.indexOf(selection.row);
  if (index < 0) return;
  const top = index * ROW_HEIGHT;
  if (top < list.scrollTop) list.scrollTop = top;
  if (top + ROW_HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + ROW_HEIGHT - list.clientHeight;
}
