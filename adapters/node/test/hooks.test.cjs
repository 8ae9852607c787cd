// Other async hooks beside the recording's, bursts of settlements, and a stack that is used up: nothing is missing, and the program lives on.
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { adapter, folder, read, record, run, tree } = require('../support/record.cjs');

/** A program that calls `handle` through what it is told, with `{ hook }` to enable and disable, inside `wrap`. */
const service = (start, wrap = 'handle', end = '') => `
  const { AsyncLocalStorage, AsyncResource, createHook } = require('node:async_hooks'); const { channel } = require('node:diagnostics_channel');
  const hook = createHook({ init() {}, before() {}, after() {}, promiseResolve() {} }), storage = new AsyncLocalStorage(); ${start}
  const sleep = () => new Promise((resolve) => setTimeout(resolve, 1));
  const query = async (n) => { await sleep(); if (n === 2) throw new Error('two'); return n; };
  const handle = async () => Promise.all([query(1), query(2)]).catch(() => query(3)).finally(() => {});
  (async function main() { for (let round = 0; round < 3; round++) { await (${wrap})(); if (round === 1) { ${end} } } })();`;
const hooked = {
  'AsyncLocalStorage': ['', '() => storage.run({}, handle)'],
  'AsyncResource': ['', "() => new AsyncResource('it').runInAsyncScope(handle)"],
  'diagnostics_channel': ['', "() => { let last; const listen = () => { last = handle(); }, it = channel('it'); it.subscribe(listen); it.publish({}); it.unsubscribe(listen); return last; }"],
  'a hook': ['hook.enable();'],
  'a hook that is disabled': ['hook.enable();', 'handle', 'hook.disable();'],
  'a hook that comes later': ['', 'handle', 'hook.enable();'],
  'a hook inside AsyncLocalStorage': ['hook.enable();', '() => storage.run({}, handle)', 'hook.disable();'],
};

test('other hooks hide nothing', (t) => {
  // What Node calls for the program is a callback.
  const drawn = (parts) => tree(record(t, service(...parts)).events).replace(/async callback/g, 'async function');
  const expected = drawn(['']);
  assert.strictEqual(expected.split('\n').length, 31);
  for (const [name, parts] of Object.entries(hooked)) assert.strictEqual(drawn(parts), expected, name);
});

test('a suite of node:test', (t) => {
  const { events } = record(t, `
    const { test } = require('node:test');
    async function load(n) { await new Promise((resolve) => setTimeout(resolve, 1)); return n; }
    test('one', async () => { await Promise.all([load(1), load(2)]); });`);
  assert.strictEqual(events.filter(({ label }) => label === 'load').length, 2);
});

test('the option for the adapter counts once', (t) => {
  const environment = { PROMISESCOPE: 'logs/', NODE_OPTIONS: `--require "${adapter}"` }, cwd = folder();
  run(cwd, ['--require', adapter, '--eval', ''], environment);
  assert.strictEqual(fs.readdirSync(path.join(cwd, 'logs')).length, 1);
});

test('a class that replaces Promise is noted', (t) => {
  const notes = (text) => record(t, text).events.filter(({ ev }) => ev === 'noted').map(({ text }) => text);
  assert.deepStrictEqual(notes('globalThis.Promise = class Own {};'), ['not recorded: promises of a class that replaced the global Promise']);
  assert.deepStrictEqual(notes('globalThis.Promise = class extends Promise {}; Promise.resolve();'), []);
});

test('a program of which only packages make promises is noted', (t) => {
  const files = { 'node_modules/many/index.js': "exports.run = async (done) => { for (let n = 0; n < 200; n++) await (async () => n)(); done(); };" };
  const notes = (text, environment) => record(t, text, { files, environment }).events.filter(({ ev, text }) => ev === 'noted' && text.startsWith('not recorded: ')).map(({ text }) => text);
  const plain = "require('many').run(() => {});";
  assert.deepStrictEqual(notes(plain), ['not recorded: 201 promises of packages, none of which the program uses; PROMISESCOPE_PACKAGES=1 records them']);
  assert.deepStrictEqual(notes(plain, { PROMISESCOPE_PACKAGES: '1' }), []);
  for (const healthy of ["(async () => { await require('many').run(() => {}); })();", "require('many').run(() => {}).then(() => {});", '', "require('many').run(() => process.exit()); Promise.resolve();"]) {
    assert.deepStrictEqual(notes(healthy), [], healthy);
  }
});

/** Ways to settle ten thousand promises in one turn. */
const bursts = {
  resolve: 'many(deferred).forEach(({ resolve }) => resolve(1));',
  reject: 'many(deferred).forEach(({ promise, reject }, n) => { if (n % 2) promise.catch(() => {}); reject(n); });',
  adopt: 'const inner = deferred(); many(deferred).forEach(({ resolve }) => resolve(inner.promise)); inner.resolve(1);',
  all: 'await Promise.all(many(async (_, n) => { await null; return n; }));',
  allSettled: 'await Promise.allSettled(many(async (_, n) => { if (n % 2) throw n; }));',
  then: 'const start = deferred(); many(() => start.promise.then(() => {})); start.resolve();',
  await: 'const start = deferred(); many(async () => { await start.promise; }); start.resolve();',
  'a getter': 'many(deferred).forEach(({ resolve }) => resolve({ get then() { Promise.resolve(); } }));',
  'a hook': `let inside = false;
    require('node:async_hooks').createHook({ promiseResolve() { if (!inside) { inside = true; Promise.resolve(1); Promise.resolve(2); inside = false; } } }).enable();
    many(deferred).forEach(({ resolve }) => resolve(1));`,
};

