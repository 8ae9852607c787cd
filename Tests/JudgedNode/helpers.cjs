// The locks, pools, limiters, and queues of the judged programs, as people write them. They are right, so no finding belongs here.
'use strict';
const { EventEmitter } = require('node:events');
const { setTimeout: sleep } = require('node:timers/promises');

class Mutex {
  #busy = false;
  #queue = [];
  acquire() {
    if (!this.#busy) {
      this.#busy = true;
      return Promise.resolve(() => this.release());
    }
    return new Promise((resolve) => this.#queue.push(resolve));
  }
  release() {
    const next = this.#queue.shift();
    if (next) next(() => this.release());
    else this.#busy = false;
  }
}

class Semaphore {
  waiting = [];
  constructor(free) { this.free = free; }
  async acquire() {
    if (this.free > 0) this.free--;
    else await new Promise((resolve) => this.waiting.push(resolve));
  }
  release() {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}

class Pool {
  queue = [];
  constructor(size) { this.idle = Array.from({ length: size }, (_, id) => ({ id, query: (text) => sleep(2, text) })); }
  checkout() {
    const connection = this.idle.pop();
    return connection ? Promise.resolve(connection) : new Promise((resolve, reject) => this.queue.push({ resolve, reject }));
  }
  checkin(connection) {
    const next = this.queue.shift();
    if (next) next.resolve(connection);
    else this.idle.push(connection);
  }
}

class Channel {
  items = [];
  readers = [];
  put(item) {
    const reader = this.readers.shift();
    if (reader) reader(item);
    else this.items.push(item);
  }
  get() {
    return this.items.length > 0 ? Promise.resolve(this.items.shift()) : new Promise((resolve) => this.readers.push(resolve));
  }
}

class Gate extends EventEmitter {
  isClosed = false;
  enter() {
    return new Promise((resolve) => {
      const enter = () => {
        if (this.isClosed) return;
        this.isClosed = true;
        this.off('open', enter);
        resolve();
      };
      this.on('open', enter);
      enter();
    });
  }
  leave() {
    this.isClosed = false;
    this.emit('open');
  }
}

function limiter(most) {
  const queue = [];
  let active = 0;
  const run = async (work, resolve, reject) => {
    active++;
    try { resolve(await work()); } catch (error) { reject(error); }
    active--;
    queue.shift()?.();
  };
  return (work) => new Promise((resolve, reject) => {
    const start = () => void run(work, resolve, reject);
    if (active < most) start();
    else queue.push(start);
  });
}

function database(lock) {
  return async function transaction(work) {
    const release = await lock.acquire();
    try { return await work(); } finally { release(); }
  };
}

const all = (list, work) => Promise.allSettled(list.map(work));
const beat = async () => { for (let i = 0; i < 20; i++) await sleep(2); };

module.exports = { Channel, Gate, Mutex, Pool, Semaphore, all, beat, database, limiter, sleep };
