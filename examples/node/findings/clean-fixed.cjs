// Nothing is wrong here: an error that a cache forgets reaches the caller, a call is tried again until it succeeds, and the steps of an
// iteration follow one another.
const { EventEmitter, on } = require('node:events');
const later = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const cache = new Map();

async function load(name) {
  await later(2);
  if (name === 'nowhere') throw new Error(`no ${name}`);
  return name;
}

function cached(name) {
  const known = cache.get(name);
  if (known !== undefined) return known;
  const promise = load(name);
  cache.set(name, promise);
  promise.catch(() => cache.delete(name));
  return promise;
}

let calls = 0;

async function connect() {
  await later(1);
  if (++calls < 4) throw new Error('busy');
  return 'connected';
}

async function retry(action, attempts) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await action();
    } catch (error) {
      if (attempt === attempts) throw error;
      await later(2 ** attempt);
    }
  }
}

async function count(ticks) {
  const emitter = new EventEmitter();
  let seen = 0;
  const timer = setInterval(() => emitter.emit('tick'), 2);
  for await (const _ of on(emitter, 'tick')) if (++seen === ticks) break;
  clearInterval(timer);
  return seen;
}

async function main() {
  console.log(await Promise.all(['a', 'b', 'a'].map(cached)));
  await cached('nowhere').catch((error) => console.log(error.message));
  console.log(await retry(connect, 5));
  console.log(await count(5));
}

main();
