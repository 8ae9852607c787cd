// record-lessons.cjs LOG PROGRAM: prints the log of a recorded program as a lesson carries it. `record-lessons` calls it.

const { readFileSync } = require('node:fs');

const [, , log, program] = process.argv;
const source = readFileSync(program, 'utf8');
const lines = source.split('\n');
const name = program.replace(/\.js$/, '');
const GRID = 50e6;

/** What the code calls the promise that a line creates: a function in the call, or the constant; of `new Promise`, the function around it. */
function labelOf({ kind, label, site }) {
  if (label !== undefined || site === undefined) return label;
  const line = lines[site.line - 1];
  const [, named] = /\b(?:then|catch|finally|Promise)\((?:async )?(?:function )?(\w+)/.exec(line) ?? [];
  const [, constant] = /\bconst (\w+) = (?:await )?(?:Promise\.\w+|new Promise)\(/.exec(line) ?? [];
  if (constant !== undefined) return constant;
  if (['then', 'catch', 'finally'].includes(kind)) return named;
  const isOwn = site.function !== undefined && !source.includes(`async function ${site.function}(`);
  return isOwn && ['new Promise', 'setTimeout'].includes(kind) ? site.function : undefined;
}

const [header, ...events] = readFileSync(log, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line));
const { schema, version, unit, values, seed, runtime, adapter, sites } = header;
const started = '1970-01-01T00:00:00.000Z';
const shown = [
  { schema, version, unit, started, program: `lesson ${name}`, pid: 0, sourceRoot: '', values, seed, runtime, adapter, argv: ['node', program], sites,
    sources: { [program]: source } },
];
// Whether the program is still alive is written every second; the processor time of a body differs, and so do the milliseconds by which a timer is late.
for (const { seq, t, cpu, ...rest } of events.filter(({ ev }) => ev !== 'alive')) {
  const time = Math.floor(t / GRID) * GRID;
  const label = rest.ev === 'created' ? labelOf(rest) : undefined;
  shown.push({ seq: shown.length, t: time, ...rest, ...(label === undefined ? {} : { label }) });
}
process.stdout.write(shown.map((line) => JSON.stringify(line) + '\n').join(''));
