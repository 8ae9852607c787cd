const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function write(user) {
  await later(80);
  console.log(`settings of ${user} written`);
}

later(20, 'Ada')
  .then(function save(user) {
    console.log('saving');
    return write(user);
  })
  .then(function saySo() {
    console.log('saved');
  });
