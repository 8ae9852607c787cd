// Stacks of errors, with the frames of async functions, and the program's own settings for them.
'use strict';
// Not a timer: where two of them are due together, the stacks differ from run to run.
const sleep = () => new Promise((resolve) => require('node:fs').stat('.', resolve));
async function inner() { await sleep(); throw new Error('deep'); }
async function middle() { return inner(); }
async function outer() { await middle(); }
async function viaAll() { await Promise.all([sleep(), outer()]); }
async function later() { const promise = outer(); promise.catch(() => {}); await sleep(); await promise; }
async function generated() { for await (const x of (async function* () { yield 1; await inner(); })()) void x; }
(async () => {
  for (const run of [outer, viaAll, later, generated, () => middle().then(() => 1)]) {
    try { await run(); } catch (error) { console.log(error.stack); }
  }
  // By now the lines of these errors are written.
  const errors = await Promise.all([outer, middle].map((run) => run().catch((error) => error)));
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const error of errors) {
    error.message = 'changed later';
    console.log(error.stack);
  }
  Error.stackTraceLimit = 1;
  await outer().catch((error) => console.log(error.stack));
  Error.stackTraceLimit = 10;
  Error.prepareStackTrace = (error, frames) => `${error.message}: ${frames.map((frame) => frame.getFunctionName()).join()}`;
  await outer().catch((error) => console.log(error.stack));
  Error.prepareStackTrace = () => { console.log('prepared'); return 'mine'; };
  for (let i = 0; i < 3; i++) await middle().catch(() => console.log('not asked for its stack'));
  delete Error.prepareStackTrace;
  console.log(Object.getOwnPropertyNames(Error).join());
  Object.freeze(Error);
  await viaAll().catch((error) => console.log(error.stack.split('\n').length));
  console.log(new Error('last').stack.split('\n')[0]);
  throw new RangeError('the end');
})();
