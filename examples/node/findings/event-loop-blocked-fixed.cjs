// A report is computed in short steps, between which the event loop answers requests.
'use strict';

const { setImmediate } = require('node:timers/promises');

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function request() {
  await later(40);
  return 'answer';
}

async function report() {
  await later(5);
  for (let step = 0; step < 20; step++) {
    const end = Date.now() + 10;
    while (Date.now() < end);
    await setImmediate();
  }
  return 'report';
}

Promise.all([request(), report()]).then(console.log);
