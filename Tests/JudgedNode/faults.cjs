// Programs that hang because of a lock, a pool, a limiter, or a queue, each named by the first argument. Its errors and warnings are on the lines with
// a mark, and nowhere else.
'use strict';
const { Channel, Gate, Mutex, Pool, Semaphore, all, beat, database, limiter, sleep } = require('./helpers.cjs');

const programs = {
  async f_mutex() {
    const lock = new Mutex();
    async function save(id) {
      const release = await lock.acquire(); //! never-settled
      await sleep(2);
      if (id === 2) throw new Error('disk full');
      release();
    }
    void beat();
    await all([1, 2, 3, 4], save);
  },
  async f_first_user() {
    const lock = new Mutex();
    async function append(line) {
      const release = await lock.acquire(); //! never-settled
      const file = await sleep(2, line === '' ? null : { write: () => sleep(1) });
      await file.write(line);
      release();
    }
    await all(['', 'b', 'c'], append);
  },
  async f_semaphore() {
    const slots = new Semaphore(1);
    async function upload(size) {
      await slots.acquire(); //! never-settled
      await sleep(2);
      if (size === 0) return null;
      slots.release();
      return size;
    }
    void beat();
    await all([3, 2, 0, 1, 1], upload);
  },
  async f_pool() {
    const pool = new Pool(2);
    async function report(id) {
      const connection = await pool.checkout(); //! never-settled
      const rows = await connection.query(`select ${id}`);
      if (id % 3 === 0) throw new TypeError('no rows');
      pool.checkin(connection);
      return rows;
    }
    await all([1, 2, 3, 4, 5, 6, 7, 8], report);
  },
  async f_pool_behind_a_wrapper() {
    const pool = new Pool(1);
    const open = async () => (await pool.checkout());
    async function query(text) {
      const connection = await open(); //! never-settled
      const rows = await connection.query(text);
      if (text.includes('drop')) throw new Error('refused');
      pool.checkin(connection);
      return rows;
    }
    await all(['select 1', 'select 2', 'drop x', 'select 3'], query);
  },
  async f_transaction_in_a_transaction() {
    const transaction = database(new Mutex());
    const addUser = async (name) => transaction(() => sleep(1, name));
    async function signUp(name) {
      return transaction(async () => {
        await sleep(1);
        await addUser(name); //! never-settled
      });
    }
    await all(['ada', 'bob'], addUser);
    await signUp('cyd');
  },
  async f_two_rows() {
    const rows = { a: new Mutex(), b: new Mutex() };
    async function transfer(from, to) {
      const first = await rows[from].acquire();
      await sleep(2);
      const second = await rows[to].acquire(); //! never-settled
      second();
      first();
    }
    await transfer('a', 'b');
    await Promise.all([transfer('a', 'b'), transfer('b', 'a')]);
  },
  async f_reentrant() {
    const lock = new Mutex();
    async function flush() {
      const release = await lock.acquire();
      await sleep(1);
      release();
    }
    async function update(isLarge) {
      const release = await lock.acquire();
      await sleep(1);
      if (isLarge) await flush(); //! never-settled
      release();
    }
    await Promise.all([flush(), flush(), update(false)]);
    await update(true);
  },
  async f_nested_limit() {
    const limit = limiter(2);
    const page = (n) => sleep(1, n);
    async function crawl(n) {
      const first = await page(n);
      return n < 3 ? first : first + (await limit(() => page(n + 100))); //! never-settled
    }
    await Promise.all([1, 2, 3, 4].map((n) => limit(() => crawl(n))));
  },
  async f_worker_died() {
    const jobs = new Channel();
    const submit = (name) => new Promise((done) => jobs.put({ name, done }));
    async function resize(name) {
      await sleep(1);
      if (name === 'broken.png') throw new Error('bad header');
      return name;
    }
    async function worker() {
      for (;;) {
        const job = await jobs.get();
        job.done(await resize(job.name)); //! never-settled
      }
    }
    worker().catch((error) => process.stdout.write(`${error.message}\n`));
    for (const name of ['a.png', 'b.png', 'broken.png', 'c.png']) await submit(name);
  },
  async f_refresh_waits_for_itself() {
    let [left, isRefreshing, rounds] = [0, false, 0];
    const subscribers = [];
    const renewed = () => new Promise((resolve) => subscribers.push(resolve));
    async function send(path) {
      if (left <= 0) {
        if (!isRefreshing) void refresh();
        await renewed();
      }
      left--;
      return sleep(1, path);
    }
    async function refresh() {
      isRefreshing = true;
      if (rounds++ > 0) await send('/session'); //! never-settled
      await sleep(1);
      [left, isRefreshing] = [3, false];
      for (const resolve of subscribers.splice(0)) resolve();
    }
    await Promise.all(['/a', '/b', '/c'].map(send));
    await Promise.all(['/d', '/e'].map(send));
  },
  async f_gate() {
    const gate = new Gate();
    async function inside(work) {
      await gate.enter();
      const result = await work(); //! never-settled
      gate.leave();
      return result;
    }
    await all([1, 2, 3, 4, 5], (n) => inside(async () => {
      await sleep(1);
      if (n === 3) throw new Error('refused');
      return n;
    }));
  },
  f_lock_with_then() {
    const lock = new Mutex();
    const save = (text) => lock.acquire().then((release) =>
      sleep(2, text).then((saved) => { //! never-settled
        if (saved === 'bad') throw new Error('cannot save');
        release();
        return saved;
      }));
    void all(['a', 'b', 'bad', 'c'], save);
  },
  async f_tail() {
    let tail = Promise.resolve();
    async function exclusive(work) {
      const before = tail;
      let done;
      tail = new Promise((resolve) => { done = resolve; });
      await before;
      const result = await work(); //! never-settled
      done();
      return result;
    }
    await all([0, 1, 2, 3, 4], (n) => exclusive(() => (n === 2 ? Promise.reject(new Error('disk')) : sleep(1, n))));
  },
  async f_holder_waits() { // The answer that never comes is what to mend, and not the lock.
    const lock = new Mutex();
    const answers = new Map();
    const ask = (id) => new Promise((resolve) => { //! never-settled
      answers.set(id, resolve);
      if (id !== 3) setTimeout(() => answers.get(id)('ok'), 1);
    });
    async function order(id) {
      const release = await lock.acquire();
      try { return await ask(id); } finally { release(); }
    }
    await all([1, 2, 3, 4, 5], order);
  },
  async f_another_lock() { // Of two locks of one class, the other one is used and given back meanwhile.
    const [disk, cache] = [new Mutex(), new Mutex()];
    async function store(id) {
      const release = await disk.acquire(); //! never-settled
      await sleep(2);
      if (id === 3) return;
      release();
    }
    async function warm() {
      const release = await cache.acquire();
      await sleep(1);
      release();
    }
    const stored = all([1, 2, 3, 4], store);
    await all([1, 2, 3], warm);
    for (let i = 0; i < 3; i++) await warm(i);
    await stored;
  },
  async f_free_list() { // No one waited before, so that giving back settled nothing.
    const pool = new Pool(2);
    async function lend(title) {
      const connection = await pool.checkout(); //! never-settled
      const found = await connection.query(title);
      if (found === 'lost') return null;
      await connection.query(`lend ${title}`);
      pool.checkin(connection);
      return found;
    }
    void beat();
    for (const title of ['a', 'lost', 'b', 'lost', 'c']) await lend(title);
  },
  async f_unlock() { // The lock gives its caller what settles the promise that the next one waits for.
    let tail = Promise.resolve();
    async function lock() {
      const before = tail;
      let unlock;
      const gone = new Promise((resolve) => { unlock = resolve; });
      tail = before.then(() => gone);
      await before;
      return unlock;
    }
    async function deploy(app) {
      const unlock = await lock();
      await (app === 'bad' ? Promise.reject(new Error('no build')) : sleep(2)); //! never-settled
      unlock();
    }
    await all(['web', 'api'], deploy);
    await all(['bad', 'docs'], deploy);
  },
  async f_latch() {
    const parse = async (file) => { await sleep(file.length); if (file === 'bad') throw new SyntaxError(file); };
    async function importAll(files) {
      let left = files.length;
      let open;
      const done = new Promise((resolve) => { open = resolve; });
      const countDown = () => { if (--left === 0) open(); };
      async function worker(file) {
        try {
          await parse(file); //! never-settled
          countDown();
        } catch (error) {
          console.error(error.message);
        }
      }
      for (const file of files) void worker(file);
      await done;
    }
    void beat();
    await importAll(['a', 'bb']);
    await importAll(['cc', 'ddd']);
    await importAll(['e', 'bad', 'ffff']);
  },
  async f_batch() {
    let batch = null;
    const find = async (keys) => { await sleep(2); return keys.filter((key) => key !== 'ghost'); };
    function load(key) {
      return new Promise((resolve) => {
        if (!batch) setImmediate(dispatch, batch = []);
        batch.push({ key, resolve });
      });
    }
    async function dispatch(entries) {
      batch = null;
      for (const row of await find(entries.map((entry) => entry.key))) {
        entries.find((entry) => entry.key === row).resolve(row); //! never-settled
      }
    }
    await all(['a', 'b'], load);
    await all(['c', 'ghost', 'd'], load);
  },
};

void programs[process.argv[2]]();
