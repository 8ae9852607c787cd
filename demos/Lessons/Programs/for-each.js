function upload(photo, milliseconds) {
  return new Promise((resolve) => {
    setTimeout(() => {
      console.log(`${photo} arrives`);
      resolve(photo);
    }, milliseconds);
  });
}

async function withForEach() {
  [['beach', 200], ['pier', 100]].forEach(async ([photo, milliseconds]) => {
    await upload(photo, milliseconds);
  });
  console.log('forEach is through');
}

async function oneByOne() {
  for (const [photo, milliseconds] of [['fog', 200], ['gull', 100]]) {
    await upload(photo, milliseconds);
  }
  console.log('the loop is through');
}

async function together() {
  await Promise.all([['lamp', 200], ['rope', 100]].map(([photo, milliseconds]) => upload(photo, milliseconds)));
  console.log('all done');
}

withForEach();
setTimeout(oneByOne, 400);
setTimeout(together, 900);
