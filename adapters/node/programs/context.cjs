// Values that follow a program through its promises.
'use strict';
const { AsyncLocalStorage, AsyncResource } = require('node:async_hooks');
const storage = new AsyncLocalStorage();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function show(name) { console.log(name, storage.getStore()); await null; console.log(name, storage.getStore()); await sleep(1); console.log(name, storage.getStore()); }
const shared = sleep(3);
for (const name of ['a', 'b']) {
  storage.run(name, () => show(name).then(() => storage.run(`${name}!`, () => shared.then(() => console.log(storage.getStore())))));
}
storage.run('c', async () => { for await (const x of (async function* () { yield storage.getStore(); await null; yield storage.getStore(); })()) console.log(x); });
new AsyncResource('MINE').runInAsyncScope(() => Promise.resolve().then(() => console.log(storage.getStore())));
