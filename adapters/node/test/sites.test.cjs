// Call sites: which line a promise comes from, whose promises are rows, source maps, and what is sampled.
'use strict';

const assert = require('node:assert');
const path = require('node:path');
const { test } = require('node:test');
const { check, record, tree } = require('../support/record.cjs');

const sites = ({ events }) => events.filter(({ ev }) => ev === 'created').map(({ site }) => site && `${site.file}:${site.line}${site.function === undefined ? '' : ` ${site.function}`}`);

/** Encodes numbers as a source map does. */
function vlq(numbers) {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return numbers.map((number) => {
    let rest = number < 0 ? (-number << 1) | 1 : number << 1;
    let text = '';
    do {
      text += digits[(rest & 31) | (rest > 31 ? 32 : 0)];
      rest >>>= 5;
    } while (rest > 0);
    return text;
  }).join('');
}

/** A map whose line n comes from line n + 100 of a source. */
function shiftedMap(source, lines, more = {}) {
  return JSON.stringify({ version: 3, sources: [source], names: [], mappings: Array.from({ length: lines }, (_, line) => vlq([0, 0, line === 0 ? 100 : 1, 0])).join(';'), ...more });
}

test('files are relative to the folder that the program was started in, else to its package', (t) => {
  assert.deepStrictEqual(sites(record(t, `require('./lib/a.js')();`, { files: { 'lib/a.js': `module.exports = function start() {\n  return new Promise(() => {});\n};` } })), ['lib/a.js:2 start']);
  const result = record(t, `process.chdir('/'); require('child_process').execFileSync(process.execPath, ['--require', ${JSON.stringify(require('../support/record.cjs').adapter)}, __dirname + '/other/src/main.js'], { env: { ...process.env, PROMISESCOPE: __dirname + '/other.ndjson' } });`,
    { files: { 'other/package.json': '{}', 'other/src/main.js': 'new Promise(() => {});' } });
  const { header, events } = require('../support/record.cjs').read(path.join(result.cwd, 'other.ndjson'));
  assert.strictEqual(header.sourceRoot, path.join(result.cwd, 'other'));
  assert.deepStrictEqual(sites({ events }), ['src/main.js:1']);
});

test('TypeScript, by a source map inside the file or beside it', (t) => {
  const code = 'async function load() { await null; }\nload();\n';
  const inline = Buffer.from(shiftedMap('../src/app.ts', 2)).toString('base64');
  assert.deepStrictEqual(sites(record(t, `require('./out/a.js'); require('./out/b.js'); require('./out/c.js'); require('./out/d.js');`, {
    files: {
      'out/a.js': `${code}//# sourceMappingURL=data:application/json;charset=utf-8;base64,${inline}`,
      'out/b.js': `${code}//# sourceMappingURL=b%20b.js.map`,
      'out/b b.js.map': shiftedMap('app.ts', 2, { sourceRoot: '../source/' }),
      'out/c.js': `${code}//# sourceMappingURL=nowhere.map`,
      'out/d.js': `${code}//# sourceMappingURL=d.map`,
      'out/d.map': 'no JSON',
    },
  })), ['src/app.ts:102', 'source/app.ts:102', 'out/c.js:2', 'out/d.js:2']);
});

test('code without a file', (t) => {
  const { events } = record(t, `
    eval('(async function inEval() { await null; })()');
    new Function('return (async () => { await null; })()')();
    require('vm').runInThisContext('(async function named() {})()', { filename: 'virtual.js' });
  `);
  assert.deepStrictEqual(tree(events).split('\n').map((line) => line.replace(/:\d+/, '')), ['1 ✔ inEval · async function', '2 ✔ eval · async function', '3 ✔ named · async function']);
});

