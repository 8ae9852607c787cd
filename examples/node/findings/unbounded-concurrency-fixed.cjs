// Two thousand pages are requested by twenty readers, each of which takes the next page when it is done with one.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function load(page) {
  await later(2);
  return page;
}

async function main() {
  const pages = Array.from({ length: 2_000 }, (_, page) => page);
  const loaded = [];
  await Promise.all(Array.from({ length: 20 }, async () => {
    for (let page = pages.pop(); page !== undefined; page = pages.pop()) loaded.push(await load(page));
  }));
  console.log(loaded.length);
}

main();
