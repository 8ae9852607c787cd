// Built-in functions that the program has replaced, and setters on every object, are called by nothing but the program.
'use strict';

const { apply } = Reflect;
let isCounting = false, calls = 0;
const owners = [Array.prototype, Map.prototype, Set.prototype, String.prototype, RegExp.prototype, Function.prototype, JSON, Math, Object, Reflect, Buffer, Buffer.prototype, require('path'),
  require('events').prototype, MessagePort.prototype, FinalizationRegistry.prototype];
for (const owner of owners) {
  for (const name of Reflect.ownKeys(owner)) {
    const { value, configurable } = Reflect.getOwnPropertyDescriptor(owner, name);
    if (typeof value !== 'function' || !configurable || name === 'constructor' || name === Symbol.hasInstance) continue;
    Reflect.defineProperty(owner, name, { configurable: true, writable: true, value: new Proxy(value, { apply(target, self, values) {
      if (isCounting) calls++;
      return apply(target, self, values);
    } }) });
  }
}
for (const name of ['kind', 'place', 'line', 'record', 'state', 'file', 'shown', 'edges']) {
  Reflect.defineProperty(Object.prototype, name, { __proto__: null, configurable: true, get: () => undefined, set: () => { calls++; } });
}

const sleep = (time) => new Promise((resolve) => { setTimeout(resolve, time); });

async function work() {
  for (let round = 0; round < 50; round++) await Promise.resolve(round);
  Promise.reject(1).then(undefined, () => 2);
  for (const value of ['text', 1, {}, undefined]) Promise.resolve(value);
  await sleep(20);
}

isCounting = true;
work();
process.on('exit', () => {
  [].push('x'.startsWith('x'));
  isCounting = false;
  console.log('calls', calls);
});
