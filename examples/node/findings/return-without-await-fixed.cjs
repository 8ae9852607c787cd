// A profile is awaited in the `try` block, so its `catch` block receives the error of the request.
'use strict';

const later = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function request(name) {
  await later(5);
  if (name === 'nobody') throw new RangeError(`no ${name}`);
  return { name };
}

async function profile(name) {
  try {
    return await request(name);
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
