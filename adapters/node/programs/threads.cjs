// Worker threads: messages, errors, ends.
'use strict';
const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
const { once } = require('node:events');
if (isMainThread) {
  (async () => {
    for (const mode of ['message', 'throw', 'exit', 'reject', 'terminate']) {
      const worker = new Worker(__filename, { workerData: mode });
      worker.on('error', (error) => console.log(mode, 'error', error.message));
      worker.on('message', (message) => console.log(mode, message));
      if (mode === 'terminate') once(worker, 'message').then(() => worker.terminate());
      console.log(mode, 'code', ...(await new Promise((resolve) => worker.on('exit', (code) => resolve([code])))));
    }
  })();
} else {
  (async () => {
    await null;
    parentPort.postMessage('hello');
    if (workerData === 'throw') setTimeout(() => { throw new Error('thrown'); }, 100);
    if (workerData === 'exit') process.exit(4);
    await new Promise((resolve) => setTimeout(resolve, 100));
    if (workerData === 'reject') throw new Error('rejected');
    if (workerData === 'terminate') setInterval(() => {}, 1000);
  })();
}
