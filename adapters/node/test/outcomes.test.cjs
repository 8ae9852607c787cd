// Settlements, rejections without handlers, values, and how a program ended.
'use strict';

const assert = require('node:assert');
const { spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { adapter, check, folder, record, read, tree } = require('../support/record.cjs');

const ended = ({ events }) => events[events.length - 1];
const named = ({ events }, name) => events.filter(({ ev }) => ev === name);

test('a rejection that ended the program is unhandled', (t) => {
  const result = record(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function load() { await sleep(1); throw new RangeError('gone'); }
    async function other() { await Promise.reject(new TypeError('handled')); }
    other().catch(() => {});
    load();
  `, { mayFail: true });
  assert.strictEqual(result.status, 1);
  assert.deepStrictEqual(tree(result.events).split('\n'), [
    '1 ✘ other · async function:5 ~2 !3', '2 ✘   reject:4', '3 ✔   catch:5', '4 ✘ load · async function:6 ~5 unhandled', '5 ✔   setTimeout:2',
  ]);
  assert.deepStrictEqual(ended(result).reason, 'exit');
});

test('an async function that ends with the error of what it awaited passes it on', (t) => {
  const { events } = record(t, `
    const fail = async () => { throw new Error('first'); };
    async function passes() { await fail(); }
    async function passesAgain() { await null; return [await passes()]; }
    async function throwsAgain() { try { await fail(); } catch (error) { throw error; } }
    async function throwsLater() { try { await fail(); } catch (error) { await null; throw error; } }
    async function wraps() { try { await fail(); } catch (error) { throw new Error('second', { cause: error }); } }
    async function inputs() { await Promise.all([passes()]); }
    for (const run of [passesAgain, throwsAgain, throwsLater, wraps, inputs]) run().catch(() => {});`);
  const names = new Map(named({ events }, 'created').map(({ p, kind, label = kind }) => [p, label]));
  const found = (ev, member) => [...new Set(named({ events }, ev).map((event) => `${names.get(event.p)} ${names.get(event[member])}`))].sort();
  assert.deepStrictEqual(found('rejected', 'via'), [
    'all passes', 'fail undefined', 'inputs all', 'passes fail', 'passesAgain passes', 'throwsAgain fail', 'throwsLater undefined', 'wraps undefined',
  ]);
  assert.deepStrictEqual(found('handled', 'by'), [
    'fail throwsLater', 'fail wraps', 'inputs catch', 'passes all', 'passesAgain catch', 'throwsAgain catch', 'throwsLater catch', 'wraps catch',
  ]);
});

test('it does so too if events are written before its outcome is known', (t) => {
  check(t, `
    const fail = async () => { throw new Error('slowly'); };
    async function passes() { try { await fail(); } finally { const end = Date.now() + 30; while (Date.now() < end); } }
    passes().catch(() => {});
  `, `
    1 ✘ passes · async function:4 ~2 !3
    2 ✘   fail · async function:3
    3 ✔   catch:4
  `);
});

test('so is one that is no error, and one of a promise that the program did not use', (t) => {
  check(t, `Promise.resolve().then(() => { throw 'text'; });`, `
    1 ✔ resolve:1
    2 ✘   then:1 unhandled
  `, { mayFail: true });
  check(t, `require('node:fs').promises.readFile('/there/is/no/such/file');`, `
    1 ✘ readFile:1 unhandled
  `, { mayFail: true });
});

test('a rejection that was handled late is unhandled when Node reports it, and handled then', (t) => {
  const program = `
    const late = Promise.reject(new Error('x'));
    setTimeout(() => late.catch(() => {}), 30);
  `;
  const picture = `
    1 ✘ reject:2 unhandled !2
    2 ✔   catch:3
  `;
  check(t, `process.on('unhandledRejection', () => {});${program}`, picture, { mayFail: true });
  check(t, program, picture, { options: ['--unhandled-rejections=warn'], mayFail: true });
  // Node reports nothing.
  check(t, program, picture.replace('unhandled ', ''), { options: ['--unhandled-rejections=none'], mayFail: true });
});

test('where the program survives a rejection, it is unhandled if nothing reacts on it', (t) => {
  const program = `
    Promise.reject(1);
    (async () => { throw new Error('x'); })();
    Promise.reject(2).catch(() => {});
    setTimeout(() => {}, 30);
  `;
  const picture = `
    1 ✘ reject:2 unhandled
    2 ✘ async function:3 unhandled
    3 ✘ reject:4 !4
    4 ✔   catch:4
  `;
  check(t, program, picture, { options: ['--unhandled-rejections=none'] });
  check(t, `process.on('unhandledRejection', () => {});${program}`, picture);
});

test('what Node handles itself is handled, although no row does it', (t) => {
  check(t, `
    const assert = require('node:assert');
    async function load() { throw new Error('x'); }
    (async () => {
      await assert.rejects(load());
      for await (const x of [load().catch(() => 1), Promise.resolve(2)]) void x;
      try { for await (const x of [Promise.reject(3)]) void x; } catch {}
    })();
    setTimeout(() => {}, 30);
  `, `
    1 ✔ async function:8 ~3
    2 ✘   load · async function:5 !
    3 ✔   rejects:5
    4 ✘   load · async function:6 !5
    5 ✔     catch:6
    6 ✔   resolve:6
    7 ✘   reject:7
  `);
});

test('a rejection that passes the last handler of a chain by has not run it', (t) => {
  for (const end of ['.then(() => {})', '.finally(() => {})']) {
    const { events } = record(t, `
      const one = Promise.resolve(1).then(() => { throw new Error('x'); });
      one.then((value) => value)${end};
    `, { mayFail: true });
    const rejected = events.filter(({ ev }) => ev === 'rejected');
    assert.deepStrictEqual(rejected.map(({ cause }) => cause), ['threw', 'passthrough', end.startsWith('.then') ? 'passthrough' : 'returned']);
    assert.deepStrictEqual(events.filter(({ ev }) => ev === 'handled'), []);
  }
  const { events } = record(t, `Promise.reject(new Error('x')).then(() => {}, () => { throw new Error('x'); });`, { mayFail: true });
  assert.strictEqual(events.filter(({ ev }) => ev === 'rejected')[1].cause, 'threw');
});

test('a handler that returns its own promise has not thrown', (t) => {
  const { events } = record(t, `
    const own = Promise.resolve(1).then(() => own);
    const again = own.catch((error) => { throw error; });
    again.catch(() => {});
    Promise.reject(new TypeError('another')).then(() => 1).catch(() => {});
  `);
  const [first, second, ...others] = events.filter(({ ev }) => ev === 'rejected');
  const { p } = events.find(({ ev }) => ev === 'noted');
  const [ended, thrown] = events.filter(({ ev }) => ev === 'finished');
  assert.deepStrictEqual([ended.p, ended.outcome, first, second].map((value) => value.cause ?? value), [p, 'promise', 'resolver', 'resolver']);
  assert.deepStrictEqual([thrown.outcome, others.map(({ cause }) => cause)], ['threw', ['passthrough', 'threw']]);
});

test('the error of a module reaches whatever imported it', (t) => {
  const files = { 'plug.mjs': "await null; throw new Error('no plug');" };
  check(t, `
    console.log((await Promise.allSettled([import('./plug.mjs')]))[0].status);
  `, `
    1 ✔ app.mjs · module:1 ~4
    2 ✘   plug.mjs · module:1 !
    3 ✘   import:2 >4 !4
    4 ✔   allSettled:2
  `, { extension: 'mjs', files });
  const { events } = record(t, `
    async function load() { return await import('./plug.mjs'); }
    load();
  `, { files, mayFail: true });
  assert.deepStrictEqual(tree(events).split('\n').filter((line) => line.includes('unhandled')), ['1 ✘ load · async function:3 ~3 unhandled']);
});

test('a promise that is freed while it is pending can never settle', (t) => {
  const result = record(t, `
    (async () => { await new Promise(() => {}); })();
    const kept = new Promise(() => {});
    setTimeout(gc, 20);
    setTimeout(() => kept, 60);
  `, { options: ['--expose-gc'] });
  assert.deepStrictEqual(named(result, 'released').map(({ p, state }) => [p, state]), [[2, 'pending']]);
});

test('the outcome of a promise whose value prints like a state', (t) => {
  const result = record(t, `
    class Pending {}
    Object.defineProperty(Pending, 'name', { value: '<pending>' });
    for (const value of ['<pending>', '<rejected> x', new Pending(), { '<rejected>': 1 }, Promise]) (async () => value)();
    (async () => { throw '<pending>'; })().catch(() => {});
  `);
  assert.deepStrictEqual(named(result, 'fulfilled').map(({ p }) => p), [1, 2, 3, 4, 5, 7]);
  assert.deepStrictEqual(named(result, 'rejected').map(({ p, error }) => [p, error]), [[6, "'<pending>'"]]);
});

test('a cancellation is marked', (t) => {
  const result = record(t, `
    const { setTimeout: sleep } = require('node:timers/promises');
    const controller = new AbortController();
    (async () => { await sleep(1000, null, { signal: controller.signal }); })().catch(() => {});
    (async () => { throw AbortSignal.abort().reason; })().catch(() => {});
    controller.abort();
  `);
  assert.deepStrictEqual(named(result, 'rejected').map(({ type, cancelled }) => [type, cancelled]), [['AbortError', true], ['AbortError', true], ['AbortError', true]]);
});

test('errors of Node, whose constructor is a getter, have their type', (t) => {
  const result = record(t, `
    (async () => { Buffer.alloc('x'); })().catch(() => {});
    (async () => { require('node:net').connect(-1); })().catch(() => {});
  `);
  assert.deepStrictEqual(named(result, 'rejected').map(({ type }) => type), ['TypeError', 'RangeError']);
});

test('values', (t) => {
  const program = `
    class Point { constructor() { this.x = 1; } get [Symbol.toStringTag]() { throw new Error('called'); } }
    const values = [1, 'a\\n\\u001b[2J\\u202e', 'x'.repeat(200), 5n, Symbol('s'), null, undefined, [1, [2], 'c'], { a: { b: 1 } }, new Point(), new Map([[1, 2]]),
      new Date(0), () => 1, new Error('no'), Buffer.from('abc'), new Proxy({}, {}), { get y() { throw new Error('called'); } }, Object.create(null)];
    for (const value of values) new Promise((resolve) => resolve(value)).then(() => {});
    Promise.reject(new TypeError('boom')).catch(() => {});
    Promise.reject({ code: 1 }).catch(() => {});
  `;
  const outcomes = (values) => record(t, program, { values }).events.filter(({ ev, cause }) => (ev === 'fulfilled' || ev === 'rejected') && cause === 'resolver')
    .map(({ value, error, type }) => value ?? (error === undefined ? type : `${type}: ${error}`));
  assert.deepStrictEqual(outcomes('preview'), ['1', "'a\\n\\u001b[2J\\u202e'", `'${'x'.repeat(118)}…`, '5n', 'Symbol(s)', 'null', 'undefined', "[1, [1], 'c']", '{a: {…}}', 'Point {x: 1}',
    'Map(1)', '1970-01-01T00:00:00.000Z', 'Function', 'no', 'Buffer(3)', 'Proxy', '{y: …}', '{}', 'TypeError: boom', 'Object: {code: 1}']);
  assert.deepStrictEqual(outcomes('type'), ['number', 'string', 'string', 'bigint', 'symbol', 'null', 'undefined', 'Array', 'Object', 'Point', 'Map', 'Date', 'Function', 'Error', 'Buffer',
    'Proxy', 'Object', 'Object', 'TypeError: TypeError', 'Object: Object']);
  assert.deepStrictEqual(outcomes('off').filter(Boolean), ['TypeError', 'Object']);
});