for (const [name, burst] of Object.entries(bursts)) {
  test(`ten thousand settle at once: ${name}`, (t) => {
    const cwd = folder();
    fs.writeFileSync(path.join(cwd, 'app.js'), `
      process.on('unhandledRejection', () => {});
      const many = (make) => Array.from({ length: 10_000 }, make);
      const deferred = () => { let resolve, reject; const promise = new Promise((...both) => { [resolve, reject] = both; }); return { promise, resolve, reject }; };
      (async function main() { ${burst} })();`);
    run(cwd, ['--require', adapter, 'app.js'], { PROMISESCOPE: 'run.ndjson' });
    const events = fs.readFileSync(path.join(cwd, 'run.ndjson'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const pending = new Set(events.filter(({ ev }) => ev === 'created').map(({ p }) => p));
    assert.ok(pending.size > 10_000);
    for (const { ev, p } of events) if (ev === 'fulfilled' || ev === 'rejected') pending.delete(p);
    assert.strictEqual(pending.size, 0);
    assert.ok(events.every(({ ev }) => ev !== 'lost'));
    assert.strictEqual(events.at(-1).reason, 'drained');
  });
}

test('what another tool keeps V8 from reporting is no hang, and is noted', (t) => {
  const app = `
    const { internalBinding } = require('internal/test/binding');
    async function load() { await new Promise((resolve) => setTimeout(resolve, 100)); return 1; }
    load().then(console.log);
    const other = process.argv.length > 2 ? () => {} : undefined;
    setTimeout(() => { if (other) internalBinding('async_wrap').setPromiseHooks(other, other, other, other); }, 20);
    setTimeout(() => {}, 1300);`;
  const cwd = folder();
  fs.writeFileSync(path.join(cwd, 'app.cjs'), app);
  for (const words of [[], ['steals']]) {
    run(cwd, ['--require', adapter, '--expose-internals', '--no-warnings', 'app.cjs', ...words], { PROMISESCOPE: 'run.ndjson' });
    const { events } = read(path.join(cwd, 'run.ndjson'));
    const notes = events.filter(({ ev, text }) => ev === 'noted' && text.startsWith('not recorded: '));
    assert.deepStrictEqual([events.filter(({ ev }) => ev === 'lost').length, notes.length], words.length > 0 ? [1, 1] : [0, 0]);
    assert.strictEqual(events.some(({ ev }) => ev === 'fulfilled'), words.length === 0);
  }
});

test('a clock that the program has replaced, as fake timers do, is not asked', (t) => {
  const { stdout, events } = record(t, `
    let calls = 0;
    process.hrtime = Object.assign(() => { calls++; return [0, 0]; }, { bigint() { calls++; return 0n; } });
    performance.now = Date.now = () => { calls++; return 0; };
    (async () => { for (let count = 0; count < 10; count++) await new Promise((done) => setTimeout(done, 2)); console.log(calls); })();`);
  assert.strictEqual(stdout, '0\n');
  assert.ok(events.at(-1).t >= 20e6);
});

test('a program whose first promise comes when its stack is used up ends as with a hook that does nothing', (t) => {
  const app = `
    let made = 0;
    const walk = (state) => { try { walk(state); } catch { if (!state.isDone) { state.isDone = true; Promise.resolve(1); made++; } } };
    // However little of the stack is left.
    for (let size = 1; size < 60; size++) {
      const names = Array.from({ length: size }, (_, index) => 'a' + index);
      new Function('walk', 'n', 'let ' + names.map((name) => name + ' = n').join() + '; walk(); return ' + names.join('+'))(() => { try { walk({}); } catch {} }, 0);
    }
    console.log(made > 0);`;
  const cwd = folder();
  fs.writeFileSync(path.join(cwd, 'app.cjs'), app);
  const ends = (...words) => { const { stdout, status } = run(cwd, [...words, 'app.cjs'], { PROMISESCOPE: 'run.ndjson' }); return [stdout, status]; };
  assert.deepStrictEqual(ends(), ['true\n', 0]);
  const expected = ends('--require', path.join(__dirname, '../bench/hooks.cjs'));
  assert.deepStrictEqual(ends('--require', adapter), expected);
  // Releases of Node since 2026 survive it.
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24 || major === 20 && minor >= 20) assert.deepStrictEqual(expected, ['true\n', 0]);
});

test('a promise that settles when the stack is almost used up has an outcome, or was there when a loss was counted', (t) => {
  const { events } = record(t, `
    const all = globalThis.kept = Array.from({ length: 5 }, () => { let resolve; const promise = new Promise((done) => { resolve = done; }); return { promise, resolve }; });
    let end = Infinity;
    const walk = (n) => { try { walk(n + 1); } catch { end = n; } if (n === end - 180) all.forEach(({ resolve }) => resolve(1)); };
    Promise.resolve().then(() => { walk(0); });
    setTimeout(() => {}, 50);`);
  const settled = new Set(events.filter(({ ev }) => ev === 'fulfilled').map(({ p }) => p)), made = events.filter(({ ev }) => ev === 'created');
  const { seq } = events.find(({ ev }) => ev === 'lost');
  assert.ok(settled.size > 1);
  for (const { p, seq: createdBy } of made) assert.ok(settled.has(p) || createdBy < seq, p);
});
