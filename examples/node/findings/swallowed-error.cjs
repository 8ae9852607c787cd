// The page shows an empty list, and nothing says that the request had failed.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function request() {
  await later(5);
  throw new RangeError('no such shop');
}

async function page() {
  const items = await request().catch(() => []);
  console.log(`${items.length} items`);
}

page();
