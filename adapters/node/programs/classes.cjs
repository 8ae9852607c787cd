// Subclasses, species, thenables, and getters that notice who calls them.
'use strict';
let calls = 0;
class Counted extends Promise { constructor(executor) { super(executor); calls++; } then(...handlers) { console.log('then', handlers.length); return super.then(...handlers); } }
class Foreign extends Promise { static get [Symbol.species]() { console.log('species'); return Promise; } }
const noisy = (value) => Object.defineProperty(value, 'constructor', { get() { console.log('constructor'); return Promise; }, configurable: true });
class Named { static get name() { console.log('name'); return 'Named'; } get [Symbol.toStringTag]() { console.log('tag'); return 'tag'; } static [Symbol.hasInstance]() { console.log('instance'); return true; } }
const trap = () => new Proxy({}, { get(target, key) { console.log('get', String(key)); return undefined; }, getPrototypeOf() { console.log('prototype'); return null; }, ownKeys() { console.log('keys'); return []; }, getOwnPropertyDescriptor() { console.log('descriptor'); return undefined; } });
(async () => {
  await new Counted((resolve) => resolve(1));
  await Counted.resolve(2).then((x) => x).finally(() => {});
  await Counted.all([Counted.resolve(3), 4]);
  await new Foreign((resolve) => setTimeout(resolve, 1)).then(() => {});
  await noisy(Promise.resolve(5));
  await noisy(new Promise((resolve) => setTimeout(resolve, 1))).then(() => {});
  await Promise.resolve(new Named()).then(() => {});
  await Promise.reject(new Named()).catch(() => {});
  await Promise.resolve().then(() => { throw trap(); }).catch(() => {});
  await { get then() { console.log('get then'); return undefined; } };
  await { get then() { console.log('get then'); return (resolve) => { console.log('call then'); resolve(6); }; } };
  const original = Promise.prototype.then;
  Promise.prototype.then = function (...handlers) { console.log('patched then'); return original.apply(this, handlers); };
  await Promise.resolve(7).then((x) => x);
  await (async () => new Promise((resolve) => setTimeout(resolve, 1)))();
  Promise.prototype.then = original;
  console.log('calls', calls);
})();
