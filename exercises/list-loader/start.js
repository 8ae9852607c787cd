const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

const screen = (text) => console.log(`screen: ${text}`);

async function loadCache() {
  return later(20, ['a letter', 'a card']);
}

async function loadServer() {
  await later(60);
  throw new Error('the server is down');
}

// One promise is to deliver twice: first what the cache has, then what the server has.
function load() {
  return new Promise((resolve, reject) => {
    loadCache().then(function local(items) {
      resolve(items);
    });
    loadServer().then(
      function remote(items) {
        resolve(items);
      },
      function fail(error) {
        reject(error);
      },
    );
  });
}

load()
  .then(function show(items) {
    screen(items.join(', '));
  })
  .catch(function keep(error) {
    console.log(`kept the list: ${error.message}`);
  });
