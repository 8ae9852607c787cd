// What the user does: keys, the mouse, the scrubber, the two languages, printing. Each action changes the state and draws what depends on it.

let frame;
/** Draws everything again at the next frame. */
function refresh() {
  playheadMoved();
  frame ??= requestAnimationFrame(() => {
    frame = undefined;
    drawAll();
  });
}

function drawAll() {
  updateRows();
  drawHeader();
  drawRuler();
  drawList();
  drawProblems();
  drawWhy();
  drawDetails();
  drawFooter();
}

function drawHeader() {
  byId("program").textContent = run.program || say("title");
  const chips = [element("span", "", count("promises", run.total))];
  STATES.forEach((name, state) => {
    if (counts[state] === 0 && filter.state !== state) return;
    const chip = element("button", name, `${GLYPHS[state]} ${grouped(counts[state])} ${say(name)}`);
    chip.setAttribute("aria-pressed", filter.state === state);
    chip.dataset.state = name;
    chip.addEventListener("click", () => { filter.state = filter.state === state ? undefined : state; refresh(); });
    chips.push(chip);
  });
  if (isAtEnd()) for (const [english, chinese] of run.badges) chips.push(element("span", "badge", isEnglish() ? english : chinese));
  const focused = document.activeElement?.dataset.state;
  byId("counts").replaceChildren(...chips);
  if (focused) chips.find((chip) => chip.dataset.state === focused)?.focus();
  const missing = [];
  if (run.lost > 0) missing.push(count("lost", run.lost));
  if (run.evicted > 0) missing.push(count("evicted", run.evicted));
  if (run.bad > 0) missing.push(count("bad", run.bad));
  if (!run.isEnded) missing.push(run.ending || say("cut"));
  byId("missing").textContent = missing.join("  ·  ");
  byId("only").setAttribute("aria-pressed", filter.problems);
}

function drawFooter() {
  byId("scrubber").value = run.end > 0 ? Math.round((head.time / run.end) * 10000) : 10000;
  byId("time").textContent =
    `${say("at", duration(head.time), duration(run.end))}  ·  ${say("moment", grouped(head.moment), grouped(run.moments.length))}`;
  document.querySelector("footer").classList.toggle("past", !isAtEnd());
  byId("play").textContent = playing ? "■" : "▶";
}

/** Puts the fixed words of the page into the current language. */
function speak() {
  document.documentElement.lang = isEnglish() ? "en" : "zh-Hans";
  document.title = `${run.program || say("title")} · PromiseScope`;
  const texts = { only: "only", language: "language", "column-tree": "columnTree", "column-outcome": "columnOutcome", "column-total": "columnTotal" };
  for (const [id, key] of Object.entries(texts)) byId(id).textContent = say(key);
  const titles = { theme: "theme", help: "help", play: "play", back: "back", forth: "forth", end: "toEnd" };
  for (const [id, key] of Object.entries(titles)) {
    byId(id).title = say(key);
    byId(id).setAttribute("aria-label", say(key));
  }
  byId("search").placeholder = say("searchHint");
  byId("search").setAttribute("aria-label", say("search"));
  byId("scrubber").setAttribute("aria-label", say("moment", "", "").trim());
  const dialog = byId("keys");
  dialog.querySelector("h2").textContent = say("help");
  dialog.querySelector("button").textContent = say("close");
  dialog.querySelector("dl").replaceChildren(...words.keys.flatMap(([keys, what]) => [element("dt", "", keys), element("dd", "", what)]));
  showMatches();
}

// MARK: Selecting

/** Selects a row, opening what hides it. */
function select(row) {
  if (!row) return;
  if (!row.isThere) moveToMoment(run.moments.length);
  if (!row.keeps) Object.assign(filter, { state: undefined, problems: false });
  selection.row = row;
  reveal(row);
  playheadMoved();
  drawAll();
  scrollToSelection();
  drawList();
  list.setAttribute("aria-activedescendant", `row-${row.index}`);
  if (row.kind === ROW_NODE) history.replaceState(null, "", `#${run.promises[row.value].id}`);
}

