// Programs that look like those of faults.cjs and have nothing wrong, each named by the first argument: no error and no warning.
'use strict';
const { EventEmitter } = require('node:events');
const { Channel, Mutex, Pool, Semaphore, all, database, limiter, sleep } = require('./helpers.cjs');

const programs = {
  async c_batcher() {
    let batch = null;
    async function flush() {
      const keys = batch;
      batch = null;
      await sleep(1);
      for (const { key, resolve } of keys) resolve(key * 2);
    }
    const load = (key) => new Promise((resolve) => {
      if (batch === null) {
        batch = [];
        queueMicrotask(flush);
      }
      batch.push({ key, resolve });
    });
    await all([1, 2, 3], async (n) => load(await load(n)));
  },
  async c_answers_by_id() {
    const wire = new EventEmitter();
    const open = new Map();
    wire.on('answer', ({ id, value }) => open.get(id)(value));
    wire.on('question', async ({ id, n }) => {
      await sleep(n % 3);
      wire.emit('answer', { id, value: n * n });
    });
    const request = (n) => new Promise((resolve) => {
      open.set(open.size, resolve);
      wire.emit('question', { id: open.size - 1, n });
    });
    await all([1, 2, 3, 4], async (n) => (await request(n)) + (await request(n + 1)));
  },
  async c_producer_and_consumer() {
    const channel = new Channel();
    async function produce() {
      for (let i = 0; i < 9; i++) {
        channel.put(i);
        if (i % 3 === 0) await sleep(1);
      }
      channel.put(null);
    }
    async function consume() {
      for (;;) {
        const item = await channel.get();
        if (item === null) return;
        await sleep(1);
      }
    }
    await Promise.all([produce(), consume()]);
  },
  async c_ping_pong() {
    const [a, b] = [new Channel(), new Channel()];
    async function pong() {
      for (;;) a.put(await b.get());
    }
    void pong();
    for (let i = 0; i < 5; i++) {
      b.put(i);
      await a.get();
    }
  },
  async c_busy_pool() { // It is stopped while others wait for their turn.
    const pool = new Pool(3);
    async function job(n) {
      const connection = await pool.checkout();
      await sleep(3 + n);
      pool.checkin(connection);
    }
    void all(Array.from({ length: 40 }, (_, n) => n), job);
    setTimeout(() => process.exit(0), 60);
  },
  async c_long_work() { // It is stopped while one holds the lock and waits for its timer.
    const lock = new Mutex();
    async function step(time) {
      const release = await lock.acquire();
      await sleep(time);
      release();
    }
    void all([2, 2, 60000, 2, 2], step);
    setTimeout(() => process.kill(process.pid, 'SIGTERM'), 1500);
  },
  async c_semaphore() {
    const slots = new Semaphore(3);
    for (let round = 0; round < 3; round++) {
      await all([1, 2, 3, 4, 5, 6, 7], async (n) => {
        await slots.acquire();
        try { await sleep(n % 4); } finally { slots.release(); }
      });
    }
  },
  async c_transactions() {
    const transaction = database(new Mutex());
    await all(['ada', 'bob', 'cyd'], (name) => transaction(async () => {
      if (name === 'bob') throw new Error('exists');
      await sleep(1);
    }));
  },
  async c_limit() {
    const limit = limiter(2);
    await all([1, 2, 3, 4, 5, 6], (n) => limit(async () => {
      await sleep(1);
      if (n === 4) throw new Error('404');
      return n;
    }));
  },
  async c_workers() {
    const jobs = new Channel();
    const submit = (n) => new Promise((resolve, reject) => jobs.put({ n, resolve, reject }));
    async function worker() {
      for (;;) {
        const { n, resolve, reject } = await jobs.get();
        await sleep(1);
        if (n === 3) reject(new Error('no'));
        else resolve(n);
      }
    }
    for (let i = 0; i < 2; i++) void worker();
    await all([1, 2, 3, 4, 5], submit);
  },
  async c_free_list() { // Some return early, and all give theirs back.
    const pool = new Pool(2);
    async function lend(title) {
      const connection = await pool.checkout();
      try {
        if (await connection.query(title) === 'lost') return null;
        return await connection.query(`lend ${title}`);
      } finally {
        pool.checkin(connection);
      }
    }
    for (const title of ['a', 'lost', 'b', 'lost', 'c']) await lend(title);
    await all(['a', 'lost', 'b', 'lost'], lend);
  },
  async c_latch() {
    const parse = async (file) => { await sleep(file.length); if (file === 'bad') throw new SyntaxError(file); };
    async function importAll(files) {
      let left = files.length;
      let open;
      const done = new Promise((resolve) => { open = resolve; });
      async function worker(file) {
        try {
          await parse(file);
        } catch (error) {
          console.error(error.message);
        } finally {
          if (--left === 0) open();
        }
      }
      for (const file of files) void worker(file);
      await done;
    }
    await importAll(['a', 'bb']);
    await importAll(['e', 'bad', 'ffff']);
  },
};

void programs[process.argv[2]]();