test('promises of packages are rows only where the program uses them', (t) => {
  const files = {
    'node_modules/pool/index.js': `
      const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      exports.connect = async function connect() { await sleep(1); await sleep(1); return 'connection'; };
      exports.each = async function each(list, visit) { for (const item of list) await visit(item); };
      exports.ignore = (promise) => { promise.then(() => {}, () => {}); };
      setTimeout(() => sleep(1).then(() => {}), 1);
    `,
  };
  const text = `
    const { connect, each, ignore } = require('pool');
    async function visit(item) { await new Promise((resolve) => setTimeout(resolve, 1)); }
    (async () => { await connect(); await each([1, 2], visit); ignore(Promise.reject(new Error('x'))); connect(); })();
  `;
  check(t, text, `
    1 ✔ async function:4 ~4 ~5
    2 ✔   visit · async function:3 ~3
    3 ✔     setTimeout:3
    4 ✔   connect:4
    5 ✔   each:4
    6 ✔   visit · async callback:4 ~7
    7 ✔     setTimeout:3
    8 ✘   reject:4 !
  `, { files });
  const all = record(t, text, { files, environment: { PROMISESCOPE_PACKAGES: '1' } });
  assert.ok(sites(all).includes('node_modules/pool/index.js:2 sleep'));
});

test('a program that is a package itself', (t) => {
  const { events } = record(t, `require('tool/cli.js');`, {
    files: {
      'node_modules/tool/cli.js': `
        require('child_process').execFileSync(process.execPath, [__dirname + '/main.js'], { env: { ...process.env, NODE_OPTIONS: '--require "' + ${JSON.stringify(require('../support/record.cjs').adapter)} + '"', PROMISESCOPE: 'tool.ndjson' } });
      `,
      'node_modules/tool/main.js': `(async function main() { await require('part')(); })();`,
      'node_modules/tool/node_modules/part/index.js': `module.exports = async function part() { await new Promise((resolve) => setTimeout(resolve, 1)); };`,
    },
  });
  assert.deepStrictEqual(events.filter(({ ev }) => ev === 'created'), []);
});

test('what only waits for an event is named like once', (t) => {
  const { events } = record(t, `
    const emitter = new (require('events'))();
    const wait = [
      new Promise((resolve) => process.on('SIGTERM', resolve)),
      new Promise((resolve) => { for (const name of ['SIGINT', 'SIGHUP']) process.once(name, () => resolve(name)); }),
      new Promise(function (resolve) { emitter.on('x', resolve); }),
      new Promise((resolve, reject) => { emitter.once('end', resolve); emitter.once('error', reject); }),
      new Promise((resolve) => { emitter.once('reply', resolve); emitter.emit('request'); }),
    ];
  `);
  assert.deepStrictEqual(events.filter(({ ev }) => ev === 'created').map(({ kind }) => kind), ['once', 'once', 'once', 'new Promise', 'new Promise']);
});