function selectBy(distance) {
  if (visible.length === 0) return;
  const at = visible.indexOf(selection.row);
  select(visible[Math.max(0, Math.min(visible.length - 1, (at < 0 ? (distance > 0 ? -1 : visible.length) : at) + distance))]);
}

/** Selects the next of some rows after the selected one, or the previous one. */
function selectNext(rows, step) {
  const sorted = rows.filter(Boolean).sort((left, right) => left.index - right.index);
  if (sorted.length === 0) return;
  const at = selection.row?.index ?? (step > 0 ? -1 : Infinity);
  const next = step > 0 ? sorted.find((row) => row.index > at) ?? sorted[0] : sorted.findLast((row) => row.index < at) ?? sorted.at(-1);
  select(next);
}

function fold(row, isFolded) {
  if (!row) return;
  if (row.below && folded.has(row.index) !== isFolded) {
    if (isFolded) folded.add(row.index);
    else folded.delete(row.index);
    refresh();
  } else if (isFolded) {
    select(row.chain !== row ? row.chain : row.parent);
  }
}

function search(text) {
  selection.matches = new Set(text.trim() ? find(text.trim()) : []);
  showMatches();
}

function showMatches() {
  const matches = [...selection.matches];
  const at = matches.indexOf(selection.row);
  byId("matches").textContent = !byId("search").value.trim() ? "" : matches.length === 0 ? say("noMatch") : say("matches", at + 1, grouped(matches.length));
}

function nextMatch(step) {
  selectNext([...selection.matches], step);
  showMatches();
}

// MARK: Time

let playing;

function play() {
  if (playing) return stop();
  if (isAtEnd()) moveToMoment(0);
  // A run takes between 4 and 20 seconds to play.
  const speed = run.end / Math.max(4e3, Math.min(20e3, run.end / 1e6));
  let before;
  const tick = (now) => {
    moveToTime(head.time + (before === undefined ? 0 : (now - before) * speed));
    before = now;
    if (head.time >= run.end) {
      moveToMoment(run.moments.length);
      playing = undefined;
    } else {
      playing = requestAnimationFrame(tick);
    }
    playheadMoved();
    drawAll();
  };
  playing = requestAnimationFrame(tick);
}

function stop() {
  if (playing) cancelAnimationFrame(playing);
  playing = undefined;
  refresh();
}

function step(distance) {
  stop();
  moveToMoment(head.moment + distance);
  refresh();
}

function zoomBy(factor) {
  const center = isAtEnd() ? (zoom.start + zoom.end) / 2 : head.time;
  const whole = Math.max(1, run.end * 1.02);
  const length = Math.max(1, Math.min(whole, (zoom.end - zoom.start) * factor));
  zoom.start = Math.max(0, Math.min(whole - length, center - length / 2));
  zoom.end = zoom.start + length;
  refresh();
}

// MARK: Keys

function changeTheme() {
  const chosen = document.documentElement.dataset;
  const theme = chosen.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  chosen.theme = theme === "dark" ? "light" : "dark";
}

const problemRows = () => run.findings.filter((finding) => isPast(finding.time)).flatMap((finding) => finding.promises.map((index) => rowOf.get(index)));
const page = () => Math.max(1, Math.floor(list.clientHeight / ROW_HEIGHT) - 1);

