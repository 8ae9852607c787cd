// Promises of other realms, deep recursion, and a program that replaces what everything uses.
'use strict';
const vm = require('node:vm');
(async () => {
  const realm = vm.createContext({ console, setTimeout });
  console.log(await vm.runInContext('(async () => { await new Promise((r) => setTimeout(r, 1)); return Promise.all([1, (async () => 2)()]); })()', realm));
  console.log(await vm.runInContext('Promise.reject(3)', realm).catch((x) => x));
  console.log(await new Function('return (async () => { await null; return 4 })()')(), await eval('(async () => 5)()'));
  let depth = 0;
  const dive = () => { depth++; dive(); };
  await (async () => dive())().catch(({ name }) => console.log(name, depth > 100));
  const loop = (n) => (n === 0 ? Promise.resolve('deep') : Promise.resolve().then(() => loop(n - 1)));
  console.log(await loop(2000));
  const { setTimeout: timer } = globalThis;
  require('node:fs').writeSync = () => { throw new Error('replaced'); };
  globalThis.setTimeout = () => { throw new Error('replaced'); };
  globalThis.clearTimeout = globalThis.setTimeout;
  performance.now = () => 42;
  Date.now = () => 42;
  Object.prototype.polluted = true;
  Array.prototype.polluted = true;
  globalThis.Promise = class { static resolve() { throw new Error('replaced'); } };
  for (let i = 0; i < 20; i++) await (async () => i)();
  await { then: (resolve) => timer(resolve, 10) };
  globalThis.Error = null;
  process.stdout.write(`${performance.now()} ${Date.now()}\n`);
})();
