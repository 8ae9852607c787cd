// A lock whose holder waits for an answer that does not come, and others that wait for the lock.
class Lock {
  constructor() { this.isTaken = false; this.waiting = []; }
  async acquire() { if (this.isTaken) await new Promise((resolve) => this.waiting.push(resolve)); this.isTaken = true; }
  release() { this.isTaken = false; this.waiting.shift()?.(); }
}
class Base { constructor() { this.pending = new Map(); } }
class Upstream extends Base { call(id) { return new Promise((resolve, reject) => this.pending.set(id, { resolve, reject })); } }
const lock = new Lock();
const upstream = new Upstream();
async function query(id) {
  await lock.acquire();
  try { return await upstream.call(id); } finally { lock.release(); }
}
for (let id = 0; id < 4; id++) query(id);
setInterval(() => upstream, 1000);
setTimeout(() => console.log('ready'), 100);
