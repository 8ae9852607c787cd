// A job waits for a lock, which its holder releases.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function lock() {
  return new Promise((done) => setTimeout(done, 5));
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