test('call sites that are off', (t) => {
  const result = record(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function load() { await sleep(1); }
    (async function main() { for (let i = 0; i < 50; i++) await load(); })();
  `, { environment: { PROMISESCOPE_SITES: 'off' } });
  assert.ok(!result.text.includes('"site":'));
  const kinds = result.events.filter(({ ev }) => ev === 'created').map(({ kind, label }) => `${kind} ${label}`);
  assert.deepStrictEqual([...new Set(kinds)], ['async function main', 'async function load', 'setTimeout undefined']);
  const waits = result.events.filter(({ ev }) => ev === 'awaiting').length;
  assert.strictEqual(waits, 100);
});

test('a busy program keeps its names and edges while its stacks are sampled, and the log says so', (t) => {
  const text = `
    const sleep = () => new Promise((resolve) => setImmediate(resolve));
    async function query(n) { await sleep(); return n; }
    async function handle(n) {
      const user = await query(n);
      const parts = await Promise.all([query(1), query(2)]);
      return Promise.resolve(user).then(() => parts).finally(() => {});
    }
    (async function serve() { for (let i = 0; i < 4000; i++) await handle(i); })();
  `;
  const shape = (result) => {
    const first = new Map();
    for (const { ev, p, kind, label, site } of result.events) if (ev === 'created') first.set(p, `${label ?? kind} ${site.line} ${site.function}`);
    const counts = {};
    for (const { ev, p, source, by, ctx } of result.events) {
      for (const [name, other] of [['awaits', source], ['registered', by], ['inside', ev === 'created' ? ctx : undefined]]) {
        if (other === undefined) continue;
        const key = `${first.get(p)} ${name} ${first.get(other)}`;
        counts[key] = (counts[key] ?? 0) + 1;
      }
    }
    return Object.entries(counts).sort();
  };
  const all = record(t, text, { environment: { PROMISESCOPE_SITES: 'all' }, values: 'off' });
  assert.ok(!all.text.includes('"inferred"'));
  assert.ok(!all.events.some(({ ev }) => ev === 'noted'));
  const sampled = record(t, text, { values: 'off' });
  assert.deepStrictEqual(shape(sampled), shape(all));
  const inferred = sampled.events.filter(({ site }) => site?.inferred).length;
  assert.ok(inferred > 1000, `${inferred}`);
  const [first] = sampled.events.filter(({ ev, site }) => ev === 'noted' || site?.inferred);
  assert.strictEqual(first.text, 'from here on, call sites are inferred where no stack was read');
  const [note] = sampled.events.filter(({ ev }) => ev === 'noted').slice(-1);
  assert.match(note.text, /^call sites: 1 in \d+ was read from a stack, the others are inferred$/);
  assert.ok(note.stacks.read < note.stacks.inferred);
});

test('a busy program loses no promise, although nothing but a stack tells its entries apart', (t) => {
  const handlers = Array.from({ length: 5 }, (_, index) => `async function handle${index}() { await sleep(); },`).join('');
  const { events } = record(t, `
    const sleep = () => new Promise((resolve) => setImmediate(resolve));
    const handlers = [${handlers}];
    let round = 0;
    (function turn() {
      handlers[(round * round + (round >> 3)) % 5]();
      if (++round < 3000) setImmediate(turn);
    })();
  `, { values: 'off' });
  const entries = events.filter(({ ev, kind }) => ev === 'created' && kind === 'async function');
  assert.strictEqual(entries.length, 3000);
  const names = Array.from({ length: 3000 }, (_, round) => `handle${(round * round + (round >> 3)) % 5}`);
  assert.strictEqual(events.filter(({ ev, kind }) => ev === 'created' && kind === 'new Promise').length, 3000);
  assert.deepStrictEqual(entries.map(({ label }) => label), names);
});

test('catch and finally keep their names in optimized code', (t) => {
  const { events } = record(t, `
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    function chain(promise) { return promise.then(() => 1).catch(() => 2).finally(() => 3); }
    (async () => { for (let round = 0; round < 60; round++) { for (let i = 0; i < 200; i++) chain(Promise.resolve()); await turn(); } })();
  `, { values: 'off', environment: { PROMISESCOPE_SITES: 'all' } });
  const counts = {};
  for (const { ev, kind } of events) if (ev === 'created') counts[kind] = (counts[kind] ?? 0) + 1;
  assert.deepStrictEqual(counts, { 'async function': 1, resolve: 12000, then: 12000, catch: 12000, finally: 12000, 'new Promise': 60 });
});

test('what is rare is not taken for what is frequent, although no job runs between two events', (t) => {
  const { events } = record(t, `
    const sleep = () => new Promise((resolve) => setTimeout(resolve, 200));
    async function frequent() { await sleep(); }
    async function rare() { await sleep(); }
    let [seed, round] = [1, 0];
    (function turn() {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      if (seed % 1000 < 15) rare(); else frequent();
      if (++round < 4000) setImmediate(turn);
    })();
  `, { values: 'off' });
  let seed = 1;
  const names = Array.from({ length: 4000 }, () => ((seed = (seed * 1103515245 + 12345) % 2147483648) % 1000 < 15 ? 'rare' : 'frequent'));
  assert.deepStrictEqual(events.filter(({ ev, label }) => ev === 'created' && label !== undefined).map(({ label }) => label), names);
  assert.deepStrictEqual([...new Set(events.filter(({ ev }) => ev === 'created').map(({ kind }) => kind))], ['async function', 'setTimeout']);
});

test('what is created deep in the calls of a body is created inside it, and knows its line', (t) => {
  check(t, `
    const { stat } = require('node:fs/promises');
    const deep = (depth, action) => (depth === 0 ? action() : deep(depth - 1, action));
    async function body() {
      await null;
      deep(30, () => { Promise.resolve(1); });
      await deep(30, () => stat('.'));
    }
    body();
  `, `
    1 ✔ body · async function:9 ~3
    2 ✔   resolve:6
    3 ✔   stat:7
  `);
});

test('a package that runs files of the program, as a test runner does, is folded from then on', (t) => {
  const { events } = record(t, '', {
    options: ['node_modules/runner/main.js'],
    files: {
      'node_modules/runner/main.js': `
        async function load() { require('../../test.js'); }
        async function run(action) { await action(); }
        (async function main() { await load(); for (const action of require('../../test.js')) await run(action); })();
      `,
      'test.js': `
        const sleep = async () => new Promise((resolve) => setTimeout(resolve, 1));
        sleep();
        module.exports = [async function first() { await sleep(); }, async function second() { await sleep(); }];
      `,
    },
  });
  const rows = events.filter(({ ev }) => ev === 'created').map(({ label, kind }) => label ?? kind);
  assert.deepStrictEqual(rows, ['main', 'load', 'sleep', 'setTimeout', 'first', 'sleep', 'setTimeout', 'second', 'sleep', 'setTimeout']);
});

test('a combinator is one also behind calls whose sites are inferred', (t) => {
  const { events } = record(t, `
    const later = () => new Promise((done) => setTimeout(done, 20));
    async function load() { await later(); }
    async function main() { await Promise.all(Array.from({ length: 2000 }, () => load())); }
    main();`);
  const { p } = events.find(({ kind }) => kind === 'all');
  assert.strictEqual(events.filter(({ label }) => label === 'load').length, 2000);
  assert.strictEqual(events.filter(({ ev, by }) => ev === 'registered' && by === p).length, 2000);
  assert.deepStrictEqual(events.filter((event) => event.p === p).map(({ ev }) => ev), ['created', 'fulfilled']);
});

test('the wrapper of a thenable is no combinator where sites are inferred', (t) => {
  const { events } = record(t, `
    async function main() {
      for (let count = 0; count < 5000; count++) await Promise.resolve();
      await Promise.all(Array.from({ length: 1000 }, (_, index) => ({ then(resolve) { resolve(index); } })));
    }
    main();`);
  const count = (name) => events.filter(({ kind }) => kind === name).length;
  assert.ok(count('all') <= 1 && count('thenable') === 1000, `${count('all')}, ${count('thenable')}`);
});

test('functions that go through a helper of the program are named by where they are defined', (t) => {
  check(t, `
    const routes = [], on = (path, f) => routes.push(f);
    const handler = (fn) => async (n) => { try { return await fn(n); } catch { return undefined; } };
    function decorated(fn) { const name = fn.name; return function (...all) { return fn.apply(this, all); }; }
    const sleep = (n) => new Promise((resolve) => setTimeout(resolve, n));
    on('/get', handler(async (n) => { await sleep(n); }));
    on('/post', handler(async (n) => { await sleep(n); }));
    on('/named', handler(save));
    on('/put', decorated(async (n) => { await sleep(n); }));
    async function save(n) { await sleep(n); }
    for (const f of routes) f(1);
    save(2);
  `, `
    1 ✔ on /get · async function:6 ~2
    2 ✔   on /get · async function:6 ~3
    3 ✔     setTimeout:5
    4 ✔ on /post · async function:7 ~5
    5 ✔   on /post · async function:7 ~6
    6 ✔     setTimeout:5
    7 ✔ on /put · async function:9 ~8
    8 ✔   setTimeout:5
    9 ✔ save · async function:10 ~10
    10 ✔   save · async function:10 ~11
    11 ✔     setTimeout:5
    12 ✔ save · async function:12 ~13
    13 ✔   setTimeout:5
  `);
  check(t, `
    const list = [
      async () => 1,
      async () => 2];
    for (const f of list) [f][0]();
  `, `
    1 ✔ list · async function:3
    2 ✔ list · async function:4
  `);
});

test('a listener has the line of its definition, whoever emits the event', (t) => {
  const { events } = record(t, `
    const bus = new (require('node:events'))(), target = new EventTarget();
    bus.on('order', async () => {
      await null;
    });
    target.addEventListener('order', async function bill() { await null; });
    function publish() { bus.emit('order'); target.dispatchEvent(new Event('order')); }
    publish();
  `);
  const calls = events.filter(({ kind }) => kind === 'async callback').map(({ label, site }) => [label, site.line]);
  assert.deepStrictEqual(calls, [['bus.on order', 3], ['bill', 6]]);
});

test('a bundle on one line is read once', (t) => {
  const many = 600;
  const functions = Array.from({ length: many }, (_, n) => `async function f${n}(){/*${'x'.repeat(5000)}*/try{await null}catch{}void Promise.resolve(${n}).then((value)=>value).catch(()=>{})}`);
  const text = `${functions.join('')}(async()=>{${functions.map((_, n) => `await f${n}();`).join('')}console.log(process.cpuUsage().user/1e6)})();`;
  const seconds = (environment) => Number(record(t, text, { environment }).stdout);
  const { events } = record(t, text);
  assert.strictEqual(events.filter(({ ev, kind }) => ev === 'created' && kind === 'async function').length, many + 1);
  const plain = seconds({ PROMISESCOPE_SITES: 'off' }), all = seconds({ PROMISESCOPE_SITES: 'all' });
  assert.ok(all < plain + 3, `${plain} s, ${all} s`);
});

test('a promise for an event of what a function was given comes from the caller of that function', (t) => {
  assert.deepStrictEqual(sites(record(t, `const { EventEmitter } = require('events');
    function event(emitter, name) {
      return new Promise((resolve, reject) => {
        emitter.once(name, resolve);
        emitter.once('error', reject);
      });
    }
    const open = (stream) => new Promise((resolve) => { stream.on('open', () => resolve(1)); });
    const own = new EventEmitter();
    const closed = () => new Promise((resolve) => {
      own.once('close', resolve);
      own.once('error', resolve);
    });
    const sent = (emitter) => new Promise((resolve) => {
      emitter.once('sent', resolve);
      emitter.emit('send');
    });
    function start() {
      event(own, 'a');
      open(own);
      closed();
      sent(own);
    }
    start();
  `)).map((text) => text.replace('app.cjs:', '')), ['19 start', '20 start', '10 closed', '14 sent']);
});

test('a method that calls a property, or a parameter around it, keeps its name', (t) => {
  check(t, `
    class Loader {
      constructor(batch) { this.batch = batch; }
      async dispatch() { await this.batch(); }
    }
    function loader(batch) {
      async function load() { await batch(); }
      return load;
    }
    async function select() { await null; }
    setImmediate(() => new Loader(select).dispatch());
    setImmediate(() => loader(select)());
  `, `
    1 ✔ dispatch · async function:11 ~2
    2 ✔   select · async function:10
    3 ✔ load · async function:12 ~4
    4 ✔   select · async function:10
  `);
});

test('what a compiler makes of an async function is named, and called, like it', (t) => {
  check(t, `
    const __awaiter = function (thisArg, _arguments, P, generator) {
      return new (P || (P = Promise))(function (resolve, reject) {
        function fulfilled(value) { try { step(generator.next(value)); } catch (e) { reject(e); } }
        function step(result) { result.done ? resolve(result.value) : Promise.resolve(result.value).then(fulfilled, reject); }
        step((generator = generator.apply(thisArg, _arguments || [])).next());
      });
    };
    function save(n) {
      return __awaiter(this, void 0, void 0, function* () { return n; });
    }
    save(1);
  `, `
    1 ✔ save · new Promise:12
  `);
});
