const later = (milliseconds, value) => new Promise((done) => setTimeout(done, milliseconds, value));

const logIn = async () => later(20, 'token 7');
const user = async (token) => later(20, 'Ada');

async function orders(name) {
  await later(40);
  throw new Error('the shop is closed');
}

logIn()
  .then(function fetchUser(token) {
    user(token).then(function fetchOrders(name) {
      console.log(`hello, ${name}`);
      orders(name).then(function show(list) {
        console.log(`${list.length} orders`);
      });
    });
  })
  .then(function ready() {
    console.log('ready');
  })
  .catch(function explain(error) {
    console.log(`sorry: ${error.message}`);
  });
