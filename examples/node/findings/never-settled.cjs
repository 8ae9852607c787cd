// A job waits for a lock that nothing releases: its holder forgot to.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function lock() {
  return new Promise(() => {});
}

async function job() {
  await later(5);
  await lock();
  return 'done';
}

async function main() {
  console.log(await job());
}

main();
