// A report is computed in one go, and a request that is under way meanwhile waits for it.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function request() {
  await later(40);
  return 'answer';
}

async function report() {
  await later(5);
  const end = Date.now() + 400;
  while (Date.now() < end);
  return 'report';
}

Promise.all([request(), report()]).then(console.log);