test('how the program ended', (t) => {
  const reason = (text, options) => ended(record(t, text, { mayFail: true, ...options })).reason;
  assert.strictEqual(reason('(async () => { await new Promise(() => {}); })();'), 'drained');
  assert.strictEqual(reason('await new Promise(() => {});', { extension: 'mjs' }), 'drained');
  assert.strictEqual(reason('(async () => { await null; process.exit(3); })();'), 'exit');
  assert.strictEqual(reason(`process.on('beforeExit', () => setTimeout(() => process.exit(), 50));`), 'exit');
  for (const revival of ['process.exit()', 'Promise.resolve().then(() => process.exit())', '(async () => { throw new Error(); })()']) {
    assert.strictEqual(reason(`process.once('beforeExit', () => setTimeout(() => { ${revival}; }));`), 'exit', revival);
  }
  assert.strictEqual(reason(`process.on('beforeExit', () => { for (const end = Date.now() + 50; Date.now() < end;); });`), 'drained');
  assert.strictEqual(reason('throw new Error();'), 'exit');
  assert.strictEqual(reason('Promise.reject();'), 'exit');
});

test('process.exit inside a body: everything before it is recorded', (t) => {
  check(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    (async () => {
      await sleep(1);
      Promise.resolve(1).then(() => 2);
      await (async () => { await Promise.resolve(3).then(() => process.exit()); })();
    })();
  `, `
    1 ○ async function:7 ~2 ~5
    2 ✔   setTimeout:2
    3 ✔   resolve:5
    4 ✔     then:5
    5 ○   async function:6 ~7
    6 ✔     resolve:6
    7 ○       then:6
  `);
});

for (const signal of ['SIGTERM', 'SIGKILL']) {
  test(`after ${signal}, the log has everything that was known while nothing happened`, async (t) => {
    const cwd = folder();
    fs.writeFileSync(path.join(cwd, 'app.cjs'), `
      (async () => { await new Promise((resolve) => setTimeout(resolve, 1)); await new Promise(() => {}); })();
      setTimeout(() => console.log('idle'), 200);
      setInterval(() => {}, 1000);
    `);
    const child = spawn(process.execPath, ['--require', adapter, 'app.cjs'], { cwd, env: { ...process.env, NODE_OPTIONS: '', PROMISESCOPE: 'run.ndjson' }, stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    child.kill(signal);
    assert.deepStrictEqual(await once(child, 'exit'), [null, signal]);
    const { events } = read(path.join(cwd, 'run.ndjson'));
    assert.strictEqual(tree(events), '1 ○ async function:2 ~2 ~3\n2 ✔   setTimeout:2\n3 ○   new Promise:2');
  });
}

test('a body that runs long is written before it ends', async (t) => {
  const cwd = folder();
  fs.writeFileSync(path.join(cwd, 'app.cjs'), `
    async function step() { await null; }
    (async () => { console.log('started'); for (;;) await step(); })();
  `);
  const child = spawn(process.execPath, ['--require', adapter, 'app.cjs'], { cwd, env: { ...process.env, NODE_OPTIONS: '', PROMISESCOPE: 'run.ndjson' }, stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const log = path.join(cwd, 'run.ndjson');
  while (fs.statSync(log).size < 100_000) await new Promise((resolve) => setTimeout(resolve, 5));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const text = fs.readFileSync(log, 'utf8');
  assert.ok(text.endsWith('\n'));
  read(log);
});

test('whether the handler of a catch uses the error', (t) => {
  const handlers = {
    '() => 1': false, '(error) => 1': false, 'error => null': false, 'async () => 1': false, 'async (error) => error.code': true,
    'function () { return 1; }': false, 'function named(error) {}': false, 'async function* (error) { yield error; }': true,
    '_ => 1': false, '({ message }) => 1': true, 'async => async': true, 'String': true, 'console.log': true, '(() => 1).bind()': undefined,
    '(error, other = [1, 2]) => { return [`${error}`]; }': true, '(error) => { /* error */ }': undefined, '() => { // why\n }': undefined, '() => { /* why */ 1; }': false, '() => false': true,
    '() => { return false; }': true, '() => false || 1': false, '(error) => { throw new Error(); }': true, '() => 1, "error"': false,
  };
  const source = `const fail = () => Promise.reject(new Error());\n${Object.keys(handlers).map((handler) => `fail().catch(${handler}).catch(String);\n`).join('')}fail()\n  .catch(\n    () => 1);`;
  const found = (text) => record(t, text).events.filter(({ ev, by }) => ev === 'registered' && by).map(({ takesError }) => takesError);
  const expected = [...Object.values(handlers).flatMap((takesError) => [takesError, true]), false];
  assert.deepStrictEqual(found(source), expected);
  assert.deepStrictEqual(found(source.replace(/\.catch\((?!String)/g, '.then((value, [a] = [1, 2]) => [value, a], ')), expected);
  assert.deepStrictEqual(found('Promise.resolve(1).then((value) => value).then(String, undefined).then(null, null);'), [undefined, undefined, undefined]);
});

test('a promise that is returned without await from a try block with a catch, once it is rejected', (t) => {
  const bodies = {
    'try { return fail(); } catch { return 0; }': true,
    'try { if (maybe) {} return object.fail(); } catch (error) { return 0; } finally { log(); }': true,
    'try { return maybe ? 1 : fail().then((value) => { return value; }); } catch { return 0; }': true,
    'try { try { return fail(); } finally { log(); } } catch { return 0; }': true,
    'try { return Promise.all([1, fail()]); } catch { return 0; }': true,
    'try { return new Promise((resolve, reject) => setTimeout(reject, 1, new Error())); } catch { return 0; }': true,
    'try { return await fail(); } catch { return 0; }': false,
    'try { return log(fail()); } catch { return 0; }': false,
    'try { return Promise.resolve(1); } catch { return 0; }': false,
    'try { return fail(); } finally { log(); }': false,
    'try { throw 1; } catch { return fail(); }': false,
    'try { log(); } catch {} return fail();': false,
  };
  const { events } = record(t, `const fail = async () => { throw new Error(); }, object = { fail }, log = (promise) => promise?.catch(() => 1), maybe = false;\n`
    + `(async () => { for (const body of [\n${Object.keys(bodies).map((body) => `async () => { ${body} }`).join(',\n')}\n]) await body().catch(String); })();`);
  const notes = events.filter(({ ev }) => ev === 'noted');
  assert.deepStrictEqual([...new Set(notes.map(({ text }) => text))], ['returned without await from a try block, whose catch block does not see the rejection']);
  const lines = notes.map(({ p }) => events.find((event) => event.ev === 'created' && event.p === p).site.line);
  assert.deepStrictEqual(lines, Object.values(bodies).flatMap((isSkipped, index) => (isSkipped ? [index + 3] : [])));
});

test('whether the catch block around an await uses the error', (t) => {
  const bodies = {
    'try { await fail(); } catch {}': false,
    'try { await fail(); } catch (error) {\n // It may be missing.\n }': undefined,
    'try { await object.fail(); } catch (error) { /* error */ log("error"); }': false,
    'try { await fail(); } catch (error) { log(`${error.message}`); }': true,
    'try { await fail(); } catch ({ message }) { return message; }': true,
    'try { await fail(); } catch { return false; }': true,
    'let isReady = true; try { await fail(); } catch { isReady = false }': true,
    'try { await fail(); } catch { this.isReady = false; }': true,
    'try { await fail(); } catch { a = falsy; }': false,
    'try { await fail(); } catch { if (maybe) throw new Error(); }': true,
    'try { await fail(); } finally { log(); }': undefined,
    'try { try { await fail(); } finally { log(); } } catch { return []; }': false,
    'try { log(`${"}"} }`, /[}\'"/]/, 4 / 2); // {\n await fail(); } catch {}': false,
    'try { log(`${[1].map((x) => { return `${x}}`; })}`); await fail(); } catch {}': false,
    'const failure = fail(); try { return (await failure).length; } catch { return []; }': false,
    'try { log(); } catch {} await fail();': undefined,
    'try { throw 1; } catch { await fail(); }': undefined,
    'try { await\n  Promise.all([fail()]); } catch {}': false,
    'await fail();': undefined,
  };
  const functions = Object.keys(bodies).flatMap((body) => [`async function named(a = {}) { ${body} }`, `async ({ a } = {}) => { ${body} }`]);
  const { events } = record(t, `const fail = () => Promise.reject(new Error()), object = { fail }, log = () => {}, maybe = false, falsy = 0;\n`
    + `(async () => { for (const body of [\n${functions.join(',\n')}\n]) body().catch(log); })();`);
  const found = events.filter(({ ev }) => ev === 'awaiting').map(({ takesError }) => takesError);
  assert.deepStrictEqual(found, Object.values(bodies).flatMap((takesError) => [takesError, takesError]));
});

test('the loop around an await, unless it goes over elements or a count and its rounds may need one another', (t) => {
  const bodies = {
    'while (n-- > 0) await f();': 'condition',
    'do { await f(); } while (n-- > 0);': 'condition',
    'while (await f());': 'condition',
    'for (let next = 1; next;) next = await f();': 'condition',
    'for (;;) { if (await f() === undefined) break; }': 'condition',
    'while (true) { for (const each of [await f()]) each; if (n-- < 0) return; }': 'condition',
    'for (let i = 0; i < 2; i++) { await f(); }': undefined,
    'for (const each of [1]) { if (each) { await f(); } }': undefined,
    'for await (const each of [1]) { await f(); }': undefined,
    'for (;;) { for (const each of [1]) await f(); return; }': undefined,
    'while (n-- > 0); await f();': undefined,
    'const g = () => { while (n) return; }; await f();': undefined,
    'object.for(1); await f();': undefined,
    '({ do: 1, while: await f() });': undefined,
    'while (n-- > 0) { if (n) { (await f(), n); } else await f(); }': 'condition',
    'for (;;) { await f(); const text = `${n}`; if (n-- < 0) { throw text; } }': 'endless',
    'for (;;) { await f(); if (n-- < 0) return; }': 'condition',
    'await f(); for (;;) break;': undefined,
    'for (;;) { if (n-- < 0) throw 0; await f(); }': 'endless',
    'for (const each of [1]) await f(each);': 'each',
    'const all = []; for (const { id } of [{ id: 1 }]) { all.push(await f(id)); }': 'each',
    'const urls = [1]; for (let i = 0; i < urls.length; i++) { const url = `${urls[i]}`; const text = await f(url); if (text) throw text; }': 'each',
    'let sum = 0; for (const each of [1]) sum += await f(each) ?? 0;': 'each',
    'let cursor; for (const each of [1]) { cursor = await f(each, cursor); }': undefined,
    'for (const each of [1]) { if (await f(each)) break; }': undefined,
    'for (const each of [1]) { if (n) await f(each); }': undefined,
    'for (const each of [1]) { await f(each); await object.sleep(1); }': undefined,
    'for (const each of [1]) { await f(each, n); n++; }': undefined,
    'for (const each of [1]) { await object.append(f(each)); await f(each); }': undefined,
    'for (let i = 0; i < 2; i++) { for (const each of [i]) { await f(each); } }': 'each',
    'while (true) { const value = await f();\n if (n-- < 0) { throw value; } }': 'endless',
  };
  const { events } = record(t, `let n = 1; const object = { for() {}, sleep() {}, append() {} }, f = async () => {};\n(async () => { for (const body of [\n`
    + `${Object.keys(bodies).map((body) => `async () => { ${body} },`).join('\n')}\n]) { n = 1; await body().catch(() => {}); } })();`);
  const labels = new Map(events.filter(({ ev }) => ev === 'created').map(({ p, label }) => [p, label]));
  const found = new Map(events.filter(({ ev, source }) => ev === 'awaiting' && labels.get(source) === 'f').map(({ site, loop }) => [site.line, loop]));
  assert.deepStrictEqual(found, new Map(Object.values(bodies).map((loop, index) => [index + 3, loop])));
});

test('a call whose promise `void` drops is detached', (t) => {
  const calls = { 'void f();': true, 'void object.a.f();': true, 'void (async () => {})();': true, 'void async function () {}();': true, 'f();': undefined, 'void 0, f();': undefined };
  const { events } = record(t, `const f = async () => {}, object = { a: { f } };\n(async () => {\n${Object.keys(calls).join('\n')}\n})();`);
  const found = events.filter(({ ev, ctx }) => ev === 'created' && ctx).map(({ detached }) => detached);
  assert.deepStrictEqual(found, Object.values(calls));
});

test("the timers of Node's module have one name", (t) => {
  const { events } = record(t, `
    const { setTimeout, scheduler } = require('timers/promises');
    (async () => { await setTimeout(1); await scheduler.wait(1); })();`);
  const kinds = events.filter(({ ev, kind }) => ev === 'created' && kind !== 'async function').map(({ kind }) => kind);
  assert.deepStrictEqual(kinds, ['setTimeout', 'setTimeout']);
});

test('what Node runs inside a request is no body of the program', (t) => {
  const { events } = record(t, "(async () => { await fetch('data:,x'); })();");
  const { p: request } = events.find(({ kind }) => kind === 'fetch');
  assert.deepStrictEqual(events.filter(({ p }) => p === request).map(({ ev, cause }) => cause ?? ev), ['created', 'resolver']);
});

test('a promise that only waits for a time is named after its timer', (t) => {
  const executors = ['(r) => setTimeout(r, 1)', 'function (resolve) { setTimeout(resolve, 1); }', '(resolve, reject) => { setTimeout(() => reject(new Error()), 1); }',
    'resolve => {\n  const timer = setTimeout(() => { resolve(); }, 1); }', '(resolve) => setTimeout(() => resolve(7), 1)', '(resolve) => setTimeout(() => { if (1) resolve(); }, 1)',
    '(resolve) => setTimeout(() => undefined?.(resolve()), 1)', '(resolve) => setImmediate(resolve)'];
  const { events } = record(t, executors.map((executor) => `new Promise(${executor}).catch(() => 0);\n`).join(''));
  const kinds = events.filter(({ ev, kind }) => ev === 'created' && kind !== 'catch').map(({ kind }) => kind);
  assert.deepStrictEqual(kinds, [...Array(4).fill('setTimeout'), ...Array(4).fill('new Promise')]);
});

test('the processor time of a body that runs for long', (t) => {
  const { events } = record(t, `
    const spin = () => { const start = process.cpuUsage().user; while (process.cpuUsage().user - start < 40_000); };
    const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    async function busy() { await null; spin(); await null; }
    async function asleep() { await null; sleep(); }
    async function quick() { await null; }
    busy().then(asleep).then(quick);`);
  const labels = new Map(events.filter(({ label }) => label).map(({ p, label }) => [p, label]));
  const times = events.filter(({ cpu }) => cpu !== undefined).map(({ p, cpu }) => [labels.get(p), cpu / 1e6]);
  const longest = (name) => Math.max(...times.filter(([label]) => label === name).map(([, cpu]) => cpu));
  assert(longest('busy') >= 35, `${times}`);
  assert(longest('asleep') < 150, `${times}`);
  assert(!times.some(([label]) => label === 'quick'));
});

test('what runs after a function has returned a promise is not charged to that function', { skip: !process.env.PSCOPE && 'PSCOPE does not name the command' }, (t) => {
  const setUp = `
    const slow = new Promise((resolve) => setTimeout(resolve, 10));
    slow.then(() => {});
    // Processor time, so that a busy machine changes nothing.
    const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
    const hold = () => { for (const start = used(); used() - start < 300_000;); };
  `;
  const blame = (text) => {
    const { cwd } = record(t, setUp + text);
    const { stdout } = spawnSync(process.env.PSCOPE, ['check', 'run.ndjson'], { cwd, encoding: 'utf8' });
    return /the body of "(\w+)"[^\n]*\[event-loop-blocked\]/.exec(stdout)?.[1];
  };
  assert.strictEqual(blame('async function load() { return slow; } load(); hold();'), undefined);
  assert.strictEqual(blame('async function load() { hold(); return new Promise((resolve) => setTimeout(resolve)); } load();'), 'load');
  assert.strictEqual(blame('async function load() { return slow; } async function main() { load(); hold(); } main();'), 'main');
  assert.strictEqual(blame('async function load() {} async function main() { load(); hold(); } main();'), 'main');
});

test('what only keeps a server running is declared to stay pending, and so is the end of something that another `once` of the line hides', (t) => {
  const declared = (text, options) => record(t, text, options).events.filter(({ ev, text: note }) => ev === 'noted' && note.startsWith('expected to stay pending: ')).length;
  const end = 'setTimeout(() => process.exit(), 20);';
  for (const made of ['new Promise(() => {})', 'new Promise((resolve) => {\n})', 'new Promise(function () {})']) {
    const serve = `const server = { listen() {} };`, main = (body) => `${end} ${serve} async function main() { ${body} } main();`;
    assert.strictEqual(declared(main(`server.listen(0); await null; await ${made};`)), 1, made);
    assert.strictEqual(declared(`${end} ${serve} server.listen(0);\nawait ${made};`, { extension: 'mjs' }), 1, made);
    // Without a server, under a condition, or before other work, it is a hang.
    for (const body of [`await null; await ${made};`, `server.listen(0); if (server) await ${made};`, `server.listen(0); await ${made}; console.log();`]) {
      assert.strictEqual(declared(main(body)), 0, body);
    }
  }
  for (const text of ['const server = { listen() {} }; server.listen(); const job = async () => { await new Promise(() => {}); }; async function main() { await job(); } main();', 'const kept = new Promise(() => {}); (async () => { await kept; })();',
    '(async () => { await new Promise((resolve) => { globalThis.resolve = resolve; }); })();', 'setTimeout(async () => { await new Promise(() => {}); });']) {
    assert.strictEqual(declared(end + text), 0, text);
  }
  const listen = "const { once, EventEmitter } = require('node:events'), it = new EventEmitter(); setTimeout(() => { it.emit('open'); setTimeout(() => process.exit()); });";
  assert.strictEqual(declared(`${listen} (async () => { await once(it, 'open'); await once(it, 'close'); })();`), 1);
  assert.strictEqual(declared(`${listen} (async () => { await once(it, 'open');\nawait once(it, 'close'); })();`), 0);
});

test('a branch that ends the program is a finding, although another branch has a handler', { skip: !process.env.PSCOPE && 'PSCOPE names no command' }, (t) => {
  const { cwd, status } = record(t, `
    const one = Promise.reject(new Error('x'));
    one.then(() => {});
    one.catch(() => {});
  `, { mayFail: true });
  assert.strictEqual(status, 1);
  const checked = spawnSync(process.env.PSCOPE, ['check', 'run.ndjson'], { cwd, encoding: 'utf8' });
  assert.match(checked.stdout, /^app\.cjs:3: error: .* down to then #2 took the rejection \[unhandled-rejection\]/);
});

test('a type is the name of a class', (t) => {
  const { text, stderr, events } = record(t, `
    process.on('unhandledRejection', () => {});
    class Named extends Error { static get name() { console.error('called'); return 'hunter2'; } }
    class Static extends Error { static name = 'hunter2'; }
    class Stacked extends TypeError { get stack() { console.error('called'); return 'hunter2'; } }
    const changed = Object.assign(new Error('a'), { name: 'hunter2', stack: 'hunter2: a' });
    const list = [changed, new Named(), new Static(), new Stacked(), { constructor: { name: 'hunter2' } }, 'hunter2', Symbol('hunter2'), new DOMException('a', 'hunter2')];
    for (const reason of list) {
      Promise.reject(reason);
      Promise.reject(reason).catch(() => {});
    }`, { values: 'off' });
  assert.ok(!text.includes('hunter2'));
  const found = events.filter(({ ev, cause }) => ev === 'rejected' && cause === 'resolver').map(({ type }) => type);
  assert.deepStrictEqual([...new Set(found)].sort(), ['DOMException', 'Error', 'Object', 'Stacked', 'string', 'symbol']);
});

/** The call that settled each promise of the kind `new Promise`, and the body that made it. */
const calls = ({ events }) => {
  const labels = new Map(events.filter(({ ev }) => ev === 'created').map(({ p, label, kind }) => [p, label ?? kind]));
  const rows = new Set(events.filter(({ ev, kind }) => ev === 'created' && /^(new |once)/.test(kind)).map(({ p }) => p));
  return events.filter(({ ev, p }) => (ev === 'fulfilled' || ev === 'rejected') && rows.has(p))
    .map(({ site, ctx }) => `${site === undefined ? '-' : `${site.line}${site.function === undefined ? '' : ` ${site.function}`}`}${ctx === undefined ? '' : ` in ${labels.get(ctx)}`}`);
};

test('the call that settles a promise is in the log, with the body that made it', (t) => {
  assert.deepStrictEqual(calls(record(t, `const waiting = [];
    const turn = () => new Promise((go) => waiting.push({ go }));
    const wake = () => waiting.shift()?.go();
    async function first() { await turn(); }
    async function second() {
      await null;
      wake();
    }
    first();
    second();
    class Later extends Promise {}
    new Later((resolve, reject) => {
      reject(new Error('no'));
    }).catch(() => {});
    new Promise(() => {
      throw new Error('executor');
    }).catch(() => {});
    const emitter = new (require('events'))();
    new Promise((resolve) => {
      emitter.once('open', resolve);
    });
    emitter.emit('open');
    new Promise((resolve) => {
      [1].forEach(resolve);
    });
    new Promise((resolve) => { setImmediate(() => resolve(turn())); });
    new Promise((resolve) => resolve({ then(settle) {
      settle(1);
    } }));
    new Promise((resolve) => { setImmediate(resolve); });
  `)).sort(), ['-', '-', '13', '22', '24', '28 then', '3 wake in second'].sort());
});

test('what settles in optimized, busy code is inferred where all stacks agree, and left out where they do not', (t) => {
  const text = `let go, count = 0;
    const gate = () => new Promise((resolve) => { go = resolve; });
    const same = () => go(1);
    const other = () => (count++ % 2 === 0 ? go(1) :
      go(2));
    async function main(open) { for (let n = 0; n < 30000; n++) { const p = gate(); open(); await p; } }
    async function mixed(open) { for (let n = 0; n < 30000; n++) { const p = gate(); open(); await p; } }
    main(same).then(() => mixed(other));
  `;
  const settled = record(t, text, { values: 'off' }).events.filter(({ ev, site }) => ev === 'fulfilled' && site !== undefined);
  const lines = (isInferred) => [...new Set(settled.filter(({ site }) => (site.inferred === true) === isInferred).map(({ site }) => site.line))].sort();
  assert.deepStrictEqual([lines(false), lines(true)], [[3, 4, 5], [3]]);
  assert.deepStrictEqual(record(t, text, { values: 'off', environment: { PROMISESCOPE_SITES: 'off' } }).events.filter(({ site }) => site !== undefined), []);
});

/** The calls that led to resolvers, from the inside out. */
const ways = ({ events }) => events.filter(({ ev }) => ev === 'called').map(({ p, site, instead }) => `#${p} ${site.line} ${site.function ?? '-'}${instead === undefined ? '' : ` or ${instead}`}`);

test('the calls that led to a resolver are in the log, once for each way, with what may run instead', (t) => {
  assert.deepStrictEqual(ways(record(t, `const { EventEmitter } = require('events');
    const port = new EventEmitter(), other = new EventEmitter();
    const pending = [];
    const ask = () => new Promise((resolve, reject) => { pending.push({ resolve, reject }); });
    function onFrame(frame) {
      if (frame.error) {
        console.log('remote', frame.error);
        return;
      }
      const entry = pending.shift();
      if (!entry) return;
      entry.resolve(frame);
    }
    port.on('frame', (frame) => onFrame(frame));
    port.on('close', () => onClose());
    function onClose() {
    }
    other.on('message', () => {
      for (const entry of pending.splice(0)) {
        if (entry.skip) continue;
        entry.resolve();
      }
    });
    function section(key, done) {
      if (key === 'none') return;
      setImmediate(() => {
        done();
      });
    }
    function save(entry, error) {
      if (error) {
        entry.reject(error);
        return;
      }
      entry.resolve();
    }
    for (const frame of [{}, {}]) {
      ask();
      port.emit('frame', frame);
    }
    ask();
    other.emit('message');
    ask();
    section('some', () => pending.shift().resolve());
    ask();
    setTimeout(() => save(pending.pop()), 5);
  `)), [
    '#1 12 onFrame or 6', '#1 14 - or 16', '#1 39 -',
    '#3 21 - or 20', '#3 42 -',
    '#4 44 -', '#4 27 - or 25',
    '#5 35 save', '#5 46 -',
  ]);
});

test('the line of an async function that threw is in the log, and the one at which a resolver is passed as a handler', (t) => {
  const text = `
    function check(value) {
      throw new RangeError(value);
    }
    async function late() {
      await null;
      check(1);
    }
    async function outer() {
      await late();
    }
    const task = () => Promise.reject(new Error('task'));
    outer().catch(() => {});
    (async () => { const later = new Promise((resolve, reject) => {
      task().then(
        resolve,
        reject,
      );
    }); await later.catch(() => {}); })();
  `;
  const rejected = ({ events }) => events.filter(({ ev, site }) => ev === 'rejected' && site !== undefined).map(({ cause, site }) => `${cause} ${site.line} ${site.function ?? '-'}`).sort();
  assert.deepStrictEqual(rejected(record(t, text)), ['resolver 17 -', 'threw 7 late']);
  const formatted = record(t, `Error.prepareStackTrace = (error) => { console.log('formatted'); return ''; };${text}`);
  assert.deepStrictEqual(rejected(formatted), ['resolver 17 -']);
  assert.strictEqual(formatted.stdout, '');
});

test('instead of a timer that settles something, what clears it may run; not instead of a listener one that settles, too', (t) => {
  assert.deepStrictEqual(ways(record(t, `const { EventEmitter } = require('events');
    const waiting = [], source = new EventEmitter();
    let timer;
    function start() {
      timer = setInterval(() => {
        waiting.shift()?.();
      }, 2);
    }
    function stop() {
      clearInterval(timer);
    }
    new Promise((resolve) => waiting.push(resolve)).then(stop);
    new Promise((resolve, reject) => {
      source.on('end', () => resolve());
      source.on('error', reject);
      source.emit('end');
    });
    start();
  `)), ['#3 14 -', '#3 16 -', '#3 13 -', '#1 6 - or 10']);
});

test('a value passes through `catch`, unless it has become a thenable', (t) => {
  const { events } = record(t, `
    const passed = {}, adopted = {};
    Promise.resolve(passed).catch(() => {});
    Promise.resolve(adopted).catch(() => {});
    adopted.then = () => {};
    Promise.resolve('text').catch(() => {}).catch(() => {});
  `);
  const number = new Map(events.flatMap(({ ev, p, site }) => (ev === 'created' ? [[p, site.line]] : [])));
  const outcomes = events.filter(({ ev, cause }) => ev === 'fulfilled' && cause === 'passthrough').map(({ p, value }) => `${number.get(p)} ${value}`);
  assert.deepStrictEqual(outcomes, ['3 {}', "6 'text'", "6 'text'"]);
});

test('instead of the call of a callback, the function that was given it may return without it; what promisify made of that function tells, too', (t) => {
  assert.deepStrictEqual(ways(record(t, `const { promisify } = require('util');
    const known = new Map();
    function lookup(key, done) {
      if (known.has(key)) return known.get(key);
      setImmediate(() => {
        known.set(key, 1);
        done(null, key);
      });
    }
    (async () => { await promisify(lookup)('a'); })();
  `)), ['#2 7 - or 4']);
});

test('what may run instead is another case of a switch or an if, unless that is about what waits; nothing passes a finally block by; a timer may call a method', (t) => {
  assert.deepStrictEqual(ways(record(t, `const waiting = [];
    let free = 0, timer;
    const ask = () => new Promise((resolve) => waiting.push(resolve));
    function onPacket(packet) {
      switch (packet.type) {
        case 'empty':
        case 'welcome':
          waiting.shift()();
          break;
        case 'refused':
          console.log('refused');
          break;
      }
    }
    function onLine(line) {
      if (line === 'ok') {
        waiting.shift()();
      } else if (line) {
        console.log(line);
      }
    }
    function release() {
      if (waiting.length > 0) {
        const next = waiting.shift();
        next();
      } else {
        free++;
      }
    }
    function handle(user) {
      try {
        if (!user) {
          return;
        }
      } finally {
        waiting.shift()();
      }
    }
    class Poller {
      start() { timer ??= setInterval(() => this.tick(), 2); }
      stop() {
        clearInterval(timer);
      }
      async tick() { await null; waiting.shift()?.(); }
    }
    ask().then(() => ask()).then(() => ask()).then(() => ask()).then(() => ask()).then(() => poller.stop());
    const poller = new Poller();
    setImmediate(() => { onPacket({ type: 'welcome' }); setImmediate(() => { onLine('ok'); setImmediate(() => { release(); setImmediate(() => { handle(1); poller.start(); }); }); }); });
  `)).filter((way) => !way.includes(' 48 ')), [
    '#1 8 onPacket or 10',
    '#7 17 onLine or 18',
    '#8 25 release',
    '#9 36 handle',
    '#10 44 tick or 42',
  ]);
});

test('for the first promise of a place that pends for a while, if none has settled: what would settle it, and what calls that, as the source shows', (t) => {
  const text = `
    class Tracker {
      #count = 0;
      #waiters = [];
      enter() { this.#count++; }
      leave() {
        if (--this.#count === 0) for (const waiter of this.#waiters.splice(0)) waiter();
      }
      idle() {
        if (this.#count === 0) return Promise.resolve();
        return new Promise((resolve) => this.#waiters.push(resolve));
      }
    }
    const tracker = new Tracker();
    async function handle(user) {
      tracker.enter();
      await null;
      if (!user) {
        return;
      }
      tracker.leave();
    }
    let open;
    const opened = new Promise((resolve) => { open = resolve; });
    function ready(state) {
      try { handle(); } finally { open(state); }
    }
    const pending = new Map();
    const ask = (id) => new Promise((resolve, reject) => { pending.set(id, { resolve, reject }); });
    process.on('message', ({ id }) => {
      const entry = pending.get(id);
      entry?.resolve();
    });
    process.on('disconnect', () => {});
    handle();
    tracker.idle();
    tracker.idle();
    ask(1);
    setTimeout(() => {}, 150);
  `;
  assert.deepStrictEqual(ways(record(t, text, { mayFail: true })), ['#3 7 leave or 18', '#3 21 handle or 18', '#5 31 - or 34']);
  assert.deepStrictEqual(ways(record(t, text, { mayFail: true, environment: { PROMISESCOPE_SITES: 'off' } })), []);
});
