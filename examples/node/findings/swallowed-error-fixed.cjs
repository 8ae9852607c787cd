// The page says that the request has failed.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function request() {
  await later(5);
  throw new RangeError('no such shop');
}

async function page() {
  const items = await request().catch((error) => {
    if (!(error instanceof RangeError)) throw error;
    console.log(error.message);
    return [];
  });
  console.log(`${items.length} items`);
}

page();
