const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function upload(photo) {
  await later(photo === 'fog' ? 80 : 40);
  console.log(`${photo} arrives`);
}

async function sendAll(photos) {
  await Promise.all(photos.map((photo) => upload(photo)));
  return photos.length;
}

sendAll(['beach', 'pier', 'fog']).then(function saySo(count) {
  console.log(`${count} photos sent`);
});
