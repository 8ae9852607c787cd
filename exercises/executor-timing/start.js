const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function upload(photo) {
  console.log(`sending ${photo}`);
  await later(40);
  console.log(`${photo} sent`);
}

async function sendAll() {
  const uploads = ['beach', 'pier', 'fog'].map((photo) => upload(photo));
  await uploads[0];
  await uploads[1];
  await uploads[2];
  console.log('all sent');
}

sendAll();
