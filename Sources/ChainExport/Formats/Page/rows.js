// Which rows of the tree are visible, and the lines that lead to them. The tree has the shape of the end of the run; of the past, it shows
// what existed then. Nothing here draws.

const [ROW_NODE, ROW_REFERENCE, ROW_LOST, ROW_EVICTED] = [0, 1, 2, 3];
const [IS_CONTINUATION, IS_CYCLE, IS_DAMAGE] = [1, 2, 4];

/** All rows, each with the row that it hangs below and the first row of its chain. */
const allRows = [];
{
  const last = [];
  const chains = [];
  let losses = 0;
  for (let at = 0; at < run.rows.length; at += 4) {
    const [kind, value, depth, flags] = run.rows.slice(at, at + 4);
    const row = { kind, value, depth, flags, index: allRows.length, parent: depth > 0 ? last[depth - 1] : undefined, below: false };
    if (kind === ROW_LOST) row.loss = run.losses[losses++];
    row.chain = flags & IS_CONTINUATION && chains[depth] ? chains[depth] : row;
    last.length = depth;
    chains.length = depth;
    if (kind === ROW_NODE) {
      last[depth] = row;
      chains[depth] = row.chain;
      if (row.chain !== row) row.chain.below = true;
    } else if (chains[depth] === undefined) {
      chains[depth] = row;
    }
    if (row.parent) row.parent.below = true;
    allRows.push(row);
  }
}

/** The row of each promise, by index. */
const rowOf = new Map();
for (const row of allRows) if (row.kind === ROW_NODE) rowOf.set(row.value, row);

const folded = new Set();
/** What rows are shown: all, those of one state, or those with problems. */
const filter = { state: undefined, problems: false };
const isFiltered = () => filter.state !== undefined || filter.problems;

/** The visible rows, from top to bottom. */
let visible = [];
/** The number of promises in each state at the playhead. */
let counts = STATES.map(() => 0);

function passes(row, state) {
  if (row.kind !== ROW_NODE) return row.kind === ROW_LOST;
  if (filter.state !== undefined && state !== filter.state) return false;
  return !filter.problems || findingsAt(row.value).length > 0;
}

/** Finds the visible rows again, after the playhead, a fold or the filter changed. */
function updateRows() {
  counts = STATES.map(() => 0);
  for (const row of allRows) {
    row.state = row.kind === ROW_NODE || row.kind === ROW_REFERENCE ? stateOf(row.value) : undefined;
    if (row.kind === ROW_NODE && row.state !== NOT_YET) counts[row.state] += 1;
    row.isThere =
      row.kind === ROW_NODE ? row.state !== NOT_YET
      : row.kind === ROW_REFERENCE ? row.state !== NOT_YET && (row.parent?.isThere ?? true)
      : row.kind === ROW_LOST ? isAtEnd() || row.loss === undefined || row.loss[0] < head.moment
      : true;
    row.keeps = row.isThere;
    row.isDimmed = false;
    if (row.isThere) {
      row.level = row.parent === undefined ? 0 : row.parent.isThere ? row.parent.level + 1 : row.parent.level;
    } else {
      row.level = row.parent?.level ?? 0;
    }
  }
  if (isFiltered()) keepMatches();
  hideFolded();
  connect();
}

/** Keeps only what matches the filter and, dimmed, the rows that it hangs below. */
function keepMatches() {
  for (const row of allRows) {
    row.matches = row.isThere && passes(row, row.state);
    row.keeps = row.matches;
  }
  for (let at = allRows.length - 1; at >= 0; at -= 1) {
    const row = allRows[at];
    if (row.keeps && row.parent?.isThere) row.parent.keeps = true;
  }
  for (const row of allRows) row.isDimmed = row.keeps && !row.matches;
}

function hideFolded() {
  visible = [];
  let fold;
  for (const row of allRows) {
    if (fold && (row.depth > fold.depth || (row.depth === fold.depth && row.chain !== row && fold.chain === fold))) {
      if (row.keeps && row.kind === ROW_NODE) fold.hides += 1;
      continue;
    }
    fold = undefined;
    if (!row.keeps) continue;
    row.hides = 0;
    if (folded.has(row.index)) fold = row;
    visible.push(row);
  }
}

/** Finds the lines of the tree, from the bottom up: whether another chain follows at each level, and whether the chain of a level continues. */
function connect() {
  const seen = new Set();
  for (const row of visible) {
    row.isHead = !seen.has(row.chain);
    seen.add(row.chain);
  }
  const more = [];
  const continues = [];
  for (let at = visible.length - 1; at >= 0; at -= 1) {
    const row = visible[at];
    const { level } = row;
    more.length = Math.min(more.length, level + 1);
    continues.length = Math.min(continues.length, level + 1);
    row.guides = [];
    for (let guide = Math.max(1, level - 15); guide <= level; guide += 1) {
      const isOwn = guide === level && row.isHead;
      const isLine = more[guide] || continues[guide - 1];
      row.guides.push(isOwn ? (isLine ? "branch" : "corner") : isLine ? "line" : "blank");
    }
    const isLast = !continues[level];
    row.rail = row.isHead ? "" : isLast ? "corner" : "branch";
    row.continues = !isLast;
    continues[level] = !row.isHead;
    if (row.isHead) more[level] = true;
  }
}

/** Opens the folds that hide a row. */
function reveal(row) {
  for (let upper = row; upper !== undefined; upper = upper.parent) {
    folded.delete(upper.chain.index);
    if (upper !== row) folded.delete(upper.index);
  }
}

/** The promises whose texts contain a text, from top to bottom, as rows. */
function find(text) {
  const wanted = text.toLowerCase();
  return allRows.filter((row) => {
    if (row.kind !== ROW_NODE) return false;
    const promise = run.promises[row.value];
    if (`#${promise.id}` === wanted) return true;
    return [promise.n, promise.o, promise.v, promise.y, promise.q, siteOf(promise)].some((part) => part?.toLowerCase().includes(wanted));
  });
}

/** The call site of a promise, or of the call that settled it, as file:line. */
function siteOf(promise, number = promise.s) {
  if (number === undefined) return undefined;
  const [file, line] = run.sites[number];
  return `${file}:${line}`;
}
