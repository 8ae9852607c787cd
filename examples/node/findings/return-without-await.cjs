// A profile is returned without `await`, so the function ends its `try` block before the request fails.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function request(name) {
  await later(5);
  if (name === 'nobody') throw new RangeError(`no ${name}`);
  return { name };
}

async function profile(name) {
  try {
    return request(name);
  } catch (error) {
    console.log(`no profile: ${error.message}`);
    return { name: 'guest' };
  }
}

async function main() {
  console.log((await profile('ada')).name);
  console.log((await profile('nobody')).name);
}

main().catch((error) => console.log(`not shown: ${error.message}`));
