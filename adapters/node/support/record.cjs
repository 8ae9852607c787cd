// Runs programs with the adapter, and draws what was recorded.
'use strict';

const assert = require('node:assert');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const adapter = path.join(__dirname, '..', 'promisescope.cjs');
const programs = path.join(__dirname, '..', 'programs');

const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'promise scope '));
process.on('exit', () => fs.rmSync(scratch, { recursive: true, force: true }));

/** Creates a folder that is removed after the tests of this file. Its path has a blank, so that every test has one. */
function folder() {
  return fs.mkdtempSync(path.join(scratch, 'test '));
}

/** Runs Node in a folder and returns what it printed and how it ended. */
function run(cwd, argumentsOfNode, environment = {}) {
  const env = { PATH: process.env.PATH, HOME: cwd, TMPDIR: cwd, LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH, ...environment };
  const result = spawnSync(process.execPath, argumentsOfNode, { cwd, env, encoding: 'utf8', timeout: 60_000 });
  assert.ifError(result.error);
  return { stdout: result.stdout, stderr: result.stderr, status: result.status, signal: result.signal };
}

/** Records a program, which is given by its text, and returns its events as well; the log follows the rules. */
function record(test, text, { extension = 'cjs', environment = {}, files = {}, values = 'preview', options = [], mayFail = false } = {}) {
  const cwd = folder();
  for (const [name, contents] of Object.entries({ ...files, [`app.${extension}`]: text })) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    fs.writeFileSync(path.join(cwd, name), contents);
  }
  const log = path.join(cwd, 'run.ndjson');
  const result = run(cwd, ['--require', adapter, ...options, `app.${extension}`], { PROMISESCOPE: log, PROMISESCOPE_VALUES: values, ...environment });
  if (!mayFail) assert.deepStrictEqual([result.stderr, result.status], ['', 0]);
  return { ...result, cwd, ...read(log) };
}

/** Judges a log by every rule of docs/event-log.md, if `PSCOPE` names the command that does. */
function lint(name) {
  if (!process.env.PSCOPE) return;
  const { stdout, stderr, status } = spawnSync(process.env.PSCOPE, ['lint', name], { encoding: 'utf8' });
  assert.strictEqual(status, 0, `${stdout}${stderr}\n${fs.readFileSync(name)}`);
}

const docs = path.join(__dirname, '..', '..', '..', 'docs');
const { $defs: schema } = JSON.parse(fs.readFileSync(path.join(docs, 'event-log.schema.json'), 'utf8'));
const page = fs.readFileSync(path.join(docs, 'event-log.md'), 'utf8');

/** Returns the members of a line that are not in the schema, or not on the page that describes the format. */
function undocumented(line) {
  const known = line.schema === undefined ? { ...schema.event.properties, ...schema[line.ev]?.properties } : schema.header.properties;
  const members = [...Object.keys(line).filter((name) => !(name in known)), ...Object.keys(line.site ?? {}).filter((name) => !(name in schema.site.properties))];
  return [...members, ...Object.keys(known).filter((name) => name in line && !page.includes(`\`${name}\``))];
}

/** Reads a log that follows the rules, and has no member that is not documented. */
function read(name) {
  lint(name);
  const text = fs.readFileSync(name, 'utf8');
  const [header, ...events] = text.trim().split('\n').map((line) => JSON.parse(line));
  for (const line of [header, ...events]) assert.deepStrictEqual(undocumented(line), [], JSON.stringify(line));
  // The promises of a log are numbered without gaps.
  const numbers = events.flatMap(({ ev, p }) => (ev === 'created' ? [p] : [])).sort((one, other) => one - other);
  if (!events.some(({ ev }) => ev === 'lost')) assert.deepStrictEqual(numbers, numbers.map((_, index) => index + 1));
  return { text, header, events };
}

/**
 * Draws the promises of a log as a tree, siblings by their lines: number, state, label, kind, and the line that they come from; `~` before
 * what a body waited for in turn, `=` before what was adopted, `>` before the combinator that an input belongs to, `!` before what took a
 * rejection.
 */
function tree(events) {
  const rows = new Map();
  const roots = [];
  for (const { ev, p, ...rest } of events) {
    const row = rows.get(p);
    if (ev === 'created') {
      const next = { ...rest, state: '○', notes: [], children: [] };
      ((rows.get(rest.from) ?? rows.get(rest.ctx))?.children ?? roots).push(next);
      rows.set(p, next);
    } else if (ev === 'awaiting') row.notes.push(['~', rest.source]);
    else if (ev === 'adopted') row.notes.push(['=', rest.source]);
    else if (ev === 'registered' && rest.by !== undefined && rows.get(rest.by).from !== p) row.notes.push(['>', rest.by]);
    else if (ev === 'handled') row.notes.push(['!', rest.by]);
    else if (ev === 'fulfilled') row.state = '✔';
    else if (ev === 'rejected') row.state = '✘';
    else if (ev === 'unhandled' || ev === 'released') row.notes.push([ev]);
  }
  const all = [];
  const number = (list, indent) => {
    for (const row of list.sort((a, b) => (a.site?.line ?? 0) - (b.site?.line ?? 0))) {
      all.push({ row, indent });
      row.number = all.length;
      number(row.children, `${indent}  `);
    }
  };
  number(roots, '');
  return all.map(({ row, indent }) => {
    const notes = row.notes.map(([mark, id]) => `${mark}${rows.get(id)?.number ?? ''}`);
    const name = row.label === undefined ? row.kind : `${row.label} · ${row.kind}`;
    return [`${row.number} ${row.state} ${indent}${name}${row.site === undefined ? '' : `:${row.site.line}`}`, ...notes].join(' ');
  }).join('\n');
}

/** Records a program and compares the tree of its promises. */
function check(test, text, expected, options = {}) {
  const result = record(test, text, options);
  assert.deepStrictEqual(tree(result.events, options).split('\n'), expected.split('\n').map((line) => line.trim()).filter(Boolean));
  return result;
}

module.exports = { adapter, programs, folder, lint, run, record, read, tree, check };
