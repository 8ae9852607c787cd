const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

async function loadUser() {
  return later(30, { name: 'Ada' });
}

const user = loadUser();

user
  .then(function greet({ name }) {
    console.log(`hello, ${name}`);
  })
  .catch(function noGreeting(error) {
    console.log(`no greeting: ${error.message}`);
  });

user
  .then(function readBirthday({ birthday }) {
    if (!birthday) throw new Error('no birthday');
    return birthday;
  })
  .then(function orderCake(day) {
    console.log(`a cake on ${day}`);
  });
