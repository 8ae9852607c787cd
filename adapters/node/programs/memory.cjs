// What is freed, and when. Needs --expose-gc.
'use strict';
const watched = [];
const watch = (name, make) => { const object = make(); watched.push([name, new WeakRef(object)]); return object; };
const registry = new FinalizationRegistry((name) => console.log('freed', name));
(() => {
  watch('pending', () => new Promise(() => {}));
  watch('fulfilled', () => Promise.resolve({}));
  const value = watch('value', () => ({ large: 1 }));
  watch('with value', () => Promise.resolve(value)).then(() => {});
  const reason = watch('reason', () => new Error('x'));
  watch('rejected', () => Promise.reject(reason)).catch(() => {});
  watch('async', () => (async () => { await new Promise(() => {}); })());
  watch('body', () => (async () => { await null; return 1; })());
  const pending = watch('parent', () => new Promise(() => {}));
  globalThis.kept = pending.then(() => {});
  watch('chain', () => Promise.resolve(1).then(() => 2).then(() => 3));
  watch('all', () => Promise.all([watch('input', () => new Promise(() => {})), 1]));
  watch('settled input', () => Promise.resolve({}));
  registry.register(watch('registered', () => new Promise(() => {})), 'registered');
})();
let rounds = 0;
const timer = setInterval(() => {
  gc();
  if (++rounds === 4) {
    clearInterval(timer);
    for (const [name, reference] of watched) console.log(name, reference.deref() === undefined ? 'freed' : 'alive');
  }
}, 25);
