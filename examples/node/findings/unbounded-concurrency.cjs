// Two thousand pages are requested at the same moment.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function load(page) {
  await later(20);
  return page;
}

async function main() {
  const pages = Array.from({ length: 2_000 }, (_, page) => page);
  const loaded = await Promise.all(pages.map((page) => load(page)));
  console.log(loaded.length);
}

main();