const KEYS = {
  ArrowDown: () => selectBy(1), j: () => selectBy(1), ArrowUp: () => selectBy(-1), k: () => selectBy(-1),
  PageDown: () => selectBy(page()), PageUp: () => selectBy(-page()), Home: () => select(visible[0]), End: () => select(visible.at(-1)),
  ArrowLeft: () => fold(selection.row, true), ArrowRight: () => fold(selection.row, false), Enter: () => byId("details").scrollIntoView(),
  e: () => selectNext(problemRows(), 1), E: () => selectNext(problemRows(), -1),
  p: () => { filter.problems = !filter.problems; refresh(); },
  "/": () => byId("search").focus(), n: () => nextMatch(1), N: () => nextMatch(-1),
  "[": () => step(-1), "]": () => step(1), "{": () => step(-Infinity), "}": () => step(Infinity), " ": play,
  "+": () => zoomBy(0.5), "=": () => zoomBy(0.5), "-": () => zoomBy(2), 0: () => zoomBy(Infinity),
  l: () => { words = isEnglish() ? WORDS.zh : WORDS.en; speak(); refresh(); },
  t: changeTheme,
  "?": () => byId("keys").showModal(),
  Escape: () => { Object.assign(filter, { state: undefined, problems: false }); byId("search").value = ""; search(""); step(Infinity); },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || byId("keys").open) return;
  if (event.target === byId("search")) {
    if (event.key === "Enter") nextMatch(event.shiftKey ? -1 : 1);
    if (event.key === "Escape") { KEYS.Escape(); list.focus(); }
    return;
  }
  // A focused button takes Space and Enter itself; the slider, its arrows.
  if ([" ", "Enter"].includes(event.key) && event.target.closest("button, li")) return;
  if (event.target === byId("scrubber") && /^(Arrow|Page|Home|End)/.test(event.key)) return;
  if (!Object.hasOwn(KEYS, event.key)) return;
  event.preventDefault();
  KEYS[event.key]();
});

// MARK: Mouse

list.addEventListener("scroll", () => requestAnimationFrame(drawList), { passive: true });
list.addEventListener("click", (event) => {
  const made = event.target.closest(".row");
  if (!made) return;
  if (event.target.classList.contains("twist") && made.row.below) fold(made.row, !folded.has(made.row.index));
  else select(made.row);
});
addEventListener("resize", refresh);
byId("search").addEventListener("input", () => { search(byId("search").value); drawList(); });
byId("scrubber").addEventListener("input", () => {
  stop();
  const value = Number(byId("scrubber").value);
  if (value >= 10000) moveToMoment(run.moments.length);
  else moveToTime((value / 10000) * run.end);
  refresh();
});
const ruler = byId("ruler");
const scrub = (event) => {
  const box = ruler.getBoundingClientRect();
  moveToTime(zoom.start + ((event.clientX - box.left) / box.width) * (zoom.end - zoom.start));
  refresh();
};
ruler.addEventListener("pointerdown", (event) => { stop(); ruler.setPointerCapture(event.pointerId); scrub(event); });
ruler.addEventListener("pointermove", (event) => { if (ruler.hasPointerCapture(event.pointerId)) scrub(event); });
const clicks = { only: "p", language: "l", theme: "t", help: "?", play: " ", back: "[", forth: "]", end: "}" };
for (const [id, key] of Object.entries(clicks)) byId(id).addEventListener("click", () => KEYS[key]());
byId("keys").querySelector("button").addEventListener("click", () => byId("keys").close());

// MARK: Printing

addEventListener("beforeprint", () => {
  document.body.classList.add("printing");
  drawList();
  const made = [...shown.entries()].sort(([left], [right]) => left - right).map(([, row]) => row);
  sizer.append(...made);
  const rest = visible.length - PRINT_LIMIT;
  byId("nothing").hidden = rest <= 0;
  byId("nothing").textContent = rest > 0 ? count("moreRows", rest) : "";
});
addEventListener("afterprint", () => {
  document.body.classList.remove("printing");
  refresh();
});

// MARK: Start

const wanted = run.language || navigator.language;
if (wanted.startsWith("zh")) words = WORDS.zh;
speak();
playheadMoved();
updateRows();
const named = run.promises.findIndex((promise) => `#${promise.id}` === location.hash);
select(rowOf.get(named) ?? problemRows().find(Boolean) ?? visible[0]);
drawAll();
list.focus();
