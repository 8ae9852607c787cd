const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function upload(photo) {
  console.log(`sending ${photo}`);
  await later(40);
  console.log(`${photo} sent`);
}

async function sendAll() {
  const uploads = ['beach', 'pier'].map((photo) => upload(photo));
  await uploads[0];
  await uploads[1];
  console.log('all sent');
}

sendAll();
