const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function loadAvatar() {
  await later(30);
  throw new Error('there is no avatar');
}

loadAvatar()
  .catch(function explain(error) {
    console.log(error.message);
    return 'placeholder.png';
  })
  .then(function show(avatar) {
    console.log(`show ${avatar}`);
  });
