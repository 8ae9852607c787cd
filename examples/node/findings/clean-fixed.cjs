// Nothing is wrong here: an error that a cache forgets reaches the caller, a call is tried again until it succeeds, and the steps of an
// iteration follow one another, with the work on each; so do the events that a callback answers.
const { EventEmitter, on, once } = require('node:events');
const readline = require('node:readline');
const { Readable } = require('node:stream');
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

async function importLines(text) {
  const found = [];
  for await (const line of readline.createInterface({ input: Readable.from([text]) })) found.push(await load(line));
  return found;
}

async function answer(messages) {
  const emitter = new EventEmitter();
  emitter.on('message', async (name) => { if (await load(name) === 'last') emitter.emit('done'); });
  messages.forEach((name, index) => setTimeout(() => emitter.emit('message', name), 12 * index));
  await once(emitter, 'done');
}

async function main() {
  console.log(await Promise.all(['a', 'b', 'a'].map(cached)));
  await cached('nowhere').catch((error) => console.log(error.message));
  console.log(await retry(connect, 5));
  console.log(await count(5));
  console.log(await importLines('a\nb\nc\nd\n'));
  await answer(['a', 'b', 'c', 'd', 'last']);
}

main();
