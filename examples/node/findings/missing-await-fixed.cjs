// A draft is reported as saved once it has been written.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function write(draft) {
  await later(30);
  return draft.length;
}

async function save(draft) {
  await later(5);
  await write(draft);
}

async function main() {
  await save('Dear Ada');
  console.log('saved');
}

main();
