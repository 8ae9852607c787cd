// The panes beside the tree: what is wrong, why the selected promise is as it is, and what is known about it.

/** A link to a promise, which selects its row. */
function link(index) {
  const promise = run.promises[index];
  const made = element("button", "", `${nameOf(promise)} #${promise.id}`);
  made.addEventListener("click", () => select(rowOf.get(index)));
  return made;
}

const isEnglish = () => words === WORDS.en;

function drawProblems() {
  const pane = byId("problems");
  const findings = run.findings.filter((finding) => isPast(finding.time));
  pane.querySelector("h2").textContent = run.findings.length === 0 ? say("problems") : `${say("problems")} (${grouped(findings.length)})`;
  const items = findings.map((finding) => {
    const item = element("li", finding.severity);
    const [sentence, hint] = isEnglish() ? finding.en : finding.zh;
    item.append(element("strong", finding.severity, `${say(`${finding.severity}1`)}: `), sentence);
    const facts = [finding.site, finding.rule].filter(Boolean).join("  ·  ");
    item.append(element("small", "", hint), element("small", "", facts));
    const row = finding.promises.map((index) => rowOf.get(index)).find(Boolean);
    if (row) {
      item.dataset.row = row.index;
      item.tabIndex = 0;
      if (finding.promises.some((index) => rowOf.get(index) === selection.row)) item.classList.add("current");
      item.addEventListener("click", () => select(row));
      item.addEventListener("keydown", (event) => { if (event.key === "Enter") select(row); });
    }
    return item;
  });
  if (items.length === 0) items.push(element("li", "", say(run.findings.length === 0 ? "noProblems" : "noneYet")));
  pane.querySelector("ol").replaceChildren(...items);
}

function drawWhy() {
  const pane = byId("why");
  const index = selection.row?.kind === ROW_NODE ? selection.row.value : undefined;
  pane.hidden = index === undefined;
  if (index === undefined) return;
  pane.querySelector("h2").textContent = `${say("why")}: ${nameOf(run.promises[index])} #${run.promises[index].id}`;
  const items = [];
  if (!isAtEnd()) items.push(element("li", "", say("past")));
  for (const [about, english, chinese] of run.why[index] ?? []) {
    const item = element("li", "", isEnglish() ? english : chinese);
    const row = rowOf.get(about);
    if (row && row !== selection.row) {
      item.dataset.row = row.index;
      item.addEventListener("click", () => select(row));
    }
    items.push(item);
  }
  if (!run.why[index]) items.push(element("li", "", say("noWhy", run.promises[index].id)));
  pane.querySelector("ol").replaceChildren(...items);
}

function drawDetails() {
  const pane = byId("details");
  const row = selection.row;
  pane.hidden = row?.kind !== ROW_NODE;
  if (pane.hidden) return;
  const promise = run.promises[row.value];
  const state = stateOf(row.value);
  pane.querySelector("h2").textContent = `${nameOf(promise)} #${promise.id}`;
  const facts = [];
  const fact = (key, ...parts) => {
    const present = parts.filter((part) => part !== undefined && part !== "");
    if (present.length === 0) return;
    const value = element("dd");
    value.append(...present);
    facts.push(element("dt", "", say(key)), value);
  };
  const links = (indexes = []) => {
    const present = indexes.filter((index) => index !== undefined && stateOf(index) !== NOT_YET);
    const more = present.length > 24 ? [say("more", grouped(present.length - 24))] : [];
    return [...present.slice(0, 24).map(link), ...more];
  };
  const isSettled = state >= FULFILLED && state <= UNHANDLED;
  fact("state", state === NOT_YET ? undefined : `${GLYPHS[state]} ${say(STATES[state])}`);
  if (isSettled) fact(state === FULFILLED ? "value" : "error", promise.v, promise.v && promise.y ? ` (${promise.y})` : promise.y);
  if (isSettled && promise.c) fact("cause", say(`cause${promise.c}`, codeOf(promise)));
  if (isSettled && promise.a !== undefined) fact("settledAt", siteOf(promise, promise.a), ` ${run.sites[promise.a][2]}`);
  if (isAtEnd()) fact("progress", promise.progress);
  if (isAtEnd()) fact("refused", promise.ignored ? grouped(promise.ignored) : undefined);
  fact("operation", promise.o);
  const site = promise.s === undefined ? undefined : run.sites[promise.s][2];
  fact("site", siteOf(promise), site ? ` ${site}` : undefined);
  fact("from", ...links([promise.from]));
  fact("adopts", ...links([promise.adopts]));
  fact("awaits", ...links([...new Set((promise.awaits ?? []).map((wait) => wait[0]))]));
  fact("inputs", ...links(promise.inputs));
  fact("waiters", ...links(waitersOf.get(row.value)));
  fact("inside", ...links([promise.inside]));
  if (isSettled) {
    fact("via", ...links([promise.via]));
    fact("origin", ...links(promise.origin === row.value ? [] : [promise.origin]));
    const by = links([promise.handledBy]);
    fact("handler", ...by, by.length > 0 && promise.z ? ` ${say("elsewhere")}` : undefined);
  }
  fact("queue", promise.q);
  fact("thread", promise.h);
  times(promise, fact);
  pane.querySelector("dl").replaceChildren(...facts);
}

/** What runs for a promise, in a word. */
function codeOf(promise) {
  return say(promise.from === undefined ? "bodyWord" : "handlerWord");
}

function times(promise, fact) {
  if (isAtEnd()) {
    const sums = [0, 0, 0];
    for (let at = 0; at < promise.p.length; at += 3) {
      const [kind, start, end] = promise.p.slice(at, at + 3);
      sums[kind === 0 || kind >= 5 ? 2 : kind === 1 ? 1 : 0] += end - start;
    }
    fact("own", duration(sums[0]));
    if (sums[1] > 0) fact("queued", duration(sums[1]));
    if (sums[2] > 0) fact("waited", duration(sums[2]));
  }
  const names = ["created", "enqueued", "started", "finished", "settled", "released"];
  const past = names.map((name, at) => [name, promise.t[at]]).filter(([, time]) => time !== null && time !== undefined && isPast(time));
  fact("events", past.map(([name, time]) => `${say(name, codeOf(promise))} ${duration(time)}`).join("\n"));
}
