// What a program can find out about its promises.
'use strict';
const assert = require('node:assert');
const util = require('node:util');
const promises = { pending: new Promise(() => {}), fulfilled: Promise.resolve({ a: { b: 1 } }), text: Promise.resolve('<rejected>'), async: (async () => 1)() };
promises.rejected = Promise.reject(new Error('no').message);
promises.rejected.catch(() => {});
promises.own = Object.assign(new Promise(() => {}), { extra: 1 });
for (const [name, promise] of Object.entries(promises)) {
  console.log(name, promise, util.inspect(promise, { showHidden: true }), Reflect.ownKeys(promise), Object.isExtensible(promise), JSON.stringify(promise));
}
const frozen = Object.freeze(new Promise((resolve) => setTimeout(resolve, 2, 'frozen')));
frozen.then(console.log);
Object.preventExtensions((async () => { await frozen; })()).then(() => console.log('sealed'));
assert.deepStrictEqual(Promise.resolve(1), Promise.resolve(1));
console.log(Object.getOwnPropertyNames(globalThis).length, Object.keys(require.cache).map((name) => require('node:path').basename(name)), module.children.length);
console.log(Object.getOwnPropertyNames(Promise.prototype), Promise.prototype.then.toString(), process.argv.length, process.getActiveResourcesInfo?.());
console.log(Object.getOwnPropertyNames(process).length);
for (const clone of [() => structuredClone(promises.pending)]) try { clone(); } catch (error) { console.log(error.name); }
