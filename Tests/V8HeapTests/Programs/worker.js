// A worker thread that hangs, and a main thread that waits for its answer.
const { Worker, isMainThread, parentPort } = require('node:worker_threads');
if (isMainThread) {
  const worker = new Worker(__filename);
  const ask = (what) => new Promise((resolve) => { worker.on('message', (answer) => (answer === 'busy' ? console.log('ready') : resolve(answer))); worker.postMessage(what); });
  (async function main() { console.log(await ask('sum')); })(); /*@*/
} else {
  const queue = [];
  async function take() { return await new Promise((resolve) => queue.push(resolve)); } /*@*/
  async function serve() { const what = await take(); parentPort.postMessage(what); } /*@*/
  parentPort.on('message', async () => { setTimeout(() => parentPort.postMessage('busy'), 50); await serve(); }); /*@*/
}
