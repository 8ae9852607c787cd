// The order of microtasks, ticks, timers, and immediates.
'use strict';
const log = (...words) => console.log(...words);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms * 30));
async function chain(name, rounds) { for (let i = 0; i < rounds; i++) { await null; log(name, i); } return name; }
async function returns(promise) { return promise; }
async function awaits(promise) { return await promise; }
process.nextTick(() => log('tick'));
queueMicrotask(() => log('microtask'));
setImmediate(() => log('immediate'));
Promise.resolve().then(() => log('then 1')).then(() => log('then 2')).finally(() => log('finally')).then(() => log('then 3'));
Promise.reject(new Error('e')).catch(() => log('catch 1')).then(() => log('catch 2'));
chain('a', 4).then(log);
chain('b', 4).then(log);
returns(Promise.resolve('returned')).then(log);
awaits(Promise.resolve('awaited')).then(log);
new Promise((resolve) => resolve(Promise.resolve('resolved'))).then(log);
new Promise((resolve) => resolve({ then(fulfill) { log('thenable called'); fulfill('thenable'); } })).then(log);
Promise.all([1, Promise.resolve(2), { then(fulfill) { fulfill(3); } }]).then(log);
Promise.race([sleep(1), Promise.resolve('race')]).then(log);
Promise.any([Promise.reject(1), Promise.resolve('any')]).then(log);
Promise.allSettled([Promise.reject(1), 2]).then((all) => log(all.map(({ status }) => status)));
(async () => {
  for await (const x of (async function* () { yield 1; yield Promise.resolve(2); await null; yield 3; })()) log('yield', x);
  process.nextTick(() => log('tick in body'));
  queueMicrotask(() => log('microtask in body'));
  await sleep(1);
  log('slept');
  await Promise.resolve().then(() => process.nextTick(() => log('tick in then')));
  log('end');
})();
log('sync');
