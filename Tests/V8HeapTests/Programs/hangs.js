// Programs that hang, each a function of its own. A wait has the mark @, one for a promise that nothing can settle anymore the mark !.
const { EventEmitter, once, on } = require('node:events');
const { setTimeout: pause } = require('node:timers/promises');
const { promisify } = require('node:util');
const { Readable } = require('node:stream');
class Lock {
  constructor() { this.isTaken = false; this.waiting = []; }
  async acquire() { if (this.isTaken) await new Promise((resolve) => this.waiting.push(resolve)); /*@@@*/ this.isTaken = true; }
  release() { this.isTaken = false; this.waiting.shift()?.(); }
}
const programs = {
  async forgottenCallback() {
    const read = (key, done) => { if (key !== 'missing') done(null, key); };
    await new Promise((resolve) => read('missing', resolve)); /*!*/
  },
  async forgottenByLibrary() {
    const read = promisify((key, done) => {});
    return await read('missing'); /*!*/
  },
  async locksInOppositeOrder() {
    const [a, b] = this.locks = [new Lock(), new Lock()];
    const take = async (first, second) => { await first.acquire(); await pause(2); await second.acquire(); }; /*@@*/
    await Promise.all([take(a, b), take(b, a)]); /*@*/
  },
  async lockNeverReleased() {
    const lock = this.lock = new Lock();
    const work = async (fails) => { await lock.acquire(); /*@*/ if (fails) throw new Error('before release'); lock.release(); };
    await work(true).catch(() => {});
    await work(false); /*@*/
  },
  async poolRunsEmpty() {
    const pool = this.pool = { free: [1], queue: [], take() { return this.free.length ? Promise.resolve(this.free.pop()) : new Promise((resolve) => this.queue.push({ resolve })); } };
    await pool.take();
    await pool.take(); /*@*/
  },
  async eventNeverComes() { const emitter = this.emitter = new EventEmitter(); await once(emitter, 'ready'); /*@*/ },
  async eventsNeverCome() { const emitter = this.events = new EventEmitter(); for await (const event of on(emitter, 'data')) void event; /*@*/ },
  async streamNeverEnds() { const stream = this.stream = new Readable({ read() {} }); stream.push('a'); for await (const chunk of stream) void chunk; /*@*/ },
  async waitsForItself() {
    let own; const run = async () => { await null; await own; }; // a log has no wait for itself
    own = run();
    await own; /*!*/
  },
  async waitsInACircle() {
    let second; const first = (async () => { await null; await second; })(); /*!*/
    second = (async () => { await first; })(); /*!*/
    await second; /*!*/
  },
  async oneOfAll() { await Promise.all([1, pause(1), new Promise(() => {})]); /*!*/ },
  async allOfRace() { const held = this.race = []; await Promise.race([1, 2].map(() => new Promise((resolve) => held.push(resolve)))); /*@*/ },
  async noneOfAny() { const held = this.any = []; await Promise.any([Promise.reject(1), new Promise((resolve) => held.push(resolve))]); /*@*/ },
  async oneSettledLate() { const held = this.settled = []; await Promise.allSettled([1, new Promise((resolve) => held.push(resolve))]); /*@*/ },
  async chainOfThen() {
    const held = this.chain = [];
    await Promise.resolve(1).then(() => new Promise((resolve) => held.push(resolve))).then((x) => x + 1).catch(() => 0); /*@*/
  },
  async finallyThatWaits() { const held = this.end = []; await pause(1).finally(() => new Promise((resolve) => held.push(resolve))); /*@*/ },
  async adopted() {
    const held = this.adopted = []; const inner = new Promise((resolve) => held.push(resolve));
    await new Promise((resolve) => resolve(inner)); /*@*/
  },
  async returned() {
    const held = this.returned = []; const inner = async () => new Promise((resolve) => held.push(resolve));
    await inner(); /*@*/
  },
  async thenable() { const held = this.thenable = []; await { then(resolve) { held.push(resolve); } }; /*@*/ },
  async generatorThatWaits() {
    const held = this.generator = [];
    async function* pages() { yield 1; await new Promise((resolve) => held.push(resolve)); } /*@*/
    for await (const page of pages()) void page; /*@*/
  },
  async generatorOfGenerators() {
    const held = this.generators = [];
    async function* inner() { yield 1; await new Promise((resolve) => held.push(resolve)); } /*@*/
    async function* outer() { yield 0; yield* inner(); } /*@*/
    for await (const page of outer()) void page; /*@*/
  },
  async queueWithoutProducer() {
    const queue = this.queue = { items: [1], takers: [], take() { return this.items.length ? this.items.shift() : new Promise((resolve) => this.takers.push(resolve)); } };
    for (let sum = 0; ; sum += await queue.take()); /*@*/
  },
  async barrierOfThree() {
    const barrier = this.barrier = { left: 3, open: [] };
    const arrive = () => --barrier.left ? new Promise((resolve) => barrier.open.push(resolve)) : barrier.open.forEach((f) => f());
    await Promise.all([1, 2].map(async () => { await arrive(); })); /*@@@*/
  },
  async middlewareWithoutNext() {
    const middleware = this.middleware = [(next) => next(), (next) => { this.next = next; }];
    for (const each of middleware) await new Promise((next) => each(next)); /*@*/
  },
  async sharedRequest() {
    const inflight = this.inflight = new Map();
    const get = async (key) => { if (!inflight.has(key)) inflight.set(key, new Promise(() => {})); return await inflight.get(key); }; /*!!*/
    await Promise.all([get('a'), get('a')]); /*@*/
  },
  async longTimer() { await pause(1e6); /*@*/ },
  async ownTimer() { await new Promise((resolve) => setTimeout(resolve, 1e6)); /*@*/ },
  async privateMethod() { const held = this.private = []; class Feed { async #page() { await new Promise((resolve) => held.push(resolve)); } /*@*/ async read() { await this.#page(); } } /*@*/ await new Feed().read(); }, /*@*/
};
const shared = {};
for (const name of Object.keys(programs)) programs[name].call(shared).catch(console.error);
setInterval(() => shared.lock, 1000);
setTimeout(() => console.log('ready'), 100);
