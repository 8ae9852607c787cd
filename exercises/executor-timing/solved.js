const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function upload(photo) {
  console.log(`sending ${photo}`);
  await later(40);
  console.log(`${photo} sent`);
}

async function sendAll() {
  for (const photo of ['beach', 'pier']) await upload(photo);
  console.log('all sent');
}

sendAll();
