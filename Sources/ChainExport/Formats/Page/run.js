// The run, and the state of every promise at any moment of it. A moment is an event after which a promise is in another state; the playhead
// counts those that have happened. Nothing here draws.

const run = JSON.parse(document.getElementById("run").textContent);

const STATES = ["pending", "running", "waiting", "fulfilled", "rejected", "canceled", "unhandled", "leaked", "unknown"];
const GLYPHS = ["○", "◐", "◍", "✔", "✘", "⊘", "!", "◌", "?"];
const [PENDING, RUNNING, WAITING, FULFILLED, REJECTED, CANCELLED, UNHANDLED, LEAKED, UNKNOWN] = STATES.keys();
const NOT_YET = -1;

/** The playhead: the number of moments that have happened, and the time. */
const head = { moment: run.moments.length, time: run.end };

const isAtEnd = () => head.moment === run.moments.length && head.time >= run.end;

/** The number of elements of a sorted array that are at most `value`. */
function countUpTo(array, value) {
  let [low, high] = [0, array.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (array[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Moves the playhead to a time in nanoseconds. */
function moveToTime(time) {
  head.time = Math.max(0, Math.min(run.end, time));
  head.moment = countUpTo(run.moments, head.time);
}

/** Moves the playhead behind a number of moments. */
function moveToMoment(moment) {
  head.moment = Math.max(0, Math.min(run.moments.length, moment));
  head.time = head.moment === run.moments.length ? run.end : head.moment > 0 ? run.moments[head.moment - 1] : 0;
}

/** The latest loss before the playhead, as a moment; -1 for none. */
function latestLoss() {
  let latest = -1;
  for (const [moment] of run.losses) if (moment < head.moment) latest = moment;
  return latest;
}

let knownLoss = -1;
/** Must be called after the playhead moved. */
function playheadMoved() {
  knownLoss = latestLoss();
}

/** The state of a promise at the playhead; NOT_YET before the log mentions it. */
function stateOf(index) {
  const changes = run.promises[index].d;
  let at = changes.length - 2;
  while (at >= 0 && changes[at] >= head.moment) at -= 2;
  if (at < 0) return NOT_YET;
  const state = changes[at + 1];
  return state <= WAITING && changes[at] < knownLoss ? UNKNOWN : state;
}

/** Whether a time of the log has been reached. */
const isPast = (time) => time !== undefined && time !== null && (isAtEnd() || time <= head.time);

const nameOf = (promise) => promise.n ?? promise.o ?? "?";

/** The rules that hold for each promise, by index. */
const findingsOf = new Map();
for (const finding of run.findings) {
  for (const index of finding.promises) {
    if (!findingsOf.has(index)) findingsOf.set(index, []);
    findingsOf.get(index).push(finding);
  }
}

/** The findings about a promise that hold at the playhead. */
function findingsAt(index) {
  const findings = findingsOf.get(index);
  return findings === undefined ? [] : findings.filter((finding) => isPast(finding.time));
}

/** The promises that wait for each promise, by index. */
const waitersOf = new Map();
run.promises.forEach((promise, index) => {
  for (const source of new Set([promise.from, promise.adopts, ...(promise.inputs ?? []), ...(promise.awaits ?? []).map((wait) => wait[0])])) {
    if (source === undefined) continue;
    if (!waitersOf.has(source)) waitersOf.set(source, []);
    waitersOf.get(source).push(index);
  }
});

/** What a waiting promise waits for at the playhead: what its body awaits or, if it was resolved with a promise, that one. */
function sourceOf(promise) {
  const wait = (promise.awaits ?? []).find(([, start, end]) => isPast(start) && !isPast(end));
  return wait === undefined ? promise.adopts : wait[0];
}

/** What a row says about a promise: its value, its error, or what it waits for. */
function outcomeOf(promise, state) {
  // A problem, and what hangs because of it, have the words of the screen.
  if (isAtEnd() && promise.w) return promise.w[isEnglish() ? 0 : 1];
  switch (state) {
    case FULFILLED:
      return promise.v ?? "";
    case REJECTED:
    case CANCELLED:
    case UNHANDLED: {
      const error = promise.v ?? promise.y ?? say(STATES[state]);
      const handler = promise.handledBy;
      return handler === undefined || !isPast(run.promises[handler].t[2] ?? run.promises[handler].t[4]) ? error : `${error} · ${say(promise.z ? "handledElsewhere" : "handledBy", run.promises[handler].id)}`;
    }
    case WAITING:
      return sourceOf(promise) === undefined ? say("waiting") : say("waitsFor", run.promises[sourceOf(promise)].id);
    case LEAKED:
      return say("freedPending");
    default: {
      const parts = [say(STATES[state])];
      if (isAtEnd() && promise.paused) parts.push(say("paused"));
      if (isAtEnd() && promise.progress) parts.push(promise.progress);
      return parts.join(" ");
    }
  }
}
