// A small service with three faults: an error that nothing reports, a promise that never settles, and a handler that blocks the event loop.
'use strict';

const { createHash } = require('node:crypto');
const http = require('node:http');
const { setTimeout: sleep } = require('node:timers/promises');

const users = { 1: 'Ada', 2: 'Grace' };

/** A pool with one connection to a database. */
const pool = {
  free: ['connection'],
  waiting: [],
  acquire() {
    if (this.free.length > 0) return Promise.resolve(this.free.pop());
    return new Promise((resolve) => this.waiting.push(resolve));
  },
  release(connection) {
    const next = this.waiting.shift();
    if (next === undefined) this.free.push(connection);
    else next(connection);
  },
};

async function findUser(id) {
  const connection = await pool.acquire();
  await sleep(5);
  if (users[id] === undefined) throw new RangeError(`no user ${id}`); // Fault: the connection is not released.
  pool.release(connection);
  return users[id];
}

async function userPage(id) {
  try {
    return `Hello, ${await findUser(id)}!`;
  } catch {
    return 'Hello!'; // Fault: nothing reports the error.
  }
}

async function reportPage() {
  await sleep(1);
  const end = Date.now() + 150;
  let digest = 'seed';
  while (Date.now() < end) digest = createHash('sha256').update(digest).digest('hex'); // Fault: nothing else runs in the meantime.
  return 'done';
}

const server = http.createServer(async (request, response) => {
  const [, page, id] = request.url.split('/');
  response.end(await (page === 'user' ? userPage(id) : reportPage()));
});

async function get(path) {
  const response = await fetch(`http://127.0.0.1:${server.address().port}${path}`, { signal: AbortSignal.timeout(1000) });
  return response.text();
}

server.listen(0, '127.0.0.1', async () => {
  console.log(await Promise.all([get('/report'), get('/user/1')]));
  console.log(await get('/user/3'));
  const [{ status, reason }] = await Promise.allSettled([get('/user/2')]);
  console.log(status, reason.name);
  server.close();
  server.closeAllConnections();
});
