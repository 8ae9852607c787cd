// A request that waits, and a loop that blocks the event loop meanwhile.
const waiting = [];
async function request() { await new Promise((resolve) => waiting.push(resolve)); } /*@*/
function spin(until) { let n = 0; while (Date.now() < until) n += Math.sqrt(n + 1); return n; }
async function report() { request(); await null; require('node:fs').writeSync(1, 'ready\n'); return spin(Date.now() + 60000); }
report().then(console.log);
