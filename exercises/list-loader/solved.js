const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

const screen = (text) => console.log(`screen: ${text}`);

async function loadCache() {
  return later(20, ['a letter', 'a card']);
}

async function loadServer() {
  await later(60);
  throw new Error('the server is down');
}

// Two deliveries are two promises, one after the other.
loadCache()
  .then(function show(items) {
    screen(items.join(', '));
    return loadServer();
  })
  .then(function showAgain(items) {
    screen(items.join(', '));
  })
  .catch(function keep(error) {
    console.log(`kept the list: ${error.message}`);
  });
