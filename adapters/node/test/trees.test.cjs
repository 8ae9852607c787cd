// What is recorded for each way to make a promise and to wait for one, as pictures. Each program is run by Node, each log is linted.
'use strict';

const { test } = require('node:test');
const { check } = require('../support/record.cjs');

test('an async function is a row with its name, and each await an edge', (t) => {
  check(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function load() { await sleep(1); return 7; }
    async function page() { const a = await load(); await sleep(1); return a; }
    page();
  `, `
    1 ✔ page · async function:5 ~3 ~2
    2 ✔   setTimeout:2
    3 ✔   load · async function:4 ~4
    4 ✔     setTimeout:2
  `);
});

test('methods, arrows, and functions without a name', (t) => {
  check(t, `
    class Shop { async open() { await 1; } static async close() {} async #count() {} count() { return this.#count(); } }
    const shop = new Shop();
    shop.open(); Shop.close(); shop.count();
    const arrow = async () => {}; arrow();
    (async () => {})();
    ({ async ['com' + 'puted']() {} }).computed();
    ({ async  /* spaced */  name  () {} }).name();
  `, `
    1 ✔ #count · async function:2
    2 ✔ open · async function:4
    3 ✔ close · async function:4
    4 ✔ arrow · async function:5
    5 ✔ async function:6
    6 ✔ computed · async function:7
    7 ✔ name · async function:8
  `);
});

test('then, catch, and finally', (t) => {
  check(t, `
    const p = Promise.resolve(1).then((x) => x + 1).catch(() => 3).finally(() => 4);
    p.then(() => { throw new TypeError('no'); }).catch(() => 5);
    Promise.reject(new Error('x')).then(() => 1).finally(() => {}).catch(() => 2);
  `, `
     1 ✔ resolve:2
     2 ✔   then:2
     3 ✔     catch:2
     4 ✔       finally:2
     5 ✘         then:3 !6
     6 ✔           catch:3
     7 ✘ reject:4
     8 ✘   then:4
     9 ✘     finally:4 !10
    10 ✔       catch:4
  `);
});

test('a handler that did not run is not logged: the outcome passed through', (t) => {
  const { events } = check(t, `
    Promise.reject(new Error('x')).then(() => 1).catch(() => 2).catch(() => 3);
  `, `
    1 ✘ reject:2
    2 ✘   then:2 !3
    3 ✔     catch:2
    4 ✔       catch:2
  `);
  const causes = events.filter(({ cause }) => cause).map(({ p, cause, via }) => `${p} ${cause}${via === undefined ? '' : ` ${via}`}`);
  require('node:assert').deepStrictEqual(causes, ['1 resolver', '2 passthrough 1', '3 returned', '4 passthrough 3']);
});

test('combinators and their inputs', (t) => {
  check(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    (async () => {
      await Promise.all([sleep(1), 7, sleep(2)]);
      await Promise.race([sleep(1), sleep(5)]);
      await Promise.any([Promise.reject(1), sleep(1)]);
      await Promise.allSettled([Promise.reject(2)]);
      await Promise.all([]);
    })();
  `, `
    1 ✔ async function:9 ~7 ~8 ~10 ~12 ~13
    2 ✔   setTimeout:2 >7
    3 ✔   setTimeout:2 >7
    4 ✔   setTimeout:2 >8
    5 ✔   setTimeout:2 >8
    6 ✔   setTimeout:2 >10
    7 ✔   all:4
    8 ✔   race:5
    9 ✘   reject:6 >10 !10
    10 ✔   any:6
    11 ✘   reject:7 >12 !12
    12 ✔   allSettled:7
    13 ✔   all:8
  `);
});

test('combinators in a loop and inside each other', (t) => {
  check(t, `
    const list = [];
    for (let i = 0; i < 2; i++) list.push(Promise.all([Promise.resolve(i), i]));
    Promise.all(list.map((p) => Promise.race([p])));
  `, `
    1 ✔ resolve:3 >2
    2 ✔ all:3 >5
    3 ✔ resolve:3 >4
    4 ✔ all:3 >6
    5 ✔ race:4 >7
    6 ✔ race:4 >7
    7 ✔ all:4
  `);
});

test('a promise that is resolved with another adopts it', (t) => {
  check(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function inner() { return sleep(1); }
    inner();
    new Promise((resolve) => resolve(sleep(1)));
    Promise.resolve(1).then(() => sleep(1));
    Promise.resolve(2).finally(() => sleep(1));
    Promise.resolve(sleep(1));
  `, `
    1 ✔ setTimeout:2
    2 ✔ setTimeout:2
    3 ✔ inner · async function:4 =4
    4 ✔   setTimeout:2
    5 ✔ new Promise:5 =1
    6 ✔ resolve:6
    7 ✔   then:6 =8
    8 ✔     setTimeout:2
    9 ✔ resolve:7
    10 ✔   finally:7 =11
    11 ✔     setTimeout:2
  `);
});

test('promises that are resolved with others between two timers adopt them, also if those never settle', (t) => {
  check(t, `
    const other = new Promise(() => {});
    new Promise((resolve) => setTimeout(() => resolve(other), 5));
    new Promise((resolve) => setTimeout(() => resolve(new Promise(() => {})), 5));
    const first = new Promise((resolve) => setTimeout(() => resolve(second), 5));
    const second = new Promise((resolve) => setTimeout(() => resolve(first), 5));
  `, `
    1 ○ new Promise:2
    2 ○ new Promise:3 =1
    3 ○ new Promise:4 =4
    4 ○ new Promise:4
    5 ○ new Promise:5 =6
    6 ○ new Promise:6 =5
  `);
});

test('a function at the start of a file that returns a promise is adopted, and its caller awaits it', (t) => {
  check(t, `async function lock() { return new Promise(() => {}); }
    (async function main() { await lock(); })();
  `, `
    1 ○ main · async function:2 ~2
    2 ○   lock · async function:2 =3
    3 ○     new Promise:1
  `);
});

test('a function that calls itself and returns a promise of another', (t) => {
  check(t, `
    const later = () => new Promise((resolve) => setTimeout(resolve, 1));
    async function walk(depth) {
      if (depth === 0) return later();
      await walk(depth - 1);
      await 5;
    }
    walk(2);
  `, `
    1 ✔ walk · async function:8 ~2
    2 ✔   walk · async function:5 ~3
    3 ✔     walk · async function:5 =4
    4 ✔       setTimeout:2
  `);
});

test('thenables', (t) => {
  check(t, `
    (async () => {
      await { then(resolve) { setTimeout(resolve, 1); } };
      await { then(resolve, reject) { reject(new Error('no')); } };
    })().catch(() => {});
    new Promise((resolve) => resolve({ then(fulfill) { fulfill(3); } }));
  `, `
    1 ✘ async function:5 ~2 ~3 !4
    2 ✔   thenable:3
    3 ✘   thenable:4
    4 ✔   catch:5
    5 ✔ new Promise:6
  `);
});

test('async generators and for await', (t) => {
  check(t, `
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    async function* outer() { yield 1; await sleep(1); for await (const x of inner()) yield x; }
    async function* inner() { await sleep(1); yield 2; }
    (async () => {
      for await (const x of outer()) console.log(x);
      for await (const x of [Promise.resolve(3), 4]) console.log(x);
    })();
  `, `
    1 ✔ async function:8 ~3
    2 ✔   setTimeout:2
    3 ✔   outer · async generator:6 ~2 ~5
    4 ✔     setTimeout:2
    5 ✔     inner · async generator:3 ~4
    6 ✔   resolve:7
  `);
});

test('subclasses of Promise', (t) => {
  check(t, `
    class Job extends Promise {}
    (async () => {
      await new Job((resolve) => setTimeout(resolve, 1));
      await Job.resolve(1).then((x) => x);
      await Job.all([Job.resolve(2), 3]);
    })();
  `, `
    1 ✔ async function:7 ~3 ~6 ~9
    2 ✔   new Job:4
    3 ✔   thenable:4
    4 ✔   resolve:5
    5 ✔   then:5
    6 ✔   thenable:5
    7 ✔   resolve:6
    8 ✔   all:6
    9 ✔   thenable:6
  `);
});

test('the API of Node is shown as what the program called', (t) => {
  check(t, `
    import fs from 'node:fs/promises';
    import { readFile } from 'node:fs';
    import { once, EventEmitter } from 'node:events';
    import { setTimeout as sleep, setImmediate as immediate } from 'node:timers/promises';
    import { promisify } from 'node:util';
    import { pipeline } from 'node:stream/promises';
    import { Readable, Writable } from 'node:stream';
    import { execFile } from 'node:child_process';
    await fs.readFile('app.mjs');
    await sleep(1);
    await immediate();
    const emitter = new EventEmitter();
    setTimeout(() => emitter.emit('done'), 1);
    await once(emitter, 'done');
    await promisify(readFile)('app.mjs');
    const own = (value, callback) => setTimeout(callback, 1, null, value);
    await promisify(own)(1);
    await pipeline(Readable.from(['a']), new Writable({ write(chunk, encoding, callback) { setTimeout(callback, 2); } }));
    const handle = await fs.open('app.mjs');
    await handle.close();
  `, `
    1 ✔ app.mjs · module:1 ~2 ~3 ~4 ~5 ~6 ~7 ~8 ~9 ~10
    2 ✔   readFile:10
    3 ✔   setTimeout:11
    4 ✔   setImmediate:12
    5 ✔   once:15
    6 ✔   readFile:16
    7 ✔   own:18
    8 ✔   pipeline:19
    9 ✔   open:20
    10 ✔   close:21
  `, { extension: 'mjs' });
});

test('modules with a top-level await', (t) => {
  check(t, `
    import { value } from './other.mjs';
    const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    await sleep(1);
    const { value: late } = await import('./late.mjs');
    if (value === 0) await 1;
  `, `
    1 ✔ other.mjs · module:1 ~2
    2 ✔   resolve:1
    3 ✔ app.mjs · module:1 ~4 ~5
    4 ✔   setTimeout:3
    5 ✔   import:5
  `, { extension: 'mjs', files: { 'other.mjs': 'export const value = await Promise.resolve(1);', 'late.mjs': 'export const value = 2;' } });
});

test('a function that is called between two others is created inside neither', (t) => {
  check(t, `
    const later = () => new Promise((resolve) => setTimeout(resolve, 1));
    async function first() { return later(); }
    async function second() { await later(); }
    function both() { first(); second(); later(); }
    (async () => { both(); await 1; both(); })();
    both();
  `, `
    1 ✔ setTimeout:2
    2 ✔ first · async function:5 =3
    3 ✔   setTimeout:2
    4 ✔ second · async function:5 ~5
    5 ✔   setTimeout:2
    6 ✔ async function:6
    7 ✔   setTimeout:2
    8 ✔   setTimeout:2
    9 ✔   first · async function:5 =10
    10 ✔     setTimeout:2
    11 ✔   second · async function:5 ~12
    12 ✔     setTimeout:2
    13 ✔   first · async function:5 =14
    14 ✔     setTimeout:2
    15 ✔   second · async function:5 ~16
    16 ✔     setTimeout:2
  `);
});

test('an async generator awaits a request of Node', (t) => {
  check(t, `
    async function* pages() { yield await new Response('x').text(); }
    (async () => { for await (const page of pages()); })();
  `, `
    1 ✔ async function:3 ~3
    2 ✔   text:2
    3 ✔   pages · async generator:3 ~2
  `);
});

test('withResolvers', { skip: Promise.withResolvers === undefined }, (t) => {
  check(t, `
    const { promise, resolve } = Promise.withResolvers();
    promise.then((x) => x);
    setTimeout(resolve, 1, 5);
  `, `
    1 ✔ withResolvers:2
    2 ✔   then:3
  `);
});
