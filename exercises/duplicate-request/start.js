const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

let requests = 0;

async function loadProfile() {
  requests++;
  return later(60, 'Ada');
}

async function header() {
  console.log(`hello, ${await loadProfile()}`);
}

async function sidebar() {
  console.log(`friends of ${await loadProfile()}`);
}

Promise.all([header(), sidebar()]).then(function count() {
  console.log(requests === 1 ? '1 request' : `${requests} requests`);
});
